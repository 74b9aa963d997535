#include "template/gen/lex.h"

enum { COMMENT_LOOK = 120 }; /* how far "#}" is looked for behind a "{#" that may be text */

typedef struct lexer {
    wf_unit *unit;
    const wf_source *source;
    const char *text;
    uint32_t len, at;
    wf_piece *first, *last;
} lexer;

static bool is_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

static wf_piece *add(lexer *lex, wf_piece_kind kind, uint32_t at, uint32_t from, uint32_t to)
{
    wf_piece *piece = wf_unit_take(lex->unit, sizeof *piece);
    *piece = (wf_piece){ .prev = lex->last, .kind = kind, .at = at, .from = from, .to = to };
    if (lex->last)
        lex->last->next = piece;
    else
        lex->first = piece;
    lex->last = piece;
    return piece;
}

static bool has(const lexer *lex, uint32_t at, const char *word)
{
    size_t len = strlen(word);
    return lex->len - at >= len && memcmp(lex->text + at, word, len) == 0;
}

/* ---- Delimiters ------------------------------------------------------------------------------------------ */

/* Behind the literal of C that begins at `at`; 0 when its line ends first. */
static uint32_t skip_literal(const lexer *lex, uint32_t at)
{
    char quote = lex->text[at];
    for (uint32_t i = at + 1; i < lex->len && lex->text[i] != '\n'; i++) {
        if (lex->text[i] == '\\')
            i++;
        else if (lex->text[i] == quote)
            return i + 1;
    }
    return 0;
}

/* Where `closer` stands, from `at` on; lex->len when it does not. Code may hold it in a literal. */
static uint32_t find_closer(lexer *lex, uint32_t at, const char *closer, bool code)
{
    while (at < lex->len && !has(lex, at, closer)) {
        bool literal = code && (lex->text[at] == '"' || lex->text[at] == '\'');
        uint32_t behind = literal ? skip_literal(lex, at) : at + 1;
        if (behind == 0) {
            wf_unit_fault(lex->unit, lex->source, at, "the quote is not closed on its line");
            behind = at + 1;
            code = false;
        }
        at = behind;
    }
    return at < lex->len ? at : lex->len;
}

/* "{#" opens a comment before white space, "-", or nothing. */
static bool opens_comment(lexer *lex, uint32_t at)
{
    char next = at + 2 < lex->len ? lex->text[at + 2] : ' ';
    if (is_space(next) || next == '-') return true;
    for (uint32_t i = at + 2; i < lex->len && i < at + COMMENT_LOOK && lex->text[i] != '\n'; i++)
        if (has(lex, i, "#}")) {
            wf_unit_fault(
                lex->unit, lex->source, at,
                "a comment needs a blank behind '{#'; write '{# ... #}' (without one '{#' is text, as in "
                "minified CSS)");
            return true;
        }
    return false;
}

/* The kind of delimiter at `at`; TEXT when there is none. */
static wf_piece_kind opener(lexer *lex, uint32_t at)
{
    if (at + 1 >= lex->len || lex->text[at] != '{') return WF_PIECE_TEXT;
    switch (lex->text[at + 1]) {
    case '{': return WF_PIECE_HOLE;
    case '%': return WF_PIECE_TAG;
    case '#': return opens_comment(lex, at) ? WF_PIECE_NOTE : WF_PIECE_TEXT;
    default: return WF_PIECE_TEXT;
    }
}

static void take_text(lexer *lex)
{
    uint32_t from = lex->at;
    while (lex->at < lex->len && opener(lex, lex->at) == WF_PIECE_TEXT) {
        const char *brace = memchr(lex->text + lex->at + 1, '{', lex->len - lex->at - 1);
        lex->at = brace ? (uint32_t)(brace - lex->text) : lex->len;
    }
    add(lex, WF_PIECE_TEXT, from, from, lex->at);
}

/* Takes what begins with the opener at lex->at. NULL when it is not closed: the rest is dropped then. */
static wf_piece *take_delimited(lexer *lex, wf_piece_kind kind)
{
    static const char *const closers[] = {
        [WF_PIECE_HOLE] = "}}",
        [WF_PIECE_TAG] = "%}",
        [WF_PIECE_NOTE] = "#}",
    };
    uint32_t at = lex->at, from = at + 2;
    uint32_t to = find_closer(lex, from, closers[kind], kind != WF_PIECE_NOTE);
    if (to == lex->len) {
        wf_unit_fault(lex->unit, lex->source, at, "'%.2s' is not closed; write '%s' behind it",
                      lex->text + at, closers[kind]);
        lex->at = lex->len;
        return NULL;
    }
    lex->at = to + 2;
    bool before = lex->text[from] == '-' && from < to;
    from += before;
    bool after = to > from && lex->text[to - 1] == '-' && (kind == WF_PIECE_NOTE || lex->text[to - 2] != '-');
    wf_piece *piece = add(lex, kind, at, from, to - after);
    piece->trims_before = before;
    piece->trims_after = after;
    return piece;
}

static weft_str word_of(const lexer *lex, const wf_piece *piece)
{
    weft_str text = weft_str_of(lex->text + piece->from, piece->to - piece->from);
    while (text.len && is_space(*text.ptr)) text = weft_str_of(text.ptr + 1, text.len - 1);
    while (text.len && is_space(text.ptr[text.len - 1])) text.len--;
    return text;
}

