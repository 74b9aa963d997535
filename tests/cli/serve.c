/* weft serve, run as a person runs it. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "build/release/weft"
static char folder[] = "/tmp/weft-serve-XXXXXX";
static char printed[64 * 1024];

static int run(const char *command)
{
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    return WEXITSTATUS(pclose(pipe));
}

static void set_up(void)
{
    if (access(PROGRAM, X_OK) != 0) cr_skip_test(PROGRAM " is not built: run make first");
    cr_assert_not_null(mkdtemp(folder));
    char command[256];
    snprintf(command, sizeof command, "mkdir %s/docs && printf hello >%s/a.txt && printf x >%s/.env", folder,
             folder, folder);
    cr_assert_eq(run(command), 0);
}

static void tear_down(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    run(command);
}

TestSuite(cli_serve, .init = set_up, .fini = tear_down);

/* Starts it, asks for each path with curl, stops it; `printed` is what curl got, then the log. */
static void serve_and_ask(const char *options, const char *urls)
{
    char command[2048];
    snprintf(command, sizeof command,
             "cd %s && { %s/" PROGRAM " serve %s --port 0 >log 2>said & pid=$!; "
             "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do url=$(sed -n 's/.*\\(http:[^ "
             "]*\\).*/\\1/p' said 2>/dev/null); "
             "[ -n \"$url\" ] && break; sleep 0.1; done; "
             "for path in %s; do curl -s -o body -w '%%{http_code} ' --noproxy '*' $url$path; done; "
             "kill $pid; wait $pid; echo \"exit $?\"; cat log; }",
             folder, getcwd((char[512]){ 0 }, 512), options, urls);
    cr_assert_eq(run(command), 0, "%s", printed);
}

Test(cli_serve, serves_a_directory_and_says_where)
{
    serve_and_ask(".", "/a.txt / /docs/ /.env /none");
    cr_expect(strstr(printed, "200 200 200 404 404 exit 0\n"), "%s", printed);
    cr_expect(strstr(printed, " GET /a.txt 200 5 B "), "%s", printed);
    cr_expect_null(strchr(printed, '\033')); /* no colours in a file */
}

Test(cli_serve, takes_its_options)
{
    serve_and_ask("--hidden --no-listing --silent --workers 1", "/a.txt / /.env");
    cr_expect_str_eq(printed, "200 404 200 exit 0\n");
}

Test(cli_serve, says_what_is_wrong)
{
    static const char *const cases[][2] = {
        { "serve --prot 1", "--prot" },
        { "serve --port x", "--port" },
        { "serve --port", "a value has to follow" },
        { "serve --max-age soon", "give it seconds" },
        { "serve a b", "there is a directory already" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[128];
        snprintf(command, sizeof command, PROGRAM " %s 2>&1", cases[i][0]);
        cr_expect_eq(run(command), 2, "%s", cases[i][0]);
        cr_expect(strstr(printed, cases[i][1]), "%s: %s", cases[i][0], printed);
    }
    cr_expect_eq(run(PROGRAM " serve /none/at/all 2>&1"), 1);
    cr_expect(strstr(printed, "cannot open the directory \"/none/at/all\""), "%s", printed);
    cr_expect_eq(run(PROGRAM " serve --help"), 0);
    cr_expect(strstr(printed, "usage: weft serve"), "%s", printed);
}
