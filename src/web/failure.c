/* Failures: made by handlers, rendered last. */
#include "src/web/failure.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/http/media.h"
#include "src/http/status.h"
#include "src/web/escape.h"
#include "src/web/fields.h"
#include "src/web/readers.h"
#include <stdarg.h>
#include <stdio.h>
#include <weft/json.h>

enum { BODY_MAX = 4096, LIST_MAX = 32 * 1024, LINE_MAX_LEN = 4096 };

/* ---- Made ------------------------------------------------------------------------------------------------ */

weft_response weft_fail(weft_request *req, weft_status status, const char *reason)
{
    req->refusal = (wf_refusal){ .status = (uint16_t)status, .reason = reason };
    return (weft_response){
        .status = (uint16_t)status, .kind = WEFT_EMPTY, .flags = WF_FAILED, .as.bytes = wf_str(reason)
    };
}

weft_response weft_reject(weft_request *req)
{
    if (req->refusal.status) return weft_fail(req, (weft_status)req->refusal.status, req->refusal.reason);
    WF_LOG_ONCE_A_SECOND(
        req->log, WEFT_LOG_ERROR,
        "weft_reject, but no call has failed: weft_fail says a status and a reason (%.*s %.*s)",
        (int)req->msg.method_text.len, req->msg.method_text.ptr, (int)req->msg.path.len, req->msg.path.ptr);
    return weft_fail(req, WEFT_INTERNAL, "the handler rejected a request that nothing refused");
}

void wf_response_drop(weft_response *res)
{
    const weft_source *source = res->kind == WEFT_STREAM ? res->as.stream.source : NULL;
    if (source && source->close) source->close(res->as.stream.state, false);
    *res = (weft_response){ .kind = WEFT_NONE };
}

void wf_mistake(weft_request *req, weft_response *res, wf_log_gate *gate, const char *what, ...)
{
    char text[WF_LOG_LINE / 2];
    va_list args;
    va_start(args, what);
    if (vsnprintf(text, sizeof text, what, args) < 0) *text = '\0';
    va_end(args);
    const wf_message *msg = &req->msg;
    wf_log_gated(req->log, gate, WEFT_LOG_ERROR, "%s (%.*s %.*s)", text, (int)msg->method_text.len,
                 msg->method_text.ptr, (int)msg->path.len, msg->path.ptr);
    wf_response_drop(res);
    *res = weft_fail(req, WEFT_INTERNAL, NULL);
}

/* ---- Told ------------------------------------------------------------------------------------------------ */

static weft_str phrase_of(unsigned status)
{
    weft_str phrase = wf_status_phrase(status);
    return phrase.ptr ? phrase : weft_lit("Error");
}

/* A failure carries its reason where its body will be: calls that fail later leave it alone. */
static bool awaits_body(const weft_response *res)
{
    return res->flags & WF_FAILED && res->kind == WEFT_EMPTY && !wf_status_bodiless(res->status);
}

weft_str weft_reason(const weft_request *req)
{
    const weft_response *res = &req->res;
    bool answered = req->phase == WF_PHASE_ANSWERED;
    if (answered && awaits_body(res) && res->as.bytes.len) return res->as.bytes;
    /* An answer that is no failure may have been made in spite of one. */
    if (answered && !(res->flags & WF_FAILED)) return phrase_of(res->status);
    const char *reason = req->refusal.status ? req->refusal.reason : NULL;
    return reason && *reason ? wf_str(reason) : phrase_of(answered ? res->status : req->refusal.status);
}

/* ---- Rendered -------------------------------------------------------------------------------------------- */

/* What the client accepts; out of memory, what its first line says of it. */
static weft_str accepted(weft_request *req)
{
    weft_str accept;
    (void)!wf_accept_lines(req, &accept);
    return accept;
}

static bool names_json(weft_str accept)
{
    for (weft_str range; (range = wf_list_next(&accept)).ptr;) {
        weft_str type = wf_media_essence(range);
        if (wf_str_eq_nocase(type, weft_lit("application/json")) ||
            wf_str_eq_nocase(type, weft_lit("application/problem+json")))
            return true;
    }
    return false;
}

/* Equals go to text for those who accept anything (curl, browsers), and to JSON for those who name it beside a
 * wildcard, as the clients of APIs do. */
