/* weft/page.h: HTML that cannot be broken out of.
 *
 * Two parts: what the expressions of templates use (numbers, dates, plurals, texts cut short), and the vocabulary that
 * `weft page` writes compiled templates in. HTML made in code is weft/markup.h.
 *
 * Text is UTF-8. Bytes that are not are passed on where HTML is text or an attribute: browsers show U+FFFD for each, and
 * none of them can swallow what follows (Encoding Standard, section 8.1.1). In scripts, styles and URLs, where weft writes
 * escapes instead of characters, they become U+FFFD. NUL, which no page can hold, becomes U+FFFD everywhere.
 *
 * Absent text (weft_str with NULL, a NULL char pointer) prints nothing. */
#ifndef WEFT_PAGE_H
#define WEFT_PAGE_H
#include <string.h>
#include <weft/buf.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#define WEFT_PAGE_HOT       static inline __attribute__((always_inline))
#define WEFT_PAGE_LIKELY(x) __builtin_expect(!!(x), 1)
#else
#define WEFT_PAGE_HOT       static inline
#define WEFT_PAGE_LIKELY(x) (x)
#endif

/* ---- What expressions use -------------------------------------------------------------------------------
 *
 * Nothing here looks at the locale, allocates, or fails. */

/* A short text by value: what the functions below make. Printable as a text is. */
typedef struct weft_formatted {
    unsigned char len;
    char text[63];
} weft_formatted;

/* A number with exactly `decimals` digits (0 to 20) behind the point, to the nearest, ties to even: 1234.50. From 1e18
 * on, and for infinities and no number, the shortest text instead: 1e+21, Infinity, NaN.
 *     weft_formatted price = weft_fixed(1234.5, 2);                                                          */
weft_formatted weft_fixed(double number, int decimals);
/* Separators between groups of three digits: 1,234,567. Of integers, and of what weft_fixed made. */
weft_formatted weft_thousands_i64(int64_t number);
weft_formatted weft_thousands_u64(uint64_t number);
weft_formatted weft_thousands_of(weft_formatted number);
/* The same with other separators, each at most 4 bytes: weft_separated(weft_fixed(1234.5, 2), ".", ",") is 1.234,50. A
 * result that would be longer than 63 bytes is left without separators. */
weft_formatted weft_separated(weft_formatted number, const char *group, const char *point);
/* A date in UTC from seconds since 1970 (clamped to the years 0 to 9999), by a format of strftime's letters:
 *     %Y 2026  %y 26  %m 01  %d 09  %e 9  %H 17  %I 05  %M 04  %S 59  %p PM
 *     %b Jan  %B January  %a Fri  %A Friday  %j 009  %F %Y-%m-%d  %T %H:%M:%S  %% %
 * Other letters are printed as they stand. Cut after 63 bytes. */
weft_formatted weft_date(int64_t unix_seconds, const char *format);
/* `one` for 1 and -1, else `many`: {{ n }} {{ weft_plural(n, "item", "items") }} */
WEFT_PAGE_HOT const char *weft_plural(int64_t number, const char *one, const char *many)
{
    return number == 1 || number == -1 ? one : many;
}
/* A view of a NUL-terminated text; absent for NULL. */
WEFT_PAGE_HOT weft_str weft_cstr(const char *text) { return weft_str_of(text, text ? strlen(text) : 0); }
/* `text`, or `fallback` when it is absent or empty. */
WEFT_PAGE_HOT weft_str weft_or(weft_str text, const char *fallback)
{
    return text.len > 0 ? text : weft_cstr(fallback);
}
/* The first `characters` code points of a text and, if that is not all of it, an ellipsis (U+2026). White space before the
 * ellipsis is left out. Never splits a sequence of UTF-8. */
typedef struct weft_excerpt {
    weft_str text;
    const char *more; /* "" or the ellipsis */
} weft_excerpt;
weft_excerpt weft_truncate(weft_str text, size_t characters);
/* The name of an enum's value in a table of names by value (generated); absent when it has none. */
WEFT_PAGE_HOT weft_str weft_name_of(const weft_str *names, size_t count, int64_t value)
{
    return value >= 0 && (uint64_t)value < count ? names[value] : weft_str_of(NULL, 0);
}
/* A struct as JSON, for scripts, handlers and attributes:
 *     <script>const item = {{ weft_as_json(&item_codec, item) }}</script>                                    */
