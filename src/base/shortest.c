/* Doubles and floats to their shortest text, by Raffaello Giulietti's Schubfach ("The Schubfach way to render
 * doubles", 2021): one power of ten and three products tell which of at most four candidates lie between the
 * neighbours. */
#include "src/base/shortest.h"
#include "src/base/check.h"
#include "src/base/digits.h"
#include "src/base/mul.h"
#include "src/base/powers.h"
#include <float.h>

/* digits * 10^power */
typedef struct decimal {
    uint64_t digits;
    int power;
} decimal;

/* ---- Which digits ---------------------------------------------------------------------------------------- */

static inline int floor_log2_pow10(int power) { return power * 1741647 >> 19; }
/* Of 2^exponent, or of 3/4 of it. */
static inline int floor_log10_pow2(int exponent, bool is_three_quarters)
{
    return (exponent * 1262611 - (is_three_quarters ? 524031 : 0)) >> 22;
}

static inline wf_power power_above(int power)
{
    wf_power bits = wf_powers[power - WF_POWER_MIN];
    if (power < 0 || power > 55) bits.high += ++bits.low == 0;
    return bits;
}

/* The product without its last 128 bits, the lowest bit set if they were not (almost) zero: enough to compare with. */
static inline uint64_t round_to_odd(wf_power power, uint64_t factor)
{
    wf_u128 high = wf_mul(power.high, factor);
    uint64_t middle = high.low + wf_mul_high(power.low, factor);
    return (high.high + (middle < high.low)) | (middle > 1);
}

/* The shortest of the decimals that lie nearer to fraction * 2^exponent than its neighbours do. `is_closer`: the lower
 * neighbour is at half the distance of the upper one. */
static decimal find_shortest(uint64_t fraction, int exponent, bool is_closer)
{
    uint64_t is_odd = fraction & 1; /* then the ends of the interval read back as the neighbours */
    int power = floor_log10_pow2(exponent, is_closer);
    int shift = exponent + floor_log2_pow10(-power) + 1;
    wf_power scale = power_above(-power);
    uint64_t lower = round_to_odd(scale, (4 * fraction - 2 + is_closer) << shift) + is_odd;
    uint64_t value = round_to_odd(scale, 4 * fraction << shift);
    uint64_t upper = round_to_odd(scale, (4 * fraction + 2) << shift) - is_odd;
    uint64_t digits = value / 4;
    if (digits >= 10) { /* one digit less */
        uint64_t tens = digits / 10;
        bool is_below_in = lower <= 40 * tens, is_above_in = 40 * tens + 40 <= upper;
        if (is_below_in != is_above_in) return (decimal){ tens + is_above_in, power + 1 };
    }
    bool is_below_in = lower <= 4 * digits, is_above_in = 4 * digits + 4 <= upper;
    if (is_below_in != is_above_in) return (decimal){ digits + is_above_in, power };
    uint64_t middle = 4 * digits + 2;
    bool is_up = value > middle || (value == middle && (digits & 1));
    return (decimal){ digits + is_up, power };
}

/* ---- How they are laid out ------------------------------------------------------------------------------- */

static inline size_t put_exponent(char *out, int exponent)
{
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    out[0] = 'e';
    out[1] = exponent < 0 ? '-' : '+';
    return (size_t)(wf_digits_put_few(out + 2, size) - out);
}

/* Seventeen digits, padded on the right, so that trailing zeros need not be told from padding; returns how many
 * count. */
static inline size_t put_17(char *out, uint64_t digits, int count)
{
    static const uint64_t scales[] = { 1,
                                       10,
                                       100,
                                       1000,
                                       10000,
                                       100000,
                                       1000000,
                                       10000000,
                                       100000000,
                                       1000000000,
                                       10000000000,
                                       100000000000,
                                       1000000000000,
                                       10000000000000,
                                       100000000000000,
                                       1000000000000000,
                                       10000000000000000 };
    digits *= scales[17 - count];
    uint64_t high = digits / 100000000;
    uint64_t low = wf_digits_of((uint32_t)(digits % 100000000));
    uint64_t middle = wf_digits_of((uint32_t)(high % 100000000));
    out[0] = (char)('0' + high / 100000000);
    wf_word_store(out + 1, middle | WF_EACH('0'));
    wf_word_store(out + 9, low | WF_EACH('0'));
    if (low) return 17 - (unsigned)__builtin_clzll(low) / 8;
    return middle ? 9 - (unsigned)__builtin_clzll(middle) / 8 : 1;
}

