/* hostile [SECONDS]: nothing outside of a root is sent, while somebody who may do anything in it swaps directories
 * and files for links that lead out, moves them out and back, and cuts files short, under load. Both ways to stay
 * inside, with and without trust in what is cached. Exits 1 and names the first request that got what it should not.
 */
#include "src/web/app.h"
#include "static/mount.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <weft/weft.h>

enum { CLIENTS = 3, SMALL = 2000, LARGE = 100 * 1000, ANSWER_MAX = LARGE + 4096 };

static char home[64];
static _Atomic bool over, leaked;
static _Atomic uint64_t answers, files, swaps;
static int port;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "hostile: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* A file full of one byte: 'f' is fine, 'S' a secret. */
static void fill(const char *name, char byte, size_t size)
{
    static char bytes[LARGE];
    memset(bytes, byte, size);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size) fail(name);
    close(fd);
}

static void fill_folder(const char *name, char byte)
{
    char path[256];
    static const char *const names[] = { "small.txt", "small.txt.gz", "large.txt", "large.txt.gz" };
    if (mkdir(name, 0755) != 0) fail(name);
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", name, names[i]);
        fill(path, byte, i < 2 ? SMALL : LARGE);
    }
}

/* root/ is served; outside/ has the same names with other bytes. */
static void build(void)
{
    strcpy(home, "/tmp/weft-hostile-XXXXXX");
    if (!mkdtemp(home) || chdir(home) != 0) fail(home);
    fill_folder("outside", 'S');
    fill_folder("outside/sub", 'S');
    fill_folder("root", 'f');
    fill_folder("root/sub", 'f');
    fill_folder("root/sub/sub", 'f');
    if (symlink("../outside", "root/link") != 0 || symlink("../outside/small.txt", "root/link.txt") != 0 ||
        symlink("../../outside", "root/sub/link") != 0 ||
        symlink("../outside/large.txt.gz", "root/link.gz") != 0)
        fail("symlink");
}

/* ---- Who swaps ------------------------------------------------------------------------------------------- */

static void exchange(const char *a, const char *b)
{
    renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
    sched_yield();
    renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
}

/* A directory leaves the root, a link to it stays, and back again. */
static void move_out_and_back(void)
{
    if (rename("root/sub", "outside/moved") != 0) return;
    (void)!symlink("../outside/moved", "root/sub");
    sched_yield();
    unlink("root/sub");
    rename("outside/moved", "root/sub");
}

static void replace_by_link(const char *target, const char *name)
{
    if (symlink(target, "root/new") != 0) return;
    rename("root/new", name);
    sched_yield();
    unlink(name);
}

static void *swap(void *unused)
{
    while (!atomic_load(&over)) {
        exchange("root/sub", "root/link");
        exchange("root/small.txt", "root/link.txt");
        exchange("root/large.txt.gz", "root/link.gz");
        exchange("root/sub/sub", "root/sub/link");
        move_out_and_back();
        replace_by_link("../outside/large.txt", "root/large.txt");
        fill("root/large.txt", 'f', LARGE);
        (void)!truncate("root/large.txt", 10);
        fill("root/large.txt", 'f', LARGE);
        atomic_fetch_add(&swaps, 1);
    }
    return unused;
}

/* ---- Who asks -------------------------------------------------------------------------------------------- */

static int connect_client(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    struct timeval patience = { .tv_sec = 10 };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return fd;
}

/* Reads an answer whole; its length, or 0 when the connection ended before, which a file cut short may do. */
static size_t receive(int fd, char *bytes, size_t *head)
{
    size_t len = 0, whole = ANSWER_MAX;
    while (len < whole) {
        ssize_t got = recv(fd, bytes + len, ANSWER_MAX - len, 0);
        if (got <= 0) return 0;
        len += (size_t)got;
        const char *end = whole == ANSWER_MAX ? memmem(bytes, len, "\r\n\r\n", 4) : NULL;
        if (!end) continue;
        const char *length = memmem(bytes, (size_t)(end - bytes), "Content-Length: ", 16);
        *head = (size_t)(end - bytes) + 4;
        whole = *head + (length ? strtoul(length + 16, NULL, 10) : 0);
    }
    return len;
}

