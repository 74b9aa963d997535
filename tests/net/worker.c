/* The event loop over real sockets: many clients, limits, descriptors that run out, slow ones, odd ones. */
#include "src/net/worker.h"
#include "tests/net/harness.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static net_host host;

static void die(int signal)
{
    (void)signal;
    abort(); /* nothing weft does may raise it */
}

static void set_up(void) { signal(SIGPIPE, die); }

static void tear_down(void)
{
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
    if (host.app) net_end(&host);
}

TestSuite(net_worker, .init = set_up, .fini = tear_down, .timeout = 90);

/* ---- Conversations ---------------------------------------------------------------------------------------- */

Test(net_worker, a_connection_is_kept_alive)
{
    net_start(&host, (weft_server){ 0 });
    net_client client = net_open(&host);
    for (int i = 0; i < 100; i++) {
        net_ask(&client, GET("/"), 200, "hello\n");
        net_ask(&client, POST("5") "hello", 200, "hello");
        net_ask(&client, POST_CHUNKED "2\r\nab\r\n0\r\n\r\n", 200, "ab");
        net_ask(&client, GET("/missing"), 404, NULL);
        net_ask(&client, GET("/peer"), 200, "127.0.0.1");
    }
    net_say(&client, GET_CLOSE("/"));
    cr_expect(net_hear(&client).close);
    cr_expect_eq(net_hear_end(&client), 0);
    net_close(&client);
}

Test(net_worker, a_thousand_requests_in_one_write)
{
    enum { MANY = 1000 };
    static char row[MANY * 64];
    size_t len = 0;
    char expected[16];
    net_start(&host, (weft_server){ 0 });
    net_client client = net_open(&host);
    for (int i = 0; i < MANY; i++)
        len += (size_t)snprintf(row + len, 64, "GET /query?%d HTTP/1.1\r\nHost: t\r\n\r\n", i);
    net_say_bytes(&client, row, len);
    for (int i = 0; i < MANY; i++) {
        snprintf(expected, sizeof expected, "%d", i);
        net_answer answer = net_hear(&client);
        cr_assert(answer.status == 200 && weft_str_eq(answer.body, wf_str(expected)), "answer %d", i);
    }
    net_ask(&client, GET("/"), 200, "hello\n");
    net_close(&client);
}

Test(net_worker, a_hundred_clients_at_once)
{
    enum { CLIENTS = 100 };
    int fds[CLIENTS];
    char bytes[1024];
    net_start(&host, (weft_server){ .workers = 3 });
    for (int i = 0; i < CLIENTS; i++) {
        fds[i] = net_dial(weft_port(host.app));
        cr_assert_geq(fds[i], 0, "%s", strerror(errno));
    }
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < CLIENTS; i++)
            cr_assert_eq(send(fds[i], GET("/"), sizeof GET("/") - 1, MSG_NOSIGNAL),
                         (ssize_t)sizeof GET("/") - 1);
        for (int i = CLIENTS - 1; i >= 0; i--) {
            ssize_t got = recv(fds[i], bytes, sizeof bytes, 0);
            cr_assert(got > 15 && memcmp(bytes, "HTTP/1.1 200 OK", 15) == 0, "client %d", i);
        }
    }
    for (int i = 0; i < CLIENTS; i++) close(fds[i]);
}

static int dial_small(int room)
{
    struct sockaddr_storage address;
    socklen_t len = sizeof address;
    int probe = net_dial(weft_port(host.app));
    cr_assert_eq(getpeername(probe, (struct sockaddr *)&address, &len), 0);
    close(probe);
    int fd = socket(address.ss_family, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room); /* before it connects: it bounds the window */
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, len), 0);
    struct timeval patience = { .tv_sec = NET_PATIENCE_MS / 1000 };
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return fd;
}

Test(net_worker, a_slow_reader_gets_every_byte_and_holds_nobody_up)
{
    net_start(&host, (weft_server){ 0 });
    net_client slow = net_client_of(dial_small(4096)), quick = net_open(&host);
    net_say(&slow, GET("/large") GET("/"));
    for (int i = 0; i < 20; i++) net_ask(&quick, GET("/"), 200, "hello\n");
    net_answer answer = net_hear(&slow);
    cr_expect_eq(answer.body.len, (size_t)NET_LARGE);
    cr_expect(net_is_pattern(answer.body));
    cr_expect_eq(net_hear(&slow).body.len, 6);
    net_close(&slow);
    net_close(&quick);
}

