/* All routes of an app as one block that is built once and only read after: no lock, no pointer chased out of it.
 *
 * Each method has a trie over segments and an index over whole paths.
 *
 *   rank     A route's place among those of its method, in the order of registration. Of all routes that take a
 *            path the one with the lowest rank answers: registration order decides, nothing else.
 *   trie     One node per distinct beginning of a pattern. A node's text children are found by hash; beside them
 *            stand at most one {name:int} child, one {name} child, and the ranks of the route that ends here and of
 *            the tail that begins here.
 *   statics  Routes without variables, by their whole path. A route that loses its own path to an earlier one is
 *            left out, so the index never gives an answer that the trie would not give.
 *
 * HEAD is answered by GET's routes unless a route of its own takes the path: HEAD's ranks are its own routes in
 * order, then GET's. An app without HEAD routes has GET's tables twice, in one copy.
 *
 * Offsets count bytes from the start of the block; 0 is "none", for the header begins there. */
#ifndef WF_ROUTER_FREEZE_H
#define WF_ROUTER_FREEZE_H
#include "router/index.h"
#include "router/pattern.h"

enum { WF_METHODS = WEFT_OPTIONS + 1 };

typedef struct wf_route {
    weft_method method;
    weft_str pattern;
} wf_route;

/* Where start-up's mistakes go: one call a mistake. */
typedef struct wf_report {
    void (*say)(void *state, weft_str mistake);
    void *state;
} wf_report;

typedef struct wf_routes wf_routes;

/* A route's number is its place in `routes`. NULL when a pattern is malformed, a route is registered twice (both
 * are named) or memory is out: every mistake has then been reported. The texts are copied. */
WEFT_CHECK wf_routes *wf_routes_freeze(const wf_route *routes, size_t count, wf_report report);
void wf_routes_free(wf_routes *routes);

/* What was frozen, for metrics and listings: "/users/{id}" whatever slashes it was registered with. */
size_t wf_routes_count(const wf_routes *routes);
weft_method wf_route_method(const wf_routes *routes, int32_t route);
weft_str wf_route_pattern(const wf_routes *routes, int32_t route);
const char *wf_method_name(weft_method method);

/* ---- The block: for match.c and scope.c ----------------------------------------------------------------- */

#define WF_RANK_NONE UINT32_MAX

typedef struct wf_node {
    wf_index texts;
    uint32_t any, number; /* {name} and {name:int} */
    uint32_t leaf, tail;  /* ranks */
    uint32_t least;       /* the lowest rank here and below */
    bool looks;           /* what a segment says matters: there are texts, or a {name:int} */
} wf_node;

/* A view by offset. */
typedef struct wf_text {
    uint32_t at, len;
} wf_text;

/* Where a rank leads. */
typedef struct wf_target {
    uint32_t names; /* offset of wf_text[count] */
    int32_t route;
    uint8_t count;
    bool tail;                 /* the last name takes the rest */
    uint8_t at[WF_PARAMS_MAX]; /* which segment each name takes */
} wf_target;

typedef struct wf_table {
    wf_index statics; /* leads to route numbers plus 1 */
    uint64_t lengths; /* bit n: there are statics of n bytes, modulo 64; spares the others' paths a look */
    uint32_t root;
    uint32_t targets; /* offset of wf_target[] by rank */
    uint32_t own;     /* ranks below are the method's own; the rest are GET's, lent to HEAD */
    int32_t home;     /* the static route that answers "/", plus 1; 0: the trie knows */
} wf_table;

struct wf_routes {
    wf_slot nothing; /* the one slot of every empty index, so that looking into one needs no test */
    wf_table tables[WF_METHODS];
    uint32_t count;
    uint32_t patterns; /* offset of wf_text[count] */
    uint32_t methods;  /* offset of uint8_t[count] */
};

static inline const void *wf_at(const wf_routes *routes, uint32_t offset)
{
    return (const char *)routes + offset;
}

static inline weft_str wf_text_at(const wf_routes *routes, wf_text text)
{
    return weft_str_of(wf_at(routes, text.at), text.len);
}
#endif
