/* What may be printed where, and how branches come together again. */
#include "template/gen/html.h"
#include <string.h>

static const char reference_open[] =
    "the '&' before this could make a character reference of what follows; write '&amp;'";
static const char escape_open[] =
    "the backslash before this would take the first byte of what follows for an escape; "
    "write it differently";

/* ---- Places ---------------------------------------------------------------------------------------------- */

static const char *lost_script(const wf_script *script)
{
    switch ((wf_script_loss)script->loss) {
    case WF_LOSS_SLASH:
        return "a '/' before this may divide or begin a regular expression, so it is not known what follows; "
               "put values into variables before it, or write parentheses around the operand before the '/'";
    case WF_LOSS_NEWLINE: return "a string or regular expression before this is not closed on its line";
    case WF_LOSS_BRACKETS:
        return "brackets before this do not match, or are too deep; put values into variables at the "
               "beginning of the script";
    case WF_LOSS_COMMENT:
        return "'<!--' or '-->' before this begins a comment in a script; take it out, or write it in two "
               "strings";
    case WF_LOSS_NONE: break;
    }
    return "it is not known what the script before this means";
}

static wf_place_kind script_place(const wf_script *script, const char **why)
{
    switch ((wf_script_mode)script->mode) {
    case WF_SCRIPT_CODE:
        if (!script->opened || script->slash == WF_SLASH_DIVIDES) return WF_PLACE_SCRIPT;
        *why = "a hole in a regular expression could end it; build it with new RegExp(...) from a string";
        return WF_PLACE_NONE;
    case WF_SCRIPT_DOUBLE:
    case WF_SCRIPT_SINGLE:
        if (!script->escaped) return WF_PLACE_SCRIPT_TEXT;
        *why = escape_open;
        return WF_PLACE_NONE;
    case WF_SCRIPT_TEMPLATE:
        if (!script->escaped && !script->opened) return WF_PLACE_SCRIPT_TEMPLATE;
        *why = script->escaped
                   ? escape_open
                   : "a '$' right before a hole could begin '${...}'; write '\\$', or put the value into a "
                     "variable";
        return WF_PLACE_NONE;
    case WF_SCRIPT_REGEX:
        *why = "a hole in a regular expression could end it; build it with new RegExp(...) from a string";
        return WF_PLACE_NONE;
    case WF_SCRIPT_LINE:
    case WF_SCRIPT_BLOCK:
        *why = "a hole in a comment of a script could end it; write {# #} around the comment";
        return WF_PLACE_NONE;
    case WF_SCRIPT_LOST: *why = lost_script(script); return WF_PLACE_NONE;
    }
    return WF_PLACE_NONE;
}

static wf_place_kind style_place(const wf_style *style, const char **why)
{
    if (style->import == WF_STYLE_IMPORT) {
        *why = "a hole in '@import' can load any style sheet; write the URL out";
        return WF_PLACE_NONE;
    }
    if (style->escaped) {
        *why = escape_open;
        return WF_PLACE_NONE;
    }
    switch ((wf_style_mode)style->mode) {
    case WF_STYLE_CODE:
        if (style->in_value && style->last == 0) return WF_PLACE_STYLE;
        *why = "a hole in a style sheet may be the value of a property or in a string: write 'property: {{ "
               "... }}'; for "
               "anything else use classes";
        return WF_PLACE_NONE;
    case WF_STYLE_DOUBLE:
    case WF_STYLE_SINGLE: return WF_PLACE_STYLE_TEXT;
    case WF_STYLE_COMMENT:
        *why = "a hole in a comment of a style sheet could end it; write {# #} around the comment";
        return WF_PLACE_NONE;
    case WF_STYLE_URL:
        *why = "a hole in url(...) needs quotes around it: url('{{ ... }}')";
        return WF_PLACE_NONE;
    case WF_STYLE_LOST: *why = "a string before this is not closed on its line"; return WF_PLACE_NONE;
    }
    return WF_PLACE_NONE;
}

static wf_place_kind url_place(const wf_url *url, const char **why)
{
    switch ((wf_url_part)url->part) {
    case WF_URL_START: return WF_PLACE_URL;
    case WF_URL_SCHEME:
    case WF_URL_HOLE: return WF_PLACE_URL_LEAD;
    case WF_URL_ROOT: return WF_PLACE_URL_ROOT;
    case WF_URL_COLON:
    case WF_URL_PATH: return WF_PLACE_URL_PART;
    case WF_URL_HOST_START:
    case WF_URL_HOST_HOLE:
    case WF_URL_QUERY: return WF_PLACE_URL_QUERY;
    case WF_URL_HOST:
        *why = "a hole here would be more of the host's name; write the '/' between host and path";
        return WF_PLACE_NONE;
    case WF_URL_NO_HOST:
        *why = "if the host before this is empty, the value becomes it; give the URL as one value";
        return WF_PLACE_NONE;
    case WF_URL_MIXED:
        *why = "it depends on a branch before this whether the hole is in the path or in the query of the "
               "URL; write the "
               "whole URL in each branch";
        return WF_PLACE_NONE;
    case WF_URL_SCRIPT:
        *why = "a hole in a javascript: or data: URL is code; use an event handler, or serve the data from a "
               "URL";
        return WF_PLACE_NONE;
    case WF_URL_BROKEN: *why = "the scheme of this URL is not known"; return WF_PLACE_NONE;
    }
    return WF_PLACE_NONE;
}

