/* Limits and defaults, held against the type that has them. */
#include "json/gen/gen.h"
#include "src/base/num.h"
#include <inttypes.h>

/* What a number is in the end, through lists and arrays. */
static const wf_jvalue *innermost(const wf_jvalue *value)
{
    while (value->kind == WF_J_POINTER || value->kind == WF_J_LIST || value->kind == WF_J_ARRAY ||
           value->kind == WF_J_MAP)
        value = value->of;
    return value;
}

static bool is_number(const wf_jvalue *value)
{
    return value->kind == WF_J_INT || value->kind == WF_J_UINT || value->kind == WF_J_F64 ||
           value->kind == WF_J_F32;
}

/* ---- Literals ---------------------------------------------------------------------------------------------- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Sign and digits, within 64 bits. */
static bool parse_integer(weft_str text, bool *negative, uint64_t *size)
{
    size_t at = 0;
    *negative = text.len && text.ptr[0] == '-';
    at += *negative;
    *size = 0;
    if (at == text.len) return false;
    for (; at < text.len; at++) {
        if (!is_digit(text.ptr[at])) return false;
        if (__builtin_mul_overflow(*size, 10, size) ||
            __builtin_add_overflow(*size, (uint64_t)(text.ptr[at] - '0'), size))
            return false;
    }
    return true;
}

/* The largest value, and of signed types the size of the smallest. */
static uint64_t largest(const wf_ctype *plain, bool negative)
{
    unsigned bits = plain->bits ? plain->bits : 64;
    if (!plain->is_signed) return negative ? 0 : UINT64_MAX >> (64 - bits);
    return (UINT64_MAX >> (65 - bits)) + negative;
}

/* An integer as C, of a type that compares without a warning. Empty: it is none, or beyond the type. */
static weft_str integer_literal(wf_jgen *gen, const wf_jvalue *value, weft_str text)
{
    const wf_ctype *plain = wf_ctype_resolve(value->type);
    bool negative;
    uint64_t size;
    if (!parse_integer(text, &negative, &size) || size > largest(plain, negative)) return weft_lit("");
    if (negative && size == 0) negative = false;
    if (!plain->is_signed && size > INT32_MAX) return wf_jgen_printf(gen, "UINT64_C(%" PRIu64 ")", size);
    if (!plain->is_signed) return wf_jgen_printf(gen, "%" PRIu64 "u", size);
    if (negative && size == UINT64_C(1) << 63) return weft_lit("INT64_MIN");
    if (size > INT32_MAX) return wf_jgen_printf(gen, "%sINT64_C(%" PRIu64 ")", negative ? "-" : "", size);
    return wf_jgen_printf(gen, "%s%" PRIu64, negative ? "-" : "", size);
}

/* JSON's form of a number; as C it has a point or an exponent, so that it is no integer. */
static weft_str float_literal(wf_jgen *gen, const wf_jvalue *value, weft_str text)
{
    size_t at = text.len && text.ptr[0] == '-', from = at;
    bool is_float = false;
    while (at < text.len && is_digit(text.ptr[at])) at++;
    if (at == from) return weft_lit("");
    if (at + 1 < text.len && text.ptr[at] == '.' && is_digit(text.ptr[at + 1])) {
        is_float = true;
        for (at++; at < text.len && is_digit(text.ptr[at]); at++) {}
    }
    if (at + 1 < text.len && wf_lower(text.ptr[at]) == 'e') {
        is_float = true;
        at += text.ptr[at + 1] == '-' || text.ptr[at + 1] == '+' ? 2 : 1;
        for (from = at; at < text.len && is_digit(text.ptr[at]); at++) {}
        if (at == from || at - from > 2) return weft_lit(""); /* beyond 1e99 is no limit, and beyond floats */
    }
    if (at != text.len || at > 40) return weft_lit("");
    return wf_jgen_printf(gen, "%.*s%s%s", WF_P(text), is_float ? "" : ".0",
                          value->kind == WF_J_F32 ? "f" : "");
}

static weft_str literal(wf_jgen *gen, const wf_jvalue *value, weft_str text)
{
    bool is_float = value->kind == WF_J_F64 || value->kind == WF_J_F32;
    return is_float ? float_literal(gen, value, text) : integer_literal(gen, value, text);
}

