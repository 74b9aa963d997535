/* From a request that no route answers to the answer of a file: what src/web/files.h asks for. */
#ifndef WF_STATIC_SERVE_H
#define WF_STATIC_SERVE_H
#include "src/web/request.h"

bool wf_static_answer(weft_request *req);
bool wf_static_has(weft_request *req);
#endif