static wf_place_kind attribute_place(const wf_html *html, const char **why)
{
    if (wf_reference_open(&html->reference)) {
        *why = reference_open;
        return WF_PLACE_NONE;
    }
    switch ((wf_attribute)html->attribute) {
    case WF_ATTR_PLAIN: return WF_PLACE_ATTRIBUTE;
    case WF_ATTR_BOOLEAN: return WF_PLACE_BOOLEAN;
    case WF_ATTR_URL: return url_place(&html->url, why);
    case WF_ATTR_SRCSET:
        if (html->descriptor) return WF_PLACE_DESCRIPTOR;
        return html->url.part == WF_URL_START ? WF_PLACE_SRCSET : url_place(&html->url, why);
    case WF_ATTR_STYLE: return style_place(&html->style, why);
    case WF_ATTR_SCRIPT: return script_place(&html->script, why);
    case WF_ATTR_REFUSED:
        *why = wf_attribute_refusal(weft_str_of(html->tag, html->tag_len),
                                    weft_str_of(html->name, html->name_len));
        break;
    }
    return WF_PLACE_NONE;
}

/* Whether the bytes before may begin the end tag of a raw element. */
static bool may_be_ending(const wf_html *html)
{
    char whole[WF_HTML_TAG + 2] = "</";
    memcpy(whole + 2, html->tag, html->tag_len);
    size_t len = html->tag_len + 2u;
    for (size_t i = 1; i <= len && i <= html->tail_len; i++)
        if (memcmp(html->tail + html->tail_len - i, whole, i) == 0) return true;
    return false;
}

/* JSON has strings of its own, and no comments, so that a value is whole there or not at all. */
static wf_place_kind typed_script_place(const wf_html *html, const char **why)
{
    wf_place_kind place = script_place(&html->script, why);
    bool text = place == WF_PLACE_SCRIPT_TEXT || place == WF_PLACE_SCRIPT_TEMPLATE;
    if (html->script_type != WF_SCRIPT_JSON || !text) return place;
    *why = "a hole in a string of JSON; write it without the quotes: a text is printed with them";
    return WF_PLACE_NONE;
}

/* Whether the bytes before may be the beginning of "<!--". */
static bool may_be_comment(const wf_html *html)
{
    const char *end = html->tail + html->tail_len;
    return (html->tail_len >= 2 && memcmp(end - 2, "<!", 2) == 0) ||
           (html->tail_len >= 3 && memcmp(end - 3, "<!-", 3) == 0);
}

static wf_place_kind raw_place(const wf_html *html, const char **why)
{
    if (may_be_ending(html)) {
        *why = "what stands before this could become an end tag; write a blank behind '<'";
        return WF_PLACE_NONE;
    }
    if (html->element == WF_ELEMENT_SCRIPT && may_be_comment(html)) {
        *why = "what stands before this could become '<!--', which begins a comment in a script; write a "
               "blank behind '<'";
        return WF_PLACE_NONE;
    }
    bool embedded = html->element == WF_ELEMENT_SCRIPT || html->element == WF_ELEMENT_STYLE;
    if (embedded && (html->svg || html->math)) {
        *why = "scripts and style sheets within <svg> are read as markup; move this one out of it";
        return WF_PLACE_NONE;
    }
    switch ((wf_element)html->element) {
    case WF_ELEMENT_SCRIPT:
        if (html->script_type != WF_SCRIPT_DATA) return typed_script_place(html, why);
        *why = "the type of this script is neither JavaScript nor JSON, so it is not known how a value is "
               "written in it";
        return WF_PLACE_NONE;
    case WF_ELEMENT_STYLE: return style_place(&html->style, why);
    case WF_ELEMENT_TITLE:
        if (!wf_reference_open(&html->reference)) return WF_PLACE_TITLE;
        *why = reference_open;
        return WF_PLACE_NONE;
    case WF_ELEMENT_RAW:
    case WF_ELEMENT_OTHER: *why = "the text of this element cannot be escaped; use another element"; break;
    }
    return WF_PLACE_NONE;
}

