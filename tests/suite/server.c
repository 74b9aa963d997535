/* The server that conformance suites are pointed at:
 *     build/suite/server [--port N] [--root DIR] [--head-timeout S] [--body-timeout S] [--write-timeout S]
 *                        [--idle-timeout S] [--workers N] [--log LEVEL] [--cache-ms N]
 * It answers `/` with a page, any method on `/echo` with the request's body, and `/data.bin` with a mebibyte, and
 * whatever else there is below the root, compressed forms too; its first line of output is its address. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

enum { DATA_SIZE = 1 << 20 };
static char data[DATA_SIZE];
static weft_files files = { .precompressed = true };

static weft_response home(weft_request *req)
{
    (void)req;
    return weft_html(weft_lit("<!doctype html><title>weft</title><p>The server under test.\n"));
}

static weft_response echo(weft_request *req)
{
    return weft_bytes(weft_lit("application/octet-stream"), weft_req_body(req));
}

static weft_response send_data(weft_request *req)
{
    (void)req;
    return weft_bytes(weft_lit("application/octet-stream"), weft_str_of(data, sizeof data));
}

/* Bytes that look random and are the same every time. */
static void fill_data(void)
{
    uint64_t state = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < sizeof data; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        data[i] = (char)(state >> 56);
    }
}

static const struct {
    const char *flag, *option;
    int scale;
} flags[] = {
    { "--port", "port", 1 },
    { "--head-timeout", "head_ms", 1000 },
    { "--body-timeout", "body_ms", 1000 },
    { "--write-timeout", "write_ms", 1000 },
    { "--idle-timeout", "idle_ms", 1000 },
    { "--workers", "workers", 1 },
    { "--log", "log_level", 0 },
    { "--root", NULL, 0 },     /* of static files, served at / */
    { "--cache-ms", NULL, 0 }, /* how long they may be trusted; 0: every request looks */
};
enum { FLAGS = sizeof flags / sizeof *flags };

static int usage(FILE *to, int status)
{
    fputs("usage: server [FLAG VALUE]...\n", to);
    for (int i = 0; i < FLAGS; i++) fprintf(to, "  %s\n", flags[i].flag);
    fputs("\nThe same options as the server has them:\n", to);
    fputs(weft_option_help(), to);
    return status;
}

static bool set_flag(weft_server *server, const char *flag, const char *value)
{
    char scaled[32];
    const char *why = "unknown flag";
    for (int i = 0; i < FLAGS; i++) {
        if (strcmp(flag, flags[i].flag) != 0) continue;
        if (strcmp(flag, "--root") == 0) files.root = value;
        if (strcmp(flag, "--cache-ms") == 0) files.cache_ms = atoi(value) ? (uint32_t)atoi(value) : WEFT_OFF;
        if (!flags[i].option) return true;
        if (flags[i].scale > 1) {
            snprintf(scaled, sizeof scaled, "%.0f", atof(value) * flags[i].scale);
            value = scaled;
        }
        if (weft_option(server, flags[i].option, value, &why)) return true;
    }
    fprintf(stderr, "%s: %s\n", flag, why);
    return false;
}

int main(int argc, char **argv)
{
    weft_server server = { .quiet = true };
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0) return usage(stdout, 0);
        if (i + 1 == argc || !set_flag(&server, argv[i], argv[i + 1])) return usage(stderr, 2);
    }
    fill_data();
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", home);
    weft_get(app, "/data.bin", send_data);
    for (int method = WEFT_GET; method <= WEFT_OPTIONS; method++)
        weft_on(app, (weft_method)method, "/echo", echo);
    if (files.root) weft_static(app, "/", files);
    sigset_t stops;
    int signal;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGINT);
    sigprocmask(SIG_BLOCK, &stops, NULL);
    if (weft_start(app, server) != 0) return 1;
    printf("http://127.0.0.1:%d\n", weft_port(app));
    fflush(stdout);
    sigwait(&stops, &signal);
    weft_stop(app);
    int status = weft_join(app);
    weft_app_free(app);
    return status;
}
