/* The order of one request, and what each station of the way may do. */
#include "tests/web/harness.h"
#include <unistd.h>

TestSuite(web_pipeline, .init = set_up, .fini = tear_down);

/* ---- Order ----------------------------------------------------------------------------------------------- */

static char trail[512];

static void leave(const char *mark)
{
    size_t len = strlen(trail);
    snprintf(trail + len, sizeof trail - len, "%s%s", len ? " " : "", mark);
}

static weft_response before_a(weft_request *req)
{
    leave(weft_req_route(req) ? "before-with-route" : "before-a");
    return weft_next();
}
static weft_response before_b(weft_request *req)
{
    leave(weft_req_body_size(req) ? "before-body" : "before-b");
    return weft_next();
}
static weft_response before_route(weft_request *req)
{
    leave(weft_req_route(req) ? "before-route" : "no-route");
    return weft_next();
}
static weft_response handle(weft_request *req)
{
    (void)req;
    leave("handler");
    return weft_text(weft_lit("done\n"));
}
static weft_response handle_failing(weft_request *req)
{
    leave("handler");
    return weft_fail(req, WEFT_CONFLICT, "it is taken");
}
static void after_a(weft_request *req, weft_response *res)
{
    leave("after");
    weft_with(req, res, "X-After", weft_lit("yes"));
}
static void on_response(weft_request *req, weft_response *res)
{
    leave("response");
    weft_with(req, res, "X-Response", weft_lit("yes"));
}
static weft_response conflict_page(weft_request *req)
{
    leave("page");
    return weft_html(weft_reason(req));
}
static void told(const weft_request *req, const weft_outcome *outcome, void *state)
{
    char mark[64];
    (void)req;
    snprintf(mark, sizeof mark, "%s=%u/%llu%s", (const char *)state, outcome->status,
             (unsigned long long)outcome->bytes, outcome->completed ? "" : "-cut");
    leave(mark);
}

static void register_all(void)
{
    weft_before(app, "*", before_a);
    weft_before(app, "/in/*", before_b);
    weft_before_body(app, "/body", before_b);
    weft_before_route(app, "*", before_route);
    weft_after(app, "*", after_a);
    weft_on_response(app, on_response);
    weft_on_status(app, WEFT_CONFLICT, conflict_page);
    static char name[] = "told";
    weft_on_complete(app, told, name);
    weft_get(app, "/", handle);
    weft_get(app, "/in/side", handle);
    weft_post(app, "/body", handle);
    weft_get(app, "/failing", handle_failing);
}

static const struct {
    const char *request, *trail;
} orders[] = {
    { "GET / HTTP/1.1\r\nHost: t\r\n\r\n", "before-a before-route handler after response told=200/5" },
    { "HEAD / HTTP/1.1\r\nHost: t\r\n\r\n", "before-a before-route handler after response told=200/0" },
    { "GET /in/side HTTP/1.1\r\nHost: t\r\n\r\n",
      "before-a before-b before-route handler after response told=200/5" },
    { "GET /in HTTP/1.1\r\nHost: t\r\n\r\n", "before-a before-b response told=404/49" },
    { "GET /inside HTTP/1.1\r\nHost: t\r\n\r\n", "before-a response told=404/49" },
    { "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n", "before-a response told=405/74" },
    { "OPTIONS / HTTP/1.1\r\nHost: t\r\n\r\n", "before-a response told=200/0" },
    { "POST /body HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nhi",
      "before-a before-body before-route handler after response told=200/5" },
    { "POST /body HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "before-a before-body before-route handler after response told=200/5" },
    { "GET /failing HTTP/1.1\r\nHost: t\r\n\r\n", "before-a before-route handler page response told=409/11" },
    { "GET /.. HTTP/1.1\r\nHost: t\r\n\r\n", "response told=400/46" },
};

Test(web_pipeline, order)
{
    register_all();
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(orders); i++) {
        weft_test_reconnect(test);
        trail[0] = '\0';
        ask(orders[i].request);
        cr_expect_str_eq(trail, orders[i].trail, "%s\n got %s\nwant %s", orders[i].request, trail,
                         orders[i].trail);
    }
}

