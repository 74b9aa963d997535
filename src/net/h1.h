/* HTTP/1 on one connection, as bytes in and bytes out: no socket, no clock, no thread. src/net/conn.c feeds it
 * from a socket, src/net/loopback.c from a test.
 *
 * The connection's owner calls, over and over:
 *     wf_h1_room      where the next bytes are to be put, and how many
 *     wf_h1_received  how many were
 *     wf_h1_run       parse, dispatch, answer into the kit's batch and h1->out; says what it needs next
 *     wf_h1_rest      give back what an idle connection need not hold                                          */
#ifndef WF_NET_H1_H
#define WF_NET_H1_H
#include "src/net/answer.h"
#include "src/net/body.h"

typedef enum wf_h1_phase {
    WF_H1_HEAD,    /* between requests, or within a head */
    WF_H1_BODY,    /* the request is accepted, its body is coming */
    WF_H1_SENDING, /* the answer's body is being sent from where it lies, or pulled */
    WF_H1_DISCARD, /* the answer is given, the rest of the request's body is thrown away */
    WF_H1_ENDED    /* no further request will be read */
} wf_h1_phase;

typedef enum wf_h1_need {
    WF_H1_READ,  /* send the batch, then wait for bytes */
    WF_H1_WRITE, /* send the batch and h1->out, then run again */
    WF_H1_CLOSE, /* send the batch, then close */
    WF_H1_LINGER /* the same, but the client may still be sending: let it see the answer before the close */
} wf_h1_need;

typedef struct wf_h1 {
    wf_block *input;       /* NULL while there are no bytes to keep */
    wf_exchange *exchange; /* NULL while no request is under way */
    wf_output out;         /* to be sent behind the batch */
    uint32_t from, to;     /* the bytes of `input` that are not used up */
    uint32_t requests;     /* answered so far */
    uint8_t phase;         /* a wf_h1_phase */
    bool prompt; /* WF_H1_HEAD: what was received last had begun to arrive before this turn of the loop */
    bool linger; /* WF_H1_ENDED: the client may not have read our answer yet */
    bool reset;  /* WF_H1_ENDED: only a reset shows the client that its answer is cut off */
    uint64_t discard_left; /* WF_H1_DISCARD: bytes of body to throw away */
    wf_peer peer;
} wf_h1;

void wf_h1_init(wf_h1 *h1, const wf_peer *peer);
/* What is received next was announced by the poller: its first byte was there before the turn began. */
static inline void wf_h1_announced(wf_h1 *h1) { h1->prompt = h1->phase == WF_H1_HEAD; }
/* Gives everything back to the kit; a request that was under way learns that it will not be answered. */
void wf_h1_end(wf_kit *kit, wf_h1 *h1);

wf_room wf_h1_room(wf_kit *kit, wf_h1 *h1); /* absent when memory is out, never empty otherwise */
void wf_h1_received(wf_h1 *h1, size_t bytes);
wf_h1_need wf_h1_run(wf_kit *kit, wf_h1 *h1);
void wf_h1_rest(wf_kit *kit, wf_h1 *h1);

/* The input has ended: what became of a request that was under way is answered, or nothing is. */
wf_h1_need wf_h1_eof(wf_kit *kit, wf_h1 *h1);
/* The client was too slow: 408, unless not a byte of a request has come. */
wf_h1_need wf_h1_timeout(wf_kit *kit, wf_h1 *h1);
/* wf_h1_room had none: 503, unless not a byte of a request has come. */
wf_h1_need wf_h1_starved(wf_kit *kit, wf_h1 *h1);
/* Whether its close has to be a reset: an answer that ends with the connection is not complete. */
bool wf_h1_must_reset(const wf_h1 *h1);
/* Whether the connection is between requests, with nothing received and nothing to send. */
bool wf_h1_idle(const wf_h1 *h1);
/* Bytes of the body under way that have come so far, framing included. */
uint64_t wf_h1_body_received(const wf_h1 *h1);
#endif
