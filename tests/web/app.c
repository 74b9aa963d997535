/* Registration: what an author may say, and what he is told when it makes no sense. */
#include "tests/web/harness.h"

TestSuite(web_app, .init = set_up, .fini = tear_down);

static weft_response one(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("one"));
}

static weft_response two(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("two"));
}

static weft_response three(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("three"));
}

/* ---- Methods --------------------------------------------------------------------------------------------- */

static void on_head(weft_app *to, const char *path, weft_handler *handler)
{
    weft_on(to, WEFT_HEAD, path, handler);
}

static void on_options(weft_app *to, const char *path, weft_handler *handler)
{
    weft_on(to, WEFT_OPTIONS, path, handler);
}

Test(web_app, each_call_registers_its_method_and_no_other)
{
    static const struct {
        const char *method;
        void (*add)(weft_app *app, const char *path, weft_handler *handler);
    } cases[] = { { "GET", weft_get },      { "HEAD", on_head },     { "POST", weft_post },
                  { "PUT", weft_put },      { "PATCH", weft_patch }, { "DELETE", weft_delete },
                  { "OPTIONS", on_options } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_app_free(app);
        app = weft_app_new(NULL);
        cases[i].add(app, "/x", one);
        serve((weft_server){ 0 });
        for (size_t j = 0; j < COUNT(cases); j++) {
            bool lent = i == 0 && j == 1; /* GET routes answer HEAD too */
            bool automatic = j == 6;
            int expected = i == j || lent || automatic ? 200 : 405;
            cr_expect_eq(status_of(ask_for(cases[j].method, "/x")), expected, "a %s route asked by %s",
                         cases[i].method, cases[j].method);
        }
        weft_test_free(test);
        test = NULL;
    }
}

/* ---- Mistakes -------------------------------------------------------------------------------------------- */

/* The pattern's own messages are the router's; here it counts that each reaches the author, with its route. */
static const struct {
    weft_method method;
    const char *path;
    weft_handler *handler;
    const char *said; /* all of the line, or its beginning where it ends in ":" */
} mistakes[] = {
    { WEFT_GET, NULL, one, "route GET (no path): its path is NULL" },
    { WEFT_DELETE, NULL, NULL, "route DELETE (no path): its path is NULL" },
    { WEFT_POST, "/no-handler", NULL, "route POST /no-handler: it has neither a handler nor an intake" },
    { (weft_method)(WEFT_OPTIONS + 1), "/x", one,
      "route (no method) /x: its method is none of weft_method's" },
    { (weft_method)-1, "/x", one, "route (no method) /x: its method is none of weft_method's" },
    { WEFT_GET, "/line\n\nbreaks", NULL,
      "route GET /line\\x0a\\x0abreaks: it has neither a handler nor an intake" },
    { WEFT_GET, "/a//b", one, "GET /a//b: at byte 4:" },
    { WEFT_PUT, "/{id", one, "PUT /{id: at byte 2:" },
    { WEFT_PATCH, "/a b", one, "PATCH /a b: at byte 3:" },
    { WEFT_OPTIONS, "/{a}/{a}", one, "OPTIONS /{a}/{a}: at byte 7:" },
};

static bool has_line(const char *said)
{
    char line[300];
    bool whole = said[strlen(said) - 1] != ':';
    snprintf(line, sizeof line, "error: %s%s", said, whole ? "\n" : " ");
    const char *at = strstr(logged, line);
    return at && (at == logged || at[-1] == '\n');
}

static int count_lines(void)
{
    int lines = 0;
    for (const char *at = logged; *at; at++) lines += *at == '\n';
    return lines;
}

Test(web_app, says_each_mistake)
{
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        weft_app_free(app);
        app = weft_app_new(NULL);
        logged[0] = '\0';
        weft_on(app, mistakes[i].method, mistakes[i].path, mistakes[i].handler);
        cr_expect_str_empty(logged, "nothing is said before the start");
        cr_expect_not(try_to_serve((weft_server){ 0 }), "%s", mistakes[i].said);
        cr_expect(has_line(mistakes[i].said), "not said: %s\nsaid: %s", mistakes[i].said, logged);
        cr_expect_eq(count_lines(), 1, "%s", logged);
    }
}

