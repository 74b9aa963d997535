#include "src/net/listen.h"
#include "tests/net/harness.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(net_listen, .timeout = 20);

static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };
static const wf_log keep = { .sink = net_log_line, .state = &lines };
static wf_listeners listeners;

static bool open_at(const char *host, int32_t port, uint32_t count)
{
    weft_server server = { .host = host, .port = port, .backlog = 16 };
    net_log_clear(&lines);
    return wf_listen(&listeners, &server, count, &keep);
}

static bool open_inherited(int fd, uint32_t count)
{
    weft_server server = { .host = "127.0.0.1", .port = 8080, .inherited_fd = fd, .backlog = 16 };
    net_log_clear(&lines);
    return wf_listen(&listeners, &server, count, &keep);
}

/* The open failed, left nothing behind and said why. */
static void expect_refusal(bool opened, const char *where, const char *why)
{
    cr_assert_not(opened, "%s", where);
    cr_expect_null(listeners.fds);
    cr_expect_eq(lines.errors, 1);
    cr_expect(net_log_has(&lines, where), "%s", lines.text);
    cr_expect(net_log_has(&lines, why), "%s", lines.text);
}

/* A plain listener, as another program would hold it. */
static int hold_port(int *port, bool share)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof address;
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (share) setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(listen(fd, 4), 0);
    getsockname(fd, (struct sockaddr *)&address, &len);
    *port = ntohs(address.sin_port);
    return fd;
}

static int hold_path(const char *path, int type)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int fd = socket(AF_UNIX, type, 0);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0, "%s", strerror(errno));
    if (type == SOCK_STREAM) cr_assert_eq(listen(fd, 4), 0);
    return fd;
}

/* ---- TCP --------------------------------------------------------------------------------------------------- */

Test(net_listen, every_worker_has_a_descriptor_of_its_own)
{
    cr_assert(open_at("127.0.0.1", WEFT_PORT_ANY, 3), "%s", lines.text);
    cr_expect_eq(listeners.count, 3);
    cr_expect_not(listeners.shared);
    for (int i = 0; i < 3; i++) {
        struct sockaddr_in address;
        socklen_t len = sizeof address;
        cr_expect_eq(getsockname(listeners.fds[i], (struct sockaddr *)&address, &len), 0);
        cr_expect_eq(ntohs(address.sin_port), listeners.port);
        cr_expect(fcntl(listeners.fds[i], F_GETFL) & O_NONBLOCK);
        cr_expect(fcntl(listeners.fds[i], F_GETFD) & FD_CLOEXEC);
        for (int j = 0; j < i; j++) cr_expect_neq(listeners.fds[i], listeners.fds[j]);
    }
    wf_listeners_close(&listeners);
}

