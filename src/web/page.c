/* Pages of templates as answers: rendered into the request's memory, now. */
#include "src/web/request.h"
#include "template/page.h"

/* A page's room is what the last ones took; but never more than half of the memory that the request has left, since the
 * page may turn out to be a small one. */
static size_t first_room(const wf_arena *arena, size_t bytes)
{
    size_t most = (arena->budget - arena->held) / 2;
    return bytes < most ? bytes : most;
}

char *weft_page_begin(weft_page *page, weft_request *req, weft_page_size *size)
{
    size_t bytes = __atomic_load_n(&size->bytes, __ATOMIC_RELAXED);
    page->own = weft_buf_new(req);
    char *at = wf_page_begin(page, &page->own, first_room(&req->arena, bytes));
    page->size = size;
    return at;
}

/* Written only when pages outgrow it or stay far below, so that workers share the line unchanged. */
static void learn_size(weft_page_size *size, size_t bytes)
{
    size_t known = __atomic_load_n(&size->bytes, __ATOMIC_RELAXED);
    bytes += WEFT_PAGE_RUN; /* the last run asks for as much, at most */
    if (bytes > known) __atomic_store_n(&size->bytes, bytes + bytes / 8, __ATOMIC_RELAXED);
    if (bytes < known / 2) __atomic_store_n(&size->bytes, known - known / 8, __ATOMIC_RELAXED);
}

weft_response weft_page_seal(weft_page *page, weft_request *req, char *at)
{
    if (weft_page_end(page, at)) learn_size(page->size, page->own.len);
    return weft_buffer(req, WF_TYPE_HTML, &page->own);
}
