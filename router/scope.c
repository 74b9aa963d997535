#include "router/scope.h"
#include "router/segment.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include <stdio.h>

/* ---- What a route decides beforehand -------------------------------------------------------------------- */

static wf_reach reach_of_segment(const wf_segment *filter, const wf_segment *route)
{
    if (filter->kind == WF_SEGMENT_ANY) return WF_REACH_ALL;
    if (route->kind == WF_SEGMENT_ANY) return WF_REACH_SOME;
    if (filter->kind == WF_SEGMENT_INT && route->kind == WF_SEGMENT_INT) return WF_REACH_ALL;
    if (filter->kind == WF_SEGMENT_TEXT && route->kind == WF_SEGMENT_TEXT)
        return weft_str_eq(filter->text, route->text) ? WF_REACH_ALL : WF_REACH_NONE;
    bool route_is_text = route->kind == WF_SEGMENT_TEXT;
    weft_str text = route_is_text ? route->text : filter->text;
    wf_piece piece = { .ptr = text.ptr, .end = text.ptr + text.len };
    if (!wf_piece_is_int(piece, true)) return WF_REACH_NONE;
    return route_is_text ? WF_REACH_ALL : WF_REACH_SOME;
}

wf_reach wf_pattern_reach(const wf_pattern *filter, const wf_pattern *route)
{
    wf_reach reach = WF_REACH_ALL;
    for (uint32_t i = 0;; i++) {
        bool filter_ends = i == filter->count, route_ends = i == route->count;
        if (!filter_ends && filter->segments[i].kind == WF_SEGMENT_TAIL) return reach;
        if (filter_ends && route_ends) return reach;
        if (!route_ends && route->segments[i].kind == WF_SEGMENT_TAIL) return WF_REACH_SOME;
        if (filter_ends || route_ends) return WF_REACH_NONE;
        wf_reach here = reach_of_segment(&filter->segments[i], &route->segments[i]);
        if (here < reach) reach = here;
        if (reach == WF_REACH_NONE) return reach;
    }
}

/* ---- The block ------------------------------------------------------------------------------------------ */

/* A filter's pattern. Without variables it is `text`, a path to compare at one go. */
typedef struct scope {
    const wf_segment *segments;
    /* Normalised, without the tail: "" for everything, "/admin"; absent if it holds variables. */
    weft_str text;
    uint32_t count; /* segments, the tail left out */
    bool tail;
} scope;

struct wf_scopes {
    const scope *scopes;
    const wf_scope_list *lists; /* by route number plus one: the first is the miss's */
};

wf_scope_list wf_scopes_of(const wf_scopes *scopes, int32_t route) { return scopes->lists[route + 1]; }

void wf_scopes_free(wf_scopes *scopes) { wf_free(scopes); }

/* ---- Serving -------------------------------------------------------------------------------------------- */

static bool takes(const wf_segment *segment, wf_piece piece, bool plain)
{
    if (segment->kind == WF_SEGMENT_ANY) return true;
    if (segment->kind == WF_SEGMENT_INT) return wf_piece_is_int(piece, plain);
    const char *text = segment->text.ptr, *text_end = text + segment->text.len, *at = piece.ptr;
    while (at < piece.end && text < text_end)
        if (wf_piece_byte(&at, piece.end, plain) != (unsigned char)*text++) return false;
    return at == piece.end && text == text_end;
}

static bool covers_by_segment(const scope *s, const char *start, const char *end, bool plain)
{
    const char *at = start + 1;
    for (uint32_t i = 0; i < s->count; i++) {
        if (at >= end) return false;
        const char *slash = memchr(at, '/', (size_t)(end - at));
        wf_piece piece = { .ptr = at, .end = slash ? slash : end };
        if (!takes(&s->segments[i], piece, plain)) return false;
        at = piece.end + 1;
    }
    return s->tail || at >= end;
}

bool wf_scope_covers(const wf_scopes *scopes, uint32_t filter, weft_str path, bool plain)
{
    const scope *s = &scopes->scopes[filter];
    if (path.len == 0 || path.ptr[0] != '/') return s->tail && s->count == 0;
    const char *end = path.ptr + path.len;
    if (end[-1] == '/') end--;
    if (!plain || !s->text.ptr) return covers_by_segment(s, path.ptr, end, plain);
    size_t len = (size_t)(end - path.ptr), want = s->text.len;
    if (len < want || memcmp(path.ptr, s->text.ptr, want) != 0) return false;
    return len == want || (s->tail && path.ptr[want] == '/');
}

/* ---- Freezing ------------------------------------------------------------------------------------------- */

