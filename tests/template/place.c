/* Where a hole stands, and so how it is printed or that it is refused: a line of tests/golden/page/places.txt each, most of
 * them templates that a machine like this one could misread. A line: the escapers of its holes, in order, or "refused"; " | ";
 * the template, with \n, \t and \\ for a line feed, a tab and a backslash. */
#include "src/base/str.h"
#include "template/gen/compile.h"
#include <criterion/criterion.h>
#include <stdio.h>

static weft_str unescape(char *text, size_t len)
{
    size_t to = 0;
    for (size_t at = 0; at < len; at++) {
        bool escaped = text[at] == '\\' && at + 1 < len;
        char byte = text[escaped ? ++at : at];
        text[to++] = !escaped ? byte : byte == 'n' ? '\n' : byte == 't' ? '\t' : byte;
    }
    return weft_str_of(text, to);
}

/* "attr js_string" of `at = weft_page_attr(page, at, v);` and so on. */
static void list_puts(weft_str source, weft_buf *out)
{
    static const char prefix[] = "weft_page_", suffix[] = "(page, at, ";
    for (size_t at = 0; at + sizeof prefix + sizeof suffix < source.len; at++) {
        if (memcmp(source.ptr + at, prefix, sizeof prefix - 1) != 0) continue;
        const char *name = source.ptr + at + sizeof prefix - 1;
        size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
        weft_str put = weft_str_of(name, len);
        if (memcmp(name + len, suffix, sizeof suffix - 1) != 0 || weft_str_eq(put, weft_lit("room")))
            continue;
        if (out->len > 0) weft_put_char(out, ' ');
        weft_put_str(out, put);
    }
}

static void expect_line(char *line, int number)
{
    char *bar = strstr(line, " | ");
    cr_assert(bar, "line %d", number);
    weft_str wanted = weft_str_of(line, (size_t)(bar - line));
    weft_str template = unescape(bar + 3, strcspn(bar + 3, "\n"));
    weft_buf text = weft_buf_heap(1 << 16), puts = weft_buf_heap(1 << 16);
    weft_put_str(&text, weft_lit("{% param weft_str v %}\n"));
    weft_put_str(&text, template);
    weft_put_char(&text, '\n');
    wf_compiled made;
    if (wf_compile_text("x.html", weft_buf_str(&text), "x.page.c", (wf_folders){ 0 }, &made)) {
        weft_put_char(&made.source, '\0');
        list_puts(weft_buf_str(&made.source), &puts);
    } else {
        weft_put_str(&puts, weft_lit("refused"));
    }
    cr_expect(weft_str_eq(weft_buf_str(&puts), wanted), "line %d: %.*s: %.*s where %.*s should be", number,
              (int)template.len, template.ptr, (int)puts.len, weft_buf_str(&puts).ptr, (int)wanted.len,
              wanted.ptr);
    wf_compiled_free(&made);
    weft_buf_free(&text);
    weft_buf_free(&puts);
}

Test(template_place, each_hole_is_printed_as_its_place_asks_or_refused)
{
    FILE *file = fopen("tests/golden/page/places.txt", "r");
    cr_assert(file);
    char line[512];
    int number = 0;
    while (fgets(line, sizeof line, file)) expect_line(line, ++number);
    fclose(file);
    cr_expect_geq(number, 200);
}
