/* Numbers of JSON: the grammar of RFC 8259 section 6, integers exactly, doubles and floats to the nearest. */
#include "json/read.h"
#include "src/base/decimal.h"
#include "src/base/digits.h"
#include <float.h>

static const uint64_t pow10s[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };

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
            number->head = number->head * pow10s[ready] + first_digits(wf_word_load(at), ready);
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

/* Up to 16 digits: two words, without a loop. */
static inline const char *take_size(weft_json_in *in, const char *value, const char *at, uint64_t *size)
{
    uint64_t text = wf_word_load(at);
    unsigned count = wf_digits_count(text);
    if (WF_UNLIKELY(count == 0 || (*at == '0' && count > 1))) return take_long(in, value, at, size);
    *size = first_digits(text, count);
    at += count;
    if (count == 8) {
        text = wf_word_load(at);
        count = wf_digits_count(text);
        if (WF_UNLIKELY(count == 8)) return take_long(in, value, at - 8, size);
        if (count) *size = *size * pow10s[count] + first_digits(text, count);
        if (WF_UNLIKELY(goes_on(at[count]))) return take_long(in, value, at - 8, size);
        return at + count;
    }
    return WF_UNLIKELY(goes_on(*at)) ? take_long(in, value, at - count, size) : at;
}

const char *weft_in_i64(weft_json_in *in, const char *at, int64_t *value)
{
    bool is_negative = *at == '-';
    uint64_t size = 0;
    const char *end = take_size(in, at, at + is_negative, &size);
    if (WF_UNLIKELY(size > (uint64_t)INT64_MAX + is_negative)) return weft_in_fail(in, at, WEFT_JSON_RANGE);
    *value = (int64_t)(is_negative ? 0 - size : size);
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

static const char *take_f64_slow(weft_json_in *in, const char *value, const char *at, double *size)
{
    wf_decimal number;
    const char *end =
        is_digit(*at) ? take_number(in, at, &number) : weft_in_wrong(in, value, WEFT_JSON_NUMBER);
    if (!end) return NULL;
    return wf_decimal_f64(&number, size) ? end : weft_in_fail(in, value, WEFT_JSON_RANGE);
}

/* 12.34: up to seven digits on each side of a point, whose quotient rounds once. NULL: another road has to. */
static inline const char *take_short(const char *at, double *size)
{
#if FLT_EVAL_METHOD == 0
    static const double scales[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };
    uint64_t text = wf_word_load(at);
    unsigned count = wf_digits_count(text);
    if (count - 1 > 6 || at[count] != '.' || (*at == '0' && count > 1)) return NULL;
    uint64_t rest = wf_word_load(at + count + 1);
    unsigned places = wf_digits_count(rest);
    const char *end = at + count + 1 + places;
    if (places - 1 > 6 || goes_on(*end)) return NULL;
    uint64_t digits = first_digits(text, count) * pow10s[places] + first_digits(rest, places);
    *size = (double)digits / scales[places];
    return end;
#else
    (void)at, (void)size;
    return NULL;
#endif
}

const char *weft_in_f64(weft_json_in *in, const char *at, double *value)
{
    bool is_negative = *at == '-';
    const char *first = at + is_negative;
    double size = 0;
    const char *end = take_short(first, &size);
    if (!end) end = take_f64_slow(in, at, first, &size);
    *value = is_negative ? -size : size;
    return end;
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
