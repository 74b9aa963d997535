#include "template/page.h"
#include "tests/template/out.h"
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

static const char *text_of(weft_formatted formatted)
{
    static char text[64];
    memcpy(text, formatted.text, formatted.len);
    text[formatted.len] = '\0';
    return text;
}
#define IS(formatted, expected) cr_expect_str_eq(text_of(formatted), (expected))

Test(template_format, fixed_decimals)
{
    IS(weft_fixed(1234.5, 2), "1234.50");
    IS(weft_fixed(0.125, 2), "0.12");
    IS(weft_fixed(0.375, 2), "0.38");
    IS(weft_fixed(1.005, 2), "1.00");
    IS(weft_fixed(2.5, 0), "2");
    IS(weft_fixed(-2.5, 1), "-2.5");
    IS(weft_fixed(-0.001, 2), "0.00");
    IS(weft_fixed(-0.0, 0), "0");
    IS(weft_fixed(-0.05, 1), "-0.1");
    IS(weft_fixed(1e18, 2), "1000000000000000000");
    IS(weft_fixed(123456789012345678.0, 20), "123456789012345680.00000000000000000000");
    IS(weft_fixed(-1e300, 2), "-1e+300");
    IS(weft_fixed((double)NAN, 2), "NaN");
    IS(weft_fixed(-(double)INFINITY, 2), "-Infinity");
    IS(weft_fixed(1, -3), "1");
    IS(weft_fixed(1, 99), "1.00000000000000000000");
}

Test(template_format, fixed_decimals_agree_with_printf)
{
    uint64_t state = 3;
    for (int i = 0; i < 20000; i++) {
        char expected[64];
        double number = ((double)below(&state, 2000000000) - 1e9) / (double)(1 + below(&state, 100000));
        int decimals = (int)below(&state, 8);
        snprintf(expected, sizeof expected, "%.*f", decimals, number);
        if (strcspn(expected, "123456789") == strlen(expected) && *expected == '-')
            memmove(expected, expected + 1, strlen(expected));
        cr_assert_str_eq(text_of(weft_fixed(number, decimals)), expected);
    }
}

Test(template_format, separators)
{
    IS(weft_thousands(0), "0");
    IS(weft_thousands(999), "999");
    IS(weft_thousands(1000), "1,000");
    IS(weft_thousands(-999), "-999");
    IS(weft_thousands(-123456), "-123,456");
    IS(weft_thousands(INT64_MIN), "-9,223,372,036,854,775,808");
    IS(weft_thousands(UINT64_MAX), "18,446,744,073,709,551,615");
    IS(weft_thousands((short)1000), "1,000");
    IS(weft_thousands(weft_fixed(-1234567.891, 2)), "-1,234,567.89");
    IS(weft_thousands(weft_fixed(0.5, 4)), "0.5000");
    IS(weft_separated(weft_fixed(1234.5, 2), ".", ","), "1.234,50");
    IS(weft_separated(weft_fixed(1234567, 0), "\xE2\x80\xAF", ","), "1\xE2\x80\xAF"
                                                                    "234\xE2\x80\xAF"
                                                                    "567");
    IS(weft_separated(weft_fixed(1e17, 20), "1234", "12345"), "100000000000000000.00000000000000000000");
    IS(weft_thousands(weft_fixed((double)NAN, 2)), "NaN");
    IS(weft_thousands((weft_formatted){ 0 }), "");
}

Test(template_format, the_shortest_text_of_a_number_reads_back)
{
    IS(weft_formatted_f64(0), "0");
    IS(weft_formatted_f64(-0.0), "0");
    IS(weft_formatted_f64(1), "1");
    IS(weft_formatted_f64(0.1), "0.1");
    IS(weft_formatted_f64(100000), "100000");
    IS(weft_formatted_f64(1e20), "100000000000000000000");
    IS(weft_formatted_f64(1e21), "1e+21");
    IS(weft_formatted_f64(1.5e-7), "1.5e-7");
    IS(weft_formatted_f64(0.000001), "0.000001");
    IS(weft_formatted_f64(5e-324), "5e-324");
    IS(weft_formatted_f64(DBL_MAX), "1.7976931348623157e+308");
    IS(weft_formatted_f64(-123.456), "-123.456");
    IS(weft_formatted_f32(0.1f), "0.1");
    IS(weft_formatted_f32(FLT_MAX), "3.4028235e+38");
    IS(weft_formatted_f32(16777216.0f), "16777216");
    uint64_t state = 4;
    for (int i = 0; i < 5000; i++) {
        uint64_t bits = (uint64_t)below(&state, UINT32_MAX) << 32 | below(&state, UINT32_MAX);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number)) continue;
        cr_assert_eq(strtod(text_of(weft_formatted_f64(number)), NULL), number);
    }
}

