/* Types: through typedefs, and back to C. */
#include "src/cdecl/cdecl.h"
#include "src/base/str.h"

const wf_ctype *wf_ctype_resolve(const wf_ctype *type)
{
    while (type->kind == WF_C_NAMED) type = type->of;
    return type;
}

bool wf_ctype_const(const wf_ctype *type)
{
    for (; type->kind == WF_C_NAMED; type = type->of)
        if (type->is_const) return true;
    return type->is_const;
}

bool wf_ctype_is(const wf_ctype *type, const char *name)
{
    for (; type->kind == WF_C_NAMED; type = type->of)
        if (weft_str_eq(type->name->name, wf_str(name))) return true;
    return false;
}

/* ---- Written ----------------------------------------------------------------------------------------------- */

static void put_params(weft_buf *out, const wf_ctype *function)
{
    weft_put_char(out, '(');
    if (!function->params && !function->is_variadic) weft_put_str(out, weft_lit("void"));
    for (const wf_cmember *param = function->params; param; param = param->next) {
        wf_ctype_put(out, param->type, param->name);
        if (param->next || function->is_variadic) weft_put_str(out, weft_lit(", "));
    }
    weft_put_str(out, function->is_variadic ? weft_lit("...)") : weft_lit(")"));
}

static void put_tag(weft_buf *out, const wf_ctype *type)
{
    weft_put_str(out, type->kind == WF_C_STRUCT  ? weft_lit("struct ")
                      : type->kind == WF_C_UNION ? weft_lit("union ")
                                                 : weft_lit("enum "));
    weft_put_str(out, type->tag->name.len ? type->tag->name : weft_lit("{ ... }"));
}

/* The words before the declarator. */
static void put_base(weft_buf *out, const wf_ctype *type)
{
    if (type->is_const) weft_put_str(out, weft_lit("const "));
    if (type->tag && type->kind != WF_C_NAMED)
        put_tag(out, type);
    else
        weft_put_str(out, type->spelling.len ? type->spelling : weft_lit("(unknown)"));
}

static bool binds_behind(const wf_ctype *type)
{
    return type->kind == WF_C_ARRAY || type->kind == WF_C_FUNCTION;
}

/* What stands before the name, from the outermost type in. */
static void put_before(weft_buf *out, const wf_ctype *type, bool has_name)
{
    if (type->kind == WF_C_POINTER) {
        put_before(out, type->of, true);
        if (binds_behind(type->of)) weft_put_char(out, '(');
        weft_put_char(out, '*');
        if (type->is_const) weft_put_str(out, has_name ? weft_lit("const ") : weft_lit("const"));
    } else if (binds_behind(type)) {
        put_before(out, type->of, has_name);
    } else {
        put_base(out, type);
        if (has_name) weft_put_char(out, ' ');
    }
}

static void put_behind(weft_buf *out, const wf_ctype *type)
{
    if (type->kind == WF_C_POINTER) {
        if (binds_behind(type->of)) weft_put_char(out, ')');
        put_behind(out, type->of);
    } else if (type->kind == WF_C_ARRAY) {
        weft_put_char(out, '[');
        if (type->length >= 0) weft_put_i64(out, type->length);
        weft_put_char(out, ']');
        put_behind(out, type->of);
    } else if (type->kind == WF_C_FUNCTION) {
        put_params(out, type);
        put_behind(out, type->of);
    }
}

void wf_ctype_put(weft_buf *out, const wf_ctype *type, weft_str name)
{
    put_before(out, type, name.len > 0);
    weft_put_str(out, name);
    put_behind(out, type);
}

/* ---- Comments ---------------------------------------------------------------------------------------------- */

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

weft_str wf_cnote_find(const wf_cnote *notes, const char *mark, wf_cplace *place)
{
    weft_str start = wf_str(mark);
    for (; notes; notes = notes->next) {
        weft_str text = notes->text;
        if (!wf_str_starts(text, start) || (text.len > start.len && !is_blank(text.ptr[start.len]))) continue;
        size_t at = start.len;
        *place = notes->place;
        place->column += (uint32_t)at;
        for (; at < text.len && is_blank(text.ptr[at]); at++) {
            place->column++;
            if (text.ptr[at] == '\n') *place = (wf_cplace){ place->file, place->line + 1, 1 };
        }
        return weft_str_of(text.ptr + at, text.len - at);
    }
    return weft_str_of(NULL, 0);
}
