#include "src/base/clock.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <time.h>

static const int64_t now_2026 = 1767225600; /* 2026-01-01 00:00:00 */

Test(clock, ms_never_goes_back_and_moves)
{
    uint64_t first = wf_clock_ms(), last = first;
    for (int i = 0; i < 1000; i++) {
        uint64_t now = wf_clock_ms();
        cr_assert_geq(now, last);
        last = now;
    }
    nanosleep(&(struct timespec){ .tv_nsec = 30000000 }, NULL);
    last = wf_clock_ms();
    cr_expect_geq(last, first + 20);
    cr_expect_lt(last, first + 10000);
}

Test(clock, unix_is_the_time)
{
    int64_t before = time(NULL), got = wf_clock_unix();
    cr_expect_geq(got, before - 1);
    cr_expect_leq(got, time(NULL));
}

static void expect_read(const char *text, int64_t now_s, int64_t unix_s)
{
    int64_t got;
    cr_assert(wf_date_read(wf_str(text), now_s, &got), "%s", text);
    cr_assert_eq(got, unix_s, "%s", text);
}

static void check_second(int64_t unix_s)
{
    char expected[64], got[WF_DATE_LEN + 1], name[16], long_name[16], month[16];
    struct tm tm;
    time_t t = unix_s;
    cr_assert_not_null(gmtime_r(&t, &tm));
    strftime(expected, sizeof expected, "%a, %d %b %Y %H:%M:%S GMT", &tm);
    strftime(name, sizeof name, "%a", &tm);
    strftime(long_name, sizeof long_name, "%A", &tm);
    strftime(month, sizeof month, "%b", &tm);

    got[WF_DATE_LEN] = '#';
    wf_date_put(got, unix_s);
    cr_assert_arr_eq(got, expected, WF_DATE_LEN, "%s is not %.29s", expected, got);
    cr_assert_eq(got[WF_DATE_LEN], '#');
    expect_read(expected, 0, unix_s);
    snprintf(expected, sizeof expected, "%s %s %2d %02d:%02d:%02d %d", name, month, tm.tm_mday, tm.tm_hour,
             tm.tm_min, tm.tm_sec, tm.tm_year + 1900);
    expect_read(expected, 0, unix_s);
    snprintf(expected, sizeof expected, "%s, %02d-%s-%02d %02d:%02d:%02d GMT", long_name, tm.tm_mday, month,
             (tm.tm_year + 1900) % 100, tm.tm_hour, tm.tm_min, tm.tm_sec);
    expect_read(expected, unix_s, unix_s);
}

/* From 1850 on, a second of every day; then every second of a day. */
Test(clock, agrees_with_libc_across_400_years)
{
    const int64_t start = -3786825600;
    for (int64_t day = 0; day < 146097; day++) check_second(start + day * 86400 + day * 7919 % 86400);
    for (int64_t second = 0; second < 86400; second++) check_second(now_2026 + second);
}

