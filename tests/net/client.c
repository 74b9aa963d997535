/* The client of weft/test.h: every ask both in memory and over a socket; what it writes, reads, keeps and tells. */
#include "src/base/str.h"
#include "src/net/client.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <weft/buf.h>
#include <weft/test.h>

TestSuite(net_client, .timeout = 60);

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define EXPECT_STR(got, text)                                                                          \
    cr_expect(weft_str_eq((got), weft_lit(text)), "%d: expected \"%s\", got \"%.*s\"", __LINE__, text, \
              (int)(got).len, (got).ptr)

/* ---- An app, and both ways to ask it ----------------------------------------------------------------------- */

static weft_app *app;
static weft_test *test;

static weft_test *begin(bool live, weft_server server)
{
    server.log_level = WEFT_LOG_ERROR;
    server.workers = 1;
    test = live ? weft_test_live(app, server) : weft_test_new(app, server);
    cr_assert_not_null(test);
    return test;
}

static void end(void)
{
    weft_test_free(test);
    test = NULL;
}

#define BOTH_WAYS(live, server)      \
    int live = 0;                    \
    live < 2 && begin(live, server); \
    end(), live++

/* Tells a request as it came, without the Host, which is another one on a socket. */
static weft_response echo(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_str path = weft_req_path(req), query = weft_req_query(req), name;
    weft_putf(&out, "%d %.*s", (int)weft_req_method(req), (int)path.len, path.ptr);
    weft_put_str(&out, query.ptr ? weft_lit("?") : weft_lit(""));
    weft_put_str(&out, query);
    weft_put_char(&out, '\n');
    for (size_t i = 0; i < weft_req_header_count(req); i++) {
        weft_str value = weft_req_header_at(req, i, &name);
        if (weft_str_eq(name, weft_lit("Host"))) continue;
        weft_putf(&out, "%.*s: %.*s\n", (int)name.len, name.ptr, (int)value.len, value.ptr);
    }
    weft_put_str(&out, weft_lit("\n"));
    weft_put_str(&out, weft_req_body(req));
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

static weft_response tell_host(weft_request *req) { return weft_text(weft_req_host(req)); }

/* /to/302/x?/items is a 302 to /items; a ! stands for the # that no request may hold. */
static weft_response go(weft_request *req)
{
    weft_str path = weft_req_path(req), query = weft_req_query(req);
    weft_str status = weft_str_of(path.ptr + sizeof "/to/" - 1, 3);
    int code = (status.ptr[0] - '0') * 100 + (status.ptr[1] - '0') * 10 + status.ptr[2] - '0';
    weft_response res = weft_as(weft_text(weft_lit("elsewhere\n")), (weft_status)code);
    char *location = weft_alloc(req, query.len + 1);
    for (size_t i = 0; location && i < query.len; i++) location[i] = query.ptr[i] == '!' ? '#' : query.ptr[i];
    weft_with(req, &res, "Location", weft_str_of(location, query.len));
    return res;
}

static weft_response round_trip(weft_request *req)
{
    weft_response res = weft_empty(WEFT_FOUND);
    weft_with(req, &res, "Location", weft_lit("/round"));
    return res;
}

/* One cookie for each line of the body. */
static weft_response set_cookies(weft_request *req)
{
    weft_response res = weft_text(weft_lit("set\n"));
    weft_str rest = weft_req_body(req);
    while (rest.len > 0) weft_with(req, &res, "Set-Cookie", wf_str_cut(&rest, '\n'));
    return res;
}

static weft_response tell_cookies(weft_request *req)
{
    weft_str cookies = weft_req_header(req, "Cookie");
    return weft_text(cookies.ptr ? cookies : weft_lit("none"));
}

static weft_response fixed(weft_request *req)
{
    weft_response res = weft_text(weft_lit("first line\nsecond \"line\"\n"));
    weft_with(req, &res, "X-Twice", weft_lit("one"));
    weft_with(req, &res, "x-twice", weft_lit("two"));
    return res;
}

static weft_response nothing(weft_request *req)
{
    (void)req;
    return weft_empty(WEFT_NO_CONTENT);
}

/* Streams: the pieces left to come are counted down in the state. */
static weft_pull next_piece(weft_buf *out, void *state)
{
    int *left = state;
    if (*left == 0) return WEFT_END;
    if (*left < 0) return WEFT_ABORT;
    weft_putf(out, "piece %d\n", (*left)--);
    if (*left == 100) *left = -1;
    return WEFT_MORE;
}
static const weft_source pieces = { .next = next_piece };

static weft_response stream_of(weft_request *req, int count, int64_t length)
{
    int *left = weft_alloc(req, sizeof *left);
    if (!left) return weft_reject(req);
    *left = count;
    weft_response res = { .status = 200, .kind = WEFT_STREAM, .type = weft_lit("text/plain") };
    res.as.stream.source = &pieces;
    res.as.stream.state = left;
    res.as.stream.length = length;
    return res;
}

static weft_response stream(weft_request *req) { return stream_of(req, 3, -1); }
static weft_response stream_length(weft_request *req) { return stream_of(req, 3, 24); }
static weft_response stream_cut(weft_request *req) { return stream_of(req, 102, -1); }
static weft_response stream_short(weft_request *req) { return stream_of(req, 102, 400); }

enum { LARGE = 3 * 1000 * 1000 };
static weft_response large(weft_request *req)
{
    static char bytes[LARGE];
    (void)req;
    for (size_t i = 0; i < LARGE; i++) bytes[i] = (char)('a' + i % 26);
    return weft_bytes(weft_lit("text/plain"), weft_str_of(bytes, LARGE));
}

static void set_up(void)
{
    app = weft_app_new(NULL);
    for (int method = WEFT_GET; method <= WEFT_OPTIONS; method++) {
        weft_on(app, (weft_method)method, "/echo/*", echo);
        weft_on(app, (weft_method)method, "/to/*", go);
    }
    weft_get(app, "/", echo);
    weft_get(app, "/host", tell_host);
    weft_get(app, "/round", round_trip);
    weft_post(app, "/cookies/*", set_cookies);
    weft_get(app, "/cookies/*", tell_cookies);
    weft_get(app, "/cookiesnot", tell_cookies);
    weft_get(app, "/fixed", fixed);
    weft_get(app, "/nothing", nothing);
    weft_get(app, "/stream", stream);
    weft_get(app, "/stream/length", stream_length);
    weft_get(app, "/stream/cut", stream_cut);
    weft_get(app, "/stream/short", stream_short);
    weft_get(app, "/large", large);
}

static void tear_down(void)
{
    weft_test_free(test);
    weft_app_free(app);
}

#define Case(name) Test(net_client, name, .init = set_up, .fini = tear_down)

/* ---- What is sent ------------------------------------------------------------------------------------------ */

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

Case(sends_what_is_asked)
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

Case(a_list_may_be_full)
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
        cr_expect(weft_answer_contains(weft_test_ask(test, parts),
                                       "name=\"n\"\r\n\r\nv\r\n--weft-boundary-1--\r\n"),
                  "%s", weft_test_why(test));
    }
}

