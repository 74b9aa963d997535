/* Compiled templates at work: what the pages of tests/golden/page print. */
#include "article.page.h"
#include "attributes.page.h"
#include "fragments.page.h"
#include "items.page.h"
#include "loops.page.h"
#include "scripts.page.h"
#include "space.page.h"
#include "stream.page.h"
#include "styles.page.h"
#include "table.page.h"
#include "tree.page.h"
#include "urls.page.h"
#include "values.page.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <weft/test.h>

static const item items[] = {
    { .id = 1,
      .name = WEFT_LIT("Lamp <A>"),
      .price = 9.5,
      .active = true,
      .tint = GREEN,
      .note = "n\"ote",
      .level = 5,
      .code = "abc" },
    { .id = 2222, .name = WEFT_LIT("B"), .price = 3, .tint = SKY },
};
static const weft_str tags[] = { WEFT_LIT("x"), WEFT_LIT("y&z") };
static const item_list list = { items, 2, tags, 2, { 7, 8, 9 } }, none;
static const node leaves[] = { { WEFT_LIT("a"), NULL, 0 }, { WEFT_LIT("b"), NULL, 0 } };
static const node tree = { WEFT_LIT("root"), leaves, 2 };

#define EVIL         weft_lit("a'\"<&>/ ?#\xc3\xa9")
#define EVIL_HTML    "a&#39;&quot;&lt;&amp;&gt;/ ?#\xc3\xa9"
#define EVIL_PERCENT "a%27%22%3C%26%3E/%20%3F%23%C3%A9"
#define EVIL_QUERY   "a%27%22%3C%26%3E%2F%20%3F%23%C3%A9"
#define EVIL_SCRIPT  "a\\u0027\\u0022\\u003c\\u0026\\u003e/ ?#\xc3\xa9"

static weft_buf bytes;
static void set_up(void) { bytes = weft_buf_heap(1 << 20); }
static void tear_down(void) { weft_buf_free(&bytes); }
TestSuite(template_pages, .init = set_up, .fini = tear_down);

/* `rendered`: whether the page was; what it printed is compared, and forgotten. */
static void expect(bool rendered, const char *html)
{
    cr_assert(rendered);
    weft_put_char(&bytes, '\0');
    cr_expect_str_eq(bytes.ptr, html);
    bytes.len = 0;
}

Test(template_pages, a_list_and_an_empty_one)
{
    expect(items_render(&bytes, &list, weft_lit("T & T")),
           "<!doctype html>\n<title>T &amp; T</title>\n<ul>\n"
           "  <li class=\"first\"><a href=\"/items/1\">Lamp &lt;A&gt;</a> 9.5</li>\n"
           "  <li class=\"\"><a href=\"/items/2222\">B</a> 3</li>\n</ul>\n");
    expect(items_render(&bytes, &none, weft_str_of(NULL, 0)),
           "<!doctype html>\n<title></title>\n<ul>\n  <li>Nothing yet.</li>\n</ul>\n");
}

Test(template_pages, layouts_take_content_in_slots_and_arguments_by_name_and_default)
{
    expect(article_render(&bytes, &items[0], true),
           "<!doctype html>\n<html lang=\"en\">\n<title>Lamp &lt;A&gt;</title>\n<aside>\n"
           "<!doctype html>\n<html lang=\"Lamp &lt;A&gt;\">\n<title>Inner</title>\n<main>\n  <i>1 "
           "true</i>\n</main>\n"
           "</aside>\n<main>\n  <p><b class=\"badge plain\">Lamp &lt;A&gt; 10</b>\n"
           "<b class=\"badge warm\">Lamp &lt;A&gt; 3</b>\n</p>\n</main>\n");
}

Test(template_pages, templates_call_themselves)
{
    expect(tree_render(&bytes, &tree, 0),
           "<li>0: root\n<ul>\n<li>1: a\n</li>\n<li>1: b\n</li>\n</ul>\n</li>\n");
}

