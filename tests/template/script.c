#include "template/page.h"
#include "tests/template/out.h"
#include <math.h>

Test(template_script, texts_within_a_string)
{
    PUTS("a/b-c (d)", weft_page_js_string(page, at, "a/b-c (d)"));
    PUTS("\\u0022\\u0027\\u0060\\\\\\u0024{\\u0026\\u003c\\u003e",
         weft_page_js_string(page, at, "\"'`\\${&<>"));
    PUTS("\\n\\r\\t\\u0001\\u007f", weft_page_js_string(page, at, "\n\r\t\x01\x7f"));
    PUTS("\\u2028\\u2029\xE2\x80\xA7\xE2\x80\xAA",
         weft_page_js_string(page, at, "\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xA7\xE2\x80\xAA"));
    PUTS("\xEF\xBF\xBD\xEF\xBF\xBD!", weft_page_js_string(page, at, weft_lit("\0\xE2!")));
    PUTS("\\u003c/script\\u003e\\u003c!-\\u002d", weft_page_js_string(page, at, "</script><!--"));
    PUTS("\\u002d12", weft_page_js_string(page, at, -12));
    PUTS("\\u002d", weft_page_js_string(page, at, "-"));
    PUTS("\\u002d\\u002d", weft_page_js_string(page, at, "--"));
    PUTS("\\u002d-\\u002d", weft_page_js_string(page, at, "---"));
    PUTS("", weft_page_js_string(page, at, ""));
    PUTS("", weft_page_js_string(page, at, weft_str_of(NULL, 0)));
}

Test(template_script, values)
{
    PUTS("\"a\\u0022b\"", weft_page_js(page, at, "a\"b"));
    PUTS("\"\"", weft_page_js(page, at, weft_lit("")));
    PUTS("null", weft_page_js(page, at, weft_str_of(NULL, 0)));
    PUTS("null", weft_page_js(page, at, (const char *)NULL));
    PUTS("true", weft_page_js(page, at, (bool)true));
    PUTS("12", weft_page_js(page, at, 12u));
    PUTS(" -12", weft_page_js(page, at, -12));
    PUTS("0.5", weft_page_js(page, at, 0.5));
    PUTS(" -0.5", weft_page_js(page, at, -0.5f));
    PUTS("null", weft_page_js(page, at, (double)NAN));
    PUTS("null", weft_page_js(page, at, -(double)INFINITY));
    PUTS("null", weft_page_js(page, at, INFINITY));
    PUTS("\"x\"", weft_page_js(page, at, (char)'x'));
    PUTS("\"1,000\"", weft_page_js(page, at, weft_thousands(1000)));
}

Test(template_script, values_in_handlers)
{
    PUTS("&quot;a\\u0027b&quot;", weft_page_js_attr(page, at, "a'b"));
    PUTS("null", weft_page_js_attr(page, at, weft_str_of(NULL, 0)));
    PUTS(" -1", weft_page_js_attr(page, at, -1));
    PUTS("&quot;x&quot;", weft_page_js_attr(page, at, (char)'x'));
}
