/* Decimal text to a double, in three roads: one multiplication or division that cannot round twice (Clinger, "How to
 * Read Floating Point Numbers Accurately", 1990); a product with the first 128 bits of the power of ten, which tells
 * unless the number is hair's breadth from halfway (Lemire, "Number Parsing at a Gigabyte per Second", 2021, after an
 * idea of Michael Eisel); and whole integers for the rest. */
#include "src/base/decimal.h"
#include "src/base/check.h"
#include "src/base/mul.h"
#include "src/base/num.h"
#include "src/base/powers.h"
#include <float.h>
#include <string.h>

/* ---- The formats ----------------------------------------------------------------------------------------- */

typedef struct format {
    int bits; /* of the fraction that is stored */
    int bias;
} format;

static const format f64 = { DBL_MANT_DIG - 1, DBL_MAX_EXP - 1 };
static const format f32 = { FLT_MANT_DIG - 1, FLT_MAX_EXP - 1 };

static inline uint64_t infinity_of(format to) { return (uint64_t)(2 * to.bias + 1) << to.bits; }

/* ---- Eisel and Lemire ------------------------------------------------------------------------------------ */

/* head * 10^power: the first 128 bits of it, and how to see them in the format. */
typedef struct product {
    uint64_t high, low;
    int exponent; /* biased; 0: subnormal */
    int shift;    /* of high, which leaves the fraction, its hidden bit, and a bit to round by */
} product;

/* head > 0, power within the table. The product may be up to two units of its low half too small: one for the rest of
 * the power, one for the rest of the product. */
WF_INLINE product multiply(format to, uint64_t head, int power)
{
    wf_power scale = wf_powers[power - WF_POWER_MIN];
    int zeros = __builtin_clzll(head);
    head <<= zeros;
    wf_u128 first = wf_mul(head, scale.high);
    uint64_t carry = wf_mul_high(head, scale.low);
    product result = { first.high, first.low + carry, 0, 0 };
    result.high += result.low < carry;
    int top = (int)(result.high >> 63);
    result.exponent = wf_power_log2(power) + 63 + top + to.bias - zeros;
    result.shift = top + 62 - to.bits - 1;
    if (WF_UNLIKELY(result.exponent <= 0)) {
        result.shift += 1 - result.exponent;
        result.exponent = 0;
    }
    return result;
}

/* The bits of the format for a fraction, which rounding may have made one bit longer. */
WF_INLINE uint64_t pack(format to, uint64_t fraction, int exponent)
{
    /* A subnormal that grew up, and a fraction that overflowed, carry into the exponent by themselves. */
    uint64_t hidden = exponent ? UINT64_C(1) << to.bits : 0;
    uint64_t bits = ((uint64_t)exponent << to.bits) + (fraction - hidden);
    return bits < infinity_of(to) ? bits : infinity_of(to);
}

/* false: the number is so near to halfway, or exactly there, that what the product misses decides. */
WF_INLINE bool round_product(format to, uint64_t head, int power, uint64_t *bits)
{
    product p = multiply(to, head, power);
    if (WF_UNLIKELY(p.shift > 63)) { /* below half of the smallest subnormal */
        *bits = 0;
        return true;
    }
    /* What is to be rounded away, with halfway between two fractions at 0. */
    uint64_t mask = (UINT64_C(2) << p.shift) - 1, rest = (p.high & mask) - (mask / 2 + 1);
    if (WF_UNLIKELY((rest == 0 && p.low == 0) || (rest == UINT64_MAX && p.low >= UINT64_MAX - 1)))
        return false;
    *bits = pack(to, (p.high >> p.shift >> 1) + (rest >> 63 ^ 1), p.exponent);
    return true;
}

/* ---- Whole integers -------------------------------------------------------------------------------------- */

/* No number halfway between two doubles has more than 768 digits: what follows can only tip it up. Both sides of a
 * comparison then stay below 2^3900. */
enum { DIGITS_KEPT = 770, LIMBS = 64 };

