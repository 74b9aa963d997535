/* Doubles and floats to their shortest text, after Raffaello Giulietti's Schubfach ("The Schubfach way to render
 * doubles", 2021): scaled by a power of ten, the interval of what reads back as the number is 1 to 10 units wide, so
 * that one of four whole numbers is the answer: the two around it that end in a zero, or else the two around it. */
#include "src/base/shortest.h"
#include "src/base/check.h"
#include "src/base/digits.h"
#include "src/base/mul.h"
#include "src/base/num.h"
#include "src/base/powers.h"
#include <float.h>

/* digits * 10^power */
typedef struct decimal {
    uint64_t digits;
    int power;
} decimal;

/* ---- Which digits ---------------------------------------------------------------------------------------- */

/* Of 2^exponent, or of 3/4 of it. */
static inline int floor_log10_pow2(int exponent, bool is_three_quarters)
{
    return (exponent * 1262611 - (is_three_quarters ? 524031 : 0)) >> 22;
}

/* Rounded up. */
static inline wf_power power_above(int power)
{
    wf_power bits = wf_powers[power - WF_POWER_MIN];
    if (power < 0 || power > WF_POWER_EXACT) bits.high += ++bits.low == 0;
    return bits;
}

/* The product without its last 128 bits, the lowest bit set if they were not (almost) zero: enough to compare with. */
static inline uint64_t round_to_odd(wf_power power, uint64_t factor)
{
    wf_u128 high = wf_mul(power.high, factor);
    uint64_t middle = high.low + wf_mul_high(power.low, factor);
    return (high.high + (middle < high.low)) | (middle > 1);
}

/* The shortest of the decimals that read back as fraction * 2^exponent, and of those the nearest; its last digits may
 * be zeros. `is_closer`: the lower neighbour is at half the distance of the upper one. */
static WF_COLD decimal find_exactly(uint64_t fraction, int exponent, bool is_closer)
{
    uint64_t is_odd = fraction & 1; /* then the ends of the interval read back as the neighbours */
    int power = floor_log10_pow2(exponent, is_closer);
    int shift = exponent + wf_power_log2(-power) + 1;
    wf_power scale = power_above(-power);
    /* Four times the number and the ends, in units of 10^power: the interval is 1 to 10 of them wide. */
    uint64_t lower = round_to_odd(scale, (4 * fraction - 2 + is_closer) << shift) + is_odd;
    uint64_t value = round_to_odd(scale, 4 * fraction << shift);
    uint64_t upper = round_to_odd(scale, (4 * fraction + 2) << shift) - is_odd;
    uint64_t digits = value / 4, tens = digits / 10 * 10;
    if (tens > 0) { /* of those that end in a zero at most one is inside */
        if (lower <= 4 * tens) return (decimal){ tens, power };
        if (4 * tens + 40 <= upper) return (decimal){ tens + 10, power };
    }
    bool is_below_in = lower <= 4 * digits, is_above_in = 4 * digits + 4 <= upper;
    if (is_below_in != is_above_in) return (decimal){ digits + is_above_in, power };
    return (decimal){ digits + (value + (digits & 1) > 4 * digits + 2), power }; /* halfway: the even one */
}

/* The same from one product, without a branch to choose by, which nobody could predict. What is compared is at most two
 * parts too small, half the interval one: a difference of more than `doubt` is certain. The rest goes the exact way. */
WF_INLINE decimal find_shortest(uint64_t fraction, int exponent, bool is_closer)
{
    static const uint64_t ten = UINT64_C(10) << 60, halfway = UINT64_C(1) << 63, doubt = 4;
    int power = floor_log10_pow2(exponent, false);
    int shift = exponent + wf_power_log2(-power); /* 0 to 3 */
    wf_power scale = wf_powers[-power - WF_POWER_MIN];
    /* The number: units of 10^power, and parts of 2^-64. */
    wf_u128 value = wf_mul(scale.high, fraction << (shift + 1));
    uint64_t carry = wf_mul_high(scale.low, fraction << (shift + 1));
    value.low += carry;
    value.high += value.low < carry;
    /* In parts of 2^-60: half the interval; how far below and above the next numbers are that end in a zero. */
    uint64_t half = scale.high >> (4 - shift), ones = value.high % 10;
    uint64_t below = ones << 60 | value.low >> 4, above = ten - below;
    if (WF_UNLIKELY(is_closer | (below - half + doubt <= 2 * doubt) | (above - half + doubt <= 2 * doubt) |
                    (value.low - halfway + doubt <= 2 * doubt)))
        return find_exactly(fraction, exponent, is_closer);
    uint64_t shorter = value.high - ones + (above < half ? 10 : 0);
    uint64_t longer = value.high + (value.low > halfway);
    uint64_t choose = 0 - (uint64_t)((below < half) | (above < half));
    return (decimal){ longer ^ ((shorter ^ longer) & choose), power };
}

/* ---- How they are laid out ------------------------------------------------------------------------------- */

enum { DIGITS = 17 };

static inline int count_digits(uint64_t number)
{
    int guess = (64 - __builtin_clzll(number)) * 1233 >> 12; /* times log10(2): the digits, or one less */
    return guess + (number >= wf_pow10[guess]);
}

/* Seventeen digits, padded on the right: trailing zeros need not be told from padding. They stay in registers; what
 * is put together in memory and read from there in other widths waits until it is written. */
typedef struct row {
    char first;
    uint64_t middle, last; /* words of text, eight digits each */
    int count;             /* without trailing zeros */
} row;

