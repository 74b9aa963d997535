#include "router/freeze.h"
#include "router/match.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* A route while the block is built. */
typedef struct item {
    const wf_segment *segments;
    uint32_t count;
    uint32_t rank;
    int32_t route;
    uint32_t slot; /* offset of the slot that is to lead to this item's child; see add_texts */
} item;

typedef struct builder {
    const wf_route *routes;
    size_t count;
    wf_report report;
    size_t mistakes;
    bool failed; /* out of memory, or the block would pass 4 GiB: nothing is stored from then on */

    char *block; /* grows and moves: everything in it is an offset */
    size_t len, room;
    uint32_t texts_at; /* where the copy of `texts` is in the block */

    char *texts;      /* all patterns, normalised, behind one another */
    wf_text *text_of; /* per route: its part of `texts` */
    wf_segment *segments;
    item *items;         /* per route; count is UINT32_MAX where the pattern was refused */
    item *list;          /* of one method, sorted */
    int32_t *earlier_of; /* per route: the one it repeats, or -1 */
    wf_key *keys;
    unsigned char *scratch;
} builder;

const char *wf_method_name(weft_method method)
{
    static const char *const names[WF_METHODS] = {
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"
    };
    return names[method];
}

/* ---- The growing block ---------------------------------------------------------------------------------- */

static bool grow(builder *b, size_t len)
{
    size_t room = b->room ? b->room : 4096;
    while (room < len) room *= 2;
    char *block = room <= UINT32_MAX ? wf_alloc(room) : NULL;
    if (!block) return false;
    if (b->block) memcpy(block, b->block, b->len);
    wf_free(b->block);
    b->block = block;
    b->room = room;
    return true;
}

/* Zeroed room at the block's end. 0 once the builder has failed. */
static uint32_t reserve(builder *b, size_t size)
{
    size_t at = b->len, len = at + (size + 7) / 8 * 8;
    if (len > b->room && !b->failed) b->failed = !grow(b, len);
    if (b->failed) return 0;
    b->len = len;
    return (uint32_t)at;
}

static void store(builder *b, size_t at, const void *value, size_t size)
{
    if (!b->failed) memcpy(b->block + at, value, size);
}

static wf_text text_in_block(const builder *b, weft_str text)
{
    return (wf_text){ b->texts_at + (uint32_t)(text.ptr - b->texts), (uint32_t)text.len };
}

static weft_str route_text(const builder *b, int32_t route)
{
    return weft_str_of(b->texts + b->text_of[route].at, b->text_of[route].len);
}

/* ---- Reading the patterns ------------------------------------------------------------------------------- */

static size_t count_segments(weft_str pattern)
{
    size_t count = 1;
    for (size_t i = 0; i < pattern.len; i++) count += pattern.ptr[i] == '/';
    return count;
}

static bool prepare(builder *b)
{
    size_t text = 0, segments = 0, n = b->count + 1;
    for (size_t i = 0; i < b->count; i++) {
        text += b->routes[i].pattern.len + 2;
        segments += count_segments(b->routes[i].pattern);
    }
    if (n > INT32_MAX || text > UINT32_MAX) return false;
    b->texts = wf_alloc(text + 1);
    b->text_of = wf_alloc(n * sizeof *b->text_of);
    b->segments = wf_alloc((segments + 1) * sizeof *b->segments);
    b->items = wf_alloc(n * sizeof *b->items);
    b->list = wf_alloc(n * sizeof *b->list);
    b->earlier_of = wf_alloc(n * sizeof *b->earlier_of);
    b->keys = wf_alloc(n * sizeof *b->keys);
    b->scratch = wf_alloc(wf_index_scratch(n));
    return b->texts && b->text_of && b->segments && b->items && b->list && b->earlier_of && b->keys &&
           b->scratch;
}

static void dispose(builder *b)
{
    wf_free(b->texts);
    wf_free(b->text_of);
    wf_free(b->segments);
    wf_free(b->items);
    wf_free(b->list);
    wf_free(b->earlier_of);
    wf_free(b->keys);
    wf_free(b->scratch);
    wf_free(b->block);
}

