/* Constant expressions of whole numbers, by precedence. What overflows or depends on the machine has no value here, and
 * neither has what is made of it. */
#include "src/cdecl/set.h"

typedef struct cursor {
    wf_cdecl *set;
    const wf_ctoken *tokens;
    size_t at;
    bool zero_words;
    int depth;
} cursor;

static const wf_cnumber unknown = { 0 };

static wf_cnumber known(int64_t value) { return (wf_cnumber){ true, value }; }

static const wf_ctoken *now(const cursor *c) { return &c->tokens[c->at]; }

static bool take(cursor *c, const char *mark)
{
    if (now(c)->kind != WF_CTOKEN_MARK || !wf_ctoken_is(now(c), mark)) return false;
    c->at++;
    return true;
}

/* ---- Literals ---------------------------------------------------------------------------------------------- */

static int digit_of(char byte)
{
    if (byte >= '0' && byte <= '9') return byte - '0';
    byte = wf_lower(byte);
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : 99;
}

/* u, l, ll and their like. */
static bool is_suffix(weft_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (wf_lower(text.ptr[i]) != 'u' && wf_lower(text.ptr[i]) != 'l') return false;
    return text.len <= 3;
}

static wf_cnumber number(weft_str text)
{
    int base = 10;
    size_t at = 0;
    if (text.len > 2 && text.ptr[0] == '0' && wf_lower(text.ptr[1]) == 'x')
        base = 16, at = 2;
    else if (text.len > 2 && text.ptr[0] == '0' && wf_lower(text.ptr[1]) == 'b')
        base = 2, at = 2;
    else if (text.ptr[0] == '0')
        base = 8;
    int64_t value = 0;
    for (; at < text.len && digit_of(text.ptr[at]) < base; at++)
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit_of(text.ptr[at]), &value))
            return unknown;
    return is_suffix(weft_str_of(text.ptr + at, text.len - at)) ? known(value) : unknown;
}

/* 'a' and the escapes of one letter; others are rare, and unknown. */
static wf_cnumber character(weft_str text)
{
    static const char letters[] = "abfnrtv0\\'\"", bytes[] = "\a\b\f\n\r\t\v\0\\'\"";
    if (text.len == 3 && text.ptr[1] != '\\') return known((signed char)text.ptr[1]);
    const char *found =
        text.len == 4 && text.ptr[1] == '\\' && text.ptr[2] ? strchr(letters, text.ptr[2]) : NULL;
    return found ? known(bytes[found - letters]) : unknown;
}

wf_cnumber wf_cexpr_literal(const wf_ctoken *token)
{
    return token->kind == WF_CTOKEN_NUMBER ? number(token->text) : character(token->text);
}

/* ---- Operators --------------------------------------------------------------------------------------------- */

typedef enum operation {
    OR,
    AND,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    EQ,
    NE,
    LE,
    GE,
    LT,
    GT,
    SHL,
    SHR,
    ADD,
    SUB,
    MUL,
    DIV,
    MOD
} operation;

static const struct {
    const char *mark;
    int level; /* binds tighter the higher it is */
} operators[] = {
    [OR] = { "||", 1 },     [AND] = { "&&", 2 }, [BIT_OR] = { "|", 3 }, [BIT_XOR] = { "^", 4 },
    [BIT_AND] = { "&", 5 }, [EQ] = { "==", 6 },  [NE] = { "!=", 6 },    [LE] = { "<=", 7 },
    [GE] = { ">=", 7 },     [LT] = { "<", 7 },   [GT] = { ">", 7 },     [SHL] = { "<<", 8 },
    [SHR] = { ">>", 8 },    [ADD] = { "+", 9 },  [SUB] = { "-", 9 },    [MUL] = { "*", 10 },
    [DIV] = { "/", 10 },    [MOD] = { "%", 10 },
};

static wf_cnumber arithmetic(operation op, int64_t a, int64_t b)
{
    int64_t result = 0;
    bool overflows = false;
    if (op == ADD) overflows = __builtin_add_overflow(a, b, &result);
    if (op == SUB) overflows = __builtin_sub_overflow(a, b, &result);
    if (op == MUL) overflows = __builtin_mul_overflow(a, b, &result);
    if (op == DIV || op == MOD) {
        if (b == 0 || (a == INT64_MIN && b == -1)) return unknown;
        result = op == DIV ? a / b : a % b;
    }
    if (op == SHL || op == SHR) {
        if (b < 0 || b > 62 || a < 0 || (op == SHL && a > INT64_MAX >> b)) return unknown;
        result = op == SHL ? a << b : a >> b;
    }
    return overflows ? unknown : known(result);
}

