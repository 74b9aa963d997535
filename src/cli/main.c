/* The weft program: tools for people who write weft apps. */
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

static int print_help(FILE *to)
{
    fputs("usage: weft COMMAND\n\n"
          "  options   every option of a server, its default and meaning\n"
          "  version   the version of this weft\n"
          "  help      this text\n",
          to);
    return to == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "options") == 0) return fputs(weft_option_help(), stdout) < 0;
    if (strcmp(command, "version") == 0 || strcmp(command, "--version") == 0)
        return puts("weft " WEFT_VERSION) < 0;
    if (strcmp(command, "help") == 0 || strcmp(command, "--help") == 0) return print_help(stdout);
    if (*command) fprintf(stderr, "weft: there is no command \"%s\"\n", command);
    return print_help(stderr);
}
