#include "router/match.h"
#include "tests/router/shape.h"
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
    size_t len = pattern_shape(a, &pattern);
    for (size_t i = 0; i < count; i++) {
        if (routes[i].method != route.method) continue;
        cr_assert(wf_pattern_parse(routes[i].pattern, &pattern, &error));
        if (pattern_shape(b, &pattern) == len && memcmp(a, b, len) == 0) return true;
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

/* ---- The rules, one by one ------------------------------------------------------------------------------ */

typedef struct row {
    const char *path;
    int route;
    const char *params; /* "name=value ..." */
} row;

static wf_routes *freeze_list(const char *const *paths, size_t count)
{
    wf_route routes[64];
    for (size_t i = 0; i < count; i++)
        routes[i] = (wf_route){ WEFT_GET, weft_str_of(paths[i], strlen(paths[i])) };
    wf_routes *frozen = wf_routes_freeze(routes, count, strict);
    cr_assert(frozen);
    return frozen;
}

static void check_rows(const wf_routes *routes, const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wf_match match;
        char params[256] = "";
        size_t len = strlen(rows[i].path);
        bool plain = strchr(rows[i].path, '%') == NULL;
        wf_route_match(routes, WEFT_GET, weft_str_of(rows[i].path, len), plain, &match);
        for (uint32_t p = 0; p < match.count; p++) {
            weft_str name = wf_match_name(&match, p), value = match.values[p];
            snprintf(strchr(params, 0), sizeof params - strlen(params), "%s%.*s=%.*s", p ? " " : "",
                     (int)name.len, name.ptr, (int)value.len, value.ptr);
        }
        cr_assert_eq(match.route, rows[i].route, "%s: %d", rows[i].path, match.route);
        cr_assert_str_eq(params, rows[i].params ? rows[i].params : "", "%s: %s", rows[i].path, params);
    }
}

#define CHECK(paths, rows)                                                    \
    do {                                                                      \
        wf_routes *frozen = freeze_list(paths, sizeof paths / sizeof *paths); \
        check_rows(frozen, rows, sizeof rows / sizeof *rows);                 \
        wf_routes_free(frozen);                                               \
    } while (0)

Test(match, paths_are_compared_by_segment_and_byte)
{
    static const char *const paths[] = {
        "", "a", "/a/b/", "/A", "/abcdefgh", "/abcdefghi", "/abcdefghijklmnopq"
    };
    static const row rows[] = {
        { "/", 0, 0 },
        { "/a", 1, 0 },
        { "/a/", 1, 0 },
        { "/a/b", 2, 0 },
        { "/a/b/", 2, 0 },
        { "/A", 3, 0 },
        { "/b", -1, 0 },
        { "/a/b/c", -1, 0 },
        { "/ab", -1, 0 },
        { "/abcdefgh", 4, 0 },
        { "/abcdefghi", 5, 0 },
        { "/abcdefg", -1, 0 },
        { "/abcdefghj", -1, 0 },
        { "/abcdefghijklmnopq", 6, 0 },
        { "/abcdefghiJklmnopq", -1, 0 },
        { "/a/B", -1, 0 },
    };
    CHECK(paths, rows);
}

Test(match, what_is_no_path_matches_nothing)
{
    static const char *const paths[] = { "/{x}", "/", "/*" };
    static const row rows[] = { { "", -1, 0 }, { "*", -1, 0 }, { "a", -1, 0 }, { "http://a/b", -1, 0 } };
    CHECK(paths, rows);
}

Test(match, a_variable_takes_one_segment)
{
    static const char *const paths[] = { "/u/{id}", "/u/{id}/p/{post}" };
    static const row rows[] = {
        { "/u", -1, 0 },
        { "/u/", -1, 0 },
        { "/u/7", 0, "id=7" },
        { "/u/7/", 0, "id=7" },
        { "/u/7/p", -1, 0 },
        { "/u/7/p/abc.html", 1, "id=7 post=abc.html" },
        { "/u/a%20b/p/%C3%A9/", 1, "id=a%20b post=%C3%A9" },
        { "/u/7/p/8/9", -1, 0 },
    };
    CHECK(paths, rows);
}

