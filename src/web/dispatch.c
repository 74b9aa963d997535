/* From a request to its answer, straight down. The order is the contract of weft.h:
 *     before - routing - before_route - gate - body - handler - after - (finish.c) page - on_response
 * Filters are loops over flat lists that were cut to the route at start-up. */
#include "src/web/dispatch.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/web/failure.h"
#include "src/web/finish.h"
#include "src/web/readers.h"

/* For a request that has a route. */
static const weft_route *route_of(const weft_request *req)
{
    return &req->plan->app->routes[req->match.route];
}

const weft_route *weft_req_route(const weft_request *req)
{
    bool routed = req->phase > WF_PHASE_BEFORE && req->match.route >= 0;
    return routed ? route_of(req) : NULL;
}

/* ---- Routing --------------------------------------------------------------------------------------------- */

/* "GET, HEAD, POST, OPTIONS": what the path's routes answer, in the order they were registered, and a file behind them
 * if there is one. Absent when a filter has spent the memory. */
static weft_str allowed(weft_request *req, unsigned methods, const weft_method *order, bool file)
{
    weft_buf list = wf_buf_in(&req->arena, 256);
    bool own_head = methods >> WEFT_HEAD & 1, own_get = methods >> WEFT_GET & 1;
    for (unsigned rest = methods; rest; rest &= rest - 1) { /* once for each bit; the order says which */
        weft_put_str(&list, wf_str(wf_method_name(*order)));
        weft_put_str(&list, weft_lit(", "));
        if (*order++ == WEFT_GET && !own_head) weft_put_str(&list, weft_lit("HEAD, "));
    }
    if (file && !own_get) weft_put_str(&list, own_head ? weft_lit("GET, ") : weft_lit("GET, HEAD, "));
    if (!(methods >> WEFT_OPTIONS & 1)) weft_put_str(&list, weft_lit("OPTIONS, "));
    if (!weft_buf_ok(&list)) return weft_str_of(NULL, 0);
    return weft_str_of(list.ptr, list.len - 2);
}

/* Neither route nor file: the path may have others (405, or OPTIONS answered for the app), or none (404). */
static weft_response answer_miss(weft_request *req, bool file)
{
    weft_method order[WF_METHODS];
    unsigned methods = wf_route_methods(req->plan->routes, req->msg.path, req->msg.path_plain, order);
    if (methods == 0 && !file) return weft_fail(req, WEFT_NOT_FOUND, "nothing is served under this path");
    bool options = req->msg.method == WEFT_OPTIONS;
    weft_response res = options ? weft_empty(WEFT_OK)
                                : weft_fail(req, WEFT_METHOD_NOT_ALLOWED,
                                            "this path answers other methods; Allow lists them");
    weft_str allow = allowed(req, methods, order, file);
    if (!allow.ptr)
        return weft_fail(req, WEFT_UNAVAILABLE, "this request needs more memory than the server allows one");
    weft_with(req, &res, "Allow", allow);
    return res;
}

/* No route. Most such requests are for files, where there are any. */
static void answer_unrouted(weft_request *req)
{
    const wf_files *files = req->plan->app->files;
    bool get = req->msg.method == WEFT_GET || req->msg.method == WEFT_HEAD;
    if (files && get && files->ops->answer(req)) return;
    req->res = answer_miss(req, files && !get && files->ops->has(req));
}

static void find_route(weft_request *req)
{
    wf_route_match(req->plan->routes, (weft_method)req->msg.method, req->msg.path, req->msg.path_plain,
                   &req->match);
    req->body_limit = req->limits->body;
    req->spill_after = UINT64_MAX;
    if (req->match.route < 0) return; /* a before_body filter may want the body of such a request too */
    const weft_route *route = route_of(req);
    if (route->body_limit) req->body_limit = route->body_limit == WEFT_OFF ? UINT64_MAX : route->body_limit;
    bool in_memory = !route->spill && !route->intake;
    if (in_memory && req->body_limit > WF_BODY_MEMORY_MAX) req->body_limit = WF_BODY_MEMORY_MAX;
    if (route->spill) req->spill_after = route->spill_after ? route->spill_after : WF_SPILL_AFTER;
}

/* ---- Filters --------------------------------------------------------------------------------------------- */

static bool covers(const weft_request *req, const wf_scopes *scopes, const wf_scope_ref *ref)
{
    return ref->sure || wf_scope_covers(scopes, ref->filter, req->msg.path, req->msg.path_plain);
}

static bool declares_too_much(const weft_request *req)
{
    return req->framing.kind == WF_BODY_LENGTH && req->framing.length > req->body_limit;
}

static weft_response too_large(weft_request *req)
{
    return weft_fail(req, WEFT_CONTENT_TOO_LARGE, "the request body is over the limit");
}

/* A filter or handler has left its response in req->res: whether it is none. A query that turned out to be malformed
 * where it could not see that is refused here. */
static bool passed(weft_request *req)
{
    if (wf_params_refused(req)) {
        wf_response_drop(&req->res);
        req->res = weft_reject(req);
    }
    return req->res.kind == WEFT_NONE;
}

/* Whether the request passes a filter. Nearly all do, and then nothing is stored. */
WF_INLINE bool passes(weft_request *req, weft_handler *filter)
{
    const weft_response res = filter(req);
    if (WF_LIKELY(res.kind == WEFT_NONE && req->asked.unsaid.status == 0)) return true;
    req->res = res;
    return passed(req);
}

typedef enum verdict { PASSED, WAITS, STOPPED } verdict;

