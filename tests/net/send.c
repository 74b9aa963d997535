#include "src/net/send.h"
#include "tests/net/harness.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void die(int signal)
{
    (void)signal;
    abort(); /* no call of weft's may raise it */
}

static void set_up(void)
{
    int size = 4096;
    WF_ASSERT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    fcntl(pair[1], F_SETFL, O_NONBLOCK);
    setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    signal(SIGPIPE, die);
}

static void tear_down(void)
{
    close(pair[0]);
    close(pair[1]);
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
}

TestSuite(net_send, .init = set_up, .fini = tear_down, .timeout = 60);

enum { SIZE = 200000 };
static char bytes[SIZE], got[SIZE];
static size_t got_len;

static void fill(void)
{
    for (size_t i = 0; i < SIZE; i++) bytes[i] = net_byte(i);
    got_len = 0;
}

static void read_all(void)
{
    for (ssize_t n; (n = recv(pair[1], got + got_len, SIZE - got_len, 0)) > 0;) got_len += (size_t)n;
}

Test(net_send, what_fits_goes_out_at_once_in_order)
{
    const size_t lens[][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 700, 0 }, { 0, 900 }, { 700, 900 } };
    fill();
    for (size_t i = 0; i < COUNT_OF(lens); i++) {
        weft_str head = weft_str_of(bytes, lens[i][0]), rest = weft_str_of(bytes + lens[i][0], lens[i][1]);
        wf_output body = { .bytes = rest };
        got_len = 0;
        cr_expect_eq(wf_send(pair[0], &head, &body), WF_SENT_ALL);
        cr_expect_eq(head.len + body.bytes.len, 0);
        read_all();
        cr_expect_eq(got_len, lens[i][0] + lens[i][1]);
        cr_expect_eq(memcmp(got, bytes, got_len), 0, "case %zu", i);
    }
}

/* Sends all of `head_len` bytes of head and the rest as body into a socket that is full again and again. */
static void send_slowly(size_t head_len)
{
    weft_str head = weft_str_of(bytes, head_len), rest = weft_str_of(bytes + head_len, SIZE - head_len);
    wf_output body = { .bytes = rest };
    int stops = 0;
    fill();
    for (wf_sent sent; (sent = wf_send(pair[0], &head, &body)) != WF_SENT_ALL; stops++) {
        cr_assert_eq(sent, WF_SENT_SOME);
        cr_assert_gt(head.len + body.bytes.len, 0);
        if (head.len) cr_assert_eq(body.bytes.len, SIZE - head_len, "the body waits for the head");
        size_t before = got_len;
        read_all();
        cr_assert_gt(got_len, before);
        cr_assert_eq(got_len + head.len + body.bytes.len, SIZE, "what was sent is cut off, and nothing else");
    }
    read_all();
    cr_expect_gt(stops, 0, "the socket was never full");
    cr_assert_eq(got_len, SIZE);
    cr_expect_eq(memcmp(got, bytes, SIZE), 0);
}

Test(net_send, a_full_socket_keeps_the_rest)
{
    const size_t heads[] = { 0, 1, 4000, SIZE / 2, SIZE - 1, SIZE };
    for (size_t i = 0; i < COUNT_OF(heads); i++) send_slowly(heads[i]);
}

Test(net_send, a_closed_peer_is_a_failure_and_no_signal)
{
    weft_str head = weft_lit("head");
    wf_output body = { .bytes = weft_lit("body") };
    close(pair[1]);
    cr_expect_eq(wf_send(pair[0], &head, &body), WF_SENT_FAILED);
    body.bytes.len = 0;
    cr_expect_eq(wf_send(pair[0], &head, &body), WF_SENT_FAILED);
    weft_str none = weft_lit("");
    body.bytes = weft_lit("body");
    cr_expect_eq(wf_send(pair[0], &none, &body), WF_SENT_FAILED);
    pair[1] = dup(pair[0]);
}

#ifdef WEFT_FAULTS
Test(net_send, a_byte_at_a_time_arrives_whole)
{
    fill();
    wf_fault_arm(WF_FAULT_SEND_SHORT, 0, -1);
    for (size_t head_len = 0; head_len <= 300; head_len += 100) {
        weft_str head = weft_str_of(bytes, head_len), rest = weft_str_of(bytes + head_len, 300 - head_len);
        wf_output body = { .bytes = rest };
        got_len = 0;
        while (wf_send(pair[0], &head, &body) == WF_SENT_SOME) read_all();
        read_all();
        cr_expect_eq(got_len, 300);
        cr_expect_eq(memcmp(got, bytes, 300), 0);
    }
}

Test(net_send, a_broken_socket_is_a_failure)
{
    weft_str head = weft_lit("head");
    wf_output body = { .bytes = weft_lit("") };
    wf_fault_arm(WF_FAULT_SEND, 0, 1);
    cr_expect_eq(wf_send(pair[0], &head, &body), WF_SENT_FAILED);
    cr_expect_eq(wf_send(pair[0], &head, &body), WF_SENT_ALL);
}
#endif
