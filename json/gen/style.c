/* Names in other styles: words are cut at "_", before a capital, and between letters that are. */
#include "json/gen/gen.h"

static bool is_lower(char byte) { return byte >= 'a' && byte <= 'z'; }
static bool is_upper(char byte) { return byte >= 'A' && byte <= 'Z'; }
static char upper(char byte) { return (char)(is_lower(byte) ? byte - 'a' + 'A' : byte); }

/* "maxHTTPSize" is max, HTTP, size. */
static bool starts_word(weft_str name, size_t at)
{
    if (at == 0 || name.ptr[at - 1] == '_') return true;
    bool next_lower = at + 1 < name.len && is_lower(name.ptr[at + 1]);
    return is_upper(name.ptr[at]) && (!is_upper(name.ptr[at - 1]) || next_lower);
}

static char cased(wf_jstyle style, char byte, bool first_of_word, bool first_word)
{
    bool capital = style == WF_STYLE_UPPER || (first_of_word && style == WF_STYLE_PASCAL) ||
                   (first_of_word && style == WF_STYLE_CAMEL && !first_word);
    return capital ? upper(byte) : wf_lower(byte);
}

weft_str wf_jgen_styled(wf_jgen *gen, wf_jstyle style, weft_str name)
{
    if (style == WF_STYLE_AS_IS || style == WF_STYLE_EXPLICIT) return name;
    char *to = wf_jgen_take(gen, 2 * name.len + 1), *at = to;
    char between = style == WF_STYLE_KEBAB                              ? '-'
                   : style == WF_STYLE_SNAKE || style == WF_STYLE_UPPER ? '_'
                                                                        : '\0';
    bool first_word = true;
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '_') continue;
        bool first = starts_word(name, i);
        if (first && at > to) first_word = false;
        if (first && at > to && between) *at++ = between;
        *at++ = cased(style, name.ptr[i], first, first_word);
    }
    return at > to ? weft_str_of(to, (size_t)(at - to)) : name;
}
