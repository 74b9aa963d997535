#include "router/pattern.h"
#include "src/base/check.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include <stdarg.h>
#include <stdio.h>

/* Quotes of the author's text in messages are cut here, so that a message always fits. */
enum { QUOTE_MAX = 40 };

static int quoted(weft_str text) { return text.len > QUOTE_MAX ? QUOTE_MAX : (int)text.len; }

WEFT_FORMAT(3, 4) WF_COLD static bool refuse(wf_pattern_error *error, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    error->at = at;
    return false;
}

static weft_str slice(weft_str text, size_t from, size_t to)
{
    return weft_str_of(text.ptr + from, to - from);
}

/* Offset of `byte` in text, or text.len. */
static size_t find(weft_str text, char byte)
{
    const char *hit = text.len ? memchr(text.ptr, byte, text.len) : NULL;
    return hit ? (size_t)(hit - text.ptr) : text.len;
}

/* ---- Bytes that no pattern holds ------------------------------------------------------------------------ */

static bool is_escape(weft_str text, size_t at)
{
    return at + 2 < text.len && wf_hex_digit(text.ptr[at + 1]) >= 0 && wf_hex_digit(text.ptr[at + 2]) >= 0;
}

/* "%C3%A9" is shown as the "é" that should have been written, if it is something one can write. */
WF_COLD static bool refuse_escape(weft_str text, size_t at, wf_pattern_error *error)
{
    char plain[QUOTE_MAX];
    size_t len = 0, end = at;
    bool writable = true;
    for (; end < text.len && text.ptr[end] == '%' && is_escape(text, end) && len < sizeof plain; end += 3) {
        int byte = wf_hex_digit(text.ptr[end + 1]) << 4 | wf_hex_digit(text.ptr[end + 2]);
        writable = writable && byte > ' ' && byte != 0x7f && !strchr("/?#%{}*", byte);
        plain[len++] = (char)byte;
    }
    int shown = (int)(end - at);
    if (writable && wf_utf8_valid(plain, len))
        return refuse(error, at, "patterns are written decoded; write '%.*s' instead of '%.*s'", (int)len,
                      plain, shown, text.ptr + at);
    return refuse(error, at,
                  "patterns are written decoded, and '%.*s' cannot be; write '{name}' for the segment", shown,
                  text.ptr + at);
}

static bool check_byte(weft_str text, size_t at, wf_pattern_error *error)
{
    unsigned char byte = (unsigned char)text.ptr[at];
    if (byte == ' ' || (byte >= '\t' && byte <= '\r'))
        return refuse(error, at, "white space in a path; take it out, or write '{name}' for the segment");
    if (byte < ' ' || byte == 0x7f)
        return refuse(error, at, "control byte 0x%02X in a path; take it out", byte);
    if (byte == '?')
        return refuse(error, at,
                      "'?' starts a query, which is not part of a path; end the pattern before it");
    if (byte == '#')
        return refuse(error, at, "'#' starts a fragment, which is never sent; end the pattern before it");
    return byte != '%' || !is_escape(text, at) || refuse_escape(text, at, error);
}

static bool check_bytes(weft_str text, wf_pattern_error *error)
{
    if (text.len > WF_PATTERN_LEN_MAX)
        return refuse(error, WF_PATTERN_LEN_MAX, "longer than %d bytes; write a shorter pattern",
                      WF_PATTERN_LEN_MAX);
    for (size_t i = 0; i < text.len; i++)
        if (!check_byte(text, i, error)) return false;
    size_t valid = wf_utf8_valid_prefix(text.ptr, text.len);
    return valid == text.len || refuse(error, valid, "not UTF-8; save the source file as UTF-8");
}

/* ---- One segment ---------------------------------------------------------------------------------------- */

/* "." and ".." are refused in every request, also with ";parameters" behind, so no pattern can mean them. */
static bool is_dots(weft_str text)
{
    size_t len = find(text, ';');
    return (len == 1 || len == 2) && text.ptr[0] == '.' && text.ptr[len - 1] == '.';
}

static bool take_text(weft_str text, size_t at, wf_segment *out, wf_pattern_error *error)
{
    size_t star = find(text, '*');
    if (star < text.len)
        return refuse(error, at + star,
                      "'*' is a whole segment, the last one; write '/*', or '/{name*}' to read what it took");
    if (is_dots(text)) return refuse(error, at, "no request reaches a '.' or '..' segment; leave it out");
    *out = (wf_segment){ text, WF_SEGMENT_TEXT };
    return true;
}

static bool is_name_byte(char byte, bool first)
{
    return byte == '_' || (wf_lower(byte) >= 'a' && wf_lower(byte) <= 'z') ||
           (!first && byte >= '0' && byte <= '9');
}

static bool check_name(weft_str name, size_t at, wf_pattern_error *error)
{
    if (name.len == 0) return refuse(error, at, "a variable needs a name; write '{name}'");
    for (size_t i = 0; i < name.len; i++)
        if (!is_name_byte(name.ptr[i], i == 0))
            return refuse(error, at + i,
                          "'%.*s' is not a name; write letters, digits and '_', and no digit first",
                          quoted(name), name.ptr);
    return true;
}