/* Behind "{% endraw %}", with or without dashes, when it stands at `at`; else 0. */
static uint32_t skip_endraw(const lexer *lex, uint32_t at)
{
    if (!has(lex, at, "{%")) return 0;
    at += 2;
    while (at < lex->len && (is_space(lex->text[at]) || lex->text[at] == '-')) at++;
    if (!has(lex, at, "endraw")) return 0;
    at += 6;
    while (at < lex->len && (is_space(lex->text[at]) || lex->text[at] == '-')) at++;
    return has(lex, at, "%}") ? at + 2 : 0;
}

/* Behind {% raw %}: everything up to {% endraw %} is text. */
static void take_raw(lexer *lex, wf_piece *opening)
{
    opening->kind = WF_PIECE_NOTE;
    uint32_t from = lex->at, at = from;
    while (at < lex->len && !skip_endraw(lex, at)) at++;
    if (at == lex->len)
        wf_unit_fault(lex->unit, lex->source, opening->at,
                      "'raw' is not closed; write {%% endraw %%} behind it");
    if (at > from) add(lex, WF_PIECE_TEXT, from, from, at);
    lex->at = at;
    wf_piece *closing = at < lex->len ? take_delimited(lex, WF_PIECE_TAG) : NULL;
    if (closing) closing->kind = WF_PIECE_NOTE;
}

static void take_piece(lexer *lex)
{
    wf_piece_kind kind = opener(lex, lex->at);
    if (kind == WF_PIECE_TEXT) {
        take_text(lex);
        return;
    }
    wf_piece *piece = take_delimited(lex, kind);
    if (piece && kind == WF_PIECE_TAG && weft_str_eq(word_of(lex, piece), weft_lit("raw")))
        take_raw(lex, piece);
}

/* ---- White space ----------------------------------------------------------------------------------------- */

static bool is_silent(const wf_piece *piece)
{
    return piece->kind == WF_PIECE_TAG || piece->kind == WF_PIECE_NOTE;
}

static bool is_blank_text(const lexer *lex, const wf_piece *piece)
{
    for (uint32_t i = piece->from; i < piece->to; i++)
        if (!is_blank(lex->text[i])) return false;
    return piece->kind == WF_PIECE_TEXT;
}

/* Where the last line of `text` begins if it is blank so far; UINT32_MAX if it is not. */
static uint32_t blank_tail(const lexer *lex, const wf_piece *text)
{
    uint32_t at = text->to;
    while (at > text->from && is_blank(lex->text[at - 1])) at--;
    return at == 0 || lex->text[at - 1] == '\n' ? at : UINT32_MAX;
}

/* Behind the line break that ends the first line of `text` if that line is blank; 0 if it is not. */
static uint32_t blank_head(const lexer *lex, const wf_piece *text)
{
    uint32_t at = text->from;
    while (at < text->to && is_blank(lex->text[at])) at++;
    if (at < text->to) return lex->text[at] == '\n' ? at + 1 : 0;
    return text->next ? 0 : at;
}

/* The last of the silent pieces that follow one another on the line of `first`, blanks between them. */
static wf_piece *last_on_line(const lexer *lex, wf_piece *first)
{
    wf_piece *last = first;
    for (wf_piece *piece = first->next; piece; piece = piece->next) {
        if (is_silent(piece))
            last = piece;
        else if (!is_blank_text(lex, piece))
            break;
    }
    return last;
}

/* Takes the line away that `first` to `last` have for themselves. */
static void drop_line(const lexer *lex, wf_piece *first, wf_piece *last)
{
    wf_piece *before = first->prev, *after = last->next;
    if (before && before->kind != WF_PIECE_TEXT) return;
    if (after && after->kind != WF_PIECE_TEXT) return;
    uint32_t tail = before ? blank_tail(lex, before) : 0;
    uint32_t head = after ? blank_head(lex, after) : UINT32_MAX;
    if (tail == UINT32_MAX || head == 0) return;
    if (before) before->to = tail;
    if (after) after->from = head;
    for (wf_piece *piece = first; piece != last; piece = piece->next)
        if (piece->kind == WF_PIECE_TEXT) piece->from = piece->to;
}

static void drop_lines(lexer *lex)
{
    for (wf_piece *piece = lex->first; piece; piece = piece->next) {
        if (!is_silent(piece)) continue;
        wf_piece *last = last_on_line(lex, piece);
        drop_line(lex, piece, last);
        piece = last;
    }
}

static void trim(lexer *lex)
{
    for (wf_piece *piece = lex->first; piece; piece = piece->next) {
        if (piece->kind != WF_PIECE_TEXT) continue;
        if (piece->prev && piece->prev->trims_after)
            while (piece->from < piece->to && is_space(lex->text[piece->from])) piece->from++;
        if (piece->next && piece->next->trims_before)
            while (piece->to > piece->from && is_space(lex->text[piece->to - 1])) piece->to--;
    }
}

wf_piece *wf_lex(wf_unit *unit, const wf_source *source)
{
    lexer lex = {
        .unit = unit, .source = source, .text = source->text.ptr, .len = (uint32_t)source->text.len
    };
    while (lex.at < lex.len) take_piece(&lex);
    drop_lines(&lex);
    trim(&lex);
    return lex.first;
}
