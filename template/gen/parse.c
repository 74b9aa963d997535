/* From pieces to the tree. */
#include "src/base/str.h"
#include "template/gen/parse.h"

/* ---- Nodes ----------------------------------------------------------------------------------------------- */

wf_node *wf_parse_new_node(wf_parser *parse, wf_node_kind kind, uint32_t at)
{
    wf_node *node = wf_unit_take(parse->unit, sizeof *node);
    node->kind = kind;
    node->at = at;
    node->length = -1;
    return node;
}

static wf_node *take_text(wf_parser *parse)
{
    const wf_piece *piece = parse->piece;
    parse->piece = piece->next;
    if (piece->from == piece->to) return NULL;
    wf_node *node = wf_parse_new_node(parse, WF_NODE_TEXT, piece->from);
    node->text = weft_str_of(parse->source->text.ptr + piece->from, piece->to - piece->from);
    return node;
}

/* unsafe(expression), the one way to print without escaping. */
static bool reads_unsafe(wf_reader *reader)
{
    uint32_t before = reader->at;
    weft_str name = wf_reader_name(reader);
    if (weft_str_eq(name, weft_lit("unsafe")) && wf_reader_sign(reader, "(")) return true;
    reader->at = before;
    return false;
}

static wf_node *take_hole(wf_parser *parse)
{
    const wf_piece *piece = parse->piece;
    parse->piece = piece->next;
    parse->printed = true;
    wf_reader reader = { .unit = parse->unit,
                         .source = parse->source,
                         .types = parse->tree->types,
                         .at = piece->from,
                         .to = piece->to };
    wf_node *node = wf_parse_new_node(parse, WF_NODE_HOLE, piece->at);
    node->raw = reads_unsafe(&reader);
    if (!wf_parse_expr(parse, &reader, &node->expr)) return NULL;
    if (node->raw && !wf_reader_sign(&reader, ")")) wf_reader_fault(&reader, reader.at, "')' is due here");
    if (!reader.failed && !wf_reader_done(&reader)) {
        bool filter = reader.source->text.ptr[reader.at] == '|';
        wf_reader_fault(&reader, reader.at, "'}}' is due here%s",
                        filter ? "; there are no filters: write a function around the value" : "");
    }
    return reader.failed ? NULL : node;
}

/* ---- Tags that stay open --------------------------------------------------------------------------------- */

bool wf_parse_open(wf_parser *parse, const char *word, uint32_t at, wf_opening *before)
{
    *before = (wf_opening){ parse->open, parse->open_at, parse->variables };
    if (parse->depth == WF_TEMPLATE_DEPTH) {
        wf_unit_fault(parse->unit, parse->source, at,
                      "tags are nested more than %d deep; call another template for the inner ones",
                      WF_TEMPLATE_DEPTH);
        return false;
    }
    parse->depth++;
    parse->open = word;
    parse->open_at = at;
    return true;
}

void wf_parse_close(wf_parser *parse, const wf_opening *before)
{
    parse->depth--;
    parse->open = before->open;
    parse->open_at = before->at;
    parse->variables = before->variables;
}

static weft_str piece_word(wf_parser *parse, const wf_piece *piece)
{
    weft_str word;
    (void)wf_tag_read(parse->tree, parse->tree->self, piece, &word);
    return word;
}

bool wf_parse_next_is(wf_parser *parse, const char *word)
{
    return parse->piece && parse->piece->kind == WF_PIECE_TAG &&
           weft_str_eq(piece_word(parse, parse->piece), wf_str(word));
}

/* Takes {% word %}, which closes what is open. A missing one is a fault at the wf_opening. */
void wf_parse_closed_by(wf_parser *parse, const char *word)
{
    if (wf_parse_next_is(parse, word)) {
        weft_str name;
        wf_reader reader = wf_tag_read(parse->tree, parse->tree->self, parse->piece, &name);
        parse->piece = parse->piece->next;
        if (weft_str_eq(name, weft_lit("endblock"))) wf_reader_name(&reader); /* its name may be said again */
        wf_parse_tag_end(&reader);
        return;
    }
    if (!parse->piece) {
        wf_unit_fault(parse->unit, parse->source, parse->open_at, "'%s' is not closed; write {%% %s %%}",
                      parse->open, word);
        return;
    }
    weft_str found = piece_word(parse, parse->piece);
    wf_unit_fault(parse->unit, parse->source, parse->piece->at,
                  "'%.*s' stands where {%% %s %%} is due for the '%s' of line %u", WF_QUOTED(found), word,
                  parse->open, wf_source_line(parse->source, parse->open_at));
    if (wf_str_starts(found, weft_lit("end"))) parse->piece = parse->piece->next;
}

static wf_node *take_if(wf_parser *parse, wf_reader *reader, uint32_t at, const char *word);