Test(template_pages, tags_leave_no_blank_lines_and_dashes_take_white_space)
{
    static const char tail[] = "xy\n@media print{#nav{color:red}} class A{#x=1} z\n"
                               "  {{ not.a.hole }} {% nor a tag %} {# nor a comment #}\n"
                               "{{ ${a:{b:1}} me@example.org ?? ?\?/ \\n \"quoted\"\nend\n";
    char html[512];
    snprintf(html, sizeof html, "start\n  kept indentation\nabctrued\n%s", tail);
    expect(space_render(&bytes, true), html);
    snprintf(html, sizeof html, "start\nacfalsed\n%s", tail);
    expect(space_render(&bytes, false), html);
}

Test(template_pages, attributes_vanish_with_their_value_and_boolean_ones_are_bare)
{
    expect(attributes_render(&bytes, &items[0], true, EVIL),
           "<input class=\"" EVIL_HTML
           "\" title='n&quot;ote' disabled CHECKED aria-busy=\"true\" value=\"1\" "
           "data-tint=\"GREEN\">\n<p class=\"item " EVIL_HTML
           "\" hidden id='n1'>\n<option selected data-active>\n"
           "<textarea>\n" EVIL_HTML "</textarea><title>" EVIL_HTML "</title>\n<!-- " EVIL_HTML
           " --><pre>\n" EVIL_HTML "</pre>\n");
    expect(attributes_render(&bytes, &items[1], false, weft_str_of(NULL, 0)),
           "<input value=\"2222\" data-tint=\"BLUE\">\n<p class=\"item \"  id='n2222'>\n<option >\n"
           "<textarea>\n</textarea><title></title>\n<!--  --><pre>\n</pre>\n");
}

Test(template_pages, urls_are_escaped_by_their_parts)
{
    expect(urls_render(&bytes, EVIL, 7),
           "<a href=\"" EVIL_HTML "\">whole</a>\n<a href=\"" EVIL_HTML
           "/7\">lead</a>\n<a href=\"item-" EVIL_PERCENT "/x\">relative</a>\n<a href=\"/items/" EVIL_PERCENT
           "/7\">path</a>\n<a href=\"/s?q=" EVIL_QUERY "&amp;n=7#" EVIL_QUERY
           "\">query</a>\n<a href=\"/s?q=" EVIL_QUERY "&amp;lang=en\">params</a>\n<img src='" EVIL_HTML
           "' srcset=\"" EVIL_HTML " 1x, /img/7.png 2x, " EVIL_HTML
           " 7w\" alt=\"\">\n<form action=\"/a/7\"></form>\n<svg><a xlink:href=\"" EVIL_HTML
           "\"></a></svg>\n");
    cr_assert(urls_render(&bytes, weft_lit("javascript:alert(1)"), -1));
    weft_put_char(&bytes, '\0');
    cr_expect_null(strstr(bytes.ptr, "\"javascript:"));
    cr_expect_not_null(strstr(bytes.ptr, "<a href=\"about:invalid#weft\">whole</a>"));
}

Test(template_pages, scripts_take_values_and_strings)
{
    expect(scripts_render(&bytes, &list, EVIL),
           "<script type=\"module\">\n  const a = \"" EVIL_SCRIPT "\", b = '" EVIL_SCRIPT
           "', c = \"" EVIL_SCRIPT "\", d = `x ${ 2 } " EVIL_SCRIPT
           "`;\n  const tags = [\"x\", \"y\\u0026z\"];\n"
           "  if (a) /re[/]\"/.test(b); const e = (1 + 2) / 2, f = -2, g = { h: { i: 1 } };\n"
           "  use(true, 9.5, \"GREEN\");\n</script>\n"
           "<script type=\"application/json\">{\"text\": \"" EVIL_SCRIPT "\", \"count\": 2}</script>\n"
           "<button onclick=\"go('" EVIL_SCRIPT "', &quot;" EVIL_SCRIPT "&quot;, &quot;" EVIL_SCRIPT
           "&quot;)\" @click='pick(2)'>Go</button>\n");
}

Test(template_pages, styles_take_values_and_strings)
{
    cr_assert(styles_render(&bytes, weft_lit("red;}</style>"), 3));
    weft_put_char(&bytes, '\0');
    cr_expect_not_null(strstr(bytes.ptr, "a:hover { width: 3px; color: weft-invalid;"));
    cr_expect_null(strstr(bytes.ptr, "red;}"));
    bytes.len = 0;
    cr_assert(styles_render(&bytes, weft_lit("#c0ffee"), 3));
    weft_put_char(&bytes, '\0');
    cr_expect_not_null(strstr(bytes.ptr, "color: #c0ffee;"));
}

