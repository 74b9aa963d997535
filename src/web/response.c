/* The constructors of responses. Each is one return of a literal: measured, that is what makes returning a
 * response by value free. */
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/http/status.h"
#include "src/web/request.h"
#include <stdarg.h>
#include <stdio.h>

#define PLAIN weft_lit("text/plain; charset=utf-8")

weft_response weft_bytes(weft_str type, weft_str bytes)
{
    return (weft_response){ .status = WEFT_OK, .kind = WEFT_BYTES, .type = type, .as.bytes = bytes };
}

weft_response weft_text(weft_str text)
{
    return (weft_response){
        .status = WEFT_OK, .kind = WEFT_BYTES, .flags = WF_TYPE_KNOWN, .type = PLAIN, .as.bytes = text
    };
}

weft_response weft_html(weft_str page)
{
    return (weft_response){
        .status = WEFT_OK, .kind = WEFT_BYTES, .type = weft_lit("text/html; charset=utf-8"), .as.bytes = page
    };
}

weft_response weft_empty(weft_status status)
{
    return (weft_response){ .status = (uint16_t)status, .kind = WEFT_EMPTY };
}

weft_response weft_buffer(weft_request *req, weft_str type, const weft_buf *buf)
{
    if (!weft_buf_ok(buf))
        return weft_fail(req, WEFT_INTERNAL, "the response outgrew the memory a request may use");
    return weft_bytes(type, weft_buf_str(buf));
}

weft_response weft_textf(weft_request *req, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len >= 0) text = wf_arena_take(&req->arena, (size_t)len + 1);
    if (!text) return weft_fail(req, WEFT_INTERNAL, "the response outgrew the memory a request may use");
    va_start(args, format);
    (void)vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    return weft_text(weft_str_of(text, (size_t)len));
}

/* "404 Not Found: no such item\n", in the request's memory; the bare phrase when there is none left. */
static weft_str failure_text(weft_request *req, unsigned status, const char *reason)
{
    weft_str phrase = wf_status_phrase(status);
    if (!phrase.ptr) phrase = weft_lit("Error");
    weft_buf text = wf_buf_in(&req->arena, 4096);
    weft_put_u64(&text, status);
    weft_put_char(&text, ' ');
    weft_put_str(&text, phrase);
    if (reason && *reason) {
        weft_put_str(&text, weft_lit(": "));
        weft_put_str(&text, wf_str(reason));
    }
    weft_put_char(&text, '\n');
    return weft_buf_ok(&text) ? weft_buf_str(&text) : phrase;
}

weft_response weft_fail(weft_request *req, weft_status status, const char *reason)
{
    return (weft_response){ .status = (uint16_t)status,
                            .kind = WEFT_BYTES,
                            .flags = WF_TYPE_KNOWN,
                            .type = PLAIN,
                            .as.bytes = failure_text(req, status, reason) };
}

weft_response weft_reject(weft_request *req)
{
    if (req->refusal.status == 0)
        return weft_fail(req, WEFT_INTERNAL, "the handler rejected a request that nothing refused");
    return weft_fail(req, (weft_status)req->refusal.status, req->refusal.reason);
}

/* The server frames its answers itself: an app that could say these fields could desynchronise a connection. */
static bool is_servers_own(weft_str name)
{
    switch (wf_field_find(name)) {
    case WF_FIELD_CONTENT_LENGTH:
    case WF_FIELD_TRANSFER_ENCODING:
    case WF_FIELD_CONNECTION:
    case WF_FIELD_KEEP_ALIVE:
    case WF_FIELD_DATE: return true;
    default: return false;
    }
}

static bool may_send(weft_request *req, weft_str name, weft_str value)
{
    const char *mistake = NULL;
    if (!wf_is_token(name))
        mistake = "its name is not a token";
    else if (is_servers_own(name))
        mistake = "the server sets it itself";
    else if (!wf_is_field_value(value))
        mistake = "its value holds a control byte";
    if (!mistake) return true;
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "response field \"%.*s\" refused: %s (%.*s)",
                         (int)name.len, name.ptr, mistake, (int)req->msg.path.len, req->msg.path.ptr);
    return false;
}

void weft_with(weft_request *req, weft_response *res, const char *name, weft_str value)
{
    weft_str field_name = wf_str(name);
    weft_field *field = may_send(req, field_name, value) ? wf_arena_take(&req->arena, sizeof *field) : NULL;
    if (!field) {
        *res = weft_fail(req, WEFT_INTERNAL, NULL);
        return;
    }
    *field = (weft_field){ .next = res->fields, .name = field_name, .value = value };
    res->fields = field;
}
