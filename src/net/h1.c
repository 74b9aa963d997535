/* HTTP/1: one walk from bytes to an answer, resumable wherever the bytes run out. */
#include "src/net/h1.h"
#include "src/http/emit.h"
#include "src/http/status.h"
#include "src/http/target.h"
#include "src/web/dispatch.h"
#include <string.h>

enum {
    DISCARD_MAX =
        64 * 1024, /* a known rest of a refused body up to this is read, so that the connection lives on */
    ROOM_MIN = 2 * 1024, /* less room than this behind a partial head: it moves to the block's start first */
    GO_ON = -1           /* a step's answer when nothing is needed, beside the values of wf_h1_need */
};

void wf_h1_init(wf_h1 *h1, const wf_peer *peer) { *h1 = (wf_h1){ .peer = *peer }; }

void wf_h1_end(wf_kit *kit, wf_h1 *h1)
{
    if (h1->exchange) wf_kit_return_exchange(kit, h1->exchange);
    if (h1->input) wf_kit_return_input(kit, h1->input);
    h1->exchange = NULL;
    h1->input = NULL;
}

static char *unread(const wf_h1 *h1) { return wf_block_data(h1->input) + h1->from; }
static size_t unread_len(const wf_h1 *h1) { return h1->to - h1->from; }
static void consume(wf_h1 *h1, uint64_t bytes) { h1->from += (uint32_t)bytes; }

bool wf_h1_idle(const wf_h1 *h1) { return h1->phase == WF_H1_HEAD && h1->from == h1->to; }

uint64_t wf_h1_body_received(const wf_h1 *h1)
{
    return h1->exchange->in_place ? unread_len(h1) : h1->exchange->body_len + h1->exchange->chunk.overhead;
}

/* ---- Bytes in -------------------------------------------------------------------------------------------- */

static bool reserve_body(wf_kit *kit, wf_exchange *exchange, uint64_t more)
{
    uint64_t needed = exchange->body_len + more;
    if (exchange->body && needed <= exchange->body->size) return true;
    if (needed > SIZE_MAX / 4) return false;
    /* Doubling bounds the copies; growing with what has come, not with what was promised, bounds the memory. */
    uint64_t doubled = exchange->body ? 2 * (uint64_t)exchange->body->size : needed;
    wf_block *larger = wf_pool_take(&kit->pool, (size_t)(doubled > needed ? doubled : needed));
    if (!larger) return false;
    if (exchange->body) {
        memcpy(wf_block_data(larger), wf_block_data(exchange->body), exchange->body_len);
        wf_pool_give(&kit->pool, exchange->body);
    }
    exchange->body = larger;
    return true;
}

/* The rest of a large body of known length is received straight into its own block. */
static bool receives_body(const wf_h1 *h1)
{
    return h1->phase == WF_H1_BODY && h1->exchange->req.framing.kind == WF_BODY_LENGTH &&
           !h1->exchange->in_place;
}

static wf_room body_room(wf_kit *kit, wf_exchange *exchange)
{
    uint64_t want = exchange->body_left < WF_INPUT_SIZE ? exchange->body_left : WF_INPUT_SIZE;
    if (!reserve_body(kit, exchange, want)) return (wf_room){ 0 };
    uint64_t room = exchange->body->size - exchange->body_len;
    return (wf_room){ .ptr = wf_block_data(exchange->body) + exchange->body_len,
                      .len = (size_t)(room < exchange->body_left ? room : exchange->body_left) };
}

/* What is unread moves to the start of `block`; a head that was parsed half-way is parsed anew. */
static void move_input(wf_h1 *h1, wf_block *block)
{
    memmove(wf_block_data(block), unread(h1), unread_len(h1));
    h1->to -= h1->from;
    h1->from = 0;
    if (h1->exchange) wf_head_init(&h1->exchange->head);
}

static bool make_head_room(wf_kit *kit, wf_h1 *h1)
{
    if (h1->from > 0) {
        move_input(h1, h1->input);
        return true;
    }
    if (h1->to < h1->input->size) return true;
    wf_block *larger = wf_pool_take(&kit->pool, (size_t)h1->input->size * 2), *old = h1->input;
    if (!larger) return false;
    move_input(h1, larger);
    h1->input = larger;
    wf_kit_return_input(kit, old);
    return true;
}

wf_room wf_h1_room(wf_kit *kit, wf_h1 *h1)
{
    if (receives_body(h1)) return body_room(kit, h1->exchange);
    if (!h1->input) h1->input = wf_kit_lend_input(kit);
    if (!h1->input) return (wf_room){ 0 };
    bool fixed = h1->phase == WF_H1_BODY && h1->exchange->in_place; /* and there is room for all of it */
    if (h1->from == h1->to && !fixed) h1->from = h1->to = 0;
    if (!fixed && h1->input->size - h1->to < ROOM_MIN && !make_head_room(kit, h1)) return (wf_room){ 0 };
    return (wf_room){ .ptr = wf_block_data(h1->input) + h1->to, .len = h1->input->size - h1->to };
}

