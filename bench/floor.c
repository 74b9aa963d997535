/* The floor: the least that a server on this kernel can cost.
 *
 *   floor hello    [--port N]        one canned answer for each recv, whatever was in it
 *   floor pipeline [--port N]        as many canned answers in one send as blank lines were received
 *   floor sendfile FILE [--port N]   a canned head and sendfile() for each recv
 *
 * epoll (level-triggered), recv, send. It parses nothing and is no server: it shows what the kernel takes, so
 * that a real server's own cost can be told apart from it. Prints http://127.0.0.1:PORT once it listens. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVENTS = 256, DESCRIPTORS = 65536, BATCH = 512, CARRY = 3 };

static const char hello_answer[] = "HTTP/1.1 200 OK\r\n"
                                   "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
                                   "Content-Type: text/plain; charset=utf-8\r\n"
                                   "Content-Length: 13\r\n\r\n"
                                   "Hello, world\n";

typedef enum kind { HELLO, PIPELINE, SENDFILE } kind;

typedef struct conn {
    size_t owed;       /* answers not sent yet, the current one included */
    size_t sent;       /* bytes of the current answer that are sent */
    char carry[CARRY]; /* the last bytes received: a blank line may be cut by a recv */
    bool blocked;      /* waiting for room in the socket */
} conn;

static conn conns[DESCRIPTORS]; /* by descriptor */
static char received[CARRY + 65536];
static char answers[BATCH * (sizeof hello_answer - 1)]; /* the same answer over and over */
static char file_head[256];
static size_t file_head_len, file_len;
static int file_fd = -1, poll_fd = -1;

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void quit(int number)
{
    (void)number;
    _exit(0);
}

static void watch(int fd, int operation, uint32_t events)
{
    struct epoll_event event = { .events = events, .data.fd = fd };
    if (epoll_ctl(poll_fd, operation, fd, &event) < 0) fail("epoll_ctl");
}

static int listen_on(uint16_t port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    socklen_t len = sizeof address;
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0) fail("socket");
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* accepted sockets inherit it */
    if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
    if (listen(fd, 4096) < 0) fail("listen");
    if (getsockname(fd, (struct sockaddr *)&address, &len) < 0) fail("getsockname");
    printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

static void accept_one(int listener)
{
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    if (fd >= DESCRIPTORS) {
        close(fd);
        return;
    }
    conns[fd] = (conn){ 0 };
    watch(fd, EPOLL_CTL_ADD, EPOLLIN);
}

/* Counts "\r\n\r\n". A byte that is neither CR nor LF rules out every ending before the fourth after it. */
static size_t count_blank_lines(const char *bytes, size_t len)
{
    size_t count = 0;
    for (size_t end = CARRY; end < len;) {
        if (bytes[end] != '\n' && bytes[end] != '\r') {
            end += 4;
        } else if (memcmp(bytes + end - 3, "\r\n\r\n", 4) == 0) {
            count++;
            end += 4;
        } else {
            end += 1;
        }
    }
    return count;
}

/* One send for all that is owed, as far as the batch reaches. Returns the bytes sent. */
static ssize_t send_answers(int fd, conn *c)
{
    const size_t one = sizeof hello_answer - 1;
    size_t count = c->owed < BATCH ? c->owed : BATCH;
    ssize_t n = send(fd, answers + c->sent, count * one - c->sent, MSG_NOSIGNAL);
    if (n > 0) {
        size_t done = c->sent + (size_t)n;
        c->owed -= done / one;
        c->sent = done % one;
    }
    return n;
}

/* One send or sendfile for the current answer. Returns the bytes sent. */
static ssize_t send_file(int fd, conn *c)
{
    ssize_t n;
    if (c->sent < file_head_len) {
        n = send(fd, file_head + c->sent, file_head_len - c->sent, MSG_NOSIGNAL | MSG_MORE);
    } else {
        off_t from = (off_t)(c->sent - file_head_len);
        n = sendfile(fd, file_fd, &from, file_len - (size_t)from);
    }
    if (n > 0) c->sent += (size_t)n;
    if (c->sent == file_head_len + file_len) {
        c->owed--;
        c->sent = 0;
    }
    return n;
}

/* Sends until nothing is owed or the socket is full; false: the connection is dead. */
static bool flush(kind what, int fd, conn *c)
{
    bool blocked = false;
    while (c->owed > 0 && !blocked) {
        ssize_t n = what == SENDFILE ? send_file(fd, c) : send_answers(fd, c);
        if (n < 0 && errno != EAGAIN) return false;
        blocked = n < 0;
    }
    if (blocked != c->blocked) {
        c->blocked = blocked;
        watch(fd, EPOLL_CTL_MOD, blocked ? EPOLLOUT : EPOLLIN);
    }
    return true;
}

/* false: the connection is over. */
static bool receive(kind what, int fd, conn *c)
{
    ssize_t n = recv(fd, received + CARRY, sizeof received - CARRY, 0);
    if (n <= 0) return n < 0 && errno == EAGAIN;
    if (what != PIPELINE) {
        c->owed++;
        return true;
    }
    memcpy(received, c->carry, CARRY);
    c->owed += count_blank_lines(received, CARRY + (size_t)n);
    memcpy(c->carry, received + n, CARRY);
    return true;
}

static void turn(kind what, int fd)
{
    conn *c = &conns[fd];
    bool alive = c->blocked || receive(what, fd, c);
    if (!alive || !flush(what, fd, c)) close(fd);
}

static _Noreturn void serve(kind what, int listener)
{
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(poll_fd, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            int fd = events[i].data.fd;
            if (fd == listener)
                accept_one(listener);
            else
                turn(what, fd);
        }
    }
}

static void open_file(const char *path)
{
    struct stat info;
    file_fd = open(path, O_RDONLY | O_CLOEXEC);
    if (file_fd < 0 || fstat(file_fd, &info) < 0) fail(path);
    file_len = (size_t)info.st_size;
    file_head_len = (size_t)snprintf(file_head, sizeof file_head,
                                     "HTTP/1.1 200 OK\r\n"
                                     "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
                                     "Content-Type: text/html; charset=utf-8\r\n"
                                     "Content-Length: %zu\r\n\r\n",
                                     file_len);
}

static _Noreturn void usage(void)
{
    fputs("usage: floor hello|pipeline|sendfile FILE [--port N]\n", stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    kind what = HELLO;
    unsigned long port = 0;
    int at = 2;
    if (argc < 2) usage();
    if (strcmp(argv[1], "pipeline") == 0) {
        what = PIPELINE;
    } else if (strcmp(argv[1], "sendfile") == 0 && argc > 2) {
        what = SENDFILE;
        open_file(argv[at++]);
    } else if (strcmp(argv[1], "hello") != 0) {
        usage();
    }
    if (at + 2 == argc && strcmp(argv[at], "--port") == 0)
        port = strtoul(argv[at + 1], NULL, 10);
    else if (at != argc)
        usage();
    if (port > UINT16_MAX) usage();
    for (size_t i = 0; i < BATCH; i++)
        memcpy(answers + i * (sizeof hello_answer - 1), hello_answer, sizeof hello_answer - 1);
    signal(SIGTERM, quit);
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll_fd < 0) fail("epoll_create1");
    int listener = listen_on((uint16_t)port);
    watch(listener, EPOLL_CTL_ADD, EPOLLIN);
    serve(what, listener);
}
