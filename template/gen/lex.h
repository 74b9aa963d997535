/* A template cut into pieces: text, holes, tags and comments. What is in them, the parser reads.
 *
 *     {{ expression }}   {% tag %}   {# comment #}   {% raw %} text {% endraw %}
 *
 * A "-" inside a delimiter ({{- -}} {%- -%} {#- -#}) takes the white space on its side away. A line that holds tags and
 * comments alone leaves nothing, not its line break either. "{#" opens a comment only before white space or "-": in
 * "@media print{#nav{...}}" and "class A{#x}" it is a brace and a name. */
#ifndef WF_TEMPLATE_GEN_LEX_H
#define WF_TEMPLATE_GEN_LEX_H
#include "template/gen/unit.h"

typedef enum wf_piece_kind {
    WF_PIECE_TEXT,
    WF_PIECE_HOLE,
    WF_PIECE_TAG,
    WF_PIECE_NOTE /* a comment, or the tags of a raw section: nothing to the parser */
} wf_piece_kind;

typedef struct wf_piece {
    struct wf_piece *next, *prev;
    wf_piece_kind kind;
    uint32_t at;       /* where it begins, its delimiter counted */
    uint32_t from, to; /* what it holds: text, or what is between the delimiters */
    bool trims_before, trims_after;
} wf_piece;

/* The pieces of a source in order, empty texts left out; NULL for an empty one. Faults (a delimiter that is not closed)
 * are the unit's. */
wf_piece *wf_lex(wf_unit *unit, const wf_source *source);
#endif
