#include "router/scope.h"
#include "src/base/str.h"
#include "tests/router/naive.h"
#include "tests/router/random.h"
#include <criterion/criterion.h>

static void keep_last(void *state, weft_str mistake)
{
    snprintf(state, 1200, "%.*s", (int)mistake.len, mistake.ptr);
}

static char last[1200];
static const wf_report report = { keep_last, last };

Test(scope, reach_of_a_filter_over_a_route)
{
    static const struct {
        const char *filter, *route;
        wf_reach reach;
    } rows[] = {
        { "/*", "/", WF_REACH_ALL },
        { "*", "/a/{b}", WF_REACH_ALL },
        { "/a/*", "/a", WF_REACH_ALL },
        { "/a/*", "/a/b/{c}", WF_REACH_ALL },
        { "/a/*", "/ab", WF_REACH_NONE },
        { "/a/*", "/", WF_REACH_NONE },
        { "/a/*", "/{x}", WF_REACH_SOME },
        { "/a/*", "/*", WF_REACH_SOME },
        { "/a/*", "/a/{r*}", WF_REACH_ALL },
        { "/a", "/a", WF_REACH_ALL },
        { "/a", "/a/b", WF_REACH_NONE },
        { "/a", "/{x}", WF_REACH_SOME },
        { "/a", "/a/*", WF_REACH_SOME },
        { "/a", "/b/*", WF_REACH_NONE },
        { "/a/b", "/a", WF_REACH_NONE },
        { "/a/b/c", "/a/*", WF_REACH_SOME },
        { "/{x}", "/a", WF_REACH_ALL },
        { "/{x}", "/{y}", WF_REACH_ALL },
        { "/{x}", "/{y:int}", WF_REACH_ALL },
        { "/{x:int}", "/{y:int}", WF_REACH_ALL },
        { "/{x:int}", "/{y}", WF_REACH_SOME },
        { "/{x:int}", "/42", WF_REACH_ALL },
        { "/{x:int}", "/a", WF_REACH_NONE },
        { "/42", "/{y:int}", WF_REACH_SOME },
        { "/a", "/{y:int}", WF_REACH_NONE },
        { "/{x}/b", "/{y}/c", WF_REACH_NONE },
        { "/a/{x}/*", "/{y}/b", WF_REACH_SOME },
        { "/", "/", WF_REACH_ALL },
        { "/", "/*", WF_REACH_SOME },
        { "/", "/a", WF_REACH_NONE },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_pattern filter, route;
        wf_pattern_error error;
        cr_assert(wf_pattern_parse(wf_str(rows[i].filter), &filter, &error));
        cr_assert(wf_pattern_parse(wf_str(rows[i].route), &route, &error));
        cr_assert_eq(wf_pattern_reach(&filter, &route), rows[i].reach, "%s over %s", rows[i].filter,
                     rows[i].route);
    }
}

Test(scope, a_route_meets_only_its_own_filters)
{
    static const wf_route list[] = { { WEFT_GET, WEFT_LIT("/admin/{x}") },
                                     { WEFT_GET, WEFT_LIT("/{page}") } };
    static const weft_str filters[] = { WEFT_LIT("/api/*"), WEFT_LIT("*"), WEFT_LIT("/admin/*"),
                                        WEFT_LIT("/about") };
    wf_routes *routes = wf_routes_freeze(list, 2, report);
    wf_scopes *scopes = wf_scopes_freeze(filters, 4, routes, "before", report);
    wf_scope_list admin = wf_scopes_of(scopes, 0), page = wf_scopes_of(scopes, 1),
                  miss = wf_scopes_of(scopes, -1);
    cr_assert_eq(admin.count, 2);
    cr_assert(admin.refs[0].filter == 1 && admin.refs[0].sure);
    cr_assert(admin.refs[1].filter == 2 && admin.refs[1].sure);
    cr_assert_eq(page.count, 4);
    cr_assert(page.refs[0].filter == 0 && !page.refs[0].sure); /* "/api" is one page */
    cr_assert(page.refs[1].filter == 1 && page.refs[1].sure);
    cr_assert(page.refs[3].filter == 3 && !page.refs[3].sure);
    cr_assert_eq(miss.count, 4);
    cr_assert(miss.refs[1].sure && !miss.refs[0].sure);
    wf_scopes_free(scopes);
    wf_routes_free(routes);
}

