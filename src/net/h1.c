/* HTTP/1: one walk from bytes to an answer, resumable wherever the bytes run out. */
#include "src/net/h1.h"
#include "src/base/clock.h"
#include "src/http/target.h"
#include "src/web/dispatch.h"
#include <string.h>

enum {
    /* A known rest of a refused body up to this is read, so that the connection lives on. */
    DISCARD_MAX = 64 * 1024,
    ROOM_MIN = 2 * 1024, /* less room than this behind a partial head: it moves to the block's start first */
    GO_ON = -1           /* a step's answer when nothing is needed, beside the values of wf_h1_need */
};

void wf_h1_init(wf_h1 *h1, const wf_peer *peer) { *h1 = (wf_h1){ .peer = *peer }; }

static void give_back(wf_kit *kit, wf_h1 *h1)
{
    if (h1->exchange) wf_kit_return_exchange(kit, h1->exchange);
    if (h1->input) wf_kit_return_input(kit, h1->input);
    h1->exchange = NULL;
    h1->input = NULL;
}

bool wf_h1_must_reset(const wf_h1 *h1)
{
    const wf_exchange *exchange = h1->exchange;
    bool cut = h1->phase == WF_H1_SENDING && exchange && exchange->streaming &&
               exchange->req.msg.minor == 0 && exchange->req.res.as.stream.length < 0;
    return h1->reset || cut;
}

void wf_h1_end(wf_kit *kit, wf_h1 *h1)
{
    if (h1->exchange) {
        wf_dispatch_drop(&h1->exchange->req);
        if (h1->phase == WF_H1_SENDING) wf_answer_end(h1->exchange, false);
        wf_kit_clear_exchange(kit, h1->exchange);
    }
    give_back(kit, h1);
}

static char *unread(const wf_h1 *h1) { return wf_block_data(h1->input) + h1->from; }
static size_t unread_len(const wf_h1 *h1) { return h1->to - h1->from; }
static void consume(wf_h1 *h1, uint64_t bytes) { h1->from += (uint32_t)bytes; }

bool wf_h1_idle(const wf_h1 *h1) { return h1->phase == WF_H1_HEAD && h1->from == h1->to; }

uint64_t wf_h1_body_received(const wf_h1 *h1)
{
    return h1->exchange->body_len + h1->exchange->chunk.overhead;
}

/* ---- Bytes in -------------------------------------------------------------------------------------------- */

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

static bool receives_body(const wf_h1 *h1)
{
    return h1->phase == WF_H1_BODY && h1->from == h1->to && wf_body_is_received_directly(h1->exchange);
}

wf_room wf_h1_room(wf_kit *kit, wf_h1 *h1)
{
    if (receives_body(h1)) return wf_body_room(kit, h1->exchange);
    if (!h1->input) h1->input = wf_kit_lend_input(kit);
    if (!h1->input) return (wf_room){ 0 };
    bool fixed = h1->phase == WF_H1_BODY && h1->exchange->in_place; /* and there is room for all of it */
    if (h1->from == h1->to && !fixed) h1->from = h1->to = 0;
    if (!fixed && h1->input->size - h1->to < ROOM_MIN && !make_head_room(kit, h1)) return (wf_room){ 0 };
    return (wf_room){ .ptr = wf_block_data(h1->input) + h1->to, .len = h1->input->size - h1->to };
}

void wf_h1_received(wf_h1 *h1, size_t bytes)
{
    if (receives_body(h1))
        wf_body_received(h1->exchange, bytes);
    else
        h1->to += (uint32_t)bytes;
}

void wf_h1_rest(wf_kit *kit, wf_h1 *h1)
{
    if (h1->from != h1->to || h1->phase == WF_H1_BODY || h1->phase == WF_H1_SENDING) return;
    give_back(kit, h1); /* end_request has cleared the exchange */
    h1->from = h1->to = 0;
}

/* ---- Answers --------------------------------------------------------------------------------------------- */

/* Whether the body of a request that was answered without it can be passed over. If so, what is left of it is
 * noted in discard_left; if not, the connection has to end, because nobody knows where the next request begins. */
