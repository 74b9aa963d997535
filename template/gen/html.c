#include "template/gen/html.h"
#include <string.h>

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r';
}
static char lower(char byte) { return (char)(byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte); }
static bool is_letter(char byte) { return lower(byte) >= 'a' && lower(byte) <= 'z'; }

static weft_str tag_of(const wf_html *html) { return weft_str_of(html->tag, html->tag_len); }
static weft_str name_of(const wf_html *html) { return weft_str_of(html->name, html->name_len); }
static bool is_tag(const wf_html *html, const char *name)
{
    return weft_str_eq(tag_of(html), weft_str_of(name, strlen(name)));
}

/* Appends to one of the texts of a machine, in lower case; what is longer is cut: no name that matters is. */
static void append(char *text, uint8_t *len, size_t room, char byte)
{
    if (*len < room) text[(*len)++] = lower(byte);
}

/* Forgets the attribute. */
static void end_attribute(wf_html *html)
{
    html->attribute = html->started = html->descriptor = html->comma = 0;
    html->name_len = 0;
    memset(html->name, 0, sizeof html->name);
    html->reference = (wf_reference){ 0 };
    html->script = (wf_script){ 0 };
    html->style = (wf_style){ 0 };
    html->url = (wf_url){ 0 };
}

/* ---- Tags: their beginning and their end ----------------------------------------------------------------- */

static wf_element element_of(const wf_html *html)
{
    static const char *const raw[] = { "iframe", "noembed", "noframes", "xmp", "plaintext" };
    if (is_tag(html, "script")) return WF_ELEMENT_SCRIPT;
    if (is_tag(html, "style")) return WF_ELEMENT_STYLE;
    if (html->svg || html->math) return WF_ELEMENT_OTHER;
    if (is_tag(html, "title") || is_tag(html, "textarea")) return WF_ELEMENT_TITLE;
    for (size_t i = 0; i < sizeof raw / sizeof *raw; i++)
        if (is_tag(html, raw[i])) return WF_ELEMENT_RAW;
    return WF_ELEMENT_OTHER;
}

static bool ends_with(const char *text, size_t len, const char *word)
{
    size_t word_len = strlen(word);
    return len >= word_len && memcmp(text + len - word_len, word, word_len) == 0;
}

static wf_script_type script_type(const char *type, size_t len)
{
    static const char *const json[] = { "json", "importmap", "speculationrules" };
    static const char *const script[] = { "javascript", "ecmascript", "jscript", "module" };
    if (len == 0) return WF_SCRIPT_JAVASCRIPT;
    for (size_t i = 0; i < sizeof json / sizeof *json; i++)
        if (ends_with(type, len, json[i])) return WF_SCRIPT_JSON;
    for (size_t i = 0; i < sizeof script / sizeof *script; i++)
        if (ends_with(type, len, script[i])) return WF_SCRIPT_JAVASCRIPT;
    return WF_SCRIPT_DATA;
}

/* The ">" of a tag. */
static const char *end_tag(wf_html *html)
{
    bool closed = html->state == WF_HTML_SLASH, end = html->end_tag;
    const char *fault = html->holes == 3
                            ? "a hole in the content of <meta http-equiv> can send the reader elsewhere; "
                              "write the content out"
                            : NULL;
    uint8_t *root = is_tag(html, "svg") ? &html->svg : is_tag(html, "math") ? &html->math : NULL;
    if (root && !end && !closed && *root < UINT8_MAX) ++*root;
    if (root && end && *root > 0) --*root;
    bool foreign = html->svg || html->math;
    wf_element element = end || (closed && foreign) ? WF_ELEMENT_OTHER : element_of(html);
    bool pre = is_tag(html, "pre") || is_tag(html, "listing") || is_tag(html, "textarea");
    wf_html next = { .svg = html->svg, .math = html->math, .fresh = pre && !end };
    if (element != WF_ELEMENT_OTHER) {
        next.state = WF_HTML_RAW;
        next.element = (uint8_t)element;
        next.tag_len = html->tag_len;
        memcpy(next.tag, html->tag, sizeof next.tag);
        if (element == WF_ELEMENT_SCRIPT) next.script_type = (uint8_t)script_type(html->type, html->type_len);
    }
    *html = next;
    return fault;
}

