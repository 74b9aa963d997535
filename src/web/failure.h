/* Failures: what is remembered of them, and the body they get last. */
#ifndef WF_WEB_FAILURE_H
#define WF_WEB_FAILURE_H
#include "src/web/request.h"

/* Gives req->res a body if it is a failure without one: a problem (RFC 9457) for clients that prefer JSON, else a
 * line of text. Fields and status stay; Vary gets Accept. Never fails: out of memory, the body is the bare phrase.
 * May be called again whenever the response may have become a failure. */
void wf_failure_render(weft_request *req);

/* The author's mistake: the response becomes a 500 that tells the client nothing, and the log tells the author what to
 * do, once a second for each gate. */
void wf_mistake(weft_request *req, weft_response *res, wf_log_gate *gate, const char *what, ...)
    WEFT_FORMAT(4, 5);

/* Gives up a response that will not be sent: a stream is closed. */
void wf_response_drop(weft_response *res);
#endif
