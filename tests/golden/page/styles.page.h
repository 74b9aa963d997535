/* Written by `weft page` from tests/golden/page/styles.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef STYLES_PAGE_H
#define STYLES_PAGE_H
#include <weft/page.h>

weft_response styles_page(weft_request *req, weft_str color, int width);
WEFT_CHECK bool styles_render(weft_buf *out, weft_str color, int width);
char *styles_put(weft_page *page, char *at, weft_str color, int width);
#endif