/* A request in single bytes meets each station once, in the same order. */
Test(web_pipeline, order_byte_by_byte)
{
    register_all();
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(orders); i++) {
        weft_test_reconnect(test);
        trail[0] = '\0';
        for (const char *at = orders[i].request; *at; at++) weft_test_send(test, weft_str_of(at, 1));
        cr_expect_str_eq(trail, orders[i].trail, "%s\n got %s\nwant %s", orders[i].request, trail,
                         orders[i].trail);
    }
}

/* ---- Short circuits -------------------------------------------------------------------------------------- */

static weft_response deny(weft_request *req)
{
    leave("deny");
    return weft_fail(req, WEFT_UNAUTHORIZED, "who are you?");
}
static weft_response answer_early(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("early\n"));
}

Test(web_pipeline, a_before_filter_answers_without_the_body)
{
    weft_before(app, "/secret/*", deny);
    weft_after(app, "*", after_a);
    weft_post(app, "/secret/{name}", handle);
    serve((weft_server){ 0 });
    const char *answer =
        ask("POST /secret/a HTTP/1.1\r\nHost: t\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n");
    cr_expect_eq(status_of(answer), 401);
    cr_expect_null(strstr(answer, "X-After"));
    cr_expect_str_eq(trail, "deny");
    cr_expect(weft_test_closed(test));
}

Test(web_pipeline, a_before_route_filter_answers)
{
    weft_before_route(app, "*", answer_early);
    weft_get(app, "/a", handle);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask_for("GET", "/a")), "early\n");
    cr_expect_eq(status_of(ask_for("GET", "/b")), 404);
    cr_expect_str_eq(trail, "");
}

/* 401 comes before 404, 405 and 413; 404 before the body. */
Test(web_pipeline, refusals_in_their_order)
{
    weft_before(app, "/guarded/*", deny);
    weft_post(app, "/open", handle);
    weft_post(app, "/guarded/large", handle);
    serve((weft_server){ .body_limit = 10 });
    static const struct {
        const char *head;
        int status;
    } cases[] = {
        { "POST /guarded/large HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n", 401 },
        { "PUT /guarded/large HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n", 401 },
        { "PUT /guarded/nothing HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n", 401 },
        { "POST /nothing HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n", 404 },
        { "PUT /open HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n", 405 },
        { "POST /open HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n", 413 },
        { "POST /open HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\n0123456789", 200 },
        { "POST /open HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n", 413 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_test_reconnect(test);
        cr_expect_eq(status_of(ask(cases[i].head)), cases[i].status, "%s", cases[i].head);
    }
}

Test(web_pipeline, a_filter_that_needs_the_body_is_refused_a_large_one)
{
    weft_before_body(app, "*", before_b);
    serve((weft_server){ .body_limit = 10 });
    cr_expect_eq(status_of(ask("POST /nothing HTTP/1.1\r\nHost: t\r\nContent-Length: 11\r\n\r\n")), 413);
    cr_expect_str_eq(trail, "");
}

/* ---- Pages ----------------------------------------------------------------------------------------------- */

static weft_response empty_404(weft_request *req)
{
    (void)req;
    return weft_empty(WEFT_NOT_FOUND);
}
static weft_response page_404(weft_request *req)
{
    (void)req;
    return weft_html(weft_lit("<h1>lost</h1>"));
}
static weft_response page_gone(weft_request *req)
{
    (void)req;
    return weft_as(weft_html(weft_lit("<h1>gone</h1>")), (weft_status)410);
}
static weft_response page_any(weft_request *req)
{
    return weft_textf(req, "sorry: %.*s\n", (int)weft_reason(req).len, weft_reason(req).ptr);
}
static weft_response broken_page(weft_request *req)
{
    (void)req;
    return weft_next();
}

Test(web_pipeline, a_status_page_fills_what_is_empty)
{
    weft_get(app, "/empty", empty_404);
    weft_on_status(app, WEFT_NOT_FOUND, page_404);
    weft_on_status(app, WEFT_METHOD_NOT_ALLOWED, page_gone);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask_for("GET", "/empty")), "<h1>lost</h1>");
    cr_expect_str_eq(body_of(ask_for("GET", "/missing")), "<h1>lost</h1>");
    cr_expect_eq(status_of(ask_for("GET", "/missing")), 404);
    const char *answer = ask_for("POST", "/empty");
    cr_expect_eq(status_of(answer), 410);
    cr_expect(strstr(answer, "Allow: GET, HEAD, OPTIONS\r\n"), "%s", answer);
}

