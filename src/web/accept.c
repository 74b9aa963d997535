/* Which of several representations a client likes best. */
#include "src/base/buf.h"
#include "src/http/media.h"
#include "src/web/readers.h"
#include "src/web/request.h"

bool wf_accept_lines(weft_request *req, weft_str *out)
{
    const wf_message *msg = &req->msg;
    *out = wf_message_known(msg, WF_FIELD_ACCEPT);
    if (!(msg->repeated >> WF_FIELD_ACCEPT & 1)) return true;
    weft_buf joined = wf_buf_in(&req->arena, req->limits->memory);
    for (uint32_t i = 0; i < msg->fields_count; i++) {
        if (msg->fields[i].id != WF_FIELD_ACCEPT) continue;
        if (joined.len) weft_put_str(&joined, weft_lit(", "));
        weft_put_str(&joined, msg->fields[i].value);
    }
    if (!weft_buf_ok(&joined)) return false;
    *out = weft_buf_str(&joined);
    return true;
}

static bool refuse_all(weft_request *req, const char *const *types, size_t count)
{
    enum { MESSAGE_MAX = 2048 };
    weft_buf message = wf_buf_in(&req->arena, MESSAGE_MAX);
    weft_put_str(&message, weft_lit("None of the accepted types is available; available are "));
    for (size_t i = 0; i < count; i++) weft_putf(&message, "%s%s", i ? ", " : "", types[i]);
    weft_put_char(&message, '\0');
    return wf_request_refuse(req, WEFT_NOT_ACCEPTABLE,
                             weft_buf_ok(&message) ? message.ptr : "None of the accepted types is available");
}

bool weft_accepts(weft_request *req, const char *const *types, size_t count, size_t *chosen)
{
    weft_str accept;
    req->asked.varies = true;
    if (!wf_accept_lines(req, &accept))
        return wf_request_refuse(req, WEFT_UNAVAILABLE, "The server is out of memory for this request");
    ptrdiff_t best = wf_accept_best(accept, types, count);
    if (best < 0) return refuse_all(req, types, count);
    *chosen = (size_t)best;
    return true;
}
