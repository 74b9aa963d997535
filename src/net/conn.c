/* A connection's life: read, run, send, wait, end. Called by the worker's loop, never calls back up. */
#include "src/net/conn.h"
#include "src/net/send.h"
#include "src/net/server.h"
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    TURNS = 32,          /* batches sent in one go before other connections have theirs */
    DISCARD_MS = 2000,   /* where lingering is off, the rest of a refused body is awaited so long */
    RATE_GRACE_MS = 5000 /* a body may wait so long before its rate counts */
};

/* ---- Waiting --------------------------------------------------------------------------------------------- */

static void set_deadline(wf_worker *worker, wf_conn *conn, uint64_t from_ms, uint32_t span_ms)
{
    if (span_ms == WEFT_OFF)
        wf_timer_clear(&worker->wheel, &conn->timer);
    else
        wf_timer_set(&worker->wheel, &conn->timer, from_ms + span_ms);
}

/* Whether this wait is a new one, and not the one that the last bytes did not end. */
static bool begin_wait(const wf_worker *worker, wf_conn *conn, wf_waiting waiting)
{
    if (conn->waiting == waiting && conn->waiting_since == conn->h1.requests) return false;
    conn->waiting = (uint8_t)waiting;
    conn->waiting_since = conn->h1.requests;
    conn->waiting_ms = worker->clock_ms(); /* not the turn's: a handler may have taken long since it began */
    return true;
}

/* Two clocks run on a body: it may not stand still for body_ms, and after a grace it must have come at body_rate.
 * Only waiting counts: a body's clock starts when it is waited for. */
static void wait_for_body(wf_worker *worker, wf_conn *conn)
{
    const weft_server *options = &worker->server->options;
    begin_wait(worker, conn, WF_WAITING_BODY);
    uint64_t stall_ms = worker->clock_ms() + options->body_ms;
    uint64_t rate_ms = conn->waiting_ms + RATE_GRACE_MS;
    if (options->body_rate != WEFT_OFF) rate_ms += wf_h1_body_received(&conn->h1) * 1000 / options->body_rate;
    if (options->body_ms == WEFT_OFF)
        wf_timer_clear(&worker->wheel, &conn->timer);
    else if (options->body_rate == WEFT_OFF || stall_ms < rate_ms)
        wf_timer_set(&worker->wheel, &conn->timer, stall_ms);
    else
        wf_timer_set(&worker->wheel, &conn->timer, rate_ms);
}

static void wait_to_read(wf_worker *worker, wf_conn *conn)
{
    const weft_server *options = &worker->server->options;
    wf_h1 *h1 = &conn->h1;
    if (h1->phase == WF_H1_BODY) {
        wait_for_body(worker, conn);
    } else if (h1->phase == WF_H1_DISCARD) {
        if (begin_wait(worker, conn, WF_WAITING_DISCARD))
            set_deadline(worker, conn, conn->waiting_ms,
                         options->linger_ms == WEFT_OFF ? DISCARD_MS : options->linger_ms);
    } else if (!wf_h1_idle(h1) || (h1->requests == 0 && options->head_ms != WEFT_OFF)) {
        /* A head's clock runs from its first byte; before the first request, from the connection's beginning. */
        if (begin_wait(worker, conn, WF_WAITING_HEAD))
            set_deadline(worker, conn, conn->waiting_ms, options->head_ms);
    } else {
        /* Once for each request, so without a look at the clock: the turn's is near enough for an idle wait. */
        conn->waiting = WF_WAITING_IDLE;
        set_deadline(worker, conn, worker->now_ms, options->idle_ms);
    }
}

static void watch(wf_worker *worker, wf_conn *conn, unsigned interest)
{
    if (conn->interest == interest) return;
    conn->interest = (uint8_t)interest;
    if (!wf_poll_change(worker->poll, conn->fd, interest, conn)) wf_conn_close(worker, conn);
}

/* ---- Sending --------------------------------------------------------------------------------------------- */

/* Sends, and notes whether a byte left. */
static wf_sent send_noting(wf_conn *conn, weft_str *head)
{
    wf_output *out = &conn->h1.out;
    size_t head_len = head->len, bytes_len = out->bytes.len;
    int64_t file_left = out->file_left;
    wf_sent sent = wf_send(conn->fd, head, out);
    if (head->len != head_len || out->bytes.len != bytes_len || out->file_left != file_left)
        conn->sent_some = true;
    return sent;
}

