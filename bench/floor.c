/* The floor: the least that a server on this kernel can cost.
 *
 *   floor canned FILE [--port N]            head and FILE in one send for each recv, whatever was in it
 *   floor pipeline FILE [--port N]          as many such answers in one send as blank lines were received
 *   floor unmodified FILE [--port N]        likewise the head of a 304 alone
 *   floor close FILE [--port N]             one such answer, then close()
 *   floor sendfile FILE [--port N]          the head, then sendfile()
 *   floor copy FILE [--port N]              FILE copied behind the head for each recv, one send
 *   floor page FOLDER [--port N]            the page rendered by hand (hand.h) for each recv, one send
 *   floor records FOLDER [--port N]         the list of records, likewise
 *   floor upload FILE BYTES [--port N]      such an answer as to canned, after BYTES bytes each time
 *   floor websocket [--port N]              frames unmasked and sent back, unchecked, behind a canned handshake
 *
 * epoll (level-triggered), recv, send. It parses nothing and is no server: it shows what the kernel takes, so
 * that a real server's own cost can be told apart from it. Prints http://127.0.0.1:PORT once it listens. */
#include "bench/hand.h"
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

enum { FRAME_MAX = 256 }; /* of a WebSocket */
enum { EVENTS = 256, DESCRIPTORS = 65536, BATCH_MAX = 512, CARRY = 3, FILE_MAX = 1 << 20, HEAD_MAX = 256 };

typedef enum kind {
    CANNED,
    PIPELINE,
    CLOSE,
    UNMODIFIED,
    SENDFILE,
    COPY,
    PAGE,
    RECORDS,
    UPLOAD,
    WEBSOCKET,
    KINDS
} kind;

static const char *const kind_names[KINDS] = { "canned", "pipeline", "close",   "unmodified", "sendfile",
                                               "copy",   "page",     "records", "upload",     "websocket" };

typedef struct conn {
    size_t owed;       /* answers not sent yet, the current one included */
    size_t sent;       /* bytes of the current answer that are sent */
    size_t taken;      /* upload: bytes of the request that came */
    char carry[CARRY]; /* pipeline: the last bytes received, for a blank line may be cut by a recv */
    bool blocked;      /* waiting for room in the socket */
    bool shaken;       /* websocket: the handshake is over */
    size_t rest;       /* websocket: bytes of a frame that is not whole, in rests */
} conn;

static kind what;
static conn conns[DESCRIPTORS]; /* by descriptor */
static char received[CARRY + (256 << 10)];

/* The answer, `batch` times behind one another; and what it is made from anew each time, if it is. */
static char answers[HEAD_MAX + FILE_MAX + BATCH_MAX * 512];
static size_t answer_len, head_len, batch = 1, request_len;
static char *file_bytes;
static int file_fd = -1, poll_fd = -1;
static table rows;
static hand_records records;

