/* Writers: a struct's members in their order. */
#include "json/gen/ops.h"

static void put_value(wf_jops *ops, const wf_jvalue *value, weft_str object, weft_str count);

/* The most bytes that a number of its width takes. */
static size_t digits_of(const wf_ctype *type)
{
    const wf_ctype *plain = wf_ctype_resolve(type);
    switch (plain->bits) {
    case 8: return plain->is_signed ? 4 : 3;
    case 16: return plain->is_signed ? 6 : 5;
    case 32: return plain->is_signed ? 11 : 10;
    default: return 20;
    }
}

static size_t longest_name(wf_jgen *gen, const wf_jenum *names)
{
    size_t longest = 0;
    for (const wf_jname *name = names->names; name; name = name->next) {
        size_t len = wf_jgen_escaped(gen, name->name).len + 2;
        if (len > longest) longest = len;
    }
    return longest;
}

/* ---- Lists ------------------------------------------------------------------------------------------------- */

/* "n1" and "i1": variables of one loop. */
static weft_str variable(wf_jops *ops, char letter)
{
    return wf_jgen_printf(ops->gen, "%c%d", letter, ops->names);
}

/* Opens a loop over `count` items; returns its counter. What must not be is found, and written as nothing. */
static weft_str open_loop(wf_jops *ops, weft_str count, weft_str wrong)
{
    ops->names++;
    weft_str n = variable(ops, 'n'), i = variable(ops, 'i');
    wf_jops_add(ops, WF_OP_LINE, 0, "size_t %.*s = %.*s;", WF_P(n), WF_P(count));
    if (wrong.len) {
        wf_jops_add(ops, WF_OP_LINE, 0, "if (%.*s) {", WF_P(wrong));
        wf_jops_add(ops, WF_OP_LINE, 0, "at = weft_out_fail(out, WEFT_JSON_MISUSE);");
        wf_jops_add(ops, WF_OP_LINE, 0, "%.*s = 0;", WF_P(n));
        wf_jops_add(ops, WF_OP_LINE, 0, "}");
    }
    wf_jops_open(ops, WF_OP_LOOP, "for (size_t %.*s = 0; %.*s < %.*s; %.*s++)", WF_P(i), WF_P(i), WF_P(n),
                 WF_P(i));
    wf_jops_comma(ops, i);
    return i;
}

static weft_str counted(wf_jops *ops, weft_str count)
{
    return wf_jgen_printf(ops->gen, "(size_t)%.*s", WF_P(count));
}

static void put_list(wf_jops *ops, const wf_jvalue *value, weft_str object, weft_str count)
{
    wf_jops_literal(ops, "[");
    weft_str i = open_loop(ops, counted(ops, count),
                           wf_jgen_printf(ops->gen, "%.*s && !%.*s", WF_P(count), WF_P(object)));
    put_value(ops, value->of, wf_jgen_printf(ops->gen, "%.*s[%.*s]", WF_P(object), WF_P(i)), weft_lit(""));
    wf_jops_close(ops);
    wf_jops_literal(ops, "]");
}

static void put_map(wf_jops *ops, const wf_jvalue *value, weft_str object, weft_str count)
{
    wf_jops_literal(ops, "{");
    weft_str i = open_loop(ops, counted(ops, count),
                           wf_jgen_printf(ops->gen, "%.*s && !%.*s", WF_P(count), WF_P(object)));
    weft_str entry = wf_jgen_printf(ops->gen, "%.*s[%.*s]", WF_P(object), WF_P(i));
    wf_jops_literal(ops, "\"");
    wf_jops_add(ops, WF_OP_ASKING, 0, "at = weft_out_text(out, at, %.*s.%.*s", WF_P(entry), WF_P(value->key));
    wf_jops_literal(ops, "\":");
    put_value(ops, value->of, wf_jgen_printf(ops->gen, "%.*s.%.*s", WF_P(entry), WF_P(value->entry_value)),
              weft_lit(""));
    wf_jops_close(ops);
    wf_jops_literal(ops, "}");
}

