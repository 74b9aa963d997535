/* What every answer meets on its way out, whoever made it. */
#ifndef WF_WEB_FINISH_H
#define WF_WEB_FINISH_H
#include "src/web/request.h"

/* Makes req->res fit to be sent: a page or a text for a failure, response filters, a known status. */
void wf_finish(weft_request *req);

/* Runs a filter over req->res. A stream that it replaced by something else is closed. */
void wf_finish_edit(weft_request *req, weft_finisher *filter);
#endif