static void begin_tag(wf_html *html, bool end, char byte)
{
    *html = (wf_html){ .state = WF_HTML_TAG_NAME, .svg = html->svg, .math = html->math, .end_tag = end };
    append(html->tag, &html->tag_len, WF_HTML_TAG, byte);
}

static const char *feed_open(wf_html *html, char byte)
{
    if (is_letter(byte)) {
        begin_tag(html, html->state == WF_HTML_END_OPEN, byte);
    } else if (html->state == WF_HTML_END_OPEN) {
        html->state = byte == '>' ? WF_HTML_TEXT : WF_HTML_BOGUS;
    } else if (byte == '/') {
        html->state = WF_HTML_END_OPEN;
    } else if (byte == '!') {
        html->state = WF_HTML_DECLARATION;
    } else if (byte == '?') {
        html->state = WF_HTML_BOGUS;
    } else { /* "a < b" is text */
        html->state = WF_HTML_TEXT;
        return wf_html_feed(html, byte);
    }
    return NULL;
}

/* ---- Comments and their like ----------------------------------------------------------------------------- */

static const char *feed_declaration(wf_html *html, char byte)
{
    if (byte == '-' && html->dashes == 0) {
        html->dashes = 1;
    } else if (byte == '-') {
        html->state = WF_HTML_COMMENT;
        html->dashes = WF_DASHES_BEGUN;
    } else if (byte == '[' && (html->svg || html->math)) {
        return "a CDATA section is not read as one everywhere; write text with '&lt;' and '&amp;' instead";
    } else {
        html->dashes = 0;
        html->state = byte == '>' ? WF_HTML_TEXT : WF_HTML_BOGUS;
    }
    return NULL;
}

/* What a "-" or another byte makes of what stands right before. */
static wf_dashes next_dashes(wf_dashes before, char byte)
{
    if (byte == '!') return before == WF_DASHES_TWO ? WF_DASHES_BANG : WF_DASHES_NONE;
    if (byte != '-') return WF_DASHES_NONE;
    if (before == WF_DASHES_BEGUN) return WF_DASHES_BEGUN_ONE;
    return before == WF_DASHES_NONE || before == WF_DASHES_BANG ? WF_DASHES_ONE : WF_DASHES_TWO;
}

/* "-->" and "--!>" end a comment, and at its beginning ">" and "->". */
static const char *feed_comment(wf_html *html, char byte)
{
    bool ends = html->dashes >= WF_DASHES_TWO;
    if (byte == '>' && !ends && html->unsure)
        return "this '>' would end the comment if what stands before it ends in dashes; write a blank before "
               "it, or the "
               "whole '-->'";
    if (byte == '>' && ends)
        *html = (wf_html){ .state = WF_HTML_TEXT, .svg = html->svg, .math = html->math };
    else
        html->dashes = (uint8_t)next_dashes((wf_dashes)html->dashes, byte);
    if (byte != '-' && byte != '!') html->unsure = 0;
    return NULL;
}

/* ---- Elements whose text holds no tags ------------------------------------------------------------------- */

static bool tail_is(const wf_html *html, const char *mark, weft_str word)
{
    size_t mark_len = strlen(mark), len = mark_len + word.len;
    if (len > html->tail_len) return false;
    const char *from = html->tail + html->tail_len - len;
    return memcmp(from, mark, mark_len) == 0 && memcmp(from + mark_len, word.ptr, word.len) == 0;
}

static void push_tail(wf_html *html, char byte)
{
    if (html->tail_len == WF_HTML_TAIL) {
        memmove(html->tail, html->tail + 1, WF_HTML_TAIL - 1);
        html->tail_len--;
    }
    html->tail[html->tail_len++] = lower(byte);
}

/* "<!--" in a script makes "<script" begin something that its own "</script" ends (HTML, 13.2.5.18 and on). */
static void track_escapes(wf_html *html, char byte, bool word_ends)
{
    if (tail_is(html, "<!--", weft_lit("")) && html->escapes == 0) html->escapes = 1;
    if (byte == '>' && tail_is(html, "--", weft_lit(""))) html->escapes = 0;
    if (word_ends && html->escapes == 1 && tail_is(html, "<", tag_of(html))) html->escapes = 2;
}

