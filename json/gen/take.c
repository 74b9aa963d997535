/* Readers: the straight road of members in their order and without white space, and beside it the loop that takes them
 * in any order. Whatever is not as the straight road expects goes on in the loop, with what was read so far. */
#include "json/gen/gen.h"

/* ---- Values ------------------------------------------------------------------------------------------------ */

static void put_or_leave(wf_jsource *source) { wf_jput(source, "if (!at) return NULL;"); }

/* An integer that is not 64 bits: it is read wide, held against its type, and made narrow. */
static void take_narrow(wf_jsource *source, const wf_jvalue *value, const char *object)
{
    const wf_ctype *plain = wf_ctype_resolve(value->type);
    bool is_signed = plain->is_signed;
    weft_str type = wf_jgen_typed(source->gen, value->type, false, "");
    wf_jput(source, "{");
    wf_jput(source, "%s wide;", is_signed ? "int64_t" : "uint64_t");
    if (plain->bits && is_signed)
        wf_jput(source, "at = weft_in_int(in, at, INT%u_MIN, INT%u_MAX, &wide);", plain->bits, plain->bits);
    else if (plain->bits)
        wf_jput(source, "at = weft_in_uint(in, at, UINT%u_MAX, &wide);", plain->bits);
    else if (is_signed)
        wf_jput(source, "at = weft_in_int(in, at, JSON_MIN_OF(%.*s), JSON_MAX_OF(%.*s), &wide);", WF_P(type),
                WF_P(type));
    else
        wf_jput(source, "at = weft_in_uint(in, at, (%.*s)-1, &wide);", WF_P(type));
    put_or_leave(source);
    wf_jput(source, "%s = (%.*s)wide;", object, WF_P(type));
    wf_jput(source, "}");
}

static void take_integer(wf_jsource *source, const wf_jvalue *value, const char *object)
{
    if (value->kind == WF_J_INT && wf_ctype_is(value->type, "int64_t"))
        wf_jput(source, "at = weft_in_i64(in, at, &%s);", object);
    else if (value->kind == WF_J_UINT && wf_ctype_is(value->type, "uint64_t"))
        wf_jput(source, "at = weft_in_u64(in, at, &%s);", object);
    else
        take_narrow(source, value, object);
}

static void take_time(wf_jsource *source, const wf_jvalue *value, const char *object)
{
    if (wf_ctype_is(value->type, "int64_t")) {
        wf_jput(source, "at = weft_in_time(in, at, &%s);", object);
        return;
    }
    wf_jput(source, "{");
    wf_jput(source, "int64_t unix_ms;");
    wf_jput(source, "at = weft_in_time(in, at, &unix_ms);");
    put_or_leave(source);
    wf_jput(source, "%s = unix_ms;", object);
    wf_jput(source, "}");
}

static void take_record(wf_jsource *source, const wf_jrecord *record, const char *object)
{
    if (record->is_foreign)
        wf_jput(source, "at = %.*s_codec.take(in, at, &%s);", WF_P(record->ident), object);
    else
        wf_jput(source, "at = json_take_%.*s(in, at, &%s);", WF_P(record->ident), object);
}

/* A value that needs no function of its own; `at` is on it, or behind its quote when `is_open`. */
static void take_simple(wf_jsource *source, const wf_jvalue *value, const char *object, bool is_open)
{
    switch (value->kind) {
    case WF_J_BOOL: wf_jput(source, "at = weft_in_bool(in, at, &%s);", object); break;
    case WF_J_INT:
    case WF_J_UINT: take_integer(source, value, object); break;
    case WF_J_F64: wf_jput(source, "at = weft_in_f64(in, at, &%s);", object); break;
    case WF_J_F32: wf_jput(source, "at = weft_in_f32(in, at, &%s);", object); break;
    case WF_J_TEXT:
        wf_jput(source, "at = weft_in_%s(in, at, &%s);", is_open ? "quoted" : "text", object);
        break;
    case WF_J_CHARS: wf_jput(source, "at = json_take_chars(in, at, %s, sizeof %s);", object, object); break;
    case WF_J_RAW: wf_jput(source, "at = weft_in_raw(in, at, &%s);", object); break;
    case WF_J_TIME: take_time(source, value, object); break;
    case WF_J_UUID: wf_jput(source, "at = weft_in_uuid(in, at, %s);", object); break;
    case WF_J_ENUM:
        wf_jput(source, "at = json_take_%.*s(in, at, &%s);", WF_P(value->names->ident), object);
        break;
    case WF_J_RECORD: take_record(source, value->record, object); break;
    case WF_J_TAG: wf_jput(source, "at = weft_in_skip(in, at);"); break;
    case WF_J_POINTER:
    case WF_J_LIST:
    case WF_J_MAP:
    case WF_J_ARRAY: break;
    }
}

