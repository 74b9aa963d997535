/* One request and its answer on an HTTP/1 connection: what the pipeline sees (the request, first), and what the
 * wire needs while the request is read and the answer is sent. It lives at the start of one block, its field array
 * behind it, and the rest of the block is where the request's memory begins. */
#ifndef WF_NET_EXCHANGE_H
#define WF_NET_EXCHANGE_H
#include "src/http/chunk.h"
#include "src/http/head.h"
#include "src/web/request.h"

typedef struct wf_exchange {
    weft_request req;
    wf_block *block;  /* the one it lives in */
    wf_head head;     /* how far the head is parsed */
    wf_block *pinned; /* the input block that holds the head, once the connection has gone on to another */
    /* the body, while it is read: src/net/body.c */
    wf_chunk chunk;     /* how far a chunked one is decoded */
    wf_block *body;     /* its bytes, unless they stay behind the head in the input block or are in a file */
    uint64_t body_len;  /* bytes of it so far, wherever they went */
    uint64_t body_left; /* WF_BODY_LENGTH: bytes still to come */
    bool in_place;      /* it stays in the input block */
    bool intake;        /* its pieces go to the route as they come */
    /* the answer, while it is sent: src/net/answer.c */
    bool close;          /* the connection ends with it */
    bool chunked;        /* a stream of unknown length, framed by chunks */
    bool streaming;      /* its source is not closed yet */
    bool pulled;         /* its source has given its last piece */
    uint64_t body_bytes; /* of its body that were put or sent */
    int64_t stream_left; /* bytes that a stream of known length still owes */
} wf_exchange;
#endif
