/* Failures: what is remembered, who gets JSON, and bodies that are valid whatever the reason holds. */
#include "tests/web/alone.h"
#include "src/base/check.h"
#include <stdlib.h>
#include <unistd.h>
#include <weft/test.h>

TestSuite(failure, .init = begin, .fini = end);

#define TEXT "text/plain; charset=utf-8"
#define JSON "application/problem+json"

static weft_response *render(weft_response failure)
{
    req->phase = WF_PHASE_ANSWERED;
    req->res = failure;
    wf_failure_render(req);
    return &req->res;
}

static void expect_body(const char *type, const char *body)
{
    cr_expect_eq(req->res.kind, WEFT_BYTES);
    cr_expect(is_text(req->res.type, type), "%.*s", (int)req->res.type.len, req->res.type.ptr);
    cr_expect(is_text(req->res.as.bytes, body), "%.*s", (int)req->res.as.bytes.len, req->res.as.bytes.ptr);
}

/* ---- Made -------------------------------------------------------------------------------------------------- */

Test(failure, is_an_empty_response_until_it_is_rendered)
{
    res = weft_fail(req, WEFT_CONFLICT, "taken");
    cr_expect_eq(res.kind, WEFT_EMPTY);
    cr_expect_eq(res.status, 409);
    cr_expect_eq(res.flags, WF_FAILED);
    cr_expect_eq(req->refusal.status, 409);
    cr_expect_str_eq(req->refusal.reason, "taken");
    cr_expect(is_text(weft_reason(req), "taken"));
    weft_with(req, &res, "X", weft_lit("1"));
    render(res);
    expect_body(TEXT, "409 Conflict: taken\n");
    cr_expect_str_eq(fields_of(&req->res), "X: 1\nVary: Accept\n");
    cr_expect_eq(req->res.status, 409);
}

Test(failure, is_rendered_once_and_nothing_else_is)
{
    weft_response *rendered = render(weft_fail(req, WEFT_NOT_FOUND, "a"));
    const char *body = rendered->as.bytes.ptr;
    wf_failure_render(req);
    cr_expect_eq(rendered->as.bytes.ptr, body);
    cr_expect_str_eq(fields_of(rendered), "Vary: Accept\n");
    render(weft_text(weft_lit("fine")));
    expect_body(TEXT, "fine");
    cr_expect_null(req->res.fields);
    cr_expect_eq(render(weft_empty(WEFT_NOT_FOUND))->kind, WEFT_EMPTY);
}

Test(failure, reject_tells_what_was_refused)
{
    req->refusal = (wf_refusal){ .status = 413, .reason = "too much" };
    render(weft_reject(req));
    expect_body(TEXT, "413 Content Too Large: too much\n");
    cr_expect_str_empty(logged);
}

Test(failure, reject_without_a_refusal_is_a_mistake)
{
    render(weft_reject(req));
    expect_body(TEXT, "500 Internal Server Error: the handler rejected a request that nothing refused\n");
    cr_expect_str_eq(
        logged,
        "error: weft_reject, but no call has failed: weft_fail says a status and a reason (GET /path)\n");
}

