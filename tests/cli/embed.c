/* weft embed: what it writes is C that compilers take without a warning, and serves what was embedded. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "build/release/weft"
static char folder[] = "/tmp/weft-embed-XXXXXX";
static char printed[64 * 1024];

/* Runs a command with "@" standing for the folder. Returns its exit status; its output is in `printed`. */
static int run(const char *command)
{
    char line[2048];
    size_t len = 0;
    for (; *command; command++)
        len += *command == '@' ? (size_t)snprintf(line + len, sizeof line - len, "%s", folder) : 1,
            line[len - 1] = *command == '@' ? line[len - 1] : *command;
    line[len] = '\0';
    FILE *pipe = popen(line, "r");
    cr_assert_not_null(pipe);
    printed[fread(printed, 1, sizeof printed - 1, pipe)] = '\0';
    return WEXITSTATUS(pclose(pipe));
}

static void set_up(void)
{
    if (access(PROGRAM, X_OK) != 0) cr_skip_test(PROGRAM " is not built: run make first");
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(run("mkdir -p @/in/css @/in/.git && printf 'body{}' >@/in/css/a.css && printf gz "
                     ">@/in/css/a.css.gz &&"
                     "printf old >@/in/css/a.css.br && touch -d 2001-01-01 @/in/css/a.css.br &&"
                     "printf '' >@/in/empty && printf secret >@/in/.git/config &&"
                     "printf '\\0\\377\"?' >'@/in/q\"u?\\.bin' && ln -s css @/in/link"),
                 0);
}

static void tear_down(void) { run("rm -rf @"); }

TestSuite(cli_embed, .init = set_up, .fini = tear_down);

static const char serve[] = "#include <stdio.h>\n"
                            "#include <weft/bundle.h>\n"
                            "#include <weft/test.h>\n"
                            "extern const weft_bundle site;\n"
                            "int main(void) {\n"
                            "  weft_app *app = weft_app_new(NULL);\n"
                            "  weft_static(app, \"/\", (weft_files){ .bundle = &site });\n"
                            "  weft_test *test = weft_test_new(app, (weft_server){ 0 });\n"
                            "  weft_answer a = weft_test_get(test, \"/css/a.css\");\n"
                            "  printf(\"%d %.*s\\n\", a.status, (int)a.body.len, a.body.ptr);\n"
                            "  a = weft_test_ask(test, (weft_ask){ .path = \"/css/a.css\",\n"
                            "      .headers = { { \"Accept-Encoding\", \"gzip, br\" } } });\n"
                            "  printf(\"%d %.*s\\n\", a.status, (int)a.body.len, a.body.ptr);\n"
                            "  a = weft_test_get(test, \"/q%22u%3F%5C.bin\");\n"
                            "  printf(\"%d\\n\", a.status);\n"
                            "  a = weft_test_get(test, \"/empty\");\n"
                            "  printf(\"%d %d\\n\", a.status, (int)a.body.len);\n"
                            "  weft_test_free(test); weft_app_free(app); }\n";

Test(cli_embed, writes_c_that_serves_what_it_holds)
{
    cr_expect_eq(run(PROGRAM " embed @/in -o @/site.c --name site 2>&1"), 0);
    cr_expect(strstr(printed, "css/a.css.br is older than what it was made from, and left out"), "%s",
              printed);
    char path[64];
    snprintf(path, sizeof path, "%s/main.c", folder);
    FILE *file = fopen(path, "w");
    fputs(serve, file);
    fclose(file);
    cr_assert_eq(run("gcc -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror -Iinclude @/main.c @/site.c "
                     "build/release/libweft.a -pthread -o @/main 2>&1"),
                 0, "%s", printed);
    cr_expect_eq(run("@/main"), 0);
    /* A backslash is never in the path of a file that is served. */
    cr_expect_str_eq(printed, "200 body{}\n200 gz\n404\n200 0\n");
}

Test(cli_embed, same_files_make_the_same_c)
{
    run(PROGRAM " embed @/in 2>/dev/null | cksum");
    char first[64];
    snprintf(first, sizeof first, "%.60s", printed);
    cr_assert_eq(run("cp -r @/in @/in2 && touch -d 2001-01-01 @/in2/css/a.css.br && " PROGRAM
                     " embed @/in2 2>/dev/null | cksum"),
                 0);
    cr_expect_str_eq(printed, first);
    run(PROGRAM " embed @/in 2>/dev/null | grep -c secret");
    cr_expect_str_eq(printed, "0\n");
}

Test(cli_embed, says_what_is_wrong)
{
    cr_expect_eq(run(PROGRAM " embed @/none 2>&1"), 1);
    cr_expect(strstr(printed, "/none: No such file or directory"), "%s", printed);
    cr_expect_eq(run(PROGRAM " embed 2>&1 >/dev/null"), 2);
    cr_expect(strstr(printed, "usage: weft embed"));
    cr_expect_eq(run(PROGRAM " embed @/in --name 2x 2>&1"), 2);
    cr_expect_eq(run(PROGRAM " embed @/in -o /dev/full 2>/dev/null"), 1);
    cr_expect_eq(run(PROGRAM " embed --help"), 0);
    cr_expect_eq(run("mkdir @/void && " PROGRAM
                     " embed @/void | gcc -std=c17 -Wall -Wextra -Werror -Iinclude -xc -c - -o "
                     "@/void.o 2>&1"),
                 0, "%s", printed);
}
