#include "src/base/num.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* xorshift64*: the same numbers in every run. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

static void check_number(uint64_t number)
{
    char expected[32], got[32];
    memset(got, '#', sizeof got);
    int len = snprintf(expected, sizeof expected, "%" PRIu64, number);
    cr_assert_eq(wf_u64_len(number), len, "%s", expected);
    cr_assert_eq(wf_u64_put(got, number), (size_t)len);
    cr_assert_arr_eq(got, expected, (size_t)len, "%s", expected);
    cr_assert_eq(got[len], '#', "%s: written beyond the end", expected);
    uint64_t back = 0;
    cr_assert(wf_u64_read(weft_str_of(got, (size_t)len), &back));
    cr_assert_eq(back, number);

    int64_t sign = (int64_t)(number ^ UINT64_C(1) << 63) ^ INT64_MIN, sign_back = 0;
    memset(got, '#', sizeof got);
    len = snprintf(expected, sizeof expected, "%" PRId64, sign);
    cr_assert_eq(wf_i64_put(got, sign), (size_t)len);
    cr_assert_arr_eq(got, expected, (size_t)len, "%s", expected);
    cr_assert_eq(got[len], '#', "%s: written beyond the end", expected);
    cr_assert(wf_i64_read(weft_str_of(got, (size_t)len), &sign_back));
    cr_assert_eq(sign_back, sign);

    memset(got, '#', sizeof got);
    len = snprintf(expected, sizeof expected, "%" PRIx64, number);
    cr_assert_eq(wf_hex_put(got, number), (size_t)len);
    cr_assert_arr_eq(got, expected, (size_t)len, "%s", expected);
    cr_assert_eq(got[len], '#');
    cr_assert(wf_hex_read(weft_str_of(got, (size_t)len), &back));
    cr_assert_eq(back, number);
}

Test(num, agrees_with_printf_at_every_boundary)
{
    for (uint64_t number = 0; number < 11000; number++) check_number(number);
    for (int bit = 0; bit < 64; bit++) {
        for (uint64_t near = 0; near < 5; near++) check_number((UINT64_C(1) << bit) + near - 2);
    }
    for (uint64_t power = 1;; power *= 10) {
        for (uint64_t near = 0; near < 5; near++) check_number(power + near - 2);
        if (power == UINT64_C(10000000000000000000)) break;
    }
    check_number(UINT64_MAX);
}

Test(num, agrees_with_printf_on_random_numbers_of_every_length)
{
    uint64_t state = 0x9e3779b97f4a7c15;
    for (int i = 0; i < 20000; i++) {
        uint64_t number = next_random(&state);
        check_number(number >> (next_random(&state) & 63));
    }
}

