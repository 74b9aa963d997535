/* A test's wire over a socket: the app is started on a free port, the client connects to it. */
#include "src/net/client.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum {
    PATIENCE_MS = 10000, /* a server that is silent so long will not answer */
    QUIET_MS = 200,      /* one that is silent so long has said what it has to say to raw bytes */
    PIECE = 64 * 1024
};

/* ---- The connection ---------------------------------------------------------------------------------------- */

static void hang_up(weft_test *test)
{
    if (test->fd >= 0) close(test->fd);
    test->fd = -1;
}

static void reconnect(weft_test *test)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)weft_port(test->app)) };
    int on = 1;
    hang_up(test);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
    setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    bool connected = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
    if (connected && fcntl(fd, F_SETFL, O_NONBLOCK) == 0)
        test->fd = fd;
    else
        close(fd);
}

/* What lies ready to be read, without taking it: a byte, or 0 at the end; -1 with errno. */
static ssize_t peek(const weft_test *test)
{
    char byte;
    return recv(test->fd, &byte, 1, MSG_PEEK);
}

static bool is_silence(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

static bool is_closed(const weft_test *test)
{
    if (test->fd < 0) return true;
    ssize_t got = peek(test);
    return got == 0 || (got < 0 && !is_silence());
}

/* Bytes are there that nobody asked for. */
static bool is_out_of_step(const weft_test *test) { return test->fd >= 0 && peek(test) > 0; }

/* ---- Talking ----------------------------------------------------------------------------------------------- */

/* Where bytes that come go to: an answer that is read, or test->out. */
typedef struct listener {
    weft_test *test;
    wf_reading *reading; /* NULL: raw */
} listener;

/* Whether the connection is still open. */
static bool receive(const listener *to)
{
    char piece[PIECE];
    ssize_t got = recv(to->test->fd, piece, sizeof piece, 0);
    if (got < 0 && is_silence()) return true;
    if (got <= 0) {
        hang_up(to->test);
        return false;
    }
    weft_str bytes = weft_str_of(piece, (size_t)got);
    if (to->reading)
        wf_reading_feed(to->reading, bytes);
    else
        weft_put_str(&to->test->out, bytes);
    return true;
}

/* Sends what can be sent. A server that closed its side may have answered: what it said is still to be read. */
static void transmit(weft_test *test, weft_str *bytes)
{
    ssize_t sent = send(test->fd, bytes->ptr, bytes->len, MSG_NOSIGNAL);
    if (sent < 0 && is_silence()) return;
    size_t gone = sent < 0 ? bytes->len : (size_t)sent;
    *bytes = weft_str_of(bytes->ptr + gone, bytes->len - gone);
}

/* Sends `bytes`, and listens until the answer is over, the connection is, or silence has lasted `patience_ms`. false:
 * it was the silence. */
static bool converse(const listener *to, weft_str bytes, int patience_ms)
{
    for (;;) {
        if (to->reading && wf_reading_is_over(to->reading)) return true;
        bool unsent = bytes.len > 0;
        struct pollfd ready = { .fd = to->test->fd, .events = (short)(POLLIN | (unsent ? POLLOUT : 0)) };
        int count = poll(&ready, 1, unsent ? PATIENCE_MS : patience_ms);
        if (count < 0 && errno != EINTR) return false;
        if (count == 0) return false;
        if (count < 0) continue;
        if (ready.revents & POLLOUT && unsent) transmit(to->test, &bytes);
        if (ready.revents & ~POLLOUT && !receive(to)) return true;
    }
}

static void talk(weft_test *test, weft_str request, wf_reading *reading)
{
    listener to = { .test = test, .reading = reading };
    if (test->fd >= 0 && (is_closed(test) || is_out_of_step(test))) reconnect(test);
    if (test->fd < 0) {
        wf_reading_fail(reading, "there is no connection to the server");
        return;
    }
    if (!converse(&to, request, PATIENCE_MS))
        wf_reading_fail(reading, "the server was silent for 10 seconds");
    else if (test->fd < 0)
        wf_reading_end(reading);
    if (reading->last) hang_up(test);
}

/* ---- Raw bytes --------------------------------------------------------------------------------------------- */

static weft_str listen_to(weft_test *test, weft_str bytes, int patience_ms)
{
    listener to = { .test = test };
    if (test->fd >= 0) (void)converse(&to, bytes, patience_ms);
    return weft_buf_str(&test->out);
}

static weft_str send_bytes(weft_test *test, weft_str bytes) { return listen_to(test, bytes, QUIET_MS); }

static weft_str finish(weft_test *test)
{
    if (test->fd >= 0) shutdown(test->fd, SHUT_WR);
    weft_str said = listen_to(test, weft_lit(""), PATIENCE_MS);
    hang_up(test);
    return said;
}

static weft_str expire(weft_test *test) { return listen_to(test, weft_lit(""), PATIENCE_MS); }

static void end(weft_test *test)
{
    hang_up(test);
    if (!test->app) return; /* it did not start */
    weft_stop(test->app);
    weft_join(test->app);
}

static const wf_wire live = { .talk = talk,
                              .send = send_bytes,
                              .finish = finish,
                              .expire = expire,
                              .is_closed = is_closed,
                              .reconnect = reconnect,
                              .end = end };

weft_test *weft_test_live(weft_app *app, weft_server server)
{
    weft_test *test = wf_test_make(app, &live);
    if (!test) return NULL;
    server.host = "127.0.0.1";
    server.port = WEFT_PORT_ANY;
    server.inherited_fd = 0;
    if (weft_start(app, server) != 0) {
        test->app = NULL;
        weft_test_free(test);
        return NULL;
    }
    snprintf(test->client.host, sizeof test->client.host, "127.0.0.1:%d", weft_port(app));
    reconnect(test);
    return test;
}
