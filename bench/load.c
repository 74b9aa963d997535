/* A load generator: one thread, epoll, keep-alive connections.
 *
 *   load [options] http://ADDRESS:PORT/PATH
 *     -c, --connections N   connections (64)
 *     -p, --depth N         requests sent at once on a connection, all answered before the next are sent (1)
 *     -d, --seconds S       how long (5)
 *     -r, --rate R          open model: R requests a second over all connections, whatever the answers do
 *     -f, --request FILE    the bytes of one request, sent as they are, instead of a GET of PATH
 *     -k, --close           one request a connection: the request must ask for a close, and the server close
 *     -w, --websocket N     echo of binary messages of N bytes, `depth` of them in flight, instead of requests
 *     -s, --sleep           sleep while there is nothing to do, for a load that shares its CPU with the server
 *
 * The first answer, fetched before the clock starts, must have status 200 and a Content-Length, or 304. Every later one
 * must equal it byte for byte, but for the value of Date; one that does not counts as an error, and so does a
 * connection that breaks.
 *
 * In the closed model latency counts from the send, or from before connect() with --close. In the open model it counts from the moment the request was
 * meant to be sent, so a server that stalls is not forgiven the requests that waited for it. The load never sleeps
 * (it would be late in the open model, and in the closed one the server would be charged for waking it at every send,
 * which no network does): it takes a whole CPU. Requests without an answer two seconds after the end count
 * as unfinished, and as slow as they are old.
 *
 * Prints one line of JSON. Exit status 1 when there were errors or unfinished requests. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 16384, EVENTS = 256, ERRORS_MAX = 1000 };
enum { BATCH_MAX = 32 << 20, ANSWER_MAX = 32 << 20, RECEIVE = 256 << 10 };
enum { MESSAGE_MAX = 65535, HANDSHAKE_MAX = 4096 };
static const uint64_t second = 1000000000, grace = 2 * second;

typedef struct conn {
    int fd;
    bool blocked;     /* the socket had no room for the rest of a batch */
    uint32_t waiting; /* answers still to come */
    size_t unsent;    /* bytes of the batch still to send */
    size_t at;        /* where in the expected answer the next byte belongs */
    uint64_t sent_ns; /* closed model: when the batch was sent */
    uint64_t turn;    /* open model: number of the request in flight, or else of the next */
    uint64_t owed;    /* open model: requests due and not answered, the one in flight included */
} conn;

/* What was asked for. */
static struct sockaddr_in address;
static const char *url, *path, *request_file;
static unsigned connections = 64, depth = 1, message_len;
static bool short_lived, sleeps;
static double seconds = 5, rate;

/* The request, `depth` times, and the answer to one. */
static char batch[BATCH_MAX], answer[ANSWER_MAX], received[RECEIVE];
static size_t batch_len, request_len, answer_len, body_len;
static size_t date_at, date_end; /* where the value of Date stands: not compared */

/* The state of the run. */
static conn conns[CONNECTIONS_MAX];
static int poll_fd;
static bool stopping;
static uint64_t start_ns, next_turn, busy; /* busy: connections with answers to come */
static uint64_t answered, errors, unfinished;

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "load: %s: %s\n", what, why);
    exit(2);
}

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * second + (uint64_t)t.tv_nsec;
}

/* ---- Latencies: 64 buckets for each power of two of nanoseconds, so a value is known to within 1.6 %. ---- */

static uint64_t buckets[64 * 64], latency_max;
static double latency_sum;

static void record(uint64_t ns)
{
    unsigned shift = ns < 128 ? 0 : 57u - (unsigned)__builtin_clzll(ns);
    buckets[shift * 64 + (ns >> shift)]++;
    latency_sum += (double)ns;
    if (ns > latency_max) latency_max = ns;
}

/* The middle of a bucket. */
static double bucket_ns(unsigned index)
{
    unsigned shift = index < 128 ? 0 : index / 64 - 1;
    double width = (double)(UINT64_C(1) << shift);
    return (double)(index - shift * 64) * width + (width - 1) / 2;
}

static double percentile_us(double percent)
{
    double total = 0, seen = 0;
    for (unsigned i = 0; i < 64 * 64; i++) total += (double)buckets[i];
    for (unsigned i = 0; i < 64 * 64; i++) {
        seen += (double)buckets[i];
        if (seen > 0 && seen >= total * percent / 100) return bucket_ns(i) / 1000;
    }
    return 0;
}

