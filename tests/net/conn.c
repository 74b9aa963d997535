/* One connection on a socket pair, with a clock that the tests turn: every deadline to the millisecond and without a
 * wait. What needs real sockets is in worker.c and server.c. */
#include "src/net/conn.h"
#include "src/net/options.h"
#include "src/net/server.h"
#include "tests/net/harness.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD_MS = 1000,
    BODY_MS = 2000,
    RATE = 1000,
    WRITE_MS = 3000,
    IDLE_MS = 4000,
    LINGER_MS = 500,
    GRACE_MS = 5000
};

static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };
static weft_app *app;
static wf_server server;
static wf_worker worker;
static wf_conn conn;
static net_client client;

static void open_beacon(wf_beacon *beacon)
{
    int fds[2];
    WF_ASSERT(pipe(fds) == 0);
    *beacon = (wf_beacon){ .read_fd = fds[0], .write_fd = fds[1] };
}

static uint64_t tell_time(void) { return worker.now_ms; }

static void make_server(const weft_server *options)
{
    weft_server given = *options;
    given.logger = net_log_line;
    given.logger_state = &lines;
    server = (wf_server){ .log = wf_log_of(&given) };
    WF_ASSERT(wf_options_resolve(&given, &server.options, &server.log));
    server.limits = wf_limits_of(&server.options);
    server.plan = wf_plan_new(app, &server.log);
    WF_ASSERT(server.plan && wf_census_init(&server.census, 10, WEFT_OFF));
    open_beacon(&server.stop);
    open_beacon(&server.hurry);
    WF_ASSERT(wf_listen(&server.listeners, &server.options, 1, &server.log));
    WF_ASSERT(wf_worker_init(&worker, &server, server.listeners.fds[0]));
    worker.now_ms = 1000000;
    worker.clock_ms = tell_time;
    wf_wheel_init(&worker.wheel, worker.now_ms);
}

static void free_server(void)
{
    wf_worker_reset(&worker);
    WF_ASSERT(worker.kit.pool.bytes_out == 0); /* a closed connection holds nothing */
    wf_listeners_close(&server.listeners);
    wf_census_reset(&server.census);
    wf_plan_free(server.plan);
    close(server.stop.read_fd), close(server.stop.write_fd);
    close(server.hurry.read_fd), close(server.hurry.write_fd);
}

static void set_up(void)
{
    app = net_app();
    make_server(&(weft_server){ .port = WEFT_PORT_ANY,
                                .head_ms = HEAD_MS,
                                .body_ms = BODY_MS,
                                .body_rate = RATE,
                                .write_ms = WRITE_MS,
                                .idle_ms = IDLE_MS,
                                .linger_ms = LINGER_MS });
}

static bool is_open(void) { return conn.waiting != WF_WAITING_FREE; }

static void tear_down(void)
{
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
    if (is_open()) wf_conn_close(&worker, &conn);
    if (client.bytes) net_close(&client);
    free_server();
    weft_app_free(app);
}

TestSuite(net_conn, .init = set_up, .fini = tear_down, .timeout = 60);

/* A connection begins; what the server writes fits its socket only as far as `room` (0: the system's default). */
static void connect_now(int room)
{
    const wf_peer peer = { .family = AF_UNIX };
    int pair[2];
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    if (room) setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    if (client.bytes) net_close(&client);
    client = net_client_of(pair[1]);
    cr_assert_null(wf_census_enter(&server.census, &peer));
    worker.conns++;
    wf_conn_open(&worker, &conn, pair[0], &peer);
    cr_assert(is_open());
}

/* Serves what is ready until nothing is. */
static void turn(void)
{
    wf_event events[WF_POLL_BATCH];
    for (int count, rounds = 0; (count = wf_poll_wait(worker.poll, events, 0)) > 0; rounds++) {
        cr_assert_lt(rounds, 100000, "it spins");
        for (int i = 0; i < count; i++) wf_conn_ready(&worker, events[i].data, events[i].ready);
    }
}

static void say(const char *text)
{
    net_say(&client, text);
    turn();
}

static void pass(uint64_t ms)
{
    worker.now_ms += ms;
    for (wf_timer *timer; (timer = wf_wheel_expired(&worker.wheel, worker.now_ms)) != NULL;)
        wf_conn_expired(&worker, (wf_conn *)(void *)timer);
    turn();
}

/* What the server has sent and the client not yet read. */
static weft_str heard(void)
{
    client.from = client.to = 0;
    for (ssize_t got; (got = recv(client.fd, client.bytes + client.to, 1 << 20, 0)) > 0;) {
        client.to += (size_t)got;
        turn();
    }
    return weft_str_of(client.bytes, client.to);
}

