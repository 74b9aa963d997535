#include "template/gen/script.h"
#include <string.h>

static bool is_word(char byte)
{
    char lower = (char)(byte | 0x20);
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' ||
           byte == '\\' || (byte & 0x80);
}

static void lose(wf_script *script, wf_script_loss loss)
{
    *script = (wf_script){ .mode = WF_SCRIPT_LOST, .loss = (uint8_t)loss };
}

/* ---- Words ----------------------------------------------------------------------------------------------- */

static bool is_one_of(const wf_script *script, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == script->word_len && memcmp(*words, script->word, script->word_len) == 0)
            return true;
    return false;
}

/* A word ends: what a "/" behind it means. */
static void end_word(wf_script *script)
{
    /* An operand follows these, */
    static const char *const operators[] = { "return",  "typeof",     "case",    "in",  "do",
                                             "else",    "void",       "delete",  "new", "throw",
                                             "default", "instanceof", "extends", NULL };
    /* perhaps follows these, which are names too, */
    static const char *const either[] = { "of",  "yield", "await", "let",      "async",    "static",
                                          "get", "set",   "break", "continue", "debugger", NULL };
    /* and a statement follows the parentheses of these. */
    static const char *const heads[] = { "if", "while", "for", "with", NULL };
    if (script->word_len == 0) return;
    bool name = script->dotted || script->word_len > WF_SCRIPT_WORD;
    script->slash = script->odd ? WF_SLASH_UNKNOWN : WF_SLASH_DIVIDES;
    if (!name && is_one_of(script, operators)) script->slash = WF_SLASH_REGEX;
    if (!name && is_one_of(script, either)) script->slash = WF_SLASH_UNKNOWN;
    bool await = script->word_len == 5 && memcmp(script->word, "await", 5) == 0;
    /* "for await (...)" keeps the head of "for". */
    script->head = !name && (is_one_of(script, heads) || (await && script->head));
    if (script->odd) script->head = 2;
    script->word_len = script->dotted = script->odd = 0;
    memset(script->word, 0, sizeof script->word);
}

static void take_word(wf_script *script, char byte)
{
    if (byte & 0x80) script->odd = 1;
    if (script->word_len < WF_SCRIPT_WORD) script->word[script->word_len] = byte;
    if (script->word_len <= WF_SCRIPT_WORD) script->word_len++;
}

/* ---- Brackets -------------------------------------------------------------------------------------------- */

static void push(wf_script *script, char bracket)
{
    if (script->depth == WF_SCRIPT_DEPTH) {
        lose(script, WF_LOSS_BRACKETS);
        return;
    }
    script->stack[script->depth++] = bracket;
    script->slash = WF_SLASH_REGEX;
}

/* Takes the innermost bracket; 0 when there is none. */
static char pop(wf_script *script)
{
    if (script->depth == 0) return 0;
    char bracket = script->stack[--script->depth];
    script->stack[script->depth] = 0;
    return bracket;
}

static void close_bracket(wf_script *script, char byte)
{
    char open = pop(script);
    if (byte == ')' && (open == '(' || open == 'h' || open == 'u')) {
        script->slash = open == 'h' ? WF_SLASH_REGEX : open == 'u' ? WF_SLASH_UNKNOWN : WF_SLASH_DIVIDES;
    } else if (byte == ']' && open == '[') {
        script->slash = WF_SLASH_DIVIDES;
    } else if (byte == '}' && open == '{') {
        script->slash = WF_SLASH_UNKNOWN; /* a block, or an object */
    } else if (byte == '}' && open == '$') {
        script->mode = WF_SCRIPT_TEMPLATE;
    } else {
        lose(script, WF_LOSS_BRACKETS);
    }
}

/* ---- Code ------------------------------------------------------------------------------------------------ */

/* "<!--" anywhere, and "-->" at the beginning of a line, begin comments (ECMA-262, B.1.1). */
static bool takes_html_comment(wf_script *script, char byte)
{
    static const char mark[] = "<!--";
    script->mark = (uint8_t)(byte == mark[script->mark] ? script->mark + 1 : byte == '<');
    bool dash = byte == '-' && (script->dashes > 0 || !script->mid_line);
    if (dash) script->dashes = script->dashes < 2 ? script->dashes + 1 : 2;
    bool closes = byte == '>' && script->dashes == 2;
    if (!dash) script->dashes = 0;
    if (script->mark < 4 && !closes) return false;
    lose(script, WF_LOSS_COMMENT);
    return true;
}

