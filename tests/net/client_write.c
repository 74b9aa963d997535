/* What is asked is what is sent. */
#include "tests/net/client.h"

TestSuite(net_client_write, .init = set_up, .fini = tear_down, .timeout = 60);

static const struct {
    weft_ask ask;
    const char *echo;
} asks[] = {
    { { 0 }, "0 /\n\n" },
    { { .path = "/echo/a%20b?x=1" }, "0 /echo/a%20b?x=1\n\n" },
    { { .path = "/echo/q", .query = { { "a b", "c&d=e" }, { "ü", NULL }, { "p*-._~", "\x01" } } },
      "0 /echo/q?a+b=c%26d%3De&%C3%BC=&p*-._%7E=%01\n\n" },
    { { .path = "/echo/q?first=1", .query = { { "second", "2" } } }, "0 /echo/q?first=1&second=2\n\n" },
    { { .path = "/echo/h", .headers = { { "Accept", "text/html" }, { "X-Empty", NULL }, { "accept", "*" } } },
      "0 /echo/h\nAccept: text/html\nX-Empty: \naccept: *\n\n" },
    { { .method = WEFT_POST, .path = "/echo/" }, "2 /echo/\nContent-Length: 0\n\n" },
    { { .method = WEFT_PUT, .path = "/echo/" }, "3 /echo/\nContent-Length: 0\n\n" },
    { { .method = WEFT_PATCH, .path = "/echo/" }, "4 /echo/\nContent-Length: 0\n\n" },
    { { .method = WEFT_DELETE, .path = "/echo/" }, "5 /echo/\n\n" },
    { { .method = WEFT_OPTIONS, .path = "/echo/" }, "6 /echo/\n\n" },
    { { .method = WEFT_POST, .path = "/echo/", .body = WEFT_LIT("a\nb") },
      "2 /echo/\nContent-Length: 3\n\na\nb" },
    { { .path = "/echo/", .body = WEFT_LIT("with a GET"), .type = "text/plain" },
      "0 /echo/\nContent-Type: text/plain\nContent-Length: 10\n\nwith a GET" },
    { { .method = WEFT_POST, .path = "/echo/", .body = WEFT_LIT("") }, "2 /echo/\nContent-Length: 0\n\n" },
    { { .method = WEFT_POST, .path = "/echo/", .json = "{}" },
      "2 /echo/\nContent-Type: application/json\nContent-Length: 2\n\n{}" },
    { { .method = WEFT_POST, .path = "/echo/", .json = "[]", .type = "application/x+json" },
      "2 /echo/\nContent-Type: application/x+json\nContent-Length: 2\n\n[]" },
    { { .method = WEFT_POST, .path = "/echo/", .json = "1", .headers = { { "content-type", "odd" } } },
      "2 /echo/\ncontent-type: odd\nContent-Length: 1\n\n1" },
    { { .method = WEFT_POST,
        .path = "/echo/",
        .form = { { "name", "a lamp" }, { "name", "%+" }, { "x", "" } } },
      "2 /echo/\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 26\n\n"
      "name=a+lamp&name=%25%2B&x=" },
    { { .method = WEFT_POST, .path = "/echo/", .body = WEFT_LIT("hello"), .chunked = true },
      "2 /echo/\nTransfer-Encoding: chunked\n\nhello" },
    { { .method = WEFT_POST, .path = "/echo/", .chunked = true },
      "2 /echo/\nTransfer-Encoding: chunked\n\n" },
    { { .method = WEFT_POST,
        .path = "/echo/",
        .parts = { { .name = "a\"b\r\n", .value = "1" },
                   { .name = "f",
                     .filename = "x \"y\".txt",
                     .type = "text/plain",
                     .bytes = WEFT_LIT("--\0") },
                   { .name = "empty" } } },
      "2 /echo/\nContent-Type: multipart/form-data; boundary=weft-boundary-1\nContent-Length: 286\n\n"
      "--weft-boundary-1\r\nContent-Disposition: form-data; name=\"a%22b%0D%0A\"\r\n\r\n1\r\n"
      "--weft-boundary-1\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x %22y%22.txt\"\r\n"
      "Content-Type: text/plain\r\n\r\n--@\r\n"
      "--weft-boundary-1\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
      "--weft-boundary-1--\r\n" },
    { { .method = WEFT_POST, .path = "/echo/", .parts = { { .name = "n", .value = "weft-boundary-1" } } },
      "2 /echo/\nContent-Type: multipart/form-data; boundary=weft-boundary-2\nContent-Length: 101\n\n"
      "--weft-boundary-2\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nweft-boundary-1\r\n"
      "--weft-boundary-2--\r\n" },
    { { .raw = WEFT_LIT("POST /echo/raw HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nhi") },
      "2 /echo/raw\nContent-Length: 2\n\nhi" },
};

