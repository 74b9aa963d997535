#include "template/gen/literal.h"
#include "src/base/num.h"
#include "src/base/str.h"

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static bool is_word(char byte)
{
    char lower = (char)(byte | 0x20);
    return is_digit(byte) || (lower >= 'a' && lower <= 'z') || byte == '_';
}

/* ---- Numbers --------------------------------------------------------------------------------------------- */

static const wf_ctype *type_named(wf_reader *reader, const char *text)
{
    weft_str name;
    const wf_ctype *type =
        wf_cdecl_read_type(reader->types->set, (wf_cplace){ "<weft>", 1, 1 }, wf_str(text), &name);
    return type ? type : reader->types->integer;
}

static bool is_one_of(weft_str text, const char *const *words)
{
    for (; *words; words++)
        if (weft_str_eq(text, wf_str(*words))) return true;
    return false;
}

/* 12, 0x1F, 017, with u, l, ll behind them. */
static bool read_whole(wf_reader *reader, weft_str text, wf_literal *out)
{
    static const char *const unsigneds[] = { "u", "U", NULL }, *const longs[] = { "l", "L", "ll", "LL",
                                                                                  NULL };
    static const char *const unsigned_longs[] = { "ul",  "uL",  "Ul",  "UL",  "lu",  "lU",
                                                  "Lu",  "LU",  "ull", "uLL", "Ull", "ULL",
                                                  "llu", "llU", "LLu", "LLU", NULL };
    bool hex = text.len > 1 && (text.ptr[1] | 0x20) == 'x',
         octal = !hex && text.len > 1 && text.ptr[0] == '0';
    size_t at = hex ? 2 : 0, from = at;
    uint64_t value = 0;
    for (; at < text.len; at++) {
        int digit = wf_hex_digit(text.ptr[at]);
        if (digit < 0 || (!hex && digit > 9)) break;
        if (octal && digit > 7) return false;
        uint64_t base = hex ? 16 : octal ? 8 : 10;
        if (value > (UINT64_MAX - (uint64_t)digit) / base) return false;
        value = value * base + (uint64_t)digit;
    }
    if (at == from) return false;
    weft_str suffix = weft_str_of(text.ptr + at, text.len - at);
    bool is_unsigned = is_one_of(suffix, unsigneds) || is_one_of(suffix, unsigned_longs);
    bool is_long = is_one_of(suffix, longs) || is_one_of(suffix, unsigned_longs);
    if (suffix.len && !is_unsigned && !is_long) return false;
    if (!is_unsigned && value > INT64_MAX) return false;
    bool large = is_long || value > (is_unsigned ? UINT32_MAX : INT32_MAX);
    out->value = wf_value_of(is_unsigned ? type_named(reader, large ? "unsigned long" : "unsigned")
                                         : type_named(reader, large ? "long" : "int"));
    return true;
}

/* 1.5, .5, 1e9, with f or l behind them. */
static bool read_float(wf_reader *reader, weft_str text, wf_literal *out)
{
    size_t at = 0, digits = 0;
    for (; at < text.len && (is_digit(text.ptr[at]) || text.ptr[at] == '.'); at++)
        digits += text.ptr[at] != '.';
    size_t points = at - digits;
    if (digits == 0 || points > 1) return false;
    if (at < text.len && (text.ptr[at] | 0x20) == 'e') {
        at++;
        if (at < text.len && (text.ptr[at] == '+' || text.ptr[at] == '-')) at++;
        size_t from = at;
        while (at < text.len && is_digit(text.ptr[at])) at++;
        if (at == from || at - from > 2) return false;
    } else if (points == 0) {
        return false;
    }
    bool single = at < text.len && (text.ptr[at] | 0x20) == 'f';
    if (at + single != text.len) return false;
    out->value = wf_value_of(single ? type_named(reader, "float") : reader->types->number);
    return true;
}

static bool read_number(wf_reader *reader, wf_literal *out)
{
    const char *text = reader->source->text.ptr;
    uint32_t from = reader->at, at = from;
    bool hex = reader->to - at > 1 && (text[at + 1] | 0x20) == 'x';
    while (at < reader->to) {
        bool sign = !hex && at > from && (text[at] == '+' || text[at] == '-') && (text[at - 1] | 0x20) == 'e';
        if (!is_word(text[at]) && text[at] != '.' && !sign) break;
        at++;
    }
    out->text = weft_str_of(text + from, at - from);
    if (!read_whole(reader, out->text, out) && !read_float(reader, out->text, out))
        return wf_reader_fault(reader, from, "'%.*s' is no number that C takes", WF_QUOTED(out->text));
    reader->at = at;
    return true;
}

