#include "static/range.h"
#include "tests/static/harness.h"

/* "ignored", "none", or the ranges as "FROM+LENGTH", separated by spaces. */
static const char *read_ranges(const char *field, int64_t size)
{
    static char text[2048];
    wf_ranges ranges;
    size_t len = 0;
    switch (wf_ranges_read(wf_str(field), size, &ranges)) {
    case WF_RANGES_IGNORED: return "ignored";
    case WF_RANGES_NONE: return "none";
    case WF_RANGES_SOME: break;
    }
    *text = '\0';
    for (uint32_t i = 0; i < ranges.count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%lld+%lld", i ? " " : "",
                                (long long)ranges.list[i].from, (long long)ranges.list[i].length);
    return text;
}

Test(static_range, is_read_as_rfc_9110_says)
{
    static const struct {
        const char *field;
        int64_t size;
        const char *ranges;
    } cases[] = {
        { "bytes=0-0", 100, "0+1" },
        { "bytes=0-9", 100, "0+10" },
        { "bytes=90-", 100, "90+10" },
        { "bytes=-5", 100, "95+5" },
        { "bytes=-500", 100, "0+100" },
        { "bytes=95-200", 100, "95+5" },
        { "bytes=0-", 100, "0+100" },
        { "BYTES=0-9", 100, "0+10" },
        { "bytes=10-99999999999999999999999", 100, "10+90" },
        { "bytes=-99999999999999999999999", 100, "0+100" },
        { "bytes=007-009", 100, "7+3" },
        { "bytes= 0-1 , 5-6 ", 100, "0+2 5+2" },
        { "bytes=,,0-1,,", 100, "0+2" },
        { "bytes=0-9,200-", 100, "0+10" },
        { "bytes=0-9,-0", 100, "0+10" },
        /* nothing of it is there */
        { "bytes=100-", 100, "none" },
        { "bytes=100-200,300-", 100, "none" },
        { "bytes=18446744073709551616-18446744073709551626", 100, "none" },
        { "bytes=9223372036854775807-", 100, "none" },
        { "bytes=-0", 100, "none" },
        { "bytes=0-", 0, "none" },
        { "bytes=-5", 0, "ignored" },
        /* no range */
        { "bytes=9-0", 100, "ignored" },
        { "lines=0-9", 100, "ignored" },
        { "bytes=", 100, "ignored" },
        { "bytes=,", 100, "ignored" },
        { "bytes=-", 100, "ignored" },
        { "bytes=abc", 100, "ignored" },
        { "bytes=--5", 100, "ignored" },
        { "bytes=0x0-0x9", 100, "ignored" },
        { "bytes=0.5-9", 100, "ignored" },
        { "bytes 0-9", 100, "ignored" },
        { "bytes=0 - 9", 100, "ignored" },
        { "bytes=+0-9", 100, "ignored" },
        { "bytes=0-9;x", 100, "ignored" },
        { "bytes =0-9", 100, "ignored" },
        { "byte", 100, "ignored" },
        { "", 100, "ignored" },
        { "bytes=0-9,x", 100, "ignored" },
        { "bytes=0-9,9-0", 100, "ignored" },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect_str_eq(read_ranges(cases[i].field, cases[i].size), cases[i].ranges, "%s of %lld: %s",
                         cases[i].field, (long long)cases[i].size,
                         read_ranges(cases[i].field, cases[i].size));
}

Test(static_range, those_that_overlap_or_touch_are_one_where_the_first_stood)
{
    static const char *const cases[][2] = {
        { "bytes=0-9,5-19", "0+20" },
        { "bytes=0-9,10-19", "0+20" },
        { "bytes=10-19,0-9", "0+20" },
        { "bytes=0-9,20-29", "0+10 20+10" },
        { "bytes=20-29,0-9", "20+10 0+10" },
        { "bytes=0-9,11-19", "0+10 11+9" },
        { "bytes=50-59,0-9,20-29,10-19", "50+10 0+30" },
        { "bytes=0-9,20-29,40-49,5-45", "0+50" },
        { "bytes=80-89,0-9,20-29,5-25", "80+10 0+30" },
        { "bytes=0-0,0-0,0-0", "0+1" },
        { "bytes=-10,90-", "90+10" },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect_str_eq(read_ranges(cases[i][0], 100), cases[i][1], "%s: %s", cases[i][0],
                         read_ranges(cases[i][0], 100));
}

Test(static_range, too_many_are_none)
{
    char field[1024];
    for (int count = WF_RANGES_MAX; count <= WF_RANGES_MAX + 1; count++) {
        size_t len = (size_t)snprintf(field, sizeof field, "bytes=");
        for (int i = 0; i < count; i++)
            len += (size_t)snprintf(field + len, sizeof field - len, "%s%d-%d", i ? "," : "", i * 2, i * 2);
        bool ignored = strcmp(read_ranges(field, 1000), "ignored") == 0;
        cr_expect_eq(ignored, count > WF_RANGES_MAX);
    }
}

/* Whatever is asked for: no byte twice, none outside, and every byte that was asked for. */
Test(static_range, holds_for_random_sets)
{
    enum { SIZE = 40 };
    unsigned seed = 7;
    for (int round = 0; round < 20000; round++) {
        char field[512];
        bool asked[SIZE] = { false }, got[SIZE] = { false };
        size_t len = (size_t)snprintf(field, sizeof field, "bytes=");
        int count = rand_r(&seed) % 8 + 1;
        for (int i = 0; i < count; i++) {
            int from = rand_r(&seed) % SIZE, to = from + rand_r(&seed) % 6;
            len += (size_t)snprintf(field + len, sizeof field - len, "%s%d-%d", i ? "," : "", from, to);
            for (int b = from; b <= to && b < SIZE; b++) asked[b] = true;
        }
        wf_ranges ranges;
        cr_assert_eq(wf_ranges_read(wf_str(field), SIZE, &ranges), WF_RANGES_SOME, "%s", field);
        for (uint32_t i = 0; i < ranges.count; i++)
            for (int64_t b = ranges.list[i].from; b < ranges.list[i].from + ranges.list[i].length; b++) {
                cr_assert(b >= 0 && b < SIZE && !got[b], "%s", field);
                got[b] = true;
            }
        cr_assert_arr_eq(asked, got, sizeof got, "%s", field);
    }
}
