#include "src/cli/serve.h"
#include "router/freeze.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <weft/weft.h>

/* What was said on the command line. */
typedef struct asked {
    weft_files files;
    weft_server server;
    bool silent; /* no line for each request */
} asked;

static int print_help(FILE *to)
{
    fputs("usage: weft serve [DIRECTORY] [OPTION]...\n\n"
          "Serves the files of a directory (.) at http://127.0.0.1:8080: index.html for a directory\n"
          "that has one, else a listing; FILE.br, FILE.zst and FILE.gz instead of FILE to who accepts\n"
          "them; ranges; answers that clients keep and ask again for. Links that lead outside and\n"
          "names that begin with a dot are not served.\n\n"
          "  --max-age SECONDS  clients may use a file so long without asking\n"
          "  --spa              index.html also answers navigations to what is not there\n"
          "  --hidden           names that begin with a dot are served too\n"
          "  --no-listing       directories without an index.html are not there\n"
          "  --silent           no line for each request\n"
          "  --port N, --host ADDRESS, --workers N and all others that `weft options` lists\n",
          to);
    return fflush(to) != 0 ? 1 : to == stdout ? 0 : 2;
}

/* ---- The log --------------------------------------------------------------------------------------------- */

static const char *method_of(const weft_request *req)
{
    weft_method method = weft_req_method(req);
    return method <= WEFT_OPTIONS ? wf_method_name(method) : "-";
}

static const char *colour_of(unsigned status)
{
    static const char *const colours[] = { "", "", "\033[32m", "\033[36m", "\033[33m", "\033[31m" };
    return colours[status / 100 < 6 ? status / 100 : 5];
}

static double scaled(uint64_t bytes, const char **unit)
{
    static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
    double number = (double)bytes;
    size_t i = 0;
    for (; number >= 1000 && i < 4; i++) number /= 1000;
    *unit = units[i];
    return number;
}

/* "23:10:04 GET /a.css 200 1.2 kB 0.1 ms". A path is printable ASCII, or its request was refused. */
static void print_line(const weft_request *req, const weft_outcome *outcome, void *state)
{
    const bool *coloured = state;
    const char *unit, *on = *coloured ? colour_of(outcome->status) : "", *off = *coloured ? "\033[0m" : "";
    double size = scaled(outcome->bytes, &unit);
    weft_str path = weft_req_path(req);
    time_t seconds = (time_t)(outcome->unix_ms / 1000);
    struct tm local;
    char clock[16] = "";
    if (localtime_r(&seconds, &local)) strftime(clock, sizeof clock, "%H:%M:%S", &local);
    printf("%s %s %.*s %s%u%s %.*f %s %.1f ms%s\n", clock, method_of(req), (int)path.len,
           path.ptr ? path.ptr : "", on, outcome->status, off, *unit == 'B' ? 0 : 1, size, unit,
           (double)outcome->duration_us / 1000, outcome->completed ? "" : " (cut off)");
}

/* ---- The command line ------------------------------------------------------------------------------------ */

static bool refuse(const char *word, const char *why)
{
    fprintf(stderr, "weft serve: %s: %s\n", word, why);
    return false;
}

/* "--max-age 60" and the options of servers: how many words were taken, 0 when they were refused. */
static int take_value(asked *out, const char *word, const char *value)
{
    char name[32];
    const char *why;
    if (!value) return refuse(word, "a value has to follow");
    if (strcmp(word, "--max-age") == 0) {
        char *end;
        unsigned long seconds = strtoul(value, &end, 10);
        if (*value < '0' || *value > '9' || *end || seconds > UINT32_MAX)
            return refuse(word, "give it seconds");
        out->files.max_age = (uint32_t)seconds;
        return 2;
    }
    snprintf(name, sizeof name, "%s", word + 2);
    for (char *at = name; *at; at++)
        if (*at == '-') *at = '_'; /* --body-limit is body_limit */
    return weft_option(&out->server, name, value, &why) ? 2 : refuse(word, why);
}

static int take_option(asked *out, const char *word, const char *value)
{
    if (strcmp(word, "--spa") == 0)
        out->files.fallback = "index.html";
    else if (strcmp(word, "--hidden") == 0)
        out->files.hidden = true;
    else if (strcmp(word, "--no-listing") == 0)
        out->files.listing = false;
    else if (strcmp(word, "--silent") == 0)
        out->silent = true;
    else
        return take_value(out, word, value);
    return 1;
}

/* false: told on stderr. */
static bool read_words(asked *out, int argc, char **argv)
{
    for (int i = 1; i < argc;) {
        bool option = strncmp(argv[i], "--", 2) == 0;
        if (!option && out->files.root) return refuse(argv[i], "there is a directory already; one is served");
        if (!option) out->files.root = argv[i];
        int taken = option ? take_option(out, argv[i], i + 1 < argc ? argv[i + 1] : NULL) : 1;
        if (!taken) return false;
        i += taken;
    }
    if (!out->files.root) out->files.root = ".";
    return true;
}

int wf_cli_serve(int argc, char **argv)
{
    static bool coloured;
    asked said = { .files = { .index = "index.html", .listing = true, .precompressed = true } };
    if (argc > 1 && strcmp(argv[1], "--help") == 0) return print_help(stdout);
    if (!read_words(&said, argc, argv)) return print_help(stderr);
    coloured = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    weft_app *app = weft_app_new(NULL);
    weft_static(app, "/", said.files);
    if (!said.silent) weft_on_complete(app, print_line, &coloured);
    setvbuf(stdout, NULL, _IOLBF, 0);
    int status = weft_serve(app, said.server);
    weft_app_free(app);
    return status;
}
