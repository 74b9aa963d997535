#include "tests/net/harness.h"
#include "src/base/clock.h"
#include "src/base/num.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* ---- The log ----------------------------------------------------------------------------------------------- */

void net_log_line(void *state, weft_log_level level, weft_str line)
{
    static const char *const names[] = { "?", "error", "warn", "info", "debug" };
    net_log *log = state;
    pthread_mutex_lock(&log->lock);
    size_t room = sizeof log->text - log->len;
    log->lines++;
    log->errors += level == WEFT_LOG_ERROR;
    int len = snprintf(log->text + log->len, room, "%s: %.*s\n", names[level], (int)line.len, line.ptr);
    if (len > 0 && (size_t)len < room)
        log->len += (size_t)len;
    else
        log->text[log->len] = '\0';
    pthread_mutex_unlock(&log->lock);
}

bool net_log_has(net_log *log, const char *text)
{
    pthread_mutex_lock(&log->lock);
    bool found = strstr(log->text, text) != NULL;
    pthread_mutex_unlock(&log->lock);
    return found;
}

bool net_log_await(net_log *log, const char *text)
{
    for (uint64_t until_ms = net_now_ms() + NET_PATIENCE_MS; net_now_ms() < until_ms; net_sleep_ms(2))
        if (net_log_has(log, text)) return true;
    return false;
}

void net_log_clear(net_log *log)
{
    pthread_mutex_lock(&log->lock);
    log->lines = log->errors = 0;
    log->len = 0;
    log->text[0] = '\0';
    pthread_mutex_unlock(&log->lock);
}

/* ---- The app ----------------------------------------------------------------------------------------------- */

static char pattern[NET_LARGE];

char net_byte(size_t offset) { return (char)('a' + (offset + offset / 26 + offset / 4093) % 26); }

bool net_is_pattern(weft_str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.ptr[i] != net_byte(i)) return false;
    return true;
}

static weft_response hello(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("hello\n"));
}

static weft_response query(weft_request *req) { return weft_text(weft_req_query(req)); }
static weft_response echo(weft_request *req) { return weft_text(weft_req_body(req)); }
static weft_response peer(weft_request *req) { return weft_text(weft_req_peer(req)); }

static weft_response page(weft_request *req)
{
    (void)req;
    return weft_text(weft_str_of(pattern, NET_PAGE));
}

static weft_response piece(weft_request *req)
{
    (void)req;
    return weft_text(weft_str_of(pattern, NET_PIECE));
}

static weft_response large(weft_request *req)
{
    (void)req;
    return weft_text(weft_str_of(pattern, sizeof pattern));
}

static weft_response empty(weft_request *req)
{
    (void)req;
    return weft_empty(WEFT_NO_CONTENT);
}

static weft_response nothing(weft_request *req)
{
    (void)req;
    return (weft_response){ .kind = WEFT_NONE };
}

static weft_response allocate(weft_request *req)
{
    if (!weft_alloc(req, 100000)) return weft_reject(req);
    return weft_text(weft_lit("ok\n"));
}

weft_app *net_app(void)
{
    for (size_t i = 0; i < sizeof pattern && pattern[sizeof pattern - 1] == '\0'; i++)
        pattern[i] = net_byte(i);
    weft_app *app = weft_app_new(NULL);
    cr_assert_not_null(app);
    weft_get(app, "/", hello);
    weft_get(app, "/query", query);
    weft_get(app, "/peer", peer);
    weft_get(app, "/piece", piece);
    weft_get(app, "/page", page);
    weft_get(app, "/large", large);
    weft_get(app, "/empty", empty);
    weft_get(app, "/nothing", nothing);
    weft_get(app, "/alloc", allocate);
    for (int method = WEFT_GET; method <= WEFT_OPTIONS; method++)
        weft_on(app, (weft_method)method, "/echo", echo);
    return app;
}

/* ---- The server -------------------------------------------------------------------------------------------- */

weft_server net_options(net_log *log)
{
    return (weft_server){
        .port = WEFT_PORT_ANY, .workers = 1, .quiet = true, .logger = net_log_line, .logger_state = log
    };
}

void net_start(net_host *host, weft_server options)
{
    weft_server standard = net_options(&host->log);
    bool elsewhere =
        options.inherited_fd || (options.host && wf_str_starts(wf_str(options.host), weft_lit("unix:")));
    if (options.port == 0 && !elsewhere) options.port = standard.port;
    if (options.workers == 0) options.workers = standard.workers;
    options.quiet = true;
    options.logger = standard.logger;
    options.logger_state = standard.logger_state;
    pthread_mutex_init(&host->log.lock, NULL);
    host->app = net_app();
    cr_assert_eq(weft_start(host->app, options), 0, "%s", host->log.text);
}