static _Noreturn void fail(const char *why)
{
    perror(why);
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

/* Makes the body of the answer, for the kinds that make it each time. Returns its end. */
static char *make_body(char *at)
{
    switch (what) {
    case PAGE: return hand_page(at, &rows);
    case RECORDS: return hand_list(at, &records);
    case COPY: return hand_put(at, file_bytes, answer_len - head_len);
    default: return at + (answer_len - head_len);
    }
}

/* One send for all that is owed, as far as the batch reaches. Returns the bytes sent. */
static ssize_t send_answers(int fd, conn *c)
{
    size_t count = c->owed < batch ? c->owed : batch;
    ssize_t n;
    if (c->sent == 0) make_body(answers + head_len);
    n = send(fd, answers + c->sent, count * answer_len - c->sent, MSG_NOSIGNAL);
    if (n > 0) {
        size_t done = c->sent + (size_t)n;
        c->owed -= done / answer_len;
        c->sent = done % answer_len;
    }
    return n;
}

/* One send or sendfile for the current answer. Returns the bytes sent. */
static ssize_t send_file(int fd, conn *c)
{
    ssize_t n;
    if (c->sent < head_len) {
        n = send(fd, answers + c->sent, head_len - c->sent, MSG_NOSIGNAL | MSG_MORE);
    } else {
        off_t from = (off_t)(c->sent - head_len);
        n = sendfile(fd, file_fd, &from, answer_len - c->sent);
    }
    if (n > 0) c->sent += (size_t)n;
    if (c->sent == answer_len) {
        c->owed--;
        c->sent = 0;
    }
    return n;
}

/* Sends until nothing is owed or the socket is full; false: the connection is over. */
static bool flush(int fd, conn *c)
{
    bool blocked = false, owing = c->owed > 0;
    while (c->owed > 0 && !blocked) {
        ssize_t n = what == SENDFILE ? send_file(fd, c) : send_answers(fd, c);
        if (n < 0 && errno != EAGAIN) return false;
        blocked = n < 0;
    }
    if (blocked != c->blocked) {
        c->blocked = blocked;
        watch(fd, EPOLL_CTL_MOD, blocked ? EPOLLOUT : EPOLLIN);
    }
    return !(what == CLOSE && owing && c->owed == 0);
}

/* false: the connection is over. */
static bool receive(int fd, conn *c)
{
    ssize_t n = recv(fd, received + CARRY, sizeof received - CARRY, 0);
    if (n <= 0) return n < 0 && errno == EAGAIN;
    if (what == UPLOAD) {
        c->taken += (size_t)n;
        c->owed += c->taken / request_len;
        c->taken %= request_len;
    } else if (what == PIPELINE) {
        memcpy(received, c->carry, CARRY);
        c->owed += count_blank_lines(received, CARRY + (size_t)n);
        memcpy(c->carry, received + n, CARRY);
    } else {
        c->owed++;
    }
    return true;
}

/* ---- WebSocket ------------------------------------------------------------------------------------------ */

static char rests[DESCRIPTORS][FRAME_MAX];

/* The accepted key belongs to the one that RFC 6455 has as its example, which bench/load sends. */
static const char switching[] = "HTTP/1.1 101 Switching Protocols\r\n"
                                "Upgrade: websocket\r\n"
                                "Connection: Upgrade\r\n"
                                "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

/* Copies the frame in front without its mask. Returns its length there, 0 when it is not whole. */
static size_t unmask(char *to, const char *from, size_t len)
{
    const unsigned char *head = (const unsigned char *)from;
    size_t own = 2, size, i;
    if (len < 8) return 0;
    size = head[1] & 0x7f;
    if (size == 126) {
        own = 4;
        size = (size_t)head[2] << 8 | head[3];
    }
    if (len < own + 4 + size) return 0;
    memcpy(to, from, own);
    to[1] = (char)(head[1] & 0x7f);
    for (i = 0; i < size; i++) to[own + i] = (char)(from[own + 4 + i] ^ from[own + i % 4]);
    return own + size;
}

/* false: the connection is over, or its peer does not read what is sent. */
static bool echo(int fd, conn *c)
{
    size_t len = c->rest, at = 0, out = 0, frame;
    memcpy(received, rests[fd], len);
    ssize_t n = recv(fd, received + len, sizeof received - len, 0);
    if (n <= 0) return n < 0 && errno == EAGAIN;
    if (!c->shaken) {
        c->shaken = true;
        return send(fd, switching, sizeof switching - 1, MSG_NOSIGNAL) > 0;
    }
    len += (size_t)n;
    while ((frame = unmask(answers + out, received + at, len - at)) > 0) {
        at += frame + 4;
        out += frame;
    }
    c->rest = len - at;
    if (c->rest > FRAME_MAX) return false;
    memcpy(rests[fd], received + at, c->rest);
    return out == 0 || send(fd, answers, out, MSG_NOSIGNAL) == (ssize_t)out;
}

static void turn(int fd)
{
    conn *c = &conns[fd];
    if (what == WEBSOCKET) {
        if (!echo(fd, c)) close(fd);
        return;
    }
    bool alive = c->blocked || receive(fd, c);
    if (!alive || !flush(fd, c)) close(fd);
}

static _Noreturn void serve(int listener)
{
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(poll_fd, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            int fd = events[i].data.fd;
            if (fd == listener)
                accept_one(listener);
            else
                turn(fd);
        }
    }
}