static const char *refusal(const wf_html *html)
{
    switch ((wf_html_state)html->state) {
    case WF_HTML_OPEN:
    case WF_HTML_END_OPEN:
    case WF_HTML_TAG_NAME:
        return "a hole cannot name an element, which decides how its text is read; write the tags out, in {% "
               "if %} when "
               "there is a choice (for a '<' in text write '&lt;')";
    case WF_HTML_BEFORE_NAME:
    case WF_HTML_NAME:
    case WF_HTML_AFTER_NAME:
    case WF_HTML_AFTER_WORD:
    case WF_HTML_SLASH:
        return "a hole cannot name an attribute, which decides how its value is read; write name=\"{{ ... "
               "}}\" (it is "
               "left out when the value is false or NULL)";
    case WF_HTML_BEFORE_VALUE:
    case WF_HTML_UNQUOTED:
        return "a hole in a value without quotes could end the value; write quotes around it: name=\"{{ ... "
               "}}\"";
    case WF_HTML_DECLARATION:
    case WF_HTML_BOGUS: return "no hole may stand in a declaration; write it out";
    default: return "no hole may stand here";
    }
}

wf_place_kind wf_html_place(const wf_html *html, const char **why)
{
    switch ((wf_html_state)html->state) {
    case WF_HTML_TEXT:
        if (!wf_reference_open(&html->reference)) return WF_PLACE_TEXT;
        *why = reference_open;
        return WF_PLACE_NONE;
    case WF_HTML_RAW: return raw_place(html, why);
    case WF_HTML_DOUBLE:
    case WF_HTML_SINGLE: return attribute_place(html, why);
    case WF_HTML_COMMENT: return WF_PLACE_COMMENT;
    default: *why = refusal(html); return WF_PLACE_NONE;
    }
}

bool wf_html_in_attribute(const wf_html *html)
{
    return html->state == WF_HTML_DOUBLE || html->state == WF_HTML_SINGLE;
}

bool wf_html_in_script(const wf_html *html)
{
    if (html->state == WF_HTML_RAW) return html->element == WF_ELEMENT_SCRIPT;
    return wf_html_in_attribute(html) && html->attribute == WF_ATTR_SCRIPT;
}

static bool in_style(const wf_html *html)
{
    if (html->state == WF_HTML_RAW) return html->element == WF_ELEMENT_STYLE;
    return wf_html_in_attribute(html) && html->attribute == WF_ATTR_STYLE;
}

void wf_html_value(wf_html *html)
{
    html->fresh = 0;
    html->tail_len = 0;
    memset(html->tail, 0, sizeof html->tail);
    if (html->state == WF_HTML_COMMENT) {
        html->dashes = WF_DASHES_NONE;
        html->unsure = 1;
    }
    if (wf_html_in_attribute(html)) {
        html->started = 1;
        if (weft_str_eq(weft_str_of(html->tag, html->tag_len), weft_lit("meta")) &&
            weft_str_eq(weft_str_of(html->name, html->name_len), weft_lit("content")))
            html->holes |= 1;
        html->comma = 0;
        wf_url_value(&html->url);
    }
    bool script = wf_html_in_script(html), style = in_style(html);
    if (script && html->script.mode == WF_SCRIPT_CODE) wf_script_value(&html->script);
    if (script && html->script.mode != WF_SCRIPT_CODE)
        html->script.last = html->script.escaped = html->script.opened = 0;
    if (style) wf_style_value(&html->style);
}

bool wf_html_wants_blank(const wf_html *html)
{
    return wf_html_in_script(html) && html->script.mode == WF_SCRIPT_CODE && html->script.word_len > 0;
}

/* ---- Branches -------------------------------------------------------------------------------------------- */

static void leave_name(wf_html *html, wf_html_state state)
{
    html->state = (uint8_t)state;
    html->attribute = html->started = html->name_len = 0;
    memset(html->name, 0, sizeof html->name);
}

/* What is begun in a script or style sheet, and would mean something else with what a branch prints behind it. */
static const char *within_token(const wf_html *html)
{
    const wf_script *script = &html->script;
    bool token = script->mode != WF_SCRIPT_LOST &&
                 (script->opened || script->escaped || (script->mode == WF_SCRIPT_CODE && script->mark));
    if (wf_html_in_script(html) && token)
        return "a tag of the template right behind a '/', '<', '$', '*' or backslash of a script; write a "
               "blank before it";
    if (in_style(html) && (html->style.last || html->style.escaped))
        return "a tag of the template right behind a '/', '*' or backslash of a style sheet; write a blank "
               "before it";
    return NULL;
}

