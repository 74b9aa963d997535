#include "router/match.h"
#include "tests/router/naive.h"
#include "tests/router/random.h"
#include <criterion/criterion.h>

static void fail_on(void *state, weft_str mistake)
{
    (void)state;
    cr_assert_fail("%.*s", (int)mistake.len, mistake.ptr);
}

static const wf_report strict = { fail_on, NULL };

/* ---- Against a naive scan ------------------------------------------------------------------------------- */

enum { SETS = 400, LOOKUPS = 2500, ROUTES = 80 };

static bool has_shape(const wf_route *routes, size_t count, wf_route route)
{
    static char a[WF_PATTERN_LEN_MAX + 1], b[WF_PATTERN_LEN_MAX + 1];
    static wf_pattern pattern;
    wf_pattern_error error;
    cr_assert(wf_pattern_parse(route.pattern, &pattern, &error), "%.*s: %s", (int)route.pattern.len,
              route.pattern.ptr, error.text);
    size_t len = wf_pattern_shape(a, &pattern);
    for (size_t i = 0; i < count; i++) {
        if (routes[i].method != route.method) continue;
        cr_assert(wf_pattern_parse(routes[i].pattern, &pattern, &error));
        if (wf_pattern_shape(b, &pattern) == len && memcmp(a, b, len) == 0) return true;
    }
    return false;
}

static size_t random_routes(uint64_t *state, wf_route *routes, char texts[ROUTES][400], uint32_t words)
{
    size_t count = 0;
    for (uint32_t tries = 1 + random_below(state, ROUTES); tries > 0; tries--) {
        wf_route route = { random_below(state, 3) ? WEFT_GET : (weft_method)random_below(state, WF_METHODS),
                           random_pattern(state, texts[count], words) };
        if (!has_shape(routes, count, route)) routes[count++] = route;
    }
    return count;
}

static bool same_str(weft_str a, weft_str b) { return a.ptr == b.ptr && a.len == b.len; }

static void compare(const wf_match *got, const naive_result *want, weft_str path)
{
    cr_assert_eq(got->route, want->route, "%.*s: route %d, not %d", (int)path.len, path.ptr, got->route,
                 want->route);
    cr_assert_eq((int)got->count, want->count, "%.*s", (int)path.len, path.ptr);
    for (uint32_t i = 0; i < got->count; i++) {
        cr_assert(weft_str_eq(wf_match_name(got, i), want->names[i]), "%.*s", (int)path.len, path.ptr);
        cr_assert(want->values[i].len == 0 ? got->values[i].len == 0 && got->values[i].ptr
                                           : same_str(got->values[i], want->values[i]),
                  "%.*s", (int)path.len, path.ptr);
    }
}

static void compare_methods(const wf_routes *frozen, const wf_route *routes, size_t count, weft_str path,
                            bool plain, const naive_path *split)
{
    unsigned want = 0;
    weft_method order[WF_METHODS], want_order[WF_METHODS];
    size_t methods = 0;
    naive_result ignored;
    for (size_t i = 0; i < count; i++)
        if (!(want & 1u << routes[i].method) && naive_takes(routes[i].pattern, split, &ignored)) {
            want |= 1u << routes[i].method;
            want_order[methods++] = routes[i].method;
        }
    cr_assert_eq(wf_route_methods(frozen, path, plain, order), want, "%.*s", (int)path.len, path.ptr);
    for (size_t i = 0; i < methods; i++) cr_assert_eq(order[i], want_order[i]);
    cr_assert_eq(wf_route_methods(frozen, path, plain, NULL), want);
}

Test(match, answers_as_a_naive_scan_does, .timeout = 120)
{
    static char texts[ROUTES][400];
    static wf_route routes[ROUTES];
    static naive_path split;
    uint64_t state = 20240229, hits = 0;
    for (int set = 0; set < SETS; set++) {
        uint32_t words = 1 + random_below(&state, RANDOM_WORDS);
        size_t count = random_routes(&state, routes, texts, words);
        wf_routes *frozen = wf_routes_freeze(routes, count, strict);
        cr_assert(frozen);
        for (int i = 0; i < LOOKUPS; i++) {
            char room[2000];
            bool plain;
            weft_str path = random_path(&state, room, words, &plain);
            char *exact = malloc(path.len); /* so that a sanitizer sees one byte too many */
            memcpy(exact, path.ptr, path.len);
            path.ptr = exact;
            weft_method method =
                random_below(&state, 2) ? WEFT_GET : (weft_method)random_below(&state, WF_METHODS);
            wf_match got;
            naive_result want;
            naive_split(&split, path, plain);
            naive_match(routes, count, method, &split, &want);
            cr_assert_eq(wf_route_match(frozen, method, path, plain, &got), want.route, "%.*s", (int)path.len,
                         path.ptr);
            compare(&got, &want, path);
            if (plain) cr_assert_eq(wf_route_match(frozen, method, path, false, &got), want.route);
            if (i % 8 == 0) compare_methods(frozen, routes, count, path, plain, &split);
            hits += want.route >= 0;
            free(exact);
        }
        wf_routes_free(frozen);
    }
    cr_assert_gt(hits, SETS * LOOKUPS / 4);
}
