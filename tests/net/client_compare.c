/* What is different is told so that people see it. */
#include "tests/net/client.h"

TestSuite(net_client_compare, .init = set_up, .fini = tear_down, .timeout = 60);

Test(net_client_compare, differences_are_told)
{
    static const struct {
        const char *path, *expected, *why;
    } cases[] = {
        { "/fixed", "first line\nsecond 'line'\n",
          "GET /fixed: the body differs from byte 18 on, in line 2\n"
          "  expected: \"second 'line'\\n\"\n"
          "  got:      \"second \\\"line\\\"\\n\"\n"
          "                    ^" },
        { "/fixed", "",
          "GET /fixed: the body differs from byte 0 on\n"
          "  expected: \"\"\n"
          "  got:      \"first line\\n\"\n"
          "             ^" },
        { "/fixed", "first line\nsecond \"line\"\nthird",
          "GET /fixed: the body differs from byte 25 on, in line 3\n"
          "  expected: \"third\"\n"
          "  got:      \"\"\n"
          "             ^" },
        { "/fixed", "first line",
          "GET /fixed: the body differs from byte 10 on\n"
          "  expected: \"first line\"\n"
          "  got:      \"first line\\n\"\n"
          "                       ^" },
        { "/echo/0123456789012345678901234567890123456789012345678901234567890123456789",
          "0 /echo/0123456789012345678901234567890123456789012345678901x",
          "GET /echo/012345678901234567890123456789012345678901234567890123...: the body differs from byte "
          "60 on\n"
          "  expected: \"...2345678901234567890123456789012345678901x\"\n"
          "  got:      \"...2345678901234567890123456789012345678901234567890123456789\\n\"\n"
          "                                                        ^" },
    };
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        for (size_t i = 0; i < COUNT(cases); i++) {
            cr_expect_not(weft_answer_is(weft_test_get(test, cases[i].path), 200, cases[i].expected));
            cr_expect_str_eq(weft_test_why(test), cases[i].why, "%zu:\n%s\n", i, weft_test_why(test));
        }
        weft_answer answer = weft_test_get(test, "/fixed");
        cr_expect_not(weft_answer_is(answer, 201, "x"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: expected status 201, got 200\n"
                                              "  body:     \"first line\\nsecond \\\"line\\\"\\n\"");
        cr_expect(weft_answer_is(answer, 200, "first line\nsecond \"line\"\n"));
        cr_expect_str_eq(weft_test_why(test), "", "what was told is forgotten");
        cr_expect(weft_answer_contains(answer, "line\nsecond"));
        cr_expect(weft_answer_contains(answer, ""));
        cr_expect_not(weft_answer_contains(answer, "third\n"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: the body lacks what is expected\n"
                                              "  expected: \"third\\n\"\n"
                                              "  body:     \"first line\\nsecond \\\"line\\\"\\n\"");
        cr_expect(weft_answer_has(answer, "X-Twice", NULL));
        cr_expect(weft_answer_has(answer, "X-Twice", "one"));
        cr_expect(weft_answer_has(answer, "X-Twice", "two"));
        cr_expect_not(weft_answer_has(answer, "X-Twice", "ones"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: the field X-Twice differs from byte 3 on\n"
                                              "  expected: \"ones\"\n"
                                              "  got:      \"one\"\n"
                                              "                ^");
        cr_expect_not(weft_answer_has(answer, "X-Thrice", "one"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: there is no field X-Thrice");
        cr_expect(weft_answer_lacks(answer, "X-Thrice"));
        cr_expect_not(weft_answer_lacks(answer, "x-twice"));
        cr_expect_str_eq(weft_test_why(test), "GET /fixed: expected no field x-twice, got \"one\"");
        answer = weft_test_get(test, "/stream/cut");
        cr_expect_not(weft_answer_is(answer, 200, "piece 102\npiece 101\n"));
        cr_expect_str_eq(weft_test_why(test),
                         "GET /stream/cut: the answer was cut off after 20 bytes of its body\n"
                         "  body:     \"piece 102\\npiece 101\\n\"");
    }
}

/* Bytes that no terminal shows are escaped, UTF-8 is not; the caret counts what is seen. */
Test(net_client_compare, what_is_shown_can_be_read)
{
    static const struct {
        const char *text, *shown;
        size_t columns;
    } cases[] = {
        { "plain ~", "plain ~", 7 },
        { "\a\b\t\n\v\f\r", "\\a\\b\\t\\n\\v\\f\\r", 14 },
        { "\"\\", "\\\"\\\\", 4 },
        { "\x01\x1b\x7f", "\\x01\\x1b\\x7f", 12 },
        { "\xc3\xa4\xe2\x82\xac", "\xc3\xa4\xe2\x82\xac", 2 },
        { "\xc2\x80", "\\xc2\\x80", 8 }, /* a control */
        { "\xc3", "\\xc3", 4 },
        { "\xff", "\\xff", 4 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_buf out = weft_buf_heap(100);
        cr_expect_eq(wf_put_shown(&out, wf_str(cases[i].text)), cases[i].columns, "%zu", i);
        cr_expect(weft_str_eq(weft_buf_str(&out), wf_str(cases[i].shown)), "%zu: %.*s", i, (int)out.len,
                  out.ptr);
        weft_buf_free(&out);
    }
}

Test(net_client_compare, an_answer_that_is_gone_is_not_compared)
{
    for (BOTH_WAYS(live, (weft_server){ 0 })) {
        weft_answer old = weft_test_get(test, "/fixed");
        weft_test_get(test, "/nothing");
        cr_expect_not(weft_answer_is(old, 200, NULL));
        cr_expect_str_eq(weft_test_why(test),
                         "GET /nothing: this came behind the answer that is compared, which is gone");
        old = weft_test_get(test, "/fixed");
        weft_test_send(test, weft_lit("GET"));
        cr_expect_not(weft_answer_has(old, "Date", NULL));
    }
}
