/* No libc allocation in steady state: twenty thousand requests of each kind on a warm keep-alive connection, counted by
 * an interposed malloc. Exits 1 when there was a single one, and says in which kind. To promise it of another path, add
 * a row to `requests`. `allocations stray` makes one on purpose, for the test that this program can fail. */
#include "bench/app/record.h"
#include "record.json.h"
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

static bool stray;

static weft_response hello(weft_request *req)
{
    (void)req;
    if (stray) {
        void *volatile memory = malloc(1);
        free(memory);
    }
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

static const weft_str tags[] = { { "red", 3 }, { "a \"quoted\" one", 14 } };
static const record sample = { .id = 7,
                               .name = { "Ada", 3 },
                               .email = { "ada@example.org", 15 },
                               .active = true,
                               .score = 1.5,
                               .tags = tags,
                               .tags_count = 2 };

static weft_response tell(weft_request *req) { return weft_json(req, &record_codec, &sample); }

/* What was read, told: its tags' list and the one with an escape are in the request's memory. */
static weft_response retell(weft_request *req)
{
    record it;
    if (!record_read(req, &it)) return weft_reject(req);
    return record_json(req, &it);
}

#define RECORD                                                                                \
    "{\"id\":7,\"name\":\"Ada\",\"email\":\"ada@example.org\",\"active\":true,\"score\":1.5," \
    "\"tags\":[\"red\",\"a \\\"quoted\\\" one\"]}"
#define BROKEN "{\"id\":7,\"name\":\"Ada\",\"tags\":[1]}"

static const struct {
    const char *name, *bytes;
} requests[] = {
    { "hello", "GET / HTTP/1.1\r\nHost: t\r\n\r\n" },
    { "fields",
      "GET /greet HTTP/1.1\r\nHost: t\r\nUser-Agent: tester\r\nAccept: */*\r\nCookie: a=b; c=d\r\n\r\n" },
    { "body", "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhello" },
    { "chunks",
      "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n" },
    { "miss", "GET /missing HTTP/1.1\r\nHost: t\r\n\r\n" },
    { "file", "GET /files/hello.txt HTTP/1.1\r\nHost: t\r\n\r\n" },
    { "json out", "GET /record HTTP/1.1\r\nHost: t\r\n\r\n" },
    { "json in", "POST /record HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: "
                 "107\r\n\r\n" RECORD },
    { "json refused", "POST /record HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: "
                      "32\r\n\r\n" BROKEN },
    { "range", "GET /files/hello.txt HTTP/1.1\r\nHost: t\r\nRange: bytes=0-4\r\n\r\n" },
};
enum { REQUESTS = sizeof requests / sizeof *requests, WARM_UP = 200, EACH = 20000 };

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

/* Allocations of `times` requests of a kind; -1 when the connection broke. */
static long count(int fd, size_t kind, int times)
{
    long before = atomic_load(&allocations);
    for (int i = 0; i < times; i++)
        if (!ask(fd, requests[kind].bytes)) return -1;
    return atomic_load(&allocations) - before;
}

/* A struct into a buffer that has the room: not even one allocation. */
static bool count_writes(void)
{
    weft_buf buf = weft_buf_heap(1 << 16);
    bool ok = weft_buf_room(&buf, 4096) != NULL;
    long before = atomic_load(&allocations);
    for (int i = 0; i < EACH && ok; i++) {
        buf.len = 0;
        ok = weft_codec_write(&record_codec, &sample, &buf, NULL) &&
             weft_str_eq(weft_buf_str(&buf), weft_lit(RECORD));
    }
    long made = atomic_load(&allocations) - before;
    if (!ok) printf("json into a buffer: not written\n");
    if (made > 0) printf("json into a buffer: %ld allocations in %d times\n", made, EACH);
    weft_buf_free(&buf);
    return ok && made == 0;
}

/* Warms every kind up before one is counted. */
static bool count_all(int fd)
{
    bool clean = true;
    for (size_t kind = 0; kind < REQUESTS; kind++) clean = count(fd, kind, WARM_UP) >= 0 && clean;
    for (size_t kind = 0; kind < REQUESTS; kind++) {
        long made = count(fd, kind, EACH);
        if (made < 0) printf("%s: no answer\n", requests[kind].name);
        if (made > 0) printf("%s: %ld allocations in %d requests\n", requests[kind].name, made, EACH);
        clean = clean && made == 0;
    }
    return clean;
}

static int connect_to(int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    return connect(fd, (struct sockaddr *)&address, sizeof address) == 0 ? fd : -1;
}

/* A folder with one file in it, removed by remove_files. Waits until the file is no news: one that changed a moment ago is
 * read anew, since another change in the same moment would not show. */
static const char *make_files(void)
{
    static char folder[] = "/tmp/weft-allocations-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return NULL;
    FILE *file = fopen("hello.txt", "w");
    if (!file) return NULL;
    fputs("Hello, world\n", file);
    bool written = fclose(file) == 0;
    usleep(200000);
    return written ? folder : NULL;
}

static void remove_files(const char *folder)
{
    unlink("hello.txt");
    rmdir(folder);
}

int main(int argc, char **argv)
{
    const char *folder = make_files();
    if (!folder) return 1;
    stray = argc == 2 && strcmp(argv[1], "stray") == 0;
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", hello);
    weft_get(app, "/greet", greet);
    weft_post(app, "/echo", echo);
    weft_get(app, "/record", tell);
    weft_post(app, "/record", retell);
    weft_static(app, "/files", (weft_files){ .root = folder });
    if (weft_start(app, (weft_server){ .port = WEFT_PORT_ANY, .workers = 1, .quiet = true }) != 0) return 1;
    int fd = connect_to(weft_port(app));
    bool is_counting = atomic_load(&allocations) > 0;
    bool clean = count_all(fd) && count_writes();
    close(fd);
    weft_stop(app);
    int status = weft_join(app);
    weft_app_free(app);
    remove_files(folder);
    if (clean) printf("no allocation in %d requests of %d kinds\n", EACH, REQUESTS);
    return is_counting && clean ? status : 1;
}
