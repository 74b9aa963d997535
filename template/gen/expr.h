/* Expressions of C, read and typed against what a template knows: its variables and what its imports declare.
 *
 * All of C's operators but the comma and those that change something (=, ++, --). What types say is wrong is refused
 * here, with a suggestion; where a type is not known, the C compiler decides. */
#ifndef WF_TEMPLATE_GEN_EXPR_H
#define WF_TEMPLATE_GEN_EXPR_H
#include "template/gen/value.h"

typedef enum wf_variable_kind { WF_VAR_PARAM, WF_VAR_SET, WF_VAR_LOOP_ITEM, WF_VAR_LOOP } wf_variable_kind;

/* A name that expressions may use. */
typedef struct wf_variable {
    struct wf_variable *outer; /* the one declared before it */
    wf_variable_kind kind;
    weft_str name;
    weft_str c_name;             /* what it is called in C; LOOP: of its index */
    weft_str c_count;            /* LOOP: of its length */
    const wf_ctype *type;        /* NULL: only C knows it */
    const struct wf_part *owner; /* the block that declares it; NULL: the template itself */
    bool used;
    uint32_t at;
} wf_variable;

/* A word of an expression, as it is written to C. */
typedef struct wf_word {
    struct wf_word *next;
    weft_str text;
    wf_variable *variable; /* whose name it is */
    bool spaced;           /* a blank before it */
} wf_word;

typedef struct wf_expr {
    const wf_word *words;
    wf_value value;
    uint32_t at, to; /* where it is written */
} wf_expr;

/* Text that is being read: from `at` to `to` of a source. */
typedef struct wf_reader {
    wf_unit *unit;
    const wf_source *source;
    wf_types *types;
    wf_variable *variables; /* those in scope, innermost first */
    uint32_t at, to;
    int depth;
    wf_word **tail; /* where the next word goes; NULL: nowhere */
    bool failed;    /* a fault was told */
    bool text_due;  /* the value goes to a weft_str: literals become one */
    bool quiet;     /* or would have been: only whether it can be read is asked */
} wf_reader;

/* Reads one expression from reader->at on, and leaves reader->at behind it. false: a fault was told. */
WEFT_CHECK bool wf_expr_read(wf_reader *reader, wf_expr *out);
/* The same for a value that goes where `to` is declared: a literal becomes a weft_str where one is due, and what does
 * not fit is a fault. `what` is who takes it: "parameter 'title' of layout". */
WEFT_CHECK bool wf_expr_read_as(wf_reader *reader, const wf_ctype *to, const char *what, wf_expr *out);

/* ---- What tags are read with ------------------------------------------------------------------------------ */

void wf_reader_skip(wf_reader *reader); /* white space */
bool wf_reader_done(wf_reader *reader);
/* Takes a name; absent when none stands here. */
weft_str wf_reader_name(wf_reader *reader);
/* Takes `sign` if it stands here. */
bool wf_reader_sign(wf_reader *reader, const char *sign);
/* Takes a "..." literal without escapes; absent when none stands here. */
weft_str wf_reader_literal(wf_reader *reader);
/* A fault at `at`; returns false, and the reader has failed. */
bool wf_reader_fault(wf_reader *reader, size_t at, const char *format, ...) WEFT_FORMAT(3, 4);
wf_variable *wf_reader_variable(const wf_reader *reader, weft_str name);
bool wf_is_keyword(weft_str name); /* of C */
#endif
