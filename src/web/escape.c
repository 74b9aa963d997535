#include "src/web/escape.h"
#include "src/base/str.h"
#include "src/base/utf8.h"

enum { PIECE_MAX = 6 };

static const char upper_hex[] = "0123456789ABCDEF";

static inline bool is_plain(unsigned char byte, wf_escape escape)
{
    if (byte == '"' || byte == '\\' || byte == '\n' || byte == '\t') return escape == WF_ESCAPE_TEXT;
    return byte >= 0x20 && byte < 0x7f;
}

static size_t plain_len(weft_str text, wf_escape escape, size_t room)
{
    size_t end = text.len < room ? text.len : room, len = 0;
    while (len < end && is_plain((unsigned char)text.ptr[len], escape)) len++;
    return len;
}

static size_t put_json_escape(char *out, uint32_t code)
{
    if (code == '"' || code == '\\') {
        memcpy(out, (char[]){ '\\', (char)code }, 2);
        return 2;
    }
    memcpy(out, "\\u00", 4);
    memcpy(out + 4, (char[]){ "0123456789abcdef"[code >> 4], "0123456789abcdef"[code & 15] }, 2);
    return 6;
}

/* What is not plain at the start of `text`: writes at most PIECE_MAX bytes, and says how many it stands for. */
static size_t put_piece(char *out, weft_str text, wf_escape escape, size_t *taken)
{
    uint32_t code = (unsigned char)*text.ptr;
    size_t len = wf_utf8_take(text.ptr, text.len, &code);
    if (code >= 0xa0 && len > 0) {
        memcpy(out, text.ptr, len);
        return *taken = len;
    }
    if (escape == WF_ESCAPE_JSON) {
        *taken = len ? len : 1;
        return put_json_escape(out, code);
    }
    unsigned char byte = (unsigned char)*text.ptr;
    memcpy(out, (char[]){ '\\', 'x', upper_hex[byte >> 4], upper_hex[byte & 15] }, 4);
    *taken = 1;
    return 4;
}

void wf_put_escaped(weft_buf *out, weft_str text, wf_escape escape, size_t room)
{
    while (text.len > 0) {
        char piece[PIECE_MAX];
        size_t taken = plain_len(text, escape, room), len = taken;
        if (taken > 0)
            weft_put_str(out, weft_str_of(text.ptr, taken));
        else if (room > 0 && (len = put_piece(piece, text, escape, &taken)) <= room)
            weft_put_str(out, weft_str_of(piece, len));
        else
            break;
        text = weft_str_of(text.ptr + taken, text.len - taken);
        room -= len;
    }
    if (text.len > 0) weft_put_str(out, weft_lit("..."));
}

void wf_put_percent(weft_buf *out, unsigned char byte)
{
    weft_put_str(out, weft_str_of((char[]){ '%', upper_hex[byte >> 4], upper_hex[byte & 15] }, 3));
}
