/* Written by `weft page` from tests/golden/page/badge.html: change that instead. */
#include "badge.page.h"

char *badge_put(weft_page *page, char *at, const item *it, const char *tone, int level)
{
    at = weft_page_room(page, at, 1678);
    at = WEFT_PAGE_LIT(at, "<b class=\"badge ");
#line 5 "tests/golden/page/badge.html"
    at = weft_page_attr(page, at, tone);
    at = WEFT_PAGE_LIT(at, "\">");
#line 5 "tests/golden/page/badge.html"
    at = weft_page_text(page, at, it->name);
    at = WEFT_PAGE_LIT(at, " ");
#line 5 "tests/golden/page/badge.html"
    at = weft_page_text(page, at, level);
    at = WEFT_PAGE_LIT(at, "</b>\n");
#line 18 "tests/golden/page/badge.page.c"
    return at;
}

weft_response badge_page(weft_request *req, const item *it, const char *tone, int level)
{
    static weft_page_size size = { 120 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = badge_put(&page, at, it, tone, level);
    return weft_page_seal(&page, req, at);
}

bool badge_render(weft_buf *out, const item *it, const char *tone, int level)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = badge_put(&page, at, it, tone, level);
    return weft_page_end(&page, at);
}
