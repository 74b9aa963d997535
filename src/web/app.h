/* Registration: what an author said, in the order it was said, until it is frozen into a plan. */
#ifndef WF_WEB_APP_H
#define WF_WEB_APP_H
#include "router/router.h"
#include "src/web/access.h"
#include <stdatomic.h>
#include <weft/buf.h>

/* A filter: `run` may answer (before), `edit` amends (after). */
typedef struct wf_filter {
    weft_str pattern; /* with the prefix of its group; the app's copy */
    weft_handler *run;
    weft_finisher *edit;
    bool needs_body;
} wf_filter;

typedef struct wf_filters {
    wf_filter *items;
    uint32_t count, room;
} wf_filters;

typedef struct wf_page {
    uint16_t status; /* 0: any failure without a page of its own */
    weft_handler *run;
} wf_page;

typedef struct wf_completion {
    weft_completion *run;
    void *state;
} wf_completion;

struct weft_app {
    void *state;
    wf_router router;   /* methods and patterns; a route's number is its place */
    weft_route *routes; /* their options, by number; `path` is the app's copy, prefix and all */
    uint32_t routes_count, routes_room;
    wf_filters before, before_route, after;
    weft_finisher **on_response;
    uint32_t on_response_count, on_response_room;
    wf_page *pages;
    uint32_t pages_count, pages_room;
    wf_completion *completions;
    uint32_t completions_count, completions_room;
    wf_access_logs access;
    char *prefix;                       /* of the group that is being registered; NULL outside of one */
    weft_buf mistakes;                  /* for weft_start to tell; each ends in a NUL, as no path can */
    _Atomic bool live;                  /* it is being served: nothing may be registered */
    _Atomic(struct wf_server *) server; /* made by the first start, kept until the app is freed */
    void (*free_server)(struct wf_server *server);
};
#endif