Case(sends_the_host_or_the_one_given)
{
    char expected[32];
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        snprintf(expected, sizeof expected, live ? "127.0.0.1:%d" : "test", weft_port(app));
        cr_expect(weft_answer_is(weft_test_get(test, "/host"), 200, expected), "%s", weft_test_why(test));
        weft_ask ask = { .path = "/host", .headers = { { "host", "example.org" } } };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 200, "example.org"), "%s", weft_test_why(test));
    }
}

Case(a_large_body_comes_back_whole)
{
    static char body[900 * 1000];
    for (size_t i = 0; i < sizeof body; i++) body[i] = (char)('0' + i % 10);
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
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
Case(an_answer_ahead_of_the_body_is_read)
{
    static char body[4 * 1000 * 1000];
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_ask ask = { .method = WEFT_POST, .path = "/echo/", .body = weft_str_of(body, sizeof body) };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 413, NULL), "%s", weft_test_why(test));
        cr_expect(weft_test_closed(test));
        cr_expect(weft_answer_is(weft_test_get(test, "/fixed"), 200, NULL), "%s", weft_test_why(test));
    }
}

/* ---- What comes back --------------------------------------------------------------------------------------- */

Case(answers_of_every_kind_are_read)
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

Case(fields_are_found_in_any_case)
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

