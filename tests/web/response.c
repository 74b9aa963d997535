/* What handlers answer, byte for byte as it leaves. */
#include "tests/web/harness.h"
#include <ctype.h>
#include <stdlib.h>

TestSuite(web_response, .init = set_up, .fini = tear_down);

#define GET_ROOT "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

/* ---- Constructors ---------------------------------------------------------------------------------------- */

static weft_response text(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("pong\n"));
}
static weft_response text_empty(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit(""));
}
static weft_response text_absent(weft_request *req)
{
    (void)req;
    return weft_text(weft_str_of(NULL, 0));
}
static weft_response html(weft_request *req)
{
    (void)req;
    return weft_html(weft_lit("<p>Grüße"));
}
static weft_response bytes(weft_request *req)
{
    (void)req;
    return weft_bytes(weft_lit("image/png"), weft_lit("\x89PNG\r\n\x1a\n"));
}
static weft_response bytes_without_type(weft_request *req)
{
    (void)req;
    return weft_bytes(weft_str_of(NULL, 0), weft_lit("raw"));
}
static weft_response textf(weft_request *req) { return weft_textf(req, "%d %s%%\n", 42, "items"); }
static weft_response textf_empty(weft_request *req) { return weft_textf(req, "%s", ""); }
static weft_response empty(weft_request *req)
{
    (void)req;
    return weft_empty(WEFT_ACCEPTED);
}
static weft_response empty_registered(weft_request *req)
{
    (void)req;
    return weft_empty((weft_status)511);
}
static weft_response as(weft_request *req)
{
    (void)req;
    return weft_as(weft_text(weft_lit("made")), WEFT_CREATED);
}
static weft_response fail(weft_request *req) { return weft_fail(req, WEFT_CONFLICT, "the name is taken"); }
static weft_response fail_without_reason(weft_request *req) { return weft_fail(req, WEFT_CONFLICT, NULL); }
static weft_response fail_with_empty_reason(weft_request *req) { return weft_fail(req, WEFT_CONFLICT, ""); }
static weft_response reject_nothing(weft_request *req) { return weft_reject(req); }
static weft_response reject(weft_request *req)
{
    if (weft_alloc(req, SIZE_MAX)) return weft_text(weft_lit("taken"));
    return weft_reject(req);
}

static weft_response buffer(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_put_str(&out, weft_lit("a,b\n"));
    weft_put_u64(&out, 12);
    return weft_buffer(req, weft_lit("text/csv"), &out);
}
static weft_response buffer_empty(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    return weft_buffer(req, weft_lit("text/csv"), &out);
}
static weft_response buffer_failed(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_put_str(&out, weft_lit("half of a secr"));
    weft_buf_fail(&out);
    return weft_buffer(req, weft_lit("text/csv"), &out);
}
static weft_response buffer_outgrown(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_putf(&out, "%*d", 1 << 17, 1);
    return weft_buffer(req, weft_lit("text/csv"), &out);
}
static weft_response textf_outgrown(weft_request *req) { return weft_textf(req, "%*d", 1 << 17, 1); }
static weft_response textf_unwritable(weft_request *req)
{
    return weft_textf(req, "%ls", L"\xd800"); /* no such character in the C locale */
}

#define OUTGROWN                                                            \
    "HTTP/1.1 500 Internal Server Error\r\n" PLAIN                          \
    "Content-Length: 77\r\nVary: Accept\r\n\r\n500 Internal Server Error: " \
    "the response outgrew the memory a request may use\n"

