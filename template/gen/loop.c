/* {% for %}: over what has a length beside it, arrays, and ranges. */
#include "src/base/str.h"
#include "template/gen/parse.h"

/* ---- Loops ----------------------------------------------------------------------------------------------- */

/* Whether an expression is names, members and indices alone, so that "_count" behind it names what is beside it. */
static bool is_chain(weft_str text)
{
    int depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        char lower = (char)(byte | 0x20);
        bool name =
            (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_' || byte == '.';
        bool arrow = (byte == '-' && i + 1 < text.len && text.ptr[i + 1] == '>') ||
                     (byte == '>' && i && text.ptr[i - 1] == '-');
        depth += byte == '[' || byte == '(';
        depth -= byte == ']' || byte == ')';
        if (depth == 0 && !name && !arrow && byte != ']' && byte != ')') return false;
    }
    return text.len > 0 && text.ptr[text.len - 1] != ')' && text.ptr[text.len - 1] != ']' &&
           text.ptr[0] != '(';
}

/* Reads `name` + "_count" where `name` is what the expression ends in; false: there is none. */
static bool read_count(wf_parser *parse, const wf_expr *expr, wf_expr *count)
{
    weft_str spelled = weft_str_of(parse->source->text.ptr + expr->at, expr->to - expr->at);
    spelled = wf_str_trim(spelled);
    if (!is_chain(spelled)) return false;
    wf_source *source = wf_unit_take(parse->unit, sizeof *source);
    *source = (wf_source){ .path = parse->source->path,
                           .text = wf_unit_format(parse->unit, "%.*s_count", (int)spelled.len, spelled.ptr) };
    if (source->text.len != spelled.len + 6) return false;
    wf_reader reader = { .unit = parse->unit,
                         .source = source,
                         .types = parse->tree->types,
                         .to = (uint32_t)source->text.len,
                         .quiet = true };
    reader.variables = parse->variables;
    bool open = reader.types->open;
    reader.types->open = false; /* what only C knows is no length */
    bool ok = wf_expr_read(&reader, count) && wf_reader_done(&reader) && wf_value_is_whole(count->value);
    reader.types->open = open;
    if (!ok) return false;
    count->at = expr->at;
    count->to = expr->to;
    wf_parse_use(parse, count);
    return true;
}

/* The type of what a loop goes through: a pointer to each record, the value of anything else. */
static const wf_ctype *item_type(wf_parser *parse, wf_reader *reader, const wf_expr *expr)
{
    wf_value target = wf_value_target(expr->value);
    if (target.kind == WF_VALUE_RECORD) {
        if (wf_ctype_resolve(target.type)->tag->complete)
            return wf_type_pointer(parse->tree->types, target.type);
        wf_reader_fault(reader, expr->at,
                        "the members of %.*s are not known; import the header that defines it",
                        WF_QUOTED(wf_value_name(parse->tree->types, target)));
    } else if (target.kind == WF_VALUE_UNKNOWN || target.kind == WF_VALUE_VOID ||
               target.kind == WF_VALUE_FUNCTION || target.kind == WF_VALUE_ARRAY) {
        wf_reader_fault(reader, expr->at,
                        "a loop goes through a pointer with its length beside it, an array, or range(from, "
                        "to); this is %.*s",
                        WF_QUOTED(wf_value_name(parse->tree->types, expr->value)));
    }
    return target.type;
}

/* The word "streamed" behind a list, or nothing. */
static bool read_streamed(wf_reader *reader, bool *out)
{
    wf_reader_skip(reader);
    uint32_t at = reader->at;
    weft_str word = wf_reader_name(reader);
    *out = weft_str_eq(word, weft_lit("streamed"));
    return !word.ptr || *out ||
           wf_reader_fault(reader, at, "the end of the tag is due here, or the word 'streamed'");
}

