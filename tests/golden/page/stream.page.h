/* Written by `weft page` from tests/golden/page/stream.html: change that instead.
 *
 * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's memory is spent.
 * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.
 * ..._put is what other templates call. Arguments are borrowed until the call returns;
 * ..._stream(req, ...), which sends the rows of its loop as the socket drains, borrows them as long as the request
 * lives. */
#ifndef STREAM_PAGE_H
#define STREAM_PAGE_H
#include <weft/page.h>
#include "shop.h"

weft_response stream_page(weft_request *req, const item_list *list, weft_str title);
weft_response stream_stream(weft_request *req, const item_list *list, weft_str title);
WEFT_CHECK bool stream_render(weft_buf *out, const item_list *list, weft_str title);
char *stream_put(weft_page *page, char *at, const item_list *list, weft_str title);
#endif
