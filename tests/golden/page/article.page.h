/* Written by `weft page` from tests/golden/page/article.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef ARTICLE_PAGE_H
#define ARTICLE_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response article_page(weft_request *req, const item *it, bool aside);
WEFT_CHECK bool article_render(weft_buf *out, const item *it, bool aside);
char *article_put(weft_page *page, char *at, const item *it, bool aside);
#endif
