/* The last look at an answer: whatever made it, it leaves as valid HTTP. */
#include "src/web/finish.h"
#include "src/base/str.h"
#include "src/http/status.h"
#include "src/web/failure.h"
#include "router/freeze.h"

/* The author's mistake: the client is told nothing of it, the log all. */
static void fail(weft_request *req, const char *what)
{
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "%s %.*s: %s",
                         wf_method_name((weft_method)req->msg.method), (int)req->msg.path.len,
                         req->msg.path.ptr, what);
    req->res = weft_fail(req, WEFT_INTERNAL, NULL);
}

void wf_finish(weft_request *req)
{
    if (req->res.kind == WEFT_NONE)
        fail(req, "the handler returned no response");
    else if (req->res.status < 200 || !wf_status_line(req->res.status).ptr)
        fail(req, "the response has a status that HTTP does not know");
    else if (req->res.type.ptr && !(req->res.flags & WF_TYPE_KNOWN) && !wf_is_field_value(req->res.type))
        fail(req, "the response's media type holds a control byte");
    wf_failure_render(req);
    if (wf_status_bodiless(req->res.status)) {
        req->res.kind = WEFT_EMPTY;
        req->res.type = weft_str_of(NULL, 0);
    }
}
