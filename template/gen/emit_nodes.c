/* The body of a function: what a list of nodes prints. */
#include "template/gen/emit.h"
#include "template/gen/writer.h"

/* ---- What puts cost -------------------------------------------------------------------------------------- */

static size_t cost_of(const wf_node *node);

static size_t cost_of_all(const wf_node *first)
{
    size_t cost = 0;
    for (const wf_node *node = first; node; node = node->next) {
        size_t more = cost_of(node);
        if (more == SIZE_MAX || cost + more > WF_ROOM_RUN) return SIZE_MAX;
        cost += more;
    }
    return cost;
}

/* What asks for its room itself, wherever it stands. */
static bool is_large(wf_value value) { return value.kind == WF_VALUE_CONTENT || value.kind == WF_VALUE_JSON; }

/* Puts of these places count on the room that is there; those of others ask for their own, and promise WF_ROOM_RUN
 * behind it. */
static bool is_counted(const wf_node *hole)
{
    bool place = hole->place == WF_PLACE_TEXT || hole->place == WF_PLACE_TITLE ||
                 hole->place == WF_PLACE_ATTRIBUTE || hole->place == WF_PLACE_COMMENT ||
                 hole->place == WF_PLACE_DESCRIPTOR;
    return hole->place == WF_PLACE_BOOLEAN || (place && !hole->raw && !is_large(hole->expr.value));
}

static bool is_short(wf_value value)
{
    return value.kind == WF_VALUE_INTEGER || value.kind == WF_VALUE_BOOL || value.kind == WF_VALUE_FLOAT;
}

static size_t cost_of_hole(const wf_node *hole)
{
    size_t around = hole->attribute.len + 2;
    if (hole->place == WF_PLACE_BOOLEAN) return around;
    return around + (is_short(hole->expr.value) ? WF_ROOM_NUMBER : WF_ROOM_HOLE);
}

/* The bytes of room that a node counts on; SIZE_MAX: the straight run ends at it. */
static size_t cost_of(const wf_node *node)
{
    size_t one, other;
    switch (node->kind) {
    case WF_NODE_TEXT: return node->text.len;
    case WF_NODE_HOLE: return is_counted(node) ? cost_of_hole(node) : SIZE_MAX;
    case WF_NODE_IF:
        one = cost_of_all(node->body);
        other = cost_of_all(node->otherwise);
        return one > other ? one : other;
    case WF_NODE_SET: return 0;
    case WF_NODE_FOR:
    case WF_NODE_CALL:
    case WF_NODE_BLOCK: return SIZE_MAX;
    }
    return SIZE_MAX;
}

/* What the straight run takes that begins with `first` nodes, `held` bytes of text before them. */
static size_t run_of(size_t held, const wf_node *first)
{
    size_t run = held;
    for (const wf_node *node = first; node; node = node->next) {
        size_t cost = cost_of(node);
        if (cost == SIZE_MAX || run + cost + WF_ROOM_SLACK > WF_ROOM_RUN) break;
        run += cost;
    }
    return run;
}

/* ---- Values ---------------------------------------------------------------------------------------------- */

static wf_unit *unit_of(const wf_writer *writer) { return writer->tree->unit; }

/* name_of_color: the function that knows the names of an enum. */
weft_str wf_emit_names_of(wf_unit *unit, const wf_ctag *tag)
{
    weft_str name = tag->alias ? tag->alias->name : tag->name;
    if (name.len) return wf_unit_format(unit, "name_of_%.*s", (int)name.len, name.ptr);
    return wf_unit_format(unit, "name_of_enum_%u", tag->place.line);
}

