/* Whole servers: starting, stopping, signals, addresses; and other people's programs as their clients. */
#include "src/net/server.h"
#include "tests/net/harness.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
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
    if (host.app) net_end(&host);
}

TestSuite(net_server, .init = set_up, .fini = tear_down, .timeout = 90);

static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };

static weft_response hello(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("hello\n"));
}

/* ---- Starting and stopping --------------------------------------------------------------------------------- */

Test(net_server, starts_serves_and_stops)
{
    weft_app *app = net_app();
    cr_expect_eq(weft_port(app), 0);
    cr_assert_eq(weft_start(app, net_options(&lines)), 0, "%s", lines.text);
    int port = weft_port(app);
    cr_expect_gt(port, 0);
    net_client client = net_client_of(net_dial(port));
    net_ask(&client, GET("/"), 200, "hello\n");
    weft_stop(app);
    cr_expect_eq(weft_join(app), 0);
    cr_expect_eq(net_hear_end(&client), 0, "an idle connection is closed");
    cr_expect_eq(weft_port(app), 0);
    cr_expect_eq(net_dial(port), -1);
    net_close(&client);
    weft_app_free(app);
}

Test(net_server, a_stop_is_for_what_runs)
{
    weft_app *app = net_app();
    weft_stop(app);
    weft_stop(app);
    cr_expect_eq(weft_join(app), 0, "nothing to wait for");
    for (int round = 0; round < 3; round++) {
        cr_assert_eq(weft_start(app, net_options(&lines)), 0, "%s", lines.text);
        net_client client = net_client_of(net_dial(weft_port(app)));
        net_ask(&client, GET("/"), 200, "hello\n"); /* a stop before does not count now */
        net_close(&client);
        for (int i = 0; i <= round; i++) weft_stop(app);
        cr_expect_eq(weft_join(app), 0);
        weft_stop(app);
        cr_expect_eq(weft_join(app), 0);
    }
    weft_app_free(app);
}

static void *stop_it(void *app)
{
    weft_stop(app);
    return NULL;
}

Test(net_server, any_thread_may_stop_it)
{
    pthread_t threads[4];
    net_start(&host, (weft_server){ .workers = 2 });
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, stop_it, host.app);
    cr_expect_eq(weft_join(host.app), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
}

Test(net_server, an_app_is_served_once_at_a_time)
{
    weft_app *app = net_app();
    cr_assert_eq(weft_start(app, net_options(&lines)), 0);
    int port = weft_port(app);
    cr_expect_eq(weft_start(app, net_options(&lines)), 1);
    cr_expect(net_log_has(&lines, "error: cannot start: the app is already served"), "%s", lines.text);
    cr_expect_eq(weft_port(app), port);
    net_client client = net_client_of(net_dial(port));
    net_ask(&client, GET("/"), 200, "hello\n");
    net_close(&client);
    weft_stop(app);
    cr_expect_eq(weft_join(app), 0);
    weft_app_free(app);
    net_log_clear(&lines);
    cr_expect_eq(weft_start(NULL, net_options(&lines)), 1);
    cr_expect(net_log_has(&lines, "the app is NULL"), "%s", lines.text);
}

Test(net_server, every_mistake_is_told_and_nothing_starts)
{
    weft_app *app = weft_app_new(NULL);
    weft_server options = net_options(&lines);
    int fds = net_count_fds();
    weft_get(app, "/a/{", hello);
    weft_get(app, NULL, hello);
    weft_get(app, "/b", NULL);
    options.head_limit = 1;
    cr_expect_eq(weft_start(app, options), 1);
    cr_expect_eq(lines.errors, 4, "%s", lines.text);
    const char *const told[] = { "/a/{", "its path is NULL", "/b: it has neither", "head_limit" };
    for (size_t i = 0; i < COUNT_OF(told); i++) cr_expect(net_log_has(&lines, told[i]), "%s", told[i]);
    cr_expect_eq(weft_port(app), 0);
    weft_app_free(app);
    cr_expect_eq(net_count_fds(), fds);
}

Test(net_server, a_duplicate_is_told_beside_a_malformed_route)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/a/{", hello);
    weft_get(app, "/c", hello);
    weft_get(app, "/c", hello);
    cr_expect_eq(weft_start(app, net_options(&lines)), 1);
    cr_expect(net_log_has(&lines, "/a/{"), "%s", lines.text);
    cr_expect(net_log_has(&lines, "/c"), "%s", lines.text);
    weft_app_free(app);
}

