/* The context pass: the tree's literal text goes through the HTML machine in order, and each hole learns what it is
 * printed as. */
#include "template/gen/tree.h"

typedef struct placer {
    wf_tree *tree;
    wf_unit *unit;
    const wf_source *source;
    const char *attribute; /* where the one that is being written begins, white space before it counted */
    const char *space;     /* where the white space before it begins */
    const char *left;      /* where the text proper was left; what is not closed, began here */
    bool stopped;          /* a fault that the rest would follow from */
} placer;

static void stop(placer *place, size_t at, const char *why)
{
    if (!place->stopped) wf_unit_fault(place->unit, place->source, at, "%s", why);
    place->stopped = true;
}

/* ---- Text ------------------------------------------------------------------------------------------------ */

static void walk_text(placer *place, weft_str text, wf_html *html)
{
    for (size_t i = 0; i < text.len && !place->stopped; i++) {
        const char *at = text.ptr + i;
        uint8_t before = html->state;
        const char *why = wf_html_feed(html, *at);
        if (why) stop(place, (size_t)(at - place->source->text.ptr), why);
        if (before == WF_HTML_TEXT && html->state != WF_HTML_TEXT) place->left = at;
        if (html->state == WF_HTML_BEFORE_NAME && before != WF_HTML_BEFORE_NAME) place->space = at;
        if (html->state == WF_HTML_NAME && before != WF_HTML_NAME)
            place->attribute = before == WF_HTML_BEFORE_NAME && place->space >= text.ptr ? place->space : at;
    }
}

/* ---- Holes ----------------------------------------------------------------------------------------------- */

static bool is_printable(wf_place_kind place, const wf_expr *expr)
{
    wf_value value = expr->value;
    bool text = place == WF_PLACE_TEXT || place == WF_PLACE_TITLE || place == WF_PLACE_ATTRIBUTE;
    const wf_ctype *real = value.type ? wf_ctype_resolve(value.type) : NULL;
    switch (value.kind) {
    case WF_VALUE_UNKNOWN:
    case WF_VALUE_BOOL:
    case WF_VALUE_CHAR:
    case WF_VALUE_INTEGER:
    case WF_VALUE_ENUM:
    case WF_VALUE_TEXT:
    case WF_VALUE_LITERAL:
    case WF_VALUE_CSTR: return true;
    case WF_VALUE_FLOAT: return real->bits == 32 || real->bits == 64;
    case WF_VALUE_FORMATTED:
        return text || place == WF_PLACE_COMMENT || wf_ctype_is(value.type, "weft_formatted");
    case WF_VALUE_PARAMS: return place == WF_PLACE_URL_QUERY;
    case WF_VALUE_JSON: return text || place == WF_PLACE_SCRIPT;
    case WF_VALUE_CONTENT: return text;
    default: return false;
    }
}

static void check_printable(placer *place, const wf_node *hole)
{
    const wf_expr *expr = &hole->expr;
    wf_value value = expr->value;
    weft_str name = wf_value_name(place->tree->types, value);
    bool raw = value.kind == WF_VALUE_TEXT || value.kind == WF_VALUE_CSTR || value.kind == WF_VALUE_LITERAL ||
               value.kind == WF_VALUE_CONTENT || value.kind == WF_VALUE_UNKNOWN;
    if (hole->raw && hole->place == WF_PLACE_BOOLEAN)
        wf_unit_fault(place->unit, place->source, expr->at,
                      "this attribute is there or not; take unsafe(...) away");
    else if (hole->raw && !raw)
        wf_unit_fault(place->unit, place->source, expr->at, "unsafe(...) is for texts; print %.*s without it",
                      WF_QUOTED(name));
    else if (hole->raw)
        return;
    else if (hole->place == WF_PLACE_BOOLEAN && value.kind != WF_VALUE_BOOL && value.kind != WF_VALUE_UNKNOWN)
        wf_unit_fault(place->unit, place->source, expr->at,
                      "this attribute is there or not: it needs a bool, and this is %.*s; write a comparison",
                      WF_QUOTED(name));
    else if (hole->place == WF_PLACE_DESCRIPTOR && value.kind != WF_VALUE_INTEGER)
        wf_unit_fault(place->unit, place->source, expr->at,
                      "behind the URL of a srcset stands a whole number; this is %.*s", WF_QUOTED(name));
    else if (!is_printable(hole->place, expr) && value.kind == WF_VALUE_CONTENT)
        wf_unit_fault(place->unit, place->source, expr->at,
                      "content is markup, which has no place here; give a text");
    else if (!is_printable(hole->place, expr) && value.kind == WF_VALUE_PARAMS)
        wf_unit_fault(place->unit, place->source, expr->at, "parameters stand behind the '?' of a URL");
    else if (!is_printable(hole->place, expr))
        wf_unit_fault(place->unit, place->source, expr->at,
                      "%.*s cannot be printed here; print one of its members, or what a function makes of it",
                      WF_QUOTED(name));
}