/* The value of a hole as its put takes it: what C calls an int is a bool, a char, or the name of an enum. */
static weft_str value_text(const wf_writer *writer, const wf_expr *expr)
{
    weft_str text = wf_expr_text(unit_of(writer), expr);
    const wf_ctype *real = expr->value.type ? wf_ctype_resolve(expr->value.type) : NULL;
    bool plain = expr->value.place && !expr->value.bits;
    switch (expr->value.kind) {
    case WF_VALUE_ENUM: {
        weft_str function = wf_emit_names_of(unit_of(writer), real->tag);
        return wf_unit_join(unit_of(writer), function, weft_lit("("), text, weft_lit(")"));
    }
    case WF_VALUE_BOOL:
        return plain ? text
                     : wf_unit_join(unit_of(writer), weft_lit("(bool)("), text, weft_lit(")"), weft_lit(""));
    case WF_VALUE_CHAR:
        return plain ? text
                     : wf_unit_join(unit_of(writer), weft_lit("(char)("), text, weft_lit(")"), weft_lit(""));
    case WF_VALUE_INTEGER:
        if (!expr->value.bits) return text;
        return wf_unit_join(unit_of(writer),
                            real->is_signed ? weft_lit("(int64_t)(") : weft_lit("(uint64_t)("), text,
                            weft_lit(")"), weft_lit(""));
    default: return text;
    }
}

static const char *put_of(const wf_node *hole)
{
    if (hole->raw) return "weft_page_raw";
    switch (hole->place) {
    case WF_PLACE_TEXT: return "weft_page_text";
    case WF_PLACE_TITLE:
    case WF_PLACE_ATTRIBUTE:
    case WF_PLACE_COMMENT:
    case WF_PLACE_DESCRIPTOR: return "weft_page_attr";
    case WF_PLACE_URL: return "weft_page_url";
    case WF_PLACE_URL_LEAD: return "weft_page_url_lead";
    case WF_PLACE_URL_ROOT: return "weft_page_url_root";
    case WF_PLACE_URL_PART: return "weft_page_url_part";
    case WF_PLACE_URL_QUERY: return "weft_page_url_query";
    case WF_PLACE_SRCSET: return "weft_page_srcset";
    case WF_PLACE_STYLE: return "weft_page_css";
    case WF_PLACE_STYLE_TEXT: return hole->css_url ? "weft_page_css_url" : "weft_page_css_string";
    case WF_PLACE_SCRIPT: return hole->in_attribute ? "weft_page_js_attr" : "weft_page_js";
    case WF_PLACE_SCRIPT_TEXT:
    case WF_PLACE_SCRIPT_TEMPLATE: return "weft_page_js_string";
    case WF_PLACE_BOOLEAN:
    case WF_PLACE_NONE: break;
    }
    return "weft_page_attr";
}

/* ---- Holes ----------------------------------------------------------------------------------------------- */

static void emit_put(wf_writer *writer, const wf_node *hole, weft_str value)
{
    wf_write_line(writer, "at = %s(page, at, %.*s);", put_of(hole), (int)value.len, value.ptr);
    wf_value_kind kind = hole->expr.value.kind;
    if (!is_counted(hole))
        writer->left = WF_ROOM_RUN; /* which the put promises */
    else
        writer->left -= is_short(hole->expr.value) ? WF_ROOM_NUMBER : WF_ROOM_HOLE;
    if (kind == WF_VALUE_CONTENT || kind == WF_VALUE_UNKNOWN)
        writer->left = 0; /* content takes what it takes; and what only C knows may be content */
}

/* ` name="` without the "=" and the quote. */
static weft_str bare_attribute(weft_str attribute)
{
    size_t len = attribute.len - 1;
    while (len > 0 && attribute.ptr[len - 1] != '=') len--;
    weft_str bare = weft_str_of(attribute.ptr, len - 1);
    while (bare.len && strchr(" \t\r\n\f", bare.ptr[bare.len - 1])) bare.len--;
    return bare;
}

static void emit_literal(wf_writer *writer, weft_str text)
{
    wf_hold(writer, text);
    wf_write_held(writer, text.len);
}

static void emit_boolean(wf_writer *writer, const wf_node *hole)
{
    weft_str condition = wf_expr_text(unit_of(writer), &hole->expr);
    wf_write_from(writer, &writer->tree->self->source, hole->at);
    wf_write_line(writer, "if (%.*s) {", (int)condition.len, condition.ptr);
    writer->indent++;
    emit_literal(writer, bare_attribute(hole->attribute));
    wf_write_line(writer, "}");
}