WEFT_FORMAT(3, 4) WF_COLD static void complain(builder *b, int32_t route, const char *format, ...)
{
    char what[300], line[1024];
    weft_str text = route_text(b, route);
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    int len = snprintf(line, sizeof line, "%s %.*s%s: %s", wf_method_name(b->routes[route].method),
                       text.len > 500 ? 500 : (int)text.len, text.ptr, text.len > 500 ? "..." : "", what);
    b->mistakes++;
    b->report.say(b->report.state, weft_str_of(line, (size_t)len));
}

static void read_patterns(builder *b)
{
    wf_segment *segments = b->segments;
    size_t text = 0;
    for (size_t i = 0; i < b->count; i++) {
        wf_pattern pattern;
        wf_pattern_error error;
        size_t len = wf_pattern_join(b->texts + text, weft_lit(""), b->routes[i].pattern);
        b->text_of[i] = (wf_text){ (uint32_t)text, (uint32_t)len };
        b->earlier_of[i] = -1;
        b->items[i] = (item){ .segments = segments, .route = (int32_t)i };
        if (wf_pattern_parse(weft_str_of(b->texts + text, len), &pattern, &error)) {
            memcpy(segments, pattern.segments, pattern.count * sizeof *segments);
            b->items[i].count = pattern.count;
            segments += pattern.count;
        } else {
            b->items[i].count = UINT32_MAX;
            complain(b, (int32_t)i, "at byte %zu: %s", error.at + 1, error.text);
        }
        text += len;
    }
}

/* ---- Order ---------------------------------------------------------------------------------------------- */

static int order_shapes(const item *a, const item *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const wf_segment *x = &a->segments[i], *y = &b->segments[i];
        int order = (int)x->kind - (int)y->kind;
        if (!order && x->kind == WF_SEGMENT_TEXT) order = wf_str_order(x->text, y->text);
        if (order) return order;
    }
    return (a->count > b->count) - (a->count < b->count);
}

/* Patterns with a common beginning become neighbours, the shortest first, equal shapes in order of rank. */
static int order_items(const void *left, const void *right)
{
    const item *a = left, *b = right;
    int order = order_shapes(a, b);
    return order ? order : (a->rank > b->rank) - (a->rank < b->rank);
}

/* Appends the routes of `method` whose patterns were read to the list. */
static uint32_t list_method(builder *b, weft_method method, uint32_t listed)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->routes[i].method == method && b->items[i].count != UINT32_MAX) {
            b->list[listed] = b->items[i];
            b->list[listed].rank = listed;
            listed++;
        }
    return listed;
}

static void find_repeats(builder *b, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const item *earlier = &b->list[i - 1], *later = &b->list[i];
        if (order_shapes(earlier, later) == 0) b->earlier_of[later->route] = earlier->route;
    }
}

static void report_repeats(builder *b)
{
    for (int method = 0; method < WF_METHODS; method++) {
        uint32_t count = list_method(b, (weft_method)method, 0);
        qsort(b->list, count, sizeof *b->list, order_items);
        find_repeats(b, count);
    }
    for (size_t i = 0; i < b->count; i++) {
        if (b->earlier_of[i] < 0) continue;
        weft_str earlier = route_text(b, b->earlier_of[i]);
        complain(b, (int32_t)i, "takes the same paths as %s %.*s, registered before it; take one of them out",
                 wf_method_name(b->routes[i].method), earlier.len > 200 ? 200 : (int)earlier.len,
                 earlier.ptr);
    }
}

/* ---- The trie ------------------------------------------------------------------------------------------- */

static uint32_t add_node(builder *b, item *items, uint32_t count, uint32_t depth);

static wf_index empty_index(void)
{
    wf_index index = wf_index_single;
    index.slots = offsetof(wf_routes, nothing);
    return index;
}

static wf_key make_key(weft_str text, uint32_t value)
{
    return (wf_key){ .piece = wf_piece_read(text.ptr, text.ptr + text.len, true), .value = value };
}

static wf_index add_index(builder *b, uint32_t count)
{
    if (count == 0) return empty_index();
    wf_index index = wf_index_plan(b->keys, count, b->scratch);
    index.slots = reserve(b, wf_index_slots(&index) * sizeof(wf_slot));
    for (uint32_t i = 0; i < count; i++) {
        const wf_key *key = &b->keys[i];
        uint32_t text = text_in_block(b, weft_str_of(key->piece.ptr, key->piece.len)).at;
        wf_slot slot = { key->piece.head, key->piece.tail, (uint32_t)key->piece.len, text, key->value, 0 };
        store(b, index.slots + key->slot * sizeof slot, &slot, sizeof slot);
    }
    return index;
}

