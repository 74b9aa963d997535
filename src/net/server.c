/* Starting, stopping, joining. */
#include "src/net/server.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/net/cpus.h"
#include "src/net/options.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- Beacons --------------------------------------------------------------------------------------------- */

static bool light_beacon(wf_beacon *beacon)
{
    int fds[2];
    if (pipe(fds) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(fds[i], F_SETFD, FD_CLOEXEC);
        fcntl(fds[i], F_SETFL, O_NONBLOCK);
    }
    *beacon = (wf_beacon){ .read_fd = fds[0], .write_fd = fds[1] };
    return true;
}

static void raise_beacon(const wf_beacon *beacon)
{
    ssize_t ignored = write(beacon->write_fd, "!", 1); /* full means raised */
    (void)ignored;
}

static void lower_beacon(const wf_beacon *beacon)
{
    char bytes[64];
    while (read(beacon->read_fd, bytes, sizeof bytes) > 0) {}
}

static void close_beacon(wf_beacon *beacon)
{
    if (beacon->read_fd < 0) return;
    close(beacon->read_fd);
    close(beacon->write_fd);
    beacon->read_fd = beacon->write_fd = -1;
}

/* ---- The server of an app: made at the first start, kept until the app is freed ---------------------------- */

static void free_server(wf_server *server)
{
    pthread_mutex_destroy(&server->lock);
    pthread_cond_destroy(&server->changed);
    close_beacon(&server->stop);
    close_beacon(&server->hurry);
    wf_free(server);
}

static wf_server *server_of(weft_app *app)
{
    wf_server *server = atomic_load(&app->server);
    if (server) return server;
    server = wf_alloc(sizeof *server);
    if (!server) return NULL;
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->changed, NULL);
    server->stop = server->hurry = (wf_beacon){ -1, -1 };
    if (!light_beacon(&server->stop) || !light_beacon(&server->hurry)) {
        free_server(server);
        return NULL;
    }
    app->free_server = free_server;
    wf_server *other = NULL; /* another thread's start may have been faster */
    if (atomic_compare_exchange_strong(&app->server, &other, server)) return server;
    free_server(server);
    return other;
}

static uint32_t workers_wanted(const weft_server *options)
{
    return options->workers ? options->workers : wf_cpus_usable();
}

/* ---- A run ----------------------------------------------------------------------------------------------- */