/* The declaration of `value`, of the type of an expression. */
static weft_str value_declaration(const wf_writer *writer, wf_value value)
{
    wf_unit *unit = unit_of(writer);
    const wf_ctype *real = value.type ? wf_ctype_resolve(value.type) : NULL;
    if (!real) return weft_lit("__extension__ __auto_type value");
    if (value.kind == WF_VALUE_BOOL) return weft_lit("const bool value");
    if (real->kind == WF_C_ARRAY) return weft_lit("const char *value");
    return wf_declaration(unit, value.type, weft_lit("value"));
}

static void emit_vanishing(wf_writer *writer, const wf_node *hole)
{
    size_t left = writer->left;
    weft_str text = wf_expr_text(unit_of(writer), &hole->expr),
             declared = value_declaration(writer, hole->expr.value);
    wf_write_line(writer, "{");
    writer->indent++;
    wf_write_from(writer, &writer->tree->self->source, hole->at);
    wf_write_line(writer, "%.*s = %.*s;", (int)declared.len, declared.ptr, (int)text.len, text.ptr);
    wf_write_line(writer, "if (weft_page_has(value)) {");
    writer->indent++;
    emit_literal(writer, hole->attribute);
    emit_put(writer, hole, weft_lit("value"));
    emit_literal(writer, weft_str_of(&hole->quote, 1));
    wf_write_line(writer, "}");
    wf_write_line(writer, "}");
    if (left < writer->left) writer->left = left;
}

static void emit_hole(wf_writer *writer, const wf_node *hole)
{
    if (hole->line_feed) wf_hold(writer, weft_lit("\n"));
    if (hole->blank) wf_hold(writer, weft_lit(" "));
    wf_write_held(writer, run_of(writer->held.len, hole));
    if (is_counted(hole)) wf_write_room(writer, cost_of_hole(hole), run_of(0, hole));
    if (hole->place == WF_PLACE_BOOLEAN) {
        emit_boolean(writer, hole);
    } else if (hole->attribute.ptr) {
        emit_vanishing(writer, hole);
    } else {
        wf_write_from(writer, &writer->tree->self->source, hole->at);
        emit_put(writer, hole, value_text(writer, &hole->expr));
    }
}

/* ---- Branches and loops ---------------------------------------------------------------------------------- */

static void emit_nodes(wf_writer *writer, const wf_node *first);

static void emit_body(wf_writer *writer, const wf_node *first)
{
    writer->indent++;
    emit_nodes(writer, first);
    wf_write_held(writer, writer->held.len);
}

static void emit_if(wf_writer *writer, const wf_node *node)
{
    wf_write_held(writer, run_of(writer->held.len, node));
    size_t cost = cost_of(node);
    if (cost != SIZE_MAX) wf_write_room(writer, cost, run_of(0, node));
    size_t before = writer->left, least = before;
    for (const char *word = "if"; node; word = "} else if") {
        weft_str condition = wf_expr_text(unit_of(writer), &node->expr);
        wf_write_from(writer, &writer->tree->self->source, node->at);
        wf_write_line(writer, "%s (%.*s) {", word, (int)condition.len, condition.ptr);
        writer->left = before;
        emit_body(writer, node->body);
        least = writer->left < least ? writer->left : least;
        const wf_node *next = node->otherwise;
        bool chained = next && next->kind == WF_NODE_IF && !next->next;
        if (next && !chained) {
            wf_write_line(writer, "} else {");
            writer->left = before;
            emit_body(writer, next);
            least = writer->left < least ? writer->left : least;
        }
        node = chained ? next : NULL;
    }
    wf_write_line(writer, "}");
    writer->left = least;
}

/* How many times a loop runs, as a size_t. */
static void emit_count(wf_writer *writer, const wf_node *node)
{
    weft_str count = node->loop->c_count;
    if (node->length >= 0) {
        wf_write_line(writer, "const size_t %.*s = %lld;", (int)count.len, count.ptr,
                      (long long)node->length);
        return;
    }
    weft_str limit = wf_expr_text(unit_of(writer), &node->limit);
    const wf_ctype *real = wf_ctype_resolve(node->limit.value.type);
    if (real->is_signed)
        wf_write_line(writer, "const size_t %.*s = %.*s > 0 ? (size_t)%.*s : 0;", (int)count.len, count.ptr,
                      (int)limit.len, limit.ptr, (int)limit.len, limit.ptr);
    else
        wf_write_line(writer, "const size_t %.*s = (size_t)%.*s;", (int)count.len, count.ptr, (int)limit.len,
                      limit.ptr);
}