Test(net_server, a_late_route_is_told_at_the_next_start)
{
    weft_app *app = net_app();
    cr_assert_eq(weft_start(app, net_options(&lines)), 0);
    weft_post(app, "/late", hello);
    net_client client = net_client_of(net_dial(weft_port(app)));
    net_ask(&client, GET("/late"), 404, NULL);
    net_ask(&client, GET("/"), 200, "hello\n");
    net_close(&client);
    cr_expect_eq(lines.errors, 0);
    weft_stop(app);
    cr_expect_eq(weft_join(app), 0);
    cr_expect_eq(weft_start(app, net_options(&lines)), 1);
    cr_expect(net_log_has(&lines, "error: route POST /late: registered while the app is served"), "%s",
              lines.text);
    weft_app_free(app);
}

Test(net_server, a_route_between_two_runs_is_served)
{
    weft_app *app = net_app();
    cr_assert_eq(weft_start(app, net_options(&lines)), 0);
    weft_stop(app);
    cr_assert_eq(weft_join(app), 0);
    weft_get(app, "/late", hello);
    cr_assert_eq(weft_start(app, net_options(&lines)), 0, "%s", lines.text);
    net_client client = net_client_of(net_dial(weft_port(app)));
    net_ask(&client, GET("/late"), 200, "hello\n");
    net_close(&client);
    weft_stop(app);
    cr_assert_eq(weft_join(app), 0);
    weft_app_free(app);
}

Test(net_server, starting_and_stopping_leaves_nothing_behind)
{
    weft_app *app = net_app();
    weft_server options = net_options(&lines);
    int fds = 0, threads = net_count_threads();
    options.workers = 3;
    options.drain_ms = 100;
    for (int round = 0; round < 40; round++) {
        cr_assert_eq(weft_start(app, options), 0, "%s", lines.text);
        options.port = weft_port(app); /* the next round takes the same one */
        cr_expect_eq(net_count_threads(), threads + 3);
        net_client idle = net_client_of(net_dial(options.port)), half = net_client_of(net_dial(options.port));
        net_ask(&idle, GET("/"), 200, "hello\n");
        net_say(&half, POST("90000") "half");
        weft_stop(app);
        if (round % 2) weft_stop(app);
        cr_expect_eq(weft_join(app), 0);
        net_close(&idle);
        net_close(&half);
        cr_expect_eq(net_count_threads(), threads);
        if (round == 0) fds = net_count_fds(); /* what outlives a run is made by the first */
        cr_assert_eq(net_count_fds(), fds, "round %d", round);
    }
    weft_app_free(app);
    cr_expect_lt(net_count_fds(), fds);
}

Test(net_server, two_servers_know_nothing_of_each_other)
{
    weft_app *apps[2] = { net_app(), net_app() };
    for (int i = 0; i < 2; i++) cr_assert_eq(weft_start(apps[i], net_options(&lines)), 0, "%s", lines.text);
    net_client first = net_client_of(net_dial(weft_port(apps[0])));
    net_client second = net_client_of(net_dial(weft_port(apps[1])));
    net_ask(&first, GET("/"), 200, "hello\n");
    net_ask(&second, GET("/"), 200, "hello\n");
    weft_stop(apps[0]);
    cr_expect_eq(weft_join(apps[0]), 0);
    cr_expect_eq(net_hear_end(&first), 0);
    net_ask(&second, GET("/"), 200, "hello\n");
    weft_app_free(apps[0]);
    net_ask(&second, GET("/"), 200, "hello\n");
    weft_stop(apps[1]);
    cr_expect_eq(weft_join(apps[1]), 0);
    weft_app_free(apps[1]);
    net_close(&first);
    net_close(&second);
}

/* The signals that a thread of this process blocks, as a set of bits. */
static uint64_t blocked_by(const char *thread)
{
    char path[64], line[256];
    uint64_t set = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "SigBlk:", 7) == 0) set = strtoull(line + 7, NULL, 16);
    fclose(file);
    return set;
}