static wf_sent flush_batch(wf_worker *worker, wf_conn *conn)
{
    wf_kit *kit = &worker->kit;
    if (kit->batch_len == 0 && wf_output_empty(&conn->h1.out)) return WF_SENT_ALL;
    char *start = wf_block_data(kit->batch);
    weft_str batch = weft_str_of(start, kit->batch_len);
    wf_sent sent = send_noting(conn, &batch);
    if (sent == WF_SENT_SOME && batch.len > 0) {
        conn->unsent_from = (uint32_t)(batch.ptr - start);
        conn->unsent_to = (uint32_t)kit->batch_len;
        conn->unsent = wf_kit_take_batch(kit);
        if (!conn->unsent) sent = WF_SENT_FAILED;
    }
    kit->batch_len = 0;
    return sent;
}

static wf_sent flush_unsent(wf_worker *worker, wf_conn *conn)
{
    char *start = wf_block_data(conn->unsent);
    weft_str rest = weft_str_of(start + conn->unsent_from, conn->unsent_to - conn->unsent_from);
    wf_sent sent = send_noting(conn, &rest);
    conn->unsent_from = conn->unsent_to - (uint32_t)rest.len;
    if (rest.len == 0) {
        wf_pool_give(&worker->kit.pool, conn->unsent);
        conn->unsent = NULL;
    }
    return sent;
}

static bool has_output(const wf_conn *conn) { return conn->unsent || !wf_output_empty(&conn->h1.out); }

static void wait_to_write(wf_worker *worker, wf_conn *conn, wf_h1_need then)
{
    conn->then = (uint8_t)then;
    begin_wait(worker, conn, WF_WAITING_WRITE);
    set_deadline(worker, conn, worker->clock_ms(), worker->server->options.write_ms);
    watch(worker, conn, WF_POLL_WRITE);
}

static void start_lingering(wf_worker *worker, wf_conn *conn)
{
    uint32_t linger_ms = worker->server->options.linger_ms;
    wf_h1_end(&worker->kit, &conn->h1);
    if (linger_ms == WEFT_OFF || shutdown(conn->fd, SHUT_WR) != 0) {
        wf_conn_close(worker, conn);
        return;
    }
    begin_wait(worker, conn, WF_WAITING_LINGER);
    set_deadline(worker, conn, conn->waiting_ms, linger_ms);
    watch(worker, conn, WF_POLL_READ);
}

/* All is sent and nothing more can be done before bytes come. */
static void rest(wf_worker *worker, wf_conn *conn)
{
    wf_h1_rest(&worker->kit, &conn->h1);
    if (worker->draining && wf_h1_idle(&conn->h1)) {
        /* Its answer did not say that it is the last, and may still be on its way. */
        if (conn->waiting == WF_WAITING_WRITE)
            start_lingering(worker, conn);
        else
            wf_conn_close(worker, conn);
        return;
    }
    wait_to_read(worker, conn);
    watch(worker, conn, WF_POLL_READ);
}

/* Sends what there is and does what comes after it, as often as there is something at hand. */
static void proceed(wf_worker *worker, wf_conn *conn, wf_h1_need need)
{
    for (int turns = 0;; turns++) {
        wf_sent sent = conn->unsent ? flush_unsent(worker, conn) : flush_batch(worker, conn);
        if (sent == WF_SENT_FAILED)
            need = WF_H1_CLOSE;
        else if (sent == WF_SENT_SOME || (need == WF_H1_WRITE && turns >= TURNS)) {
            wait_to_write(worker, conn, need);
            return;
        }
        switch (need) {
        case WF_H1_READ: rest(worker, conn); return;
        case WF_H1_CLOSE: wf_conn_close(worker, conn); return;
        case WF_H1_LINGER: start_lingering(worker, conn); return;
        case WF_H1_WRITE: break;
        }
        need = wf_h1_run(&worker->kit, &conn->h1);
    }
}

/* ---- Receiving ------------------------------------------------------------------------------------------- */

static ssize_t receive(int fd, wf_room room)
{
    if (WF_FAULT(RECV)) {
        errno = ECONNRESET;
        return -1;
    }
    return recv(fd, room.ptr, room.len, 0);
}