static const struct {
    const char *name;
    weft_handler *handler;
    const char *answer;
} constructors[] = {
    { "text", text, OK PLAIN "Content-Length: 5\r\n\r\npong\n" },
    { "text, empty", text_empty, OK PLAIN "Content-Length: 0\r\n\r\n" },
    { "text, absent", text_absent, OK PLAIN "Content-Length: 0\r\n\r\n" },
    { "html", html, OK "Content-Type: text/html; charset=utf-8\r\nContent-Length: 10\r\n\r\n<p>Grüße" },
    { "bytes", bytes, OK "Content-Type: image/png\r\nContent-Length: 8\r\n\r\n\x89PNG\r\n\x1a\n" },
    { "bytes without a type", bytes_without_type, OK "Content-Length: 3\r\n\r\nraw" },
    { "textf", textf, OK PLAIN "Content-Length: 10\r\n\r\n42 items%\n" },
    { "textf, empty", textf_empty, OK PLAIN "Content-Length: 0\r\n\r\n" },
    { "textf that cannot be written", textf_unwritable, OUTGROWN },
    { "textf over the budget", textf_outgrown, OUTGROWN },
    { "buffer", buffer, OK "Content-Type: text/csv\r\nContent-Length: 6\r\n\r\na,b\n12" },
    { "buffer, empty", buffer_empty, OK "Content-Type: text/csv\r\nContent-Length: 0\r\n\r\n" },
    { "buffer that was failed", buffer_failed, OUTGROWN },
    { "buffer over the budget", buffer_outgrown, OUTGROWN },
    { "empty", empty, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n" },
    { "empty, a status without a name in weft.h", empty_registered,
      "HTTP/1.1 511 Network Authentication Required\r\nContent-Length: 0\r\n\r\n" },
    { "as", as, "HTTP/1.1 201 Created\r\n" PLAIN "Content-Length: 4\r\n\r\nmade" },
    { "fail", fail,
      "HTTP/1.1 409 Conflict\r\n" PLAIN
      "Content-Length: 32\r\nVary: Accept\r\n\r\n409 Conflict: the name is taken\n" },
    { "fail without a reason", fail_without_reason,
      "HTTP/1.1 409 Conflict\r\n" PLAIN "Content-Length: 13\r\nVary: Accept\r\n\r\n409 Conflict\n" },
    { "fail with an empty reason", fail_with_empty_reason,
      "HTTP/1.1 409 Conflict\r\n" PLAIN "Content-Length: 13\r\nVary: Accept\r\n\r\n409 Conflict\n" },
    { "reject", reject,
      "HTTP/1.1 503 Service Unavailable\r\n" PLAIN "Content-Length: 83\r\nVary: Accept\r\n\r\n"
      "503 Service Unavailable: this request needs more memory than the server allows one\n" },
    { "reject when nothing was refused", reject_nothing,
      "HTTP/1.1 500 Internal Server Error\r\n" PLAIN "Content-Length: 79\r\nVary: Accept\r\n\r\n"
      "500 Internal Server Error: the handler rejected a request that nothing refused\n" },
};

static void register_constructors(void)
{
    static char paths[COUNT(constructors)][16];
    for (size_t i = 0; i < COUNT(constructors); i++) {
        snprintf(paths[i], sizeof paths[i], "/%hu", (unsigned short)i);
        weft_get(app, paths[i], constructors[i].handler);
    }
    serve((weft_server){ .memory_limit = 1 << 16 });
}

/* All on one connection: none may leave anything behind for the next, a refusal least of all. */
Test(web_response, constructors_to_the_byte)
{
    register_constructors();
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < COUNT(constructors); i++) {
            char target[16];
            snprintf(target, sizeof target, "/%zu", i);
            const char *answer = ask(request_for("GET", target));
            cr_expect(strcmp(answer, constructors[i].answer) == 0, "%s: %.300s", constructors[i].name,
                      answer);
        }
}

/* The same head, and nothing behind it. Only weft_empty, which knows of no body, says no length to HEAD. */
Test(web_response, head_of_every_constructor_is_the_same_without_a_body)
{
    register_constructors();
    for (size_t i = 0; i < COUNT(constructors); i++) {
        char target[16], expected[512];
        const char *answer = constructors[i].answer;
        size_t head_len = (size_t)(body_of(answer) - answer);
        snprintf(target, sizeof target, "/%zu", i);
        snprintf(expected, sizeof expected, "%.*s", (int)head_len, answer);
        if (strncmp(constructors[i].name, "empty", 5) == 0)
            strcpy(strstr(expected, "Content-Length"), "\r\n"); /* it is the last line */
        const char *got = ask(request_for("HEAD", target));
        cr_expect(strcmp(got, expected) == 0, "%s: %.300s", constructors[i].name, got);
    }
}