/* ---- Before the run: the request, and the answer that all others must equal. ---- */

static void read_request(void)
{
    FILE *file;
    if (!request_file) {
        int len = snprintf(batch, BATCH_MAX, "GET %s HTTP/1.1\r\nHost: %.*s\r\n\r\n", path,
                           (int)(path - url) - 7, url + 7);
        request_len = (size_t)len;
        if (request_len >= BATCH_MAX) fail(url, "too long");
        return;
    }
    file = fopen(request_file, "rb");
    if (!file) fail(request_file, strerror(errno));
    request_len = fread(batch, 1, BATCH_MAX, file);
    if (request_len == 0 || request_len == BATCH_MAX) fail(request_file, "empty or 32 MiB and more");
    fclose(file);
}

/* A binary message, masked, and the frame that must come back (RFC 6455 section 5.2). */
static void make_message(void)
{
    static const unsigned char mask[4] = { 0x37, 0xfa, 0x21, 0x3d };
    bool is_long = message_len > 125;
    unsigned head[4] = { 0x82, is_long ? 126 : message_len, message_len >> 8, message_len & 0xff };
    size_t head_len = is_long ? 4 : 2;
    for (size_t i = 0; i < head_len; i++) {
        answer[i] = (char)head[i];
        batch[i] = (char)(i == 1 ? head[i] | 0x80 : head[i]);
    }
    memcpy(batch + head_len, mask, sizeof mask);
    for (size_t i = 0; i < message_len; i++) {
        unsigned byte = 'a' + (unsigned)i % 26;
        answer[head_len + i] = (char)byte;
        batch[head_len + sizeof mask + i] = (char)(byte ^ mask[i % 4]);
    }
    request_len = head_len + sizeof mask + message_len;
    answer_len = head_len + message_len;
    body_len = message_len;
}

static void prepare_batch(void)
{
    if (message_len > 0)
        make_message();
    else
        read_request();
    if (request_len * depth > BATCH_MAX) fail("depth", "a batch is at most 32 MiB");
    for (size_t i = 1; i < depth; i++) memcpy(batch + i * request_len, batch, request_len);
    batch_len = request_len * depth;
}

