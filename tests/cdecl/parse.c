/* Declarations as people write them, read and written back. */
#include "tests/cdecl/read.h"

Test(cdecl_parse, declarations_come_back_as_they_were)
{
    static const char *const declarations[] = {
        "int a",
        "const char *text",
        "const char *const names[4]",
        "unsigned long long big",
        "int *b[5]",
        "int (*b)[5]",
        "int (*fn)(int, ...)",
        "int (*(*fp)(void))[3]",
        "void (*signal(int number, void (*handler)(int)))(int)",
        "char grid[8][3]",
        "weft_str (*callback)(const weft_str *const *)",
        "struct undefined *next",
        "long double wide",
        "int *const volatile_free",
    };
    for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s;", declarations[i]);
        wf_cdecl *set = read_set(text);
        const wf_cname *name = wf_cdecl_names(set);
        while (name->next) name = name->next;
        weft_buf out = weft_buf_heap(1024);
        wf_ctype_put(&out, name->type, name->name);
        expect_text(weft_buf_str(&out), declarations[i]);
        weft_buf_free(&out);
        cr_expect_null(wf_cdecl_skipped(set), "%s", declarations[i]);
        wf_cdecl_free(set);
    }
}

static void expect_int(const wf_cdecl *set, const char *name, unsigned bits, bool is_signed)
{
    const wf_ctype *type = wf_ctype_resolve(wf_cdecl_find(set, wf_str(name))->type);
    cr_expect_eq(type->kind, WF_C_INT, "%s", name);
    cr_expect_eq(type->bits, bits, "%s has %u bits", name, type->bits);
    cr_expect_eq(type->is_signed, is_signed, "%s", name);
}

Test(cdecl_parse, integers_in_every_spelling)
{
    wf_cdecl *set =
        read_set("unsigned a; long int unsigned long b; short c; signed char d; unsigned char e;"
                 "size_t f; int8_t g; uint64_t h; long i; int signed j; ptrdiff_t k; uint16_t l;");
    expect_int(set, "a", 32, false);
    expect_int(set, "b", 64, false);
    expect_int(set, "c", 16, true);
    expect_int(set, "d", 8, true);
    expect_int(set, "e", 8, false);
    expect_int(set, "f", 0, false);
    expect_int(set, "g", 8, true);
    expect_int(set, "h", 64, false);
    expect_int(set, "i", 0, true);
    expect_int(set, "j", 32, true);
    expect_int(set, "k", 0, true);
    expect_int(set, "l", 16, false);
    wf_cdecl_free(set);
}

Test(cdecl_parse, words_that_make_no_type_are_stepped_over)
{
    static const char *const wrong[] = { "unsigned signed a;",
                                         "long long long a;",
                                         "short double a;",
                                         "float int a;",
                                         "long short a;",
                                         "unsigned bool a;",
                                         "int weft_str a b;",
                                         "@ x;",
                                         "struct;",
                                         "int (a;",
                                         "= 4;",
                                         "int a[3;" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s\nint behind;", wrong[i]);
        wf_cdecl *set = read_set(text);
        cr_expect_not_null(wf_cdecl_skipped(set), "%s", wrong[i]);
        if (!strchr(wrong[i], '[') && !strchr(wrong[i], '('))
            cr_expect_not_null(wf_cdecl_find(set, weft_lit("behind")), "%s", wrong[i]);
        wf_cdecl_free(set);
    }
}