/* ---- Texts of any length --------------------------------------------------------------------------------- */

static int text_len;
static weft_response textf_long(weft_request *req) { return weft_textf(req, "%0*d", text_len, 7); }

static weft_response buffer_long(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    for (int i = 1; i < text_len; i++) weft_put_char(&out, '0');
    weft_put_char(&out, '7');
    return weft_buffer(req, weft_lit("text/plain; charset=utf-8"), &out);
}

/* Around what is copied behind the head, and around the sizes of the memory's blocks. */
Test(web_response, texts_of_any_length)
{
    static const int lens[] = { 1, 255, 256, 4000, 16127, 16383, 16384, 16385, 32768, 65536, 200000 };
    weft_get(app, "/textf", textf_long);
    weft_get(app, "/buffer", buffer_long);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(lens); i++)
        for (int path = 0; path < 2; path++) {
            char head[128];
            text_len = lens[i];
            snprintf(head, sizeof head, OK PLAIN "Content-Length: %d\r\n\r\n", text_len);
            const char *answer = ask(request_for("GET", path ? "/buffer" : "/textf")),
                       *body = body_of(answer);
            cr_expect_eq(strncmp(answer, head, strlen(head)), 0, "length %d: %.200s", text_len, answer);
            cr_assert_eq(strlen(body), (size_t)text_len);
            cr_expect_eq(strspn(body, "0"), (size_t)text_len - 1);
            cr_expect_eq(body[text_len - 1], '7');
            cr_expect_str_eq(ask(request_for("HEAD", path ? "/buffer" : "/textf")), head);
        }
}

static weft_response fail_at_length(weft_request *req)
{
    static char reason[8192];
    memset(reason, 'r', sizeof reason - 1);
    reason[text_len] = '\0';
    return weft_fail(req, WEFT_NOT_FOUND, reason);
}

/* A failure's text is short; what is longer than 4 KiB leaves only the phrase. */
Test(web_response, a_reason_that_is_too_long_is_left_out)
{
    static const struct {
        int len;
        size_t body_len;
    } cases[] = { { 1, 17 }, { 4079, 4095 }, { 4080, 4096 }, { 4081, 9 }, { 8000, 9 } };
    serve_one(fail_at_length);
    for (size_t i = 0; i < COUNT(cases); i++) {
        text_len = cases[i].len;
        const char *answer = ask(GET_ROOT);
        cr_expect_eq(status_of(answer), 404);
        cr_expect_eq(strlen(body_of(answer)), cases[i].body_len, "length %d", cases[i].len);
    }
    cr_expect_str_eq(body_of(ask(GET_ROOT)), "Not Found");
}

/* ---- Fields ---------------------------------------------------------------------------------------------- */

static weft_response many_fields(weft_request *req)
{
    weft_response res = weft_empty(WEFT_OK);
    weft_with(req, &res, "X-One", weft_lit("1"));
    weft_with(req, &res, "x-two", weft_lit("a\tb \x80\xff,\"c\""));
    weft_with(req, &res, "X-One", weft_lit("again"));
    weft_with(req, &res, "!#$%&'*+-.^_`|~09AZaz", weft_lit(""));
    weft_with(req, &res, "X-Absent", weft_str_of(NULL, 0));
    return res;
}

Test(web_response, fields_are_sent_in_the_order_they_were_added)
{
    serve_one(many_fields);
    expect_answer(GET_ROOT, OK "Content-Length: 0\r\n"
                               "X-One: 1\r\n"
                               "x-two: a\tb \x80\xff,\"c\"\r\n"
                               "X-One: again\r\n"
                               "!#$%&'*+-.^_`|~09AZaz: \r\n"
                               "X-Absent: \r\n\r\n");
    cr_expect_str_empty(logged);
}

