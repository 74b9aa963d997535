#include <poll.h>
/* Asking, in memory and over a socket: what comes back, what is followed, and why there is no answer. */
#include "tests/net/client.h"

TestSuite(net_client, .init = set_up, .fini = tear_down, .timeout = 60);

/* ---- What comes back --------------------------------------------------------------------------------------- */

Test(net_client, answers_of_every_kind_are_read)
{
    static const struct {
        weft_method method;
        const char *path;
        int status;
        const char *body;
        bool cut;
    } cases[] = {
        { WEFT_GET, "/fixed", 200, "first line\nsecond \"line\"\n", false },
        { WEFT_HEAD, "/fixed", 200, "", false },
        { WEFT_GET, "/nothing", 204, "", false },
        { WEFT_GET, "/stream", 200, "piece 3\npiece 2\npiece 1\n", false },
        { WEFT_HEAD, "/stream", 200, "", false },
        { WEFT_GET, "/stream/length", 200, "piece 3\npiece 2\npiece 1\n", false },
        { WEFT_GET, "/stream/cut", 200, "piece 102\npiece 101\n", true },
        { WEFT_GET, "/stream/short", 200, "piece 102\npiece 101\n", true },
        { WEFT_GET, "/absent", 404, "404 Not Found: nothing is served under this path\n", false },
        { WEFT_GET, "/fixed", 200, "first line\nsecond \"line\"\n",
          false }, /* after a cut, on a new connection */
    };
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        for (size_t i = 0; i < COUNT(cases); i++) {
            weft_answer answer = weft_test_ask(test, (weft_ask){ cases[i].method, .path = cases[i].path });
            cr_expect_eq(answer.status, cases[i].status, "%s: %d", cases[i].path, answer.status);
            cr_expect(weft_str_eq(answer.body, wf_str(cases[i].body)), "%s", cases[i].path);
            cr_expect_eq(answer.cut, cases[i].cut, "%s", cases[i].path);
            cr_expect_eq(weft_answer_is(answer, cases[i].status, NULL), !cases[i].cut);
        }
    }
}

Test(net_client, fields_are_found_in_any_case)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer answer = weft_test_get(test, "/fixed");
        EXPECT_STR(weft_answer_header(answer, "X-TWICE"), "one");
        EXPECT_STR(weft_answer_header(answer, "content-type"), "text/plain; charset=utf-8");
        cr_expect_null(weft_answer_header(answer, "X-Thrice").ptr);
        cr_expect_null(weft_answer_header(answer, NULL).ptr);
        cr_expect(wf_str_starts(answer.head, weft_lit("HTTP/1.1 200 OK\r\nDate: ")));
        cr_expect(answer.head.ptr[answer.head.len - 4] == '\r');
    }
}

/* ---- No answer --------------------------------------------------------------------------------------------- */

Test(net_client, an_ask_that_contradicts_itself_is_told)
{
    static const struct {
        weft_ask ask;
        const char *why;
    } cases[] = {
        { { .json = "{}", .form = { { "a", "b" } } }, "exclude each other" },
        { { .body = WEFT_LIT(""), .parts = { { .name = "a" } } }, "exclude each other" },
        { { .method = (weft_method)77 }, "no weft_method" },
        { { .parts = { { .name = "a", .value = "b", .bytes = WEFT_LIT("c") } } }, "either a value or bytes" },
        { { .raw = WEFT_LIT("GET / HTTP/1.1\r\n\r\n"), .path = "/" }, "nothing is sent beside it" },
        { { .raw = WEFT_LIT("GET / HTTP/1.1\r\n\r\n"), .follow = true }, "nothing is sent beside it" },
    };
    begin(false, (weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_answer answer = weft_test_ask(test, cases[i].ask);
        cr_expect_eq(answer.status, 0);
        cr_expect_null(answer.body.ptr);
        cr_expect(strstr(weft_test_why(test), cases[i].why), "%zu: %s", i, weft_test_why(test));
        cr_expect(!weft_answer_is(answer, 200, NULL) && strstr(weft_test_why(test), cases[i].why));
    }
}

Test(net_client, several_answers_are_refused)
{
#define ONE "GET /fixed HTTP/1.1\r\nHost: t\r\n\r\n"
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer answer = weft_test_ask(test, (weft_ask){ .raw = weft_lit(ONE ONE) });
        cr_expect_eq(answer.status, 0);
        cr_expect_str_eq(weft_test_why(test),
                         "GET /fixed HTTP/1.1: no answer: the server gave more than one answer; "
                         "ask once at a time, or use weft_test_send");
        cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "%s", weft_test_why(test));
    }
}

Test(net_client, a_request_that_is_not_complete_is_told)
{
    begin(false, (weft_server){ 0 });
    weft_ask ask = { .method = WEFT_POST, .path = "/echo/", .headers = { { "Content-Length", "5" } } };
    cr_expect_eq(weft_test_ask(test, ask).status, 0);
    cr_expect_str_eq(weft_test_why(test), "POST /echo/: no answer: the server waits for more of the request");
    cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "and the next ask begins anew: %s",
              weft_test_why(test));
}