Test(net_server, signals_are_for_the_other_threads)
{
    const int signals[] = { SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGALRM, SIGCHLD, SIGPIPE };
    char self[32];
    snprintf(self, sizeof self, "%d", (int)getpid());
    uint64_t before = blocked_by(self);
    int workers = 0;
    net_start(&host, (weft_server){ .workers = 3 });
    cr_expect_eq(blocked_by(self), before, "whoever starts it keeps its mask");
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        if (task->d_name[0] == '.' || strcmp(task->d_name, self) == 0) continue;
        uint64_t set = blocked_by(task->d_name);
        workers += set != 0;
        for (size_t i = 0; set && i < COUNT_OF(signals); i++)
            cr_expect(set >> (signals[i] - 1) & 1, "signal %d reaches a worker", signals[i]);
    }
    closedir(tasks);
    cr_expect_geq(workers, 3, "the workers block signals, whatever other threads do");
}

/* ---- Draining --------------------------------------------------------------------------------------------- */

Test(net_server, a_request_in_flight_is_finished)
{
    net_start(&host, (weft_server){ .workers = 2, .drain_ms = NET_PATIENCE_MS });
    net_client idle = net_open(&host), fresh = net_open(&host), body = net_open(&host),
               head = net_open(&host);
    net_ask(&idle, GET("/"), 200, "hello\n");
    net_ask(&fresh, GET("/"), 200, "hello\n");
    net_ask(&body, POST("3") "abc", 200, "abc");
    net_ask(&head, GET("/"), 200, "hello\n");
    net_say(&body, POST("5") "he");
    net_say(&head, "GET /query?x HT");
    net_sleep_ms(50); /* so that both are there when the stop is */
    weft_stop(host.app);
    cr_expect_eq(net_hear_end(&idle), 0, "who is between requests is not waited for");
    cr_expect_eq(net_hear_end(&fresh), 0);
    net_say(&body, "llo" GET("/"));
    net_answer answer = net_hear(&body);
    cr_expect(answer.status == 200 && answer.close && weft_str_eq(answer.body, weft_lit("hello")));
    cr_expect_eq(net_hear_end(&body), 0, "and no request after it");
    net_say(&head, "TP/1.1\r\nHost: t\r\n\r\n");
    answer = net_hear(&head);
    cr_expect(answer.status == 200 && answer.close && weft_str_eq(answer.body, weft_lit("x")));
    cr_expect_eq(net_hear_end(&head), 0);
    net_close(&idle), net_close(&fresh), net_close(&body), net_close(&head);
}

Test(net_server, an_answer_in_flight_is_finished)
{
    net_start(&host, (weft_server){ .drain_ms = NET_PATIENCE_MS });
    net_client client = net_open(&host);
    net_say(&client, GET("/large"));
    char byte;
    cr_assert_eq(recv(client.fd, &byte, 1, MSG_PEEK), 1);
    weft_stop(host.app);
    net_answer answer = net_hear(&client);
    cr_expect(answer.body.len == NET_LARGE && net_is_pattern(answer.body));
    cr_expect_eq(net_hear_end(&client), 0);
    net_close(&client);
}

Test(net_server, who_comes_after_a_stop_is_not_left_waiting)
{
    const struct timeval short_patience = { .tv_sec = 2 };
    net_start(&host, (weft_server){ .drain_ms = NET_PATIENCE_MS });
    int port = weft_port(host.app);
    net_client busy = net_open(&host), idle = net_open(&host);
    net_ask(&idle, GET("/"), 200, "hello\n");
    net_say(&busy, POST("5") "he");
    net_sleep_ms(50);
    weft_stop(host.app);
    cr_assert_eq(net_hear_end(&idle), 0);
    int fd = net_dial(port);
    if (fd >=
        0) { /* let in by the kernel before it knew: then it is closed, and not when the drain is over */
        char byte;
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &short_patience, sizeof short_patience);
        (void)send(fd, GET("/"), sizeof GET("/") - 1, MSG_NOSIGNAL);
        ssize_t got = recv(fd, &byte, 1, 0);
        cr_expect(got == 0 || (got < 0 && errno == ECONNRESET),
                  "it is connected, and nobody will ever answer");
        close(fd);
    } else {
        cr_expect_eq(errno, ECONNREFUSED);
    }
    net_say(&busy, "llo");
    cr_expect_eq(net_hear(&busy).status, 200);
    net_close(&busy);
    net_close(&idle);
}

