/* Pages of templates as answers: rendered into the request's memory, now. */
#include "src/web/failure.h"
#include "src/web/request.h"
#include "template/markup.h"
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

static weft_response refuse(weft_request *req, const weft_page *page)
{
    static wf_log_gate gate;
    weft_response res = weft_empty(WEFT_INTERNAL);
    wf_mistake(req, &res, &gate, "page: %s: %s", page->culprit, page->mistake);
    return res;
}

weft_response weft_page_seal(weft_page *page, weft_request *req, char *at)
{
    if (weft_page_end(page, at)) learn_size(page->size, page->own.len);
    if (page->mistake) return refuse(req, page);
    return weft_buffer(req, WF_TYPE_HTML, &page->own);
}

void weft_markup_begin_at(weft_markup *m, weft_request *req, weft_page_size *size)
{
    wf_markup_begin(m, weft_page_begin(&m->own, req, size));
}

weft_response weft_markup_seal(weft_markup *m, weft_request *req)
{
    wf_markup_close_all(m);
    return weft_page_seal(&m->own, req, m->at);
}
