/* From a path to a file: through the mounts in their order, from memory as long as it may be trusted. */
#ifndef WF_STATIC_FIND_H
#define WF_STATIC_FIND_H
#include "static/cache.h"

typedef enum wf_lead {
    WF_LEAD_NOTHING,
    WF_LEAD_FILE,    /* place->entry */
    WF_LEAD_SLASH,   /* a directory that would answer, were there a slash behind the path */
    WF_LEAD_LISTING, /* place->mount, place->path: a directory to be listed */
    WF_LEAD_BROKEN   /* the machine failed us; place->path, errno */
} wf_lead;

typedef struct wf_place {
    const wf_mount *mount;
    wf_entry *entry;
    char path[WF_PATH_ROOM]; /* below the root; only where the lead says so */
} wf_place;

/* When a request asks: by the clock, and by the turn of the loop that it was there before (weft_request.turn). */
typedef struct wf_moment {
    uint64_t ms, turn;
} wf_moment;

/* Where a decoded path leads. An entry is good until the next call. */
wf_lead wf_find(wf_file_cache *cache, weft_str path, wf_moment now, wf_place *place);
/* The same, after what was found turned out to have changed. */
wf_lead wf_find_again(wf_file_cache *cache, weft_str path, wf_moment now, wf_place *place);
#endif
