/* The one walk down: filters, gate, handler, filters. Resumable, so that a body may take any number of reads. */
#ifndef WF_WEB_DISPATCH_H
#define WF_WEB_DISPATCH_H
#include "src/web/plan.h"
#include "src/web/request.h"

typedef enum wf_step {
    WF_STEP_BODY,    /* call again when the body is here: req->body_here; at most body_limit bytes of it */
    WF_STEP_INTAKE,  /* the same, and give each piece of it to wf_dispatch_piece before */
    WF_STEP_ANSWERED /* req->res is the answer, finished */
} wf_step;

/* Called once the head is in, with req->phase WF_PHASE_HEAD: decides everything a head can decide (filters, no route,
 * wrong method, a body declared too large), so that a refusal costs no body. With the body here, or once it is, runs
 * the handler. */
wf_step wf_dispatch(weft_request *req);
/* A piece of body for the route's intake. WF_STEP_INTAKE: more of them may come. */
wf_step wf_dispatch_piece(weft_request *req, weft_str piece);
/* A request that weft itself refuses, at whatever point of the walk: its answer is finished as every other. */
void wf_dispatch_refuse(weft_request *req, unsigned status, const char *reason);
/* A request that will never be answered: an intake that had begun is told. */
void wf_dispatch_drop(weft_request *req);

/* Whether anybody wants to be told what became of requests; and telling them. */
static inline bool wf_dispatch_has_loggers(const weft_request *req)
{
    return req->plan->app->completions_count > 0;
}
void wf_dispatch_tell(const weft_request *req, const weft_outcome *outcome);
#endif
