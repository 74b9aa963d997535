/* Written by `weft page` from tests/golden/page/attributes.html: change that instead. */
#include "attributes.page.h"

static weft_str name_of_color(int64_t value)
{
    switch (value) {
    case RED: return weft_lit("RED");
    case GREEN: return weft_lit("GREEN");
    case BLUE: return weft_lit("BLUE");
    default: return weft_str_of(NULL, 0);
    }
}

char *attributes_put(weft_page *page, char *at, const item *it, bool on, weft_str text)
{
    at = weft_page_room(page, at, 3515);
    at = WEFT_PAGE_LIT(at, "<input");
    {
#line 5 "tests/golden/page/attributes.html"
        weft_str value = text;
        if (weft_page_has(value)) {
            at = WEFT_PAGE_LIT(at, " class=\"");
            at = weft_page_attr(page, at, value);
            at = WEFT_PAGE_LIT(at, "\"");
        }
    }
    {
#line 5 "tests/golden/page/attributes.html"
        const char *const value = it->note;
        if (weft_page_has(value)) {
            at = WEFT_PAGE_LIT(at, " title='");
            at = weft_page_attr(page, at, value);
            at = WEFT_PAGE_LIT(at, "'");
        }
    }
#line 5 "tests/golden/page/attributes.html"
    if (on) {
        at = WEFT_PAGE_LIT(at, " disabled");
    }
#line 5 "tests/golden/page/attributes.html"
    if (it->price > 5) {
        at = WEFT_PAGE_LIT(at, " CHECKED");
    }
    {
#line 5 "tests/golden/page/attributes.html"
        const bool value = on;
        if (weft_page_has(value)) {
            at = WEFT_PAGE_LIT(at, " aria-busy=\"");
            at = weft_page_attr(page, at, value);
            at = WEFT_PAGE_LIT(at, "\"");
        }
    }
    at = WEFT_PAGE_LIT(at, " value=\"");
#line 5 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, it->id);
    at = WEFT_PAGE_LIT(at, "\" data-tint=\"");
#line 5 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, name_of_color(it->tint));
    at = WEFT_PAGE_LIT(at, "\">\n<p class=\"item ");
#line 6 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, text);
    at = WEFT_PAGE_LIT(at, "\" ");
#line 6 "tests/golden/page/attributes.html"
    if (on) {
        at = WEFT_PAGE_LIT(at, "hidden");
    }
    at = WEFT_PAGE_LIT(at, " id='n");
#line 6 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, it->id);
    at = WEFT_PAGE_LIT(at, "'>\n<option ");
#line 7 "tests/golden/page/attributes.html"
    if (on) {
        at = WEFT_PAGE_LIT(at, "selected");
    }
#line 7 "tests/golden/page/attributes.html"
    if (it->active) {
        at = WEFT_PAGE_LIT(at, " data-active");
    }
    at = WEFT_PAGE_LIT(at, ">\n<textarea>\n");
    at = weft_page_room(page, at, 3208);
#line 8 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, text);
    at = WEFT_PAGE_LIT(at, "</textarea><title>");
#line 8 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, text);
    at = WEFT_PAGE_LIT(at, "</title>\n<!-- ");
#line 9 "tests/golden/page/attributes.html"
    at = weft_page_attr(page, at, text);
    at = WEFT_PAGE_LIT(at, " --><pre>\n");
#line 9 "tests/golden/page/attributes.html"
    at = weft_page_text(page, at, text);
    at = WEFT_PAGE_LIT(at, "</pre>\n");
#line 94 "tests/golden/page/attributes.page.c"
    return at;
}

weft_response attributes_page(weft_request *req, const item *it, bool on, weft_str text)
{
    static weft_page_size size = { 566 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = attributes_put(&page, at, it, on, text);
    return weft_page_seal(&page, req, at);
}

bool attributes_render(weft_buf *out, const item *it, bool on, weft_str text)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = attributes_put(&page, at, it, on, text);
    return weft_page_end(&page, at);
}
