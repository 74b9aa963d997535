/* From a finished response to bytes. */
#include "src/net/answer.h"
#include "src/http/emit.h"
#include "src/http/status.h"
#include "src/web/dispatch.h"
#include "src/base/clock.h"
#include "src/base/str.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <weft/buf.h>

enum {
    PIECE_MAX = 48 * 1024,                           /* what a source may put at once */
    CHUNK_HEAD = 8 + 2,                              /* hex digits and CRLF in front of a chunk, */
    CHUNK_ROOM = CHUNK_HEAD + 2 + sizeof "0\r\n\r\n" /* CRLF and perhaps the last chunk behind it */
};

static wf_persistence persistence_of(const wf_exchange *exchange)
{
    if (exchange->close) return WF_PERSIST_CLOSE;
    return exchange->req.msg.minor == 0 ? WF_PERSIST_KEEP_ALIVE : WF_PERSIST_IMPLIED;
}

/* 205 has no body either, but is framed like any other: by a length of 0 (RFC 9110 section 15.3.6). */
static bool has_body(const weft_response *res)
{
    return !wf_status_bodiless(res->status) && res->status != 205 && res->kind != WEFT_EMPTY;
}

/* The length of the body as a GET would have it; WF_NO_LENGTH when it is unknown. */
static int64_t length_of(const weft_response *res)
{
    switch ((weft_kind)res->kind) {
    case WEFT_BYTES: return (int64_t)res->as.bytes.len;
    case WEFT_FILE: return res->as.file.length;
    case WEFT_STREAM: return res->as.stream.length;
    case WEFT_EMPTY:
    case WEFT_NONE: break;
    }
    return 0;
}

static wf_reply reply_of(const wf_kit *kit, wf_exchange *exchange, bool body)
{
    const weft_request *req = &exchange->req;
    const weft_response *res = &req->res;
    bool head = req->msg.method == WEFT_HEAD;
    bool endless = body && res->kind == WEFT_STREAM && res->as.stream.length < 0;
    int64_t length = body ? length_of(res) : 0;
    if (!body && (wf_status_bodiless(res->status) || (head && res->kind == WEFT_EMPTY)))
        length = WF_NO_LENGTH;
    exchange->chunked = endless && req->msg.minor > 0;
    if (endless && !head && req->msg.minor == 0)
        exchange->close = true; /* HTTP/1.0 knows the end by the close alone */
    return (wf_reply){ .status_line = wf_status_line(res->status),
                       .date_line = kit->date_line,
                       .type = body ? res->type : weft_str_of(NULL, 0),
                       .fields = res->fields,
                       .lines = res->flags & WF_READY ? req->ready : weft_str_of(NULL, 0),
                       .length = length,
                       .chunked = exchange->chunked,
                       .persistence = persistence_of(exchange) };
}

/* The head, and `body` behind it. false when memory is out. */
static bool put_head(wf_kit *kit, wf_exchange *exchange, const wf_reply *reply, weft_str body)
{
    size_t fields_size, head_size = wf_emit_size(reply, &fields_size);
    char *to = wf_kit_room(kit, head_size + body.len);
    if (!to) return false;
    to = wf_emit_store(reply, fields_size, to);
    wf_copy(to, body.ptr, body.len);
    kit->batch_len += head_size + body.len;
    exchange->body_bytes += body.len;
    return true;
}

