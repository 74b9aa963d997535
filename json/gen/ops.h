/* What a writer does, one thing after the other, and the room that it has to ask for: known once all is there, from the
 * end back to the beginning. */
#ifndef WF_JSON_GEN_OPS_H
#define WF_JSON_GEN_OPS_H
#include "json/gen/gen.h"

typedef enum wf_jop_kind {
    WF_OP_LITERAL, /* fixed bytes: merged with those before */
    WF_OP_FIXED,   /* a statement that writes at most `size` bytes */
    WF_OP_ASKING,  /* a statement that asks for its own room, and for what follows it */
    WF_OP_CALL,    /* a statement behind which no room is promised */
    WF_OP_LINE,    /* a statement that writes nothing */
    WF_OP_ROOM,    /* asks for `size` bytes */
    WF_OP_IF,      /* condition, body, other */
    WF_OP_LOOP     /* header, body */
} wf_jop_kind;

typedef struct wf_jop wf_jop;

typedef struct wf_jblock {
    wf_jop *first, *last;
    struct wf_jblock *outer;
} wf_jblock;

struct wf_jop {
    wf_jop *next, *before;
    wf_jop_kind kind;
    weft_str text; /* LITERAL: bytes; others: C. ASKING: up to the last argument */
    weft_str
        comma_if; /* LITERAL: a comma stands before it when this variable is not 0; empty: it is always the same */
    size_t size;
    wf_jblock body, other;
};

typedef struct wf_jops {
    wf_jgen *gen;
    wf_jblock whole, *now;
    int names; /* of variables so far */
} wf_jops;

void wf_jops_begin(wf_jops *ops, wf_jgen *gen);
/* JSON bytes as they are. */
void wf_jops_literal(wf_jops *ops, const char *format, ...) WEFT_FORMAT(2, 3);
/* A comma unless `variable` is 0, as the beginning of the literal that follows. */
void wf_jops_comma(wf_jops *ops, weft_str variable);
void wf_jops_add(wf_jops *ops, wf_jop_kind kind, size_t size, const char *format, ...) WEFT_FORMAT(4, 5);
/* IF and LOOP: what is added until `close` is inside; `otherwise` turns to the other branch. */
void wf_jops_open(wf_jops *ops, wf_jop_kind kind, const char *format, ...) WEFT_FORMAT(3, 4);
void wf_jops_otherwise(wf_jops *ops);
void wf_jops_close(wf_jops *ops);
/* Decides what room is asked for where, and writes all of it. */
void wf_jops_put(wf_jops *ops, wf_jsource *source);
#endif
