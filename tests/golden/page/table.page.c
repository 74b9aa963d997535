/* Written by `weft page` from tests/golden/page/table.html: change that instead. */
#include "table.page.h"

char *table_put(weft_page *page, char *at, const table *all)
{
    at = weft_page_room(page, at, 122);
    at = WEFT_PAGE_LIT(at, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Table</title></head><body>\n<h1>Rows</h1>\n<table>\n");
    {
#line 7 "tests/golden/page/table.html"
        const row *const list = all->rows;
        const size_t count = (size_t)all->rows_count;
        for (size_t index = 0; index < count; index++) {
            const row *it = &list[index];
            at = weft_page_room(page, at, 3206);
            at = WEFT_PAGE_LIT(at, "<tr><td>");
#line 8 "tests/golden/page/table.html"
            at = weft_page_text(page, at, it->id);
            at = WEFT_PAGE_LIT(at, "</td><td>");
#line 8 "tests/golden/page/table.html"
            at = weft_page_text(page, at, it->name);
            at = WEFT_PAGE_LIT(at, "</td><td>");
#line 8 "tests/golden/page/table.html"
            at = weft_page_text(page, at, it->mail);
            at = WEFT_PAGE_LIT(at, "</td><td>");
#line 8 "tests/golden/page/table.html"
            at = weft_page_text(page, at, it->text);
            at = WEFT_PAGE_LIT(at, "</td></tr>\n");
        }
    }
    at = weft_page_room(page, at, 40);
    at = WEFT_PAGE_LIT(at, "</table>\n</body></html>\n");
#line 33 "tests/golden/page/table.page.c"
    return at;
}

weft_response table_page(weft_request *req, const table *all)
{
    static weft_page_size size = { 304 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = table_put(&page, at, all);
    return weft_page_seal(&page, req, at);
}

bool table_render(weft_buf *out, const table *all)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = table_put(&page, at, all);
    return weft_page_end(&page, at);
}