weft_str wf_emit_list_of(const wf_writer *writer, const wf_node *node)
{
    const wf_ctype *real = wf_ctype_resolve(node->expr.value.type);
    const wf_ctype *pointer =
        real->kind == WF_C_ARRAY ? wf_type_pointer(writer->tree->types, real->of) : node->expr.value.type;
    return wf_declaration(unit_of(writer), pointer, node->base);
}

/* Before the loop: what is gone through, evaluated once, and how much of it there is. */
static void emit_list(wf_writer *writer, const wf_node *node)
{
    weft_str list = wf_emit_list_of(writer, node);
    weft_str text = wf_expr_text(unit_of(writer), &node->expr);
    if (node->variable->used || node->is_streamed)
        wf_write_line(writer, "%.*s = %.*s;", (int)list.len, list.ptr, (int)text.len, text.ptr);
    else
        wf_write_line(writer, "(void)%.*s;", (int)text.len, text.ptr); /* what it is of counts as used */
    emit_count(writer, node);
}

void wf_emit_item(wf_writer *writer, const wf_node *node)
{
    if (!node->variable->used) return;
    weft_str item = wf_declaration(unit_of(writer), node->variable->type, node->variable->c_name);
    bool record = wf_value_target(node->expr.value).kind == WF_VALUE_RECORD;
    weft_str index = node->loop->c_name;
    wf_write_line(writer, "%.*s = %s%.*s[%.*s];", (int)item.len, item.ptr, record ? "&" : "",
                  (int)node->base.len, node->base.ptr, (int)index.len, index.ptr);
}

/* The type of a range's numbers, without the const that a variable of it may have. */
static weft_str range_type(const wf_writer *writer, const wf_node *node)
{
    const wf_types *types = writer->tree->types;
    return wf_declaration(unit_of(writer), wf_type_plain(types, node->variable->type), weft_lit(""));
}

static void emit_range(wf_writer *writer, const wf_node *node)
{
    weft_str type = range_type(writer, node), base = node->base, count = node->loop->c_count;
    weft_str from = node->expr.words ? wf_expr_text(unit_of(writer), &node->expr) : weft_lit("0");
    weft_str to = wf_expr_text(unit_of(writer), &node->limit);
    int type_len = (int)type.len, base_len = (int)base.len;
    wf_write_line(writer, "const %.*s %.*s = (%.*s)(%.*s), %.*s_to = (%.*s)(%.*s);", type_len, type.ptr,
                  base_len, base.ptr, type_len, type.ptr, (int)from.len, from.ptr, base_len, base.ptr,
                  type_len, type.ptr, (int)to.len, to.ptr);
    wf_write_line(writer, "const size_t %.*s = %.*s < %.*s_to ? (size_t)%.*s_to - (size_t)%.*s : 0;",
                  (int)count.len, count.ptr, base_len, base.ptr, base_len, base.ptr, base_len, base.ptr,
                  base_len, base.ptr);
}

static void emit_number(wf_writer *writer, const wf_node *node)
{
    if (!node->variable->used) return;
    weft_str type = range_type(writer, node), name = node->variable->c_name, index = node->loop->c_name;
    wf_write_line(writer, "const %.*s %.*s = (%.*s)((size_t)%.*s + %.*s);", (int)type.len, type.ptr,
                  (int)name.len, name.ptr, (int)type.len, type.ptr, (int)node->base.len, node->base.ptr,
                  (int)index.len, index.ptr);
}

