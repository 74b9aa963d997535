/* C types to JSON values, and what cannot be one. */
#include "json/gen/gen.h"

static wf_jvalue *new_value(wf_jgen *gen, wf_jkind kind, const wf_ctype *type)
{
    wf_jvalue *value = wf_jgen_take(gen, sizeof *value);
    value->kind = kind;
    value->type = type;
    return value;
}

static const wf_jvalue *refuse(wf_jgen *gen, wf_jsubject subject, const char *hint, const char *what)
{
    weft_str name = subject.member->name;
    wf_jgen_error(gen, subject.member->place, hint, "%.*s%s%s", WF_P(name), name.len ? " " : "", what);
    return NULL;
}

static weft_str spell(wf_jgen *gen, const wf_ctype *type)
{
    weft_buf out = weft_buf_heap(4096);
    wf_ctype_put(&out, type, weft_lit(""));
    weft_str text = wf_jgen_copy(gen, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

/* ---- Numbers ----------------------------------------------------------------------------------------------- */

static const wf_jvalue *integer(wf_jgen *gen, const wf_ctype *type, const wf_ctype *plain,
                                wf_jsubject subject)
{
    if (!subject.options->is_time) return new_value(gen, plain->is_signed ? WF_J_INT : WF_J_UINT, type);
    if (plain->bits == 64 && plain->is_signed) return new_value(gen, WF_J_TIME, type);
    return refuse(gen, subject, "a time is an int64_t: milliseconds since 1970, UTC", "cannot hold a time");
}

static const wf_jvalue *floating(wf_jgen *gen, const wf_ctype *type, const wf_ctype *plain,
                                 wf_jsubject subject)
{
    if (plain->bits == 64) return new_value(gen, WF_J_F64, type);
    if (plain->bits == 32) return new_value(gen, WF_J_F32, type);
    return refuse(gen, subject, "use double", "is a long double, which not every machine has");
}

static bool is_byte(const wf_ctype *type)
{
    const wf_ctype *plain = wf_ctype_resolve(type);
    return plain->kind == WF_C_INT && plain->bits == 8 && !plain->is_signed;
}

/* ---- Structs and enums ------------------------------------------------------------------------------------- */

static const wf_jvalue *enumeration(wf_jgen *gen, const wf_ctype *type, const wf_ctag *tag,
                                    wf_jsubject subject)
{
    wf_jvalue *value = new_value(gen, WF_J_ENUM, type);
    value->names = wf_jenum_of(gen, tag, subject.member);
    return value->names ? value : NULL;
}

static const wf_jvalue *structure(wf_jgen *gen, const wf_ctype *type, const wf_ctag *tag, wf_jsubject subject)
{
    wf_jvalue *value = new_value(gen, WF_J_RECORD, type);
    value->record = wf_jrecord_of(gen, tag, subject);
    return value->record ? value : NULL;
}

static const wf_jvalue *view(wf_jgen *gen, const wf_ctype *type, wf_jsubject subject)
{
    return new_value(gen, subject.options->is_raw ? WF_J_RAW : WF_J_TEXT, type);
}

/* ---- Arrays ------------------------------------------------------------------------------------------------ */

static const wf_jvalue *array(wf_jgen *gen, const wf_ctype *type, const wf_ctype *plain, wf_jsubject subject)
{
    if (plain->length <= 0)
        return refuse(gen, subject, "give it a length, or use a pointer and a size_t NAME_count",
                      "is an array whose length is not known here");
    if (plain->length > UINT16_MAX)
        return refuse(gen, subject, "use a pointer and a size_t NAME_count",
                      "is an array of more than 65535 items");
    if (subject.options->is_uuid && is_byte(plain->of) && plain->length == 16)
        return new_value(gen, WF_J_UUID, type);
    bool chars = wf_ctype_resolve(plain->of)->kind == WF_C_CHAR;
    wf_jvalue *value = new_value(gen, chars ? WF_J_CHARS : WF_J_ARRAY, type);
    value->length = plain->length;
    if (chars) return value;
    subject.has_count = false;
    subject.path = wf_jgen_printf(gen, "%.*s[0]", WF_P(subject.path));
    value->of = wf_jvalue_of(gen, plain->of, subject);
    return value->of ? value : NULL;
}

/* ---- Pointers ---------------------------------------------------------------------------------------------- */

/* A map's entry: a text, and what it leads to. */
static const wf_jvalue *map(wf_jgen *gen, const wf_ctype *type, const wf_ctype *item, wf_jsubject subject)
{
    const wf_ctag *tag = item->tag;
    const wf_cmember *key = tag && item->kind == WF_C_STRUCT ? tag->members : NULL;
    if (!key || tag->count != 2 || !wf_ctype_is(key->type, "weft_str"))
        return refuse(gen, subject, "an entry is like struct price { weft_str key; double value; }",
                      "is no map: its entries are not a weft_str and one other member");
    const wf_cmember *member = key->next;
    wf_joptions options =
        wf_jgen_options(gen, WF_MARK_MEMBER, wf_jgen_tag_name(tag), member->name, member->notes);
    wf_jsubject inner = {
        .member = member, .options = &options, .within = subject.within, .depth = subject.depth + 1
    };
    wf_jvalue *value = new_value(gen, WF_J_MAP, type);
    value->key = key->name;
    value->entry_value = member->name;
    value->of = wf_jvalue_of(gen, member->type, inner);
    return value->of ? value : NULL;
}

static const char *why_no_item(const wf_ctype *item)
{
    if (item->kind == WF_C_VOID) return "is a void pointer: nobody knows what is there";
    if (item->kind == WF_C_FUNCTION) return "is a pointer to a function";
    return NULL;
}

/* Structs without a name cannot be spoken of where their pointer is const. */
static bool is_nameless(const wf_ctype *item)
{
    return item->tag && item->kind != WF_C_ENUM && wf_jgen_tag_name(item->tag).len == 0;
}

static const wf_jvalue *pointer(wf_jgen *gen, const wf_ctype *type, const wf_ctype *plain,
                                wf_jsubject subject)
{
    const wf_ctype *item = wf_ctype_resolve(plain->of);
    if (why_no_item(item)) return refuse(gen, subject, "add // weft:ignore", why_no_item(item));
    if (item->kind == WF_C_CHAR && !subject.has_count)
        return refuse(gen, subject, "use weft_str: a text in JSON has a length, and may hold a NUL",
                      "is a C string");
    if (is_nameless(item))
        return refuse(gen, subject, "generated code has to name it: typedef struct NAME { ... } NAME;",
                      "points to a struct without a name");
    if (subject.options->is_map && subject.has_count) return map(gen, type, item, subject);
    bool may_be_null = subject.options->optional || subject.options->nullable;
    if (!subject.has_count && (!may_be_null || subject.depth))
        return refuse(
            gen, subject,
            wf_jgen_printf(gen,
                           "a list has a size_t %s_count behind it; what may be missing or null says "
                           "// weft:optional or // weft:nullable",
                           subject.member->name.ptr)
                .ptr,
            "is a pointer: is it a list?");
    wf_jvalue *value = new_value(gen, subject.has_count ? WF_J_LIST : WF_J_POINTER, type);
    subject.has_count = false;
    subject.depth++;
    value->of = wf_jvalue_of(gen, plain->of, subject);
    return value->of ? value : NULL;
}

/* ---- All of them ------------------------------------------------------------------------------------------- */

static const wf_jvalue *unknown(wf_jgen *gen, const wf_ctype *plain)
{
    weft_str near = wf_cdecl_near_type(gen->set, plain->spelling);
    const char *hint = near.ptr ? wf_jgen_printf(gen, "did you mean %s?", near.ptr).ptr
                                : "include the header that declares it, or add // weft:ignore";
    wf_jgen_error(gen, plain->place, hint, "the type %.*s is not known: %s", WF_P(plain->spelling),
                  plain->why);
    return NULL;
}

const wf_jvalue *wf_jvalue_of(wf_jgen *gen, const wf_ctype *type, wf_jsubject subject)
{
    const wf_ctype *plain = wf_ctype_resolve(type);
    if (subject.depth > WF_JGEN_DEPTH) return refuse(gen, subject, NULL, "is nested too deep");
    if (wf_ctype_is(type, "weft_str")) return view(gen, type, subject);
    switch (plain->kind) {
    case WF_C_BOOL: return new_value(gen, WF_J_BOOL, type);
    case WF_C_INT: return integer(gen, type, plain, subject);
    case WF_C_FLOAT: return floating(gen, type, plain, subject);
    case WF_C_ENUM: return enumeration(gen, type, plain->tag, subject);
    case WF_C_STRUCT: return structure(gen, type, plain->tag, subject);
    case WF_C_ARRAY: subject.depth++; return array(gen, type, plain, subject);
    case WF_C_POINTER: return pointer(gen, type, plain, subject);
    case WF_C_UNKNOWN: return unknown(gen, plain);
    case WF_C_CHAR:
        return refuse(gen, subject, "use int8_t or uint8_t for a number, char[N] or weft_str for a text",
                      "is one char: a number or a text?");
    case WF_C_UNION:
        return refuse(gen, subject, "say which member it has: // weft:tag=KIND", "is a union without a tag");
    case WF_C_VOID:
    case WF_C_FUNCTION:
    case WF_C_NAMED: break;
    }
    wf_jgen_error(gen, subject.member->place, "add // weft:ignore", "%.*s cannot be JSON: %s",
                  WF_P(subject.member->name), spell(gen, type).ptr);
    return NULL;
}
