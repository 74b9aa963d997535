/* Written by `weft page` from tests/golden/page/layout.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef LAYOUT_PAGE_H
#define LAYOUT_PAGE_H
#include <weft/page.h>

weft_response layout_page(weft_request *req, weft_str title, weft_content content, weft_content side, weft_str lang);
WEFT_CHECK bool layout_render(weft_buf *out, weft_str title, weft_content content, weft_content side, weft_str lang);
char *layout_put(weft_page *page, char *at, weft_str title, weft_content content, weft_content side, weft_str lang);
#endif
