/* The last look at an answer: pages, response filters, and whatever makes it valid HTTP. */
#include "src/web/finish.h"
#include "src/base/str.h"
#include "src/http/status.h"
#include "src/web/failure.h"
#include "src/web/fields.h"
#include "src/web/plan.h"
#include "src/web/readers.h"

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

/* The page's body and fields, the failure's fields behind them, its status unless the page has another. */
static void fill_page(weft_request *req)
{
    weft_response failure = req->res;
    const wf_page *page = failure.status >= 400 && failure.kind == WEFT_EMPTY ? page_for(req) : NULL;
    if (!page) return;
    weft_response res = page->run(req);
    if (res.kind == WEFT_NONE || res.flags & WF_FAILED) return; /* then the failure speaks for itself */
    if (res.status == WEFT_OK) res.status = failure.status;
    wf_fields_append(req, &res, failure.fields);
    req->res = res;
}

void wf_finish_edit(weft_request *req, weft_finisher *filter)
{
    if (req->res.kind != WEFT_STREAM) {
        filter(req, &req->res);
        return;
    }
    weft_response before = req->res;
    filter(req, &req->res);
    bool same = req->res.kind == WEFT_STREAM && req->res.as.stream.source == before.as.stream.source &&
                req->res.as.stream.state == before.as.stream.state;
    if (!same) wf_response_drop(&before);
}

static void run_response_filters(weft_request *req)
{
    const weft_app *app = req->plan->app;
    for (uint32_t i = 0; i < app->on_response_count; i++) wf_finish_edit(req, app->on_response[i]);
}

static bool is_own_type(weft_str type)
{
    return type.ptr == wf_type_text || type.ptr == wf_type_html || type.ptr == wf_type_json;
}

static bool is_stream(const weft_response *res)
{
    return res->as.stream.source && res->as.stream.source->next && res->as.stream.length >= -1;
}

static const char *invalid(const weft_response *res)
{
    if (res->status < 200 || !wf_status_line(res->status).ptr)
        return "the response has a status that HTTP does not know";
    if (res->type.ptr && !is_own_type(res->type) && !wf_is_field_value(res->type))
        return "the response's media type holds a control byte";
    if (res->kind == WEFT_STREAM && !is_stream(res))
        return "the response's stream has no source, or a length below -1";
    return NULL;
}

/* Most answers: a file, or a body of one of weft's own types, and nobody who wants a word in it. */
static bool is_fit(const weft_request *req)
{
    const weft_response *res = &req->res;
    bool usual = res->status == WEFT_OK && res->kind == WEFT_BYTES && is_own_type(res->type);
    return (usual || res->flags & WF_READY) && !(res->flags & WF_FAILED) && !req->asked.varies &&
           req->plan->app->on_response_count == 0;
}

void wf_finish(weft_request *req)
{
    if (is_fit(req)) return;
    req->res.flags &= (uint8_t)~WF_READY; /* from here on others may change it */
    static wf_log_gate no_answer, no_http;
    if (req->res.kind == WEFT_NONE)
        wf_mistake(req, &req->res, &no_answer, "the handler returned no response");
    /* A failure that was given the status of a success is one all the same. */
    if (req->res.flags & WF_FAILED && req->res.status < 400) req->res.status = WEFT_INTERNAL;
    if (req->res.status >= 400) fill_page(req);
    wf_failure_render(req);
    run_response_filters(req);
    if (req->asked.varies) weft_vary(req, &req->res, "Accept");
    const char *wrong = invalid(&req->res);
    if (wrong) wf_mistake(req, &req->res, &no_http, "%s", wrong);
    wf_failure_render(req); /* once more, for what has become a failure since */
}
