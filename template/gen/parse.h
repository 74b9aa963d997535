/* What the parts of the parser share: where it is, what is in scope, which tags are open. */
#ifndef WF_TEMPLATE_GEN_PARSE_H
#define WF_TEMPLATE_GEN_PARSE_H
#include "template/gen/import.h"

/* A name of C that this template's code uses. */
typedef struct wf_taken {
    struct wf_taken *next;
    weft_str name;
} wf_taken;

typedef struct wf_parser {
    wf_tree *tree;
    wf_unit *unit;
    const wf_source *source;
    wf_folders folders;
    wf_piece *piece;        /* the next one */
    wf_variable *variables; /* in scope, innermost first */
    wf_part *part;          /* that is being read; NULL: the template itself */
    const char *open;       /* the innermost tag that is open, "if"; NULL: none */
    uint32_t open_at;
    int depth;
    bool printed;    /* something stands before: imports and parameters may not follow */
    wf_taken *taken; /* names that C code has already, */
    unsigned taken_count;
    unsigned number; /* and the last that was put behind one */
} wf_parser;

/* What is put back when a tag closes. */
typedef struct wf_opening {
    const char *open;
    uint32_t at;
    wf_variable *variables;
} wf_opening;

/* ---- Scope ----------------------------------------------------------------------------------------------- */

/* A name for C code that nothing else has: `name`, else name_2 and so on. */
weft_str wf_parse_c_name(wf_parser *parse, weft_str name);
/* Brings a variable into scope, until the tag closes that is open. */
wf_variable *wf_parse_declare(wf_parser *parse, wf_variable_kind kind, weft_str name, const wf_ctype *type,
                              uint32_t at);
/* An expression is used here: its variables are, and parts that they are not of are handed them. */
void wf_parse_use(wf_parser *parse, const wf_expr *expr);
/* Reads one expression with what is in scope, and uses it. */
WEFT_CHECK bool wf_parse_expr(wf_parser *parse, wf_reader *reader, wf_expr *out);
/* Whether the tag ends here, as it should; a fault if not. */
bool wf_parse_tag_end(wf_reader *reader);

/* ---- Tags ------------------------------------------------------------------------------------------------ */

wf_node *wf_parse_new_node(wf_parser *parse, wf_node_kind kind, uint32_t at);
/* The next node; NULL when what stands next is none. There has to be a piece. */
wf_node *wf_parse_node(wf_parser *parse);
/* Nodes up to the tag that closes what is open. */
wf_node *wf_parse_nodes(wf_parser *parse);
/* Whether the next piece is a tag that closes what is open. */
bool wf_parse_at_end(wf_parser *parse);

/* Opens the tag `word`, and closes it again. false: nested too deeply, which is a fault; nothing is open then. */
WEFT_CHECK bool wf_parse_open(wf_parser *parse, const char *word, uint32_t at, wf_opening *before);
void wf_parse_close(wf_parser *parse, const wf_opening *before);
/* Takes {% word %}, which closes what is open. A missing one is a fault. */
void wf_parse_closed_by(wf_parser *parse, const char *word);
bool wf_parse_next_is(wf_parser *parse, const char *word);
/* What follows the body of an if or for: elif, else, or nothing; and its end. */
void wf_parse_otherwise(wf_parser *parse, wf_node *node);

/* Each is behind the first word of its tag. NULL: a fault was told. */
wf_node *wf_parse_for(wf_parser *parse, wf_reader *reader, uint32_t at);
wf_node *wf_parse_include(wf_parser *parse, wf_reader *reader, uint32_t at);
wf_node *wf_parse_call(wf_parser *parse, wf_reader *reader, uint32_t at);
/* Reads the default of a parameter. false: a fault was told. */
bool wf_parse_default(wf_parser *parse, const wf_template *callee, wf_argument *argument);

/* ---- Parts ----------------------------------------------------------------------------------------------- */

wf_part *wf_parse_new_part(wf_parser *parse, weft_str name, uint32_t at, bool is_slot);
/* Makes it one of the template's, which gives it a name in C. */
void wf_parse_add_part(wf_parser *parse, wf_part *part);
/* The name behind {% block; absent, and a fault, when there is none. */
weft_str wf_parse_block_name(wf_reader *reader, uint32_t at);
/* Reads the body of a part, and its {% endblock %}. */
void wf_parse_fill(wf_parser *parse, wf_part *part);
/* A part must be able to take what it uses; a fault for what it cannot. */
void wf_parse_check_captures(wf_parser *parse, const wf_part *part);
#endif