Test(net_server, what_does_not_finish_is_cut)
{
    const struct {
        uint32_t drain_ms;
        int stops;
    } cases[] = { { 150, 1 }, { 60000, 2 }, { WEFT_OFF, 3 } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        net_start(&host, (weft_server){ .drain_ms = cases[i].drain_ms, .body_ms = WEFT_OFF });
        net_client client = net_open(&host);
        net_ask(&client, GET("/"), 200, "hello\n");
        net_say(&client, POST("5") "he");
        net_sleep_ms(50);
        for (int stops = 1; stops < cases[i].stops; stops++) weft_stop(host.app);
        net_end(&host);
        int end = net_hear_end(&client);
        cr_expect(end == 0 || end == ECONNRESET);
        cr_expect(net_log_has(&host.log, "warn: stopping: 1 connections were cut off"), "%s", host.log.text);
        net_log_clear(&host.log);
        net_close(&client);
    }
}

/* ---- weft_serve and signals, in a process of its own --------------------------------------------------------- */

typedef struct child {
    pid_t pid;
    int port;
    FILE *said; /* its log, and what it says itself, line by line */
    char line[1024];
} child;

static int child_says; /* in the child: the pipe to its parent */

static void say_line(void *state, weft_log_level level, weft_str line)
{
    (void)state;
    (void)level;
    dprintf(child_says, "%.*s\n", (int)line.len, line.ptr);
}

/* Reads lines until one holds `text`; false at the end. */
static bool child_told(child *c, const char *text)
{
    while (fgets(c->line, sizeof c->line, c->said))
        if (strstr(c->line, text)) return true;
    return false;
}

static void fork_child(child *c, int (*run)(void))
{
    int fds[2];
    cr_assert_eq(pipe2(fds, O_CLOEXEC), 0);
    c->pid = fork();
    cr_assert_geq(c->pid, 0);
    if (c->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive a test that failed */
        close(fds[0]);
        child_says = fds[1];
        _exit(run());
    }
    close(fds[1]);
    c->said = fdopen(fds[0], "r");
    cr_assert(child_told(c, "listening on http://127.0.0.1:"), "it did not start");
    const char *number = strstr(c->line, "127.0.0.1:");
    c->port = (int)strtol(number + 10, NULL, 10);
    cr_assert_gt(c->port, 0, "%s", c->line);
}

static void expect_exit(child *c, int status)
{
    int how;
    cr_assert_eq(waitpid(c->pid, &how, 0), c->pid);
    cr_expect(WIFEXITED(how), "signal %d", WTERMSIG(how));
    cr_expect_eq(WEXITSTATUS(how), status, "it ended with %d", WEXITSTATUS(how));
    fclose(c->said);
}

static void own_handler(int signal) { (void)signal; }

/* The child's handlers and masks before and after must be the same. */
static int run_server(weft_server options)
{
    const int signals[] = { SIGTERM, SIGINT, SIGPIPE, SIGHUP };
    struct sigaction before[4], after;
    sigset_t mask_before, mask_after;
    weft_app *app = net_app();
    signal(SIGTERM, own_handler);
    signal(SIGPIPE, die);
    for (int i = 0; i < 4; i++) sigaction(signals[i], NULL, &before[i]);
    sigprocmask(SIG_BLOCK, NULL, &mask_before);
    options.port = WEFT_PORT_ANY;
    options.workers = 2;
    options.logger = say_line;
    int status = weft_serve(app, options);
    sigprocmask(SIG_BLOCK, NULL, &mask_after);
    for (int i = 0; i < 4; i++) {
        sigaction(signals[i], NULL, &after);
        if (after.sa_handler != before[i].sa_handler) return 90 + i;
    }
    for (int i = 1; i < 32; i++)
        if (sigismember(&mask_before, i) != sigismember(&mask_after, i)) return 100 + i;
    weft_app_free(app);
    return status;
}

static int run_plainly(void) { return run_server((weft_server){ .drain_ms = 60000, .body_ms = WEFT_OFF }); }