static void take_sign(wf_script *script, char byte)
{
    bool twice = script->sign == (uint8_t)byte && script->last == (uint8_t)byte;
    /* "x++ / y" divides, "++/re/" does not. */
    script->slash = twice ? script->before_sign : WF_SLASH_REGEX;
    script->sign = twice ? 0 : (uint8_t)byte;
}

static void take_operator(wf_script *script, char byte, bool line_start)
{
    if (byte == '/') { /* perhaps of a comment, which changes nothing */
        script->opened = 1;
        return;
    }
    uint8_t slash = script->slash, head = script->head;
    bool sign = byte == '+' || byte == '-';
    if (sign && script->sign != (uint8_t)byte) script->before_sign = line_start ? WF_SLASH_UNKNOWN : slash;
    if (!sign) script->sign = script->before_sign = 0;
    script->head = 0;
    script->dotted = byte == '.' || byte == '#';
    switch (byte) {
    case '"': script->mode = WF_SCRIPT_DOUBLE; break;
    case '\'': script->mode = WF_SCRIPT_SINGLE; break;
    case '`': script->mode = WF_SCRIPT_TEMPLATE; break;
    case '(': push(script, head == 2 ? 'u' : head ? 'h' : '('); break;
    case '[':
    case '{': push(script, byte); break;
    case ')':
    case ']':
    case '}': close_bracket(script, byte); break;
    case '+':
    case '-': take_sign(script, byte); break;
    default: script->slash = WF_SLASH_REGEX;
    }
}

static void feed_code(wf_script *script, char byte);

/* A "/" was no comment: what stood before it is over. */
static void forget_before(wf_script *script)
{
    script->head = script->dotted = script->sign = script->before_sign = 0;
    script->mid_line = 1;
}

/* The byte behind a "/" in code. */
static void after_slash(wf_script *script, char byte)
{
    script->opened = 0;
    if (byte == '/') {
        script->mode = WF_SCRIPT_LINE;
    } else if (byte == '*') {
        script->mode = WF_SCRIPT_BLOCK;
    } else if (script->slash == WF_SLASH_UNKNOWN) {
        lose(script, WF_LOSS_SLASH);
    } else if (script->slash == WF_SLASH_REGEX) {
        forget_before(script);
        script->mode = WF_SCRIPT_REGEX;
        wf_script_feed(script, byte);
    } else {
        forget_before(script);
        script->slash = WF_SLASH_REGEX;
        feed_code(script, byte);
    }
}

static void feed_code(wf_script *script, char byte)
{
    if (script->opened) {
        after_slash(script, byte);
        return;
    }
    if (takes_html_comment(script, byte)) return;
    if (byte == '!' && script->last == '#') { /* "#!" at the beginning is a comment */
        lose(script, WF_LOSS_COMMENT);
        return;
    }
    bool line_start = !script->mid_line;
    /* "1." is a number, and so is "1.5". */
    bool point = byte == '.' && script->word_len > 0 && script->word[0] >= '0' && script->word[0] <= '9';
    bool space = byte == ' ' || (byte >= '\t' && byte <= '\r');
    if (is_word(byte) || point) {
        if (script->word_len == 0) script->sign = script->before_sign = 0;
        take_word(script, byte);
        if (!(byte & 0x80)) script->mid_line = 1; /* that may be white space */
        return;
    }
    end_word(script);
    if (space) {
        if (byte == '\n' || byte == '\r') script->mid_line = 0;
        return;
    }
    if (byte != '/' && byte != '-') script->mid_line = 1;
    take_operator(script, byte, line_start);
}

/* ---- Strings, regular expressions, comments -------------------------------------------------------------- */

static bool ends_line(char byte) { return byte == '\n' || byte == '\r'; }

/* Takes a byte behind a backslash, or a backslash. */
static bool takes_escape(wf_script *script, char byte)
{
    if (script->escaped == 2 && byte != '\n') { /* the line break was a CR alone */
        script->escaped = 0;
        return false;
    }
    if (script->escaped) {
        script->escaped = script->escaped == 1 && byte == '\r' ? 2 : 0;
        return true;
    }
    script->escaped = byte == '\\';
    return script->escaped;
}

static void end_operand(wf_script *script)
{
    script->mode = WF_SCRIPT_CODE;
    script->slash = WF_SLASH_DIVIDES;
    script->in_class = script->opened = 0;
    script->mid_line = 1;
}

