#include "router/freeze.h"
#include "router/index.h"
#include "router/match.h"
#include "router/router.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct mistakes {
    int count;
    char text[8][1100];
} mistakes;

static void keep(void *state, weft_str mistake)
{
    mistakes *m = state;
    if (m->count < 8) snprintf(m->text[m->count], sizeof m->text[0], "%.*s", (int)mistake.len, mistake.ptr);
    m->count++;
}

static void add(wf_router *router, weft_method method, const char *path)
{
    wf_router_add(router, method, weft_lit(""), wf_str(path));
}

/* ---- Mistakes ------------------------------------------------------------------------------------------- */

Test(freeze, reports_every_malformed_pattern_in_order)
{
    mistakes m = { 0 };
    wf_router router;
    wf_router_init(&router, (wf_report){ keep, &m });
    add(&router, WEFT_GET, "/ok");
    add(&router, WEFT_POST, "/a{b}");
    add(&router, WEFT_DELETE, "x//");
    cr_assert_null(wf_router_freeze(&router));
    cr_assert_eq(m.count, 2);
    cr_assert_str_eq(m.text[0],
                     "POST /a{b}: at byte 2: text beside a variable; a variable is a whole segment: write "
                     "'/{b}'");
    cr_assert_str_eq(m.text[1], "DELETE /x//: at byte 4: empty segment; write one '/'");
    wf_router_reset(&router);
}

Test(freeze, names_both_routes_of_a_duplicate)
{
    static const char *const rows[][2] = {
        { "/a/{x}", "/a/{y}/" },    { "", "/" }, { "/a", "a/" }, { "/a/*", "/a/{rest*}" },
        { "/{x:int}", "/{y:int}" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mistakes m = { 0 };
        wf_router router;
        wf_router_init(&router, (wf_report){ keep, &m });
        add(&router, WEFT_GET, rows[i][0]);
        add(&router, WEFT_POST, rows[i][0]);
        add(&router, WEFT_GET, rows[i][1]);
        cr_assert_null(wf_router_freeze(&router), "%s", rows[i][0]);
        cr_assert_eq(m.count, 1, "%s", rows[i][0]);
        cr_assert(strstr(m.text[0], "takes the same paths as GET /") &&
                      strstr(m.text[0], "registered before it"),
                  "%s", m.text[0]);
        wf_router_reset(&router);
    }
    mistakes m = { 0 };
    static const wf_route routes[] = { { WEFT_PUT, WEFT_LIT("/users/{id}") },
                                       { WEFT_PUT, WEFT_LIT("users/{name}/") } };
    cr_assert_null(wf_routes_freeze(routes, 2, (wf_report){ keep, &m }));
    cr_assert_str_eq(m.text[0],
                     "PUT /users/{name}: takes the same paths as PUT /users/{id}, registered before it; take "
                     "one of them out");
}

Test(freeze, different_shapes_are_no_duplicates)
{
    mistakes m = { 0 };
    wf_router router;
    wf_router_init(&router, (wf_report){ keep, &m });
    static const char *const paths[] = { "/a/{x}", "/a/{x:int}", "/a/*",     "/a/b", "/a",
                                         "/A",     "/{x}/a",     "/{x}/{y}", "/" };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) add(&router, WEFT_GET, paths[i]);
    wf_routes *routes = wf_router_freeze(&router);
    cr_assert(routes, "%s", m.text[0]);
    wf_routes_free(routes);
    wf_router_reset(&router);
}

/* ---- The router ----------------------------------------------------------------------------------------- */

Test(freeze, lists_what_was_registered)
{
    mistakes m = { 0 };
    wf_router router;
    wf_router_init(&router, (wf_report){ keep, &m });
    cr_assert_eq(wf_router_add(&router, WEFT_GET, weft_lit("/api/"), weft_lit("users/{id}/")), 0);
    cr_assert_eq(wf_router_add(&router, WEFT_PATCH, weft_lit("api"), weft_lit("")), 1);
    cr_assert_eq(wf_router_add(&router, WEFT_OPTIONS, weft_lit(""), weft_lit("/")), 2);
    wf_routes *routes = wf_router_freeze(&router);
    wf_router_reset(&router);
    cr_assert_eq(wf_routes_count(routes), 3);
    cr_assert(weft_str_eq(wf_route_pattern(routes, 0), weft_lit("/api/users/{id}")));
    cr_assert(weft_str_eq(wf_route_pattern(routes, 1), weft_lit("/api")));
    cr_assert(weft_str_eq(wf_route_pattern(routes, 2), weft_lit("/")));
    cr_assert_eq(wf_route_method(routes, 0), WEFT_GET);
    cr_assert_eq(wf_route_method(routes, 1), WEFT_PATCH);
    cr_assert_eq(wf_route_method(routes, 2), WEFT_OPTIONS);
    cr_assert_str_eq(wf_method_name(WEFT_PATCH), "PATCH");
    wf_routes_free(routes);
}

