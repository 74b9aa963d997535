/* The fields of a response: a list that only ever grows at its front. Copies of a response share it, so nothing that
 * is linked is changed; what takes a field away links copies of those in front of it. */
#ifndef WF_WEB_FIELDS_H
#define WF_WEB_FIELDS_H
#include "src/web/request.h"

/* These three check nothing; false, and the response as it was, when memory is out. */
WEFT_CHECK bool wf_fields_add(weft_request *req, weft_response *res, weft_str name, weft_str value);
/* In place of every field of that name. */
WEFT_CHECK bool wf_fields_set(weft_request *req, weft_response *res, weft_str name, weft_str value);
/* `name` (a token) in Vary, once; "*" stands for all there are. */
WEFT_CHECK bool wf_fields_vary(weft_request *req, weft_response *res, weft_str name);

/* Fields of another response behind those of this one, which win where a field can be there once only. */
void wf_fields_append(weft_request *req, weft_response *res, const weft_field *more);

/* What is left of a response whose fields found no memory: a 500. */
void wf_fields_spent(weft_request *req, weft_response *res);
#endif
