/* Written by `weft page` from tests/golden/page/scripts.html: change that instead. */
#include "scripts.page.h"

static weft_str name_of_color(int64_t value)
{
    switch (value) {
    case RED: return weft_lit("RED");
    case GREEN: return weft_lit("GREEN");
    case BLUE: return weft_lit("BLUE");
    default: return weft_str_of(NULL, 0);
    }
}

char *scripts_put(weft_page *page, char *at, const item_list *list, weft_str text)
{
    at = weft_page_room(page, at, 51);
    at = WEFT_PAGE_LIT(at, "<script type=\"module\">\n  const a = ");
#line 5 "tests/golden/page/scripts.html"
    at = weft_page_js(page, at, text);
    at = WEFT_PAGE_LIT(at, ", b = '");
#line 5 "tests/golden/page/scripts.html"
    at = weft_page_js_string(page, at, text);
    at = WEFT_PAGE_LIT(at, "', c = \"");
#line 5 "tests/golden/page/scripts.html"
    at = weft_page_js_string(page, at, text);
    at = WEFT_PAGE_LIT(at, "\", d = `x ${ ");
#line 5 "tests/golden/page/scripts.html"
    at = weft_page_js(page, at, list->items_count);
    at = WEFT_PAGE_LIT(at, " } ");
#line 5 "tests/golden/page/scripts.html"
    at = weft_page_js_string(page, at, text);
    at = WEFT_PAGE_LIT(at, "`;\n  const tags = [");
    {
#line 6 "tests/golden/page/scripts.html"
        const weft_str *const list_2 = list->tags;
        const size_t count = list->tags_count > 0 ? (size_t)list->tags_count : 0;
        for (size_t index = 0; index < count; index++) {
            const weft_str tag = list_2[index];
#line 6 "tests/golden/page/scripts.html"
            at = weft_page_js(page, at, tag);
#line 6 "tests/golden/page/scripts.html"
            if (!(index + 1 == count)) {
                at = WEFT_PAGE_LIT(at, ", ");
            }
        }
    }
    at = WEFT_PAGE_LIT(at, "];\n  if (a) /re[/]\"/.test(b); const e = (1 + 2) / 2, f = -");
#line 7 "tests/golden/page/scripts.html"
    at = weft_page_js(page, at, list->tags_count);
    at = WEFT_PAGE_LIT(at, ", g = { h: { i: 1 } };\n");
#line 8 "tests/golden/page/scripts.html"
    if (list->items_count > 0) {
        at = WEFT_PAGE_LIT(at, "  use(");
#line 9 "tests/golden/page/scripts.html"
        at = weft_page_js(page, at, list->items[0].active);
        at = WEFT_PAGE_LIT(at, ", ");
#line 9 "tests/golden/page/scripts.html"
        at = weft_page_js(page, at, list->items[0].price);
        at = WEFT_PAGE_LIT(at, ", ");
#line 9 "tests/golden/page/scripts.html"
        at = weft_page_js(page, at, name_of_color(list->items[0].tint));
        at = WEFT_PAGE_LIT(at, ");\n");
    }
    at = WEFT_PAGE_LIT(at, "</script>\n<script type=\"application/json\">{\"text\": ");
#line 12 "tests/golden/page/scripts.html"
    at = weft_page_js(page, at, text);
    at = WEFT_PAGE_LIT(at, ", \"count\": ");
#line 12 "tests/golden/page/scripts.html"
    at = weft_page_js(page, at, list->items_count);
    at = WEFT_PAGE_LIT(at, "}</script>\n<button onclick=\"go('");
#line 13 "tests/golden/page/scripts.html"
    at = weft_page_js_string(page, at, text);
    at = WEFT_PAGE_LIT(at, "', ");
#line 13 "tests/golden/page/scripts.html"
    at = weft_page_js_attr(page, at, text);
    at = WEFT_PAGE_LIT(at, ", &quot;");
#line 13 "tests/golden/page/scripts.html"
    at = weft_page_js_string(page, at, text);
    at = WEFT_PAGE_LIT(at, "&quot;)\" @click='pick(");
#line 13 "tests/golden/page/scripts.html"
    at = weft_page_js_attr(page, at, list->items_count);
    at = WEFT_PAGE_LIT(at, ")'>Go</button>\n");
#line 84 "tests/golden/page/scripts.page.c"
    return at;
}

weft_response scripts_page(weft_request *req, const item_list *list, weft_str text)
{
    static weft_page_size size = { 835 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = scripts_put(&page, at, list, text);
    return weft_page_seal(&page, req, at);
}

bool scripts_render(weft_buf *out, const item_list *list, weft_str text)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = scripts_put(&page, at, list, text);
    return weft_page_end(&page, at);
}
