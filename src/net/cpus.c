/* CPUs this process may use: an affinity mask says which, a cgroup quota how much of them. */
#include "src/net/cpus.h"
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

static unsigned in_affinity_mask(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return (unsigned)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

#ifdef __linux__
/* "max 100000" or "150000 100000": quota and period in microseconds. UINT_MAX when there is no quota. */
static unsigned quota_of(const char *quota_path, const char *period_path)
{
    long quota = 0, period = 0;
    FILE *file = fopen(quota_path, "re");
    if (!file) return UINT_MAX;
    int read = period_path ? fscanf(file, "%ld", &quota) : fscanf(file, "%ld %ld", &quota, &period);
    fclose(file);
    if (period_path && read == 1) {
        file = fopen(period_path, "re");
        if (!file) return UINT_MAX;
        read += fscanf(file, "%ld", &period);
        fclose(file);
    }
    if (read != 2 || quota <= 0 || period <= 0) return UINT_MAX;
    return (unsigned)((quota + period - 1) / period);
}

/* Whether a list like "cpu,cpuacct" names the controller; "" is the list of cgroup 2's. */
static bool names_controller(const char *list, const char *controller)
{
    size_t len = strlen(controller);
    if (len == 0) return *list == '\0';
    for (const char *at = list; (at = strstr(at, controller)) != NULL; at += len) {
        bool starts = at == list || at[-1] == ',', ends = at[len] == ',' || at[len] == '\0';
        if (starts && ends) return true;
    }
    return false;
}

/* The folder of this process in hierarchy `controller` ("" is cgroup 2's), as /proc tells it; "/" unless known. */
static void cgroup_folder(const char *controller, char folder[PATH_MAX])
{
    char line[PATH_MAX + 64];
    strcpy(folder, "/");
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file) return;
    while (fgets(line, sizeof line, file)) {
        char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path) continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        if (names_controller(names + 1, controller)) snprintf(folder, PATH_MAX, "%s", path);
    }
    fclose(file);
}

/* The tightest quota on the way from this process's cgroup up to the root. */
static unsigned quota_up_from(const char *mount, const char *controller, const char *quota_name,
                              const char *period_name)
{
    char folder[PATH_MAX], quota_path[2 * PATH_MAX], period_path[2 * PATH_MAX];
    unsigned tightest = UINT_MAX;
    cgroup_folder(controller, folder);
    for (;;) {
        snprintf(quota_path, sizeof quota_path, "%s%s/%s", mount, folder, quota_name);
        if (period_name) snprintf(period_path, sizeof period_path, "%s%s/%s", mount, folder, period_name);
        unsigned quota = quota_of(quota_path, period_name ? period_path : NULL);
        if (quota < tightest) tightest = quota;
        char *slash = strrchr(folder, '/');
        if (!slash || folder[1] == '\0') return tightest;
        slash[slash == folder ? 1 : 0] = '\0';
    }
}
#endif

unsigned wf_cpus_usable(void)
{
    unsigned cpus = in_affinity_mask();
#ifdef __linux__
    unsigned quota = quota_up_from("/sys/fs/cgroup", "", "cpu.max", NULL);
    unsigned older = quota_up_from("/sys/fs/cgroup/cpu", "cpu", "cpu.cfs_quota_us", "cpu.cfs_period_us");
    if (older < quota) quota = older;
    if (quota < cpus) cpus = quota;
#endif
    return cpus;
}
