/* Declarations at the top of a file: each is understood, or stepped over and remembered. */
#include "src/cdecl/parse.h"

/* ---- What the parts share ---------------------------------------------------------------------------------- */

bool wf_crefuse(wf_cparser *parser, const char *why)
{
    if (!parser->why) {
        parser->why = why;
        parser->why_at = wf_cnow(parser)->place;
    }
    return false;
}

bool wf_cexpect(wf_cparser *parser, const char *mark, const char *why)
{
    if (!wf_cat(parser, mark)) return wf_crefuse(parser, why);
    parser->at++;
    return true;
}

static int opens(const wf_ctoken *token)
{
    return wf_ctoken_is(token, "(") || wf_ctoken_is(token, "[") || wf_ctoken_is(token, "{");
}

static int closes(const wf_ctoken *token)
{
    return wf_ctoken_is(token, ")") || wf_ctoken_is(token, "]") || wf_ctoken_is(token, "}");
}

bool wf_cskip_group(wf_cparser *parser)
{
    for (size_t depth = 0; !wf_cat_end(parser);) {
        const wf_ctoken *token = wf_cnow(parser);
        depth += (size_t)opens(token);
        depth -= (size_t)closes(token);
        parser->at++;
        if (depth == 0) return true;
    }
    return false;
}

static bool takes_group(const wf_ctoken *token)
{
    static const char *const words[] = { "__attribute__", "__attribute", "__declspec", "_Alignas", "alignas",
                                         "__asm__",       "asm",         "__asm",      "__nonnull" };
    if (token->kind != WF_CTOKEN_WORD) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (wf_ctoken_is(token, words[i])) return true;
    return token->calls_macro;
}

void wf_cskip_attributes(wf_cparser *parser)
{
    for (;;) {
        const wf_ctoken *token = wf_cnow(parser);
        if (takes_group(token) && wf_ctoken_is(token + 1, "(")) {
            parser->at++;
            wf_cskip_group(parser);
        } else if (wf_ctoken_is(token, "[") && wf_ctoken_is(token + 1, "[")) {
            wf_cskip_group(parser);
        } else {
            return;
        }
    }
}

wf_ctype *wf_cnew_type(wf_cparser *parser, wf_ckind kind)
{
    wf_ctype *type = wf_cset_take(parser->set, sizeof *type);
    if (!type) return NULL;
    type->kind = kind;
    type->length = -1;
    type->place = wf_cnow(parser)->place;
    return type;
}

/* ---- Comments ---------------------------------------------------------------------------------------------- */

typedef struct notes {
    wf_cnote *first, **end;
} notes;

/* Whether the comment stands behind the token on its line. */
static bool trails(const wf_cnote *note, const wf_ctoken *token)
{
    return note->start_line == token->place.line && note->place.file == token->place.file;
}

/* Copies the comments before `token` that do, or do not, trail the token before it. */
static bool add_notes(wf_cparser *parser, notes *to, const wf_ctoken *token, bool trailing)
{
    for (const wf_cnote *note = token->notes; note; note = note->next) {
        bool first = token == parser->tokens;
        if ((!first && trails(note, token - 1)) != trailing) continue;
        wf_cnote *copy = wf_cset_take(parser->set, sizeof *copy);
        if (!copy) return false;
        *copy = *note;
        copy->next = NULL;
        *to->end = copy;
        to->end = &copy->next;
    }
    return true;
}

/* What is inside of braces belongs to what is declared there, but for the line of the "{". */
bool wf_cparse_notes(wf_cparser *parser, size_t from, size_t to, const wf_cnote **out)
{
    notes list = { 0 };
    list.end = &list.first;
    bool ok = add_notes(parser, &list, &parser->tokens[from], false);
    size_t braces = wf_ctoken_is(&parser->tokens[from], "{");
    for (size_t i = from + 1; i <= to && ok; i++) {
        const wf_ctoken *token = &parser->tokens[i];
        if (braces == 0) ok = add_notes(parser, &list, token, true) && add_notes(parser, &list, token, false);
        if (braces == 1 && wf_ctoken_is(token - 1, "{")) ok = add_notes(parser, &list, token, true);
        braces += wf_ctoken_is(token, "{");
        braces -= braces && wf_ctoken_is(token, "}");
    }
    if (ok && parser->tokens[to].kind != WF_CTOKEN_END)
        ok = add_notes(parser, &list, &parser->tokens[to + 1], true);
    *out = list.first;
    return ok;
}