/* What a block is handed of what is around it. */
static void emit_data(wf_writer *writer, const wf_part *part)
{
    if (!part->captures && !part->loop) return;
    weft_buf values = weft_buf_heap(SIZE_MAX);
    for (const wf_capture *it = part->captures; it; it = it->next) {
        if (it != part->captures) weft_put_str(&values, weft_lit(", "));
        weft_put_str(&values, it->variable->c_name);
        if (it->variable->kind != WF_VAR_LOOP) continue;
        weft_put_str(&values, weft_lit(", "));
        weft_put_str(&values, it->variable->c_count);
    }
    if (part->loop) {
        if (part->captures) weft_put_str(&values, weft_lit(", "));
        weft_put_str(&values, part->loop->base);
        weft_put_str(&values, weft_lit(", "));
        weft_put_str(&values, part->loop->loop->c_count);
    }
    weft_str name = part->c_name;
    wf_write_line(writer, "const struct %.*s_data %.*s_data = { %.*s };", (int)name.len, name.ptr,
                  (int)name.len, name.ptr, (int)values.len, values.ptr);
    weft_buf_free(&values);
}

/* Before the loop: what it goes through, and what there is for nothing. Returns the room that is left at least. */
static size_t emit_before(wf_writer *writer, const wf_node *node)
{
    size_t least = writer->left;
    weft_str count = node->loop->c_count;
    if (node->is_range)
        emit_range(writer, node);
    else
        emit_list(writer, node);
    if (!node->otherwise) return least;
    wf_write_line(writer, "if (%.*s == 0) {", (int)count.len, count.ptr);
    emit_body(writer, node->otherwise);
    wf_write_line(writer, "}");
    return writer->left < least ? writer->left : least;
}

/* Its rows are put later, by a function of their own, or by the same one now. */
static void emit_streamed(wf_writer *writer, const wf_node *node)
{
    weft_str index = node->loop->c_name, count = node->loop->c_count, row = node->block->c_name;
    wf_write_held(writer, writer->held.len);
    wf_write_line(writer, "{");
    writer->indent++;
    wf_write_from(writer, &writer->tree->self->source, node->at);
    emit_before(writer, node);
    emit_data(writer, node->block);
    int len = (int)row.len;
    wf_write_line(writer, "if (!weft_page_later(page, at, %.*s, &%.*s_data, sizeof %.*s_data, %.*s))", len,
                  row.ptr, len, row.ptr, len, row.ptr, (int)count.len, count.ptr);
    writer->indent++;
    wf_write_line(writer, "for (size_t %.*s = 0; %.*s < %.*s; %.*s++) at = %.*s(page, at, &%.*s_data, %.*s);",
                  (int)index.len, index.ptr, (int)index.len, index.ptr, (int)count.len, count.ptr,
                  (int)index.len, index.ptr, len, row.ptr, len, row.ptr, (int)index.len, index.ptr);
    writer->indent--;
    wf_write_line(writer, "}");
    writer->left = 0;
}

static void emit_for(wf_writer *writer, const wf_node *node)
{
    if (node->is_streamed) {
        emit_streamed(writer, node);
        return;
    }
    weft_str index = node->loop->c_name, count = node->loop->c_count;
    wf_write_held(writer, run_of(writer->held.len, node));
    wf_write_line(writer, "{");
    writer->indent++;
    wf_write_from(writer, &writer->tree->self->source, node->at);
    size_t least = emit_before(writer, node);
    wf_write_line(writer, "for (size_t %.*s = 0; %.*s < %.*s; %.*s++) {", (int)index.len, index.ptr,
                  (int)index.len, index.ptr, (int)count.len, count.ptr, (int)index.len, index.ptr);
    writer->indent++;
    writer->left = 0; /* the iteration before may have used it all */
    if (node->is_range)
        emit_number(writer, node);
    else
        wf_emit_item(writer, node);
    writer->indent--;
    emit_body(writer, node->body);
    wf_write_line(writer, "}");
    wf_write_line(writer, "}");
    writer->left = writer->left < least ? writer->left : least;
}