/* A small file is read into the batch: one system call instead of the two that sending it apart would take. */
static bool put_file(wf_kit *kit, wf_exchange *exchange)
{
    const weft_response *res = &exchange->req.res;
    size_t length = (size_t)res->as.file.length, have = 0;
    char *to = wf_kit_room(kit, length);
    if (!to) return false;
    while (have < length) {
        ssize_t got = pread(res->as.file.fd, to + have, length - have, res->as.file.offset + (off_t)have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false; /* it shrank under us */
        have += (size_t)got;
    }
    kit->batch_len += length;
    exchange->body_bytes += length;
    return true;
}

static wf_answer_result begin_bytes(wf_kit *kit, wf_exchange *exchange, const wf_reply *reply, wf_output *out)
{
    weft_str body = exchange->req.res.as.bytes;
    if (body.len <= WF_BODY_COPIED)
        return put_head(kit, exchange, reply, body) ? WF_ANSWER_PUT : WF_ANSWER_BROKEN;
    if (!put_head(kit, exchange, reply, weft_lit(""))) return WF_ANSWER_BROKEN;
    exchange->body_bytes = body.len;
    out->bytes = body;
    return WF_ANSWER_SENDING;
}

static wf_answer_result begin_file(wf_kit *kit, wf_exchange *exchange, const wf_reply *reply, wf_output *out)
{
    const weft_response *res = &exchange->req.res;
    size_t before = kit->batch_len;
    if (!put_head(kit, exchange, reply, weft_lit(""))) return WF_ANSWER_BROKEN;
    if (res->as.file.length <= WF_BODY_COPIED) {
        if (put_file(kit, exchange)) return WF_ANSWER_PUT;
        kit->batch_len = before; /* no byte of a head whose body is not there */
        return WF_ANSWER_BROKEN;
    }
    exchange->body_bytes = (uint64_t)res->as.file.length;
    out->file_fd = res->as.file.fd;
    out->file_offset = res->as.file.offset;
    out->file_left = res->as.file.length;
    return WF_ANSWER_SENDING;
}

wf_answer_result wf_answer_begin(wf_kit *kit, wf_exchange *exchange, wf_output *out)
{
    const weft_response *res = &exchange->req.res;
    bool body = has_body(res), sends_body = body && exchange->req.msg.method != WEFT_HEAD;
    const wf_reply reply = reply_of(kit, exchange, body);
    exchange->body_bytes = 0;
    exchange->streaming = res->kind == WEFT_STREAM;
    exchange->pulled = false;
    if (!sends_body) return put_head(kit, exchange, &reply, weft_lit("")) ? WF_ANSWER_PUT : WF_ANSWER_BROKEN;
    if (res->kind == WEFT_BYTES) return begin_bytes(kit, exchange, &reply, out);
    if (res->kind == WEFT_FILE) return begin_file(kit, exchange, &reply, out);
    exchange->stream_left = res->as.stream.length;
    if (!put_head(kit, exchange, &reply, weft_lit(""))) return WF_ANSWER_BROKEN;
    return wf_answer_pull(kit, exchange);
}

/* ---- Streams --------------------------------------------------------------------------------------------- */

/* Frames the piece that lies CHUNK_HEAD bytes behind `start`: its size in front of it, CRLF behind. Eight digits,
 * leading zeros among them, so that the data need not move. */
static size_t frame_chunk(char *start, size_t size, bool last)
{
    static const char digits[] = "0123456789abcdef";
    size_t len = 0;
    if (size > 0) {
        for (int i = 7; i >= 0; i--) start[7 - i] = digits[size >> (4 * i) & 15];
        memcpy(start + 8, "\r\n", 2);
        memcpy(start + CHUNK_HEAD + size, "\r\n", 2);
        len = CHUNK_HEAD + size + 2;
    }
    if (!last) return len;
    memcpy(start + len, "0\r\n\r\n", 5);
    return len + 5;
}

/* Whether a stream of known length keeps its word with `size` more bytes. */
static bool keeps_length(wf_exchange *exchange, size_t size, bool last)
{
    if (exchange->req.res.as.stream.length < 0) return true;
    if ((int64_t)size > exchange->stream_left) return false;
    exchange->stream_left -= (int64_t)size;
    return !last || exchange->stream_left == 0;
}

wf_answer_result wf_answer_pull(wf_kit *kit, wf_exchange *exchange)
{
    const weft_response *res = &exchange->req.res;
    if (!exchange->streaming || exchange->pulled)
        return WF_ANSWER_PUT; /* and what lay in the batch has left */
    size_t front = exchange->chunked ? CHUNK_HEAD : 0;
    char *start = wf_kit_room(kit, PIECE_MAX + CHUNK_ROOM);
    if (!start) return WF_ANSWER_BROKEN;
    /* A buffer that ends where the batch does: it cannot grow, so it never leaves the batch. */
    weft_buf piece = { .ptr = start + front, .cap = PIECE_MAX, .limit = PIECE_MAX };
    weft_pull pull = res->as.stream.source->next(&piece, res->as.stream.state);
    bool last = pull == WEFT_END;
    if (pull == WEFT_ABORT || !weft_buf_ok(&piece) || (piece.len == 0 && !last)) return WF_ANSWER_BROKEN;
    if (!keeps_length(exchange, piece.len, last)) return WF_ANSWER_BROKEN;
    kit->batch_len += exchange->chunked ? frame_chunk(start, piece.len, last) : piece.len;
    exchange->body_bytes += piece.len;
    exchange->pulled = last;
    return WF_ANSWER_SENDING;
}

/* ---- The end --------------------------------------------------------------------------------------------- */

void wf_answer_end(wf_exchange *exchange, bool completed)
{
    const weft_request *req = &exchange->req;
    const weft_response *res = &req->res;
    if (exchange->streaming && res->as.stream.source->close)
        res->as.stream.source->close(res->as.stream.state, completed);
    exchange->streaming = false;
    if (!wf_dispatch_has_loggers(req)) return;
    const weft_outcome outcome = { .unix_ms = req->begun_unix_ms,
                                   .duration_us = wf_clock_us() - req->begun_us,
                                   .bytes = exchange->body_bytes,
                                   .status = res->status,
                                   .completed = completed };
    wf_dispatch_tell(req, &outcome);
}