static bool is_simple(const wf_jvalue *value)
{
    return value->kind != WF_J_POINTER && value->kind != WF_J_LIST && value->kind != WF_J_MAP &&
           value->kind != WF_J_ARRAY;
}

static void take_value(wf_jsource *source, const wf_jvalue *value, const char *object, int depth);

/* ---- Values of several values ------------------------------------------------------------------------------ */

/* A fixed array, from its "[" to behind its "]"; `count` is empty when it is always full. */
static void take_array(wf_jsource *source, const wf_jvalue *value, const char *object, weft_str count,
                       int depth)
{
    wf_jgen *gen = source->gen;
    const char *n = wf_jgen_printf(gen, "n%d", depth).ptr, *list = wf_jgen_printf(gen, "list%d", depth).ptr;
    const char *array = wf_jgen_printf(gen, "array%d", depth).ptr;
    wf_jput(source, "weft_in_list %s;", list);
    wf_jput(source, "const char *%s = at;", array);
    wf_jput(source, "size_t %s = 0;", n);
    wf_jput(source, "for (at = weft_in_array(in, at, &%s); at && %s.more; at = weft_in_item(in, at, &%s)) {",
            list, list, list);
    wf_jput(source, "if (%s == %lld) return weft_in_fail(in, %s, WEFT_JSON_COUNT);", n,
            (long long)value->length, array);
    take_value(source, value->of, wf_jgen_printf(gen, "%s[%s]", object, n).ptr, depth + 1);
    put_or_leave(source);
    wf_jput(source, "%s++;", n);
    wf_jput(source, "}");
    put_or_leave(source);
    wf_jput(source, "(void)weft_in_done(in, &%s);", list);
    if (count.len == 0)
        wf_jput(source, "if (%s != %lld) return weft_in_fail(in, %s, WEFT_JSON_COUNT);", n,
                (long long)value->length, array);
}

/* The items of a list are written where they are put; afterwards they are const. */
static void put_done(wf_jsource *source, const wf_jvalue *value, const char *object, int depth)
{
    const wf_ctype *item = wf_ctype_resolve(value->type)->of;
    bool is_const = wf_ctype_const(item) && wf_ctype_resolve(item)->kind != WF_C_ARRAY;
    weft_str cast = wf_jgen_typed(source->gen, value->type, false, "");
    if (is_const)
        wf_jput(source, "%s = weft_in_done(in, &list%d);", object, depth);
    else
        wf_jput(source, "%s = (%.*s)(uintptr_t)weft_in_done(in, &list%d);", object, WF_P(cast), depth);
}

static weft_str item_of(wf_jgen *gen, const wf_jvalue *value, int depth)
{
    const wf_ctype *item = wf_ctype_resolve(value->type)->of;
    return wf_jgen_typed(gen, item, true, wf_jgen_printf(gen, "item%d", depth).ptr);
}

static void take_list(wf_jsource *source, const wf_jvalue *value, const char *object, int depth)
{
    wf_jgen *gen = source->gen;
    wf_jput(source, "weft_in_list list%d;", depth);
    wf_jput(
        source,
        "for (at = weft_in_array(in, at, &list%d); at && list%d.more; at = weft_in_item(in, at, &list%d)) {",
        depth, depth, depth);
    wf_jput(source, "%.*s = weft_in_add(in, &list%d, sizeof *item%d);", WF_P(item_of(gen, value, depth)),
            depth, depth);
    wf_jput(source, "if (!item%d) return NULL;", depth);
    take_value(source, value->of, wf_jgen_printf(gen, "(*item%d)", depth).ptr, depth + 1);
    put_or_leave(source);
    wf_jput(source, "}");
    put_or_leave(source);
    put_done(source, value, object, depth);
}

