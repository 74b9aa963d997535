/* Content-Disposition with a file name in any script (RFC 6266, RFC 8187). */
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/web/escape.h"
#include "src/web/failure.h"
#include "src/web/fields.h"

static bool holds_control(weft_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7f) return true;
    return false;
}

/* What a quoted string cannot carry to every client: anything beyond ASCII, and the percent sign, which some decode. */
static bool needs_extended(weft_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if ((unsigned char)name.ptr[i] >= 0x80 || name.ptr[i] == '%') return true;
    return false;
}

/* A character's bytes, cut off `*rest`; U+FFFD's for a byte that is none. */
static weft_str next_character(weft_str *rest)
{
    uint32_t code;
    size_t len = wf_utf8_take(rest->ptr, rest->len, &code);
    weft_str character = len ? weft_str_of(rest->ptr, len) : weft_lit("\xef\xbf\xbd");
    size_t taken = len ? len : 1;
    *rest = weft_str_of(rest->ptr + taken, rest->len - taken);
    return character;
}

/* filename="...", an underscore for each character beyond ASCII. */
static void put_plain(weft_buf *out, weft_str name)
{
    weft_put_str(out, weft_lit("; filename=\""));
    while (name.len > 0) {
        weft_str character = next_character(&name);
        if (*character.ptr == '"' || *character.ptr == '\\') weft_put_char(out, '\\');
        weft_put_char(out, character.len == 1 ? *character.ptr : '_');
    }
    weft_put_char(out, '"');
}

/* RFC 8187 section 3.2.1 attr-char: a token's bytes but for three. */
static bool is_attr_char(char byte)
{
    return wf_is_tchar((unsigned char)byte) && byte != '*' && byte != '\'' && byte != '%';
}

static void put_extended(weft_buf *out, weft_str name)
{
    weft_put_str(out, weft_lit("; filename*=UTF-8''"));
    while (name.len > 0) {
        weft_str character = next_character(&name);
        for (size_t i = 0; i < character.len; i++) {
            if (is_attr_char(character.ptr[i]))
                weft_put_char(out, character.ptr[i]);
            else
                wf_put_percent(out, (unsigned char)character.ptr[i]);
        }
    }
}

void weft_attachment(weft_request *req, weft_response *res, weft_str filename)
{
    static wf_log_gate gate;
    if (holds_control(filename)) {
        wf_mistake(req, res, &gate, "weft_attachment(\"%.*s\"): a file name may hold no control bytes",
                   (int)filename.len, filename.ptr);
        return;
    }
    weft_buf value = wf_buf_in(&req->arena, SIZE_MAX);
    weft_put_str(&value, weft_lit("attachment"));
    if (filename.len) put_plain(&value, filename);
    if (needs_extended(filename)) put_extended(&value, filename);
    if (!weft_buf_ok(&value) ||
        !wf_fields_set(req, res, weft_lit("Content-Disposition"), weft_buf_str(&value)))
        wf_fields_spent(req, res);
}
