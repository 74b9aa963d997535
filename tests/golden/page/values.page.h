/* Written by `weft page` from tests/golden/page/values.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef VALUES_PAGE_H
#define VALUES_PAGE_H
#include <weft/page.h>
#include "shop.h"
#include <inttypes.h>

weft_response values_page(weft_request *req, const item *it, weft_str text, const char *words, uint8_t small, float ratio);
WEFT_CHECK bool values_render(weft_buf *out, const item *it, weft_str text, const char *words, uint8_t small, float ratio);
char *values_put(weft_page *page, char *at, const item *it, weft_str text, const char *words, uint8_t small, float ratio);
#endif
