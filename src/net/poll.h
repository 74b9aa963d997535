/* Readiness, behind six functions: poll_epoll.c and poll_poll.c are two ways to have it, one of which is linked.
 * Level-triggered. One poller belongs to one thread. */
#ifndef WF_NET_POLL_H
#define WF_NET_POLL_H
#include <stdbool.h>
#include <stdint.h>

enum { WF_POLL_READ = 1, WF_POLL_WRITE = 2, WF_POLL_EXCLUSIVE = 4 };
enum { WF_POLL_BATCH = 256 };

typedef struct wf_event {
    void *data; /* what the descriptor was added with */
    /* WF_POLL_READ, WF_POLL_WRITE: a call will not block (it may report an error or the end). */
    unsigned ready;
} wf_event;

typedef struct wf_poll wf_poll;

/* NULL, with errno set, when there is no descriptor or memory for it. */
wf_poll *wf_poll_open(void);
void wf_poll_close(wf_poll *poll);
/* Watches `fd` for `interest`; WF_POLL_EXCLUSIVE: wake one of the pollers that share it, where the system can.
 * false, with errno set, when it cannot. */
bool wf_poll_add(wf_poll *poll, int fd, unsigned interest, void *data);
bool wf_poll_change(wf_poll *poll, int fd, unsigned interest, void *data);
/* To be called before `fd` is closed. */
void wf_poll_remove(wf_poll *poll, int fd);
/* Waits for events, at most `timeout_ms` (-1: for ever); returns how many, 0 on a timeout or a signal. */
int wf_poll_wait(wf_poll *poll, wf_event events[WF_POLL_BATCH], int timeout_ms);
#endif
