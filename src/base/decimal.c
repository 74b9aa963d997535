/* Decimal text to a double. Most numbers take one multiplication or division that cannot round twice (Clinger, "How to
 * Read Floating Point Numbers Accurately", 1990); the rest are strtod's, which is given them without a decimal point:
 * the point is all that a locale may change about it. */
#include "src/base/decimal.h"
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_EXACT = 19, /* digits that fit a uint64_t, whatever they are */
    POWER_EXACT = 22,  /* 10 to this and less is a double */
    /* No number halfway between two doubles has more than 768 digits: what follows can only tip it up. */
    DIGITS_KEPT = 800,
    EXPONENT_ROOM = 24
};

static const int64_t exponent_max =
    INT64_C(1000000000000000000); /* longer than any text, shorter than overflow */

/* The number is [-] 0.digits * 10^power, or zero when there are none. */
typedef struct decimal {
    bool negative;
    bool dropped;  /* of the digits beyond those kept one was not 0 */
    uint64_t head; /* the first digits as a number, as many as fit for sure */
    int64_t power;
    size_t count; /* of digits, leading zeros left out */
    char digits[DIGITS_KEPT + 1 + EXPONENT_ROOM];
} decimal;

static inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

static void take_digit(decimal *number, char digit)
{
    if (number->count == 0 && digit == '0') return;
    if (number->count < DIGITS_EXACT) number->head = number->head * 10 + (uint64_t)(digit - '0');
    if (number->count < DIGITS_KEPT)
        number->digits[number->count] = digit;
    else
        number->dropped |= digit != '0';
    number->count++;
}

/* Takes digits from *at on; how many there were. */
static size_t take_digits(decimal *number, const char **at, const char *end)
{
    const char *start = *at;
    for (; *at < end && is_digit(**at); (*at)++) take_digit(number, **at);
    return (size_t)(*at - start);
}

/* "[+-]digits" up to the end. */
static bool take_exponent(decimal *number, const char *at, const char *end)
{
    int64_t exponent = 0;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    for (; at < end; at++) {
        if (!is_digit(*at)) return false;
        if (exponent < exponent_max / 10) exponent = exponent * 10 + (*at - '0');
    }
    number->power += negative ? -exponent : exponent;
    return true;
}

static bool scan(decimal *number, weft_str text)
{
    if (text.len == 0) return false;
    const char *at = text.ptr, *end = at + text.len;
    number->negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    size_t whole = take_digits(number, &at, end), fraction = 0;
    number->power = (int64_t)number->count;
    if (at < end && *at == '.') {
        at++;
        size_t before = number->count;
        fraction = take_digits(number, &at, end);
        if (fraction == 0) return false;
        /* Zeros between the point and the first digit that counts move the point. */
        if (before == 0) number->power = (int64_t)number->count - (int64_t)fraction;
    }
    if (whole + fraction == 0) return false;
    if (at == end) return true;
    return (*at == 'e' || *at == 'E') && take_exponent(number, at + 1, end);
}

/* One operation on two doubles that are exact rounds once, as the number itself would be. */
static bool read_exactly(const decimal *number, double *out)
{
    static const double powers[POWER_EXACT + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
#if FLT_EVAL_METHOD != 0
    return false; /* this machine rounds intermediate results its own way */
#endif
    if (number->count > DIGITS_EXACT || number->head > UINT64_C(1) << DBL_MANT_DIG) return false;
    int64_t power = number->power - (int64_t)number->count;
    if (power < -POWER_EXACT || power > POWER_EXACT) return false;
    *out = power < 0 ? (double)number->head / powers[-power] : (double)number->head * powers[power];
    return true;
}

static double read_slowly(decimal *number)
{
    size_t count = number->count < DIGITS_KEPT ? number->count : DIGITS_KEPT;
    int64_t power = number->power - (int64_t)count;
    if (number->dropped) {
        number->digits[count++] = '1';
        power--;
    }
    snprintf(number->digits + count, EXPONENT_ROOM, "e%lld", (long long)power);
    return strtod(number->digits, NULL);
}

bool wf_f64_read(weft_str text, double *out)
{
    decimal number;
    memset(&number, 0, offsetof(decimal, digits));
    double size = 0;
    if (!scan(&number, text)) return false;
    if (number.count > 0 && !read_exactly(&number, &size)) size = read_slowly(&number);
    if (isinf(size)) return false;
    *out = number.negative ? -size : size;
    return true;
}
