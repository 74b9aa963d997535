/* Whole products of 64-bit words. */
#ifndef WF_BASE_MUL_H
#define WF_BASE_MUL_H
#include <stdint.h>

typedef struct wf_u128 {
    uint64_t high, low;
} wf_u128;

static inline wf_u128 wf_mul(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (wf_u128){ (uint64_t)(product >> 64), (uint64_t)product };
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32); /* at most (2^32-1)^2 + 2^32-1: no overflow */
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return (wf_u128){ a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low };
#endif
}

static inline uint64_t wf_mul_high(uint64_t a, uint64_t b) { return wf_mul(a, b).high; }
#endif