Test(template_format, the_locale_has_no_say)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) setlocale(LC_ALL, "C.UTF-8");
    IS(weft_fixed(1234.5, 2), "1234.50");
    IS(weft_formatted_f64(1234.5), "1234.5");
    IS(weft_date(0, "%A %B"), "Thursday January");
    setlocale(LC_ALL, "C");
}

Test(template_format, dates)
{
    IS(weft_date(0, "%Y-%m-%d %H:%M:%S"), "1970-01-01 00:00:00");
    IS(weft_date(1767979079, "%F %T %a %A %b %B %e %j %I %p %y %%"),
       "2026-01-09 17:17:59 Fri Friday Jan January 9 009 05 PM 26 %");
    IS(weft_date(-1, "%T"), "23:59:59");
    IS(weft_date(INT64_MIN, "%F"), "0000-01-01");
    IS(weft_date(INT64_MAX, "%F"), "9999-12-31");
    IS(weft_date(0, "%I%p"), "12AM");
    IS(weft_date(0, "%q %"), "%q %");
    IS(weft_date(0, ""), "");
    cr_expect_eq(weft_date(0, "%A%A%A%A%A%A%A%A%A%A").len, 63u, "cut, not overrun");
}

Test(template_format, dates_agree_with_strftime)
{
    uint64_t state = 5;
    for (int i = 0; i < 20000; i++) {
        time_t when = (time_t)((int64_t)below(&state, UINT32_MAX) * 59 - 62000000000);
        char expected[80];
        struct tm tm;
        gmtime_r(&when, &tm);
        if (tm.tm_year < -900) continue; /* glibc's %Y has no leading zeros */
        strftime(expected, sizeof expected, "%Y %m %d %H %I %M %S %p %b %a %j %F %T", &tm);
        cr_assert_str_eq(text_of(weft_date(when, "%Y %m %d %H %I %M %S %p %b %a %j %F %T")), expected);
        strftime(expected, sizeof expected, "%A %B", &tm);
        cr_assert_str_eq(text_of(weft_date(when, "%A %B")), expected);
    }
}

Test(template_format, excerpts_count_characters)
{
#define CUT(text, count) PUT(weft_page_text(page, at, weft_truncate(weft_lit(text), count)))
    cr_expect_str_eq(CUT("hello", 5), "hello");
    cr_expect_str_eq(CUT("hello", 4), "hell\xE2\x80\xA6");
    cr_expect_str_eq(CUT("caf\xC3\xA9s", 4), "caf\xC3\xA9\xE2\x80\xA6");
    cr_expect_str_eq(CUT("\xF0\x9F\x98\x80\xF0\x9F\x98\x80", 1), "\xF0\x9F\x98\x80\xE2\x80\xA6");
    cr_expect_str_eq(CUT("one two", 4), "one\xE2\x80\xA6");
    cr_expect_str_eq(CUT("x", 0), "\xE2\x80\xA6");
    cr_expect_str_eq(CUT("", 0), "");
    cr_expect_str_eq(CUT("\xFF\xFF\xFF", 2), "\xFF\xFF\xE2\x80\xA6");
    PUTS("", weft_page_text(page, at, weft_truncate(weft_str_of(NULL, 0), 3)));
}

Test(template_format, small_helpers)
{
    cr_expect_str_eq(weft_plural(1, "item", "items"), "item");
    cr_expect_str_eq(weft_plural(0, "item", "items"), "items");
    cr_expect_str_eq(weft_plural(-1, "item", "items"), "item");
    cr_expect(weft_str_eq(weft_or(weft_lit(""), "none"), weft_lit("none")));
    cr_expect(weft_str_eq(weft_or(weft_str_of(NULL, 0), "none"), weft_lit("none")));
    cr_expect(weft_str_eq(weft_or(weft_lit("x"), "none"), weft_lit("x")));
    weft_str names[] = { WEFT_LIT("red"), { NULL, 0 }, WEFT_LIT("blue") };
    cr_expect(weft_str_eq(weft_name_of(names, 3, 2), weft_lit("blue")));
    cr_expect_null(weft_name_of(names, 3, 1).ptr);
    cr_expect_null(weft_name_of(names, 3, 3).ptr);
    cr_expect_null(weft_name_of(names, 3, -1).ptr);
}
