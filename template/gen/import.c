#include "template/gen/import.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

/* ---- Files ----------------------------------------------------------------------------------------------- */

static bool read_file(wf_unit *unit, FILE *file, weft_str *out)
{
    weft_buf bytes = weft_buf_heap(WF_TEMPLATE_BYTES);
    char chunk[16 * 1024];
    size_t len;
    while ((len = fread(chunk, 1, sizeof chunk, file)) > 0) weft_put_str(&bytes, weft_str_of(chunk, len));
    bool ok = weft_buf_ok(&bytes) && !ferror(file);
    if (ok) *out = wf_unit_copy(unit, weft_buf_str(&bytes));
    weft_buf_free(&bytes);
    return ok;
}

static bool check_text(wf_unit *unit, const wf_source *source)
{
    weft_str text = source->text;
    size_t valid = wf_utf8_valid_prefix(text.ptr, text.len);
    const char *nul = memchr(text.ptr, '\0', text.len);
    if (valid < text.len) wf_unit_fault(unit, source, valid, "not UTF-8; save the file as UTF-8");
    if (nul)
        wf_unit_fault(unit, source, (size_t)(nul - text.ptr),
                      "a NUL byte, which no page can hold; take it out");
    return valid == text.len && !nul;
}

bool wf_template_take(wf_unit *unit, const char *path, weft_str text, wf_source *out)
{
    *out = (wf_source){ .path = path };
    if (text.len > WF_TEMPLATE_BYTES) {
        wf_unit_fault(unit, out, 0, "larger than 1 MiB; put parts of it into other templates");
        return false;
    }
    out->text = wf_unit_copy(unit, text);
    wf_source_cut(unit, out);
    return check_text(unit, out);
}

bool wf_template_load(wf_unit *unit, const char *path, wf_source *out, const wf_source *importer, uint32_t at)
{
    *out = (wf_source){ .path = path, .text = { "", 0 } };
    struct stat status;
    FILE *file = fopen(path, "rb");
    const char *why = file ? "cannot be read, or is larger than 1 MiB" : strerror(errno);
    bool regular = file && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
    if (file && !regular) why = "is no file";
    bool ok = regular && read_file(unit, file, &out->text);
    if (file) fclose(file);
    if (ok) wf_source_cut(unit, out);
    if (ok) return check_text(unit, out);
    if (importer)
        wf_unit_fault(unit, importer, at, "%s: %s", path, why);
    else
        wf_unit_fault(unit, out, 0, "%s", why);
    return false;
}

/* What is behind the last '/'. */
static weft_str base_of(weft_str path)
{
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/') at--;
    return weft_str_of(path.ptr + at, path.len - at);
}

static weft_str without_extension(weft_str path)
{
    size_t base = path.len - base_of(path).len;
    for (size_t at = path.len; at > base + 1; at--)
        if (path.ptr[at - 1] == '.') return weft_str_of(path.ptr, at - 1);
    return path;
}

