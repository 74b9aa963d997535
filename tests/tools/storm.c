/* Two servers in one process, started and stopped ten times while threads ask, hang up and stop at the worst moment.
 * Built under the sanitizers; exits 1 when an answer was wrong. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <weft/weft.h>

enum { ROUNDS = 10, CLIENTS = 4, SERVERS = 2 };

static _Atomic long answers, wrong;
static char large[300000];

static weft_response hello(weft_request *req) { return weft_textf(req, "Hello, %s\n", "world"); }
static weft_response echo(weft_request *req) { return weft_text(weft_req_body(req)); }
static weft_response send_large(weft_request *req)
{
    (void)req;
    return weft_bytes(weft_lit("application/octet-stream"), weft_str_of(large, sizeof large));
}

static const char *const requests[] = {
    "GET / HTTP/1.1\r\nHost: t\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: t\r\n\r\nGET / HTTP/1.1\r\nHost: t\r\n\r\n",
    "GET /large HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nnever the rest",
    "GET / HTTP/9\r\n\r\n",
    "GET / HT",
};
enum { REQUESTS = sizeof requests / sizeof *requests };

typedef struct client {
    pthread_t thread;
    _Atomic int port;
    _Atomic bool over;
    unsigned seed;
} client;

static int connect_to(int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    struct timeval patience = { .tv_usec = 20000 };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    close(fd);
    return -1;
}

static void ask(int port, unsigned pick)
{
    char bytes[16384];
    const char *request = requests[pick % REQUESTS];
    int fd = connect_to(port);
    if (fd < 0) return;
    if (send(fd, request, strlen(request), MSG_NOSIGNAL) > 0 && pick % 5 != 0) {
        ssize_t got = recv(fd, bytes, sizeof bytes, 0);
        if (got > 0) atomic_fetch_add(&answers, 1);
        if (got >= 9 && memcmp(bytes, "HTTP/1.1 ", 9) != 0) atomic_fetch_add(&wrong, 1);
    }
    close(fd);
}

static void *run_client(void *state)
{
    client *c = state;
    while (!atomic_load(&c->over)) {
        c->seed = c->seed * 1103515245u + 12345u;
        ask(atomic_load(&c->port), c->seed >> 16);
    }
    return NULL;
}

static weft_app *new_app(void)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", hello);
    weft_get(app, "/large", send_large);
    weft_post(app, "/echo", echo);
    return app;
}

static bool run_round(weft_app *apps[SERVERS], int round)
{
    client clients[CLIENTS] = { 0 };
    weft_server server = {
        .port = WEFT_PORT_ANY, .workers = 2, .drain_ms = 300, .quiet = true, .log_level = WEFT_LOG_ERROR
    };
    for (int i = 0; i < SERVERS; i++)
        if (weft_start(apps[i], server) != 0) return false;
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].seed = (unsigned)(round * CLIENTS + i);
        atomic_store(&clients[i].port, weft_port(apps[i % SERVERS]));
        pthread_create(&clients[i].thread, NULL, run_client, &clients[i]);
    }
    usleep(100000);
    for (int i = 0; i < SERVERS; i++) weft_stop(apps[i]);
    if (round % 2) weft_stop(apps[0]); /* in a hurry */
    for (int i = 0; i < SERVERS; i++)
        if (weft_join(apps[i]) != 0) return false;
    for (int i = 0; i < CLIENTS; i++) {
        atomic_store(&clients[i].over, true);
        pthread_join(clients[i].thread, NULL);
    }
    return true;
}

int main(void)
{
    weft_app *apps[SERVERS] = { new_app(), new_app() };
    bool fine = true;
    for (int round = 0; round < ROUNDS && fine; round++) fine = run_round(apps, round);
    for (int i = 0; i < SERVERS; i++) weft_app_free(apps[i]);
    printf("%ld answers, %ld wrong\n", atomic_load(&answers), atomic_load(&wrong));
    return fine && atomic_load(&wrong) == 0 && atomic_load(&answers) > 0 ? 0 : 1;
}