/* Opens a WebSocket on a fresh connection; the key and what it is accepted with are RFC 6455's example. */
static void shake_hands(int fd)
{
    char text[HANDSHAKE_MAX];
    size_t have = 0;
    int len = snprintf(text, sizeof text,
                       "GET %s HTTP/1.1\r\nHost: %.*s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                       path, (int)(path - url) - 7, url + 7);
    if (send(fd, text, (size_t)len, MSG_NOSIGNAL) != len) fail(url, "the handshake could not be sent");
    do {
        ssize_t n = recv(fd, text + have, sizeof text - 1 - have, 0);
        if (n <= 0) fail(url, "closed within the handshake");
        have += (size_t)n;
        text[have] = '\0';
    } while (!strstr(text, "\r\n\r\n"));
    if (strncmp(text, "HTTP/1.1 101 ", 13) != 0 || !strstr(text, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        fail(url, "the handshake was not accepted");
}

static int connect_now(void)
{
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) fail("socket", strerror(errno));
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) fail(url, strerror(errno));
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (message_len > 0) shake_hands(fd);
    return fd;
}

/* Where the value of a field starts in the head at the front of `answer`; NULL: absent. */
static char *field_value(const char *line_start)
{
    char *line = strcasestr(answer, line_start);
    return line ? line + strlen(line_start) + strspn(line + strlen(line_start), " \t") : NULL;
}

/* Reads the sizes out of the head once it is there whole. */
static bool learn_head(void)
{
    char *end = strstr(answer, "\r\n\r\n");
    char *length, *date;
    if (!end) return false;
    end[2] = '\0';                                               /* look into the head only */
    bool unmodified = strncmp(answer, "HTTP/1.1 304 ", 13) == 0; /* has no body, whatever length it says */
    if (!unmodified && strncmp(answer, "HTTP/1.1 200 ", 13) != 0)
        fail(url, "the first answer is neither HTTP/1.1 200 nor 304");
    length = unmodified ? NULL : field_value("\r\nContent-Length:");
    if (!unmodified && !length) fail(url, "the first answer has no Content-Length");
    body_len = length ? strtoul(length, NULL, 10) : 0;
    date = field_value("\r\nDate:");
    if (date) {
        date_at = (size_t)(date - answer);
        date_end = date_at + strcspn(date, "\r");
    }
    end[2] = '\r';
    answer_len = (size_t)(end + 4 - answer) + body_len;
    if (answer_len >= ANSWER_MAX) fail(url, "the answer is larger than 32 MiB");
    return true;
}

static void learn_answer(void)
{
    struct timeval patience = { .tv_sec = 10 };
    int fd = connect_now();
    size_t sent = 0, len = 0;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    while (sent < request_len) {
        ssize_t n = send(fd, batch + sent, request_len - sent, MSG_NOSIGNAL);
        if (n < 0) fail(url, strerror(errno));
        sent += (size_t)n;
    }
    while (answer_len == 0 || len < answer_len) {
        ssize_t n = recv(fd, answer + len, ANSWER_MAX - 1 - len, 0);
        if (n <= 0) fail(url, n == 0 ? "closed before the first answer was whole" : strerror(errno));
        len += (size_t)n;
        if (answer_len == 0) learn_head();
    }
    if (len > answer_len) fail(url, "bytes after the first answer");
    close(fd);
}

/* ---- The connections. ---- */

static void watch(conn *c, int operation, uint32_t wanted)
{
    struct epoll_event event = { .events = wanted, .data.ptr = c };
    if (epoll_ctl(poll_fd, operation, c->fd, &event) < 0) fail("epoll_ctl", strerror(errno));
}

static void open_conn(conn *c)
{
    c->fd = connect_now();
    if (fcntl(c->fd, F_SETFL, O_NONBLOCK) < 0) fail("fcntl", strerror(errno));
    c->blocked = false;
    watch(c, EPOLL_CTL_ADD, EPOLLIN);
}

/* When request `turn` of the open model is to be sent. */
static uint64_t due_ns(uint64_t turn) { return start_ns + (uint64_t)((double)turn * 1e9 / rate); }

static bool flush(conn *c)
{
    bool blocked = false;
    while (c->unsent > 0 && !blocked) {
        ssize_t n = send(c->fd, batch + batch_len - c->unsent, c->unsent, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN) return false;
        blocked = n < 0;
        if (n > 0) c->unsent -= (size_t)n;
    }
    if (blocked != c->blocked) {
        c->blocked = blocked;
        watch(c, EPOLL_CTL_MOD, blocked ? EPOLLIN | EPOLLOUT : EPOLLIN);
    }
    return true;
}

/* Sends the next batch unless there is none to send. */
static bool send_next(conn *c, uint64_t now)
{
    if (rate > 0 ? c->owed == 0 : stopping) return true;
    c->sent_ns = now;
    c->waiting = depth;
    c->unsent = batch_len;
    busy++;
    return flush(c);
}

/* The connection broke or answered wrongly: counts that and goes on with a new one. */
static void restart(conn *c, const char *why)
{
    if (errors++ < 5) fprintf(stderr, "load: %s: error: %s\n", url, why);
    if (errors >= ERRORS_MAX) fail(url, "too many errors");
    if (c->waiting > 0) busy--;
    if (c->waiting > 0 && rate > 0) { /* the request in flight is lost */
        c->turn += connections;
        c->owed--;
    }
    close(c->fd);
    c->at = c->unsent = c->waiting = 0;
    open_conn(c);
    if (!send_next(c, now_ns())) fail(url, "a new connection broke at once");
}

/* Do these bytes continue the expected answer at `at`? The value of Date may be anything. */
static bool as_expected(size_t at, const char *bytes, size_t len)
{
    size_t end = at + len, before = date_at < end ? date_at : end, after = date_end > at ? date_end : at;
    if (at < before && memcmp(answer + at, bytes, before - at) != 0) return false;
    return after >= end || memcmp(answer + after, bytes + (after - at), end - after) == 0;
}

static void count_answer(conn *c, uint64_t now)
{
    answered++;
    c->at = 0;
    c->waiting--;
    record(now - (rate > 0 ? due_ns(c->turn) : c->sent_ns));
    if (rate > 0) {
        c->turn += connections;
        c->owed--;
    }
}

/* NULL, or what was wrong. */
static const char *take_bytes(conn *c, const char *bytes, size_t len, uint64_t now)
{
    while (len > 0) {
        size_t part = answer_len - c->at < len ? answer_len - c->at : len;
        if (c->waiting == 0) return "bytes that no request asked for";
        if (!as_expected(c->at, bytes, part)) return "an answer unlike the first one";
        c->at += part;
        bytes += part;
        len -= part;
        if (c->at == answer_len) count_answer(c, now);
    }
    return NULL;
}

/* The server has closed after its one answer, as it was asked to. */
static void next_connection(conn *c)
{
    uint64_t now = now_ns();
    close(c->fd);
    if (stopping) return;
    open_conn(c);
    if (!send_next(c, now)) restart(c, "send failed");
}

static void readable(conn *c)
{
    ssize_t n = recv(c->fd, received, sizeof received, 0);
    bool was_waiting = c->waiting > 0, done;
    uint64_t now = now_ns();
    const char *wrong;
    if (n < 0 && errno == EAGAIN) return;
    if (n == 0 && short_lived && c->waiting == 0) {
        next_connection(c);
        return;
    }
    if (n <= 0) {
        restart(c, n == 0 ? "closed by the server" : strerror(errno));
        return;
    }
    wrong = take_bytes(c, received, (size_t)n, now);
    done = was_waiting && c->waiting == 0;
    if (done) busy--;
    if (wrong)
        restart(c, wrong);
    else if (done && !short_lived && !send_next(c, now))
        restart(c, "send failed");
}

/* ---- The run. ---- */

/* Gives their connections the requests that are due. Returns when the next one is. */
static uint64_t send_due(uint64_t now)
{
    for (; due_ns(next_turn) <= now; next_turn++) {
        conn *c = &conns[next_turn % connections];
        c->owed++;
        if (c->waiting == 0 && !send_next(c, now)) restart(c, "send failed");
    }
    return due_ns(next_turn);
}

static void handle_events(uint64_t wake)
{
    struct epoll_event events[EVENTS];
    uint64_t now = now_ns();
    int patience = wake > now ? (int)((wake - now) / 1000000 + 1) : 0;
    int count = epoll_wait(poll_fd, events, EVENTS, sleeps && rate <= 0 ? patience : 0);
    for (int i = 0; i < count; i++) {
        conn *c = events[i].data.ptr;
        if ((events[i].events & EPOLLOUT) && !flush(c))
            restart(c, "send failed");
        else if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            readable(c);
    }
}

static void open_all(void)
{
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll_fd < 0) fail("epoll_create1", strerror(errno));
    for (unsigned i = 0; i < connections; i++) {
        conns[i] = (conn){ .turn = i };
        open_conn(&conns[i]);
    }
}

