/* A template as a tree: what the parser makes, the context pass completes, and the emitter writes. */
#ifndef WF_TEMPLATE_GEN_TREE_H
#define WF_TEMPLATE_GEN_TREE_H
#include "template/gen/expr.h"
#include "template/gen/html.h"

/* A parameter of a template. */
typedef struct wf_param {
    struct wf_param *next;
    weft_str name;
    const wf_ctype *type;
    bool is_content;
    uint32_t at;                     /* where it is declared */
    uint32_t default_at, default_to; /* its default, in the source of its template; to 0: it has none */
    wf_variable *variable;           /* of the template that is compiled; NULL in others */
} wf_param;

/* A template: the one that is compiled, or one that it imports, of which the parameters are known. */
typedef struct wf_template {
    struct wf_template *next;
    wf_source source;
    weft_str name;    /* what functions are named after: "items" */
    weft_str include; /* "layout.page.h" */
    wf_param *params;
    bool broken; /* its parameters could not be read: calls are not checked */
} wf_template;

/* A header that is imported, as it was written: "item.h" or <time.h>. */
typedef struct wf_header {
    struct wf_header *next;
    weft_str spelled;
} wf_header;

/* What a block uses of what is around it. */
typedef struct wf_capture {
    struct wf_capture *next;
    wf_variable *variable;
    uint32_t at; /* where it is used first */
} wf_capture;

/* A part of a template that is a function of its own: a fragment of the page, or what fills a slot of a call. */
typedef struct wf_part {
    struct wf_part *next;  /* of the template, in order */
    struct wf_part *outer; /* that it stands in */
    weft_str name;
    weft_str c_name;
    bool is_slot;
    bool is_used;               /* something calls it */
    const struct wf_node *loop; /* a row of a streamed loop: that loop */
    uint32_t at;
    wf_capture *captures;
    struct wf_node *body;
} wf_part;

/* An argument of a call, in the order of the parameters. */
typedef struct wf_argument {
    struct wf_argument *next;
    const wf_param *param;
    const wf_source *source; /* the expression's: a default stands in the callee's */
    wf_expr expr;
    wf_part *block; /* content from a block; then there is no expression */
    bool is_default;
} wf_argument;

typedef enum wf_node_kind {
    WF_NODE_TEXT,
    WF_NODE_HOLE,
    WF_NODE_IF,
    WF_NODE_FOR,
    WF_NODE_SET,
    WF_NODE_CALL,
    WF_NODE_BLOCK
} wf_node_kind;

typedef struct wf_node {
    struct wf_node *next;
    wf_node_kind kind;
    uint32_t at;
    weft_str text;             /* TEXT */
    wf_expr expr;              /* HOLE, IF, FOR (what is gone through; range: from), SET */
    wf_expr limit;             /* FOR over a range: to; counted: how many; SET and FOR over an array: none */
    bool is_streamed;          /* FOR */
    bool is_range;             /* FOR */
    int64_t length;            /* FOR over an array; -1: `limit` says */
    wf_variable *variable;     /* SET; FOR: the item */
    wf_variable *loop;         /* FOR */
    weft_str base;             /* FOR: what the list is called in C */
    bool is_typed;             /* SET: the template says its type */
    struct wf_node *body;      /* IF, FOR */
    struct wf_node *otherwise; /* IF: what else, a lone IF for elif; FOR: for nothing to go through */
    uint32_t otherwise_at;
    const wf_template *callee; /* CALL */
    wf_argument *arguments;
    wf_part *block; /* BLOCK; FOR: its body, when it is streamed */

    /* HOLE, by the parser: it is printed raw; by the context pass: as what. */
    bool raw;
    wf_place_kind place;
    bool in_attribute;
    bool css_url;       /* STYLE_TEXT: in url("...") */
    bool blank;         /* a blank is printed before it */
    bool line_feed;     /* a line feed is: parsers drop the first one in it */
    weft_str attribute; /* ` name="`, when the attribute vanishes with the value; absent when it does not */
    char quote;         /* that ends it */
} wf_node;

typedef struct wf_tree {
    wf_unit *unit;
    wf_types *types;
    wf_template *self;
    wf_template *imports; /* templates, in the order they were imported */
    wf_header *headers;
    wf_part *blocks;
    bool streams; /* a loop is streamed */
    wf_node *body;
} wf_tree;

/* Folders that imports are looked for in, behind that of the importing template. */
typedef struct wf_folders {
    const char *const *paths;
    size_t count;
} wf_folders;

/* Reads self's text. Faults are the unit's. */
void wf_tree_parse(wf_tree *tree, wf_folders folders);
/* Decides what each hole is printed as, and that branches and loops end where they may. */
void wf_tree_place(wf_tree *tree);
#endif
