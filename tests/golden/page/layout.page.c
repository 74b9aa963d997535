/* Written by `weft page` from tests/golden/page/layout.html: change that instead. */
#include "layout.page.h"

char *layout_put(weft_page *page, char *at, weft_str title, weft_content content, weft_content side, weft_str lang)
{
    at = weft_page_room(page, at, 1634);
    at = WEFT_PAGE_LIT(at, "<!doctype html>\n<html");
    {
#line 6 "tests/golden/page/layout.html"
        weft_str value = lang;
        if (weft_page_has(value)) {
            at = WEFT_PAGE_LIT(at, " lang=\"");
            at = weft_page_attr(page, at, value);
            at = WEFT_PAGE_LIT(at, "\"");
        }
    }
    at = WEFT_PAGE_LIT(at, ">\n<title>");
#line 7 "tests/golden/page/layout.html"
    at = weft_page_attr(page, at, title);
    at = WEFT_PAGE_LIT(at, "</title>\n");
#line 8 "tests/golden/page/layout.html"
    if (side.put) {
        at = weft_page_room(page, at, 24);
        at = WEFT_PAGE_LIT(at, "<aside>\n");
#line 10 "tests/golden/page/layout.html"
        at = weft_page_text(page, at, side);
        at = weft_page_room(page, at, 25);
        at = WEFT_PAGE_LIT(at, "</aside>\n");
    }
    at = weft_page_room(page, at, 23);
    at = WEFT_PAGE_LIT(at, "<main>\n");
#line 14 "tests/golden/page/layout.html"
    at = weft_page_text(page, at, content);
    at = weft_page_room(page, at, 24);
    at = WEFT_PAGE_LIT(at, "</main>\n");
#line 37 "tests/golden/page/layout.page.c"
    return at;
}

weft_response layout_page(weft_request *req, weft_str title, weft_content content, weft_content side, weft_str lang)
{
    static weft_page_size size = { 199 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = layout_put(&page, at, title, content, side, lang);
    return weft_page_seal(&page, req, at);
}

bool layout_render(weft_buf *out, weft_str title, weft_content content, weft_content side, weft_str lang)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = layout_put(&page, at, title, content, side, lang);
    return weft_page_end(&page, at);
}
