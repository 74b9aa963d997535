/* Routes while an app is put together: a growing list, frozen once into wf_routes. Several may live side by side. */
#ifndef WF_ROUTER_ROUTER_H
#define WF_ROUTER_ROUTER_H
#include "router/freeze.h"

typedef struct wf_router {
    wf_report report;
    wf_route *routes; /* their patterns are copies */
    size_t count, room;
    bool failed; /* memory ran out; freezing then fails too */
} wf_router;

void wf_router_init(wf_router *router, wf_report report);
/* Frees the list. What was frozen from it stays. */
void wf_router_reset(wf_router *router);

/* The route's number: 0, 1, 2, ... in the order of calls. `prefix` is the group's, "" outside of one. Malformed
 * patterns are kept too, and reported by freezing, so that all mistakes come in one list, in order. -1 only when
 * memory is out. */
int32_t wf_router_add(wf_router *router, weft_method method, weft_str prefix, weft_str path);

/* NULL when there was any mistake; see wf_routes_freeze. */
WEFT_CHECK wf_routes *wf_router_freeze(const wf_router *router);
#endif
