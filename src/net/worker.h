/* One worker: one thread, one event loop, and everything its connections share. */
#ifndef WF_NET_WORKER_H
#define WF_NET_WORKER_H
#include "src/net/conn.h"
#include "src/net/kit.h"
#include "src/net/poll.h"
#include "src/net/timer.h"
#include <pthread.h>

enum { WF_CONN_CHUNK = 64 };

typedef struct wf_conn_chunk {
    struct wf_conn_chunk *next;
    wf_conn conns[WF_CONN_CHUNK];
} wf_conn_chunk;

typedef struct wf_worker {
    struct wf_server *server;
    wf_poll *poll;
    wf_wheel wheel;
    uint64_t now_ms;            /* read once for each turn of the loop, */
    uint64_t (*clock_ms)(void); /* from this clock; tests turn one of their own */
    wf_kit kit;
    int listener;             /* -1: no longer listening */
    int spare_fd;             /* kept open, to be given up for shedding when descriptors run out */
    uint64_t accept_again_ms; /* not 0: accepting rests until then */
    wf_conn_chunk *chunks;
    wf_conn *free_conns;
    uint32_t conns; /* open ones */
    bool draining, stopped;
    uint64_t drain_until_ms;
    pthread_t thread;
} wf_worker;

/* Everything a worker needs before its thread starts. false: the reason was logged as an error. */
bool wf_worker_init(wf_worker *worker, struct wf_server *server, int listener);
void wf_worker_reset(wf_worker *worker);
/* The loop: the body of the worker's thread. */
void *wf_worker_run(void *worker);

/* A closed connection gives its record back. */
void wf_worker_forget(wf_worker *worker, wf_conn *conn);
#endif