Test(web_pipeline, without_a_page_what_is_empty_stays_so)
{
    weft_get(app, "/empty", empty_404);
    weft_on_error(app, page_any);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask_for("GET", "/empty")), "");
    cr_expect_str_eq(body_of(ask_for("GET", "/missing")), "sorry: nothing is served under this path\n");
}

Test(web_pipeline, a_page_that_fails_leaves_the_plain_answer)
{
    weft_on_status(app, WEFT_NOT_FOUND, broken_page);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask_for("GET", "/")), "404 Not Found: nothing is served under this path\n");
}

/* ---- Groups ---------------------------------------------------------------------------------------------- */

static weft_response show_route(weft_request *req)
{
    return weft_textf(req, "%s %s", weft_req_route(req)->path, weft_param(req, "id").ptr ? "id" : "");
}
static void inner_group(weft_app *a)
{
    weft_before(a, "/*", before_b);
    weft_get(a, "/", handle);
    weft_get(a, "/{id}/show", show_route);
}
static void outer_group(weft_app *a)
{
    weft_get(a, "", handle);
    weft_mount(a, "/inner", inner_group);
}

Test(web_pipeline, groups_nest)
{
    weft_mount(app, "/outer", outer_group);
    serve((weft_server){ 0 });
    cr_expect_eq(status_of(ask_for("GET", "/outer")), 200);
    cr_expect_str_eq(trail, "handler");
    cr_expect_eq(status_of(ask_for("GET", "/outer/inner/")), 200);
    cr_expect_str_eq(trail, "handler before-b handler");
    cr_expect_str_eq(body_of(ask_for("GET", "/outer/inner/7/show")), "/outer/inner/{id}/show id");
    cr_expect_eq(status_of(ask_for("GET", "/inner")), 404);
    cr_expect_str_eq(weft_route_at(app, 1)->path, "/outer/inner");
    cr_expect_null(weft_route_at(app, 3));
}

/* ---- Bodies: intakes and files --------------------------------------------------------------------------- */

typedef struct intake_log {
    char bytes[256];
    size_t len;
    int begun, pieces, ended, aborted;
} intake_log;
static intake_log taken;

static bool begin(weft_request *req, void **state)
{
    taken = (intake_log){ .begun = 1 };
    *state = &taken;
    return weft_need_query(req, "ok", &(weft_str){ 0 });
}
static bool data(weft_request *req, void *state, weft_str piece)
{
    intake_log *log = state;
    log->pieces++;
    if (memchr(piece.ptr, '!', piece.len)) {
        weft_str never;
        return weft_need_query(req, "never", &never);
    }
    memcpy(log->bytes + log->len, piece.ptr, piece.len);
    log->len += piece.len;
    return true;
}
static weft_response end(weft_request *req, void *state)
{
    intake_log *log = state;
    log->ended++;
    return weft_textf(req, "%.*s", (int)log->len, log->bytes);
}
static void abort_intake(void *state) { ((intake_log *)state)->aborted++; }
static const weft_intake intake = { begin, data, end, abort_intake };

static void serve_intake(void)
{
    weft_add(app, (weft_route){ .method = WEFT_POST, .path = "/in", .intake = &intake, .body_limit = 20 });
    serve((weft_server){ 0 });
}