static bool pass_over_body(wf_h1 *h1)
{
    const wf_exchange *exchange = h1->exchange;
    const wf_framing *framing = &exchange->req.framing;
    if (framing->kind == WF_BODY_NONE) return true;
    if (framing->kind == WF_BODY_CHUNKED) return false;
    uint64_t coming = h1->phase == WF_H1_BODY && !exchange->in_place ? exchange->body_left : framing->length;
    uint64_t here = unread_len(h1) < coming ? unread_len(h1) : coming;
    uint64_t left = coming - here;
    if (left > DISCARD_MAX || (left > 0 && framing->expects_continue)) return false;
    consume(h1, here);
    h1->discard_left = left;
    return true;
}

/* The answer has left, or lies in the batch: the request is over. */
static int end_request(wf_kit *kit, wf_h1 *h1)
{
    wf_answer_end(h1->exchange, true);
    h1->phase = h1->exchange->close ? WF_H1_ENDED : h1->discard_left ? WF_H1_DISCARD : WF_H1_HEAD;
    wf_kit_clear_exchange(kit, h1->exchange);
    return GO_ON;
}

/* The rest of the answer will not come; the client has to see that. */
static int break_off(wf_h1 *h1)
{
    const wf_exchange *exchange = h1->exchange;
    h1->reset = exchange->req.msg.minor == 0 && exchange->streaming; /* else framing tells */
    wf_answer_end(h1->exchange, false);
    h1->phase = WF_H1_ENDED;
    h1->linger = false;
    return WF_H1_CLOSE;
}

static int go_on_answering(wf_kit *kit, wf_h1 *h1, wf_answer_result result)
{
    switch (result) {
    case WF_ANSWER_PUT: return end_request(kit, h1);
    case WF_ANSWER_SENDING: h1->phase = WF_H1_SENDING; return WF_H1_WRITE;
    case WF_ANSWER_BROKEN: break;
    }
    return break_off(h1);
}

static int answer(wf_kit *kit, wf_h1 *h1)
{
    wf_exchange *exchange = h1->exchange;
    h1->requests++;
    if (kit->draining || h1->requests >= kit->limits->requests) exchange->close = true;
    bool unread_body = !exchange->req.body_here && !pass_over_body(h1);
    if (unread_body) exchange->close = true;
    wf_answer_result result = wf_answer_begin(kit, exchange, &h1->out);
    /* A client that asked for the close and sent nothing more sees the answer anyway; others might see a reset. */
    h1->linger = exchange->close &&
                 (unread_body || h1->discard_left || exchange->req.framing.keep_alive || h1->from != h1->to);
    return go_on_answering(kit, h1, result);
}

/* A request whose framing cannot be trusted: its answer is the connection's last. */
static int refuse(wf_kit *kit, wf_h1 *h1, const wf_refusal *refusal)
{
    weft_request *req = &h1->exchange->req;
    wf_log_line(kit->log, WEFT_LOG_DEBUG, "request refused: %u, %s (byte %zu)", refusal->status,
                refusal->reason, refusal->position);
    wf_dispatch_refuse(req, refusal->status, refusal->reason);
    req->framing = (wf_framing){ .kind = WF_BODY_NONE, .keep_alive = true }; /* nobody asked for the close */
    h1->exchange->close = true;
    return answer(kit, h1);
}

static int refuse_with(wf_kit *kit, wf_h1 *h1, unsigned status, const char *reason)
{
    const wf_refusal refusal = { .status = (uint16_t)status, .reason = reason };
    return refuse(kit, h1, &refusal);
}

static int send_on(wf_kit *kit, wf_h1 *h1)
{
    if (!wf_output_empty(&h1->out) || kit->batch_len) return WF_H1_WRITE;
    return go_on_answering(kit, h1, wf_answer_pull(kit, h1->exchange));
}

/* ---- Requests -------------------------------------------------------------------------------------------- */

static int wait_for_body(wf_kit *kit, wf_h1 *h1, bool intake)
{
    static const char proceed[] = "HTTP/1.1 100 Continue\r\n\r\n";
    wf_exchange *exchange = h1->exchange;
    wf_body_begin(exchange, h1->input->size - h1->from, intake);
    h1->phase = WF_H1_BODY;
    if (!exchange->req.framing.expects_continue || h1->from != h1->to) return GO_ON;
    char *to = wf_kit_room(kit, sizeof proceed - 1);
    if (!to) return WF_H1_CLOSE;
    memcpy(to, proceed, sizeof proceed - 1);
    kit->batch_len += sizeof proceed - 1;
    return GO_ON;
}

