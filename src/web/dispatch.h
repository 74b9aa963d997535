/* The one walk down: gate, filters, handler. Resumable, so that a body may take any number of reads. */
#ifndef WF_WEB_DISPATCH_H
#define WF_WEB_DISPATCH_H
#include "src/web/request.h"

typedef enum wf_step {
    WF_STEP_BODY,    /* accepted: call again when req->body is there */
    WF_STEP_ANSWERED /* req->res is the answer, finished */
} wf_step;

/* Called once the head is in, with req->phase WF_PHASE_HEAD: decides everything a head can decide (no route, wrong
 * method, a body declared too large), so that a refusal costs no body. With req->body already there, or once it is,
 * runs the handler. */
wf_step wf_dispatch(weft_request *req);
#endif