Test(net_worker, a_client_that_resets_in_the_middle_harms_nobody)
{
    const struct linger at_once = { .l_onoff = 1 };
    const char *const requests[] = { GET("/large"), POST("900000") "half", "GET / HT", GET("/") };
    net_start(&host, (weft_server){ 0 });
    net_client other = net_open(&host);
    for (size_t i = 0; i < 40; i++) {
        int fd = dial_small(4096);
        const char *request = requests[i % COUNT_OF(requests)];
        cr_assert_gt(send(fd, request, strlen(request), MSG_NOSIGNAL), 0);
        if (i % 2) net_ask(&other, GET("/"), 200, "hello\n");
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(fd); /* RST */
        net_ask(&other, GET("/"), 200, "hello\n");
    }
    net_close(&other);
}

/* ---- Deadlines -------------------------------------------------------------------------------------------- */

/* That they are exact is shown in conn.c with a clock of its own; here, that the loop keeps them at all. */
Test(net_worker, deadlines_pass_in_real_time)
{
    const struct {
        const char *said;
        int status;
    } cases[] = {
        { "", 0 },
        { "GET / HT", 408 },
        { GET("/missing"), 404 },
        { POST("5") "a", 408 },
        { POST_CHUNKED "5\r\na", 408 },
    };
    net_client clients[COUNT_OF(cases)];
    net_start(&host, (weft_server){ .head_ms = 150, .body_ms = 150, .idle_ms = 150, .linger_ms = 150 });
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        clients[i] = net_open(&host);
        net_say(&clients[i], cases[i].said);
    }
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (cases[i].status) {
            net_answer answer = net_hear(&clients[i]);
            cr_expect_eq(answer.status, cases[i].status, "case %zu", i);
            cr_expect_eq(answer.close, cases[i].status == 408, "case %zu", i);
        }
        cr_expect_eq(net_hear_end(&clients[i]), 0, "case %zu", i);
        net_close(&clients[i]);
    }
}

static bool has_fewer_fds(void *fds) { return net_count_fds() < *(int *)fds; }

Test(net_worker, a_client_that_never_reads_is_cut)
{
    net_start(&host, (weft_server){ .write_ms = 200 });
    net_client client = net_client_of(dial_small(4096));
    net_ask(&client, GET("/"), 200, "hello\n");
    int fds = net_count_fds();
    net_say(&client, GET("/large"));
    cr_expect(net_await(has_fewer_fds, &fds)); /* reading before that would be progress */
    cr_expect_lt(net_hear_rest(&client).len, (size_t)NET_LARGE, "it was not cut");
    net_close(&client);
}

/* ---- The last answer arrives ------------------------------------------------------------------------------- */

Test(net_worker, who_sends_megabytes_of_rubbish_still_reads_the_refusal)
{
    static char rubbish[1 << 16];
    memset(rubbish, '?', sizeof rubbish);
    net_start(&host, (weft_server){ .linger_ms = NET_PATIENCE_MS });
    for (int round = 0; round < 3; round++) {
        net_client client = net_open(&host);
        net_say(&client, "GET / HTTP/1.1\r\n bad\r\n");
        for (int i = 0; i < 48; i++) net_say_bytes(&client, rubbish, sizeof rubbish);
        net_answer answer = net_hear(&client);
        cr_expect_eq(answer.status, 400);
        cr_expect(answer.close && answer.body.len > 0);
        cr_expect_eq(net_hear_end(&client), 0);
        net_close(&client);
    }
}

Test(net_worker, who_sends_a_body_too_large_still_reads_the_refusal)
{
    static char piece[1 << 16];
    net_start(&host, (weft_server){ .linger_ms = NET_PATIENCE_MS });
    net_client client = net_open(&host);
    net_say(&client, POST("3145728"));
    for (int i = 0; i < 48; i++) net_say_bytes(&client, piece, sizeof piece);
    cr_expect_eq(net_hear(&client).status, 413);
    cr_expect_eq(net_hear_end(&client), 0);
    net_close(&client);
}

/* ---- How many --------------------------------------------------------------------------------------------- */

/* Whether the server turns a new client away: it is closed without an answer. */
static bool is_turned_away(void)
{
    char byte;
    int fd = net_dial(weft_port(host.app));
    cr_assert_geq(fd, 0);
    ssize_t sent = send(fd, GET("/"), sizeof GET("/") - 1, MSG_NOSIGNAL);
    ssize_t got = sent > 0 ? recv(fd, &byte, 1, 0) : 0;
    cr_assert(got >= 0 || errno == ECONNRESET, "%s", strerror(errno));
    close(fd);
    return got <= 0;
}

static bool is_let_in(void *unused)
{
    (void)unused;
    return !is_turned_away();
}

