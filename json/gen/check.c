/* Limits: held once a struct is read, all of them, so that a client learns of all at once. */
#include "json/gen/gen.h"

static bool is_limited(const wf_jmember *member)
{
    const wf_jlimits *limits = &member->limits;
    return limits->min.len || limits->max.len || limits->length.is_set || limits->count.is_set;
}

bool wf_jvariant_is_limited(const wf_jvariant *variant)
{
    for (const wf_jmember *member = variant->members; member; member = member->next)
        if (is_limited(member)) return true;
    return false;
}

weft_str wf_jgen_seen(wf_jgen *gen, const wf_jvariant *variant, size_t index)
{
    if (wf_jvariant_is_large(variant))
        return wf_jgen_printf(gen, "seen[%zu] >> %zu & 1", index / 64, index % 64);
    return wf_jgen_printf(gen, "seen >> %zu & 1", index);
}

/* "at least 1 item", "1 to 40 characters". */
static weft_str how_many(wf_jgen *gen, const wf_jrange *range, const char *one, const char *many)
{
    unsigned long long min = range->min, max = range->max;
    if (min == max) return wf_jgen_printf(gen, "must have exactly %llu %s", min, min == 1 ? one : many);
    if (max == UINT64_MAX)
        return wf_jgen_printf(gen, "must have at least %llu %s", min, min == 1 ? one : many);
    if (min == 0) return wf_jgen_printf(gen, "must have at most %llu %s", max, max == 1 ? one : many);
    return wf_jgen_printf(gen, "must have %llu to %llu %s", min, max, many);
}

static weft_str within(wf_jgen *gen, const wf_jlimits *limits)
{
    if (!limits->max.len) return wf_jgen_printf(gen, "must be at least %.*s", WF_P(limits->min_text));
    if (!limits->min.len) return wf_jgen_printf(gen, "must be at most %.*s", WF_P(limits->max_text));
    return wf_jgen_printf(gen, "must be from %.*s to %.*s", WF_P(limits->min_text), WF_P(limits->max_text));
}

static void put_reject(wf_jsource *source, const char *condition, weft_str name, const char *index,
                       weft_str reason)
{
    wf_jput(source, "if (%s)", condition);
    source->indent++;
    wf_jput(source, "weft_in_reject(in, object, \"%.*s\", %s, \"%.*s\");",
            WF_P(wf_jgen_quoted(source->gen, name)), index, WF_P(reason));
    source->indent--;
}

/* A number or a text; `object` is its C. */
static void put_scalar(wf_jsource *source, const wf_jmember *member, const wf_jvalue *value, weft_str object,
                       const char *index)
{
    wf_jgen *gen = source->gen;
    const wf_jlimits *limits = &member->limits;
    weft_str low = { 0 }, high = { 0 };
    if (limits->min.len) low = wf_jgen_printf(gen, "%.*s < %.*s", WF_P(object), WF_P(limits->min));
    if (limits->max.len) high = wf_jgen_printf(gen, "%.*s > %.*s", WF_P(object), WF_P(limits->max));
    const char *both = low.ptr && high.ptr ? " || " : "";
    if (low.ptr || high.ptr)
        put_reject(source, wf_jgen_printf(gen, "%.*s%s%.*s", WF_P(low), both, WF_P(high)).ptr, member->name,
                   index, within(gen, limits));
    if (!limits->length.is_set) return;
    const char *chars = value->kind == WF_J_CHARS ? "json_text_of(" : "";
    weft_str room = *chars ? wf_jgen_printf(gen, ", sizeof %.*s)", WF_P(object)) : weft_lit("");
    weft_str max = limits->length.max == UINT64_MAX
                       ? weft_lit("SIZE_MAX")
                       : wf_jgen_printf(gen, "%llu", (unsigned long long)limits->length.max);
    weft_str test = wf_jgen_printf(gen, "!json_is_long(%s%.*s%.*s, %llu, %.*s)", chars, WF_P(object),
                                   WF_P(room), (unsigned long long)limits->length.min, WF_P(max));
    put_reject(source, test.ptr, member->name, index,
               how_many(gen, &limits->length, "character", "characters"));
}

