/* Markup made in code: what is not decided while the program is compiled. */
#include "template/markup.h"
#include "template/page.h"

/* Elements without an end tag (HTML section 13.1.2). */
static bool is_void(const char *name)
{
    static const char *const names[] = { "area",  "base", "br",   "col",    "embed", "hr", "img",
                                         "input", "link", "meta", "source", "track", "wbr" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static void begin(weft_markup *m, weft_page *page, char *at)
{
    m->at = at;
    m->page = page;
    m->is_open = false;
    m->depth = 0;
}

void wf_markup_begin(weft_markup *m, char *at) { begin(m, &m->own, at); }

void weft_markup_into(weft_markup *m, weft_buf *out) { begin(m, &m->own, weft_page_into(&m->own, out)); }

void weft_markup_fail(weft_markup *m, const char *mistake, const char *name)
{
    if (!m->page->mistake) {
        m->page->mistake = mistake;
        m->page->culprit = name;
    }
    weft_buf_fail(m->page->out);
}

void wf_markup_close_all(weft_markup *m)
{
    if (m->depth > 0 && m->depth <= WEFT_MARKUP_DEPTH)
        weft_markup_fail(m, "this element is not closed", m->open[m->depth - 1]);
}

bool weft_markup_end(weft_markup *m)
{
    wf_markup_close_all(m);
    return weft_page_end(m->page, m->at);
}

void weft_markup_raw(weft_markup *m, weft_str html)
{
    m->is_open = false;
    m->at = weft_page_raw_str(m->page, m->at, html);
}

void weft_trusted(weft_markup *m, weft_str html) { weft_markup_raw(m, html); }

/* ---- Tags that match ---- */

/* Elements deeper than there is room for are counted, not remembered. */
void weft_markup_opened(weft_markup *m, const char *name)
{
    if (is_void(name)) return;
    if (m->depth < WEFT_MARKUP_DEPTH) m->open[m->depth] = name;
    m->depth++;
}

void weft_markup_closed(weft_markup *m, const char *name)
{
    if (is_void(name)) {
        weft_markup_fail(m, "this element has no end tag", name);
    } else if (m->depth == 0) {
        weft_markup_fail(m, "this element is closed and was not opened", name);
    } else {
        m->depth--;
        if (m->depth < WEFT_MARKUP_DEPTH && strcmp(m->open[m->depth], name) != 0)
            weft_markup_fail(m, "this element is closed while another is open", name);
    }
}

/* ---- As content of a template ---- */

static char *put_part(weft_page *page, char *at, const void *data)
{
    const weft_markup_part *part = data;
    weft_markup m;
    begin(&m, page, weft_page_room(page, at, WEFT_PAGE_RUN));
    part->print(&m, part->data);
    wf_markup_close_all(&m);
    return weft_page_room(page, m.at, WEFT_PAGE_RUN);
}

weft_content weft_markup_content(const weft_markup_part *part)
{
    return (weft_content){ .put = put_part, .data = part };
}