static int heard_status(void)
{
    weft_str rest = heard();
    net_answer answer;
    return net_take_answer(&rest, false, &answer) ? answer.status : 0;
}

/* The connection is open until `ms` from now and no longer than a tick after; then this status, or silence for 0. */
static void expect_end_after(uint64_t ms, int status, const char *what)
{
    heard();
    pass(ms - 1);
    cr_expect(is_open() && conn.waiting != WF_WAITING_LINGER, "%s: ended before %llu ms", what,
              (unsigned long long)ms);
    cr_expect_eq(heard().len, 0, "%s: answered before %llu ms", what, (unsigned long long)ms);
    pass(1 + WF_WHEEL_TICK_MS);
    cr_expect_eq(heard_status(), status, "%s", what);
    cr_expect(!is_open() || conn.waiting == WF_WAITING_LINGER, "%s: lives after %llu ms", what,
              (unsigned long long)ms);
}

/* ---- Deadlines -------------------------------------------------------------------------------------------- */

Test(net_conn, a_deadline_for_whatever_is_waited_for)
{
    const struct {
        const char *what, *said;
        uint64_t ms;
        int status;
    } cases[] = {
        { "nothing said", "", HEAD_MS, 0 },
        { "only blank lines", "\r\n\r\n", HEAD_MS, 0 },
        { "half a head", "GET / HT", HEAD_MS, 408 },
        { "idle", GET("/"), IDLE_MS, 0 },
        { "half a second head", GET("/") "GET", HEAD_MS, 408 },
        { "no body", POST("5"), BODY_MS, 408 },
        { "half a body", POST("5") "abc", BODY_MS, 408 },
        { "half a large body", POST("90000") "abc", BODY_MS, 408 },
        { "half a chunk", POST_CHUNKED "5\r\nabc", BODY_MS, 408 },
        { "the rest of a refused body", "POST /missing HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nabc",
          LINGER_MS, 0 },
        { "the body of a second request", GET("/") POST("5") "abc", BODY_MS, 408 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        connect_now(0);
        say(cases[i].said);
        expect_end_after(cases[i].ms, cases[i].status, cases[i].what);
        if (is_open()) wf_conn_close(&worker, &conn);
    }
}

Test(net_conn, a_deadline_that_is_off_never_comes)
{
    const char *const said[] = { "", "GET / HT", GET("/"), POST("5") "abc", POST("90000"), "rubbish\r\n" };
    server.options.head_ms = server.options.body_ms = server.options.idle_ms = server.options.write_ms =
        WEFT_OFF;
    for (size_t i = 0; i + 1 < COUNT_OF(said); i++) {
        connect_now(0);
        say(said[i]);
        pass(100ull * 24 * 3600 * 1000);
        cr_expect(is_open(), "case %zu", i);
        wf_conn_close(&worker, &conn);
    }
    server.options.linger_ms = WEFT_OFF;
    connect_now(0);
    say(said[COUNT_OF(said) - 1]);
    cr_expect_not(is_open(), "no lingering is no waiting");
    cr_expect_eq(heard_status(), 400);
}

Test(net_conn, a_head_that_trickles_has_one_deadline)
{
    connect_now(0);
    say(GET("/"));
    pass(100);
    say("G");
    for (int i = 0; i < 9; i++) {
        pass(HEAD_MS / 10);
        say("E");
    }
    expect_end_after(HEAD_MS - HEAD_MS / 10 * 9, 408, "a trickle");
}

Test(net_conn, a_first_head_is_timed_from_the_beginning_and_later_ones_from_their_first_byte)
{
    connect_now(0);
    pass(HEAD_MS - 100);
    say("GET /");
    expect_end_after(100, 408, "the first");
    wf_conn_close(&worker, &conn);
    connect_now(0);
    say(GET("/"));
    pass(IDLE_MS - 100);
    say("GET /");
    expect_end_after(HEAD_MS, 408, "the second");
}

Test(net_conn, every_request_begins_a_new_wait)
{
    connect_now(0);
    for (int i = 0; i < 20; i++) {
        pass(i ? IDLE_MS - 100 : 0);
        say("GET / HTTP/1.1\r\n");
        pass(HEAD_MS - 100);
        say("Host: t\r\n\r\n");
        cr_assert_eq(heard_status(), 200, "request %d", i);
    }
    expect_end_after(IDLE_MS, 0, "then it is idle");
}

Test(net_conn, a_body_may_take_long_but_not_stand_still)
{
    char chunk[2001] = "";
    memset(chunk, 'x', sizeof chunk - 1);
    connect_now(0);
    say(POST("90000"));
    for (int i = 0; i < 10; i++) {
        say(chunk);
        pass(BODY_MS - 100);
        cr_assert(is_open(), "piece %d", i);
        if (i >= 2) say(chunk); /* the rate asks for more than a piece each time */
    }
    say("x");
    expect_end_after(BODY_MS, 408, "then it stands still");
}

/* RATE bytes a second after GRACE_MS: a client that sends 1 byte a time never stands still, and is too slow. */
Test(net_conn, a_body_that_is_too_slow_is_cut)
{
    const char *const heads[] = { POST("9000"), POST("90000") };
    for (size_t i = 0; i < COUNT_OF(heads); i++) {
        uint64_t waited = 0;
        connect_now(0);
        for (say(heads[i]); is_open() && conn.waiting == WF_WAITING_BODY && waited < 60000; waited += 500) {
            pass(500);
            if (conn.waiting == WF_WAITING_BODY) say("x");
        }
        cr_expect_eq(heard_status(), 408);
        cr_expect_geq(waited, GRACE_MS, "%llu ms: it had no grace", (unsigned long long)waited);
        cr_expect_leq(waited, GRACE_MS + 1000, "%llu ms: its bytes are worth no more",
                      (unsigned long long)waited);
        if (is_open()) wf_conn_close(&worker, &conn);
    }
}

Test(net_conn, a_body_at_the_rate_is_left_alone)
{
    char second[RATE + 1] = "";
    memset(second, 'x', RATE);
    for (int off = 0; off <= 1; off++) {
        server.options.body_rate = off ? WEFT_OFF : RATE;
        connect_now(0);
        say(POST("90000"));
        for (int i = 0; i < 90; i++) {
            if (off && i < 89) {
                say("x");
            } else {
                say(second);
            }
            cr_assert(i == 89 || is_open(), "second %d", i);
            pass(1000);
        }
        if (!off) cr_expect_eq(heard_status(), 200);
        if (off) cr_expect_eq(conn.waiting, WF_WAITING_BODY, "no rate is asked for");
        wf_conn_close(&worker, &conn);
    }
}

/* ---- Writing ---------------------------------------------------------------------------------------------- */

Test(net_conn, a_client_that_never_reads_is_cut)
{
    connect_now(8192);
    say(GET("/large"));
    cr_expect_eq(conn.waiting, WF_WAITING_WRITE);
    pass(WRITE_MS - 1);
    cr_expect(is_open());
    pass(1 + WF_WHEEL_TICK_MS);
    cr_expect_not(is_open());
}

Test(net_conn, a_slow_reader_gets_every_byte)
{
    const char *const requests[] = { GET("/large"), GET_CLOSE("/large"), GET("/") GET("/large"),
                                     GET("/page") };
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        net_answer answer;
        connect_now(8192);
        say(requests[i]);
        client.from = client.to = 0;
        for (ssize_t got; (got = recv(client.fd, client.bytes + client.to, 30000, 0)) > 0; turn()) {
            client.to += (size_t)got;
            pass(WRITE_MS - 100); /* progress, though little */
        }
        weft_str rest = weft_str_of(client.bytes, client.to);
        if (i == 2) cr_expect(net_take_answer(&rest, false, &answer) && answer.body.len == 6);
        cr_assert(net_take_answer(&rest, false, &answer), "case %zu", i);
        cr_expect_eq(answer.body.len, (size_t)(i == 3 ? NET_PAGE : NET_LARGE));
        cr_expect(net_is_pattern(answer.body), "case %zu", i);
        cr_expect_eq(rest.len, 0);
        cr_expect_eq(is_open(), i != 1, "case %zu", i);
        if (is_open()) wf_conn_close(&worker, &conn);
    }
}

