#include "template/gen/emit.h"
#include "src/base/str.h"

/* ---- Signatures ------------------------------------------------------------------------------------------ */

/* ", const item_list *list, weft_str title" */
static weft_str params_text(const wf_tree *tree)
{
    weft_buf out = weft_buf_heap(SIZE_MAX);
    for (const wf_param *it = tree->self->params; it; it = it->next) {
        weft_put_str(&out, weft_lit(", "));
        wf_ctype_put(&out, it->type, it->variable->c_name);
    }
    weft_str text = wf_unit_copy(tree->unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

/* ", list, title" */
static weft_str arguments_text(const wf_tree *tree)
{
    weft_buf out = weft_buf_heap(SIZE_MAX);
    for (const wf_param *it = tree->self->params; it; it = it->next) {
        weft_put_str(&out, weft_lit(", "));
        weft_put_str(&out, it->variable->c_name);
    }
    weft_str text = wf_unit_copy(tree->unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

/* The same of a block: what it uses, in the order in which it does. */
static weft_str captures_text(const wf_tree *tree, const wf_part *part, bool types)
{
    weft_buf out = weft_buf_heap(SIZE_MAX);
    for (const wf_capture *it = part->captures; it; it = it->next) {
        weft_put_str(&out, weft_lit(", "));
        if (types)
            wf_ctype_put(&out, it->variable->type, it->variable->c_name);
        else
            weft_put_str(&out, it->variable->c_name);
    }
    weft_str text = wf_unit_copy(tree->unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

/* A page or a fragment of one: what its functions are called, and take. */
typedef struct function {
    weft_str page, render, put, params, arguments;
    weft_str stream; /* absent: it has no streamed loop */
} function;

static function page_function(const wf_tree *tree)
{
    wf_unit *unit = tree->unit;
    int len = (int)tree->self->name.len;
    const char *name = tree->self->name.ptr;
    return (function){
        .page = wf_unit_format(unit, "%.*s_page", len, name),
        .render = wf_unit_format(unit, "%.*s_render", len, name),
        .put = wf_unit_format(unit, "%.*s_put", len, name),
        .params = params_text(tree),
        .arguments = arguments_text(tree),
        .stream = tree->streams ? wf_unit_format(unit, "%.*s_stream", len, name) : weft_str_of(NULL, 0),
    };
}

static function fragment_function(const wf_tree *tree, const wf_part *part)
{
    wf_unit *unit = tree->unit;
    int len = (int)tree->self->name.len, part_len = (int)part->name.len;
    const char *name = tree->self->name.ptr;
    return (function){
        .page = wf_unit_format(unit, "%.*s_page_%.*s", len, name, part_len, part->name.ptr),
        .render = wf_unit_format(unit, "%.*s_render_%.*s", len, name, part_len, part->name.ptr),
        .put = part->c_name,
        .params = captures_text(tree, part, true),
        .arguments = captures_text(tree, part, false),
    };
}

/* ---- The header ------------------------------------------------------------------------------------------ */

static void put_text(weft_buf *out, const char *text) { weft_put_str(out, wf_str(text)); }

static void put_prototypes(weft_buf *out, function it)
{
    int len = (int)it.params.len;
    weft_putf(out, "weft_response %s(weft_request *req%.*s);\n", it.page.ptr, len, it.params.ptr);
    if (it.stream.ptr)
        weft_putf(out, "weft_response %s(weft_request *req%.*s);\n", it.stream.ptr, len, it.params.ptr);
    weft_putf(out, "WEFT_CHECK bool %s(weft_buf *out%.*s);\n", it.render.ptr, len, it.params.ptr);
    weft_putf(out, "char *%s(weft_page *page, char *at%.*s);\n", it.put.ptr, len, it.params.ptr);
}

static void put_guard(weft_buf *out, const wf_tree *tree)
{
    for (size_t i = 0; i < tree->self->name.len; i++) {
        char byte = tree->self->name.ptr[i];
        weft_put_char(out, (char)(byte >= 'a' && byte <= 'z' ? byte - 32 : byte));
    }
    put_text(out, "_PAGE_H\n");
}

void wf_emit_header(const wf_tree *tree, weft_buf *out)
{
    weft_putf(out, "/* Written by `weft page` from %s: change that instead.\n *\n", tree->self->source.path);
    put_text(out, " * ..._page(req, ...) answers with the page: 200 and text/html, or 500 when the request's "
                  "memory is spent.\n"
                  " * ..._render(out, ...) writes it behind what a buffer holds; false: the buffer failed.\n"
                  " * ..._put is what other templates call. Arguments are borrowed until the call returns");
    put_text(out, tree->streams ? ";\n * ..._stream(req, ...), which sends the rows of its loop as the "
                                  "socket drains, borrows them "
                                  "as long as the request\n * lives. */\n"
                                : ". */\n");
    put_text(out, "#ifndef ");
    put_guard(out, tree);
    put_text(out, "#define ");
    put_guard(out, tree);
    put_text(out, "#include <weft/page.h>\n");
    for (const wf_header *it = tree->headers; it; it = it->next)
        weft_putf(out, "#include %.*s\n", (int)it->spelled.len, it->spelled.ptr);
    put_text(out, "\n");
    put_prototypes(out, page_function(tree));
    for (const wf_part *it = tree->blocks; it; it = it->next) {
        if (it->is_slot) continue;
        weft_putf(out, "\n/* The block %.*s alone. */\n", (int)it->name.len, it->name.ptr);
        put_prototypes(out, fragment_function(tree, it));
    }
    put_text(out, "#endif\n");
}

/* ---- Names of enums -------------------------------------------------------------------------------------- */

/* The enums whose names are printed, each once, in the order of their first hole. */
typedef struct enums {
    const wf_tree *tree;
    const wf_ctag **tags;
    size_t count, room;
} enums;

static void add_enum(enums *known, const wf_ctag *tag)
{
    for (size_t i = 0; i < known->count; i++)
        if (known->tags[i] == tag) return;
    if (known->count == known->room) {
        size_t room = known->room ? 2 * known->room : 8;
        const wf_ctag **tags = wf_unit_take(known->tree->unit, room * sizeof *tags);
        if (known->count) memcpy(tags, known->tags, known->count * sizeof *tags);
        known->tags = tags;
        known->room = room;
    }
    known->tags[known->count++] = tag;
}

static void collect_enums(enums *known, const wf_node *first)
{
    for (const wf_node *node = first; node; node = node->next) {
        if (node->kind == WF_NODE_HOLE && node->expr.value.kind == WF_VALUE_ENUM)
            add_enum(known, wf_ctype_resolve(node->expr.value.type)->tag);
        collect_enums(known, node->body);
        collect_enums(known, node->otherwise);
        if (node->kind == WF_NODE_BLOCK) collect_enums(known, node->block->body);
        for (const wf_argument *it = node->arguments; it; it = it->next)
            if (it->block) collect_enums(known, it->block->body);
    }
}

/* Whether an earlier name has the same value; a switch takes each once. */
static bool is_alias(const wf_ctag *tag, const wf_cvalue *value)
{
    for (const wf_cvalue *it = tag->values; it != value; it = it->next)
        if (!it->known || it->value == value->value) return true;
    return !value->known;
}

static void emit_enum(wf_writer *writer, const wf_ctag *tag)
{
    weft_str name = wf_emit_names_of(writer->tree->unit, tag);
    wf_write_line(writer, "static weft_str %.*s(int64_t value)", (int)name.len, name.ptr);
    wf_write_line(writer, "{");
    writer->indent++;
    wf_write_line(writer, "switch (value) {");
    for (const wf_cvalue *it = tag->values; it; it = it->next)
        if (!is_alias(tag, it))
            wf_write_line(writer, "case %.*s: return weft_lit(\"%.*s\");", (int)it->name.len, it->name.ptr,
                          (int)it->name.len, it->name.ptr);
    wf_write_line(writer, "default: return weft_str_of(NULL, 0);");
    writer->indent++;
    wf_write_line(writer, "}");
    wf_write_line(writer, "}");
    wf_write_line(writer, "%s", "");
}

/* ---- The source ------------------------------------------------------------------------------------------ */

/* Whether the code for nodes mentions the page. */
static bool prints(const wf_node *first)
{
    for (const wf_node *node = first; node; node = node->next) {
        bool quiet = node->kind == WF_NODE_IF || node->kind == WF_NODE_SET ||
                     (node->kind == WF_NODE_FOR && !node->is_streamed);
        bool own = node->kind == WF_NODE_TEXT ? node->text.len > 0 : !quiet;
        if (own || prints(node->body) || prints(node->otherwise)) return true;
    }
    return false;
}

/* The row of a streamed loop is told which it is. */
static weft_str index_param(const wf_writer *writer, const wf_part *part)
{
    if (!part->loop) return weft_lit("");
    weft_str index = part->loop->loop->c_name;
    return wf_unit_format(writer->tree->unit, ", size_t %.*s", (int)index.len, index.ptr);
}

/* What a slot's block is handed, and the block itself, before who uses it. */
static void emit_slot_head(wf_writer *writer, const wf_part *part)
{
    int len = (int)part->c_name.len;
    const char *name = part->c_name.ptr;
    if (part->captures || part->loop) {
        wf_write_line(writer, "struct %.*s_data {", len, name);
        writer->indent++;
        for (const wf_capture *it = part->captures; it; it = it->next) {
            weft_str declared = wf_declaration(writer->tree->unit, it->variable->type, it->variable->c_name);
            wf_write_line(writer, "%.*s;", (int)declared.len, declared.ptr);
            if (it->variable->kind == WF_VAR_LOOP)
                wf_write_line(writer, "size_t %.*s;", (int)it->variable->c_count.len,
                              it->variable->c_count.ptr);
        }
        if (part->loop) {
            weft_str list = wf_emit_list_of(writer, part->loop), count = part->loop->loop->c_count;
            wf_write_line(writer, "%.*s;", (int)list.len, list.ptr);
            wf_write_line(writer, "size_t %.*s;", (int)count.len, count.ptr);
        }
        wf_write_line(writer, "};");
    }
    weft_str index = index_param(writer, part);
    wf_write_line(writer, "static char *%.*s(weft_page *page, char *at, const void *data%.*s);", len, name,
                  (int)index.len, index.ptr);
}

/* What a row takes from its list. */
static void emit_row_head(wf_writer *writer, const wf_node *loop)
{
    weft_str list = wf_emit_list_of(writer, loop), index = loop->loop->c_name, count = loop->loop->c_count;
    wf_write_line(writer, "%.*s = with->%.*s;", (int)list.len, list.ptr, (int)loop->base.len, loop->base.ptr);
    wf_write_line(writer, "const size_t %.*s = with->%.*s;", (int)count.len, count.ptr, (int)count.len,
                  count.ptr);
    wf_write_line(writer, "(void)%.*s;", (int)loop->base.len, loop->base.ptr);
    wf_write_line(writer, "(void)%.*s;", (int)index.len, index.ptr);
    wf_write_line(writer, "(void)%.*s;", (int)count.len, count.ptr);
    wf_emit_item(writer, loop);
}

static void emit_slot(wf_writer *writer, const wf_part *part)
{
    int len = (int)part->c_name.len;
    const char *name = part->c_name.ptr;
    wf_write_back(writer);
    weft_str index = index_param(writer, part);
    wf_write_line(writer, "static char *%.*s(weft_page *page, char *at, const void *data%.*s)", len, name,
                  (int)index.len, index.ptr);
    wf_write_line(writer, "{");
    writer->indent = 1;
    if (part->captures || part->loop)
        wf_write_line(writer, "const struct %.*s_data *with = data;", len, name);
    else
        wf_write_line(writer, "(void)data;");
    for (const wf_capture *it = part->captures; it; it = it->next) {
        weft_str declared = wf_declaration(writer->tree->unit, it->variable->type, it->variable->c_name);
        weft_str c_name = it->variable->c_name, count = it->variable->c_count;
        wf_write_line(writer, "%.*s = with->%.*s;", (int)declared.len, declared.ptr, (int)c_name.len,
                      c_name.ptr);
        if (it->variable->kind != WF_VAR_LOOP) continue;
        wf_write_line(writer, "(void)%.*s;", (int)c_name.len, c_name.ptr);
        wf_write_line(writer, "const size_t %.*s = with->%.*s;", (int)count.len, count.ptr, (int)count.len,
                      count.ptr);
        wf_write_line(writer, "(void)%.*s;", (int)count.len, count.ptr);
    }
    if (part->loop) emit_row_head(writer, part->loop);
    if (!prints(part->body)) wf_write_line(writer, "(void)page;");
    writer->indent = 0;
    wf_emit_body(writer, part->body);
    wf_write_back(writer);
    writer->indent = 1;
    wf_write_line(writer, "return at;");
    wf_write_line(writer, "}");
    wf_write_line(writer, "%s", "");
}

/* The function that answers with a page, `kind`: "" or "_stream". */
static void emit_page(wf_writer *writer, function it, weft_str name, const char *kind, size_t first_size)
{
    wf_write_line(writer, "weft_response %s(weft_request *req%.*s)", name.ptr, (int)it.params.len,
                  it.params.ptr);
    wf_write_line(writer, "{");
    writer->indent = 1;
    wf_write_line(writer, "static weft_page_size size = { %zu };", first_size);
    wf_write_line(writer, "weft_page page;");
    wf_write_line(writer, "char *at = weft_page_begin%s(&page, req, &size);", kind);
    wf_write_line(writer, "at = %s(&page, at%.*s);", it.put.ptr, (int)it.arguments.len, it.arguments.ptr);
    wf_write_line(writer, "return weft_page_seal%s(&page, req, at);", kind);
    wf_write_line(writer, "}");
    wf_write_line(writer, "%s", "");
}

static void emit_function(wf_writer *writer, function it, const wf_node *body, size_t first_size)
{
    int params = (int)it.params.len, arguments = (int)it.arguments.len;
    wf_write_back(writer);
    wf_write_line(writer, "char *%s(weft_page *page, char *at%.*s)", it.put.ptr, params, it.params.ptr);
    wf_write_line(writer, "{");
    writer->indent = 1;
    if (!prints(body)) wf_write_line(writer, "(void)page;");
    for (const wf_param *param = writer->tree->self->params; param && body == writer->tree->body;
         param = param->next)
        if (!param->variable->used)
            wf_write_line(writer, "(void)%.*s;", (int)param->variable->c_name.len,
                          param->variable->c_name.ptr);
    writer->indent = 0;
    wf_emit_body(writer, body);
    wf_write_back(writer);
    writer->indent = 1;
    wf_write_line(writer, "return at;");
    wf_write_line(writer, "}");
    wf_write_line(writer, "%s", "");

    emit_page(writer, it, it.page, "", first_size);
    if (it.stream.ptr) emit_page(writer, it, it.stream, "_stream", first_size);

    wf_write_line(writer, "bool %s(weft_buf *out%.*s)", it.render.ptr, params, it.params.ptr);
    wf_write_line(writer, "{");
    writer->indent = 1;
    wf_write_line(writer, "weft_page page;");
    wf_write_line(writer, "char *at = weft_page_into(&page, out);");
    wf_write_line(writer, "at = %s(&page, at%.*s);", it.put.ptr, arguments, it.arguments.ptr);
    wf_write_line(writer, "return weft_page_end(&page, at);");
    wf_write_line(writer, "}");
}

/* A guess at the size of what nodes print, each loop run once: the page learns the rest. */
static size_t guess_size(const wf_node *first)
{
    enum { HOLE = 32 };
    size_t size = 0;
    for (const wf_node *node = first; node; node = node->next) {
        size += node->text.len + (node->kind == WF_NODE_HOLE ? HOLE : 0);
        size += guess_size(node->body) + guess_size(node->otherwise);
        if (node->kind == WF_NODE_BLOCK) size += guess_size(node->block->body);
        for (const wf_argument *it = node->arguments; it; it = it->next)
            if (it->block) size += guess_size(it->block->body);
    }
    return size;
}

static void emit_includes(wf_writer *writer, weft_str include)
{
    wf_write_line(writer, "/* Written by `weft page` from %s: change that instead. */",
                  writer->tree->self->source.path);
    wf_write_line(writer, "#include \"%.*s\"", (int)include.len, include.ptr);
    for (const wf_template *it = writer->tree->imports; it; it = it->next)
        wf_write_line(writer, "#include \"%.*s\"", (int)it->include.len, it->include.ptr);
    wf_write_line(writer, "%s", "");
}

static void emit_parts(wf_writer *writer)
{
    const wf_tree *tree = writer->tree;
    for (const wf_part *it = tree->blocks; it; it = it->next)
        if (it->is_slot && it->is_used) emit_slot_head(writer, it);
    for (const wf_part *it = tree->blocks; it; it = it->next)
        if (it->is_slot && it->is_used) emit_slot(writer, it);
    for (const wf_part *it = tree->blocks; it; it = it->next) {
        if (it->is_slot) continue;
        emit_function(writer, fragment_function(tree, it), it->body, guess_size(it->body));
        wf_write_line(writer, "%s", "");
    }
}

void wf_emit_source(const wf_tree *tree, const char *file, weft_str include, weft_buf *out)
{
    wf_writer writer = { .tree = tree, .out = out, .file = file, .line = 1, .held = weft_buf_heap(SIZE_MAX) };
    emit_includes(&writer, include);
    enums known = { .tree = tree };
    collect_enums(&known, tree->body);
    for (size_t i = 0; i < known.count; i++) emit_enum(&writer, known.tags[i]);
    emit_parts(&writer);
    emit_function(&writer, page_function(tree), tree->body, guess_size(tree->body));
    weft_buf_free(&writer.held);
}