/* What stands between the braces: name, name:int, name*. */
static bool take_variable(weft_str inner, size_t at, wf_segment *out, wf_pattern_error *error)
{
    if (weft_str_eq(inner, weft_lit("*")))
        return refuse(error, at, "'{*}' names nothing; write '*' or '{name*}'");
    size_t colon = find(inner, ':');
    bool tail = colon == inner.len && inner.len > 0 && inner.ptr[inner.len - 1] == '*';
    weft_str name = slice(inner, 0, tail ? inner.len - 1 : colon);
    if (!check_name(name, at, error)) return false;
    if (colon < inner.len) {
        weft_str type = slice(inner, colon + 1, inner.len);
        if (!weft_str_eq(type, weft_lit("int")))
            return refuse(error, at + colon + 1, "unknown type '%.*s'; write '{%.*s:int}' or '{%.*s}'",
                          quoted(type), type.ptr, quoted(name), name.ptr, quoted(name), name.ptr);
    }
    *out = (wf_segment){ name, tail ? WF_SEGMENT_TAIL : colon < inner.len ? WF_SEGMENT_INT : WF_SEGMENT_ANY };
    return true;
}

/* A segment that holds a brace is one variable and nothing else. */
static bool take_braces(weft_str text, size_t at, wf_segment *out, wf_pattern_error *error)
{
    size_t open = find(text, '{'), close = find(text, '}');
    if (close < open) return refuse(error, at + close, "'}' closes nothing; write '{name}'");
    if (close == text.len)
        return refuse(error, at + open, "'{' is not closed in its segment; write '{name}'");
    weft_str inner = slice(text, open + 1, close);
    size_t nested = find(inner, '{');
    if (nested < inner.len) return refuse(error, at + open + 1 + nested, "'{' inside braces; write '{name}'");
    if (open > 0 || close + 1 < text.len)
        return refuse(error, at, "text beside a variable; a variable is a whole segment: write '/{%.*s}'",
                      quoted(inner), inner.ptr);
    return take_variable(inner, at + 1, out, error);
}

static bool take_segment(weft_str text, size_t at, wf_segment *out, wf_pattern_error *error)
{
    if (text.len == 0) return refuse(error, at, "empty segment; write one '/'");
    if (find(text, '{') < text.len || find(text, '}') < text.len) return take_braces(text, at, out, error);
    if (!weft_str_eq(text, weft_lit("*"))) return take_text(text, at, out, error);
    *out = (wf_segment){ weft_lit(""), WF_SEGMENT_TAIL };
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------------------ */

static bool check_twice(const wf_pattern *pattern, weft_str name, size_t at, wf_pattern_error *error)
{
    for (uint32_t i = 0; i < pattern->count; i++)
        if (pattern->segments[i].kind != WF_SEGMENT_TEXT && weft_str_eq(pattern->segments[i].text, name))
            return refuse(error, at, "the name '%.*s' is taken by segment %u; write another name here",
                          quoted(name), name.ptr, (unsigned)i + 1);
    return true;
}

static bool add_segment(wf_pattern *pattern, wf_segment segment, size_t at, wf_pattern_error *error)
{
    if (pattern->count == WF_SEGMENTS_MAX)
        return refuse(error, at, "more than %d segments; write a tail '{name*}' for the rest",
                      WF_SEGMENTS_MAX);
    if (segment.kind != WF_SEGMENT_TEXT && segment.text.len > 0) {
        if (!check_twice(pattern, segment.text, at + 1, error)) return false;
        if (pattern->params == WF_PARAMS_MAX)
            return refuse(error, at, "more than %d variables; write a tail '{name*}' for the rest",
                          WF_PARAMS_MAX);
        pattern->params++;
    }
    pattern->segments[pattern->count++] = segment;
    return true;
}

/* Without its one leading and its one trailing slash. Of two slashes at an end none is stripped there, so that the
 * empty segment between them is seen, however often this is applied. */
static weft_str strip_slashes(weft_str text)
{
    if (text.len > 0 && text.ptr[0] == '/') text = slice(text, 1, text.len);
    if (text.len > 1 && text.ptr[text.len - 1] == '/' && text.ptr[text.len - 2] != '/') text.len--;
    return text;
}

bool wf_pattern_parse(weft_str text, wf_pattern *out, wf_pattern_error *error)
{
    out->count = out->params = 0;
    if (text.len == 0) return true;
    if (!check_bytes(text, error)) return false;
    weft_str rest = strip_slashes(text);
    size_t from = (size_t)(rest.ptr - text.ptr), end = from + rest.len;
    while (rest.len > 0) {
        size_t to = from + find(slice(text, from, end), '/');
        wf_segment segment = { 0 };
        if (wf_pattern_has_tail(out))
            return refuse(error, from, "a tail takes all that follows; end the pattern with it");
        if (!take_segment(slice(text, from, to), from, &segment, error)) return false;
        if (!add_segment(out, segment, from, error)) return false;
        if (to == end) break;
        from = to + 1;
    }
    return true;
}

bool wf_prefix_parse(weft_str text, wf_pattern *out, wf_pattern_error *error)
{
    if (!wf_pattern_parse(text, out, error)) return false;
    if (!wf_pattern_has_tail(out)) return true;
    size_t at = text.len;
    while (at > 0 && text.ptr[at - 1] != '*') at--;
    return refuse(error, at - 1, "a prefix cannot end in a tail; write it without the '*'");
}

static size_t put_part(char *out, weft_str part)
{
    part = strip_slashes(part);
    if (part.len == 0) return 0;
    out[0] = '/';
    memcpy(out + 1, part.ptr, part.len);
    return part.len + 1;
}

size_t wf_pattern_join(char *out, weft_str prefix, weft_str path)
{
    size_t len = put_part(out, prefix);
    len += put_part(out + len, path);
    if (len == 0) out[len++] = '/';
    return len;
}