/* The pipeline has the whole request, or refuses it before its body came. */
static int dispatch(wf_kit *kit, wf_h1 *h1)
{
    wf_step step = wf_dispatch(&h1->exchange->req);
    return step == WF_STEP_ANSWERED ? answer(kit, h1) : wait_for_body(kit, h1, step == WF_STEP_INTAKE);
}

static void note_beginning(weft_request *req)
{
    if (!wf_dispatch_has_loggers(req)) return;
    req->begun_us = wf_clock_us();
    req->begun_unix_ms = wf_clock_unix_ms();
}

/* The turn in which the request's first byte was there already; 0: perhaps none. That is so for the first request
 * behind an announcement, unless blank lines were announced and it came after them. */
static uint64_t promptness(const wf_kit *kit, wf_h1 *h1)
{
    bool prompt = h1->prompt && *unread(h1) != '\r' && *unread(h1) != '\n';
    h1->prompt = false;
    return prompt ? kit->turn : 0;
}

static int read_head(wf_kit *kit, wf_h1 *h1)
{
    if (h1->from == h1->to) return WF_H1_READ;
    if (!h1->exchange) h1->exchange = wf_kit_lend_exchange(kit);
    if (!h1->exchange) return WF_H1_CLOSE;
    wf_exchange *exchange = h1->exchange;
    weft_request *req = &exchange->req;
    wf_result result =
        wf_head_parse(&exchange->head, &req->msg, &kit->limits->head, unread(h1), unread_len(h1));
    if (result == WF_MORE) return WF_H1_READ;
    req->peer = &h1->peer;
    req->turn = promptness(kit, h1);
    note_beginning(req);
    if (result == WF_BAD) return refuse(kit, h1, &exchange->head.refusal);
    consume(h1, exchange->head.size);
    if (req->msg.method > WEFT_OPTIONS) return refuse_with(kit, h1, 501, "weft does not know this method");
    if (!wf_target_read_again(&req->msg, &kit->host, &req->refusal)) return refuse(kit, h1, &req->refusal);
    if (!wf_framing_choose(&req->msg, &req->framing, &req->refusal)) return refuse(kit, h1, &req->refusal);
    exchange->close = !req->framing.keep_alive;
    if (req->framing.kind == WF_BODY_NONE) {
        req->body = weft_lit("");
        req->body_here = true;
    }
    return dispatch(kit, h1);
}

/* The connection goes on to another input block; this one holds the head, and all its bytes are used up. */
static void pin_head(wf_h1 *h1)
{
    if (!h1->input || h1->exchange->pinned || h1->exchange->in_place) return;
    h1->exchange->pinned = h1->input;
    h1->input = NULL;
    h1->from = h1->to = 0;
}

static int read_body(wf_kit *kit, wf_h1 *h1)
{
    static const char nothing[1];
    const char *start = h1->from == h1->to ? nothing : unread(h1), *at = start;
    if (h1->exchange->in_place) start = at = unread(h1);
    wf_body_result result = wf_body_read(kit, h1->exchange, &at, start + unread_len(h1));
    consume(h1, (uint64_t)(at - start));
    switch (result) {
    case WF_BODY_MORE: pin_head(h1); return WF_H1_READ;
    case WF_BODY_HERE: return dispatch(kit, h1);
    case WF_BODY_ANSWERED: break;
    }
    return answer(kit, h1);
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
    case WF_H1_SENDING: return send_on(kit, h1);
    case WF_H1_DISCARD: return discard_body(h1);
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

/* ---- Endings --------------------------------------------------------------------------------------------- */

/* Whether bytes of a request have come, and not just blank lines before one. */
static bool is_under_way(const wf_h1 *h1)
{
    if (h1->phase == WF_H1_BODY) return true;
    if (h1->phase != WF_H1_HEAD || !h1->exchange) return false;
    for (const char *at = unread(h1), *end = at + unread_len(h1); at < end; at++)
        if (*at != '\r' && *at != '\n') return true;
    return false;
}

/* Ends a request that will not be completed, with an answer where there is one to give. */
static wf_h1_need give_up(wf_kit *kit, wf_h1 *h1, unsigned status, const char *reason)
{
    if (!is_under_way(h1)) {
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

wf_h1_need wf_h1_starved(wf_kit *kit, wf_h1 *h1)
{
    return give_up(kit, h1, 503, "the server is out of memory");
}

wf_h1_need wf_h1_timeout(wf_kit *kit, wf_h1 *h1)
{
    return give_up(kit, h1, 408, "the request took too long to arrive");
}
