/* URLs in attributes: which schemes may stand there, and percent-encoding (RFC 3986). */
#include "template/page.h"
#include "src/base/str.h"
#include "src/base/utf8.h"

const char wf_url_refused[] = "about:invalid#weft";

static const weft_str schemes[] = { WEFT_LIT("http"), WEFT_LIT("https"), WEFT_LIT("mailto"),
                                    WEFT_LIT("tel"),  WEFT_LIT("sms"),   WEFT_LIT("ftp") };

/* Browsers drop what is at most a space around a URL (URL Standard section 4.4), and tabs and line breaks within it.
 * The first is looked through; of the others none is part of a scheme that is known. */
static weft_str trim(weft_str url)
{
    while (url.len > 0 && (unsigned char)*url.ptr <= ' ') url = weft_str_of(url.ptr + 1, url.len - 1);
    return url;
}

bool wf_url_is_safe(weft_str url)
{
    url = trim(url);
    size_t len = 0;
    while (len < url.len && !memchr(":/?#", url.ptr[len], 4)) len++;
    if (len == url.len || url.ptr[len] != ':') return true;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (wf_str_eq_nocase(weft_str_of(url.ptr, len), schemes[i])) return true;
    return false;
}

char *weft_page_url_str(weft_page *page, char *at, weft_str text)
{
    if (!wf_url_is_safe(text)) text = weft_cstr(wf_url_refused);
    return weft_page_slow_text(page, at, text);
}

static void add_percent(char **at, unsigned char byte)
{
    static const char hex[] = "0123456789ABCDEF";
    *(*at)++ = '%';
    *(*at)++ = hex[byte >> 4];
    *(*at)++ = hex[byte & 15];
}

/* One character, percent-encoded; what is no UTF-8, and NUL, as U+FFFD. */
static const char *escape(char **at, const char *ptr, const char *end)
{
    uint32_t code;
    size_t len = wf_utf8_take(ptr, (size_t)(end - ptr), &code);
    if (len == 0 || code == 0) {
        WF_ADD(at, "%EF%BF%BD");
        return ptr + 1;
    }
    for (size_t i = 0; i < len; i++) add_percent(at, (unsigned char)ptr[i]);
    return ptr + len;
}

char *weft_page_url_part_str(weft_page *page, char *at, weft_str text)
{
    return wf_page_escape(page, at, text, WF_PLAIN_PATH, escape);
}

/* Two slashes at the beginning of a URL are followed by a host. */
char *weft_page_url_root_str(weft_page *page, char *at, weft_str text)
{
    if (text.len == 0) return weft_page_raw_str(page, at, weft_lit("."));
    if (text.ptr[0] == '/') {
        at = weft_page_raw_str(page, at, weft_lit("%2F"));
        text = weft_str_of(text.ptr + 1, text.len - 1);
    }
    return weft_page_url_part_str(page, at, text);
}

char *weft_page_url_lead_str(weft_page *page, char *at, weft_str text)
{
    return wf_page_escape(page, at, text, WF_PLAIN_LEAD, escape);
}

char *weft_page_url_query_str(weft_page *page, char *at, weft_str text)
{
    return wf_page_escape(page, at, text, WF_PLAIN_QUERY, escape);
}

char *weft_page_put_params(weft_page *page, char *at, weft_params_of params)
{
    bool first = true;
    for (size_t i = 0; i < params.count; i++) {
        const weft_param_pair *pair = &params.pairs[i];
        if (!pair->value.ptr) continue;
        if (!first) at = weft_page_raw_str(page, at, weft_lit("&amp;"));
        at = weft_page_url_query_str(page, at, weft_cstr(pair->name));
        at = weft_page_raw_str(page, at, weft_lit("="));
        at = weft_page_url_query_str(page, at, pair->value);
        first = false;
    }
    return weft_page_room(page, at, WEFT_PAGE_RUN);
}

/* In a srcset (HTML section 4.8.4.2.1) a candidate is a URL and descriptors; a comma ends it. A comma within a URL,
 * which HTML allows where no space follows, begins a candidate here as well: what is behind it is checked once more. */
char *weft_page_srcset_str(weft_page *page, char *at, weft_str text)
{
    at = weft_page_room(page, at, WEFT_PAGE_RUN);
    while (text.ptr) {
        weft_str candidate = trim(wf_str_cut(&text, ','));
        size_t len = 0;
        while (len < candidate.len && (unsigned char)candidate.ptr[len] > ' ') len++;
        at = weft_page_url_str(page, at, weft_str_of(candidate.ptr, len));
        at = weft_page_slow_text(page, at, weft_str_of(candidate.ptr + len, candidate.len - len));
        if (text.ptr) at = weft_page_raw_str(page, at, weft_lit(", "));
    }
    return at;
}

/* ---- URLs in styles ---- */

/* What ends a url(...) or a string, and what is special in HTML, percent-encoded; an ampersand, which means something
 * in a URL, as an escape of CSS. */
static const char *escape_css_url(char **at, const char *ptr, const char *end)
{
    if (*ptr != '&') return escape(at, ptr, end);
    WF_ADD(at, "\\26 ");
    return ptr + 1;
}

char *weft_page_css_url_str(weft_page *page, char *at, weft_str text)
{
    if (!wf_url_is_safe(text)) text = weft_cstr(wf_url_refused);
    return wf_page_escape(page, at, text, WF_PLAIN_CSS_URL, escape_css_url);
}