Test(net_server, a_signal_stops_it_in_an_orderly_way)
{
    const int signals[] = { SIGTERM, SIGINT };
    for (int i = 0; i < 2; i++) {
        child c;
        fork_child(&c, run_plainly);
        cr_expect(strstr(c.line, " with 2 workers; Ctrl-C stops"), "%s", c.line);
        net_client idle = net_client_of(net_dial(c.port)), busy = net_client_of(net_dial(c.port));
        net_ask(&idle, GET("/"), 200, "hello\n");
        net_ask(&busy, GET("/"), 200, "hello\n");
        net_say(&busy, POST("5") "he");
        net_sleep_ms(50);
        kill(c.pid, signals[i]);
        cr_expect_eq(net_hear_end(&idle), 0);
        net_say(&busy, "llo");
        net_answer answer = net_hear(&busy);
        cr_expect(answer.status == 200 && answer.close);
        cr_expect_eq(net_hear_end(&busy), 0);
        net_close(&idle);
        net_close(&busy);
        expect_exit(&c, 0);
    }
}

Test(net_server, a_second_signal_hurries)
{
    child c;
    fork_child(&c, run_plainly);
    net_client idle = net_client_of(net_dial(c.port)), busy = net_client_of(net_dial(c.port));
    net_ask(&idle, GET("/"), 200, "hello\n");
    net_ask(&busy, GET("/"), 200, "hello\n");
    net_say(&busy, POST("5") "he");
    net_sleep_ms(50);
    kill(c.pid, SIGTERM);
    cr_expect_eq(net_hear_end(&idle), 0);
    kill(c.pid, SIGINT);
    int end = net_hear_end(&busy);
    cr_expect(end == 0 || end == ECONNRESET);
    cr_expect(child_told(&c, "1 connections were cut off"));
    expect_exit(&c, 0);
    net_close(&idle);
    net_close(&busy);
}

static int run_with_a_short_drain(void)
{
    return run_server((weft_server){ .drain_ms = 200, .body_ms = WEFT_OFF });
}

Test(net_server, a_signal_and_a_drain_that_takes_too_long)
{
    child c;
    fork_child(&c, run_with_a_short_drain);
    net_client busy = net_client_of(net_dial(c.port));
    net_ask(&busy, GET("/"), 200, "hello\n");
    net_say(&busy, POST("5") "he");
    net_sleep_ms(50);
    kill(c.pid, SIGTERM);
    cr_expect(child_told(&c, "1 connections were cut off"));
    expect_exit(&c, 0);
    net_close(&busy);
}

static weft_app *left_alone;

static void stop_left_alone(int signal)
{
    (void)signal;
    dprintf(child_says, "my own handler\n");
    weft_stop(left_alone);
}

static int run_leaving_signals(void)
{
    left_alone = net_app();
    signal(SIGTERM, stop_left_alone);
    weft_server options = { .port = WEFT_PORT_ANY, .leave_signals = true, .workers = 1, .logger = say_line };
    return weft_serve(left_alone, options);
}

Test(net_server, signals_may_be_left_alone)
{
    child c;
    fork_child(&c, run_leaving_signals);
    cr_expect_null(strstr(c.line, "Ctrl-C"), "%s", c.line);
    kill(c.pid, SIGTERM);
    cr_expect(child_told(&c, "my own handler"), "and weft_stop may be called by it");
    expect_exit(&c, 0);
}

static void *serve_one(void *app)
{
    weft_server options = { .port = WEFT_PORT_ANY, .workers = 1, .logger = say_line };
    return (void *)(uintptr_t)weft_serve(app, options);
}

static int run_two(void)
{
    weft_app *apps[2] = { net_app(), net_app() };
    pthread_t threads[2];
    signal(SIGTERM, own_handler);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, serve_one, apps[i]);
    for (int i = 0; i < 2; i++) {
        void *status;
        pthread_join(threads[i], &status);
        if (status) return 1;
        weft_app_free(apps[i]);
    }
    struct sigaction after;
    sigaction(SIGTERM, NULL, &after);
    return after.sa_handler == own_handler ? 0 : 2;
}

Test(net_server, one_signal_stops_every_app_that_is_served)
{
    child c;
    fork_child(&c, run_two);
    cr_assert(child_told(&c, "listening on"));
    net_sleep_ms(
        50); /* a signal in the moment between an app's start and its announcement is another test's */
    kill(c.pid, SIGINT);
    expect_exit(&c, 0);
}

static int run_quietly(void)
{
    weft_server options = { .port = WEFT_PORT_ANY, .quiet = true, .workers = 1, .logger = say_line };
    left_alone = net_app();
    cr_assert_eq(weft_start(left_alone, options), 0);
    dprintf(child_says, "listening on http://127.0.0.1:%d\n", weft_port(left_alone)); /* says the test */
    weft_stop(left_alone);
    if (weft_join(left_alone) != 0) return 1;
    signal(SIGALRM, stop_left_alone);
    ualarm(200000, 0);
    return weft_serve(left_alone, options);
}

