/* What one worker lends to whichever of its connections is at work: the receive block, an exchange, the batch of
 * answers. An idle connection holds none of it. One thread. */
#ifndef WF_NET_KIT_H
#define WF_NET_KIT_H
#include "src/http/emit.h"
#include "src/http/target.h"
#include "src/net/exchange.h"
#include "src/web/plan.h"

enum {
    /* The receive block and the batch of answers fill a block of the pool's first and second size. */
    WF_INPUT_SIZE = 16 * 1024 - 256,
    WF_BATCH_SIZE = 64 * 1024 - 256,
    WF_BATCH_FULL = 32 * 1024, /* where it is sent although more requests are at hand */
    /* Bodies up to this are copied behind their head, larger ones are sent from where they lie. */
    WF_BODY_COPIED = 16 * 1024
};

typedef struct wf_kit {
    const wf_plan *plan;
    const wf_limits *limits;
    const wf_log *log;
    wf_pool pool;
    struct wf_file_cache *files; /* NULL: the app serves none */
    wf_block *input;             /* NULL: lent out */
    wf_exchange *exchange;       /* NULL: lent out */
    wf_block *batch;             /* bytes to send, of one connection at a time */
    size_t batch_len;
    wf_known_host host; /* that the last request named */
    uint64_t turn;      /* of the loop, counted from 1 */
    int64_t date_s;
    char date_line[WF_DATE_LINE];
    bool draining; /* every answer is the last of its connection */
} wf_kit;

/* false when memory is out; wf_kit_reset then takes back what there was. */
WEFT_CHECK bool wf_kit_init(wf_kit *kit, const wf_plan *plan, const wf_limits *limits, const wf_log *log);
void wf_kit_reset(wf_kit *kit);

/* A turn of the loop begins: keeps the cached Date current. */
void wf_kit_tell_time(wf_kit *kit, int64_t unix_s);

/* Lets the cache of files forget what nobody asks for. Once for each turn of the loop; returns the milliseconds until
 * it wants to be called again, -1 when it does not. */
int wf_kit_tick(wf_kit *kit, uint64_t now_ms);

/* Lending. NULL when memory is out. */
wf_block *wf_kit_lend_input(wf_kit *kit);
void wf_kit_return_input(wf_kit *kit, wf_block *block);
wf_exchange *wf_kit_lend_exchange(wf_kit *kit);                  /* cleared */
void wf_kit_return_exchange(wf_kit *kit, wf_exchange *exchange); /* cleared by who returns it */
/* Ready for the next request: memory taken back, state forgotten. */
void wf_kit_clear_exchange(wf_kit *kit, wf_exchange *exchange);

/* Room for `size` more bytes of the batch; NULL when memory is out. */
WEFT_CHECK char *wf_kit_room(wf_kit *kit, size_t size);
/* Gives the batch away to a connection whose socket is full, and begins a new one. */
wf_block *wf_kit_take_batch(wf_kit *kit);
#endif