void wf_h1_received(wf_h1 *h1, size_t bytes)
{
    if (receives_body(h1)) {
        h1->exchange->body_len += bytes;
        h1->exchange->body_left -= bytes;
    } else {
        h1->to += (uint32_t)bytes;
    }
}

void wf_h1_rest(wf_kit *kit, wf_h1 *h1)
{
    if (h1->from != h1->to || h1->phase == WF_H1_BODY || h1->phase == WF_H1_SENDING) return;
    wf_h1_end(kit, h1);
    h1->from = h1->to = 0;
}

/* ---- Answers --------------------------------------------------------------------------------------------- */

/* Whether the body of a request that was answered without it can be passed over. If so, what is left of it is
 * noted in discard_left; if not, the connection has to end, because nobody knows where the next request begins. */
static bool pass_over_body(wf_h1 *h1)
{
    const wf_framing *framing = &h1->exchange->req.framing;
    if (framing->kind == WF_BODY_NONE) return true;
    if (framing->kind == WF_BODY_CHUNKED) return false;
    uint64_t here = unread_len(h1) < framing->length ? unread_len(h1) : framing->length;
    uint64_t left = framing->length - here;
    if (left > DISCARD_MAX || (left > 0 && framing->expects_continue)) return false;
    consume(h1, here);
    h1->discard_left = left;
    return true;
}

static wf_persistence persistence_of(const wf_exchange *exchange)
{
    if (exchange->close) return WF_PERSIST_CLOSE;
    return exchange->req.msg.minor == 0 ? WF_PERSIST_KEEP_ALIVE : WF_PERSIST_IMPLIED;
}

/* Puts the answer into the batch, its body too unless that is large. false when memory is out. */
static bool put_answer(wf_kit *kit, wf_h1 *h1)
{
    const weft_request *req = &h1->exchange->req;
    const weft_response *res = &req->res;
    weft_str body = res->kind == WEFT_BYTES ? res->as.bytes : weft_str_of(NULL, 0);
    bool lengthless =
        wf_status_bodiless(res->status) || (res->kind == WEFT_EMPTY && req->msg.method == WEFT_HEAD);
    wf_reply reply = { .status_line = wf_status_line(res->status),
                       .date_line = weft_str_of(kit->date_line, WF_DATE_LINE),
                       .type = res->type,
                       .fields = res->fields,
                       .length = lengthless ? WF_NO_LENGTH : (int64_t)body.len,
                       .persistence = persistence_of(h1->exchange) };
    if (req->msg.method == WEFT_HEAD) body.len = 0;
    size_t copied = body.len <= WF_BODY_COPIED ? body.len : 0, fields_size;
    size_t head_size = wf_emit_size(&reply, &fields_size);
    char *to = wf_kit_room(kit, head_size + copied);
    if (!to) return false;
    to = wf_emit_store(&reply, fields_size, to);
    if (copied)
        memcpy(to, body.ptr, copied);
    else if (body.len)
        h1->body_out = body;
    kit->batch_len += head_size + copied;
    return true;
}

/* The answer has left, or lies in the batch: the request is over. */
static void end_request(wf_kit *kit, wf_h1 *h1)
{
    h1->phase = h1->exchange->close ? WF_H1_ENDED : h1->discard_left ? WF_H1_DISCARD : WF_H1_HEAD;
    wf_exchange_begin(kit, h1->exchange);
}

static int answer(wf_kit *kit, wf_h1 *h1)
{
    wf_exchange *exchange = h1->exchange;
    h1->requests++;
    kit->requests++;
    if (kit->draining || h1->requests >= kit->limits->requests) exchange->close = true;
    bool unread_body = !exchange->req.body.ptr && !pass_over_body(h1);
    if (unread_body) exchange->close = true;
    /* A client that asked for the close and sent nothing more sees the answer anyway; others might see a reset. */
    h1->linger = exchange->close && (unread_body || exchange->req.framing.keep_alive || h1->from != h1->to);
    if (!put_answer(kit, h1)) {
        h1->phase = WF_H1_ENDED;
        return WF_H1_CLOSE;
    }
    if (h1->body_out.len == 0) {
        end_request(kit, h1);
        return GO_ON;
    }
    h1->phase = WF_H1_SENDING;
    return WF_H1_WRITE;
}

