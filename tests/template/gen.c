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

/* ---- Places -------------------------------------------------------------------------------------------- */

static bool compiles(const char *text, size_t len)
{
    wf_compiled made;
    bool ok = wf_compile_text("x.html", weft_str_of(text, len), "x.page.c", (wf_folders){ 0 }, &made);
    cr_expect(ok || made.messages.len > 0);
    wf_compiled_free(&made);
    return ok;
}

/* With a text v, a number n and a bool b. */
static bool takes(const char *template)
{
    char text[1024];
    int len = snprintf(text, sizeof text, "{%% param weft_str v %%}{%% param int n %%}{%% param bool b %%}%s",
                       template);
    return compiles(text, (size_t)len);
}

/* Where what stands before or behind a hole would let it out, or where it is not known what the browser takes it for. */
Test(template_gen, holes_that_could_break_out_are_refused)
{
    static const char *const templates[] = {
        "<!-- {{ v }}->{{ v }} -->",
        "<!--{{ v }}> -->",
        "<!-- --{{ v }}>",
        "<!-- -{% if b %}x{% endif %}-> {{ v }}",
        "<!-- {{ v }}!> -->",
        "<script>a = \"<!{{ v }}\"</script>",
        "<script>a = \"<!-{{ v }}\"</script>",
        "<script>a = \"</scr{{ v }}\"</script>",
        "<svg></math><script>{{ v }}</script></svg>",
        "<svg><style>a { b: {{ v }} }</style></svg>",
        "<base href=\"{{ v }}\">",
        "<base href=\"/{{ v }}/\">",
        "<p _=\"on click {{ v }}\">",
        "<style>@import \"{{ v }}\";</style>",
        "<style>@IMPORT url('{{ v }}');</style>",
        "<script>x = 1 / 2 + /{{ v }}/</script>",
        "<script>x = {} / 2 + \"/{{ v }}\"</script>",
        "<script>return\xc2\xa0/\"/.test(x); s = \"{{ v }}\"</script>",
        "<script>if\xc2\xa0(x) /\"/.test(x); s = \"{{ v }}\"</script>",
        "<script>// \xe2\x80\xa8/*\n '{{ v }}' */</script>",
        "<script>#!`\nf({{ v }})\n//`</script>",
        "<script>x\n++/\"/.y; s = \"{{ v }}\"</script>",
        "<script>break\n/\"/; s = \"{{ v }}\"</script>",
        "<script>x{% if b %}/{% endif %}*{{ v }}*/</script>",
        "<script>a<{% if b %}!--{% endif %} {{ v }}</script>",
        "<script>a = `$${{ v }}`</script>",
        "<script>a = `$${% if b %}{{% endif %}{{ v }}`</script>",
        "<script>a = 'b\\{{ v }}'</script>",
        "<script>a = ']]' </scri{% if b %}pt>{% endif %}</script>",
        "<a href=\"{{ v }}:x\">",
        "<a href=\"a{{ v }}:x\">",
        "<a href=\"&#106;avascript&#58;{{ v }}\">",
        "<a href=\"&#x6a avascript:{{ v }}\">{{",
        "<a href=\"java\nscript:{{ v }}\">",
        "<a href=\"vbscript:{{ v }}\">",
        "<img src=\"data:text/html,{{ v }}\">",
        "<img srcset=\"/a 1x, {{ v }} {{ v }}\">",
        "<a href=\"https://example.org{{ v }}\">",
        "<a href=\"//{{ v }}/{{ v }}\">",
        "<a href=\"{{ v }}:{{ v }}\">",
        "<script>x\n\xc2\xa0--> y\n{{ v }}</script>",
        "<meta content=\"{{ v }}\" http-equiv=refresh>",
        "<meta http-equiv=\"{{ v }}\" content=\"1\">",
        "<animate attributeName=\"{{ v }}\">",
        "<set attributeName=href to=\"javascript:{{ v }}\">",
        "<p on{{ v }}=\"a\">",
        "<p {{ v }}>",
        "<p a={{ v }}>",
        "<p a='b' {{ v }}='c'>",
        "<p a='b'{{ v }}>",
        "<p/{{ v }}>",
        "</{{ v }}>",
        "</p {{ v }}>",
        "<!{{ v }}>",
        "<!-{{ v }}",
        "<!doctype {{ v }}>",
        "<?{{ v }}>",
        "<svg><![CDATA[{{ v }}]]></svg>",
        "<xmp>{{ v }}</xmp>",
        "<noframes>{{ v }}</noframes>",
        "<noembed>{{ v }}</noembed>",
        "<plaintext>{{ v }}",
        "<iframe srcdoc=\"{{ v }}\"></iframe>",
        "<script type=\"{{ v }}\"></script>",
        "<script type=text/html>{{ v }}</script>",
        "<script type=\"text/html\">{{ v }}</script>",
        "<style>{{ v }}</style>",
        "<style>a{{ v }} { }</style>",
        "<style>a { b: c; {{ v }} }</style>",
        "<style>a { b: url({{ v }}) }</style>",
        "<style>a { b: \"c\\{{ v }}\" }</style>",
        "<style>a { b: /{{ v }}*/ }</style>",
        "<p style=\"{{ v }}\">",
        "<p style=\"a: '\n{{ v }}'\">",
        "<p onclick=\"a = /{{ v }}/\">",
        "<p onclick=\"a&#47;&#47;{{ v }}\">",
        "<p title=\"&{{ v }}\">",
        "<p title=\"&am{{ v }}\">",
        "<title>&{{ v }}</title>",
        "<title></tit{{ v }}</title>",
        "{% if b %}<p{% endif %}>",
        "{% if b %}<!--{% endif %}-->",
        "<p a=\"{% if b %}\"{% endif %}\">",
        "<p {% if b %}c{% endif %}d>",
        "<p {% for i in range(n) %}d='{{ i }}'{% endfor %}>",
        "<a href='/a{% for i in range(n) %}?{{ i }}{% endfor %}'>",
    };
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
        cr_expect_not(takes(templates[i]), "%s", templates[i]);
}