Test(net_client, a_test_that_could_not_begin_answers_nothing)
{
    weft_get(app, "no slash", echo);
    weft_server quiet = { .logger = hush };
    cr_assert_null(weft_test_new(app, quiet));
    cr_assert_null(weft_test_live(app, quiet));
    cr_assert_null(weft_test_handler(echo, "no slash", NULL), "it says so on stderr");
    weft_answer answer = weft_test_get(NULL, "/");
    cr_expect_eq(answer.status, 0);
    cr_expect_not(weft_answer_is(answer, 200, NULL));
    cr_expect_not(weft_answer_has(answer, "Date", NULL));
    cr_expect_not(weft_answer_lacks(answer, "Date"));
    cr_expect_not(weft_answer_contains(answer, ""));
    cr_expect(strstr(weft_test_why(NULL), "there is no test"));
    cr_expect_null(weft_test_cookie(NULL, "a").ptr);
    cr_expect_not(weft_test_set_cookie(NULL, "a", "b"));
    cr_expect_eq(weft_test_send(NULL, weft_lit("x")).len, 0);
    cr_expect_eq(weft_test_finish(NULL).len, 0);
    cr_expect_eq(weft_test_expire(NULL).len, 0);
    cr_expect(weft_test_closed(NULL));
    weft_test_forget_cookies(NULL);
    weft_test_reconnect(NULL);
    weft_test_free(NULL);
}

Test(net_client, an_app_is_in_one_test_at_a_time)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        cr_expect_null(weft_test_new(app, (weft_server){ .logger = hush }));
        cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "%s", weft_test_why(test));
    }
}

/* ---- Redirects --------------------------------------------------------------------------------------------- */

Test(net_client, redirects_are_followed_when_asked_to)
{
    static const struct {
        weft_method method;
        const char *path;
        const char *echo; /* NULL: not followed */
    } cases[] = {
        { WEFT_GET, "/to/302/x?/echo/a", "0 /echo/a\n\n" },
        { WEFT_GET, "/to/301/x?/echo/a?b=c", "0 /echo/a?b=c\n\n" },
        { WEFT_GET, "/to/303/x?/echo/a!there", "0 /echo/a\n\n" },
        { WEFT_GET, "/to/307/x?http://test/echo/a", "0 /echo/a\n\n" },
        { WEFT_GET, "/to/308/x?HTTP://TEST/echo/a", "0 /echo/a\n\n" },
        { WEFT_GET, "/to/302/x?//test/echo/a", "0 /echo/a\n\n" },
        { WEFT_GET, "/to/302/x?http://test", "0 /\n\n" },
        { WEFT_GET, "/to/302/x?http://test?q", "0 /?q\n\n" },
        { WEFT_GET, "/to/302/x?/to/302/y?/echo/a", "0 /echo/a\n\n" },
        { WEFT_POST, "/to/302/x?/echo/a", "0 /echo/a\n\n" },
        { WEFT_POST, "/to/303/x?/echo/a", "0 /echo/a\n\n" },
        { WEFT_PUT, "/to/303/x?/echo/a", "0 /echo/a\n\n" },
        { WEFT_PUT, "/to/302/x?/echo/a", "3 /echo/a\nContent-Type: a/b\nContent-Length: 4\n\nbody" },
        { WEFT_POST, "/to/307/x?/echo/a", "2 /echo/a\nContent-Type: a/b\nContent-Length: 4\n\nbody" },
        { WEFT_POST, "/to/308/x?/echo/a", "2 /echo/a\nContent-Type: a/b\nContent-Length: 4\n\nbody" },
        { WEFT_GET, "/to/302/x?http://other/echo/a", NULL },
        { WEFT_GET, "/to/302/x?http://tes/echo/a", NULL },
        { WEFT_GET, "/to/302/x?https://test/echo/a", NULL },
        { WEFT_GET, "/to/302/x?mailto:a@b", NULL },
        { WEFT_GET, "/to/302/x?http:/echo/a", NULL },
        { WEFT_GET, "/to/304/x?/echo/a", NULL },
        { WEFT_GET, "/to/201/x?/echo/a", NULL },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin(false, (weft_server){ 0 });
        weft_ask ask = { cases[i].method, .path = cases[i].path, .follow = true };
        if (ask.method != WEFT_GET) ask.body = weft_lit("body"), ask.type = "a/b";
        weft_answer answer = weft_test_ask(test, ask);
        if (cases[i].echo)
            cr_expect(weft_answer_is(answer, 200, cases[i].echo), "%zu: %s", i, weft_test_why(test));
        cr_expect_eq(answer.redirects > 0, cases[i].echo != NULL, "%zu", i);
        end();
    }
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_ask ask = { .path = "/to/302/x?/echo/a" };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 302, "elsewhere\n"), "%s", weft_test_why(test));
        ask.follow = true;
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 200, "0 /echo/a\n\n"), "%s", weft_test_why(test));
        ask.method = WEFT_HEAD;
        ask.path = "/to/303/x?/echo/a";
        weft_answer answer = weft_test_ask(test, ask);
        cr_expect(weft_answer_is(answer, 200, ""), "%s", weft_test_why(test));
        cr_expect(weft_answer_has(answer, "Content-Length", "11"), "%s", weft_test_why(test));
    }
}

