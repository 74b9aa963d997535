/* Structs: their members, companions, and tagged unions. */
#include "json/gen/gen.h"

/* What a walk over a struct's members carries along. */
typedef struct walk {
    wf_jrecord *record;
    wf_jstyle style;
    wf_jvariant *common;      /* the members outside of unions */
    const wf_cmember *tagged; /* the union, */
    wf_jmember *before_union; /* the member before it, NULL for none, */
    wf_joptions tag_options;  /* what its mark says, */
    weft_str union_path;      /* and where it is in C */
} walk;

static void wrong(wf_jgen *gen, wf_cplace place, const char *hint, const char *what, weft_str name)
{
    wf_jgen_error(gen, place, hint, "%.*s %s", WF_P(name.len ? name : weft_lit("this")), what);
}

/* ---- Companions -------------------------------------------------------------------------------------------- */

/* The member of `tag` that is called `name` and `suffix`. */
static const wf_cmember *companion(const wf_ctag *tag, weft_str name, const char *suffix)
{
    weft_str end = wf_str(suffix);
    for (const wf_cmember *at = tag->members; at; at = at->next)
        if (name.len && at->name.len == name.len + end.len && wf_str_starts(at->name, name) &&
            memcmp(at->name.ptr + name.len, end.ptr, end.len) == 0)
            return at;
    return NULL;
}

static const wf_cmember *count_of(const wf_ctag *tag, const wf_cmember *member)
{
    wf_ckind kind = wf_ctype_resolve(member->type)->kind;
    return kind == WF_C_POINTER || kind == WF_C_ARRAY ? companion(tag, member->name, "_count") : NULL;
}

static const wf_cmember *presence_of(const wf_ctag *tag, const wf_cmember *member)
{
    const wf_cmember *found = companion(tag, member->name, "_is");
    return found && wf_ctype_is(found->type, "weft_presence") ? found : NULL;
}

static weft_str without(weft_str name, const char *suffix)
{
    size_t len = strlen(suffix);
    bool ends = name.len > len && memcmp(name.ptr + name.len - len, suffix, len) == 0;
    return ends ? weft_str_of(name.ptr, name.len - len) : weft_str_of(NULL, 0);
}

/* Whose companion a member is; NULL: nobody's. */
static const wf_cmember *owner_of(const wf_ctag *tag, const wf_cmember *member)
{
    weft_str counted = without(member->name, "_count"), told = without(member->name, "_is");
    for (const wf_cmember *at = counted.ptr || told.ptr ? tag->members : NULL; at; at = at->next) {
        if (at->name.len == 0) continue;
        if (counted.ptr && weft_str_eq(at->name, counted) && count_of(tag, at) == member) return at;
        if (told.ptr && weft_str_eq(at->name, told) && presence_of(tag, at) == member) return at;
    }
    return NULL;
}

static weft_str path_of(wf_jgen *gen, weft_str prefix, weft_str name)
{
    return wf_jgen_printf(gen, "%.*s%.*s", WF_P(prefix), WF_P(name));
}

static void set_count(wf_jgen *gen, wf_jmember *to, const wf_cmember *count, weft_str prefix)
{
    const wf_ctype *plain = wf_ctype_resolve(count->type);
    if (plain->kind != WF_C_INT || plain->is_signed)
        wrong(gen, count->place, "make it size_t", "counts items, and can be negative", count->name);
    to->count = path_of(gen, prefix, count->name);
    to->count_type = count->type;
}

/* ---- States ------------------------------------------------------------------------------------------------ */

static void check_states(wf_jgen *gen, const wf_jmember *to, const wf_joptions *options,
                         const wf_cmember *member)
{
    const char *name = member->name.ptr;
    const char *hint = wf_jgen_printf(gen, "add weft_presence %s_is; behind it", name).ptr;
    bool companion = to->presence.len, absent = wf_jvalue_can_be_absent(to->value);
    if (companion && !to->optional && !to->nullable)
        wf_jgen_error(gen, member->place, "add // weft:optional or // weft:nullable",
                      "%s_is is the state of %s, which has only one", name, name);
    if (to->optional && to->nullable && !companion)
        wf_jgen_error(gen, options->nullable_at, hint, "%s has three states: missing, null and a value",
                      name);
    else if (to->nullable && !companion && !absent)
        wf_jgen_error(gen, options->nullable_at, hint, "%s can be null, and C has no place to say so", name);
    if (to->fallback.len && to->nullable && !companion)
        wf_jgen_error(gen, options->fallback_at, hint, "%s can be null, and has a default", name);
}

