/* Sending. SIGPIPE: MSG_NOSIGNAL where there is such a flag; sendfile has none, so worker threads block the signal. */
#include "src/net/send.h"
#include "src/base/check.h"
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/sendfile.h>
#endif

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_MORE
#define MSG_MORE 0
#endif

static void cut(weft_str *text, size_t *bytes)
{
    size_t here = *bytes < text->len ? *bytes : text->len;
    if (here == 0) return; /* an absent text stays NULL, to which nothing may be added */
    text->ptr += here;
    text->len -= here;
    *bytes -= here;
}

static ssize_t send_bytes(int fd, weft_str head, weft_str body, int more)
{
    int flags = MSG_NOSIGNAL | more;
    if (body.len == 0) return send(fd, head.ptr, head.len, flags);
    if (head.len == 0) return send(fd, body.ptr, body.len, flags);
    struct iovec pieces[2] = { { .iov_base = (void *)(uintptr_t)head.ptr, .iov_len = head.len },
                               { .iov_base = (void *)(uintptr_t)body.ptr, .iov_len = body.len } };
    struct msghdr message = { .msg_iov = pieces, .msg_iovlen = 2 };
    return sendmsg(fd, &message, flags);
}

/* The most that one sendfile moves, so that one fast reader does not keep a worker to itself. */
enum { FILE_PIECE = 1 << 20 };

static ssize_t send_file(int fd, const wf_output *out)
{
    size_t piece = out->file_left < FILE_PIECE ? (size_t)out->file_left : FILE_PIECE;
#ifdef __linux__
    off_t offset = out->file_offset;
    ssize_t sent = sendfile(fd, out->file_fd, &offset, piece);
#else
    char bytes[16 * 1024];
    ssize_t sent = pread(out->file_fd, bytes, piece < sizeof bytes ? piece : sizeof bytes, out->file_offset);
    if (sent > 0) sent = send(fd, bytes, (size_t)sent, MSG_NOSIGNAL);
#endif
    if (sent == 0) { /* it shrank under us */
        errno = EIO;
        return -1;
    }
    return sent;
}

static ssize_t send_once(int fd, weft_str head, const wf_output *out)
{
    if (WF_FAULT(SEND)) {
        errno = EPIPE;
        return -1;
    }
    bool bytes = head.len + out->bytes.len > 0;
    if (bytes && WF_FAULT(SEND_SHORT)) return send(fd, head.len ? head.ptr : out->bytes.ptr, 1, MSG_NOSIGNAL);
    if (bytes) return send_bytes(fd, head, out->bytes, out->file_left ? MSG_MORE : 0);
    return send_file(fd, out);
}

/* What one connection may send before others have their turn. */
enum { TURN_BYTES = 2 << 20 };

wf_sent wf_send(int fd, weft_str *head, wf_output *out)
{
    for (int64_t turn = TURN_BYTES; head->len + out->bytes.len > 0 || out->file_left > 0;) {
        if (turn <= 0) return WF_SENT_SOME; /* level-triggered: the poller says at once that it goes on */
        bool file = head->len + out->bytes.len == 0;
        ssize_t sent = send_once(fd, *head, out);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? WF_SENT_SOME : WF_SENT_FAILED;
        size_t bytes = (size_t)sent;
        turn -= sent;
        if (file) {
            out->file_offset += sent;
            out->file_left -= sent;
            continue;
        }
        cut(head, &bytes);
        cut(&out->bytes, &bytes);
    }
    return WF_SENT_ALL;
}