Test(match, a_tail_takes_the_rest_and_nothing)
{
    static const char *const paths[] = { "/admin/*", "/f/{p*}", "/g/{x}/{p*}" };
    static const row rows[] = {
        { "/admin", 0, 0 },        { "/admin/", 0, 0 },
        { "/admin/a/b", 0, 0 },    { "/administrator", -1, 0 },
        { "/f", 1, "p=" },         { "/f/", 1, "p=" },
        { "/f/a", 1, "p=a" },      { "/f/a/b/c.d", 1, "p=a/b/c.d" },
        { "/f/a/b/", 1, "p=a/b" }, { "/f/a%20b/c", 1, "p=a%20b/c" },
        { "/g", -1, 0 },           { "/g/1", 2, "x=1 p=" },
        { "/g/1/", 2, "x=1 p=" },  { "/g/1/2/3", 2, "x=1 p=2/3" },
    };
    CHECK(paths, rows);
    static const char *const all[] = { "{rest*}" };
    static const row all_rows[] = { { "/", 0, "rest=" }, { "/a", 0, "rest=a" }, { "/a/b/", 0, "rest=a/b" } };
    CHECK(all, all_rows);
}

Test(match, an_int_takes_what_fits_int64)
{
    static const char *const paths[] = { "/{n:int}", "/{s}" };
    static const row rows[] = {
        { "/0", 0, "n=0" },
        { "/-0", 0, "n=-0" },
        { "/007", 0, "n=007" },
        { "/%31%32", 0, "n=%31%32" },
        { "/%2D5", 0, "n=%2D5" },
        { "/+1", 1, "s=+1" },
        { "/-", 1, "s=-" },
        { "/1.0", 1, "s=1.0" },
        { "/1e3", 1, "s=1e3" },
        { "/--1", 1, "s=--1" },
        { "/%2B1", 1, "s=%2B1" },
        { "/1%20", 1, "s=1%20" },
        { "/9223372036854775807", 0, "n=9223372036854775807" },
        { "/9223372036854775808", 1, "s=9223372036854775808" },
        { "/-9223372036854775808", 0, "n=-9223372036854775808" },
        { "/-9223372036854775809", 1, "s=-9223372036854775809" },
        { "/99999999999999999999999", 1, "s=99999999999999999999999" },
        { "/00000000000000000000000001", 0, "n=00000000000000000000000001" },
        { "/\xD9\xA1", 1, "s=\xD9\xA1" },
    };
    CHECK(paths, rows);
    static const char *const only[] = { "/a/{n:int}" };
    static const row only_rows[] = { { "/a/1", 0, "n=1" }, { "/a/b", -1, 0 }, { "/a", -1, 0 } };
    CHECK(only, only_rows);
}

Test(match, registration_order_decides_and_nothing_else)
{
    static const char *const literal_first[] = { "/study/today", "/study/{mode}" };
    static const row first[] = { { "/study/today", 0, 0 }, { "/study/x", 1, "mode=x" } };
    CHECK(literal_first, first);
    static const char *const variable_first[] = { "/study/{mode}", "/study/today" };
    static const row second[] = { { "/study/today", 0, "mode=today" }, { "/study/x", 0, "mode=x" } };
    CHECK(variable_first, second);
    static const char *const tail_first[] = { "/*", "/a", "/a/{x}" };
    static const row third[] = { { "/a", 0, 0 }, { "/a/b", 0, 0 }, { "/", 0, 0 } };
    CHECK(tail_first, third);
    static const char *const mixed[] = { "/{x}/b/c", "/a/{y}/d", "/a/b/{z}", "/a/{w:int}/*", "/a/*" };
    static const row fourth[] = {
        { "/a/b/c", 0, "x=a" }, { "/a/b/d", 1, "y=b" }, { "/a/b/e", 2, "z=e" },
        { "/a/1/e", 3, "w=1" }, { "/a/1/d", 1, "y=1" }, { "/a", 4, 0 },
        { "/a/q/r/s", 4, 0 },   { "/z/b/c", 0, "x=z" }, { "/z/b/d", -1, 0 },
    };
    CHECK(mixed, fourth);
}