/* The same places, as they are meant. */
Test(template_gen, holes_that_are_whole_are_taken)
{
    static const char *const templates[] = {
        "<!-- {{ v }} --> <!--{{ v }}--> <!-- {{ v }} --!> <!--> {{ v }} <!---> <!--!> a > --> {{ v }}",
        "<script>x = 1./2 + \"/{{ v }}\"; y = 1.5 / 2 / {{ n }}</script>",
        "<script>if /*c*/ (x) /\"/.test(y); s = \"{{ v }}\"</script>",
        "<script>x./**/if(y) / 2 + \"/{{ v }}\"; this.#if(x) / 2 + \"/{{ v }}\"</script>",
        "<script>class A extends /a/.constructor {} s = \"{{ v }}\"</script>",
        "<script>while (a) /b/.test(c); (a) / 2; a[0] / 2; a++ / 2; s = '{{ v }}'</script>",
        "<script>a = b ? `c ${ d({ e: `f ${ {{ v }} }` }) } {{ v }}` : 'g\\'{{ v }}'; // it's\n h({{ v "
        "}})</script>",
        "<script>[{% for i in range(n) %}{{ i }}{% if !loop.last %},{% endif %}{% endfor %}]</script>",
        "<script type=\"application/ld+json\">{\"a\": {{ v }}}</script>",
        "<script>a = '<!--' + \"<script>\" </script> </script> {{ v }}",
        "<a href=\"{{ v }}\"> <a href=\"/{{ v }}\"> <a href=\"https://{{ v }}.example.org/{{ v }}?{{ v }}#{{ "
        "v }}\">",
        "<a href=\"mailto:{{ v }}?subject={{ v }}\"> <a href='#{{ v }}'> <a href=\"?a={{ v }}&b={{ v }}\">",
        "<a href=\"//{{ v }}.example.org:{{ n }}/{{ v }}\"><a href=\"https://{{ v }}/a/{{ v }}\"><a href='{{ "
        "v }}/{{ v }}'>",
        "<img srcset=\"{{ v }}, {{ v }} 2x, /a,b/{{ v }} {{ n }}w\">",
        "<svg><title><b title=\"{{ v }}\">{{ v }}</b></title></svg><title>{{ v }}</title>",
        "<style>a:hover { b: {{ v }} {{ n }}px; c: \"{{ v }}\"; d: url( '{{ v }}' ) } /* it's */ e { f: {{ v "
        "}} }</style>",
        "<p style=\"color: {{ v }}; b: '{{ v }}'\" onclick=\"a('{{ v }}', {{ n }})\">",
        "<p a=b c = 'd{{ v }}' {% if b %}hidden{% endif %} {% if b %}e=\"{{ v }}\"{% endif %}>",
        "<p{% if b %} a{% endif %}{% for i in range(n) %} d='{{ i }}'{% endfor %}>",
        "<p {% for i in range(n) %}d='{{ i }}' {% endfor %}>",
        "a < b && c > d & e {{ v }} <3 {{ v }} &amp;{{ v }} 1 < 2",
        "<a href=\"{% if b %}/a?x={% else %}/b?y={% endif %}{{ v }}\">",
        "<div hx-vals='{\"a\": {{ v }}}' @click=\"b({{ n }})\">",
        "<META NAME=a CONTENT=\"{{ v }}\"><INPUT DISABLED=\"{{ b }}\">",
    };
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
        cr_expect(takes(templates[i]), "%s", templates[i]);
}

/* ---- Hostile templates ----------------------------------------------------------------------------------- */

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