Test(clock, the_ends_of_the_calendar)
{
    const struct {
        int64_t unix_s;
        const char *text;
    } cases[] = {
        { 784111777, "Sun, 06 Nov 1994 08:49:37 GMT" },    { 0, "Thu, 01 Jan 1970 00:00:00 GMT" },
        { -1, "Wed, 31 Dec 1969 23:59:59 GMT" },           { 951782400, "Tue, 29 Feb 2000 00:00:00 GMT" },
        { 253402300799, "Fri, 31 Dec 9999 23:59:59 GMT" }, { 253402300800, "Fri, 31 Dec 9999 23:59:59 GMT" },
        { INT64_MAX, "Fri, 31 Dec 9999 23:59:59 GMT" },    { -62167219200, "Sat, 01 Jan 0000 00:00:00 GMT" },
        { -62167219201, "Sat, 01 Jan 0000 00:00:00 GMT" }, { INT64_MIN, "Sat, 01 Jan 0000 00:00:00 GMT" },
        { -62162035201, "Tue, 29 Feb 0000 23:59:59 GMT" }, { -62162035200, "Wed, 01 Mar 0000 00:00:00 GMT" },
        { INT32_MAX, "Tue, 19 Jan 2038 03:14:07 GMT" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char got[WF_DATE_LEN + 1] = { 0 };
        int64_t back;
        wf_date_put(got, cases[i].unix_s);
        cr_expect_str_eq(got, cases[i].text);
        cr_expect(wf_date_read(wf_str(got), 0, &back));
    }
}

Test(clock, reads_the_three_forms)
{
    const struct {
        const char *text;
        int64_t unix_s;
    } cases[] = {
        { "Sun, 06 Nov 1994 08:49:37 GMT", 784111777 },
        { "Sunday, 06-Nov-94 08:49:37 GMT", 784111777 },
        { "Sun Nov  6 08:49:37 1994", 784111777 },
        { "Sun Nov 06 08:49:37 1994", 784111777 },
        { "Wed Nov 16 08:49:37 1994", 784975777 },
        { "Mon, 06 Nov 1994 08:49:37 GMT", 784111777 }, /* a weekday, though not the right one */
        { "Thu, 31 Dec 1998 23:59:60 GMT", 915148800 }, /* a leap second */
        { "Tue, 29 Feb 2000 00:00:00 GMT", 951782400 },
        { "Sat, 01 Jan 0000 00:00:00 GMT", -62167219200 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t got = 42;
        cr_expect(wf_date_read(wf_str(cases[i].text), now_2026, &got), "%s", cases[i].text);
        cr_expect_eq(got, cases[i].unix_s, "%s: %lld", cases[i].text, (long long)got);
    }
}

Test(clock, refuses_everything_else)
{
    static const char *const cases[] = {
        NULL,
        "",
        "Sun",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 GM",
        "Sun, 06 Nov 1994 08:49:37 GMT ",
        " Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 gmt",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nof 1994 08:49:37 GMT",
        "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun 06 Nov 1994 08:49:37 GMT",
        "Sun,06 Nov 1994 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun,  6 Nov 1994 08:49:37 GMT",
        "Sun, 06  Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 19940 08:49:37 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 32 Dec 1994 08:49:37 GMT",
        "Tue, 30 Feb 2000 00:00:00 GMT",
        "Thu, 29 Feb 2001 00:00:00 GMT",
        "Thu, 29 Feb 1900 00:00:00 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:60 GMT",
        "Sun, 06 Nov 1994 23:59:61 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08.49.37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sunday, 06 Nov 94 08:49:37 GMT",
        "Sunday, 6-Nov-94 08:49:37 GMT",
        "Sunday, 29-Feb-01 08:49:37 GMT",
        "Sunday 06-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994",
        "Sun Nov   08:49:37 1994",
        "Sun Nov  0 08:49:37 1994",
        "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT",
        "Sun, Nov  6 08:49:37 1994",
        "784111777",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t got = 42;
        cr_expect_not(wf_date_read(wf_str(cases[i]), now_2026, &got), "%s", cases[i] ? cases[i] : "(absent)");
        cr_expect_eq(got, 42, "%s", cases[i] ? cases[i] : "(absent)");
    }
    int64_t got;
    cr_expect_not(wf_date_read(weft_lit("Sun, 06 Nov 1994 08:49:37 GMT\0"), now_2026, &got));
}

Test(clock, refuses_what_is_cut_short)
{
    static const char *const dates[] = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                                         "Sun Nov  6 08:49:37 1994" };
    for (size_t i = 0; i < 3; i++) {
        for (size_t len = 0; len < strlen(dates[i]); len++) {
            int64_t got;
            cr_expect_not(wf_date_read(weft_str_of(dates[i], len), 0, &got), "%.*s", (int)len, dates[i]);
        }
    }
}

static int64_t read_year(const char *text, int64_t now_s)
{
    int64_t got = 0;
    char date[WF_DATE_LEN + 1] = { 0 };
    cr_expect(wf_date_read(wf_str(text), now_s, &got), "%s", text);
    wf_date_put(date, got);
    int year = 0;
    cr_assert_eq(sscanf(date + 12, "%4d", &year), 1);
    return year;
}

Test(clock, two_digit_years_are_at_most_50_years_ahead)
{
    const int64_t mid_2026 = 1781524800, start_1999 = 915148800; /* 2026-06-15 12:00:00 */
    cr_expect_eq(read_year("Monday, 15-Jun-76 12:00:00 GMT", mid_2026), 2076);
    cr_expect_eq(read_year("Monday, 15-Jun-76 12:00:01 GMT", mid_2026), 1976);
    cr_expect_eq(read_year("Monday, 14-Jun-76 23:00:00 GMT", mid_2026), 2076);
    cr_expect_eq(read_year("Monday, 01-Jan-77 00:00:00 GMT", mid_2026), 1977);
    cr_expect_eq(read_year("Monday, 31-Dec-75 23:59:59 GMT", mid_2026), 2075);
    cr_expect_eq(read_year("Monday, 01-Jan-26 00:00:00 GMT", mid_2026), 2026);
    cr_expect_eq(read_year("Monday, 01-Jan-00 00:00:00 GMT", mid_2026), 2000);
    cr_expect_eq(read_year("Monday, 01-Jan-99 00:00:00 GMT", mid_2026), 1999);
    cr_expect_eq(read_year("Monday, 01-Jan-05 00:00:00 GMT", start_1999), 2005);
    cr_expect_eq(read_year("Monday, 01-Jan-50 00:00:00 GMT", start_1999), 1950);
    cr_expect_eq(read_year("Monday, 29-Feb-00 00:00:00 GMT", mid_2026), 2000);
    int64_t got;
    cr_expect_not(wf_date_read(weft_lit("Monday, 29-Feb-00 00:00:00 GMT"), 3155760000, &got),
                  "2100 has no such day");
    cr_expect_eq(read_year("Monday, 01-Jan-00 00:00:00 GMT", INT64_MIN), 0);
}
