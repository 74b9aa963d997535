/* From a path to a route.
 *
 * A path is what a request sent, percent-encoding untouched, after the checks of HTTP's side: it begins with "/",
 * has no "//", no "." or ".." segment, no %2F and no %00, and its escapes are whole. `plain` says that it holds no
 * '%', which is what lets segments be compared as they stand; escapes are decoded on the fly otherwise. One trailing
 * slash means nothing. Anything that does not begin with "/" matches no route. */
#ifndef WF_ROUTER_MATCH_H
#define WF_ROUTER_MATCH_H
#include "router/freeze.h"

typedef struct wf_match {
    int32_t route;  /* -1: none */
    uint32_t count; /* params */
    const wf_routes *routes;
    const wf_text *names; /* read with wf_match_name */
    /* Spans of the path as it was sent, still encoded; never absent. What is beyond `count` is not written. */
    weft_str values[WF_PARAMS_MAX];
} wf_match;

/* The route that answers, or -1; the same number is in out->route. */
int32_t wf_route_match(const wf_routes *routes, weft_method method, weft_str path, bool plain, wf_match *out);

/* The name of param `i` as the pattern has it; lives as long as the routes. */
static inline weft_str wf_match_name(const wf_match *match, uint32_t i)
{
    return wf_text_at(match->routes, match->names[i]);
}

/* For 405 and OPTIONS, on a miss: which methods have a route of their own for this path, as bits 1u << method.
 * `order`, if given, receives them in the order in which those routes were registered. */
unsigned wf_route_methods(const wf_routes *routes, weft_str path, bool plain, weft_method order[WF_METHODS]);

/* The lowest rank of a table's trie that takes `path`; freeze.c asks it before an index over paths exists. */
uint32_t wf_table_rank(const wf_routes *routes, const wf_table *table, weft_str path, bool plain);
#endif