typedef struct weft_json_of {
    const struct weft_codec *codec;
    const void *value;
} weft_json_of;
WEFT_PAGE_HOT weft_json_of weft_as_json(const struct weft_codec *codec, const void *value)
{
    weft_json_of json;
    json.codec = codec;
    json.value = value;
    return json;
}
/* Parameters of a URL: name=value, percent-encoded, joined by &; those whose value is absent are left out.
 *     <a href="/search?{{ weft_params(list, 2) }}">                                                          */
typedef struct weft_param_pair {
    const char *name;
    weft_str value;
} weft_param_pair;
typedef struct weft_params_of {
    const weft_param_pair *pairs;
    size_t count;
} weft_params_of;
WEFT_PAGE_HOT weft_params_of weft_params(const weft_param_pair *pairs, size_t count)
{
    weft_params_of params;
    params.pairs = pairs;
    params.count = count;
    return params;
}

/* ---- The vocabulary of compiled templates ----------------------------------------------------------------
 *
 * A page is a function `char *x_put(weft_page *page, char *at, ...)`. `at` is where the next byte goes; every put returns
 * where the one after it goes, so that it stays in a register.
 *
 * Room. Literals, numbers and texts ask for none; weft_page_room(page, at, run) before them does, once for a run of at
 * most WEFT_PAGE_RUN bytes: the literals' own length, and WEFT_PAGE_HOLE for each hole of weft_page_text and
 * weft_page_attr. A text that is longer than a hole's share, and every put of the other contexts, asks for its own room
 * and promises WEFT_PAGE_RUN bytes again behind it. A call of another page ends a run. A put may write up to
 * WEFT_PAGE_SLACK bytes of rubbish behind its end, which the next put overwrites.
 *
 * When memory is out, or the ceiling of the buffer reached (which is felt WEFT_PAGE_RUN bytes early), the buffer has failed
 * and `at` moves to a spare place in the page, so that nobody has to ask: weft_page_seal answers 500. */

enum {
    WEFT_PAGE_QUICK = 128, /* bytes of a text that are copied inline */
    WEFT_PAGE_SLACK = 16,
    WEFT_PAGE_HOLE = 6 * WEFT_PAGE_QUICK + WEFT_PAGE_SLACK, /* 784: all of them quotes */
    WEFT_PAGE_NUMBER = 64, /* of a hole that is a number or a boolean for sure */
    WEFT_PAGE_RUN = 4096
};

/* How large a page became: what the next one reserves at once. One for each page, static; any thread. Grows with the
 * largest, and shrinks slowly when pages stay far below it.
 *     static weft_page_size size = { 2048 };                                                                 */
typedef struct weft_page_size {
    size_t bytes;
} weft_page_size;

/* A page that is being rendered. Members are private. */
typedef struct weft_page weft_page;
struct weft_page {
    char *end;                       /* of the room */
    size_t quick;                    /* texts up to this length are copied inline: WEFT_PAGE_QUICK, or 0 */
    size_t start;                    /* the buffer's length at the beginning */
    weft_buf *out;                   /* its len is brought up to date when it grows, and at the end */
    weft_page_size *size;            /* may be NULL */
    const char *mistake;             /* of the program: the first one; NULL: none */
    const char *culprit;             /* the name of the element, attribute or struct that it is about */
    struct weft_page_stream *stream; /* what a streamed page puts later; NULL: it is not streamed */
    weft_buf own;                    /* what out points at when the page began with a request */
    char spare[WEFT_PAGE_RUN + WEFT_PAGE_HOLE];
};

/* Content: a part of a page that another page puts in its place (a layout's slot). A NULL function puts nothing. */
typedef struct weft_content {
    char *(*put)(weft_page *page, char *at, const void *data);
    const void *data;
} weft_content;
/* Content that is HTML already, put as it is: never what a client sent. *html must outlive the page. */
weft_content weft_raw_html(const weft_str *html);

/* Begins a page in the memory of the request, with the room that `size` says it will take, and ends it: 200 and
 * text/html, or 500. */
