#include "template/gen/value.h"
#include "src/base/str.h"
#include <stdio.h>

/* What expressions may use of weft/page.h, as its header declares it. */
static const char prelude[] =
    "typedef struct weft_formatted { unsigned char len; char text[63]; } weft_formatted;\n"
    "typedef struct weft_excerpt { weft_str text; const char *more; } weft_excerpt;\n"
    "typedef struct weft_page weft_page;\n"
    "typedef struct weft_content { char *(*put)(weft_page *, char *, const void *); const void *data; } "
    "weft_content;\n"
    "typedef struct weft_param_pair { const char *name; weft_str value; } weft_param_pair;\n"
    "typedef struct weft_params_of { const weft_param_pair *pairs; size_t count; } weft_params_of;\n"
    "typedef struct weft_codec weft_codec;\n"
    "typedef struct weft_json_of { const weft_codec *codec; const void *value; } weft_json_of;\n"
    "weft_json_of weft_as_json(const weft_codec *codec, const void *value);\n"
    "weft_formatted weft_fixed(double number, int decimals);\n"
    "weft_formatted weft_separated(weft_formatted number, const char *group, const char *point);\n"
    "weft_formatted weft_date(int64_t unix_seconds, const char *format);\n"
    "const char *weft_plural(int64_t number, const char *one, const char *many);\n"
    "weft_str weft_cstr(const char *text);\n"
    "weft_str weft_or(weft_str text, const char *fallback);\n"
    "weft_excerpt weft_truncate(weft_str text, size_t characters);\n"
    "weft_params_of weft_params(const weft_param_pair *pairs, size_t count);\n"
    "bool weft_str_eq(weft_str a, weft_str b);\n"
    "weft_str weft_str_of(const char *ptr, size_t len);\n"
    "weft_content weft_raw_html(const weft_str *html);\n";

static const wf_ctype *read_type(wf_cdecl *set, const char *text)
{
    weft_str name;
    return wf_cdecl_read_type(set, (wf_cplace){ "<weft>", 1, 1 }, wf_str(text), &name);
}

bool wf_types_begin(wf_types *types, wf_unit *unit)
{
    *types = (wf_types){ .unit = unit, .set = wf_cdecl_new() };
    wf_cdecl *set = types->set;
    if (!set || !wf_cdecl_read_text(set, "<weft/page.h>", weft_str_of(prelude, sizeof prelude - 1)))
        return false;
    types->integer = read_type(set, "int");
    types->boolean = read_type(set, "bool");
    types->number = read_type(set, "double");
    types->size = read_type(set, "size_t");
    types->cstr = read_type(set, "const char *");
    types->text = read_type(set, "weft_str");
    types->content = read_type(set, "weft_content");
    types->formatted = read_type(set, "weft_formatted");
    return types->integer && types->boolean && types->number && types->size && types->cstr && types->text &&
           types->content && types->formatted;
}

void wf_types_end(wf_types *types) { wf_cdecl_free(types->set); }