/* Whether the value can be absent, so that its attribute may vanish. */
static bool may_be_absent(wf_value value)
{
    return value.kind == WF_VALUE_UNKNOWN || value.kind == WF_VALUE_BOOL || value.kind == WF_VALUE_TEXT ||
           value.kind == WF_VALUE_CSTR || value.kind == WF_VALUE_CONTENT ||
           value.kind == WF_VALUE_FORMATTED || value.kind == WF_VALUE_JSON;
}

/* name="{{ x }}" and nothing else between the quotes: the name goes to the hole, which prints it with its value or not
 * at all. */
static void take_attribute(placer *place, wf_node *before, wf_node *hole, wf_html *html)
{
    wf_node *after = hole->next;
    char quote = html->state == WF_HTML_DOUBLE ? '"' : '\'';
    bool alone = before && before->kind == WF_NODE_TEXT && before->text.len && after &&
                 after->kind == WF_NODE_TEXT && after->text.len && after->text.ptr[0] == quote &&
                 !html->started;
    const char *text = alone ? before->text.ptr : NULL;
    size_t len = alone ? before->text.len : 0;
    alone = alone && text[len - 1] == quote && place->attribute >= text && place->attribute < text + len;
    if (hole->place == WF_PLACE_BOOLEAN && !alone)
        wf_unit_fault(place->unit, place->source, hole->at,
                      "this attribute is there or not, whatever its value: write name=\"{{ condition }}\" "
                      "and nothing else in it");
    if (!alone || hole->raw || (hole->place != WF_PLACE_BOOLEAN && !may_be_absent(hole->expr.value))) return;
    size_t keep = (size_t)(place->attribute - text);
    hole->attribute = weft_str_of(place->attribute, len - keep);
    hole->quote = quote;
    before->text.len = keep;
    after->text = weft_str_of(after->text.ptr + 1, after->text.len - 1);
    wf_html_value(html);
    (void)wf_html_feed(html, quote);
}

static void walk_hole(placer *place, wf_node *before, wf_node *hole, wf_html *html)
{
    const char *why = NULL;
    hole->place = wf_html_place(html, &why);
    hole->in_attribute = wf_html_in_attribute(html);
    hole->css_url = hole->place == WF_PLACE_STYLE_TEXT && html->style.in_url;
    hole->blank = wf_html_wants_blank(html);
    hole->line_feed = html->fresh && hole->expr.value.kind != WF_VALUE_CONTENT;
    if (hole->place == WF_PLACE_NONE) {
        wf_unit_fault(place->unit, place->source, hole->at, "%s", why);
        place->stopped = place->stopped || !(wf_html_in_attribute(html) || html->state == WF_HTML_RAW ||
                                             html->state == WF_HTML_TEXT);
    } else {
        check_printable(place, hole);
    }
    if (hole->in_attribute && hole->place != WF_PLACE_NONE) take_attribute(place, before, hole, html);
    if (!hole->quote) wf_html_value(html);
}

/* ---- Branches and loops ---------------------------------------------------------------------------------- */

static void walk(placer *place, wf_node *first, wf_html *html);

static void settle(placer *place, wf_html *html, size_t at)
{
    const char *why = place->stopped ? NULL : wf_html_settle(html);
    if (why) stop(place, at, why);
}

static void walk_if(placer *place, wf_node *node, wf_html *html)
{
    settle(place, html, node->at);
    wf_html one = *html, other = *html;
    walk(place, node->body, &one);
    settle(place, &one, node->otherwise_at ? node->otherwise_at : node->at);
    walk(place, node->otherwise, &other);
    settle(place, &other, node->at);
    if (place->stopped) return;
    const char *where = wf_html_where(&one), *elsewhere = wf_html_where(&other);
    if (!wf_html_join(&one, &other)) {
        weft_str why =
            wf_unit_format(place->unit,
                           "the branches of this 'if' end in different places, one %s and %s %s; what a "
                           "branch opens, it has to close",
                           where, node->otherwise ? "the other" : "what it skips", elsewhere);
        stop(place, node->at, why.ptr);
    }
    *html = one;
}

