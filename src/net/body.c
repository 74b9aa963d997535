/* Reading bodies. Memory follows the bytes that came, never those that were promised. */
#include "src/net/body.h"
#include "src/base/spool.h"
#include "src/web/dispatch.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char no_memory[] = "the server is out of memory for this request";
static const char over_limit[] = "the request body is over the limit";

void wf_body_begin(wf_exchange *exchange, size_t room, bool intake)
{
    const wf_framing *framing = &exchange->req.framing;
    exchange->intake = intake;
    exchange->in_place = framing->kind == WF_BODY_LENGTH && !intake && framing->length <= room &&
                         framing->length <= exchange->req.spill_after;
    exchange->body_left = framing->length;
    wf_chunk_init(&exchange->chunk);
}

static bool reserve(wf_kit *kit, wf_exchange *exchange, uint64_t more)
{
    uint64_t needed = exchange->body_len + more;
    if (exchange->body && needed <= exchange->body->size) return true;
    if (needed > SIZE_MAX / 4) return false;
    uint64_t doubled =
        exchange->body ? 2 * (uint64_t)exchange->body->size : needed; /* bounds what is copied */
    if (doubled < needed || doubled > WF_BODY_MEMORY_MAX) doubled = needed;
    wf_block *larger = exchange->body ? wf_pool_enlarge(&kit->pool, exchange->body, (size_t)doubled,
                                                        (size_t)exchange->body_len)
                                      : wf_pool_take(&kit->pool, (size_t)doubled);
    if (!larger) return false;
    exchange->body = larger;
    return true;
}

static wf_body_result refuse(wf_exchange *exchange, unsigned status, const char *reason)
{
    wf_dispatch_refuse(&exchange->req, status, reason);
    return WF_BODY_ANSWERED;
}

/* The bytes in memory go to a file, and all that follow them. */
static bool spill(wf_kit *kit, wf_exchange *exchange)
{
    weft_request *req = &exchange->req;
    req->body_fd = wf_spool_open();
    if (req->body_fd < 0) return false;
    if (!exchange->body) return true;
    bool kept = wf_spool_append(req->body_fd, weft_str_of(wf_block_data(exchange->body), exchange->body_len));
    wf_pool_give(&kit->pool, exchange->body);
    exchange->body = NULL;
    return kept;
}

static wf_body_result spool(wf_kit *kit, wf_exchange *exchange, weft_str piece)
{
    weft_request *req = &exchange->req;
    if ((req->body_fd >= 0 || spill(kit, exchange)) && wf_spool_append(req->body_fd, piece)) {
        exchange->body_len += piece.len;
        return WF_BODY_MORE;
    }
    WF_LOG_ONCE_A_SECOND(kit->log, WEFT_LOG_ERROR,
                         "a request body could not be written to a temporary file: %s", strerror(errno));
    return refuse(exchange, 507, "the server has no room for this request");
}

/* A piece of body goes where this request's goes. WF_BODY_MORE: and more may come. */
static wf_body_result put(wf_kit *kit, wf_exchange *exchange, weft_str piece)
{
    weft_request *req = &exchange->req;
    if (piece.len == 0) return WF_BODY_MORE;
    if (piece.len > req->body_limit - exchange->body_len) return refuse(exchange, 413, over_limit);
    if (exchange->intake) {
        exchange->body_len += piece.len;
        return wf_dispatch_piece(req, piece) == WF_STEP_ANSWERED ? WF_BODY_ANSWERED : WF_BODY_MORE;
    }
    if (exchange->body_len + piece.len > req->spill_after) return spool(kit, exchange, piece);
    if (!reserve(kit, exchange, piece.len)) return refuse(exchange, 503, no_memory);
    memcpy(wf_block_data(exchange->body) + exchange->body_len, piece.ptr, piece.len);
    exchange->body_len += piece.len;
    return WF_BODY_MORE;
}

static wf_body_result complete(wf_exchange *exchange)
{
    weft_request *req = &exchange->req;
    req->body_here = true;
    req->body_size = exchange->body_len;
    if (req->body_fd < 0)
        req->body =
            exchange->body ? weft_str_of(wf_block_data(exchange->body), exchange->body_len) : weft_lit("");
    return WF_BODY_HERE;
}

static wf_body_result read_in_place(wf_exchange *exchange, const char **at, const char *end)
{
    weft_request *req = &exchange->req;
    exchange->body_len = (uint64_t)(end - *at);
    if (exchange->body_len < req->framing.length) return WF_BODY_MORE;
    req->body = weft_str_of(*at, (size_t)req->framing.length);
    req->body_size = exchange->body_len = req->framing.length;
    req->body_here = true;
    *at += req->framing.length;
    return WF_BODY_HERE;
}

static wf_body_result read_length(wf_kit *kit, wf_exchange *exchange, const char **at, const char *end)
{
    uint64_t here = (uint64_t)(end - *at);
    weft_str piece = weft_str_of(*at, (size_t)(here < exchange->body_left ? here : exchange->body_left));
    *at += piece.len;
    exchange->body_left -= piece.len;
    if (put(kit, exchange, piece) == WF_BODY_ANSWERED) return WF_BODY_ANSWERED;
    return exchange->body_left ? WF_BODY_MORE : complete(exchange);
}

static wf_body_result read_chunked(wf_kit *kit, wf_exchange *exchange, const char **at, const char *end)
{
    const weft_request *req = &exchange->req;
    while (*at < end) {
        weft_str piece;
        wf_chunk_result result = wf_chunk_next(&exchange->chunk, &kit->limits->chunk, at, end, &piece);
        if (result == WF_CHUNK_BAD)
            return refuse(exchange, exchange->chunk.refusal.status, exchange->chunk.refusal.reason);
        if (result == WF_CHUNK_DATA && put(kit, exchange, piece) == WF_BODY_ANSWERED) return WF_BODY_ANSWERED;
        /* A chunk that would outgrow the limit is refused by its size line: none of its bytes are waited for. */
        if (wf_chunk_announced(&exchange->chunk) > req->body_limit - exchange->body_len)
            return refuse(exchange, 413, over_limit);
        if (result == WF_CHUNK_END) return complete(exchange);
    }
    return WF_BODY_MORE;
}

wf_body_result wf_body_read(wf_kit *kit, wf_exchange *exchange, const char **at, const char *end)
{
    if (exchange->in_place) return read_in_place(exchange, at, end);
    if (exchange->req.framing.kind == WF_BODY_CHUNKED) return read_chunked(kit, exchange, at, end);
    return read_length(kit, exchange, at, end);
}

bool wf_body_is_received_directly(const wf_exchange *exchange)
{
    const weft_request *req = &exchange->req;
    return req->framing.kind == WF_BODY_LENGTH && !exchange->in_place && !exchange->intake &&
           req->framing.length <= req->spill_after;
}

wf_room wf_body_room(wf_kit *kit, wf_exchange *exchange)
{
    uint64_t want = exchange->body_left < WF_INPUT_SIZE ? exchange->body_left : WF_INPUT_SIZE;
    if (!reserve(kit, exchange, want)) return (wf_room){ 0 };
    uint64_t room = exchange->body->size - exchange->body_len;
    return (wf_room){ .ptr = wf_block_data(exchange->body) + exchange->body_len,
                      .len = (size_t)(room < exchange->body_left ? room : exchange->body_left) };
}

void wf_body_received(wf_exchange *exchange, size_t bytes)
{
    exchange->body_len += bytes;
    exchange->body_left -= bytes;
}