/* ---- Before the first request --------------------------------------------------------------------------- */

/* Returns the length of the body. */
static size_t read_file(const char *path)
{
    struct stat info;
    file_fd = open(path, O_RDONLY | O_CLOEXEC);
    if (file_fd < 0 || fstat(file_fd, &info) < 0) fail(path);
    if (info.st_size > FILE_MAX) fail("larger than 1 MiB");
    file_bytes = malloc(FILE_MAX);
    if (!file_bytes || read(file_fd, file_bytes, FILE_MAX) != info.st_size) fail(path);
    return (size_t)info.st_size;
}

static size_t read_source(const char *path)
{
    static char body[64 << 10];
    if (what == PAGE) {
#if defined(__x86_64__)
        if (!__builtin_cpu_supports("avx2")) fail("page: needs AVX2");
#endif
        table_read(&rows, path, "rows.tsv");
        return (size_t)(make_body(body) - body);
    }
    if (what == RECORDS) {
        hand_read_records(&records, path, "records.tsv");
        return (size_t)(make_body(body) - body);
    }
    return read_file(path);
}

static const char *media_type(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (what == RECORDS || (dot && strcmp(dot, ".json") == 0)) return "application/json";
    if (what == PAGE || (dot && strcmp(dot, ".html") == 0)) return "text/html; charset=utf-8";
    if (dot && strcmp(dot, ".bin") == 0) return "application/octet-stream";
    return "text/plain; charset=utf-8";
}

static void prepare(const char *path)
{
    size_t body_len = read_source(path);
    if (what == UNMODIFIED) {
        answer_len = (size_t)snprintf(answers, HEAD_MAX,
                                      "HTTP/1.1 304 Not Modified\r\n"
                                      "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
                                      "ETag: \"de0b6b3a7640000-83ee\"\r\n\r\n");
        return;
    }
    head_len = (size_t)snprintf(answers, HEAD_MAX,
                                "HTTP/1.1 200 OK\r\n"
                                "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
                                "Content-Type: %s\r\n"
                                "%sContent-Length: %zu\r\n\r\n",
                                media_type(path), what == CLOSE ? "Connection: close\r\n" : "", body_len);
    answer_len = head_len + body_len;
    if (file_bytes) memcpy(answers + head_len, file_bytes, body_len);
    if (what != PIPELINE) return;
    batch = BATCH_MAX;
    if (batch * answer_len > sizeof answers) fail("pipeline: the file is too large");
    for (size_t i = 1; i < batch; i++) memcpy(answers + i * answer_len, answers, answer_len);
}

static _Noreturn void usage(void)
{
    fputs("usage: floor canned|pipeline|unmodified|close|sendfile|copy FILE [--port N]\n"
          "       floor page|records FOLDER [--port N]\n"
          "       floor upload FILE BYTES [--port N]\n"
          "       floor websocket [--port N]\n",
          stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    unsigned long port = 0;
    int at = 2;
    if (argc < 2) usage();
    while (what < KINDS && strcmp(argv[1], kind_names[what]) != 0) what++;
    if (what != WEBSOCKET) at++;
    if (what == KINDS || argc < (what == UPLOAD ? 4 : at)) usage();
    if (what == UPLOAD) request_len = strtoul(argv[at++], NULL, 10);
    if (what == UPLOAD && request_len == 0) usage();
    if (at + 2 == argc && strcmp(argv[at], "--port") == 0)
        port = strtoul(argv[at + 1], NULL, 10);
    else if (at != argc)
        usage();
    if (port > UINT16_MAX) usage();
    if (what != WEBSOCKET) prepare(argv[2]);
    signal(SIGTERM, quit);
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll_fd < 0) fail("epoll_create1");
    int listener = listen_on((uint16_t)port);
    watch(listener, EPOLL_CTL_ADD, EPOLLIN);
    serve(listener);
}
