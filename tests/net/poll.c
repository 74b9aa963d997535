#include "src/net/poll.h"
#include "tests/net/harness.h"
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static wf_poll *poller;
static wf_event events[WF_POLL_BATCH];

static void set_up(void)
{
    poller = wf_poll_open();
    WF_ASSERT(poller);
}

static void tear_down(void)
{
    wf_poll_close(poller);
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
}

TestSuite(net_poll, .init = set_up, .fini = tear_down, .timeout = 60);

static char mark, other;

static void open_pair(int pair[2]) { cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0); }

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

Test(net_poll, says_what_an_interest_asked_for)
{
    int pair[2];
    const struct {
        unsigned interest;
        bool bytes;
        unsigned ready;
    } cases[] = {
        { WF_POLL_READ, false, 0 },
        { WF_POLL_READ, true, WF_POLL_READ },
        { WF_POLL_WRITE, false, WF_POLL_WRITE },
        { WF_POLL_WRITE, true, WF_POLL_WRITE },
        { WF_POLL_READ | WF_POLL_WRITE, false, WF_POLL_WRITE },
        { WF_POLL_READ | WF_POLL_WRITE, true, WF_POLL_READ | WF_POLL_WRITE },
        { WF_POLL_READ | WF_POLL_EXCLUSIVE, true, WF_POLL_READ },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        open_pair(pair);
        cr_assert(wf_poll_add(poller, pair[0], cases[i].interest, &mark));
        if (cases[i].bytes) cr_assert_eq(write(pair[1], "x", 1), 1);
        int count = wf_poll_wait(poller, events, 0);
        cr_expect_eq(count, cases[i].ready != 0, "case %zu", i);
        if (count) cr_expect_eq(events[0].data, &mark);
        if (count) cr_expect_eq(events[0].ready, cases[i].ready, "case %zu", i);
        wf_poll_remove(poller, pair[0]);
        close_pair(pair);
    }
}

Test(net_poll, is_level_triggered)
{
    int pair[2];
    char byte;
    open_pair(pair);
    cr_assert(wf_poll_add(poller, pair[0], WF_POLL_READ, &mark));
    cr_assert_eq(write(pair[1], "x", 1), 1);
    for (int i = 0; i < 3; i++) cr_expect_eq(wf_poll_wait(poller, events, -1), 1);
    cr_assert_eq(read(pair[0], &byte, 1), 1);
    cr_expect_eq(wf_poll_wait(poller, events, 0), 0);
    close_pair(pair);
}

Test(net_poll, a_change_takes_interest_and_data)
{
    int pair[2];
    open_pair(pair);
    cr_assert(wf_poll_add(poller, pair[0], WF_POLL_READ, &mark));
    cr_assert_eq(wf_poll_wait(poller, events, 0), 0);
    cr_assert(wf_poll_change(poller, pair[0], WF_POLL_WRITE, &other));
    cr_assert_eq(wf_poll_wait(poller, events, 0), 1);
    cr_expect_eq(events[0].data, &other);
    cr_expect_eq(events[0].ready, WF_POLL_WRITE);
    cr_assert(wf_poll_change(poller, pair[0], WF_POLL_READ, &mark));
    cr_expect_eq(wf_poll_wait(poller, events, 0), 0);
    close_pair(pair);
}

Test(net_poll, what_was_removed_is_silent)
{
    int pair[2];
    open_pair(pair);
    wf_poll_remove(poller, pair[0]); /* one that was never added */
    cr_assert(wf_poll_add(poller, pair[0], WF_POLL_WRITE, &mark));
    wf_poll_remove(poller, pair[0]);
    cr_expect_eq(wf_poll_wait(poller, events, 0), 0);
    cr_assert(wf_poll_add(poller, pair[0], WF_POLL_WRITE, &other), "and may be added again");
    cr_expect_eq(wf_poll_wait(poller, events, 0), 1);
    close_pair(pair);
}

Test(net_poll, a_hang_up_wakes_readers_and_writers)
{
    int pair[2];
    for (unsigned interest = WF_POLL_READ; interest <= WF_POLL_WRITE; interest++) {
        open_pair(pair);
        cr_assert(wf_poll_add(poller, pair[0], interest, &mark));
        close(pair[1]);
        cr_assert_eq(wf_poll_wait(poller, events, NET_PATIENCE_MS), 1);
        cr_expect(events[0].ready & interest);
        wf_poll_remove(poller, pair[0]);
        close(pair[0]);
    }
}

/* A pipe without a writer has nothing to read, only an end: that too is ready. */
Test(net_poll, an_end_alone_is_ready)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    cr_assert(wf_poll_add(poller, ends[0], WF_POLL_READ, &mark));
    close(ends[1]);
    cr_assert_eq(wf_poll_wait(poller, events, NET_PATIENCE_MS), 1);
    cr_expect(events[0].ready & WF_POLL_READ);
    close(ends[0]);
}

