/* From a request to its answer, straight down: gate, handler, finish. */
#include "src/web/dispatch.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/web/finish.h"
#include "src/web/plan.h"

/* "GET, HEAD, POST, OPTIONS": what the path's routes answer, in the order they were registered. */
static weft_str allowed(weft_request *req, unsigned methods, const weft_method *order)
{
    weft_buf list = wf_buf_in(&req->arena, 256);
    bool own_head = methods >> WEFT_HEAD & 1;
    for (unsigned rest = methods; rest; rest &= rest - 1) { /* once for each bit; the order says which */
        weft_put_str(&list, wf_str(wf_method_name(*order)));
        weft_put_str(&list, weft_lit(", "));
        if (*order++ == WEFT_GET && !own_head) weft_put_str(&list, weft_lit("HEAD, "));
    }
    if (methods >> WEFT_OPTIONS & 1)
        list.len -= 2;
    else
        weft_put_str(&list, weft_lit("OPTIONS"));
    return weft_buf_str(&list);
}

/* No route: the path may have others (405, or OPTIONS answered for the app), or none (404). */
static weft_response answer_miss(weft_request *req)
{
    weft_method order[WF_METHODS];
    unsigned methods = wf_route_methods(req->plan->routes, req->msg.path, req->msg.path_plain, order);
    if (methods == 0) return weft_fail(req, WEFT_NOT_FOUND, "nothing is served under this path");
    bool options = req->msg.method == WEFT_OPTIONS;
    weft_response res = options
                            ? weft_empty(WEFT_OK)
                            : weft_fail(req, WEFT_METHOD_NOT_ALLOWED,
                                        "this path does not answer this method; Allow lists those it does");
    weft_with(req, &res, "Allow", allowed(req, methods, order));
    return res;
}

/* What a head alone can decide; the zero response lets the request pass. */
static weft_response gate(weft_request *req)
{
    wf_route_match(req->plan->routes, (weft_method)req->msg.method, req->msg.path, req->msg.path_plain,
                   &req->match);
    if (req->match.route < 0) return answer_miss(req);
    if (req->framing.kind == WF_BODY_LENGTH && req->framing.length > req->limits->body)
        return weft_fail(req, WEFT_CONTENT_TOO_LARGE, "the request body is over the limit");
    return (weft_response){ .kind = WEFT_NONE };
}

wf_step wf_dispatch(weft_request *req)
{
    if (req->phase == WF_PHASE_HEAD) {
        req->res = gate(req);
        if (req->res.kind == WEFT_NONE) req->phase = WF_PHASE_BODY;
    }
    if (req->phase == WF_PHASE_BODY) {
        if (!req->body.ptr) return WF_STEP_BODY;
        req->res = req->plan->handlers[req->match.route](req);
    }
    req->phase = WF_PHASE_ANSWERED;
    wf_finish(req);
    return WF_STEP_ANSWERED;
}