/* Every answer is fed whole, and a byte at a time. */
Case(answers_are_read_strictly)
{
#define HEAD "HTTP/1.1 200 OK\r\n"
    static const struct {
        const char *bytes;
        int status; /* 0: wrong */
        const char *body, *wrong;
        bool cut, last;
    } cases[] = {
        { HEAD "Content-Length: 2\r\n\r\nhi", 200, "hi", NULL, false, false },
        { HEAD "content-length:2\r\n\r\nhi", 200, "hi", NULL, false, false },
        { HEAD "Content-Length: 2\r\nConnection: close\r\n\r\nhi", 200, "hi", NULL, false, true },
        { HEAD "Content-Length: 0\r\n\r\n", 200, "", NULL, false, false },
        { HEAD "Content-Length: 3\r\n\r\nhi", 200, "hi", NULL, true, true },
        { HEAD "\r\nto the end", 200, "to the end", NULL, false, true },
        { HEAD "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\nyou\r\n0\r\n\r\n", 200, "hiyou", NULL,
          false, false },
        { HEAD "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\nyo", 200, "hiyo", NULL, true, true },
        { HEAD "Transfer-Encoding: chunked\r\n\r\nx", 0, "", "chunks are malformed", false, false },
        { HEAD "Transfer-Encoding: gzip\r\n\r\n", 0, "", "other than chunked", false, false },
        { HEAD "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", 0, "", "and is chunked", false,
          false },
        { HEAD "Content-Length: 2\r\nContent-Length: 2\r\n\r\n", 0, "", "several", false, false },
        { HEAD "Content-Length: -2\r\n\r\n", 0, "", "no number", false, false },
        { HEAD "Content-Length: \r\n\r\n", 0, "", "no number", false, false },
        { HEAD "No colon\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Space : x\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Bare: lf\n\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Control: \x01\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Content-Length: 2\r\n\r\nhi!", 0, "", "behind the answer's end", false, false },
        { HEAD "Content-Length: 2\r\n\r\nhi" HEAD "\r\n", 0, "", "more than one answer", false, false },
        { "HTTP/1.1 100 Continue\r\n\r\n" HEAD "Content-Length: 2\r\n\r\nhi", 200, "hi", NULL, false, false },
        { "HTTP/1.1 204 No Content\r\n\r\n", 204, "", NULL, false, false },
        { "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, "", NULL, false, false },
        { "HTTP/1.1 101 Switching Protocols\r\n\r\n", 101, "", NULL, false, true },
        { "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", 200, "x", NULL, false, true },
        { "HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\nx", 200, "x", NULL, false,
          false },
        { "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", 200, "", NULL, false, false },
        { "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/1.1 2x0 OK\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/2.0 200 OK\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/1.1 099 OK\r\n\r\n", 0, "", "status line", false, false },
        { "nonsense\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/1.1 200 OK\r\nX", 0, "", "within the answer's head", false, false },
        { "HTTP/1.1 100 Continue\r\n\r\n", 0, "", "without an answer", false, false },
        { "", 0, "", "without an answer", false, false },
    };
#undef HEAD
    wf_reading reading = { .head = weft_buf_heap(WF_CLIENT_HEAD_MAX), .body = weft_buf_heap(WF_CLIENT_MAX) };
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int split = 0; split < 2; split++) {
            size_t len = strlen(cases[i].bytes), step = split ? 1 : len;
            wf_reading_begin(&reading, false);
            for (size_t at = 0; at < len; at += step) {
                char copy[512]; /* sanitizers see a read beyond the piece */
                memcpy(copy, cases[i].bytes + at, step);
                wf_reading_feed(&reading, weft_str_of(copy, step));
            }
            wf_reading_end(&reading);
            bool done = reading.phase == WF_READING_DONE;
            cr_expect_eq(done, cases[i].status != 0, "%zu", i);
            if (cases[i].wrong) {
                cr_expect(!done && strstr(reading.wrong, cases[i].wrong), "%zu: %s", i, reading.wrong);
                continue;
            }
            cr_expect_eq(reading.status, cases[i].status, "%zu", i);
            cr_expect(weft_str_eq(weft_buf_str(&reading.body), wf_str(cases[i].body)), "%zu", i);
            cr_expect_eq(reading.cut, cases[i].cut, "%zu", i);
            cr_expect_eq(reading.last, cases[i].last, "%zu", i);
        }
    }
    weft_buf_free(&reading.head);
    weft_buf_free(&reading.body);
}

Case(a_head_has_a_limit)
{
    static char field[64 * 1024];
    wf_reading reading = { .head = weft_buf_heap(WF_CLIENT_HEAD_MAX), .body = weft_buf_heap(WF_CLIENT_MAX) };
    memset(field, 'x', sizeof field);
    wf_reading_begin(&reading, false);
    for (int i = 0; i < 20; i++) wf_reading_feed(&reading, weft_str_of(field, sizeof field));
    cr_expect(reading.wrong && strstr(reading.wrong, "over 1 MiB"), "%s", reading.wrong);
    wf_reading_begin(&reading, false);
    wf_reading_feed(&reading, weft_lit("HTTP/1.1 204 No Content\r\n\r\n"));
    cr_expect_eq(reading.status, 204, "and the next is read");
    weft_buf_free(&reading.head);
    weft_buf_free(&reading.body);
}