static const char *feed_raw(wf_html *html, char byte)
{
    bool word_ends = is_space(byte) || byte == '/' || byte == '>';
    bool script = html->element == WF_ELEMENT_SCRIPT;
    if (script) track_escapes(html, byte, word_ends);
    if (word_ends && tail_is(html, "</", tag_of(html)) && !is_tag(html, "plaintext")) {
        if (html->escapes < 2) {
            wf_html next = {
                .state = WF_HTML_BEFORE_NAME, .svg = html->svg, .math = html->math, .end_tag = 1
            };
            next.tag_len = html->tag_len;
            memcpy(next.tag, html->tag, sizeof next.tag);
            *html = next;
            return wf_html_feed(html, byte);
        }
        html->escapes = 1;
    }
    push_tail(html, byte);
    char out[WF_REFERENCE_MAX + 1];
    if (script)
        wf_script_feed(&html->script, byte);
    else if (html->element == WF_ELEMENT_STYLE)
        wf_style_feed(&html->style, byte);
    else if (html->element == WF_ELEMENT_TITLE)
        (void)wf_reference_feed(&html->reference, byte, out);
    return NULL;
}

/* ---- Attributes ------------------------------------------------------------------------------------------ */

static const char unclosed[] = "the tag is not closed before this '<'; write '>' before it";

/* The name is whole and a value follows. */
static void begin_value(wf_html *html)
{
    html->attribute = (uint8_t)wf_attribute_of(tag_of(html), name_of(html));
    html->style.attribute = 1;
    html->state = WF_HTML_BEFORE_VALUE;
    if (is_tag(html, "meta") && weft_str_eq(name_of(html), weft_lit("http-equiv"))) html->holes |= 2;
    if (weft_str_eq(name_of(html), weft_lit("type"))) {
        html->type_len = 0;
        memset(html->type, 0, sizeof html->type);
    }
}

static const char *begin_name(wf_html *html, char byte)
{
    if (byte == '<') return unclosed;
    if (byte == '=') return "an attribute needs a name before its '='";
    if (byte == '"' || byte == '\'')
        return "a quote stands where an attribute's name should; write name=\"value\"";
    end_attribute(html);
    html->state = WF_HTML_NAME;
    append(html->name, &html->name_len, WF_HTML_ATTRIBUTE, byte);
    return NULL;
}

/* In a tag, outside of values. */
static const char *feed_tag(wf_html *html, char byte)
{
    wf_html_state state = (wf_html_state)html->state;
    if (byte == '>') return end_tag(html);
    if (byte == '/') {
        end_attribute(html);
        html->state = WF_HTML_SLASH;
    } else if (is_space(byte)) {
        if (state != WF_HTML_NAME && state != WF_HTML_AFTER_NAME) end_attribute(html);
        html->state =
            state == WF_HTML_NAME || state == WF_HTML_AFTER_NAME ? WF_HTML_AFTER_NAME : WF_HTML_BEFORE_NAME;
    } else if (state == WF_HTML_AFTER_WORD) {
        return "a blank is due between the parts of a tag; write one here";
    } else if (byte == '<') {
        return unclosed;
    } else if (state == WF_HTML_TAG_NAME) {
        append(html->tag, &html->tag_len, WF_HTML_TAG, byte);
    } else if (byte == '=' && (state == WF_HTML_NAME || state == WF_HTML_AFTER_NAME)) {
        begin_value(html);
    } else if (state == WF_HTML_NAME) {
        if (byte == '"' || byte == '\'') return "a quote in the name of an attribute; write '=' before it";
        append(html->name, &html->name_len, WF_HTML_ATTRIBUTE, byte);
    } else {
        return begin_name(html, byte);
    }
    return NULL;
}

/* One byte of a value, decoded. */
static void feed_srcset(wf_html *html, char byte)
{
    bool space = is_space(byte);
    if (html->descriptor ? byte == ',' : space && html->comma) {
        html->descriptor = html->comma = 0;
        html->url = (wf_url){ 0 };
    } else if (space && html->url.part != WF_URL_START) {
        html->descriptor = 1;
    } else if (!html->descriptor && !space && (byte != ',' || html->url.part != WF_URL_START)) {
        wf_url_feed(&html->url, byte);
        html->comma = byte == ',';
    }
}