Test(template_pages, loops_know_their_place)
{
    static const int numbers[] = { 4, 5 };
    expect(loops_render(&bytes, &list, numbers, 2),
           "1/2:4,2/2:5.\n\n0=7 1=8 2=9 \n\n00 01 02 11 12 22 \n\n-1 0 \n\nempty\n\n"
           "1.1 Lamp &lt;A&gt; x\n1.2 Lamp &lt;A&gt; y&amp;z\n2.1 B x\n2.2 B y&amp;z\n");
    expect(loops_render(&bytes, &none, NULL, 0),
           "none\n\n0=0 1=0 2=0 \n\n00 01 02 11 12 22 \n\n-1 0 \n\nempty\n\n");
}

Test(template_pages, values_are_printed_by_their_type)
{
    expect(values_render(&bytes, &items[0], EVIL, "w", 3, 0.5f),
           EVIL_HTML "|w|3|0.5|true|GREEN|GREEN|5|x|abc\n22|false|false|odd|a\n9.50|1|9.5|1970-01-01\n"
                     "3 items|a&#39;&quot;&lt;&amp;\xe2\x80\xa6|" EVIL_HTML "|false\n"
                     "28.5|Lamp &lt;A&gt;|label|20|Lamps &amp; more|Lamp &lt;A&gt;|true\n"
                     "abc|4|3|true|1|9223372036854775807\na'\"<&>/ ?#\xc3\xa9|<br>\n");
    expect(values_render(&bytes, &items[1], weft_str_of(NULL, 0), NULL, 0, 0),
           "||0|0|false|BLUE|GREEN|0|x|\n6|false|true|even|\xef\xbf\xbd\n3.00|2,222|3.0|1970-01-01\n"
           "0 items||none|false\n0|B|label|20|Lamps &amp; more|gone|true\n"
           "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|1|0|true|2222|9223372036854775807\n|<br>\n");
}

Test(template_pages, a_block_is_a_page_of_its_own)
{
    static const char rows[] = "<tr id=\"row-1\"><td>1<td>Lamp &lt;A&gt;\n<tr id=\"row-2222\"><td>2<td>B\n";
    char html[512];
    snprintf(html, sizeof html,
             "<!doctype html>\n<html lang=\"en\">\n<title>T</title>\n<main>\n<table>\n%s</table>\n</main>\n",
             rows);
    expect(fragments_render(&bytes, &list, weft_lit("T")), html);
    expect(fragments_render_rows(&bytes, &list), rows);
    expect(fragments_render_row(&bytes, &items[1], 3), "<tr id=\"row-2222\"><td>3<td>B\n");
}

/* ---- In an app ------------------------------------------------------------------------------------------- */

static weft_response show(weft_request *req) { return items_page(req, &list, weft_lit("T")); }

static weft_response show_rows(weft_request *req) { return fragments_page_rows(req, &list); }

static weft_response show_table(weft_request *req)
{
    enum { ROWS = 20000 };
    row *rows = weft_alloc(req, ROWS * sizeof *rows);
    if (!rows) return weft_reject(req);
    for (size_t i = 0; i < ROWS; i++)
        rows[i] = (row){ .id = weft_lit("1"), .name = EVIL, .mail = EVIL, .text = EVIL };
    return table_page(req, &(table){ rows, ROWS });
}

/* A list of `count` items in the request's memory, and a page of it at once or streamed. */
static weft_response show_many(weft_request *req, bool streamed)
{
    int64_t count;
    if (!weft_query_i64(req, "count", 0, &count)) return weft_reject(req);
    item_list *many = weft_alloc(req, sizeof *many);
    item *rows = weft_alloc(req, ((size_t)count + 1) * sizeof *rows);
    if (!many || !rows) return weft_reject(req);
    for (int64_t i = 0; i < count; i++) rows[i] = (item){ .name = EVIL };
    *many = (item_list){ rows, (size_t)count, tags, 2, { 0 } };
    return streamed ? stream_stream(req, many, weft_lit("T&")) : stream_page(req, many, weft_lit("T&"));
}

