#include "src/http/cookie.h"
#include "src/base/str.h"

bool wf_cookie_next(weft_str *rest, weft_str *name, weft_str *value)
{
    while (rest->ptr) {
        weft_str piece = wf_str_cut(rest, ';');
        *name = wf_str_trim(wf_str_cut(&piece, '='));
        *value = wf_str_trim(piece);
        if (piece.ptr && name->len > 0) return true;
    }
    return false;
}

/* RFC 6265 section 4.1.1: printable ASCII but space, quote, comma, semicolon and backslash. */
static bool is_cookie_octet(char byte)
{
    return byte > ' ' && byte < 0x7f && byte != '"' && byte != ',' && byte != ';' && byte != '\\';
}

bool wf_is_cookie_value(weft_str value)
{
    bool quoted = value.len >= 2 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"';
    if (quoted) value = weft_str_of(value.ptr + 1, value.len - 2);
    for (size_t i = 0; i < value.len; i++)
        if (!is_cookie_octet(value.ptr[i])) return false;
    return true;
}

bool wf_is_cookie_attribute(weft_str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] < ' ' || value.ptr[i] >= 0x7f || value.ptr[i] == ';') return false;
    return true;
}
