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

/* ---- Streams --------------------------------------------------------------------------------------------- */

enum { PIECE = 16 * 1024 }; /* bytes that are put at a time, or as many as one row takes */

/* Lives in the request's memory, as all that it points at. */
typedef struct weft_page_stream {
    weft_request *req;
    weft_page_row *row; /* NULL: no loop was met yet */
    const void *data;
    size_t count, index; /* rows in all, and put so far */
    size_t offset;       /* where in the page they stand */
    weft_str page;       /* the rest of it */
    size_t sent;         /* bytes of that so far */
} weft_page_stream;

char *weft_page_begin_stream(weft_page *page, weft_request *req, weft_page_size *size)
{
    char *at = weft_page_begin(page, req, size);
    weft_page_stream *stream = wf_arena_take(&req->arena, sizeof *stream);
    if (!stream) return at;
    *stream = (weft_page_stream){ .req = req };
    page->stream = stream;
    return at;
}

bool weft_page_put_later(weft_page *page, char *at, weft_page_row *row, const void *data, size_t size,
                         size_t count)
{
    weft_page_stream *stream = page->stream;
    if (stream->row || count == 0 || !weft_buf_ok(page->out)) return false;
    void *copy = wf_arena_take(&stream->req->arena, size);
    if (!copy) return false;
    memcpy(copy, data, size);
    stream->row = row;
    stream->data = copy;
    stream->count = count;
    stream->offset = wf_page_offset(page, at);
    return true;
}

/* The page up to `end`, a piece of it. Whether that is all of it. */
static bool put_page(weft_page_stream *stream, weft_buf *out, size_t end)
{
    size_t len = end - stream->sent < PIECE ? end - stream->sent : PIECE;
    weft_put_str(out, weft_str_of(stream->page.ptr + stream->sent, len));
    stream->sent += len;
    return stream->sent == end;
}

static bool put_rows(weft_page_stream *stream, weft_buf *out)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    size_t from = wf_page_offset(&page, at);
    while (stream->index < stream->count && weft_buf_ok(out) && wf_page_offset(&page, at) - from < PIECE)
        at = stream->row(&page, at, stream->data, stream->index++);
    return weft_page_end(&page, at) && !page.mistake;
}

static weft_pull next_piece(weft_buf *out, void *state)
{
    weft_page_stream *stream = state;
    if (stream->sent < stream->offset) {
        put_page(stream, out, stream->offset);
        return weft_buf_ok(out) ? WEFT_MORE : WEFT_ABORT;
    }
    if (stream->index < stream->count) {
        if (!put_rows(stream, out)) return WEFT_ABORT;
        return stream->index < stream->count || stream->sent < stream->page.len ? WEFT_MORE : WEFT_END;
    }
    bool all = put_page(stream, out, stream->page.len);
    return !weft_buf_ok(out) ? WEFT_ABORT : all ? WEFT_END : WEFT_MORE;
}

weft_response weft_page_seal_stream(weft_page *page, weft_request *req, char *at)
{
    static const weft_source source = { .next = next_piece };
    weft_page_stream *stream = page->stream;
    weft_response res = weft_page_seal(page, req, at);
    if (!stream || !stream->row || res.kind != WEFT_BYTES) return res;
    stream->page = res.as.bytes;
    return weft_stream(res.type, &source, stream, -1);
}

/* ---- Markup ---------------------------------------------------------------------------------------------- */

void weft_markup_begin_at(weft_markup *m, weft_request *req, weft_page_size *size)
{
    wf_markup_begin(m, weft_page_begin(&m->own, req, size));
}

weft_response weft_markup_seal(weft_markup *m, weft_request *req)
{
    wf_markup_close_all(m);
    return weft_page_seal(&m->own, req, m->at);
}