Test(net_client_write, sends_what_is_asked)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        for (size_t i = 0; i < COUNT(asks); i++) {
            char expected[1024];
            size_t len = strlen(asks[i].echo);
            for (size_t at = 0; at < len; at++)
                expected[at] = asks[i].echo[at] == '@' ? '\0' : asks[i].echo[at];
            weft_answer answer = weft_test_ask(test, asks[i].ask);
            cr_expect(weft_answer_is_bytes(answer, 200, weft_str_of(expected, len)), "%zu: %s", i,
                      weft_test_why(test));
        }
    }
}

Test(net_client_write, a_list_may_be_full)
{
    weft_ask ask = { .method = WEFT_POST, .path = "/echo/" };
    for (int i = 0; i < WEFT_ASK_PAIRS; i++)
        ask.query[i] = ask.headers[i] = ask.form[i] = (weft_pair){ "n", "v" };
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer answer = weft_test_ask(test, ask);
        cr_expect(weft_answer_is(answer, 200, NULL), "%s", weft_test_why(test));
        size_t pairs = 0;
        for (size_t i = 0; i + 2 < answer.body.len; i++)
            pairs +=
                memcmp(answer.body.ptr + i, "n=v", 3) == 0 || memcmp(answer.body.ptr + i, "n: v", 3) == 0;
        cr_expect_eq(pairs, 3 * WEFT_ASK_PAIRS);
        weft_ask parts = { .method = WEFT_POST, .path = "/echo/" };
        for (int i = 0; i < WEFT_ASK_PARTS; i++) parts.parts[i] = (weft_part){ .name = "n", .value = "v" };
        answer = weft_test_ask(test, parts);
        cr_expect(weft_answer_contains(answer, "--weft-boundary-1--\r\n"), "%s", weft_test_why(test));
        size_t count = 0;
        for (size_t i = 0; i + 8 < answer.body.len; i++)
            count += memcmp(answer.body.ptr + i, "name=\"n\"", 8) == 0;
        cr_expect_eq(count, WEFT_ASK_PARTS);
    }
}

Test(net_client_write, sends_the_host_or_the_one_given)
{
    char expected[32];
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        snprintf(expected, sizeof expected, live ? "127.0.0.1:%d" : "test", weft_port(app));
        cr_expect(weft_answer_is(weft_test_get(test, "/host"), 200, expected), "%s", weft_test_why(test));
        weft_ask ask = { .path = "/host", .headers = { { "host", "example.org" } } };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 200, "example.org"), "%s", weft_test_why(test));
    }
}

Test(net_client_write, a_large_body_comes_back_whole)
{
    static char body[12 * 1000 * 1000]; /* more than a socket takes at once */
    for (size_t i = 0; i < sizeof body; i++) body[i] = (char)('0' + i % 10);
    weft_server server = { .body_limit = 16u << 20, .memory_limit = 64u << 20 };
    for (BOTH_WAYS(live, server)) {
        for (int chunked = 0; chunked < 2; chunked++) {
            weft_ask ask = { .method = WEFT_POST, .path = "/echo/", .body = weft_str_of(body, sizeof body) };
            ask.chunked = chunked;
            weft_answer answer = weft_test_ask(test, ask);
            cr_expect(weft_answer_is(answer, 200, NULL), "%s", weft_test_why(test));
            cr_assert_geq(answer.body.len, sizeof body);
            cr_expect_arr_eq(answer.body.ptr + answer.body.len - sizeof body, body, sizeof body);
        }
        weft_answer answer = weft_test_get(test, "/large");
        cr_expect(weft_answer_is(answer, 200, NULL), "%s", weft_test_why(test));
        cr_expect_eq(answer.body.len, LARGE, "%zu", answer.body.len);
    }
}

/* A body that is refused before it was sent: the answer is read all the same. */
Test(net_client_write, an_answer_ahead_of_the_body_is_read)
{
    static char body[4 * 1000 * 1000];
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_ask ask = { .method = WEFT_POST, .path = "/echo/", .body = weft_str_of(body, sizeof body) };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 413, NULL), "%s", weft_test_why(test));
        cr_expect(weft_test_closed(test));
        cr_expect(weft_answer_is(weft_test_get(test, "/fixed"), 200, NULL), "%s", weft_test_why(test));
    }
}