/* ---- One member -------------------------------------------------------------------------------------------- */

static const wf_jvalue *innermost(const wf_jvalue *value)
{
    while (value->of) value = value->of;
    return value;
}

static void check_forms(wf_jgen *gen, const wf_jvalue *value, const wf_joptions *options)
{
    wf_jkind kind = innermost(value)->kind;
    if (options->is_time && kind != WF_J_TIME)
        wf_jgen_error(gen, options->form_at, "a time is an int64_t", "this is no time");
    if (options->is_uuid && kind != WF_J_UUID)
        wf_jgen_error(gen, options->form_at, "a UUID is a uint8_t[16]", "this is no UUID");
    if (options->is_raw && kind != WF_J_RAW)
        wf_jgen_error(gen, options->form_at, "raw JSON is a weft_str", "this is no raw JSON");
    if (options->is_map && value->kind != WF_J_MAP)
        wf_jgen_error(gen, options->map_at, "a map is a pointer to entries and a size_t NAME_count",
                      "this is no map");
    if (options->only_at.line)
        wf_jgen_error(gen, options->only_at, NULL, "case is an option of the members of a tagged union");
}

static void limit(wf_jgen *gen, wf_jmember *to, const wf_joptions *options, const wf_cmember *member)
{
    wf_jmember_limit(gen, to, options);
    if (to->value->kind != WF_J_MAP) return;
    const wf_ctag *entry = wf_ctype_resolve(wf_ctype_resolve(member->type)->of)->tag;
    const wf_cmember *value = entry->members->next;
    wf_joptions inner =
        wf_jgen_options(gen, WF_MARK_MEMBER, wf_jgen_tag_name(entry), value->name, value->notes);
    wf_jrange count = to->limits.count;
    to->value = to->value->of;
    wf_jmember_limit(gen, to, &inner);
    to->limits.count = count;
}

static void name_member(wf_jgen *gen, const walk *w, wf_jmember *to, const wf_joptions *options,
                        const wf_cmember *member)
{
    bool named = options->name_at.line;
    if (!named && w->style == WF_STYLE_EXPLICIT)
        wf_jgen_error(gen, member->place, "add // weft:name=...", "%s has no name of its own",
                      member->name.ptr);
    to->name = named ? options->name : wf_jgen_styled(gen, w->style, member->name);
}

static void append(wf_jvariant *variant, wf_jmember *member)
{
    *variant->end = member;
    variant->end = &member->next;
    variant->count++;
}

static void add_value(wf_jgen *gen, walk *w, const wf_ctag *tag, const wf_cmember *member, weft_str prefix,
                      const wf_joptions *options)
{
    const wf_cmember *count = count_of(tag, member), *presence = presence_of(tag, member);
    weft_str path = path_of(gen, prefix, member->name);
    wf_jsubject subject = {
        .member = member, .options = options, .within = w->record, .path = path, .has_count = count
    };
    const wf_jvalue *value = wf_jvalue_of(gen, member->type, subject);
    if (!value) return;
    wf_jmember *to = wf_jgen_take(gen, sizeof *to);
    *to = (wf_jmember){ .path = path, .value = value, .place = member->place };
    to->optional = options->optional;
    to->nullable = options->nullable;
    name_member(gen, w, to, options, member);
    if (count) set_count(gen, to, count, prefix);
    if (presence) to->presence = path_of(gen, prefix, presence->name);
    check_forms(gen, value, options);
    limit(gen, to, options, member);
    to->value = value;
    wf_jmember_default(gen, to, options);
    check_states(gen, to, options, member);
    w->record->clears |= to->optional || to->nullable;
    append(w->common, to);
}

/* ---- All members ------------------------------------------------------------------------------------------- */

static void walk_members(wf_jgen *gen, walk *w, const wf_ctag *tag, weft_str prefix, weft_str owner,
                         int depth);

static bool is_union(const wf_cmember *member) { return wf_ctype_resolve(member->type)->kind == WF_C_UNION; }

static bool refuse_member(wf_jgen *gen, const wf_cmember *member)
{
    const char *ignore = "add // weft:ignore, or leave it out";
    if (member->bit_width >= 0)
        wrong(gen, member->place, "use bool or uint8_t", "is a bit-field", member->name);
    else if (member->type->kind == WF_C_UNKNOWN && member->name.len == 0)
        wf_jgen_error(gen, member->place, ignore, "this member is not understood: %s", member->type->why);
    else if (wf_ctype_const(member->type))
        wrong(gen, member->place, "a const member cannot be read into: take const away", "is const",
              member->name);
    else
        return false;
    return true;
}

