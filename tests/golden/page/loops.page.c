/* Written by `weft page` from tests/golden/page/loops.html: change that instead. */
#include "loops.page.h"

char *loops_put(weft_page *page, char *at, const item_list *list, const int *numbers, size_t numbers_count)
{
    {
#line 5 "tests/golden/page/loops.html"
        const int *list_2 = numbers;
        const size_t count = (size_t)numbers_count;
        if (count == 0) {
            at = weft_page_room(page, at, 20);
            at = WEFT_PAGE_LIT(at, "none");
        }
        for (size_t index = 0; index < count; index++) {
            const int n = list_2[index];
            at = weft_page_room(page, at, 1002);
#line 5 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, (index + 1));
            at = WEFT_PAGE_LIT(at, "/");
#line 5 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, count);
            at = WEFT_PAGE_LIT(at, ":");
#line 5 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, n);
#line 5 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, (index + 1 == count) ? "." : ",");
        }
    }
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "\n\n");
    {
#line 7 "tests/golden/page/loops.html"
        const int *list_3 = list->sizes;
        const size_t count_5 = 3;
        for (size_t index_4 = 0; index_4 < count_5; index_4++) {
            const int size_6 = list_3[index_4];
            at = weft_page_room(page, at, 150);
#line 7 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, index_4);
            at = WEFT_PAGE_LIT(at, "=");
#line 7 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, size_6);
            at = WEFT_PAGE_LIT(at, " ");
        }
    }
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "\n\n");
    {
#line 9 "tests/golden/page/loops.html"
        const int list_7 = (int)(0), list_7_to = (int)(3);
        const size_t count_9 = list_7 < list_7_to ? (size_t)list_7_to - (size_t)list_7 : 0;
        for (size_t index_8 = 0; index_8 < count_9; index_8++) {
            const int i = (int)((size_t)list_7 + index_8);
            {
#line 9 "tests/golden/page/loops.html"
                const int list_10 = (int)(i), list_10_to = (int)(3);
                const size_t count_12 = list_10 < list_10_to ? (size_t)list_10_to - (size_t)list_10 : 0;
                for (size_t index_11 = 0; index_11 < count_12; index_11++) {
                    const int j = (int)((size_t)list_10 + index_11);
                    at = weft_page_room(page, at, 149);
#line 9 "tests/golden/page/loops.html"
                    at = weft_page_text(page, at, i);
#line 9 "tests/golden/page/loops.html"
                    at = weft_page_text(page, at, j);
                    at = WEFT_PAGE_LIT(at, " ");
                }
            }
        }
    }
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "\n\n");
    {
#line 11 "tests/golden/page/loops.html"
        const long list_13 = (long)(-1), list_13_to = (long)(1L);
        const size_t count_15 = list_13 < list_13_to ? (size_t)list_13_to - (size_t)list_13 : 0;
        if (count_15 == 0) {
            at = weft_page_room(page, at, 21);
            at = WEFT_PAGE_LIT(at, "never");
        }
        for (size_t index_14 = 0; index_14 < count_15; index_14++) {
            const long i_16 = (long)((size_t)list_13 + index_14);
            at = weft_page_room(page, at, 83);
#line 11 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, i_16);
            at = WEFT_PAGE_LIT(at, " ");
        }
    }
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "\n\n");
    {
#line 13 "tests/golden/page/loops.html"
        const int list_17 = (int)(5), list_17_to = (int)(2);
        const size_t count_19 = list_17 < list_17_to ? (size_t)list_17_to - (size_t)list_17 : 0;
        if (count_19 == 0) {
            at = weft_page_room(page, at, 21);
            at = WEFT_PAGE_LIT(at, "empty");
        }
        for (size_t index_18 = 0; index_18 < count_19; index_18++) {
            const int i_20 = (int)((size_t)list_17 + index_18);
            at = weft_page_room(page, at, 82);
#line 13 "tests/golden/page/loops.html"
            at = weft_page_text(page, at, i_20);
        }
    }
    at = weft_page_room(page, at, 18);
    at = WEFT_PAGE_LIT(at, "\n\n");
    {
#line 15 "tests/golden/page/loops.html"
        const item *const list_21 = list->items;
        const size_t count_23 = (size_t)list->items_count;
        for (size_t index_22 = 0; index_22 < count_23; index_22++) {
            const item *it = &list_21[index_22];
#line 16 "tests/golden/page/loops.html"
            size_t outer = (size_t)((index_22 + 1));
            {
#line 17 "tests/golden/page/loops.html"
                const weft_str *const list_24 = list->tags;
                const size_t count_26 = list->tags_count > 0 ? (size_t)list->tags_count : 0;
                for (size_t index_25 = 0; index_25 < count_26; index_25++) {
                    const weft_str tag = list_24[index_25];
                    at = weft_page_room(page, at, 1724);
#line 18 "tests/golden/page/loops.html"
                    at = weft_page_text(page, at, outer);
                    at = WEFT_PAGE_LIT(at, ".");
#line 18 "tests/golden/page/loops.html"
                    at = weft_page_text(page, at, (index_25 + 1));
                    at = WEFT_PAGE_LIT(at, " ");
#line 18 "tests/golden/page/loops.html"
                    at = weft_page_text(page, at, it->name);
                    at = WEFT_PAGE_LIT(at, " ");
#line 18 "tests/golden/page/loops.html"
                    at = weft_page_text(page, at, tag);
                    at = WEFT_PAGE_LIT(at, "\n");
                }
            }
        }
    }
    {
#line 21 "tests/golden/page/loops.html"
        (void)list->tags;
        const size_t count_29 = list->tags_count > 0 ? (size_t)list->tags_count : 0;
        for (size_t index_28 = 0; index_28 < count_29; index_28++) {
        }
    }
#line 146 "tests/golden/page/loops.page.c"
    return at;
}

weft_response loops_page(weft_request *req, const item_list *list, const int *numbers, size_t numbers_count)
{
    static weft_page_size size = { 482 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = loops_put(&page, at, list, numbers, numbers_count);
    return weft_page_seal(&page, req, at);
}

bool loops_render(weft_buf *out, const item_list *list, const int *numbers, size_t numbers_count)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = loops_put(&page, at, list, numbers, numbers_count);
    return weft_page_end(&page, at);
}