static void feed_decoded(wf_html *html, char byte)
{
    switch ((wf_attribute)html->attribute) {
    case WF_ATTR_URL: wf_url_feed(&html->url, byte); break;
    case WF_ATTR_SRCSET: feed_srcset(html, byte); break;
    case WF_ATTR_STYLE: wf_style_feed(&html->style, byte); break;
    case WF_ATTR_SCRIPT: wf_script_feed(&html->script, byte); break;
    case WF_ATTR_PLAIN:
    case WF_ATTR_BOOLEAN:
    case WF_ATTR_REFUSED: break;
    }
    if (is_tag(html, "script") && weft_str_eq(name_of(html), weft_lit("type")))
        append(html->type, &html->type_len, WF_HTML_TYPE, byte);
}

static const char broken_scheme[] =
    "a hole cannot be part of a URL's scheme; write the scheme out, or give the whole URL as one value";

static const char *feed_value(wf_html *html, char byte)
{
    char out[WF_REFERENCE_MAX + 1];
    bool ends = html->state == WF_HTML_DOUBLE   ? byte == '"'
                : html->state == WF_HTML_SINGLE ? byte == '\''
                                                : is_space(byte) || byte == '>';
    bool was_broken = html->url.part == WF_URL_BROKEN;
    size_t len =
        ends ? wf_reference_end(&html->reference, out) : wf_reference_feed(&html->reference, byte, out);
    for (size_t i = 0; i < len; i++) feed_decoded(html, out[i]);
    html->started = 1;
    if (html->url.part == WF_URL_BROKEN && !was_broken) return broken_scheme;
    if (!ends) return NULL;
    end_attribute(html);
    wf_html_state before = (wf_html_state)html->state;
    html->state = WF_HTML_AFTER_WORD;
    return before == WF_HTML_UNQUOTED ? wf_html_feed(html, byte) : NULL;
}

static const char *before_value(wf_html *html, char byte)
{
    if (is_space(byte)) return NULL;
    if (byte == '>') return "the attribute has no value; write one in quotes, or leave the '=' out";
    html->state = byte == '"' ? WF_HTML_DOUBLE : byte == '\'' ? WF_HTML_SINGLE : WF_HTML_UNQUOTED;
    return html->state == WF_HTML_UNQUOTED ? wf_html_feed(html, byte) : NULL;
}

/* ---- All of it ------------------------------------------------------------------------------------------- */

const char *wf_html_feed(wf_html *html, char byte)
{
    html->fresh = 0;
    char out[WF_REFERENCE_MAX + 1];
    switch ((wf_html_state)html->state) {
    case WF_HTML_TEXT:
        (void)wf_reference_feed(&html->reference, byte, out);
        if (byte == '<') *html = (wf_html){ .state = WF_HTML_OPEN, .svg = html->svg, .math = html->math };
        return NULL;
    case WF_HTML_RAW: return feed_raw(html, byte);
    case WF_HTML_OPEN:
    case WF_HTML_END_OPEN: return feed_open(html, byte);
    case WF_HTML_TAG_NAME:
    case WF_HTML_BEFORE_NAME:
    case WF_HTML_NAME:
    case WF_HTML_AFTER_NAME:
    case WF_HTML_AFTER_WORD:
    case WF_HTML_SLASH: return feed_tag(html, byte);
    case WF_HTML_BEFORE_VALUE: return before_value(html, byte);
    case WF_HTML_UNQUOTED:
        if (byte == '<') return unclosed;
        if (byte == '"' || byte == '\'')
            return "a quote in a value without quotes; write quotes around the value";
        return feed_value(html, byte);
    case WF_HTML_DOUBLE:
    case WF_HTML_SINGLE: return feed_value(html, byte);
    case WF_HTML_DECLARATION: return feed_declaration(html, byte);
    case WF_HTML_COMMENT: return feed_comment(html, byte);
    case WF_HTML_BOGUS:
        if (byte == '>') html->state = WF_HTML_TEXT;
        return NULL;
    }
    return NULL;
}
