/* Written by `weft page` from tests/golden/page/tree.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns. */
#ifndef TREE_PAGE_H
#define TREE_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response tree_page(weft_request *req, const node *tree, int depth);
WEFT_CHECK bool tree_render(weft_buf *out, const node *tree, int depth);
char *tree_put(weft_page *page, char *at, const node *tree, int depth);
#endif
