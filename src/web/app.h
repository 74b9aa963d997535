/* Registration: what an author said, in the order it was said, until it is frozen into a plan. */
#ifndef WF_WEB_APP_H
#define WF_WEB_APP_H
#include "router/freeze.h"
#include "src/web/access.h"
#include <stdatomic.h>
#include <weft/buf.h>

struct weft_app {
    void *state;
    wf_route *routes; /* in the order they were registered; a route's number is its place */
    weft_handler **handlers;
    uint32_t count, capacity;
    wf_access_logs access;
    weft_buf mistakes;                  /* a line each: what the author got wrong, for weft_start to print */
    _Atomic bool live;                  /* it is being served: nothing may be registered */
    _Atomic(struct wf_server *) server; /* made by the first start, kept until the app is freed */
    void (*free_server)(struct wf_server *server);
};
#endif
