/* Directives are followed, object-like macros expanded. What comes out is one row of tokens, those of included files in
 * their place. */
#include "src/cdecl/set.h"
#include <limits.h>
#include <stdlib.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* One #if: what is between it and its #endif. */
typedef struct condition {
    bool active; /* its tokens count */
    bool taken;  /* one of its branches did */
    bool outer;  /* it stands in what counts */
    wf_cplace place;
} condition;

typedef struct reading {
    wf_cdecl *set;
    wf_clexer lexer;
    wf_ctokens *out;
    condition conditions[WF_CDECL_DEPTH];
    int depth;    /* of conditions */
    int includes; /* files that this one is included from */
} reading;

static bool run(wf_cdecl *set, wf_cplace place, weft_str text, wf_ctokens *out, int includes);

/* ---- Tokens ------------------------------------------------------------------------------------------------ */

bool wf_cset_step(wf_cdecl *set, wf_cplace place)
{
    if (set->steps++ < WF_CDECL_TOKENS) return true;
    return wf_cset_fail(set, place, "too much to read",
                        "headers may have a million tokens in all: include less");
}

/* Keeps the comments of a token that is not added. */
static void keep_notes(wf_ctokens *tokens, wf_cnote *notes)
{
    if (!notes) return;
    if (!tokens->pending) tokens->pending_end = &tokens->pending;
    *tokens->pending_end = notes;
    while (*tokens->pending_end) tokens->pending_end = &(*tokens->pending_end)->next;
}

bool wf_ctokens_add(wf_cdecl *set, wf_ctokens *tokens, const wf_ctoken *token)
{
    if (tokens->count == tokens->room) {
        size_t room = tokens->room ? 2 * tokens->room : 64;
        wf_ctoken *at = realloc(tokens->at, room * sizeof *at);
        if (!at) return wf_cset_fail(set, token->place, "out of memory", NULL);
        tokens->at = at;
        tokens->room = room;
    }
    wf_ctoken *added = &tokens->at[tokens->count++];
    *added = *token;
    if (tokens->pending) {
        *tokens->pending_end = token->notes;
        added->notes = tokens->pending;
        tokens->pending = NULL;
    }
    return true;
}

/* ---- Macros ------------------------------------------------------------------------------------------------ */

wf_cmacro *wf_cmacro_find(const wf_cdecl *set, weft_str name)
{
    wf_cmacro *macro = wf_cmap_get(&set->macros, name);
    return macro && macro->is_defined ? macro : NULL;
}

static wf_cmacro *macro_named(wf_cdecl *set, weft_str name)
{
    wf_cmacro *macro = wf_cmap_get(&set->macros, name);
    if (macro) return macro;
    macro = wf_cset_take(set, sizeof *macro);
    weft_str copy = wf_cset_copy(set, name);
    if (!macro || !copy.ptr || !wf_cmap_put(&set->macros, &set->arena, copy, macro)) return NULL;
    macro->name = copy;
    *set->macros_end = macro;
    set->macros_end = &macro->next;
    return macro;
}

static bool define(wf_cdecl *set, const wf_ctoken *name, bool is_function, const wf_ctokens *body)
{
    wf_cmacro *macro = macro_named(set, name->text);
    wf_ctoken *copy = wf_cset_take(set, body->count * sizeof *copy);
    if (!macro || !copy) return wf_cset_fail(set, name->place, "out of memory", NULL);
    if (body->count) memcpy(copy, body->at, body->count * sizeof *copy);
    macro->body = copy;
    macro->count = body->count;
    macro->is_function = is_function;
    macro->is_defined = true;
    macro->place = name->place;
    return true;
}

