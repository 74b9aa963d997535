/* Readiness by Linux's epoll. */
#include "src/net/poll.h"
#include "src/base/check.h"
#include "src/base/pool.h"
#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

struct wf_poll {
    int fd;
    struct epoll_event events[WF_POLL_BATCH];
};

wf_poll *wf_poll_open(void)
{
    wf_poll *poll = WF_FAULT(POLL) ? NULL : wf_alloc(sizeof *poll);
    if (!poll) {
        errno = ENOMEM;
        return NULL;
    }
    poll->fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll->fd >= 0) return poll;
    wf_free(poll);
    return NULL;
}

void wf_poll_close(wf_poll *poll)
{
    close(poll->fd);
    wf_free(poll);
}

static bool control(wf_poll *poll, int operation, int fd, unsigned interest, void *data)
{
    struct epoll_event event = { .data.ptr = data };
    if (interest & WF_POLL_READ) event.events |= EPOLLIN;
    if (interest & WF_POLL_WRITE) event.events |= EPOLLOUT;
#ifdef EPOLLEXCLUSIVE
    if (interest & WF_POLL_EXCLUSIVE) event.events |= EPOLLEXCLUSIVE;
#endif
    return epoll_ctl(poll->fd, operation, fd, &event) == 0;
}

bool wf_poll_add(wf_poll *poll, int fd, unsigned interest, void *data)
{
    return control(poll, EPOLL_CTL_ADD, fd, interest, data);
}

bool wf_poll_change(wf_poll *poll, int fd, unsigned interest, void *data)
{
    return control(poll, EPOLL_CTL_MOD, fd, interest, data);
}

void wf_poll_remove(wf_poll *poll, int fd)
{
    struct epoll_event unused = { 0 };
    (void)epoll_ctl(poll->fd, EPOLL_CTL_DEL, fd, &unused);
}

int wf_poll_wait(wf_poll *poll, wf_event events[WF_POLL_BATCH], int timeout_ms)
{
    int count = epoll_wait(poll->fd, poll->events, WF_POLL_BATCH, timeout_ms);
    for (int i = 0; i < count; i++) {
        uint32_t got = poll->events[i].events;
        events[i].data = poll->events[i].data.ptr;
        events[i].ready = (got & EPOLLIN ? WF_POLL_READ : 0u) | (got & EPOLLOUT ? WF_POLL_WRITE : 0u);
        /* An error or a hang-up is found by whichever call comes next. */
        if (got & (EPOLLERR | EPOLLHUP)) events[i].ready = WF_POLL_READ | WF_POLL_WRITE;
    }
    return count > 0 ? count : 0;
}
