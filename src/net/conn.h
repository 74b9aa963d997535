/* One connection: its socket, its deadlines, and the HTTP on it. */
#ifndef WF_NET_CONN_H
#define WF_NET_CONN_H
#include "src/net/h1.h"
#include "src/net/timer.h"

struct wf_worker;

/* What a connection waits for; each has a deadline of its own. */
typedef enum wf_waiting {
    WF_WAITING_FREE, /* not in use */
    WF_WAITING_HEAD,
    WF_WAITING_BODY,
    WF_WAITING_DISCARD,
    WF_WAITING_IDLE,
    WF_WAITING_WRITE,
    WF_WAITING_LINGER
} wf_waiting;

typedef struct wf_conn {
    wf_timer timer; /* first: a timer is its connection */
    wf_h1 h1;
    wf_block *unsent; /* the batch, once the socket would not take all of it */
    uint32_t unsent_from, unsent_to;
    int fd;
    uint32_t waiting_since; /* the request that it waits with: a new one begins a new wait */
    uint64_t waiting_ms;    /* when this wait began */
    uint8_t waiting;        /* a wf_waiting */
    uint8_t interest;       /* what the poller watches for */
    bool sent_some;         /* bytes have left since this was last cleared */
    uint8_t then;           /* a wf_h1_need: what to do once all is sent */
    struct wf_conn *next;   /* on the list of free ones */
} wf_conn;

/* A connection begins, on a socket that the poller does not know yet. Closes it when that fails. */
void wf_conn_open(struct wf_worker *worker, wf_conn *conn, int fd, const wf_peer *peer);
/* The socket can be read or written. */
void wf_conn_ready(struct wf_worker *worker, wf_conn *conn, unsigned ready);
/* Its deadline has passed. */
void wf_conn_expired(struct wf_worker *worker, wf_conn *conn);
/* The server stops: a connection between requests is closed, unless its next one is already there. */
void wf_conn_drain(struct wf_worker *worker, wf_conn *conn);
void wf_conn_close(struct wf_worker *worker, wf_conn *conn);
#endif