Test(web_pipeline, an_intake_takes_the_body_as_it_comes)
{
    serve_intake();
    cr_expect_str_eq(ask("POST /in?ok HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc"), "");
    cr_expect_eq(taken.pieces, 1);
    cr_expect_str_eq(ask("de"), "");
    cr_expect_eq(taken.pieces, 2);
    cr_expect_str_eq(body_of(ask("fghij")), "abcdefghij");
    cr_expect(taken.ended == 1 && taken.aborted == 0);
    cr_expect_str_eq(body_of(ask("POST /in?ok HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: "
                                 "chunked\r\n\r\n3\r\nxyz\r\n2\r\n12\r\n0\r\n\r\n")),
                     "xyz12");
    cr_expect_str_eq(body_of(ask("POST /in?ok HTTP/1.1\r\nHost: t\r\n\r\n")), "");
    cr_expect(taken.begun == 1 && taken.pieces == 0 && taken.ended == 1);
}

Test(web_pipeline, an_intake_may_refuse_and_is_told_when_a_body_breaks_off)
{
    static const struct {
        const char *request;
        int status, begun, ended, aborted;
    } cases[] = {
        { "POST /in HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc", 400, 1, 0, 0 },
        { "POST /in?ok HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nab!de", 400, 1, 0, 1 },
        { "POST /in?ok HTTP/1.1\r\nHost: t\r\nContent-Length: 21\r\n\r\nab", 413, 0, 0, 0 },
        { "POST /in?ok HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nff\r\n", 413, 1,
          0, 1 },
        { "POST /in?ok HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n", 400, 1,
          0, 1 },
    };
    serve_intake();
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_test_reconnect(test);
        taken = (intake_log){ 0 };
        cr_expect_eq(status_of(ask(cases[i].request)), cases[i].status, "%s", cases[i].request);
        cr_expect(taken.begun == cases[i].begun && taken.ended == cases[i].ended &&
                      taken.aborted == cases[i].aborted,
                  "%s: begun %d, ended %d, aborted %d", cases[i].request, taken.begun, taken.ended,
                  taken.aborted);
    }
    weft_test_reconnect(test);
    ask("POST /in?ok HTTP/1.1\r\nHost: t\r\nContent-Length: 10\r\n\r\nabc");
    weft_test_reconnect(test); /* the client vanishes */
    cr_expect_eq(taken.aborted, 1);
}

static weft_response describe_body(weft_request *req)
{
    int fd = weft_req_body_file(req);
    char first[4] = "";
    if (fd >= 0 && pread(fd, first, 3, 0) != 3) return weft_fail(req, WEFT_INTERNAL, "it cannot be read");
    return weft_textf(req, "%s %llu %.3s", fd >= 0 ? "file" : "memory",
                      (unsigned long long)weft_req_body_size(req),
                      fd >= 0                  ? first
                      : weft_req_body(req).len ? weft_req_body(req).ptr
                                               : "");
}

Test(web_pipeline, a_body_spills_to_a_file_where_its_route_allows)
{
    static char request[300 * 1024];
    weft_add(app, (weft_route){ .method = WEFT_POST,
                                .path = "/spill",
                                .handler = describe_body,
                                .spill = true,
                                .spill_after = 1000,
                                .body_limit = 250000 });
    weft_post(app, "/keep", describe_body);
    serve((weft_server){ 0 });
    static const struct {
        const char *path;
        int size;
        const char *answer;
    } cases[] = {
        { "/spill", 1000, "memory 1000 xxx" },
        { "/spill", 1001, "file 1001 xxx" },
        { "/spill", 200000, "file 200000 xxx" },
        { "/keep", 200000, "memory 200000 xxx" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int head =
            snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: t\r\nContent-Length: %d\r\n\r\n",
                     cases[i].path, cases[i].size);
        memset(request + head, 'x', (size_t)cases[i].size);
        request[head + cases[i].size] = '\0';
        cr_expect_str_eq(body_of(ask(request)), cases[i].answer);
        head = snprintf(request, sizeof request,
                        "POST %s HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n",
                        cases[i].path, cases[i].size);
        memset(request + head, 'x', (size_t)cases[i].size);
        strcpy(request + head + cases[i].size, "\r\n0\r\n\r\n");
        cr_expect_str_eq(body_of(ask(request)), cases[i].answer);
    }
}

