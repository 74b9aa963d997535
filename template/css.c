/* Styles, in <style> and in attributes (CSS Syntax Level 3). Nothing that is written here is special in HTML. */
#include "template/page.h"
#include "src/base/num.h"
#include "src/base/utf8.h"

/* Within a quoted string: an escape of hexadecimal digits, which a space ends. */
static const char *escape_in_string(char **at, const char *ptr, const char *end)
{
    uint32_t code;
    size_t len = wf_utf8_take(ptr, (size_t)(end - ptr), &code);
    if (len == 0 || code == 0) {
        WF_ADD(at, "\xEF\xBF\xBD");
        return ptr + 1;
    }
    if (code >= 0x80) {
        wf_add(at, ptr, len);
    } else {
        *(*at)++ = '\\';
        *at += wf_hex_put(*at, code);
        *(*at)++ = ' ';
    }
    return ptr + len;
}

char *weft_page_css_string_str(weft_page *page, char *at, weft_str text)
{
    return wf_page_escape(page, at, text, WF_PLAIN_CSS_STRING, escape_in_string);
}

/* Characters of which no rule, function, string, URL or comment can come. */
static bool is_value(weft_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!(wf_plain[(unsigned char)text.ptr[i]] & WF_PLAIN_CSS)) return false;
        if (i > 0 && text.ptr[i] == '-' && text.ptr[i - 1] == '-')
            return false; /* a variable, or the end of a comment */
    }
    return wf_utf8_valid(text.ptr, text.len);
}

char *weft_page_css_str(weft_page *page, char *at, weft_str text)
{
    return weft_page_raw_str(page, at, is_value(text) ? text : weft_lit("weft-invalid"));
}