static void take_union(wf_jgen *gen, walk *w, const wf_cmember *member, weft_str prefix,
                       const wf_joptions *options)
{
    if (!options->tag_at.line)
        wrong(gen, member->place, "say which member it has: // weft:tag=KIND", "is a union without a tag",
              member->name);
    else if (w->tagged)
        wrong(gen, member->place, "put one of them into a struct of its own",
              "is a second union in one struct", member->name);
    else
        w->tagged = member;
    weft_str dot = member->name.len ? weft_lit(".") : weft_lit("");
    w->union_path = wf_jgen_printf(gen, "%.*s%.*s%.*s", WF_P(prefix), WF_P(member->name), WF_P(dot));
    w->tag_options = *options;
    for (w->before_union = w->common->members; w->before_union && w->before_union->next;)
        w->before_union = w->before_union->next;
    w->record->clears = true;
}

static void walk_member(wf_jgen *gen, walk *w, const wf_ctag *tag, const wf_cmember *member, weft_str prefix,
                        weft_str owner, int depth)
{
    wf_joptions options = wf_jgen_options(gen, WF_MARK_MEMBER, owner, member->name, member->notes);
    const wf_cmember *whose = owner_of(tag, member);
    if (whose && options.is_marked)
        wf_jgen_error(gen, options.place, NULL, "%s belongs to %s, which has the options", member->name.ptr,
                      whose->name.ptr);
    if (whose || options.ignored) {
        w->record->clears = true;
        return;
    }
    if (refuse_member(gen, member)) return;
    const wf_ctype *plain = wf_ctype_resolve(member->type);
    if (is_union(member)) {
        take_union(gen, w, member, prefix, &options);
    } else if (options.tag_at.line) {
        wf_jgen_error(gen, options.tag_at, NULL, "tag is an option of unions");
    } else if (member->name.len == 0 && plain->kind == WF_C_STRUCT) {
        walk_members(gen, w, plain->tag, prefix, owner, depth + 1);
    } else {
        add_value(gen, w, tag, member, prefix, &options);
    }
}

static void walk_members(wf_jgen *gen, walk *w, const wf_ctag *tag, weft_str prefix, weft_str owner,
                         int depth)
{
    if (depth > WF_JGEN_DEPTH || tag->count > WF_JGEN_MEMBERS) {
        wf_jgen_error(gen, tag->place, NULL,
                      depth > WF_JGEN_DEPTH ? "nested too deep" : "more than 1,024 members");
        return;
    }
    for (const wf_cmember *member = tag->members; member; member = member->next)
        walk_member(gen, w, tag, member, prefix, owner, depth);
}

/* ---- Unions ------------------------------------------------------------------------------------------------ */

static wf_jmember *member_at(const wf_jvariant *variant, weft_str path)
{
    for (wf_jmember *at = variant->members; at; at = at->next)
        if (weft_str_eq(at->path, path)) return at;
    return NULL;
}

static wf_jmember *copy_of(wf_jgen *gen, const wf_jmember *member)
{
    wf_jmember *copy = wf_jgen_take(gen, sizeof *copy);
    *copy = *member;
    copy->next = NULL;
    return copy;
}

/* Which member of the union an enum constant stands for: the one that says case=CONSTANT, else the one of its name. */
static const wf_cmember *case_of(wf_jgen *gen, const walk *w, const wf_jname *name)
{
    const wf_ctag *cases = wf_ctype_resolve(w->tagged->type)->tag;
    const wf_cmember *found = NULL;
    for (const wf_cmember *at = cases->members; at; at = at->next) {
        wf_joptions options =
            wf_jgen_options(gen, WF_MARK_MEMBER, wf_jgen_tag_name(cases), at->name, at->notes);
        if (options.only_at.line ? weft_str_eq(options.only, name->constant)
                                 : weft_str_eq(at->name, name->name))
            found = at;
    }
    return found;
}