/* Whether the body of a loop begins with white space, which ends a word that it ended in before. */
static bool begins_blank(const wf_node *node)
{
    return node && node->kind == WF_NODE_TEXT && node->text.len && strchr(" \t\n\r\f", node->text.ptr[0]);
}

static void walk_for(placer *place, wf_node *node, wf_html *html)
{
    settle(place, html, node->at);
    if (wf_html_in_script(html) && html->script.mode == WF_SCRIPT_CODE)
        html->script.slash = WF_SLASH_UNKNOWN; /* the body may stand before */
    wf_html start = *html, once = *html, none = *html;
    walk(place, node->body, &once);
    settle(place, &once, node->otherwise_at ? node->otherwise_at : node->at);
    walk(place, node->otherwise, &none);
    settle(place, &none, node->at);
    if (place->stopped) return;
    bool words =
        start.state == WF_HTML_BEFORE_NAME && once.state == WF_HTML_AFTER_WORD && !begins_blank(node->body);
    const char *where = wf_html_where(&start), *elsewhere = wf_html_where(&once);
    bool moved = start.url.part != once.url.part || words;
    wf_html after = start;
    if (moved || !wf_html_join(&after, &once)) {
        weft_str why = wf_unit_format(
            place->unit,
            "the body of this 'for' begins %s and does not end there, but %s%s; what it opens, "
            "it has to close",
            where, elsewhere,
            words   ? " without a blank between"
            : moved ? " at another part of it"
                    : "");
        stop(place, node->at, why.ptr);
    } else if (!wf_html_join(&after, &none)) {
        stop(place, node->at,
             "the 'else' of this 'for' ends in another place than its body; what it opens, it has to close");
    }
    *html = after;
}

/* ---- Parts and calls ------------------------------------------------------------------------------------- */

/* A part is read from its beginning as text and has to end so. */
static void walk_part(placer *place, wf_part *part, wf_html *html)
{
    const char *outer = place->left;
    walk(place, part->body, html);
    settle(place, html, part->at);
    if (!place->stopped && !wf_html_is_text(html)) {
        weft_str why = wf_unit_format(place->unit, "the block '%.*s' ends %s; what it opens, it has to close",
                                      WF_QUOTED(part->name), wf_html_where(html));
        stop(place, part->at, why.ptr);
    }
    place->left = outer;
}

static void walk_call(placer *place, wf_node *node, wf_html *html)
{
    settle(place, html, node->at);
    if (!place->stopped && !wf_html_is_text(html)) {
        weft_str why = wf_unit_format(
            place->unit, "%.*s is called %s, and its markup would not be read as such; call it in text",
            WF_QUOTED(node->callee->name), wf_html_where(html));
        wf_unit_fault(place->unit, place->source, node->at, "%s", why.ptr);
    }
    for (wf_argument *it = node->arguments; it; it = it->next) {
        wf_html text = { 0 };
        if (it->block) walk_part(place, it->block, &text);
    }
}

static void walk_block(placer *place, wf_node *node, wf_html *html)
{
    settle(place, html, node->at);
    if (!place->stopped && !wf_html_is_text(html)) {
        weft_str why = wf_unit_format(
            place->unit, "the block '%.*s' stands %s, so it cannot be a page of its own; write it in text",
            WF_QUOTED(node->block->name), wf_html_where(html));
        stop(place, node->at, why.ptr);
    }
    walk_part(place, node->block, html);
}

static void walk(placer *place, wf_node *first, wf_html *html)
{
    wf_node *before = NULL;
    for (wf_node *node = first; node && !place->stopped; before = node, node = node->next) {
        switch (node->kind) {
        case WF_NODE_TEXT: walk_text(place, node->text, html); break;
        case WF_NODE_HOLE: walk_hole(place, before, node, html); break;
        case WF_NODE_IF: walk_if(place, node, html); break;
        case WF_NODE_FOR: walk_for(place, node, html); break;
        case WF_NODE_SET: break;
        case WF_NODE_CALL: walk_call(place, node, html); break;
        case WF_NODE_BLOCK: walk_block(place, node, html); break;
        }
    }
}

void wf_tree_place(wf_tree *tree)
{
    const wf_source *source = &tree->self->source;
    placer place = { .tree = tree, .unit = tree->unit, .source = source, .left = source->text.ptr };
    wf_html html = { 0 };
    walk(&place, tree->body, &html);
    settle(&place, &html, source->text.len);
    if (place.stopped || wf_html_is_text(&html)) return;
    weft_str why = wf_unit_format(tree->unit, "what begins here is not closed: the template ends %s",
                                  wf_html_where(&html));
    stop(&place, (size_t)(place.left - source->text.ptr), why.ptr);
}
