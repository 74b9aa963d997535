/* Written by `weft page` from tests/golden/page/table.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef TABLE_PAGE_H
#define TABLE_PAGE_H
#include <weft/page.h>
#include "table.h"

weft_response table_page(weft_request *req, const table *all);
WEFT_CHECK bool table_render(weft_buf *out, const table *all);
char *table_put(weft_page *page, char *at, const table *all);
#endif
