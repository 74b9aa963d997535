/* What a handler asks of its request, asked the way a handler does. */
#include "src/web/request.h"
#include "src/base/str.h"
#include "tests/web/harness.h"
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

TestSuite(web_request, .init = set_up, .fini = tear_down);

/* "[text]", or "absent": a view's two ways of holding nothing must not be mixed up. */
static weft_response tell(weft_request *req, weft_str text)
{
    if (text.ptr) return weft_textf(req, "[%.*s]", (int)text.len, text.ptr);
    return weft_text(text.len ? weft_lit("absent, with a length") : weft_lit("absent"));
}

/* ---- Method, path, query, host --------------------------------------------------------------------------- */

static weft_response tell_method(weft_request *req)
{
    static const char *const names[] = { "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" };
    weft_response res = weft_empty(WEFT_OK);
    weft_with(req, &res, "Method", wf_str(names[weft_req_method(req)]));
    return res;
}

Test(web_request, method)
{
    static const weft_method methods[] = { WEFT_GET,   WEFT_POST,   WEFT_PUT,
                                           WEFT_PATCH, WEFT_DELETE, WEFT_OPTIONS };
    static const char *const names[] = { "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD" };
    for (size_t i = 0; i < COUNT(methods); i++) weft_on(app, methods[i], "/", tell_method);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(names); i++) {
        char line[64];
        snprintf(line, sizeof line, "\r\nMethod: %s\r\n", names[i]);
        cr_expect(strstr(ask_for(names[i], "/"), line), "%s", names[i]);
    }
}

static weft_response tell_path(weft_request *req) { return tell(req, weft_req_path(req)); }
static weft_response tell_query(weft_request *req) { return tell(req, weft_req_query(req)); }
static weft_response tell_host(weft_request *req) { return tell(req, weft_req_host(req)); }

typedef struct expectation {
    const char *request, *body;
} expectation;

static void expect_bodies(weft_handler *handler, const expectation *cases, size_t count)
{
    weft_get(app, "/", handler);
    weft_get(app, "/*", handler);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < count; i++) {
        weft_test_reconnect(test);
        const char *answer = ask(cases[i].request);
        cr_expect_eq(status_of(answer), 200, "%s\n%s", cases[i].request, answer);
        cr_expect_str_eq(body_of(answer), cases[i].body, "%s\n%s", cases[i].request, answer);
    }
}

#define GET(target) "GET " target " HTTP/1.1\r\nHost: h\r\n\r\n"

Test(web_request, path_is_as_it_was_sent)
{
    static const expectation cases[] = {
        { GET("/"), "[/]" },          { GET("/a"), "[/a]" },
        { GET("/a/"), "[/a/]" },      { GET("/a%20b/caf%C3%a9"), "[/a%20b/caf%C3%a9]" },
        { GET("/%61"), "[/%61]" },    { GET("/a?b=/c"), "[/a]" },
        { GET("/?"), "[/]" },         { GET("http://h"), "[/]" },
        { GET("http://h?q"), "[/]" }, { GET("http://h/x/y?q"), "[/x/y]" },
    };
    expect_bodies(tell_path, cases, COUNT(cases));
}

Test(web_request, query_is_absent_empty_or_as_it_was_sent)
{
    static const expectation cases[] = {
        { GET("/"), "absent" },
        { GET("/?"), "[]" },
        { GET("/a?"), "[]" },
        { GET("/?a=b&c=d"), "[a=b&c=d]" },
        { GET("/?a?b"), "[a?b]" },
        { GET("/?%20+%zz"), "[%20+%zz]" }, /* escapes are checked when it is read */
        { GET("http://h?q"), "[q]" },
        { GET("http://h/"), "absent" },
    };
    expect_bodies(tell_query, cases, COUNT(cases));
}

