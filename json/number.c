/* Numbers of JSON: the grammar of RFC 8259 section 6, integers exactly, doubles and floats to the nearest. */
#include "json/read.h"
#include "json/text.h"
#include "src/base/decimal.h"
#include "src/base/digits.h"
#include "src/base/num.h"
#include <float.h>

static inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static inline bool goes_on(char byte) { return byte == '.' || (byte | 0x20) == 'e'; }

/* The number that the first `count` bytes of a word of text, 1 to 8 digits, stand for. */
static inline uint32_t first_digits(uint64_t text, unsigned count)
{
    return wf_digits_value((text & WF_EACH(0x0f)) << (64 - 8 * count));
}

static const char *skip_digits(const char *at)
{
    while (is_digit(*at)) at++;
    return at;
}

const char *wf_json_number_end(const char *at)
{
    at += *at == '-';
    const char *whole = at;
    at = skip_digits(at);
    if (at == whole || (*whole == '0' && at > whole + 1)) return NULL;
    if (*at == '.') {
        const char *fraction = ++at;
        at = skip_digits(at);
        if (at == fraction) return NULL;
    }
    if ((*at | 0x20) != 'e') return at;
    at++;
    at += *at == '-' || *at == '+';
    return is_digit(*at) ? skip_digits(at) : NULL;
}

/* ---- Any number ------------------------------------------------------------------------------------------ */

/* Where a digit run ends; its digits are added to number->head while they fit, leading zeros left out of *count. */
static const char *take_digits(wf_decimal *number, size_t *count, const char *at)
{
    while (*count == 0 && *at == '0') at++;
    for (;;) {
        unsigned ready = wf_digits_count(wf_word_load(at));
        if (ready == 0) return at;
        if (*count + 8 <= WF_DECIMAL_DIGITS) {
            number->head = number->head * wf_pow10[ready] + first_digits(wf_word_load(at), ready);
        } else {
            for (unsigned i = 0; i < ready && *count + i < WF_DECIMAL_DIGITS; i++)
                number->head = number->head * 10 + (uint64_t)(at[i] - '0');
        }
        *count += ready;
        at += ready;
        if (ready < 8) return at;
    }
}

/* The exponent behind an e; what no double could have stands for more. */
static const char *take_exponent(const char *at, int64_t *exponent)
{
    bool is_negative = *at == '-';
    at += *at == '-' || *at == '+';
    int64_t size = 0;
    for (; is_digit(*at); at++)
        if (size < INT64_C(1000000000000)) size = size * 10 + (*at - '0');
    *exponent = is_negative ? -size : size;
    return at;
}

/* The number at `at`, which starts with its first digit; returns the byte behind it, or NULL after a failure. */
static const char *take_number(weft_json_in *in, const char *at, wf_decimal *number)
{
    *number = (wf_decimal){ .text = at };
    if (!wf_json_number_end(at)) return weft_in_wrong(in, at, WEFT_JSON_NUMBER);
    size_t count = 0;
    at = take_digits(number, &count, at);
    int64_t places = 0, exponent = 0;
    if (*at == '.') {
        const char *fraction = at + 1;
        at = take_digits(number, &count, fraction);
        places = at - fraction;
    }
    number->end = at;
    if ((*at | 0x20) == 'e') at = take_exponent(at + 1, &exponent);
    number->is_longer = count > WF_DECIMAL_DIGITS;
    number->power = exponent - places + (number->is_longer ? (int64_t)count - WF_DECIMAL_DIGITS : 0);
    return at;
}

/* ---- Integers -------------------------------------------------------------------------------------------- */

/* The digits behind the head: the first of them into the head, if it is the only one that is not 0. false: there are
 * more, so no 64 bits hold the number. */
static bool take_longer(wf_decimal *number, bool *fits)
{
    size_t count = 0;
    unsigned twentieth = 0;
    *fits = true;
    for (const char *at = number->text; at < number->end; at++) {
        if (!is_digit(*at) || (count == 0 && *at == '0')) continue;
        if (++count == WF_DECIMAL_DIGITS + 1) twentieth = (unsigned)(*at - '0');
        if (count > WF_DECIMAL_DIGITS + 1 && *at != '0') return false;
    }
    if (twentieth == 0) return true;
    if (number->head > (UINT64_MAX - twentieth) / 10) *fits = false;
    number->head = number->head * 10 + twentieth;
    number->power--;
    return true;
}