Test(web_app, says_all_mistakes_at_once)
{
    weft_get(app, "/fine", one);
    for (size_t i = 0; i < COUNT(mistakes); i++)
        weft_on(app, mistakes[i].method, mistakes[i].path, mistakes[i].handler);
    weft_get(app, "/fine/", two);
    weft_get(app, "/other", two);
    cr_expect_not(try_to_serve((weft_server){ .port = 70000 }));
    for (size_t i = 0; i < COUNT(mistakes); i++)
        cr_expect(has_line(mistakes[i].said), "not said: %s\nsaid: %s", mistakes[i].said, logged);
    cr_expect(
        has_line("GET /fine: takes the same paths as GET /fine, registered before it; take one of them out"),
        "%s", logged);
    cr_expect(has_line("option port: 70000 is out of range; -1 to 65535"), "%s", logged);
    cr_expect_eq(count_lines(), (int)COUNT(mistakes) + 2, "%s", logged);
}

Test(web_app, says_a_mistake_at_every_try)
{
    weft_get(app, "/", NULL);
    for (int i = 0; i < 3; i++) {
        logged[0] = '\0';
        cr_expect_not(try_to_serve((weft_server){ 0 }));
        cr_expect_str_eq(logged, "error: route GET /: it has neither a handler nor an intake\n");
    }
}

Test(web_app, says_so_when_there_are_more_mistakes_than_it_can_keep)
{
    for (int i = 0; i < 5000; i++) weft_get(app, "/no-handler", NULL);
    cr_expect_not(try_to_serve((weft_server){ 0 }));
    cr_expect(has_line("there are more mistakes than can be told"), "%.300s", logged);
    cr_expect(has_line("route GET /no-handler: it has neither a handler nor an intake"), "%.300s", logged);
    cr_expect_gt(count_lines(), 500);
}

Test(web_app, the_same_path_for_another_method_is_no_mistake)
{
    weft_get(app, "/x", one);
    weft_post(app, "/x", two);
    weft_on(app, WEFT_HEAD, "/x", three);
    serve((weft_server){ 0 });
    cr_expect_str_empty(logged);
    cr_expect_str_eq(body_of(ask_for("GET", "/x")), "one");
    cr_expect_str_eq(body_of(ask_for("POST", "/x")), "two");
}

Test(web_app, an_app_without_routes_answers_404)
{
    serve((weft_server){ 0 });
    cr_expect_eq(status_of(ask_for("GET", "/")), 404);
    cr_expect_eq(status_of(ask_for("OPTIONS", "/")), 404);
}

/* weft_app_new gives NULL when memory is out. main stays a list: it is weft_start that says so. */
Test(web_app, no_app_takes_no_routes)
{
    weft_get(NULL, "/", one);
    weft_app_free(NULL);
    cr_expect_eq(weft_start(NULL, (weft_server){ .logger = keep_line }), 1);
    cr_expect(has_line("cannot start: the app is NULL (weft_app_new found no memory)"), "%s", logged);
}

/* ---- Too late -------------------------------------------------------------------------------------------- */

Test(web_app, a_late_route_does_not_answer_and_is_told_at_the_next_start)
{
    weft_get(app, "/early", one);
    serve((weft_server){ 0 });
    weft_get(app, "/late", two);
    cr_expect_eq(status_of(ask_for("GET", "/late")), 404);
    cr_expect_eq(status_of(ask_for("GET", "/early")), 200);
    cr_expect_str_empty(logged, "the app that is served is not wrong for it");
    weft_test_free(test);
    cr_expect_not(try_to_serve((weft_server){ 0 }));
    cr_expect_str_eq(
        logged, "error: route GET /late: registered while the app is served; register before weft_start\n");
}

Test(web_app, routes_may_be_added_between_two_runs)
{
    weft_get(app, "/first", one);
    serve((weft_server){ 0 });
    cr_expect_eq(status_of(ask_for("GET", "/second")), 404);
    weft_test_free(test);
    weft_get(app, "/second", two);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask_for("GET", "/second")), "two");
    cr_expect_str_eq(body_of(ask_for("GET", "/first")), "one");
}

