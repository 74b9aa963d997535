/* Directives and macros. */
#include "tests/cdecl/read.h"
#include <stdlib.h>
#include <unistd.h>

static int64_t value_of(const wf_cdecl *set, const char *name)
{
    const wf_cname *found = wf_cdecl_find(set, wf_str(name));
    cr_assert(found && found->known, "%s is not known", name);
    return found->value;
}

Test(cdecl_preprocess, conditions_choose)
{
    wf_cdecl *set = read_set(
        "#define ONE 1\n"
        "#if ONE\nenum { A = 1 };\n#else\nenum { A = 2 };\n#endif\n"
        "#ifdef TWO\nenum { B = 1 };\n#elif defined(ONE) && !defined TWO\nenum { B = 2 };\n"
        "#else\nenum { B = 3 };\n#endif\n"
        "#ifndef ONE\n#if 1\nenum { C = 1 };\n#endif\n#elif 0\nenum { C = 2 };\n#else\nenum { C = 3 "
        "};\n#endif\n"
        "#undef ONE\n#ifdef ONE\nenum { D = 1 };\n#elifndef ONE\nenum { D = 2 };\n#endif\n"
        "#if __has_include(<stdio.h>) || FUN(1, 2)\nenum { E = 1 };\n#else\nenum { E = 2 };\n#endif\n"
        "#if 0\n# garbage '\" \\\n more\n#elif 1\nenum { F = 1 };\n#endif\n"
        "# if defined __cplusplus\nnot C\n# endif\n");
    cr_expect_eq(value_of(set, "A"), 1);
    cr_expect_eq(value_of(set, "B"), 2);
    cr_expect_eq(value_of(set, "C"), 3);
    cr_expect_eq(value_of(set, "D"), 2);
    cr_expect_eq(value_of(set, "E"), 2);
    cr_expect_eq(value_of(set, "F"), 1);
    wf_cdecl_free(set);
}

Test(cdecl_preprocess, macros_are_expanded_and_told)
{
    wf_cdecl *set = read_set(
        "#define SIZE (4 * COUNT) /* of it */\n#define COUNT 3\n#define TEXT weft_str\n"
        "#define LOOP LOOP\n#define PING PONG\n#define PONG PING\n#define F(x) x\n#define LATER AFTER\n"
        "enum { AFTER = 7 };\n"
        "TEXT text; int array[SIZE]; int LOOP; int PING;\n");
    cr_expect_eq(value_of(set, "SIZE"), 12);
    cr_expect_eq(value_of(set, "LATER"), 7);
    cr_expect(wf_ctype_is(wf_cdecl_find(set, weft_lit("text"))->type, "weft_str"));
    cr_expect_eq(wf_cdecl_find(set, weft_lit("array"))->type->length, 12);
    cr_expect_null(wf_cdecl_find(set, weft_lit("F")));
    wf_cdecl_free(set);
}

/* Expansions that grow by doubling end, also those that end in nothing. */
Test(cdecl_preprocess, expansions_are_bounded)
{
    static const char *const last[] = { "x", "" };
    for (size_t i = 0; i < 2; i++) {
        weft_buf text = weft_buf_heap(1 << 16);
        weft_putf(&text, "#define A0 %s\n", last[i]);
        for (int j = 1; j < 60; j++) weft_putf(&text, "#define A%d A%d A%d\n", j, j - 1, j - 1);
        weft_put_str(&text, weft_lit("A59\n"));
        wf_cdecl *set = wf_cdecl_new();
        cr_expect_not(wf_cdecl_read_text(set, "bomb.h", weft_buf_str(&text)));
        cr_expect_str_eq(wf_cdecl_fault(set)->what, "too much to read");
        wf_cdecl_free(set);
        weft_buf_free(&text);
    }
}

Test(cdecl_preprocess, definitions_from_outside)
{
    wf_cdecl *set = wf_cdecl_new();
    cr_assert(wf_cdecl_define(set, "A"));
    cr_assert(wf_cdecl_define(set, "B=40 + 2"));
    cr_assert(wf_cdecl_read_text(set, "x.h", weft_lit("#ifdef A\nint x[B];\n#endif\n")));
    cr_expect_eq(wf_cdecl_find(set, weft_lit("x"))->type->length, 42);
    wf_cdecl_free(set);
}

/* ---- Files ------------------------------------------------------------------------------------------------- */

static char folder[64];

static const char *put(const char *name, const char *text)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0);
    fclose(file);
    return path;
}

static void make_folder(void)
{
    strcpy(folder, "/tmp/weft-cdecl-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void drop_folder(void)
{
    static const char *const names[] = { "a.h", "b.h", "c.h" };
    char path[256];
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

Test(cdecl_preprocess, includes_are_followed_once, .init = make_folder, .fini = drop_folder)
{
    put("c.h", "int c;\n");
    put("b.h", "#include <c.h>\n#include \"a.h\"\n#include <stdio.h>\nint b;\n");
    const char *path = put("a.h", "#include \"b.h\"\n#include \"b.h\"\n#include <weft/weft.h>\nint a;\n");
    wf_cdecl *set = wf_cdecl_new();
    wf_cdecl_search(set, folder);
    cr_assert(wf_cdecl_read(set, path), "%s", wf_cdecl_fault(set)->what);
    cr_assert(wf_cdecl_read(set, path), "once more is nothing");
    static const char *const names[] = { "a", "b", "c" };
    for (size_t i = 0; i < 3; i++) {
        cr_expect_not_null(wf_cdecl_find(set, wf_str(names[i])), "%s", names[i]);
        cr_expect_not_null(wf_cdecl_file_at(set, i));
    }
    cr_expect_str_eq(wf_cdecl_file_at(set, 0), path);
    cr_expect_null(wf_cdecl_file_at(set, 3));
    wf_cdecl_free(set);
}

Test(cdecl_preprocess, files_that_cannot_be_read_are_faults, .init = make_folder, .fini = drop_folder)
{
    wf_cdecl *set = wf_cdecl_new();
    cr_expect_not(wf_cdecl_read(set, put("a.h", "int a;\n  #include \"gone.h\"\n")));
    expect_fault(set, 2, 12, "\"gone.h\" is not found",
                 "say where it is with -I FOLDER; system headers are included with < >");
    cr_expect_not(wf_cdecl_read(set, folder));
    cr_expect_str_eq(wf_cdecl_fault(set)->what, "is no regular file");
    cr_expect_not(wf_cdecl_read_text(set, "x.h", weft_lit("#if 1\n")));
    expect_fault(set, 1, 2, "this condition has no #endif", NULL);
    cr_expect_not(wf_cdecl_read_text(set, "y.h", weft_lit("/* a\n")));
    expect_fault(set, 1, 1, "this comment does not end", "close it with */");
    cr_expect(wf_cdecl_read_text(set, "z.h", weft_lit("int z;")), "a fault is of one read");
    wf_cdecl_free(set);
}
