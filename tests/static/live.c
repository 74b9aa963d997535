/* Files over a socket, while they change under the answer; and machines that run out of something. */
#include "src/base/check.h"
#include "tests/static/harness.h"
#include <arpa/inet.h>
#include <sys/socket.h>

enum { LARGE = 16 << 20 }; /* more than the buffers of two sockets hold */
static char *large, *received;
static int fd = -1;

static void set_up(void)
{
    begin_folder();
    large = malloc(LARGE);
    received = malloc(2 * LARGE);
    memset(large, 'a', LARGE);
    put_bytes("large.bin", large, LARGE);
    put_old("small.txt", "small");
    weft_static(app, "/", (weft_files){ .root = folder });
    test = weft_test_live(app, (weft_server){ .workers = 1, .logger = keep_line });
    cr_assert_not_null(test, "%s", logged);
}

static void tear_down(void)
{
    if (fd >= 0) close(fd);
    free(large);
    free(received);
    end_folder();
}

TestSuite(static_live, .init = set_up, .fini = tear_down);

static void send_request(const char *text)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)weft_port(app)) };
    struct timeval patience = { .tv_sec = 10 };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    cr_assert_eq(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

/* Up to `most` bytes behind `have`, or until the server closes; how many there are then. */
static size_t receive(size_t have, size_t most)
{
    for (ssize_t got; have < most && (got = recv(fd, received + have, most - have, 0)) > 0;)
        have += (size_t)got;
    return have;
}

static const char both[] = "GET /large.bin HTTP/1.1\r\nHost: t\r\n\r\n"
                           "GET /small.txt HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n";

Test(static_live, a_file_cut_short_under_its_answer_ends_the_connection_there)
{
    send_request(both);
    size_t have = receive(0, 100 * 1000);
    cr_assert_eq(have, 100 * 1000);
    cr_assert_eq(truncate(in_root("large.bin"), 200 * 1000), 0);
    have = receive(have, 2 * LARGE);
    const char *body = memmem(received, have, "\r\n\r\n", 4);
    cr_assert_not_null(body);
    size_t came = have - (size_t)(body + 4 - received);
    cr_expect_lt(came, LARGE);
    for (size_t i = 0; i < came; i++)
        cr_assert(body[4 + i] == 'a' || body[4 + i] == '\0'); /* no second answer */
    cr_expect_eq(recv(fd, received, 1, 0), 0);
}

Test(static_live, a_file_replaced_under_its_answer_is_sent_as_it_was)
{
    send_request(both);
    size_t have = receive(0, 100 * 1000);
    put("other", "new");
    cr_assert_eq(rename(in_root("other"), in_root("large.bin")), 0);
    have = receive(have, 2 * LARGE);
    const char *body = memmem(received, have, "\r\n\r\n", 4);
    cr_assert_not_null(body);
    cr_assert_geq(have, (size_t)(body + 4 - received) + LARGE);
    cr_expect_arr_eq(body + 4, large, LARGE);
    cr_expect(wf_str_starts(weft_str_of(body + 4 + LARGE, have), weft_lit("HTTP/1.1 200 OK\r\n")));
    usleep(150 * 1000);
    get("/large.bin");
    expect_body("new");
}

Test(static_live, an_answer_outlives_its_entry)
{
    send_request(both);
    size_t have = receive(0, 1000);
    unlink(in_root("large.bin"));
    usleep(150 * 1000);
    cr_expect_eq(get("/large.bin"), 404); /* looks, and forgets it */
    have = receive(have, 2 * LARGE);
    const char *body = memmem(received, have, "\r\n\r\n", 4);
    cr_expect_arr_eq(body + 4, large, LARGE);
}

Test(static_live, pipelined_requests_are_answered_in_order)
{
    char requests[64 * 64] = "";
    for (int i = 0; i < 60; i++) strcat(requests, "GET /small.txt HTTP/1.1\r\nHost: t\r\n\r\n");
    strcat(requests, "GET /none HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
    send_request(requests);
    size_t have = receive(0, 2 * LARGE), count = 0;
    for (const char *at = received; (at = memmem(at, have - (size_t)(at - received), "\r\n\r\nsmall", 9));
         at++)
        count++;
    cr_expect_eq(count, 60);
}

/* What every request looks at, requests that lie behind others in one segment look at too. */
Test(static_live, a_change_between_pipelined_requests_is_seen_where_every_request_looks)
{
    weft_test_free(test);
    weft_app_free(app);
    app = weft_app_new(NULL);
    weft_static(app, "/", (weft_files){ .root = folder, .cache_ms = WEFT_OFF });
    test = weft_test_live(app, (weft_server){ .workers = 1, .logger = keep_line });
    cr_assert_not_null(test);
    for (int i = 0; i < 200; i++) {
        char text[32];
        snprintf(text, sizeof text, "version %d", i);
        put("small.txt", text);
        get("/small.txt");
        cr_assert(body_is(text), "%.*s instead of %s", (int)answer.body.len, answer.body.ptr, text);
    }
}

#ifdef WEFT_FAULTS
Test(static_live, a_machine_without_descriptors_is_503_and_no_404)
{
    wf_fault_arm(WF_FAULT_OPEN, 0, 1);
    cr_expect_eq(get("/small.txt"), 503);
    cr_expect(strstr(logged, "cannot read small.txt: Too many open files"), "%s", logged);
    wf_fault_arm(WF_FAULT_OPEN, 1, -1); /* found, and not opened */
    cr_expect_eq(get("/small.txt"), 503);
    wf_fault_disarm_all();
    cr_expect_eq(get("/small.txt"), 200);
}

Test(static_live, without_memory_there_is_an_answer_all_the_same)
{
    for (int skip = 0; skip < 12; skip++) {
        char path[32];
        snprintf(path, sizeof path, "%d.txt", skip);
        put(path, "text");
        snprintf(path, sizeof path, "/%d.txt", skip);
        wf_fault_arm(WF_FAULT_ALLOC, skip, 1);
        int status = get(path);
        wf_fault_disarm_all();
        cr_expect(status == 200 || status == 503 || status == 500, "%d: %d", skip, status);
        cr_expect_eq(get(path), 200);
        expect_body("text");
    }
}
#endif