/* ---- Characters and strings ------------------------------------------------------------------------------ */

/* Behind the escape at `at` (a backslash); 0 when C knows none like it, or one that says no byte. */
static uint32_t skip_escape(const wf_reader *reader, uint32_t at)
{
    const char *text = reader->source->text.ptr;
    uint32_t from = ++at;
    if (at >= reader->to) return 0;
    if (strchr("'\"?\\abfnrtv", text[at]) && text[at]) return at + 1;
    if (text[at] == 'x') {
        uint32_t digits = ++at;
        while (at < reader->to && wf_hex_digit(text[at]) >= 0) at++;
        return at - digits == 1 || at - digits == 2 ? at : 0;
    }
    while (at < reader->to && at - from < 3 && text[at] >= '0' && text[at] <= '7') at++;
    bool fits = at - from < 3 || text[from] <= '3';
    return at > from && fits ? at : 0;
}

/* Takes what stands between two quotes. */
static bool take_quoted(wf_reader *reader, char quote, size_t *count)
{
    const char *text = reader->source->text.ptr;
    uint32_t from = reader->at, at = from + 1;
    *count = 0;
    while (at < reader->to && text[at] != quote && text[at] != '\n') {
        uint32_t next = text[at] == '\\' ? skip_escape(reader, at) : at + 1;
        if (next == 0)
            return wf_reader_fault(reader, at,
                                   "C knows no such escape; write the character itself, or \\n, \\t, \\\", "
                                   "\\\\, \\x1F");
        if (text[at] == '?' && at + 1 < reader->to && text[at + 1] == '?')
            return wf_reader_fault(reader, at, "'?\?' could begin a trigraph of C; write '?\\?'");
        if ((unsigned char)text[at] < ' ' && text[at] != '\t')
            return wf_reader_fault(reader, at, "a control byte in a literal; write an escape");
        at = next;
        ++*count;
    }
    if (at >= reader->to || text[at] != quote)
        return wf_reader_fault(reader, from, "the quote is not closed");
    reader->at = at + 1;
    return true;
}

static bool read_character(wf_reader *reader, wf_literal *out)
{
    uint32_t from = reader->at;
    size_t count;
    if (!take_quoted(reader, '\'', &count)) return false;
    weft_str text = weft_str_of(reader->source->text.ptr + from, reader->at - from);
    if (count != 1 || (text.ptr[1] & 0x80))
        return wf_reader_fault(reader, from,
                               "a character literal holds one ASCII character; write \"...\" for text");
    out->text = wf_unit_format(reader->unit, "(char)%.*s", WF_QUOTED(text));
    out->value = wf_value_of(type_named(reader, "char"));
    return true;
}

static bool read_string(wf_reader *reader, wf_literal *out)
{
    uint32_t from = reader->at, to = from;
    size_t count;
    while (reader->at < reader->to && reader->source->text.ptr[reader->at] == '"') {
        if (!take_quoted(reader, '"', &count)) return false;
        to = reader->at;
        wf_reader_skip(reader);
    }
    weft_str text = weft_str_of(reader->source->text.ptr + from, to - from);
    char *copy = wf_unit_text(reader->unit, text);
    for (size_t i = 0; i < text.len; i++)
        if (copy[i] == '\n' || copy[i] == '\r') copy[i] = ' '; /* between the parts of one */
    out->text = weft_str_of(copy, text.len);
    out->value = (wf_value){ .kind = WF_VALUE_LITERAL, .type = reader->types->cstr };
    return true;
}

bool wf_literal_read(wf_reader *reader, wf_literal *out)
{
    char byte = reader->source->text.ptr[reader->at];
    if (byte == '"') return read_string(reader, out);
    if (byte == '\'') return read_character(reader, out);
    return read_number(reader, out);
}

/* ---- Writing --------------------------------------------------------------------------------------------- */

void wf_literal_put(weft_buf *out, weft_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        switch (byte) {
        case '"': weft_put_str(out, weft_lit("\\\"")); break;
        case '\\': weft_put_str(out, weft_lit("\\\\")); break;
        case '\n': weft_put_str(out, weft_lit("\\n")); break;
        case '\t': weft_put_str(out, weft_lit("\\t")); break;
        case '\r': weft_put_str(out, weft_lit("\\r")); break;
        case '?': weft_put_str(out, i && text.ptr[i - 1] == '?' ? weft_lit("\\?") : weft_lit("?")); break;
        default:
            if (byte < ' ' || byte == 0x7f)
                weft_putf(out, "\\%03o", byte);
            else
                weft_put_char(out, (char)byte);
        }
    }
}
