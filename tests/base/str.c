#include "src/base/str.h"
#include <criterion/criterion.h>

static const weft_str absent;

static void expect_str(weft_str got, const char *text)
{
    cr_expect(weft_str_eq(got, wf_str(text)), "\"%.*s\" is not \"%s\"", (int)got.len,
              got.ptr ? got.ptr : "(absent)", text ? text : "(absent)");
}

Test(str, of_a_terminated_text)
{
    cr_expect_null(wf_str(NULL).ptr);
    cr_expect_eq(wf_str(NULL).len, 0);
    cr_expect_eq(wf_str("").len, 0);
    cr_expect_not_null(wf_str("").ptr);
    cr_expect_eq(wf_str("abc").len, 3);
}

Test(str, equality_is_byte_for_byte)
{
    cr_expect(weft_str_eq(weft_lit("abc"), weft_lit("abc")));
    cr_expect(weft_str_eq(weft_lit("a\0b"), weft_lit("a\0b")));
    cr_expect(weft_str_eq(weft_lit(""), weft_lit("")));
    cr_expect_not(weft_str_eq(weft_lit("a\0b"), weft_lit("a\0c")));
    cr_expect_not(weft_str_eq(weft_lit("abc"), weft_lit("abd")));
    cr_expect_not(weft_str_eq(weft_lit("abc"), weft_lit("ab")));
    cr_expect_not(weft_str_eq(weft_lit("abc"), weft_lit("ABC")));
}

Test(str, absent_equals_only_absent)
{
    cr_expect(weft_str_eq(absent, absent));
    cr_expect_not(weft_str_eq(absent, weft_lit("")));
    cr_expect_not(weft_str_eq(weft_lit(""), absent));
    cr_expect(wf_str_eq_nocase(absent, absent));
    cr_expect_not(wf_str_eq_nocase(absent, weft_lit("")));
}

Test(str, lower_touches_letters_only)
{
    for (int c = 0; c < 256; c++) {
        char expected = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        cr_expect_eq(wf_lower((char)c), expected, "byte %d", c);
    }
}

/* Every pair of bytes, at every place of a text that goes through the eight-byte step and the tail. */
Test(str, nocase_agrees_with_lower_on_every_pair)
{
    char a[11] = "0123456789", b[11] = "0123456789";
    for (size_t at = 0; at < 10; at++) {
        for (int pair = 0; pair < 256 * 256; pair++) {
            a[at] = (char)(pair >> 8);
            b[at] = (char)pair;
            bool expected = wf_lower(a[at]) == wf_lower(b[at]);
            cr_assert_eq(wf_str_eq_nocase(weft_str_of(a, 10), weft_str_of(b, 10)), expected,
                         "pair %04x at %zu", pair, at);
        }
        a[at] = b[at] = '0';
    }
}

Test(str, nocase_needs_equal_lengths)
{
    cr_expect(wf_str_eq_nocase(weft_lit("Content-Length"), weft_lit("cONTENT-lENGTH")));
    cr_expect(wf_str_eq_nocase(weft_lit(""), weft_lit("")));
    cr_expect_not(wf_str_eq_nocase(weft_lit("Content-Length"), weft_lit("content-lengt")));
    cr_expect_not(wf_str_eq_nocase(weft_lit("caf\xc3\x89"), weft_lit("caf\xc3\xa9")));
}

Test(str, starts)
{
    const struct {
        const char *text, *prefix;
        bool starts;
    } cases[] = {
        { "abc", "", true },   { "abc", "ab", true }, { "abc", "abc", true }, { "abc", "abcd", false },
        { "abc", "b", false }, { "", "", true },      { "", "a", false },     { NULL, "", true },
        { NULL, "a", false },  { NULL, NULL, true },  { "abc", NULL, true },  { "abc", "AB", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(wf_str_starts(wf_str(cases[i].text), wf_str(cases[i].prefix)), cases[i].starts,
                     "case %zu", i);
    }
}

Test(str, trim)
{
    const char *const cases[][2] = {
        { "abc", "abc" }, { " \tabc\t ", "abc" },   { " a b\t", "a b" }, { "", "" },       { " \t ", "" },
        { NULL, NULL },   { "\nabc\r", "\nabc\r" }, { "a", "a" },        { "\va", "\va" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_str(wf_str_trim(wf_str(cases[i][0])), cases[i][1]);
}

Test(str, cut)
{
    const struct {
        const char *text, *parts[4];
    } cases[] = {
        { "a,bc,d", { "a", "bc", "d" } }, { "a", { "a" } },   { "", { "" } },        { ",", { "", "" } },
        { ",,x", { "", "", "x" } },       { NULL, { NULL } }, { "a,", { "a", "" } }, { "a;b", { "a;b" } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str rest = wf_str(cases[i].text);
        size_t count = 0;
        while (rest.ptr) expect_str(wf_str_cut(&rest, ','), cases[i].parts[count++]);
        cr_expect_null(cases[i].parts[count], "case %zu: too few parts", i);
        cr_expect_eq(rest.len, 0);
        expect_str(wf_str_cut(&rest, ','), NULL);
    }
}

Test(str, nearest)
{
    static const char long_name[] =
        "a-name-of-more-than-sixty-four-bytes-a-name-of-more-than-sixty-four-bytes";
    static const char *const names[] = { "port", "host", "workers", "body_limit", "head_ms", long_name };
    const size_t count = sizeof names / sizeof *names;
    const struct {
        const char *name, *nearest;
    } cases[] = {
        { "port", "port" },
        { "prot", "port" },
        { "ports", "port" },
        { "post", "port" },
        { "worker", "workers" },
        { "wrokesr", "workers" },
        { "wxyzers", NULL },
        { "bodylimit", "body_limit" },
        { "body-limit", "body_limit" },
        { "BODY_LIMIT", NULL },
        { "head", NULL },
        { "", NULL },
        { "po", NULL },
        { "xyz", NULL },
        { "hot", "host" },
        { long_name, NULL },
        { NULL, NULL },
        { "hsot", "host" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got = wf_str_nearest(wf_str(cases[i].name), names, count);
        cr_expect(weft_str_eq(wf_str(got), wf_str(cases[i].nearest)), "case %zu: %s", i,
                  got ? got : "(none)");
    }
    cr_expect_null(wf_str_nearest(weft_lit("port"), names, 0));
}

Test(str, nearest_holds_at_its_longest)
{
    char name[65], too_long[65];
    memset(name, 'n', 64);
    memset(too_long, 'n', 65);
    name[64] = '\0';
    const char *const names[] = { name };
    cr_expect_null(wf_str_nearest(weft_str_of(too_long, 65), names, 1));
    cr_expect_eq(wf_str_nearest(wf_str(name), names, 1), names[0]);
    char other[65];
    memcpy(other, name, 65);
    other[10] = 'x';
    cr_expect_eq(wf_str_nearest(wf_str(other), names, 1), names[0]);
}

Test(str, order)
{
    /* Bytes are unsigned. */
    static const char *const sorted[] = { "", "a", "aa", "ab", "a\xc3\xa9", "b", "\xc3\xa9" };
    enum { COUNT = sizeof sorted / sizeof *sorted };
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            int order = wf_str_order(wf_str(sorted[i]), wf_str(sorted[j]));
            cr_expect_eq((order > 0) - (order < 0), (i > j) - (i < j), "%d %d", i, j);
        }
}
