/* The promises of weft/test.h, kept by src/net/loopback.c. */
#include "tests/net/harness.h"

TestSuite(net_loopback, .timeout = 60);

static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool starts(weft_str text, const char *with) { return wf_str_starts(text, wf_str(with)); }

Test(net_loopback, answers_as_soon_as_a_request_is_there)
{
    weft_app *app = net_app();
    weft_test *test = weft_test_new(app, net_options(&lines));
    cr_assert_not_null(test);
    cr_expect_eq(weft_test_send(test, weft_lit("GET / HTTP/1.1\r\nHo")).len, 0);
    cr_expect(starts(weft_test_send(test, weft_lit("st: t\r\n\r\n")), "HTTP/1.1 200 OK\r\n"));
    cr_expect_eq(weft_test_send(test, weft_lit("")).len, 0);
    cr_expect_not(weft_test_closed(test));
    weft_test_free(test);
    weft_test_free(NULL);
    weft_app_free(app);
}

Test(net_loopback, is_deaf_once_closed_until_it_reconnects)
{
    weft_app *app = net_app();
    weft_test *test = weft_test_new(app, net_options(&lines));
    cr_expect(starts(weft_test_send(test, weft_lit(GET_CLOSE("/"))), "HTTP/1.1 200 "));
    cr_expect(weft_test_closed(test));
    cr_expect_eq(weft_test_send(test, weft_lit(GET("/"))).len, 0);
    cr_expect_eq(weft_test_finish(test).len, 0);
    cr_expect_eq(weft_test_expire(test).len, 0);
    weft_test_reconnect(test);
    cr_expect_not(weft_test_closed(test));
    cr_expect(starts(weft_test_send(test, weft_lit(GET("/"))), "HTTP/1.1 200 "));
    weft_test_send(test, weft_lit("GET / HT"));
    weft_test_reconnect(test);
    cr_expect(starts(weft_test_send(test, weft_lit(GET("/"))), "HTTP/1.1 200 "),
              "half a request is forgotten");
    weft_test_free(test);
    weft_app_free(app);
}

/* Where the client stops, what it is told when it hangs up, and when it is too slow. */
Test(net_loopback, an_end_and_a_deadline_are_answered_where_there_is_a_request)
{
    const struct {
        const char *sent;
        const char *finished, *expired;
    } cases[] = {
        { "", "", "" },
        { "\r\n", "", "" },
        { "\r\n\r\n", "", "" },
        { "G", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { "\r\nG", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { "GET / HTTP/1.1\r\n", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { "GET / HTTP/1.1\r\nHost: t\r\n\r", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { GET("/"), "", "" },
        { GET("/") "\r\n", "", "" },
        { GET("/") "GET", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { POST("5"), "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { POST("5") "hell", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { POST("5") "hello", "", "" },
        { POST("50000") "hello", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { POST_CHUNKED, "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { POST_CHUNKED "5\r\nhello\r\n", "HTTP/1.1 400 ", "HTTP/1.1 408 " },
        { "POST /nowhere HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nrest", "", "" },
    };
    weft_app *app = net_app();
    weft_test *test = weft_test_new(app, net_options(&lines));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (int expires = 0; expires <= 1; expires++) {
            weft_test_reconnect(test);
            weft_test_send(test, wf_str(cases[i].sent));
            weft_str last = expires ? weft_test_expire(test) : weft_test_finish(test);
            const char *expected = expires ? cases[i].expired : cases[i].finished;
            cr_expect(starts(last, expected) && (*expected || last.len == 0), "case %zu: %.*s", i,
                      (int)last.len, last.ptr);
            cr_expect(weft_test_closed(test));
            net_answer answer;
            if (last.len) cr_expect(net_take_answer(&last, false, &answer) && answer.close && last.len == 0);
        }
    }
    weft_test_free(test);
    weft_app_free(app);
}

static weft_response nobody(weft_request *req)
{
    return weft_req_peer(req).ptr ? weft_empty(WEFT_CONFLICT) : weft_empty(WEFT_NO_CONTENT);
}

Test(net_loopback, nobody_asks)
{
    weft_app *app = net_app();
    weft_get(app, "/who", nobody);
    weft_test *test = weft_test_new(app, net_options(&lines));
    cr_expect(starts(weft_test_send(test, weft_lit(GET("/who"))), "HTTP/1.1 204 "));
    weft_test_free(test);
    weft_app_free(app);
}

Test(net_loopback, mistakes_are_logged_and_give_no_test)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/broken/{", nobody);
    cr_expect_null(weft_test_new(app, net_options(&lines)));
    cr_expect(net_log_has(&lines, "/broken/{"), "%s", lines.text);
    weft_app_free(app);

    app = net_app();
    weft_server server = net_options(&lines);
    server.head_limit = 1;
    cr_expect_null(weft_test_new(app, server));
    cr_expect(net_log_has(&lines, "head_limit"), "%s", lines.text);
    server.head_limit = 0;
    weft_test *test = weft_test_new(app, server);
    cr_expect_not_null(test, "the app itself is fine");
    weft_test_free(test);
    weft_app_free(app);
}

Test(net_loopback, the_app_is_frozen_while_it_is_tested)
{
    weft_app *app = net_app();
    weft_test *test = weft_test_new(app, net_options(&lines));
    weft_get(app, "/late", nobody);
    cr_expect(starts(weft_test_send(test, weft_lit(GET("/late"))), "HTTP/1.1 404 "));
    weft_test_free(test);
    cr_expect_null(weft_test_new(app, net_options(&lines)));
    cr_expect(net_log_has(&lines, "route GET /late: registered while the app is served"), "%s", lines.text);
    weft_app_free(app);
}

#ifdef WEFT_FAULTS
Test(net_loopback, starts_whole_or_not_at_all)
{
    weft_app *app = net_app();
    for (int nth = 0;; nth++) {
        wf_fault_arm(WF_FAULT_ALLOC, nth, 1);
        weft_test *test = weft_test_new(app, net_options(&lines));
        wf_fault_disarm_all();
        weft_test_free(test);
        if (test) break;
    }
    weft_app_free(app);
}
#endif