/* Whether the next byte that is no white space opens the call of a function-like macro. */
static bool calls(const wf_clexer *lexer)
{
    const char *at = lexer->at;
    while (at < lexer->end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at < lexer->end && *at == '(';
}

/* Where an expansion is told to be, and the comments before it: those of the macro's name in the text. */
static wf_ctoken in_place_of(const wf_ctoken *use, const wf_ctoken *part, bool first)
{
    wf_ctoken token = *part;
    token.place = use->place;
    token.notes = first ? use->notes : NULL;
    token.first_on_line = first && use->first_on_line;
    return token;
}

bool wf_cpre_expand(wf_cdecl *set, const wf_ctoken *token, wf_ctokens *out, int depth)
{
    wf_cmacro *macro = token->kind == WF_CTOKEN_WORD ? wf_cmacro_find(set, token->text) : NULL;
    if (!wf_cset_step(set, token->place)) return false;
    if (!macro || macro->is_function || macro->is_busy || depth == WF_CDECL_DEPTH)
        return wf_ctokens_add(set, out, token);
    if (macro->count == 0) keep_notes(out, token->notes);
    macro->is_busy = true;
    bool ok = true;
    for (size_t i = 0; i < macro->count && ok; i++) {
        wf_ctoken part = in_place_of(token, &macro->body[i], i == 0);
        const wf_cmacro *inner = part.kind == WF_CTOKEN_WORD ? wf_cmacro_find(set, part.text) : NULL;
        part.calls_macro =
            inner && inner->is_function && i + 1 < macro->count && wf_ctoken_is(&macro->body[i + 1], "(");
        ok = wf_cpre_expand(set, &part, out, depth + 1);
    }
    macro->is_busy = false;
    return ok;
}

/* The macro's value as a name that can be asked for. */
static bool declare(wf_cdecl *set, const wf_cmacro *macro)
{
    wf_ctoken name = { .kind = WF_CTOKEN_WORD, .text = macro->name, .place = macro->place };
    wf_ctoken end = { .kind = WF_CTOKEN_END };
    wf_ctokens body = { 0 };
    bool ok = wf_cpre_expand(set, &name, &body, 0) && wf_ctokens_add(set, &body, &end);
    size_t at = 0;
    wf_cnumber value = { 0 };
    if (ok) value = wf_cexpr_value(set, body.at, &at, false);
    if (ok && body.at[at].kind != WF_CTOKEN_END) value.known = false;
    free(body.at);
    wf_cname like = { .kind = WF_C_MACRO, .name = macro->name, .value = value.value, .known = value.known };
    like.place = macro->place;
    return ok && wf_cset_declare(set, &like);
}

bool wf_cmacro_declare(wf_cdecl *set)
{
    for (wf_cmacro *macro = set->first_macro; macro; macro = macro->next) {
        if (macro->is_declared || !macro->is_defined || macro->is_function) continue;
        macro->is_declared = true;
        if (!declare(set, macro)) return false;
    }
    return true;
}

/* ---- Directives -------------------------------------------------------------------------------------------- */

/* The rest of a directive's line; room for `defined` is the caller's. */
static bool take_line(reading *r, wf_ctokens *line)
{
    for (wf_ctoken token;;) {
        if (!wf_clex_next(&r->lexer, &token, true)) return false;
        if (token.kind == WF_CTOKEN_END) return true;
        token.notes = NULL;
        if (!wf_cset_step(r->set, token.place) || !wf_ctokens_add(r->set, line, &token)) return false;
    }
}

static bool follow_define(reading *r)
{
    wf_ctoken name;
    wf_ctokens body = { 0 };
    if (!wf_clex_next(&r->lexer, &name, true)) return false;
    bool is_function = r->lexer.at < r->lexer.end && *r->lexer.at == '(';
    bool ok = take_line(r, &body);
    if (ok && name.kind == WF_CTOKEN_WORD) ok = define(r->set, &name, is_function, &body);
    free(body.at);
    return ok;
}

static bool follow_undef(reading *r)
{
    wf_ctoken name;
    if (!wf_clex_next(&r->lexer, &name, true)) return false;
    wf_cmacro *macro = wf_cmacro_find(r->set, name.text);
    if (macro) macro->is_defined = false;
    return true;
}

/* The name between <> or quotes, and the token to blame. */
static weft_str include_name(reading *r, const wf_ctoken *open)
{
    if (open->kind == WF_CTOKEN_TEXT && open->text.len > 2)
        return weft_str_of(open->text.ptr + 1, open->text.len - 2);
    const char *at = open->text.ptr + 1, *end = at;
    while (end < r->lexer.end && *end != '>' && *end != '\n') end++;
    return weft_str_of(at, (size_t)(end - at));
}

static bool include_file(reading *r, const wf_ctoken *open, const char *path)
{
    weft_str text;
    const char *name;
    bool fresh;
    if (r->includes == WF_CDECL_DEPTH)
        return wf_cset_fail(r->set, open->place, "files include each other too deep", NULL);
    if (!wf_cfile_load(r->set, path, open, &text, &name, &fresh)) return false;
    return !fresh || run(r->set, (wf_cplace){ name, 1, 1 }, text, r->out, r->includes + 1);
}

static bool follow_include(reading *r)
{
    wf_ctoken open;
    char path[PATH_MAX];
    if (!wf_clex_next(&r->lexer, &open, true)) return false;
    bool quoted = open.kind == WF_CTOKEN_TEXT;
    if (!quoted && !wf_ctoken_is(&open, "<")) return true; /* by a macro: not followed */
    weft_str name = include_name(r, &open);
    if (wf_str_starts(name, weft_lit("weft/"))) return true; /* known */
    if (wf_cfile_find(r->set, open.place.file, name, quoted, path, sizeof path))
        return include_file(r, &open, path);
    if (!quoted) return true;
    return wf_cset_fail(r->set, open.place,
                        wf_cset_printf(r->set, "\"%.*s\" is not found", (int)(name.len & 0xfff), name.ptr),
                        "say where it is with -I FOLDER; system headers are included with < >");
}

/* ---- Conditions -------------------------------------------------------------------------------------------- */

static bool active(const reading *r) { return r->depth == 0 || r->conditions[r->depth - 1].active; }

/* `defined X` and `defined(X)` become 1 or 0; the rest is expanded. */
static bool prepare(wf_cdecl *set, const wf_ctokens *line, wf_ctokens *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const wf_ctoken *token = &line->at[i];
        bool defined = wf_ctoken_is(token, "defined") && i + 1 < line->count;
        if (!defined) {
            if (!wf_cpre_expand(set, token, out, 0)) return false;
            continue;
        }
        bool parens = wf_ctoken_is(&line->at[i + 1], "(") && i + 3 < line->count;
        bool is = wf_cmacro_find(set, line->at[i + (parens ? 2 : 1)].text);
        wf_ctoken number = { .kind = WF_CTOKEN_NUMBER,
                             .text = is ? weft_lit("1") : weft_lit("0"),
                             .place = token->place };
        if (!wf_ctokens_add(set, out, &number)) return false;
        i += parens ? 3 : 1;
    }
    wf_ctoken end = { .kind = WF_CTOKEN_END };
    return wf_ctokens_add(set, out, &end);
}