/* The members of one case: those of a struct, or the one value. */
static void add_case(wf_jgen *gen, walk *w, const wf_cmember *member, wf_jvariant *variant)
{
    const wf_ctag *cases = wf_ctype_resolve(w->tagged->type)->tag;
    walk inner = { .record = w->record, .style = w->style, .common = variant };
    const wf_ctype *plain = wf_ctype_resolve(member->type);
    if (plain->kind == WF_C_STRUCT && !wf_ctype_is(member->type, "weft_str")) {
        weft_str prefix = wf_jgen_printf(gen, "%.*s%.*s.", WF_P(w->union_path), WF_P(member->name));
        walk_members(gen, &inner, plain->tag, prefix, wf_jgen_tag_name(plain->tag), 1);
        if (inner.tagged)
            wrong(gen, inner.tagged->place, NULL, "is a union within a union", inner.tagged->name);
        return;
    }
    wf_joptions options =
        wf_jgen_options(gen, WF_MARK_MEMBER, wf_jgen_tag_name(cases), member->name, member->notes);
    options.only_at.line = 0;
    if (!refuse_member(gen, member)) add_value(gen, &inner, cases, member, w->union_path, &options);
}

static wf_jvariant *new_variant(wf_jgen *gen, wf_jrecord *record, const wf_jname *tag)
{
    wf_jvariant *variant = wf_jgen_take(gen, sizeof *variant);
    variant->tag = tag;
    variant->end = &variant->members;
    variant->ident =
        tag ? wf_jgen_printf(gen, "%.*s_%.*s", WF_P(record->ident), WF_P(tag->constant)) : record->ident;
    return variant;
}

/* Common members, the tag as what it is in this form, and the case's members where the union stands. */
static void fill_variant(wf_jgen *gen, walk *w, wf_jvariant *variant, const wf_jmember *tag)
{
    const wf_cmember *chosen = case_of(gen, w, variant->tag);
    if (!w->before_union && chosen) add_case(gen, w, chosen, variant);
    for (const wf_jmember *at = w->common->members; at; at = at->next) {
        wf_jmember *copy = copy_of(gen, at);
        if (at == tag) {
            wf_jvalue *value = wf_jgen_take(gen, sizeof *value);
            *value = *at->value;
            value->kind = WF_J_TAG;
            copy->value = value;
            copy->tag = variant->tag;
        }
        append(variant, copy);
        if (at == w->before_union && chosen) add_case(gen, w, chosen, variant);
    }
}

/* Every member of the union is somebody's case. */
static void check_cases(wf_jgen *gen, const walk *w, const wf_jenum *names)
{
    const wf_ctag *cases = wf_ctype_resolve(w->tagged->type)->tag;
    for (const wf_cmember *at = cases->members; at; at = at->next) {
        bool used = false;
        for (const wf_jname *name = names->names; name && !used; name = name->next)
            used = !name->is_alias && case_of(gen, w, name) == at;
        if (used) continue;
        wrong(gen, at->place, "say which constant it is for: // weft:case=CONSTANT",
              "is no case: no constant of the tag has its name", at->name);
    }
}

static void make_variants(wf_jgen *gen, walk *w)
{
    wf_jrecord *record = w->record;
    const wf_ctag *cases = wf_ctype_resolve(w->tagged->type)->tag;
    const wf_jmember *tag = member_at(w->common, w->tag_options.tag);
    if (!tag || tag->value->kind != WF_J_ENUM || tag->optional || tag->nullable) {
        wf_jgen_error(gen, w->tag_options.tag_at, "a tag is an enum beside the union, and always there",
                      "%.*s is no tag", WF_P(w->tag_options.tag));
        return;
    }
    const wf_jenum *names = tag->value->names;
    if (!cases->complete || cases->count > WF_JGEN_VARIANTS || names->count > WF_JGEN_VARIANTS) {
        wf_jgen_error(gen, w->tagged->place, NULL, "a union of no cases, or of more than 128");
        return;
    }
    record->tag_member = tag;
    wf_jvariant **end = &record->variants;
    int errors = gen->errors;
    check_cases(gen, w, names);
    for (const wf_jname *name = names->names; name && gen->errors == errors; name = name->next) {
        if (name->is_alias) continue;
        *end = new_variant(gen, record, name);
        fill_variant(gen, w, *end, tag);
        end = &(*end)->next;
    }
}

/* ---- One struct -------------------------------------------------------------------------------------------- */

static void check_names(wf_jgen *gen, const wf_jvariant *variant)
{
    for (const wf_jmember *at = variant->members; at; at = at->next)
        for (const wf_jmember *before = variant->members; before != at; before = before->next)
            if (weft_str_eq(before->name, at->name)) {
                wf_jgen_error(gen, at->place, "rename one: // weft:name=...",
                              "\"%.*s\" is the name of line %u already", WF_P(at->name), before->place.line);
                return;
            }
    if (variant->count > WF_JGEN_MEMBERS)
        wf_jgen_error(gen, variant->members->place, NULL, "more than 1,024 members");
}