/* Requests without an answer enter the histogram with the age they have. */
static void count_unfinished(uint64_t now)
{
    for (conn *c = conns; c < conns + connections; c++) {
        uint64_t left = rate > 0 ? c->owed : c->waiting;
        unfinished += left;
        for (uint64_t i = 0; i < left; i++)
            record(now - (rate > 0 ? due_ns(c->turn + i * connections) : c->sent_ns));
    }
}

/* Returns the nanoseconds it took. */
static uint64_t run(void)
{
    uint64_t now, end, wake;
    open_all();
    start_ns = now = now_ns();
    end = start_ns + (uint64_t)(seconds * 1e9);
    for (unsigned i = 0; i < connections && rate <= 0; i++)
        if (!send_next(&conns[i], now)) restart(&conns[i], "send failed");
    while ((now = now_ns()) < end) {
        wake = rate > 0 ? send_due(now) : end;
        handle_events(wake < end ? wake : end);
    }
    stopping = true;
    while (busy > 0 && (now = now_ns()) < end + grace) handle_events(end + grace);
    count_unfinished(now_ns());
    return now_ns() - start_ns;
}

/* ---- What came out. ---- */

/* How long this thread ran, and how long it was ready to run and had to wait for the processor. */
static void own_time(double *ran, double *waited)
{
    FILE *file = fopen("/proc/self/schedstat", "r");
    unsigned long long ran_ns = 0, waited_ns = 0;
    if (file && fscanf(file, "%llu %llu", &ran_ns, &waited_ns) != 2) ran_ns = waited_ns = 0;
    if (file) fclose(file);
    *ran = (double)ran_ns / 1e9;
    *waited = (double)waited_ns / 1e9;
}

