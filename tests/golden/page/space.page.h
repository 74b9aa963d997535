/* Written by `weft page` from tests/golden/page/space.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef SPACE_PAGE_H
#define SPACE_PAGE_H
#include <weft/page.h>

weft_response space_page(weft_request *req, bool yes);
WEFT_CHECK bool space_render(weft_buf *out, bool yes);
char *space_put(weft_page *page, char *at, bool yes);
#endif