static void fill_record(wf_jgen *gen, wf_jrecord *record)
{
    weft_str shown = wf_jgen_tag_name(record->tag);
    wf_joptions options = { 0 };
    int errors = gen->errors;
    if (!record->tag->is_nested)
        options = wf_jgen_options(gen, WF_MARK_STRUCT, shown, weft_lit(""), record->tag->notes);
    record->refuses_unknown = options.refuses_unknown;
    record->last_wins = options.last_wins;
    walk w = { .record = record, .style = options.style, .common = new_variant(gen, record, NULL) };
    if (record->outer) w.style = record->outer->style;
    record->style = w.style;
    walk_members(gen, &w, record->tag, weft_lit(""), shown, 0);
    record->variants = w.common;
    if (w.tagged) make_variants(gen, &w);
    if (w.common->count == 0 && gen->errors == errors)
        wf_jgen_error(gen, record->tag->place, NULL, "%.*s has no members that could be JSON", WF_P(shown));
    for (const wf_jvariant *at = record->variants; at && gen->errors == errors; at = at->next)
        check_names(gen, at);
    record->is_wrong = gen->errors > errors;
}

/* ---- Which structs ----------------------------------------------------------------------------------------- */

static bool is_marked(wf_jgen *gen, const wf_ctag *tag)
{
    wf_cplace place;
    if (wf_cnote_find(tag->notes, "weft:json", &place).ptr) return true;
    return gen->marks && wf_jmarks_find(gen->marks, wf_jgen_tag_name(tag), weft_lit(""), &place).ptr;
}

static bool is_ours(wf_jgen *gen, const wf_ctag *tag)
{
    wf_cplace place;
    if (gen->marks && wf_jmarks_find(gen->marks, wf_jgen_tag_name(tag), weft_lit(""), &place).ptr)
        return true;
    return tag->place.file == gen->header;
}

static wf_jrecord *new_record(wf_jgen *gen, const wf_ctag *tag)
{
    wf_jrecord *record = wf_jgen_take(gen, sizeof *record);
    weft_str shown = wf_jgen_tag_name(tag);
    record->tag = tag;
    record->ident = shown;
    record->type = tag->alias ? shown : wf_jgen_printf(gen, "struct %.*s", WF_P(tag->name));
    ((wf_ctag *)(uintptr_t)tag)->aside = record;
    *gen->records_end = record;
    gen->records_end = &record->next;
    return record;
}

/* A struct within a struct: a part of the outer one's codec. */
static wf_jrecord *new_nested(wf_jgen *gen, const wf_ctag *tag, wf_jsubject subject)
{
    wf_jrecord *record = new_record(gen, tag), *outer = subject.within;
    record->outer = outer;
    record->ident =
        wf_jgen_printf(gen, "%.*s_%.*s", WF_P(outer->ident), WF_P(wf_jgen_mangled(gen, subject.path)));
    while (wf_cdecl_find_record(gen->set, record->ident))
        record->ident = wf_jgen_printf(gen, "%.*s_", WF_P(record->ident));
    if (tag->name.len || tag->alias) return record;
    record->type = wf_jgen_printf(gen, "%.*s_type", WF_P(record->ident));
    record->made_of = wf_jgen_printf(gen, "((%.*s *)0)->%.*s", WF_P(outer->type), WF_P(subject.path));
    return record;
}

wf_jrecord *wf_jrecord_of(wf_jgen *gen, const wf_ctag *tag, wf_jsubject subject)
{
    weft_str shown = wf_jgen_tag_name(tag);
    if (tag->aside) return tag->aside;
    if (!tag->complete) {
        wf_jgen_error(gen, subject.member->place, "include the header that defines it, or add // weft:ignore",
                      "the members of struct %.*s are not known", WF_P(shown));
        return NULL;
    }
    if (tag->is_nested) return new_nested(gen, tag, subject);
    if (!is_marked(gen, tag)) {
        wf_jgen_error(
            gen, subject.member->place,
            wf_jgen_printf(gen,
                           "mark it with // weft:json behind its \"{\" (%s:%u), or add // weft:ignore here",
                           tag->place.file, tag->place.line)
                .ptr,
            "the struct %.*s has no codec", WF_P(shown));
        return NULL;
    }
    wf_jrecord *record = new_record(gen, tag);
    record->has_codec = true;
    record->is_foreign = !is_ours(gen, tag);
    return record;
}