/* A request whose framing cannot be trusted: its answer is the connection's last. */
static int refuse(wf_kit *kit, wf_h1 *h1, const wf_refusal *refusal)
{
    weft_request *req = &h1->exchange->req;
    wf_log_line(kit->log, WEFT_LOG_DEBUG, "request refused: %u, %s (byte %zu)", refusal->status,
                refusal->reason, refusal->position);
    req->res = weft_fail(req, (weft_status)refusal->status, refusal->reason);
    req->framing = (wf_framing){ .kind = WF_BODY_NONE, .keep_alive = true }; /* nobody asked for the close */
    req->body = weft_lit("");
    h1->exchange->close = true;
    return answer(kit, h1);
}

static int refuse_with(wf_kit *kit, wf_h1 *h1, unsigned status, const char *reason)
{
    const wf_refusal refusal = { .status = (uint16_t)status, .reason = reason };
    return refuse(kit, h1, &refusal);
}

void wf_h1_sent(wf_kit *kit, wf_h1 *h1)
{
    if (h1->phase != WF_H1_SENDING) return;
    h1->body_out = weft_str_of(NULL, 0);
    end_request(kit, h1);
}

/* ---- Requests -------------------------------------------------------------------------------------------- */

/* The pipeline has the whole request, or refuses it before its body came. */
static int dispatch(wf_kit *kit, wf_h1 *h1)
{
    if (wf_dispatch(&h1->exchange->req) == WF_STEP_ANSWERED) return answer(kit, h1);
    wf_exchange *exchange = h1->exchange;
    const wf_framing *framing = &exchange->req.framing;
    exchange->in_place = framing->kind == WF_BODY_LENGTH && framing->length <= h1->input->size - h1->from;
    exchange->body_left = framing->length;
    wf_chunk_init(&exchange->chunk);
    h1->phase = WF_H1_BODY;
    if (!framing->expects_continue || h1->from != h1->to) return GO_ON;
    static const char proceed[] = "HTTP/1.1 100 Continue\r\n\r\n";
    char *to = wf_kit_room(kit, sizeof proceed - 1);
    if (!to) return WF_H1_CLOSE;
    memcpy(to, proceed, sizeof proceed - 1);
    kit->batch_len += sizeof proceed - 1;
    return GO_ON;
}

static int read_head(wf_kit *kit, wf_h1 *h1)
{
    if (h1->from == h1->to) return WF_H1_READ;
    if (!h1->exchange) h1->exchange = wf_kit_lend_exchange(kit);
    if (!h1->exchange) return WF_H1_CLOSE;
    wf_exchange *exchange = h1->exchange;
    weft_request *req = &exchange->req;
    switch (wf_head_parse(&exchange->head, &req->msg, &kit->limits->head, unread(h1), unread_len(h1))) {
    case WF_MORE: return WF_H1_READ;
    case WF_BAD: return refuse(kit, h1, &exchange->head.refusal);
    case WF_DONE: break;
    }
    consume(h1, exchange->head.size);
    req->peer = &h1->peer;
    if (req->msg.method > WEFT_OPTIONS) return refuse_with(kit, h1, 501, "weft does not know this method");
    if (!wf_target_read(&req->msg, &req->refusal)) return refuse(kit, h1, &req->refusal);
    if (!wf_framing_choose(&req->msg, &req->framing, &req->refusal)) return refuse(kit, h1, &req->refusal);
    exchange->close = !req->framing.keep_alive;
    if (req->framing.kind == WF_BODY_NONE) req->body = weft_lit("");
    return dispatch(kit, h1);
}

/* The connection goes on to another input block; this one holds the head, and all its bytes are used up. */
static int wait_for_body(wf_h1 *h1)
{
    if (h1->input && !h1->exchange->pinned) {
        h1->exchange->pinned = h1->input;
        h1->input = NULL;
        h1->from = h1->to = 0;
    }
    return WF_H1_READ;
}

static bool append_body(wf_kit *kit, wf_exchange *exchange, weft_str piece)
{
    if (!reserve_body(kit, exchange, piece.len)) return false;
    memcpy(wf_block_data(exchange->body) + exchange->body_len, piece.ptr, piece.len);
    exchange->body_len += piece.len;
    return true;
}

static const char no_memory[] = "the server is out of memory for this request";

static int run_with_body(wf_kit *kit, wf_h1 *h1)
{
    const wf_exchange *exchange = h1->exchange;
    h1->exchange->req.body =
        exchange->body_len ? weft_str_of(wf_block_data(exchange->body), exchange->body_len) : weft_lit("");
    return dispatch(kit, h1);
}

