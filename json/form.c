/* A whole text in another form: with line breaks, or fit to stand in a script. */
#include "json/read.h"
#include "json/text.h"

/* Whether the text is JSON: seen by a padded copy, in room that the buffer then writes over. */
static bool is_json(weft_buf *buf, weft_str text)
{
    char *copy = text.len <= PTRDIFF_MAX / 2 ? weft_buf_room(buf, text.len + WEFT_JSON_PAD) : NULL;
    if (!copy || !text.ptr) return false;
    memcpy(copy, text.ptr, text.len);
    memset(copy + text.len, 0, WEFT_JSON_PAD);
    weft_json_in in = { .start = copy, .end = copy + text.len };
    const char *end = weft_in_skip(&in, weft_in_space(copy));
    return end && weft_in_space(end) == in.end;
}

static void put_line(weft_buf *buf, size_t spaces)
{
    char *at = weft_buf_room(buf, 1 + spaces);
    if (!at) return;
    *at = '\n';
    memset(at + 1, ' ', spaces);
    weft_buf_used(buf, 1 + spaces);
}

/* The quoted text at `at`, whose end is returned. */
static const char *put_quoted(weft_buf *buf, const char *at)
{
    const char *end = at + 1;
    while (*end != '"') end += *end == '\\' ? 2 : 1;
    weft_put_str(buf, weft_str_of(at, (size_t)(end + 1 - at)));
    return end + 1;
}

bool weft_json_pretty(weft_buf *buf, weft_str text, unsigned indent)
{
    if (!is_json(buf, text)) return false;
    size_t depth = 0;
    bool is_open = false; /* behind a bracket whose line break is still to come: an empty pair has none */
    for (const char *at = text.ptr, *end = at + text.len; at < end;) {
        char byte = *at;
        bool is_end = byte == '}' || byte == ']';
        at++;
        if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') continue;
        depth -= is_end;
        if (is_open != is_end) put_line(buf, depth * indent);
        is_open = byte == '{' || byte == '[';
        depth += is_open;
        if (byte == '"') {
            at = put_quoted(buf, at - 1);
            continue;
        }
        weft_put_char(buf, byte);
        if (byte == ':') weft_put_char(buf, ' ');
        if (byte == ',') put_line(buf, depth * indent);
    }
    return weft_buf_ok(buf);
}

bool weft_json_for_script(weft_buf *buf, weft_str text)
{
    if (!is_json(buf, text)) return false;
    const char *from = text.ptr, *end = from + text.len;
    for (const char *at = from; at < end;) {
        /* They stand in texts alone, where an escape means the same. */
        const char *escape = *at == '<' ? "\\u003c" : *at == '>' ? "\\u003e" : *at == '&' ? "\\u0026" : NULL;
        size_t len = 1;
        if (end - at >= 3 && memcmp(at, "\xe2\x80", 2) == 0 && ((unsigned char)at[2] & 0xfe) == 0xa8) {
            escape = at[2] & 1 ? "\\u2029" : "\\u2028";
            len = 3;
        }
        if (escape) {
            weft_put_str(buf, weft_str_of(from, (size_t)(at - from)));
            weft_put_str(buf, weft_str_of(escape, 6));
            from = at + len;
        }
        at += len;
    }
    weft_put_str(buf, weft_str_of(from, (size_t)(end - from)));
    return weft_buf_ok(buf);
}
