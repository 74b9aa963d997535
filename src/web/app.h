/* Registration: what an author said, in the order it was said, until it is frozen into a plan. */
#ifndef WF_WEB_APP_H
#define WF_WEB_APP_H
#include "router/router.h"
#include "src/web/access.h"
#include "src/web/files.h"
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

typedef struct wf_type {
    weft_str extension; /* in lower case; the app's copy */
    weft_str type;
} wf_type;

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
    wf_type *types; /* that the app has added; the last one of an extension holds */
    uint32_t types_count, types_room;
    wf_files *files; /* NULL: it serves none */
    wf_access_logs access;
    char *prefix;                       /* of the group that is being registered; NULL outside of one */
    weft_buf mistakes;                  /* for weft_start to tell; each ends in a NUL, as no path can */
    _Atomic bool live;                  /* it is being served: nothing may be registered */
    _Atomic(struct wf_server *) server; /* made by the first start, kept until the app is freed */
    void (*free_server)(struct wf_server *server);
};

/* What registrations share. */

/* Whether something may be registered now. Without an app memory was out, which weft_start says. */
WEFT_CHECK bool wf_app_is_open(weft_app *app, const char *kind, const char *subject);
/* "kind subject: what", for weft_start to tell. */
void wf_app_mistake(weft_app *app, const char *kind, const char *subject, const char *what);
/* The path with the prefix of the group it is registered in; to be freed. NULL when memory is out. */
char *wf_app_path(const weft_app *app, const char *path);
/* `items` with room for one more; NULL, and the old list still there, when memory is out. */
void *wf_app_room(void *items, uint32_t count, uint32_t *room, size_t size);

/* The media type of a file by its name, the app's own types first. */
weft_str wf_app_type_of(const weft_app *app, weft_str path);
#endif