Test(net_server, a_quiet_server_says_nothing)
{
    child c;
    fork_child(&c, run_quietly);
    cr_expect_not(child_told(&c, "listening on"), "%s", c.line);
    expect_exit(&c, 0);
}

Test(net_server, serving_that_cannot_start_returns_one)
{
    weft_app *app = net_app();
    weft_server options = net_options(&lines);
    options.host = "example.org";
    cr_expect_eq(weft_serve(app, options), 1);
    cr_expect(net_log_has(&lines, "error: cannot listen on example.org: it is no IPv4"), "%s", lines.text);
    weft_app_free(app);
}

/* ---- Addresses -------------------------------------------------------------------------------------------- */

Test(net_server, a_port_in_use_is_named)
{
    weft_app *app = net_app();
    char where[128];
    net_start(&host, (weft_server){ .workers = 2 }); /* two workers share their port with each other only */
    for (uint32_t workers = 1; workers <= 2; workers++) {
        weft_server options = net_options(&lines);
        options.port = weft_port(host.app);
        options.workers = workers;
        net_log_clear(&lines);
        cr_expect_eq(weft_start(app, options), 1);
        snprintf(where, sizeof where, "error: cannot listen on http://127.0.0.1:%d: the address is in use",
                 options.port);
        cr_expect(net_log_has(&lines, where), "%s", lines.text);
    }
    net_client client = net_open(&host);
    net_ask(&client, GET("/"), 200, "hello\n");
    net_close(&client);
    weft_app_free(app);
}

Test(net_server, serves_ipv6)
{
    struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    net_start(&host, (weft_server){ .host = "::1", .workers = 2 });
    address.sin6_port = htons((uint16_t)weft_port(host.app));
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    net_client client = net_client_of(fd);
    net_ask(&client, GET("/peer"), 200, "::1");
    net_close(&client);
}

Test(net_server, serves_a_unix_socket)
{
    char folder[64], path[96], name[128];
    net_make_folder(folder);
    snprintf(path, sizeof path, "%s/s", folder);
    snprintf(name, sizeof name, "unix:%s", path);
    for (uint32_t workers = 1; workers <= 3; workers++) {
        net_start(&host, (weft_server){ .host = name, .workers = workers, .per_address = 1 });
        cr_expect_eq(weft_port(host.app), 0);
        net_client first = net_client_of(net_dial_unix(path)), second = net_client_of(net_dial_unix(path));
        for (int i = 0; i < 10; i++) {
            net_ask(&first, GET("/peer"), 200, "unix");
            net_ask(&second, GET("/peer"), 200, "unix"); /* it has no address to be capped by */
        }
        weft_app *other = net_app();
        weft_server options = net_options(&lines);
        options.host = name;
        options.port = 0;
        cr_expect_eq(weft_start(other, options), 1);
        cr_expect(net_log_has(&lines, "the path exists and is somebody else's"), "%s", lines.text);
        weft_app_free(other);
        net_ask(&first, GET("/"), 200, "hello\n");
        net_close(&first);
        net_close(&second);
        net_end(&host);
        cr_expect_neq(access(path, F_OK), 0);
    }
    net_remove_folder(folder);
}

Test(net_server, serves_an_inherited_descriptor)
{
    for (uint32_t workers = 1; workers <= 2; workers++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
        cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
        cr_assert_eq(listen(fd, 16), 0);
        net_start(&host, (weft_server){ .inherited_fd = fd, .workers = workers });
        int port = weft_port(host.app);
        net_client clients[4];
        for (int i = 0; i < 4; i++) {
            clients[i] = net_open(&host);
            net_ask(&clients[i], GET("/"), 200, "hello\n");
        }
        for (int i = 0; i < 4; i++) net_close(&clients[i]);
        net_end(&host);
        int waiting = net_dial(port);
        cr_expect_geq(waiting, 0, "the descriptor stays with whoever passed it");
        close(waiting);
        close(fd);
    }
}

