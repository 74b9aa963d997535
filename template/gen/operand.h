/* What the two halves of the reader of expressions share: operands and operators. */
#ifndef WF_TEMPLATE_GEN_OPERAND_H
#define WF_TEMPLATE_GEN_OPERAND_H
#include "template/gen/expr.h"

/* One level deeper; false, and a fault, when that is too deep, and when the reader has failed. */
bool wf_expr_enter(wf_reader *reader, uint32_t at);
wf_word *wf_expr_word(wf_reader *reader, weft_str text, bool spaced);
void wf_expr_put(wf_reader *reader, const char *text, bool spaced);
/* Puts words around those from *first on. */
void wf_expr_wrap(wf_reader *reader, wf_word **first, const char *before, const char *after);
/* The byte that stands next, behind white space; and the one `bytes` behind it. 0 at the end. */
char wf_expr_peek(wf_reader *reader);
char wf_expr_peek_behind(wf_reader *reader, uint32_t bytes);
weft_str wf_expr_named(wf_reader *reader, wf_value value); /* its type, for messages */

wf_value wf_expr_need_scalar(wf_reader *reader, wf_value value, uint32_t at);
void wf_expr_need_number(wf_reader *reader, wf_value value, uint32_t at, const char *sign);
void wf_expr_need_whole(wf_reader *reader, wf_value value, uint32_t at, const char *sign);

wf_value wf_expr_conditional(wf_reader *reader);
wf_value wf_expr_unary(wf_reader *reader);
/* An expression that goes where `to` is declared; NULL: anywhere. `what` is who takes it. */
wf_value wf_expr_argument(wf_reader *reader, const wf_ctype *to, const char *what);
#endif
