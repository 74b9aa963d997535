/* Written by `weft page` from tests/golden/page/items.html: change that instead. */
#include "items.page.h"

char *items_put(weft_page *page, char *at, const item_list *list, weft_str title)
{
    at = weft_page_room(page, at, 839);
    at = WEFT_PAGE_LIT(at, "<!doctype html>\n<title>");
#line 5 "tests/golden/page/items.html"
    at = weft_page_attr(page, at, title);
    at = WEFT_PAGE_LIT(at, "</title>\n<ul>\n");
    {
#line 7 "tests/golden/page/items.html"
        const item *const list_2 = list->items;
        const size_t count = (size_t)list->items_count;
        if (count == 0) {
            at = weft_page_room(page, at, 40);
            at = WEFT_PAGE_LIT(at, "  <li>Nothing yet.</li>\n");
        }
        for (size_t index = 0; index < count; index++) {
            const item *it = &list_2[index];
            at = weft_page_room(page, at, 832);
            at = WEFT_PAGE_LIT(at, "  <li");
            {
#line 8 "tests/golden/page/items.html"
                const char *value = (index == 0) ? "first" : "";
                if (weft_page_has(value)) {
                    at = WEFT_PAGE_LIT(at, " class=\"");
                    at = weft_page_attr(page, at, value);
                    at = WEFT_PAGE_LIT(at, "\"");
                }
            }
            at = WEFT_PAGE_LIT(at, "><a href=\"/items/");
#line 8 "tests/golden/page/items.html"
            at = weft_page_url_part(page, at, it->id);
            at = WEFT_PAGE_LIT(at, "\">");
#line 8 "tests/golden/page/items.html"
            at = weft_page_text(page, at, it->name);
            at = WEFT_PAGE_LIT(at, "</a> ");
#line 8 "tests/golden/page/items.html"
            at = weft_page_text(page, at, it->price);
            at = WEFT_PAGE_LIT(at, "</li>\n");
        }
    }
    at = weft_page_room(page, at, 22);
    at = WEFT_PAGE_LIT(at, "</ul>\n");
#line 47 "tests/golden/page/items.page.c"
    return at;
}

weft_response items_page(weft_request *req, const item_list *list, weft_str title)
{
    static weft_page_size size = { 262 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = items_put(&page, at, list, title);
    return weft_page_seal(&page, req, at);
}

bool items_render(weft_buf *out, const item_list *list, weft_str title)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = items_put(&page, at, list, title);
    return weft_page_end(&page, at);
}
