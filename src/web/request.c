/* What a handler asks of its request. */
#include "src/web/request.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/web/plan.h"
#include <arpa/inet.h>
#include <string.h>

weft_method weft_req_method(const weft_request *req) { return (weft_method)req->msg.method; }
weft_str weft_req_path(const weft_request *req) { return req->msg.path; }
weft_str weft_req_query(const weft_request *req) { return req->msg.query; }
weft_str weft_req_host(const weft_request *req) { return req->msg.authority; }
void *weft_state(const weft_request *req) { return req->plan->state; }

weft_str weft_req_header(const weft_request *req, const char *name)
{
    return wf_message_field(&req->msg, wf_str(name));
}

size_t weft_req_header_count(const weft_request *req) { return req->msg.fields_count; }

weft_str weft_req_header_at(const weft_request *req, size_t index, weft_str *name)
{
    WF_ASSERT(index < req->msg.fields_count);
    const wf_field *field = &req->msg.fields[index];
    if (name) *name = field->name;
    return field->value;
}

_Static_assert(WF_PEER_TEXT >= INET6_ADDRSTRLEN, "the longest address fits");

weft_str wf_peer_text(const wf_peer *peer, char room[WF_PEER_TEXT])
{
    if (!peer || peer->family == 0) return weft_str_of(NULL, 0);
    if (peer->family == AF_UNIX) return weft_lit("unix");
    return wf_str(inet_ntop(peer->family, peer->address, room, WF_PEER_TEXT));
}

weft_str weft_req_peer(weft_request *req)
{
    char room[WF_PEER_TEXT];
    weft_str text = wf_peer_text(req->peer, room);
    if (text.ptr != room) return text;
    char *copy = wf_arena_take(&req->arena, text.len);
    return copy ? weft_str_of(memcpy(copy, room, text.len), text.len) : weft_str_of(NULL, 0);
}

void *weft_alloc(weft_request *req, size_t size)
{
    void *memory = wf_arena_take(&req->arena, size);
    if (memory) return memset(memory, 0, size);
    wf_request_refuse(req, WEFT_UNAVAILABLE, "this request needs more memory than the server allows one");
    return NULL;
}

weft_buf weft_buf_new(weft_request *req) { return wf_buf_in(&req->arena, req->limits->memory); }

bool wf_request_refuse(weft_request *req, unsigned status, const char *reason)
{
    req->refusal = (wf_refusal){ .status = (uint16_t)status, .reason = reason };
    return false;
}