static weft_response show_at_once(weft_request *req) { return show_many(req, false); }
static weft_response show_streamed(weft_request *req) { return show_many(req, true); }

Test(template_pages, a_streamed_page_is_the_page_and_needs_no_memory_for_its_rows)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/once", show_at_once);
    weft_get(app, "/stream", show_streamed);
    weft_server server = { .memory_limit = 3u << 19, .log_level = WEFT_LOG_ERROR };
    static const char *const counts[] = { "0", "1", "2", "500", "12000" };
    for (int live = 0; live < 2; live++) {
        weft_test *test = live ? weft_test_live(app, server) : weft_test_new(app, server);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            weft_answer page =
                weft_test_ask(test, (weft_ask){ .path = "/once", .query = { { "count", counts[i] } } });
            bytes.len = 0;
            weft_put_str(&bytes, page.body);
            weft_answer stream =
                weft_test_ask(test, (weft_ask){ .path = "/stream", .query = { { "count", counts[i] } } });
            if (i < 4) /* the last one is too large for the request's memory at once */
                cr_expect(weft_answer_is_bytes(stream, 200, weft_buf_str(&bytes)), "%s: %s", counts[i],
                          weft_test_why(test));
            else
                cr_expect(page.status == 500 && stream.status == 200 && stream.body.len > 600000, "%s",
                          weft_test_why(test));
            cr_expect(weft_answer_contains(stream, "x y&amp;z"), "%s", weft_test_why(test));
        }
        weft_test_free(test);
    }
    weft_app_free(app);
}

Test(template_pages, an_app_answers_with_them)
{
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", show);
    weft_get(app, "/rows", show_rows);
    weft_get(app, "/table", show_table);
    weft_test *test =
        weft_test_new(app, (weft_server){ .memory_limit = 2u << 20, .log_level = WEFT_LOG_ERROR });
    cr_assert(items_render(&bytes, &list, weft_lit("T")));
    weft_answer page = weft_test_get(test, "/");
    cr_expect(weft_answer_is_bytes(page, 200, weft_buf_str(&bytes)), "%s", weft_test_why(test));
    cr_expect(weft_answer_has(page, "Content-Type", "text/html; charset=utf-8"), "%s", weft_test_why(test));
    cr_expect(weft_answer_contains(weft_test_get(test, "/rows"), "<td>2<td>B"), "%s", weft_test_why(test));
    cr_expect_eq(weft_test_get(test, "/table").status, 500, "it outgrows the request's memory");
    weft_test_free(test);
    weft_app_free(app);
}

/* ---- Room ------------------------------------------------------------------------------------------------ */

/* Puts count on the room that was asked for while compiling. Bytes behind the end of a buffer that cannot grow stay as
 * they are, wherever in the pages it ends. */
Test(template_pages, no_page_writes_beyond_its_room)
{
    enum { SIZE = 64 * 1024, BEHIND = 2048 };
    static char memory[SIZE + BEHIND], text[127];
    row rows[32];
    for (size_t i = 0; i < sizeof text; i++) text[i] = "\"a<&'"[i % 5];
    memset(memory, '~', sizeof memory);
    for (size_t cap = WEFT_PAGE_RUN; cap < 3 * WEFT_PAGE_RUN; cap += 3) {
        weft_buf out = { .ptr = memory, .cap = cap, .limit = cap };
        weft_page page;
        char *at = weft_page_into(&page, &out);
        weft_str cell = weft_str_of(text, cap % sizeof text);
        for (size_t i = 0; i < 32; i++) rows[i] = (row){ cell, cell, cell, cell };
        at = table_put(&page, at, &(table){ rows, 32 }); /* of texts alone: other puts ask for room early */
        bool whole = weft_page_end(&page, at);
        for (size_t i = cap + 1; i < cap + BEHIND; i++)
            cr_assert_eq(memory[i], '~', "%zu bytes behind an end at %zu (%d)", i - cap, cap, whole);
        memset(memory, '~', cap + 1);
    }
}
