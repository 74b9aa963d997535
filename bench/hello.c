/* bench/hello [--port N] [--workers N]: the smallest app there is, 13 bytes of text, for the benches. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

static weft_response hello(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("Hello, world\n"));
}

int main(int argc, char **argv)
{
    weft_server server = { .workers = 1, .quiet = true };
    const char *why;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strncmp(argv[i], "--", 2) == 0 && weft_option(&server, argv[i] + 2, argv[i + 1], &why)) continue;
        fprintf(stderr, "%s: %s\n", argv[i], why);
        return 2;
    }
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", hello);
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