static inline int count_digits(uint64_t number)
{
    static const uint64_t powers[] = { 0,
                                       10,
                                       100,
                                       1000,
                                       10000,
                                       100000,
                                       1000000,
                                       10000000,
                                       100000000,
                                       1000000000,
                                       10000000000,
                                       100000000000,
                                       1000000000000,
                                       10000000000000,
                                       100000000000000,
                                       1000000000000000,
                                       10000000000000000,
                                       100000000000000000 };
    int guess = (64 - __builtin_clzll(number)) * 1233 >> 12;
    return guess + (number >= powers[guess]);
}

/* ECMA-262, Number::toString: plain up to 21 digits before the point and 6 zeros behind it. */
static size_t put_decimal(char *out, decimal number)
{
    char digits[17 + 16];
    int len = count_digits(number.digits);
    int point = len + number.power; /* digits before it */
    int count = (int)put_17(digits, number.digits, len);
    if (0 < point && point <= 21) {
        memcpy(out, digits, 17);
        if (count <= point) {
            memset(out + count, '0', (size_t)(point - count));
            return (size_t)point;
        }
        out[point] = '.';
        memcpy(out + point + 1, digits + point, 16);
        return (size_t)count + 1;
    }
    if (-6 < point && point <= 0) {
        memcpy(out, "0.00000", 7);
        memcpy(out + 2 - point, digits, 17);
        return (size_t)(2 - point + count);
    }
    out[0] = digits[0];
    out[1] = '.';
    memcpy(out + 2, digits + 1, 16);
    size_t end = count == 1 ? 1 : (size_t)count + 1;
    return end + put_exponent(out + end, point - 1);
}

/* Prices, scores, sums: whole numbers of hundredths below 10^8. That `size` is the double next to hundredths / 100 is
 * what the division says, for both operands are exact; that no shorter text reads back as it follows from their having
 * fewer than 15 digits, which doubles tell apart. */
static inline size_t put_hundredths(char *out, double size)
{
    if (!(size < 1e6)) return 0;
    uint32_t hundredths = (uint32_t)(size * 100 + 0.5);
    if ((double)hundredths / 100 != size) return 0;
    char *at = wf_digits_put_few(out, hundredths / 100);
    uint32_t rest = hundredths % 100;
    if (rest == 0) return (size_t)(at - out);
    at[0] = '.';
    at[1] = (char)('0' + rest / 10);
    at[2] = (char)('0' + rest % 10);
    return (size_t)(at - out) + 2 + (rest % 10 != 0);
}

static size_t put_zero(char *out, bool is_negative)
{
    memcpy(out, is_negative ? "-0.0" : "0   ", 4);
    return is_negative ? 4 : 1;
}

size_t wf_f64_put(char *out, double number)
{
    enum { BITS = DBL_MANT_DIG - 1, BIAS = DBL_MAX_EXP - 1 + BITS };
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bool is_negative = bits >> 63;
    *out = '-';
    size_t sign = is_negative;
    bits &= UINT64_MAX >> 1;
    if (bits == 0) return put_zero(out, is_negative);
    size_t len = put_hundredths(out + sign, is_negative ? -number : number);
    if (len) return sign + len;
    int exponent = (int)(bits >> BITS);
    uint64_t fraction = bits & ((UINT64_C(1) << BITS) - 1);
    WF_DEBUG(exponent < 2 * DBL_MAX_EXP - 1);
    bool is_closer = fraction == 0 && exponent > 1;
    if (exponent) fraction |= UINT64_C(1) << BITS;
    decimal shortest = find_shortest(fraction, (exponent ? exponent : 1) - BIAS, is_closer);
    return sign + put_decimal(out + sign, shortest);
}

size_t wf_f32_put(char *out, float number)
{
    enum { BITS = FLT_MANT_DIG - 1, BIAS = FLT_MAX_EXP - 1 + BITS };
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    bool is_negative = bits >> 31;
    *out = '-';
    size_t sign = is_negative;
    bits &= UINT32_MAX >> 1;
    if (bits == 0) return put_zero(out, is_negative);
    int exponent = (int)(bits >> BITS);
    uint32_t fraction = bits & ((UINT32_C(1) << BITS) - 1);
    WF_DEBUG(exponent < 2 * FLT_MAX_EXP - 1);
    bool is_closer = fraction == 0 && exponent > 1;
    if (exponent) fraction |= UINT32_C(1) << BITS;
    decimal shortest = find_shortest(fraction, (exponent ? exponent : 1) - BIAS, is_closer);
    return sign + put_decimal(out + sign, shortest);
}
