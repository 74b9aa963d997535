/* Cookies are kept as a browser keeps them. */
#include "tests/net/client.h"

TestSuite(net_client_jar, .init = set_up, .fini = tear_down, .timeout = 60);

Test(net_client_jar, cookies_are_kept_by_path_until_they_expire)
{
    static const struct {
        const char *set;  /* at /cookies/a/b */
        const char *path; /* where they are asked for */
        const char *sent;
    } cases[] = {
        { "a=1; Path=/", "/cookies/x", "a=1" },
        { "a=1", "/cookies/a", "a=1" },
        { "a=1", "/cookies/a/c", "a=1" },
        { "a=1", "/cookies/b", "none" },
        { "a=1", "/cookies/ab", "none" },
        { "a=1; path=/cookies", "/cookies/b", "a=1" },
        { "a=1; PATH = /cookies/", "/cookies/b", "a=1" },
        { "a=1; Path=/cookies", "/cookiesnot", "none" },
        { "a=1; Path=relative", "/cookies/a", "a=1" },
        { "a=1; Path=/\nb=2; Path=/", "/cookies/x", "a=1; b=2" },
        { "a=1; Path=/\nb=2; Path=/cookies", "/cookies/x", "b=2; a=1" },
        { "b=2; Path=/cookies\na=1; Path=/", "/cookies/x", "b=2; a=1" },
        { "a=1; Path=/\na=2; Path=/", "/cookies/x", "a=2" },
        { "a=1; Path=/\nb=2; Path=/\na=3; Path=/", "/cookies/x", "a=3; b=2" },
        { "a=1; Path=/\na=2; Path=/cookies", "/cookies/x", "a=2; a=1" },
        { "a=1; Path=/\na=; Path=/; Max-Age=0", "/cookies/x", "none" },
        { "a=1; Path=/\nb=2; Path=/\na=; Path=/; Max-Age=-1", "/cookies/x", "b=2" },
        { "a=1; Path=/\na=; Path=/cookies; Max-Age=0", "/cookies/x", "a=1" },
        { "a=1; Path=/; Max-Age=0", "/cookies/x", "none" },
        { "a=1; Path=/; Max-Age=60", "/cookies/x", "a=1" },
        { "a=1; Path=/; Max-Age=99999999999999999999999", "/cookies/x", "a=1" },
        { "a=1; Path=/; Max-Age=9223372036854775807", "/cookies/x", "a=1" },
        { "a=1; Path=/; Max-Age=soon", "/cookies/x", "a=1" },
        { "a=1; Path=/; Max-Age=", "/cookies/x", "a=1" },
        { "a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "/cookies/x", "none" },
        { "a=1; Path=/; Expires=Fri, 31 Dec 2100 00:00:00 GMT", "/cookies/x", "a=1" },
        { "a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "/cookies/x", "a=1" },
        { "a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", "/cookies/x", "a=1" },
        { "a=1; Path=/; Expires=yesterday", "/cookies/x", "a=1" },
        { "a=1; Path=/; Secure; HttpOnly; SameSite=Strict; Domain=example.org", "/cookies/x", "a=1" },
        { "a = \"1 2\" ; Path=/", "/cookies/x", "a=\"1 2\"" },
        { "a=b=c; Path=/", "/cookies/x", "a=b=c" },
        { "a=; Path=/", "/cookies/x", "a=" },
        { "a; Path=/", "/cookies/x", "none" },
        { "=1; Path=/", "/cookies/x", "none" },
    };
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        for (size_t i = 0; i < COUNT(cases); i++) {
            weft_ask set = { .method = WEFT_POST, .path = "/cookies/a/b", .body = wf_str(cases[i].set) };
            cr_expect(weft_answer_is(weft_test_ask(test, set), 200, "set\n"), "%s", weft_test_why(test));
            cr_expect(weft_answer_is(weft_test_get(test, cases[i].path), 200, cases[i].sent), "%s: %s",
                      cases[i].set, weft_test_why(test));
            weft_test_forget_cookies(test);
            cr_expect(weft_answer_is(weft_test_get(test, cases[i].path), 200, "none"), "%s",
                      weft_test_why(test));
        }
    }
}

Test(net_client_jar, a_cookie_expires_as_time_goes_by)
{
    wf_jar jar = { 0 };
    weft_buf out = weft_buf_heap(1000);
    cr_assert(wf_jar_take(&jar, weft_lit("a=1; Max-Age=10"), weft_lit("/"), 1000));
    EXPECT_STR(wf_jar_find(&jar, weft_lit("a"), 1009), "1");
    cr_expect_null(wf_jar_find(&jar, weft_lit("a"), 1010).ptr);
    wf_jar_put(&jar, weft_lit("/"), 1009, &out);
    EXPECT_STR(weft_buf_str(&out), "a=1");
    out.len = 0;
    wf_jar_put(&jar, weft_lit("/"), 1010, &out);
    EXPECT_STR(weft_buf_str(&out), "");
    wf_jar_empty(&jar);
    weft_buf_free(&out);
}

Test(net_client_jar, cookies_can_be_looked_at_set_and_replaced)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        cr_expect_null(weft_test_cookie(test, "login").ptr);
        cr_expect(weft_test_set_cookie(test, "login", "ada"));
        EXPECT_STR(weft_test_cookie(test, "login"), "ada");
        cr_expect(weft_answer_is(weft_test_get(test, "/cookies/x"), 200, "login=ada"), "%s",
                  weft_test_why(test));
        weft_ask set = { .method = WEFT_POST,
                         .path = "/cookies/x",
                         .body = weft_lit("login=bob; Path=/; HttpOnly\nb=2") };
        weft_answer answer = weft_test_ask(test, set);
        EXPECT_STR(weft_answer_set_cookie(answer, "login"), "login=bob; Path=/; HttpOnly");
        EXPECT_STR(weft_answer_set_cookie(answer, "b"), "b=2");
        cr_expect_null(weft_answer_set_cookie(answer, "log").ptr);
        EXPECT_STR(weft_test_cookie(test, "login"), "bob");
        weft_test_reconnect(test);
        weft_ask own = { .path = "/cookies/x", .headers = { { "Cookie", "mine=1" } } };
        cr_expect(weft_answer_is(weft_test_ask(test, own), 200, "mine=1"), "%s", weft_test_why(test));
        cr_expect(weft_answer_is(weft_test_get(test, "/cookies/x"), 200, "b=2; login=bob"), "%s",
                  weft_test_why(test));
        cr_expect_not(weft_test_set_cookie(test, NULL, "x"));
        cr_expect(weft_test_set_cookie(test, "empty", NULL));
        EXPECT_STR(weft_test_cookie(test, "empty"), "");
    }
}

Test(net_client_jar, cookies_go_along_with_redirects)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        cr_assert(weft_test_set_cookie(test, "a", "1"));
        weft_ask ask = { .path = "/to/302/x?/cookies/x", .follow = true };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 200, "a=1"), "%s", weft_test_why(test));
    }
}

Test(net_client_jar, raw_requests_know_no_cookies)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        cr_assert(weft_test_set_cookie(test, "a", "1"));
        weft_ask ask = { .raw = weft_lit("GET /cookies/x HTTP/1.1\r\nHost: t\r\n\r\n") };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 200, "none"), "%s", weft_test_why(test));
        ask.raw = weft_lit("POST /cookies/x HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\nb=2; Path=/");
        cr_expect(weft_answer_has(weft_test_ask(test, ask), "Set-Cookie", "b=2; Path=/"), "%s",
                  weft_test_why(test));
        cr_expect_null(weft_test_cookie(test, "b").ptr);
    }
}