static void take_map(wf_jsource *source, const wf_jvalue *value, const char *object, int depth)
{
    wf_jgen *gen = source->gen;
    wf_jput(source, "weft_in_list list%d;", depth);
    wf_jput(source, "weft_str weft_name;");
    wf_jput(source, "const char *weft_from = at;");
    wf_jput(source, "weft_in_open(in, &list%d);", depth);
    wf_jput(source, "for (at = weft_in_object(in, at, &weft_name); at && weft_name.ptr; at = "
                    "weft_in_member(in, at, &weft_name)) {");
    wf_jput(source, "%.*s = weft_in_add(in, &list%d, sizeof *item%d);", WF_P(item_of(gen, value, depth)),
            depth, depth);
    wf_jput(source, "if (!item%d) return NULL;", depth);
    wf_jput(source, "item%d->%.*s = weft_name;", depth, WF_P(value->key));
    take_value(source, value->of, wf_jgen_printf(gen, "item%d->%.*s", depth, WF_P(value->entry_value)).ptr,
               depth + 1);
    put_or_leave(source);
    wf_jput(source, "}");
    put_or_leave(source);
    put_done(source, value, object, depth);
    wf_jput(source, "if (!weft_in_distinct(in, weft_from, %s, list%d.count, sizeof *%s)) return NULL;",
            object, depth, object);
}

static void take_pointer(wf_jsource *source, const wf_jvalue *value, const char *object, int depth)
{
    wf_jgen *gen = source->gen;
    const char *made = wf_jgen_printf(gen, "item%d", depth).ptr;
    wf_jput(source, "%.*s = weft_in_alloc(in, sizeof *%s);", WF_P(item_of(gen, value, depth)), made);
    wf_jput(source, "if (!%s) return NULL;", made);
    wf_jput(source, "memset(%s, 0, sizeof *%s);", made, made);
    take_value(source, value->of, wf_jgen_printf(gen, "(*%s)", made).ptr, depth + 1);
    put_or_leave(source);
    wf_jput(source, "%s = %s;", object, made);
}

static void take_value(wf_jsource *source, const wf_jvalue *value, const char *object, int depth)
{
    if (is_simple(value)) {
        take_simple(source, value, object, false);
        return;
    }
    if (depth) wf_jput(source, "{");
    if (value->kind == WF_J_POINTER) take_pointer(source, value, object, depth);
    if (value->kind == WF_J_LIST) take_list(source, value, object, depth);
    if (value->kind == WF_J_MAP) take_map(source, value, object, depth);
    if (value->kind == WF_J_ARRAY) take_array(source, value, object, weft_lit(""), depth);
    if (depth) wf_jput(source, "}");
}

/* ---- A member's own function ------------------------------------------------------------------------------- */

static void put_count(wf_jsource *source, const wf_jmember *member, const char *counted)
{
    const wf_ctype *plain = wf_ctype_resolve(member->count_type);
    weft_str type = wf_jgen_typed(source->gen, member->count_type, false, "");
    if (plain->bits && plain->bits < 64)
        wf_jput(source, "if (%s > UINT%u_MAX) return weft_in_fail(in, weft_from, WEFT_JSON_COUNT);", counted,
                plain->bits);
    wf_jput(source, "x->%.*s = (%.*s)%s;", WF_P(member->count), WF_P(type), counted);
}

static weft_str function_of(wf_jgen *gen, const wf_jvariant *variant, const wf_jmember *member)
{
    return wf_jgen_printf(gen, "json_take_%.*s_%.*s", WF_P(variant->ident),
                          WF_P(wf_jgen_mangled(gen, member->path)));
}

