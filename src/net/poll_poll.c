/* Readiness by POSIX poll(2): for systems without epoll, and to keep the seam honest. */
#include "src/net/poll.h"
#include "src/base/check.h"
#include "src/base/pool.h"
#include <errno.h>
#include <poll.h>
#include <string.h>

struct wf_poll {
    struct pollfd *fds;
    void **data;
    int *index_of; /* by descriptor: its place in fds, -1: none */
    int count, capacity, index_capacity;
    int next; /* where the next scan begins, so that a full batch starves nobody */
};

wf_poll *wf_poll_open(void)
{
    wf_poll *poll = WF_FAULT(POLL) ? NULL : wf_alloc(sizeof *poll);
    if (!poll) errno = ENOMEM;
    return poll;
}

void wf_poll_close(wf_poll *poll)
{
    wf_free(poll->fds);
    wf_free(poll->data);
    wf_free(poll->index_of);
    wf_free(poll);
}

/* A larger copy of an array; NULL, and the old one untouched, when memory is out. */
static void *larger(const void *old, int count, int capacity, size_t size)
{
    void *memory = wf_alloc((size_t)capacity * size);
    if (memory && count) memcpy(memory, old, (size_t)count * size);
    return memory;
}

static bool grow_list(wf_poll *poll)
{
    if (poll->count < poll->capacity) return true;
    int capacity = poll->capacity ? poll->capacity * 2 : 64;
    struct pollfd *fds = larger(poll->fds, poll->count, capacity, sizeof *fds);
    void **data = larger(poll->data, poll->count, capacity, sizeof *data);
    if (!fds || !data) {
        wf_free(fds);
        wf_free(data);
        return false;
    }
    wf_free(poll->fds);
    wf_free(poll->data);
    poll->fds = fds;
    poll->data = data;
    poll->capacity = capacity;
    return true;
}

static bool grow_index(wf_poll *poll, int fd)
{
    if (fd < poll->index_capacity) return true;
    int capacity = poll->index_capacity ? poll->index_capacity : 64;
    while (capacity <= fd) capacity *= 2;
    int *index_of = larger(poll->index_of, poll->index_capacity, capacity, sizeof *index_of);
    if (!index_of) return false;
    for (int i = poll->index_capacity; i < capacity; i++) index_of[i] = -1;
    wf_free(poll->index_of);
    poll->index_of = index_of;
    poll->index_capacity = capacity;
    return true;
}

static short to_poll(unsigned interest)
{
    return (short)((interest & WF_POLL_READ ? POLLIN : 0) | (interest & WF_POLL_WRITE ? POLLOUT : 0));
}

bool wf_poll_add(wf_poll *poll, int fd, unsigned interest, void *data)
{
    if (!grow_list(poll) || !grow_index(poll, fd)) {
        errno = ENOMEM;
        return false;
    }
    poll->fds[poll->count] = (struct pollfd){ .fd = fd, .events = to_poll(interest) };
    poll->data[poll->count] = data;
    poll->index_of[fd] = poll->count++;
    return true;
}

bool wf_poll_change(wf_poll *poll, int fd, unsigned interest, void *data)
{
    int index = poll->index_of[fd];
    poll->fds[index].events = to_poll(interest);
    poll->data[index] = data;
    return true;
}

void wf_poll_remove(wf_poll *poll, int fd)
{
    int index = fd < poll->index_capacity ? poll->index_of[fd] : -1;
    if (index < 0) return;
    int last = --poll->count;
    poll->fds[index] = poll->fds[last];
    poll->data[index] = poll->data[last];
    poll->index_of[poll->fds[index].fd] = index;
    poll->index_of[fd] = -1;
}

int wf_poll_wait(wf_poll *poll_, wf_event events[WF_POLL_BATCH], int timeout_ms)
{
    if (poll(poll_->fds, (nfds_t)poll_->count, timeout_ms) <= 0) return 0;
    int found = 0, scanned = 0;
    for (; scanned < poll_->count && found < WF_POLL_BATCH; scanned++) {
        int i = (poll_->next + scanned) % poll_->count;
        int got = poll_->fds[i].revents;
        if (got == 0) continue;
        unsigned ready = (got & POLLIN ? WF_POLL_READ : 0u) | (got & POLLOUT ? WF_POLL_WRITE : 0u);
        if (got & (POLLERR | POLLHUP | POLLNVAL)) ready = WF_POLL_READ | WF_POLL_WRITE;
        events[found++] = (wf_event){ .data = poll_->data[i], .ready = ready };
    }
    poll_->next = poll_->count ? (poll_->next + scanned) % poll_->count : 0;
    return found;
}
