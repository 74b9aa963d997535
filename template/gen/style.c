#include "template/gen/style.h"
#include <string.h>

static bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* Counts how much of "url(" stands right before. */
static void match_url(wf_style *style, char byte)
{
    static const char word[] = "url(";
    char lower = byte == '(' ? byte : (char)(byte | 0x20);
    bool name = (lower >= 'a' && lower <= 'z') || byte == '-' || byte == '_' ||
                (byte >= '0' && byte <= '9') || (byte & 0x80);
    if (style->word < 4 && lower == word[style->word])
        style->word++;
    else
        style->word = name ? 5 : 0; /* 5: within another word */
}

/* Counts how much of "@import" stands right before. */
static void match_import(wf_style *style, char byte)
{
    static const char word[] = "@import";
    if (style->import == WF_STYLE_IMPORT && byte != ';') return;
    char lower = byte == '@' ? byte : (char)(byte | 0x20);
    style->import = lower == word[style->import] ? style->import + 1 : byte == '@';
}

static void feed_code(wf_style *style, char byte)
{
    if (style->last == '/' && byte == '*') {
        style->mode = WF_STYLE_COMMENT;
        style->last = style->word = 0;
        return;
    }
    style->last = byte == '/' ? '/' : 0;
    match_url(style, byte);
    match_import(style, byte);
    switch (byte) {
    case '"': style->mode = WF_STYLE_DOUBLE; break;
    case '\'': style->mode = WF_STYLE_SINGLE; break;
    case '\\': style->escaped = 1; break;
    case '{':
        style->in_value = 0;
        if (style->braces < UINT8_MAX) style->braces++;
        break;
    case '}':
        style->in_value = 0;
        if (style->braces > 0 && style->braces < UINT8_MAX) style->braces--;
        break;
    case ';': style->in_value = 0; break;
    case ':': style->in_value = style->attribute || style->braces > 0; break;
    case '(':
        if (style->word != 4) break;
        style->mode = WF_STYLE_URL;
        style->fresh = 1;
        break;
    default: break;
    }
}

static void feed_string(wf_style *style, char byte, char quote)
{
    if (byte == quote) {
        style->mode = WF_STYLE_CODE;
        style->in_url = 0;
    } else if (byte == '\\')
        style->escaped = 1;
    else if (byte == '\n' || byte == '\r' || byte == '\f')
        style->mode = WF_STYLE_LOST;
}

static void feed_url(wf_style *style, char byte)
{
    if (style->fresh && is_space(byte)) return;
    bool quoted = style->fresh && (byte == '"' || byte == '\'');
    style->fresh = 0;
    if (quoted) style->in_url = 1;
    if (quoted)
        style->mode = byte == '"' ? WF_STYLE_DOUBLE : WF_STYLE_SINGLE; /* its ")" is read as code */
    else if (byte == '\\')
        style->escaped = 1;
    else if (byte == ')')
        style->mode = WF_STYLE_CODE;
}

void wf_style_feed(wf_style *style, char byte)
{
    if (style->escaped) {
        style->escaped = 0;
        return;
    }
    switch ((wf_style_mode)style->mode) {
    case WF_STYLE_CODE: feed_code(style, byte); break;
    case WF_STYLE_DOUBLE: feed_string(style, byte, '"'); break;
    case WF_STYLE_SINGLE: feed_string(style, byte, '\''); break;
    case WF_STYLE_COMMENT:
        if (style->last == '*' && byte == '/') style->mode = WF_STYLE_CODE;
        style->last = byte == '*' ? '*' : 0;
        break;
    case WF_STYLE_URL: feed_url(style, byte); break;
    case WF_STYLE_LOST: break;
    }
    if (style->mode != WF_STYLE_CODE) style->word = 0;
}

void wf_style_value(wf_style *style)
{
    style->last = 0;
    style->word = style->mode == WF_STYLE_CODE ? 5 : 0;
}

bool wf_style_join(wf_style *a, const wf_style *b)
{
    wf_style one = *a, other = *b;
    one.word = other.word = 0;
    if (one.mode == WF_STYLE_LOST || other.mode == WF_STYLE_LOST) {
        *a = (wf_style){ .mode = WF_STYLE_LOST, .attribute = one.attribute };
        return true;
    }
    if (memcmp(&one, &other, sizeof one) != 0) return false;
    if (a->word != b->word) a->word = 5;
    return true;
}
