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

enum { READABLE = 16 }; /* bytes that must be there to be read, whatever a path's length */

typedef struct walk {
    const wf_routes *routes;
    const char *path;  /* as given */
    const char *bytes; /* the same, or its copy in `room` */
    size_t readable;   /* bytes of `bytes` that are memory */
    size_t len;        /* of the path, its trailing slash left out */
    size_t at;         /* where the next piece begins; at or past `len` when none is left */
    uint64_t
        slashes; /* of the 64 bytes from `base` on, as bits; those before `at` are cleared; the end is one too */
    size_t base;
    uint32_t cut; /* pieces cut so far */
    bool plain;
    char room[READABLE];
    wf_piece pieces[WF_SEGMENTS_MAX + 1];
} walk;

/* A short path is copied, so that words can be loaded around its bytes. */
static const char *make_readable(walk *w, weft_str path)
{
    memset(w->room, 0, READABLE);
    return memcpy(w->room, path.ptr, path.len);
}

WF_INLINE void find_slashes(walk *w)
{
    w->slashes = wf_slashes_64(w->bytes, w->base, w->readable);
    if (w->len - w->base < 64) w->slashes |= UINT64_C(1) << (w->len - w->base);
}

WF_INLINE bool begin_walk(walk *w, const wf_routes *routes, weft_str path, bool plain)
{
    if (path.len == 0 || path.ptr[0] != '/') return false;
    w->routes = routes;
    w->path = path.ptr;
    w->bytes = path.len < READABLE ? make_readable(w, path) : path.ptr;
    w->readable = path.len < READABLE ? READABLE : path.len;
    w->len = path.len - (path.len > 1 && path.ptr[path.len - 1] == '/');
    w->at = 1;
    w->cut = 0;
    w->plain = plain;
    return true;
}

/* Before the first piece is cut: the leading slash is no end of one. */
WF_INLINE void begin_pieces(walk *w)
{
    w->base = 0;
    find_slashes(w);
    w->slashes &= w->slashes - 1;
}

WF_INLINE size_t piece_end(walk *w)
{
    while (WF_UNLIKELY(!w->slashes)) {
        w->base += 64;
        find_slashes(w);
    }
    size_t end = w->base + (size_t)__builtin_ctzll(w->slashes);
    w->slashes &= w->slashes - 1;
    return end;
}

/* Piece number `depth`, NULL when the path is shorter. Called for 0, 1, 2, ...: cuts one more at most. */
WF_INLINE const wf_piece *piece_at(walk *w, uint32_t depth)
{
    if (depth < w->cut) return &w->pieces[depth];
    if (w->at >= w->len) return NULL;
    wf_piece *piece = &w->pieces[w->cut++];
    size_t end = piece_end(w);
    *piece = wf_piece_of(w->bytes, w->at, end, w->readable);
    if (!w->plain) *piece = wf_piece_read(piece->ptr, piece->end, false);
    w->at = end + 1;
    return piece;
}

typedef struct later {
    uint32_t node, depth;
} later;

static uint32_t lowest_rank(walk *w, uint32_t root)
{
    /* at most two a depth: all of a depth are taken up before it is reached again */
    later list[2 * WF_SEGMENTS_MAX + 2];
    uint32_t listed = 0, best = WF_RANK_NONE, depth = 0;
    const wf_node *node = wf_at(w->routes, root);
    begin_pieces(w);
    for (;;) {
        const wf_piece *piece = piece_at(w, depth);
        uint32_t next = 0;
        if (node->tail < best) best = node->tail;
        if (!piece) {
            if (node->leaf < best) best = node->leaf;
        } else {
            uint32_t text = wf_index_find(w->routes, &node->texts, piece, w->plain);
            depth++;
            if (WF_UNLIKELY(node->number) && wf_piece_is_int(piece, w->plain))
                list[listed++] = (later){ node->number, depth };
            list[listed] = (later){ node->any, depth };
            listed += (text != 0) & (node->any != 0);
            next = text ? text : node->any;
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
    const char *path = w->path;
    ptrdiff_t end = 0;
    out->count = target->count;
    out->names = wf_at(w->routes, target->names);
    for (uint32_t i = 0; i < target->count; i++) {
        const wf_piece *piece = &w->pieces[target->at[i]];
        bool beyond = target->at[i] == w->cut; /* a tail with nothing left to take */
        ptrdiff_t from = beyond ? (ptrdiff_t)w->len : piece->ptr - w->bytes;
        end = beyond || (target->tail && i + 1u == target->count) ? (ptrdiff_t)w->len : piece->end - w->bytes;
        out->values[i] = weft_str_of(path + from, (size_t)(end - from));
    }
}

WF_INLINE int32_t match_static(const walk *w, const wf_index *statics)
{
    if (!w->plain || w->len < 2) return -1;
    const wf_piece whole = wf_piece_of(w->bytes, 1, w->len, w->readable);
    return (int32_t)wf_index_find(w->routes, statics, &whole, true) - 1;
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