const char *wf_html_settle(wf_html *html)
{
    const char *why = NULL;
    switch ((wf_html_state)html->state) {
    case WF_HTML_TEXT:
    case WF_HTML_DOUBLE:
    case WF_HTML_SINGLE:
        if (wf_reference_open(&html->reference)) why = reference_open;
        if (!why) why = within_token(html);
        break;
    case WF_HTML_RAW:
        why = within_token(html);
        if (may_be_ending(html) || (html->element == WF_ELEMENT_SCRIPT && may_be_comment(html)))
            why = "a tag of the template within what may be an end tag; write the end tag in one";
        if (html->element == WF_ELEMENT_TITLE && wf_reference_open(&html->reference)) why = reference_open;
        html->tail_len = 0;
        memset(html->tail, 0, sizeof html->tail);
        break;
    case WF_HTML_TAG_NAME:
    case WF_HTML_NAME:
    case WF_HTML_AFTER_WORD: leave_name(html, WF_HTML_AFTER_WORD); break;
    case WF_HTML_BEFORE_NAME:
    case WF_HTML_AFTER_NAME: leave_name(html, WF_HTML_BEFORE_NAME); break;
    case WF_HTML_COMMENT:
        html->dashes = WF_DASHES_NONE;
        html->unsure = 1;
        break;
    case WF_HTML_OPEN:
    case WF_HTML_END_OPEN:
    case WF_HTML_DECLARATION:
        why = "a tag of the template right behind '<'; write whole tags in its branches (for a '<' in text "
              "'&lt;')";
        break;
    case WF_HTML_BEFORE_VALUE:
    case WF_HTML_UNQUOTED:
        why = "a tag of the template in a value without quotes; write quotes around the value";
        break;
    case WF_HTML_SLASH: why = "a tag of the template behind the '/' of a tag; write it before the '/'"; break;
    case WF_HTML_BOGUS: break;
    }
    return why;
}

bool wf_html_join(wf_html *a, const wf_html *b)
{
    wf_html other = *b;
    bool words = (a->state == WF_HTML_AFTER_WORD && other.state == WF_HTML_BEFORE_NAME) ||
                 (a->state == WF_HTML_BEFORE_NAME && other.state == WF_HTML_AFTER_WORD);
    if (words) a->state = other.state = WF_HTML_AFTER_WORD;
    a->holes = other.holes = a->holes | other.holes;
    a->started = other.started = a->started | other.started;
    a->svg = other.svg = a->svg > other.svg ? a->svg : other.svg;
    a->math = other.math = a->math > other.math ? a->math : other.math;
    a->fresh = other.fresh = a->fresh & other.fresh;
    if (a->state == other.state && (wf_html_in_attribute(a) || a->state == WF_HTML_RAW)) {
        if (!wf_script_join(&a->script, &other.script)) return false;
        if (!wf_style_join(&a->style, &other.style)) return false;
        if (!wf_url_join(&a->url, &other.url)) return false;
        other.script = a->script;
        other.style = a->style;
        other.url = a->url;
    }
    return memcmp(a, &other, sizeof *a) == 0;
}

bool wf_html_is_text(const wf_html *html)
{
    return html->state == WF_HTML_TEXT && !wf_reference_open(&html->reference);
}

static const char *where_in_attribute(const wf_html *html)
{
    switch ((wf_attribute)html->attribute) {
    case WF_ATTR_URL: return "in a URL";
    case WF_ATTR_SRCSET: return "in a srcset";
    case WF_ATTR_STYLE: return "in a style attribute";
    case WF_ATTR_SCRIPT: return "in an event handler";
    default:
        return html->state == WF_HTML_DOUBLE ? "in a value in double quotes" : "in a value in single quotes";
    }
}

const char *wf_html_where(const wf_html *html)
{
    switch ((wf_html_state)html->state) {
    case WF_HTML_TEXT: return "in text";
    case WF_HTML_RAW:
        switch ((wf_element)html->element) {
        case WF_ELEMENT_SCRIPT:
            switch ((wf_script_mode)html->script.mode) {
            case WF_SCRIPT_CODE: return "in a script";
            case WF_SCRIPT_LINE:
            case WF_SCRIPT_BLOCK: return "in a comment of a script";
            default: return "in a string of a script";
            }
        case WF_ELEMENT_STYLE: return "in a style sheet";
        case WF_ELEMENT_TITLE: return "in a title or textarea";
        default: return "in an element without tags";
        }
    case WF_HTML_DOUBLE:
    case WF_HTML_SINGLE: return where_in_attribute(html);
    case WF_HTML_COMMENT: return "in a comment";
    case WF_HTML_BOGUS:
    case WF_HTML_DECLARATION: return "in a declaration";
    default: return "inside a tag";
    }
}