static bool prefers_json(weft_str accept)
{
    static const char *const types[] = {
        "application/problem+json", "application/json", "text/plain", "text/html",
        "application/problem+json", "application/json"
    };
    enum { JSON = 2, TEXT = 2, ALL = JSON + TEXT };
    if (!accept.ptr) return false;
    bool json_first = names_json(accept);
    ptrdiff_t best = wf_accept_best(accept, json_first ? types : types + JSON, ALL);
    return json_first ? best >= 0 && best < JSON : best >= TEXT;
}

static void put_json_text(weft_buf *out, const char *name, weft_str text)
{
    weft_putf(out, "\"%s\":\"", name);
    wf_put_escaped(out, text, WF_ESCAPE_JSON, SIZE_MAX);
    weft_put_char(out, '"');
}

/* Whether there is room for one more of many. */
static bool has_room(const weft_buf *out) { return out->len < LIST_MAX - LINE_MAX_LEN; }

/* What a JSON body broke, all of it; or where it is not JSON. */
static void put_json_error(weft_buf *out, const weft_json_error *error)
{
    const weft_json_rejected *first = error->rejected, *at = first;
    if (!first)
        weft_putf(out, ",\"offset\":%zu,\"line\":%zu,\"column\":%zu,", error->offset, error->line,
                  error->column);
    if (!first) put_json_text(out, "path", error->path);
    for (; at && has_room(out); at = at->next) {
        weft_put_str(out, at == first ? weft_lit(",\"errors\":[{") : weft_lit(",{"));
        put_json_text(out, "path", at->path);
        weft_put_char(out, ',');
        put_json_text(out, "reason", at->reason);
        weft_put_char(out, '}');
    }
    if (first) weft_put_char(out, ']');
}

/* What a reader of JSON left for the failure that has this reason. */
static const weft_json_error *json_error_of(const weft_request *req, weft_str reason)
{
    const weft_json_error *error = req->asked.json;
    return error && error->message.ptr == reason.ptr ? error : NULL;
}

static bool put_problem(weft_buf *out, unsigned status, weft_str reason, const weft_json_error *error)
{
    weft_put_str(out, weft_lit("{\"title\":\""));
    weft_put_str(out, phrase_of(status));
    weft_put_str(out, weft_lit("\",\"status\":"));
    weft_put_u64(out, status);
    if (reason.len) {
        weft_put_str(out, weft_lit(",\"detail\":\""));
        wf_put_escaped(out, reason, WF_ESCAPE_JSON, SIZE_MAX);
        weft_put_char(out, '"');
    }
    if (error) put_json_error(out, error);
    weft_put_str(out, weft_lit("}\n"));
    return weft_buf_ok(out);
}

/* "404 Not Found: no such item\n", and a line for each of several things that are wrong. */
static bool put_lines(weft_buf *out, unsigned status, weft_str reason, const weft_json_error *error)
{
    weft_put_u64(out, status);
    weft_put_char(out, ' ');
    weft_put_str(out, phrase_of(status));
    if (reason.len) {
        weft_put_str(out, weft_lit(": "));
        wf_put_escaped(out, reason, WF_ESCAPE_TEXT, SIZE_MAX);
    }
    weft_put_char(out, '\n');
    const weft_json_rejected *at = error ? error->rejected : NULL;
    for (at = at && at->next ? at : NULL; at && has_room(out); at = at->next) {
        wf_put_escaped(out, at->path, WF_ESCAPE_TEXT, SIZE_MAX);
        weft_put_char(out, ' ');
        wf_put_escaped(out, at->reason, WF_ESCAPE_TEXT, SIZE_MAX);
        weft_put_char(out, '\n');
    }
    return weft_buf_ok(out);
}

static void set_body(weft_response *res, weft_str type, weft_str body)
{
    res->kind = WEFT_BYTES;
    res->type = type;
    res->as.bytes = body;
}

void wf_failure_render(weft_request *req)
{
    weft_response *res = &req->res;
    if (!awaits_body(res)) return;
    weft_str reason = res->as.bytes;
    const weft_json_error *error = json_error_of(req, reason);
    weft_buf body = wf_buf_in(&req->arena, error ? LIST_MAX : BODY_MAX);
    bool varies = wf_fields_vary(req, res, weft_lit("Accept"));
    bool json = varies && prefers_json(accepted(req)); /* else a cache could hand it to others */
    if (json && put_problem(&body, res->status, reason, error))
        set_body(res, weft_lit("application/problem+json"), weft_buf_str(&body));
    else if (!json && put_lines(&body, res->status, reason, error))
        set_body(res, WF_TYPE_TEXT, weft_buf_str(&body));
    else
        set_body(res, WF_TYPE_TEXT, phrase_of(res->status));
}