/* The `most`-th client is served, the next is not, and is as soon as one has left. */
static void expect_cap(weft_server options, int most, const char *why)
{
    net_client clients[8];
    net_start(&host, options);
    for (int i = 0; i < most; i++) {
        clients[i] = net_open(&host);
        net_ask(&clients[i], GET("/"), 200, "hello\n");
    }
    cr_expect(is_turned_away());
    cr_expect(net_log_await(&host.log, why), "%s", host.log.text);
    net_ask(&clients[0], GET("/"), 200, "hello\n");
    net_close(&clients[1]);
    cr_expect(net_await(is_let_in, NULL));
    for (int i = 0; i < most; i++)
        if (i != 1) net_close(&clients[i]);
    net_end(&host);
    net_log_clear(&host.log);
}

Test(net_worker, connections_are_capped)
{
    expect_cap((weft_server){ .connections = 3 }, 3, "turned away: the connection limit is reached");
    expect_cap((weft_server){ .connections = 4, .workers = 3 }, 4, ""); /* the log says it once a second */
}

Test(net_worker, an_address_is_capped)
{
    expect_cap((weft_server){ .per_address = 2 }, 2, "turned away: its address has as many");
}

/* ---- Descriptors run out ------------------------------------------------------------------------------------ */

static void lower_limit(rlim_t most)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = most;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* Of this process, so far. Waiting uses next to nothing of it; a loop that spins uses most of the time there is. */
static double cpu_seconds(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
           (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

Test(net_worker, without_descriptors_it_sheds_and_recovers)
{
    enum { CLIENTS = 5 };
    int held[256], count = 0, port, fds[CLIENTS];
    struct sockaddr_storage address;
    socklen_t len = sizeof address;
    char byte;
    net_start(&host, (weft_server){ .connections = 100 });
    net_client served = net_open(&host);
    net_ask(&served, GET("/"), 200, "hello\n");
    getpeername(served.fd, (struct sockaddr *)&address, &len);
    port = weft_port(host.app);
    for (int i = 0; i < CLIENTS; i++) fds[i] = socket(address.ss_family, SOCK_STREAM, 0);
    lower_limit(200);
    while ((held[count] = open("/dev/null", O_RDONLY)) >= 0) count++;
    cr_assert_eq(errno, EMFILE);

    for (int i = 0; i < CLIENTS; i++) cr_assert_eq(connect(fds[i], (struct sockaddr *)&address, len), 0);
    struct timeval patience = { .tv_sec = NET_PATIENCE_MS / 1000 };
    for (int i = 0; i < CLIENTS; i++) { /* each is told at once rather than left waiting */
        setsockopt(fds[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ssize_t got = recv(fds[i], &byte, 1, 0);
        cr_expect(got == 0 || (got < 0 && errno == ECONNRESET), "client %d: %s", i, strerror(errno));
    }
    net_ask(&served, GET("/"), 200, "hello\n");
    cr_expect(net_log_await(&host.log, "cannot accept connections: Too many open files"), "%s",
              host.log.text);
    cr_expect_leq(host.log.lines, CLIENTS);

    for (int i = 0; i < CLIENTS; i++) close(fds[i]); /* not before: it would give the server a descriptor */
    while (count > 0) close(held[--count]);
    net_client again = net_client_of(net_dial(port));
    net_ask(&again, GET("/"), 200, "hello\n");
    net_close(&again);
    net_close(&served);
}

/* The queue stays full while nothing can be accepted: the loop must rest, not spin. */
Test(net_worker, without_descriptors_it_does_not_spin)
{
    int held[256], count = 0;
    net_start(&host, (weft_server){ .connections = 100 });
    int port = weft_port(host.app), fds[20];
    for (int i = 0; i < 20; i++) fds[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    net_client probe = net_client_of(net_dial(port));
    net_ask(&probe, GET("/"), 200, "hello\n");
    struct sockaddr_storage address;
    socklen_t len = sizeof address;
    getpeername(probe.fd, (struct sockaddr *)&address, &len);
    lower_limit(200);
    while ((held[count] = open("/dev/null", O_RDONLY)) >= 0) count++;
    for (int i = 0; i < 20; i++) (void)connect(fds[i], (struct sockaddr *)&address, len);
    double before = cpu_seconds();
    net_sleep_ms(600);
    double used = cpu_seconds() - before;
    cr_expect_lt(used, 0.1, "%.3f s of processor in 0.6 s of waiting", used);
    while (count > 0) close(held[--count]);
    for (int i = 0; i < 20; i++) close(fds[i]);
    net_close(&probe);
}

#ifdef WEFT_FAULTS
Test(net_worker, a_failing_accept_is_tried_now_and_then)
{
    enum { ARMED = 100000 };
    int left = 0;
    net_start(&host, (weft_server){ 0 });
    net_client served = net_open(&host);
    net_ask(&served, GET("/"), 200, "hello\n");
    wf_fault_arm(WF_FAULT_ACCEPT, 0, ARMED);
    int waiting = net_dial(weft_port(host.app));
    net_sleep_ms(500);
    net_ask(&served, GET("/"), 200, "hello\n");
    while (wf_fault_hit(WF_FAULT_ACCEPT)) left++;
    cr_expect_lt(left, ARMED, "it was never tried");
    cr_expect_gt(left, ARMED - 100, "%d tries in half a second", ARMED - left);
    net_client client = net_client_of(waiting);
    net_ask(&client, GET("/"), 200, "hello\n"); /* and once it works again, who waited is served */
    net_close(&client);
    net_close(&served);
}

Test(net_worker, without_memory_a_connection_is_turned_away)
{
    enum { CHUNK = WF_CONN_CHUNK };
    net_client clients[CHUNK];
    net_start(&host, (weft_server){ 0 });
    for (int i = 0; i < CHUNK; i++) {
        clients[i] = net_client_of(net_dial(weft_port(host.app)));
        net_ask(&clients[i], GET("/"), 200, "hello\n");
    }
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
    cr_expect(is_turned_away());
    cr_expect(net_log_await(&host.log, "a connection was turned away: out of memory"), "%s", host.log.text);
    net_ask(&clients[0], GET("/"), 200, "hello\n");
    wf_fault_disarm_all();
    cr_expect_not(is_turned_away());
    for (int i = 0; i < CHUNK; i++) net_close(&clients[i]);
}

Test(net_worker, short_writes_arrive_whole)
{
    net_start(&host, (weft_server){ 0 });
    net_client client = net_open(&host);
    wf_fault_arm(WF_FAULT_SEND_SHORT, 0, -1);
    net_say(&client, GET("/") POST("5") "hello" GET("/page"));
    cr_expect_eq(net_hear(&client).body.len, 6);
    cr_expect(weft_str_eq(net_hear(&client).body, weft_lit("hello")));
    net_answer answer = net_hear(&client);
    cr_expect(answer.body.len == NET_PAGE && net_is_pattern(answer.body));
    net_close(&client);
}

Test(net_worker, starts_whole_or_says_why_not)
{
    net_log log = { .lock = PTHREAD_MUTEX_INITIALIZER };
    const wf_fault_point points[] = { WF_FAULT_ALLOC, WF_FAULT_POLL, WF_FAULT_LISTEN, WF_FAULT_THREAD };
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        bool started = false;
        for (int nth = 0; !started; nth++) {
            weft_server options = net_options(&log);
            options.workers = 2;
            options.per_address = 5;
            weft_app *app = net_app();
            int fds = net_count_fds(), threads = net_count_threads();
            net_log_clear(&log);
            wf_fault_arm(points[i], nth, 1);
            started = weft_start(app, options) == 0;
            wf_fault_disarm_all();
            cr_expect_eq(started, log.errors == 0, "point %d, pass %d: failed without a word", (int)points[i],
                         nth);
            if (started) weft_stop(app);
            if (started) cr_expect_eq(weft_join(app), 0);
            cr_expect_eq(net_count_threads(), threads);
            cr_expect_leq(net_count_fds(), fds + 4, "but for the beacons, which stay");
            weft_app_free(app);
            cr_expect_eq(net_count_fds(), fds, "point %d, pass %d", (int)points[i], nth);
        }
    }
}
#endif

/* ---- Draining --------------------------------------------------------------------------------------------- */

/* Whoever passed the listener has shut it down: its accepts fail for good, which no stop may wait for. */
Test(net_worker, a_listener_that_was_shut_down_does_not_keep_it_from_stopping)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert_eq(listen(fd, 4), 0);
    net_start(&host, (weft_server){ .inherited_fd = fd });
    net_client client = net_open(&host);
    net_ask(&client, GET("/"), 200, "hello\n");
    cr_assert_eq(shutdown(fd, SHUT_RDWR), 0);
    double before = cpu_seconds();
    net_sleep_ms(500);
    cr_expect_lt(cpu_seconds() - before, 0.1, "it spins on the dead listener");
    net_ask(&client, GET("/"), 200, "hello\n");
    net_close(&client);
    weft_stop(host.app);
    alarm(10); /* a join that never ends is a crash, not a hang */
    net_end(&host);
    close(fd);
}
