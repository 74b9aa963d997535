/* weft json: from a header with marked structs to their codecs. */
#include "src/cli/json.h"
#include "json/gen/gen.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

const char wf_cli_json_help[] =
    "usage: weft json HEADER -o SOURCE.c [-I FOLDER]... [-D NAME[=VALUE]]... [-m MARKS] [-MD]\n\n"
    "Reads the structs of HEADER that are marked with \"// weft:json\" and writes SOURCE.c and SOURCE.h: a "
    "codec for\n"
    "each, and functions that answer with it as JSON and read it from a request.\n\n"
    "  -o SOURCE.c       where to, such as build/item.json.c\n"
    "  -I FOLDER         looks there for the headers that HEADER includes\n"
    "  -D NAME[=VALUE]   defines a macro, for HEADER's #if\n"
    "  -m MARKS          a file with the marks of structs whose headers are not to be touched\n"
    "  -MD               writes SOURCE.d: the rule for make of which headers were read\n";

enum { LISTED = 64 };

typedef struct command {
    char base[PATH_MAX]; /* where to, without the ".c" */
    wf_jrequest request;
    const char *folders[LISTED], *definitions[LISTED];
    bool depends;
} command;

/* ---- The command line -------------------------------------------------------------------------------------- */

static bool complain(const char *what, const char *word)
{
    fprintf(stderr, "weft json: %s%s%s\n\n%s", what, *word ? " " : "", word, wf_cli_json_help);
    return false;
}

static bool add(const char **list, size_t *count, const char *word)
{
    if (*count == LISTED) return complain("too many of these:", word);
    list[(*count)++] = word;
    return true;
}

static bool set_base(command *to, const char *word)
{
    size_t len = strlen(word);
    if (len < 3 || len >= sizeof to->base || strcmp(word + len - 2, ".c") != 0)
        return complain("-o takes the name of a C source, not", word);
    memcpy(to->base, word, len - 2);
    to->base[len - 2] = '\0';
    return true;
}

/* An option that takes a word, "-I folder" or "-Ifolder". */
static bool take_worded(command *to, char letter, const char *word)
{
    switch (letter) {
    case 'o': return set_base(to, word);
    case 'm': to->request.marks = word; return true;
    case 'I': return add(to->folders, &to->request.folder_count, word);
    case 'D': return add(to->definitions, &to->request.definition_count, word);
    default: return complain("there is no option", word);
    }
}

static bool take_word(command *to, char **words, int *at)
{
    const char *word = words[*at];
    if (strcmp(word, "-MD") == 0) return to->depends = true;
    if (word[0] != '-') {
        if (to->request.header) return complain("one header at a time, not also", word);
        to->request.header = word;
        return true;
    }
    if (!word[1] || !strchr("omID", word[1])) return complain("there is no option", word);
    if (word[2]) return take_worded(to, word[1], word + 2);
    if (!words[*at + 1]) return complain("something is missing behind", word);
    return take_worded(to, word[1], words[++*at]);
}

static bool take_words(command *to, char **words)
{
    for (int at = 1; words[at]; at++)
        if (!take_word(to, words, &at)) return false;
    if (!to->request.header) return complain("which header?", "");
    if (!*to->base) return complain("where to? Say -o SOURCE.c", "");
    to->request.folders = to->folders;
    to->request.definitions = to->definitions;
    return true;
}

/* ---- Paths ------------------------------------------------------------------------------------------------- */

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The real path of the folder that `path` is in. */
static bool real_folder(const char *path, char real[PATH_MAX])
{
    char folder[PATH_MAX];
    size_t len = (size_t)(file_of(path) - path);
    if (len >= sizeof folder) return false;
    memcpy(folder, path, len);
    folder[len] = '\0';
    return realpath(len ? folder : ".", real) != NULL;
}

/* How a file in folder `from` names a file in folder `to`: "../../src/". */
static void put_way(weft_buf *out, const char *from, const char *to)
{
    size_t same = 0;
    for (size_t i = 0;; i++) {
        bool ends = (!from[i] || from[i] == '/') && (!to[i] || to[i] == '/');
        if (ends) same = i;
        if (!from[i] || from[i] != to[i]) break;
    }
    for (const char *at = from + same; *at; at++)
        if (*at == '/' && at[1]) weft_put_str(out, weft_lit("../"));
    const char *rest = to + same + (to[same] == '/');
    if (*rest) weft_putf(out, "%s/", rest);
}