static bool would_block(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

static void read_requests(wf_worker *worker, wf_conn *conn)
{
    wf_room room = wf_h1_room(&worker->kit, &conn->h1);
    if (!room.ptr) {
        WF_LOG_ONCE_A_SECOND(&worker->server->log, WEFT_LOG_ERROR, "out of memory: a connection was closed");
        proceed(worker, conn, wf_h1_starved(&worker->kit, &conn->h1));
        return;
    }
    ssize_t got = receive(conn->fd, room);
    if (got > 0) {
        wf_h1_received(&conn->h1, (size_t)got);
        proceed(worker, conn, wf_h1_run(&worker->kit, &conn->h1));
    } else if (got == 0) {
        proceed(worker, conn, wf_h1_eof(&worker->kit, &conn->h1));
    } else if (would_block()) {
        rest(worker, conn);
    } else {
        wf_conn_close(worker, conn);
    }
}

/* Reads and forgets until the client has closed too, so that its kernel does not throw our answer away. */
static void read_and_forget(wf_worker *worker, wf_conn *conn)
{
    wf_block *block = wf_kit_lend_input(&worker->kit);
    if (!block) {
        wf_conn_close(worker, conn);
        return;
    }
    ssize_t got = receive(conn->fd, (wf_room){ .ptr = wf_block_data(block), .len = block->size });
    bool over = got == 0 || (got < 0 && !would_block());
    wf_kit_return_input(&worker->kit, block);
    if (over) wf_conn_close(worker, conn);
}

/* ---- What the loop calls --------------------------------------------------------------------------------- */

void wf_conn_open(wf_worker *worker, wf_conn *conn, int fd, const wf_peer *peer)
{
    *conn = (wf_conn){ .fd = fd, .interest = WF_POLL_READ };
    wf_h1_init(&conn->h1, peer);
    if (wf_poll_add(worker->poll, fd, WF_POLL_READ, conn))
        wait_to_read(worker, conn);
    else
        wf_conn_close(worker, conn);
}

void wf_conn_ready(wf_worker *worker, wf_conn *conn, unsigned ready)
{
    if (conn->waiting == WF_WAITING_FREE) return; /* closed in this very turn of the loop */
    if (has_output(conn) || conn->waiting == WF_WAITING_WRITE) {
        if (ready & WF_POLL_WRITE) proceed(worker, conn, (wf_h1_need)conn->then);
    } else if (conn->waiting == WF_WAITING_LINGER) {
        read_and_forget(worker, conn);
    } else {
        wf_h1_announced(&conn->h1);
        read_requests(worker, conn);
    }
}

/* The poller says that a socket is writable once a third of its buffer is free, which a slow reader of a large buffer
 * may not reach in write_ms. A send that is tried anyway tells whether it has read at all. */
static void try_to_write(wf_worker *worker, wf_conn *conn)
{
    conn->sent_some = false;
    proceed(worker, conn, (wf_h1_need)conn->then);
    if (conn->waiting == WF_WAITING_WRITE && !conn->sent_some) wf_conn_close(worker, conn);
}

void wf_conn_expired(wf_worker *worker, wf_conn *conn)
{
    if (conn->waiting == WF_WAITING_WRITE) {
        try_to_write(worker, conn);
        return;
    }
    if (conn->waiting == WF_WAITING_HEAD || conn->waiting == WF_WAITING_BODY)
        proceed(worker, conn, wf_h1_timeout(&worker->kit, &conn->h1));
    else if (conn->waiting == WF_WAITING_DISCARD)
        start_lingering(worker, conn);
    else
        wf_conn_close(worker, conn);
}

void wf_conn_drain(wf_worker *worker, wf_conn *conn)
{
    if (conn->waiting != WF_WAITING_IDLE && (conn->waiting != WF_WAITING_HEAD || !wf_h1_idle(&conn->h1)))
        return;
    read_requests(worker, conn);
}

void wf_conn_close(wf_worker *worker, wf_conn *conn)
{
    const struct linger at_once = { .l_onoff = 1, .l_linger = 0 };
    wf_poll_remove(worker->poll, conn->fd);
    if (wf_h1_must_reset(&conn->h1))
        (void)setsockopt(conn->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(conn->fd);
    wf_timer_clear(&worker->wheel, &conn->timer);
    wf_h1_end(&worker->kit, &conn->h1);
    if (conn->unsent) wf_pool_give(&worker->kit.pool, conn->unsent);
    conn->unsent = NULL;
    wf_worker_forget(worker, conn);
}
