#undef NDEBUG /* tags are matched in debugging builds */
#include "template/markup.h"
#include "tests/template/out.h"
#include <stdio.h>

/* What a function prints, or "mistake: NAME: WHAT", or "failed". */
static const char *markup_of(void (*print)(weft_markup *m))
{
    static char text[8192];
    weft_buf buf = weft_buf_heap(1 << 16);
    weft_markup m;
    weft_markup_into(&m, &buf);
    print(&m);
    if (weft_markup_end(&m))
        snprintf(text, sizeof text, "%.*s", (int)buf.len, buf.ptr);
    else if (m.page->mistake)
        snprintf(text, sizeof text, "mistake: %s: %s", m.page->culprit, m.page->mistake);
    else
        snprintf(text, sizeof text, "failed");
    weft_buf_free(&buf);
    return text;
}
#define PRINTS(function, expected) cr_expect_str_eq(markup_of(function), (expected))

static void print_list(weft_markup *m)
{
    static const char *const names[] = { "<Ada>", "Bob & Co", NULL };
    weft_literal(m, "<!doctype html>\n");
    weft_open(m, "ul");
    weft_attribute(m, "id", "people");
    for (int i = 0; names[i]; i++) {
        weft_open(m, "li");
        weft_attribute(m, "class", i == 0 ? "first \"one\"" : NULL);
        weft_attribute(m, "data-index", i);
        weft_print(m, names[i]);
        weft_close(m, "li");
    }
    weft_close(m, "ul");
}

Test(template_markup, a_list)
{
    PRINTS(print_list, "<!doctype html>\n<ul id=\"people\"><li class=\"first &quot;one&quot;\" "
                       "data-index=\"0\">&lt;Ada&gt;</li>"
                       "<li data-index=\"1\">Bob &amp; Co</li></ul>");
}

static void print_values(weft_markup *m)
{
    weft_element(m, "b", 12);
    weft_element(m, "i", 0.5);
    weft_element(m, "td", weft_lit("<"));
    weft_element(m, "td", weft_str_of(NULL, 0));
    weft_print(m, (bool)true);
    weft_print(m, weft_thousands(1234));
}

Test(template_markup, values_of_all_types)
{
    PRINTS(print_values, "<b>12</b><i>0.5</i><td>&lt;</td><td></td>true1,234");
}

static void print_attributes(weft_markup *m)
{
    weft_open(m, "input");
    weft_attribute(m, "checked", (bool)true);
    weft_attribute(m, "disabled", (bool)false);
    weft_attribute(m, "value", weft_lit(""));
    weft_attribute(m, "name", weft_str_of(NULL, 0));
    weft_open(m, "a");
    weft_attribute(m, "href", "javascript:alert(1)");
    weft_attribute(m, "title", "javascript:'alert'");
    weft_close(m, "a");
    weft_open(m, "img");
    weft_attribute(m, "src", "/a?b=1&c=2");
    weft_attribute(m, "srcset", "data:x 1x, /b 2x");
    weft_attribute(m, "data-src", "vbscript:x");
    weft_open(m, "form");
    weft_attribute(m, "action", "//example.org");
    weft_attribute(m, "xlink:href", "data:x");
    weft_close(m, "form");
}

Test(template_markup, attributes_by_their_names)
{
    PRINTS(
        print_attributes,
        "<input checked value=\"\"><a href=\"about:invalid#weft\" title=\"javascript:&#39;alert&#39;\"></a>"
        "<img src=\"/a?b=1&amp;c=2\" srcset=\"about:invalid#weft 1x, /b 2x\" data-src=\"about:invalid#weft\">"
        "<form action=\"//example.org\" xlink:href=\"about:invalid#weft\"></form>");
}

static void print_deep(weft_markup *m)
{
    for (int i = 0; i < 200; i++) weft_open(m, "div");
    for (int i = 0; i < 200; i++) weft_close(m, "div");
}

Test(template_markup, elements_may_be_deeper_than_is_remembered)
{
    cr_expect_eq(strlen(markup_of(print_deep)), 200 * strlen("<div></div>"));
}

/* ---- Mistakes ---- */