void net_end(net_host *host)
{
    weft_stop(host->app);
    cr_assert_eq(weft_join(host->app), 0);
    weft_app_free(host->app);
    host->app = NULL;
}

/* ---- Answers ----------------------------------------------------------------------------------------------- */

/* One field of an answer; every one that weft sends itself is known here. */
static void read_field(net_answer *answer, weft_str line, bool *dated)
{
    weft_str name = wf_str_cut(&line, ':');
    int64_t when;
    uint64_t number;
    cr_assert(line.len > 1 && line.ptr[0] == ' ', "a field without a space or a value");
    weft_str value = weft_str_of(line.ptr + 1, line.len - 1);
    if (weft_str_eq(name, weft_lit("Date"))) {
        cr_assert_not(*dated, "Date is repeated");
        cr_assert(wf_date_read(value, wf_clock_unix(), &when), "Date: %.*s", (int)value.len, value.ptr);
        *dated = true;
    } else if (weft_str_eq(name, weft_lit("Content-Length"))) {
        cr_assert(wf_u64_read(value, &number) && answer->length < 0, "Content-Length");
        answer->length = (int64_t)number;
    } else if (weft_str_eq(name, weft_lit("Connection"))) {
        answer->close = weft_str_eq(value, weft_lit("close"));
        answer->keep_alive = weft_str_eq(value, weft_lit("keep-alive"));
        cr_assert(answer->close || answer->keep_alive, "Connection: %.*s", (int)value.len, value.ptr);
    } else {
        cr_assert(weft_str_eq(name, weft_lit("Content-Type")) || weft_str_eq(name, weft_lit("Allow")) ||
                      weft_str_eq(name, weft_lit("Vary")),
                  "an unexpected field: %.*s", (int)name.len, name.ptr);
    }
}

static void read_head(net_answer *answer)
{
    static const char version[] = "HTTP/1.1 ";
    weft_str rest = answer->head;
    bool dated = false;
    cr_assert(rest.len > 17 && memcmp(rest.ptr, version, sizeof version - 1) == 0, "no status line: %.20s",
              rest.ptr);
    weft_str line = wf_str_cut(&rest, '\n');
    cr_assert_eq(line.ptr[12], ' ');
    for (int i = 9; i < 12; i++) answer->status = answer->status * 10 + (line.ptr[i] - '0');
    cr_assert(answer->status >= 100 && answer->status < 600, "status %d", answer->status);
    while ((line = wf_str_cut(&rest, '\n')).len > 1) {
        cr_assert_eq(line.ptr[line.len - 1], '\r');
        read_field(answer, weft_str_of(line.ptr, line.len - 1), &dated);
    }
    cr_assert(dated == (answer->status >= 200), "Date belongs into every final answer, and into no other");
}

bool net_take_answer(weft_str *rest, bool to_head, net_answer *answer)
{
    const char *end = rest->len ? memmem(rest->ptr, rest->len, "\r\n\r\n", 4) : NULL;
    if (!end) return false;
    *answer = (net_answer){ .length = -1, .head = weft_str_of(rest->ptr, (size_t)(end + 4 - rest->ptr)) };
    read_head(answer);
    bool bodiless = answer->status < 200 || answer->status == 204 || answer->status == 304;
    cr_assert(bodiless == (answer->length < 0), "%d with Content-Length %lld", answer->status,
              (long long)answer->length);
    size_t len = bodiless || to_head ? 0 : (size_t)answer->length;
    if (rest->len - answer->head.len < len) return false;
    answer->body = weft_str_of(end + 4, len);
    *rest = weft_str_of(end + 4 + len, rest->len - answer->head.len - len);
    return true;
}

void net_mask_dates(char *bytes, size_t len)
{
    static const char field[] = "\r\nDate: ";
    int64_t when;
    for (char *at = bytes; (at = memmem(at, len - (size_t)(at - bytes), field, sizeof field - 1)) != NULL;) {
        at += sizeof field - 1;
        cr_assert_geq(len - (size_t)(at - bytes), WF_DATE_LEN);
        cr_assert(wf_date_read(weft_str_of(at, WF_DATE_LEN), wf_clock_unix(), &when), "%.*s", WF_DATE_LEN,
                  at);
        memcpy(at, "Sun, 06 Nov 1994 08:49:37 GMT", WF_DATE_LEN);
    }
}

/* ---- Clients ----------------------------------------------------------------------------------------------- */

static int be_patient(int fd)
{
    struct timeval patience = { .tv_sec = NET_PATIENCE_MS / 1000 };
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return fd;
}