#ifdef WEFT_FAULTS
Test(web_pipeline, a_full_disk_is_an_answer)
{
    weft_add(app, (weft_route){ .method = WEFT_POST,
                                .path = "/spill",
                                .handler = describe_body,
                                .spill = true,
                                .spill_after = 1 });
    serve((weft_server){ 0 });
    wf_fault_arm(WF_FAULT_WRITE, 0, -1);
    cr_expect_eq(status_of(ask("POST /spill HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello")), 507);
    wf_fault_disarm_all();
    wf_fault_arm(WF_FAULT_OPEN, 0, -1);
    weft_test_reconnect(test);
    cr_expect_eq(
        status_of(ask(
            "POST /spill HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")),
        507);
    cr_expect(strstr(logged, "temporary file"), "%s", logged);
}
#endif

/* ---- Streams and files ----------------------------------------------------------------------------------- */

static int pulls, closed_whole, closed_cut;
static const char *const pieces[] = { "alpha ", "beta ", "gamma" };
typedef struct script {
    int count;
    weft_pull last;
} script;

static weft_pull next_piece(weft_buf *out, void *state)
{
    const script *s = state;
    if (pulls < s->count) weft_put_str(out, weft_str_of(pieces[pulls], strlen(pieces[pulls])));
    return ++pulls < s->count ? WEFT_MORE : s->last;
}
static void close_source(void *state, bool completed)
{
    (void)state;
    if (completed)
        closed_whole++;
    else
        closed_cut++;
}
static const weft_source source = { next_piece, close_source };
static script wanted;
static int64_t wanted_length;
static weft_response stream(weft_request *req)
{
    (void)req;
    pulls = closed_whole = closed_cut = 0;
    return weft_stream(weft_lit("text/plain"), &source, &wanted, wanted_length);
}

static const char *ask_stream(const char *request, int count, weft_pull last, int64_t length)
{
    wanted = (script){ count, last };
    wanted_length = length;
    weft_test_reconnect(test);
    return ask(request);
}

Test(web_pipeline, streams)
{
    static const char get[] = "GET / HTTP/1.1\r\nHost: t\r\n\r\n", old[] = "GET / HTTP/1.0\r\n\r\n",
                      head[] = "HEAD / HTTP/1.1\r\nHost: t\r\n\r\n";
    serve_one(stream);
    cr_expect_str_eq(body_of(ask_stream(get, 3, WEFT_END, 16)), "alpha beta gamma");
    cr_expect(closed_whole == 1 && closed_cut == 0 && !weft_test_closed(test));
    const char *chunked = ask_stream(get, 3, WEFT_END, -1);
    cr_expect(strstr(chunked, "Transfer-Encoding: chunked\r\n") && !strstr(chunked, "Content-Length"), "%s",
              chunked);
    cr_expect_str_eq(body_of(chunked),
                     "00000006\r\nalpha \r\n00000005\r\nbeta \r\n00000005\r\ngamma\r\n0\r\n\r\n");
    cr_expect_str_eq(body_of(ask_stream(get, 0, WEFT_END, -1)), "0\r\n\r\n");
    cr_expect_str_eq(body_of(ask_stream(old, 3, WEFT_END, -1)), "alpha beta gamma");
    cr_expect(weft_test_closed(test));
    cr_expect_str_eq(body_of(ask_stream(head, 3, WEFT_END, 16)), "");
    cr_expect(pulls == 0 && closed_whole + closed_cut == 1);
}

/* Every way to break one's word is visible: the connection ends, and framing says that the body is not whole. */
Test(web_pipeline, streams_that_break_off)
{
    static const struct {
        int count;
        weft_pull last;
        int64_t length;
    } cases[] = { { 2, WEFT_END, 16 },
                  { 3, WEFT_END, 10 },
                  { 2, WEFT_ABORT, -1 },
                  { 2, WEFT_ABORT, 16 },
                  { 0, WEFT_MORE, -1 } };
    serve_one(stream);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *answer =
            ask_stream("GET / HTTP/1.1\r\nHost: t\r\n\r\n", cases[i].count, cases[i].last, cases[i].length);
        cr_expect(weft_test_closed(test), "case %zu", i);
        cr_expect(closed_cut == 1 && closed_whole == 0, "case %zu", i);
        cr_expect_null(strstr(answer, "\r\n0\r\n\r\n"), "case %zu: %s", i, answer);
        cr_expect_lt(strlen(body_of(answer)), 16u + 20, "case %zu", i);
    }
}

