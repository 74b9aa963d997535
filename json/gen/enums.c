/* Enums: the names of their constants in JSON. */
#include "json/gen/gen.h"

weft_str wf_jgen_tag_name(const wf_ctag *tag)
{
    return tag->name.len && !tag->alias ? tag->name : tag->alias ? tag->alias->name : weft_lit("");
}

static weft_str type_of(wf_jgen *gen, const wf_ctag *tag)
{
    return tag->alias ? tag->alias->name : wf_jgen_printf(gen, "enum %.*s", WF_P(tag->name));
}

/* Without the prefix, which every constant must have that is not named. */
static weft_str without_prefix(wf_jgen *gen, const wf_joptions *options, const wf_cvalue *value)
{
    weft_str name = value->name;
    if (wf_str_starts(name, options->prefix) && name.len > options->prefix.len)
        return weft_str_of(name.ptr + options->prefix.len, name.len - options->prefix.len);
    wf_jgen_error(gen, options->prefix_at,
                  wf_jgen_printf(gen, "say how %s is named: // weft:name=...", name.ptr).ptr,
                  "%s does not start with %.*s", name.ptr, WF_P(options->prefix));
    return name;
}

static void check_known(wf_jgen *gen, wf_jenum *to, const wf_jname *name, bool known)
{
    if (known) return;
    wf_jgen_error(gen, name->place, "write it as a number", "the value of %.*s is not known here",
                  WF_P(name->constant));
    to->is_wrong = true;
}

/* Another constant of the same value is read, and not written; one of the same name cannot be. */
static void compare(wf_jgen *gen, wf_jenum *to, wf_jname *name)
{
    for (const wf_jname *other = to->names; other != name; other = other->next) {
        if (other->value == name->value) name->is_alias = true;
        if (!weft_str_eq(other->name, name->name)) continue;
        wf_jgen_error(gen, name->place, NULL, "%.*s and %.*s are both \"%.*s\"", WF_P(other->constant),
                      WF_P(name->constant), WF_P(name->name));
        to->is_wrong = true;
    }
}

static void add_name(wf_jgen *gen, wf_jenum *to, wf_jname ***end, const wf_joptions *options,
                     const wf_cvalue *value)
{
    wf_joptions own =
        wf_jgen_options(gen, WF_MARK_NAME, wf_jgen_tag_name(to->tag), value->name, value->notes);
    wf_jname *name = wf_jgen_take(gen, sizeof *name);
    *name =
        (wf_jname){ .constant = value->name, .name = own.name, .value = value->value, .place = value->place };
    if (!own.name_at.line && options->style == WF_STYLE_EXPLICIT)
        wf_jgen_error(gen, value->place, "add // weft:name=...", "%s has no name of its own",
                      value->name.ptr);
    if (!own.name_at.line)
        name->name = wf_jgen_styled(gen, options->style, without_prefix(gen, options, value));
    **end = name;
    *end = &name->next;
    to->count++;
    check_known(gen, to, name, value->known);
    compare(gen, to, name);
}

wf_jenum *wf_jenum_of(wf_jgen *gen, const wf_ctag *tag, const wf_cmember *member)
{
    wf_jenum *known = tag->aside;
    if (known) return known->is_wrong ? NULL : known;
    weft_str shown = wf_jgen_tag_name(tag);
    if (!tag->complete || tag->count == 0 || tag->count > WF_JGEN_MEMBERS) {
        wf_jgen_error(gen, member->place, tag->complete ? NULL : "include the header that defines it",
                      "enum %.*s has %s", WF_P(shown),
                      tag->complete ? "no names, or too many" : "no names here");
        return NULL;
    }
    if (shown.len == 0) {
        wf_jgen_error(gen, member->place, "generated code has to name it: typedef enum { ... } NAME;",
                      "the enum of %s has no name", member->name.ptr);
        return NULL;
    }
    wf_jenum *to = wf_jgen_take(gen, sizeof *to);
    *to = (wf_jenum){ .tag = tag, .type = type_of(gen, tag), .ident = shown };
    ((wf_ctag *)(uintptr_t)tag)->aside = to;
    int errors = gen->errors;
    wf_joptions options = wf_jgen_options(gen, WF_MARK_ENUM, shown, weft_lit(""), tag->notes);
    wf_jname **end = &to->names;
    for (const wf_cvalue *value = tag->values; value; value = value->next)
        add_name(gen, to, &end, &options, value);
    to->is_wrong = gen->errors > errors;
    *gen->enums_end = to;
    gen->enums_end = &to->next;
    return to->is_wrong ? NULL : to;
}
