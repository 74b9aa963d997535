/* A server: an app's frozen plan, its listeners and its workers, from weft_start to weft_join. */
#ifndef WF_NET_SERVER_H
#define WF_NET_SERVER_H
#include "src/net/census.h"
#include "src/net/listen.h"
#include "src/net/worker.h"

/* A pipe that becomes readable once and stays so: every worker sees it, and raising it is safe in a signal
 * handler. */
typedef struct wf_beacon {
    int read_fd, write_fd;
} wf_beacon;

typedef enum wf_server_state {
    WF_SERVER_IDLE,
    WF_SERVER_STARTING,
    WF_SERVER_RUNNING,
    WF_SERVER_ENDING
} wf_server_state;

typedef struct wf_server {
    weft_server options; /* resolved */
    wf_limits limits;
    wf_log log;
    wf_plan *plan;
    wf_listeners listeners;
    wf_census census; /* who is connected */
    wf_worker *workers;
    uint32_t workers_count;
    wf_beacon stop, hurry; /* these outlive a run, so that weft_stop never touches freed memory */
    _Atomic int stops;     /* how often a stop was asked for */
    _Atomic int state;     /* a wf_server_state; changed under `lock`, read without it */
    _Atomic int port;      /* 0: not served, or a Unix socket */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* state is RUNNING or IDLE again */
} wf_server;
#endif
