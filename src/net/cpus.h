/* How many workers this process has CPUs for. */
#ifndef WF_NET_CPUS_H
#define WF_NET_CPUS_H

/* CPUs of the affinity mask, cut down to the cgroup's quota (rounded up); at least 1. */
unsigned wf_cpus_usable(void);
#endif