Test(web_request, host_is_the_targets_or_the_fields)
{
    static const expectation cases[] = {
        { "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", "[example.org]" },
        { "GET / HTTP/1.1\r\nHost: example.org:8080\r\n\r\n", "[example.org:8080]" },
        { "GET / HTTP/1.1\r\nhOST:   [::1]:80  \r\n\r\n", "[[::1]:80]" },
        { "GET / HTTP/1.1\r\nHost:\r\n\r\n", "[]" },
        { "GET http://target:81/ HTTP/1.1\r\nHost: field\r\n\r\n", "[target:81]" },
        { "GET http://target HTTP/1.0\r\n\r\n", "[target]" },
        { "GET / HTTP/1.0\r\n\r\n", "[]" },
        { "GET / HTTP/1.0\r\nHost: old\r\n\r\n", "[old]" },
    };
    expect_bodies(tell_host, cases, COUNT(cases));
}

/* ---- Fields ---------------------------------------------------------------------------------------------- */

static const char *wanted; /* the name that the next request's handler asks for */
static weft_response tell_header(weft_request *req) { return tell(req, weft_req_header(req, wanted)); }

Test(web_request, header_by_name_in_any_case_the_first_of_several)
{
    static const char request[] = "GET / HTTP/1.1\r\n"
                                  "Host: h\r\n"
                                  "ACCEPT: text/html\r\n"
                                  "x-own: \t one \t\r\n"
                                  "Accept: */*\r\n"
                                  "X-OWN: two\r\n"
                                  "User-Agent:\r\n"
                                  "X-Empty:   \r\n"
                                  "Z: last\r\n"
                                  "X-A-Name-That-Is-Longer-Than-Any-Known-One: long\r\n"
                                  "Accept: last\r\n"
                                  "x-own: last\r\n\r\n";
    static const struct {
        const char *name, *value;
    } cases[] = {
        { "Host", "[h]" },
        { "accept", "[text/html]" }, /* known to weft */
        { "aCCEPt", "[text/html]" },
        { "X-Own", "[one]" }, /* unknown */
        { "x-oWn", "[one]" },
        { "User-Agent", "[]" },
        { "x-empty", "[]" },
        { "z", "[last]" },
        { "x-a-name-that-is-longer-than-any-known-one", "[long]" },
        { "Referer", "absent" },
        { "X-Ow", "absent" },
        { "X-Own2", "absent" },
        { "", "absent" },
        { "y", "absent" },
    };
    serve_one(tell_header);
    for (size_t i = 0; i < COUNT(cases); i++) {
        wanted = cases[i].name;
        cr_expect_str_eq(body_of(ask(request)), cases[i].value, "%s", cases[i].name);
    }
}