/* Goes on from where the walk stands. WAITS: a filter needs the body first. */
static verdict run_before(weft_request *req)
{
    const wf_plan *plan = req->plan;
    if (plan->app->before.count == 0) return PASSED;
    wf_scope_list list = wf_scopes_of(plan->before, req->match.route);
    for (; req->filter < list.count; req->filter++) {
        const wf_scope_ref *ref = &list.refs[req->filter];
        const wf_filter *filter = &plan->app->before.items[ref->filter];
        if (!covers(req, plan->before, ref)) continue;
        if (filter->needs_body && !req->body_here) {
            if (!declares_too_much(req)) return WAITS;
            req->res = too_large(req);
            return STOPPED;
        }
        if (!passes(req, filter->run)) return STOPPED;
    }
    return PASSED;
}

static verdict run_before_route(weft_request *req)
{
    const wf_plan *plan = req->plan;
    if (plan->app->before_route.count == 0) return PASSED;
    wf_scope_list list = wf_scopes_of(plan->before_route, req->match.route);
    for (size_t i = 0; i < list.count; i++) {
        const wf_scope_ref *ref = &list.refs[i];
        if (!covers(req, plan->before_route, ref)) continue;
        if (!passes(req, plan->app->before_route.items[ref->filter].run)) return STOPPED;
    }
    return PASSED;
}

static void run_after(weft_request *req)
{
    const wf_plan *plan = req->plan;
    if (plan->app->after.count == 0) return;
    wf_scope_list list = wf_scopes_of(plan->after, req->match.route);
    for (size_t i = 0; i < list.count; i++)
        if (covers(req, plan->after, &list.refs[i]))
            wf_finish_edit(req, plan->app->after.items[list.refs[i].filter].edit);
}

/* ---- The walk -------------------------------------------------------------------------------------------- */

static wf_step answered(weft_request *req)
{
    req->phase = WF_PHASE_ANSWERED;
    wf_finish(req);
    return WF_STEP_ANSWERED;
}

static wf_step answer_with(weft_request *req, weft_response res)
{
    req->res = res;
    return answered(req);
}

/* What the handler left in req->res; after-filters see it unless it is a failure. The response is stored there once
 * and never passed on by value. */
static wf_step answer_route(weft_request *req)
{
    if (!passed(req) && !(req->res.flags & WF_FAILED)) run_after(req);
    return answered(req);
}

/* What a head alone can decide about a route. */
static verdict enter_route(weft_request *req)
{
    if (req->match.route < 0) {
        answer_unrouted(req);
        return STOPPED;
    }
    if (run_before_route(req) == STOPPED) return STOPPED;
    if (!declares_too_much(req)) return PASSED;
    req->res = too_large(req);
    return STOPPED;
}

static wf_step run_intake(weft_request *req, const weft_intake *intake)
{
    if (req->phase == WF_PHASE_BODY) {
        req->asked.reader = WF_READER_INTAKE;
        if (!intake->begin(req, &req->intake_state)) return answer_with(req, weft_reject(req));
        req->phase = WF_PHASE_INTAKE;
        /* A filter may have waited for the whole body: then it comes in one piece. */
        if (req->body.len && wf_dispatch_piece(req, req->body) == WF_STEP_ANSWERED) return WF_STEP_ANSWERED;
    }
    if (!req->body_here) return WF_STEP_INTAKE;
    req->phase = WF_PHASE_ANSWERED; /* from here on abort is not called any more */
    req->res = intake->end(req, req->intake_state);
    return answer_route(req);
}

static wf_step run_route(weft_request *req)
{
    const weft_route *route = route_of(req);
    if (route->intake) return run_intake(req, route->intake);
    if (!req->body_here) return WF_STEP_BODY;
    req->res = route->handler(req);
    return answer_route(req);
}

wf_step wf_dispatch(weft_request *req)
{
    verdict so_far = PASSED;
    if (req->phase == WF_PHASE_HEAD) {
        find_route(req);
        req->phase = WF_PHASE_BEFORE;
    }
    if (req->phase == WF_PHASE_BEFORE) {
        so_far = run_before(req);
        if (so_far == WAITS) return WF_STEP_BODY;
        req->phase = WF_PHASE_ROUTE;
        if (so_far == PASSED) so_far = enter_route(req);
        if (so_far == STOPPED) return answered(req);
        req->phase = WF_PHASE_BODY;
    }
    return run_route(req);
}

wf_step wf_dispatch_piece(weft_request *req, weft_str piece)
{
    req->body_size += req->body_here ? 0 : piece.len;
    if (route_of(req)->intake->data(req, req->intake_state, piece)) return WF_STEP_INTAKE;
    weft_response res = weft_reject(req);
    wf_dispatch_drop(req);
    return answer_with(req, res);
}

void wf_dispatch_refuse(weft_request *req, unsigned status, const char *reason)
{
    wf_dispatch_drop(req);
    answer_with(req, weft_fail(req, (weft_status)status, reason));
}

void wf_dispatch_drop(weft_request *req)
{
    if (req->phase != WF_PHASE_INTAKE) return;
    const weft_intake *intake = route_of(req)->intake;
    req->phase = WF_PHASE_ANSWERED;
    if (intake->abort) intake->abort(req->intake_state);
}

/* ---- Telling --------------------------------------------------------------------------------------------- */

void wf_dispatch_tell(const weft_request *req, const weft_outcome *outcome)
{
    const weft_app *app = req->plan->app;
    for (uint32_t i = 0; i < app->completions_count; i++)
        app->completions[i].run(req, outcome, app->completions[i].state);
}