Test(freeze, an_app_without_routes_matches_nothing)
{
    mistakes m = { 0 };
    wf_match match;
    wf_routes *routes = wf_routes_freeze(NULL, 0, (wf_report){ keep, &m });
    cr_assert(routes);
    cr_assert_eq(wf_route_match(routes, WEFT_GET, weft_lit("/"), true, &match), -1);
    cr_assert_eq(wf_route_methods(routes, weft_lit("/"), true, NULL), 0);
    wf_routes_free(routes);
    wf_routes_free(NULL);
}

Test(freeze, two_routers_know_nothing_of_each_other)
{
    mistakes m = { 0 };
    wf_router a, b;
    wf_match match;
    wf_router_init(&a, (wf_report){ keep, &m });
    wf_router_init(&b, (wf_report){ keep, &m });
    add(&a, WEFT_GET, "/a");
    add(&b, WEFT_GET, "/x");
    add(&b, WEFT_GET, "/b");
    wf_routes *ra = wf_router_freeze(&a), *rb = wf_router_freeze(&b);
    wf_router_reset(&a);
    cr_assert_eq(wf_route_match(ra, WEFT_GET, weft_lit("/a"), true, &match), 0);
    cr_assert_eq(wf_route_match(ra, WEFT_GET, weft_lit("/b"), true, &match), -1);
    wf_routes_free(ra);
    cr_assert_eq(wf_route_match(rb, WEFT_GET, weft_lit("/b"), true, &match), 1);
    cr_assert_eq(wf_route_match(rb, WEFT_GET, weft_lit("/a"), true, &match), -1);
    wf_routes_free(rb);
    wf_router_reset(&b);
}

/* ---- Many routes ---------------------------------------------------------------------------------------- */

enum { MANY = 10000 };

/* Texts whose ends are alike are the index's worst case: it must fall back on hashing all of them. */
Test(freeze, many_routes_are_all_found, .timeout = 60)
{
    static const char *const forms[][2] = { { "/all-with-one-beginning-", "-and-one-ending" },
                                            { "/api/", "/x/{v}" },
                                            { "/{v}/y/", "" } };
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        mistakes m = { 0 };
        wf_router router;
        wf_router_init(&router, (wf_report){ keep, &m });
        char text[100];
        for (int i = 0; i < MANY; i++) {
            snprintf(text, sizeof text, "%s%05d%s", forms[form][0], i, forms[form][1]);
            add(&router, WEFT_GET, text);
        }
        wf_routes *routes = wf_router_freeze(&router);
        cr_assert(routes);
        for (int i = 0; i < MANY; i++) {
            wf_match match;
            snprintf(text, sizeof text, "%s%05d%s", forms[form][0], i, forms[form][1]);
            cr_assert_eq(wf_route_match(routes, WEFT_GET, wf_str(text), true, &match), i, "%s", text);
            cr_assert_eq(wf_route_match(routes, WEFT_GET, wf_str(text), false, &match), i, "%s", text);
        }
        wf_routes_free(routes);
        wf_router_reset(&router);
    }
}

Test(freeze, an_index_of_alike_ends_hashes_whole_texts)
{
    enum { COUNT = 500 };
    static char texts[COUNT][40];
    static wf_key keys[COUNT];
    unsigned char *scratch = malloc(wf_index_scratch(COUNT));
    for (int i = 0; i < COUNT; i++) {
        snprintf(texts[i], sizeof texts[i], "beginning-%06d-and-ending", i);
        keys[i].piece = wf_piece_read(texts[i], texts[i] + strlen(texts[i]), true);
    }
    wf_index index = wf_index_plan(keys, COUNT, scratch);
    cr_assert(index.whole);
    cr_assert_leq(index.probes, 8);
    for (int i = 0; i < COUNT; i++) {
        snprintf(texts[i], sizeof texts[i], "%d-apart", i);
        keys[i].piece = wf_piece_read(texts[i], texts[i] + strlen(texts[i]), true);
    }
    index = wf_index_plan(keys, COUNT, scratch);
    cr_assert_not(index.whole);
    free(scratch);
}