static void *ask(void *seed_)
{
    static const char *const paths[] = { "/small.txt",      "/large.txt",         "/sub/small.txt",
                                         "/sub/large.txt",  "/sub/sub/small.txt", "/sub/sub/large.txt",
                                         "/link/small.txt", "/link.txt",          "/sub/link/large.txt",
                                         "/link.gz" };
    char *bytes = malloc(ANSWER_MAX), request[256];
    unsigned seed = *(unsigned *)seed_;
    size_t head = 0;
    int fd = connect_client();
    while (!atomic_load(&over)) {
        const char *path = paths[(unsigned)rand_r(&seed) % (sizeof paths / sizeof *paths)];
        bool gzip = rand_r(&seed) & 1;
        int len = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: t\r\n%s\r\n", path,
                           gzip ? "Accept-Encoding: gzip\r\n" : "");
        size_t got = send(fd, request, (size_t)len, MSG_NOSIGNAL) == len ? receive(fd, bytes, &head) : 0;
        if (got == 0) {
            close(fd);
            fd = connect_client();
            continue;
        }
        bool file = memcmp(bytes, "HTTP/1.1 200", 12) == 0;
        atomic_fetch_add(&answers, 1);
        atomic_fetch_add(&files, file);
        if (!file || !memchr(bytes + head, 'S', got - head)) continue;
        fprintf(stderr, "hostile: %s%s got what lies outside\n", path, gzip ? " (gzip)" : "");
        atomic_store(&leaked, true);
        atomic_store(&over, true);
    }
    close(fd);
    free(bytes);
    return NULL;
}

/* ---- One round ------------------------------------------------------------------------------------------- */

static void run(bool by_segments, uint32_t cache_ms, double seconds)
{
    pthread_t swapper, clients[CLIENTS];
    unsigned seeds[CLIENTS] = { 1, 2, 3 };
    char root[128];
    snprintf(root, sizeof root, "%s/root", home);
    weft_app *app = weft_app_new(NULL);
    weft_static(app, "/", (weft_files){ .root = root, .cache_ms = cache_ms, .precompressed = true });
    wf_static *all = (wf_static *)(void *)app->files;
    all->by_segments = by_segments;
    if (weft_start(app, (weft_server){ .port = WEFT_PORT_ANY, .workers = 2 }) != 0) exit(1);
    bool kernel = !all->mounts[0].root.by_segments;
    port = weft_port(app);
    atomic_store(&over, false);
    atomic_store(&answers, 0);
    atomic_store(&files, 0);
    atomic_store(&swaps, 0);
    pthread_create(&swapper, NULL, swap, NULL);
    for (int i = 0; i < CLIENTS; i++) pthread_create(&clients[i], NULL, ask, &seeds[i]);
    usleep((useconds_t)(seconds * 1e6));
    atomic_store(&over, true);
    pthread_join(swapper, NULL);
    for (int i = 0; i < CLIENTS; i++) pthread_join(clients[i], NULL);
    weft_stop(app);
    int status = weft_join(app);
    weft_app_free(app);
    printf("%s, cache %s: %llu answers, %llu of files, %llu swaps\n", kernel ? "openat2" : "by segments",
           cache_ms == WEFT_OFF ? "off" : "on", (unsigned long long)answers, (unsigned long long)files,
           (unsigned long long)swaps);
    if (status != 0 || answers == 0 || files == 0 || swaps == 0) atomic_store(&leaked, true);
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *ftw)
{
    (void)info, (void)type, (void)ftw;
    return remove(path);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    build();
    for (int i = 0; i < 4 && !leaked; i++) run(i & 1, i & 2 ? WEFT_OFF : 0, seconds);
    if (chdir("/") == 0) nftw(home, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (leaked) return 1;
    puts("nothing outside was sent");
    return 0;
}
