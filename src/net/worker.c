/* The event loop: wait, tell the time, serve what is ready, let deadlines pass. */
#include "src/net/worker.h"
#include "src/net/server.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    ACCEPT_BATCH = 16,    /* connections taken in one go, so that a burst spreads over the workers */
    ACCEPT_REST_MS = 100, /* accepting rests so long when descriptors ran out */
    DRAIN_TICK_MS = 100
};

/* What the poller hands back for the descriptors that are no connection. */
static char listener_mark, stop_mark, hurry_mark;

static int open_spare(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

static unsigned listener_interest(const wf_worker *worker)
{
    return WF_POLL_READ | (worker->server->listeners.shared ? WF_POLL_EXCLUSIVE : 0u);
}

bool wf_worker_init(wf_worker *worker, wf_server *server, int listener)
{
    *worker = (wf_worker){ .server = server, .listener = listener, .spare_fd = -1, .clock_ms = wf_clock_ms };
    worker->now_ms = worker->clock_ms();
    wf_wheel_init(&worker->wheel, worker->now_ms);
    worker->poll = wf_poll_open();
    worker->spare_fd = open_spare();
    bool ready = worker->poll && worker->spare_fd >= 0 &&
                 wf_kit_init(&worker->kit, server->plan, &server->limits, &server->log) &&
                 wf_poll_add(worker->poll, listener, listener_interest(worker), &listener_mark) &&
                 wf_poll_add(worker->poll, server->stop.read_fd, WF_POLL_READ, &stop_mark) &&
                 wf_poll_add(worker->poll, server->hurry.read_fd, WF_POLL_READ, &hurry_mark);
    if (!ready) wf_log_line(&server->log, WEFT_LOG_ERROR, "cannot set up a worker: %s", strerror(errno));
    return ready;
}

void wf_worker_reset(wf_worker *worker)
{
    wf_kit_reset(&worker->kit);
    if (worker->poll) wf_poll_close(worker->poll);
    if (worker->spare_fd >= 0) close(worker->spare_fd);
    while (worker->chunks) {
        wf_conn_chunk *chunk = worker->chunks;
        worker->chunks = chunk->next;
        wf_free(chunk);
    }
}

/* ---- Connection records ---------------------------------------------------------------------------------- */

static wf_conn *new_conn(wf_worker *worker)
{
    if (!worker->free_conns) {
        wf_conn_chunk *chunk = wf_alloc(sizeof *chunk);
        if (!chunk) return NULL;
        chunk->next = worker->chunks;
        worker->chunks = chunk;
        for (int i = WF_CONN_CHUNK - 1; i >= 0; i--) {
            chunk->conns[i].next = worker->free_conns;
            worker->free_conns = &chunk->conns[i];
        }
    }
    wf_conn *conn = worker->free_conns;
    worker->free_conns = conn->next;
    worker->conns++;
    return conn;
}

void wf_worker_forget(wf_worker *worker, wf_conn *conn)
{
    wf_census_leave(&worker->server->census, &conn->h1.peer);
    conn->waiting = WF_WAITING_FREE;
    conn->next = worker->free_conns;
    worker->free_conns = conn;
    worker->conns--;
}

static void for_each_conn(wf_worker *worker, void (*visit)(wf_worker *, wf_conn *))
{
    for (wf_conn_chunk *chunk = worker->chunks; chunk; chunk = chunk->next)
        for (int i = 0; i < WF_CONN_CHUNK; i++)
            if (chunk->conns[i].waiting != WF_WAITING_FREE) visit(worker, &chunk->conns[i]);
}

/* ---- Accepting ------------------------------------------------------------------------------------------- */

static void admit(wf_worker *worker, int fd, const wf_peer *peer)
{
    wf_server *server = worker->server;
    const char *refusal = wf_census_enter(&server->census, peer);
    if (!refusal) {
        wf_conn *conn = new_conn(worker);
        if (conn) {
            wf_conn_open(worker, conn, fd, peer);
            return;
        }
        wf_census_leave(&server->census, peer);
        refusal = "out of memory";
    }
    close(fd);
    WF_LOG_ONCE_A_SECOND(&server->log, WEFT_LOG_WARN, "a connection was turned away: %s", refusal);
}

/* Descriptors ran out, as a rule: the spare one is given up to take a connection off the queue and close it, which
 * tells its client at once; then accepting rests, so that the loop does not spin. */
static void shed(wf_worker *worker)
{
    wf_peer peer = { 0 };
    int error = errno;
    if (worker->spare_fd >= 0) close(worker->spare_fd);
    int fd = wf_accept(worker->listener, &peer);
    if (fd >= 0) close(fd);
    worker->spare_fd = open_spare();
    wf_poll_remove(worker->poll, worker->listener);
    worker->accept_again_ms = worker->now_ms + ACCEPT_REST_MS;
    WF_LOG_ONCE_A_SECOND(&worker->server->log, WEFT_LOG_ERROR, "cannot accept connections: %s",
                         strerror(error));
}

/* The error is the listener's, or the process's, and not the fate of one connection: trying again at once would spin.
 * EINVAL: whoever passed the listener has shut it down. */
static bool must_rest(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM || error == EINVAL ||
           error == EBADF || error == ENOTSOCK;
}

/* At most `batch` connections; false when the queue is empty or accepting has to rest. */
static bool accept_some(wf_worker *worker, int batch)
{
    for (int i = 0; i < batch; i++) {
        wf_peer peer = { 0 };
        int fd = wf_accept(worker->listener, &peer);
        if (fd >= 0) {
            admit(worker, fd, &peer);
            continue;
        }
        if (must_rest(errno)) {
            shed(worker);
            return false;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
        /* Anything else (ECONNABORTED, EPROTO, EINTR) is the fate of one connection, not of the listener. */
    }
    return true;
}

static void resume_accepting(wf_worker *worker)
{
    if (worker->accept_again_ms == 0 || worker->now_ms < worker->accept_again_ms) return;
    if (wf_poll_add(worker->poll, worker->listener, listener_interest(worker), &listener_mark))
        worker->accept_again_ms = 0;
    else
        worker->accept_again_ms = worker->now_ms + ACCEPT_REST_MS;
}

/* ---- Stopping -------------------------------------------------------------------------------------------- */

/* No new connections, but those that the kernel has already taken are served; idle ones are closed. */
static void start_draining(wf_worker *worker)
{
    uint32_t drain_ms = worker->server->options.drain_ms;
    wf_poll_remove(worker->poll, worker->server->stop.read_fd);
    if (worker->draining) return;
    for (uint32_t left = worker->server->options.backlog + 1; left > 0 && accept_some(worker, 1); left--) {}
    if (worker->accept_again_ms == 0) wf_poll_remove(worker->poll, worker->listener);
    worker->accept_again_ms = 0;
    wf_listeners_leave(&worker->server->listeners, (uint32_t)(worker - worker->server->workers));
    worker->listener = -1;
    worker->draining = worker->kit.draining = true;
    worker->drain_until_ms = drain_ms == WEFT_OFF ? UINT64_MAX : worker->now_ms + drain_ms;
    for_each_conn(worker, wf_conn_drain);
}

static void stop_at_once(wf_worker *worker)
{
    wf_poll_remove(worker->poll, worker->server->hurry.read_fd);
    if (!worker->draining) start_draining(worker);
    worker->drain_until_ms = 0;
}

static void drain(wf_worker *worker)
{
    if (!worker->draining) return;
    if (worker->conns && worker->now_ms >= worker->drain_until_ms) {
        wf_log_line(&worker->server->log, WEFT_LOG_WARN, "stopping: %u connections were cut off",
                    worker->conns);
        for_each_conn(worker, wf_conn_close);
    }
    worker->stopped = worker->conns == 0;
}

/* ---- The loop -------------------------------------------------------------------------------------------- */

/* The sooner of two waits; -1 is for ever. */
static int sooner(int a_ms, int b_ms) { return a_ms < 0 || (b_ms >= 0 && b_ms < a_ms) ? b_ms : a_ms; }

/* How long nothing has to be done unless an event comes; lines of access logs that are due are written first, and
 * files that nobody asks for are let go of. */
static int wait_ms(wf_worker *worker)
{
    const wf_server *server = worker->server;
    int ms = wf_wheel_wait(&worker->wheel, worker->now_ms);
    if (worker->draining) ms = sooner(ms, DRAIN_TICK_MS);
    if (worker->accept_again_ms) ms = sooner(ms, ACCEPT_REST_MS);
    ms = sooner(ms, wf_kit_tick(&worker->kit, worker->now_ms));
    return sooner(ms, wf_access_tick(&server->plan->app->access, &server->log, worker->now_ms));
}

static void serve_event(wf_worker *worker, const wf_event *event)
{
    if (event->data == &listener_mark) {
        if (worker->listener >= 0 && worker->accept_again_ms == 0) accept_some(worker, ACCEPT_BATCH);
    } else if (event->data == &stop_mark) {
        start_draining(worker);
    } else if (event->data == &hurry_mark) {
        stop_at_once(worker);
    } else {
        wf_conn_ready(worker, event->data, event->ready);
    }
}

void *wf_worker_run(void *worker_)
{
    wf_worker *worker = worker_;
    wf_event events[WF_POLL_BATCH];
    while (!worker->stopped) {
        int count = wf_poll_wait(worker->poll, events, wait_ms(worker));
        worker->now_ms = worker->clock_ms();
        wf_kit_tell_time(&worker->kit, wf_clock_unix());
        for (int i = 0; i < count; i++) serve_event(worker, &events[i]);
        for (wf_timer *timer; (timer = wf_wheel_expired(&worker->wheel, worker->now_ms)) != NULL;)
            wf_conn_expired(worker, (wf_conn *)(void *)timer);
        resume_accepting(worker);
        drain(worker);
    }
    wf_access_flush(&worker->server->plan->app->access, &worker->server->log);
    return NULL;
}
