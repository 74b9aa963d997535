#include "src/net/census.h"
#include "tests/net/harness.h"
#include <sys/socket.h>

TestSuite(net_census, .timeout = 60);

static wf_census census;

static wf_peer ip4(uint32_t number)
{
    wf_peer peer = { .family = AF_INET };
    memcpy(peer.address, &number, sizeof number);
    return peer;
}

Test(net_census, the_limit_in_all_is_exact_and_comes_back)
{
    wf_peer peer = ip4(1);
    cr_assert(wf_census_init(&census, 3, WEFT_OFF));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 3; i++) cr_assert_null(wf_census_enter(&census, &peer));
        for (int i = 0; i < 5; i++)
            cr_expect_str_eq(wf_census_enter(&census, &peer), "the connection limit is reached");
        cr_expect_eq(census.total, 3);
        for (int i = 0; i < 3; i++) wf_census_leave(&census, &peer);
        cr_expect_eq(census.total, 0);
    }
    wf_census_reset(&census);
}

Test(net_census, an_address_has_its_own_limit)
{
    wf_peer one = ip4(1), two = ip4(2), six = one;
    six.family = AF_INET6; /* the same bytes, another family */
    cr_assert(wf_census_init(&census, 100, 2));
    const wf_peer *peers[] = { &one, &two, &six };
    for (size_t i = 0; i < COUNT_OF(peers); i++) {
        cr_expect_null(wf_census_enter(&census, peers[i]));
        cr_expect_null(wf_census_enter(&census, peers[i]));
        cr_expect_not_null(wf_census_enter(&census, peers[i]));
    }
    cr_expect_eq(census.total, 6, "a refused one is not counted");
    wf_census_leave(&census, &two);
    cr_expect_null(wf_census_enter(&census, &two));
    cr_expect_not_null(wf_census_enter(&census, &one));
    wf_census_reset(&census);
}

Test(net_census, unix_sockets_have_no_address)
{
    wf_peer local = { .family = AF_UNIX };
    cr_assert(wf_census_init(&census, 10, 1));
    for (int i = 0; i < 10; i++) cr_expect_null(wf_census_enter(&census, &local));
    cr_expect_not_null(wf_census_enter(&census, &local), "but they count");
    wf_census_reset(&census);
}

#ifdef WEFT_FAULTS
Test(net_census, says_when_memory_is_out)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    cr_expect_not(wf_census_init(&census, 10, 1));
    wf_census_reset(&census);
}
#endif

/* ---- Against a naive count --------------------------------------------------------------------------------- */

enum { MOST = 60, ADDRESSES = 90, PER_ADDRESS = 3 };

static uint32_t naive[ADDRESSES], naive_total;

/* Addresses of every kind; many share their low bytes, so that probing has something to do. */
static wf_peer peer_of(uint32_t number)
{
    wf_peer peer = { .family = number % 3 == 0 ? AF_INET6 : AF_INET };
    peer.address[0] = (uint8_t)number;
    if (number % 3 == 0) peer.address[15] = (uint8_t)(number / 7);
    return peer;
}

static void enter(uint32_t number)
{
    wf_peer peer = peer_of(number);
    bool may = naive_total < MOST && naive[number] < PER_ADDRESS;
    const char *why = wf_census_enter(&census, &peer);
    cr_assert_eq(why == NULL, may, "address %u: %s", number, why ? why : "let in");
    naive[number] += may;
    naive_total += may;
}

static void leave(uint32_t number)
{
    wf_peer peer = peer_of(number);
    if (naive[number] == 0) return;
    wf_census_leave(&census, &peer);
    naive[number]--;
    naive_total--;
}

/* Every address counts what it counts in the naive list, and nothing else is in the table. */
static void check_table(void)
{
    uint32_t entries = 0, expected = 0;
    for (uint32_t i = 0; i < census.table_size; i++) {
        const wf_census_entry *entry = &census.table[i];
        for (uint32_t n = 0; entry->count && n < ADDRESSES; n++) {
            wf_peer peer = peer_of(n);
            if (memcmp(&peer, &entry->peer, sizeof peer) == 0) cr_assert_eq(entry->count, naive[n]);
        }
        entries += entry->count > 0;
    }
    for (uint32_t n = 0; n < ADDRESSES; n++) expected += naive[n] > 0;
    cr_assert_eq(entries, expected);
    cr_assert_eq(census.total, naive_total);
}

Test(net_census, counts_what_a_naive_list_counts)
{
    uint32_t seed = 7;
    cr_assert(wf_census_init(&census, MOST, PER_ADDRESS));
    for (int step = 0; step < 200000; step++) {
        uint32_t number = net_random(&seed) % ADDRESSES;
        if (net_random(&seed) % 2)
            enter(number);
        else
            leave(number);
        if (step % 64 == 0) check_table();
    }
    for (uint32_t n = 0; n < ADDRESSES; n++)
        while (naive[n]) leave(n);
    check_table();
    wf_census_reset(&census);
}

/* ---- From several threads ---------------------------------------------------------------------------------- */

static void *come_and_go(void *state)
{
    wf_peer peer = ip4(*(uint32_t *)state);
    for (int i = 0; i < 20000; i++) {
        if (wf_census_enter(&census, &peer)) continue;
        wf_census_leave(&census, &peer);
    }
    return NULL;
}

Test(net_census, threads_leave_it_as_they_found_it)
{
    pthread_t threads[4];
    uint32_t numbers[4] = { 1, 1, 2, 3 };
    cr_assert(wf_census_init(&census, 3, 1));
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, come_and_go, &numbers[i]);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    check_table();
    wf_census_reset(&census);
}
