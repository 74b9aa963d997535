/* Bytes to tokens. Comments are kept with the token behind them; a backslash before a line's end joins lines wherever
 * white space may be. */
#include "src/cdecl/set.h"

wf_clexer wf_clex_start(wf_cdecl *set, wf_cplace place, weft_str text)
{
    const char *at = text.ptr, *end = text.ptr + text.len;
    if (wf_str_starts(text, weft_lit("\xef\xbb\xbf"))) at += 3;
    return (wf_clexer){ .set = set,
                        .at = at,
                        .end = end,
                        .line_start = at,
                        .before = place.column - 1,
                        .place = place,
                        .first_on_line = true };
}

static wf_cplace place_of(const wf_clexer *lexer, const char *at)
{
    wf_cplace place = lexer->place;
    place.column = lexer->before + (uint32_t)(at - lexer->line_start) + 1;
    return place;
}

static char peek(const wf_clexer *lexer, size_t ahead)
{
    return ahead < (size_t)(lexer->end - lexer->at) ? lexer->at[ahead] : '\0';
}

/* Steps over a line's end. */
static void next_line(wf_clexer *lexer)
{
    lexer->at++;
    lexer->line_start = lexer->at;
    lexer->before = 0;
    lexer->place.line++;
}

/* Bytes of a joined line's end: backslash, newline; 0 when there is none. */
static size_t joint(const wf_clexer *lexer)
{
    if (peek(lexer, 0) != '\\') return 0;
    if (peek(lexer, 1) == '\n') return 2;
    return peek(lexer, 1) == '\r' && peek(lexer, 2) == '\n' ? 3 : 0;
}

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

static weft_str trim(const char *from, const char *to)
{
    while (from < to && (is_space(*from) || *from == '\n')) from++;
    while (from < to && (is_space(to[-1]) || to[-1] == '\n')) to--;
    return weft_str_of(from, (size_t)(to - from));
}

/* ---- Comments ---------------------------------------------------------------------------------------------- */

/* Where a comment's text starts, which may be lines below its mark. */
static wf_cplace place_in_comment(wf_cplace place, const char *from, const char *text)
{
    for (; from < text; from++) {
        place.column++;
        if (*from == '\n') place = (wf_cplace){ place.file, place.line + 1, 1 };
    }
    return place;
}

static bool keep_note(wf_clexer *lexer, wf_cplace place, const char *from, const char *to, wf_cnote ***end)
{
    wf_cnote *note = wf_cset_take(lexer->set, sizeof *note);
    if (!note) return false;
    note->text = trim(from, to);
    note->place = place_in_comment(place, from, note->text.ptr);
    note->start_line = place.line;
    **end = note;
    *end = &note->next;
    return true;
}

static bool line_comment(wf_clexer *lexer, wf_cnote ***notes)
{
    lexer->at += 2;
    const char *from = lexer->at;
    wf_cplace place = place_of(lexer, from);
    while (lexer->at < lexer->end && *lexer->at != '\n') {
        size_t join = joint(lexer);
        lexer->at += join ? join - 1 : 1;
        if (join) next_line(lexer);
    }
    return keep_note(lexer, place, from, lexer->at, notes);
}

static bool block_comment(wf_clexer *lexer, wf_cnote ***notes)
{
    wf_cplace start = place_of(lexer, lexer->at);
    lexer->at += 2;
    const char *from = lexer->at;
    wf_cplace place = place_of(lexer, from);
    while (lexer->at < lexer->end && !(lexer->at[0] == '*' && peek(lexer, 1) == '/')) {
        if (*lexer->at == '\n')
            next_line(lexer);
        else
            lexer->at++;
    }
    if (lexer->at == lexer->end)
        return wf_cset_fail(lexer->set, start, "this comment does not end", "close it with */");
    const char *to = lexer->at;
    lexer->at += 2;
    return keep_note(lexer, place, from, to, notes);
}

