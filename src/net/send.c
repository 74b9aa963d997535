/* Sending. */
#include "src/net/send.h"
#include "src/base/check.h"
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* such systems have SO_NOSIGPIPE instead */
#endif

static void cut(weft_str *text, size_t *bytes)
{
    size_t here = *bytes < text->len ? *bytes : text->len;
    if (here == 0) return; /* an absent text has no pointer to move */
    text->ptr += here;
    text->len -= here;
    *bytes -= here;
}

static ssize_t send_once(int fd, weft_str head, weft_str body)
{
    if (WF_FAULT(SEND)) {
        errno = EPIPE;
        return -1;
    }
    if (WF_FAULT(SEND_SHORT)) return send(fd, head.len ? head.ptr : body.ptr, 1, MSG_NOSIGNAL);
    if (body.len == 0) return send(fd, head.ptr, head.len, MSG_NOSIGNAL);
    if (head.len == 0) return send(fd, body.ptr, body.len, MSG_NOSIGNAL);
    struct iovec pieces[2] = { { .iov_base = (void *)(uintptr_t)head.ptr, .iov_len = head.len },
                               { .iov_base = (void *)(uintptr_t)body.ptr, .iov_len = body.len } };
    struct msghdr message = { .msg_iov = pieces, .msg_iovlen = 2 };
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

wf_sent wf_send(int fd, weft_str *head, weft_str *body)
{
    while (head->len + body->len > 0) {
        ssize_t sent = send_once(fd, *head, *body);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? WF_SENT_SOME : WF_SENT_FAILED;
        size_t bytes = (size_t)sent;
        cut(head, &bytes);
        cut(body, &bytes);
    }
    return WF_SENT_ALL;
}