/* An integer written in any way: 2.0, 1e3, 18446744073709551615. */
static WF_COLD weft_json_code whole_of(wf_decimal *number, uint64_t *size)
{
    bool fits = true;
    if (number->is_longer && !take_longer(number, &fits))
        return number->power < -1 ? WEFT_JSON_FRACTION : WEFT_JSON_RANGE;
    if (!fits) return number->power < 0 ? WEFT_JSON_FRACTION : WEFT_JSON_RANGE;
    uint64_t whole = number->head;
    int64_t power = whole ? number->power : 0;
    for (; power < 0; power++, whole /= 10)
        if (whole % 10) return WEFT_JSON_FRACTION;
    for (; power > 0; power--, whole *= 10)
        if (whole > UINT64_MAX / 10) return WEFT_JSON_RANGE;
    *size = whole;
    return WEFT_JSON_OK;
}

/* The size of the integer whose first digit is `at`; `value` is where the number starts, with its sign. */
static WF_COLD const char *take_long(weft_json_in *in, const char *value, const char *at, uint64_t *size)
{
    wf_decimal number;
    const char *end =
        is_digit(*at) ? take_number(in, at, &number) : weft_in_wrong(in, value, WEFT_JSON_NUMBER);
    if (!end) return NULL;
    weft_json_code code = whole_of(&number, size);
    return code ? weft_in_fail(in, value, code) : end;
}

/* Bytes of a word of text up to the first that is no digit, colons and what follows them in ASCII up to ? taken for
 * digits: the shortest way from a byte to the place behind the number, which everything after it waits for. */
static inline uint64_t no_digits(uint64_t text) { return (text ^ WF_EACH('0')) & WF_EACH(0xf0); }
/* For bytes that no_digits let pass: not 0 in the high half of those that are none. */
static inline uint64_t impostors(uint64_t text)
{
    return ((text ^ WF_EACH('0')) + WF_EACH(6)) & WF_EACH(0xf0);
}
/* The first `count` bytes of a word, 0 to 7, moved to its end. */
static inline uint64_t move_up(uint64_t word, unsigned count) { return word << 8 << (56 - 8 * count); }

/* Up to 15 digits: two words, without a loop. */
WF_INLINE const char *take_size(weft_json_in *in, const char *value, const char *at, uint64_t *size)
{
    uint64_t text = wf_word_load(at), end = no_digits(text);
    if (end) {
        unsigned count = (unsigned)__builtin_ctzll(end) >> 3;
        const char *behind = at + count;
        bool is_odd = count == 0 || (*at == '0' && count > 1) || (*behind != ',' && goes_on(*behind));
        if (WF_UNLIKELY(is_odd || move_up(impostors(text), count))) return take_long(in, value, at, size);
        *size = wf_digits_value(move_up(text & WF_EACH(0x0f), count));
        return behind;
    }
    uint64_t more = wf_word_load(at + 8), end_more = no_digits(more);
    if (WF_UNLIKELY(!end_more)) return take_long(in, value, at, size);
    unsigned count = (unsigned)__builtin_ctzll(end_more) >> 3;
    const char *behind = at + 8 + count;
    bool is_odd = *at == '0' || (*behind != ',' && goes_on(*behind));
    if (WF_UNLIKELY(is_odd || (impostors(text) | move_up(impostors(more), count))))
        return take_long(in, value, at, size);
    *size = wf_digits_value(text & WF_EACH(0x0f)) * wf_pow10[count] +
            wf_digits_value(move_up(more & WF_EACH(0x0f), count));
    return behind;
}

static WF_COLD const char *take_negative(weft_json_in *in, const char *at, int64_t *value)
{
    uint64_t size = 0;
    const char *end = take_size(in, at, at + 1, &size);
    if (size > (uint64_t)INT64_MAX + 1) return weft_in_fail(in, at, WEFT_JSON_RANGE);
    *value = (int64_t)(0 - size);
    return end;
}