static const wf_ctype *read_list(wf_parser *parse, wf_reader *reader, wf_node *node)
{
    if (!wf_parse_expr(parse, reader, &node->expr)) return NULL;
    if (!read_streamed(reader, &node->is_streamed)) return NULL;
    if (!wf_parse_tag_end(reader)) return NULL;
    const wf_ctype *type = item_type(parse, reader, &node->expr);
    if (reader->failed) return NULL;
    if (read_count(parse, &node->expr, &node->limit)) return type;
    const wf_ctype *real = wf_ctype_resolve(node->expr.value.type);
    weft_str spelled =
        wf_str_trim(weft_str_of(parse->source->text.ptr + node->expr.at, node->expr.to - node->expr.at));
    node->length = real->kind == WF_C_ARRAY ? real->length : -1;
    if (node->length < 0 && is_chain(spelled))
        wf_reader_fault(reader, node->expr.at,
                        "the length of '%.*s' is not known; declare '%.*s_count' beside it",
                        WF_QUOTED(spelled), WF_QUOTED(spelled));
    else if (node->length < 0)
        wf_reader_fault(reader, node->expr.at,
                        "the length of this is not known; write {%% set list = ... %%}{%% set list_count = "
                        "... %%} before, and "
                        "go through list");
    return type;
}

/* range(to) or range(from, to), `to` not reached. The reader is behind "range". */
static const wf_ctype *read_range(wf_parser *parse, wf_reader *reader, wf_node *node)
{
    node->is_range = true;
    wf_reader_sign(reader, "(");
    if (!wf_parse_expr(parse, reader, &node->limit)) return NULL;
    if (wf_reader_sign(reader, ",")) {
        node->expr = node->limit;
        if (!wf_parse_expr(parse, reader, &node->limit)) return NULL;
    } else {
        node->expr.value = wf_value_of(parse->tree->types->integer);
    }
    if (!wf_reader_sign(reader, ")")) wf_reader_fault(reader, reader->at, "')' is due here");
    bool streamed;
    uint32_t at = reader->at;
    if (!read_streamed(reader, &streamed) || !wf_parse_tag_end(reader)) return NULL;
    if (streamed) wf_reader_fault(reader, at, "a streamed loop goes through a list; a range is put at once");
    if (!wf_value_is_whole(node->expr.value) || !wf_value_is_whole(node->limit.value)) {
        wf_reader_fault(reader, node->limit.at,
                        "a range is of whole numbers; write a cast if these are: (int)x");
        return NULL;
    }
    return wf_value_common(parse->tree->types, node->expr.value, node->limit.value).type;
}

static bool reads_range(wf_parser *parse, wf_reader *reader)
{
    uint32_t before = reader->at;
    weft_str name = wf_reader_name(reader);
    bool is = weft_str_eq(name, weft_lit("range")) && wf_reader_sign(reader, "(");
    reader->at = is ? reader->at - 1 : before;
    reader->variables = parse->variables;
    return is && !wf_reader_variable(reader, name);
}

/* The body of a streamed loop is a function of its own, which is called when the socket can take more. */
static void begin_row(wf_parser *parse, wf_node *node)
{
    node->block = wf_parse_new_part(parse, weft_lit("row"), node->at, true);
    node->block->loop = node;
    node->block->is_used = true;
    wf_parse_add_part(parse, node->block);
    parse->part = node->block;
    parse->tree->streams = true;
}

static void end_row(wf_parser *parse, wf_node *node, wf_part *outer)
{
    node->block->body = node->body;
    parse->part = outer;
    wf_parse_check_captures(parse, node->block);
}

wf_node *wf_parse_for(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    wf_node *node = wf_parse_new_node(parse, WF_NODE_FOR, at);
    wf_opening before;
    if (!wf_parse_open(parse, "for", at, &before)) return NULL;
    wf_reader_skip(reader);
    uint32_t name_at = reader->at;
    weft_str name = wf_reader_name(reader);
    const wf_ctype *type = NULL;
    if (!name.ptr || wf_is_keyword(name) || !weft_str_eq(wf_reader_name(reader), weft_lit("in")))
        wf_reader_fault(reader, name_at, "'for' is written {%% for item in list %%}");
    else if (reads_range(parse, reader))
        type = read_range(parse, reader, node);
    else
        type = read_list(parse, reader, node);
    if (!name.ptr) name = weft_lit("item");
    node->base = wf_parse_c_name(parse, weft_lit("list"));
    wf_part *outer = parse->part;
    if (node->is_streamed) begin_row(parse, node);
    node->loop = wf_parse_declare(parse, WF_VAR_LOOP, weft_lit("loop"), parse->tree->types->size, at);
    node->variable = wf_parse_declare(parse, WF_VAR_LOOP_ITEM, name, type, name_at);
    node->body = wf_parse_nodes(parse);
    if (node->is_streamed) end_row(parse, node, outer);
    parse->variables = before.variables;
    wf_parse_otherwise(parse, node);
    wf_parse_close(parse, &before);
    return reader->failed ? NULL : node;
}