static wf_cnumber apply(operation op, wf_cnumber left, wf_cnumber right)
{
    bool either = (left.known && left.value) || (right.known && right.value);
    bool neither = (left.known && !left.value) || (right.known && !right.value);
    if (op == OR && either) return known(1);
    if (op == AND && neither) return known(0);
    if (!left.known || !right.known) return unknown;
    int64_t a = left.value, b = right.value;
    switch (op) {
    case OR: return known(a || b);
    case AND: return known(a && b);
    case BIT_OR: return known(a | b);
    case BIT_XOR: return known(a ^ b);
    case BIT_AND: return known(a & b);
    case EQ: return known(a == b);
    case NE: return known(a != b);
    case LE: return known(a <= b);
    case GE: return known(a >= b);
    case LT: return known(a < b);
    case GT: return known(a > b);
    case SHL:
    case SHR:
    case ADD:
    case SUB:
    case MUL:
    case DIV:
    case MOD: break;
    }
    return arithmetic(op, a, b);
}

static int operator_at(const cursor *c)
{
    if (now(c)->kind != WF_CTOKEN_MARK) return -1;
    for (int op = OR; op <= MOD; op++)
        if (wf_ctoken_is(now(c), operators[op].mark)) return op;
    return -1;
}

/* ---- The descent ------------------------------------------------------------------------------------------- */

static wf_cnumber conditional(cursor *c);

/* To behind the ")" that closes what was opened. */
static void skip_parens(cursor *c)
{
    for (int depth = 1; depth && now(c)->kind != WF_CTOKEN_END; c->at++) {
        depth += wf_ctoken_is(now(c), "(");
        depth -= wf_ctoken_is(now(c), ")");
    }
}

static wf_cnumber word(cursor *c)
{
    const wf_ctoken *token = now(c);
    c->at++;
    if (take(c, "(")) { /* a call, sizeof(x) */
        skip_parens(c);
        return c->zero_words ? known(0) : unknown;
    }
    const wf_cname *name = wf_cdecl_find(c->set, token->text);
    if (name && name->kind == WF_C_ENUMERATOR) return (wf_cnumber){ name->known, name->value };
    return c->zero_words ? known(0) : unknown;
}

static wf_cnumber primary(cursor *c)
{
    switch (now(c)->kind) {
    case WF_CTOKEN_NUMBER:
    case WF_CTOKEN_CHARACTER: {
        wf_cnumber value = wf_cexpr_literal(now(c));
        c->at++;
        return value;
    }
    case WF_CTOKEN_WORD: return word(c);
    case WF_CTOKEN_MARK:
        if (take(c, "(")) {
            wf_cnumber value = conditional(c);
            if (take(c, ")")) return value;
            skip_parens(c);
        }
        break;
    case WF_CTOKEN_TEXT:
    case WF_CTOKEN_END: break;
    }
    return unknown;
}

static wf_cnumber unary(cursor *c)
{
    if (c->depth == WF_CDECL_DEPTH) return unknown;
    c->depth++;
    wf_cnumber value;
    if (take(c, "-")) {
        value = apply(SUB, known(0), unary(c));
    } else if (take(c, "+")) {
        value = unary(c);
    } else if (take(c, "!")) {
        value = unary(c);
        value.value = !value.value;
    } else if (take(c, "~")) {
        value = unary(c);
        value.value = ~value.value;
    } else {
        value = primary(c);
    }
    c->depth--;
    return value;
}

static wf_cnumber binary(cursor *c, int level)
{
    wf_cnumber left = unary(c);
    for (int op; (op = operator_at(c)) >= 0 && operators[op].level >= level;) {
        c->at++;
        left = apply((operation)op, left, binary(c, operators[op].level + 1));
    }
    return left;
}

static wf_cnumber conditional(cursor *c)
{
    wf_cnumber value = binary(c, 1);
    if (c->depth == WF_CDECL_DEPTH || !take(c, "?")) return value;
    c->depth++;
    wf_cnumber yes = conditional(c);
    bool whole = take(c, ":");
    wf_cnumber no = whole ? conditional(c) : unknown;
    c->depth--;
    if (!value.known || !whole) return unknown;
    return value.value ? yes : no;
}

wf_cnumber wf_cexpr_value(wf_cdecl *set, const wf_ctoken *tokens, size_t *at, bool zero_words)
{
    cursor c = { .set = set, .tokens = tokens, .at = *at, .zero_words = zero_words };
    wf_cnumber value = conditional(&c);
    *at = c.at;
    return value;
}
