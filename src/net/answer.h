/* Answers on their way out: the head and what is small of the body go into the kit's batch, the rest is left for the
 * socket: bytes where they lie, a file, or a stream that is pulled piece by piece. */
#ifndef WF_NET_ANSWER_H
#define WF_NET_ANSWER_H
#include "src/net/kit.h"

/* What the socket sends behind the batch. */
typedef struct wf_output {
    weft_str bytes; /* in the exchange, or for ever */
    int file_fd;
    int64_t file_offset;
    int64_t file_left; /* 0: no file */
} wf_output;

static inline bool wf_output_empty(const wf_output *out)
{
    return out->bytes.len == 0 && out->file_left == 0;
}

typedef enum wf_answer_result {
    WF_ANSWER_PUT,     /* all of it lies in the batch */
    WF_ANSWER_SENDING, /* the rest has to be sent, or pulled with wf_answer_pull */
    WF_ANSWER_BROKEN   /* it cannot be completed: the connection has to be cut, visibly */
} wf_answer_result;

/* Begins the answer of a request that was dispatched. */
wf_answer_result wf_answer_begin(wf_kit *kit, wf_exchange *exchange, wf_output *out);
/* Goes on with it, once the batch and `out` have left. */
wf_answer_result wf_answer_pull(wf_kit *kit, wf_exchange *exchange);
/* The answer is over: its source is closed, the loggers are told. */
void wf_answer_end(wf_exchange *exchange, bool completed);
#endif
