/* weft json, run as make runs it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "build/release/weft"

static char folder[64], printed[64 * 1024];

static void set_up(void)
{
    if (access(PROGRAM, X_OK) != 0) cr_skip_test(PROGRAM " is not built: run make first");
    strcpy(folder, "/tmp/weft-json-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

/* Runs a shell command in which $D is a folder of this test's own; what it prints is in `printed`. */
static int shell(const char *format)
{
    char command[1024];
    snprintf(command, sizeof command, "D=%s; %s", folder, format);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void tear_down(void) { (void)shell("rm -rf $D"); }

TestSuite(cli_json, .init = set_up, .fini = tear_down);

Test(cli_json, writes_source_header_and_rule)
{
    cr_assert_eq(
        shell("mkdir -p $D/src $D/gen; cp tests/golden/json/types.h tests/golden/json/ware.h $D/src; " PROGRAM
              " json $D/src/types.h -o $D/gen/types.json.c -MD 2>&1"),
        0, "%s", printed);
    cr_expect_str_eq(printed, "");
    cr_expect_eq(shell("grep -q '#include \"../src/types.h\"' $D/gen/types.json.h"), 0);
    cr_expect_eq(shell("grep -q '#include \"types.json.h\"' $D/gen/types.json.c"), 0);
    cr_expect_eq(shell("sed \"s|$D|D|g\" $D/gen/types.json.d"), 0);
    cr_expect_str_eq(
        printed,
        "D/gen/types.json.c D/gen/types.json.h: \\\n  D/src/types.h \\\n  D/src/ware.h\nD/src/ware.h:\n");
    cr_expect_eq(
        shell("gcc -std=c11 -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror -Iinclude -c "
              "$D/gen/types.json.c -o $D/types.o 2>&1"),
        0, "%s", printed);
}

Test(cli_json, writes_nothing_when_the_header_is_wrong)
{
    cr_expect_eq(shell(PROGRAM " json tests/golden/json/wrong/unions.h -o $D/x.c -MD 2>&1 | diff - "
                               "tests/golden/json/wrong/unions.txt"),
                 0, "%s", printed);
    cr_expect_eq(shell(PROGRAM " json tests/golden/json/wrong/unions.h -o $D/x.c -MD 2>/dev/null"), 1);
    cr_expect_eq(shell("ls $D"), 0);
    cr_expect_str_eq(printed, "");
}

Test(cli_json, says_what_is_wrong_with_its_words)
{
    static const struct {
        const char *words, *told;
    } cases[] = {
        { "", "weft json: which header?" },
        { "tests/golden/json/ware.h", "weft json: where to? Say -o SOURCE.c" },
        { "a.h b.h", "weft json: one header at a time, not also b.h" },
        { "a.h -o", "weft json: something is missing behind -o" },
        { "a.h -o x.h", "weft json: -o takes the name of a C source, not x.h" },
        { "a.h -x y", "weft json: there is no option -x" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command, PROGRAM " json %s 2>&1", cases[i].words);
        cr_expect_eq(shell(command), 2, "%s", cases[i].words);
        cr_expect_eq(strncmp(printed, cases[i].told, strlen(cases[i].told)), 0, "%s: %s", cases[i].words,
                     printed);
        cr_expect_not_null(strstr(printed, "usage: weft json HEADER"));
    }
    cr_expect_eq(shell(PROGRAM " json --help 2>/dev/null"), 0);
    cr_expect_eq(strncmp(printed, "usage: weft json HEADER", 23), 0);
    cr_expect_eq(shell(PROGRAM " json $D/gone.h -o $D/x.c 2>&1"), 1);
    cr_expect_not_null(strstr(printed, "gone.h: error: cannot be opened: No such file or directory"));
    cr_expect_eq(shell(PROGRAM " json tests/golden/json/ware.h -o $D/no/x.c 2>&1"), 1);
    cr_expect_not_null(strstr(printed, "its folder cannot be found"));
}
