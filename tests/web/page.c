/* Pages of the template vocabulary and of code, as answers. */
#include "tests/web/harness.h"
#include <weft/markup.h>

TestSuite(web_page, .init = set_up, .fini = tear_down);

#define GET_ROOT "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
#define HTML     "Content-Type: text/html; charset=utf-8\r\n"

static weft_page_size learned;
static size_t wanted; /* bytes of the page, in sixteens */

static weft_response letters(weft_request *req)
{
    weft_page page;
    char *at = weft_page_begin(&page, req, &learned);
    for (size_t i = 0; i < wanted / 16; i++) {
        at = weft_page_room(&page, at, 16 + WEFT_PAGE_SLACK);
        at = WEFT_PAGE_LIT(at, "0123456789abcdef");
    }
    return weft_page_seal(&page, req, at);
}

static weft_response greeting(weft_request *req)
{
    weft_page page;
    char *at = weft_page_begin(&page, req, &learned);
    at = WEFT_PAGE_LIT(at, "<p>");
    at = weft_page_text(&page, at, weft_query(req, "name"));
    at = WEFT_PAGE_LIT(at, "</p>");
    return weft_page_seal(&page, req, at);
}

Test(web_page, a_page_is_html)
{
    serve_one(greeting);
    expect_answer("GET /?name=%3Cb%3E HTTP/1.1\r\nHost: h\r\n\r\n",
                  OK HTML "Content-Length: 16\r\n\r\n<p>&lt;b&gt;</p>");
    expect_answer(GET_ROOT, OK HTML "Content-Length: 7\r\n\r\n<p></p>");
}

static weft_str page_of(size_t bytes)
{
    wanted = bytes;
    weft_str answer = weft_test_send(test, weft_lit(GET_ROOT));
    const char *body = strstr(answer.ptr, "\r\n\r\n") + 4;
    return weft_str_of(body, answer.len - (size_t)(body - answer.ptr));
}

Test(web_page, room_is_what_pages_took_before)
{
    serve_one(letters);
    for (size_t round = 0; round < 3; round++) {
        weft_str body = page_of(100000);
        cr_assert_eq(body.len, 100000u);
        for (size_t i = 0; i < body.len; i++) cr_assert_eq(body.ptr[i], "0123456789abcdef"[i % 16]);
    }
    size_t after_large = learned.bytes;
    cr_expect_geq(after_large, 100000u);
    cr_expect_leq(after_large, 150000u);
    cr_expect_eq(page_of(96000).len, 96000u);
    cr_expect_eq(learned.bytes, after_large, "a page that is a little smaller changes nothing");
    for (int i = 0; i < 50; i++) cr_expect_eq(page_of(160).len, 160u);
    cr_expect_leq(learned.bytes, 4 * WEFT_PAGE_RUN, "small pages make it shrink");
}

Test(web_page, a_page_over_the_memory_of_its_request_is_a_500)
{
    weft_get(app, "/", letters);
    serve((weft_server){ .memory_limit = 65536 });
    cr_expect_eq(page_of(32000).len, 32000u);
    wanted = 1000000;
    weft_str answer = weft_test_send(test, weft_lit(GET_ROOT));
    cr_expect(strncmp(answer.ptr, "HTTP/1.1 500 ", 13) == 0, "%s", answer.ptr);
    cr_expect_eq(page_of(32000).len, 32000u, "and the next one is not worse off");
}

/* ---- Markup in code ---- */

static weft_response list(weft_request *req)
{
    weft_markup m;
    weft_markup_begin(&m, req);
    weft_open(&m, "ul");
    for (int i = 0; i < 2; i++) weft_element(&m, "li", i);
    weft_close(&m, "ul");
    return weft_markup_seal(&m, req);
}

Test(web_page, markup_is_html)
{
    serve_one(list);
    expect_answer(GET_ROOT, OK HTML "Content-Length: 29\r\n\r\n<ul><li>0</li><li>1</li></ul>");
}

static weft_response broken_list(weft_request *req)
{
    weft_markup m;
    weft_markup_begin(&m, req);
    weft_open(&m, "a");
    weft_attribute(&m, "onclick", "x");
    return weft_markup_seal(&m, req);
}

Test(web_page, a_mistake_is_a_500_and_the_log_says_which)
{
    serve_one(broken_list);
    expect_answer(GET_ROOT, BARE_500);
    cr_expect(strstr(logged, "error: page: onclick: no value can be made safe in this attribute"), "%s",
              logged);
}
