/* The client of weft/test.h under test: an app that tells what it was asked, and both ways to ask it. Every test runs in a
 * process of its own, so there is one of each. */
#ifndef WF_TESTS_NET_CLIENT_H
#define WF_TESTS_NET_CLIENT_H
#include "src/base/str.h"
#include "src/net/client.h"
#include <criterion/criterion.h>
#include <stdio.h>
#ifdef WF_ASAN
#include <sanitizer/lsan_interface.h>
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define EXPECT_STR(got, text)                                                                          \
    cr_expect(weft_str_eq((got), weft_lit(text)), "%d: expected \"%s\", got \"%.*s\"", __LINE__, text, \
              (int)(got).len, (got).ptr)

static weft_app *app;
static weft_test *test;

/* Mistakes that are made on purpose need not be read. */
static inline void hush(void *state, weft_log_level level, weft_str line)
{
    (void)state, (void)level, (void)line;
}

static inline weft_test *begin(bool live, weft_server server)
{
    server.logger = hush;
    server.workers = 1;
    test = live ? weft_test_live(app, server) : weft_test_new(app, server);
    cr_assert_not_null(test);
    return test;
}

static inline void end(void)
{
    weft_test_free(test);
    test = NULL;
}

#define BOTH_WAYS(live, server)      \
    int live = 0;                    \
    live < 2 && begin(live, server); \
    end(), live++

/* Tells a request as it came, without the Host, which is another one on a socket. */
static inline weft_response echo(weft_request *req)
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

static inline weft_response tell_host(weft_request *req) { return weft_text(weft_req_host(req)); }

/* /to/302/x?/items is a 302 to /items; a ! stands for the # that no request may hold. */
static inline weft_response go(weft_request *req)
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

static inline weft_response round_trip(weft_request *req)
{
    weft_response res = weft_empty(WEFT_FOUND);
    weft_with(req, &res, "Location", weft_lit("/round"));
    return res;
}

/* One cookie for each line of the body. */
static inline weft_response set_cookies(weft_request *req)
{
    weft_response res = weft_text(weft_lit("set\n"));
    weft_str rest = weft_req_body(req);
    while (rest.len > 0) weft_with(req, &res, "Set-Cookie", wf_str_cut(&rest, '\n'));
    return res;
}

static inline weft_response tell_cookies(weft_request *req)
{
    weft_str cookies = weft_req_header(req, "Cookie");
    return weft_text(cookies.ptr ? cookies : weft_lit("none"));
}

static inline weft_response fixed(weft_request *req)
{
    weft_response res = weft_text(weft_lit("first line\nsecond \"line\"\n"));
    weft_with(req, &res, "X-Twice", weft_lit("one"));
    weft_with(req, &res, "x-twice", weft_lit("two"));
    return res;
}

static inline weft_response nothing(weft_request *req)
{
    (void)req;
    return weft_empty(WEFT_NO_CONTENT);
}

/* Streams: the pieces left to come are counted down in the state. */
static inline weft_pull next_piece(weft_buf *out, void *state)
{
    int *left = state;
    if (*left == 0) return WEFT_END;
    if (*left < 0) return WEFT_ABORT;
    weft_putf(out, "piece %d\n", (*left)--);
    if (*left == 100) *left = -1;
    return WEFT_MORE;
}
static const weft_source pieces = { .next = next_piece };

static inline weft_response stream_of(weft_request *req, int count, int64_t length)
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

static inline weft_response stream(weft_request *req) { return stream_of(req, 3, -1); }
static inline weft_response stream_length(weft_request *req) { return stream_of(req, 3, 24); }
static inline weft_response stream_cut(weft_request *req) { return stream_of(req, 102, -1); }
static inline weft_response stream_short(weft_request *req) { return stream_of(req, 102, 400); }

enum { LARGE = 3 * 1000 * 1000 };
static inline weft_response large(weft_request *req)
{
    static char bytes[LARGE];
    (void)req;
    for (size_t i = 0; i < LARGE; i++) bytes[i] = (char)('a' + i % 26);
    return weft_bytes(weft_lit("text/plain"), weft_str_of(bytes, LARGE));
}

static inline void set_up(void)
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

static inline void tear_down(void)
{
    weft_test_free(test);
    weft_app_free(app);
    test = NULL;
    app = NULL;
#ifdef WF_ASAN
    WF_ASSERT(__lsan_do_recoverable_leak_check() == 0); /* Criterion does not look at a test's exit */
#endif
}
#endif
