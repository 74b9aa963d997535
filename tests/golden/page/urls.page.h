/* Written by `weft page` from tests/golden/page/urls.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef URLS_PAGE_H
#define URLS_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response urls_page(weft_request *req, weft_str url, int64_t id);
WEFT_CHECK bool urls_render(weft_buf *out, weft_str url, int64_t id);
char *urls_put(weft_page *page, char *at, weft_str url, int64_t id);
#endif
