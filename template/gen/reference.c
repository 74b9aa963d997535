#include "template/gen/reference.h"
#include <string.h>

/* The named references to ASCII. Those marked with a leading "*" need no ";", unless, in an attribute, a letter, digit
 * or "=" follows. */
static const struct {
    const char *name;
    char byte;
} names[] = {
    { "Tab", '\t' },         { "NewLine", '\n' },
    { "excl", '!' },         { "*quot", '"' },
    { "*QUOT", '"' },        { "num", '#' },
    { "dollar", '$' },       { "percnt", '%' },
    { "*amp", '&' },         { "*AMP", '&' },
    { "apos", '\'' },        { "lpar", '(' },
    { "rpar", ')' },         { "ast", '*' },
    { "midast", '*' },       { "plus", '+' },
    { "comma", ',' },        { "period", '.' },
    { "sol", '/' },          { "colon", ':' },
    { "semi", ';' },         { "*lt", '<' },
    { "*LT", '<' },          { "equals", '=' },
    { "*gt", '>' },          { "*GT", '>' },
    { "quest", '?' },        { "commat", '@' },
    { "lsqb", '[' },         { "lbrack", '[' },
    { "bsol", '\\' },        { "rsqb", ']' },
    { "rbrack", ']' },       { "Hat", '^' },
    { "lowbar", '_' },       { "UnderBar", '_' },
    { "grave", '`' },        { "DiacriticalGrave", '`' },
    { "lcub", '{' },         { "lbrace", '{' },
    { "verbar", '|' },       { "vert", '|' },
    { "VerticalLine", '|' }, { "rcub", '}' },
    { "rbrace", '}' },
};

/* A letter beyond ASCII: what stands for anything that is not known here. */
static const char other = '\x80';

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static bool is_alnum(char byte)
{
    char lower = (char)(byte | 0x20);
    return is_digit(byte) || (lower >= 'a' && lower <= 'z');
}
static int digit_of(char byte, bool hex)
{
    char lower = (char)(byte | 0x20);
    if (is_digit(byte)) return byte - '0';
    return hex && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The byte that "&#39" or "&#x27" stands for; -1: no such reference. */
static int number_of(const char *text, size_t len)
{
    bool hex = len > 2 && (text[2] | 0x20) == 'x';
    size_t at = hex ? 3 : 2;
    int value = -1;
    for (; at < len; at++) {
        int digit = digit_of(text[at], hex);
        if (digit < 0) return -1;
        value = (value < 0 ? 0 : value) * (hex ? 16 : 10) + digit;
        if (value > 0x10ffff) value = 0x110000;
    }
    return value;
}

/* The same for a name; -1: none that stands for ASCII. */
static int named(const char *name, size_t len, bool closed)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool loose = names[i].name[0] == '*';
        const char *known = names[i].name + loose;
        if (strlen(known) == len && memcmp(known, name, len) == 0 && (closed || loose)) return names[i].byte;
    }
    return -1;
}

static size_t as_it_is(wf_reference *reference, char *out)
{
    size_t len = reference->len;
    memcpy(out, reference->text, len);
    *reference = (wf_reference){ 0 };
    return len;
}

static size_t decoded(wf_reference *reference, int value, char *out)
{
    *reference = (wf_reference){ 0 };
    *out = value < 0x80 ? (char)value : other;
    return 1;
}

/* Ends the reference before `next`, or by it if it is ";" (*closes). */
static size_t finish(wf_reference *reference, char next, bool *closes, char *out)
{
    const char *text = reference->text;
    size_t len = reference->len;
    *closes = next == ';';
    if (len > 1 && text[1] == '#') {
        int value = number_of(text, len);
        if (value >= 0) return decoded(reference, value, out);
    } else if (len > 1) {
        int value = named(text + 1, len - 1, *closes);
        if (value >= 0 && (*closes || next != '=')) return decoded(reference, value, out);
        if (*closes) return decoded(reference, other & 0xff, out);
    }
    *closes = false;
    return as_it_is(reference, out);
}

static bool goes_on(const wf_reference *reference, char byte)
{
    bool number = reference->len > 1 && reference->text[1] == '#';
    if (!number) return is_alnum(byte) || (byte == '#' && reference->len == 1);
    bool hex = reference->len > 2 && (reference->text[2] | 0x20) == 'x';
    return digit_of(byte, hex) >= 0 || (reference->len == 2 && (byte | 0x20) == 'x');
}

size_t wf_reference_feed(wf_reference *reference, char byte, char out[WF_REFERENCE_MAX + 1])
{
    if (reference->len > 0 && goes_on(reference, byte)) {
        /* Leading zeros of a number mean nothing, and would let it outgrow its place. */
        bool zero = byte == '0' && reference->len > 2 && reference->text[reference->len - 1] == '0' &&
                    (reference->len == 3 || (reference->len == 4 && (reference->text[2] | 0x20) == 'x'));
        if (zero) return 0;
        if (reference->len < WF_REFERENCE_MAX) {
            reference->text[reference->len++] = byte;
            return 0;
        }
        size_t len = as_it_is(reference, out);
        out[len] = byte;
        return len + 1;
    }
    size_t len = 0;
    bool closes = false;
    if (reference->len > 0) len = finish(reference, byte, &closes, out);
    if (closes) return len;
    if (byte == '&') {
        *reference = (wf_reference){ 1, { '&' } };
        return len;
    }
    out[len] = byte;
    return len + 1;
}

size_t wf_reference_end(wf_reference *reference, char out[WF_REFERENCE_MAX + 1])
{
    bool closes;
    return reference->len > 0 ? finish(reference, ' ', &closes, out) : 0;
}
