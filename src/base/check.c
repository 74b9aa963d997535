/* Where a failed assertion ends, and the faults that tests arm. */
#include "src/base/check.h"
#include <stdio.h>
#include <stdlib.h>

void wf_check_failed(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

#ifdef WEFT_FAULTS
#include <stdatomic.h>

/* Eight bytes, so that a plan is read and counted down in one atomic step. */
typedef struct plan {
    int skip;
    int times;
} plan;

static _Atomic plan plans[WF_FAULT_COUNT];

void wf_fault_arm(wf_fault_point point, int skip, int times)
{
    atomic_store(&plans[point], ((plan){ .skip = skip, .times = times }));
}

void wf_fault_disarm_all(void)
{
    for (int point = 0; point < WF_FAULT_COUNT; point++) atomic_store(&plans[point], (plan){ 0 });
}

bool wf_fault_hit(wf_fault_point point)
{
    plan seen = atomic_load(&plans[point]);
    plan next;
    bool hit;
    do {
        if (seen.times == 0) return false;
        next = seen;
        hit = seen.skip <= 0;
        if (!hit) {
            next.skip--;
        } else if (seen.times > 0) {
            next.times--;
        }
    } while (!atomic_compare_exchange_weak(&plans[point], &seen, next));
    return hit;
}
#endif