static void print_script(weft_markup *m) { weft_open(m, "script"); }
static void print_style(weft_markup *m) { weft_element(m, "style", "x"); }
static void print_handler(weft_markup *m)
{
    weft_open(m, "p");
    weft_attribute(m, "onclick", "alert(1)");
    weft_close(m, "p");
}
static void print_styled(weft_markup *m)
{
    weft_open(m, "p");
    weft_attribute(m, "style", "color: red");
    weft_close(m, "p");
}
static void print_upper_case(weft_markup *m)
{
    weft_open(m, "a");
    weft_attribute(m, "HREF", "javascript:x");
    weft_close(m, "a");
}
static void print_odd_name(weft_markup *m) { weft_open(m, "p class=x"); }
static void print_late_attribute(weft_markup *m)
{
    weft_open(m, "p");
    weft_print(m, "text");
    weft_attribute(m, "class", "x");
    weft_close(m, "p");
}
static void print_first_attribute(weft_markup *m) { weft_attribute(m, "class", "x"); }
static void print_attribute_of_closed(weft_markup *m)
{
    weft_element(m, "p", "x");
    weft_attribute(m, "class", "x");
}
static void print_crossed(weft_markup *m)
{
    weft_open(m, "b");
    weft_open(m, "i");
    weft_close(m, "b");
    weft_close(m, "i");
}
static void print_unclosed(weft_markup *m) { weft_open(m, "table"); }
static void print_unopened(weft_markup *m) { weft_close(m, "tr"); }
static void print_closed_void(weft_markup *m)
{
    weft_open(m, "br");
    weft_close(m, "br");
}

Test(template_markup, mistakes_that_could_harm_are_found_always)
{
    PRINTS(print_script, "mistake: script: no element of this name is opened here");
    PRINTS(print_style, "mistake: style: no element of this name is opened here");
    PRINTS(print_handler, "mistake: onclick: no value can be made safe in this attribute");
    PRINTS(print_styled, "mistake: style: no value can be made safe in this attribute");
    PRINTS(print_upper_case, "mistake: HREF: no value can be made safe in this attribute");
    PRINTS(print_odd_name, "mistake: p class=x: no element of this name is opened here");
    PRINTS(print_late_attribute, "mistake: class: this attribute stands behind no start tag");
    PRINTS(print_first_attribute, "mistake: class: this attribute stands behind no start tag");
    PRINTS(print_attribute_of_closed, "mistake: class: this attribute stands behind no start tag");
}

Test(template_markup, tags_match)
{
    PRINTS(print_crossed, "mistake: b: this element is closed while another is open");
    PRINTS(print_unclosed, "mistake: table: this element is not closed");
    PRINTS(print_unopened, "mistake: tr: this element is closed and was not opened");
    PRINTS(print_closed_void, "mistake: br: this element has no end tag");
}
/* ---- Composing ---- */

static void print_menu(weft_markup *m, const void *data)
{
    const char *title = data;
    weft_element(m, "h2", title);
}

static void print_content(weft_markup *m)
{
    weft_markup_part menu = { print_menu, "<Menu>" };
    weft_open(m, "nav");
    weft_print(m, weft_markup_content(&menu));
    weft_trusted(m, weft_lit("<hr>"));
    weft_close(m, "nav");
}

Test(template_markup, markup_is_content_and_content_is_markup)
{
    PRINTS(print_content, "<nav><h2>&lt;Menu&gt;</h2><hr></nav>");
    weft_markup_part menu = { print_menu, "x" };
    PUTS("<h2>x</h2>", weft_page_text(page, at, weft_markup_content(&menu)));
    PUTS("&lt;h2&gt;x&lt;/h2&gt;", weft_page_attr(page, at, weft_markup_content(&menu)));
}

static void print_bad_menu(weft_markup *m, const void *data)
{
    (void)data;
    weft_attribute(m, "class", "x");
}

static void print_bad_content(weft_markup *m)
{
    weft_markup_part menu = { print_bad_menu, NULL };
    weft_print(m, weft_markup_content(&menu));
}

Test(template_markup, a_mistake_in_content_is_the_pages)
{
    PRINTS(print_bad_content, "mistake: class: this attribute stands behind no start tag");
}

static void print_much(weft_markup *m)
{
    for (int i = 0; i < 20000; i++) {
        weft_open(m, "p");
        weft_attribute(m, "title", "a text in an attribute");
        weft_attribute(m, "id", i);
        weft_close(m, "p");
    }
}

Test(template_markup, a_full_buffer_fails_and_nothing_is_written_beyond) { PRINTS(print_much, "failed"); }

/* Content leaves as little room as it likes. */
static char *put_to_the_end(weft_page *page, char *at, const void *data)
{
    (void)data;
    at = weft_page_room(page, at, WEFT_PAGE_RUN);
    memset(at, 'x', (size_t)(page->end - at));
    return page->end;
}

static void print_greedy_content(weft_markup *m)
{
    weft_content greedy = { put_to_the_end, NULL };
    weft_element(m, "blockquote", greedy);
    weft_print(m, greedy);
    weft_open(m, "figure");
    weft_print(m, greedy);
    weft_close(m, "figure");
    weft_print(m, "end");
}

Test(template_markup, content_that_leaves_no_room)
{
    weft_buf buf = weft_buf_heap(1 << 20);
    weft_markup m;
    weft_markup_into(&m, &buf);
    print_greedy_content(&m);
    cr_assert(weft_markup_end(&m));
    cr_expect_eq(memcmp(buf.ptr + buf.len - 12, "</figure>end", 12), 0);
    weft_buf_free(&buf);
}