bool wf_template_name(wf_unit *unit, const wf_source *source, weft_str *out)
{
    weft_str name = without_extension(base_of(wf_str(source->path)));
    char *text = wf_unit_text(unit, name);
    bool ok = name.len > 0 && !(name.ptr[0] >= '0' && name.ptr[0] <= '9');
    for (size_t i = 0; i < name.len; i++) {
        char byte = text[i];
        char lower = (char)(byte | 0x20);
        if (byte == '-' || byte == '.')
            text[i] = '_';
        else if (!((lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_'))
            ok = false;
    }
    *out = weft_str_of(text, name.len);
    if (!ok)
        wf_unit_fault(unit, source, 0,
                      "'%.*s' cannot name a function of C; name the file with letters, digits, '-' and '_'",
                      WF_QUOTED(name));
    return ok;
}

weft_str wf_template_include(wf_unit *unit, weft_str path)
{
    weft_str stem = without_extension(path);
    return wf_unit_format(unit, "%.*s.page.h", (int)stem.len, stem.ptr);
}

/* ---- Imports --------------------------------------------------------------------------------------------- */

/* The path of `name` beside `importer` or in one of the folders; NULL when it is nowhere. */
static const char *find(wf_unit *unit, const wf_source *importer, wf_folders folders, weft_str name)
{
    weft_str path = wf_str(importer->path);
    weft_str folder = weft_str_of(path.ptr, path.len - base_of(path).len);
    struct stat status;
    char *beside = wf_unit_take(unit, folder.len + name.len + 1);
    memcpy(beside, folder.ptr, folder.len);
    memcpy(beside + folder.len, name.ptr, name.len);
    if (stat(beside, &status) == 0) return beside;
    for (size_t i = 0; i < folders.count; i++) {
        weft_str in = wf_str(folders.paths[i]);
        char *there = wf_unit_take(unit, in.len + name.len + 2);
        memcpy(there, in.ptr, in.len);
        there[in.len] = '/';
        memcpy(there + in.len + 1, name.ptr, name.len);
        if (stat(there, &status) == 0) return there;
    }
    return NULL;
}

/* Imports stay below the folders they are looked for in. */
static bool is_confined(weft_str name)
{
    if (name.len == 0 || name.ptr[0] == '/') return false;
    weft_str rest = name;
    while (rest.ptr) {
        weft_str part = wf_str_cut(&rest, '/');
        if (part.len == 0 || weft_str_eq(part, weft_lit("..")) || weft_str_eq(part, weft_lit(".")))
            return false;
    }
    return memchr(name.ptr, '\\', name.len) == NULL;
}

static void add_header(wf_tree *tree, weft_str spelled)
{
    wf_header **place = &tree->headers;
    for (; *place; place = &(*place)->next)
        if (weft_str_eq((*place)->spelled, spelled)) return;
    *place = wf_unit_take(tree->unit, sizeof **place);
    (*place)->spelled = spelled;
}

static void import_header(wf_tree *tree, wf_template *template, const char *path, weft_str name,
                          wf_reader *reader, uint32_t at)
{
    if (template == tree->self)
        add_header(tree, wf_unit_format(tree->unit, "\"%.*s\"", (int)name.len, name.ptr));
    if (wf_cdecl_read(tree->types->set, path)) return;
    const wf_cfault *fault = wf_cdecl_fault(tree->types->set);
    if (fault->place.line)
        wf_reader_fault(reader, at, "%s:%u:%u: %s%s%s", fault->place.file, fault->place.line,
                        fault->place.column, fault->what, fault->hint ? "; " : "",
                        fault->hint ? fault->hint : "");
    else
        wf_reader_fault(reader, at, "%s %s%s%s", path, fault->what, fault->hint ? "; " : "",
                        fault->hint ? fault->hint : "");
}

/* Reads imports and parameters of an imported template, which stand before everything else in it. */
static void read_head(wf_tree *tree, wf_template *template, wf_folders folders)
{
    for (const wf_piece *piece = wf_lex(tree->unit, &template->source); piece; piece = piece->next) {
        weft_str word;
        if (piece->kind != WF_PIECE_TAG) continue;
        wf_reader reader = wf_tag_read(tree, template, piece, &word);
        if (weft_str_eq(word, weft_lit("import")))
            wf_import_read(tree, template, folders, &reader);
        else if (!weft_str_eq(word, weft_lit("param")))
            break;
        else if (!wf_param_read(tree, template, &reader))
            template->broken = true;
    }
}

static void import_template(wf_tree *tree, wf_folders folders, const char *path, weft_str name,
                            wf_reader *reader, uint32_t at)
{
    wf_template *template = wf_unit_take(tree->unit, sizeof *template);
    template->include = wf_template_include(tree->unit, name);
    if (!wf_template_load(tree->unit, path, &template->source, reader->source, at) ||
        !wf_template_name(tree->unit, &template->source, &template->name)) {
        reader->failed = true;
        return;
    }
    wf_template **place = &tree->imports;
    for (; *place; place = &(*place)->next)
        if (weft_str_eq((*place)->name, template->name)) {
            wf_reader_fault(reader, at, "a template '%.*s' is imported already; rename one of the files",
                            WF_QUOTED(template->name));
            return;
        }
    *place = template;
    read_head(tree, template, folders);
}

static bool is_header(weft_str name) { return name.len > 2 && memcmp(name.ptr + name.len - 2, ".h", 2) == 0; }

/* <time.h>: what it declares, C knows. */
static void import_system(wf_tree *tree, wf_template *template, wf_reader *reader)
{
    const char *text = reader->source->text.ptr;
    uint32_t from = reader->at;
    while (reader->at < reader->to &&
           (text[reader->at] == '/' || text[reader->at] == '.' || text[reader->at] == '_' ||
            text[reader->at] == '-' || (text[reader->at] >= '0' && text[reader->at] <= '9') ||
            ((text[reader->at] | 0x20) >= 'a' && (text[reader->at] | 0x20) <= 'z')))
        reader->at++;
    weft_str name = weft_str_of(text + from, reader->at - from);
    if (!is_header(name) || !wf_reader_sign(reader, ">")) {
        wf_reader_fault(reader, from, "'import <' needs the name of a header: {%% import <time.h> %%}");
        return;
    }
    if (template != tree->self) return;
    tree->types->open = true;
    add_header(tree, wf_unit_format(tree->unit, "<%.*s>", (int)name.len, name.ptr));
}

void wf_import_read(wf_tree *tree, wf_template *template, wf_folders folders, wf_reader *reader)
{
    if (wf_reader_sign(reader, "<")) {
        import_system(tree, template, reader);
        return;
    }
    uint32_t at = reader->at;
    weft_str name = wf_reader_literal(reader);
    if (!name.ptr) {
        wf_reader_fault(reader, at, "'import' needs a name in quotes: {%% import \"item.h\" %%}");
        return;
    }
    if (!is_confined(name)) {
        wf_reader_fault(
            reader, at,
            "'%.*s' is looked for below a folder: write it without '..' and without a leading '/'",
            WF_QUOTED(name));
        return;
    }
    bool header = is_header(name);
    if (!header && template != tree->self) return; /* what an imported template calls is its own affair */
    const char *path = find(tree->unit, reader->source, folders, name);
    if (!path)
        wf_reader_fault(reader, at, "'%.*s' is neither beside this template nor in a folder given with -I",
                        WF_QUOTED(name));
    else if (header)
        import_header(tree, template, path, name, reader, at);
    else
        import_template(tree, folders, path, name, reader, at);
}

/* ---- Parameters ------------------------------------------------------------------------------------------ */

wf_reader wf_tag_read(wf_tree *tree, const wf_template *template, const wf_piece *piece, weft_str *word)
{
    wf_reader reader = { .unit = tree->unit,
                         .source = &template->source,
                         .types = tree->types,
                         .at = piece->from,
                         .to = piece->to };
    *word = wf_reader_name(&reader);
    return reader;
}

/* Where the "=" stands that begins a default; reader->to when there is none. */
static uint32_t find_default(const wf_reader *reader)
{
    const char *text = reader->source->text.ptr;
    for (uint32_t at = reader->at; at < reader->to; at++)
        if (text[at] == '=') return at;
    return reader->to;
}

static bool check_param(wf_template *template, wf_param *param, wf_reader *reader)
{
    for (const wf_param *other = template->params; other; other = other->next)
        if (weft_str_eq(other->name, param->name))
            return wf_reader_fault(reader, param->at, "a parameter '%.*s' is declared already",
                                   WF_QUOTED(param->name));
    if (wf_is_keyword(param->name))
        return wf_reader_fault(reader, param->at, "'%.*s' cannot name a parameter; choose another name",
                               WF_QUOTED(param->name));
    const wf_ctype *real = wf_ctype_resolve(param->type);
    if (real->kind == WF_C_ARRAY)
        return wf_reader_fault(
            reader, param->at,
            "a parameter cannot be an array: write a pointer, and its length as '%.*s_count'",
            WF_QUOTED(param->name));
    bool incomplete = (real->kind == WF_C_STRUCT || real->kind == WF_C_UNION) && !real->tag->complete;
    if (real->kind == WF_C_VOID || real->kind == WF_C_FUNCTION || incomplete)
        return wf_reader_fault(reader, param->at,
                               "a parameter needs a type whose size is known; write a pointer");
    return true;
}

wf_param *wf_param_read(wf_tree *tree, wf_template *template, wf_reader *reader)
{
    wf_reader_skip(reader);
    const char *text = reader->source->text.ptr;
    uint32_t at = reader->at, to = find_default(reader);
    weft_str declaration = wf_str_trim(weft_str_of(text + at, to - at));
    wf_position position = wf_source_position(reader->source, at);
    wf_cplace place = { reader->source->path, position.line, position.column };
    wf_param *param = wf_unit_take(tree->unit, sizeof *param);
    param->at = at;
    param->type = wf_cdecl_read_type(tree->types->set, place, declaration, &param->name);
    if (!param->type) {
        const wf_cfault *fault = wf_cdecl_fault(tree->types->set);
        wf_reader_fault(reader, at, "%s%s%s", fault->what, fault->hint ? "; " : "",
                        fault->hint ? fault->hint : "");
        return NULL;
    }
    if (param->name.len == 0) {
        wf_reader_fault(reader, at, "'param' needs a type and a name: {%% param weft_str title %%}");
        return NULL;
    }
    param->is_content = wf_ctype_is(param->type, "weft_content");
    if (to < reader->to) {
        param->default_at = to + 1;
        param->default_to = reader->to;
    }
    reader->at = reader->to;
    if (!check_param(template, param, reader)) return NULL;
    wf_param **last = &template->params;
    while (*last) last = &(*last)->next;
    *last = param;
    return param;
}