/* Answers wait in the batch when the socket is full: in order, whole, and nobody reads more requests meanwhile. */
Test(net_conn, a_pipeline_waits_for_its_reader)
{
    enum { MANY = 3000 };
    connect_now(8192);
    static char row[MANY * 60];
    size_t len = 0;
    for (int i = 0; i < MANY; i++)
        len += (size_t)snprintf(row + len, 60, "GET /query?%d HTTP/1.1\r\nHost: t\r\n\r\n", i);
    size_t sent = 0, seen = 0;
    client.from = client.to = 0;
    for (int number = 0; number < MANY;) {
        ssize_t some = sent < len ? send(client.fd, row + sent, len - sent, MSG_NOSIGNAL) : 0;
        if (some > 0) sent += (size_t)some;
        turn();
        ssize_t got = recv(client.fd, client.bytes + client.to, 1000, 0);
        cr_assert_gt(got, 0, "answer %d", number);
        client.to += (size_t)got;
        weft_str rest = weft_str_of(client.bytes + seen, client.to - seen);
        char expected[16];
        for (net_answer answer; net_take_answer(&rest, false, &answer); number++) {
            snprintf(expected, sizeof expected, "%d", number);
            cr_assert(weft_str_eq(answer.body, wf_str(expected)), "%d", number);
        }
        seen = client.to - rest.len;
    }
    cr_expect(is_open());
    cr_expect_eq(conn.waiting, WF_WAITING_IDLE);
}

