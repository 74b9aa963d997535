/* The weft program: tools for people who write weft apps. */
#include "src/cli/embed.h"
#include "src/cli/json.h"
#include "src/cli/page.h"
#include "src/cli/serve.h"
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

/* A full disk is a failure too. */
static int print(const char *text) { return fputs(text, stdout) < 0 || fflush(stdout) != 0; }

static int print_help(FILE *to)
{
    fputs("usage: weft COMMAND\n\n"
          "  json      the structs of a C header as JSON, as C\n"
          "  page      templates, as C\n"
          "  serve     the files of a directory, over HTTP\n"
          "  embed     the files of a directory, as a C file\n"
          "  options   every option of a server, its default and meaning\n"
          "  version   the version of this weft\n"
          "  help      this text\n",
          to);
    return fflush(to) != 0 ? 1 : to == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "json") == 0) return wf_cli_json(argc - 1, argv + 1);
    if (strcmp(command, "page") == 0) return wf_cli_page(argc - 1, argv + 1);
    if (strcmp(command, "serve") == 0) return wf_cli_serve(argc - 1, argv + 1);
    if (strcmp(command, "embed") == 0) return wf_cli_embed(argc - 1, argv + 1);
    if (strcmp(command, "options") == 0) return print(weft_option_help());
    if (strcmp(command, "version") == 0 || strcmp(command, "--version") == 0)
        return print("weft " WEFT_VERSION "\n");
    if (strcmp(command, "help") == 0 || strcmp(command, "--help") == 0) return print_help(stdout);
    if (*command) fprintf(stderr, "weft: there is no command \"%s\"\n", command);
    return print_help(stderr);
}