Test(net_server, finds_what_socket_activation_passed)
{
    char mine[32], other[32];
    snprintf(mine, sizeof mine, "%d", (int)getpid());
    snprintf(other, sizeof other, "%d", (int)getppid());
    const struct {
        const char *pid, *fds;
        int found;
    } cases[] = {
        { NULL, NULL, 0 }, { mine, NULL, 0 }, { NULL, "1", 0 },  { mine, "1", 3 },  { mine, "2", 3 },
        { mine, "0", 0 },  { mine, "", 0 },   { mine, "x", 0 },  { mine, "-1", 0 }, { other, "1", 0 },
        { "", "1", 0 },    { "abc", "1", 0 }, { mine, " 1", 0 }, { mine, "1x", 0 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        unsetenv("LISTEN_PID");
        unsetenv("LISTEN_FDS");
        if (cases[i].pid) setenv("LISTEN_PID", cases[i].pid, 1);
        if (cases[i].fds) setenv("LISTEN_FDS", cases[i].fds, 1);
        cr_expect_eq(weft_inherited(), cases[i].found, "case %zu", i);
    }
}

/* As a service manager does it: the listener is descriptor 3 of a process that finds it by its environment. */
static int run_activated(void)
{
    char pid[32];
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 16) != 0) return 91;
    if (child_says == 3) child_says = dup(child_says);
    if (fd != 3 && dup2(fd, 3) != 3) return 92;
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("LISTEN_PID", pid, 1);
    setenv("LISTEN_FDS", "1", 1);
    weft_server options = { .inherited_fd = weft_inherited(), .workers = 1, .logger = say_line };
    return weft_serve(net_app(), options);
}

Test(net_server, serves_what_socket_activation_passed)
{
    child c;
    fork_child(&c, run_activated);
    net_client client = net_client_of(net_dial(c.port));
    net_ask(&client, GET("/"), 200, "hello\n");
    kill(c.pid, SIGTERM);
    cr_expect_eq(net_hear_end(&client), 0);
    expect_exit(&c, 0);
    net_close(&client);
}

/* ---- Other people's programs -------------------------------------------------------------------------------- */

static bool is_installed(const char *program)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    if (system(command) == 0) return true;
    cr_log_warn("%s is not installed: what it would show is not tested\n", program);
    return false;
}

/* Runs curl with these arguments, PORT replaced, and gives what it prints. */
static const char *curl(const char *arguments)
{
    static char output[1 << 16];
    char command[1024];
    const char *at = strstr(arguments, "PORT");
    int len = snprintf(command, sizeof command, "curl -sS --max-time 20 --noproxy '*' ");
    for (; at; arguments = at + 4, at = strstr(arguments, "PORT"))
        len += snprintf(command + len, sizeof command - (size_t)len, "%.*shttp://127.0.0.1:%d",
                        (int)(at - arguments), arguments, weft_port(host.app));
    snprintf(command + len, sizeof command - (size_t)len, "%s 2>&1", arguments);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    size_t got = fread(output, 1, sizeof output - 1, pipe);
    output[got] = '\0';
    int status = pclose(pipe);
    cr_expect_eq(status, 0, "%s:\n%s", command, output);
    return output;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) count++;
    return count;
}

Test(net_server, curl_is_content)
{
    if (!is_installed("curl")) return;
    char folder[64], file[96], command[256];
    net_make_folder(folder);
    snprintf(file, sizeof file, "%s/body", folder);
    FILE *body = fopen(file, "w");
    for (size_t i = 0; i < 600000; i++) fputc(net_byte(i), body);
    fclose(body);
    net_start(&host, (weft_server){ .body_limit = 4 << 20 });

    cr_expect_str_eq(curl("PORT/"), "hello\n");
    cr_expect_str_eq(curl("--http1.0 PORT/"), "hello\n");
    cr_expect_str_eq(curl("-X PUT -d abc PORT/echo"), "abc");
    cr_expect_str_eq(curl("-H 'Transfer-Encoding: chunked' -d abc PORT/echo"), "abc");
    const char *head = curl("-I PORT/page");
    cr_expect(strstr(head, "HTTP/1.1 200 OK") && strstr(head, "Content-Length: 20000"), "%s", head);
    cr_expect_eq(count_of(curl("-v PORT/ PORT/ PORT/"), "Re-using existing connection"), 2);
    cr_expect(strstr(curl("-v --http1.0 -H 'Connection: keep-alive' PORT/ PORT/"), "Re-using"),
              "1.0 may stay too");
    const char *uploads[] = { "", "-H 'Expect: 100-continue'",
                              "-H 'Transfer-Encoding: chunked' -H 'Expect:'" };
    for (size_t i = 0; i < COUNT_OF(uploads); i++) {
        snprintf(command, sizeof command, "%s --data-binary @%s PORT/echo | cmp - %s", uploads[i], file,
                 file);
        cr_expect_str_eq(curl(command), "");
    }
    cr_expect(strstr(curl("-v -H 'Expect: 100-continue' -d abc PORT/echo"), "HTTP/1.1 100 Continue"));
    cr_expect(strstr(curl("-o /dev/null -w '%{http_code}' -d abc PORT/missing"), "404"));
    net_remove_folder(folder);
}

