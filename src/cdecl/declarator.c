/* Declarators: pointers, names, arrays, parameters. C writes them inside out; the type is built so, too. */
#include "src/cdecl/parse.h"

static bool enter(wf_cparser *parser)
{
    if (parser->depth == WF_CDECL_DEPTH) return wf_crefuse(parser, "nested too deep");
    parser->depth++;
    return true;
}

static wf_ctype *derived(wf_cparser *parser, wf_ckind kind, const wf_ctype *of)
{
    wf_ctype *type = wf_cnew_type(parser, kind);
    if (type) type->of = of;
    return type;
}

/* ---- Parameters -------------------------------------------------------------------------------------------- */

static wf_cmember *parse_param(wf_cparser *parser)
{
    wf_cspec spec;
    const wf_ctoken *name;
    const wf_ctoken *first = wf_cnow(parser);
    if (!wf_cparse_spec(parser, &spec)) return NULL;
    wf_ctype *type = wf_cparse_declarator(parser, spec.type, &name);
    wf_cmember *param = type ? wf_cset_take(parser->set, sizeof *param) : NULL;
    if (!param) return NULL;
    wf_cskip_attributes(parser);
    param->type = type;
    param->bit_width = -1;
    param->place = name ? name->place : first->place;
    param->name = name ? wf_cset_copy(parser->set, name->text) : weft_lit("");
    return param;
}

static bool is_void(const wf_cmember *param)
{
    return param && !param->next && param->name.len == 0 && param->type->kind == WF_C_VOID;
}

/* From behind the "(" to behind the ")". */
static bool parse_params(wf_cparser *parser, wf_ctype *function)
{
    wf_cmember **end = &function->params;
    while (!wf_cat(parser, ")")) {
        if (wf_cat(parser, "...")) {
            parser->at++;
            function->is_variadic = true;
            break;
        }
        wf_cmember *param = parse_param(parser);
        if (!param) return false;
        *end = param;
        end = &param->next;
        if (!wf_cat(parser, ",")) break;
        parser->at++;
    }
    if (is_void(function->params)) function->params = NULL;
    return wf_cexpect(parser, ")", "the parameters do not end here");
}

/* ---- Arrays ------------------------------------------------------------------------------------------------ */

/* From the "[" to behind the "]". */
static int64_t parse_length(wf_cparser *parser)
{
    size_t open = parser->at++;
    while (wf_cat(parser, "static") || wf_cat(parser, "const") || wf_cat(parser, "restrict")) parser->at++;
    wf_cnumber length = { 0 };
    if (!wf_cat(parser, "]")) length = wf_cexpr_value(parser->set, parser->tokens, &parser->at, false);
    bool whole = wf_cat(parser, "]");
    parser->at = open;
    wf_cskip_group(parser);
    return whole && length.known && length.value >= 0 ? length.value : -1;
}

/* ---- The declarator ---------------------------------------------------------------------------------------- */

/* Arrays and parameters behind the name; the first binds last. */
static wf_ctype *parse_suffixes(wf_cparser *parser, wf_ctype *base)
{
    wf_ctype *type = base;
    if (!enter(parser)) return NULL;
    if (wf_cat(parser, "[")) {
        int64_t length = parse_length(parser);
        wf_ctype *of = parse_suffixes(parser, base);
        type = of ? derived(parser, WF_C_ARRAY, of) : NULL;
        if (type) type->length = length;
    } else if (wf_cat(parser, "(")) {
        wf_ctype *function = derived(parser, WF_C_FUNCTION, base);
        parser->at++;
        if (!function || !parse_params(parser, function)) return NULL;
        type = function;
        if (wf_cat(parser, "(") || wf_cat(parser, "[")) {
            wf_crefuse(parser, "a function cannot return this");
            return NULL;
        }
    }
    parser->depth--;
    return type;
}

/* Whether the "(" here holds a declarator, and not parameters. */
static bool holds_declarator(const wf_cparser *parser)
{
    const wf_cparser inside = { .set = parser->set, .tokens = parser->tokens, .at = parser->at + 1 };
    if (wf_cat(&inside, "*") || wf_cat(&inside, "(") || wf_cat(&inside, "__attribute__")) return true;
    return wf_cnow(&inside)->kind == WF_CTOKEN_WORD && !wf_cstarts_type(&inside);
}

static wf_ctype *parse_pointers(wf_cparser *parser, wf_ctype *base)
{
    while (wf_cat(parser, "*") && base) {
        base = derived(parser, WF_C_POINTER, base);
        parser->at++;
        for (;;) {
            wf_cskip_attributes(parser);
            bool is_const = wf_cat(parser, "const");
            if (is_const && base) base->is_const = true;
            if (!is_const && !wf_cat(parser, "restrict") && !wf_cat(parser, "volatile") &&
                !wf_cat(parser, "__restrict") && !wf_cat(parser, "_Nonnull") && !wf_cat(parser, "_Nullable"))
                break;
            parser->at++;
        }
    }
    return base;
}

/* (*name)(int): what is in the parentheses is of the type that is made of what follows them. */
static wf_ctype *parse_inner(wf_cparser *parser, wf_ctype *base, const wf_ctoken **name)
{
    parser->at++;
    wf_ctype *hole = wf_cnew_type(parser, WF_C_UNKNOWN);
    wf_ctype *inner = hole ? wf_cparse_declarator(parser, hole, name) : NULL;
    if (!inner || !wf_cexpect(parser, ")", "a \")\" is missing here")) return NULL;
    wf_ctype *outer = parse_suffixes(parser, base);
    if (!outer) return NULL;
    if (inner == hole) return outer;
    *hole = *outer;
    return inner;
}

wf_ctype *wf_cparse_declarator(wf_cparser *parser, wf_ctype *base, const wf_ctoken **name)
{
    *name = NULL;
    if (!enter(parser)) return NULL;
    wf_ctype *type = parse_pointers(parser, base);
    if (!type) return NULL;
    wf_cskip_attributes(parser);
    if (wf_cat(parser, "(") && holds_declarator(parser)) {
        type = parse_inner(parser, type, name);
    } else {
        if (wf_cnow(parser)->kind == WF_CTOKEN_WORD) {
            *name = wf_cnow(parser);
            parser->at++;
        }
        type = parse_suffixes(parser, type);
    }
    parser->depth--;
    return type;
}