/* The truth of the rest of the line; what is no constant is false. */
static bool evaluate(reading *r, bool *truth)
{
    wf_ctokens line = { 0 }, ready = { 0 };
    bool ok = take_line(r, &line) && prepare(r->set, &line, &ready);
    size_t at = 0;
    wf_cnumber number = { 0 };
    if (ok) number = wf_cexpr_value(r->set, ready.at, &at, true);
    *truth = number.known && number.value != 0;
    free(line.at);
    free(ready.at);
    return ok;
}

static bool is_defined(reading *r, bool *truth)
{
    wf_ctoken name;
    if (!wf_clex_next(&r->lexer, &name, true)) return false;
    *truth = wf_cmacro_find(r->set, name.text);
    return true;
}

static bool open_condition(reading *r, const wf_ctoken *directive)
{
    bool outer = active(r), truth = false;
    if (r->depth == WF_CDECL_DEPTH)
        return wf_cset_fail(r->set, directive->place, "conditions are nested too deep", NULL);
    bool word = !wf_ctoken_is(directive, "if");
    if (outer && !(word ? is_defined(r, &truth) : evaluate(r, &truth))) return false;
    if (wf_ctoken_is(directive, "ifndef")) truth = !truth;
    r->conditions[r->depth++] =
        (condition){ .active = outer && truth, .taken = truth, .outer = outer, .place = directive->place };
    return true;
}