Test(net_client, relative_redirects_are_resolved)
{
    static const struct {
        const char *location, *target;
    } cases[] = {
        { "b", "/to/302/b" },         { "", "/to/302/x" },
        { "./b", "/to/302/./b" },     { "b:c", NULL }, /* a scheme */
        { "b/c:d", "/to/302/b/c:d" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char path[64];
        begin(false, (weft_server){ 0 });
        snprintf(path, sizeof path, "/to/302/x?%s", cases[i].location);
        (void)weft_test_ask(test, (weft_ask){ .path = path, .follow = true });
        weft_str target = weft_buf_str(&test->client.target);
        cr_expect(wf_str_starts(target, wf_str(cases[i].target ? cases[i].target : path)), "%s leads to %.*s",
                  path, (int)target.len, target.ptr);
        end();
    }
}

Test(net_client, redirects_without_an_end_are_told)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer answer = weft_test_ask(test, (weft_ask){ .path = "/round", .follow = true });
        cr_expect_eq(answer.status, 0);
        cr_expect_eq(answer.redirects, 10);
        cr_expect(strstr(weft_test_why(test), "ten redirects were followed"), "%s", weft_test_why(test));
    }
}

/* ---- One handler ------------------------------------------------------------------------------------------- */

static weft_response tell_state(weft_request *req)
{
    weft_str id = weft_param(req, "id");
    return weft_textf(req, "%s %.*s %d", (const char *)weft_state(req), (int)id.len, id.ptr,
                      (int)weft_req_method(req));
}

Test(net_client, a_handler_can_be_asked_alone)
{
    char state[] = "state";
    test = weft_test_handler(tell_state, "/items/{id}", state);
    cr_expect(weft_answer_is(weft_test_get(test, "/items/7"), 200, "state 7 0"), "%s", weft_test_why(test));
    cr_expect(weft_answer_is(weft_test_get(test, "/items"), 404, NULL), "%s", weft_test_why(test));
    for (int method = WEFT_POST; method <= WEFT_OPTIONS; method++) {
        char expected[] = "state x 0";
        expected[8] = (char)('0' + method);
        weft_answer answer = weft_test_ask(test, (weft_ask){ (weft_method)method, .path = "/items/x" });
        cr_expect(weft_answer_is(answer, 200, expected), "%s", weft_test_why(test));
    }
    end();
    test = weft_test_handler(echo, NULL, NULL);
    cr_expect(weft_answer_is(weft_test_get(test, "/any/where"), 200, "0 /any/where\n\n"), "%s",
              weft_test_why(test));
    cr_expect(weft_answer_is(weft_test_get(test, "/"), 200, "0 /\n\n"), "%s", weft_test_why(test));
    end();
}

/* ---- Raw bytes, over a socket (in memory: tests/net/loopback.c) -------------------------------------------- */

Test(net_client, raw_bytes_travel_over_a_socket_too)
{
    begin(true, (weft_server){ .head_ms = 300 });
    cr_expect_eq(weft_test_send(test, weft_lit("GET /nothing HTTP/1.1\r\n")).len, 0);
    weft_str said = weft_test_send(test, weft_lit("Host: t\r\n\r\nGET /nothing HTTP/1.1\r\nHost: t\r\n\r\n"));
    size_t answers = 0;
    for (size_t i = 0; i + 12 < said.len; i++) answers += memcmp(said.ptr + i, "HTTP/1.1 204", 12) == 0;
    cr_expect_eq(answers, 2);
    cr_expect_not(weft_test_closed(test));
    weft_test_send(test, weft_lit("GET /"));
    cr_expect(wf_str_starts(weft_test_finish(test), weft_lit("HTTP/1.1 400 ")));
    cr_expect(weft_test_closed(test));
    cr_expect_eq(weft_test_send(test, weft_lit("GET /")).len, 0);
    weft_test_reconnect(test);
    cr_expect_not(weft_test_closed(test));
    weft_test_send(test, weft_lit("GET /"));
    cr_expect(wf_str_starts(weft_test_expire(test), weft_lit("HTTP/1.1 408 ")));
    cr_expect(weft_test_closed(test));
}

/* What the server still says to a request that nobody waits for is not taken for the next answer. */
Test(net_client, a_connection_out_of_step_is_given_up)
{
    begin(true, (weft_server){ 0 });
    wf_reading *reading = &test->client.reading;
    wf_reading_begin(reading, true); /* as if it were a HEAD: the body of a GET is left over */
    test->wire->talk(test, weft_lit("GET /large HTTP/1.1\r\nHost: t\r\n\r\n"), reading);
    struct pollfd left_over = { .fd = test->fd, .events = POLLIN }; /* the body may still be on its way */
    if (test->fd >= 0) cr_assert_eq(poll(&left_over, 1, 10000), 1);
    cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "%s", weft_test_why(test));
}