static void put_array(wf_jops *ops, const wf_jvalue *value, weft_str object, weft_str count)
{
    enum { UNROLLED = 4 };
    wf_jops_literal(ops, "[");
    if (count.len || value->length > UNROLLED) {
        weft_str length = wf_jgen_printf(ops->gen, "%lld", (long long)value->length);
        weft_str wrong = wf_jgen_printf(ops->gen, "n%d > %.*s", ops->names + 1, WF_P(length));
        weft_str i =
            count.len ? open_loop(ops, counted(ops, count), wrong) : open_loop(ops, length, weft_lit(""));
        put_value(ops, value->of, wf_jgen_printf(ops->gen, "%.*s[%.*s]", WF_P(object), WF_P(i)),
                  weft_lit(""));
        wf_jops_close(ops);
    } else {
        for (int64_t i = 0; i < value->length; i++) {
            if (i > 0) wf_jops_literal(ops, ",");
            put_value(ops, value->of, wf_jgen_printf(ops->gen, "%.*s[%d]", WF_P(object), (int)i),
                      weft_lit(""));
        }
    }
    wf_jops_literal(ops, "]");
}

/* ---- One value --------------------------------------------------------------------------------------------- */

static void put_record(wf_jops *ops, const wf_jrecord *record, weft_str object)
{
    bool foreign = record->is_foreign;
    wf_jops_add(ops, WF_OP_CALL, 0, "at = %s%.*s%s(out, at, &%.*s);", foreign ? "" : "json_put_",
                WF_P(record->ident), foreign ? "_codec.put" : "", WF_P(object));
}

static void put_text(wf_jops *ops, const char *call, weft_str text)
{
    wf_jops_literal(ops, "\"");
    wf_jops_add(ops, WF_OP_ASKING, 0, "at = weft_out_text(out, at, %s%.*s%s", call, WF_P(text),
                *call ? ")" : "");
    wf_jops_literal(ops, "\"");
}

static void put_chars(wf_jops *ops, weft_str object)
{
    put_text(ops, "json_text_of(", wf_jgen_printf(ops->gen, "%.*s, sizeof %.*s", WF_P(object), WF_P(object)));
}

static void put_value(wf_jops *ops, const wf_jvalue *value, weft_str object, weft_str count)
{
    const char *o = object.ptr; /* printed texts end in NUL */
    switch (value->kind) {
    case WF_J_BOOL: wf_jops_add(ops, WF_OP_FIXED, 5, "at = weft_out_bool(at, %s);", o); break;
    case WF_J_INT:
        wf_jops_add(ops, WF_OP_FIXED, digits_of(value->type), "at = weft_out_i64(at, %s);", o);
        break;
    case WF_J_UINT:
        wf_jops_add(ops, WF_OP_FIXED, digits_of(value->type), "at = weft_out_u64(at, %s);", o);
        break;
    case WF_J_F64: wf_jops_add(ops, WF_OP_FIXED, 25, "at = weft_out_f64(out, at, %s);", o); break;
    case WF_J_F32: wf_jops_add(ops, WF_OP_FIXED, 16, "at = weft_out_f32(out, at, %s);", o); break;
    case WF_J_TIME: wf_jops_add(ops, WF_OP_FIXED, 28, "at = weft_out_time(out, at, %s);", o); break;
    case WF_J_UUID: wf_jops_add(ops, WF_OP_FIXED, 38, "at = weft_out_uuid(at, %s);", o); break;
    case WF_J_TEXT: put_text(ops, "", object); break;
    case WF_J_CHARS: put_chars(ops, object); break;
    case WF_J_RAW: wf_jops_add(ops, WF_OP_ASKING, 0, "at = weft_out_raw(out, at, %s", o); break;
    case WF_J_ENUM:
        wf_jops_add(ops, WF_OP_FIXED, longest_name(ops->gen, value->names),
                    "at = json_put_%.*s(out, at, %s);", WF_P(value->names->ident), o);
        break;
    case WF_J_RECORD: put_record(ops, value->record, object); break;
    case WF_J_POINTER: put_value(ops, value->of, wf_jgen_printf(ops->gen, "(*%s)", o), weft_lit("")); break;
    case WF_J_LIST: put_list(ops, value, object, count); break;
    case WF_J_MAP: put_map(ops, value, object, count); break;
    case WF_J_ARRAY: put_array(ops, value, object, count); break;
    case WF_J_TAG: break; /* a literal: its member's */
    }
}

/* ---- Members ----------------------------------------------------------------------------------------------- */

/* Whether something was written for sure; until then the separator is in a variable. */
typedef struct progress {
    bool any, some;
} progress;

static void put_name(wf_jops *ops, const wf_jmember *member, progress *so_far, bool surely)
{
    weft_str name = wf_jgen_escaped(ops->gen, member->name);
    if (so_far->any) {
        wf_jops_literal(ops, ",\"%.*s\":", WF_P(name));
    } else if (surely && !so_far->some) {
        wf_jops_literal(ops, "{\"%.*s\":", WF_P(name));
    } else {
        wf_jops_add(ops, WF_OP_FIXED, 1, "*at++ = before;");
        if (!surely) wf_jops_add(ops, WF_OP_LINE, 0, "before = ',';");
        wf_jops_literal(ops, "\"%.*s\":", WF_P(name));
    }
    so_far->some = true;
    so_far->any |= surely;
}