/* ---- No answer --------------------------------------------------------------------------------------------- */

Case(an_ask_that_contradicts_itself_is_told)
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

Case(several_answers_are_refused)
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

Case(a_request_that_is_not_complete_is_told)
{
    begin(false, (weft_server){ 0 });
    weft_ask ask = { .method = WEFT_POST, .path = "/echo/", .headers = { { "Content-Length", "5" } } };
    cr_expect_eq(weft_test_ask(test, ask).status, 0);
    cr_expect_str_eq(weft_test_why(test), "POST /echo/: no answer: the server waits for more of the request");
    cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "and the next ask begins anew: %s",
              weft_test_why(test));
}

Case(a_test_that_could_not_begin_answers_nothing)
{
    weft_get(app, "no slash", echo);
    weft_server quiet = { .log_level = WEFT_LOG_ERROR, .logger = NULL };
    cr_assert_null(weft_test_new(app, quiet));
    cr_assert_null(weft_test_live(app, quiet));
    cr_assert_null(weft_test_handler(echo, "no slash", NULL));
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

Case(an_app_is_in_one_test_at_a_time)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        cr_expect_null(weft_test_new(app, (weft_server){ .log_level = WEFT_LOG_ERROR }));
        cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "%s", weft_test_why(test));
    }
}

/* ---- Redirects --------------------------------------------------------------------------------------------- */

Case(redirects_are_followed_when_asked_to)
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

Case(relative_redirects_are_resolved)
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

Case(redirects_without_an_end_are_told)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer answer = weft_test_ask(test, (weft_ask){ .path = "/round", .follow = true });
        cr_expect_eq(answer.status, 0);
        cr_expect(strstr(weft_test_why(test), "ten redirects were followed"), "%s", weft_test_why(test));
    }
}

/* ---- Cookies ----------------------------------------------------------------------------------------------- */

Case(cookies_are_kept_by_path_until_they_expire)
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

Case(a_cookie_expires_as_time_goes_by)
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

Case(cookies_can_be_looked_at_set_and_replaced)
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

Case(cookies_go_along_with_redirects)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        cr_assert(weft_test_set_cookie(test, "a", "1"));
        weft_ask ask = { .path = "/to/302/x?/cookies/x", .follow = true };
        cr_expect(weft_answer_is(weft_test_ask(test, ask), 200, "a=1"), "%s", weft_test_why(test));
    }
}

/* ---- Comparing --------------------------------------------------------------------------------------------- */

