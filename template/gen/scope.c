/* Names: those that are in scope, and those that they have in C. */
#include "src/base/str.h"
#include "template/gen/parse.h"

/* ---- Names in C ------------------------------------------------------------------------------------------ */

static bool is_taken(const wf_parser *parse, weft_str name)
{
    /* What compiled templates call theirs. */
    static const char *const own[] = { "page", "at", "req", "res", "size", "out", "data", "value", "with" };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (weft_str_eq(name, wf_str(own[i]))) return true;
    for (const wf_taken *it = parse->taken; it; it = it->next)
        if (weft_str_eq(it->name, name)) return true;
    return wf_cdecl_find(parse->tree->types->set, name) != NULL;
}

/* A name that nothing else has: `name`, else name_2 and so on. */
weft_str wf_parse_c_name(wf_parser *parse, weft_str name)
{
    weft_str free = name;
    if (parse->taken_count == WF_TEMPLATE_NAMES && parse->piece) {
        wf_unit_fault(parse->unit, parse->source, parse->piece->at,
                      "more than %d variables, loops and blocks; put a part of them into another template",
                      WF_TEMPLATE_NAMES);
        parse->piece = NULL;
    }
    while (is_taken(parse, free))
        free = wf_unit_format(parse->unit, "%.*s_%u", (int)name.len, name.ptr, ++parse->number + 1);
    wf_taken *it = wf_unit_take(parse->unit, sizeof *it);
    *it = (wf_taken){ parse->taken, free };
    parse->taken = it;
    parse->taken_count++;
    return free;
}

wf_variable *wf_parse_declare(wf_parser *parse, wf_variable_kind kind, weft_str name, const wf_ctype *type,
                              uint32_t at)
{
    wf_variable *variable = wf_unit_take(parse->unit, sizeof *variable);
    *variable = (wf_variable){
        .outer = parse->variables, .kind = kind, .name = name, .type = type, .owner = parse->part, .at = at
    };
    if (kind == WF_VAR_LOOP) {
        variable->c_name = wf_parse_c_name(parse, weft_lit("index"));
        variable->c_count = wf_parse_c_name(parse, weft_lit("count"));
    } else {
        variable->c_name = wf_parse_c_name(parse, name);
    }
    parse->variables = variable;
    return variable;
}

/* ---- Expressions ----------------------------------------------------------------------------------------- */

/* A part uses a variable from around it: it is handed in, also to the parts in between. */
static void capture(wf_parser *parse, wf_variable *variable, uint32_t at)
{
    for (wf_part *part = parse->part; part && part != variable->owner; part = part->outer) {
        wf_capture **place = &part->captures;
        while (*place && (*place)->variable != variable) place = &(*place)->next;
        if (*place) continue;
        *place = wf_unit_take(parse->unit, sizeof **place);
        **place = (wf_capture){ NULL, variable, at };
    }
}

void wf_parse_use(wf_parser *parse, const wf_expr *expr)
{
    for (const wf_word *word = expr->words; word; word = word->next) {
        if (!word->variable) continue;
        word->variable->used = true;
        capture(parse, word->variable, expr->at);
    }
}

bool wf_parse_expr(wf_parser *parse, wf_reader *reader, wf_expr *out)
{
    reader->variables = parse->variables;
    if (!wf_expr_read(reader, out)) return false;
    wf_parse_use(parse, out);
    return true;
}

bool wf_parse_tag_end(wf_reader *reader)
{
    if (reader->failed || wf_reader_done(reader)) return !reader->failed;
    return wf_reader_fault(reader, reader->at, "the end of the tag is due here");
}