static void emit_set(wf_writer *writer, const wf_node *node)
{
    wf_value value = node->expr.value;
    wf_variable *variable = node->variable;
    weft_str text = wf_expr_text(unit_of(writer), &node->expr), name = variable->c_name;
    wf_write_held(writer, run_of(writer->held.len, node));
    wf_write_from(writer, &writer->tree->self->source, node->at);
    if (!variable->type) {
        wf_write_line(writer, "__extension__ __auto_type %.*s = %.*s;", (int)name.len, name.ptr,
                      (int)text.len, text.ptr);
    } else {
        weft_str declared = wf_declaration(unit_of(writer), variable->type, name);
        weft_str type =
            wf_declaration(unit_of(writer), wf_type_plain(writer->tree->types, variable->type), weft_lit(""));
        if (wf_value_is_number(value) && !node->is_typed)
            wf_write_line(writer, "%.*s = (%.*s)(%.*s);", (int)declared.len, declared.ptr, (int)type.len,
                          type.ptr, (int)text.len, text.ptr);
        else
            wf_write_line(writer, "%.*s = %.*s;", (int)declared.len, declared.ptr, (int)text.len, text.ptr);
    }
    if (!variable->used) wf_write_line(writer, "(void)%.*s;", (int)name.len, name.ptr);
}

/* ---- Calls ----------------------------------------------------------------------------------------------- */

static void put_argument(weft_buf *out, const wf_argument *argument)
{
    const wf_part *part = argument->block;
    weft_put_str(out, weft_lit(", "));
    if (part) {
        weft_put_str(out, weft_lit("(weft_content){ "));
        weft_put_str(out, part->c_name);
        weft_put_str(out, part->captures ? weft_lit(", &") : weft_lit(", NULL }"));
        if (!part->captures) return;
        weft_put_str(out, part->c_name);
        weft_put_str(out, weft_lit("_data }"));
    } else if (argument->param->is_content && argument->is_default) {
        weft_put_str(out, weft_lit("(weft_content){ NULL, NULL }"));
    } else {
        wf_write_expr(out, &argument->expr);
    }
}

static void emit_call(wf_writer *writer, const wf_node *node)
{
    bool data = false;
    for (const wf_argument *it = node->arguments; it; it = it->next)
        data = data || (it->block && it->block->captures);
    wf_write_held(writer, writer->held.len);
    if (data) {
        wf_write_line(writer, "{");
        writer->indent++;
        for (const wf_argument *it = node->arguments; it; it = it->next)
            if (it->block) emit_data(writer, it->block);
    }
    weft_buf arguments = weft_buf_heap(SIZE_MAX);
    for (const wf_argument *it = node->arguments; it; it = it->next) put_argument(&arguments, it);
    weft_str name = node->callee->name;
    wf_write_from(writer, &writer->tree->self->source, node->at);
    wf_write_line(writer, "at = %.*s_put(page, at%.*s);", (int)name.len, name.ptr, (int)arguments.len,
                  arguments.len ? arguments.ptr : "");
    weft_buf_free(&arguments);
    if (data) wf_write_line(writer, "}");
    writer->left = 0;
}

static void emit_block(wf_writer *writer, const wf_node *node)
{
    wf_write_held(writer, writer->held.len);
    weft_buf arguments = weft_buf_heap(SIZE_MAX);
    for (const wf_capture *it = node->block->captures; it; it = it->next) {
        weft_put_str(&arguments, weft_lit(", "));
        weft_put_str(&arguments, it->variable->c_name);
    }
    weft_str name = node->block->c_name;
    wf_write_line(writer, "at = %.*s(page, at%.*s);", (int)name.len, name.ptr, (int)arguments.len,
                  arguments.len ? arguments.ptr : "");
    weft_buf_free(&arguments);
    writer->left = 0;
}

static void emit_nodes(wf_writer *writer, const wf_node *first)
{
    for (const wf_node *node = first; node; node = node->next) {
        switch (node->kind) {
        case WF_NODE_TEXT: wf_hold(writer, node->text); break;
        case WF_NODE_HOLE: emit_hole(writer, node); break;
        case WF_NODE_IF: emit_if(writer, node); break;
        case WF_NODE_FOR: emit_for(writer, node); break;
        case WF_NODE_SET: emit_set(writer, node); break;
        case WF_NODE_CALL: emit_call(writer, node); break;
        case WF_NODE_BLOCK: emit_block(writer, node); break;
        }
    }
}

void wf_emit_body(wf_writer *writer, const wf_node *first)
{
    writer->left = 0;
    emit_body(writer, first);
    writer->indent--;
}
