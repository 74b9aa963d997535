/* many [REQUESTS]: files that are large, and files that are many. A sparse file of 5 GiB by ranges at both ends, a
 * directory of 100,000 files and its listing, a million requests (or REQUESTS) over 10,000 files; and then nothing of
 * it is left: descriptors and memory are what they were. Exits 1 with what was not so. */
#include "static/cache.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MANY = 100 * 1000,
    ASKED = 10 * 1000,
    SMALL = 1000,
    LARGE = 40 * 1000,
    EVERY_LARGE = 10,
    PIPELINED = 50
};
static const int64_t huge = INT64_C(5) << 30;

static char home[64];
static int port;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "many: %s (%s)\n", what, strerror(errno));
    exit(1);
}

static void need(bool truth, const char *what)
{
    if (!truth) fail(what);
}

/* ---- What this process holds ----------------------------------------------------------------------------- */

static int open_files(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    need(folder != NULL, "/proc/self/fd");
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

static long resident_kb(void)
{
    char line[128];
    long kb = 0;
    FILE *status = fopen("/proc/self/status", "r");
    need(status != NULL, "/proc/self/status");
    while (fgets(line, sizeof line, status))
        if (strncmp(line, "VmRSS:", 6) == 0) kb = strtol(line + 6, NULL, 10);
    fclose(status);
    return kb;
}

/* ---- Files ----------------------------------------------------------------------------------------------- */

static void make_file(const char *name, size_t size)
{
    static char bytes[LARGE];
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (!*bytes) memset(bytes, 'x', sizeof bytes);
    need(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, name);
    close(fd);
}

static void build(void)
{
    char name[64];
    strcpy(home, "/tmp/weft-many-XXXXXX");
    need(mkdtemp(home) && chdir(home) == 0, home);
    int fd = open("huge.bin", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    need(fd >= 0 && ftruncate(fd, huge) == 0 && pwrite(fd, "first", 5, 0) == 5 &&
             pwrite(fd, "last", 4, huge - 4) == 4,
         "huge.bin");
    close(fd);
    need(mkdir("many", 0755) == 0, "many");
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "many/%05d", i);
        make_file(name, i % EVERY_LARGE ? SMALL : LARGE);
    }
}

/* ---- Asking ---------------------------------------------------------------------------------------------- */

static char *received; /* of the answer that is read */
static size_t received_len;
enum { ROOM = 64 << 20 };

static int connect_client(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    struct timeval patience = { .tv_sec = 20 };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    need(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0, "connect");
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return fd;
}

/* One request on a connection that ends with its answer. */
static void ask(const char *path, const char *fields)
{
    char request[512];
    int fd = connect_client();
    int len = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: t\r\nConnection: close\r\n%s\r\n",
                       path, fields);
    need(send(fd, request, (size_t)len, MSG_NOSIGNAL) == len, "send");
    received_len = 0;
    for (ssize_t got; (got = recv(fd, received + received_len, ROOM - received_len, 0)) > 0;)
        received_len += (size_t)got;
    close(fd);
}

static bool has(const char *text) { return memmem(received, received_len, text, strlen(text)) != NULL; }

static void check_ranges(void)
{
    ask("/huge.bin", "Range: bytes=0-4\r\n");
    need(has("Content-Range: bytes 0-4/5368709120\r\n") && has("\r\n\r\nfirst"), "the first bytes of 5 GiB");
    ask("/huge.bin", "Range: bytes=-4\r\n");
    need(has("Content-Range: bytes 5368709116-5368709119/5368709120\r\n") && has("\r\n\r\nlast"),
         "the last bytes of 5 GiB");
    ask("/huge.bin", "Range: bytes=4294967295-4294967296\r\n");
    need(has("Content-Range: bytes 4294967295-4294967296/5368709120\r\n"), "bytes where 32 bits end");
    ask("/huge.bin", "Range: bytes=0-0,5368709119-\r\n");
    need(has("multipart/byteranges") && has("bytes 5368709119-5368709119/5368709120"), "both ends at once");
    ask("/huge.bin", "Range: bytes=5000000000-5010485759\r\n");
    need(has("Content-Length: 10485760\r\n") && received_len > 10485760, "ten megabytes of the middle");
    ask("/huge.bin", "Range: bytes=5368709120-\r\n");
    need(has("HTTP/1.1 416"), "416 behind the end");
}