Test(failure, reasons)
{
    static const struct {
        weft_status status;
        const char *reason, *told, *body;
    } cases[] = {
        { WEFT_NOT_FOUND, "no such item", "no such item", "404 Not Found: no such item\n" },
        { WEFT_NOT_FOUND, NULL, "Not Found", "404 Not Found\n" },
        { WEFT_NOT_FOUND, "", "Not Found", "404 Not Found\n" },
        { (weft_status)599, "what", "what", "599 Error: what\n" },
        { (weft_status)599, NULL, "Error", "599 Error\n" },
        { WEFT_BAD_REQUEST, "a \"b\" \\c\n\tü", "a \"b\" \\c\n\tü", "400 Bad Request: a \"b\" \\c\n\tü\n" },
        { WEFT_BAD_REQUEST, "\x1b[2J\r\xff\xc2\x85\x7f", "\x1b[2J\r\xff\xc2\x85\x7f",
          "400 Bad Request: \\x1B[2J\\x0D\\xFF\\xC2\\x85\\x7F\n" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin();
        req->res = weft_fail(req, cases[i].status, cases[i].reason);
        cr_expect(is_text(weft_reason(req), cases[i].told), "%zu", i); /* a handler asks */
        req->phase = WF_PHASE_ANSWERED;
        cr_expect(is_text(weft_reason(req), cases[i].told), "%zu", i); /* a page asks */
        wf_failure_render(req);
        expect_body(TEXT, cases[i].body);
        cr_expect(is_text(weft_reason(req), cases[i].told), "%zu", i); /* a response filter asks */
    }
}

Test(failure, its_reason_is_its_own)
{
    weft_response failure = weft_fail(req, WEFT_NOT_FOUND, "no such item");
    req->refusal = (wf_refusal){ .status = 400, .reason = "Parameter page is not a number: x" };
    req->phase = WF_PHASE_ANSWERED;
    req->res = failure;
    cr_expect(is_text(weft_reason(req), "no such item"));
    wf_failure_render(req);
    expect_body(TEXT, "404 Not Found: no such item\n");
}

Test(failure, an_answer_made_in_spite_of_a_refusal_has_the_phrase_as_reason)
{
    req->refusal = (wf_refusal){ .status = 400, .reason = "Parameter page is not a number: x" };
    req->phase = WF_PHASE_ANSWERED;
    req->res = weft_empty(WEFT_FORBIDDEN);
    cr_expect(is_text(weft_reason(req), "Forbidden"));
}

/* ---- Who gets JSON ----------------------------------------------------------------------------------------- */

Test(failure, what_clients_prefer)
{
    static const struct {
        const char *accept, *also, *type;
    } cases[] = {
        { NULL, NULL, TEXT },
        { "*/*", NULL, TEXT }, /* curl */
        { "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", NULL, TEXT },
        { "application/json", NULL, JSON },
        { "APPLICATION/JSON; charset=utf-8", NULL, JSON },
        { "application/problem+json", NULL, JSON },
        { "application/*", NULL, JSON },
        { "application/json, text/plain, */*", NULL, JSON },              /* axios */
        { "application/json, text/javascript, */*; q=0.01", NULL, JSON }, /* jQuery */
        { "application/json;q=0.5, text/plain", NULL, TEXT },
        { "text/html, application/json;q=0.9", NULL, TEXT },
        { "application/json;q=0.9, text/html;q=0.8", NULL, JSON },
        { "text/*, application/*;q=0.9", NULL, TEXT },
        { "image/png", NULL, TEXT },
        { "", NULL, TEXT },
        { "image/png", "application/json", JSON },
        { "text/html", "application/json;q=0.1", TEXT },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool json = strcmp(cases[i].type, JSON) == 0;
        begin();
        if (cases[i].accept) give("Accept", cases[i].accept);
        give("Host", "h");
        if (cases[i].also) give("accept", cases[i].also);
        weft_response *rendered = render(weft_fail(req, WEFT_NOT_FOUND, "no"));
        cr_expect(is_text(rendered->type, cases[i].type), "%s", cases[i].accept);
        cr_expect(
            is_text(rendered->as.bytes, json ? "{\"title\":\"Not Found\",\"status\":404,\"detail\":\"no\"}\n"
                                             : "404 Not Found: no\n"),
            "%s", cases[i].accept);
        cr_expect_str_eq(fields_of(rendered), "Vary: Accept\n");
    }
}

Test(failure, vary_that_is_there_is_kept)
{
    res = weft_fail(req, WEFT_NOT_FOUND, "no");
    weft_with(req, &res, "Vary", weft_lit("Origin"));
    cr_expect_str_eq(fields_of(render(res)), "Vary: Origin, Accept\n");
}

static weft_response problem(const char *reason)
{
    begin();
    give("Accept", "application/json");
    return *render(weft_fail(req, WEFT_BAD_REQUEST, reason));
}

Test(failure, json_strings_to_the_byte)
{
    static const struct {
        const char *reason, *detail;
    } cases[] = {
        { "plain ~", "plain ~" },
        { "\"\\/", "\\\"\\\\/" },
        { "\n\t\r\b\x01\x1f\x7f", "\\u000a\\u0009\\u000d\\u0008\\u0001\\u001f\\u007f" },
        { "한 é 😀 \xc2\xa0", "한 é 😀 \xc2\xa0" },
        { "\xff\xc3", "\\u00ff\\u00c3" },
        { "\xc2\x85", "\\u0085" },
        { "\xed\xa0\x80", "\\u00ed\\u00a0\\u0080" },
        { "</script>", "</script>" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[256];
        problem(cases[i].reason);
        snprintf(expected, sizeof expected, "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"%s\"}\n",
                 cases[i].detail);
        expect_body(JSON, expected);
    }
    problem(NULL);
    expect_body(JSON, "{\"title\":\"Bad Request\",\"status\":400}\n");
}

/* Every byte, and every pair with what UTF-8 makes of it, read by another implementation. */
Test(failure, json_is_json_to_python)
{
    static const char check[] =
        "python3 -c \"\nimport json,sys\n"
        "for line in sys.stdin.buffer:\n"
        "    d = json.loads(line.decode('utf-8', 'strict'))\n"
        "    assert d['status'] == 400 and d['title'] == 'Bad Request' and d['detail']\n\"";
    if (system("python3 -c 'import json' 2>/dev/null") != 0) cr_skip_test("there is no python3");
    FILE *python = popen(check, "w");
    cr_assert_not_null(python);
    for (int first = 1; first < 256; first++)
        for (int second = 0; second < 256; second += first < 0x80 ? 51 : 1) {
            char reason[] = { (char)first, (char)second, (char)0x80, 0 };
            weft_response rendered = problem(reason);
            cr_assert_eq(fwrite(rendered.as.bytes.ptr, 1, rendered.as.bytes.len, python),
                         rendered.as.bytes.len);
        }
    cr_expect_eq(pclose(python), 0);
}

/* ---- Memory ------------------------------------------------------------------------------------------------ */

Test(failure, never_fails_to_render)
{
    static const char *const accepts[] = { "*/*", "application/json" };
    for (size_t i = 0; i < COUNT(accepts); i++) {
        int phrases = 0;
        for (size_t memory = 0; memory < 1024; memory += 16) {
            begin_with(memory, 0);
            give("Accept", accepts[i]);
            give("Accept", "text/csv");
            weft_response *rendered = render(weft_fail(req, WEFT_NOT_FOUND, "no such item"));
            bool phrase = is_text(rendered->as.bytes, "Not Found");
            phrases += phrase;
            cr_expect_eq(rendered->kind, WEFT_BYTES);
            cr_expect_eq(rendered->status, 404);
            cr_expect_eq(phrase || rendered->as.bytes.ptr[0] == '4', is_text(rendered->type, TEXT));
            cr_expect(rendered->fields || is_text(rendered->type, TEXT), "JSON without Vary");
        }
        cr_expect_gt(phrases, 0);
        cr_expect_lt(phrases, 64);
    }
}

/* A cache that is not told of Accept would hand JSON to everybody. */
Test(failure, there_is_no_json_without_vary)
{
    static char origins[900];
    static const weft_field vary = { .name = WEFT_LIT("Vary"), .value = { origins, sizeof origins } };
    int texts = 0;
    memset(origins, 'o', sizeof origins);
    for (size_t memory = 256; memory < 2048; memory += 16) {
        begin_with(memory, 0);
        give("Accept", "application/json");
        weft_response failure = weft_fail(req, WEFT_NOT_FOUND, "no");
        failure.fields = &vary;
        weft_response *rendered = render(failure);
        bool varies = strstr(fields_of(rendered), "Accept") != NULL;
        texts += !varies && is_text(rendered->as.bytes, "404 Not Found: no\n");
        cr_expect(varies || is_text(rendered->type, TEXT));
    }
    cr_expect_gt(texts, 0);
}

/* ---- As it is sent ----------------------------------------------------------------------------------------- */

static weft_response fail_it(weft_request *r) { return weft_fail(r, WEFT_CONFLICT, "taken"); }

static const char *body_behind(weft_str answer, size_t *head_len)
{
    static char text[2048];
    snprintf(text, sizeof text, "%.*s", (int)answer.len, answer.ptr);
    char *body = strstr(text, "\r\n\r\n") + 4;
    *head_len = (size_t)(body - text);
    return body;
}

Test(failure, head_has_the_head_of_get)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", fail_it);
    weft_test *test = weft_test_new(app, (weft_server){ .logger = keep_line });
    char get[2048], head[2048];
    size_t get_len, head_len;
    weft_str answer =
        weft_test_send(test, weft_lit("GET / HTTP/1.1\r\nHost: h\r\nAccept: application/json\r\n\r\n"));
    snprintf(get, sizeof get, "%.*s", (int)answer.len, answer.ptr);
    cr_expect_str_eq(body_behind(answer, &get_len),
                     "{\"title\":\"Conflict\",\"status\":409,\"detail\":\"taken\"}\n");
    answer = weft_test_send(test, weft_lit("HEAD / HTTP/1.1\r\nHost: h\r\nAccept: application/json\r\n\r\n"));
    snprintf(head, sizeof head, "%.*s", (int)answer.len, answer.ptr);
    cr_expect_str_empty(body_behind(answer, &head_len));
    cr_expect_eq(get_len, head_len);
    cr_expect_eq(strncmp(get, head, 40), 0);
    cr_expect_not_null(strstr(head, "Content-Length: 51\r\n"));
    cr_expect_not_null(strstr(head, "Vary: Accept\r\n"));
    weft_test_free(test);
    weft_app_free(app);
}