/* ---- Limits ------------------------------------------------------------------------------------------------ */

/* Whether the type cannot break it: compilers warn of comparisons that are always the same. */
static bool is_idle(const wf_jvalue *value, weft_str text, bool is_min)
{
    const wf_ctype *plain = wf_ctype_resolve(value->type);
    bool negative;
    uint64_t size;
    if (plain->kind != WF_C_INT || !parse_integer(text, &negative, &size)) return false;
    bool lowest = plain->is_signed ? negative && size == largest(plain, true) : size == 0;
    return is_min ? lowest : !negative && size == largest(plain, false);
}

static void limit_number(wf_jgen *gen, const wf_jvalue *value, weft_str text, wf_cplace place, bool is_min,
                         weft_str *c)
{
    weft_str made = literal(gen, value, text);
    if (made.len == 0) {
        weft_buf type = weft_buf_heap(256);
        wf_ctype_put(&type, value->type, weft_lit(""));
        wf_jgen_error(gen, place, NULL, "%.*s is no %.*s", WF_P(text), WF_P(weft_buf_str(&type)));
        weft_buf_free(&type);
    } else if (!is_idle(value, text, is_min)) {
        *c = made;
    }
}

static bool has_count(const wf_jmember *member)
{
    return member->value->kind == WF_J_LIST || member->value->kind == WF_J_MAP || member->count.len;
}

void wf_jmember_limit(wf_jgen *gen, wf_jmember *member, const wf_joptions *options)
{
    const wf_jvalue *value = innermost(member->value);
    wf_jlimits *limits = &member->limits;
    wf_cplace number_at = options->min.len ? options->min_at : options->max_at;
    if ((options->min.len || options->max.len) && !is_number(value)) {
        wf_jgen_error(gen, number_at, "texts have a length, lists a count", "min and max are for numbers");
    } else {
        if (options->min.len) limit_number(gen, value, options->min, options->min_at, true, &limits->min);
        if (options->max.len) limit_number(gen, value, options->max, options->max_at, false, &limits->max);
        limits->min_text = options->min;
        limits->max_text = options->max;
    }
    if (options->length.len) {
        wf_jgen_range(options->length, &limits->length);
        if (value->kind != WF_J_TEXT && value->kind != WF_J_CHARS)
            wf_jgen_error(gen, options->length_at, "lists have a count, numbers min and max",
                          "length is for texts");
    }
    if (options->count.len) {
        wf_jgen_range(options->count, &limits->count);
        if (!has_count(member))
            wf_jgen_error(gen, options->count_at, "texts have a length, numbers min and max",
                          "count is for lists");
    }
}

/* ---- Defaults ---------------------------------------------------------------------------------------------- */

static weft_str enum_default(const wf_jvalue *value, weft_str text)
{
    for (const wf_jname *name = value->names->names; name; name = name->next)
        if (weft_str_eq(name->name, text)) return name->constant;
    return weft_lit("");
}

static weft_str default_of(wf_jgen *gen, const wf_jvalue *value, weft_str text)
{
    bool truth = weft_str_eq(text, weft_lit("true"));
    if (value->kind == WF_J_BOOL && (truth || weft_str_eq(text, weft_lit("false")))) return text;
    if (value->kind == WF_J_TEXT)
        return wf_jgen_printf(gen, "weft_lit(\"%.*s\")", WF_P(wf_jgen_quoted(gen, text)));
    if (value->kind == WF_J_ENUM) return enum_default(value, text);
    return is_number(value) ? literal(gen, value, text) : weft_lit("");
}

void wf_jmember_default(wf_jgen *gen, wf_jmember *member, const wf_joptions *options)
{
    if (!options->fallback_at.line) return;
    const wf_jvalue *value = member->value;
    member->optional = true;
    member->fallback = default_of(gen, value, options->fallback);
    if (member->fallback.len) return;
    bool simple = is_number(value) || value->kind == WF_J_BOOL || value->kind == WF_J_ENUM;
    wf_jgen_error(gen, options->fallback_at,
                  simple ? NULL
                         : "numbers, bools, weft_str and enums can; set others before or after reading",
                  simple ? "default=%.*s is not of its type" : "default=%.*s: this type can have no default",
                  WF_P(options->fallback));
}
