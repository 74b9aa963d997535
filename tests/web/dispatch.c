/* From a request to its handler: which one runs, when, and what is answered where none does. */
#include "tests/web/harness.h"

TestSuite(web_dispatch, .init = set_up, .fini = tear_down);

#define NOT_FOUND                      \
    "HTTP/1.1 404 Not Found\r\n" PLAIN \
    "Content-Length: 49\r\nVary: Accept\r\n\r\n404 Not Found: nothing is served under this path\n"
#define TOO_LARGE                              \
    "HTTP/1.1 413 Content Too Large\r\n" PLAIN \
    "Content-Length: 58\r\nVary: Accept\r\n\r\n413 Content Too Large: the request body is over the limit\n"
#define TOO_LARGE_LAST                                                            \
    "HTTP/1.1 413 Content Too Large\r\n" PLAIN                                    \
    "Content-Length: 58\r\nVary: Accept\r\nConnection: close\r\n\r\n413 Content " \
    "Too Large: the request body is over the limit\n"

static int runs; /* of any handler here */

static weft_response answer(const char *name)
{
    runs++;
    return weft_text(weft_str_of(name, strlen(name)));
}

#define HANDLERS(X) X(root) X(list) X(create) X(show) X(drop) X(cafe) X(probe) X(probe_head) X(own) X(tail)
#define X(name)                                  \
    static weft_response name(weft_request *req) \
    {                                            \
        (void)req;                               \
        return answer(#name);                    \
    }
HANDLERS(X)
#undef X

static void serve_shop(weft_server options)
{
    weft_get(app, "/", root);
    weft_get(app, "/items", list);
    weft_post(app, "/items", create);
    weft_delete(app, "/items/{id}", drop);
    weft_get(app, "/items/{id}", show);
    weft_get(app, "/café", cafe);
    weft_get(app, "/probe", probe);
    weft_on(app, WEFT_HEAD, "/probe", probe_head);
    weft_on(app, WEFT_OPTIONS, "/own", own);
    weft_put(app, "/own", own);
    weft_get(app, "/files/{path*}", tail);
    serve(options);
}

/* ---- Which ----------------------------------------------------------------------------------------------- */

Test(web_dispatch, the_route_that_takes_the_path_answers_once)
{
    static const struct {
        const char *method, *target, *name;
    } cases[] = {
        { "GET", "/", "root" },
        { "GET", "http://h", "root" },
        { "GET", "/?items", "root" },
        { "GET", "/items", "list" },
        { "POST", "/items", "create" },
        { "GET", "/items/", "list" }, /* a slash at the end means nothing */
        { "POST", "/items/", "create" },
        { "GET", "/items/7", "show" },
        { "GET", "/items/7/", "show" },
        { "DELETE", "/items/7", "drop" },
        { "GET", "/%69tem%73", "list" }, /* paths are compared decoded */
        { "GET", "/caf%C3%A9", "cafe" },
        { "GET", "/caf%c3%a9/", "cafe" },
        { "GET", "/items/a%20b", "show" },
        { "GET", "/probe", "probe" },
        { "OPTIONS", "/own", "own" },
        { "PUT", "/own", "own" },
        { "GET", "/files", "tail" },
        { "GET", "/files/", "tail" },
        { "GET", "/files/a/b/c", "tail" },
    };
    serve_shop((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        runs = 0;
        const char *got = ask_for(cases[i].method, cases[i].target);
        cr_expect_eq(status_of(got), 200, "%s %s", cases[i].method, cases[i].target);
        cr_expect_str_eq(body_of(got), cases[i].name, "%s %s", cases[i].method, cases[i].target);
        cr_expect_eq(runs, 1, "%s %s", cases[i].method, cases[i].target);
    }
}

Test(web_dispatch, nothing_is_served_under_other_paths)
{
    static const struct {
        const char *method, *target;
    } cases[] = {
        { "GET", "/item" },      { "GET", "/itemss" },      { "GET", "/Items" }, { "GET", "/items/1/2" },
        { "POST", "/nowhere" },  { "OPTIONS", "/nowhere" }, { "OPTIONS", "*" },  { "PUT", "/items/7/x" },
        { "DELETE", "/%69tem" }, { "PATCH", "/filesx" },
    };
    serve_shop((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect_str_eq(ask_for(cases[i].method, cases[i].target), NOT_FOUND, "%s %s", cases[i].method,
                         cases[i].target);
    cr_expect_str_eq(ask_for("HEAD", "/nowhere"),
                     "HTTP/1.1 404 Not Found\r\n" PLAIN "Content-Length: 49\r\nVary: Accept\r\n\r\n");
    cr_expect_eq(runs, 0);
    cr_expect_str_empty(logged, "a client's mistake is not worth a line");
}

/* ---- HEAD ------------------------------------------------------------------------------------------------ */

Test(web_dispatch, head_is_answered_by_get_unless_it_has_a_route_of_its_own)
{
    static const struct {
        const char *target, *answer;
    } cases[] = { { "/items", OK PLAIN "Content-Length: 4\r\n\r\n" },
                  { "/items/7", OK PLAIN "Content-Length: 4\r\n\r\n" },
                  { "/probe", OK PLAIN "Content-Length: 10\r\n\r\n" } };
    serve_shop((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        runs = 0;
        cr_expect_str_eq(ask_for("HEAD", cases[i].target), cases[i].answer, "%s", cases[i].target);
        cr_expect_eq(runs, 1);
    }
    cr_expect_str_eq(body_of(ask_for("GET", "/probe")), "probe");
}

/* ---- Allow ----------------------------------------------------------------------------------------------- */

Test(web_dispatch, allow_lists_what_a_path_answers)
{
    static const struct {
        const char *methods; /* registered in this order */
        const char *asked, *allow;
    } cases[] = {
        { "G", "POST", "GET, HEAD, OPTIONS" },
        { "P", "GET", "POST, OPTIONS" },
        { "P", "HEAD", "POST, OPTIONS" },
        { "PG", "PUT", "POST, GET, HEAD, OPTIONS" },
        { "GP", "PUT", "GET, HEAD, POST, OPTIONS" },
        { "H", "GET", "HEAD, OPTIONS" },
        { "HG", "PUT", "HEAD, GET, OPTIONS" },
        { "GH", "PUT", "GET, HEAD, OPTIONS" },
        { "O", "GET", "OPTIONS" },
        { "OG", "PUT", "OPTIONS, GET, HEAD" },
        { "GO", "PUT", "GET, HEAD, OPTIONS" },
        { "DAUPG", "HEAD", NULL }, /* GET answers it */
        { "DAUP", "GET", "DELETE, PATCH, PUT, POST, OPTIONS" },
        { "OHDAUP", "GET", "OPTIONS, HEAD, DELETE, PATCH, PUT, POST" },
        { "GHPUDO", "PATCH", "GET, HEAD, POST, PUT, DELETE, OPTIONS" },
    };
    static const char letters[] = "GHPUADO"; /* in the order of weft_method; A is PATCH, U is PUT */
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[128];
        weft_app_free(app);
        app = weft_app_new(NULL);
        for (const char *at = cases[i].methods; *at; at++)
            weft_on(app, (weft_method)(strchr(letters, *at) - letters), "/x", root);
        serve((weft_server){ 0 });
        const char *got = ask_for(cases[i].asked, "/x");
        cr_expect_eq(status_of(got), cases[i].allow ? 405 : 200, "%s asked %s", cases[i].methods,
                     cases[i].asked);
        snprintf(expected, sizeof expected, "\r\nAllow: %s\r\n", cases[i].allow ? cases[i].allow : "");
        cr_expect(!cases[i].allow || strstr(got, expected), "%s asked %s: %s", cases[i].methods,
                  cases[i].asked, got);
        if (cases[i].allow && !strchr(cases[i].methods, 'O')) {
            snprintf(expected, sizeof expected, OK "Content-Length: 0\r\nAllow: %s\r\n\r\n", cases[i].allow);
            cr_expect_str_eq(ask_for("OPTIONS", "/x"), expected);
        }
        weft_test_free(test);
        test = NULL;
    }
}

/* The routes are other ones for each path, also where one pattern takes what another names. */
Test(web_dispatch, allow_is_computed_for_the_path_that_was_asked)
{
    static const struct {
        const char *target, *allow;
    } cases[] = {
        { "/", "GET, HEAD, OPTIONS" },
        { "/fixed", "GET, HEAD, POST, DELETE, OPTIONS" }, /* a tail may be empty */
        { "/fixed/", "GET, HEAD, POST, DELETE, OPTIONS" },
        { "/%66ixed", "GET, HEAD, POST, DELETE, OPTIONS" },
        { "/other", "GET, HEAD, OPTIONS" },
        { "/fixed/below", "DELETE, OPTIONS" },
        { "/fixed/7", "PUT, DELETE, OPTIONS" },
    };
    weft_get(app, "/", root);
    weft_get(app, "/{name}", show);
    weft_post(app, "/fixed", create);
    weft_put(app, "/fixed/{id:int}", create);
    weft_delete(app, "/fixed/{path*}", drop);
    weft_on(app, WEFT_PATCH, "/far/away", create);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[200];
        snprintf(expected, sizeof expected, "\r\nAllow: %s\r\n", cases[i].allow);
        const char *got = ask_for("PATCH", cases[i].target);
        cr_expect_eq(status_of(got), 405, "%s: %s", cases[i].target, got);
        cr_expect(strstr(got, expected), "%s: %s", cases[i].target, got);
    }
    cr_expect_eq(runs, 0);
}

Test(web_dispatch, a_405_to_the_byte)
{
    serve_shop((weft_server){ 0 });
    expect_answer("PUT /items HTTP/1.1\r\nHost: h\r\n\r\n",
                  "HTTP/1.1 405 Method Not Allowed\r\n" PLAIN "Content-Length: 74\r\n"
                  "Allow: GET, HEAD, POST, OPTIONS\r\nVary: Accept\r\n\r\n"
                  "405 Method Not Allowed: this path answers other methods; Allow lists them\n");
    expect_answer("HEAD /own HTTP/1.1\r\nHost: h\r\n\r\n",
                  "HTTP/1.1 405 Method Not Allowed\r\n" PLAIN
                  "Content-Length: 74\r\nAllow: OPTIONS, PUT\r\nVary: Accept\r\n\r\n");
}

/* ---- When ------------------------------------------------------------------------------------------------ */

static size_t body_len;
static weft_response count_body(weft_request *req)
{
    runs++;
    body_len = weft_req_body(req).len;
    return weft_textf(req, "%zu", body_len);
}

/* A body of five bytes in each framing, however the request is cut in two: the handler runs once, and not before the
 * last byte. */
static const char *const requests[] = {
    "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
    "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    "POST /x HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
};

Test(web_dispatch, the_handler_waits_for_the_body_wherever_the_bytes_are_cut)
{
    weft_post(app, "/x", count_body);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(requests); i++) {
        size_t len = strlen(requests[i]);
        size_t head = (size_t)(body_of(requests[i]) - requests[i]);
        for (size_t cut = 1; cut < len; cut++) {
            runs = 0;
            const char *got = send_bytes(weft_str_of(requests[i], cut));
            bool go_on = i == 2 && cut == head;
            cr_expect_str_eq(got, go_on ? "HTTP/1.1 100 Continue\r\n\r\n" : "", "request %zu cut at %zu", i,
                             cut);
            cr_expect_eq(runs, 0, "request %zu cut at %zu", i, cut);
            got = send_bytes(weft_str_of(requests[i] + cut, len - cut));
            cr_expect_str_eq(got, OK PLAIN "Content-Length: 1\r\n\r\n5", "request %zu cut at %zu", i, cut);
            cr_expect_eq(runs, 1, "request %zu cut at %zu", i, cut);
        }
    }
}

Test(web_dispatch, the_handler_runs_once_when_all_comes_byte_by_byte)
{
    weft_post(app, "/x", count_body);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(requests); i++) {
        runs = 0;
        for (const char *at = requests[i]; at[1]; at++) {
            const char *got = send_bytes(weft_str_of(at, 1));
            cr_expect(*got == '\0' || status_of(got) == 100, "request %zu: %s", i, got);
            cr_expect_eq(runs, 0, "request %zu", i);
        }
        const char *last = requests[i] + strlen(requests[i]) - 1;
        cr_expect_str_eq(send_bytes(weft_str_of(last, 1)), OK PLAIN "Content-Length: 1\r\n\r\n5");
        cr_expect_eq(runs, 1, "request %zu", i);
    }
}

Test(web_dispatch, each_of_several_requests_at_once_runs_its_handler)
{
    weft_post(app, "/x", count_body);
    weft_get(app, "/items", list);
    serve((weft_server){ 0 });
    expect_answer("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi"
                  "GET /items HTTP/1.1\r\nHost: h\r\n\r\n"
                  "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n"
                  "POST /x HTTP/1.1\r\nHost: h\r\n\r\n",
                  OK PLAIN "Content-Length: 1\r\n\r\n2" OK PLAIN
                           "Content-Length: 4\r\n\r\nlist" NOT_FOUND OK PLAIN "Content-Length: 1\r\n\r\n0");
    cr_expect_eq(runs, 3);
}

Test(web_dispatch, a_body_that_never_comes_runs_no_handler)
{
    weft_post(app, "/x", count_body);
    serve((weft_server){ 0 });
    cr_expect_str_empty(ask("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhell"));
    weft_str end = weft_test_finish(test);
    cr_expect(end.len > 12 && memcmp(end.ptr, "HTTP/1.1 400", 12) == 0, "%.*s", (int)end.len, end.ptr);
    weft_test_reconnect(test);
    cr_expect_str_empty(ask("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhell"));
    end = weft_test_expire(test);
    cr_expect(end.len > 12 && memcmp(end.ptr, "HTTP/1.1 408", 12) == 0, "%.*s", (int)end.len, end.ptr);
    cr_expect_eq(runs, 0);
}

/* ---- What a head alone decides --------------------------------------------------------------------------- */

/* The head of a POST that declares a body; none of the body itself. */
static const char *head_for(const char *target, const char *length, const char *more)
{
    static char text[512];
    snprintf(text, sizeof text, "POST %s HTTP/1.1\r\nHost: h\r\nContent-Length: %s\r\n%s\r\n", target, length,
             more);
    return text;
}

Test(web_dispatch, a_body_declared_over_the_limit_is_refused_by_its_head)
{
    static const struct {
        const char *length, *more, *answer;
    } cases[] = {
        { "99", "", "" },
        { "100", "", "" }, /* the limit itself */
        { "101", "", TOO_LARGE },
        { "65536", "", TOO_LARGE }, /* as much as the connection is willing to pass over */
        { "65537", "", TOO_LARGE_LAST },
        { "4294967396", "", TOO_LARGE_LAST }, /* 2^32 + 100 */
        { "9223372036854775807", "", TOO_LARGE_LAST },
        { "100", "Expect: 100-continue\r\n", "HTTP/1.1 100 Continue\r\n\r\n" },
        { "101", "Expect: 100-continue\r\n", TOO_LARGE_LAST },
    };
    weft_post(app, "/x", count_body);
    serve((weft_server){ .body_limit = 100 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_test_reconnect(test);
        expect_answer(head_for("/x", cases[i].length, cases[i].more), cases[i].answer);
    }
    cr_expect_eq(runs, 0);
    cr_expect_str_empty(logged);
}

/* A POST of `len` bytes, in one chunk or with its length declared. */
static const char *post_of(int len, bool chunked)
{
    static char text[512];
    char bytes[256];
    memset(bytes, 'b', sizeof bytes);
    if (chunked)
        snprintf(text, sizeof text,
                 "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%.*s\r\n0\r\n\r\n",
                 (unsigned)len, len, bytes);
    else
        snprintf(text, sizeof text, "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n%.*s", len, len,
                 bytes);
    return text;
}

Test(web_dispatch, a_body_up_to_the_limit_is_taken_however_it_is_framed)
{
    static const struct {
        int len, status;
    } cases[] = { { 1, 200 }, { 99, 200 }, { 100, 200 }, { 101, 413 }, { 200, 413 } };
    weft_post(app, "/x", count_body);
    serve((weft_server){ .body_limit = 100 });
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int chunked = 0; chunked < 2; chunked++) {
            runs = 0;
            weft_test_reconnect(test);
            const char *request = post_of(cases[i].len, chunked);
            cr_expect_eq(status_of(ask(request)), cases[i].status, "%s", request);
            cr_expect_eq(runs, cases[i].status == 200, "%s", request);
        }
}

/* The refused body is passed over, and is not taken for a request. */
Test(web_dispatch, the_next_request_is_answered_behind_a_refused_body)
{
    weft_post(app, "/x", count_body);
    serve((weft_server){ .body_limit = 10 });
    expect_answer(head_for("/x", "40", ""), TOO_LARGE);
    expect_answer("GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n", "");
    expect_answer("12345POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n!",
                  OK PLAIN "Content-Length: 1\r\n\r\n1");
}

Test(web_dispatch, the_body_limit_can_be_switched_off)
{
    weft_post(app, "/x", count_body);
    serve((weft_server){ .body_limit = WEFT_OFF });
    expect_answer(head_for("/x", "1000000000", ""), "");
    cr_expect_eq(runs, 0);
    weft_test_reconnect(test); /* but no body is kept in memory beyond a gibibyte */
    expect_answer(head_for("/x", "9223372036854775807", ""), TOO_LARGE_LAST);
}

/* No route and no method come before the body: a client is told at once that it is not wanted. */
Test(web_dispatch, a_miss_is_answered_without_its_body)
{
    serve_shop((weft_server){ .body_limit = 100 });
    cr_expect_eq(status_of(ask(head_for("/nowhere", "50", ""))), 404);
    weft_test_reconnect(test);
    cr_expect_eq(status_of(ask(head_for("/items/7", "50", ""))), 405);
    weft_test_reconnect(test);
    cr_expect_eq(status_of(ask(head_for("/nowhere", "5000", ""))), 404, "rather than 413");
    weft_test_reconnect(test);
    cr_expect_eq(status_of(ask(head_for("/nowhere", "50", "Expect: 100-continue\r\n"))), 404,
                 "rather than 100");
}

/* ---- A filter that leaves nothing ------------------------------------------------------------------------- */

static weft_response spend_all(weft_request *req)
{
    for (size_t size = 1024; size > 0; size = size > 16 ? 16 : 0)
        while (weft_alloc(req, size)) {}
    return weft_next();
}

/* Allow is written into the request's memory, whichever methods it would list. */
Test(web_dispatch, a_miss_without_memory_is_a_503)
{
    static const char *const targets[] = { "/own", "/items" };
    weft_before(app, "/*", spend_all);
    serve_shop((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(targets); i++)
        cr_expect_eq(status_of(ask_for("PATCH", targets[i])), 503, "%s", targets[i]);
    cr_expect_eq(status_of(ask_for("GET", "/nowhere")), 404);
    cr_expect_eq(status_of(ask_for("GET", "/items")), 200);
}
