/* Begin and end of a page, its room, and the puts that need no context. */
#include "template/page.h"
#include "src/base/num.h"
#include "template/text.h"

/* The buffer failed: whatever is put from now on goes where nobody looks, behind a byte that an attribute made in code
 * may take back. */
static char *to_spare(weft_page *page)
{
    page->end = page->spare + sizeof page->spare;
    return page->spare + 1;
}

char *wf_page_reserve(weft_page *page, char *at, size_t bytes)
{
    weft_buf *out = page->out;
    if (!weft_buf_ok(out)) return to_spare(page);
    if (out->ptr) out->len = (size_t)(at - out->ptr);
    at = weft_buf_grow(out, bytes);
    if (!at) return to_spare(page);
    page->end = out->ptr + out->cap;
    return at;
}

char *weft_page_grow(weft_page *page, char *at, size_t run)
{
    return wf_page_reserve(page, at, run < WEFT_PAGE_RUN ? WEFT_PAGE_RUN : run);
}

char *wf_page_begin(weft_page *page, weft_buf *out, size_t bytes)
{
    page->quick = wf_text_is_quick() ? WEFT_PAGE_QUICK : 0;
    page->start = out->len;
    page->out = out;
    page->size = NULL;
    page->stream = NULL;
    page->mistake = page->culprit = NULL;
    return wf_page_reserve(page, out->ptr ? out->ptr + out->len : NULL,
                           bytes < WEFT_PAGE_RUN ? WEFT_PAGE_RUN : bytes);
}

char *weft_page_into(weft_page *page, weft_buf *out) { return wf_page_begin(page, out, WEFT_PAGE_RUN); }

bool weft_page_end(weft_page *page, char *at)
{
    weft_buf *out = page->out;
    if (weft_buf_ok(out)) {
        out->len = (size_t)(at - out->ptr);
        return true;
    }
    out->len = page->start;
    weft_buf_fail(out); /* once more: its room ends at its length */
    return false;
}

/* ---- Bytes as they are ---- */

char *weft_page_long_lit(weft_page *page, char *at, const char *text, size_t len)
{
    if ((size_t)(page->end - at) < len + WEFT_PAGE_RUN) {
        at = wf_page_reserve(page, at, len + WEFT_PAGE_RUN);
        if (!weft_buf_ok(page->out)) return at;
    }
    memcpy(at, text, len);
    return at + len;
}

char *weft_page_raw_str(weft_page *page, char *at, weft_str html)
{
    return html.len > 0 ? weft_page_long_lit(page, at, html.ptr, html.len)
                        : weft_page_room(page, at, WEFT_PAGE_RUN);
}

static char *put_raw(weft_page *page, char *at, const void *data)
{
    const weft_str *html = data;
    return weft_page_raw_str(page, at, *html);
}

weft_content weft_raw_html(const weft_str *html) { return (weft_content){ .put = put_raw, .data = html }; }

/* ---- Text ---- */

enum { PIECE = (WEFT_PAGE_RUN - WF_TEXT_SLACK) / WF_TEXT_GROWTH };

char *weft_page_slow_text(weft_page *page, char *at, weft_str text)
{
    while (text.len > 0) {
        size_t len = text.len < PIECE ? text.len : PIECE;
        at = weft_page_room(page, at, WEFT_PAGE_RUN);
        at = wf_text_put(at, text.ptr, len);
        text = weft_str_of(text.ptr + len, text.len - len);
    }
    return weft_page_room(page, at, WEFT_PAGE_RUN);
}

char *weft_page_text_excerpt(weft_page *page, char *at, weft_excerpt excerpt)
{
    at = weft_page_slow_text(page, at, excerpt.text);
    return weft_page_raw_str(page, at, weft_cstr(excerpt.more));
}

/* A NUL is printed as text, not dropped: it is U+FFFD there. Bytes beyond ASCII are no characters. */
char *weft_page_put_char(weft_page *page, char *at, char character)
{
    (void)page;
    return character & (char)0x80 ? wf_text_put(at, "", 1) : wf_text_put(at, &character, 1);
}

/* ---- Rewriting what was put ---- */

size_t wf_page_offset(const weft_page *page, const char *at)
{
    return weft_buf_ok(page->out) ? (size_t)(at - page->out->ptr) : 0;
}

static size_t growth_of(const char *ptr, const char *end, wf_escape *escape)
{
    size_t growth = 0;
    char piece[WF_ESCAPE_MAX];
    while (ptr < end) {
        char *at = piece;
        const char *next = escape(&at, ptr, end);
        growth += (size_t)(at - piece) - (size_t)(next - ptr);
        ptr = next;
    }
    return growth;
}

/* The bytes are moved up by what they will grow, and escaped from there downwards: the writer reaches the reader at the
 * very end. */
char *wf_page_rewrite(weft_page *page, size_t from, char *at, wf_escape *escape)
{
    size_t growth = weft_buf_ok(page->out) ? growth_of(page->out->ptr + from, at, escape) : 0;
    at = wf_page_reserve(page, at, growth + WEFT_PAGE_RUN);
    if (!weft_buf_ok(page->out) || growth == 0) return at;
    char *to = page->out->ptr + from;
    const char *ptr = to + growth, *end = at + growth;
    memmove(to + growth, to, (size_t)(at - to));
    while (ptr < end) ptr = escape(&to, ptr, end);
    return to;
}

/* ---- Content as text ---- */

/* All but the ampersand: what is there are entities. */
static const char *flatten(char **at, const char *ptr, const char *end)
{
    (void)end;
    switch (*ptr) {
    case '<': WF_ADD(at, "&lt;"); break;
    case '>': WF_ADD(at, "&gt;"); break;
    case '"': WF_ADD(at, "&quot;"); break;
    case '\'': WF_ADD(at, "&#39;"); break;
    default: *(*at)++ = *ptr;
    }
    return ptr + 1;
}

char *weft_page_flat_content(weft_page *page, char *at, weft_content content)
{
    if (!content.put) return at;
    size_t from = wf_page_offset(page, at);
    at = content.put(page, at, content.data);
    return wf_page_rewrite(page, from, at, flatten);
}

/* ---- Numbers ---- */

char *weft_page_put_i64(weft_page *page, char *at, int64_t number)
{
    (void)page;
    return at + wf_i64_put(at, number);
}

char *weft_page_put_u64(weft_page *page, char *at, uint64_t number)
{
    (void)page;
    return at + wf_u64_put(at, number);
}

char *weft_page_put_f64(weft_page *page, char *at, double number)
{
    return weft_page_text_formatted(page, at, weft_formatted_f64(number));
}

char *weft_page_put_f32(weft_page *page, char *at, float number)
{
    return weft_page_text_formatted(page, at, weft_formatted_f32(number));
}
