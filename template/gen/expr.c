#include "template/gen/expr.h"
#include "src/base/str.h"
#include "template/gen/operand.h"

static const wf_value unknown = { .kind = WF_VALUE_UNKNOWN };

bool wf_expr_enter(wf_reader *reader, uint32_t at)
{
    if (reader->failed) return false;
    if (reader->depth == WF_TEMPLATE_DEPTH)
        return wf_reader_fault(reader, at, "the expression is nested too deeply; compute it in the handler");
    reader->depth++;
    return true;
}

/* ---- Words ----------------------------------------------------------------------------------------------- */

wf_word *wf_expr_word(wf_reader *reader, weft_str text, bool spaced)
{
    wf_word *word = wf_unit_take(reader->unit, sizeof *word);
    *word = (wf_word){ .next = *reader->tail, .text = text, .spaced = spaced };
    *reader->tail = word;
    reader->tail = &word->next;
    return word;
}

void wf_expr_put(wf_reader *reader, const char *text, bool spaced)
{
    wf_expr_word(reader, wf_str(text), spaced);
}

/* Puts words around those from *first on. */
void wf_expr_wrap(wf_reader *reader, wf_word **first, const char *before, const char *after)
{
    wf_word *word = wf_unit_take(reader->unit, sizeof *word);
    *word = (wf_word){ .next = *first, .text = wf_str(before), .spaced = *first && (*first)->spaced };
    if (*first) (*first)->spaced = false;
    if (reader->tail == first) reader->tail = &word->next;
    *first = word;
    wf_expr_put(reader, after, false);
}

char wf_expr_peek(wf_reader *reader)
{
    wf_reader_skip(reader);
    return reader->at < reader->to ? reader->source->text.ptr[reader->at] : '\0';
}

char wf_expr_peek_behind(wf_reader *reader, uint32_t bytes)
{
    return reader->to - reader->at > bytes ? reader->source->text.ptr[reader->at + bytes] : '\0';
}

weft_str wf_expr_named(wf_reader *reader, wf_value value) { return wf_value_name(reader->types, value); }

/* ---- Types that disagree --------------------------------------------------------------------------------- */

/* What to write instead of a text where a condition is due. */
wf_value wf_expr_need_scalar(wf_reader *reader, wf_value value, uint32_t at)
{
    if (wf_value_is_scalar(value) || reader->failed) return value;
    if (value.kind == WF_VALUE_TEXT)
        wf_reader_fault(reader, at,
                        "a weft_str is no condition; write .ptr behind it (it is there) or .len (it is not "
                        "empty)");
    else if (value.kind == WF_VALUE_CONTENT)
        wf_reader_fault(reader, at,
                        "content is no condition; write .put behind it: it is NULL when there is none");
    else
        wf_reader_fault(reader, at, "this is no condition: it is %.*s, not a number or pointer",
                        WF_QUOTED(wf_expr_named(reader, value)));
    return unknown;
}

void wf_expr_need_number(wf_reader *reader, wf_value value, uint32_t at, const char *sign)
{
    if (reader->failed || value.kind == WF_VALUE_UNKNOWN || wf_value_is_number(value)) return;
    wf_reader_fault(reader, at, "'%s' needs numbers; this is %.*s", sign,
                    WF_QUOTED(wf_expr_named(reader, value)));
}

void wf_expr_need_whole(wf_reader *reader, wf_value value, uint32_t at, const char *sign)
{
    if (reader->failed || value.kind == WF_VALUE_UNKNOWN || wf_value_is_whole(value)) return;
    wf_reader_fault(reader, at, "'%s' needs whole numbers; this is %.*s", sign,
                    WF_QUOTED(wf_expr_named(reader, value)));
}

static wf_value compare(wf_reader *reader, wf_value a, wf_value b, uint32_t at, const char *sign)
{
    wf_value truth = wf_value_of(reader->types->boolean);
    if (a.kind == WF_VALUE_UNKNOWN || b.kind == WF_VALUE_UNKNOWN || reader->failed) return truth;
    bool equality = sign[0] == '=' || sign[0] == '!';
    bool texts = a.kind == WF_VALUE_TEXT || b.kind == WF_VALUE_TEXT;
    bool literals = a.kind == WF_VALUE_LITERAL || b.kind == WF_VALUE_LITERAL;
    if (texts || literals) {
        wf_reader_fault(reader, at, "'%s' does not compare texts; write weft_str_eq(a, b)%s", sign,
                        texts ? "" : ", with weft_cstr(...) around a char pointer");
    } else if (wf_value_is_number(a) && wf_value_is_number(b)) {
        bool enums = a.kind == WF_VALUE_ENUM && b.kind == WF_VALUE_ENUM;
        if (enums && wf_ctype_resolve(a.type)->tag != wf_ctype_resolve(b.type)->tag)
            wf_reader_fault(reader, at, "%.*s and %.*s are different enums",
                            WF_QUOTED(wf_expr_named(reader, a)), WF_QUOTED(wf_expr_named(reader, b)));
    } else if (!wf_value_is_pointer(a) || !wf_value_is_pointer(b)) {
        wf_reader_fault(reader, at, "%.*s and %.*s cannot be compared", WF_QUOTED(wf_expr_named(reader, a)),
                        WF_QUOTED(wf_expr_named(reader, b)));
    } else if (!equality && (a.kind == WF_VALUE_NULL || b.kind == WF_VALUE_NULL)) {
        wf_reader_fault(reader, at, "NULL is neither more nor less; write == or !=");
    } else if (!wf_value_fits(a, b) && !wf_value_fits(b, a)) {
        wf_reader_fault(reader, at, "%.*s and %.*s are different pointers",
                        WF_QUOTED(wf_expr_named(reader, a)), WF_QUOTED(wf_expr_named(reader, b)));
    }
    return truth;
}