Test(net_poll, a_half_closed_peer_can_be_read)
{
    int pair[2];
    open_pair(pair);
    cr_assert(wf_poll_add(poller, pair[0], WF_POLL_READ, &mark));
    cr_assert_eq(shutdown(pair[1], SHUT_WR), 0);
    cr_assert_eq(wf_poll_wait(poller, events, NET_PATIENCE_MS), 1);
    cr_expect(events[0].ready & WF_POLL_READ);
    close_pair(pair);
}

Test(net_poll, waits_no_longer_than_it_was_told)
{
    uint64_t before = net_now_ms();
    cr_expect_eq(wf_poll_wait(poller, events, 30), 0);
    cr_expect_geq(net_now_ms() - before, 29); /* two clocks, each rounded down */
}

Test(net_poll, a_full_batch_starves_nobody)
{
    enum { PAIRS = WF_POLL_BATCH + 100 };
    static int pairs[PAIRS][2];
    static bool seen[PAIRS];
    int distinct = 0;
    for (int i = 0; i < PAIRS; i++) {
        open_pair(pairs[i]);
        cr_assert(wf_poll_add(poller, pairs[i][0], WF_POLL_WRITE, &seen[i]));
    }
    for (int round = 0; round < 2; round++) {
        int count = wf_poll_wait(poller, events, 0);
        cr_assert_eq(count, WF_POLL_BATCH);
        for (int i = 0; i < count; i++) {
            bool *place = events[i].data;
            distinct += !*place;
            *place = true;
        }
    }
    cr_expect_eq(distinct, PAIRS, "two batches show everybody");
}

/* ---- Against a plain list ---------------------------------------------------------------------------------- */

enum { ENDS = 40 };

typedef struct watched {
    int pair[2];
    bool added, bytes;
    unsigned interest, ready;
} watched;

static watched ends[ENDS];

static void change_one(uint32_t *seed)
{
    watched *w = &ends[net_random(seed) % ENDS];
    unsigned interest = 1 + net_random(seed) % 3;
    char byte = 0;
    switch (net_random(seed) % 4) {
    case 0:
        if (w->added)
            wf_poll_remove(poller, w->pair[0]);
        else
            cr_assert(wf_poll_add(poller, w->pair[0], interest, w));
        w->added = !w->added;
        w->interest = interest;
        break;
    case 1:
        if (!w->added) break;
        cr_assert(wf_poll_change(poller, w->pair[0], interest, w));
        w->interest = interest;
        break;
    default:
        cr_assert_eq(w->bytes ? read(w->pair[0], &byte, 1) : write(w->pair[1], &byte, 1), 1);
        w->bytes = !w->bytes;
    }
}

static void check_all(void)
{
    int expected = 0, count = wf_poll_wait(poller, events, 0);
    for (int i = 0; i < ENDS; i++) {
        ends[i].ready = ends[i].added ? ends[i].interest & (ends[i].bytes ? 3u : (unsigned)WF_POLL_WRITE) : 0;
        expected += ends[i].ready != 0;
    }
    cr_assert_eq(count, expected);
    for (int i = 0; i < count; i++) {
        watched *w = events[i].data;
        cr_assert_eq(events[i].ready, w->ready);
        w->ready = 0; /* each once */
    }
}

Test(net_poll, sees_what_a_plain_list_sees)
{
    uint32_t seed = 3;
    for (int i = 0; i < ENDS; i++) open_pair(ends[i].pair);
    for (int step = 0; step < 20000; step++) {
        change_one(&seed);
        check_all();
    }
    for (int i = 0; i < ENDS; i++) close_pair(ends[i].pair);
}

#ifdef WEFT_FAULTS
Test(net_poll, says_when_there_is_none)
{
    wf_fault_arm(WF_FAULT_POLL, 0, 1);
    errno = 0;
    cr_expect_null(wf_poll_open());
    cr_expect_eq(errno, ENOMEM);
}

Test(net_poll, is_whole_after_memory_was_out)
{
    int pair[2];
    open_pair(pair);
    for (int nth = 0;; nth++) {
        wf_fault_arm(WF_FAULT_ALLOC, nth, 1);
        errno = 0;
        bool added = wf_poll_add(poller, pair[0], WF_POLL_WRITE, &mark);
        wf_fault_disarm_all();
        if (added) break;
        cr_expect_eq(errno, ENOMEM);
        cr_expect_eq(wf_poll_wait(poller, events, 0), 0);
    }
    cr_expect_eq(wf_poll_wait(poller, events, 0), 1);
    close_pair(pair);
}
#endif
