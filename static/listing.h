/* A directory as a page. */
#ifndef WF_STATIC_LISTING_H
#define WF_STATIC_LISTING_H
#include "src/web/request.h"
#include "static/mount.h"

/* The page of the directory `path` below `root`, the mount's as the worker has it, which requests call `key`
 * (decoded, a slash at its end). */
weft_response wf_listing(weft_request *req, const wf_mount *mount, const wf_root *root, const char *path,
                         weft_str key);
#endif
