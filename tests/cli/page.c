/* weft page, run as a person and a Makefile run it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "build/release/weft"

static char program[4096];
static char folder[] = "/tmp/weft-page-XXXXXX";

static void set_up(void)
{
    if (access(PROGRAM, X_OK) != 0) cr_skip_test(PROGRAM " is not built: run make first");
    cr_assert_not_null(realpath(PROGRAM, program));
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_expect_eq(system(command), 0);
}

TestSuite(cli_page, .init = set_up, .fini = tear_down, .timeout = 60);

/* Runs a shell command in the folder, WEFT in it being the program. Returns its exit status; its output, errors
 * with it, is in `printed`. */
static char printed[64 * 1024];
static int run(const char *command)
{
    setenv("WEFT", program, 1);
    char line[8192 + 16];
    snprintf(line, sizeof line, "{ %s; } 2>&1", command);
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    int status = pclose(pipe);
    cr_assert(WIFEXITED(status), "%s", command);
    return WEXITSTATUS(status);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

Test(cli_page, writes_source_and_header_beside_the_template_or_where_it_is_told)
{
    write_file("a.html", "<p>a</p>\n");
    cr_expect_eq(run("$WEFT page a.html"), 0, "%s", printed);
    cr_expect_str_empty(printed);
    cr_expect(access("a.page.c", R_OK) == 0 && access("a.page.h", R_OK) == 0 &&
              access("a.page.c.d", F_OK) != 0);
    cr_expect_eq(run("mkdir out && $WEFT page -MD -o out/b.page.c a.html"), 0, "%s", printed);
    cr_expect(access("out/b.page.c", R_OK) == 0 && access("out/b.page.h", R_OK) == 0);
    cr_expect_eq(run("cat out/b.page.c.d"), 0);
    cr_expect_str_eq(printed, "out/b.page.c out/b.page.h: \\\n a.html\na.html:\n");
    cr_expect_eq(run("cp a.html c.html; $WEFT page a.html c.html && cmp a.page.c a.page.c"), 0, "%s",
                 printed);
    cr_expect(access("c.page.c", R_OK) == 0);
}

Test(cli_page, exits_1_and_writes_nothing_for_a_template_with_mistakes)
{
    write_file("a.html", "<p {{ x }}>\n<p>{{ y }}\n");
    cr_expect_eq(run("$WEFT page a.html"), 1);
    cr_expect(strncmp(printed, "a.html:1:7: error: nothing here is called 'x'", 45) == 0, "%s", printed);
    cr_expect_not_null(strstr(printed, "a.html:2:7: error: nothing here is called 'y'"), "%s", printed);
    cr_expect_neq(access("a.page.c", F_OK), 0);
    cr_expect_eq(run("$WEFT page missing.html"), 1);
    cr_expect_str_eq(printed, "missing.html:1:1: error: No such file or directory\n");
    write_file("b.html", "b\n");
    cr_expect_eq(run("$WEFT page -o no/b.page.c b.html"), 1);
    cr_expect_str_eq(printed, "weft page: no/b.page.h: No such file or directory\n");
}

Test(cli_page, exits_2_for_arguments_that_make_no_sense)
{
    static const char *const arguments[] = { "", "-o", "-I", "-x a.html", "-o x.c a.html b.html" };
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        char command[256];
        snprintf(command, sizeof command, "$WEFT page %s", arguments[i]);
        cr_expect_eq(run(command), 2, "%s", arguments[i]);
        cr_expect_not_null(strstr(printed, "usage: weft page"), "%s", arguments[i]);
    }
}

/* What only the C compiler can find, it finds in the template. */
Test(cli_page, mistakes_that_the_c_compiler_finds_have_the_line_of_the_template)
{
    mkdir("views", 0777);
    write_file("views/a.html", "{% import <string.h> %}\n<p>\n{{ strlen() }}\n");
    cr_expect_eq(run("$WEFT page views/a.html"), 0, "%s", printed);
    char command[8192];
    snprintf(command, sizeof command, "gcc -std=c17 -fsyntax-only -I%.*s/include views/a.page.c",
             (int)(strstr(program, "/build/") - program), program);
    cr_expect_neq(run(command), 0);
    cr_expect_not_null(strstr(printed, "views/a.html:3:"), "%s", printed);
}

/* The lines of notes/guide/pages.md. */
static const char makefile[] = "VIEWS := $(wildcard views/*.html)\n"
                               "all: $(VIEWS:%.html=build/%.page.c)\n"
                               "build/%.page.c build/%.page.h: %.html\n"
                               "\t@mkdir -p $(@D)\n"
                               "\t@$(WEFT) page -MD -Isrc -o build/$*.page.c $< && echo $*\n"
                               "-include $(VIEWS:%.html=build/%.page.c.d)\n";

Test(cli_page, a_changed_layout_or_header_rebuilds_the_pages_that_use_it_and_no_others)
{
    cr_assert_eq(run("mkdir views src"), 0);
    write_file("Makefile", makefile);
    write_file("src/item.h", "typedef struct item { int id; } item;\n");
    write_file("views/layout.html", "{% param weft_content content %}<p>{{ content }}</p>\n");
    write_file("views/home.html", "{% import \"layout.html\" %}{% call layout() %}home{% endcall %}\n");
    write_file("views/item.html", "{% import \"item.h\" %}{% param const item *it %}{{ it->id }}\n");
    cr_expect_eq(run("make -s | sort"), 0);
    cr_expect_str_eq(printed, "views/home\nviews/item\nviews/layout\n");
    cr_expect_eq(run("make -s | sort"), 0);
    cr_expect_str_empty(printed);
    cr_expect_eq(run("sleep 0.02; touch views/layout.html; make -s | sort"), 0);
    cr_expect_str_eq(printed, "views/home\nviews/layout\n");
    cr_expect_eq(run("sleep 0.02; touch src/item.h; make -s | sort"), 0);
    cr_expect_str_eq(printed, "views/item\n");
    cr_expect_eq(run("rm views/home.html views/layout.html; sleep 0.02; make -s | sort"), 0, "%s", printed);
    cr_expect_str_eq(printed, "");
}
