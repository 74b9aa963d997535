/* Written by `weft page` from tests/golden/page/values.html: change that instead. */
#include "values.page.h"

static weft_str name_of_color(int64_t value)
{
    switch (value) {
    case RED: return weft_lit("RED");
    case GREEN: return weft_lit("GREEN");
    case BLUE: return weft_lit("BLUE");
    default: return weft_str_of(NULL, 0);
    }
}

char *values_put(weft_page *page, char *at, const item *it, weft_str text, const char *words, uint8_t small, float ratio)
{
    at = weft_page_room(page, at, 3432);
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, text);
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, words);
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, small);
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, ratio);
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, it->active);
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, name_of_color(it->tint));
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, name_of_color(GREEN));
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (uint64_t)(it->level));
    at = WEFT_PAGE_LIT(at, "|");
    at = weft_page_room(page, at, 3365);
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (char)((char)'x'));
    at = WEFT_PAGE_LIT(at, "|");
#line 8 "tests/golden/page/values.html"
    at = weft_page_text(page, at, it->code);
    at = WEFT_PAGE_LIT(at, "\n");
#line 9 "tests/golden/page/values.html"
    at = weft_page_text(page, at, it->price * 2 + small);
    at = WEFT_PAGE_LIT(at, "|");
#line 9 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (bool)(small > 3 && it->active));
    at = WEFT_PAGE_LIT(at, "|");
#line 9 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (bool)(!it->active));
    at = WEFT_PAGE_LIT(at, "|");
#line 9 "tests/golden/page/values.html"
    at = weft_page_text(page, at, small & 1 ? "odd" : "even");
    at = WEFT_PAGE_LIT(at, "|");
#line 9 "tests/golden/page/values.html"
    at = weft_page_text(page, at, it->code[0]);
    at = WEFT_PAGE_LIT(at, "\n");
    at = weft_page_room(page, at, 4018);
#line 10 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_fixed(it->price, 2));
    at = WEFT_PAGE_LIT(at, "|");
#line 10 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_thousands(it->id));
    at = WEFT_PAGE_LIT(at, "|");
#line 10 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_thousands(weft_fixed(it->price, 1)));
    at = WEFT_PAGE_LIT(at, "|");
#line 10 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_date((int64_t)(0), "%F"));
    at = WEFT_PAGE_LIT(at, "\n");
#line 11 "tests/golden/page/values.html"
    at = weft_page_text(page, at, small);
    at = WEFT_PAGE_LIT(at, " ");
#line 11 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_plural((int64_t)(small), "item", "items"));
    at = WEFT_PAGE_LIT(at, "|");
    at = weft_page_room(page, at, 3365);
#line 11 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_truncate(text, (size_t)(5)));
    at = WEFT_PAGE_LIT(at, "|");
#line 11 "tests/golden/page/values.html"
    at = weft_page_text(page, at, weft_or(text, "none"));
    at = WEFT_PAGE_LIT(at, "|");
#line 11 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (bool)(weft_str_eq(text, weft_lit("x"))));
    at = WEFT_PAGE_LIT(at, "\n");
#line 12 "tests/golden/page/values.html"
    const double total = (double)(it->price * small);
#line 13 "tests/golden/page/values.html"
    const weft_str name = it->name;
#line 14 "tests/golden/page/values.html"
    const char *label = "la" "bel";
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, total);
    at = WEFT_PAGE_LIT(at, "|");
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, name);
    at = WEFT_PAGE_LIT(at, "|");
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, label);
    at = WEFT_PAGE_LIT(at, "|");
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, PAGE_SIZE);
    at = WEFT_PAGE_LIT(at, "|");
    at = weft_page_room(page, at, 2779);
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, SHOP_NAME);
    at = WEFT_PAGE_LIT(at, "|");
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, it->active ? it->name : weft_lit("gone"));
    at = WEFT_PAGE_LIT(at, "|");
#line 15 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (bool)(is_cheap(it)));
    at = WEFT_PAGE_LIT(at, "\n");
#line 16 "tests/golden/page/values.html"
    at = weft_page_text(page, at, item_code(it));
    at = WEFT_PAGE_LIT(at, "|");
#line 16 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (int)it->price / 2);
    at = WEFT_PAGE_LIT(at, "|");
#line 16 "tests/golden/page/values.html"
    at = weft_page_text(page, at, - -small);
    at = WEFT_PAGE_LIT(at, "|");
#line 16 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (bool)(&it->name != NULL));
    at = WEFT_PAGE_LIT(at, "|");
#line 16 "tests/golden/page/values.html"
    at = weft_page_text(page, at, (*it).id);
    at = WEFT_PAGE_LIT(at, "|");
#line 16 "tests/golden/page/values.html"
    at = weft_page_text(page, at, INT64_MAX);
    at = WEFT_PAGE_LIT(at, "\n");
#line 17 "tests/golden/page/values.html"
    at = weft_page_raw(page, at, text);
    at = WEFT_PAGE_LIT(at, "|");
#line 17 "tests/golden/page/values.html"
    at = weft_page_raw(page, at, "<br>");
    at = WEFT_PAGE_LIT(at, "\n");
#line 145 "tests/golden/page/values.page.c"
    return at;
}

weft_response values_page(weft_request *req, const item *it, weft_str text, const char *words, uint8_t small, float ratio)
{
    static weft_page_size size = { 1287 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = values_put(&page, at, it, text, words, small, ratio);
    return weft_page_seal(&page, req, at);
}

bool values_render(weft_buf *out, const item *it, weft_str text, const char *words, uint8_t small, float ratio)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = values_put(&page, at, it, text, words, small, ratio);
    return weft_page_end(&page, at);
}