/* ---- Many ------------------------------------------------------------------------------------------------ */

static weft_handler *const handlers[] = { one, two, three };
static const char *const bodies[] = { "one", "two", "three" };

/* One more and one less than each size that the tables grow to, from 16 on. */
Test(web_app, grows_and_keeps_each_route_with_its_handler)
{
    static const int counts[] = { 1, 15, 16, 17, 31, 32, 33, 64, 65, 1000 };
    static char paths[1000][32];
    for (size_t c = 0; c < COUNT(counts); c++) {
        weft_app_free(app);
        app = weft_app_new(NULL);
        for (int i = 0; i < counts[c]; i++) {
            snprintf(paths[i], sizeof paths[i], "/route/%d", i);
            weft_get(app, paths[i], handlers[i % 3]);
        }
        serve((weft_server){ 0 });
        for (int i = 0; i < counts[c]; i++)
            cr_expect_str_eq(body_of(ask_for("GET", paths[i])), bodies[i % 3], "%s of %d", paths[i],
                             counts[c]);
        cr_expect_eq(status_of(ask_for("GET", "/route/1000")), 404);
        weft_test_free(test);
        test = NULL;
    }
}

static weft_response tell_state(weft_request *req)
{
    return weft_textf(req, "%s", (const char *)weft_state(req));
}

Test(web_app, two_apps_know_nothing_of_each_other)
{
    char first_state[] = "first", second_state[] = "second";
    weft_app *first = weft_app_new(first_state), *second = weft_app_new(second_state);
    weft_get(first, "/state", tell_state);
    weft_get(second, "/state", tell_state);
    weft_get(second, "/only", one);
    weft_test *tests[] = { weft_test_new(first, (weft_server){ 0 }),
                           weft_test_new(second, (weft_server){ 0 }) };
    static const struct {
        int app;
        const char *path;
        int status;
        const char *body;
    } cases[] = { { 0, "/state", 200, "first" },
                  { 1, "/state", 200, "second" },
                  { 0, "/only", 404, NULL },
                  { 1, "/only", 200, "one" },
                  { 0, "/state", 200, "first" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        test = tests[cases[i].app];
        cr_assert_not_null(test);
        const char *answer = ask_for("GET", cases[i].path);
        cr_expect_eq(status_of(answer), cases[i].status, "case %zu", i);
        if (cases[i].body) cr_expect_str_eq(body_of(answer), cases[i].body);
    }
    test = NULL;
    for (int i = 0; i < 2; i++) weft_test_free(tests[i]);
    weft_app_free(first);
    weft_app_free(second);
}

/* ---- No memory ------------------------------------------------------------------------------------------- */

#ifdef WEFT_FAULTS
Test(web_app, no_memory_for_an_app)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    cr_expect_null(weft_app_new(NULL));
}

/* Growing takes two allocations; whichever fails, the routes before it are untouched and the author is told. */
Test(web_app, no_memory_for_a_route_is_a_mistake)
{
    static char paths[17][32];
    for (int skip = 0; skip < 2; skip++)
        for (int before = 0; before <= 16; before += 16) {
            weft_app_free(app);
            app = weft_app_new(NULL);
            logged[0] = '\0';
            for (int i = 0; i < before; i++) {
                snprintf(paths[i], sizeof paths[i], "/%d", i);
                weft_get(app, paths[i], one);
            }
            wf_fault_arm(WF_FAULT_ALLOC, skip, 1);
            weft_get(app, "/more", two);
            wf_fault_disarm_all();
            weft_get(app, "/after", three);
            cr_expect_not(try_to_serve((weft_server){ 0 }), "skip %d, before %d", skip, before);
            cr_expect_str_eq(logged, "error: route GET /more: out of memory\n");
        }
}

Test(web_app, no_memory_to_remember_a_mistake_is_one_too)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
    weft_get(app, "/", NULL);
    wf_fault_disarm_all();
    cr_expect_not(try_to_serve((weft_server){ 0 }));
    cr_expect_str_eq(logged, "error: there are more mistakes than can be told\n");
}
#endif