static wf_value_kind named_kind(const wf_ctype *type)
{
    static const struct {
        const char *name;
        wf_value_kind kind;
    } known[] = {
        { "weft_str", WF_VALUE_TEXT },
        { "weft_content", WF_VALUE_CONTENT },
        { "weft_formatted", WF_VALUE_FORMATTED },
        { "weft_excerpt", WF_VALUE_FORMATTED },
        { "weft_params_of", WF_VALUE_PARAMS },
        { "weft_json_of", WF_VALUE_JSON },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (wf_ctype_is(type, known[i].name)) return known[i].kind;
    return WF_VALUE_UNKNOWN;
}

static wf_value_kind kind_of(const wf_ctype *type)
{
    wf_value_kind named = named_kind(type);
    if (named != WF_VALUE_UNKNOWN) return named;
    const wf_ctype *real = wf_ctype_resolve(type);
    switch (real->kind) {
    case WF_C_UNKNOWN:
    case WF_C_NAMED: return WF_VALUE_UNKNOWN;
    case WF_C_VOID: return WF_VALUE_VOID;
    case WF_C_BOOL: return WF_VALUE_BOOL;
    case WF_C_CHAR: return WF_VALUE_CHAR;
    case WF_C_INT: return WF_VALUE_INTEGER;
    case WF_C_FLOAT: return WF_VALUE_FLOAT;
    case WF_C_ENUM: return WF_VALUE_ENUM;
    case WF_C_STRUCT:
    case WF_C_UNION: return WF_VALUE_RECORD;
    case WF_C_POINTER:
        return wf_ctype_resolve(real->of)->kind == WF_C_CHAR ? WF_VALUE_CSTR : WF_VALUE_POINTER;
    case WF_C_ARRAY: return wf_ctype_resolve(real->of)->kind == WF_C_CHAR ? WF_VALUE_CSTR : WF_VALUE_ARRAY;
    case WF_C_FUNCTION: return WF_VALUE_FUNCTION;
    }
    return WF_VALUE_UNKNOWN;
}

wf_value wf_value_of(const wf_ctype *type)
{
    if (!type) return (wf_value){ .kind = WF_VALUE_UNKNOWN };
    return (wf_value){ .kind = kind_of(type), .type = type };
}

/* ---- Macros ---------------------------------------------------------------------------------------------- */

typedef struct wf_text_macro {
    struct wf_text_macro *next;
    const wf_cname *macro;
    bool is_text;
} wf_text_macro;

/* Whether a line defines `name` as string literals and nothing else. */
static bool defines_text(weft_str line, weft_str name)
{
    for (size_t i = 0; i + name.len < line.len; i++) {
        if (memcmp(line.ptr + i, name.ptr, name.len) != 0) continue;
        weft_str rest = wf_str_trim(weft_str_of(line.ptr + i + name.len, line.len - i - name.len));
        bool quoted = rest.len > 1 && rest.ptr[0] == '"' && rest.ptr[rest.len - 1] == '"';
        size_t quotes = 0;
        for (size_t j = 0; j < rest.len; j++) {
            quotes += rest.ptr[j] == '"';
            if (rest.ptr[j] == '\\' || (quotes % 2 == 0 && !strchr("\" \t", rest.ptr[j]))) return false;
        }
        return quoted && quotes % 2 == 0;
    }
    return false;
}

/* The declaration reader keeps the numbers of macros alone; for texts, the line is looked at that defines it. */
static bool is_text_macro(const wf_cname *macro)
{
    char line[512];
    bool is = false;
    FILE *file = fopen(macro->place.file, "rb");
    for (uint32_t number = 1; file && fgets(line, sizeof line, file);) {
        size_t len = strlen(line);
        if (number == macro->place.line)
            is = is || defines_text(wf_str_trim(weft_str_of(line, strcspn(line, "\r\n"))), macro->name);
        if (len > 0 && line[len - 1] == '\n') number++;
        if (number > macro->place.line) break;
    }
    if (file) fclose(file);
    return is;
}

wf_value wf_value_of_macro(wf_types *types, const wf_cname *macro)
{
    if (macro->known) return wf_value_of(types->integer);
    wf_text_macro *seen = types->macros;
    while (seen && seen->macro != macro) seen = seen->next;
    if (!seen) {
        seen = wf_unit_take(types->unit, sizeof *seen);
        *seen = (wf_text_macro){ types->macros, macro, is_text_macro(macro) };
        types->macros = seen;
    }
    return (wf_value){ .kind = seen->is_text ? WF_VALUE_LITERAL : WF_VALUE_UNKNOWN,
                       .type = seen->is_text ? types->cstr : NULL };
}

/* ---- Types ----------------------------------------------------------------------------------------------- */

weft_str wf_value_name(const wf_types *types, wf_value value)
{
    if (value.kind == WF_VALUE_LITERAL) return weft_lit("a string literal");
    if (value.kind == WF_VALUE_NULL) return weft_lit("NULL");
    if (!value.type) return weft_lit("of an unknown type");
    weft_buf out = weft_buf_heap(1024);
    wf_ctype_put(&out, wf_type_plain(types, value.type), weft_str_of(NULL, 0));
    weft_str name = wf_unit_copy(types->unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return name;
}

const wf_ctype *wf_type_pointer(const wf_types *types, const wf_ctype *to)
{
    wf_ctype *type = wf_unit_take(types->unit, sizeof *type);
    *type = (wf_ctype){ .kind = WF_C_POINTER, .of = to, .place = to->place };
    return type;
}

static wf_ctype *copy_of(const wf_types *types, const wf_ctype *type)
{
    wf_ctype *copy = wf_unit_take(types->unit, sizeof *copy);
    *copy = *type;
    return copy;
}

const wf_ctype *wf_type_const(const wf_types *types, const wf_ctype *type)
{
    if (wf_ctype_const(type)) return type;
    wf_ctype *copy = copy_of(types, type);
    if (type->kind == WF_C_ARRAY)
        copy->of = wf_type_const(types, type->of);
    else
        copy->is_const = true;
    return copy;
}

const wf_ctype *wf_type_plain(const wf_types *types, const wf_ctype *type)
{
    if (!type->is_const) return type;
    wf_ctype *copy = copy_of(types, type);
    copy->is_const = false;
    return copy;
}

wf_value wf_value_target(wf_value value)
{
    const wf_ctype *real = value.type ? wf_ctype_resolve(value.type) : NULL;
    if (!real || (real->kind != WF_C_POINTER && real->kind != WF_C_ARRAY))
        return (wf_value){ .kind = WF_VALUE_UNKNOWN };
    wf_value target = wf_value_of(real->of);
    target.place = true;
    return target;
}

/* ---- What fits where ------------------------------------------------------------------------------------- */

static bool pointers_fit(wf_value to, wf_value from)
{
    if (from.kind == WF_VALUE_NULL) return true;
    const wf_ctype *a = wf_ctype_resolve(to.type), *b = wf_ctype_resolve(from.type);
    if (a->kind != WF_C_POINTER || (b->kind != WF_C_POINTER && b->kind != WF_C_ARRAY)) return false;
    if (wf_ctype_const(b->of) && !wf_ctype_const(a->of)) return false;
    const wf_ctype *x = wf_ctype_resolve(a->of), *y = wf_ctype_resolve(b->of);
    if (x->kind == WF_C_VOID || y->kind == WF_C_VOID || x->kind == WF_C_UNKNOWN || y->kind == WF_C_UNKNOWN)
        return true;
    if (x->kind != y->kind) return false;
    if (x->tag || y->tag) return x->tag == y->tag;
    if (x->kind == WF_C_INT || x->kind == WF_C_FLOAT)
        return x->bits == y->bits && x->is_signed == y->is_signed &&
               (x->bits || weft_str_eq(x->spelling, y->spelling));
    return true;
}

bool wf_value_fits(wf_value to, wf_value from)
{
    if (to.kind == WF_VALUE_UNKNOWN || from.kind == WF_VALUE_UNKNOWN) return true;
    if (wf_value_is_number(to)) return wf_value_is_number(from);
    switch (to.kind) {
    case WF_VALUE_TEXT: return from.kind == WF_VALUE_TEXT || from.kind == WF_VALUE_LITERAL;
    case WF_VALUE_CSTR:
        if (from.kind == WF_VALUE_LITERAL) return wf_ctype_const(wf_ctype_resolve(to.type)->of);
        return (from.kind == WF_VALUE_CSTR || from.kind == WF_VALUE_NULL || from.kind == WF_VALUE_POINTER) &&
               pointers_fit(to, from);
    case WF_VALUE_POINTER:
        return wf_value_is_pointer(from) && from.kind != WF_VALUE_LITERAL && pointers_fit(to, from);
    case WF_VALUE_RECORD:
    case WF_VALUE_FORMATTED:
        return from.type && wf_ctype_resolve(to.type)->tag == wf_ctype_resolve(from.type)->tag;
    default: return to.kind == from.kind;
    }
}

/* A number's place among the others: the larger one wins. */
static int rank_of(wf_value value)
{
    if (value.kind == WF_VALUE_FLOAT) return 1000;
    const wf_ctype *real = wf_ctype_resolve(value.type);
    if (value.kind != WF_VALUE_INTEGER) return 0;
    int bits = real->bits ? real->bits : wf_str_starts(real->spelling, weft_lit("int")) ? 32 : 64;
    if (bits < 32) return 0;
    return 2 * bits + !real->is_signed;
}

wf_value wf_value_common(const wf_types *types, wf_value a, wf_value b)
{
    if (!wf_value_is_number(a) || !wf_value_is_number(b)) return (wf_value){ .kind = WF_VALUE_UNKNOWN };
    int rank_a = rank_of(a), rank_b = rank_of(b);
    if (rank_a == 0 && rank_b == 0) return wf_value_of(types->integer);
    wf_value common = rank_a >= rank_b ? a : b;
    common.place = false;
    return common;
}
