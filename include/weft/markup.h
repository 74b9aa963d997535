/* weft/markup.h: HTML made in code.
 *
 *     weft_markup m;
 *     weft_markup_begin(&m, req);
 *     weft_literal(&m, "<!doctype html>\n");
 *     weft_element(&m, "title", "Things");
 *     weft_open(&m, "ul");
 *     for (int i = 0; i < count; i++) {
 *         weft_open(&m, "li");
 *         weft_attribute(&m, "class", i == 0 ? "first" : NULL);
 *         weft_print(&m, i);
 *         weft_close(&m, "li");
 *     }
 *     weft_close(&m, "ul");
 *     return weft_markup_seal(&m, req);
 *
 * Whatever is printed is escaped for where it stands, so it cannot be forgotten: texts between tags, texts in attributes,
 * URLs in attributes that hold one (their scheme checked, as weft/page.h says). Names of elements and attributes are
 * literals of the program. Where no escaping could make a value safe (handlers, styles, the inside of scripts) the call
 * is a mistake.
 *
 * Functions that take a weft_markup compose: a table calls its rows. A template takes markup as content, and markup prints
 * a template's content.
 *
 * Mistakes (what is said above, and tags that do not match) make weft_markup_seal answer 500 and log the first one. Tags
 * are matched, and names looked at, in programs compiled without NDEBUG; mistakes that could harm are found in all. Values
 * may be of any type that a template prints. Not thread-safe; a markup is of one request. */
#ifndef WEFT_MARKUP_H
#define WEFT_MARKUP_H
#include <weft/page.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum { WEFT_MARKUP_DEPTH = 64 }; /* elements in one another whose tags are matched */

/* Members are private. Put it on the stack: it is not copied. */
typedef struct weft_markup {
    char *at; /* between calls */
    weft_page *page;
    bool is_open; /* what was printed last is a start tag: attributes may follow */
    size_t depth;
    const char *open[WEFT_MARKUP_DEPTH]; /* the elements that are open, outermost first */
    weft_page own;
} weft_markup;

/* Begins a page in the memory of the request, and ends it: 200 and text/html, or 500. Where it is called it remembers how
 * large pages become, as weft_page_size does. */
#define weft_markup_begin(m, req)                     \
    __extension__({                                   \
        static weft_page_size weft_size;              \
        weft_markup_begin_at((m), (req), &weft_size); \
    })
void weft_markup_begin_at(weft_markup *m, weft_request *req, weft_page_size *size);
weft_response weft_markup_seal(weft_markup *m, weft_request *req);
/* The same behind what a buffer holds. false: the buffer failed and is as long as it was; m->page->mistake says
 * why, or is NULL when the buffer's memory was not enough. */
void weft_markup_into(weft_markup *m, weft_buf *out);
WEFT_CHECK bool weft_markup_end(weft_markup *m);

/* Markup as content of a template.
 *     weft_content menu = weft_markup_content(&part);   with   extern const weft_markup_part part; */
typedef struct weft_markup_part {
    void (*print)(weft_markup *m, const void *data);
    const void *data;
} weft_markup_part;
weft_content weft_markup_content(const weft_markup_part *part); /* *part must outlive the page */

/* A start tag. Attributes may follow, and then what is in the element. Elements without content (br, img, input, ...) are
 * not closed. */