/* What follows the body of an if: elif, else, or nothing. */
void wf_parse_otherwise(wf_parser *parse, wf_node *node)
{
    if (wf_parse_next_is(parse, "elif")) {
        weft_str word;
        wf_reader reader = wf_tag_read(parse->tree, parse->tree->self, parse->piece, &word);
        node->otherwise_at = parse->piece->at;
        uint32_t at = parse->piece->at;
        parse->piece = parse->piece->next;
        node->otherwise = take_if(parse, &reader, at, "elif");
        return;
    }
    if (wf_parse_next_is(parse, "else")) {
        node->otherwise_at = parse->piece->at;
        weft_str word;
        wf_reader reader = wf_tag_read(parse->tree, parse->tree->self, parse->piece, &word);
        wf_parse_tag_end(&reader);
        parse->piece = parse->piece->next;
        node->otherwise = wf_parse_nodes(parse);
    }
    wf_parse_closed_by(parse, node->kind == WF_NODE_IF ? "endif" : "endfor");
}

static void need_condition(wf_reader *reader, const wf_expr *expr)
{
    wf_value value = expr->value;
    if (wf_value_is_scalar(value)) return;
    if (value.kind == WF_VALUE_TEXT)
        wf_reader_fault(reader, expr->at,
                        "a weft_str is no condition; write .ptr behind it (it is there) or .len (it is not "
                        "empty)");
    else if (value.kind == WF_VALUE_CONTENT)
        wf_reader_fault(reader, expr->at,
                        "content is no condition; write .put behind it: it is NULL when there is none");
    else
        wf_reader_fault(reader, expr->at, "this is no condition: it is %.*s, not a number or pointer",
                        WF_QUOTED(wf_value_name(reader->types, value)));
}

static wf_node *take_if(wf_parser *parse, wf_reader *reader, uint32_t at, const char *word)
{
    wf_node *node = wf_parse_new_node(parse, WF_NODE_IF, at);
    wf_opening before;
    if (!wf_parse_open(parse, word, at, &before)) return NULL;
    if (wf_parse_expr(parse, reader, &node->expr) && wf_parse_tag_end(reader))
        need_condition(reader, &node->expr);
    node->body = wf_parse_nodes(parse);
    parse->variables = before.variables;
    wf_parse_otherwise(parse, node);
    wf_parse_close(parse, &before);
    return node;
}

/* ---- Set ------------------------------------------------------------------------------------------------- */

/* The type a variable has that is set to `value`; NULL: only C knows it. */
static const wf_ctype *set_type(wf_parser *parse, wf_reader *reader, wf_value value, uint32_t at)
{
    const wf_types *types = parse->tree->types;
    const wf_ctype *real = value.type ? wf_ctype_resolve(value.type) : NULL;
    if (value.kind == WF_VALUE_LITERAL) return types->cstr;
    if (value.kind == WF_VALUE_NULL || value.kind == WF_VALUE_VOID || value.kind == WF_VALUE_FUNCTION) {
        wf_reader_fault(reader, at, "a variable cannot be set to this");
        return types->integer;
    }
    if (real && real->kind == WF_C_ARRAY) return wf_type_pointer(types, real->of);
    return value.type;
}

static wf_node *take_set(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    wf_node *node = wf_parse_new_node(parse, WF_NODE_SET, at);
    const char *text = reader->source->text.ptr;
    wf_reader_skip(reader);
    uint32_t from = reader->at, to = from;
    while (to < reader->to && text[to] != '=') to++;
    weft_str left = wf_str_trim(weft_str_of(text + from, to - from)), name = wf_reader_name(reader);
    const wf_ctype *type = NULL;
    node->is_typed = name.len != left.len;
    if (node->is_typed && to < reader->to) {
        type = wf_cdecl_read_type(parse->tree->types->set, (wf_cplace){ reader->source->path, 1, 1 }, left,
                                  &name);
        if (!type) wf_reader_fault(reader, from, "%s", wf_cdecl_fault(parse->tree->types->set)->what);
    }
    bool array = type && wf_ctype_resolve(type)->kind == WF_C_ARRAY;
    if (to == reader->to || !name.len || wf_is_keyword(name) || array)
        wf_reader_fault(reader, from,
                        "'set' is written {%% set name = value %%} or {%% set type name = value %%}");
    if (reader->failed) return NULL;
    reader->at = to + 1;
    reader->variables = parse->variables;
    bool ok =
        type ? wf_expr_read_as(reader, type, "the variable", &node->expr) : wf_expr_read(reader, &node->expr);
    if (ok) wf_parse_use(parse, &node->expr);
    if (!ok || !wf_parse_tag_end(reader)) return NULL;
    if (!type) type = set_type(parse, reader, node->expr.value, node->expr.at);
    node->variable = wf_parse_declare(parse, WF_VAR_SET, name, type, from);
    return node;
}