/* How many items, from the first on, have its segment at `depth`. */
static uint32_t count_alike(const item *items, uint32_t count, uint32_t depth)
{
    const wf_segment *first = &items[0].segments[depth];
    uint32_t alike = 1;
    for (; alike < count && items[alike].count > depth; alike++) {
        const wf_segment *segment = &items[alike].segments[depth];
        if (segment->kind != first->kind) break;
        if (first->kind == WF_SEGMENT_TEXT && !weft_str_eq(segment->text, first->text)) break;
    }
    return alike;
}

/* The index first, its children after it. Building a child needs `keys` again, so each slot's place is kept in
 * the first item that goes through it. */
static wf_index add_texts(builder *b, item *items, uint32_t count, uint32_t depth)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < count; i += count_alike(items + i, count - i, depth))
        b->keys[groups++] = make_key(items[i].segments[depth].text, 0);
    wf_index index = add_index(b, groups);
    for (uint32_t i = 0, group = 0; i < count; i += count_alike(items + i, count - i, depth))
        items[i].slot = index.slots + b->keys[group++].slot * (uint32_t)sizeof(wf_slot);
    for (uint32_t i = 0, alike; i < count; i += alike) {
        alike = count_alike(items + i, count - i, depth);
        uint32_t slot = items[i].slot, child = add_node(b, items + i, alike, depth + 1);
        store(b, slot + offsetof(wf_slot, value), &child, sizeof child);
    }
    return index;
}

/* The node of all `items`, which agree on their first `depth` segments. Sorted, so those that end here come first,
 * then texts, {name}, {name:int}, tails. */
static uint32_t add_node(builder *b, item *items, uint32_t count, uint32_t depth)
{
    wf_node node = { .leaf = WF_RANK_NONE, .tail = WF_RANK_NONE, .least = WF_RANK_NONE };
    uint32_t at = reserve(b, sizeof node), i = 0, texts;
    for (uint32_t j = 0; j < count; j++)
        if (items[j].rank < node.least) node.least = items[j].rank;
    if (items[0].count == depth) node.leaf = items[0].rank;
    while (i < count && items[i].count == depth) i++;
    for (texts = 0; i + texts < count && items[i + texts].segments[depth].kind == WF_SEGMENT_TEXT;) texts++;
    node.texts = add_texts(b, items + i, texts, depth);
    for (i += texts; i < count;) {
        uint32_t alike = count_alike(items + i, count - i, depth);
        wf_segment_kind kind = items[i].segments[depth].kind;
        if (kind == WF_SEGMENT_TAIL)
            node.tail = items[i].rank;
        else
            *(kind == WF_SEGMENT_INT ? &node.number : &node.any) = add_node(b, items + i, alike, depth + 1);
        i += alike;
    }
    node.looks = texts > 0 || node.number;
    store(b, at, &node, sizeof node);
    return at;
}

/* ---- Tables --------------------------------------------------------------------------------------------- */

static wf_target add_target(builder *b, const item *it)
{
    wf_target target = { .route = it->route };
    wf_text names[WF_PARAMS_MAX];
    for (uint32_t i = 0; i < it->count; i++) {
        const wf_segment *segment = &it->segments[i];
        if (segment->kind == WF_SEGMENT_TEXT || segment->text.len == 0) continue;
        target.tail = segment->kind == WF_SEGMENT_TAIL;
        target.at[target.count] = (uint8_t)i;
        names[target.count++] = text_in_block(b, segment->text);
    }
    target.names = reserve(b, target.count * sizeof *names);
    store(b, target.names, names, target.count * sizeof *names);
    return target;
}

static void add_targets(builder *b, wf_table *table, uint32_t count)
{
    table->targets = reserve(b, count * sizeof(wf_target));
    for (uint32_t i = 0; i < count; i++) {
        wf_target target = add_target(b, &b->list[i]);
        store(b, table->targets + b->list[i].rank * sizeof target, &target, sizeof target);
    }
}