static const char nginx_config[] =
    "daemon off; master_process off; pid nginx.pid; error_log error.log; worker_processes 1;\n"
    "events { worker_connections 64; }\n"
    "http {\n"
    "  access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u;\n"
    "  scgi_temp_path s; client_max_body_size 8m;\n"
    "  upstream weft { server 127.0.0.1:%d; keepalive 4; }\n"
    "  server { listen unix:%s/front.sock; location / {\n"
    "    proxy_pass http://weft; proxy_http_version 1.1; proxy_set_header Connection \"\";\n"
    "    proxy_request_buffering off; } }\n"
    "}\n";

static pid_t start_nginx(const char *folder, const char *front)
{
    char path[96];
    snprintf(path, sizeof path, "%s/nginx.conf", folder);
    FILE *config = fopen(path, "w");
    cr_assert_not_null(config);
    fprintf(config, nginx_config, weft_port(host.app), folder);
    fclose(config);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execlp("nginx", "nginx", "-p", folder, "-c", path, "-e", "error.log", (char *)NULL);
        _exit(127);
    }
    for (uint64_t until = net_now_ms() + NET_PATIENCE_MS; access(front, F_OK) != 0 && net_now_ms() < until;)
        net_sleep_ms(10);
    return pid;
}

static void talk_through(net_client *client, int rounds)
{
    static char upload[65536];
    for (size_t i = 0; i < sizeof upload; i++) upload[i] = net_byte(i);
    for (int i = 0; i < rounds; i++) {
        const char *const asks[] = { GET("/"), GET("/missing"), GET("/page"), POST("5") "hello",
                                     POST("65536") };
        net_say(client, asks[i % 5]);
        if (i % 5 == 4) net_say_bytes(client, upload, sizeof upload);
        for (;;) { /* nginx has fields of its own, so its answers are read by hand */
            const char *at = client->bytes + client->from;
            size_t have = client->to - client->from;
            const char *end = memmem(at, have, "\r\n\r\n", 4),
                       *field = memmem(at, have, "Content-Length: ", 16);
            size_t len = end && field && field < end ? (size_t)strtol(field + 16, NULL, 10) : 0;
            if (end && have >= (size_t)(end + 4 - at) + len) {
                int status = (int)strtol(at + 9, NULL, 10);
                cr_assert_eq(status, i % 5 == 1 ? 404 : 200, "round %d: %.*s", i, (int)(end - at), at);
                if (i % 5 == 4) cr_assert(len == sizeof upload && net_is_pattern(weft_str_of(end + 4, len)));
                client->from = client->to = 0;
                break;
            }
            ssize_t got = recv(client->fd, client->bytes + client->to, 1 << 20, 0);
            cr_assert_gt(got, 0, "round %d: nginx closed", i);
            client->to += (size_t)got;
        }
    }
}

Test(net_server, nginx_in_front_is_content)
{
    if (!is_installed("nginx")) return;
    char folder[64], front[96], command[128];
    net_make_folder(folder);
    snprintf(front, sizeof front, "%s/front.sock", folder);
    net_start(&host,
              (weft_server){ .workers = 2, .requests = 37 }); /* and connections that end now and then */
    pid_t pid = start_nginx(folder, front);
    net_client first = net_client_of(net_dial_unix(front)), second = net_client_of(net_dial_unix(front));
    for (int i = 0; i < 10; i++) {
        talk_through(&first, 20);
        talk_through(&second, 20);
    }
    net_close(&first);
    net_close(&second);
    kill(pid, SIGQUIT);
    waitpid(pid, NULL, 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_expect_eq(system(command), 0);
}
