#include "src/net/timer.h"
#include "tests/net/harness.h"

enum { TICK = WF_WHEEL_TICK_MS, HORIZON_MS = WF_WHEEL_SLOTS * TICK };

TestSuite(net_timer, .timeout = 60);

static wf_wheel wheel;

Test(net_timer, fires_at_the_first_tick_that_is_not_before_its_deadline)
{
    const struct {
        uint64_t deadline, fires;
    } cases[] = {
        { 1, TICK },
        { TICK - 1, TICK },
        { TICK, TICK },
        { TICK + 1, 2 * TICK },
        { HORIZON_MS - 1, HORIZON_MS },
        { HORIZON_MS, HORIZON_MS },
        { HORIZON_MS + 1, HORIZON_MS + TICK },
        { 10 * HORIZON_MS + 5, 10 * HORIZON_MS + TICK },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        wf_timer timer = { 0 };
        uint64_t now = 0;
        wf_wheel_init(&wheel, 0);
        cr_assert_null(wf_wheel_expired(&wheel, 0));
        wf_timer_set(&wheel, &timer, cases[i].deadline);
        while (!wf_wheel_expired(&wheel, now)) now++;
        cr_expect_eq(now, cases[i].fires, "case %zu: %llu", i, (unsigned long long)now);
        cr_expect_null(wf_wheel_expired(&wheel, now + HORIZON_MS), "it fires once");
    }
}

Test(net_timer, a_deadline_in_the_past_is_served_with_the_next_tick)
{
    wf_timer timer = { 0 };
    wf_wheel_init(&wheel, 1000000);
    cr_assert_null(wf_wheel_expired(&wheel, 1000000));
    wf_timer_set(&wheel, &timer, 5);
    cr_expect_leq(wf_wheel_wait(&wheel, 1000000), TICK);
    cr_expect_eq(wf_wheel_expired(&wheel, 1000000 + TICK), &timer);
}

Test(net_timer, clearing_is_for_any_timer_and_lasts)
{
    wf_timer timer = { 0 };
    wf_wheel_init(&wheel, 0);
    wf_timer_clear(&wheel, &timer);
    wf_timer_set(&wheel, &timer, 100);
    wf_timer_clear(&wheel, &timer);
    wf_timer_clear(&wheel, &timer);
    cr_expect_eq(wf_wheel_wait(&wheel, 0), -1);
    cr_expect_null(wf_wheel_expired(&wheel, 10 * HORIZON_MS));
    wf_timer_set(&wheel, &timer, 10 * HORIZON_MS + 100);
    cr_expect_eq(wf_wheel_expired(&wheel, 10 * HORIZON_MS + 100 + TICK), &timer, "and it may be armed again");
}

Test(net_timer, an_extension_is_one_store_and_a_nearer_deadline_moves_at_once)
{
    wf_timer timer = { 0 };
    wf_wheel_init(&wheel, 0);
    wf_timer_set(&wheel, &timer, 1000);
    uint64_t slot = timer.slot_tick;
    wf_timer_set(&wheel, &timer, 9000);
    cr_expect_eq(timer.slot_tick, slot, "it stays where it is until its slot comes round");
    cr_expect_null(wf_wheel_expired(&wheel, 8999));
    wf_timer_set(&wheel, &timer, 9100);
    wf_timer_set(&wheel, &timer, 9050);
    cr_expect_eq(wf_wheel_expired(&wheel, 9050 + TICK), &timer);
    wf_timer_set(&wheel, &timer, 20000);
    wf_timer_set(&wheel, &timer, 10000);
    cr_expect_leq(wf_wheel_wait(&wheel, 9050 + TICK), 10000 - 9050);
    cr_expect_eq(wf_wheel_expired(&wheel, 10000 + TICK), &timer);
}

Test(net_timer, all_of_one_moment_come_out)
{
    static wf_timer timers[1000];
    int fired = 0;
    wf_wheel_init(&wheel, 0);
    for (size_t i = 0; i < COUNT_OF(timers); i++) wf_timer_set(&wheel, &timers[i], 500);
    while (wf_wheel_expired(&wheel, 500 + TICK)) fired++;
    cr_expect_eq(fired, (int)COUNT_OF(timers));
}

/* ---- The wheel against a plain list ------------------------------------------------------------------------ */

enum { TIMERS = 120, STEPS = 40000 };

typedef struct entry {
    wf_timer timer; /* first: a timer is its entry */
    bool armed;
    uint64_t deadline, set_ms;
} entry;

static entry entries[TIMERS];

/* The latest moment at which it may be handed out. */
static uint64_t latest(const entry *e) { return (e->deadline > e->set_ms ? e->deadline : e->set_ms) + TICK; }

static uint64_t pick_span(uint32_t *seed)
{
    const uint32_t widest[] = { 2, 40, 40, 40, 500, 500, 5000, 20000, 3 * HORIZON_MS, 600000 };
    return net_random(seed) % widest[net_random(seed) % COUNT_OF(widest)];
}

static void change_one(uint32_t *seed, uint64_t now)
{
    entry *e = &entries[net_random(seed) % TIMERS];
    if (net_random(seed) % 5 == 0) {
        wf_timer_clear(&wheel, &e->timer);
        e->armed = false;
        return;
    }
    uint64_t deadline = now + pick_span(seed);
    if (net_random(seed) % 16 == 0) deadline = now - now % 1000; /* already past */
    /* A deadline that only moves away keeps the entry's clock: it was armed in time for it. */
    if (!e->armed || deadline < e->deadline) e->set_ms = now;
    wf_timer_set(&wheel, &e->timer, deadline);
    e->deadline = deadline;
    e->armed = true;
}

static void drain(uint64_t now)
{
    for (wf_timer *timer; (timer = wf_wheel_expired(&wheel, now)) != NULL;) {
        entry *e = (entry *)(void *)timer;
        cr_assert(e->armed, "one that is not armed came out");
        cr_assert_leq(e->deadline, now, "too early by %llu ms", (unsigned long long)(e->deadline - now));
        e->armed = false;
    }
    for (int i = 0; i < TIMERS; i++)
        cr_assert(!entries[i].armed || now < latest(&entries[i]), "more than a tick late");
}

static void check_wait(uint64_t now)
{
    uint64_t next = UINT64_MAX;
    for (int i = 0; i < TIMERS; i++)
        if (entries[i].armed && latest(&entries[i]) < next) next = latest(&entries[i]);
    int wait = wf_wheel_wait(&wheel, now);
    if (next == UINT64_MAX) {
        cr_assert_eq(wait, -1, "nothing is armed");
        return;
    }
    cr_assert_geq(wait, 0, "something is armed");
    cr_assert_leq(now + (uint64_t)wait, next, "it would oversleep");
}

static void run_random(uint32_t seed, uint64_t now)
{
    memset(entries, 0, sizeof entries);
    wf_wheel_init(&wheel, now);
    for (int step = 0; step < STEPS; step++) {
        for (uint32_t changes = net_random(&seed) % 4; changes > 0; changes--) change_one(&seed, now);
        check_wait(now);
        now += pick_span(&seed);
        drain(now);
        int wait = wf_wheel_wait(&wheel, now);
        cr_assert(wait != 0, "the loop would spin");
        check_wait(now);
    }
}

Test(net_timer, is_never_early_and_at_most_one_tick_late)
{
    run_random(1, 0);
    run_random(2, 12345678901);
    run_random(3, HORIZON_MS - 1);
}
