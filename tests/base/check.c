#include "src/base/check.h"
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

Test(check, a_failed_assertion_aborts, .signal = SIGABRT)
{
    cr_redirect_stderr();
    WF_ASSERT(1 + 1 == 3);
}

static int evaluations;
static bool count_evaluation(void)
{
    evaluations++;
    return true;
}

Test(check, an_assertion_that_holds_is_evaluated_once)
{
    WF_ASSERT(count_evaluation());
    cr_expect_eq(evaluations, 1);
#ifdef WEFT_DEBUG
    WF_DEBUG(count_evaluation());
    cr_expect_eq(evaluations, 2);
#endif
}

#ifdef WEFT_DEBUG
Test(check, a_failed_debug_assertion_aborts, .signal = SIGABRT)
{
    cr_redirect_stderr();
    WF_DEBUG(evaluations == 1);
}
#endif

#ifdef WEFT_FAULTS
static void disarm(void) { wf_fault_disarm_all(); }

TestSuite(fault, .init = disarm, .fini = disarm);

Test(fault, nothing_fails_unless_armed)
{
    for (int point = 0; point < WF_FAULT_COUNT; point++) cr_expect_not(wf_fault_hit((wf_fault_point)point));
}

Test(fault, skips_then_fails_so_many_times)
{
    const struct {
        int skip, times, hits[8];
    } cases[] = {
        { 0, 0, { 0, 0, 0, 0, 0, 0, 0, 0 } },  { 0, 1, { 1, 0, 0, 0, 0, 0, 0, 0 } },
        { 2, 1, { 0, 0, 1, 0, 0, 0, 0, 0 } },  { 3, 2, { 0, 0, 0, 1, 1, 0, 0, 0 } },
        { 0, -1, { 1, 1, 1, 1, 1, 1, 1, 1 } }, { 4, -1, { 0, 0, 0, 0, 1, 1, 1, 1 } },
        { -1, 1, { 1, 0, 0, 0, 0, 0, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wf_fault_arm(WF_FAULT_SEND, cases[i].skip, cases[i].times);
        for (int pass = 0; pass < 8; pass++) {
            cr_expect_eq(WF_FAULT(SEND), cases[i].hits[pass], "case %zu pass %d", i, pass);
        }
    }
}

Test(fault, points_do_not_touch_each_other)
{
    wf_fault_arm(WF_FAULT_RECV, 0, -1);
    cr_expect_not(WF_FAULT(SEND));
    cr_expect(WF_FAULT(RECV));
    wf_fault_disarm_all();
    cr_expect_not(WF_FAULT(RECV));
}

static atomic_int hits;
static void *pass_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < 10000; i++) {
        if (WF_FAULT(POLL)) atomic_fetch_add(&hits, 1);
    }
    return NULL;
}

Test(fault, counts_exactly_between_threads)
{
    pthread_t threads[4];
    wf_fault_arm(WF_FAULT_POLL, 10000, 20000);
    for (int i = 0; i < 4; i++) cr_assert_eq(pthread_create(&threads[i], NULL, pass_often, NULL), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    cr_expect_eq(atomic_load(&hits), 20000);
}
#endif