static weft_response copies_with_fields(weft_request *req)
{
    weft_response first = weft_text(weft_lit("x"));
    weft_with(req, &first, "X-Shared", weft_lit("s"));
    weft_response second = first;
    weft_with(req, &first, "X-First", weft_lit("1"));
    weft_with(req, &second, "X-Second", weft_lit("2"));
    return weft_req_query(req).ptr ? first : second;
}

Test(web_response, a_field_added_to_a_copy_is_the_copys_alone)
{
    serve_one(copies_with_fields);
    expect_answer(GET_ROOT, OK PLAIN "Content-Length: 1\r\nX-Shared: s\r\nX-Second: 2\r\n\r\nx");
    expect_answer("GET /? HTTP/1.1\r\nHost: h\r\n\r\n",
                  OK PLAIN "Content-Length: 1\r\nX-Shared: s\r\nX-First: 1\r\n\r\nx");
}

static weft_response hundred_fields(weft_request *req)
{
    weft_response res = weft_empty(WEFT_OK);
    for (int i = 0; i < 100; i++) {
        char *value = weft_alloc(req, 16);
        if (!value) return weft_reject(req);
        snprintf(value, 16, "%d", i);
        weft_with(req, &res, "N", weft_str_of(value, strlen(value)));
    }
    return res;
}

Test(web_response, a_hundred_fields_in_their_order)
{
    char expected[4096] = OK "Content-Length: 0\r\n";
    for (int i = 0; i < 100; i++) snprintf(expected + strlen(expected), 32, "N: %d\r\n", i);
    strcat(expected, "\r\n");
    serve_one(hundred_fields);
    expect_answer(GET_ROOT, expected);
}

/* ---- Fields that are refused ----------------------------------------------------------------------------- */

static const char *field_name;
static weft_str field_value;
static weft_response one_field(weft_request *req)
{
    weft_response res = weft_text(weft_lit("a secret body"));
    weft_with(req, &res, "X-Before", weft_lit("1"));
    weft_with(req, &res, field_name, field_value);
    return res;
}

static void expect_refused(const char *name, weft_str value, const char *log)
{
    field_name = name;
    field_value = value;
    serve_one(one_field);
    expect_answer(GET_ROOT, BARE_500);
    cr_expect_str_eq(logged, log);
}

/* A test for each, in a process of its own: such lines are logged once a second. */
#define OWN      "the server sets it itself"
#define NO_TOKEN "its name is not a token"
#define CONTROL  "its value holds a control byte"
#define REFUSED(X)                                                                 \
    X(content_length, "Content-Length", "Content-Length", "0", OWN)                \
    X(content_length_in_any_case, "cONTENT-lENGTH", "cONTENT-lENGTH", "0", OWN)    \
    X(transfer_encoding, "Transfer-Encoding", "Transfer-Encoding", "chunked", OWN) \
    X(connection, "connection", "connection", "close", OWN)                        \
    X(keep_alive, "Keep-Alive", "Keep-Alive", "timeout=5", OWN)                    \
    X(date, "DATE", "DATE", "Sun, 06 Nov 1994 08:49:37 GMT", OWN)                  \
    X(no_name, "", "", "x", NO_TOKEN)                                              \
    X(name_with_space, "X Y", "X Y", "x", NO_TOKEN)                                \
    X(name_with_colon, "X:", "X:", "x", NO_TOKEN)                                  \
    X(name_with_line_break, "X\r\nY", "X\\x0d\\x0aY", "x", NO_TOKEN)               \
    X(name_beyond_ascii, "X\xc3\xbc", "X\xc3\xbc", "x", NO_TOKEN)                  \
    X(value_with_line_break, "X", "X", "a\r\nSet-Cookie: b", CONTROL)              \
    X(value_with_line_feed, "X", "X", "a\n", CONTROL)                              \
    X(value_with_return, "X", "X", "\r", CONTROL)                                  \
    X(value_with_nul, "X", "X", "a\0b", CONTROL)                                   \
    X(value_with_delete, "X", "X", "\x7f", CONTROL)