#define weft_open(m, name) \
    weft_markup_open((m), "" name, "<" name ">\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof("<" name ">") - 1)
#define weft_close(m, name) \
    weft_markup_close((m), "" name, "</" name ">\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof("</" name ">") - 1)
/* A literal of the program, as it is. Tags in it are not matched. */
#define weft_literal(m, text) \
    weft_markup_literal((m), "" text "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof(text) - 1)
/* HTML that the program trusts, as it is: never what a client sent. */
void weft_trusted(weft_markup *m, weft_str html);

/* ---- Inside ---------------------------------------------------------------------------------------------- */

/* Leaves a mistake: the page has failed. */
void weft_markup_fail(weft_markup *m, const char *mistake, const char *name);
void weft_markup_raw(weft_markup *m, weft_str html);
/* What debugging builds look at. */
void weft_markup_opened(weft_markup *m, const char *name);
void weft_markup_closed(weft_markup *m, const char *name);
#ifdef NDEBUG
#define WEFT_MARKUP_LOOK(call) ((void)0)
#else
#define WEFT_MARKUP_LOOK(call) (call)
#endif

/* The names are literals: compilers decide these while compiling. */
WEFT_PAGE_HOT bool weft_markup_is_name(const char *name)
{
    return name[0] != '\0' && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-:_") == strlen(name);
}
WEFT_PAGE_HOT bool weft_markup_is(const char *name, const char *other) { return strcmp(name, other) == 0; }
WEFT_PAGE_HOT bool weft_markup_starts(const char *name, const char *prefix, size_t len)
{
    return strncmp(name, prefix, len) == 0;
}
WEFT_PAGE_HOT bool weft_markup_is_script(const char *name)
{
    return weft_markup_is(name, "script") || weft_markup_is(name, "style");
}
/* Attributes that are run, applied or read as a page. */
WEFT_PAGE_HOT bool weft_markup_runs(const char *name)
{
    return weft_markup_starts(name, "on", 2) || weft_markup_starts(name, "x-", 2) ||
           weft_markup_starts(name, "v-", 2) || weft_markup_starts(name, "ng-", 3) ||
           weft_markup_starts(name, ":", 1) || weft_markup_starts(name, "hx-on", 5) ||
           weft_markup_starts(name, "hx-v", 4) || weft_markup_starts(name, "hx-trigger", 10) ||
           weft_markup_starts(name, "hx-headers", 10) || weft_markup_starts(name, "hx-request", 10) ||
           weft_markup_starts(name, "data-on", 7) || weft_markup_starts(name, "data-hx", 7) ||
           weft_markup_is(name, "_") || weft_markup_is(name, "data-script") ||
           weft_markup_is(name, "style") || weft_markup_is(name, "srcdoc") ||
           weft_markup_is(name, "http-equiv") || weft_markup_is(name, "attributename") ||
           weft_markup_is(name, "values");
}
WEFT_PAGE_HOT bool weft_markup_is_url(const char *name)
{
    return strstr(name, "href") || strstr(name, "src") || strstr(name, "url") || strstr(name, "uri") ||
           strstr(name, "action") || weft_markup_is(name, "background") || weft_markup_is(name, "cite") ||
           weft_markup_is(name, "data") || weft_markup_is(name, "icon") || weft_markup_is(name, "longdesc") ||
           weft_markup_is(name, "manifest") || weft_markup_is(name, "ping") ||
           weft_markup_is(name, "poster") || weft_markup_is(name, "profile") || weft_markup_is(name, "to") ||
           weft_markup_is(name, "from") || weft_markup_is(name, "by") || weft_markup_is(name, "archive") ||
           weft_markup_is(name, "codebase") || weft_markup_is(name, "classid");
}
WEFT_PAGE_HOT bool weft_markup_is_srcset(const char *name) { return strstr(name, "srcset") != NULL; }

/* Room for a tag and a hole. */
WEFT_PAGE_HOT char *weft_markup_room(const weft_markup *m)
{
    return weft_page_room(m->page, m->at, 2 * WEFT_PAGE_HOLE);
}

WEFT_PAGE_HOT char *weft_markup_open_at(weft_markup *m, const char *name, const char *padded, size_t len)
{
    if (!weft_markup_is_name(name) || weft_markup_is_script(name))
        weft_markup_fail(m, "no element of this name is opened here", name);
    return weft_page_lit(weft_markup_room(m), padded, len);
}
WEFT_PAGE_HOT void weft_markup_literal(weft_markup *m, const char *padded, size_t len)
{
    m->is_open = false;
    if (len <= WEFT_PAGE_HOLE)
        m->at = weft_page_lit(weft_markup_room(m), padded, len);
    else
        weft_markup_raw(m, weft_str_of(padded, len));
}
WEFT_PAGE_HOT void weft_markup_open(weft_markup *m, const char *name, const char *padded, size_t len)
{
    m->at = weft_markup_open_at(m, name, padded, len);
    m->is_open = true;
    WEFT_MARKUP_LOOK(weft_markup_opened(m, name));
}
WEFT_PAGE_HOT void weft_markup_close(weft_markup *m, const char *name, const char *padded, size_t len)
{
    if (!weft_markup_is_name(name)) weft_markup_fail(m, "no element of this name is closed here", name);
    m->at = weft_page_lit(weft_markup_room(m), padded, len);
    m->is_open = false;
    WEFT_MARKUP_LOOK(weft_markup_closed(m, name));
}

#ifndef __cplusplus
/* A value between tags. */
#define weft_print(m, value)                                                          \
    __extension__({                                                                   \
        weft_markup *weft_m = (m);                                                    \
        weft_m->is_open = false;                                                      \
        weft_m->at = weft_page_text(weft_m->page, weft_markup_room(weft_m), (value)); \
        (void)0;                                                                      \
    })
/* An element with a value in it and nothing else: weft_element(m, "td", price). */
#define weft_element(m, name, value)                                                                        \
    __extension__({                                                                                         \
        weft_markup *weft_m = (m);                                                                          \
        char *weft_at = weft_markup_open_at(weft_m, "" name, "<" name ">\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",    \
                                            sizeof("<" name ">") - 1);                                      \
        weft_at = weft_page_text(weft_m->page, weft_at, (value));                                           \
        if (_Generic((value), weft_content : true, default : false)) /* leaves no room */                   \
            weft_at = weft_page_room(weft_m->page, weft_at, WEFT_PAGE_HOLE);                                \
        weft_m->at =                                                                                        \
            weft_page_lit(weft_at, "</" name ">\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof("</" name ">") - 1); \
        weft_m->is_open = false;                                                                            \
    })
/* An attribute of the element that was opened last, before anything else is put into it. Left out when the value is
 * absent, NULL or false; only its name when it is true. */
#define weft_attribute(m, name, value)                                                                    \
    __extension__({                                                                                       \
        weft_markup *weft_m = (m);                                                                        \
        __auto_type weft_value = (value);                                                                 \
        if (!weft_markup_is_name("" name) || weft_markup_runs("" name))                                   \
            weft_markup_fail(weft_m, "no value can be made safe in this attribute", "" name);             \
        else if (!weft_m->is_open)                                                                        \
            weft_markup_fail(weft_m, "this attribute stands behind no start tag", "" name);               \
        else if (weft_page_has(weft_value)) {                                                             \
            const bool weft_bare = _Generic(weft_value, bool : true, default : false);                    \
            weft_page *weft_p = weft_m->page;                                                             \
            char *weft_at =                                                                               \
                weft_page_lit(weft_markup_room(weft_m) - 1, " " name "=\"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", \
                              sizeof(" " name "=\"") - 1 - 2 * weft_bare);                                \
            if (!weft_bare) {                                                                             \
                weft_at = weft_markup_is_srcset("" name) ? weft_page_srcset(weft_p, weft_at, weft_value)  \
                          : weft_markup_is_url("" name)  ? weft_page_url(weft_p, weft_at, weft_value)     \
                                                         : weft_page_attr(weft_p, weft_at, weft_value);    \
                *weft_at++ = '"';                                                                         \
            }                                                                                             \
            *weft_at++ = '>';                                                                             \
            weft_m->at = weft_at;                                                                         \
        }                                                                                                 \
    })
#endif

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