typedef struct big {
    int count;
    uint64_t limbs[LIMBS]; /* the lowest first */
} big;

static void big_multiply_add(big *number, uint64_t factor, uint64_t more)
{
    for (int i = 0; i < number->count; i++) {
        wf_u128 limb = wf_mul(number->limbs[i], factor);
        number->limbs[i] = limb.low + more;
        more = limb.high + (number->limbs[i] < more); /* factor * limb + more is below 2^128 */
    }
    WF_ASSERT(number->count < LIMBS);
    if (more) number->limbs[number->count++] = more;
}

static void big_set(big *number, uint64_t value)
{
    number->count = 0;
    big_multiply_add(number, 1, value);
}

static void big_multiply_pow5(big *number, int power)
{
    enum { MOST = 27 }; /* that fits a limb */
    for (; power > MOST; power -= MOST) big_multiply_add(number, UINT64_C(7450580596923828125), 0);
    uint64_t rest = 1;
    while (power-- > 0) rest *= 5;
    big_multiply_add(number, rest, 0);
}

static void big_shift(big *number, int bits)
{
    int words = bits / 64;
    WF_ASSERT(number->count + words < LIMBS);
    big_multiply_add(number, UINT64_C(1) << bits % 64, 0);
    memmove(number->limbs + words, number->limbs, (size_t)number->count * sizeof *number->limbs);
    memset(number->limbs, 0, (size_t)words * sizeof *number->limbs);
    number->count += words;
}

static int big_order(const big *a, const big *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count; i-- > 0;)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

/* The digits as an integer; returns the power of ten that it is to be multiplied with. */
static int big_read(big *number, const wf_decimal *from)
{
    big_set(number, from->is_longer ? 0 : from->head);
    if (!from->is_longer) return (int)from->power;
    int count = 0, waiting = 0; /* digits: those that count, those not yet in the number */
    uint64_t few = 0;
    bool dropped = false;
    for (const char *at = from->text; at < from->end; at++) {
        if (*at < '0' || *at > '9' || (count == 0 && *at == '0')) continue;
        if (count == DIGITS_KEPT) {
            dropped |= *at != '0';
            continue;
        }
        count++;
        few = few * 10 + (uint64_t)(*at - '0');
        if (++waiting < WF_DECIMAL_DIGITS) continue;
        big_multiply_add(number, wf_pow10[waiting], few);
        few = 0, waiting = 0;
    }
    big_multiply_add(number, wf_pow10[waiting], few);
    int power = (int)from->power - (count - WF_DECIMAL_DIGITS);
    if (!dropped) return power;
    big_multiply_add(number, 10, 1);
    return power - 1;
}

/* Compares the number with `twice` / 2 units of the fraction that has this exponent. */
static int order(format to, const wf_decimal *number, uint64_t twice, int exponent)
{
    big left, right;
    int power = big_read(&left, number);
    big_set(&right, twice);
    if (power > 0) big_multiply_pow5(&left, power);
    if (power < 0) big_multiply_pow5(&right, -power);
    int shift = (exponent ? exponent : 1) - to.bias - to.bits - 1 - power; /* of the right side */
    if (shift > 0) big_shift(&right, shift);
    if (shift < 0) big_shift(&left, -shift);
    return big_order(&left, &right);
}

/* The head is below the number by less than a digit in nineteen, so its fraction, rounded down, is the one below or at
 * worst one less: the place halfway to the next one decides. */
static WF_COLD uint64_t round_exactly(format to, const wf_decimal *number)
{
    product p = multiply(to, number->head, (int)number->power);
    uint64_t fraction = p.shift > 63 ? 0 : p.high >> p.shift >> 1;
    int is_above = order(to, number, 2 * fraction + 1, p.exponent);
    bool is_up = is_above > 0 || (is_above == 0 && (fraction & 1));
    return pack(to, fraction + is_up, p.exponent);
}

/* ---- All of it ------------------------------------------------------------------------------------------- */

