/* The walk through a trie answers what a scan over all routes would: the lowest rank that takes the path.
 *
 * At each node a segment may lead to three children: its text's, {name:int}'s, {name}'s. The walk goes on with the
 * first and leaves the others on a list; when it ends it takes them up again, but only those that promise a lower
 * rank than the best one found. A node is the only way to its children, so none is visited twice: however a path is
 * made up, a lookup visits at most every node once, and no segment behind the longest pattern is looked at.
 *
 * Params need not be remembered on the way, since a pattern knows which segments its variables take: they are read
 * off once the winner is known. */
#include "router/match.h"
#include "router/segment.h"
#include "src/base/str.h"

typedef struct walk {
    const wf_routes *routes;
    const char *start, *end; /* of the path, its trailing slash left out */
    const char *at;          /* where the next piece to be cut begins; past the end when none is left */
    uint32_t cut;            /* pieces cut so far */
    bool plain;
    wf_piece pieces[WF_SEGMENTS_MAX + 1];
} walk;

static bool begin_walk(walk *w, const wf_routes *routes, weft_str path, bool plain)
{
    if (path.len == 0 || path.ptr[0] != '/') return false;
    w->routes = routes;
    w->start = path.ptr;
    w->end = path.ptr + path.len;
    if (path.len > 1 && w->end[-1] == '/') w->end--;
    w->at = path.ptr + 1;
    w->cut = 0;
    w->plain = plain;
    return true;
}

/* Piece number `depth`, NULL when the path is shorter. Called for 0, 1, 2, ...: cuts one more at most. */
WF_INLINE const wf_piece *piece_at(walk *w, uint32_t depth)
{
    if (depth < w->cut) return &w->pieces[depth];
    if (w->at >= w->end) return NULL;
    wf_piece *piece = &w->pieces[w->cut++];
    *piece = wf_piece_cut(w->start, w->at, w->end);
    w->at = piece->end + 1;
    if (!w->plain) wf_piece_decode(piece);
    return piece;
}

typedef struct later {
    uint32_t node, depth;
} later;

static uint32_t lowest_rank(walk *w, uint32_t root)
{
    later list[2 * WF_SEGMENTS_MAX +
               2]; /* at most two a depth: all of a depth are taken up before it is reached again */
    uint32_t listed = 0, best = WF_RANK_NONE, depth = 0;
    const wf_node *node = wf_at(w->routes, root);
    for (;;) {
        const wf_piece *piece = piece_at(w, depth);
        uint32_t next = 0;
        if (node->tail < best) best = node->tail;
        if (!piece) {
            if (node->leaf < best) best = node->leaf;
        } else {
            const wf_slot *slot = wf_index_find(w->routes, &node->texts, piece, w->plain);
            depth++;
            if (slot) next = slot->value;
            if (node->number && wf_piece_is_int(piece, w->plain))
                list[listed++] = (later){ node->number, depth };
            if (node->any) list[listed++] = (later){ node->any, depth };
        }
        if (next && (node = wf_at(w->routes, next))->least < best) continue;
        do {
            if (listed == 0) return best;
            node = wf_at(w->routes, list[--listed].node);
            depth = list[listed].depth;
        } while (node->least >= best);
    }
}

static void bind_params(const walk *w, const wf_target *target, wf_match *out)
{
    out->count = target->count;
    out->names = wf_at(w->routes, target->names);
    for (uint32_t i = 0; i < target->count; i++) {
        bool beyond = target->at[i] == w->cut; /* a tail with nothing left to take */
        const char *ptr = beyond ? w->end : w->pieces[target->at[i]].ptr;
        const char *end =
            beyond || (target->tail && i + 1u == target->count) ? w->end : w->pieces[target->at[i]].end;
        out->values[i] = weft_str_of(ptr, (size_t)(end - ptr));
    }
}

static int32_t match_static(const walk *w, const wf_index *statics)
{
    if (!w->plain || !statics->slots) return -1;
    const char *from = w->at;
    const wf_piece whole = { from, w->end, wf_hash(from, w->end), (size_t)(w->end - from) };
    const wf_slot *slot = wf_index_find(w->routes, statics, &whole, true);
    return slot ? (int32_t)slot->value : -1;
}

int32_t wf_route_match(const wf_routes *routes, weft_method method, weft_str path, bool plain, wf_match *out)
{
    const wf_table *table = &routes->tables[method];
    walk w;
    out->route = -1;
    out->count = 0;
    out->routes = routes;
    out->names = NULL;
    if (!table->root || !begin_walk(&w, routes, path, plain)) return -1;
    out->route = match_static(&w, &table->statics);
    if (out->route >= 0) return out->route;
    uint32_t rank = lowest_rank(&w, table->root);
    if (rank == WF_RANK_NONE) return -1;
    const wf_target *target = (const wf_target *)wf_at(routes, table->targets) + rank;
    bind_params(&w, target, out);
    return out->route = target->route;
}

weft_str wf_match_param(const wf_match *match, weft_str name)
{
    for (uint32_t i = 0; i < match->count; i++)
        if (weft_str_eq(wf_match_name(match, i), name)) return match->values[i];
    return weft_str_of(NULL, 0);
}

uint32_t wf_table_rank(const wf_routes *routes, const wf_table *table, weft_str path)
{
    walk w;
    if (!table->root || !begin_walk(&w, routes, path, true)) return WF_RANK_NONE;
    return lowest_rank(&w, table->root);
}

/* The first route of the method's own that takes the path, or -1. */
static int32_t own_route(const wf_routes *routes, const wf_table *table, weft_str path, bool plain)
{
    walk w;
    if (!table->own || !begin_walk(&w, routes, path, plain)) return -1;
    uint32_t rank = lowest_rank(&w, table->root);
    if (rank >= table->own) return -1;
    return ((const wf_target *)wf_at(routes, table->targets))[rank].route;
}

unsigned wf_route_methods(const wf_routes *routes, weft_str path, bool plain, weft_method order[WF_METHODS])
{
    unsigned bits = 0, count = 0;
    int32_t first[WF_METHODS];
    for (int method = 0; method < WF_METHODS; method++) {
        int32_t route = own_route(routes, &routes->tables[method], path, plain);
        if (route < 0) continue;
        bits |= 1u << method;
        unsigned i = count++;
        for (; order && i > 0 && first[i - 1] > route; i--) {
            first[i] = first[i - 1];
            order[i] = order[i - 1];
        }
        if (order) order[i] = (weft_method)method;
        first[i] = route;
    }
    return bits;
}
