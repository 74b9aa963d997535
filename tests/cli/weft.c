/* The weft program, run as a person runs it: what it prints where, and how it exits. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <weft/weft.h>

#define PROGRAM "build/release/weft"

static const char help[] = "usage: weft COMMAND\n\n"
                           "  json      the structs of a C header as JSON, as C\n"
                           "  page      templates, as C\n"
                           "  serve     the files of a directory, over HTTP\n"
                           "  embed     the files of a directory, as a C file\n"
                           "  options   every option of a server, its default and meaning\n"
                           "  version   the version of this weft\n"
                           "  help      this text\n";

/* Runs the program through a shell, so that a redirection may be part of `arguments`. Returns its exit status; what
 * comes out of the pipe is in `printed`. */
static char printed[64 * 1024];
static int run(const char *arguments)
{
    char command[256];
    snprintf(command, sizeof command, PROGRAM " %s", arguments);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    int status = pclose(pipe);
    cr_assert(WIFEXITED(status), "%s", command);
    return WEXITSTATUS(status);
}

static void set_up(void)
{
    if (access(PROGRAM, X_OK) != 0) cr_skip_test(PROGRAM " is not built: run make first");
}

TestSuite(cli_weft, .init = set_up);

Test(cli_weft, says_what_was_asked_on_stdout_and_exits_0)
{
    const struct {
        const char *arguments, *text;
    } cases[] = {
        { "help", help },
        { "--help", help },
        { "version", "weft " WEFT_VERSION "\n" },
        { "--version", "weft " WEFT_VERSION "\n" },
        { "options", weft_option_help() },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "%s 2>/dev/null", cases[i].arguments);
        cr_expect_eq(run(arguments), 0, "%s", cases[i].arguments);
        cr_expect_str_eq(printed, cases[i].text, "%s", cases[i].arguments);
        snprintf(arguments, sizeof arguments, "%s 2>&1 >/dev/null", cases[i].arguments);
        cr_expect_eq(run(arguments), 0, "%s", cases[i].arguments);
        cr_expect_str_empty(printed, "%s", cases[i].arguments);
    }
}

Test(cli_weft, says_what_is_wrong_on_stderr_and_exits_2)
{
    static const struct {
        const char *arguments, *complaint;
    } cases[] = {
        { "", "" },
        { "bogus", "weft: there is no command \"bogus\"\n" },
        { "Version", "weft: there is no command \"Version\"\n" },
        { "-h", "weft: there is no command \"-h\"\n" },
        { "''", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char arguments[64], expected[1024];
        snprintf(expected, sizeof expected, "%s%s", cases[i].complaint, help);
        snprintf(arguments, sizeof arguments, "%s 2>&1 >/dev/null", cases[i].arguments);
        cr_expect_eq(run(arguments), 2, "\"%s\"", cases[i].arguments);
        cr_expect_str_eq(printed, expected, "\"%s\"", cases[i].arguments);
        snprintf(arguments, sizeof arguments, "%s 2>/dev/null", cases[i].arguments);
        cr_expect_eq(run(arguments), 2, "\"%s\"", cases[i].arguments);
        cr_expect_str_empty(printed, "\"%s\"", cases[i].arguments);
    }
}

/* Whoever writes the output to a file wants to know that it is not there. */
Test(cli_weft, exits_1_when_it_cannot_print)
{
    static const char *const commands[] = { "options", "version", "help" };
    if (access("/dev/full", W_OK) != 0) cr_skip_test("this system has no /dev/full");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "%s >/dev/full 2>&1", commands[i]);
        cr_expect_eq(run(arguments), 1, "%s", commands[i]);
    }
}