Test(match, escapes_are_compared_decoded)
{
    static const char *const paths[] = { "/caf\xC3\xA9", "/100%/{x}", "/a-long-literal-of-many-bytes/b",
                                         "/sixteen-bytes-ok" };
    static const row rows[] = {
        { "/caf%C3%A9", 0, 0 },
        { "/caf%c3%a9/", 0, 0 },
        { "/caf\xC3\xA9", 0, 0 },
        { "/%63af%C3%A9", 0, 0 },
        { "/caf%C3%AA", -1, 0 },
        { "/100%25/%25", 1, "x=%25" },
        { "/100%2525/a", -1, 0 },
        { "/a-long-literal%2Dof-many-bytes/b", 2, 0 },
        { "/a-long-literal%2Eof-many-bytes/b", -1, 0 },
        { "/a-long-literal-of-many-bytes/%62", 2, 0 },
        { "/sixteen-bytes-o%6B", 3, 0 },
        { "/sixteen-bytes%2Dok", 3, 0 },
        { "/sixteen-bytes%2Dokk", -1, 0 },
    };
    CHECK(paths, rows);
}

Test(match, paths_of_any_length)
{
    static const char *const paths[] = { "/{a}", "/{a}/{b}", "/{a}/{b}/end", "/x/{rest*}" };
    wf_routes *routes = freeze_list(paths, 4);
    for (size_t first = 1; first < 200; first++)
        for (size_t second = 0; second < 140; second += 1 + second / 8) {
            char *path = malloc(first + second + 2);
            wf_match match;
            memset(path, 'v', first + second + 2);
            path[0] = path[first + 1] = '/';
            weft_str text = weft_str_of(path, first + second + 2);
            int want = second ? 1 : 0;
            cr_assert_eq(wf_route_match(routes, WEFT_GET, text, true, &match), want);
            cr_assert_eq(match.values[0].len, first);
            if (second) cr_assert_eq(match.values[1].len, second);
            free(path);
        }
    wf_routes_free(routes);
}

/* Every length from the root on, so that whatever is kept modulo something meets itself again. */
Test(match, static_paths_of_any_length)
{
    enum { LENGTHS = 200 };
    static char texts[LENGTHS][LENGTHS + 1];
    static wf_route routes[LENGTHS];
    for (size_t skip = 0; skip < 2; skip++) { /* with the root, and without */
        for (size_t i = 0; i < LENGTHS; i++) {
            memset(texts[i], 'x', i + 1);
            texts[i][0] = '/';
            if (i > 40) texts[i][20] = '/';
            routes[i] = (wf_route){ WEFT_GET, weft_str_of(texts[i], i + 1) };
        }
        wf_routes *frozen = wf_routes_freeze(routes + skip, LENGTHS - skip, strict);
        cr_assert(frozen);
        for (size_t i = 0; i < LENGTHS; i++) {
            wf_match match;
            char *exact = malloc(i + 1);
            memcpy(exact, texts[i], i + 1);
            int want = (int)i - (int)skip;
            cr_assert_eq(wf_route_match(frozen, WEFT_GET, weft_str_of(exact, i + 1), true, &match), want,
                         "%zu", i);
            exact[i] = 'y';
            if (i > 0)
                cr_assert_eq(wf_route_match(frozen, WEFT_GET, weft_str_of(exact, i + 1), true, &match), -1);
            free(exact);
        }
        wf_routes_free(frozen);
    }
}

/* Deep paths of one letter would double the work at each level if the trie did not bound it. */
Test(match, hostile_paths_take_no_longer_than_the_trie_is_big, .timeout = 10)
{
    enum { DEEP = 16, LEN = 60000 };
    wf_route routes[DEEP * 2];
    static char texts[DEEP * 2][DEEP * 8];
    for (int i = 0; i < DEEP; i++) {
        for (int j = 0; j < DEEP; j++) strcat(texts[i], j == i ? "/{v}" : "/a");
        strcat(texts[i], "/end");
        for (int j = 0; j < DEEP; j++) sprintf(strchr(texts[DEEP + i], 0), j % (i + 1) ? "/a" : "/{v%d}", j);
        strcat(texts[DEEP + i], "/fin");
    }
    for (int i = 0; i < DEEP * 2; i++)
        routes[i] = (wf_route){ WEFT_GET, weft_str_of(texts[i], strlen(texts[i])) };
    wf_routes *frozen = wf_routes_freeze(routes, DEEP * 2, strict);
    cr_assert(frozen);
    static char path[LEN];
    for (int i = 0; i < LEN; i += 2) memcpy(path + i, "/a", 2);
    for (int i = 0; i < 20000; i++) {
        wf_match match;
        cr_assert_eq(wf_route_match(frozen, WEFT_GET, weft_str_of(path, LEN), true, &match), -1);
    }
    wf_routes_free(frozen);
}