static int read_in_place(wf_kit *kit, wf_h1 *h1)
{
    weft_request *req = &h1->exchange->req;
    if (unread_len(h1) < req->framing.length) return WF_H1_READ;
    req->body = weft_str_of(unread(h1), (size_t)req->framing.length);
    consume(h1, req->framing.length);
    return dispatch(kit, h1);
}

static int read_length(wf_kit *kit, wf_h1 *h1)
{
    wf_exchange *exchange = h1->exchange;
    if (h1->from != h1->to) { /* what came with the head; all of it is body, else it would be in place */
        weft_str piece = weft_str_of(unread(h1), unread_len(h1));
        if (!append_body(kit, exchange, piece)) return refuse_with(kit, h1, 503, no_memory);
        exchange->body_left -= piece.len;
        consume(h1, piece.len);
    }
    return exchange->body_left ? wait_for_body(h1) : run_with_body(kit, h1);
}

static int read_chunked(wf_kit *kit, wf_h1 *h1)
{
    wf_exchange *exchange = h1->exchange;
    for (;;) {
        if (h1->from == h1->to) return wait_for_body(h1);
        const char *start = unread(h1), *at = start;
        weft_str piece;
        wf_chunk_result result =
            wf_chunk_next(&exchange->chunk, &kit->limits->chunk, &at, start + unread_len(h1), &piece);
        consume(h1, (uint64_t)(at - start));
        if (result == WF_CHUNK_BAD) return refuse(kit, h1, &exchange->chunk.refusal);
        if (result != WF_CHUNK_DATA) piece.len = 0;
        /* A chunk that would outgrow the limit is refused by its size line: none of its bytes are waited for. */
        uint64_t room = kit->limits->body - exchange->body_len;
        if (piece.len > room || exchange->chunk.left > room - piece.len)
            return refuse_with(kit, h1, 413, "the request body is over the limit");
        if (piece.len && !append_body(kit, exchange, piece)) return refuse_with(kit, h1, 503, no_memory);
        if (result == WF_CHUNK_END) return run_with_body(kit, h1);
    }
}

static int read_body(wf_kit *kit, wf_h1 *h1)
{
    if (h1->exchange->in_place) return read_in_place(kit, h1);
    if (h1->exchange->req.framing.kind == WF_BODY_CHUNKED) return read_chunked(kit, h1);
    return read_length(kit, h1);
}

static int discard_body(wf_h1 *h1)
{
    uint64_t here = unread_len(h1) < h1->discard_left ? unread_len(h1) : h1->discard_left;
    consume(h1, here);
    h1->discard_left -= here;
    if (h1->discard_left) return WF_H1_READ;
    h1->phase = WF_H1_HEAD;
    return GO_ON;
}

static int step(wf_kit *kit, wf_h1 *h1)
{
    switch ((wf_h1_phase)h1->phase) {
    case WF_H1_HEAD: return read_head(kit, h1);
    case WF_H1_BODY: return read_body(kit, h1);
    case WF_H1_DISCARD: return discard_body(h1);
    case WF_H1_SENDING: return WF_H1_WRITE;
    case WF_H1_ENDED: break;
    }
    return h1->linger ? WF_H1_LINGER : WF_H1_CLOSE;
}

wf_h1_need wf_h1_run(wf_kit *kit, wf_h1 *h1)
{
    for (;;) {
        int need = step(kit, h1);
        if (need != GO_ON) return (wf_h1_need)need;
        if (kit->batch_len >= WF_BATCH_FULL) return WF_H1_WRITE;
    }
}

/* Ends a request that will not be completed, with an answer where there is one to give. */
static wf_h1_need give_up(wf_kit *kit, wf_h1 *h1, unsigned status, const char *reason)
{
    bool under_way = (h1->phase == WF_H1_HEAD && h1->from != h1->to) || h1->phase == WF_H1_BODY;
    bool blank = h1->phase == WF_H1_HEAD && under_way && h1->exchange &&
                 h1->exchange->head.mark == h1->exchange->head.at && h1->exchange->head.phase == 0;
    if (!under_way || blank || !h1->exchange) {
        h1->phase = WF_H1_ENDED;
        return WF_H1_CLOSE;
    }
    int need = refuse_with(kit, h1, status, reason);
    return need == GO_ON ? wf_h1_run(kit, h1) : (wf_h1_need)need;
}

wf_h1_need wf_h1_eof(wf_kit *kit, wf_h1 *h1)
{
    return give_up(kit, h1, 400, "the request ended before it was complete");
}

wf_h1_need wf_h1_starved(wf_kit *kit, wf_h1 *h1) { return give_up(kit, h1, 503, no_memory); }

wf_h1_need wf_h1_timeout(wf_kit *kit, wf_h1 *h1)
{
    return give_up(kit, h1, 408, "the request took too long to arrive");
}