Case(differences_are_told)
{
    static const struct {
        const char *path, *expected, *why;
    } cases[] = {
        { "/fixed", "first line\nsecond 'line'\n",
          "GET /fixed: the body differs from byte 18 on, in line 2\n"
          "  expected: \"second 'line'\\n\"\n"
          "  got:      \"second \\\"line\\\"\\n\"\n"
          "                    ^" },
        { "/fixed", "",
          "GET /fixed: the body differs from byte 0 on\n"
          "  expected: \"\"\n"
          "  got:      \"first line\\n\"\n"
          "             ^" },
        { "/fixed", "first line\nsecond \"line\"\nthird",
          "GET /fixed: the body differs from byte 25 on, in line 3\n"
          "  expected: \"third\"\n"
          "  got:      \"\"\n"
          "             ^" },
        { "/fixed", "first line",
          "GET /fixed: the body differs from byte 10 on\n"
          "  expected: \"first line\"\n"
          "  got:      \"first line\\n\"\n"
          "                       ^" },
        { "/echo/0123456789012345678901234567890123456789012345678901234567890123456789",
          "0 /echo/0123456789012345678901234567890123456789012345678901x",
          "GET /echo/012345678901234567890123456789012345678901234567890123...: the body differs from byte "
          "60 on\n"
          "  expected: \"...2345678901234567890123456789012345678901x\"\n"
          "  got:      \"...2345678901234567890123456789012345678901234567890123456789\\n\"\n"
          "                                                        ^" },
    };
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        for (size_t i = 0; i < COUNT(cases); i++) {
            cr_expect_not(weft_answer_is(weft_test_get(test, cases[i].path), 200, cases[i].expected));
            cr_expect_str_eq(weft_test_why(test), cases[i].why, "%zu:\n%s\n", i, weft_test_why(test));
        }
        weft_answer answer = weft_test_get(test, "/fixed");
        cr_expect_not(weft_answer_is(answer, 201, "x"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: expected status 201, got 200\n"
                                              "  body:     \"first line\\nsecond \\\"line\\\"\\n\"");
        cr_expect(weft_answer_is(answer, 200, "first line\nsecond \"line\"\n"));
        cr_expect_str_eq(weft_test_why(test), "", "what was told is forgotten");
        cr_expect(weft_answer_contains(answer, "line\nsecond"));
        cr_expect(weft_answer_contains(answer, ""));
        cr_expect_not(weft_answer_contains(answer, "third\n"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: the body lacks what is expected\n"
                                              "  expected: \"third\\n\"\n"
                                              "  body:     \"first line\\nsecond \\\"line\\\"\\n\"");
        cr_expect(weft_answer_has(answer, "X-Twice", NULL));
        cr_expect(weft_answer_has(answer, "X-Twice", "one"));
        cr_expect(weft_answer_has(answer, "X-Twice", "two"));
        cr_expect_not(weft_answer_has(answer, "X-Twice", "ones"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: the field X-Twice differs from byte 3 on\n"
                                              "  expected: \"ones\"\n"
                                              "  got:      \"one\"\n"
                                              "                ^");
        cr_expect_not(weft_answer_has(answer, "X-Thrice", "one"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: there is no field X-Thrice");
        cr_expect(weft_answer_lacks(answer, "X-Thrice"));
        cr_expect_not(weft_answer_lacks(answer, "x-twice"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: expected no field x-twice, got \"one\"");
        answer = weft_test_get(test, "/stream/cut");
        cr_expect_not(weft_answer_is(answer, 200, "piece 102\npiece 101\n"));
        cr_expect_str_eq(weft_test_why(test),
                         "GET /stream/cut: the answer was cut off after 20 bytes of its body\n"
                         "  body:     \"piece 102\\npiece 101\\n\"");
    }
}

/* Bytes that no terminal shows are escaped, UTF-8 is not; the caret counts what is seen. */
Case(what_is_shown_can_be_read)
{
    static const struct {
        const char *text, *shown;
        size_t columns;
    } cases[] = {
        { "plain ~", "plain ~", 7 },
        { "\a\b\t\n\v\f\r", "\\a\\b\\t\\n\\v\\f\\r", 14 },
        { "\"\\", "\\\"\\\\", 4 },
        { "\x01\x1b\x7f", "\\x01\\x1b\\x7f", 12 },
        { "\xc3\xa4\xe2\x82\xac", "\xc3\xa4\xe2\x82\xac", 2 },
        { "\xc2\x80", "\\xc2\\x80", 8 }, /* a control */
        { "\xc3", "\\xc3", 4 },
        { "\xff", "\\xff", 4 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_buf out = weft_buf_heap(100);
        cr_expect_eq(wf_put_shown(&out, wf_str(cases[i].text)), cases[i].columns, "%zu", i);
        cr_expect(weft_str_eq(weft_buf_str(&out), wf_str(cases[i].shown)), "%zu: %.*s", i, (int)out.len,
                  out.ptr);
        weft_buf_free(&out);
    }
}

Case(an_answer_that_is_gone_is_not_compared)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer old = weft_test_get(test, "/fixed");
        weft_test_get(test, "/nothing");
        cr_expect_not(weft_answer_is(old, 200, NULL));
        cr_expect_str_eq(weft_test_why(test),
                         "GET /nothing: this came behind the answer that is compared, which is gone");
        old = weft_test_get(test, "/fixed");
        weft_test_send(test, weft_lit("GET"));
        cr_expect_not(weft_answer_has(old, "Date", NULL));
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
    weft_test_free(test);
    test = weft_test_handler(echo, NULL, NULL);
    cr_expect(weft_answer_is(weft_test_get(test, "/any/where"), 200, "0 /any/where\n\n"), "%s",
              weft_test_why(test));
    cr_expect(weft_answer_is(weft_test_get(test, "/"), 200, "0 /\n\n"), "%s", weft_test_why(test));
    weft_test_free(test);
}

/* ---- Raw bytes, over a socket (in memory: tests/net/loopback.c) -------------------------------------------- */

Case(raw_bytes_travel_over_a_socket_too)
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
Case(a_connection_out_of_step_is_given_up)
{
    begin(true, (weft_server){ 0 });
    wf_reading *reading = &test->client.reading;
    wf_reading_begin(reading, true); /* as if it were a HEAD: the body of a GET is left over */
    test->wire->talk(test, weft_lit("GET /large HTTP/1.1\r\nHost: t\r\n\r\n"), reading);
    cr_expect(weft_answer_is(weft_test_get(test, "/nothing"), 204, ""), "%s", weft_test_why(test));
}
