/* Freezing: an app becomes what requests read, or nothing of it remains. */
#include "src/web/plan.h"
#include "tests/web/harness.h"

TestSuite(web_plan, .init = set_up, .fini = tear_down);

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

static const wf_log capture = { .sink = keep_line };

Test(web_plan, holds_what_was_registered)
{
    int state;
    weft_app_free(app);
    app = weft_app_new(&state);
    weft_get(app, "/a", one);
    weft_post(app, "/b/", two);
    wf_plan *plan = wf_plan_new(app, &capture);
    cr_assert_not_null(plan);
    cr_expect_eq(plan->state, (void *)&state);
    cr_expect_eq(wf_routes_count(plan->routes), 2);
    cr_expect_eq(plan->app->routes[0].handler, one);
    cr_expect_eq(plan->app->routes[1].handler, two);
    cr_expect(weft_str_eq(wf_route_pattern(plan->routes, 1), weft_lit("/b")));
    wf_plan_free(plan);
    cr_expect_str_empty(logged);
}

Test(web_plan, is_a_copy_that_later_routes_do_not_touch)
{
    weft_get(app, "/a", one);
    wf_plan *plan = wf_plan_new(app, &capture);
    cr_assert_not_null(plan);
    for (int i = 0; i < 100; i++) weft_get(app, "/b", two);
    cr_expect_eq(wf_routes_count(plan->routes), 1);
    cr_expect_eq(plan->app->routes[0].handler, one);
    wf_plan_free(plan);
}

Test(web_plan, an_empty_app_has_one_too)
{
    wf_plan *plan = wf_plan_new(app, &capture);
    cr_assert_not_null(plan);
    cr_expect_eq(wf_routes_count(plan->routes), 0);
    wf_plan_free(plan);
    wf_plan_free(NULL);
}

/* Registration's mistakes first, as they were made; then the patterns', then the repeats. */
Test(web_plan, none_for_an_app_with_mistakes_and_all_are_told_in_order)
{
    weft_get(app, "/{}", one);
    weft_get(app, "/twice", one);
    weft_get(app, "/twice", two);
    weft_get(app, NULL, one);
    weft_get(app, "/none", NULL);
    cr_expect_null(wf_plan_new(app, &capture));
    cr_expect_str_eq(
        logged, "error: route GET (no path): its path is NULL\n"
                "error: route GET /none: it has neither a handler nor an intake\n"
                "error: GET /{}: at byte 3: a variable needs a name; write '{name}'\n"
                "error: GET /twice: takes the same paths as GET /twice, registered before it; take one of "
                "them out\n");
}

#ifdef WEFT_FAULTS
/* Fails each allocation of a start in turn. What a fault leaves behind, the leak check of the teardown would find. */
Test(web_plan, no_memory_anywhere_is_no_plan_and_no_leak)
{
    weft_get(app, "/a", one);
    weft_get(app, "/b/{name}", two);
    int faults = 0;
    for (;; faults++) {
        wf_fault_arm(WF_FAULT_ALLOC, faults, 1);
        wf_plan *plan = wf_plan_new(app, &capture);
        bool reached = !WF_FAULT(ALLOC);
        wf_fault_disarm_all();
        cr_assert_eq(plan == NULL, reached, "fault %d", faults);
        wf_plan_free(plan);
        if (plan) break;
        cr_assert_lt(faults, 100);
    }
    cr_expect_geq(faults, 5);
    cr_expect_eq(strstr(logged, "error: routes: out of memory\n") != NULL, true, "%s", logged);
}

Test(web_plan, a_start_without_memory_leaves_the_app_as_it_was)
{
    weft_get(app, "/a", one);
    for (int skip = 0; skip < 100; skip++) {
        wf_fault_arm(WF_FAULT_ALLOC, skip, 1);
        bool serving = try_to_serve((weft_server){ 0 });
        wf_fault_disarm_all();
        if (serving) break;
        test = NULL;
    }
    cr_assert_not_null(test);
    cr_expect_str_eq(body_of(ask_for("GET", "/a")), "one");
}
#endif