Test(cdecl_parse, what_is_not_asked_for_is_survived)
{
    wf_cdecl *set = read_set("extern \"C\" {\n"
                             "static inline int f(int a) { if (a) { return 1; } return \"};\"[0]; }\n"
                             "__attribute__((visibility(\"default\"))) extern int g(void) __asm__(\"h\");\n"
                             "_Static_assert(sizeof(int) == 4, \"x\");\n"
                             "#define LIST(x) struct x##_list { x *items; }\n"
                             "LIST(int);\n"
                             "LIST(char)\n"
                             "[[nodiscard]] int h(void);\n"
                             "UNSEEN_API int i(void);\n"
                             "int j = 4, k[] = { 1, 2, { 3 } };\n"
                             "}\n"
                             "int (l);\n");
    static const char *const names[] = { "f", "g", "h", "i", "j", "k", "l" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_not_null(wf_cdecl_find(set, wf_str(names[i])), "%s", names[i]);
    cr_expect_null(wf_cdecl_skipped(set));
    wf_cdecl_free(set);
}

Test(cdecl_parse, comments_stay_with_what_they_are_about)
{
    wf_cdecl *set = read_set("/* Before. */\n"
                             "typedef struct item { // weft:json name=thing\n"
                             "    int a; // of a\n"
                             "    /* before b */\n"
                             "    /* weft:json max=4\n"
                             "     */ int b; /* of b */ // too\n"
                             "    int c;\n"
                             "    // before the end\n"
                             "} item; // after\n"
                             "// of d\n"
                             "int d; int e; // of e\n"
                             "enum { ONE, /* one */\n"
                             "       /* two */ TWO // TWO\n"
                             "};\n");
    const wf_ctag *item = wf_cdecl_find_record(set, weft_lit("item"));
    expect_notes(item->notes, "Before.|weft:json name=thing|after");
    expect_notes(item->members->notes, "of a");
    expect_notes(item->members->next->notes, "before b|weft:json max=4|of b|too");
    expect_notes(item->members->next->next->notes, "");
    expect_notes(wf_cdecl_find(set, weft_lit("d"))->notes, "of d");
    expect_notes(wf_cdecl_find(set, weft_lit("e"))->notes, "of e");
    expect_notes(wf_cdecl_find(set, weft_lit("ONE"))->notes, "one");
    expect_notes(wf_cdecl_find(set, weft_lit("TWO"))->notes, "two|TWO");
    wf_cplace place;
    weft_str found = wf_cnote_find(item->members->next->notes, "weft:json", &place);
    expect_text(found, "max=4");
    cr_expect_eq(place.line, 5);
    cr_expect_eq(place.column, 18);
    cr_expect_null(wf_cnote_find(item->members->notes, "weft:json", &place).ptr);
    cr_expect_null(wf_cnote_find(item->notes, "weft:js", &place).ptr, "the mark is a whole word");
    wf_cdecl_free(set);
}

Test(cdecl_parse, comments_survive_directives_and_empty_macros)
{
    wf_cdecl *set = read_set("#define EMPTY\n"
                             "/* one */\n"
                             "EMPTY int a;\n"
                             "struct s { // weft:json\n"
                             "#ifdef NOT\n"
                             "    int hidden; // never\n"
                             "#endif\n"
                             "    int b;\n"
                             "};\n");
    expect_notes(wf_cdecl_find(set, weft_lit("a"))->notes, "one");
    expect_notes(wf_cdecl_find_tag(set, weft_lit("s"))->notes, "weft:json");
    expect_notes(wf_cdecl_find_tag(set, weft_lit("s"))->members->notes, "");
    wf_cdecl_free(set);
}

Test(cdecl_parse, what_was_stepped_over_is_remembered_with_its_comments)
{
    wf_cdecl *set = read_set("int a;\n"
                             "// weft:json\n"
                             "struct LIST(x) { int a; };\n"
                             "int b;\n");
    const wf_cskipped *skipped = wf_cdecl_skipped(set);
    cr_assert_not_null(skipped);
    cr_expect_eq(skipped->place.line, 3);
    cr_expect_eq(skipped->first_line, 3);
    cr_expect_eq(skipped->last_line, 3);
    expect_notes(skipped->notes, "weft:json");
    cr_expect_not_null(wf_cdecl_find(set, weft_lit("b")));
    wf_cdecl_free(set);
}

Test(cdecl_parse, a_type_is_read_from_a_text)
{
    wf_cdecl *set = read_set("typedef struct item { int a; } item;");
    weft_str name;
    wf_cplace place = { "page.html", 7, 12 };
    const wf_ctype *type = wf_cdecl_read_type(set, place, weft_lit("const item *list"), &name);
    cr_assert_not_null(type);
    expect_text(name, "list");
    cr_expect_eq(type->kind, WF_C_POINTER);
    cr_expect(type->of->is_const);
    cr_expect_eq(wf_ctype_resolve(type->of)->tag, wf_cdecl_find_record(set, weft_lit("item")));
    cr_expect_not_null(wf_cdecl_read_type(set, place, weft_lit("weft_str"), &name));
    cr_expect_eq(name.len, 0);
    cr_expect_null(wf_cdecl_read_type(set, place, weft_lit("const itme *list"), &name));
    expect_fault(set, 7, 18, "the type itme is not known", "did you mean item?");
    cr_expect_null(wf_cdecl_read_type(set, place, weft_lit("item a, b"), &name));
    expect_fault(set, 7, 18, "the declaration should end here", NULL);
    cr_expect_null(wf_cdecl_read_type(set, place, weft_lit(""), &name));
    expect_fault(set, 7, 12, "a type is expected here", NULL);
    wf_cdecl_free(set);
}

Test(cdecl_parse, nesting_is_bounded)
{
    static const struct {
        const char *open, *middle, *close;
    } nests[] = { { "struct { ", "int x;", "} x;" }, { "int (*", "x", ")(void)" },
                  { "int x(", "int", ")" },          { "int a[(", "1", ")]" },
                  { "enum { A = -(", "1", ") };" },  { "*", "int", "[2]" } };
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
        weft_buf text = weft_buf_heap(1 << 24);
        for (int j = 0; j < 100000; j++) weft_put_str(&text, wf_str(nests[i].open));
        weft_put_str(&text, wf_str(nests[i].middle));
        for (int j = 0; j < 100000; j++) weft_put_str(&text, wf_str(nests[i].close));
        wf_cdecl *set = wf_cdecl_new();
        cr_expect(wf_cdecl_read_text(set, "deep.h", weft_buf_str(&text)), "%s", wf_cdecl_fault(set)->what);
        wf_cdecl_free(set);
        weft_buf_free(&text);
    }
}

Test(cdecl_parse, out_of_memory_is_a_fault)
{
    weft_buf text = weft_buf_heap(1 << 25);
    for (int i = 0; i < 400000; i++) weft_putf(&text, "int *******************a%d[1];\n", i);
    wf_cdecl *set = wf_cdecl_new();
    cr_expect_not(wf_cdecl_read_text(set, "large.h", weft_buf_str(&text)));
    cr_expect_str_eq(wf_cdecl_fault(set)->what, "too much to read");
    wf_cdecl_free(set);
    weft_buf_free(&text);
}
