/* libmicrohttpd: mhd FOLDER PORT WORKERS. epoll in its own threads; files by sendfile. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *folder;
static struct MHD_Response *hello, *ok;
static char seen; /* marks a GET whose head was seen */

static struct MHD_Response *text(const char *body)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(body), (void *)(size_t)body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
    return response;
}

static enum MHD_Result send_once(struct MHD_Connection *connection, struct MHD_Response *response)
{
    enum MHD_Result result = response ? MHD_queue_response(connection, 200, response) : MHD_NO;
    if (response) MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_file(struct MHD_Connection *connection, const char *name)
{
    char path[4096];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = strchr(name, '/') ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return MHD_NO;
    if (fstat(fd, &info) < 0) {
        close(fd);
        return MHD_NO;
    }
    return send_once(connection, MHD_create_response_from_fd64((uint64_t)info.st_size, fd));
}

/* Called for the head, for each piece of a body, and once more at its end. */
static enum MHD_Result answer(void *state, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *piece, size_t *piece_len,
                              void **per_request)
{
    (void)state, (void)version, (void)piece;
    if (strcmp(method, "POST") == 0) {
        size_t *size = *per_request;
        if (!size) {
            *per_request = calloc(1, sizeof *size);
            return *per_request ? MHD_YES : MHD_NO;
        }
        if (*piece_len > 0) {
            *size += *piece_len;
            *piece_len = 0;
            return MHD_YES;
        }
        char body[32];
        int len = snprintf(body, sizeof body, "%zu\n", *size);
        return send_once(connection,
                         MHD_create_response_from_buffer((size_t)len, body, MHD_RESPMEM_MUST_COPY));
    }
    if (!*per_request) {
        *per_request = &seen;
        return MHD_YES;
    }
    *per_request = NULL;
    if (strcmp(url, "/") == 0) return MHD_queue_response(connection, 200, hello);
    if (strcmp(url, "/ok") == 0) return MHD_queue_response(connection, 200, ok);
    if (strncmp(url, "/files/", 7) == 0) return send_file(connection, url + 7);
    return MHD_NO;
}

static void done(void *state, struct MHD_Connection *connection, void **per_request,
                 enum MHD_RequestTerminationCode code)
{
    (void)state, (void)connection, (void)code;
    if (*per_request != &seen) free(*per_request);
    *per_request = NULL;
}

int main(int argc, char **argv)
{
    if (argc != 4) return 2;
    folder = argv[1];
    hello = text("Hello, world\n");
    ok = text("ok");
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2])) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sigset_t stops;
    int number;
    unsigned workers = (unsigned)atoi(argv[3]);
    sigemptyset(&stops);
    sigaddset(&stops, SIGTERM);
    sigprocmask(SIG_BLOCK, &stops, NULL);
    struct MHD_OptionItem pool[] = { { workers > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, workers,
                                       NULL },
                                     { MHD_OPTION_END, 0, NULL } };
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, (uint16_t)atoi(argv[2]), NULL, NULL, &answer, NULL,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, 16384u, MHD_OPTION_LISTEN_BACKLOG_SIZE,
        4096u, MHD_OPTION_NOTIFY_COMPLETED, &done, NULL, MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
    if (!daemon) return 1;
    sigwait(&stops, &number);
    MHD_stop_daemon(daemon);
    return 0;
}
