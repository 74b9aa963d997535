#include "template/gen/compile.h"
#include "src/base/str.h"
#include "template/gen/emit.h"
#include "template/gen/import.h"
#include <stdlib.h>

/* With another ending: what is behind the last dot of the file's name; `ending` when it has none. */
static char *with_ending(const char *path, const char *ending)
{
    size_t len = strlen(path);
    for (size_t at = len; at > 0 && path[at - 1] != '/'; at--)
        if (path[at - 1] == '.') {
            len = at - 1;
            break;
        }
    char *text = malloc(len + strlen(ending) + 1);
    if (!text) return NULL;
    memcpy(text, path, len);
    memcpy(text + len, ending, strlen(ending) + 1);
    return text;
}

char *wf_compile_target(const char *path) { return with_ending(path, ".page.c"); }
char *wf_compile_header(const char *target) { return with_ending(target, ".h"); }

/* ---- Dependencies ---------------------------------------------------------------------------------------- */

/* A path as a rule of make writes it. */
static void put_path(weft_buf *out, const char *path)
{
    for (; *path; path++) {
        if (strchr(" #\\", *path)) weft_put_char(out, '\\');
        if (*path == '$') weft_put_char(out, '$');
        weft_put_char(out, *path);
    }
}

static void put_dependency(weft_buf *rule, weft_buf *alone, const char *path)
{
    if (path[0] == '<') return; /* known from the start */
    weft_put_str(rule, weft_lit(" \\\n "));
    put_path(rule, path);
    put_path(alone, path); /* so that make goes on when the file is gone */
    weft_put_str(alone, weft_lit(":\n"));
}

static void put_dependencies(const wf_tree *tree, const char *target, weft_buf *out)
{
    weft_buf alone = weft_buf_heap(SIZE_MAX);
    char *header = wf_compile_header(target);
    put_path(out, target);
    weft_put_char(out, ' ');
    put_path(out, header ? header : target);
    weft_put_char(out, ':');
    put_dependency(out, &alone, tree->self->source.path);
    for (const wf_template *it = tree->imports; it; it = it->next)
        put_dependency(out, &alone, it->source.path);
    const char *file;
    for (size_t i = 0; (file = wf_cdecl_file_at(tree->types->set, i)) != NULL; i++)
        put_dependency(out, &alone, file);
    weft_put_char(out, '\n');
    weft_put_str(out, weft_buf_str(&alone));
    weft_buf_free(&alone);
    free(header);
}

/* ---- Compiling ------------------------------------------------------------------------------------------- */

static void emit(const wf_tree *tree, const char *target, wf_compiled *out)
{
    char *header = wf_compile_header(target);
    const char *slash = header ? strrchr(header, '/') : NULL;
    wf_emit_header(tree, &out->header);
    wf_emit_source(tree, target, wf_str(slash ? slash + 1 : header), &out->source);
    put_dependencies(tree, target, &out->depends);
    free(header);
}

static bool compile(wf_unit *unit, wf_template *self, const char *target, wf_folders folders,
                    wf_compiled *out)
{
    wf_types types;
    wf_tree tree = { .unit = unit, .types = &types, .self = self };
    if (!wf_types_begin(&types, unit)) {
        weft_put_str(&out->messages, weft_lit("out of memory\n"));
        wf_types_end(&types);
        return false;
    }
    wf_tree_parse(&tree, folders);
    wf_tree_place(&tree);
    if (wf_unit_ok(unit)) emit(&tree, target, out);
    wf_types_end(&types);
    bool made = weft_buf_ok(&out->header) && weft_buf_ok(&out->source) && weft_buf_ok(&out->depends);
    if (!made) weft_put_str(&out->messages, weft_lit("out of memory\n"));
    return wf_unit_ok(unit) && made;
}

static wf_compiled empty(void)
{
    return (wf_compiled){ weft_buf_heap(SIZE_MAX), weft_buf_heap(SIZE_MAX), weft_buf_heap(SIZE_MAX),
                          weft_buf_heap(SIZE_MAX) };
}

/* `text` absent: the file is read. */
bool wf_compile_text(const char *path, weft_str text, const char *target, wf_folders folders,
                     wf_compiled *out)
{
    wf_unit unit;
    wf_template self = { .source = { .path = path } };
    *out = empty();
    wf_unit_begin(&unit);
    bool loaded = text.ptr ? wf_template_take(&unit, path, text, &self.source)
                           : wf_template_load(&unit, path, &self.source, NULL, 0);
    bool ok = loaded && wf_template_name(&unit, &self.source, &self.name) &&
              compile(&unit, &self, target, folders, out);
    wf_unit_report(&unit, &out->messages);
    wf_unit_end(&unit);
    return ok;
}

bool wf_compile(const char *path, const char *target, wf_folders folders, wf_compiled *out)
{
    return wf_compile_text(path, weft_str_of(NULL, 0), target, folders, out);
}

void wf_compiled_free(wf_compiled *compiled)
{
    weft_buf_free(&compiled->header);
    weft_buf_free(&compiled->source);
    weft_buf_free(&compiled->depends);
    weft_buf_free(&compiled->messages);
}
