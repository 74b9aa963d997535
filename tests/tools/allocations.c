/* No libc allocation in steady state: a hundred thousand requests on a warm keep-alive connection, counted by an
 * interposed malloc. Exits 1 when there was a single one. */
#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <weft/weft.h>

/* The C library's own names for its allocator, which ours stand in front of. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static _Atomic long allocations;

void *malloc(size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __libc_realloc(memory, size);
}

static weft_response hello(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("Hello, world\n"));
}

static weft_response greet(weft_request *req)
{
    weft_str agent = weft_req_header(req, "user-agent");
    weft_response res = weft_textf(req, "Hello, %.*s\n", (int)agent.len, agent.ptr);
    weft_with(req, &res, "X-Greeting", weft_lit("yes"));
    return res;
}

static weft_response echo(weft_request *req) { return weft_text(weft_req_body(req)); }

static const char *const requests[] = {
    "GET / HTTP/1.1\r\nHost: t\r\n\r\n",
    "GET /greet HTTP/1.1\r\nHost: t\r\nUser-Agent: tester\r\nAccept: */*\r\nCookie: a=b; c=d\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "GET /missing HTTP/1.1\r\nHost: t\r\n\r\n",
};
enum { REQUESTS = sizeof requests / sizeof *requests };

/* Sends one request and reads its whole answer; false when the connection broke. */
static bool ask(int fd, const char *request)
{
    char answer[4096];
    size_t have = 0, len = strlen(request);
    if (send(fd, request, len, MSG_NOSIGNAL) != (ssize_t)len) return false;
    for (;;) {
        ssize_t got = recv(fd, answer + have, sizeof answer - 1 - have, 0);
        if (got <= 0) return false;
        have += (size_t)got;
        answer[have] = '\0';
        const char *end = strstr(answer, "\r\n\r\n"), *length = strstr(answer, "Content-Length: ");
        if (end && length && have == (size_t)(end - answer) + 4 + (size_t)atoi(length + 16)) return true;
    }
}

static bool ask_many(int fd, int count)
{
    for (int i = 0; i < count; i++)
        if (!ask(fd, requests[i % REQUESTS])) return false;
    return true;
}

static int connect_to(int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    return connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? fd : -1;
}

int main(void)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", hello);
    weft_get(app, "/greet", greet);
    weft_post(app, "/echo", echo);
    if (weft_start(app, (weft_server){ .port = WEFT_PORT_ANY, .workers = 1, .quiet = true }) != 0) return 1;
    int fd = connect_to(weft_port(app));
    bool answered = ask_many(fd, 1000);
    long before = atomic_load(&allocations);
    answered = answered && ask_many(fd, 100000);
    long made = atomic_load(&allocations) - before;
    close(fd);
    weft_stop(app);
    int status = weft_join(app);
    weft_app_free(app);
    printf("%ld allocations in 100000 requests\n", made);
    return answered && made == 0 && before > 0 ? status : 1;
}