/* ---- What is stepped over ---------------------------------------------------------------------------------- */

/* To behind the declaration that starts at token `from`: its ";", or the "}" of a function's body. */
static void skip_declaration(wf_cparser *parser, size_t from)
{
    size_t reached = parser->at;
    parser->at = from;
    while (!wf_cat_end(parser)) {
        bool body = wf_cat(parser, "{") && (parser->at == from || wf_ctoken_is(wf_cnow(parser) - 1, ")"));
        bool ends = wf_cat(parser, ";") || body;
        if (opens(wf_cnow(parser)))
            wf_cskip_group(parser);
        else
            parser->at++;
        if (ends && parser->at >= reached) return;
    }
}

static bool remember(wf_cparser *parser, size_t from)
{
    wf_cskipped *skipped = wf_cset_take(parser->set, sizeof *skipped);
    if (!skipped) return false;
    *skipped = (wf_cskipped){ .place = parser->why_at,
                              .first_line = parser->tokens[from].place.line,
                              .last_line = parser->tokens[parser->at - 1].place.line,
                              .why = parser->why };
    notes list = { 0 };
    list.end = &list.first;
    for (size_t i = from; i < parser->at; i++)
        if (!add_notes(parser, &list, &parser->tokens[i], false) ||
            (i > from && !add_notes(parser, &list, &parser->tokens[i], true)))
            return false;
    if (!add_notes(parser, &list, wf_cnow(parser), true)) return false;
    skipped->notes = list.first;
    *parser->set->skipped_end = skipped;
    parser->set->skipped_end = &skipped->next;
    return true;
}

/* ---- One declaration --------------------------------------------------------------------------------------- */

static bool declare(wf_cparser *parser, const wf_cspec *spec, const wf_ctoken *token, const wf_ctype *type)
{
    wf_cname name = { .kind = spec->is_typedef              ? WF_C_TYPEDEF
                              : type->kind == WF_C_FUNCTION ? WF_C_FUNCTION_NAME
                                                            : WF_C_OBJECT,
                      .name = wf_cset_copy(parser->set, token->text),
                      .type = type,
                      .place = token->place };
    if (!name.name.ptr || !wf_cset_declare(parser->set, &name)) return false;
    wf_ctag *tag = type->tag;
    if (spec->is_typedef && tag && !tag->alias) tag->alias = wf_cdecl_find(parser->set, name.name);
    return true;
}

/* To the "," or ";" behind an initializer. */
static void skip_initializer(wf_cparser *parser)
{
    while (!wf_cat_end(parser) && !wf_cat(parser, ",") && !wf_cat(parser, ";")) {
        if (opens(wf_cnow(parser)))
            wf_cskip_group(parser);
        else
            parser->at++;
    }
}

/* The declarators and what ends them: a ";", or a function's body. */
static bool parse_declared(wf_cparser *parser, const wf_cspec *spec)
{
    for (;;) {
        const wf_ctoken *name;
        const wf_ctype *type = wf_cparse_declarator(parser, spec->type, &name);
        if (!type) return false;
        if (!name) return wf_crefuse(parser, "a name is expected here");
        wf_cskip_attributes(parser);
        if (!declare(parser, spec, name, type)) return false;
        if (type->kind == WF_C_FUNCTION && wf_cat(parser, "{")) return wf_cskip_group(parser) || true;
        if (wf_cat(parser, "=")) skip_initializer(parser);
        if (!wf_cat(parser, ",")) return wf_cexpect(parser, ";", "a \";\" is expected here");
        parser->at++;
    }
}

/* Gives what a declaration declared its comments. */
static bool attach_notes(wf_cparser *parser, size_t from, const wf_cspec *spec, wf_cname **declared)
{
    const wf_cnote *found;
    if (!wf_cparse_notes(parser, from, parser->at - 1, &found)) return false;
    for (wf_cname *name = *declared; name; name = name->next)
        if (name->kind != WF_C_ENUMERATOR) name->notes = found;
    if (spec->defines && !spec->defines->is_nested) spec->defines->notes = found;
    return true;
}