/* Steps over white space and comments; in a directive it stops at the line's end. */
static bool skip_blank(wf_clexer *lexer, bool in_directive, wf_cnote ***notes)
{
    while (lexer->at < lexer->end) {
        size_t join = joint(lexer);
        bool kept = true;
        if (join) {
            lexer->at += join - 1;
            next_line(lexer);
        } else if (*lexer->at == '\n') {
            if (in_directive) return true;
            next_line(lexer);
            lexer->first_on_line = true;
        } else if (is_space(*lexer->at)) {
            lexer->at++;
        } else if (*lexer->at == '/' && peek(lexer, 1) == '/') {
            kept = line_comment(lexer, notes);
        } else if (*lexer->at == '/' && peek(lexer, 1) == '*') {
            kept = block_comment(lexer, notes);
        } else {
            return true;
        }
        if (!kept) return false;
    }
    return true;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------ */

static bool starts_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$' ||
           byte & 0x80;
}

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

static size_t word_len(const wf_clexer *lexer)
{
    size_t len = 1;
    while (starts_word(peek(lexer, len)) || is_digit(peek(lexer, len))) len++;
    return len;
}

/* A preprocessing number: more than a number is, and refused where its value matters. */
static size_t number_len(const wf_clexer *lexer)
{
    size_t len = 1;
    for (;; len++) {
        char byte = peek(lexer, len), before = peek(lexer, len - 1);
        bool sign = (byte == '+' || byte == '-') &&
                    (before == 'e' || before == 'E' || before == 'p' || before == 'P');
        if (!sign && !starts_word(byte) && !is_digit(byte) && byte != '.') return len;
    }
}

/* To the closing quote, or the line's end if there is none: apostrophes stand in #error lines, too. */
static size_t quoted_len(const wf_clexer *lexer)
{
    char quote = *lexer->at;
    for (size_t len = 1;; len++) {
        char byte = peek(lexer, len);
        if (byte == '\n' || len >= (size_t)(lexer->end - lexer->at)) return len;
        if (byte == quote) return len + 1;
        if (byte == '\\' && len + 1 < (size_t)(lexer->end - lexer->at) && peek(lexer, len + 1) != '\n') len++;
    }
}

static size_t mark_len(const wf_clexer *lexer)
{
    static const char *const marks[] = { "...", "->", "<<", ">>", "<=", ">=",
                                         "==",  "!=", "&&", "||", "::", "##" };
    weft_str rest = weft_str_of(lexer->at, (size_t)(lexer->end - lexer->at));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        weft_str mark = wf_str(marks[i]);
        if (wf_str_starts(rest, mark)) return mark.len;
    }
    return 1;
}

static wf_ctoken_kind kind_at(const wf_clexer *lexer)
{
    char byte = *lexer->at;
    if (starts_word(byte)) return WF_CTOKEN_WORD;
    if (is_digit(byte) || (byte == '.' && is_digit(peek(lexer, 1)))) return WF_CTOKEN_NUMBER;
    if (byte == '"') return WF_CTOKEN_TEXT;
    return byte == '\'' ? WF_CTOKEN_CHARACTER : WF_CTOKEN_MARK;
}

static size_t token_len(const wf_clexer *lexer, wf_ctoken_kind kind)
{
    switch (kind) {
    case WF_CTOKEN_WORD: return word_len(lexer);
    case WF_CTOKEN_NUMBER: return number_len(lexer);
    case WF_CTOKEN_TEXT:
    case WF_CTOKEN_CHARACTER: return quoted_len(lexer);
    case WF_CTOKEN_MARK: return mark_len(lexer);
    case WF_CTOKEN_END: break;
    }
    return 0;
}

bool wf_clex_next(wf_clexer *lexer, wf_ctoken *out, bool in_directive)
{
    wf_cnote *notes = NULL, **end = &notes;
    if (!skip_blank(lexer, in_directive, &end)) return false;
    bool ended = lexer->at == lexer->end || *lexer->at == '\n';
    wf_ctoken_kind kind = ended ? WF_CTOKEN_END : kind_at(lexer);
    size_t len = ended ? 0 : token_len(lexer, kind);
    *out = (wf_ctoken){ .kind = kind,
                        .first_on_line = lexer->first_on_line,
                        .text = weft_str_of(lexer->at, len),
                        .place = place_of(lexer, lexer->at),
                        .notes = notes };
    lexer->at += len;
    lexer->first_on_line = false;
    return true;
}
