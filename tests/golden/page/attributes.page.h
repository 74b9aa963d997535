/* Written by `weft page` from tests/golden/page/attributes.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef ATTRIBUTES_PAGE_H
#define ATTRIBUTES_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response attributes_page(weft_request *req, const item *it, bool on, weft_str text);
WEFT_CHECK bool attributes_render(weft_buf *out, const item *it, bool on, weft_str text);
char *attributes_put(weft_page *page, char *at, const item *it, bool on, weft_str text);
#endif