char *weft_page_begin(weft_page *page, weft_request *req, weft_page_size *size);
weft_response weft_page_seal(weft_page *page, weft_request *req, char *at);
/* The same behind what a buffer holds: for streams, for parts of pages, for tests. The buffer must not be touched between
 * begin and end. false: the buffer failed, and is as long as it was. */
char *weft_page_into(weft_page *page, weft_buf *out);
WEFT_CHECK bool weft_page_end(weft_page *page, char *at);

/* A page that is streamed: begun so, its first loop that is `streamed` is put row by row as the socket drains, and the
 * page around it at once. What its arguments point at has to live as long as the request. Without such a loop, or memory
 * for it, it is a page as any other. */
char *weft_page_begin_stream(weft_page *page, weft_request *req, weft_page_size *size);
weft_response weft_page_seal_stream(weft_page *page, weft_request *req, char *at);
typedef char *weft_page_row(weft_page *page, char *at, const void *data, size_t index);
/* Whether the `count` rows of a loop that stands here are put later, with a copy of the `size` bytes of data. */
bool weft_page_put_later(weft_page *page, char *at, weft_page_row *row, const void *data, size_t size,
                         size_t count);
WEFT_PAGE_HOT bool weft_page_later(weft_page *page, char *at, weft_page_row *row, const void *data,
                                   size_t size, size_t count)
{
    return page->stream && weft_page_put_later(page, at, row, data, size, count);
}

/* Room for `run` bytes, at most WEFT_PAGE_RUN; `at` or where the page was moved to. */
char *weft_page_grow(weft_page *page, char *at, size_t run);
WEFT_PAGE_HOT char *weft_page_room(weft_page *page, char *at, size_t run)
{
    return WEFT_PAGE_LIKELY((size_t)(page->end - at) >= run) ? at : weft_page_grow(page, at, run);
}

/* A literal of the template, copied in words of 16, so that it is few stores; and one that is longer than
 * WEFT_PAGE_RUN, which asks for its own room. */