Test(net_conn, a_large_body_comes_back_through_small_sockets)
{
    enum { SIZE = 900000 };
    char line[100];
    connect_now(8192);
    snprintf(line, sizeof line, "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: %d\r\n\r\n", SIZE);
    say(line);
    for (size_t at = 0; at < SIZE;) {
        char piece[5000];
        size_t some = SIZE - at < sizeof piece ? SIZE - at : sizeof piece;
        for (size_t i = 0; i < some; i++) piece[i] = net_byte(at + i);
        ssize_t sent = send(client.fd, piece, some, MSG_NOSIGNAL);
        if (sent > 0) at += (size_t)sent;
        turn();
    }
    weft_str rest = heard();
    net_answer answer;
    cr_assert(net_take_answer(&rest, false, &answer));
    cr_expect_eq(answer.body.len, (size_t)SIZE);
    cr_expect(net_is_pattern(answer.body));
}

/* ---- Ends ------------------------------------------------------------------------------------------------- */

Test(net_conn, ends_as_the_answer_and_the_client_say)
{
    const struct {
        const char *what, *said;
        bool shut; /* the client ends its side */
        int status;
        wf_waiting waiting;
    } cases[] = {
        { "hung up at once", "", true, 0, WF_WAITING_FREE },
        { "hung up when idle", GET("/"), true, 200, WF_WAITING_FREE },
        { "hung up in a head", "GET", true, 400, WF_WAITING_LINGER },
        { "hung up in a body", POST("5") "a", true, 400, WF_WAITING_LINGER },
        { "asked to close", GET_CLOSE("/"), false, 200, WF_WAITING_FREE },
        { "1.0", "GET / HTTP/1.0\r\n\r\n", false, 200, WF_WAITING_FREE },
        { "refused", "rubbish\r\n", false, 400, WF_WAITING_LINGER },
        { "asked to close and said more", GET_CLOSE("/") "x", false, 200, WF_WAITING_LINGER },
        { "a large answer, then the end", GET_CLOSE("/page"), false, 200, WF_WAITING_FREE },
        { "kept alive", GET("/"), false, 200, WF_WAITING_IDLE },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        connect_now(0);
        say(cases[i].said);
        int status = 0;
        if (cases[i].status == 200) status = heard_status();
        if (cases[i].shut) shutdown(client.fd, SHUT_WR);
        /* A client that has ended its side ends lingering too, in the next turn. */
        wf_event events[WF_POLL_BATCH];
        if (cases[i].shut && wf_poll_wait(worker.poll, events, 0) == 1)
            wf_conn_ready(&worker, &conn, events[0].ready);
        if (!status) status = heard_status();
        cr_expect_eq(status, cases[i].status, "%s: %d", cases[i].what, status);
        if (cases[i].waiting == WF_WAITING_LINGER && cases[i].shut)
            cr_expect_not(is_open(), "%s: seen by both", cases[i].what);
        else
            cr_expect_eq(conn.waiting, cases[i].waiting, "%s: %d", cases[i].what, conn.waiting);
        if (is_open()) wf_conn_close(&worker, &conn);
    }
}

Test(net_conn, a_half_closed_client_still_hears)
{
    connect_now(0);
    net_say(&client, GET("/") GET("/query?x"));
    shutdown(client.fd, SHUT_WR);
    turn();
    weft_str rest = heard();
    net_answer answer;
    cr_expect(net_take_answer(&rest, false, &answer) && net_take_answer(&rest, false, &answer));
    cr_expect(weft_str_eq(answer.body, weft_lit("x")));
    cr_expect_not(is_open());
}

Test(net_conn, lingering_ends_with_the_client_or_in_time)
{
    connect_now(0);
    say("rubbish\r\n");
    cr_expect_eq(conn.waiting, WF_WAITING_LINGER);
    cr_expect_eq(recv(client.fd, client.bytes, 1000, 0) > 0, 1);
    cr_expect_eq(recv(client.fd, client.bytes, 1000, 0), 0, "the server has ended its side");
    for (int i = 0; i < 4; i++) {
        say("more and more");
        pass(LINGER_MS / 4 - 10);
        cr_expect(is_open(), "it reads on");
    }
    pass(100 + WF_WHEEL_TICK_MS);
    cr_expect_not(is_open(), "bytes buy no time");

    connect_now(0);
    say("rubbish\r\n");
    close(dup(client.fd));
    shutdown(client.fd, SHUT_RDWR);
    turn();
    cr_expect_not(is_open(), "the client has closed too");
}

