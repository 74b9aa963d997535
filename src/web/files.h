/* Where files join the walk: they answer what no route does. What is behind these functions is static/, which src/web
 * and src/net do not know; an app without files links none of it. */
#ifndef WF_WEB_FILES_H
#define WF_WEB_FILES_H
#include "src/base/log.h"
#include <weft/weft.h>

struct wf_files;
struct wf_file_cache;

typedef struct wf_files_ops {
    /* The prefix at `index` ("" for "/"; absent behind the last), and what is served there, for people. */
    weft_str (*at)(const struct wf_files *files, size_t index, weft_str *what);
    /* A start: everything that is served from is opened. false: the reasons were logged. close undoes it, and what was
     * opened half; drop gives up what was registered. */
    bool (*open)(struct wf_files *files, const weft_app *app, const wf_log *log);
    void (*close)(struct wf_files *files);
    void (*drop)(struct wf_files *files);
    /* What one worker remembers of files; NULL when memory is out. Freed after its last request is over. */
    struct wf_file_cache *(*cache_new)(const struct wf_files *files);
    void (*cache_free)(struct wf_file_cache *cache);
    /* Once for each turn of the worker's loop: lets go of what was not asked for in a while. Returns the milliseconds
     * until it wants to be called again, -1 when there is nothing left. */
    int (*cache_tick)(struct wf_file_cache *cache, uint64_t now_ms);
    /* A GET or HEAD that no route answers: true when a file does, or a failure to read one; req->res is the answer. */
    bool (*answer)(weft_request *req);
    /* Whether a GET of this path would be answered. */
    bool (*has)(weft_request *req);
} wf_files_ops;

/* All files of an app: the first member of what static/ knows of them. */
typedef struct wf_files {
    const wf_files_ops *ops;
} wf_files;
#endif