WF_INLINE uint64_t round_decimal(format to, const wf_decimal *number)
{
    uint64_t bits, above;
    if (number->head == 0 || number->power < WF_POWER_MIN) return 0;
    if (number->power > DBL_MAX_10_EXP) return infinity_of(to);
    bool is_sure = round_product(to, number->head, (int)number->power, &bits);
    if (is_sure && WF_UNLIKELY(number->is_longer))
        is_sure = round_product(to, number->head + 1, (int)number->power, &above) && above == bits;
    return is_sure ? bits : round_exactly(to, number);
}

/* One operation on two doubles that are exact rounds once, as the number itself would be. */
static inline bool read_exactly(const wf_decimal *number, double *out)
{
    enum { POWER_EXACT = 22 }; /* 10 to this and less is a double */
    static const double powers[POWER_EXACT + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
#if FLT_EVAL_METHOD != 0
    return false; /* this machine rounds intermediate results its own way */
#endif
    if (number->is_longer || number->head > UINT64_C(1) << DBL_MANT_DIG) return false;
    int64_t power = number->power;
    if (power < -POWER_EXACT || power > POWER_EXACT) return false;
    *out = power < 0 ? (double)number->head / powers[-power] : (double)number->head * powers[power];
    return true;
}

bool wf_decimal_f64(const wf_decimal *number, double *out)
{
    if (read_exactly(number, out)) return true;
    uint64_t bits = round_decimal(f64, number);
    memcpy(out, &bits, sizeof bits);
    return bits < infinity_of(f64);
}

bool wf_decimal_f32(const wf_decimal *number, float *out)
{
    uint32_t bits = (uint32_t)round_decimal(f32, number);
    memcpy(out, &bits, sizeof bits);
    return bits < infinity_of(f32);
}

/* ---- Text ------------------------------------------------------------------------------------------------ */

static inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Takes digits from *at on, `count` of them counted so far; returns how many there were. */
static size_t take_digits(wf_decimal *number, size_t *count, const char **at, const char *end)
{
    const char *start = *at;
    for (; *at < end && is_digit(**at); (*at)++) {
        if (*count == 0 && **at == '0') continue;
        if (++*count <= WF_DECIMAL_DIGITS) number->head = number->head * 10 + (uint64_t)(**at - '0');
    }
    return (size_t)(*at - start);
}

/* "[+-]digits" up to the end. */
static bool take_exponent(wf_decimal *number, const char *at, const char *end)
{
    static const int64_t max = INT64_C(1000000000000000000); /* longer than any text, shorter than overflow */
    int64_t exponent = 0;
    bool is_negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    for (; at < end; at++) {
        if (!is_digit(*at)) return false;
        if (exponent < max / 10) exponent = exponent * 10 + (*at - '0');
    }
    number->power += is_negative ? -exponent : exponent;
    return true;
}

static bool scan(wf_decimal *number, const char *at, const char *end)
{
    size_t count = 0, fraction = 0;
    number->text = at;
    size_t whole = take_digits(number, &count, &at, end);
    if (at < end && *at == '.') {
        at++;
        fraction = take_digits(number, &count, &at, end);
        if (fraction == 0) return false;
    }
    if (whole + fraction == 0) return false;
    number->end = at;
    number->is_longer = count > WF_DECIMAL_DIGITS;
    number->power = (number->is_longer ? (int64_t)count - WF_DECIMAL_DIGITS : 0) - (int64_t)fraction;
    if (at == end) return true;
    return (*at == 'e' || *at == 'E') && take_exponent(number, at + 1, end);
}

bool wf_f64_read(weft_str text, double *out)
{
    wf_decimal number = { 0 };
    double size = 0;
    if (text.len == 0) return false;
    bool is_negative = *text.ptr == '-', has_sign = is_negative || *text.ptr == '+';
    if (!scan(&number, text.ptr + has_sign, text.ptr + text.len)) return false;
    if (!wf_decimal_f64(&number, &size)) return false;
    *out = is_negative ? -size : size;
    return true;
}
