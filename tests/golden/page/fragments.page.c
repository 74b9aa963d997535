/* Written by `weft page` from tests/golden/page/fragments.html: change that instead. */
#include "fragments.page.h"
#include "layout.page.h"

struct fill_content_data {
    const item_list *list;
};
static char *fill_content(weft_page *page, char *at, const void *data);
static char *fill_content(weft_page *page, char *at, const void *data)
{
    const struct fill_content_data *with = data;
    const item_list *list = with->list;
    at = weft_page_room(page, at, 24);
    at = WEFT_PAGE_LIT(at, "<table>\n");
    at = fragments_put_rows(page, at, list);
    at = weft_page_room(page, at, 25);
    at = WEFT_PAGE_LIT(at, "</table>\n");
    return at;
}

char *fragments_put_rows(weft_page *page, char *at, const item_list *list)
{
    {
#line 9 "tests/golden/page/fragments.html"
        const item *const list_2 = list->items;
        const size_t count = (size_t)list->items_count;
        for (size_t index = 0; index < count; index++) {
            const item *it = &list_2[index];
#line 10 "tests/golden/page/fragments.html"
            size_t number = (size_t)((index + 1));
            at = fragments_put_row(page, at, it, number);
        }
    }
#line 35 "tests/golden/page/fragments.page.c"
    return at;
}

weft_response fragments_page_rows(weft_request *req, const item_list *list)
{
    static weft_page_size size = { 119 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = fragments_put_rows(&page, at, list);
    return weft_page_seal(&page, req, at);
}

bool fragments_render_rows(weft_buf *out, const item_list *list)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = fragments_put_rows(&page, at, list);
    return weft_page_end(&page, at);
}

char *fragments_put_row(weft_page *page, char *at, const item *it, size_t number)
{
    at = weft_page_room(page, at, 957);
    at = WEFT_PAGE_LIT(at, "<tr id=\"row-");
#line 12 "tests/golden/page/fragments.html"
    at = weft_page_attr(page, at, it->id);
    at = WEFT_PAGE_LIT(at, "\"><td>");
#line 12 "tests/golden/page/fragments.html"
    at = weft_page_text(page, at, number);
    at = WEFT_PAGE_LIT(at, "<td>");
#line 12 "tests/golden/page/fragments.html"
    at = weft_page_text(page, at, it->name);
    at = WEFT_PAGE_LIT(at, "\n");
#line 69 "tests/golden/page/fragments.page.c"
    return at;
}

weft_response fragments_page_row(weft_request *req, const item *it, size_t number)
{
    static weft_page_size size = { 119 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = fragments_put_row(&page, at, it, number);
    return weft_page_seal(&page, req, at);
}

bool fragments_render_row(weft_buf *out, const item *it, size_t number)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = fragments_put_row(&page, at, it, number);
    return weft_page_end(&page, at);
}

char *fragments_put(weft_page *page, char *at, const item_list *list, weft_str title)
{
    {
        const struct fill_content_data fill_content_data = { list };
#line 5 "tests/golden/page/fragments.html"
        at = layout_put(page, at, title, (weft_content){ fill_content, &fill_content_data }, (weft_content){ NULL, NULL }, weft_lit("en"));
    }
#line 97 "tests/golden/page/fragments.page.c"
    return at;
}

weft_response fragments_page(weft_request *req, const item_list *list, weft_str title)
{
    static weft_page_size size = { 136 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = fragments_put(&page, at, list, title);
    return weft_page_seal(&page, req, at);
}

bool fragments_render(weft_buf *out, const item_list *list, weft_str title)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = fragments_put(&page, at, list, title);
    return weft_page_end(&page, at);
}
