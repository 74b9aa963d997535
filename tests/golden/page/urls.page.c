/* Written by `weft page` from tests/golden/page/urls.html: change that instead. */
#include "urls.page.h"

char *urls_put(weft_page *page, char *at, weft_str url, int64_t id)
{
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "<a");
    {
#line 4 "tests/golden/page/urls.html"
        weft_str value = url;
        if (weft_page_has(value)) {
            at = weft_page_room(page, at, 23);
            at = WEFT_PAGE_LIT(at, " href=\"");
            at = weft_page_url(page, at, value);
            at = WEFT_PAGE_LIT(at, "\"");
        }
    }
    at = weft_page_room(page, at, 36);
    at = WEFT_PAGE_LIT(at, ">whole</a>\n<a href=\"");
#line 5 "tests/golden/page/urls.html"
    at = weft_page_url(page, at, url);
    at = WEFT_PAGE_LIT(at, "/");
#line 5 "tests/golden/page/urls.html"
    at = weft_page_url_root(page, at, id);
    at = WEFT_PAGE_LIT(at, "\">lead</a>\n<a href=\"item-");
#line 6 "tests/golden/page/urls.html"
    at = weft_page_url_lead(page, at, url);
    at = WEFT_PAGE_LIT(at, "/x\">relative</a>\n<a href=\"/items/");
#line 7 "tests/golden/page/urls.html"
    at = weft_page_url_part(page, at, url);
    at = WEFT_PAGE_LIT(at, "/");
#line 7 "tests/golden/page/urls.html"
    at = weft_page_url_part(page, at, id);
    at = WEFT_PAGE_LIT(at, "\">path</a>\n<a href=\"/s?q=");
#line 8 "tests/golden/page/urls.html"
    at = weft_page_url_query(page, at, url);
    at = WEFT_PAGE_LIT(at, "&amp;n=");
#line 8 "tests/golden/page/urls.html"
    at = weft_page_url_query(page, at, id);
    at = WEFT_PAGE_LIT(at, "#");
#line 8 "tests/golden/page/urls.html"
    at = weft_page_url_query(page, at, url);
    at = WEFT_PAGE_LIT(at, "\">query</a>\n<a href=\"/s?");
#line 9 "tests/golden/page/urls.html"
    at = weft_page_url_query(page, at, weft_params((const weft_param_pair[]){ { "q", url }, { "lang", weft_lit("en") } }, 2));
    at = WEFT_PAGE_LIT(at, "\">params</a>\n<img");
    {
#line 10 "tests/golden/page/urls.html"
        weft_str value = url;
        if (weft_page_has(value)) {
            at = WEFT_PAGE_LIT(at, " src='");
            at = weft_page_url(page, at, value);
            at = WEFT_PAGE_LIT(at, "'");
        }
    }
    at = WEFT_PAGE_LIT(at, " srcset=\"");
#line 10 "tests/golden/page/urls.html"
    at = weft_page_srcset(page, at, url);
    at = WEFT_PAGE_LIT(at, " 1x, /img/");
#line 10 "tests/golden/page/urls.html"
    at = weft_page_url_part(page, at, id);
    at = WEFT_PAGE_LIT(at, ".png 2x, ");
#line 10 "tests/golden/page/urls.html"
    at = weft_page_srcset(page, at, url);
    at = WEFT_PAGE_LIT(at, " ");
#line 10 "tests/golden/page/urls.html"
    at = weft_page_attr(page, at, id);
    at = WEFT_PAGE_LIT(at, "w\" alt=\"\">\n<form action=\"");
#line 11 "tests/golden/page/urls.html"
    if (id > 0) {
        at = WEFT_PAGE_LIT(at, "/a");
    } else {
        at = WEFT_PAGE_LIT(at, "/b");
    }
    at = WEFT_PAGE_LIT(at, "/");
#line 11 "tests/golden/page/urls.html"
    at = weft_page_url_part(page, at, id);
    at = WEFT_PAGE_LIT(at, "\"></form>\n<svg><a");
    {
#line 12 "tests/golden/page/urls.html"
        weft_str value = url;
        if (weft_page_has(value)) {
            at = WEFT_PAGE_LIT(at, " xlink:href=\"");
            at = weft_page_url(page, at, value);
            at = WEFT_PAGE_LIT(at, "\"");
        }
    }
    at = WEFT_PAGE_LIT(at, "></a></svg>\n");
#line 90 "tests/golden/page/urls.page.c"
    return at;
}

weft_response urls_page(weft_request *req, weft_str url, int64_t id)
{
    static weft_page_size size = { 788 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = urls_put(&page, at, url, id);
    return weft_page_seal(&page, req, at);
}

bool urls_render(weft_buf *out, weft_str url, int64_t id)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = urls_put(&page, at, url, id);
    return weft_page_end(&page, at);
}
