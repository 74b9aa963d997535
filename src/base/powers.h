/* The powers of ten that text and doubles are turned into one another with. */
#ifndef WF_BASE_POWERS_H
#define WF_BASE_POWERS_H
#include <stdint.h>

enum { WF_POWER_MIN = -342, WF_POWER_MAX = 324, WF_POWER_EXACT = 55 };

typedef struct wf_power {
    uint64_t high, low;
} wf_power;

/* Their first 128 bits, rounded down, the highest bit set: 10^p is (high * 2^64 + low) * 2^(wf_power_log2(p) - 127),
 * exactly so for p from 0 to WF_POWER_EXACT. */
extern const wf_power wf_powers[WF_POWER_MAX - WF_POWER_MIN + 1];

/* floor(log2(10^power)) */
static inline int wf_power_log2(int power) { return power * 217706 >> 16; }
#endif