static void check_listing(void)
{
    ask("/many/", "");
    need(has("href=\"00000\"") && has("href=\"99999\"") && has("</table>"), "a listing of 100,000 files");
}

/* ---- A million requests ---------------------------------------------------------------------------------- */

/* Reads PIPELINED answers: their number of bytes is known but for the heads, which end in a blank line. */
static void read_answers(int fd, unsigned first)
{
    size_t have = 0, at = 0;
    for (unsigned i = 0; i < PIPELINED; i++) {
        size_t body = (first + i) % ASKED % EVERY_LARGE ? SMALL : LARGE;
        char *end;
        while (!(end = memmem(received + at, have - at, "\r\n\r\n", 4)) ||
               (size_t)(end - received) + 4 + body > have) {
            ssize_t got = recv(fd, received + have, ROOM - have, 0);
            if (got <= 0) fail("an answer is missing");
            have += (size_t)got;
        }
        need(memcmp(received + at, "HTTP/1.1 200", 12) == 0, "an answer is no 200");
        need(end[4] == 'x' && end[3 + body] == 'x', "an answer is not the file");
        at = (size_t)(end - received) + 4 + body;
    }
    need(at == have, "bytes behind the answers");
}

static void ask_many(unsigned requests)
{
    char *batch = malloc(PIPELINED * 64);
    int fd = connect_client(), most = 0;
    for (unsigned i = 0; i < requests; i += PIPELINED) {
        int len = 0;
        for (unsigned k = 0; k < PIPELINED; k++)
            len += sprintf(batch + len, "GET /many/%05u HTTP/1.1\r\nHost: t\r\n\r\n", (i + k) % ASKED);
        need(send(fd, batch, (size_t)len, MSG_NOSIGNAL) == len, "send");
        read_answers(fd, i);
        if (i % (ASKED * 10) == 0 && open_files() > most) most = open_files();
    }
    close(fd);
    free(batch);
    printf("%u requests, %d descriptors at most\n", requests, most);
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *ftw)
{
    (void)info, (void)type, (void)ftw;
    return remove(path);
}

int main(int argc, char **argv)
{
    unsigned requests = argc > 1 ? (unsigned)atoi(argv[1]) : 1000 * 1000;
    received = calloc(1, ROOM);
    need(received != NULL, "memory");
    memset(received, 1, ROOM); /* so that it is resident from the beginning */
    build();
    weft_app *app = weft_app_new(NULL);
    weft_static(app, "/", (weft_files){ .root = home, .listing = true });
    need(weft_start(app, (weft_server){ .port = WEFT_PORT_ANY, .workers = 1 }) == 0, "start");
    port = weft_port(app);
    ask("/many/00001", "");
    malloc_trim(0);
    long start_kb = resident_kb();
    check_ranges();
    long huge_kb = resident_kb() - start_kb;
    printf("a file of 5 GiB by ranges: +%ld kB\n", huge_kb);
    need(huge_kb < 4096, "memory grows with the file");
    check_listing();
    printf("a listing of 100,000 files: +%ld kB\n", resident_kb() - start_kb);
    ask_many(requests);
    printf("at work: +%ld kB\n", resident_kb() - start_kb);
    usleep((WF_CACHE_IDLE_MS + 2500) * 1000); /* the cache lets go */
    malloc_trim(0);
    int left = open_files();
    long left_kb = resident_kb() - start_kb;
    weft_stop(app);
    (void)weft_join(app);
    int closed = open_files();
    weft_app_free(app);
    if (chdir("/") == 0) nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    printf("at rest: %d descriptors, %+ld kB\n", left, left_kb);
    need(left - closed <= 8, "descriptors are left"); /* the listener, the poller, the root and their like */
    need(left_kb < 2048, "memory is left");
    return 0;
}