static bool parse_declaration(wf_cparser *parser)
{
    wf_cspec spec;
    size_t from = parser->at;
    wf_cname **declared = parser->set->names_end;
    if (!wf_cparse_spec(parser, &spec)) return false;
    if (wf_cat(parser, ";"))
        parser->at++;
    else if (!parse_declared(parser, &spec))
        return false;
    return attach_notes(parser, from, &spec, declared);
}

/* What stands between declarations: stray ";", extern "C" and its braces, static assertions, calls of macros. */
static bool skip_between(wf_cparser *parser, size_t *linkage)
{
    const wf_ctoken *token = wf_cnow(parser);
    if (wf_ctoken_is(token, "extern") && token[1].kind == WF_CTOKEN_TEXT) {
        bool block = wf_ctoken_is(token + 2, "{");
        *linkage += block;
        parser->at += block ? 3 : 2;
        return true;
    }
    if (wf_ctoken_is(token, "}") && *linkage) {
        --*linkage;
        parser->at++;
        return true;
    }
    bool assertion = wf_ctoken_is(token, "_Static_assert") || wf_ctoken_is(token, "static_assert");
    bool call = (token->calls_macro && token->kind == WF_CTOKEN_WORD) || assertion;
    if (call && wf_ctoken_is(token + 1, "(")) {
        parser->at++;
        wf_cskip_group(parser);
        if (wf_cat(parser, "{")) wf_cskip_group(parser);
        return true;
    }
    if (!wf_ctoken_is(token, ";")) return false;
    parser->at++;
    return true;
}

bool wf_cparse_file(wf_cdecl *set, const wf_ctokens *tokens)
{
    wf_cparser parser = { .set = set, .tokens = tokens->at };
    for (size_t linkage = 0; !wf_cat_end(&parser);) {
        size_t from = parser.at;
        parser.depth = 0;
        parser.why = NULL;
        if (skip_between(&parser, &linkage) || parse_declaration(&parser)) continue;
        if (set->failed) return false;
        skip_declaration(&parser, from);
        if (parser.at == from) parser.at++;
        if (!remember(&parser, from)) return false;
    }
    return true;
}

/* ---- One type ---------------------------------------------------------------------------------------------- */

static const wf_ctype *unknown_in(const wf_ctype *type)
{
    while (type->kind == WF_C_POINTER || type->kind == WF_C_ARRAY || type->kind == WF_C_FUNCTION)
        type = type->of;
    return type->kind == WF_C_UNKNOWN ? type : NULL;
}

static void fail_unknown(wf_cdecl *set, const wf_ctype *unknown)
{
    weft_str near = wf_cdecl_near_type(set, unknown->spelling);
    const char *what = wf_cset_printf(set, "the type %.*s is not known", (int)(unknown->spelling.len & 0xff),
                                      unknown->spelling.ptr);
    const char *hint = near.ptr ? wf_cset_printf(set, "did you mean %s?", near.ptr) : unknown->why;
    wf_cset_fail(set, unknown->place, what, hint);
}

const wf_ctype *wf_cparse_type(wf_cdecl *set, const wf_ctokens *tokens, weft_str *name)
{
    wf_cparser parser = { .set = set, .tokens = tokens->at };
    wf_cspec spec;
    const wf_ctoken *token = NULL;
    const wf_ctype *type = NULL;
    if (wf_cparse_spec(&parser, &spec)) type = wf_cparse_declarator(&parser, spec.type, &token);
    if (type && !wf_cat_end(&parser)) {
        wf_crefuse(&parser, "the declaration should end here");
        type = NULL;
    }
    if (!type) {
        wf_cset_fail(set, parser.why_at, parser.why, NULL);
        return NULL;
    }
    const wf_ctype *unknown = unknown_in(type);
    if (unknown) fail_unknown(set, unknown);
    *name = token ? token->text : weft_lit("");
    return unknown ? NULL : type;
}
