/* Which filters a request meets: a list of patterns, decided once per route as far as a route decides it.
 *
 * For a route and a filter's pattern three things can be true of all paths that the route takes: the filter covers
 * none of them, all of them, or some. Only the last has to be looked at while serving: a route's list holds what is
 * left, each with a word whether it is sure. A tail below /admin is sure for every route that begins with /admin/
 * and is in no other route's list, so with the usual filters a hit compares nothing.
 *
 *   a tail alone           everything
 *   /admin and a tail      /admin and all below it
 *   /admin                 that path alone
 *
 * Variables are allowed as in routes. Their values are not kept. */
#ifndef WF_ROUTER_SCOPE_H
#define WF_ROUTER_SCOPE_H
#include "router/freeze.h"

typedef enum wf_reach { WF_REACH_NONE, WF_REACH_SOME, WF_REACH_ALL } wf_reach;

/* Of the paths that `route` takes, which does `filter` cover? */
wf_reach wf_pattern_reach(const wf_pattern *filter, const wf_pattern *route);

typedef struct wf_scopes wf_scopes;

/* A filter's number is its place in `patterns`. NULL when one is malformed or memory is out, as reported; `label`
 * is what a mistake is said to be in: "before", "after". The texts are copied; `routes` is only read here. */
WEFT_CHECK wf_scopes *wf_scopes_freeze(const weft_str *patterns, size_t count, const wf_routes *routes,
                                       const char *label, wf_report report);
void wf_scopes_free(wf_scopes *scopes);

/* One filter that a route may meet. */
typedef struct wf_scope_ref {
    uint32_t filter;
    bool sure; /* it covers all of the route's paths; else ask wf_scope_covers */
} wf_scope_ref;

typedef struct wf_scope_list {
    const wf_scope_ref *refs; /* in order of registration */
    size_t count;
} wf_scope_list;

/* The filters of a route, or of a miss: -1. */
wf_scope_list wf_scopes_of(const wf_scopes *scopes, int32_t route);

/* Whether a filter covers a path (see match.h for what a path is). */
bool wf_scope_covers(const wf_scopes *scopes, uint32_t filter, weft_str path, bool plain);
#endif