static weft_response tell_all_headers(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_putf(&out, "%zu\n", weft_req_header_count(req));
    for (size_t i = 0; i < weft_req_header_count(req); i++) {
        weft_str name, value = weft_req_header_at(req, i, &name);
        weft_putf(&out, "%.*s=%.*s\n", (int)name.len, name.ptr, (int)value.len, value.ptr);
        cr_assert(weft_str_eq(weft_req_header_at(req, i, NULL), value));
    }
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

Test(web_request, header_at_gives_all_in_the_order_they_were_sent)
{
    static const expectation cases[] = {
        { "GET / HTTP/1.1\r\nHost: h\r\nX: 1\r\nx: 2 \r\nAccept: */*\r\nX: 1\r\nEmpty:\r\n\r\n",
          "6\nHost=h\nX=1\nx=2\nAccept=*/*\nX=1\nEmpty=\n" },
        { "GET / HTTP/1.0\r\n\r\n", "0\n" },
    };
    expect_bodies(tell_all_headers, cases, COUNT(cases));
}

static weft_response read_behind_the_last_header(weft_request *req)
{
    weft_str name;
    return tell(req, weft_req_header_at(req, weft_req_header_count(req), &name));
}

Test(web_request, header_at_beyond_the_last_is_the_authors_mistake, .signal = SIGABRT)
{
    serve_one(read_behind_the_last_header);
    ask(GET("/"));
}

/* ---- Body ------------------------------------------------------------------------------------------------ */

static weft_response tell_body(weft_request *req) { return tell(req, weft_req_body(req)); }

Test(web_request, body_is_whole_dechunked_and_never_absent)
{
    static const expectation cases[] = {
        { "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello", "[hello]" },
        { "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", "[]" },
        { "POST / HTTP/1.1\r\nHost: h\r\n\r\n", "[]" },
        { "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
          "5;x=y\r\nhello\r\n1\r\n \r\n05\r\nworld\r\n0\r\nTrailer: t\r\n\r\n",
          "[hello world]" },
        { "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "[]" },
        { "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi", "[hi]" },
    };
    weft_post(app, "/", tell_body);
    expect_bodies(tell_body, cases, COUNT(cases));
}

static weft_response tell_sum(weft_request *req)
{
    weft_str body = weft_req_body(req);
    unsigned long long sum = 0;
    for (size_t i = 0; i < body.len; i++) sum = sum * 31 + (unsigned char)body.ptr[i];
    return weft_textf(req, "%zu %llu", body.len, sum);
}

/* Around the size of the receive block, in one piece and in several, behind a head that came alone and with it. */
Test(web_request, body_of_any_size_arrives_unchanged)
{
    static const size_t sizes[] = { 1, 1000, 16000, 16128, 16384, 65536, 300000, 1 << 20 };
    static const size_t pieces[] = { 1 << 21, 16384, 4096, 999 };
    static char request[(1 << 20) + 200];
    weft_post(app, "/", tell_sum);
    serve((weft_server){ 0 });
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t p = 0; p < COUNT(pieces); p++) {
            char expected[64];
            const char *answer = "";
            unsigned long long sum = 0;
            int head =
                snprintf(request, 200, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: %zu\r\n\r\n", sizes[s]);
            for (size_t i = 0; i < sizes[s]; i++) {
                request[(size_t)head + i] = (char)(i * 7 + (i >> 8));
                sum = sum * 31 + (unsigned char)request[(size_t)head + i];
            }
            size_t len = (size_t)head + sizes[s];
            for (size_t at = 0; at < len; at += pieces[p])
                answer = send_bytes(weft_str_of(request + at, len - at < pieces[p] ? len - at : pieces[p]));
            snprintf(expected, sizeof expected, "%zu %llu", sizes[s], sum);
            cr_expect_str_eq(body_of(answer), expected, "in pieces of %zu", pieces[p]);
        }
}

/* ---- State ----------------------------------------------------------------------------------------------- */

static weft_response count_up(weft_request *req)
{
    int *count = weft_state(req);
    if (!count) return weft_text(weft_lit("none"));
    return weft_textf(req, "%d", ++*count);
}

Test(web_request, state_is_what_the_app_was_made_with)
{
    int count = 41;
    serve_one(count_up);
    cr_expect_str_eq(body_of(ask(GET("/"))), "none");
    weft_test_free(test);
    weft_app_free(app);
    app = weft_app_new(&count);
    serve_one(count_up);
    cr_expect_str_eq(body_of(ask(GET("/"))), "42");
    cr_expect_str_eq(body_of(ask(GET("/"))), "43");
}

/* ---- Memory ---------------------------------------------------------------------------------------------- */

enum { FILL = 0xa5 };

/* Takes pieces of many sizes, checks that each is zeroed, aligned and its own, and spoils it for the next request. */
static weft_response take_pieces(weft_request *req)
{
    static const size_t sizes[] = { 0, 1, 15, 16, 17, 100, 4096, 20000, 3, 70000, 1 };
    unsigned char *pieces[COUNT(sizes)];
    for (size_t i = 0; i < COUNT(sizes); i++) {
        pieces[i] = weft_alloc(req, sizes[i]);
        if (!pieces[i]) return weft_reject(req);
        if ((uintptr_t)pieces[i] % _Alignof(max_align_t)) return weft_text(weft_lit("not aligned"));
        for (size_t at = 0; at < sizes[i]; at++)
            if (pieces[i][at]) return weft_text(weft_lit("not zeroed"));
        if (sizes[i]) memset(pieces[i], FILL + (int)i, sizes[i]);
    }
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (size_t at = 0; at < sizes[i]; at++)
            if (pieces[i][at] != (FILL + i) % 256) return weft_text(weft_lit("taken twice"));
    return weft_text(weft_lit("fine"));
}

Test(web_request, alloc_is_zeroed_and_aligned_request_after_request)
{
    serve_one(take_pieces);
    for (int i = 0; i < 5; i++) cr_expect_str_eq(body_of(ask(GET("/"))), "fine");
}

static weft_response take_too_much(weft_request *req)
{
    static const size_t sizes[] = { 1 << 21, SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 2, PTRDIFF_MAX };
    for (size_t i = 0; i < COUNT(sizes); i++)
        if (weft_alloc(req, sizes[i])) return weft_text(weft_lit("taken"));
    if (!weft_alloc(req, 100)) return weft_text(weft_lit("a refusal left nothing to take"));
    return weft_reject(req);
}

/* Down to the last 16 bytes, so that no memory is left for a text either. */
static weft_response take_until_it_ends(weft_request *req)
{
    for (int i = 0; i < 1 << 20; i++)
        if (!weft_alloc(req, 1024)) break;
    for (int i = 0; i < 1 << 20; i++)
        if (!weft_alloc(req, 1)) return weft_reject(req);
    return weft_text(weft_lit("it never ended"));
}

#define OVER_BUDGET                                                                                      \
    "HTTP/1.1 503 Service Unavailable\r\n" PLAIN                                                         \
    "Content-Length: 83\r\nVary: Accept\r\n\r\n503 Service Unavailable: this request needs more memory " \
    "than the server "                                                                                   \
    "allows one\n"

Test(web_request, alloc_over_the_budget_is_rejected_with_503)
{
    weft_get(app, "/much", take_too_much);
    weft_get(app, "/often", take_until_it_ends);
    weft_get(app, "/path", tell_path);
    serve((weft_server){ 0 });
    expect_answer(GET("/much"), OVER_BUDGET);
    expect_answer(GET("/path"), OK PLAIN "Content-Length: 7\r\n\r\n[/path]");
    expect_answer(GET("/often"), "HTTP/1.1 503 Service Unavailable\r\n" PLAIN
                                 "Content-Length: 19\r\n\r\nService Unavailable");
    expect_answer(GET("/path"), OK PLAIN "Content-Length: 7\r\n\r\n[/path]");
}

static size_t most;
static weft_response take_most(weft_request *req)
{
    if (!weft_alloc(req, most)) return weft_reject(req);
    return weft_text(weft_lit("taken"));
}

Test(web_request, the_budget_is_the_servers_option)
{
    serve_one(take_most);
    weft_test_free(test);
    serve((weft_server){ .memory_limit = 4 << 20 });
    most = (4 << 20) - 4096;
    cr_expect_eq(status_of(ask(GET("/"))), 200);
    most = (4 << 20) + 4096;
    cr_expect_eq(status_of(ask(GET("/"))), 503);
}

#ifdef WEFT_FAULTS
static weft_response take_without_memory(weft_request *req)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    void *memory = weft_alloc(req, 500000);
    wf_fault_disarm_all();
    return memory ? weft_text(weft_lit("taken")) : weft_reject(req);
}

Test(web_request, alloc_without_memory_is_rejected_with_503)
{
    serve_one(take_without_memory);
    expect_answer(GET("/"), OVER_BUDGET);
}
#endif

static weft_response take_a_buffer(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    for (int i = 0; i < 10000; i++) weft_put_char(&out, (char)('a' + i % 26));
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

Test(web_request, a_buffer_grows_in_the_requests_memory)
{
    serve_one(take_a_buffer);
    const char *body = body_of(ask(GET("/")));
    cr_assert_eq(strlen(body), 10000);
    for (int i = 0; i < 10000; i++) cr_assert_eq(body[i], 'a' + i % 26);
}

/* ---- The peer -------------------------------------------------------------------------------------------- */

static weft_response tell_peer(weft_request *req) { return tell(req, weft_req_peer(req)); }

Test(web_request, peer_is_absent_without_a_socket)
{
    serve_one(tell_peer);
    cr_expect_str_eq(body_of(ask(GET("/"))), "absent");
}

Test(web_request, peer_of_each_family)
{
    static const struct {
        wf_peer peer;
        const char *text;
    } cases[] = {
        { { AF_INET, { 192, 0, 2, 1 } }, "192.0.2.1" },
        { { AF_INET, { 255, 255, 255, 255 } }, "255.255.255.255" },
        { { AF_INET6, { 0x20, 0x01, 0x0d, 0xb8, [15] = 1 } }, "2001:db8::1" },
        { { AF_INET6,
            { [0] = 0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff,
              0xff } },
          "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" },
        { { AF_INET6, { 0 } }, "::" },
        { { AF_UNIX, { 0 } }, "unix" },
        { { 0, { 0 } }, NULL },
        { { 9999, { 0 } }, NULL },
    };
    wf_pool pool;
    wf_pool_init(&pool);
    for (size_t i = 0; i < COUNT(cases); i++) {
        static _Alignas(16) char lent[64], none[1];
        weft_request req = { .peer = &cases[i].peer };
        wf_arena_init(&req.arena, lent, sizeof lent, &pool, 0);
        weft_str text = weft_req_peer(&req);
        cr_expect(weft_str_eq(text, wf_str(cases[i].text)), "case %zu: %.*s", i, (int)text.len, text.ptr);
        WF_UNPOISON(lent, sizeof lent);
        wf_arena_init(&req.arena, none, 0, &pool, 0);
        bool needs_none = cases[i].peer.family == AF_UNIX;
        cr_expect_eq(weft_req_peer(&req).ptr != NULL, needs_none, "case %zu without memory", i);
    }
    weft_request nobody = { .peer = NULL };
    cr_expect_null(weft_req_peer(&nobody).ptr);
    wf_pool_reset(&pool);
}

/* Asks a server that listens at `address`; the answer's body, "" when there is none. */
static const char *ask_server(const struct sockaddr *address, socklen_t size)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
    static char answer[4096];
    size_t len = 0;
    int fd = socket(address->sa_family, SOCK_STREAM, 0);
    cr_assert_geq(fd, 0);
    cr_assert_eq(connect(fd, address, size), 0);
    cr_assert_eq(send(fd, request, sizeof request - 1, 0), (ssize_t)sizeof request - 1);
    for (ssize_t got; (got = recv(fd, answer + len, sizeof answer - 1 - len, 0)) > 0;) len += (size_t)got;
    answer[len] = '\0';
    close(fd);
    return len ? body_of(answer) : "";
}

static void start(weft_server server)
{
    server.workers = 1;
    server.logger = keep_line;
    cr_assert_eq(weft_start(app, server), 0, "%s", logged);
}

static void stop(void)
{
    weft_stop(app);
    weft_join(app);
}

Test(web_request, peer_over_tcp)
{
    weft_get(app, "/", tell_peer);
    start((weft_server){ .port = WEFT_PORT_ANY });
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t)weft_port(app)) };
    cr_expect_str_eq(ask_server((struct sockaddr *)(void *)&address, sizeof address), "[127.0.0.1]");
    stop();
}

