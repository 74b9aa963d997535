/* Integers to text and back. No locale, no errno, no leading space, no sign where none is said. */
#ifndef WF_BASE_NUM_H
#define WF_BASE_NUM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/weft.h>

enum { WF_U64_MAX_LEN = 20, WF_I64_MAX_LEN = 20, WF_HEX_MAX_LEN = 16 };

extern const uint64_t wf_pow10[WF_U64_MAX_LEN]; /* 10^0 to 10^19 */

/* Digits that `number` takes in decimal: 1 to 20. */
int wf_u64_len(uint64_t number);
/* Write in decimal (hex: lower case, no prefix) at `out`, which has room; return the bytes written. */
size_t wf_u64_put(char *out, uint64_t number);
size_t wf_i64_put(char *out, int64_t number);
size_t wf_hex_put(char *out, uint64_t number);

/* The whole of `text` as a number: one or more ASCII digits (i64: after an optional + or -); false on anything
 * else and on overflow, and *out is then left alone. */
WEFT_CHECK bool wf_u64_read(weft_str text, uint64_t *out);
WEFT_CHECK bool wf_i64_read(weft_str text, int64_t *out);
/* One to 16 hex digits. */
WEFT_CHECK bool wf_hex_read(weft_str text, uint64_t *out);
/* The value of one hex digit, or -1. */
int wf_hex_digit(char digit);
#endif