/* ---- Parts ----------------------------------------------------------------------------------------------- */

wf_part *wf_parse_new_part(wf_parser *parse, weft_str name, uint32_t at, bool is_slot)
{
    wf_part *part = wf_unit_take(parse->unit, sizeof *part);
    *part = (wf_part){ .outer = parse->part, .name = name, .is_slot = is_slot, .at = at };
    return part;
}

void wf_parse_add_part(wf_parser *parse, wf_part *part)
{
    wf_part **last = &parse->tree->blocks;
    while (*last) last = &(*last)->next;
    *last = part;
    weft_str self = parse->tree->self->name, name = part->name;
    part->c_name = wf_parse_c_name(
        parse,
        part->is_slot
            ? wf_unit_format(parse->unit, part->loop ? "put_%.*s" : "fill_%.*s", (int)name.len, name.ptr)
            : wf_unit_format(parse->unit, "%.*s_put_%.*s", (int)self.len, self.ptr, (int)name.len, name.ptr));
}

/* The name behind {% block; a fault and absent when there is none. */
weft_str wf_parse_block_name(wf_reader *reader, uint32_t at)
{
    weft_str name = wf_reader_name(reader);
    if (!name.ptr) wf_reader_fault(reader, at, "'block' needs a name: {%% block rows %%}");
    if (name.ptr && wf_is_keyword(name))
        wf_reader_fault(reader, at, "'%.*s' cannot name a block", WF_QUOTED(name));
    wf_parse_tag_end(reader);
    return reader->failed ? weft_str_of(NULL, 0) : name;
}

/* A fragment cannot be handed what is no value of its own. */
void wf_parse_check_captures(wf_parser *parse, const wf_part *part)
{
    for (const wf_capture *it = part->captures; it; it = it->next) {
        const wf_variable *variable = it->variable;
        if (variable->kind == WF_VAR_LOOP && !part->is_slot)
            wf_unit_fault(parse->unit, parse->source, it->at,
                          "the block '%.*s' is a page of its own, where there is no loop; write {%% set "
                          "number = loop.index "
                          "%%} before it",
                          WF_QUOTED(part->name));
        else if (part->loop && variable->type && wf_ctype_is(variable->type, "weft_content"))
            wf_unit_fault(parse->unit, parse->source, it->at,
                          "'%.*s' is gone when a streamed loop prints it; print it outside of the loop, or "
                          "take 'streamed' away",
                          WF_QUOTED(variable->name));
        else if (!variable->type)
            wf_unit_fault(parse->unit, parse->source, it->at,
                          "the type of '%.*s' is not known to the block that uses it; write it: {%% set type "
                          "%.*s = ... %%}",
                          WF_QUOTED(variable->name), WF_QUOTED(variable->name));
    }
}

void wf_parse_fill(wf_parser *parse, wf_part *part)
{
    wf_part *outer = parse->part;
    parse->part = part;
    part->body = wf_parse_nodes(parse);
    parse->part = outer;
    wf_parse_closed_by(parse, "endblock");
    wf_parse_check_captures(parse, part);
}

static wf_node *take_block(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    wf_opening before;
    weft_str name = wf_parse_block_name(reader, at);
    for (const wf_part *it = parse->tree->blocks; it && name.ptr; it = it->next)
        if (!it->is_slot && weft_str_eq(it->name, name))
            wf_reader_fault(reader, at, "a block '%.*s' is there already; choose another name",
                            WF_QUOTED(name));
    if (!wf_parse_open(parse, "block", at, &before)) return NULL;
    wf_node *node = wf_parse_new_node(parse, WF_NODE_BLOCK, at);
    node->block = wf_parse_new_part(parse, name.ptr ? name : weft_lit("block"), at, false);
    wf_parse_add_part(parse, node->block);
    wf_parse_fill(parse, node->block);
    wf_parse_close(parse, &before);
    return node;
}

/* ---- Tags ------------------------------------------------------------------------------------------------ */

static const char *const words[] = { "import", "param",    "if",  "elif",    "else", "endif",
                                     "for",    "endfor",   "set", "include", "call", "endcall",
                                     "block",  "endblock", "raw", "endraw" };

static bool is_closer(weft_str word)
{
    static const char *const closers[] = { "elif", "else", "endif", "endfor", "endcall", "endblock" };
    for (size_t i = 0; i < sizeof closers / sizeof *closers; i++)
        if (weft_str_eq(word, wf_str(closers[i]))) return true;
    return false;
}

