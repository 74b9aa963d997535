/* What stands before a declarator: storage, qualifiers, and the words of a type. */
#include "src/cdecl/parse.h"

/* The words of basic types that were seen. */
typedef struct basic {
    uint8_t longs, is_short, is_signed, is_unsigned, is_char, is_int, is_float, is_double, is_bool, is_void;
    bool any;
} basic;

static bool one_of(const wf_ctoken *token, const char *const *words, size_t count)
{
    if (token->kind != WF_CTOKEN_WORD) return false;
    for (size_t i = 0; i < count; i++)
        if (wf_ctoken_is(token, words[i])) return true;
    return false;
}

#define ONE_OF(token, words) one_of((token), (words), sizeof(words) / sizeof *(words))

static bool is_const_word(const wf_ctoken *token)
{
    static const char *const words[] = { "const", "__const", "__const__" };
    return ONE_OF(token, words);
}

/* Words that change nothing of what is read here. */
static bool is_idle_word(const wf_ctoken *token)
{
    static const char *const words[] = { "volatile",      "restrict",      "extern",       "static",
                                         "inline",        "register",      "auto",         "_Noreturn",
                                         "_Thread_local", "_Atomic",       "__inline",     "__inline__",
                                         "__restrict",    "__restrict__",  "__volatile__", "noreturn",
                                         "constexpr",     "__extension__", "thread_local", "__thread" };
    return ONE_OF(token, words);
}

static bool is_tag_word(const wf_ctoken *token)
{
    static const char *const words[] = { "struct", "union", "enum" };
    return ONE_OF(token, words);
}

static bool is_foreign_word(const wf_ctoken *token)
{
    static const char *const words[] = { "_Complex",   "__int128",   "_BitInt",    "typeof",
                                         "__typeof__", "_Decimal32", "_Decimal64", "_Decimal128",
                                         "__float128", "_Float128",  "_Imaginary", "typeof_unqual",
                                         "_Float16",   "_Float32",   "_Float64" };
    return ONE_OF(token, words);
}

/* Takes a basic type's word. */
static bool take_basic(const wf_ctoken *token, basic *seen)
{
    const struct {
        const char *word;
        uint8_t *count;
    } words[] = {
        { "int", &seen->is_int },           { "char", &seen->is_char },
        { "long", &seen->longs },           { "short", &seen->is_short },
        { "unsigned", &seen->is_unsigned }, { "signed", &seen->is_signed },
        { "double", &seen->is_double },     { "float", &seen->is_float },
        { "void", &seen->is_void },         { "bool", &seen->is_bool },
        { "_Bool", &seen->is_bool },        { "__signed__", &seen->is_signed },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!wf_ctoken_is(token, words[i].word)) continue;
        if (*words[i].count < 9) ++*words[i].count;
        return seen->any = true;
    }
    return false;
}

static bool is_basic_word(const wf_ctoken *token)
{
    basic seen = { 0 };
    return token->kind == WF_CTOKEN_WORD && take_basic(token, &seen);
}

static bool is_typedef(const wf_cparser *parser, const wf_ctoken *token)
{
    if (token->kind != WF_CTOKEN_WORD) return false;
    const wf_cname *name = wf_cdecl_find(parser->set, token->text);
    return name && name->kind == WF_C_TYPEDEF;
}

static bool is_type_word(const wf_cparser *parser, const wf_ctoken *token)
{
    return is_const_word(token) || is_idle_word(token) || is_tag_word(token) || is_foreign_word(token) ||
           is_basic_word(token) || is_typedef(parser, token);
}

bool wf_cstarts_type(const wf_cparser *parser) { return is_type_word(parser, wf_cnow(parser)); }

/* ---- Basic types ------------------------------------------------------------------------------------------- */

static void be(wf_ctype *type, wf_ckind kind, uint8_t bits, bool is_signed, const char *spelling)
{
    type->kind = kind;
    type->bits = bits;
    type->is_signed = is_signed;
    type->spelling = wf_str(spelling);
}

static void be_integer(wf_ctype *type, const basic *seen)
{
    static const struct {
        uint8_t bits;
        const char *plain, *without_sign;
    } sizes[] = {
        { 8, "signed char", "unsigned char" },
        { 16, "short", "unsigned short" },
        { 32, "int", "unsigned int" },
        { 0, "long", "unsigned long" },
        { 64, "long long", "unsigned long long" },
    };
    int size = seen->is_char ? 0 : seen->is_short ? 1 : seen->longs == 0 ? 2 : seen->longs == 1 ? 3 : 4;
    bool is_signed = !seen->is_unsigned;
    be(type, WF_C_INT, sizes[size].bits, is_signed, is_signed ? sizes[size].plain : sizes[size].without_sign);
}