typedef struct builder {
    const weft_str *patterns;
    size_t count;
    const wf_routes *routes;
    wf_pattern *parsed; /* of the filters; their texts are in the block once it exists */
    char *block;        /* NULL while it is measured */
    size_t len;
} builder;

/* The next `size` bytes of the block; only a place to count from while it is measured. */
static void *take(builder *b, size_t size)
{
    void *at = b->block ? b->block + b->len : NULL;
    b->len += (size + 7) / 8 * 8;
    return at;
}

static weft_str take_text(builder *b, weft_str pattern)
{
    char *text = take(b, pattern.len + 2);
    return text ? weft_str_of(text, wf_pattern_join(text, weft_lit(""), pattern)) : weft_str_of(NULL, 0);
}

static scope make_scope(const wf_pattern *pattern, weft_str text, wf_segment *segments)
{
    scope s = { .segments = segments, .tail = wf_pattern_has_tail(pattern), .text = text };
    s.count = pattern->count - s.tail;
    memcpy(segments, pattern->segments, pattern->count * sizeof *segments);
    for (uint32_t i = 0; i < s.count; i++)
        if (segments[i].kind != WF_SEGMENT_TEXT) s.text = weft_str_of(NULL, 0);
    if (s.text.ptr && (s.tail || s.count == 0)) {
        while (s.text.ptr[--s.text.len] != '/') {}
    }
    return s;
}

static void add_scopes(builder *b, scope *scopes)
{
    for (size_t i = 0; i < b->count; i++) {
        wf_pattern_error ignored;
        weft_str text = take_text(b, b->patterns[i]);
        if (b->block && !wf_pattern_parse(text, &b->parsed[i], &ignored)) continue;
        wf_segment *segments = take(b, b->parsed[i].count * sizeof *segments);
        if (b->block) scopes[i] = make_scope(&b->parsed[i], text, segments);
    }
}

static wf_scope_list add_list(builder *b, const wf_pattern *route)
{
    wf_scope_ref *refs = take(b, 0);
    size_t count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        wf_reach reach = wf_pattern_reach(&b->parsed[i], route);
        if (reach == WF_REACH_NONE) continue;
        if (b->block) refs[count] = (wf_scope_ref){ i, reach == WF_REACH_ALL };
        count++;
    }
    take(b, count * sizeof *refs);
    return (wf_scope_list){ refs, count };
}

static void add_lists(builder *b, wf_scope_list *lists)
{
    size_t count = b->routes ? wf_routes_count(b->routes) : 0;
    for (size_t i = 0; i <= count; i++) {
        wf_pattern route = { .count = 1, .segments = { { weft_lit(""), WF_SEGMENT_TAIL } } };
        wf_pattern_error ignored;
        if (i > 0 && !wf_pattern_parse(wf_route_pattern(b->routes, (int32_t)i - 1), &route, &ignored))
            continue;
        wf_scope_list list = add_list(b, &route);
        if (b->block) lists[i] = list;
    }
}

/* Run twice, first to measure. */
static void build(builder *b)
{
    b->len = 0;
    wf_scopes *header = take(b, sizeof *header);
    scope *scopes = take(b, b->count * sizeof *scopes);
    wf_scope_list *lists = take(b, ((b->routes ? wf_routes_count(b->routes) : 0) + 1) * sizeof *lists);
    if (header) *header = (wf_scopes){ scopes, lists };
    add_scopes(b, scopes);
    add_lists(b, lists);
}

static bool parse_all(builder *b, const char *label, wf_report report)
{
    bool good = true;
    for (size_t i = 0; i < b->count; i++) {
        wf_pattern_error error;
        char line[1024];
        weft_str text = b->patterns[i];
        if (wf_pattern_parse(text, &b->parsed[i], &error)) continue;
        int len = snprintf(line, sizeof line, "%s %.*s%s: at byte %zu: %s", label,
                           text.len > 500 ? 500 : (int)text.len, text.ptr, text.len > 500 ? "..." : "",
                           error.at + 1, error.text);
        report.say(report.state, weft_str_of(line, (size_t)len));
        good = false;
    }
    return good;
}

wf_scopes *wf_scopes_freeze(const weft_str *patterns, size_t count, const wf_routes *routes,
                            const char *label, wf_report report)
{
    builder b = { .patterns = patterns, .count = count, .routes = routes };
    b.parsed = wf_alloc((count + 1) * sizeof *b.parsed);
    bool good = b.parsed != NULL;
    if (good && parse_all(&b, label, report)) {
        build(&b);
        b.block = wf_alloc(b.len);
        good = b.block != NULL;
        if (good) build(&b);
    }
    if (!good) report.say(report.state, weft_lit("filters: out of memory"));
    wf_free(b.parsed);
    return (wf_scopes *)(void *)b.block;
}
