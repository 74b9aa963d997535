/* The inside of weft/page.h: room, and the walk over a text that a context escapes. */
#ifndef WF_TEMPLATE_PAGE_H
#define WF_TEMPLATE_PAGE_H
#include <weft/page.h>

/* Begins in `out` with room for `bytes` more. */
char *wf_page_begin(weft_page *page, weft_buf *out, size_t bytes);
/* As weft_page_grow, without its ceiling on what is asked for. */
char *wf_page_reserve(weft_page *page, char *at, size_t bytes);

/* What may stand in a context as it is, one bit for each. */
enum {
    WF_PLAIN_QUERY = 1,   /* RFC 3986 unreserved */
    WF_PLAIN_LEAD = 2,    /* and / @ + = ; ! * */
    WF_PLAIN_PATH = 4,    /* and : */
    WF_PLAIN_CSS_URL = 8, /* of a whole URL, what means nothing in a style */
    WF_PLAIN_CSS_STRING = 16,
    WF_PLAIN_CSS = 32, /* a value of a style: anything else makes it invalid */
    WF_PLAIN_JS = 64,  /* ASCII within a quoted text of a script, and of a handler in HTML */
};
extern const uint8_t wf_plain[256];

/* Writes what stands at `ptr` (and is not plain) at *at, at most WF_ESCAPE_MAX bytes; returns what is behind it. */
typedef const char *wf_escape(char **at, const char *ptr, const char *end);
enum { WF_ESCAPE_MAX = 12, WF_ESCAPE_PIECE = 256 };

/* Puts a text, a piece at a time, so that each has room; what is not plain by `escape`. */
static inline char *wf_page_escape(weft_page *page, char *at, weft_str text, int plain, wf_escape *escape)
{
    const char *ptr = text.ptr, *end = text.len > 0 ? ptr + text.len : ptr;
    while (ptr < end) {
        at = weft_page_room(page, at, WEFT_PAGE_RUN);
        for (const char *stop = end - ptr > WF_ESCAPE_PIECE ? ptr + WF_ESCAPE_PIECE : end; ptr < stop;) {
            if (wf_plain[(unsigned char)*ptr] & plain)
                *at++ = *ptr++;
            else
                ptr = escape(&at, ptr, end);
        }
    }
    return weft_page_room(page, at, WEFT_PAGE_RUN);
}

/* How far a page has come, and what was put since then put again through `escape`, which gets every character of it and
 * may make it longer, not shorter. Promises WEFT_PAGE_RUN behind it. */
size_t wf_page_offset(const weft_page *page, const char *at);
char *wf_page_rewrite(weft_page *page, size_t from, char *at, wf_escape *escape);

/* Appends a short literal at *at. */
static inline void wf_add(char **at, const char *text, size_t len)
{
    memcpy(*at, text, len);
    *at += len;
}
#define WF_ADD(at, text) wf_add((at), "" text, sizeof(text) - 1)

/* Whether a text may begin a URL: see url in weft/page.h. */
bool wf_url_is_safe(weft_str url);
extern const char wf_url_refused[]; /* what is printed instead */
#endif
