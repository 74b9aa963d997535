#include "template/page.h"
#include "tests/template/out.h"

#define REFUSED "about:invalid#weft"

Test(template_url, schemes_that_may_stand_in_a_page)
{
    static const char *const safe[] = { "",
                                        "/",
                                        "/a?b=c#d",
                                        "items/1",
                                        "?q=a:b",
                                        "#a:b",
                                        "/a:b",
                                        "./javascript:x",
                                        "//example.org/",
                                        "http://example.org",
                                        "HTTPS://example.org",
                                        "hTTp:x",
                                        "mailto:a@example.org",
                                        "tel:+1",
                                        "sms:+1",
                                        "ftp://example.org",
                                        " \t\n https://example.org",
                                        "javascript&colon;alert(1)",
                                        "javascript" };
    for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
        cr_expect(wf_url_is_safe(weft_cstr(safe[i])), "%s", safe[i]);
}

Test(template_url, schemes_that_may_not)
{
    static const char *const unsafe[] = { "javascript:alert(1)",
                                          "JavaScript:alert(1)",
                                          " javascript:alert(1)",
                                          "\x01javascript:alert(1)",
                                          "\x1f \x0cjavascript:alert(1)",
                                          "java\tscript:alert(1)",
                                          "java\nscript:alert(1)",
                                          "java\r\nscript:alert(1)",
                                          "javascript\t:alert(1)",
                                          "javascript :alert(1)",
                                          "java\x01script:alert(1)",
                                          "\xE2\x80\x83javascript:alert(1)",
                                          "\xC2\xA0javascript:alert(1)",
                                          "vbscript:x",
                                          "data:text/html,<script>",
                                          "DATA:text/html;base64,PHNjcmlwdD4=",
                                          "blob:x",
                                          "filesystem:x",
                                          "view-source:javascript:x",
                                          "file:///etc/passwd",
                                          "about:blank",
                                          "intent:x",
                                          "ht\ttps://example.org",
                                          ":",
                                          ":x",
                                          "12:30",
                                          "x-unknown:1" };
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        cr_expect_not(wf_url_is_safe(weft_cstr(unsafe[i])), "%s", unsafe[i]);
    cr_expect_not(wf_url_is_safe(weft_lit("java\0script:x")));
    cr_expect_not(wf_url_is_safe(weft_lit("\0javascript:x")));
}

Test(template_url, a_whole_url)
{
    PUTS("/a?b=1&amp;c=&quot;", weft_page_url(page, at, "/a?b=1&c=\""));
    PUTS(REFUSED, weft_page_url(page, at, weft_lit("javascript:alert(1)")));
    PUTS("", weft_page_url(page, at, weft_str_of(NULL, 0)));
    PUTS("-12", weft_page_url(page, at, -12));
    PUTS("true", weft_page_url(page, at, (bool)true));
}

Test(template_url, parts_are_percent_encoded)
{
    PUTS("a/b%3Fc%23d:e@f%20%26+%25%22%27%3C%5C%0A", weft_page_url_part(page, at, "a/b?c#d:e@f &+%\"'<\\\n"));
    PUTS("%2Fevil.example/x/", weft_page_url_root(page, at, "/evil.example/x/"));
    PUTS("%5C/evil.example", weft_page_url_root(page, at, "\\/evil.example"));
    PUTS("%09/evil.example", weft_page_url_root(page, at, "\t/evil.example"));
    PUTS(".", weft_page_url_root(page, at, ""));
    PUTS(".", weft_page_url_root(page, at, weft_str_of(NULL, 0)));
    PUTS("items", weft_page_url_root(page, at, "items"));
    PUTS("javascript%3Aalert%281%29", weft_page_url_lead(page, at, "javascript:alert(1)"));
    PUTS("a%2Fb%3Dc%26d%2Be%20-._~", weft_page_url_query(page, at, "a/b=c&d+e -._~"));
    PUTS("caf%C3%A9%F0%9F%98%80", weft_page_url_part(page, at, "caf\xC3\xA9\xF0\x9F\x98\x80"));
    PUTS("a%EF%BF%BD%EF%BF%BDb", weft_page_url_part(page, at,
                                                    "a\xC3\xFF"
                                                    "b"));
    PUTS("%EF%BF%BD", weft_page_url_query(page, at, weft_lit("\0")));
    PUTS("1e%2B30", weft_page_url_query(page, at, 1e30));
    PUTS("18446744073709551615", weft_page_url_part(page, at, UINT64_MAX));
    PUTS("%26", weft_page_url_query(page, at, (char)'&'));
}

Test(template_url, parameters)
{
    weft_param_pair list[] = { { "q", weft_lit("a&b") },
                               { "none", weft_str_of(NULL, 0) },
                               { "empty", weft_lit("") },
                               { "n\xC3\xA9", weft_lit("x y") } };
    PUTS("q=a%26b&amp;empty=&amp;n%C3%A9=x%20y", weft_page_url_query(page, at, weft_params(list, 4)));
    PUTS("", weft_page_url_query(page, at, weft_params(list + 1, 1)));
    PUTS("", weft_page_url_query(page, at, weft_params(NULL, 0)));
}

Test(template_url, srcset)
{
    PUTS("/a.png 1x, /b.png 2x", weft_page_srcset(page, at, "/a.png 1x, /b.png 2x"));
    PUTS("/a.png", weft_page_srcset(page, at, "  /a.png"));
    PUTS(REFUSED ", /b&amp;c 2x", weft_page_srcset(page, at, "javascript:x,/b&c 2x"));
    PUTS("/a 1x, " REFUSED " 2x, /c", weft_page_srcset(page, at, "/a 1x,data:image/png 2x,/c"));
    PUTS("/a, " REFUSED, weft_page_srcset(page, at, "/a,\tdata:x"));
    PUTS("", weft_page_srcset(page, at, weft_str_of(NULL, 0)));
    PUTS("", weft_page_srcset(page, at, ""));
    PUTS(", ", weft_page_srcset(page, at, ","));
}
