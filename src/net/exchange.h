/* One request and its answer on an HTTP/1 connection: what the pipeline sees (the request, first), and what the
 * wire needs while the request is read. It lives at the start of one block, its field array behind it, and the
 * rest of the block is where the request's memory begins. */
#ifndef WF_NET_EXCHANGE_H
#define WF_NET_EXCHANGE_H
#include "src/http/chunk.h"
#include "src/http/head.h"
#include "src/web/request.h"

typedef struct wf_exchange {
    weft_request req;
    wf_block *block;    /* the one it lives in */
    wf_head head;       /* how far the head is parsed */
    wf_chunk chunk;     /* how far a chunked body is decoded */
    wf_block *pinned;   /* the input block that holds the head, once the connection has gone on to another */
    wf_block *body;     /* the body's bytes, unless they stay behind the head in the input block */
    uint64_t body_len;  /* bytes of it so far */
    uint64_t body_left; /* WF_BODY_LENGTH: bytes still to come */
    bool in_place;      /* the body stays in the input block */
    bool close;         /* the connection ends with this answer */
} wf_exchange;
#endif
