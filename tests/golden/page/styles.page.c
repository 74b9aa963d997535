/* Written by `weft page` from tests/golden/page/styles.html: change that instead. */
#include "styles.page.h"

char *styles_put(weft_page *page, char *at, weft_str color, int width)
{
    at = weft_page_room(page, at, 70);
    at = WEFT_PAGE_LIT(at, "<style>\n  @media (min-width: 10px) { a:hover { width: ");
#line 4 "tests/golden/page/styles.html"
    at = weft_page_css(page, at, width);
    at = WEFT_PAGE_LIT(at, "px; color: ");
#line 4 "tests/golden/page/styles.html"
    at = weft_page_css(page, at, color);
    at = WEFT_PAGE_LIT(at, "; content: \"");
#line 4 "tests/golden/page/styles.html"
    at = weft_page_css_string(page, at, color);
    at = WEFT_PAGE_LIT(at, "\" /* it's \"fine\" */ } }\n</style>\n<p style=\"width: ");
#line 6 "tests/golden/page/styles.html"
    at = weft_page_css(page, at, width);
    at = WEFT_PAGE_LIT(at, "px; color: ");
#line 6 "tests/golden/page/styles.html"
    at = weft_page_css(page, at, color);
    at = WEFT_PAGE_LIT(at, "; background: url('");
#line 6 "tests/golden/page/styles.html"
    at = weft_page_css_url(page, at, color);
    at = WEFT_PAGE_LIT(at, "') no-repeat\">styled</p>\n");
#line 27 "tests/golden/page/styles.page.c"
    return at;
}

weft_response styles_page(weft_request *req, weft_str color, int width)
{
    static weft_page_size size = { 374 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = styles_put(&page, at, color, width);
    return weft_page_seal(&page, req, at);
}

bool styles_render(weft_buf *out, weft_str color, int width)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = styles_put(&page, at, color, width);
    return weft_page_end(&page, at);
}