/* How the generated files name the header they are made from: wherever both are moved together, it is found. */
static bool put_include(weft_buf *out, const char *base, const char *header)
{
    char from[PATH_MAX], to[PATH_MAX];
    if (!real_folder(base, from)) {
        fprintf(stderr, "%s.c: error: its folder cannot be found: %s\n  hint: make it first: mkdir -p\n",
                base, strerror(errno));
        return false;
    }
    if (!real_folder(header, to)) to[0] = '\0'; /* reading it says why */
    put_way(out, from, to);
    weft_putf(out, "%s", file_of(header));
    return true;
}

/* ---- Files ------------------------------------------------------------------------------------------------- */

static bool write_file(const char *base, const char *suffix, weft_str text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", base, suffix);
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(text.ptr, 1, text.len, file) == text.len;
    if (file) ok = fclose(file) == 0 && ok;
    if (!ok) fprintf(stderr, "%s: error: cannot be written: %s\n", path, strerror(errno));
    return ok;
}

static void put_escaped(weft_buf *out, const char *path)
{
    for (; *path; path++) {
        if (*path == ' ' || *path == '#') weft_put_char(out, '\\');
        if (*path == '$') weft_put_char(out, '$');
        weft_put_char(out, *path);
    }
}

/* For make: what is made anew when which file changes; and files that are gone are no reason to stop. */
static bool write_rule(const wf_cdecl *set, const command *from)
{
    weft_buf out = weft_buf_heap(1 << 20);
    put_escaped(&out, from->base);
    weft_put_str(&out, weft_lit(".c "));
    put_escaped(&out, from->base);
    weft_put_str(&out, weft_lit(".h:"));
    const char *file;
    for (size_t i = 0; (file = wf_cdecl_file_at(set, i)) != NULL; i++) {
        weft_put_str(&out, weft_lit(" \\\n  "));
        put_escaped(&out, file);
    }
    if (from->request.marks) {
        weft_put_str(&out, weft_lit(" \\\n  "));
        put_escaped(&out, from->request.marks);
    }
    weft_put_char(&out, '\n');
    for (size_t i = 1; (file = wf_cdecl_file_at(set, i)) != NULL; i++) {
        put_escaped(&out, file);
        weft_put_str(&out, weft_lit(":\n"));
    }
    bool ok = weft_buf_ok(&out) && write_file(from->base, ".d", weft_buf_str(&out));
    weft_buf_free(&out);
    return ok;
}

static bool write_files(const wf_jgen *gen, const command *from, const wf_joutput *output)
{
    if (!weft_buf_ok(&output->source) || !weft_buf_ok(&output->header)) {
        fputs("weft json: out of memory\n", stderr);
        return false;
    }
    return write_file(from->base, ".h", weft_buf_str(&output->header)) &&
           (!from->depends || write_rule(gen->set, from)) &&
           write_file(from->base, ".c", weft_buf_str(&output->source));
}

int wf_cli_json(int argc, char **argv)
{
    command from = { 0 };
    if (argc == 2 && strcmp(argv[1], "--help") == 0) return fputs(wf_cli_json_help, stdout) < 0;
    if (!take_words(&from, argv)) return 2;
    weft_buf include = weft_buf_heap(2 * PATH_MAX);
    char own[PATH_MAX + 4];
    if (!put_include(&include, from.base, from.request.header)) return 1;
    snprintf(own, sizeof own, "%s.h", file_of(from.base));
    from.request.include = weft_buf_str(&include);
    from.request.own = wf_str(own);
    wf_jgen gen;
    wf_joutput output;
    bool ok = wf_jgen_run(&gen, &from.request, &output);
    fwrite(gen.report.ptr ? gen.report.ptr : "", 1, gen.report.len, stderr);
    if (gen.errors > WF_JGEN_ERRORS) fprintf(stderr, "%d more errors\n", gen.errors - WF_JGEN_ERRORS);
    ok = ok && write_files(&gen, &from, &output);
    weft_buf_free(&output.source);
    weft_buf_free(&output.header);
    wf_jgen_free(&gen);
    weft_buf_free(&include);
    return ok ? 0 : 1;
}
