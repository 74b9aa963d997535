/* What reading a request leaves for its answer. */
#ifndef WF_WEB_READERS_H
#define WF_WEB_READERS_H
#include <weft/weft.h>

/* Always false: "Missing required form field: x". */
bool wf_refuse_missing(weft_request *req, const char *what, const char *name);

/* Remembers the refusal that was just left: a reader that returns a bare value met it, so the handler cannot know. */
void wf_refuse_unsaid(weft_request *req);
/* Whether there is such a refusal; if so it is left for weft_reject. Whatever a handler or a filter answers, the client
 * is answered this instead: asked after each of them. */
bool wf_params_refused(weft_request *req);

/* What all Accept lines say, as one (RFC 9110 section 5.2); absent without one. false: memory is out, and *out is the
 * first of them. */
WEFT_CHECK bool wf_accept_lines(weft_request *req, weft_str *out);

/* For log lines about an author's mistake: the path of the route that answers, or what stands for it. */
const char *wf_route_label(const weft_request *req);
#endif
