/* The HTTP/1.1 head parser: request line and fields to spans, strictly (RFC 9112 sections 2 to 5).
 *
 * Resumable: fed the same buffer, longer each time, it goes on where it stopped. Zero-copy: spans point into the
 * buffer. Allocation: none. It may read up to WF_HEAD_PADDING bytes behind `len` (never uses their values), so
 * the buffer must have them. */
#ifndef WF_HTTP_HEAD_H
#define WF_HTTP_HEAD_H
#include "src/base/check.h"
#include "src/http/message.h"

enum { WF_HEAD_PADDING = 64 };

typedef enum wf_result { WF_DONE, WF_MORE, WF_BAD } wf_result;

/* Why a request was refused: the status to answer, a static text for its sender, and where: the offset in the
 * buffer (head), in the target or the field's value (target, framing), in the last input (chunk). */
typedef struct wf_refusal {
    uint16_t status;
    const char *reason;
    size_t position;
} wf_refusal;

/* Fills *refusal in; always false, so that a check says `return wf_refuse(...)`. */
WF_COLD bool wf_refuse(wf_refusal *refusal, uint16_t status, const char *reason, size_t position);

typedef struct wf_head_limits {
    uint32_t head; /* bytes from the first byte to the end of the empty line, leading blank lines included */
    uint32_t fields; /* fields in the head; msg->fields has room for as many */
} wf_head_limits;

typedef struct wf_head {
    /* state of the parse; zero to begin with (wf_head_init) */
    uint32_t at;   /* where scanning goes on */
    uint32_t mark; /* start of the element that is being scanned */
    uint32_t name_len;
    uint8_t phase;
    /* result */
    uint32_t size;      /* WF_DONE: bytes of the head, blank lines before it included */
    wf_refusal refusal; /* WF_BAD */
} wf_head;

/* Forgets everything: the next parse begins at the buffer's first byte. */
static inline void wf_head_init(wf_head *head) { *head = (wf_head){ 0 }; }

/* Parses buf[0..len). WF_MORE: call again with the same bytes and more behind them, at the same address (after a
 * move: wf_head_init, and it starts over). WF_DONE: msg is filled but for scheme, authority, path and query
 * (wf_target_read). WF_BAD: head->refusal says why; msg holds what was read so far.
 * Statuses: 400 syntax, 414 request line over the limit, 431 head over the limit or too many fields, 501 a method
 * of more than 32 bytes (RFC 9112 section 3), 505. The outcome is the same however the bytes were split. */
wf_result wf_head_parse(wf_head *head, wf_message *msg, const wf_head_limits *limits, const char *buf,
                        size_t len);

/* Every variant this machine can run ("scalar" first: the oracle of the tests), NULL past the last. */
const char *wf_head_variant(int index);
/* The same parse by one variant, for tests and benches. */
wf_result wf_head_parse_by(int variant, wf_head *head, wf_message *msg, const wf_head_limits *limits,
                           const char *buf, size_t len);
#endif
