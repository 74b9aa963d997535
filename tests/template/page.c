#include "template/page.h"
#include "src/base/check.h"
#include "tests/template/out.h"
#include <math.h>

Test(template_page, a_page_is_put_behind_what_the_buffer_holds)
{
    weft_buf buf = weft_buf_heap(1 << 16);
    weft_put_str(&buf, weft_lit("before "));
    weft_page page;
    char *at = weft_page_into(&page, &buf);
    at = WEFT_PAGE_LIT(at, "<p>");
    at = weft_page_text(&page, at, "1 < 2");
    at = WEFT_PAGE_LIT(at, "</p>");
    cr_expect(weft_page_end(&page, at));
    cr_expect(weft_str_eq(weft_buf_str(&buf), weft_lit("before <p>1 &lt; 2</p>")));
    weft_buf_free(&buf);
}

Test(template_page, every_printable_type)
{
    weft_str text = weft_lit("<s>");
    char letters[] = "a\"b";
    PUTS("&lt;s&gt;", weft_page_text(page, at, text));
    PUTS("a&quot;b", weft_page_text(page, at, letters));
    PUTS("it&#39;s", weft_page_text(page, at, "it's"));
    PUTS("true", weft_page_text(page, at, (bool)true));
    PUTS("false", weft_page_text(page, at, (bool)false));
    PUTS("&lt;", weft_page_text(page, at, (char)'<'));
    PUTS("\xEF\xBF\xBD", weft_page_text(page, at, (char)'\xE4'));
    PUTS("\xEF\xBF\xBD", weft_page_text(page, at, (char)'\0'));
    PUTS("-128", weft_page_text(page, at, (int8_t)-128));
    PUTS("255", weft_page_text(page, at, (uint8_t)255));
    PUTS("-32768", weft_page_text(page, at, (int16_t)INT16_MIN));
    PUTS("65535", weft_page_text(page, at, (uint16_t)UINT16_MAX));
    PUTS("-2147483648", weft_page_text(page, at, INT32_MIN));
    PUTS("4294967295", weft_page_text(page, at, UINT32_MAX));
    PUTS("-9223372036854775808", weft_page_text(page, at, INT64_MIN));
    PUTS("18446744073709551615", weft_page_text(page, at, UINT64_MAX));
    PUTS("-7", weft_page_text(page, at, -7LL));
    PUTS("7", weft_page_text(page, at, 7ULL));
    PUTS("42", weft_page_text(page, at, sizeof(char[42])));
    PUTS("0.1", weft_page_text(page, at, 0.1));
    PUTS("0.1", weft_page_text(page, at, 0.1f));
    PUTS("3.40", weft_page_text(page, at, weft_fixed(3.4, 2)));
    PUTS("&lt;b&gt;\xE2\x80\xA6", weft_page_text(page, at, weft_truncate(weft_lit("<b>old</b>"), 3)));
}

Test(template_page, a_long_text_and_a_long_literal_make_room_for_themselves)
{
    enum { LEN = 20000 };
    char *text = malloc(LEN);
    memset(text, '<', LEN);
    out *o = out_new(1 << 20);
    o->at = weft_page_text(&o->page, o->at, weft_str_of(text, LEN));
    cr_expect_geq(o->page.end - o->at, WEFT_PAGE_RUN, "there is room for a run behind it");
    o->at = weft_page_long_lit(&o->page, o->at, text, LEN);
    cr_expect_geq(o->page.end - o->at, WEFT_PAGE_RUN);
    cr_expect(weft_page_end(&o->page, o->at));
    cr_expect_eq(o->buf.len, (size_t)(4 * LEN + LEN));
    out_free(o);
    free(text);
}