static bool turn_condition(reading *r, const wf_ctoken *directive)
{
    if (r->depth == 0) return true;
    condition *now = &r->conditions[r->depth - 1];
    bool truth = !now->taken;
    if (truth && now->outer && wf_ctoken_is(directive, "elif") && !evaluate(r, &truth)) return false;
    if (truth && now->outer && wf_str_starts(directive->text, weft_lit("elif")) && directive->text.len > 4) {
        if (!is_defined(r, &truth)) return false;
        if (wf_ctoken_is(directive, "elifndef")) truth = !truth;
    }
    now->active = now->outer && truth;
    now->taken |= truth;
    return true;
}

/* ---- The walk ---------------------------------------------------------------------------------------------- */

static bool obey(reading *r, const wf_ctoken *directive)
{
    if (wf_ctoken_is(directive, "if") || wf_ctoken_is(directive, "ifdef") ||
        wf_ctoken_is(directive, "ifndef"))
        return open_condition(r, directive);
    if (wf_str_starts(directive->text, weft_lit("el"))) return turn_condition(r, directive);
    if (wf_ctoken_is(directive, "endif")) {
        r->depth -= r->depth > 0;
        return true;
    }
    if (!active(r)) return true;
    if (wf_ctoken_is(directive, "define")) return follow_define(r);
    if (wf_ctoken_is(directive, "undef")) return follow_undef(r);
    if (wf_ctoken_is(directive, "include")) return follow_include(r);
    return true; /* pragma, line, error, warning */
}

static void skip_line(wf_clexer *lexer, wf_ctoken *token)
{
    while (token->kind != WF_CTOKEN_END && wf_clex_next(lexer, token, true)) {}
}

static bool follow(reading *r)
{
    wf_ctoken directive;
    if (!wf_clex_next(&r->lexer, &directive, true)) return false;
    if (directive.kind == WF_CTOKEN_END) return true;
    if (!obey(r, &directive)) return false;
    skip_line(&r->lexer, &directive);
    return !r->set->failed;
}

static bool read_token(reading *r, wf_ctoken *token)
{
    if (wf_ctoken_is(token, "#") && token->first_on_line) {
        if (active(r)) keep_notes(r->out, token->notes);
        return follow(r);
    }
    if (!active(r)) return wf_cset_step(r->set, token->place);
    const wf_cmacro *macro = token->kind == WF_CTOKEN_WORD ? wf_cmacro_find(r->set, token->text) : NULL;
    token->calls_macro = macro && macro->is_function && calls(&r->lexer);
    return wf_cpre_expand(r->set, token, r->out, 0);
}

static bool run(wf_cdecl *set, wf_cplace place, weft_str text, wf_ctokens *out, int includes)
{
    reading r = { .set = set, .lexer = wf_clex_start(set, place, text), .out = out, .includes = includes };
    for (wf_ctoken token;;) {
        if (!wf_clex_next(&r.lexer, &token, false)) return false;
        if (token.kind == WF_CTOKEN_END && r.depth)
            return wf_cset_fail(set, r.conditions[r.depth - 1].place, "this condition has no #endif", NULL);
        if (token.kind == WF_CTOKEN_END) return includes > 0 || wf_ctokens_add(set, out, &token);
        if (!read_token(&r, &token)) return false;
    }
}

bool wf_cpre_run(wf_cdecl *set, wf_cplace place, weft_str text, wf_ctokens *out)
{
    return run(set, place, text, out, 0);
}