static int dial(const void *address, socklen_t len, int family)
{
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (connect(fd, address, len) == 0) return be_patient(fd);
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

int net_dial(int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    return dial(&address, sizeof address, AF_INET);
}

int net_dial_unix(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return dial(&address, sizeof address, AF_UNIX);
}

enum { CLIENT_ROOM = NET_LARGE + 65536 };

net_client net_client_of(int fd)
{
    cr_assert_geq(fd, 0, "no connection: %s", strerror(errno));
    net_client client = { .fd = fd, .bytes = malloc(CLIENT_ROOM) };
    cr_assert_not_null(client.bytes);
    return client;
}

net_client net_open(const net_host *host) { return net_client_of(net_dial(weft_port(host->app))); }

void net_close(net_client *client)
{
    close(client->fd);
    free(client->bytes);
    client->fd = -1;
    client->bytes = NULL;
}

void net_say_bytes(net_client *client, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t sent = send(client->fd, bytes, len, MSG_NOSIGNAL);
        cr_assert_gt(sent, 0, "send: %s", strerror(errno));
        bytes += sent;
        len -= (size_t)sent;
    }
}

void net_say(net_client *client, const char *text) { net_say_bytes(client, text, strlen(text)); }

/* More bytes; 0 at the end, -1 with errno. What was taken makes room first. */
static ssize_t receive(net_client *client)
{
    if (client->to == CLIENT_ROOM) {
        memmove(client->bytes, client->bytes + client->from, client->to - client->from);
        client->to -= client->from;
        client->from = 0;
    }
    cr_assert_lt(client->to, (size_t)CLIENT_ROOM, "an answer larger than any expected");
    ssize_t got = recv(client->fd, client->bytes + client->to, CLIENT_ROOM - client->to, 0);
    if (got > 0) client->to += (size_t)got;
    return got;
}

static net_answer hear(net_client *client, bool to_head)
{
    net_answer answer;
    for (;;) {
        weft_str rest = weft_str_of(client->bytes + client->from, client->to - client->from);
        if (net_take_answer(&rest, to_head, &answer)) {
            client->from = client->to - rest.len;
            return answer;
        }
        ssize_t got = receive(client);
        cr_assert_gt(got, 0, "no answer: %s", got == 0 ? "the server closed" : strerror(errno));
    }
}

net_answer net_hear(net_client *client) { return hear(client, false); }
net_answer net_hear_head(net_client *client) { return hear(client, true); }

net_answer net_ask(net_client *client, const char *request, int status, const char *body)
{
    net_say(client, request);
    net_answer answer = net_hear(client);
    cr_assert_eq(answer.status, status, "%d for %.40s", answer.status, request);
    if (body)
        cr_assert(weft_str_eq(answer.body, wf_str(body)), "\"%.*s\" for %.40s", (int)answer.body.len,
                  answer.body.ptr, request);
    return answer;
}

int net_hear_end(net_client *client)
{
    ssize_t got = client->from < client->to ? 1 : receive(client);
    cr_assert_leq(got, 0, "bytes where the end should be: %.*s", (int)(client->to - client->from),
                  client->bytes + client->from);
    cr_assert(got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK), "the server does not close");
    return got == 0 ? 0 : errno;
}

weft_str net_hear_rest(net_client *client)
{
    while (receive(client) > 0) {}
    return weft_str_of(client->bytes + client->from, client->to - client->from);
}

/* ---- The rest ---------------------------------------------------------------------------------------------- */

uint64_t net_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void net_sleep_ms(int ms)
{
    struct timespec span = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
    nanosleep(&span, NULL);
}

bool net_await(bool (*truth)(void *state), void *state)
{
    for (uint64_t until_ms = net_now_ms() + NET_PATIENCE_MS; net_now_ms() < until_ms; net_sleep_ms(2))
        if (truth(state)) return true;
    return truth(state);
}

static int count_entries(const char *folder)
{
    int count = 0;
    DIR *entries = opendir(folder);
    cr_assert_not_null(entries);
    while (readdir(entries)) count++;
    closedir(entries);
    return count;
}

int net_count_fds(void) { return count_entries("/proc/self/fd"); }
int net_count_threads(void) { return count_entries("/proc/self/task"); }

uint32_t net_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

void net_make_folder(char path[64])
{
    snprintf(path, 64, "/tmp/weft-net-XXXXXX");
    cr_assert_not_null(mkdtemp(path));
}

void net_remove_folder(const char *path)
{
    char file[512];
    DIR *entries = opendir(path);
    cr_assert_not_null(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.') cr_expect_eq(remove(file), 0, "%s: %s", file, strerror(errno));
    }
    closedir(entries);
    cr_expect_eq(rmdir(path), 0, "%s: %s", path, strerror(errno));
}