/* Every context, over a text that is longer than any piece: whatever is put, there is room for a run behind it. */
Test(template_page, every_context_leaves_room_for_a_run)
{
    static char text[3000];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(i * 37 + i / 256);
    weft_str all = weft_str_of(text, sizeof text);
#define X(context)                                                       \
    {                                                                    \
        out *o = out_new(1 << 20);                                       \
        for (int times = 0; times < 5; times++) {                        \
            o->at = weft_page_##context##_str(&o->page, o->at, all);     \
            cr_expect_geq(o->page.end - o->at, WEFT_PAGE_RUN, #context); \
        }                                                                \
        cr_expect(weft_page_end(&o->page, o->at), #context);             \
        out_free(o);                                                     \
    }
    WEFT_PAGE_CONTEXTS(X)
    X(js)
    X(js_attr)
    X(raw)
#undef X
}

Test(template_page, the_ceiling_fails_the_buffer_and_nobody_has_to_ask)
{
    weft_buf buf = weft_buf_heap(3 * WEFT_PAGE_RUN);
    weft_put_str(&buf, weft_lit("kept"));
    weft_page page;
    char *at = weft_page_into(&page, &buf);
    for (int i = 0; i < 10000; i++) {
        at = weft_page_room(&page, at, 2 * WEFT_PAGE_HOLE + 16);
        at = weft_page_text(&page, at, "<abc>");
        at = WEFT_PAGE_LIT(at, "0123456789");
        at = weft_page_text(&page, at, i);
        at = weft_page_js(&page, at, "text");
    }
    cr_expect_not(weft_page_end(&page, at));
    cr_expect_not(weft_buf_ok(&buf));
    cr_expect_eq(buf.len, 4u, "as long as it was");
    weft_put_str(&buf, weft_lit("more"));
    cr_expect_eq(buf.len, 4u, "and stays so");
    weft_buf_free(&buf);
}

Test(template_page, no_page_without_room_for_a_run)
{
    weft_buf buf = weft_buf_heap(100);
    weft_page page;
    char *at = weft_page_into(&page, &buf);
    cr_assert_not_null(at, "there is always somewhere to write");
    at = weft_page_text(&page, at, "x");
    cr_expect_not(weft_page_end(&page, at));
    weft_buf_free(&buf);
}

#ifdef WEFT_FAULTS
Test(template_page, memory_that_runs_out_in_the_middle)
{
    for (int skip = 0; skip < 6; skip++) {
        out *o = out_new(1 << 20);
        wf_fault_arm(WF_FAULT_ALLOC, skip, -1);
        for (int i = 0; i < 3000; i++) {
            o->at = weft_page_room(&o->page, o->at, WEFT_PAGE_HOLE + 32);
            o->at = WEFT_PAGE_LIT(o->at, "<li>");
            o->at = weft_page_text(&o->page, o->at, "some text that is put again and again");
        }
        bool ended = weft_page_end(&o->page, o->at);
        wf_fault_disarm_all();
        cr_expect(skip > 4 || !ended, "after %d allocations", skip);
        cr_expect(ended || o->buf.len == 0);
        out_free(o);
    }
}
#endif

/* ---- Content ---- */

static char *put_greeting(weft_page *page, char *at, const void *data)
{
    const char *name = data;
    at = weft_page_room(page, at, 64 + WEFT_PAGE_HOLE);
    at = WEFT_PAGE_LIT(at, "<b>Hello, ");
    at = weft_page_text(page, at, name);
    return WEFT_PAGE_LIT(at, "</b>");
}

Test(template_page, content_is_html_where_html_is)
{
    weft_content greeting = { put_greeting, "<Ada>" };
    PUTS("<b>Hello, &lt;Ada&gt;</b>", weft_page_text(page, at, greeting));
    PUTS("", weft_page_text(page, at, ((weft_content){ 0 })));
}

Test(template_page, content_is_shown_as_text_in_attributes_and_titles)
{
    weft_content greeting = { put_greeting, "\"<Ada>\" & 'Bob'" };
    PUTS("&lt;b&gt;Hello, &quot;&lt;Ada&gt;&quot; &amp; &#39;Bob&#39;&lt;/b&gt;",
         weft_page_attr(page, at, greeting));
    PUTS("", weft_page_attr(page, at, ((weft_content){ 0 })));
    weft_str plain = weft_lit("nothing to escape");
    PUTS("nothing to escape", weft_page_attr(page, at, weft_raw_html(&plain)));
    PUTS("plain", weft_page_attr(page, at, "plain"));
}

static char *put_markup(weft_page *page, char *at, const void *data)
{
    (void)data;
    for (int i = 0; i < 2000; i++) at = weft_page_raw(page, at, "<\"'>&amp;");
    return at;
}

Test(template_page, large_content_as_text)
{
    weft_content markup = { put_markup, NULL };
    out *o = out_new(1 << 20);
    o->at = weft_page_attr(&o->page, o->at, markup);
    cr_expect_geq(o->page.end - o->at, WEFT_PAGE_RUN);
    cr_assert(weft_page_end(&o->page, o->at));
    const char *one = "&lt;&quot;&#39;&gt;&amp;";
    cr_assert_eq(o->buf.len, 2000 * strlen(one));
    for (size_t i = 0; i < 2000; i++) cr_assert_arr_eq(o->buf.ptr + i * strlen(one), one, strlen(one));
    out_free(o);
    o = out_new(20000); /* enough for the content, too little for its entities */
    o->at = weft_page_attr(&o->page, o->at, markup);
    cr_expect_not(weft_page_end(&o->page, o->at));
    out_free(o);
}

Test(template_page, raw_html_is_put_as_it_is)
{
    weft_str html = weft_lit("<i>&amp;</i>");
    PUTS("<i>&amp;</i>", weft_page_text(page, at, weft_raw_html(&html)));
    PUTS("<i>&amp;</i>", weft_page_raw(page, at, html));
    PUTS("<br>", weft_page_raw(page, at, "<br>"));
}

Test(template_page, attributes_vanish_when_their_value_is_false_or_absent)
{
    cr_expect_not(weft_page_has((bool)false));
    cr_expect(weft_page_has((bool)true));
    cr_expect_not(weft_page_has((const char *)NULL));
    cr_expect(weft_page_has(""));
    cr_expect_not(weft_page_has(weft_str_of(NULL, 0)));
    cr_expect(weft_page_has(weft_lit("")));
    cr_expect_not(weft_page_has((weft_content){ 0 }));
    cr_expect(weft_page_has(0));
    cr_expect(weft_page_has(0u));
    cr_expect(weft_page_has(0.0));
    cr_expect(weft_page_has(0.0f));
    cr_expect(weft_page_has('0'));
    cr_expect(weft_page_has((char)0));
    cr_expect(weft_page_has(weft_fixed(1, 1)));
}