static inline row row_of(uint64_t digits, int len)
{
    digits *= wf_pow10[DIGITS - len];
    uint64_t high = digits / 100000000;
    uint64_t last = wf_digits_of((uint32_t)(digits % 100000000));
    uint64_t middle = wf_digits_of((uint32_t)(high % 100000000));
    int count = last ? 17 - (__builtin_clzll(last) >> 3) : middle ? 9 - (__builtin_clzll(middle) >> 3) : 1;
    return (row){ (char)('0' + high / 100000000), middle | WF_EACH('0'), last | WF_EACH('0'), count };
}

/* Its digits from the one numbered `from` on, 1 to 16: 16 bytes are written. */
static inline void put_rest(char *out, row digits, int from)
{
    uint64_t near = from > 8 ? digits.last : digits.middle, far = from > 8 ? 0 : digits.last;
    int bits = (from - 1) % 8 * 8;
    wf_word_store(out, near >> bits | far << 1 << (63 - bits));
    wf_word_store(out + 8, far >> bits);
}

static inline void put_row(char *out, row digits)
{
    out[0] = digits.first;
    put_rest(out + 1, digits, 1);
}

static size_t put_with_exponent(char *out, row digits, int exponent)
{
    out[0] = digits.first;
    out[1] = '.';
    put_rest(out + 2, digits, 1);
    char *at = out + digits.count + (digits.count > 1);
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    *at = (char)('0' + size / 100);
    at += size >= 100;
    *at = (char)('0' + size / 10 % 10);
    at += size >= 10;
    *at++ = (char)('0' + size % 10);
    return (size_t)(at - out);
}

/* ECMA-262, Number::toString: plain up to 21 digits before the point and 6 zeros behind it. */
static inline size_t put_decimal(char *out, decimal number)
{
    int len = count_digits(number.digits), point = len + number.power; /* digits before it */
    row digits = row_of(number.digits, len);
    if (0 < point && point < digits.count) {
        put_row(out, digits);
        out[point] = '.';
        put_rest(out + point + 1, digits, point);
        return (size_t)digits.count + 1;
    }
    if (-6 < point && point <= 0) {
        memcpy(out, "0.00000", 8);
        put_row(out + 2 - point, digits);
        return (size_t)(2 - point + digits.count);
    }
    if (point <= 0 || point > 21) return put_with_exponent(out, digits, point - 1);
    put_row(out, digits);
    memcpy(out + DIGITS, "0000", 4);
    return (size_t)point;
}

static inline size_t put_millionths(char *out, uint64_t millionths)
{
    char *at = wf_digits_put_few(out, (uint32_t)(millionths / 1000000));
    uint64_t parts = wf_digits_of((uint32_t)(millionths % 1000000) * 100);
    if (parts == 0) return (size_t)(at - out);
    *at = '.';
    wf_word_store(at + 1, parts | WF_EACH('0'));
    return (size_t)(at + 9 - (__builtin_clzll(parts) >> 3) - out);
}

/* Prices, coordinates, scores, counts: whole numbers of millionths. That `size` is the double next to millionths / 10^6
 * is what the division says, for both operands are exact; that no shorter text reads back as it, nor a nearer one of
 * that length, follows from their having at most DBL_DIG digits, which doubles tell apart. 0: it is no such number. */
static inline size_t put_simple(char *out, double size)
{
    if (size < 1e8) {
        int64_t millionths = (int64_t)(size * 1e6 + 0.5);
        return (double)millionths / 1e6 == size ? put_millionths(out, (uint64_t)millionths) : 0;
    }
    if (!(size < 0x1p53)) return 0;
    int64_t whole = (int64_t)size;
    return (double)whole == size ? (size_t)(wf_digits_put(out, (uint64_t)whole) - out) : 0;
}

/* Floats tell FLT_DIG digits apart: hundredths below 10^4. */
static inline size_t put_simple_float(char *out, float size)
{
    if (!(size < 1e4F)) return 0;
    int32_t hundredths = (int32_t)(size * 100 + 0.5F);
    return (float)hundredths / 100 == size ? put_millionths(out, (uint64_t)hundredths * 10000) : 0;
}

static size_t put_zero(char *out, bool is_negative)
{
    memcpy(out, is_negative ? "-0.0" : "0   ", 4);
    return is_negative ? 4 : 1;
}

/* `bits`: of a finite number above zero; `stored` of them are its fraction. */
static inline size_t put_bits(char *out, uint64_t bits, int stored, int max_exponent)
{
    int exponent = (int)(bits >> stored);
    uint64_t fraction = bits & ((UINT64_C(1) << stored) - 1);
    WF_DEBUG(exponent < 2 * max_exponent - 1);
    bool is_closer = fraction == 0 && exponent > 1;
    if (exponent) fraction |= UINT64_C(1) << stored;
    exponent = (exponent ? exponent : 1) - (max_exponent - 1 + stored);
    return put_decimal(out, find_shortest(fraction, exponent, is_closer));
}

size_t wf_f64_put(char *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    size_t sign = bits >> 63;
    *out = '-';
    bits &= UINT64_MAX >> 1;
    if (bits == 0) return put_zero(out, sign);
    memcpy(&number, &bits, sizeof number);
    size_t len = put_simple(out + sign, number);
    return sign + (len ? len : put_bits(out + sign, bits, DBL_MANT_DIG - 1, DBL_MAX_EXP));
}

size_t wf_f32_put(char *out, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    size_t sign = bits >> 31;
    *out = '-';
    bits &= UINT32_MAX >> 1;
    if (bits == 0) return put_zero(out, sign);
    memcpy(&number, &bits, sizeof number);
    size_t len = put_simple_float(out + sign, number);
    return sign + (len ? len : put_bits(out + sign, bits, FLT_MANT_DIG - 1, FLT_MAX_EXP));
}