static bool is_static(const item *it)
{
    for (uint32_t i = 0; i < it->count; i++)
        if (it->segments[i].kind != WF_SEGMENT_TEXT) return false;
    return true;
}

/* Only routes that win their own path; the trie is asked, so that the two cannot disagree. The root has no text to
 * be found by: it has a place of its own. */
static void add_statics(builder *b, wf_table *table, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count && !b->failed; i++) {
        const item *it = &b->list[i];
        const wf_routes *routes = (const void *)b->block;
        weft_str path = route_text(b, it->route);
        if (!is_static(it) || wf_table_rank(routes, table, path, true) != it->rank) continue;
        if (it->count == 0) {
            table->home = it->route + 1;
            continue;
        }
        table->lengths |= UINT64_C(1) << (path.len & 63);
        b->keys[found++] = make_key(weft_str_of(path.ptr + 1, path.len - 1), (uint32_t)it->route + 1);
    }
    table->statics = add_index(b, found);
}

static wf_table add_table(builder *b, uint32_t own, uint32_t count)
{
    wf_table table = { .own = own, .statics = empty_index() };
    if (count == 0) return table;
    qsort(b->list, count, sizeof *b->list, order_items);
    table.root = add_node(b, b->list, count, 0);
    add_targets(b, &table, count);
    add_statics(b, &table, count);
    return table;
}

static void add_tables(builder *b, wf_table *tables)
{
    for (int method = 0; method < WF_METHODS; method++) {
        if (method == WEFT_HEAD) continue;
        uint32_t own = list_method(b, (weft_method)method, 0);
        tables[method] = add_table(b, own, own);
    }
    uint32_t own = list_method(b, WEFT_HEAD, 0);
    tables[WEFT_HEAD] = tables[WEFT_GET];
    tables[WEFT_HEAD].own = 0;
    if (own > 0) tables[WEFT_HEAD] = add_table(b, own, list_method(b, WEFT_GET, own));
}

/* ---- The whole ------------------------------------------------------------------------------------------ */

static void add_listing(builder *b, wf_routes *header)
{
    size_t len = b->count ? b->text_of[b->count - 1].at + b->text_of[b->count - 1].len : 0;
    b->texts_at = reserve(b, len);
    store(b, b->texts_at, b->texts, len);
    header->count = (uint32_t)b->count;
    header->patterns = reserve(b, b->count * sizeof(wf_text));
    header->methods = reserve(b, b->count);
    for (size_t i = 0; i < b->count; i++) {
        wf_text text = text_in_block(b, route_text(b, (int32_t)i));
        uint8_t method = (uint8_t)b->routes[i].method;
        store(b, header->patterns + i * sizeof text, &text, sizeof text);
        store(b, header->methods + i, &method, 1);
    }
}

static void build(builder *b)
{
    wf_routes header = { 0 };
    if (!prepare(b)) {
        b->failed = true;
        return;
    }
    read_patterns(b);
    report_repeats(b);
    if (b->mistakes > 0) return;
    reserve(b, sizeof header);
    add_listing(b, &header);
    add_tables(b, header.tables);
    store(b, 0, &header, sizeof header);
}

wf_routes *wf_routes_freeze(const wf_route *routes, size_t count, wf_report report)
{
    builder b = { .routes = routes, .count = count, .report = report };
    wf_routes *frozen = NULL;
    build(&b);
    if (!b.failed && b.mistakes == 0 && (frozen = wf_alloc(b.len)) != NULL) memcpy(frozen, b.block, b.len);
    if (!frozen && b.mistakes == 0) report.say(report.state, weft_lit("routes: out of memory"));
    dispose(&b);
    return frozen;
}

void wf_routes_free(wf_routes *routes) { wf_free(routes); }

size_t wf_routes_count(const wf_routes *routes) { return routes->count; }

weft_method wf_route_method(const wf_routes *routes, int32_t route)
{
    return (weft_method)((const uint8_t *)wf_at(routes, routes->methods))[route];
}

weft_str wf_route_pattern(const wf_routes *routes, int32_t route)
{
    return wf_text_at(routes, ((const wf_text *)wf_at(routes, routes->patterns))[route]);
}
