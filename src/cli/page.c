#include "src/cli/page.h"
#include "template/gen/compile.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { FOLDERS_MAX = 64 };

typedef struct asked {
    const char *folders[FOLDERS_MAX];
    size_t folders_count;
    const char *output; /* of the only template; NULL: beside each */
    bool depends;       /* write a rule for make too */
    char **templates;
    int templates_count;
} asked;

static int usage(void)
{
    fputs("usage: weft page [-I FOLDER]... [-MD] [-o OUTPUT.page.c] TEMPLATE.html...\n\n"
          "  Compiles templates to C: views/items.html to views/items.page.c and .h.\n"
          "  -I FOLDER   where imports are looked for, behind the template's own folder\n"
          "  -o OUTPUT   where the source goes; the header goes beside it\n"
          "  -MD         write OUTPUT.d too: a rule for make that says what it depends on\n",
          stderr);
    return 2;
}

/* Takes the options; what is left are templates. false: they make no sense. */
static bool read_options(int argc, char **argv, asked *out)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        const char *option = argv[i];
        bool folder = option[1] == 'I', output = strcmp(option, "-o") == 0;
        if (strcmp(option, "-MD") == 0) {
            out->depends = true;
            continue;
        }
        if (!folder && !output) return false;
        const char *value = folder && option[2] ? option + 2 : i + 1 < argc ? argv[++i] : NULL;
        if (!value || (folder && out->folders_count == FOLDERS_MAX)) return false;
        if (folder)
            out->folders[out->folders_count++] = value;
        else
            out->output = value;
    }
    out->templates = argv + i;
    out->templates_count = argc - i;
    return out->templates_count > 0 && (!out->output || out->templates_count == 1);
}

/* Whole or not at all: a file that was begun is taken away again. */
static bool write_file(const char *path, const weft_buf *bytes)
{
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(bytes->ptr, 1, bytes->len, file) == bytes->len;
    if (file && fclose(file) != 0) ok = false;
    if (!ok) {
        fprintf(stderr, "weft page: %s: %s\n", path, strerror(errno));
        if (file) remove(path);
    }
    return ok;
}

static bool write_depends(const char *target, const weft_buf *rule)
{
    weft_buf path = weft_buf_heap(SIZE_MAX);
    weft_putf(&path, "%s.d", target);
    weft_put_char(&path, '\0');
    bool ok = weft_buf_ok(&path) && write_file(path.ptr, rule);
    weft_buf_free(&path);
    return ok;
}

static bool write_all(const asked *options, const char *target, const wf_compiled *made)
{
    char *header = wf_compile_header(target);
    bool ok = header && write_file(header, &made->header) && write_file(target, &made->source) &&
              (!options->depends || write_depends(target, &made->depends));
    free(header);
    return ok;
}

static bool compile(const asked *options, const char *template)
{
    char *target = options->output ? strdup(options->output) : wf_compile_target(template);
    wf_compiled made;
    if (!target) return false;
    wf_folders folders = { options->folders, options->folders_count };
    bool ok = wf_compile(template, target, folders, &made);
    fwrite(weft_buf_str(&made.messages).ptr, 1, made.messages.len, stderr);
    ok = ok && write_all(options, target, &made);
    wf_compiled_free(&made);
    free(target);
    return ok;
}

int wf_cli_page(int argc, char **argv)
{
    asked options = { .folders_count = 0 };
    if (!read_options(argc, argv, &options)) return usage();
    bool ok = true;
    for (int i = 0; i < options.templates_count; i++) ok = compile(&options, options.templates[i]) && ok;
    return ok ? 0 : 1;
}
