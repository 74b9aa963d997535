/* The choice among media types, and what it does to the answer. */
#include "src/base/str.h"
#include "src/web/readers.h"
#include "src/web/request.h"
#include "tests/web/harness.h"

TestSuite(web_accept, .init = set_up, .fini = tear_down);

static const char *const types[] = { "text/html", "application/json", "text/plain" };

static weft_response choose(weft_request *req)
{
    size_t chosen = 99;
    cr_expect(!req->asked.varies);
    bool fine = weft_accepts(req, types, COUNT(types), &chosen);
    cr_expect(req->asked.varies);
    if (fine) return weft_textf(req, "%s", types[chosen]);
    cr_expect_eq(chosen, 99);
    return weft_reject(req);
}

static const char *ask_accepting(const char *fields)
{
    static char request[1024];
    snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: h\r\n%s\r\n", fields);
    weft_test_reconnect(test);
    return ask(request);
}

Test(web_accept, the_client_chooses)
{
    static const struct {
        const char *fields, *chosen;
    } cases[] = {
        { "", "text/html" },
        { "Accept: */*\r\n", "text/html" },
        { "Accept: application/json\r\n", "application/json" },
        { "Accept: application/*\r\n", "application/json" },
        { "Accept: text/html;q=0.5, application/json;q=0.9\r\n", "application/json" },
        { "Accept: text/plain, application/json\r\n", "application/json" },
        { "Accept: text/html;q=0, */*\r\n", "application/json" },
        { "Accept: text/html;q=0.1\r\nAccept: text/plain\r\n", "text/plain" },
        { "Accept: text/html;q=0.1\r\nX: y\r\nAccept: text/plain;q=0.2\r\nAccept: */*;q=0.3\r\n",
          "application/json" },
    };
    serve_one(choose);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *got = ask_accepting(cases[i].fields);
        cr_expect_eq(status_of(got), 200, "%s", got);
        cr_expect_str_eq(body_of(got), cases[i].chosen, "%s", cases[i].fields);
        cr_expect(strstr(got, "\r\nVary: Accept\r\n"), "%s", got);
    }
}

Test(web_accept, nothing_acceptable_is_406_with_the_list)
{
    static const char *const refused[] = { "image/png", "text/*;q=0, application/json;q=0", "*/*;q=0",
                                           "image/*, audio/*;q=0.5" };
    char field[128];
    serve_one(choose);
    for (size_t i = 0; i < COUNT(refused); i++) {
        snprintf(field, sizeof field, "Accept: %s\r\n", refused[i]);
        const char *got = ask_accepting(field);
        cr_expect_eq(status_of(got), 406, "%s", got);
        cr_expect(strstr(got, "\r\nVary: Accept\r\n"), "%s", got);
        cr_expect(
            strstr(got, "None of the accepted types is available; available are text/html, application/json, "
                        "text/plain"),
            "%s", got);
    }
}

static weft_response ask_nothing(weft_request *req)
{
    cr_expect(!req->asked.varies);
    return weft_text(weft_lit("ok"));
}

Test(web_accept, who_does_not_ask_does_not_vary)
{
    weft_get(app, "/", choose);
    weft_get(app, "/none", ask_nothing);
    serve((weft_server){ 0 });
    /* On one connection: what one request asked is forgotten with it. */
    (void)ask(request_for("GET", "/"));
    cr_expect(!strstr(ask(request_for("GET", "/none")), "Vary"));
}