Test(scope, covers)
{
    static const struct {
        const char *filter, *path;
        bool covers;
    } rows[] = {
        { "*", "/", true },
        { "/*", "/a/b", true },
        { "*", "*", true },
        { "/", "/", true },
        { "", "/", true },
        { "/", "/a", false },
        { "/", "*", false },
        { "/a", "/a", true },
        { "/a", "/a/", true },
        { "/a", "/a/b", false },
        { "/a", "/ab", false },
        { "/a/*", "/a", true },
        { "/a/*", "/a/", true },
        { "/a/*", "/a/b/c", true },
        { "/a/*", "/ab", false },
        { "/a/*", "/", false },
        { "/a/*", "/%61/b", true },
        { "/a/*", "/%62/b", false },
        { "/a", "/%61/", true },
        { "/{x}/b", "/q/b", true },
        { "/{x}/b", "/q/c", false },
        { "/{x}/b", "/q", false },
        { "/{n:int}/*", "/7", true },
        { "/{n:int}/*", "/x", false },
        { "/{n:int}", "/%37", true },
        { "/a/{t*}", "/a/b", true },
        { "/100%", "/100%25", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        weft_str filter = wf_str(rows[i].filter);
        wf_scopes *scopes = wf_scopes_freeze(&filter, 1, NULL, "before", report);
        cr_assert(scopes, "%s", last);
        bool plain = strchr(rows[i].path, '%') == NULL;
        cr_assert_eq(wf_scope_covers(scopes, 0, wf_str(rows[i].path), plain), rows[i].covers, "%s over %s",
                     rows[i].filter, rows[i].path);
        wf_scopes_free(scopes);
    }
}

Test(scope, reports_malformed_patterns)
{
    static const weft_str filters[] = { WEFT_LIT("/ok/*"), WEFT_LIT("/a/{x}/{x}") };
    cr_assert_null(wf_scopes_freeze(filters, 2, NULL, "before", report));
    cr_assert_str_eq(
        last, "before /a/{x}/{x}: at byte 9: the name 'x' is taken by segment 2; write another name here");
    wf_scopes *none = wf_scopes_freeze(NULL, 0, NULL, "after", report);
    cr_assert(none);
    cr_assert_eq(wf_scopes_of(none, -1).count, 0);
    wf_scopes_free(none);
}

/* ---- Against comparing every filter with every path ----------------------------------------------------- */

enum { SETS = 300, PATHS = 300, ROUTES = 30, FILTERS = 12 };

/* Routes that repeat a shape would be refused: a number of its own keeps each apart and changes nothing here. */
static size_t random_list(uint64_t *state, wf_route *routes, char texts[ROUTES][500])
{
    for (size_t i = 0; i < ROUTES; i++) {
        weft_str text = random_pattern(state, texts[i], 6);
        if (text.len == 1 || text.ptr[text.len - 1] == '*' || memchr(text.ptr, '*', text.len)) text.len = 0;
        text.len += (size_t)sprintf(texts[i] + text.len, "/r%zu", i);
        if (i % 3 == 0) text.len += (size_t)sprintf(texts[i] + text.len, "/*");
        routes[i] = (wf_route){ WEFT_GET, text };
    }
    return ROUTES;
}

static void check_path(const wf_scopes *scopes, const weft_str *filters, int32_t route, weft_str path,
                       bool plain)
{
    static naive_path split;
    naive_result ignored;
    wf_scope_list list = wf_scopes_of(scopes, route);
    size_t next = 0;
    naive_split(&split, path, plain);
    for (uint32_t i = 0; i < FILTERS; i++) {
        bool want = naive_takes(filters[i], &split, &ignored);
        bool listed = next < list.count && list.refs[next].filter == i;
        bool sure = listed && list.refs[next].sure;
        next += listed;
        bool covers = wf_scope_covers(scopes, i, path, plain);
        cr_assert_eq(covers, want, "%.*s over %.*s", (int)filters[i].len, filters[i].ptr, (int)path.len,
                     path.ptr);
        cr_assert(listed || !want, "%.*s is missing", (int)filters[i].len, filters[i].ptr);
        cr_assert(!sure || want, "%.*s is not sure", (int)filters[i].len, filters[i].ptr);
    }
    cr_assert_eq(next, list.count);
}

Test(scope, lists_agree_with_comparing_everything, .timeout = 60)
{
    static char texts[ROUTES][500], filter_texts[FILTERS][400];
    static wf_route list[ROUTES];
    weft_str filters[FILTERS];
    uint64_t state = 99, hits = 0;
    for (int set = 0; set < SETS; set++) {
        wf_routes *routes = wf_routes_freeze(list, random_list(&state, list, texts), report);
        cr_assert(routes, "%s", last);
        for (size_t i = 0; i < FILTERS; i++) filters[i] = random_pattern(&state, filter_texts[i], 6);
        wf_scopes *scopes = wf_scopes_freeze(filters, FILTERS, routes, "before", report);
        cr_assert(scopes, "%s", last);
        for (int i = 0; i < PATHS; i++) {
            char room[2000];
            bool plain;
            wf_match match;
            weft_str path = random_path(&state, room, 6, &plain);
            if (random_below(&state, 2)) {
                if (path.ptr[path.len - 1] == '/') path.len--;
                path.len += (size_t)sprintf(room + path.len, "/r%u", (unsigned)random_below(&state, ROUTES));
            }
            int32_t route = wf_route_match(routes, WEFT_GET, path, plain, &match);
            hits += route >= 0;
            check_path(scopes, filters, route, path, plain);
        }
        wf_scopes_free(scopes);
        wf_routes_free(routes);
    }
    cr_assert_gt(hits, 1000);
}
