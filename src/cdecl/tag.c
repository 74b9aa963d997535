/* Structs, unions and enums. A member that is not understood stays a member, of unknown type. */
#include "src/cdecl/parse.h"

/* ---- The tag ----------------------------------------------------------------------------------------------- */

static wf_ctag *new_tag(wf_cparser *parser, wf_ckind kind, const wf_ctoken *name, wf_cplace place)
{
    wf_cdecl *set = parser->set;
    wf_ctag *tag = wf_cset_take(set, sizeof *tag);
    if (!tag) return NULL;
    tag->kind = kind;
    tag->place = place;
    tag->name = name ? wf_cset_copy(set, name->text) : weft_lit("");
    if (!tag->name.ptr || (name && !wf_cmap_put(&set->tags, &set->arena, tag->name, tag))) return NULL;
    *set->tags_end = tag;
    set->tags_end = &tag->next;
    return tag;
}

static wf_ctag *tag_of(wf_cparser *parser, wf_ckind kind, const wf_ctoken *name, wf_cplace place)
{
    wf_ctag *tag = name ? wf_cmap_get(&parser->set->tags, name->text) : NULL;
    if (!tag) return new_tag(parser, kind, name, place);
    if (tag->kind == kind) return tag;
    wf_crefuse(parser, "this tag is of another kind");
    return NULL;
}

/* ---- Members ----------------------------------------------------------------------------------------------- */

typedef struct members {
    wf_ctag *tag;
    wf_cmember **end;
} members;

static wf_cmember *add_member(wf_cparser *parser, members *to, const wf_ctoken *name, const wf_ctype *type,
                              wf_cplace place)
{
    wf_cmember *member = wf_cset_take(parser->set, sizeof *member);
    if (!member) return NULL;
    member->type = type;
    member->bit_width = -1;
    member->place = name ? name->place : place;
    member->name = name ? wf_cset_copy(parser->set, name->text) : weft_lit("");
    *to->end = member;
    to->end = &member->next;
    to->tag->count++;
    return member->name.ptr ? member : NULL;
}

/* ": 3" */
static bool parse_width(wf_cparser *parser, wf_cmember *member)
{
    parser->at++;
    wf_cnumber width = wf_cexpr_value(parser->set, parser->tokens, &parser->at, false);
    member->bit_width = width.known && width.value >= 0 && width.value <= 64 ? (int32_t)width.value : 0;
    return true;
}

static bool parse_declared(wf_cparser *parser, members *to, wf_cspec *spec)
{
    for (;;) {
        const wf_ctoken *name = NULL, *first = wf_cnow(parser);
        wf_ctype *type = spec->type;
        if (!wf_cat(parser, ":")) type = wf_cparse_declarator(parser, spec->type, &name);
        wf_cmember *member = type ? add_member(parser, to, name, type, first->place) : NULL;
        if (!member || (wf_cat(parser, ":") && !parse_width(parser, member))) return false;
        if (!name && member->bit_width < 0) return wf_crefuse(parser, "a member's name is expected here");
        wf_cskip_attributes(parser);
        if (!wf_cat(parser, ",")) return wf_cexpect(parser, ";", "a \";\" is expected here");
        parser->at++;
    }
}

static bool is_record(const wf_ctype *type) { return type->kind == WF_C_STRUCT || type->kind == WF_C_UNION; }

/* One declaration of members, its ";" included. */
static bool parse_member(wf_cparser *parser, members *to)
{
    wf_cspec spec;
    wf_cplace place = wf_cnow(parser)->place;
    if (!wf_cparse_spec(parser, &spec)) return false;
    if (spec.defines) spec.defines->is_nested = true;
    if (!wf_cat(parser, ";")) return parse_declared(parser, to, &spec);
    parser->at++;
    bool anonymous = is_record(spec.type) && spec.type->tag->name.len == 0;
    return !anonymous || add_member(parser, to, NULL, spec.type, place);
}

/* To behind the ";" of the member that starts at token `from`, or to the "}" of the struct. */
static void skip_member(wf_cparser *parser, size_t from)
{
    size_t reached = parser->at;
    parser->at = from;
    while (!wf_cat_end(parser) && !wf_cat(parser, "}")) {
        bool ends = wf_cat(parser, ";") && parser->at >= reached;
        if (wf_cat(parser, "{") || wf_cat(parser, "(") || wf_cat(parser, "["))
            wf_cskip_group(parser);
        else
            parser->at++;
        if (ends) return;
    }
}

/* What was not understood of it stays a member that nobody can use. */
static bool keep_unknown(wf_cparser *parser, members *to)
{
    wf_ctype *type = wf_cnew_type(parser, WF_C_UNKNOWN);
    if (!type) return false;
    type->why = parser->why;
    type->place = parser->why_at;
    parser->why = NULL;
    return add_member(parser, to, NULL, type, type->place);
}

static bool attach_notes(wf_cparser *parser, wf_cmember *first, size_t from)
{
    const wf_cnote *notes;
    if (!wf_cparse_notes(parser, from, parser->at - 1, &notes)) return false;
    for (; first; first = first->next) first->notes = notes;
    return true;
}

