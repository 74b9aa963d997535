#include "template/page.h"
#include "tests/json/record.h"
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

/* ---- Structs ---- */

static record sample(void)
{
    static const weft_str tags[] = { WEFT_LIT("a\"b"), WEFT_LIT("</script><!--"),
                                     WEFT_LIT("\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xA7") };
    return (record){ .id = 7,
                     .name = weft_lit("O'Neil & Co"),
                     .email = weft_lit("\\u003c"),
                     .active = true,
                     .score = -0.5,
                     .tags = tags,
                     .tags_count = 3 };
}

Test(template_script, a_struct_is_json_that_a_script_may_hold)
{
    record it = sample();
    PUTS("{\"id\":7,\"name\":\"O'Neil \\u0026 Co\",\"email\":\"\\\\u003c\",\"active\":true,\"score\":-0.5,"
         "\"tags\":[\"a\\\"b\",\"\\u003c/script\\u003e\\u003c!--\",\"\\u2028\\u2029\xE2\x80\xA7\"]}",
         weft_page_js(page, at, weft_as_json(&record_codec, &it)));
    PUTS("null", weft_page_js(page, at, weft_as_json(&record_codec, NULL)));
}

Test(template_script, a_struct_in_an_attribute)
{
    record it = sample();
    it.tags_count = 1;
    const char *expected =
        "{&quot;id&quot;:7,&quot;name&quot;:&quot;O&#39;Neil \\u0026 "
        "Co&quot;,&quot;email&quot;:&quot;\\\\u003c"
        "&quot;,&quot;active&quot;:true,&quot;score&quot;:-0.5,&quot;tags&quot;:[&quot;a\\&quot;b&quot;]}";
    PUTS(expected, weft_page_attr(page, at, weft_as_json(&record_codec, &it)));
    PUTS(expected, weft_page_text(page, at, weft_as_json(&record_codec, &it)));
    PUTS(expected, weft_page_js_attr(page, at, weft_as_json(&record_codec, &it)));
    cr_expect(weft_page_has(weft_as_json(&record_codec, &it)));
    cr_expect_not(weft_page_has(weft_as_json(&record_codec, NULL)));
}

Test(template_script, what_is_no_json_fails_the_page_and_says_so)
{
    record it = sample();
    it.score = (double)NAN;
    out *o = out_new(1 << 16);
    o->at = weft_page_text(&o->page, o->at, "before");
    o->at = weft_page_js(&o->page, o->at, weft_as_json(&record_codec, &it));
    o->at = weft_page_js(&o->page, o->at, weft_as_json(&record_codec, &it));
    cr_expect_not(weft_page_end(&o->page, o->at));
    cr_expect_not_null(o->page.mistake);
    cr_expect_str_eq(o->page.culprit, "record");
    out_free(o);
}

Test(template_script, large_json_after_much_else)
{
    enum { TAGS = 2000 };
    static weft_str tags[TAGS];
    for (size_t i = 0; i < TAGS; i++) tags[i] = weft_lit("<&>");
    record it = sample();
    it.tags = tags;
    it.tags_count = TAGS;
    out *o = out_new(1 << 20);
    for (int times = 0; times < 3; times++) {
        o->at = weft_page_js(&o->page, o->at, weft_as_json(&record_codec, &it));
        cr_expect_geq(o->page.end - o->at, WEFT_PAGE_RUN);
    }
    cr_assert(weft_page_end(&o->page, o->at));
    cr_expect_eq(o->buf.len % 3, 0u);
    cr_expect_eq(memchr(o->buf.ptr, '<', o->buf.len), NULL);
    cr_expect_eq(memcmp(o->buf.ptr, o->buf.ptr + o->buf.len / 3, o->buf.len / 3), 0);
    out_free(o);
    o = out_new(40000); /* the JSON fits, its escapes do not */
    o->at = weft_page_js(&o->page, o->at, weft_as_json(&record_codec, &it));
    cr_expect_not(weft_page_end(&o->page, o->at));
    cr_expect_null(o->page.mistake, "%s", o->page.mistake);
    out_free(o);
}
