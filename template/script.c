/* Scripts, in <script> and in handlers (ECMAScript; HTML section 4.12.1.3). Escapes are those that JSON has too.
 * Nothing that is written here is special in HTML, so that no text leaves its string, its script or its attribute. */
#include "template/page.h"
#include "src/base/num.h"
#include "src/base/utf8.h"
#include <math.h>
#include <weft/json.h>

static void add_unicode(char **at, uint32_t code)
{
    static const char hex[] = "0123456789abcdef";
    WF_ADD(at, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4) *(*at)++ = hex[code >> shift & 15];
}

static const char *escape(char **at, const char *ptr, const char *end)
{
    uint32_t code;
    size_t len = wf_utf8_take(ptr, (size_t)(end - ptr), &code);
    if (len == 0 || code == 0) {
        WF_ADD(at, "\xEF\xBF\xBD");
        return ptr + 1;
    }
    switch (code) {
    case '\n': WF_ADD(at, "\\n"); break;
    case '\r': WF_ADD(at, "\\r"); break;
    case '\t': WF_ADD(at, "\\t"); break;
    case '\\': WF_ADD(at, "\\\\"); break;
    default:
        if (code < 0x80 || code == 0x2028 || code == 0x2029)
            add_unicode(at, code);
        else
            wf_add(at, ptr, len);
    }
    return ptr + len;
}

static bool is_dash(weft_str text, size_t index) { return index < text.len && text.ptr[index] == '-'; }

/* A dash at either end is escaped: with what the template has there it could begin or end a comment of HTML, which
 * scripts have, too. Between two other characters of the text it cannot: < and > are never what they are. */
char *weft_page_js_string_str(weft_page *page, char *at, weft_str text)
{
    bool first = is_dash(text, 0), last = text.len > 1 && is_dash(text, text.len - 1);
    weft_str inner = first || last ? weft_str_of(text.ptr + first, text.len - first - last) : text;
    if (first) at = weft_page_raw_str(page, at, weft_lit("\\u002d"));
    at = wf_page_escape(page, at, inner, WF_PLAIN_JS, escape);
    return last ? weft_page_raw_str(page, at, weft_lit("\\u002d")) : at;
}

/* ---- Values ---- */

static char *put_quoted(weft_page *page, char *at, weft_str text, weft_str quote)
{
    if (!text.ptr) return weft_page_raw_str(page, at, weft_lit("null"));
    at = weft_page_raw_str(page, at, quote);
    at = weft_page_js_string_str(page, at, text);
    return weft_page_raw_str(page, at, quote);
}

char *weft_page_js_str(weft_page *page, char *at, weft_str text)
{
    return put_quoted(page, at, text, weft_lit("\""));
}

char *weft_page_js_attr_str(weft_page *page, char *at, weft_str text)
{
    return put_quoted(page, at, text, weft_lit("&quot;"));
}

/* The minus of a negative number must not meet another, which would make a decrement or the end of a comment of it. */
static char *put_number(weft_page *page, char *at, weft_formatted number)
{
    if (number.text[0] == '-') at = weft_page_raw_str(page, at, weft_lit(" "));
    return weft_page_raw_str(page, at, weft_str_of(number.text, number.len));
}

char *weft_page_js_i64(weft_page *page, char *at, int64_t number)
{
    return put_number(page, at, weft_formatted_i64(number));
}

char *weft_page_js_f64(weft_page *page, char *at, double number)
{
    if (!isfinite(number)) return weft_page_raw_str(page, at, weft_lit("null"));
    return put_number(page, at, weft_formatted_f64(number));
}

char *weft_page_js_f32(weft_page *page, char *at, float number)
{
    if (!isfinite(number)) return weft_page_raw_str(page, at, weft_lit("null"));
    return put_number(page, at, weft_formatted_f32(number));
}

/* ---- Structs as JSON ---- */

/* JSON has these characters within texts alone, so that each may become an escape of JSON. */
static const char *escape_in_script(char **at, const char *ptr, const char *end)
{
    switch (*ptr) {
    case '<': WF_ADD(at, "\\u003c"); return ptr + 1;
    case '>': WF_ADD(at, "\\u003e"); return ptr + 1;
    case '&': WF_ADD(at, "\\u0026"); return ptr + 1;
    case '\xE2':
        if (end - ptr < 3 || ptr[1] != '\x80' || (ptr[2] & '\xFE') != '\xA8') break;
        add_unicode(at, ptr[2] == '\xA8' ? 0x2028 : 0x2029);
        return ptr + 3;
    default: break;
    }
    *(*at)++ = *ptr;
    return ptr + 1;
}

static const char *escape_in_html(char **at, const char *ptr, const char *end)
{
    if (*ptr == '"')
        WF_ADD(at, "&quot;");
    else if (*ptr == '\'')
        WF_ADD(at, "&#39;");
    else
        return escape_in_script(at, ptr, end);
    return ptr + 1;
}

static char *put_json(weft_page *page, char *at, weft_json_of json, wf_escape *escape_json)
{
    weft_json_error error;
    weft_buf *out = page->out;
    if (!json.value) return weft_page_raw_str(page, at, weft_lit("null"));
    size_t from = wf_page_offset(page, at);
    if (!weft_buf_ok(out)) return weft_page_grow(page, at, WEFT_PAGE_RUN);
    out->len = from;
    if (!weft_codec_write(json.codec, json.value, out, &error)) {
        if (error.code != WEFT_JSON_MEMORY && !page->mistake) {
            page->mistake = "a value of this type cannot be written as JSON";
            page->culprit = json.codec->name;
        }
        return weft_page_grow(page, at, WEFT_PAGE_RUN);
    }
    page->end = out->ptr + out->cap;
    return wf_page_rewrite(page, from, out->ptr + out->len, escape_json);
}

char *weft_page_js_json(weft_page *page, char *at, weft_json_of json)
{
    return put_json(page, at, json, escape_in_script);
}

char *weft_page_text_json(weft_page *page, char *at, weft_json_of json)
{
    return put_json(page, at, json, escape_in_html);
}
