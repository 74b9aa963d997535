/* Constant expressions, as enum constants have them. */
#include "tests/cdecl/read.h"

Test(cdecl_expr, values)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        { "1 + 2 * 3", 7 },
        { "(1 + 2) * 3", 9 },
        { "-5 / 2", -2 },
        { "-5 % 3", -2 },
        { "1 << 4 | 3", 19 },
        { "0x1F & ~1", 30 },
        { "010", 8 },
        { "0b101", 5 },
        { "1 ? 2 : 3", 2 },
        { "0 ? 2 : 0 ? 3 : 4", 4 },
        { "1 < 2 == 1", 1 },
        { "!0 + !5", 1 },
        { "'a'", 97 },
        { "'\\n'", 10 },
        { "'\\0'", 0 },
        { "1u + 2UL + 3ll", 6 },
        { "9223372036854775807", INT64_MAX },
        { "-9223372036854775807 - 1", INT64_MIN },
        { "0 && 1 / 0", 0 },
        { "1 || sizeof(int)", 1 },
        { "7 ^ 2 && 1", 1 },
        { "- - 4", 4 },
        { "2 > 1 >= 1", 1 },
        { "1 != 2", 1 },
        { "256 >> 4", 16 },
        { "10 - 4 - 3", 3 },
        { "UINT8_MAX + 1", 256 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        snprintf(text, sizeof text, "enum { A = %s };", cases[i].text);
        wf_cdecl *set = read_set(text);
        const wf_cname *name = wf_cdecl_find(set, weft_lit("A"));
        cr_expect(name->known, "%s is not known", cases[i].text);
        cr_expect_eq(name->value, cases[i].value, "%s is %lld", cases[i].text, (long long)name->value);
        wf_cdecl_free(set);
    }
}

Test(cdecl_expr, what_has_no_value_here)
{
    static const char *const texts[] = { "sizeof(int)",
                                         "1 / 0",
                                         "1 % 0",
                                         "9223372036854775807 + 1",
                                         "9223372036854775808",
                                         "1 << 63",
                                         "-1 << 1",
                                         "1 >> 64",
                                         "x",
                                         "f(1)",
                                         "1.5",
                                         "(int)1",
                                         "\"a\"",
                                         "'ab'",
                                         "-9223372036854775807 - 2",
                                         "9223372036854775807 * 2",
                                         "08",
                                         "1x",
                                         "1 ? 2",
                                         "&y" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[128];
        snprintf(text, sizeof text, "enum { A = %s, B, C = 3 };", texts[i]);
        wf_cdecl *set = read_set(text);
        cr_expect_not(wf_cdecl_find(set, weft_lit("A"))->known, "%s", texts[i]);
        cr_expect_not(wf_cdecl_find(set, weft_lit("B"))->known, "%s", texts[i]);
        cr_expect(wf_cdecl_find(set, weft_lit("C"))->known, "%s", texts[i]);
        wf_cdecl_free(set);
    }
}