static void put_member_function(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant,
                                const wf_jmember *member)
{
    const wf_jvalue *value = member->value;
    const char *object = wf_jgen_printf(source->gen, "x->%.*s", WF_P(member->path)).ptr;
    bool counts = member->count.len && wf_ctype_resolve(member->count_type)->bits;
    counts = counts && wf_ctype_resolve(member->count_type)->bits < 64;
    wf_jput(source, "/* %.*s */", WF_P(wf_jgen_place(source->gen, member->place)));
    wf_jput(source, "static const char *%.*s(weft_json_in *in, const char *at, %.*s *x)",
            WF_P(function_of(source->gen, variant, member)), WF_P(record->type));
    wf_jput(source, "{");
    if (counts) wf_jput(source, "const char *weft_from = at;");
    if (value->kind == WF_J_ARRAY)
        take_array(source, value, object, member->count, 0);
    else
        take_value(source, value, object, 0);
    if (member->count.len) put_count(source, member, value->kind == WF_J_ARRAY ? "n0" : "list0.count");
    wf_jput(source, "return at;");
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

/* ---- Members ----------------------------------------------------------------------------------------------- */

/* Null was read: nothing of a value that was there before stays. */
static void put_null(wf_jsource *source, const wf_jmember *member)
{
    wf_jkind kind = member->value->kind;
    wf_jput(source, "at += 4;");
    if (kind == WF_J_TEXT || kind == WF_J_RAW)
        wf_jput(source, "x->%.*s = weft_str_of(NULL, 0);", WF_P(member->path));
    if (kind == WF_J_POINTER || kind == WF_J_LIST || kind == WF_J_MAP)
        wf_jput(source, "x->%.*s = NULL;", WF_P(member->path));
    if (kind == WF_J_LIST || kind == WF_J_MAP) wf_jput(source, "x->%.*s = 0;", WF_P(member->count));
    if (member->presence.len) wf_jput(source, "x->%.*s = WEFT_NULL;", WF_P(member->presence));
}

/* The value of a member at `at`. Leaves when it fails. */
static void take_member(wf_jsource *source, const wf_jvariant *variant, const wf_jmember *member,
                        bool is_open)
{
    const char *object = wf_jgen_printf(source->gen, "x->%.*s", WF_P(member->path)).ptr;
    if (member->nullable) {
        wf_jput(source, "if (weft_in_null(at)) {");
        put_null(source, member);
        wf_jput(source, "} else {");
    }
    if (is_simple(member->value))
        take_simple(source, member->value, object, is_open);
    else
        wf_jput(source, "at = %.*s(in, at, x);", WF_P(function_of(source->gen, variant, member)));
    if (member->value->kind != WF_J_INT && member->value->kind != WF_J_UINT)
        put_or_leave(source);
    else if (wf_ctype_is(member->value->type, "int64_t") || wf_ctype_is(member->value->type, "uint64_t"))
        put_or_leave(source);
    if (member->presence.len) wf_jput(source, "x->%.*s = WEFT_VALUE;", WF_P(member->presence));
    if (member->nullable) wf_jput(source, "}");
}

/* ---- The loop ---------------------------------------------------------------------------------------------- */

static void put_find(wf_jsource *source, const wf_jvariant *variant)
{
    wf_jchoice *choices = wf_jgen_take(source->gen, variant->count * sizeof *choices);
    size_t index = 0;
    for (const wf_jmember *member = variant->members; member; member = member->next, index++)
        choices[index] = (wf_jchoice){ member->name, wf_jgen_printf(source->gen, "return %zu;", index) };
    wf_jput(source, "static unsigned json_find_%.*s(weft_str weft_name)", WF_P(variant->ident));
    wf_jput(source, "{");
    wf_jput_choices(source, "weft_name", choices, variant->count);
    wf_jput(source, "return %zu;", variant->count);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

static void put_names(wf_jsource *source, const wf_jvariant *variant)
{
    wf_jput(source, "static const char *const json_names_of_%.*s[] = {", WF_P(variant->ident));
    size_t index = 0;
    for (const wf_jmember *member = variant->members; member; member = member->next, index++)
        wf_jput(source, "\"%.*s\"%s /* %zu: %.*s, %.*s */", WF_P(wf_jgen_quoted(source->gen, member->name)),
                member->next ? "," : "", index, WF_P(member->path),
                WF_P(wf_jgen_place(source->gen, member->place)));
    wf_jput(source, "};");
    wf_jput(source, "%s", "");
}

/* The bits of required members among 64. */
static uint64_t required(const wf_jvariant *variant, size_t word)
{
    uint64_t bits = 0;
    size_t index = 0;
    for (const wf_jmember *member = variant->members; member; member = member->next, index++)
        if (index / 64 == word && !member->optional) bits |= UINT64_C(1) << index % 64;
    return bits;
}

static void put_required(wf_jsource *source, const wf_jvariant *variant)
{
    const char *ident = variant->ident.ptr;
    if (!wf_jvariant_is_large(variant)) {
        wf_jput(source, "at = weft_in_all(in, at, object, json_names_of_%s, 0x%llx, seen);", ident,
                (unsigned long long)required(variant, 0));
        put_or_leave(source);
        return;
    }
    for (size_t word = 0; word * 64 < variant->count; word++) {
        wf_jput(source, "at = weft_in_all(in, at, object, json_names_of_%s + %zu, 0x%llx, seen[%zu]);", ident,
                word * 64, (unsigned long long)required(variant, word), word);
        put_or_leave(source);
    }
}

static const char *seen_type(const wf_jvariant *variant)
{
    return wf_jvariant_is_large(variant) ? "uint64_t *seen" : "uint64_t seen";
}

static void put_cases(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant)
{
    wf_jput(source, "switch (member) {");
    size_t index = 0;
    for (const wf_jmember *member = variant->members; member; member = member->next, index++) {
        wf_jput(source, "case %zu:", index);
        take_member(source, variant, member, false);
        wf_jput(source, "break;");
    }
    if (record->refuses_unknown) {
        wf_jput(source, "default: return weft_in_unknown(in, at, weft_name, json_names_of_%.*s, %zu);",
                WF_P(variant->ident), variant->count);
    } else {
        wf_jput(source, "default:");
        wf_jput(source, "at = weft_in_skip(in, at);");
        put_or_leave(source);
        wf_jput(source, "break;");
    }
    wf_jput(source, "}");
}

static void put_loop(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant)
{
    bool large = wf_jvariant_is_large(variant);
    const char *ident = variant->ident.ptr;
    wf_jput(source,
            "/* Members in any order, with white space, from wherever the straight road was left. */");
    wf_jput(source,
            "static const char *json_take_%s_members(weft_json_in *in, const char *at, %.*s *x, const char "
            "*object, %s)",
            ident, WF_P(record->type), seen_type(variant));
    wf_jput(source, "{");
    if (wf_jvariant_is_bare(variant)) wf_jput(source, "(void)x;");
    wf_jput(source, "weft_str weft_name;");
    wf_jput(source,
            "at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);");
    wf_jput(source, "for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {");
    wf_jput(source, "unsigned member = json_find_%s(weft_name);", ident);
    if (large) wf_jput(source, "uint64_t bit = UINT64_C(1) << member %% 64;");
    if (!record->last_wins)
        wf_jput(source, "if (%s) return weft_in_twice(in, at, weft_name);",
                large ? "seen[member / 64] & bit" : "seen >> member & 1");
    if (large)
        wf_jput(source, "if (member < %zu) seen[member / 64] |= bit;", variant->count);
    else
        wf_jput(source, "if (member < %zu) seen |= UINT64_C(1) << member;", variant->count);
    put_cases(source, record, variant);
    wf_jput(source, "}");
    put_or_leave(source);
    put_required(source, variant);
    if (wf_jvariant_is_limited(variant)) wf_jput(source, "json_check_%s(in, object, x, seen);", ident);
    wf_jput(source, "return at;");
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

/* ---- The straight road ------------------------------------------------------------------------------------- */

typedef struct road {
    const wf_jvariant *variant;
    uint64_t constant; /* bits of the members that were surely read */
    bool any_optional; /* `seen` is a variable beside it */
    bool entered;      /* the brace is surely behind */
} road;

static const char *seen_so_far(wf_jgen *gen, const road *at)
{
    if (wf_jvariant_is_large(at->variant)) return "seen";
    const char *variable = at->any_optional ? at->constant ? "seen | " : "seen" : "";
    if (!at->constant && at->any_optional) return variable;
    return wf_jgen_printf(gen, "%s0x%llx", variable, (unsigned long long)at->constant).ptr;
}

static void put_aside(wf_jsource *source, const road *at, const char *condition)
{
    wf_jput(source, "if (%s) return json_take_%.*s_members(in, at, x, object, %s);", condition,
            WF_P(at->variant->ident), seen_so_far(source->gen, at));
}

static void mark_seen(wf_jsource *source, road *at, size_t index, bool surely)
{
    uint64_t bit = UINT64_C(1) << index % 64;
    if (wf_jvariant_is_large(at->variant))
        wf_jput(source, "seen[%zu] |= 0x%llx;", index / 64, (unsigned long long)bit);
    else if (surely)
        at->constant |= bit;
    else
        wf_jput(source, "seen |= 0x%llx;", (unsigned long long)bit);
    at->any_optional |= !surely;
}

/* What the text has before a member's value: the tag with its value, the quote of a text; `space` is its colon's. */
static weft_str member_literal(wf_jgen *gen, const wf_jmember *member, const char *space)
{
    weft_str name = wf_jgen_escaped(gen, member->name);
    bool quoted = member->value->kind == WF_J_TEXT && !member->nullable;
    if (member->value->kind == WF_J_TAG)
        return wf_jgen_printf(gen, "\"%.*s\":%s\"%.*s\"", WF_P(name), space,
                              WF_P(wf_jgen_escaped(gen, member->tag->name)));
    return wf_jgen_printf(gen, "\"%.*s\":%s%s", WF_P(name), space, quoted ? "\"" : "");
}

static void take_on_road(wf_jsource *source, const road *at, const wf_jmember *member)
{
    bool quoted = member->value->kind == WF_J_TEXT && !member->nullable;
    if (member->value->kind != WF_J_TAG) take_member(source, at->variant, member, quoted);
}

/* Over a literal; behind its colon white space may stand. */
static void put_step(wf_jsource *source, weft_str literal, size_t len)
{
    char last = literal.ptr[literal.len - 1];
    wf_jput(source, last == ':' || last == ' ' ? "at = weft_in_value(at + %zu);" : "at += %zu;", len);
}

/* A member of indented text, whose literal has white space in front that is guessed. */
static void put_spaced_member(wf_jsource *source, road *at, const wf_jmember *member, size_t index)
{
    wf_jgen *gen = source->gen;
    bool sure = at->entered || !at->any_optional;
    weft_str literal = member_literal(gen, member, " ");
    wf_jput(source, "gap = weft_in_gap(in, at, %s);",
            at->entered                 ? "','"
            : sure && !member->optional ? "'{'"
                                        : "before");
    weft_str quoted = wf_jgen_quoted(gen, literal);
    if (member->optional)
        wf_jput(source, "if (gap && WEFT_IN_IS(at + gap, \"%.*s\")) {", WF_P(quoted));
    else
        put_aside(source, at,
                  wf_jgen_printf(gen, "!gap || !WEFT_IN_IS(at + gap, \"%.*s\")", WF_P(quoted)).ptr);
    if (!at->entered && sure && !member->optional)
        wf_jput(source, "if (!weft_in_enter(in, at)) return NULL;");
    else if (!at->entered)
        wf_jput(source, "if (before == '{' && !weft_in_enter(in, at)) return NULL;");
    if (!at->entered && member->optional) wf_jput(source, "before = ',';");
    wf_jput(source, "at += gap;");
    put_step(source, literal, literal.len);
    at->entered |= !member->optional;
    take_on_road(source, at, member);
    mark_seen(source, at, index, !member->optional);
    if (member->optional) wf_jput(source, "}");
}

/* A member that must be there, behind one that was there. */
static void put_required_member(wf_jsource *source, road *at, const wf_jmember *member, size_t index)
{
    wf_jgen *gen = source->gen;
    weft_str literal = member_literal(gen, member, "");
    if (at->entered || !at->any_optional) {
        literal = wf_jgen_printf(gen, "%c%.*s", at->entered ? ',' : '{', WF_P(literal));
        put_aside(source, at,
                  wf_jgen_printf(gen, "!WEFT_IN_IS(at, \"%.*s\")", WF_P(wf_jgen_quoted(gen, literal))).ptr);
        if (!at->entered) wf_jput(source, "if (!weft_in_enter(in, at)) return NULL;");
        put_step(source, literal, literal.len);
    } else {
        put_aside(source, at,
                  wf_jgen_printf(gen, "*at != before || !WEFT_IN_IS(at + 1, \"%.*s\")",
                                 WF_P(wf_jgen_quoted(gen, literal)))
                      .ptr);
        wf_jput(source, "if (before == '{' && !weft_in_enter(in, at)) return NULL;");
        put_step(source, literal, literal.len + 1);
    }
    at->entered = true;
    take_on_road(source, at, member);
    mark_seen(source, at, index, true);
}

static void put_optional_member(wf_jsource *source, road *at, const wf_jmember *member, size_t index)
{
    wf_jgen *gen = source->gen;
    weft_str literal = member_literal(gen, member, "");
    if (at->entered) {
        literal = wf_jgen_printf(gen, ",%.*s", WF_P(literal));
        wf_jput(source, "if (WEFT_IN_IS(at, \"%.*s\")) {", WF_P(wf_jgen_quoted(gen, literal)));
        put_step(source, literal, literal.len);
    } else {
        wf_jput(source, "if (*at == before && WEFT_IN_IS(at + 1, \"%.*s\")) {",
                WF_P(wf_jgen_quoted(gen, literal)));
        wf_jput(source, "if (before == '{' && !weft_in_enter(in, at)) return NULL;");
        wf_jput(source, "before = ',';");
        put_step(source, literal, literal.len + 1);
    }
    take_on_road(source, at, member);
    mark_seen(source, at, index, false);
    wf_jput(source, "}");
}

static bool has_optional(const wf_jvariant *variant)
{
    for (const wf_jmember *member = variant->members; member; member = member->next)
        if (member->optional) return true;
    return false;
}

static void put_defaults(wf_jsource *source, const wf_jvariant *variant)
{
    for (const wf_jmember *member = variant->members; member; member = member->next)
        if (member->fallback.len)
            wf_jput(source, "x->%.*s = %.*s;", WF_P(member->path), WF_P(member->fallback));
}

static void put_members(wf_jsource *source, const wf_jvariant *variant, bool spaced)
{
    road at = { .variant = variant };
    bool large = wf_jvariant_is_large(variant);
    wf_jput(source, "const char *object = at;");
    if (large) wf_jput(source, "uint64_t seen[%zu] = { 0 };", variant->count / 64 + 1);
    if (!large && has_optional(variant)) wf_jput(source, "uint64_t seen = 0;");
    if (variant->members->optional) wf_jput(source, "char before = '{';");
    if (spaced) wf_jput(source, "size_t gap;");
    size_t index = 0;
    for (const wf_jmember *member = variant->members; member; member = member->next, index++) {
        if (spaced)
            put_spaced_member(source, &at, member, index);
        else if (member->optional)
            put_optional_member(source, &at, member, index);
        else
            put_required_member(source, &at, member, index);
    }
    if (spaced) wf_jput(source, "gap = weft_in_gap_end(in, at);");
    const char *other = spaced ? "!gap" : "*at != '}'";
    put_aside(source, &at, at.entered ? other : wf_jgen_printf(source->gen, "%s || at == object", other).ptr);
    wf_jput(source, "weft_in_leave(in);");
    if (wf_jvariant_is_limited(variant))
        wf_jput(source, "json_check_%.*s(in, object, x, %s);", WF_P(variant->ident),
                seen_so_far(source->gen, &at));
    wf_jput(source, spaced ? "return at + gap;" : "return at + 1;");
}

/* A second road for indented text; not of structs that are large, whose code would be. */
static void put_spaced(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant)
{
    if (wf_jvariant_is_large(variant)) return;
    wf_jput(source, "/* Members in their order, each on a line of its own. */");
    wf_jput(source, "static const char *json_take_%.*s_spaced(weft_json_in *in, const char *at, %.*s *x)",
            WF_P(variant->ident), WF_P(record->type));
    wf_jput(source, "{");
    put_members(source, variant, true);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

static void put_road(wf_jsource *source, const wf_jvariant *variant)
{
    put_defaults(source, variant);
    if (!wf_jvariant_is_large(variant))
        wf_jput(source, "if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_%.*s_spaced(in, at, x);",
                WF_P(variant->ident));
    put_members(source, variant, false);
}

/* ---- One struct -------------------------------------------------------------------------------------------- */

static void put_parts(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant)
{
    put_names(source, variant);
    put_find(source, variant);
    for (const wf_jmember *member = variant->members; member; member = member->next)
        if (!is_simple(member->value)) put_member_function(source, record, variant, member);
    wf_jput_check(source, record, variant);
    put_loop(source, record, variant);
    put_spaced(source, record, variant);
    if (!variant->tag) return;
    wf_jput(source, "static const char *json_take_%.*s(weft_json_in *in, const char *at, %.*s *x)",
            WF_P(variant->ident), WF_P(record->type));
    wf_jput(source, "{");
    put_road(source, variant);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

/* Which form it has: told by the tag, which is looked for unless it stands at the beginning. */
static void put_choice(wf_jsource *source, const wf_jrecord *record)
{
    wf_jgen *gen = source->gen;
    const wf_jmember *tag = record->tag_member;
    const char *path = tag->path.ptr;
    for (const wf_jvariant *at = record->variants; at && at->members->tag; at = at->next) {
        weft_str literal = wf_jgen_printf(gen, "{%.*s", WF_P(member_literal(gen, at->members, "")));
        wf_jput(source, "if (WEFT_IN_IS(at, \"%.*s\")) {", WF_P(wf_jgen_quoted(gen, literal)));
        wf_jput(source, "x->%s = %.*s;", path, WF_P(at->tag->constant));
        wf_jput(source, "return json_take_%.*s(in, at, x);", WF_P(at->ident));
        wf_jput(source, "}");
    }
    weft_str name = wf_jgen_quoted(gen, tag->name);
    wf_jput(source, "const char *weft_tag;");
    wf_jput(source, "if (!weft_in_find(in, at, weft_lit(\"%.*s\"), &weft_tag)) return NULL;", WF_P(name));
    wf_jput(source, "if (!weft_tag) return weft_in_missing(in, at, \"%.*s\");", WF_P(name));
    wf_jput(source, "if (!json_take_%.*s(in, weft_tag, &x->%s)) return NULL;", WF_P(tag->value->names->ident),
            path);
    wf_jput(source, "switch (x->%s) {", path);
    for (const wf_jvariant *at = record->variants; at; at = at->next)
        wf_jput(source, "case %.*s: return json_take_%.*s(in, at, x);", WF_P(at->tag->constant),
                WF_P(at->ident));
    wf_jput(source, "default: return weft_in_fail(in, weft_tag, WEFT_JSON_FORM);");
    wf_jput(source, "}");
}

void wf_jput_readers(wf_jsource *source, const wf_jrecord *record)
{
    for (const wf_jvariant *at = record->variants; at; at = at->next) put_parts(source, record, at);
    wf_jput(source, "static const char *json_take_%.*s(weft_json_in *in, const char *at, void *weft_value)",
            WF_P(record->ident));
    wf_jput(source, "{");
    wf_jput(source, "%.*s *x = weft_value;", WF_P(record->type));
    if (record->clears) wf_jput(source, "memset(x, 0, sizeof *x);");
    if (record->tag_member)
        put_choice(source, record);
    else
        put_road(source, record->variants);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}