/* Makes a type of its words; false when they do not go together. */
static bool be_basic(wf_ctype *type, const basic *seen)
{
    int signs = seen->is_signed + seen->is_unsigned;
    int sizes = seen->longs + seen->is_short;
    int others = seen->is_char + seen->is_float + seen->is_double + seen->is_bool + seen->is_void;
    if (signs > 1 || seen->longs > 2 || seen->is_short > 1 || (seen->longs && seen->is_short)) return false;
    if (others + seen->is_int > 1) return false;
    if (seen->is_double && seen->longs == 1 && signs == 0) {
        be(type, WF_C_FLOAT, 0, true, "long double");
        return true;
    }
    if (others && sizes) return false;
    if (others && signs && !seen->is_char) return false;
    if (seen->is_char && signs == 0)
        be(type, WF_C_CHAR, 8, true, "char");
    else if (seen->is_void)
        be(type, WF_C_VOID, 0, false, "void");
    else if (seen->is_bool)
        be(type, WF_C_BOOL, 8, false, "bool");
    else if (seen->is_float)
        be(type, WF_C_FLOAT, 32, true, "float");
    else if (seen->is_double)
        be(type, WF_C_FLOAT, 64, true, "double");
    else
        be_integer(type, seen);
    return true;
}

/* ---- Names and foreign types ------------------------------------------------------------------------------- */

static void be_unknown(wf_ctype *type, weft_str spelling, const char *why)
{
    type->kind = WF_C_UNKNOWN;
    type->spelling = spelling;
    type->why = why;
}

static void be_foreign(wf_cparser *parser, wf_ctype *type)
{
    be_unknown(type, wf_cnow(parser)->text, "this kind of type is not read");
    parser->at++;
    if (wf_cat(parser, "(")) wf_cskip_group(parser);
}

static void be_named(wf_cparser *parser, wf_ctype *type)
{
    const wf_ctoken *token = wf_cnow(parser);
    const wf_cname *name = wf_cdecl_find(parser->set, token->text);
    if (name && name->kind == WF_C_TYPEDEF) {
        type->kind = WF_C_NAMED;
        type->spelling = name->name;
        type->name = name;
        type->of = name->type;
    } else {
        be_unknown(type, token->text, "no header that was read declares it");
    }
    parser->at++;
}

/* A word that is no type, before one: a macro that stands for an attribute and was not seen defined. */
static bool is_unknown_attribute(const wf_cparser *parser)
{
    const wf_ctoken *token = wf_cnow(parser), *after = token + 1;
    return !is_typedef(parser, token) && after->kind == WF_CTOKEN_WORD && is_type_word(parser, after);
}

/* ---- The row of words -------------------------------------------------------------------------------------- */

typedef enum step { TAKEN, NOT_HERE, REFUSED } step;

/* The type itself, once. */
static step take_type(wf_cparser *parser, wf_cspec *spec, basic *seen)
{
    wf_ctype *type = spec->type;
    const wf_ctoken *token = wf_cnow(parser);
    bool first = !seen->any;
    if (take_basic(token, seen)) {
        if (first) type->place = token->place;
        parser->at++;
        return TAKEN;
    }
    if (type->kind != WF_C_UNKNOWN || type->why || seen->any)
        return NOT_HERE; /* it is there: a declarator begins */
    type->place = token->place;
    if (is_tag_word(token)) return wf_cparse_tag(parser, spec) ? TAKEN : REFUSED;
    if (is_foreign_word(token))
        be_foreign(parser, type);
    else if (is_unknown_attribute(parser))
        parser->at++;
    else
        be_named(parser, type);
    return TAKEN;
}

static step take_word(wf_cparser *parser, wf_cspec *spec, basic *seen)
{
    size_t before = parser->at;
    wf_cskip_attributes(parser);
    if (parser->at != before) return TAKEN;
    const wf_ctoken *token = wf_cnow(parser);
    if (token->kind != WF_CTOKEN_WORD) return NOT_HERE;
    bool is_typedef_word = wf_ctoken_is(token, "typedef");
    if (!is_typedef_word && !is_const_word(token) && !is_idle_word(token))
        return take_type(parser, spec, seen);
    spec->is_typedef |= is_typedef_word;
    spec->type->is_const |= is_const_word(token);
    parser->at++;
    return TAKEN;
}

bool wf_cparse_spec(wf_cparser *parser, wf_cspec *spec)
{
    basic seen = { 0 };
    *spec = (wf_cspec){ .type = wf_cnew_type(parser, WF_C_UNKNOWN) };
    if (!spec->type) return false;
    step taken;
    do taken = take_word(parser, spec, &seen);
    while (taken == TAKEN);
    if (taken == REFUSED) return false;
    if (seen.any && (spec->type->kind != WF_C_UNKNOWN || spec->type->why))
        return wf_crefuse(parser, "two types in one declaration");
    if (seen.any && !be_basic(spec->type, &seen))
        return wf_crefuse(parser, "these words make no type together");
    if (spec->type->kind == WF_C_UNKNOWN && !spec->type->why)
        return wf_crefuse(parser, "a type is expected here");
    return true;
}