static void feed_string(wf_script *script, char byte, char quote)
{
    if (takes_escape(script, byte)) return;
    if (byte == quote)
        end_operand(script);
    else if (ends_line(byte))
        lose(script, WF_LOSS_NEWLINE);
}

static void feed_template(wf_script *script, char byte)
{
    bool dollar = script->opened;
    script->opened = 0;
    if (takes_escape(script, byte)) return;
    if (byte == '`') {
        end_operand(script);
    } else if (byte == '{' && dollar) {
        script->mode = WF_SCRIPT_CODE;
        push(script, '$');
    } else {
        script->opened = byte == '$';
    }
}

static void feed_regex(wf_script *script, char byte)
{
    if (ends_line(byte)) {
        lose(script, WF_LOSS_NEWLINE);
        return;
    }
    if (takes_escape(script, byte)) return;
    if (byte == '[') script->in_class = 1;
    if (byte == ']') script->in_class = 0;
    if (byte == '/' && !script->in_class) end_operand(script);
}

static void feed_comment(wf_script *script, char byte)
{
    if (script->mode == WF_SCRIPT_LINE) {
        if (!ends_line(byte)) return;
        script->mid_line = 0;
        script->mode = WF_SCRIPT_CODE;
        return;
    }
    bool closes = script->opened && byte == '/';
    script->opened = byte == '*';
    if (ends_line(byte)) script->mid_line = 0;
    if (!closes) return;
    script->opened = 0;
    script->mode = WF_SCRIPT_CODE;
}

/* U+2028 and U+2029 end a line as a line feed does, but in strings and template literals. */
static bool takes_separator(wf_script *script, char byte)
{
    bool third = script->separator == 2 && (byte == '\xa8' || byte == '\xa9');
    script->separator = byte == '\xe2' ? 1 : script->separator == 1 && byte == '\x80' ? 2 : 0;
    if (!third) return false;
    if (script->mode == WF_SCRIPT_BLOCK) script->mid_line = 0;
    bool ends =
        script->mode == WF_SCRIPT_CODE || script->mode == WF_SCRIPT_LINE || script->mode == WF_SCRIPT_REGEX;
    if (ends) lose(script, WF_LOSS_NEWLINE);
    return ends;
}

void wf_script_feed(wf_script *script, char byte)
{
    if (takes_separator(script, byte)) return;
    switch ((wf_script_mode)script->mode) {
    case WF_SCRIPT_CODE: feed_code(script, byte); break;
    case WF_SCRIPT_DOUBLE: feed_string(script, byte, '"'); break;
    case WF_SCRIPT_SINGLE: feed_string(script, byte, '\''); break;
    case WF_SCRIPT_TEMPLATE: feed_template(script, byte); break;
    case WF_SCRIPT_REGEX: feed_regex(script, byte); break;
    case WF_SCRIPT_LINE:
    case WF_SCRIPT_BLOCK: feed_comment(script, byte); break;
    case WF_SCRIPT_LOST: return;
    }
    if (script->mode != WF_SCRIPT_LOST) script->last = (uint8_t)byte;
}

/* ---- Holes and branches ---------------------------------------------------------------------------------- */

void wf_script_value(wf_script *script)
{
    end_word(script);
    script->opened = script->head = script->dotted = script->sign = script->before_sign = 0;
    script->mark = script->dashes = script->last = script->separator = 0;
    script->slash = WF_SLASH_DIVIDES;
    script->mid_line = 1;
}

/* Without what only the next byte could have used. */
static wf_script settled(wf_script script)
{
    if (script.mode == WF_SCRIPT_CODE) {
        if (script.opened && script.slash == WF_SLASH_DIVIDES) {
            script.slash = WF_SLASH_REGEX;
            script.opened = 0;
        }
        end_word(&script);
        script.head = script.dotted = script.sign = script.before_sign = 0;
        script.mark = script.dashes = 0;
        script.mid_line = 1;
    }
    script.last = script.separator = 0;
    return script;
}

bool wf_script_join(wf_script *a, const wf_script *b)
{
    if (memcmp(a, b, sizeof *a) == 0) return true;
    wf_script one = settled(*a), other = settled(*b);
    if (one.mode == WF_SCRIPT_LOST || other.mode == WF_SCRIPT_LOST) {
        lose(a, one.mode == WF_SCRIPT_LOST ? one.loss : other.loss);
        return true;
    }
    if (one.mode == WF_SCRIPT_CODE && one.slash != other.slash) one.slash = other.slash = WF_SLASH_UNKNOWN;
    *a = one;
    return memcmp(&one, &other, sizeof one) == 0;
}
