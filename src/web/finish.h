/* What every answer meets on its way out, whoever made it. */
#ifndef WF_WEB_FINISH_H
#define WF_WEB_FINISH_H
#include "src/web/request.h"

/* Makes req->res fit to be sent: a known status, a body only where there may be one. */
void wf_finish(weft_request *req);
#endif
