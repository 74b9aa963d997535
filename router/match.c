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

/* A path cut into pieces. Piece i begins at starts[i] and ends before the slash at starts[i + 1] - 1; there is no
 * piece i if starts[i] is past the end. No more are cut than patterns have segments. */
typedef struct pieces {
    const char *bytes; /* the path, or its copy in `room` */
    size_t readable;   /* bytes of `bytes` that are memory */
    size_t len;        /* of the path, its trailing slash left out */
    char room[READABLE];
    uint32_t starts[WF_SEGMENTS_MAX + 8]; /* they are written by fours */
} pieces;

/* A short path is copied, so that words can be loaded around its bytes. */
static const char *make_readable(pieces *p, weft_str path)
{
    memset(p->room, 0, READABLE);
    return memcpy(p->room, path.ptr, path.len);
}

WF_INLINE bool take_path(pieces *p, weft_str path)
{
    if (path.len == 0 || path.len > INT32_MAX || path.ptr[0] != '/') return false;
    p->bytes = path.len < READABLE ? make_readable(p, path) : path.ptr;
    p->readable = path.len < READABLE ? READABLE : path.len;
    p->len = path.len - (path.len > 1 && path.ptr[path.len - 1] == '/');
    return true;
}

/* Writes what follows each slash of a window of 64 bytes. Four at a time, the last ones perhaps in vain: a loop that
 * ends after one or two rounds is guessed better than one that ends after any number. */
WF_INLINE uint32_t put_starts(uint32_t *starts, uint32_t count, size_t base, uint64_t slashes)
{
    while (slashes && count < WF_SEGMENTS_MAX + 2)
        for (int i = 0; i < 4; i++) {
            starts[count] = (uint32_t)base + (uint32_t)__builtin_ctzll(slashes | UINT64_C(1) << 63) + 1;
            count += slashes != 0;
            slashes &= slashes - 1;
        }
    return count;
}

/* The end of the path counts as a slash: what follows it is past the end. */
WF_INLINE void cut_path(pieces *p)
{
    uint32_t count = 0;
    for (size_t base = 0; base <= p->len && count < WF_SEGMENTS_MAX + 2; base += 64) {
        uint64_t slashes = wf_slashes_64(p->bytes, base, p->readable);
        if (p->len - base < 64) slashes |= UINT64_C(1) << (p->len - base);
        count = put_starts(p->starts, count, base, slashes);
    }
}

/* Children that were passed by. At most two a depth: all of one depth are taken up before it is reached again. */
typedef struct later {
    uint32_t count;
    struct {
        uint32_t node, depth;
    } at[2 * WF_SEGMENTS_MAX];
} later;

WF_INLINE void leave(later *list, uint32_t node, uint32_t depth)
{
    list->at[list->count].node = node;
    list->at[list->count++].depth = depth;
}

/* The child that piece number `depth` leads to, 0 if none; further ones are left on the list. */
WF_INLINE uint32_t step(const wf_routes *routes, const pieces *p, const wf_node *node, uint32_t depth,
                        bool plain, later *list)
{
    if (!node->looks) return node->any;
    size_t from = p->starts[depth], to = p->starts[depth + 1] - 1;
    wf_piece piece = plain ? wf_piece_of(p->bytes, from, to, p->readable)
                           : wf_piece_read(p->bytes + from, p->bytes + to, false);
    uint32_t text = wf_index_find(routes, &node->texts, piece, plain);
    if (WF_UNLIKELY(node->number) && wf_piece_is_int(piece, plain)) leave(list, node->number, depth + 1);
    if (!text) return node->any;
    if (WF_UNLIKELY(node->any)) leave(list, node->any, depth + 1);
    return text;
}

/* The lowest rank below `root` that takes the path. */
WF_INLINE uint32_t walk(const wf_routes *routes, const pieces *p, uint32_t root, bool plain)
{
    later list;
    uint32_t best = WF_RANK_NONE, depth = 0;
    const wf_node *node = wf_at(routes, root);
    list.count = 0;
    for (;;) {
        bool ends = p->starts[depth] >= p->len;
        uint32_t next = ends ? 0 : step(routes, p, node, depth, plain, &list);
        if (node->tail < best) best = node->tail;
        if (ends && node->leaf < best) best = node->leaf;
        depth++;
        if (next && (node = wf_at(routes, next))->least < best) continue;
        do {
            if (list.count == 0) return best;
            node = wf_at(routes, list.at[--list.count].node);
            depth = list.at[list.count].depth;
        } while (node->least >= best);
    }
}

static uint32_t walk_plain(const wf_routes *routes, const pieces *p, uint32_t root)
{
    return walk(routes, p, root, true);
}

static uint32_t walk_escaped(const wf_routes *routes, const pieces *p, uint32_t root)
{
    return walk(routes, p, root, false);
}

static uint32_t lowest_rank(const wf_routes *routes, pieces *p, uint32_t root, bool plain)
{
    cut_path(p);
    return plain ? walk_plain(routes, p, root) : walk_escaped(routes, p, root);
}

static void bind_params(const pieces *p, const char *path, const wf_target *target, wf_match *out)
{
    uint32_t whole = target->count - target->tail; /* those that take one piece */
    out->count = target->count;
    out->names = wf_at(out->routes, target->names);
    for (uint32_t i = 0; i < whole; i++) {
        size_t from = p->starts[target->at[i]];
        out->values[i] = weft_str_of(path + from, p->starts[target->at[i] + 1] - 1 - from);
    }
    if (!target->tail) return;
    size_t from = p->starts[target->at[whole]];
    if (from > p->len) from = p->len; /* nothing is left to take */
    out->values[whole] = weft_str_of(path + from, p->len - from);
}

WF_INLINE int32_t match_static(const wf_routes *routes, const wf_table *table, const pieces *p)
{
    if (!(table->lengths >> (p->len & 63) & 1)) return -1;
    const wf_piece whole = wf_piece_of(p->bytes, 1, p->len, p->readable);
    return (int32_t)wf_index_find(routes, &table->statics, whole, true) - 1;
}

int32_t wf_route_match(const wf_routes *routes, weft_method method, weft_str path, bool plain, wf_match *out)
{
    const wf_table *table = &routes->tables[method];
    pieces p;
    out->route = -1;
    out->count = 0;
    out->routes = routes;
    out->names = NULL;
    if (table->home && path.len == 1 && path.ptr[0] == '/') return out->route = table->home - 1;
    if (!table->root || !take_path(&p, path)) return -1;
    if (plain) out->route = match_static(routes, table, &p);
    if (out->route >= 0) return out->route;
    uint32_t rank = lowest_rank(routes, &p, table->root, plain);
    if (rank == WF_RANK_NONE) return -1;
    const wf_target *target = (const wf_target *)wf_at(routes, table->targets) + rank;
    bind_params(&p, path.ptr, target, out);
    return out->route = target->route;
}

uint32_t wf_table_rank(const wf_routes *routes, const wf_table *table, weft_str path, bool plain)
{
    pieces p;
    if (!table->root || !take_path(&p, path)) return WF_RANK_NONE;
    return lowest_rank(routes, &p, table->root, plain);
}

/* The first route of the method's own that takes the path, or -1. */
static int32_t own_route(const wf_routes *routes, const wf_table *table, weft_str path, bool plain)
{
    uint32_t rank = wf_table_rank(routes, table, path, plain);
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
