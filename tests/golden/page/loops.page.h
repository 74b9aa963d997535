/* Written by `weft page` from tests/golden/page/loops.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef LOOPS_PAGE_H
#define LOOPS_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response loops_page(weft_request *req, const item_list *list, const int *numbers, size_t numbers_count);
WEFT_CHECK bool loops_render(weft_buf *out, const item_list *list, const int *numbers, size_t numbers_count);
char *loops_put(weft_page *page, char *at, const item_list *list, const int *numbers, size_t numbers_count);
#endif
