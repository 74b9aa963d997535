#include "src/net/cpus.h"
#include "tests/net/harness.h"
#include <sched.h>
#include <unistd.h>

TestSuite(net_cpus, .timeout = 60);

Test(net_cpus, is_at_least_one_and_at_most_the_affinity_mask)
{
    cpu_set_t set;
    unsigned usable = wf_cpus_usable();
    cr_assert_eq(sched_getaffinity(0, sizeof set, &set), 0);
    cr_expect_geq(usable, 1);
    cr_expect_leq(usable, (unsigned)CPU_COUNT(&set));
    cr_expect_leq((long)usable, sysconf(_SC_NPROCESSORS_ONLN));
}

Test(net_cpus, a_process_held_to_one_cpu_has_one)
{
    cpu_set_t set, one;
    size_t first = 0;
    cr_assert_eq(sched_getaffinity(0, sizeof set, &set), 0);
    while (!CPU_ISSET(first, &set)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    cr_assert_eq(sched_setaffinity(0, sizeof one, &one), 0);
    cr_expect_eq(wf_cpus_usable(), 1);
}

Test(net_cpus, a_server_has_a_worker_for_each)
{
    net_host host = { 0 };
    weft_server options = net_options(&host.log);
    int before = net_count_threads();
    options.workers = 0;
    pthread_mutex_init(&host.log.lock, NULL);
    host.app = net_app();
    cr_assert_eq(weft_start(host.app, options), 0);
    cr_expect_eq(net_count_threads() - before, (int)wf_cpus_usable());
    net_end(&host);
}