/* ---- Methods -------------------------------------------------------------------------------------------- */

static const wf_route by_method[] = {
    { WEFT_GET, WEFT_LIT("/a/{x}") },  { WEFT_POST, WEFT_LIT("/a/b") },  { WEFT_HEAD, WEFT_LIT("/a/b") },
    { WEFT_GET, WEFT_LIT("/a/b/c") },  { WEFT_OPTIONS, WEFT_LIT("/o") }, { WEFT_GET, WEFT_LIT("/o") },
    { WEFT_DELETE, WEFT_LIT("/a/*") }, { WEFT_HEAD, WEFT_LIT("/h") },
};

Test(match, head_is_get_unless_a_head_route_takes_the_path)
{
    wf_match match;
    wf_routes *routes = wf_routes_freeze(by_method, 8, strict);
    cr_assert_eq(wf_route_match(routes, WEFT_HEAD, weft_lit("/a/b"), true, &match), 2);
    cr_assert_eq(wf_route_match(routes, WEFT_HEAD, weft_lit("/a/x"), true, &match), 0);
    cr_assert_eq(match.count, 1);
    cr_assert(weft_str_eq(wf_match_name(&match, 0), weft_lit("x")));
    cr_assert(weft_str_eq(match.values[0], weft_lit("x")));
    cr_assert_eq(wf_route_match(routes, WEFT_HEAD, weft_lit("/a/b/c"), true, &match), 3);
    cr_assert_eq(wf_route_match(routes, WEFT_HEAD, weft_lit("/h"), true, &match), 7);
    cr_assert_eq(wf_route_match(routes, WEFT_GET, weft_lit("/h"), true, &match), -1);
    cr_assert_eq(wf_route_match(routes, WEFT_GET, weft_lit("/a/b"), true, &match), 0);
    wf_routes_free(routes);
    routes = wf_routes_freeze(by_method, 2, strict);
    cr_assert_eq(wf_route_match(routes, WEFT_HEAD, weft_lit("/a/b"), true, &match), 0);
    wf_routes_free(routes);
}

Test(match, methods_are_listed_in_the_order_of_their_routes)
{
    weft_method order[WF_METHODS];
    wf_routes *routes = wf_routes_freeze(by_method, 8, strict);
    unsigned bits = wf_route_methods(routes, weft_lit("/a/b"), true, order);
    cr_assert_eq(bits, 1u << WEFT_GET | 1u << WEFT_POST | 1u << WEFT_HEAD | 1u << WEFT_DELETE);
    cr_assert_eq(order[0], WEFT_GET);
    cr_assert_eq(order[1], WEFT_POST);
    cr_assert_eq(order[2], WEFT_HEAD);
    cr_assert_eq(order[3], WEFT_DELETE);
    cr_assert_eq(wf_route_methods(routes, weft_lit("/a/%62/c/"), false, order),
                 1u << WEFT_GET | 1u << WEFT_DELETE);
    cr_assert_eq(wf_route_methods(routes, weft_lit("/o"), true, order), 1u << WEFT_GET | 1u << WEFT_OPTIONS);
    cr_assert_eq(order[0], WEFT_OPTIONS);
    cr_assert_eq(wf_route_methods(routes, weft_lit("/h"), true, order), 1u << WEFT_HEAD);
    cr_assert_eq(wf_route_methods(routes, weft_lit("/none"), true, order), 0);
    cr_assert_eq(wf_route_methods(routes, weft_lit("*"), true, order), 0);
    wf_routes_free(routes);
}
