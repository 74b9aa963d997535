#include "template/page.h"
#include "tests/template/out.h"

Test(template_css, values)
{
    static const char *const good[] = {
        "red",         "#ff0000", "-1.5em", "50%", "1px 2px", "Arial, serif", "bold !important",
        "caf\xC3\xA9", "+3",      "auto",   ""
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) PUTS(good[i], weft_page_css(page, at, good[i]));
}

Test(template_css, what_could_be_more_than_a_value_is_none)
{
    static const char *const bad[] = { "red;color:blue",
                                       "red}",
                                       "{",
                                       "url(x)",
                                       "expression(1)",
                                       "/*",
                                       "*/",
                                       "\"",
                                       "'",
                                       "a\\b",
                                       "</style>",
                                       "<!--",
                                       "-->",
                                       "--x",
                                       "@import",
                                       "a:b",
                                       "a\nb",
                                       "a\x01",
                                       "a\xFF",
                                       "`",
                                       "&quot;",
                                       "a[b]",
                                       "$x",
                                       "a=b",
                                       "~" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_str_eq(PUT(weft_page_css(page, at, bad[i])), "weft-invalid", "%s", bad[i]);
    }
    PUTS("weft-invalid", weft_page_css(page, at, weft_lit("a\0")));
}

Test(template_css, numbers_are_values)
{
    PUTS("12", weft_page_css(page, at, 12));
    PUTS("-0.5", weft_page_css(page, at, -0.5));
    PUTS("12.50", weft_page_css(page, at, weft_fixed(12.5, 2)));
}

Test(template_css, strings)
{
    PUTS("a b_c-d.e,1", weft_page_css_string(page, at, "a b_c-d.e,1"));
    PUTS("\\22 \\27 \\5c \\3c \\a \\26 \\3b ", weft_page_css_string(page, at, "\"'\\<\n&;"));
    PUTS("caf\xC3\xA9 \xEF\xBF\xBD\xEF\xBF\xBD",
         weft_page_css_string(page, at, weft_lit("caf\xC3\xA9 \xFF\0")));
}

Test(template_css, urls)
{
    PUTS("/a.png?b=c\\26 d", weft_page_css_url(page, at, "/a.png?b=c&d"));
    PUTS("%28%22%27%29%20%5C%3C%0A", weft_page_css_url(page, at, "(\"') \\<\n"));
    PUTS("about:invalid#weft", weft_page_css_url(page, at, "javascript:x"));
    PUTS("https://example.org/%C3%A9", weft_page_css_url(page, at, "https://example.org/\xC3\xA9"));
}