/* The count of a list, as C. */
static weft_str count_of(wf_jgen *gen, const wf_jmember *member, const wf_jvalue *value)
{
    if (member->count.len && value == member->value)
        return wf_jgen_printf(gen, "x->%.*s", WF_P(member->count));
    return wf_jgen_printf(gen, "%lld", (long long)value->length);
}

static bool has_items(const wf_jvalue *value)
{
    return value->kind == WF_J_LIST || value->kind == WF_J_MAP || value->kind == WF_J_ARRAY;
}

/* Through lists, arrays and pointers to what has the limits. */
static void put_values(wf_jsource *source, const wf_jmember *member, const wf_jvalue *value, weft_str object,
                       int depth)
{
    wf_jgen *gen = source->gen;
    const char *index = depth ? "i1" : "SIZE_MAX";
    if (value->kind == WF_J_POINTER) {
        put_values(source, member, value->of, wf_jgen_printf(gen, "(*%.*s)", WF_P(object)), depth);
        return;
    }
    if (!has_items(value)) {
        put_scalar(source, member, value, object, index);
        return;
    }
    int i = depth + 1;
    wf_jput(source, "for (size_t i%d = 0; i%d < %.*s; i%d++) {", i, i, WF_P(count_of(gen, member, value)), i);
    weft_str item = wf_jgen_printf(gen, "%.*s[i%d]", WF_P(object), i);
    if (value->kind == WF_J_MAP)
        item = wf_jgen_printf(gen, "%.*s.%.*s", WF_P(item), WF_P(value->entry_value));
    put_values(source, member, value->of, item, i);
    wf_jput(source, "}");
}

static void put_count(wf_jsource *source, const wf_jmember *member)
{
    wf_jgen *gen = source->gen;
    const wf_jrange *range = &member->limits.count;
    weft_str count = wf_jgen_printf(gen, "x->%.*s", WF_P(member->count)), low = weft_lit(""),
             high = weft_lit("");
    if (range->min > 0) low = wf_jgen_printf(gen, "%.*s < %llu", WF_P(count), (unsigned long long)range->min);
    if (range->max != UINT64_MAX)
        high = wf_jgen_printf(gen, "%.*s > %llu", WF_P(count), (unsigned long long)range->max);
    if (!low.len && !high.len) return;
    put_reject(
        source,
        wf_jgen_printf(gen, "%.*s%s%.*s", WF_P(low), low.len && high.len ? " || " : "", WF_P(high)).ptr,
        member->name, "SIZE_MAX", how_many(gen, range, "item", "items"));
}

/* Only what is there is held against its limits. */
static weft_str condition(wf_jgen *gen, const wf_jvariant *variant, const wf_jmember *member, size_t index)
{
    weft_str has = wf_jmember_has(gen, member);
    return has.len || !member->optional ? has : wf_jgen_seen(gen, variant, index);
}

static void put_member(wf_jsource *source, const wf_jvariant *variant, const wf_jmember *member, size_t index)
{
    weft_str when = condition(source->gen, variant, member, index);
    const wf_jlimits *limits = &member->limits;
    if (when.len) wf_jput(source, "if (%.*s) {", WF_P(when));
    if (limits->min.len || limits->max.len || limits->length.is_set)
        put_values(source, member, member->value, wf_jgen_printf(source->gen, "x->%.*s", WF_P(member->path)),
                   0);
    if (limits->count.is_set) put_count(source, member);
    if (when.len) wf_jput(source, "}");
}

void wf_jput_check(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant)
{
    if (!wf_jvariant_is_limited(variant)) return;
    wf_jput(source, "static void json_check_%.*s(weft_json_in *in, const char *object, const %.*s *x, %s)",
            WF_P(variant->ident), WF_P(record->type),
            wf_jvariant_is_large(variant) ? "const uint64_t *seen" : "uint64_t seen");
    wf_jput(source, "{");
    wf_jput(source, "(void)seen;");
    size_t index = 0;
    for (const wf_jmember *member = variant->members; member; member = member->next, index++)
        if (is_limited(member)) put_member(source, variant, member, index);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}
