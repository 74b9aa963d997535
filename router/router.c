#include "router/router.h"
#include "src/base/pool.h"
#include <string.h>

void wf_router_init(wf_router *router, wf_report report) { *router = (wf_router){ .report = report }; }

void wf_router_reset(wf_router *router)
{
    for (size_t i = 0; i < router->count; i++) wf_free((void *)(uintptr_t)router->routes[i].pattern.ptr);
    wf_free(router->routes);
    *router = (wf_router){ .report = router->report };
}

static bool make_room(wf_router *router)
{
    if (router->count < router->room) return true;
    size_t room = router->room ? router->room * 2 : 32;
    wf_route *routes = wf_alloc(room * sizeof *routes);
    if (!routes) return false;
    if (router->count) memcpy(routes, router->routes, router->count * sizeof *routes);
    wf_free(router->routes);
    router->routes = routes;
    router->room = room;
    return true;
}

int32_t wf_router_add(wf_router *router, weft_method method, weft_str prefix, weft_str path)
{
    char *text = make_room(router) ? wf_alloc(prefix.len + path.len + 2) : NULL;
    if (!text) {
        router->failed = true;
        return -1;
    }
    size_t len = wf_pattern_join(text, prefix, path);
    router->routes[router->count] = (wf_route){ method, weft_str_of(text, len) };
    return (int32_t)router->count++;
}

wf_routes *wf_router_freeze(const wf_router *router)
{
    if (!router->failed) return wf_routes_freeze(router->routes, router->count, router->report);
    router->report.say(router->report.state, weft_lit("routes: out of memory"));
    return NULL;
}