Test(net_listen, the_url_is_for_people)
{
    const struct {
        const char *host, *before, *after;
    } cases[] = {
        { "127.0.0.1", "http://127.0.0.1:", "" },
        { "localhost", "http://127.0.0.1:", "" },
        { "127.0.0.2", "http://127.0.0.2:", "" },
        { "::1", "http://[::1]:", "" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char expected[WF_URL_MAX];
        cr_assert(open_at(cases[i].host, WEFT_PORT_ANY, 1), "%s: %s", cases[i].host, lines.text);
        snprintf(expected, sizeof expected, "%s%d", cases[i].before, listeners.port);
        cr_expect_str_eq(listeners.url, expected);
        cr_expect_gt(listeners.port, 0);
        wf_listeners_close(&listeners);
    }
}

Test(net_listen, a_bad_host_is_named_with_the_reason)
{
    const struct {
        const char *host, *why;
    } cases[] = {
        { "example.org", "it is no IPv4 or IPv6 address" },
        { "", "it is no IPv4 or IPv6 address" },
        { "127.0.0.1:80", "it is no IPv4 or IPv6 address" },
        { "[::1]", "it is no IPv4 or IPv6 address" },
        { "256.0.0.1", "it is no IPv4 or IPv6 address" },
        { "192.0.2.1", "this machine has no such address" },
        { "2001:db8::1", "this machine has no such address" },
        { "unix:", "the path of a Unix socket is 1 to 107 bytes long" },
        { "unix:/no/such/folder/x.sock", "No such file or directory" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_refusal(open_at(cases[i].host, WEFT_PORT_ANY, 1), cases[i].host, cases[i].why);
}

Test(net_listen, a_port_that_anybody_holds_is_refused)
{
    for (int share = 0; share <= 1; share++) {
        for (uint32_t workers = 1; workers <= 2; workers++) {
            int port, fd = hold_port(&port, share == 1), before = net_count_fds();
            char where[64];
            snprintf(where, sizeof where, "cannot listen on http://127.0.0.1:%d", port);
            expect_refusal(open_at("127.0.0.1", port, workers), where, "the address is in use");
            cr_expect_eq(net_count_fds(), before);
            close(fd);
        }
    }
}

Test(net_listen, a_port_is_free_again_at_once)
{
    cr_assert(open_at("127.0.0.1", WEFT_PORT_ANY, 2));
    int port = listeners.port;
    net_client client = net_client_of(net_dial(port));
    wf_listeners_close(&listeners);
    net_close(&client);
    cr_expect(open_at("127.0.0.1", port, 2), "%s", lines.text);
    wf_listeners_close(&listeners);
    cr_expect(open_at("127.0.0.1", port, 1), "%s", lines.text);
    wf_listeners_close(&listeners);
}

/* ---- Taking connections ------------------------------------------------------------------------------------ */

static int accept_patiently(int listener, wf_peer *peer)
{
    int fd = -1;
    for (uint64_t until = net_now_ms() + NET_PATIENCE_MS; fd < 0 && net_now_ms() < until; net_sleep_ms(1))
        fd = wf_accept(listener, peer);
    return fd;
}

Test(net_listen, an_accepted_connection_is_ready_for_the_loop)
{
    wf_peer peer = { 0 };
    int on = 0;
    socklen_t len = sizeof on;
    cr_assert(open_at("127.0.0.1", WEFT_PORT_ANY, 1));
    errno = 0;
    cr_expect_eq(wf_accept(listeners.fds[0], &peer), -1);
    cr_expect_eq(errno, EAGAIN, "it never blocks");
    net_client client = net_client_of(net_dial(listeners.port));
    int fd = accept_patiently(listeners.fds[0], &peer);
    cr_assert_geq(fd, 0);
    cr_expect(fcntl(fd, F_GETFL) & O_NONBLOCK);
    cr_expect(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    cr_expect_eq(getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, &len), 0);
    cr_expect(on, "no answer waits for Nagle");
    cr_expect_eq(peer.family, AF_INET);
    cr_expect_eq(memcmp(peer.address, (const uint8_t[16]){ 127, 0, 0, 1 }, 16), 0);
    net_close(&client);
    close(fd);
    wf_listeners_close(&listeners);
}

Test(net_listen, knows_an_ipv6_peer)
{
    wf_peer peer = { 0 };
    struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    cr_assert(open_at("::1", WEFT_PORT_ANY, 1), "%s", lines.text);
    address.sin6_port = htons((uint16_t)listeners.port);
    int client = socket(AF_INET6, SOCK_STREAM, 0);
    cr_assert_eq(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    int fd = accept_patiently(listeners.fds[0], &peer);
    cr_expect_eq(peer.family, AF_INET6);
    cr_expect_eq(memcmp(peer.address, &address.sin6_addr, 16), 0);
    close(fd);
    close(client);
    wf_listeners_close(&listeners);
}

/* ---- Unix sockets ------------------------------------------------------------------------------------------ */

static char folder[64], path[96], host[128];

static void make_path(void)
{
    net_make_folder(folder);
    snprintf(path, sizeof path, "%s/weft.sock", folder);
    snprintf(host, sizeof host, "unix:%s", path);
}

Test(net_listen, a_unix_path_is_shared_served_and_removed)
{
    wf_peer peer = { 0 };
    make_path();
    cr_assert(open_at(host, 0, 3), "%s", lines.text);
    cr_expect(listeners.shared && listeners.count == 3 && listeners.port == 0);
    cr_expect_str_eq(listeners.url, host);
    net_client client = net_client_of(net_dial_unix(path));
    int fd = accept_patiently(listeners.fds[2], &peer);
    cr_expect_geq(fd, 0);
    cr_expect_eq(peer.family, AF_UNIX);
    close(fd);
    net_close(&client);
    wf_listeners_close(&listeners);
    cr_expect_neq(access(path, F_OK), 0, "the path goes with its server");
    net_remove_folder(folder);
}

Test(net_listen, a_path_of_the_longest_length_is_served)
{
    char long_path[128];
    make_path();
    int len = snprintf(long_path, sizeof long_path, "unix:%s/", folder);
    memset(long_path + len, 'x', sizeof long_path - (size_t)len);
    long_path[5 + 107] = '\0';
    cr_expect(open_at(long_path, 0, 1), "%s", lines.text);
    cr_expect_str_eq(listeners.url, long_path);
    wf_listeners_close(&listeners);
    strcpy(long_path + 5 + 107, "x");
    expect_refusal(open_at(long_path, 0, 1), long_path, "1 to 107 bytes long");
    net_remove_folder(folder);
}

Test(net_listen, a_stale_path_is_taken_over)
{
    make_path();
    close(hold_path(path, SOCK_STREAM));
    cr_assert_eq(access(path, F_OK), 0);
    cr_expect(open_at(host, 0, 1), "%s", lines.text);
    net_client client = net_client_of(net_dial_unix(path));
    net_close(&client);
    wf_listeners_close(&listeners);
    net_remove_folder(folder);
}

Test(net_listen, what_is_somebody_elses_stays_theirs)
{
    make_path();
    int live = hold_path(path, SOCK_STREAM);
    expect_refusal(open_at(host, 0, 1), host, "the path exists and is somebody else's");
    net_client client = net_client_of(net_dial_unix(path));
    net_close(&client);
    close(live);
    cr_assert_eq(unlink(path), 0);

    int file = open(path, O_CREAT | O_WRONLY, 0600);
    close(file);
    expect_refusal(open_at(host, 0, 1), host, "the path exists and is somebody else's");
    cr_expect_eq(access(path, F_OK), 0, "a file is nobody's to remove");
    cr_assert_eq(unlink(path), 0);
    net_remove_folder(folder);
}

/* A logger's or a service manager's socket takes datagrams: no stream can connect to it, and yet it lives. */
Test(net_listen, a_live_datagram_socket_stays_its_owners)
{
    make_path();
    int live = hold_path(path, SOCK_DGRAM);
    expect_refusal(open_at(host, 0, 1), host, "the path exists and is somebody else's");
    cr_expect_eq(access(path, F_OK), 0);
    close(live);
    unlink(path);
    net_remove_folder(folder);
}

/* Its owner lives but is too busy to accept: that must neither block the start nor lose the owner its path. */
Test(net_listen, a_live_socket_with_a_full_queue_stays_its_owners)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    make_path();
    int live = hold_path(path, SOCK_STREAM), fd, held[64], count = 0;
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    for (;;) {
        fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        held[count++] = fd;
        cr_assert_lt(count, 64);
        if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) break;
    }
    cr_assert_eq(errno, EAGAIN);
    expect_refusal(open_at(host, 0, 1), host, "the path exists and is somebody else's");
    while (count > 0) close(held[--count]);
    close(live);
    unlink(path);
    net_remove_folder(folder);
}

/* ---- Leaving ---------------------------------------------------------------------------------------------- */

Test(net_listen, who_leaves_refuses)
{
    cr_assert(open_at("127.0.0.1", WEFT_PORT_ANY, 2));
    int port = listeners.port;
    wf_listeners_leave(&listeners, 0);
    net_client client = net_client_of(net_dial(port)); /* the other worker still takes connections */
    net_close(&client);
    wf_listeners_leave(&listeners, 1);
    cr_expect_eq(net_dial(port), -1);
    cr_expect_eq(errno, ECONNREFUSED);
    wf_listeners_close(&listeners);
}

Test(net_listen, the_last_to_leave_a_path_removes_it_and_its_successor_keeps_it)
{
    make_path();
    for (uint32_t workers = 1; workers <= 3; workers++) {
        cr_assert(open_at(host, 0, workers));
        wf_listeners before = listeners;
        for (uint32_t i = 0; i < workers; i++) {
            cr_expect_eq(access(path, F_OK), 0, "%u of %u have left", i, workers);
            wf_listeners_leave(&before, i);
        }
        cr_expect_neq(access(path, F_OK), 0);
        cr_assert(open_at(host, 0, 1), "%s", lines.text);
        wf_listeners_close(&before);
        net_client client = net_client_of(net_dial_unix(path));
        net_close(&client);
        wf_listeners_close(&listeners);
    }
    net_remove_folder(folder);
}

/* ---- Inherited descriptors ---------------------------------------------------------------------------------- */

Test(net_listen, an_inherited_listener_is_duplicated)
{
    int port, fd = hold_port(&port, false);
    cr_assert(open_inherited(fd, 2), "%s", lines.text);
    cr_expect(listeners.shared && listeners.count == 2);
    cr_expect_eq(listeners.port, port);
    cr_expect_neq(listeners.fds[0], fd);
    cr_expect(fcntl(listeners.fds[0], F_GETFL) & O_NONBLOCK);
    cr_expect(fcntl(listeners.fds[0], F_GETFD) & FD_CLOEXEC);
    wf_listeners_close(&listeners);
    net_client client = net_client_of(net_dial(port));
    net_close(&client);
    close(fd);
}

Test(net_listen, an_inherited_path_is_not_removed)
{
    make_path();
    int fd = hold_path(path, SOCK_STREAM);
    cr_assert(open_inherited(fd, 1), "%s", lines.text);
    cr_expect_str_eq(listeners.url, host);
    wf_listeners_close(&listeners);
    cr_expect_eq(access(path, F_OK), 0);
    close(fd);
    unlink(path);
    net_remove_folder(folder);
}

Test(net_listen, a_descriptor_that_does_not_listen_is_refused)
{
    int plain = socket(AF_INET, SOCK_STREAM, 0), file = open("/dev/null", O_RDONLY), ends[2];
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    const struct {
        int fd;
        const char *why;
    } cases[] = {
        { plain, "not a listening one" },
        { ends[0], "not a listening one" },
        { file, "Socket operation on non-socket" },
        { 1000, "Bad file descriptor" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char where[64];
        snprintf(where, sizeof where, "cannot listen on descriptor %d", cases[i].fd);
        expect_refusal(open_inherited(cases[i].fd, 1), where, cases[i].why);
    }
}

#ifdef WEFT_FAULTS
Test(net_listen, a_failure_half_way_closes_what_was_open)
{
    for (int nth = 0; nth < 3; nth++) {
        int before = net_count_fds();
        wf_fault_arm(WF_FAULT_LISTEN, nth, 1);
        expect_refusal(open_at("127.0.0.1", WEFT_PORT_ANY, 3), "http://127.0.0.1:", "Too many open files");
        cr_expect_eq(net_count_fds(), before);
    }
    wf_fault_disarm_all();
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    expect_refusal(open_at("127.0.0.1", WEFT_PORT_ANY, 3), "127.0.0.1", "out of memory");
    wf_fault_disarm_all();
}
#endif
