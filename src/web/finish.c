/* The last look at an answer: pages, response filters, and whatever makes it valid HTTP. */
#include "src/web/finish.h"
#include "src/base/str.h"
#include "src/http/status.h"
#include "src/web/failure.h"
#include "src/web/plan.h"
#include "src/web/readers.h"

/* The author's mistake: the client is told nothing of it, the log all. */
static void author_mistake(weft_request *req, const char *what)
{
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "%.*s %.*s: %s", (int)req->msg.method_text.len,
                         req->msg.method_text.ptr, (int)req->msg.path.len, req->msg.path.ptr, what);
    req->res = weft_fail(req, WEFT_INTERNAL, NULL);
}

static const wf_page *page_for(const weft_request *req)
{
    const weft_app *app = req->plan->app;
    const wf_page *error_page = NULL;
    for (uint32_t i = 0; i < app->pages_count; i++) {
        if (app->pages[i].status == req->res.status) return &app->pages[i];
        if (app->pages[i].status == 0) error_page = &app->pages[i];
    }
    return req->res.flags & WF_FAILED ? error_page : NULL;
}

/* A field of `fields` that the response lacks is added, oldest first, so that their order stays. */
static void keep_fields(weft_request *req, weft_response *res, const weft_field *fields)
{
    if (!fields) return;
    keep_fields(req, res, fields->next);
    for (const weft_field *f = res->fields; f; f = f->next)
        if (wf_str_eq_nocase(f->name, fields->name)) return;
    weft_field *copy = wf_arena_take(&req->arena, sizeof *copy);
    if (!copy) return;
    *copy = (weft_field){ .next = res->fields, .name = fields->name, .value = fields->value };
    res->fields = copy;
}

/* The page's body and fields, the failure's fields behind them, and the failure's status unless the page has another. */
static void fill_page(weft_request *req)
{
    weft_response failure = req->res;
    const wf_page *page = failure.status >= 400 && failure.kind == WEFT_EMPTY ? page_for(req) : NULL;
    if (!page) return;
    weft_response res = page->run(req);
    if (res.kind == WEFT_NONE || res.flags & WF_FAILED) return;
    if (res.status == WEFT_OK) res.status = failure.status;
    keep_fields(req, &res, failure.fields);
    req->res = res;
}

static void run_response_filters(weft_request *req)
{
    const weft_app *app = req->plan->app;
    for (uint32_t i = 0; i < app->on_response_count; i++) app->on_response[i](req, &req->res);
}

static const char *invalid(const weft_response *res)
{
    if (res->status < 200 || !wf_status_line(res->status).ptr)
        return "the response has a status that HTTP does not know";
    if (res->type.ptr && !(res->flags & WF_TYPE_KNOWN) && !wf_is_field_value(res->type))
        return "the response's media type holds a control byte";
    return NULL;
}

void wf_finish(weft_request *req)
{
    if (req->res.kind == WEFT_NONE) author_mistake(req, "the handler returned no response");
    if (req->res.status >= 400) fill_page(req);
    if (req->res.flags & WF_FAILED) wf_failure_render(req);
    run_response_filters(req);
    if (wf_asked_vary(req)) weft_vary(req, &req->res, "Accept");
    const char *wrong = invalid(&req->res);
    if (wrong) author_mistake(req, wrong);
    if (req->res.flags & WF_FAILED) wf_failure_render(req);
}