Test(net_conn, an_idle_connection_holds_no_memory)
{
    size_t before = worker.kit.pool.bytes_out;
    connect_now(0);
    cr_expect_eq(worker.kit.pool.bytes_out, before);
    for (int i = 0; i < 3; i++) {
        say(GET("/page"));
        say(POST("3") "abc");
        heard();
        cr_expect_eq(worker.kit.pool.bytes_out, before, "round %d", i);
    }
    say("GET / HT");
    cr_expect_not_null(conn.h1.input);
    say("TP/1.1\r\nHost: t\r\n\r\n");
    cr_expect_null(conn.h1.input);
    cr_expect_eq(server.census.total, 1);
    wf_conn_close(&worker, &conn);
    cr_expect_eq(server.census.total, 0);
    cr_expect_eq(worker.conns, 0);
}

Test(net_conn, a_drain_closes_what_is_between_requests)
{
    const struct {
        const char *said;
        bool more; /* a request arrives with the stop */
        bool open;
        int status;
    } cases[] = {
        { "", false, false, 0 }, { GET("/"), false, false, 0 },  { GET("/"), true, true, 200 },
        { "", true, true, 200 }, { "GET / HT", false, true, 0 }, { POST("5") "abc", false, true, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        connect_now(0);
        say(cases[i].said);
        heard();
        worker.draining = worker.kit.draining = true;
        if (cases[i].more) net_say(&client, GET("/"));
        wf_conn_drain(&worker, &conn);
        cr_expect_eq(is_open(), cases[i].open, "case %zu", i);
        weft_str rest = heard();
        net_answer answer = { 0 };
        cr_expect_eq(net_take_answer(&rest, false, &answer), cases[i].status != 0, "case %zu", i);
        if (cases[i].status) cr_expect(answer.status == cases[i].status && answer.close, "case %zu", i);
        worker.draining = worker.kit.draining = false;
        if (is_open()) wf_conn_close(&worker, &conn);
    }
}

/* ---- When the machine fails --------------------------------------------------------------------------------- */

Test(net_conn, a_reset_in_the_middle_ends_it)
{
    connect_now(8192);
    say(GET("/large"));
    cr_expect(is_open());
    net_close(&client);
    turn();
    cr_expect_not(is_open());
}

#ifdef WEFT_FAULTS
Test(net_conn, a_failing_receive_ends_it)
{
    connect_now(0);
    wf_fault_arm(WF_FAULT_RECV, 0, 1);
    say(GET("/"));
    cr_expect_not(is_open());
}

Test(net_conn, a_failing_send_ends_it)
{
    const char *const requests[] = { GET("/"), GET("/page"), "rubbish\r\n" };
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        connect_now(0);
        wf_fault_arm(WF_FAULT_SEND, 0, 1);
        say(requests[i]);
        cr_expect_not(is_open(), "case %zu", i);
    }
}

Test(net_conn, short_writes_lose_nothing)
{
    connect_now(8192);
    wf_fault_arm(WF_FAULT_SEND_SHORT, 0, -1);
    say(GET("/") POST("5") "hello" GET("/page"));
    weft_str rest = heard();
    net_answer answer;
    cr_expect(net_take_answer(&rest, false, &answer) && answer.body.len == 6);
    cr_expect(net_take_answer(&rest, false, &answer) && weft_str_eq(answer.body, weft_lit("hello")));
    cr_expect(net_take_answer(&rest, false, &answer) && answer.body.len == NET_PAGE &&
              net_is_pattern(answer.body));
    cr_expect_eq(rest.len, 0);
}

Test(net_conn, no_memory_for_the_rest_ends_it)
{
    connect_now(8192);
    say(GET("/"));
    heard();
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1); /* the batch cannot be given to the connection */
    static char row[16000];
    size_t len = 0;
    while (len + 40 < sizeof row) len += (size_t)snprintf(row + len, 40, "%s", GET("/"));
    for (size_t at = 0, turns = 0; is_open() && turns < 1000; turns++) {
        ssize_t some = at < len ? send(client.fd, row + at, len - at, MSG_NOSIGNAL) : 0;
        if (some > 0) at += (size_t)some;
        turn();
    }
    cr_expect_not(is_open());
}
#endif
