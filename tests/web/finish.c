/* Whatever a handler returns, what leaves is valid HTTP. */
#include "src/http/status.h"
#include "tests/web/harness.h"

TestSuite(web_finish, .init = set_up, .fini = tear_down);

#define GET_ROOT "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

/* ---- Mistakes of handlers: a bare 500 for the client, a line for the author ------------------------------- */

static weft_response nothing(weft_request *req)
{
    (void)req;
    return (weft_response){ 0 };
}
static weft_response nothing_but_a_status(weft_request *req)
{
    (void)req;
    return (weft_response){ .status = WEFT_OK };
}
static weft_response nothing_but_a_field(weft_request *req)
{
    weft_response res = { 0 };
    weft_with(req, &res, "X-Secret", weft_lit("1"));
    return res;
}
static weft_response type_with_line_break(weft_request *req)
{
    weft_response res = weft_bytes(weft_lit("text/plain\r\nSet-Cookie: a"), weft_lit("a secret body"));
    weft_with(req, &res, "X-Secret", weft_lit("1"));
    return res;
}
static weft_response type_with_nul(weft_request *req)
{
    (void)req;
    return weft_bytes(weft_lit("text\0/plain"), weft_lit("a secret body"));
}
static weft_response status_unknown(weft_request *req)
{
    (void)req;
    return weft_as(weft_text(weft_lit("a secret body")), (weft_status)299);
}
static weft_response status_interim(weft_request *req)
{
    (void)req;
    return weft_empty((weft_status)103);
}

static void expect_mistake(weft_handler *handler, const char *log)
{
    serve_one(handler);
    expect_answer("GET /?query HTTP/1.1\r\nHost: h\r\n\r\n", BARE_500);
    cr_expect_str_eq(logged, log);
    cr_expect_not(weft_test_closed(test), "the author's mistake is not the client's");
}

/* A test for each, in a process of its own: such lines are logged once a second. */
#define MISTAKES(X)                                                           \
    X(nothing, "the handler returned no response")                            \
    X(nothing_but_a_status, "the handler returned no response")               \
    X(nothing_but_a_field, "the handler returned no response")                \
    X(status_unknown, "the response has a status that HTTP does not know")    \
    X(status_interim, "the response has a status that HTTP does not know")    \
    X(type_with_line_break, "the response's media type holds a control byte") \
    X(type_with_nul, "the response's media type holds a control byte")

#define X(handler, said) \
    Test(web_finish, handler) { expect_mistake(handler, "error: " said " (GET /)\n"); }
MISTAKES(X)
#undef X

Test(web_finish, the_line_names_the_request_as_it_was_sent)
{
    weft_on(app, WEFT_DELETE, "/a/{b}", nothing);
    serve((weft_server){ 0 });
    cr_expect_eq(status_of(ask("DELETE /a/%62?c HTTP/1.1\r\nHost: h\r\n\r\n")), 500);
    cr_expect_str_eq(logged, "error: the handler returned no response (DELETE /a/%62)\n");
}

Test(web_finish, head_of_a_mistake_has_no_body_either)
{
    serve_one(nothing);
    expect_answer("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 500 Internal Server Error\r\n" PLAIN
                                                        "Content-Length: 26\r\nVary: Accept\r\n\r\n");
}

/* ---- Every status ---------------------------------------------------------------------------------------- */

static unsigned status;
static weft_response with_a_body(weft_request *req)
{
    weft_response res = weft_as(weft_text(weft_lit("body")), (weft_status)status);
    weft_with(req, &res, "X-Kept", weft_lit("1"));
    return res;
}

/* RFC 9110: 204 and 304 have neither body nor length, 205 has a length of 0; all others what the handler said. */
static void expected_answer(char *to, size_t room)
{
    weft_str line = wf_status_line(status);
    if (status < 200 || !line.ptr)
        snprintf(to, room, "%s", BARE_500);
    else
        snprintf(to, room, "%.*s%sX-Kept: 1\r\n\r\n%s", (int)line.len, line.ptr,
                 status == 204 || status == 304 ? ""
                 : status == 205                ? "Content-Length: 0\r\n"
                                                : PLAIN "Content-Length: 4\r\n",
                 status == 204 || status == 205 || status == 304 ? "" : "body");
}

Test(web_finish, every_status_with_a_body)
{
    static const unsigned beyond[] = { 0, 1, 99, 600, 999, 1000, UINT16_MAX };
    serve_one(with_a_body);
    for (unsigned i = 100; i < 600 + COUNT(beyond); i++) {
        char expected[512];
        status = i < 600 ? i : beyond[i - 600];
        expected_answer(expected, sizeof expected);
        const char *answer = ask(GET_ROOT);
        cr_expect(strcmp(answer, expected) == 0, "%u: %s", status, answer);
    }
}

static weft_response empty(weft_request *req)
{
    (void)req;
    return weft_empty((weft_status)status);
}

Test(web_finish, an_empty_answer_says_its_length_where_it_may)
{
    static const struct {
        unsigned status;
        const char *answer;
    } cases[] = {
        { 200, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" },
        { 204, "HTTP/1.1 204 No Content\r\n\r\n" },
        { 205, "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n" },
        { 304, "HTTP/1.1 304 Not Modified\r\n\r\n" },
        { 404, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n" },
    };
    serve_one(empty);
    for (size_t i = 0; i < COUNT(cases); i++) {
        status = cases[i].status;
        expect_answer(GET_ROOT, cases[i].answer);
    }
}

static weft_response failure(weft_request *req) { return weft_fail(req, (weft_status)status, "a reason"); }

Test(web_finish, a_failure_is_never_told_as_a_success)
{
    static const unsigned statuses[] = { 200, 201, 204, 304 };
    serve_one(failure);
    for (size_t i = 0; i < COUNT(statuses); i++) {
        status = statuses[i];
        cr_expect_eq(status_of(ask_for("GET", "/")), 500);
    }
}

static weft_response text_of_injected_type(weft_request *req)
{
    (void)req;
    weft_response res = weft_text(weft_lit("x"));
    res.type = weft_lit("text/plain\r\nX-Injected: yes");
    return res;
}

Test(web_finish, a_type_that_was_changed_is_checked)
{
    serve_one(text_of_injected_type);
    const char *answer = ask_for("GET", "/");
    cr_expect_eq(status_of(answer), 500);
    cr_expect_null(strstr(answer, "X-Injected"));
}

/* What has no body must not be followed by bytes that the client takes for the next answer's. */
Test(web_finish, answers_stay_apart_behind_one_without_a_body)
{
    static const char one[] = GET_ROOT;
    char many[3 * sizeof one] = GET_ROOT;
    strcat(strcat(many, one), one);
    serve_one(with_a_body);
    status = 304;
    expect_answer(many, "HTTP/1.1 304 Not Modified\r\nX-Kept: 1\r\n\r\n"
                        "HTTP/1.1 304 Not Modified\r\nX-Kept: 1\r\n\r\n"
                        "HTTP/1.1 304 Not Modified\r\nX-Kept: 1\r\n\r\n");
}
