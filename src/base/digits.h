/* Eight decimal digits at a time, in the bytes of a word (SWAR). In a word of text the first byte is the lowest,
 * whatever the machine. */
#ifndef WF_BASE_DIGITS_H
#define WF_BASE_DIGITS_H
#include "src/base/check.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WF_EACH(byte) ((uint64_t)(byte)*0x0101010101010101u)

static inline uint64_t wf_word_swap(uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}
static inline uint64_t wf_word_load(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return wf_word_swap(word);
}
static inline void wf_word_store(char *at, uint64_t word)
{
    word = wf_word_swap(word);
    memcpy(at, &word, sizeof word);
}

/* The eight digits of a number below 10^8 as bytes 0 to 9: halves, quarters and eighths of it side by side. With the
 * quotient q in the low part, q + (number - 100 * q) << 16 is number << 16 less q times (100 << 16) - 1. */
static inline uint64_t wf_digits_of(uint32_t number)
{
    uint64_t fours = ((uint64_t)number << 32) - number / 10000 * ((UINT64_C(10000) << 32) - 1);
    uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
    uint64_t twos = (fours << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = (twos * 103 >> 10) & 0x000f000f000f000f;
    return (twos << 8) - tens * ((10 << 8) - 1);
}

/* The number that eight digits, as bytes 0 to 9, stand for. */
static inline uint32_t wf_digits_value(uint64_t digits)
{
    digits = digits * 10 + (digits >> 8); /* each even byte: a number of two digits */
    const uint64_t mask = 0x000000ff000000ff;
    return (uint32_t)(((digits & mask) * (100 + (UINT64_C(1000000) << 32)) +
                       (digits >> 16 & mask) * (1 + (UINT64_C(10000) << 32))) >>
                      32);
}

/* How many of the first bytes of a word of text are digits: 0 to 8. Exact up to the first that is none. */
static inline unsigned wf_digits_count(uint64_t text)
{
    uint64_t other = text ^ WF_EACH('0'); /* digits become 0 to 9; 10 and more carry into bit 7 by 0x76 */
    other = (other | ((other & WF_EACH(0x7f)) + WF_EACH(0x76))) & WF_EACH(0x80);
    return other ? (unsigned)__builtin_ctzll(other) >> 3 : 8;
}

/* Writes a number below 10^8 without leading zeros; up to 8 bytes are touched. */
static inline char *wf_digits_put_few(char *at, uint32_t number)
{
    uint64_t digits = wf_digits_of(number);
    /* In bits; the last digit stays. */
    unsigned zeros = (unsigned)__builtin_ctzll(digits | UINT64_C(1) << 56) & ~7u;
    wf_word_store(at, (digits | WF_EACH('0')) >> zeros);
    return at + 8 - zeros / 8;
}
static inline char *wf_digits_put_eight(char *at, uint32_t number)
{
    wf_word_store(at, wf_digits_of(number) | WF_EACH('0'));
    return at + 8;
}

/* Writes any number: up to 20 digits, 24 bytes touched. */
static inline char *wf_digits_put(char *at, uint64_t number)
{
    if (number < 100000000) return wf_digits_put_few(at, (uint32_t)number);
    uint64_t high = number / 100000000;
    uint32_t low = (uint32_t)(number % 100000000);
    if (high < 100000000) {
        at = wf_digits_put_few(at, (uint32_t)high);
    } else {
        at = wf_digits_put_few(at, (uint32_t)(high / 100000000));
        at = wf_digits_put_eight(at, (uint32_t)(high % 100000000));
    }
    return wf_digits_put_eight(at, low);
}
#endif
