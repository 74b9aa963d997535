/* The codec generator against golden files: what it makes of every type and option, and what it says of every mistake.
 * After a change that is meant, tests/golden/json/update.sh writes them anew. */
#include "json/gen/gen.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define GOLDEN "tests/golden/json"

static weft_buf read_file(const char *path)
{
    weft_buf bytes = weft_buf_heap(1 << 20);
    FILE *file = fopen(path, "rb");
    char chunk[4096];
    size_t len;
    while (file && (len = fread(chunk, 1, sizeof chunk, file)) > 0)
        weft_put_str(&bytes, weft_str_of(chunk, len));
    cr_assert(file, "%s is missing; run tests/golden/json/update.sh", path);
    fclose(file);
    return bytes;
}

static void expect_file(const char *path, const weft_buf *made)
{
    weft_buf golden = read_file(path);
    cr_expect(weft_str_eq(weft_buf_str(&golden), weft_buf_str(made)), "%s is made differently:\n%.*s", path,
              (int)made->len, weft_buf_str(made).ptr);
    weft_buf_free(&golden);
}

/* Calls `check` for each header of a folder that is no golden one, its path without ".h". Returns how many there are. */
static int each_header(const char *folder, void (*check)(const char *stem))
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), headers = 0;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t len = strlen(name);
        bool header = len > 2 && strcmp(name + len - 2, ".h") == 0;
        if (header && !strstr(name, ".json.h")) {
            char stem[512];
            snprintf(stem, sizeof stem, "%s/%.*s", folder, (int)len - 2, name);
            check(stem);
            headers++;
        }
        free(entries[i]);
    }
    free(entries);
    return headers;
}

static bool run(wf_jgen *gen, const char *stem, wf_joutput *output)
{
    char header[600], marks[600], include[600], own[600];
    const char *name = strrchr(stem, '/') + 1;
    snprintf(header, sizeof header, "%s.h", stem);
    snprintf(marks, sizeof marks, "%s.marks", stem);
    snprintf(include, sizeof include, "%s.h", name);
    snprintf(own, sizeof own, "%s.json.h", name);
    FILE *file = fopen(marks, "r");
    if (file) fclose(file);
    wf_jrequest request = {
        .header = header, .marks = file ? marks : NULL, .include = wf_str(include), .own = wf_str(own)
    };
    return wf_jgen_run(gen, &request, output);
}

static void finish(wf_jgen *gen, wf_joutput *output)
{
    weft_buf_free(&output->source);
    weft_buf_free(&output->header);
    wf_jgen_free(gen);
}

static void expect_golden(const char *stem)
{
    char source[600], header[600];
    snprintf(source, sizeof source, "%s.json.c", stem);
    snprintf(header, sizeof header, "%s.json.h", stem);
    for (int i = 0; i < 2; i++) { /* the same twice */
        wf_jgen gen;
        wf_joutput output;
        bool made = run(&gen, stem, &output);
        cr_expect(made, "%.*s", WF_P(weft_buf_str(&gen.report)));
        if (made) expect_file(source, &output.source);
        if (made) expect_file(header, &output.header);
        finish(&gen, &output);
    }
}

Test(json_gen, makes_what_it_made) { cr_expect_geq(each_header(GOLDEN, expect_golden), 5); }

static void expect_refused(const char *stem)
{
    char text[600];
    snprintf(text, sizeof text, "%s.txt", stem);
    wf_jgen gen;
    wf_joutput output;
    cr_expect_not(run(&gen, stem, &output), "%s is not wrong", stem);
    cr_expect_eq(output.source.len, 0);
    expect_file(text, &gen.report);
    finish(&gen, &output);
}

Test(json_gen, says_what_is_wrong_where_and_what_to_do)
{
    cr_expect_geq(each_header(GOLDEN "/wrong", expect_refused), 9);
}

Test(json_gen, names_in_every_style)
{
    static const struct {
        const char *name, *camel, *pascal, *snake, *kebab, *upper;
    } cases[] = {
        { "first_name", "firstName", "FirstName", "first_name", "first-name", "FIRST_NAME" },
        { "firstName", "firstName", "FirstName", "first_name", "first-name", "FIRST_NAME" },
        { "HTTPPort", "httpPort", "HttpPort", "http_port", "http-port", "HTTP_PORT" },
        { "x", "x", "X", "x", "x", "X" },
        { "x2_y", "x2Y", "X2Y", "x2_y", "x2-y", "X2_Y" },
        { "_id_", "id", "Id", "id", "id", "ID" },
        { "A_B", "aB", "AB", "a_b", "a-b", "A_B" },
        { "___", "___", "___", "___", "___", "___" },
    };
    wf_jgen gen = { 0 };
    wf_pool_init(&gen.pool);
    wf_arena_init(&gen.arena, NULL, 0, &gen.pool, 1 << 20);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *wanted[] = { cases[i].camel, cases[i].pascal, cases[i].snake, cases[i].kebab,
                                 cases[i].upper };
        for (int style = WF_STYLE_CAMEL; style <= WF_STYLE_UPPER; style++) {
            weft_str made = wf_jgen_styled(&gen, (wf_jstyle)style, wf_str(cases[i].name));
            cr_expect(weft_str_eq(made, wf_str(wanted[style - WF_STYLE_CAMEL])), "%s in style %d: %.*s",
                      cases[i].name, style, WF_P(made));
        }
    }
    wf_arena_reset(&gen.arena);
    wf_pool_reset(&gen.pool);
}

Test(json_gen, ranges)
{
    static const struct {
        const char *text;
        bool ok;
        uint64_t min, max;
    } cases[] = {
        { "3", true, 3, 3 },      { "1..40", true, 1, 40 },
        { "..40", true, 0, 40 },  { "3..", true, 3, UINT64_MAX },
        { "0", true, 0, 0 },      { "", false, 0, 0 },
        { "..", false, 0, 0 },    { "4..3", false, 0, 0 },
        { "1.2", false, 0, 0 },   { "a", false, 0, 0 },
        { "1..b", false, 0, 0 },  { "-1", false, 0, 0 },
        { "1...2", false, 0, 0 }, { "99999999999999999999", false, 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wf_jrange range;
        cr_expect_eq(wf_jgen_range(wf_str(cases[i].text), &range), cases[i].ok, "%s", cases[i].text);
        if (!cases[i].ok) continue;
        cr_expect_eq(range.min, cases[i].min, "%s", cases[i].text);
        cr_expect_eq(range.max, cases[i].max, "%s", cases[i].text);
    }
}
