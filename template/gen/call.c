/* {% include %} and {% call %}: other templates, their arguments, and what fills their slots. */
#include "src/base/str.h"
#include "template/gen/parse.h"

/* ---- Calls ----------------------------------------------------------------------------------------------- */

static const wf_template *find_template(wf_parser *parse, wf_reader *reader, weft_str name, uint32_t at)
{
    const char *names[64];
    size_t count = 0;
    if (weft_str_eq(parse->tree->self->name, name)) return parse->tree->self;
    for (const wf_template *it = parse->tree->imports; it; it = it->next) {
        if (weft_str_eq(it->name, name)) return it;
        if (count < sizeof names / sizeof *names) names[count++] = it->name.ptr;
    }
    const char *near = wf_str_nearest(name, names, count);
    if (near)
        wf_reader_fault(reader, at, "no template '%.*s' is imported; did you mean '%s'?", WF_QUOTED(name),
                        near);
    else
        wf_reader_fault(reader, at,
                        "no template '%.*s' is imported; write {%% import \"%.*s.html\" %%} at the top",
                        WF_QUOTED(name), WF_QUOTED(name));
    return NULL;
}

static const wf_param *find_param(wf_reader *reader, const wf_template *callee, weft_str name, uint32_t at)
{
    const char *names[64];
    size_t count = 0;
    for (const wf_param *it = callee->params; it; it = it->next) {
        if (weft_str_eq(it->name, name)) return it;
        if (count < sizeof names / sizeof *names) names[count++] = wf_unit_text(reader->unit, it->name);
    }
    const char *near = wf_str_nearest(name, names, count);
    if (!callee->broken)
        wf_reader_fault(reader, at, "%.*s has no parameter '%.*s'%s%s%s", WF_QUOTED(callee->name),
                        WF_QUOTED(name), near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    reader->failed = true;
    return NULL;
}

static wf_argument *find_argument(wf_node *node, const wf_param *param)
{
    for (wf_argument *it = node->arguments; it; it = it->next)
        if (it->param == param) return it;
    return NULL;
}

static wf_argument *add_argument(wf_parser *parse, wf_node *node, const wf_param *param, wf_reader *reader,
                                 uint32_t at)
{
    if (find_argument(node, param)) {
        wf_reader_fault(reader, at, "'%.*s' is given twice", WF_QUOTED(param->name));
        return NULL;
    }
    wf_argument **last = &node->arguments;
    while (*last) last = &(*last)->next;
    *last = wf_unit_take(parse->unit, sizeof **last);
    **last = (wf_argument){ .param = param, .source = reader->source };
    return *last;
}

/* "name =" before an argument; absent, and nothing read, when there is none. */
static weft_str read_argument_name(wf_reader *reader)
{
    uint32_t before = reader->at;
    weft_str name = wf_reader_name(reader);
    const char *text = reader->source->text.ptr;
    if (name.ptr && wf_reader_sign(reader, "=") && (reader->at == reader->to || text[reader->at] != '='))
        return name;
    reader->at = before;
    return weft_str_of(NULL, 0);
}

static void read_arguments(wf_parser *parse, wf_reader *reader, wf_node *node)
{
    const wf_param *next = node->callee->params;
    bool named = false;
    for (bool first = true; !reader->failed && !wf_reader_sign(reader, ")"); first = false) {
        if (!first && !wf_reader_sign(reader, ",")) {
            wf_reader_fault(reader, reader->at, "',' or ')' is due here");
            return;
        }
        wf_reader_skip(reader);
        uint32_t at = reader->at;
        weft_str name = read_argument_name(reader);
        const wf_param *param = name.ptr ? find_param(reader, node->callee, name, at) : next;
        named = named || name.ptr;
        if (named && !name.ptr)
            wf_reader_fault(reader, at,
                            "an argument without a name stands behind one with a name; write its name");
        else if (!param && !reader->failed)
            wf_reader_fault(reader, at, "too many arguments for %.*s", WF_QUOTED(node->callee->name));
        wf_argument *argument = reader->failed ? NULL : add_argument(parse, node, param, reader, at);
        if (!argument) return;
        weft_str what = wf_unit_format(parse->unit, "parameter '%.*s' of %.*s", WF_QUOTED(param->name),
                                       WF_QUOTED(node->callee->name));
        reader->variables = parse->variables;
        if (!wf_expr_read_as(reader, param->type, what.ptr, &argument->expr)) return;
        wf_parse_use(parse, &argument->expr);
        if (next && !name.ptr) next = next->next;
    }
}

/* The default of a parameter, read where it stands: it sees no variables. */
bool wf_parse_default(wf_parser *parse, const wf_template *callee, wf_argument *argument)
{
    const wf_param *param = argument->param;
    wf_reader reader = { .unit = parse->unit,
                         .source = &callee->source,
                         .types = parse->tree->types,
                         .at = param->default_at,
                         .to = param->default_to };
    weft_str what = wf_unit_format(parse->unit, "parameter '%.*s'", WF_QUOTED(param->name));
    argument->source = &callee->source;
    argument->is_default = true;
    if (param->is_content) {
        bool none = weft_str_eq(wf_reader_name(&reader), weft_lit("none")) && wf_reader_done(&reader);
        return none || wf_reader_fault(&reader, param->default_at, "content has one default: none");
    }
    return wf_expr_read_as(&reader, param->type, what.ptr, &argument->expr) && wf_parse_tag_end(&reader);
}

/* Puts the arguments into the order of the parameters, with defaults where none is given. */
static void complete_arguments(wf_parser *parse, wf_node *node)
{
    if (node->callee->broken) return;
    wf_argument *ordered = NULL, **last = &ordered;
    for (const wf_param *param = node->callee->params; param; param = param->next) {
        wf_argument *argument = find_argument(node, param);
        wf_argument *copy = wf_unit_take(parse->unit, sizeof *copy);
        *copy = argument ? *argument : (wf_argument){ .param = param };
        copy->next = NULL;
        *last = copy;
        last = &copy->next;
        if (argument) continue;
        if (param->default_to)
            wf_parse_default(parse, node->callee, copy);
        else if (param->is_content)
            wf_unit_fault(parse->unit, parse->source, node->at,
                          "%.*s needs content for '%.*s'; write {%% call %.*s(...) %%}{%% block %.*s %%} ... "
                          "{%% endblock %%}{%% "
                          "endcall %%}",
                          WF_QUOTED(node->callee->name), WF_QUOTED(param->name),
                          WF_QUOTED(node->callee->name), WF_QUOTED(param->name));
        else
            wf_unit_fault(parse->unit, parse->source, node->at, "%.*s needs an argument for '%.*s'",
                          WF_QUOTED(node->callee->name), WF_QUOTED(param->name));
    }
    node->arguments = ordered;
}

/* name(arguments) of include and call. NULL: a fault was told. */
static wf_node *read_callee(wf_parser *parse, wf_reader *reader, uint32_t at, const char *word)
{
    wf_node *node = wf_parse_new_node(parse, WF_NODE_CALL, at);
    parse->printed = true;
    wf_reader_skip(reader);
    uint32_t name_at = reader->at;
    weft_str name = wf_reader_name(reader);
    if (!name.ptr || !wf_reader_sign(reader, "(")) {
        wf_reader_fault(reader, name_at, "'%s' is written {%% %s name(arguments) %%}", word, word);
        return NULL;
    }
    node->callee = find_template(parse, reader, name, name_at);
    if (!node->callee) return NULL;
    read_arguments(parse, reader, node);
    return wf_parse_tag_end(reader) ? node : NULL;
}

wf_node *wf_parse_include(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    wf_node *node = read_callee(parse, reader, at, "include");
    if (node) complete_arguments(parse, node);
    return node;
}

/* The content parameter that is called nearly so; NULL when none is. */
static const char *near_content(wf_parser *parse, const wf_template *callee, weft_str name)
{
    const char *names[64];
    size_t count = 0;
    for (const wf_param *it = callee->params; it && count < sizeof names / sizeof *names; it = it->next)
        if (it->is_content) names[count++] = wf_unit_text(parse->unit, it->name);
    return wf_str_nearest(name, names, count);
}

/* A block, or what stands outside of blocks ("content"), that fills nothing. */
static void refuse_content(wf_parser *parse, const wf_template *callee, weft_str name, uint32_t at)
{
    const char *near = near_content(parse, callee, name);
    if (callee->broken) return;
    if (near)
        wf_unit_fault(parse->unit, parse->source, at, "%.*s has no content '%.*s'; did you mean '%s'?",
                      WF_QUOTED(callee->name), WF_QUOTED(name), near);
    else
        wf_unit_fault(
            parse->unit, parse->source, at,
            "%.*s has no 'content' for what stands outside of blocks; write it in one, or take it away",
            WF_QUOTED(callee->name));
}

static void give_content(wf_parser *parse, wf_node *node, weft_str name, wf_part *part, uint32_t at)
{
    wf_reader reader = { .unit = parse->unit, .source = parse->source };
    const wf_param *param = node->callee->params;
    while (param && !weft_str_eq(param->name, name)) param = param->next;
    if (!param) {
        refuse_content(parse, node->callee, name, at);
        return;
    }
    if (!param->is_content) {
        wf_reader_fault(&reader, at, "'%.*s' of %.*s is no content; give it as an argument", WF_QUOTED(name),
                        WF_QUOTED(node->callee->name));
        return;
    }
    wf_argument *argument = add_argument(parse, node, param, &reader, at);
    if (!argument) return;
    argument->block = part;
    part->is_used = true;
}

static void take_slot(wf_parser *parse, wf_node *call)
{
    wf_opening before;
    weft_str word;
    uint32_t at = parse->piece->at;
    wf_reader reader = wf_tag_read(parse->tree, parse->tree->self, parse->piece, &word);
    parse->piece = parse->piece->next;
    weft_str name = wf_parse_block_name(&reader, at);
    if (!wf_parse_open(parse, "block", at, &before)) return;
    wf_part *part = wf_parse_new_part(parse, name.ptr ? name : weft_lit("block"), at, true);
    wf_parse_add_part(parse, part);
    wf_parse_fill(parse, part);
    wf_parse_close(parse, &before);
    if (call && name.ptr) give_content(parse, call, name, part, at);
}

static bool is_blank(const wf_node *node)
{
    if (node->kind != WF_NODE_TEXT) return false;
    return wf_str_trim(node->text).len == 0 || strspn(node->text.ptr, " \t\r\n\f\v") >= node->text.len;
}

/* What stands between the blocks of a call, which fills 'content'; white space alone does not. */
static void take_loose(wf_parser *parse, wf_part *part, wf_node ***last)
{
    wf_part *outer = parse->part;
    bool first = !part->body;
    uint32_t at = parse->piece->at;
    parse->part = part;
    wf_node *node = wf_parse_node(parse);
    parse->part = outer;
    if (!node || (first && is_blank(node))) return;
    if (first) part->at = at;
    **last = node;
    *last = &node->next;
}

/* Whether the next tag is a block that fills a slot of the call; any other is a part of the page. */
static bool at_slot(wf_parser *parse, const wf_template *callee)
{
    weft_str word;
    if (!wf_parse_next_is(parse, "block")) return false;
    if (!callee) return true; /* it is not known */
    wf_reader reader = wf_tag_read(parse->tree, parse->tree->self, parse->piece, &word);
    weft_str name = wf_reader_name(&reader);
    for (const wf_param *it = callee->params; it; it = it->next)
        if (weft_str_eq(it->name, name)) return true;
    return near_content(parse, callee, name) != NULL;
}

/* A block that fills a slot prints nothing where it stands: its line ends with it. */
static void drop_line_end(wf_parser *parse)
{
    wf_piece *piece = parse->piece;
    const char *text = parse->source->text.ptr;
    if (!piece || piece->kind != WF_PIECE_TEXT) return;
    uint32_t at = piece->from;
    while (at < piece->to && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) at++;
    if (at < piece->to && text[at] == '\n') piece->from = at + 1;
}

/* The blocks of a call, and the rest; what is declared in the rest, its blocks do not see. */
static void take_content(wf_parser *parse, wf_node *call, wf_part *loose)
{
    wf_node **last = &loose->body;
    wf_variable *outside = parse->variables;
    while (parse->piece && !wf_parse_next_is(parse, "endcall")) {
        if (at_slot(parse, call ? call->callee : NULL)) {
            wf_variable *inside = parse->variables;
            parse->variables = outside;
            take_slot(parse, call);
            drop_line_end(parse);
            parse->variables = inside;
        } else if (wf_parse_at_end(parse)) {
            break;
        } else {
            take_loose(parse, loose, &last);
        }
    }
}

wf_node *wf_parse_call(wf_parser *parse, wf_reader *reader, uint32_t at)
{
    wf_opening before;
    wf_node *node = read_callee(parse, reader, at, "call");
    if (!wf_parse_open(parse, "call", at, &before)) return NULL;
    wf_part *loose = wf_parse_new_part(parse, weft_lit("content"), at, true);
    take_content(parse, node, loose);
    wf_parse_closed_by(parse, "endcall");
    wf_parse_close(parse, &before);
    wf_parse_check_captures(parse, loose);
    if (!node) return NULL;
    if (loose->body) {
        wf_parse_add_part(parse, loose);
        give_content(parse, node, weft_lit("content"), loose, loose->at);
    }
    complete_arguments(parse, node);
    return node;
}
