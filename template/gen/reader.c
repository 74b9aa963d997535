/* The small steps of reading a tag or an expression. */
#include "src/base/str.h"
#include "template/gen/expr.h"
#include <stdarg.h>
#include <stdio.h>

static bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
static bool is_letter(char byte)
{
    char lower = (char)(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || byte == '_';
}
static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

bool wf_reader_fault(wf_reader *reader, size_t at, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!reader->failed && !reader->quiet) wf_unit_fault(reader->unit, reader->source, at, "%s", text);
    reader->failed = true;
    return false;
}

void wf_reader_skip(wf_reader *reader)
{
    while (reader->at < reader->to && is_space(reader->source->text.ptr[reader->at])) reader->at++;
}

bool wf_reader_done(wf_reader *reader)
{
    wf_reader_skip(reader);
    return reader->at == reader->to;
}

weft_str wf_reader_name(wf_reader *reader)
{
    wf_reader_skip(reader);
    const char *text = reader->source->text.ptr;
    uint32_t from = reader->at, at = from;
    if (at == reader->to || !is_letter(text[at])) return weft_str_of(NULL, 0);
    while (at < reader->to && (is_letter(text[at]) || is_digit(text[at]))) at++;
    reader->at = at;
    return weft_str_of(text + from, at - from);
}

bool wf_reader_sign(wf_reader *reader, const char *sign)
{
    wf_reader_skip(reader);
    size_t len = strlen(sign);
    if (reader->to - reader->at < len || memcmp(reader->source->text.ptr + reader->at, sign, len) != 0)
        return false;
    reader->at += (uint32_t)len;
    return true;
}

weft_str wf_reader_literal(wf_reader *reader)
{
    wf_reader_skip(reader);
    const char *text = reader->source->text.ptr;
    uint32_t at = reader->at + 1;
    if (at >= reader->to || text[reader->at] != '"') return weft_str_of(NULL, 0);
    while (at < reader->to && text[at] != '"' && text[at] != '\\' && text[at] != '\n') at++;
    if (at == reader->to || text[at] != '"') return weft_str_of(NULL, 0);
    weft_str literal = weft_str_of(text + reader->at + 1, at - reader->at - 1);
    reader->at = at + 1;
    return literal;
}

wf_variable *wf_reader_variable(const wf_reader *reader, weft_str name)
{
    for (wf_variable *variable = reader->variables; variable; variable = variable->outer)
        if (weft_str_eq(variable->name, name)) return variable;
    return NULL;
}

bool wf_is_keyword(weft_str name)
{
    static const char *const words[] = {
        "auto",     "break",   "case",    "char",     "const",     "continue",     "default",       "do",
        "double",   "else",    "enum",    "extern",   "float",     "for",          "goto",          "if",
        "inline",   "int",     "long",    "register", "restrict",  "return",       "short",         "signed",
        "sizeof",   "static",  "struct",  "switch",   "typedef",   "union",        "unsigned",      "void",
        "volatile", "while",   "true",    "false",    "NULL",      "bool",         "loop",          "asm",
        "typeof",   "alignas", "alignof", "nullptr",  "constexpr", "thread_local", "static_assert",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (weft_str_eq(name, wf_str(words[i]))) return true;
    return name.len > 1 && name.ptr[0] == '_';
}
