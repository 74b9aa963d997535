/* Where in a page one is (HTML, 13.2.5), a byte of literal text at a time; and so, what a hole there must not do.
 *
 * The machine follows the tokenizer of browsers, not their tree: elements are known where they change how text is read
 * (script, style, title, ...). It is stricter than browsers are: a tag that is not closed is a fault. */
#ifndef WF_TEMPLATE_GEN_HTML_H
#define WF_TEMPLATE_GEN_HTML_H
#include "template/gen/attribute.h"
#include "template/gen/reference.h"
#include "template/gen/script.h"
#include "template/gen/style.h"
#include "template/gen/url.h"

enum { WF_HTML_TAG = 20, WF_HTML_ATTRIBUTE = 40, WF_HTML_TYPE = 32, WF_HTML_TAIL = 10 };

typedef enum wf_html_state {
    WF_HTML_TEXT,
    WF_HTML_RAW,      /* in an element whose text holds no tags: `element` */
    WF_HTML_OPEN,     /* behind "<" */
    WF_HTML_END_OPEN, /* behind "</" */
    WF_HTML_TAG_NAME,
    WF_HTML_BEFORE_NAME, /* in a tag, behind white space */
    WF_HTML_NAME,
    WF_HTML_AFTER_NAME,
    WF_HTML_BEFORE_VALUE, /* behind "=" */
    WF_HTML_DOUBLE,
    WF_HTML_SINGLE,
    WF_HTML_UNQUOTED,
    WF_HTML_AFTER_WORD,  /* in a tag, behind a word: white space or the end of the tag has to follow */
    WF_HTML_SLASH,       /* behind "/" in a tag */
    WF_HTML_DECLARATION, /* behind "<!" */
    WF_HTML_COMMENT,
    WF_HTML_BOGUS /* <!doctype ...>, <?...>, and what browsers take for a comment */
} wf_html_state;

typedef enum wf_element {
    WF_ELEMENT_OTHER,
    WF_ELEMENT_SCRIPT,
    WF_ELEMENT_STYLE,
    WF_ELEMENT_TITLE, /* and textarea: text with character references, without tags */
    WF_ELEMENT_RAW    /* iframe, noembed, noframes, xmp, plaintext: text without either */
} wf_element;

/* What of the end of a comment stands right before. */
typedef enum wf_dashes {
    WF_DASHES_NONE,
    WF_DASHES_ONE,
    WF_DASHES_TWO,      /* or more */
    WF_DASHES_BANG,     /* "--!" */
    WF_DASHES_BEGUN,    /* "<!--" */
    WF_DASHES_BEGUN_ONE /* "<!---" */
} wf_dashes;

typedef enum wf_script_type { WF_SCRIPT_JAVASCRIPT, WF_SCRIPT_JSON, WF_SCRIPT_DATA } wf_script_type;

/* All zero at the beginning of a page. Bytes alone, so that two are the same when their bytes are. */
typedef struct wf_html {
    uint8_t state, element;
    uint8_t end_tag;     /* TAG_NAME and on: the tag is an end tag */
    uint8_t attribute;   /* wf_attribute, from "=" on */
    uint8_t script_type; /* of the script that is being opened, or is open */
    uint8_t escapes;     /* script: 1 behind "<!--", 2 behind "<script" behind it */
    uint8_t svg, math;   /* elements that are open */
    uint8_t dashes;      /* comment: wf_dashes; declaration: "--" so far */
    uint8_t unsure;      /* comment: behind a hole or tag, nothing but "-" and "!" since */
    uint8_t descriptor;  /* srcset: behind the URL of a candidate */
    uint8_t comma;       /* srcset: behind a comma */
    uint8_t started;     /* the value of the attribute holds something */
    uint8_t fresh;       /* behind <pre> or <textarea>, of which parsers drop a line feed */
    uint8_t holes;       /* a meta's content holds a hole (1), it has http-equiv (2) */
    uint8_t tag_len, name_len, type_len, tail_len;
    char tag[WF_HTML_TAG];        /* in lower case; RAW: of the element */
    char name[WF_HTML_ATTRIBUTE]; /* the same */
    char type[WF_HTML_TYPE];      /* of a script */
    char tail[WF_HTML_TAIL];      /* RAW: the last bytes, in lower case */
    wf_reference reference;
    wf_script script;
    wf_style style;
    wf_url url;
} wf_html;

/* Takes a byte. NULL, or what is wrong with it and how to mend it. */
const char *wf_html_feed(wf_html *html, char byte);

/* What a hole is printed as. */
typedef enum wf_place_kind {
    WF_PLACE_TEXT,
    WF_PLACE_TITLE,
    WF_PLACE_ATTRIBUTE,
    WF_PLACE_BOOLEAN,  /* an attribute that is there or not */
    WF_PLACE_URL,      /* the beginning of one */
    WF_PLACE_URL_LEAD, /* no "/" was written yet */
    WF_PLACE_URL_ROOT, /* right behind the "/" it begins with */
    WF_PLACE_URL_PART,
    WF_PLACE_URL_QUERY,
    WF_PLACE_SRCSET,     /* the URL of a candidate, or all of them */
    WF_PLACE_DESCRIPTOR, /* behind a candidate's URL: a number */
    WF_PLACE_STYLE,      /* a value in a declaration */
    WF_PLACE_STYLE_TEXT, /* in a string of a style sheet */
    WF_PLACE_SCRIPT,     /* a value */
    WF_PLACE_SCRIPT_TEXT,
    WF_PLACE_SCRIPT_TEMPLATE,
    WF_PLACE_COMMENT,
    WF_PLACE_NONE
} wf_place_kind;

/* What a hole here is printed as; NONE, and why, when none may stand here. */
wf_place_kind wf_html_place(const wf_html *html, const char **why);
/* Whether the hole is inside of an attribute: what is printed is escaped for that too. */
bool wf_html_in_attribute(const wf_html *html);
/* Behind a value that was printed. */
void wf_html_value(wf_html *html);
/* Whether a value right here would run into a word of a script before it: a blank is due. */
bool wf_html_wants_blank(const wf_html *html);

/* Before a tag of the template, and at the end of a branch: what is begun must be whole. NULL, or why it is not. */
const char *wf_html_settle(wf_html *html);
/* After branches that ended, settled, as `a` and `b`: false when they are in different places, else `*a` is what is
 * known. */
bool wf_html_join(wf_html *a, const wf_html *b);
/* In text proper, where tags may stand: where templates begin and end. */
bool wf_html_is_text(const wf_html *html);
/* In a script, whether of an element or an attribute. */
bool wf_html_in_script(const wf_html *html);
/* "in the text", "in the value of an attribute", ... */
const char *wf_html_where(const wf_html *html);
#endif