static bool has_ipv6(void)
{
    struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    bool has = fd >= 0 && bind(fd, (struct sockaddr *)(void *)&address, sizeof address) == 0;
    if (fd >= 0) close(fd);
    return has;
}

Test(web_request, peer_over_tcp_and_ipv6)
{
    if (!has_ipv6()) cr_skip_test("this machine has no IPv6");
    weft_get(app, "/", tell_peer);
    start((weft_server){ .host = "::1", .port = WEFT_PORT_ANY });
    struct sockaddr_in6 address = { .sin6_family = AF_INET6,
                                    .sin6_addr = IN6ADDR_LOOPBACK_INIT,
                                    .sin6_port = htons((uint16_t)weft_port(app)) };
    cr_expect_str_eq(ask_server((struct sockaddr *)(void *)&address, sizeof address), "[::1]");
    stop();
}

Test(web_request, peer_over_a_unix_socket)
{
    char folder[] = "/tmp/weft-test-XXXXXX", host[64];
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    cr_assert_not_null(mkdtemp(folder));
    snprintf(address.sun_path, sizeof address.sun_path, "%s/s", folder);
    snprintf(host, sizeof host, "unix:%s/s", folder);
    weft_get(app, "/", tell_peer);
    start((weft_server){ .host = host });
    cr_expect_str_eq(ask_server((struct sockaddr *)(void *)&address, sizeof address), "[unix]");
    stop();
    unlink(address.sun_path);
    rmdir(folder);
}