#define X(title, name, name_in_log, value, why)                                                 \
    Test(web_response, refuses_##title)                                                         \
    {                                                                                           \
        expect_refused(name, weft_lit(value),                                                   \
                       "error: response field \"" name_in_log "\" refused: " why " (GET /)\n"); \
    }
REFUSED(X)
#undef X

/* What an HTTP token may hold (RFC 9110 section 5.6.2) and what a field's value may (section 5.5), byte by byte. */
static bool may_be_in_name(int byte)
{
    return byte < 128 && (isalnum(byte) || (byte && strchr("!#$%&'*+-.^_`|~", byte)));
}
static bool may_be_in_value(int byte) { return byte == '\t' || (byte >= ' ' && byte != 0x7f); }

Test(web_response, looks_at_every_byte_of_a_field)
{
    serve_one(one_field);
    for (int byte = 1; byte < 256; byte++)
        for (int place = 0; place < 3; place++) {
            char name[] = "Abc", value[] = "abc";
            name[place] = (char)byte;
            field_name = name;
            field_value = weft_lit("x");
            cr_expect_eq(status_of(ask(GET_ROOT)), may_be_in_name(byte) ? 200 : 500, "0x%02x in a name",
                         byte);
            value[place] = (char)byte;
            field_name = "Abc";
            field_value = weft_str_of(value, 3);
            cr_expect_eq(status_of(ask(GET_ROOT)), may_be_in_value(byte) ? 200 : 500, "0x%02x in a value",
                         byte);
        }
}

/* ---- No memory ------------------------------------------------------------------------------------------- */

static void spend_all(weft_request *req)
{
    for (size_t size = 1024; size > 0; size = size > 16 ? 16 : 0)
        while (weft_alloc(req, size)) {}
}

static weft_response textf_spent(weft_request *req)
{
    spend_all(req);
    return weft_textf(req, "%d", 7);
}
static weft_response with_spent(weft_request *req)
{
    weft_response res = weft_text(weft_lit("a secret body"));
    spend_all(req);
    weft_with(req, &res, "X", weft_lit("1"));
    return res;
}
static weft_response buffer_spent(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    spend_all(req);
    weft_put_char(&out, 'x');
    return weft_buffer(req, weft_lit("text/csv"), &out);
}

Test(web_response, without_memory_only_the_phrase_is_left)
{
    static weft_handler *const handlers[] = { textf_spent, with_spent, buffer_spent };
    for (size_t i = 0; i < COUNT(handlers); i++) {
        weft_app_free(app);
        app = weft_app_new(NULL);
        serve_one(handlers[i]);
        expect_answer(GET_ROOT, "HTTP/1.1 500 Internal Server Error\r\n" PLAIN
                                "Content-Length: 21\r\n\r\nInternal Server Error");
        weft_test_free(test);
        test = NULL;
    }
}

/* A text that is borrowed needs none at all. */
static weft_response text_spent(weft_request *req)
{
    spend_all(req);
    return weft_text(weft_lit("fine"));
}

Test(web_response, a_literal_needs_no_memory)
{
    serve_one(text_spent);
    expect_answer(GET_ROOT, OK PLAIN "Content-Length: 4\r\n\r\nfine");
}

/* ---- Persistence ----------------------------------------------------------------------------------------- */

Test(web_response, says_what_becomes_of_the_connection)
{
    static const struct {
        const char *request, *answer;
        bool closed;
    } cases[] = {
        { "GET / HTTP/1.1\r\nHost: h\r\n\r\n", OK PLAIN "Content-Length: 5\r\n\r\npong\n", false },
        { "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
          OK PLAIN "Content-Length: 5\r\nConnection: close\r\n\r\npong\n", true },
        { "GET / HTTP/1.0\r\n\r\n", OK PLAIN "Content-Length: 5\r\nConnection: close\r\n\r\npong\n", true },
        { "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
          OK PLAIN "Content-Length: 5\r\nConnection: keep-alive\r\n\r\npong\n", false },
    };
    serve_one(text);
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_test_reconnect(test);
        expect_answer(cases[i].request, cases[i].answer);
        cr_expect_eq(weft_test_closed(test), cases[i].closed, "%s", cases[i].request);
    }
}
