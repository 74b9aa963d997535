/* Written by `weft page` from tests/golden/page/fragments.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef FRAGMENTS_PAGE_H
#define FRAGMENTS_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response fragments_page(weft_request *req, const item_list *list, weft_str title);
WEFT_CHECK bool fragments_render(weft_buf *out, const item_list *list, weft_str title);
char *fragments_put(weft_page *page, char *at, const item_list *list, weft_str title);

/* The block rows alone. */
weft_response fragments_page_rows(weft_request *req, const item_list *list);
WEFT_CHECK bool fragments_render_rows(weft_buf *out, const item_list *list);
char *fragments_put_rows(weft_page *page, char *at, const item_list *list);

/* The block row alone. */
weft_response fragments_page_row(weft_request *req, const item *it, size_t number);
WEFT_CHECK bool fragments_render_row(weft_buf *out, const item *it, size_t number);
char *fragments_put_row(weft_page *page, char *at, const item *it, size_t number);
#endif
