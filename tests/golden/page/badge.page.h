/* Written by `weft page` from tests/golden/page/badge.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef BADGE_PAGE_H
#define BADGE_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response badge_page(weft_request *req, const item *it, const char *tone, int level);
WEFT_CHECK bool badge_render(weft_buf *out, const item *it, const char *tone, int level);
char *badge_put(weft_page *page, char *at, const item *it, const char *tone, int level);
#endif