static void put_member_value(wf_jops *ops, const wf_jmember *member)
{
    if (member->value->kind == WF_J_TAG) {
        wf_jops_literal(ops, "\"%.*s\"", WF_P(wf_jgen_escaped(ops->gen, member->tag->name)));
        return;
    }
    weft_str object = wf_jgen_printf(ops->gen, "x->%.*s", WF_P(member->path));
    weft_str count = member->count;
    if (count.len) count = wf_jgen_printf(ops->gen, "x->%.*s", WF_P(count));
    put_value(ops, member->value, object, count);
}

static void put_member(wf_jops *ops, const wf_jmember *member, progress *so_far)
{
    weft_str has = wf_jmember_has(ops->gen, member);
    bool may_be_left_out = member->optional && has.len;
    if (may_be_left_out && member->nullable)
        wf_jops_open(ops, WF_OP_IF, "x->%.*s != WEFT_MISSING", WF_P(member->presence));
    else if (may_be_left_out)
        wf_jops_open(ops, WF_OP_IF, "%.*s", WF_P(has));
    put_name(ops, member, so_far, !may_be_left_out);
    if (member->nullable) {
        wf_jops_open(ops, WF_OP_IF, "%.*s", WF_P(has));
        put_member_value(ops, member);
        wf_jops_otherwise(ops);
        wf_jops_literal(ops, "null");
        wf_jops_close(ops);
    } else {
        put_member_value(ops, member);
    }
    if (may_be_left_out) wf_jops_close(ops);
}

static void put_members(wf_jops *ops, const wf_jvariant *variant)
{
    progress so_far = { 0 };
    for (const wf_jmember *member = variant->members; member; member = member->next)
        put_member(ops, member, &so_far);
    if (!so_far.any) wf_jops_add(ops, WF_OP_FIXED, 1, "if (before == '{') *at++ = '{';");
    wf_jops_literal(ops, "}");
}

/* Whether the first member may be left out. */
static bool starts_open(wf_jgen *gen, const wf_jvariant *variant)
{
    return variant->members->optional && wf_jmember_has(gen, variant->members).len;
}

static void put_variant(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant)
{
    wf_jops ops;
    wf_jops_begin(&ops, source->gen);
    put_members(&ops, variant);
    if (variant->tag) {
        wf_jput(source, "static char *json_put_%.*s(weft_json_out *out, char *at, const %.*s *x)",
                WF_P(variant->ident), WF_P(record->type));
        wf_jput(source, "{");
        if (wf_jvariant_is_bare(variant)) wf_jput(source, "(void)x;");
    }
    if (starts_open(source->gen, variant)) wf_jput(source, "char before = '{';");
    wf_jops_put(&ops, source);
    if (variant->tag) {
        wf_jput(source, "return at;");
        wf_jput(source, "}");
        wf_jput(source, "%s", "");
    }
}

static void put_choice(wf_jsource *source, const wf_jrecord *record)
{
    wf_jput(source, "switch (x->%.*s) {", WF_P(record->tag_member->path));
    for (const wf_jvariant *at = record->variants; at; at = at->next)
        wf_jput(source, "case %.*s: at = json_put_%.*s(out, at, x); break;", WF_P(at->tag->constant),
                WF_P(at->ident));
    wf_jput(source, "default: at = weft_out_fail(out, WEFT_JSON_MISUSE); break;");
    wf_jput(source, "}");
}

void wf_jput_writers(wf_jsource *source, const wf_jrecord *record)
{
    for (const wf_jvariant *at = record->tag_member ? record->variants : NULL; at; at = at->next)
        put_variant(source, record, at);
    wf_jput(source, "static char *json_put_%.*s(weft_json_out *out, char *at, const void *weft_value)",
            WF_P(record->ident));
    wf_jput(source, "{");
    wf_jput(source, "const %.*s *x = weft_value;", WF_P(record->type));
    if (record->is_recursive)
        wf_jput(source, "if (!weft_out_enter(out)) return weft_out_fail(out, WEFT_JSON_DEEP);");
    if (record->tag_member)
        put_choice(source, record);
    else
        put_variant(source, record, record->variants);
    if (record->is_recursive) wf_jput(source, "weft_out_leave(out);");
    wf_jput(source, "return at;");
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}