/* Whether the next piece ends the list of nodes that is being read. */
bool wf_parse_at_end(wf_parser *parse)
{
    if (!parse->piece || parse->piece->kind != WF_PIECE_TAG || !is_closer(piece_word(parse, parse->piece)))
        return false;
    if (parse->open) return true;
    wf_unit_fault(parse->unit, parse->source, parse->piece->at, "'%.*s' closes nothing that is open",
                  WF_QUOTED(piece_word(parse, parse->piece)));
    return false;
}

static void refuse_word(wf_reader *reader, weft_str word, uint32_t at)
{
    static const struct {
        const char *word, *hint;
    } known[] = {
        { "elseif", "write 'elif'" },
        { "elsif", "write 'elif'" },
        { "extends", "a layout is called: {% call layout(...) %} ... {% endcall %}" },
        { "macro", "a template is a file of its own: import it, then {% include name(...) %}" },
        { "end", "write 'endif', 'endfor', 'endcall' or 'endblock'" },
        { "unless", "write {% if !... %}" },
        { "let", "write 'set'" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (weft_str_eq(word, wf_str(known[i].word))) {
            wf_reader_fault(reader, at, "there is no '%s'; %s", known[i].word, known[i].hint);
            return;
        }
    const char *near = wf_str_nearest(word, words, sizeof words / sizeof *words);
    if (near)
        wf_reader_fault(reader, at, "there is no tag '%.*s'; did you mean '%s'?", WF_QUOTED(word), near);
    else
        wf_reader_fault(
            reader, at,
            "there is no tag '%.*s'; there are if, for, set, include, call, block, import, param and raw",
            WF_QUOTED(word));
}

static void take_param(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    if (parse->printed || parse->open) {
        wf_reader_fault(reader, at, "parameters stand at the top, before what is printed");
        return;
    }
    wf_param *param = wf_param_read(parse->tree, parse->tree->self, reader);
    if (!param) return;
    param->variable = wf_parse_declare(parse, WF_VAR_PARAM, param->name, param->type, param->at);
    wf_argument unused = { .param = param };
    if (param->default_to) wf_parse_default(parse, parse->tree->self, &unused);
}

static void take_import(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    if (parse->printed || parse->open)
        wf_reader_fault(reader, at, "imports stand at the top, before what is printed");
    else
        wf_import_read(parse->tree, parse->tree->self, parse->folders, reader);
    wf_parse_tag_end(reader);
}

static wf_node *take_tag(wf_parser *parse)
{
    weft_str word;
    const wf_piece *piece = parse->piece;
    uint32_t at = piece->at;
    wf_reader reader = wf_tag_read(parse->tree, parse->tree->self, piece, &word);
    parse->piece = piece->next;
    if (weft_str_eq(word, weft_lit("import"))) return take_import(parse, &reader, at), NULL;
    if (weft_str_eq(word, weft_lit("param"))) return take_param(parse, &reader, at), NULL;
    parse->printed = true;
    if (weft_str_eq(word, weft_lit("if"))) return take_if(parse, &reader, at, "if");
    if (weft_str_eq(word, weft_lit("for"))) return wf_parse_for(parse, &reader, at);
    if (weft_str_eq(word, weft_lit("set"))) return take_set(parse, &reader, at);
    if (weft_str_eq(word, weft_lit("include"))) return wf_parse_include(parse, &reader, at);
    if (weft_str_eq(word, weft_lit("call"))) return wf_parse_call(parse, &reader, at);
    if (weft_str_eq(word, weft_lit("block"))) return take_block(parse, &reader, at);
    if (is_closer(word)) return NULL; /* told by closes */
    refuse_word(&reader, word, at);
    return NULL;
}

wf_node *wf_parse_node(wf_parser *parse)
{
    if (parse->unit->faults_count == WF_TEMPLATE_FAULTS) {
        parse->piece = NULL; /* enough is known */
        return NULL;
    }
    switch (parse->piece->kind) {
    case WF_PIECE_TEXT: return take_text(parse);
    case WF_PIECE_HOLE: return take_hole(parse);
    case WF_PIECE_TAG: return take_tag(parse);
    case WF_PIECE_NOTE: parse->piece = parse->piece->next; return NULL;
    }
    return NULL;
}

wf_node *wf_parse_nodes(wf_parser *parse)
{
    wf_node *first = NULL, **last = &first;
    while (parse->piece && !wf_parse_at_end(parse)) {
        wf_node *node = wf_parse_node(parse);
        if (!node) continue;
        *last = node;
        last = &node->next;
    }
    return first;
}

void wf_tree_parse(wf_tree *tree, wf_folders folders)
{
    const wf_source *source = &tree->self->source;
    wf_parser parse = { .tree = tree, .unit = tree->unit, .source = source, .folders = folders };
    parse.piece = wf_lex(tree->unit, source);
    tree->body = wf_parse_nodes(&parse);
}