static void print_result(double took)
{
    double ran, waited, count = (double)(answered + unfinished);
    own_time(&ran, &waited);
    printf("{\"url\": \"%s\", \"connections\": %u, \"depth\": %u, \"rate\": %.0f, \"seconds\": %.3f, ", url,
           connections, depth, rate, took);
    printf("\"requests\": %llu, \"errors\": %llu, \"unfinished\": %llu, \"requests_per_second\": %.1f, ",
           (unsigned long long)answered, (unsigned long long)errors, (unsigned long long)unfinished,
           (double)answered / took);
    printf("\"mean_us\": %.2f, \"p50_us\": %.2f, \"p90_us\": %.2f, \"p99_us\": %.2f, \"p999_us\": %.2f, "
           "\"max_us\": %.2f, ",
           count > 0 ? latency_sum / count / 1000 : 0, percentile_us(50), percentile_us(90),
           percentile_us(99), percentile_us(99.9), (double)latency_max / 1000);
    printf("\"request_bytes\": %zu, \"answer_bytes\": %zu, \"body_bytes\": %zu, ", request_len, answer_len,
           body_len);
    printf("\"load_cpu_seconds\": %.3f, \"load_waited_seconds\": %.3f}\n", ran, waited);
}

static _Noreturn void usage(void)
{
    fputs("usage: load [-c CONNECTIONS] [-p DEPTH] [-d SECONDS] [-r RATE] [-f REQUEST_FILE] [-k] [-w BYTES] "
          "[-s]\n"
          "            http://ADDRESS:PORT/PATH\n",
          stderr);
    exit(2);
}

static void read_url(void)
{
    char host[INET_ADDRSTRLEN] = "";
    int port = 0, end = 0;
    if (sscanf(url, "http://%15[0-9.]:%5d%n", host, &port, &end) != 2 || port < 1 || port > UINT16_MAX)
        usage();
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) usage();
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    path = url + end;
    if (*path != '/') fail(url, "the path must begin with a slash");
}

static void read_options(int argc, char **argv)
{
    static const struct option options[] = {
        { "connections", required_argument, NULL, 'c' },
        { "depth", required_argument, NULL, 'p' },
        { "seconds", required_argument, NULL, 'd' },
        { "rate", required_argument, NULL, 'r' },
        { "request", required_argument, NULL, 'f' },
        { "close", no_argument, NULL, 'k' },
        { "websocket", required_argument, NULL, 'w' },
        { "sleep", no_argument, NULL, 's' },
        { NULL, 0, NULL, 0 },
    };
    int option;
    while ((option = getopt_long(argc, argv, "c:p:d:r:f:kw:s", options, NULL)) != -1) {
        switch (option) {
        case 'c': connections = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'p': depth = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'd': seconds = strtod(optarg, NULL); break;
        case 'r': rate = strtod(optarg, NULL); break;
        case 'f': request_file = optarg; break;
        case 'k': short_lived = true; break;
        case 's': sleeps = true; break;
        case 'w': message_len = (unsigned)strtoul(optarg, NULL, 10); break;
        default: usage();
        }
    }
    if (optind + 1 != argc) usage();
    url = argv[optind];
    if (connections < 1 || connections > CONNECTIONS_MAX) fail("connections", "from 1 to 16384");
    if (depth < 1 || depth > 1024) fail("depth", "from 1 to 1024");
    if (rate > 0 && depth > 1) fail("rate", "goes with a depth of 1 only");
    if (short_lived && (depth > 1 || rate > 0)) fail("close", "goes with neither a depth nor a rate");
    if (message_len > MESSAGE_MAX) fail("websocket", "at most 65535 bytes");
}

int main(int argc, char **argv)
{
    uint64_t took;
    read_options(argc, argv);
    read_url();
    prepare_batch();
    if (message_len == 0) learn_answer();
    took = run();
    print_result((double)took / 1e9);
    return errors > 0 || unfinished > 0;
}
