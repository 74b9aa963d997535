/* What JSON answers and bodies share. */
#ifndef WF_WEB_JSON_H
#define WF_WEB_JSON_H
#include "src/web/readers.h"
#include "src/web/request.h"
#include <weft/json.h>

/* Whether the request says that its body is JSON in UTF-8. false: 415. */
WEFT_CHECK bool wf_json_accepts(weft_request *req);
/* Always false. 400 for what is no JSON or not of the wanted shape, 422 for what breaks limits, 503 for what memory
 * does not suffice for; the failure's body tells all of it. */
bool wf_json_refuse(weft_request *req, const weft_json_error *error);
/* Always false. The author's mistake is logged: a value that JSON cannot hold. */
bool wf_json_unwritable(weft_request *req, const weft_codec *codec, const weft_json_error *error);
#endif
