/* What one request may cost, resolved from the server's options; constant while a server runs. */
#ifndef WF_WEB_LIMITS_H
#define WF_WEB_LIMITS_H
#include "src/http/chunk.h"
#include "src/http/head.h"

typedef struct wf_limits {
    wf_head_limits head;
    wf_chunk_limits chunk;
    uint64_t body;     /* bytes of request body */
    uint32_t memory;   /* bytes a request may take from the pool for its handler */
    uint32_t requests; /* on one connection */
} wf_limits;
#endif