/* ---- Operators between operands -------------------------------------------------------------------------- */

static const struct {
    char sign[3];
    int level;
} operators[] = {
    { "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 },
    { "<<", 8 }, { ">>", 8 }, { "|", 3 },  { "^", 4 },  { "&", 5 },  { "<", 7 },
    { ">", 7 },  { "+", 9 },  { "-", 9 },  { "*", 10 }, { "/", 10 }, { "%", 10 },
};

/* The operator that stands next, as its index; -1: none, or something that is no operator between operands. */
static int peek_operator(wf_reader *reader)
{
    wf_reader_skip(reader);
    const char *text = reader->source->text.ptr + reader->at;
    uint32_t left = reader->to - reader->at;
    for (int i = 0; i < (int)(sizeof operators / sizeof *operators); i++) {
        size_t len = strlen(operators[i].sign);
        if (left < len || memcmp(text, operators[i].sign, len) != 0) continue;
        bool assigns =
            left > len && text[len] == '=' && strchr("|^&+-*/%<>", text[0]) && text[len - 1] != '=';
        return assigns ? -1 : i;
    }
    return -1;
}

static wf_value add(wf_reader *reader, wf_value a, wf_value b, uint32_t at, const char *sign)
{
    bool pointers = wf_value_is_pointer(a) || wf_value_is_pointer(b);
    if (pointers && !reader->failed)
        wf_reader_fault(reader, at,
                        "'%s' on pointers is not for a template; write [ ], or compute it in the handler",
                        sign);
    wf_expr_need_number(reader, a, at, sign);
    wf_expr_need_number(reader, b, at, sign);
    return wf_value_common(reader->types, a, b);
}

static wf_value apply(wf_reader *reader, int index, wf_value a, wf_value b, uint32_t at)
{
    const char *sign = operators[index].sign;
    switch (operators[index].level) {
    case 1:
    case 2:
        wf_expr_need_scalar(reader, a, at);
        wf_expr_need_scalar(reader, b, at);
        return wf_value_of(reader->types->boolean);
    case 6:
    case 7: return compare(reader, a, b, at, sign);
    case 9: return add(reader, a, b, at, sign);
    case 10:
        if (sign[0] != '%') return add(reader, a, b, at, sign);
        break;
    default: break;
    }
    wf_expr_need_whole(reader, a, at, sign);
    wf_expr_need_whole(reader, b, at, sign);
    if (operators[index].level == 8) b = wf_value_of(reader->types->integer);
    return wf_value_common(reader->types, a, b);
}

/* Compilers warn of "&&" beside "||"; here it means what it says, so it is written in parentheses. */
static void set_apart(wf_reader *reader, int index, int level, wf_word **first)
{
    if (operators[index].level == 1 && level == 2) wf_expr_wrap(reader, first, "(", ")");
}

/* Operators of `level` and above. *last is the level of the one that was applied last; 0: none was. */
static wf_value read_binary(wf_reader *reader, int level, int *last)
{
    wf_reader_skip(reader);
    uint32_t at = reader->at;
    wf_word **first = reader->tail;
    wf_value a = wf_expr_unary(reader);
    *last = 0;
    for (;;) {
        int index = reader->failed ? -1 : peek_operator(reader), inner;
        if (index < 0 || operators[index].level < level) return a;
        if (!wf_expr_enter(reader, at)) return unknown;
        set_apart(reader, index, *last, first);
        wf_reader_sign(reader, operators[index].sign);
        wf_expr_put(reader, operators[index].sign, true);
        wf_word **tail = reader->tail;
        wf_value b = read_binary(reader, operators[index].level + 1, &inner);
        set_apart(reader, index, inner, tail);
        if (*tail) (*tail)->spaced = true;
        reader->depth--;
        a = apply(reader, index, a, b, at);
        *last = operators[index].level;
    }
}

/* An array as C hands it on: a pointer, of which the length is not known. */
static wf_value decayed(wf_reader *reader, wf_value value)
{
    const wf_ctype *real = value.type ? wf_ctype_resolve(value.type) : NULL;
    if (!real || real->kind != WF_C_ARRAY) return value;
    return wf_value_of(wf_type_pointer(reader->types, real->of));
}

/* The types of both arms: a literal beside a weft_str becomes one. */
static wf_value join_arms(wf_reader *reader, wf_value a, wf_value b, uint32_t at, wf_word **first,
                          wf_word **second, wf_word **colon)
{
    if (reader->failed || a.kind == WF_VALUE_UNKNOWN || b.kind == WF_VALUE_UNKNOWN) return unknown;
    a = decayed(reader, a);
    b = decayed(reader, b);
    bool literals = a.kind == WF_VALUE_LITERAL && b.kind == WF_VALUE_LITERAL;
    bool text = a.kind == WF_VALUE_TEXT || b.kind == WF_VALUE_TEXT || (literals && reader->text_due);
    if (text && b.kind == WF_VALUE_LITERAL) wf_expr_wrap(reader, second, "weft_lit(", ")");
    if (text && a.kind == WF_VALUE_LITERAL) {
        wf_word **tail = reader->tail;
        reader->tail = colon;
        wf_expr_wrap(reader, first, "weft_lit(", ")");
        reader->tail = tail == colon ? reader->tail : tail;
    }
    if (text && wf_value_fits(wf_value_of(reader->types->text), a) &&
        wf_value_fits(wf_value_of(reader->types->text), b))
        return wf_value_of(reader->types->text);
    if (a.kind == b.kind && (a.kind == WF_VALUE_BOOL || a.kind == WF_VALUE_CHAR)) return a;
    if (a.kind == WF_VALUE_ENUM && b.kind == WF_VALUE_ENUM &&
        wf_ctype_resolve(a.type)->tag == wf_ctype_resolve(b.type)->tag)
        return a;
    if (wf_value_is_number(a) && wf_value_is_number(b)) return wf_value_common(reader->types, a, b);
    if (a.kind == WF_VALUE_LITERAL) a = wf_value_of(reader->types->cstr);
    if (b.kind == WF_VALUE_LITERAL) b = wf_value_of(reader->types->cstr);
    if (wf_value_fits(b, a)) return a.kind == WF_VALUE_NULL ? b : wf_value_fits(a, b) ? a : b;
    if (wf_value_fits(a, b)) return a;
    wf_reader_fault(reader, at, "the arms of '? :' are %.*s and %.*s; make them the same",
                    WF_QUOTED(wf_expr_named(reader, a)), WF_QUOTED(wf_expr_named(reader, b)));
    return unknown;
}

wf_value wf_expr_conditional(wf_reader *reader)
{
    wf_reader_skip(reader);
    uint32_t at = reader->at;
    if (!wf_expr_enter(reader, at)) return unknown;
    int level;
    wf_value value = read_binary(reader, 1, &level);
    if (!reader->failed && wf_reader_sign(reader, "?")) {
        wf_expr_need_scalar(reader, value, at);
        wf_expr_put(reader, "?", true);
        wf_word **first = reader->tail;
        wf_value a = wf_expr_conditional(reader);
        if (*first) (*first)->spaced = true;
        if (!reader->failed && !wf_reader_sign(reader, ":"))
            wf_reader_fault(reader, reader->at, "':' is due here");
        wf_word **colon = reader->tail;
        wf_expr_put(reader, ":", true);
        wf_word **second = reader->tail;
        wf_value b = wf_expr_conditional(reader);
        if (*second) (*second)->spaced = true;
        value = join_arms(reader, a, b, at, first, second, colon);
    }
    reader->depth--;
    return value;
}

/* ---- Whole expressions ----------------------------------------------------------------------------------- */

/* What people write that is no operator of a template. */
static void refuse_assignment(wf_reader *reader)
{
    char byte = wf_expr_peek(reader), next = wf_expr_peek_behind(reader, 1);
    if (byte == '=' && next != '=')
        wf_reader_fault(reader, reader->at, "'=' assigns; write '==' to compare, or {%% set name = ... %%}");
    else if ((byte == '+' || byte == '-') && next == byte)
        wf_reader_fault(reader, reader->at, "a template changes nothing; '%c%c' is not for it", byte, byte);
    else if (byte && next == '=' && strchr("|^&+-*/%", byte))
        wf_reader_fault(reader, reader->at, "a template changes nothing; '%c=' is not for it", byte);
}

static bool begin(wf_reader *reader, wf_expr *out)
{
    wf_reader_skip(reader);
    *out = (wf_expr){ .at = reader->at };
    reader->depth = 0;
    return !reader->failed;
}

bool wf_expr_read(wf_reader *reader, wf_expr *out) { return wf_expr_read_as(reader, NULL, "", out); }

bool wf_expr_read_as(wf_reader *reader, const wf_ctype *to, const char *what, wf_expr *out)
{
    if (!begin(reader, out)) return false;
    wf_word *words = NULL;
    reader->tail = &words;
    out->value = wf_expr_argument(reader, to, what);
    refuse_assignment(reader);
    out->to = reader->at;
    out->words = words;
    reader->tail = NULL;
    return !reader->failed;
}