static bool parse_members(wf_cparser *parser, wf_ctag *tag)
{
    members to = { tag, &tag->members };
    while (!wf_cat(parser, "}")) {
        if (wf_cat_end(parser)) return wf_crefuse(parser, "its members do not end");
        size_t from = parser->at;
        int depth = parser->depth;
        wf_cmember **before = to.end;
        wf_cskip_attributes(parser);
        if (wf_cat(parser, ";")) {
            parser->at++;
            continue;
        }
        if (!parse_member(parser, &to)) {
            if (parser->set->failed) return false;
            parser->depth = depth;
            skip_member(parser, from);
            if (!keep_unknown(parser, &to)) return false;
        }
        if (!attach_notes(parser, *before, from)) return false;
    }
    return true;
}

/* ---- Enum constants ---------------------------------------------------------------------------------------- */

static bool declare_value(wf_cparser *parser, const wf_cvalue *value, const wf_ctype *type)
{
    wf_cname name = { .kind = WF_C_ENUMERATOR,
                      .name = value->name,
                      .type = type,
                      .value = value->value,
                      .known = value->known,
                      .place = value->place,
                      .notes = value->notes };
    return wf_cset_declare(parser->set, &name);
}

/* To the "," or "}" behind a value that has no number here. */
static void skip_value(wf_cparser *parser)
{
    while (!wf_cat_end(parser) && !wf_cat(parser, ",") && !wf_cat(parser, "}")) {
        if (wf_cat(parser, "(") || wf_cat(parser, "[") || wf_cat(parser, "{"))
            wf_cskip_group(parser);
        else
            parser->at++;
    }
}

/* NAME [= VALUE] [,] */
static wf_cvalue *parse_value(wf_cparser *parser, wf_cnumber *next)
{
    const wf_ctoken *name = wf_cnow(parser);
    size_t from = parser->at;
    if (name->kind != WF_CTOKEN_WORD) {
        wf_crefuse(parser, "the name of an enum constant is expected here");
        return NULL;
    }
    wf_cvalue *value = wf_cset_take(parser->set, sizeof *value);
    if (!value) return NULL;
    value->name = wf_cset_copy(parser->set, name->text);
    value->place = name->place;
    parser->at++;
    wf_cskip_attributes(parser);
    if (wf_cat(parser, "=")) {
        parser->at++;
        *next = wf_cexpr_value(parser->set, parser->tokens, &parser->at, false);
        if (!wf_cat(parser, ",") && !wf_cat(parser, "}")) *next = (wf_cnumber){ 0 };
        skip_value(parser);
    }
    value->known = next->known;
    value->value = next->value;
    next->known = next->known && !__builtin_add_overflow(next->value, 1, &next->value);
    bool last = !wf_cat(parser, ",");
    if (!wf_cparse_notes(parser, from, parser->at - last, &value->notes)) return NULL;
    if (last && !wf_cat(parser, "}")) {
        wf_crefuse(parser, "a \",\" or \"}\" is expected here");
        return NULL;
    }
    parser->at += !last;
    return value->name.ptr ? value : NULL;
}

static bool parse_values(wf_cparser *parser, wf_ctag *tag, const wf_ctype *type)
{
    wf_cvalue **end = &tag->values;
    wf_cnumber next = { true, 0 };
    while (!wf_cat(parser, "}")) {
        wf_cvalue *value = parse_value(parser, &next);
        if (!value || !declare_value(parser, value, type)) return false;
        *end = value;
        end = &value->next;
        tag->count++;
    }
    return true;
}

/* ---- The whole --------------------------------------------------------------------------------------------- */

static bool parse_body(wf_cparser *parser, wf_ctag *tag, const wf_ctype *type)
{
    if (tag->complete) return wf_crefuse(parser, "it is defined twice");
    if (parser->depth == WF_CDECL_DEPTH) return wf_crefuse(parser, "nested too deep");
    parser->depth++;
    parser->at++;
    bool ok = tag->kind == WF_C_ENUM ? parse_values(parser, tag, type) : parse_members(parser, tag);
    if (!ok) return false;
    parser->at++;
    parser->depth--;
    tag->complete = true;
    return true;
}

bool wf_cparse_tag(wf_cparser *parser, wf_cspec *spec)
{
    const wf_ctoken *word = wf_cnow(parser);
    wf_ckind kind = wf_ctoken_is(word, "struct")  ? WF_C_STRUCT
                    : wf_ctoken_is(word, "union") ? WF_C_UNION
                                                  : WF_C_ENUM;
    parser->at++;
    wf_cskip_attributes(parser);
    const wf_ctoken *name = wf_cnow(parser)->kind == WF_CTOKEN_WORD ? wf_cnow(parser) : NULL;
    parser->at += name != NULL;
    wf_cskip_attributes(parser);
    if (!name && !wf_cat(parser, "{")) return wf_crefuse(parser, "a tag or its members are expected here");
    wf_cplace place = name ? name->place : word->place;
    wf_ctag *tag = tag_of(parser, kind, name, place);
    if (!tag) return false;
    spec->type->kind = kind;
    spec->type->tag = tag;
    if (!wf_cat(parser, "{")) return true;
    if (!tag->complete) tag->place = place;
    spec->defines = tag;
    return parse_body(parser, tag, spec->type);
}