static void set_state(wf_server *server, wf_server_state state)
{
    pthread_mutex_lock(&server->lock);
    atomic_store(&server->state, state);
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

/* Threads that were started are stopped and waited for; nothing of the run remains. */
static void end_run(weft_app *app, wf_server *server, uint32_t threads)
{
    for (uint32_t i = 0; i < threads; i++) pthread_join(server->workers[i].thread, NULL);
    atomic_store(&server->port, 0);
    for (uint32_t i = 0; i < server->workers_count; i++) wf_worker_reset(&server->workers[i]);
    wf_free(server->workers);
    server->workers = NULL;
    server->workers_count = 0;
    wf_listeners_close(&server->listeners);
    wf_census_reset(&server->census);
    wf_plan_free(server->plan);
    server->plan = NULL;
    /* Here and not at the next start, where a stop that comes early would be forgotten. */
    lower_beacon(&server->stop);
    lower_beacon(&server->hurry);
    atomic_store(&server->stops, 0);
    atomic_store(&app->live, false);
    set_state(server, WF_SERVER_IDLE);
}

static bool out_of_memory(const wf_server *server)
{
    wf_log_line(&server->log, WEFT_LOG_ERROR, "cannot start: out of memory");
    return false;
}

static bool count_connections(wf_server *server)
{
    const weft_server *options = &server->options;
    return wf_census_init(&server->census, options->connections, options->per_address) ||
           out_of_memory(server);
}

static bool set_up_workers(wf_server *server)
{
    uint32_t count = server->listeners.count;
    server->workers = wf_alloc(count * sizeof *server->workers);
    if (!server->workers) return out_of_memory(server);
    for (uint32_t i = 0; i < count; i++) {
        server->workers_count = i + 1;
        if (!wf_worker_init(&server->workers[i], server, server->listeners.fds[i])) return false;
    }
    return true;
}

static int start_thread(wf_worker *worker)
{
    if (WF_FAULT(THREAD)) return EAGAIN;
    return pthread_create(&worker->thread, NULL, wf_worker_run, worker);
}

/* Signals are for the application's own threads: workers block them all. */
static uint32_t start_threads(wf_server *server)
{
    sigset_t all, before;
    uint32_t started = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (started < server->workers_count) {
        int error = start_thread(&server->workers[started]);
        if (error == 0) {
            started++;
            continue;
        }
        wf_log_line(&server->log, WEFT_LOG_ERROR, "cannot start a worker thread: %s", strerror(error));
        break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* For who looks closely: the table of routes and filters, a line each. */
static void tell_routes(const weft_app *app, const wf_log *log)
{
    enum { TABLE_MAX = 1 << 20 };
    if (log->level < WEFT_LOG_DEBUG) return;
    weft_buf table = weft_buf_heap(TABLE_MAX);
    weft_routes(app, &table);
    weft_str rest = weft_buf_str(&table);
    for (weft_str line; rest.len && (line = wf_str_cut(&rest, '\n')).len;)
        wf_log_line(log, WEFT_LOG_DEBUG, "%.*s", (int)line.len, line.ptr);
    weft_buf_free(&table);
}

static bool prepare_run(weft_app *app, wf_server *server, const weft_server *given)
{
    server->log = wf_log_of(given);
    bool fine = wf_options_resolve(given, &server->options, &server->log);
    server->limits = wf_limits_of(&server->options);
    server->plan = wf_plan_new(app, &server->log);
    if (server->plan) tell_routes(app, &server->log);
    return fine && server->plan && wf_access_open(&app->access, &server->log) && count_connections(server) &&
           wf_listen(&server->listeners, &server->options, workers_wanted(&server->options), &server->log) &&
           set_up_workers(server);
}

/* A process that was started with standard descriptors closed would have a beacon or a client's socket among 0 to 2,
 * and a log line would go into it. */
static void plug_standard_descriptors(void)
{
    int fd;
    do fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) close(fd);
}

int weft_start(weft_app *app, weft_server given)
{
    plug_standard_descriptors();
    wf_log log = wf_log_of(&given);
    wf_server *server = app ? server_of(app) : NULL;
    if (!server) {
        wf_log_line(&log, WEFT_LOG_ERROR, "cannot start: %s",
                    app ? strerror(errno) : "the app is NULL (weft_app_new found no memory)");
        return 1;
    }
    int idle = WF_SERVER_IDLE;
    if (!atomic_compare_exchange_strong(&server->state, &idle, WF_SERVER_STARTING)) {
        wf_log_line(&log, WEFT_LOG_ERROR,
                    "cannot start: the app is already served; weft_stop and weft_join it first");
        return 1;
    }
    atomic_store(&app->live, true);
    bool ready = prepare_run(app, server, &given);
    uint32_t started = ready ? start_threads(server) : 0;
    if (ready && started == server->workers_count) {
        atomic_store(&server->port, server->listeners.port);
        set_state(server, WF_SERVER_RUNNING);
        return 0;
    }
    raise_beacon(&server->stop);
    raise_beacon(&server->hurry);
    end_run(app, server, started);
    return 1;
}

int weft_join(weft_app *app)
{
    wf_server *server = atomic_load(&app->server);
    if (!server) return 0;
    pthread_mutex_lock(&server->lock);
    int state;
    while ((state = atomic_load(&server->state)) == WF_SERVER_STARTING || state == WF_SERVER_ENDING)
        pthread_cond_wait(&server->changed, &server->lock);
    if (state == WF_SERVER_RUNNING) atomic_store(&server->state, WF_SERVER_ENDING);
    pthread_mutex_unlock(&server->lock);
    if (state == WF_SERVER_RUNNING)
        end_run(app, server, server->workers_count); /* one joiner ends it, others wait */
    return 0;
}

void weft_stop(weft_app *app)
{
    wf_server *server = atomic_load(&app->server);
    if (!server || atomic_load(&server->state) == WF_SERVER_IDLE) return;
    raise_beacon(atomic_fetch_add(&server->stops, 1) == 0 ? &server->stop : &server->hurry);
}

int weft_port(const weft_app *app)
{
    wf_server *server = atomic_load(&((weft_app *)(uintptr_t)app)->server);
    return server ? atomic_load(&server->port) : 0;
}

/* ---- Serving in one call, with signals --------------------------------------------------------------------- */

/* Signal handlers have no argument, so what they stop has to be global: the apps in weft_serve right now. */
enum { SERVING_MAX = 16 };
static _Atomic(weft_app *) serving[SERVING_MAX];

static void on_signal(int signal)
{
    int error = errno;
    (void)signal;
    for (int i = 0; i < SERVING_MAX; i++) {
        weft_app *app = atomic_load(&serving[i]);
        if (app) weft_stop(app);
    }
    errno = error;
}

static void on_hangup(int signal)
{
    (void)signal;
    wf_access_reopen_requested();
}

/* The first app that is served takes the signals, the last one gives them back. */
static pthread_mutex_t signals_lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction before_term, before_int, before_hup;
static int signals_users;
static bool hangup_caught; /* only where there is a log to reopen: else SIGHUP keeps its meaning */

static bool catch_signals(weft_app *app)
{
    struct sigaction stop = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
    struct sigaction reopen = { .sa_handler = on_hangup, .sa_flags = SA_RESTART };
    sigemptyset(&stop.sa_mask);
    sigemptyset(&reopen.sa_mask);
    for (int i = 0; i < SERVING_MAX; i++) {
        weft_app *nobody = NULL;
        if (!atomic_compare_exchange_strong(&serving[i], &nobody, app)) continue;
        pthread_mutex_lock(&signals_lock);
        if (signals_users++ == 0) {
            sigaction(SIGTERM, &stop, &before_term);
            sigaction(SIGINT, &stop, &before_int);
            if (app->access.count) sigaction(SIGHUP, &reopen, &before_hup);
            hangup_caught = app->access.count > 0;
        }
        pthread_mutex_unlock(&signals_lock);
        return true;
    }
    return false;
}

static void release_signals(weft_app *app)
{
    for (int i = 0; i < SERVING_MAX; i++) {
        weft_app *mine = app;
        if (!atomic_compare_exchange_strong(&serving[i], &mine, NULL)) continue;
        pthread_mutex_lock(&signals_lock);
        if (--signals_users == 0) {
            sigaction(SIGTERM, &before_term, NULL);
            sigaction(SIGINT, &before_int, NULL);
            if (hangup_caught) sigaction(SIGHUP, &before_hup, NULL);
        }
        pthread_mutex_unlock(&signals_lock);
    }
}

static void announce(const wf_server *server)
{
    if (server->options.quiet) return;
    wf_log_line(&server->log, WEFT_LOG_INFO, "listening on %s with %u worker%s%s", server->listeners.url,
                server->workers_count, server->workers_count == 1 ? "" : "s",
                server->options.leave_signals ? "" : "; Ctrl-C stops");
}

int weft_serve(weft_app *app, weft_server given)
{
    if (weft_start(app, given) != 0) return 1;
    wf_server *server = atomic_load(&app->server);
    if (!given.leave_signals && !catch_signals(app))
        wf_log_line(&server->log, WEFT_LOG_WARN,
                    "signals stop at most %d apps; this one has to be stopped by weft_stop", SERVING_MAX);
    announce(server);
    int result = weft_join(app);
    release_signals(app);
    return result;
}

int weft_inherited(void)
{
    enum { FIRST_PASSED = 3 };
    const char *pid = getenv("LISTEN_PID"), *fds = getenv("LISTEN_FDS");
    uint64_t number;
    if (!pid || !wf_u64_read(wf_str(pid), &number) || number != (uint64_t)getpid()) return 0;
    if (!fds || !wf_u64_read(wf_str(fds), &number) || number == 0) return 0;
    return FIRST_PASSED;
}
