/* Written by `weft page` from tests/golden/page/stream.html: change that instead. */
#include "stream.page.h"
#include "layout.page.h"

struct put_row_data {
    weft_str title;
    const item *const list_2;
    size_t count;
};
static char *put_row(weft_page *page, char *at, const void *data, size_t index);
struct put_row_4_data {
    const weft_str *const list_3;
    size_t count_6;
};
static char *put_row_4(weft_page *page, char *at, const void *data, size_t index_5);
struct fill_content_data {
    const item_list *list;
    weft_str title;
};
static char *fill_content(weft_page *page, char *at, const void *data);
static char *put_row(weft_page *page, char *at, const void *data, size_t index)
{
    const struct put_row_data *with = data;
    weft_str title = with->title;
    const item *const list_2 = with->list_2;
    const size_t count = with->count;
    (void)list_2;
    (void)index;
    (void)count;
    const item *it = &list_2[index];
    at = weft_page_room(page, at, 1736);
    at = WEFT_PAGE_LIT(at, "<tr><td>");
#line 8 "tests/golden/page/stream.html"
    at = weft_page_text(page, at, (index + 1));
    at = WEFT_PAGE_LIT(at, "/");
#line 8 "tests/golden/page/stream.html"
    at = weft_page_text(page, at, count);
    at = WEFT_PAGE_LIT(at, "<td>");
#line 8 "tests/golden/page/stream.html"
    at = weft_page_text(page, at, it->name);
#line 8 "tests/golden/page/stream.html"
    if ((index + 1 == count)) {
        at = WEFT_PAGE_LIT(at, " ");
#line 8 "tests/golden/page/stream.html"
        at = weft_page_text(page, at, title);
    }
    at = WEFT_PAGE_LIT(at, "\n\n");
#line 49 "tests/golden/page/stream.page.c"
    return at;
}

static char *put_row_4(weft_page *page, char *at, const void *data, size_t index_5)
{
    const struct put_row_4_data *with = data;
    const weft_str *const list_3 = with->list_3;
    const size_t count_6 = with->count_6;
    (void)list_3;
    (void)index_5;
    (void)count_6;
    const weft_str tag = list_3[index_5];
    at = weft_page_room(page, at, 803);
#line 14 "tests/golden/page/stream.html"
    at = weft_page_text(page, at, tag);
    at = WEFT_PAGE_LIT(at, " ");
#line 66 "tests/golden/page/stream.page.c"
    return at;
}

static char *fill_content(weft_page *page, char *at, const void *data)
{
    const struct fill_content_data *with = data;
    const item_list *list = with->list;
    weft_str title = with->title;
    at = weft_page_room(page, at, 24);
    at = WEFT_PAGE_LIT(at, "<table>\n");
    {
#line 7 "tests/golden/page/stream.html"
        const item *const list_2 = list->items;
        const size_t count = (size_t)list->items_count;
        if (count == 0) {
            at = weft_page_room(page, at, 29);
            at = WEFT_PAGE_LIT(at, "<tr><td>none\n");
        }
        const struct put_row_data put_row_data = { title, list_2, count };
        if (!weft_page_later(page, at, put_row, &put_row_data, sizeof put_row_data, count))
            for (size_t index = 0; index < count; index++) at = put_row(page, at, &put_row_data, index);
    }
    at = weft_page_room(page, at, 25);
    at = WEFT_PAGE_LIT(at, "</table>\n");
    {
#line 14 "tests/golden/page/stream.html"
        const weft_str *const list_3 = list->tags;
        const size_t count_6 = list->tags_count > 0 ? (size_t)list->tags_count : 0;
        const struct put_row_4_data put_row_4_data = { list_3, count_6 };
        if (!weft_page_later(page, at, put_row_4, &put_row_4_data, sizeof put_row_4_data, count_6))
            for (size_t index_5 = 0; index_5 < count_6; index_5++) at = put_row_4(page, at, &put_row_4_data, index_5);
    }
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "\n\n");
#line 101 "tests/golden/page/stream.page.c"
    return at;
}

char *stream_put(weft_page *page, char *at, const item_list *list, weft_str title)
{
    {
        const struct fill_content_data fill_content_data = { list, title };
#line 5 "tests/golden/page/stream.html"
        at = layout_put(page, at, title, (weft_content){ fill_content, &fill_content_data }, (weft_content){ NULL, NULL }, weft_lit("en"));
    }
#line 112 "tests/golden/page/stream.page.c"
    return at;
}

weft_response stream_page(weft_request *req, const item_list *list, weft_str title)
{
    static weft_page_size size = { 209 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = stream_put(&page, at, list, title);
    return weft_page_seal(&page, req, at);
}

weft_response stream_stream(weft_request *req, const item_list *list, weft_str title)
{
    static weft_page_size size = { 209 };
    weft_page page;
    char *at = weft_page_begin_stream(&page, req, &size);
    at = stream_put(&page, at, list, title);
    return weft_page_seal_stream(&page, req, at);
}

bool stream_render(weft_buf *out, const item_list *list, weft_str title)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = stream_put(&page, at, list, title);
    return weft_page_end(&page, at);
}