static void check_kind(wf_jgen *gen, const wf_ctag *tag)
{
    if (tag->kind == WF_C_UNION)
        wf_jgen_error(gen, tag->place, "put it into a struct, beside an enum that is its tag",
                      "a union has no codec of its own");
    else if (wf_jgen_tag_name(tag).len == 0)
        wf_jgen_error(gen, tag->place, "write typedef struct NAME { ... } NAME;",
                      "a struct without a name is marked");
}

static void find_marked(wf_jgen *gen)
{
    for (const wf_ctag *tag = wf_cdecl_tags(gen->set); tag; tag = tag->next) {
        if (tag->is_nested || !tag->complete || !is_ours(gen, tag)) continue;
        if (!is_marked(gen, tag)) { /* or nearly so */
            (void)wf_jgen_options(gen, WF_MARK_STRUCT, wf_jgen_tag_name(tag), weft_lit(""), tag->notes);
            continue;
        }
        check_kind(gen, tag);
        if (tag->kind != WF_C_STRUCT || wf_jgen_tag_name(tag).len == 0 || tag->aside) continue;
        new_record(gen, tag)->has_codec = true;
    }
}

/* Marks where nothing is that has a codec. */
static void check_misplaced(wf_jgen *gen)
{
    wf_cplace place;
    for (const wf_cskipped *at = wf_cdecl_skipped(gen->set); at; at = at->next)
        if (wf_cnote_find(at->notes, "weft:json", &place).ptr && at->place.file == gen->header)
            wf_jgen_error(gen, at->place, "weft json reads plain C structs", "this is not understood: %s",
                          at->why);
    for (const wf_cname *at = wf_cdecl_names(gen->set); at; at = at->next) {
        bool tagged = at->type && wf_ctype_resolve(at->type)->tag && at->kind == WF_C_TYPEDEF;
        if (tagged || at->place.file != gen->header || !wf_cnote_find(at->notes, "weft:json", &place).ptr)
            continue;
        wf_jgen_error(gen, place, "put it behind the \"{\" of a struct or an enum", "%s is no struct",
                      at->name.ptr);
    }
}

/* ---- Recursion --------------------------------------------------------------------------------------------- */

/* Whether `from` refers to `to`; what it refers to besides is queued, once. */
static bool refers(const wf_jrecord *from, const wf_jrecord *to, int mark, wf_jrecord **queue, size_t *count)
{
    for (const wf_jvariant *variant = from->variants; variant; variant = variant->next)
        for (const wf_jmember *member = variant->members; member; member = member->next) {
            wf_jrecord *record = innermost(member->value)->record;
            if (!record || record->mark == mark) continue;
            if (record == to) return true;
            record->mark = mark;
            queue[(*count)++] = record;
        }
    return false;
}

/* Whether the way leads from one to the other over any number of structs. */
static bool leads_to(wf_jgen *gen, wf_jrecord *from, const wf_jrecord *to, int mark)
{
    size_t records = 0, count = 1;
    for (const wf_jrecord *at = gen->records; at; at = at->next) records++;
    wf_jrecord **queue = wf_jgen_take(gen, (records + 1) * sizeof(wf_jrecord *));
    queue[0] = from;
    for (size_t i = 0; i < count; i++)
        if (refers(queue[i], to, mark, queue, &count)) return true;
    return false;
}

static void find_recursion(wf_jgen *gen)
{
    enum { MANY = 1000 }; /* a walk from each is too much then, and a counter is cheap */
    int mark = 0, records = 0;
    for (const wf_jrecord *at = gen->records; at; at = at->next) records++;
    for (wf_jrecord *at = gen->records; at; at = at->next)
        at->is_recursive = records > MANY || leads_to(gen, at, at, ++mark);
}

void wf_jgen_model(wf_jgen *gen)
{
    find_marked(gen);
    for (wf_jrecord *record = gen->records; record; record = record->next)
        if (!record->is_foreign) fill_record(gen, record);
    check_misplaced(gen);
    if (gen->marks) wf_jmarks_check(gen, gen->marks);
    if (!gen->records && gen->errors == 0)
        wf_jgen_error(gen, (wf_cplace){ gen->header, 0, 0 },
                      "put // weft:json behind the \"{\" of each struct that is to be JSON",
                      "no struct is marked");
    if (gen->errors == 0) find_recursion(gen);
}
