/* Decimal text to doubles and floats: the nearest one, ties to even, whatever the locale. */
#ifndef WF_BASE_DECIMAL_H
#define WF_BASE_DECIMAL_H
#include <stdbool.h>
#include <stdint.h>
#include <weft/weft.h>

enum { WF_DECIMAL_DIGITS = 19 }; /* fit a uint64_t, whatever they are */

/* A number without its sign, as a scanner left it. */
typedef struct wf_decimal {
    uint64_t head;  /* its first WF_DECIMAL_DIGITS digits that count (leading zeros do not) */
    int64_t power;  /* it is head * 10^power, or more if there are more digits */
    bool is_longer; /* there are */
    /* From its first byte to its end or exponent: digits, and a point maybe; looked at if is_longer. */
    const char *text, *end;
} wf_decimal;

/* false: beyond the range of the type, and *out is infinite. What is too small is zero. */
WEFT_CHECK bool wf_decimal_f64(const wf_decimal *number, double *out);
WEFT_CHECK bool wf_decimal_f32(const wf_decimal *number, float *out);

/* The whole of `text` as a number: an optional sign, digits with an optional fraction (a point has digits behind it;
 * before it they may be missing), an optional exponent. false on anything else (spaces, hex, inf, nan) and beyond the
 * range of a double; *out is then left alone. What is too small for a double is zero. */
WEFT_CHECK bool wf_f64_read(weft_str text, double *out);
#endif
