/* Literals of C in expressions: numbers, characters, strings. What C would refuse or warn of is a fault. */
#ifndef WF_TEMPLATE_GEN_LITERAL_H
#define WF_TEMPLATE_GEN_LITERAL_H
#include "template/gen/expr.h"

typedef struct wf_literal {
    weft_str text; /* as it is written to C */
    wf_value value;
} wf_literal;

/* Reads the literal that begins at reader->at. Adjacent strings are one. false: a fault was told. */
WEFT_CHECK bool wf_literal_read(wf_reader *reader, wf_literal *out);
/* Writes bytes as the inside of a string literal of C11: whatever they are, they come out the same. */
void wf_literal_put(weft_buf *out, weft_str text);
#endif
