/* Decimal text to a double: the nearest one, ties to even, whatever the locale. */
#ifndef WF_BASE_DECIMAL_H
#define WF_BASE_DECIMAL_H
#include <stdbool.h>
#include <weft/weft.h>

/* The whole of `text` as a number: an optional sign, digits with an optional fraction (a point has digits behind it;
 * before it they may be missing), an optional exponent. false on anything else (spaces, hex, inf, nan) and beyond the
 * range of a double; *out is then left alone. What is too small for a double is zero. */
WEFT_CHECK bool wf_f64_read(weft_str text, double *out);
#endif
