/* The template compiler against golden files: what it makes of each construct, and what it says of each mistake. After a
 * change that is meant, tests/golden/page/update.sh writes them anew. */
#include "src/base/str.h"
#include "template/gen/compile.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN "tests/golden/page"

static weft_buf read_file(const char *path)
{
    weft_buf bytes = weft_buf_heap(1 << 20);
    FILE *file = fopen(path, "rb");
    char chunk[4096];
    size_t len;
    while (file && (len = fread(chunk, 1, sizeof chunk, file)) > 0)
        weft_put_str(&bytes, weft_str_of(chunk, len));
    if (file) fclose(file);
    cr_assert(file, "%s is missing; run tests/golden/page/update.sh", path);
    return bytes;
}

static void expect_file(const char *path, const weft_buf *made)
{
    weft_buf golden = read_file(path);
    cr_expect(weft_str_eq(weft_buf_str(&golden), weft_buf_str(made)), "%s is made differently:\n%.*s", path,
              (int)made->len, weft_buf_str(made).ptr);
    weft_buf_free(&golden);
}

/* Calls `check` for each template of a folder, its path without ".html". Returns how many there are. */
static int each_template(const char *folder, void (*check)(const char *stem))
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), templates = 0;
    for (int i = 0; i < count; i++) {
        size_t len = strlen(entries[i]->d_name);
        if (len > 5 && strcmp(entries[i]->d_name + len - 5, ".html") == 0) {
            char stem[512];
            snprintf(stem, sizeof stem, "%s/%.*s", folder, (int)len - 5, entries[i]->d_name);
            check(stem);
            templates++;
        }
        free(entries[i]);
    }
    free(entries);
    return templates;
}

static void expect_golden(const char *stem)
{
    char template[600], source[600], header[600];
    snprintf(template, sizeof template, "%s.html", stem);
    snprintf(source, sizeof source, "%s.page.c", stem);
    snprintf(header, sizeof header, "%s.page.h", stem);
    for (int i = 0; i < 2; i++) { /* the same twice */
        wf_compiled made;
        cr_expect(wf_compile(template, source, (wf_folders){ 0 }, &made), "%.*s", (int)made.messages.len,
                  weft_buf_str(&made.messages).ptr);
        expect_file(source, &made.source);
        expect_file(header, &made.header);
        wf_compiled_free(&made);
    }
}

Test(template_gen, makes_what_the_golden_files_hold)
{
    cr_expect_geq(each_template(GOLDEN, expect_golden), 13);
}

static void expect_mistakes(const char *stem)
{
    if (strcmp(stem, GOLDEN "/bad/layout") == 0) return; /* which others import */
    char template[600], golden[600];
    snprintf(template, sizeof template, "%s.html", stem);
    snprintf(golden, sizeof golden, "%s.txt", stem);
    wf_compiled made;
    cr_expect_not(wf_compile(template, "x.page.c", (wf_folders){ 0 }, &made), "%s", template);
    cr_expect_eq(made.source.len + made.header.len, 0, "%s", template);
    expect_file(golden, &made.messages);
    wf_compiled_free(&made);
}

Test(template_gen, says_where_each_mistake_is_and_how_to_mend_it)
{
    cr_expect_geq(each_template(GOLDEN "/bad", expect_mistakes), 30);
}

/* ---- Hostile templates ----------------------------------------------------------------------------------- */

static bool compiles(const char *text, size_t len)
{
    wf_compiled made;
    bool ok = wf_compile_text("x.html", weft_str_of(text, len), "x.page.c", (wf_folders){ 0 }, &made);
    cr_expect(ok || made.messages.len > 0);
    wf_compiled_free(&made);
    return ok;
}

/* `times` copies of `part`, between `before` and `after`. */
static bool repeated(const char *before, const char *part, size_t times, const char *after)
{
    weft_buf text = weft_buf_heap(1 << 24);
    weft_put_str(&text, wf_str(before));
    for (size_t i = 0; i < times; i++) weft_put_str(&text, wf_str(part));
    weft_put_str(&text, wf_str(after));
    bool ok = compiles(text.ptr, text.len);
    weft_buf_free(&text);
    return ok;
}

Test(template_gen, hostile_templates_end_in_bounded_time, .timeout = 60)
{
    cr_expect(repeated("", "text {% if 1 %}a{% endif %}\n", 20000, ""));
    cr_expect_not(repeated("", "{% if 1 %}", 80000, ""), "nested tags");
    cr_expect_not(repeated("{{ ", "(", 500000, "1"), "nested parentheses");
    cr_expect_not(repeated("{{ ", "-!~", 200000, "1 }}"), "signs");
    cr_expect_not(repeated("{{ 1", " ? 1 : 1", 100000, " }}"), "conditionals");
    cr_expect(repeated("{{ 1", " + 1", 200000, " }}"), "a long sum");
    cr_expect_not(repeated("{{ x", "[0]", 200000, " }}"), "indices");
    cr_expect_not(repeated("", "{% for i in range(3) %}{% endfor %}", 20000, ""), "too many names");
    cr_expect_not(repeated("", "{#", 500000, ""), "comments");
    cr_expect(repeated("", "{#x", 300000, ""), "braces that are none");
    cr_expect_not(repeated("{% raw %}", "{%", 500000, ""), "a raw section that does not end");
    cr_expect_not(repeated("", "{{ unknown }}", 60000, ""), "names that are not known");
    cr_expect(repeated("<script>", "`${", 100000, "</script>"), "a script that nests");
    cr_expect(repeated("<p title='", "&#00000000000", 80000, "'>"), "references");
    cr_expect_not(repeated("<p ", "a", 1000000, ""), "a name that does not end");
    cr_expect_not(repeated("", "a", 1100000, ""), "too long");
}

Test(template_gen, a_template_that_is_not_there_is_a_fault)
{
    wf_compiled made;
    cr_expect_not(wf_compile("no/such.html", "x.page.c", (wf_folders){ 0 }, &made));
    cr_expect_str_eq((weft_put_char(&made.messages, '\0'), made.messages.ptr),
                     "no/such.html:1:1: error: No such file or directory\n");
    wf_compiled_free(&made);
    cr_expect_not(wf_compile("tests", "x.page.c", (wf_folders){ 0 }, &made));
    wf_compiled_free(&made);
    cr_expect_not(wf_compile_text("1x.html", weft_lit("a"), "x.page.c", (wf_folders){ 0 }, &made));
    wf_compiled_free(&made);
}

/* ---- What it depends on ---------------------------------------------------------------------------------- */

Test(template_gen, says_what_a_page_depends_on)
{
    wf_compiled made;
    cr_assert(wf_compile(GOLDEN "/article.html", "out/article.page.c", (wf_folders){ 0 }, &made));
    cr_expect_str_eq((weft_put_char(&made.depends, '\0'), made.depends.ptr),
                     "out/article.page.c out/article.page.h: \\\n " GOLDEN "/article.html \\\n " GOLDEN
                     "/layout.html \\\n " GOLDEN "/badge.html \\\n " GOLDEN "/shop.h\n" GOLDEN
                     "/article.html:\n" GOLDEN "/layout.html:\n" GOLDEN "/badge.html:\n" GOLDEN "/shop.h:\n");
    wf_compiled_free(&made);
}