#define WEFT_PAGE_LIT(at, text) \
    weft_page_lit((at), "" text "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof(text) - 1)
WEFT_PAGE_HOT char *weft_page_lit(char *at, const char *padded, size_t len)
{
    memcpy(at, padded, len <= 8 ? 8 : (len + 15) & ~(size_t)15);
    return at + len;
}
char *weft_page_long_lit(weft_page *page, char *at, const char *text, size_t len);

/* Text, and attributes in quotes: & < > " ' as &amp; &lt; &gt; &quot; &#39;, a carriage return as &#13;, which parsers would
 * make a line feed of. Also inside comments, <title> and <textarea>. */
char *weft_page_slow_text(weft_page *page, char *at, weft_str text);
WEFT_PAGE_HOT char *weft_page_text_str(weft_page *page, char *at, weft_str text);
char *weft_page_put_i64(weft_page *page, char *at, int64_t number);
char *weft_page_put_u64(weft_page *page, char *at, uint64_t number);
char *weft_page_put_f64(weft_page *page, char *at, double number); /* the shortest text that reads back */
char *weft_page_put_f32(weft_page *page, char *at, float number);
char *weft_page_put_char(weft_page *page, char *at, char character);
char *weft_page_text_excerpt(weft_page *page, char *at, weft_excerpt excerpt);
char *weft_page_text_json(weft_page *page, char *at, weft_json_of json);
/* Content within an attribute, <title> or <textarea>: its markup is shown as text, its entities stay what they are. */
char *weft_page_flat_content(weft_page *page, char *at, weft_content content);
WEFT_PAGE_HOT char *weft_page_put_content(weft_page *page, char *at, weft_content content)
{
    return content.put ? content.put(page, at, content.data) : at;
}
WEFT_PAGE_HOT char *weft_page_put_bool(weft_page *page, char *at, bool truth)
{
    (void)page;
    memcpy(at, truth ? "true" : "fals", 4);
    at[4] = 'e';
    return at + 5 - truth;
}
WEFT_PAGE_HOT char *weft_page_text_cstr(weft_page *page, char *at, const char *text)
{
    return weft_page_text_str(page, at, weft_cstr(text));
}
WEFT_PAGE_HOT char *weft_page_text_formatted(weft_page *page, char *at, weft_formatted text)
{
    return weft_page_text_str(page, at, weft_str_of(text.text, text.len));
}
/* As it is, unescaped: the one loud way. Asks for its own room. */
char *weft_page_raw_str(weft_page *page, char *at, weft_str html);

/* The other contexts. All ask for their own room. Numbers and booleans print as text does, and are escaped as texts are.
 *   url        the beginning of a URL attribute, or all of it. The value is printed as a text if it has no scheme or one of
 *              http, https, mailto, tel, sms, ftp in any case; else "about:invalid#weft". What stands before a colon that
 *              comes before the first of / ? # is a scheme.
 *   url_part   the path of a URL, behind a / of the template: percent-encoded but for / : @ + = ; ! * and what RFC 3986
 *              calls unreserved
 *   url_root   the same right behind the / that a URL begins with: a slash at its beginning is encoded, and "." stands for
 *              an empty text, so that it does not name a host
 *   url_lead   the same while no / ? # has come yet: the colon is encoded too, so that no scheme can come of it
 *   url_query  a name or a value in a query, or what stands behind #: all but the unreserved is percent-encoded
 *   srcset     a list of candidates, or the beginning of one: each URL as in url
 *   css        a value in a style: numbers, names, colours, units, their lists; anything else is "weft-invalid"
 *   css_string inside a quoted string of a style
 *   css_url    inside url(...) of a style, quoted or not: checked as url, then percent-encoded
 *   js_string  inside a quoted string or template literal of a script or handler
 */
#define WEFT_PAGE_CONTEXTS(X) \
    X(url)                    \
    X(url_part)               \
    X(url_root)               \
    X(url_lead)               \
    X(url_query)              \
    X(srcset)                 \
    X(css)                    \
    X(css_string)             \
    X(css_url)                \
    X(js_string)

weft_formatted weft_formatted_i64(int64_t number);
weft_formatted weft_formatted_u64(uint64_t number);
weft_formatted weft_formatted_f64(double number);
weft_formatted weft_formatted_f32(float number);
#define X(context)                                                                                      \
    char *weft_page_##context##_str(weft_page *page, char *at, weft_str text);                          \
    WEFT_PAGE_HOT char *weft_page_##context##_cstr(weft_page *page, char *at, const char *text)         \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, weft_cstr(text));                                    \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_char(weft_page *page, char *at, char character)           \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, weft_str_of(&character, 1));                         \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_bool(weft_page *page, char *at, bool truth)               \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, truth ? weft_lit("true") : weft_lit("false"));       \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_formatted(weft_page *page, char *at, weft_formatted text) \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, weft_str_of(text.text, text.len));                   \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_i64(weft_page *page, char *at, int64_t number)            \
    {                                                                                                   \
        return weft_page_##context##_formatted(page, at, weft_formatted_i64(number));                   \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_u64(weft_page *page, char *at, uint64_t number)           \
    {                                                                                                   \
        return weft_page_##context##_formatted(page, at, weft_formatted_u64(number));                   \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_f64(weft_page *page, char *at, double number)             \
    {                                                                                                   \
        return weft_page_##context##_formatted(page, at, weft_formatted_f64(number));                   \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_f32(weft_page *page, char *at, float number)              \
    {                                                                                                   \
        return weft_page_##context##_formatted(page, at, weft_formatted_f32(number));                   \
    }
WEFT_PAGE_CONTEXTS(X)
#undef X
char *weft_page_put_params(weft_page *page, char *at, weft_params_of params);

/* A value in a script, and in an on* handler (js_attr, where the quotes around it are &quot;): texts become quoted strings,
 * absent ones null, numbers that are not finite null. Nothing that ends or opens a script, a comment or a line of one can
 * stand in it. */
char *weft_page_js_str(weft_page *page, char *at, weft_str text);
char *weft_page_js_f64(weft_page *page, char *at, double number);
char *weft_page_js_f32(weft_page *page, char *at, float number);
char *weft_page_js_i64(weft_page *page, char *at, int64_t number); /* a space before a minus */
char *weft_page_js_json(weft_page *page, char *at, weft_json_of json);
char *weft_page_js_attr_str(weft_page *page, char *at, weft_str text);
#define X(context)                                                                                      \
    WEFT_PAGE_HOT char *weft_page_##context##_cstr(weft_page *page, char *at, const char *text)         \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, weft_cstr(text));                                    \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_char(weft_page *page, char *at, char character)           \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, weft_str_of(&character, 1));                         \
    }                                                                                                   \
    WEFT_PAGE_HOT char *weft_page_##context##_formatted(weft_page *page, char *at, weft_formatted text) \
    {                                                                                                   \
        return weft_page_##context##_str(page, at, weft_str_of(text.text, text.len));                   \
    }
X(js)
X(js_attr)
#undef X

#ifndef __cplusplus
/* Picks by type; what is not printable in a context does not compile. An enum is its number: print weft_name_of. */
/* clang-format off */
#define WEFT_PAGE_TEXTS(context)                    \
    weft_str:       weft_page_##context##_str,      \
    char *:         weft_page_##context##_cstr,     \
    const char *:   weft_page_##context##_cstr,     \
    weft_formatted: weft_page_##context##_formatted
#define WEFT_PAGE_INTEGERS(i64, u64)                                                                \
    signed char: i64, short: i64, int: i64, long: i64, long long: i64,                              \
    unsigned char: u64, unsigned short: u64, unsigned: u64, unsigned long: u64, unsigned long long: u64

#define WEFT_PAGE_MARKUP(put_content)                   \
    WEFT_PAGE_TEXTS(text),                              \
    weft_content: put_content,                          \
    weft_excerpt: weft_page_text_excerpt,               \
    weft_json_of: weft_page_text_json,                  \
    bool:         weft_page_put_bool,                   \
    char:         weft_page_put_char,                   \
    float:        weft_page_put_f32,                    \
    double:       weft_page_put_f64,                    \
    WEFT_PAGE_INTEGERS(weft_page_put_i64, weft_page_put_u64)
#define WEFT_PAGE_CONTEXT(context)                      \
    WEFT_PAGE_TEXTS(context),                           \
    bool:         weft_page_##context##_bool,           \
    char:         weft_page_##context##_char,           \
    float:        weft_page_##context##_f32,            \
    double:       weft_page_##context##_f64,            \
    WEFT_PAGE_INTEGERS(weft_page_##context##_i64, weft_page_##context##_u64)
#define WEFT_PAGE_SCRIPT(context, put_json)             \
    WEFT_PAGE_TEXTS(context),                           \
    weft_json_of: put_json,                             \
    bool:         weft_page_put_bool,                   \
    char:         weft_page_##context##_char,           \
    float:        weft_page_js_f32,                     \
    double:       weft_page_js_f64,                     \
    WEFT_PAGE_INTEGERS(weft_page_js_i64, weft_page_put_u64)

/* Text between tags; then quoted attributes that are no URL, style or handler, <title>, <textarea> and comments, in which
 * content is shown as text. */
#define weft_page_text(page, at, value) _Generic((value), WEFT_PAGE_MARKUP(weft_page_put_content))((page), (at), (value))
#define weft_page_attr(page, at, value) _Generic((value), WEFT_PAGE_MARKUP(weft_page_flat_content))((page), (at), (value))
#define weft_page_url(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(url))((page), (at), (value))
#define weft_page_url_part(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(url_part))((page), (at), (value))
#define weft_page_url_root(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(url_root))((page), (at), (value))
#define weft_page_url_lead(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(url_lead))((page), (at), (value))
#define weft_page_srcset(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(srcset))((page), (at), (value))
#define weft_page_css(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(css))((page), (at), (value))
#define weft_page_css_string(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(css_string))((page), (at), (value))
#define weft_page_css_url(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(css_url))((page), (at), (value))
#define weft_page_js_string(page, at, value) _Generic((value), WEFT_PAGE_CONTEXT(js_string))((page), (at), (value))
#define weft_page_url_query(page, at, value) \
    _Generic((value), weft_params_of: weft_page_put_params, WEFT_PAGE_CONTEXT(url_query))((page), (at), (value))
#define weft_page_js(page, at, value) _Generic((value), WEFT_PAGE_SCRIPT(js, weft_page_js_json))((page), (at), (value))
#define weft_page_js_attr(page, at, value) \
    _Generic((value), WEFT_PAGE_SCRIPT(js_attr, weft_page_text_json))((page), (at), (value))

/* Printed as it is: HTML that the program trusts. */
WEFT_PAGE_HOT char *weft_page_raw_cstr(weft_page *page, char *at, const char *html)
{
    return weft_page_raw_str(page, at, weft_cstr(html));
}
#define weft_page_raw(page, at, value)      \
    _Generic((value),                       \
        weft_str:     weft_page_raw_str,    \
        char *:       weft_page_raw_cstr,   \
        const char *: weft_page_raw_cstr,   \
        weft_content: weft_page_put_content)((page), (at), (value))

/* Whether an attribute whose only value this is stays: not if it is false, NULL or absent. */
WEFT_PAGE_HOT bool weft_page_has_str(weft_str text) { return text.ptr != NULL; }
WEFT_PAGE_HOT bool weft_page_has_pointer(const void *pointer) { return pointer != NULL; }
WEFT_PAGE_HOT bool weft_page_has_bool(bool truth) { return truth; }
WEFT_PAGE_HOT bool weft_page_has_content(weft_content content) { return content.put != NULL; }
WEFT_PAGE_HOT bool weft_page_has_char(char character) { return (void)character, true; }
WEFT_PAGE_HOT bool weft_page_has_i64(int64_t number) { return (void)number, true; }
WEFT_PAGE_HOT bool weft_page_has_u64(uint64_t number) { return (void)number, true; }
WEFT_PAGE_HOT bool weft_page_has_f64(double number) { return (void)number, true; }
WEFT_PAGE_HOT bool weft_page_has_f32(float number) { return (void)number, true; }
WEFT_PAGE_HOT bool weft_page_has_formatted(weft_formatted text) { return (void)text, true; }
WEFT_PAGE_HOT bool weft_page_has_excerpt(weft_excerpt excerpt) { return excerpt.text.ptr != NULL; }
WEFT_PAGE_HOT bool weft_page_has_json(weft_json_of json) { return json.value != NULL; }
#define weft_page_has(value)                        \
    _Generic((value),                               \
        weft_str:       weft_page_has_str,          \
        char *:         weft_page_has_pointer,      \
        const char *:   weft_page_has_pointer,      \
        bool:           weft_page_has_bool,         \
        char:           weft_page_has_char,         \
        weft_formatted: weft_page_has_formatted,    \
        weft_excerpt:   weft_page_has_excerpt,      \
        weft_content:   weft_page_has_content,      \
        weft_json_of:   weft_page_has_json,         \
        float:          weft_page_has_f32,          \
        double:         weft_page_has_f64,          \
        WEFT_PAGE_INTEGERS(weft_page_has_i64, weft_page_has_u64))(value)
#define weft_thousands(number)                      \
    _Generic((number),                              \
        weft_formatted: weft_thousands_of,          \
        WEFT_PAGE_INTEGERS(weft_thousands_i64, weft_thousands_u64))(number)
/* clang-format on */
#endif

/* ---- The inline copy of short texts ----------------------------------------------------------------------
 *
 * Sixteen bytes are loaded, stored as they are, and tested by a table of sixteen entries: the seven bytes that are
 * escaped differ in their low four bits, so that entry (byte & 15) is the byte itself for them alone. On x86-64 the
 * table lookup is one instruction of AVX, written in assembly so that no compiler option is needed; page->quick is 0
 * where the processor has none. The last load may look behind the text, within its page of memory; a build that is not
 * optimised or has an address sanitizer, and one with WEFT_PAGE_EXACT (for valgrind), never does. */
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(WEFT_PAGE_EXACT) && !defined(__SANITIZE_ADDRESS__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define WEFT_PAGE_EXACT 1
#endif
#endif
#if !defined(WEFT_PAGE_EXACT) && defined(__x86_64__)
#define WEFT_PAGE_INLINE 1
#include <emmintrin.h>
#elif !defined(WEFT_PAGE_EXACT) && defined(__aarch64__)
#define WEFT_PAGE_INLINE 1
#include <arm_neon.h>
#endif
#endif

#ifdef WEFT_PAGE_INLINE
/* What is written for a byte, by its low four bits: up to seven bytes, and in the last one their number. */
extern const char weft_page_entities[16][8];

/* The same pointer, of which the compiler does not know what object it points into: loads look beyond its end. */
WEFT_PAGE_HOT const char *weft_page_any(const char *ptr)
{
    __asm__("" : "+r"(ptr));
    return ptr;
}

/* Copies 16 bytes. The result has a bit, or four, for each that is to be escaped, the first byte's lowest. */
#if defined(__x86_64__)
typedef unsigned weft_page_bits;
WEFT_PAGE_HOT weft_page_bits weft_page_copy16(char *to, const char *from)
{
    const __m128i specials =
        _mm_setr_epi8(0, -1, 0x22, -1, -1, -1, 0x26, 0x27, -1, -1, -1, -1, 0x3C, 0x0D, 0x3E, 0);
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from), found;
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
    __asm__("vpshufb %2, %1, %0" : "=x"(found) : "x"(specials), "x"(bytes));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(found, bytes));
}
WEFT_PAGE_HOT size_t weft_page_first(weft_page_bits found) { return (size_t)(unsigned)__builtin_ctz(found); }
/* The bits of the first `len` bytes, at most 16. */
WEFT_PAGE_HOT weft_page_bits weft_page_below(size_t len)
{
    static const uint32_t below[17] = { 0,   1,    3,    7,    15,   31,    63,    127,  255,
                                        511, 1023, 2047, 4095, 8191, 16383, 32767, 65535 };
    return below[len];
}
#else
typedef uint64_t weft_page_bits;
WEFT_PAGE_HOT weft_page_bits weft_page_copy16(char *to, const char *from)
{
    const uint8x16_t specials = { 0,   255, 0x22, 255, 255,  255,  0x26, 0x27,
                                  255, 255, 255,  255, 0x3C, 0x0D, 0x3E, 0 };
    uint8x16_t bytes = vld1q_u8((const uint8_t *)from);
    vst1q_u8((uint8_t *)to, bytes);
    uint8x16_t found = vceqq_u8(vqtbl1q_u8(specials, vandq_u8(bytes, vdupq_n_u8(15))), bytes);
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
}
WEFT_PAGE_HOT size_t weft_page_first(weft_page_bits found) { return (size_t)__builtin_ctzll(found) / 4; }
WEFT_PAGE_HOT weft_page_bits weft_page_below(size_t len) { return UINT64_MAX >> (64 - 4 * len); }
#endif

/* Whether a load of 16 bytes at `ptr` stays within one page of memory, whatever their size (at least 4096). */
WEFT_PAGE_HOT bool weft_page_may_load(const char *ptr) { return ((uintptr_t)ptr & 4095) <= 4096 - 16; }

WEFT_PAGE_HOT char *weft_page_quick_text(weft_page *page, char *at, const char *ptr, size_t len)
{
    ptr = weft_page_any(ptr);
    do {
        weft_page_bits found;
        while (len > 16) {
            found = weft_page_copy16(at, ptr);
            if (!WEFT_PAGE_LIKELY(!found)) goto escape;
            at += 16, ptr += 16, len -= 16;
        }
        if (!WEFT_PAGE_LIKELY(weft_page_may_load(ptr)))
            return weft_page_slow_text(page, at, weft_str_of(ptr, len));
        found = weft_page_copy16(at, ptr) & weft_page_below(len);
        if (WEFT_PAGE_LIKELY(!found)) return at + len;
    escape:;
        size_t clean = weft_page_first(found);
        const char *entity = weft_page_entities[ptr[clean] & 15];
        memcpy(at + clean, entity, 8);
        at += clean + (size_t)entity[7];
        ptr += clean + 1, len -= clean + 1;
    } while (len > 0);
    return at;
}
#endif

WEFT_PAGE_HOT char *weft_page_text_str(weft_page *page, char *at, weft_str text)
{
    const char *ptr = text.ptr;
    size_t len = text.len;
#ifdef WEFT_PAGE_INLINE
    if (WEFT_PAGE_LIKELY(len - 1 < page->quick)) return weft_page_quick_text(page, at, ptr, len);
#endif
    return weft_page_slow_text(page, at, weft_str_of(ptr, len));
}

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