static void replace_by_text(weft_request *req, weft_response *res)
{
    (void)req;
    *res = weft_text(weft_lit("instead\n"));
}
static weft_response stream_of_nothing(weft_request *req)
{
    (void)req;
    return weft_stream(weft_lit("text/plain"), NULL, NULL, -1);
}

Test(web_pipeline, a_stream_that_a_filter_replaces_is_closed)
{
    weft_get(app, "/after", stream);
    weft_get(app, "/none", stream_of_nothing);
    weft_after(app, "/after", replace_by_text);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask_for("GET", "/after")), "instead\n");
    cr_expect(closed_cut == 1 && closed_whole == 0 && pulls == 0);
    cr_expect_eq(status_of(ask_for("GET", "/none")), 500);
}

static char file_path[] = "/tmp/weft-pipeline-XXXXXX";
static weft_response send_file(weft_request *req) { return weft_file(req, file_path); }

Test(web_pipeline, files)
{
    static char bytes[100000];
    int fd = mkstemp(file_path);
    serve_one(send_file);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)('a' + i % 26);
    static const size_t sizes[] = { 0, 1, 16384, 16385, 100000 };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        cr_assert_eq(ftruncate(fd, 0), 0);
        cr_assert_eq(pwrite(fd, bytes, sizes[i], 0), (ssize_t)sizes[i]);
        const char *body = body_of(ask_for("GET", "/"));
        cr_expect_eq(strlen(body), sizes[i]);
        cr_expect_eq(memcmp(body, bytes, sizes[i]), 0);
        cr_expect_str_eq(body_of(ask_for("HEAD", "/")), "");
    }
    unlink(file_path);
    cr_expect_eq(status_of(ask_for("GET", "/")), 404);
    close(fd);
}

/* ---- Registration ---------------------------------------------------------------------------------------- */

Test(web_pipeline, a_list_of_routes_for_people)
{
    register_all();
    weft_add(app, (weft_route){ .method = WEFT_PUT,
                                .path = "/x/{id:int}",
                                .handler = handle,
                                .description = "replaces an x" });
    weft_buf out = weft_buf_heap(4096);
    weft_routes(app, &out);
    weft_put_char(&out, '\0');
    cr_expect_str_eq(out.ptr, "before        /*\n"
                              "before        /in/*\n"
                              "before_body   /body\n"
                              "before_route  /*\n"
                              "GET           /                               \n"
                              "GET           /in/side                        \n"
                              "POST          /body                           \n"
                              "GET           /failing                        \n"
                              "PUT           /x/{id:int}                      replaces an x\n"
                              "after         /*\n"
                              "on_response   *\n"
                              "on_status     409\n");
    weft_buf_free(&out);
}

Test(web_pipeline, mistakes_are_all_told)
{
    weft_before(app, "/a b", before_a);
    weft_before(app, NULL, before_a);
    weft_after(app, "*", NULL);
    weft_on_status(app, WEFT_OK, page_404);
    weft_on_status(app, WEFT_NOT_FOUND, page_404);
    weft_on_status(app, WEFT_NOT_FOUND, page_404);
    weft_mount(app, "/*", inner_group);
    weft_add(app, (weft_route){ .path = "/none" });
    weft_add(app, (weft_route){ .path = "/both", .handler = handle, .intake = &intake });
    weft_on_complete(app, NULL, NULL);
    cr_expect_not(try_to_serve((weft_server){ 0 }));
    static const char *const told_of[] = { "/a b",
                                           "before (no path)",
                                           "after *: its function is NULL",
                                           "pages are for statuses from 400 to 599",
                                           "on_status 404: it has a page already",
                                           "group /*: ",
                                           "/none: it has neither",
                                           "/both: it has a handler and an intake",
                                           "on_complete logger: its function is NULL" };
    for (size_t i = 0; i < COUNT(told_of); i++)
        cr_expect(strstr(logged, told_of[i]), "%s is not in:\n%s", told_of[i], logged);
}