Test(num, reads_u64)
{
    const struct {
        const char *text;
        bool ok;
        uint64_t number;
    } cases[] = {
        { "0", true, 0 },
        { "00", true, 0 },
        { "000000000000000000000000000000000000000007", true, 7 },
        { "18446744073709551615", true, UINT64_MAX },
        { "0018446744073709551615", true, UINT64_MAX },
        { "18446744073709551614", true, UINT64_MAX - 1 },
        { "18446744073709551616", false, 0 },
        { "18446744073709551620", false, 0 },
        { "99999999999999999999", false, 0 },
        { "184467440737095516150", false, 0 },
        { "9999999999999999999", true, UINT64_C(9999999999999999999) },
        { "", false, 0 },
        { NULL, false, 0 },
        { "+1", false, 0 },
        { "-1", false, 0 },
        { " 1", false, 0 },
        { "1 ", false, 0 },
        { "0x1", false, 0 },
        { "1a", false, 0 },
        { "1.0", false, 0 },
        { "/", false, 0 },
        { ":", false, 0 },
        { "\xb2", false, 0 },
        { "\xd9\xa1", false, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t number = 42;
        cr_expect_eq(wf_u64_read(wf_str(cases[i].text), &number), cases[i].ok, "case %zu", i);
        cr_expect_eq(number, cases[i].ok ? cases[i].number : 42, "case %zu", i);
    }
    uint64_t number = 42;
    cr_expect_not(wf_u64_read(weft_lit("1\0"), &number));
}

Test(num, reads_i64)
{
    const struct {
        const char *text;
        bool ok;
        int64_t number;
    } cases[] = {
        { "0", true, 0 },
        { "-0", true, 0 },
        { "+0", true, 0 },
        { "+17", true, 17 },
        { "-17", true, -17 },
        { "9223372036854775807", true, INT64_MAX },
        { "+9223372036854775807", true, INT64_MAX },
        { "-9223372036854775808", true, INT64_MIN },
        { "-9223372036854775807", true, INT64_MIN + 1 },
        { "9223372036854775808", false, 0 },
        { "-9223372036854775809", false, 0 },
        { "18446744073709551616", false, 0 },
        { "-18446744073709551616", false, 0 },
        { "", false, 0 },
        { NULL, false, 0 },
        { "-", false, 0 },
        { "+", false, 0 },
        { "--1", false, 0 },
        { "+-1", false, 0 },
        { "- 1", false, 0 },
        { "1-", false, 0 },
        { " 1", false, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = 42;
        cr_expect_eq(wf_i64_read(wf_str(cases[i].text), &number), cases[i].ok, "case %zu", i);
        cr_expect_eq(number, cases[i].ok ? cases[i].number : 42, "case %zu", i);
    }
}

/* Random digits about as long as the limit, so that overflow is near: strtoull and strtoll decide. */
Test(num, overflows_where_strtoull_does)
{
    uint64_t state = 7;
    for (int i = 0; i < 50000; i++) {
        char text[32];
        int len = snprintf(text, sizeof text, "%s%" PRIu64 "%u", i & 1 ? "-" : "",
                           UINT64_C(1800000000000000000) + next_random(&state) % 100000000000000000,
                           (unsigned)(next_random(&state) % 10));
        if (i % 4 >= 2) memmove(text + (i & 1) + 1, text + (i & 1), (size_t)len--), text[i & 1] = '9';
        text[i % 4 >= 2 ? 19 + (i & 1) : len] = '\0';
        weft_str digits = wf_str(text + (i & 1));
        uint64_t number;
        int64_t sign;
        errno = 0;
        uint64_t expected = strtoull(digits.ptr, NULL, 10);
        bool fits = errno == 0;
        cr_assert_eq(wf_u64_read(digits, &number), fits, "%s", text);
        if (fits) cr_assert_eq(number, expected, "%s", text);
        errno = 0;
        int64_t expected_sign = strtoll(text, NULL, 10);
        fits = errno == 0;
        cr_assert_eq(wf_i64_read(wf_str(text), &sign), fits, "%s", text);
        if (fits) cr_assert_eq(sign, expected_sign, "%s", text);
    }
}

Test(num, reads_hex)
{
    const struct {
        const char *text;
        bool ok;
        uint64_t number;
    } cases[] = {
        { "0", true, 0 },
        { "fF", true, 255 },
        { "0123456789abcdef", true, UINT64_C(0x0123456789abcdef) },
        { "ABCDEF", true, 0xabcdef },
        { "ffffffffffffffff", true, UINT64_MAX },
        { "0ffffffffffffffff", false, 0 },
        { "00000000000000000", false, 0 },
        { "", false, 0 },
        { NULL, false, 0 },
        { "0x1", false, 0 },
        { "g", false, 0 },
        { "-1", false, 0 },
        { " 1", false, 0 },
        { "1 ", false, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t number = 42;
        cr_expect_eq(wf_hex_read(wf_str(cases[i].text), &number), cases[i].ok, "case %zu", i);
        cr_expect_eq(number, cases[i].ok ? cases[i].number : 42, "case %zu", i);
    }
}

Test(num, knows_every_hex_digit_and_nothing_else)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    for (int byte = 0; byte < 256; byte++) {
        const char *found = byte ? strchr(digits, byte) : NULL;
        int expected = found ? (int)(found - digits) : -1;
        if (expected > 15) expected -= 6;
        cr_expect_eq(wf_hex_digit((char)byte), expected, "byte %d", byte);
    }
}