const char *wf_json_i64(weft_json_in *in, const char *at, int64_t *value)
{
    uint64_t size = 0;
    if (WF_UNLIKELY(*at == '-')) return take_negative(in, at, value);
    const char *end = take_size(in, at, at, &size);
    if (WF_UNLIKELY(size > (uint64_t)INT64_MAX)) return weft_in_fail(in, at, WEFT_JSON_RANGE);
    *value = (int64_t)size;
    return end;
}

const char *weft_in_u64(weft_json_in *in, const char *at, uint64_t *value)
{
    *value = 0;
    if (WF_LIKELY(*at != '-')) return take_size(in, at, at, value);
    int64_t negative = 0;
    const char *end = weft_in_i64(in, at, &negative);
    return end && negative ? weft_in_fail(in, at, WEFT_JSON_RANGE) : end;
}

const char *weft_in_int(weft_json_in *in, const char *at, int64_t min, int64_t max, int64_t *value)
{
    const char *end = weft_in_i64(in, at, value);
    return end && (*value < min || *value > max) ? weft_in_fail(in, at, WEFT_JSON_RANGE) : end;
}

const char *weft_in_uint(weft_json_in *in, const char *at, uint64_t max, uint64_t *value)
{
    const char *end = weft_in_u64(in, at, value);
    return end && *value > max ? weft_in_fail(in, at, WEFT_JSON_RANGE) : end;
}

/* ---- Doubles --------------------------------------------------------------------------------------------- */

static WF_COLD const char *take_f64_slow(weft_json_in *in, const char *at, double *value)
{
    wf_decimal number;
    bool is_negative = *at == '-';
    const char *first = at + is_negative;
    const char *end =
        is_digit(*first) ? take_number(in, first, &number) : weft_in_wrong(in, at, WEFT_JSON_NUMBER);
    if (!end) return NULL;
    if (!wf_decimal_f64(&number, value)) return weft_in_fail(in, at, WEFT_JSON_RANGE);
    if (is_negative) *value = -*value;
    return end;
}

/* 1234.56: up to seven bytes, a point among them, in one word; their quotient rounds once. */
const char *wf_json_f64(weft_json_in *in, const char *at, double *value)
{
#if FLT_EVAL_METHOD == 0
    static const double scales[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };
    uint64_t text = wf_word_load(at), ends = no_digits(text),
             end = ends & (ends - 1); /* without the point's one bit */
    if (WF_UNLIKELY(!end)) return take_f64_slow(in, at, value);
    unsigned point = (unsigned)__builtin_ctzll(ends) >> 3, len = (unsigned)__builtin_ctzll(end) >> 3;
    int places = (int)(len - point) - 1;
    bool is_odd =
        at[point] != '.' || places < 1 || (*at == '0' && point > 1) || (at[len] != ',' && goes_on(at[len]));
    if (WF_UNLIKELY(point == 0 || is_odd)) return take_f64_slow(in, at, value);
    uint64_t whole = (UINT64_C(1) << 8 * point) - 1, digits = (text & whole) | (text >> 8 & ~whole);
    if (WF_UNLIKELY(move_up(impostors(digits), len - 1))) return take_f64_slow(in, at, value);
    *value = wf_digits_value(move_up(digits & WF_EACH(0x0f), len - 1)) / scales[places];
    return at + len;
#else
    return take_f64_slow(in, at, value);
#endif
}

const char *weft_in_f32(weft_json_in *in, const char *at, float *value)
{
    bool is_negative = *at == '-';
    const char *first = at + is_negative;
    wf_decimal number;
    float size = 0;
    const char *end =
        is_digit(*first) ? take_number(in, first, &number) : weft_in_wrong(in, at, WEFT_JSON_NUMBER);
    if (end && !wf_decimal_f32(&number, &size)) end = weft_in_fail(in, at, WEFT_JSON_RANGE);
    *value = is_negative ? -size : size;
    return end;
}
