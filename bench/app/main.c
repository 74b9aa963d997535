/* app FOLDER [--port N] [--workers N] ...: what weft is measured with. A scenario of bench/scenarios.py asks for one of
 * its routes; FOLDER has what bench/content.py writes. To measure something new, add a route. */
#include "app.h"
#include <signal.h>

/* ---- Text ----------------------------------------------------------------------------------------------- */

static weft_response hello(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("Hello, world\n"));
}

static weft_response ok(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("ok"));
}

/* ---- Uploads: answered with their size ------------------------------------------------------------------ */

static weft_response upload(weft_request *req)
{
    return weft_textf(req, "%llu\n", (unsigned long long)weft_req_body_size(req));
}

static bool begin_pieces(weft_request *req, void **state)
{
    *state = weft_alloc(req, sizeof(uint64_t));
    return *state != NULL;
}

static bool take_piece(weft_request *req, void *state, weft_str piece)
{
    (void)req;
    *(uint64_t *)state += piece.len;
    return true;
}

static weft_response end_pieces(weft_request *req, void *state)
{
    return weft_textf(req, "%llu\n", (unsigned long long)*(uint64_t *)state);
}

static const weft_intake pieces = { begin_pieces, take_piece, end_pieces, NULL };

/* ---- The app -------------------------------------------------------------------------------------------- */

static void add_routes(weft_app *app, const char *folder)
{
    enum { UPLOAD_LIMIT = 32 << 20 };
    weft_get(app, "/", hello);
    weft_get(app, "/ok", ok);
    add_pages(app, folder);
    add_json(app, folder);
    weft_static(app, "/files", (weft_files){ .root = folder });
    weft_static(app, "/watched", (weft_files){ .root = folder, .cache_ms = WEFT_OFF });
    weft_add(app,
             (weft_route){
                 .method = WEFT_POST, .path = "/upload", .handler = upload, .body_limit = UPLOAD_LIMIT });
    weft_add(app,
             (weft_route){
                 .method = WEFT_POST, .path = "/pieces", .intake = &pieces, .body_limit = UPLOAD_LIMIT });
}

/* Serves until SIGTERM or SIGINT; prints the address once it is known. */
static int serve(weft_app *app, weft_server server)
{
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
    return weft_join(app);
}

int main(int argc, char **argv)
{
    weft_server server = { .workers = 1, .quiet = true };
    const char *why = "usage: app FOLDER [--OPTION VALUE]...";
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strncmp(argv[i], "--", 2) == 0 && weft_option(&server, argv[i] + 2, argv[i + 1], &why)) continue;
        fprintf(stderr, "%s: %s\n", argv[i], why);
        return 2;
    }
    if (argc < 2 || argc % 2 != 0) {
        fprintf(stderr, "%s\n", why);
        return 2;
    }
    weft_app *app = weft_app_new(NULL);
    add_routes(app, argv[1]);
    int status = serve(app, server);
    weft_app_free(app);
    return status;
}
