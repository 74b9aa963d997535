#include "src/cli/embed.h"
#include "src/base/str.h"
#include "src/http/mime.h"
#include "static/coding.h"
#include "static/tag.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <weft/bundle.h>

enum { PATH_ROOM = 4096, DEPTH_MAX = 64 };

typedef struct file {
    char *path; /* below the directory */
    time_t modified;
    weft_str bytes;
    bool is_form;  /* of another one, which has it in `forms`, */
    bool is_stale; /* unless it is older */
    const struct file *forms[WF_CODING_COUNT];
} file;

typedef struct tree {
    const char *root;
    file *files; /* sorted by path once all are there */
    size_t count, room;
} tree;

static bool fail(const char *path)
{
    fprintf(stderr, "weft embed: %s: %s\n", path, strerror(errno));
    return false;
}

/* ---- The directory --------------------------------------------------------------------------------------- */

static bool read_file(const char *path, size_t size, weft_str *out)
{
    FILE *from = fopen(path, "rb");
    char *bytes = from ? malloc(size + 1) : NULL;
    size_t got = bytes ? fread(bytes, 1, size + 1, from) : 0;
    bool whole = bytes && !ferror(from) && got == size;
    if (bytes && got != size) errno = EAGAIN; /* it changes */
    if (from) fclose(from);
    *out = weft_str_of(bytes, got);
    return whole || fail(path);
}

static bool add_file(tree *all, const char *full, const struct stat *info)
{
    if (all->count == all->room) {
        size_t room = all->room ? all->room * 2 : 64;
        file *more = realloc(all->files, room * sizeof *more);
        if (!more) return fail(full);
        all->files = more;
        all->room = room;
    }
    file *added = &all->files[all->count];
    *added = (file){ .path = strdup(full + strlen(all->root) + 1), .modified = info->st_mtime };
    if (!added->path) return fail(full);
    all->count++;
    return read_file(full, (size_t)info->st_size, &added->bytes);
}

static bool add_folder(tree *all, const char *path, int depth);

/* Links to files are files; a link to a directory could lead back to where it is, and is left out. */
static bool add_name(tree *all, const char *folder, const char *name, int depth)
{
    char path[PATH_ROOM];
    struct stat link, info;
    if (*name == '.') return true;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return fail(path);
    }
    if (lstat(path, &link) != 0 || stat(path, &info) != 0) return fail(path);
    if (S_ISDIR(link.st_mode)) return add_folder(all, path, depth + 1);
    return !S_ISREG(info.st_mode) || add_file(all, path, &info);
}

static bool add_folder(tree *all, const char *path, int depth)
{
    DIR *folder = depth < DEPTH_MAX ? opendir(path) : NULL;
    bool fine = folder != NULL;
    if (!fine) {
        if (depth >= DEPTH_MAX) errno = ELOOP;
        return fail(path);
    }
    for (struct dirent *entry; fine && (entry = readdir(folder)) != NULL;)
        fine = add_name(all, path, entry->d_name, depth);
    closedir(folder);
    return fine;
}

static int by_path(const void *a, const void *b)
{
    const file *left = a, *right = b;
    return wf_str_order(wf_str(left->path), wf_str(right->path));
}

static file *find(const tree *all, weft_str path)
{
    size_t from = 0, to = all->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = wf_str_order(path, wf_str(all->files[middle].path));
        if (order == 0) return &all->files[middle];
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

/* "a.css.gz" is a form of "a.css" if that is there, and no newer. */
static void find_forms(tree *all)
{
    for (size_t i = 0; i < all->count; i++)
        for (int coding = WF_CODING_GZIP; coding < WF_CODING_COUNT; coding++) {
            weft_str path = wf_str(all->files[i].path),
                     extension = wf_str(wf_coding_extension((wf_coding)coding));
            if (path.len <= extension.len) continue;
            weft_str plain = weft_str_of(path.ptr, path.len - extension.len);
            file *of = strcmp(plain.ptr + plain.len, extension.ptr) == 0 ? find(all, plain) : NULL;
            if (!of) continue;
            all->files[i].is_form = true;
            all->files[i].is_stale = all->files[i].modified < of->modified;
            if (!all->files[i].is_stale)
                of->forms[coding] = &all->files[i];
            else
                fprintf(stderr, "weft embed: %s is older than what it was made from, and left out\n",
                        path.ptr);
        }
    for (size_t i = 0; i < all->count; i++) all->files[i].forms[WF_CODING_PLAIN] = &all->files[i];
}

static void free_tree(tree *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->files[i].path);
        free((char *)(uintptr_t)all->files[i].bytes.ptr);
    }
    free(all->files);
}

/* ---- The C file ------------------------------------------------------------------------------------------ */

/* The inside of a string literal. Three octal digits never swallow what follows them. */
static void put_text(FILE *out, weft_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        bool plain = byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' && byte != '?';
        fprintf(out, plain ? "%c" : "\\%03o", byte);
    }
}

static void put_bytes(FILE *out, size_t number, weft_str bytes)
{
    enum { A_LINE = 24 };
    fprintf(out, "static const unsigned char bytes_%zu[] = {", number);
    for (size_t i = 0; i < bytes.len; i++)
        fprintf(out, "%s%u,", i % A_LINE ? "" : "\n    ", (unsigned)(unsigned char)bytes.ptr[i]);
    fputs(bytes.len ? "\n};\n" : " 0 };\n", out); /* C knows no array without an element */
}

static void put_form(FILE *out, const tree *all, const file *form, wf_coding coding)
{
    char tag[WF_TAG_MAX];
    uint64_t digest = wf_tag_digest(WF_TAG_START, form->bytes);
    size_t len = wf_tag_put(tag, digest, form->bytes.len, wf_coding_suffix(coding));
    fprintf(out, "        [%d] = { { (const char *)bytes_%zu, %zu }, WEFT_LIT(\"", (int)coding,
            (size_t)(form - all->files), form->bytes.len);
    put_text(out, weft_str_of(tag, len));
    fputs("\") },\n", out);
}

static void put_file(FILE *out, const tree *all, const file *one)
{
    fputs("    { WEFT_LIT(\"", out);
    put_text(out, wf_str(one->path));
    fputs("\"), WEFT_LIT(\"", out);
    put_text(out, wf_mime_of(wf_str(one->path)));
    fputs("\"), {\n", out);
    for (int coding = 0; coding < WF_CODING_COUNT; coding++)
        if (one->forms[coding]) put_form(out, all, one->forms[coding], (wf_coding)coding);
    fputs("    } },\n", out);
}

static void put_bundle(FILE *out, const tree *all, const char *name)
{
    size_t count = 0;
    fputs("/* Made by `weft embed`; changes are made to the files that it was made from. */\n"
          "#include <weft/bundle.h>\n\n",
          out);
    for (size_t i = 0; i < all->count; i++)
        if (!all->files[i].is_stale) put_bytes(out, i, all->files[i].bytes);
    fputs("\nstatic const weft_bundled files[] = {\n", out);
    for (size_t i = 0; i < all->count; i++) {
        if (all->files[i].is_form) continue;
        put_file(out, all, &all->files[i]);
        count++;
    }
    if (count == 0) fputs("    { { 0, 0 }, { 0, 0 }, { { { 0, 0 }, { 0, 0 } } } },\n", out);
    fprintf(out, "};\n\nextern const weft_bundle %s;\nconst weft_bundle %s = { files, %zu };\n", name, name,
            count);
}

/* ---- The command line ------------------------------------------------------------------------------------ */

static int print_help(FILE *to)
{
    fputs("usage: weft embed DIRECTORY [-o FILE] [--name NAME]\n\n"
          "Writes a C file (standard output) that holds the files of a directory, with their media\n"
          "types, entity tags and the compressed forms (.gz, .zst, .br) that lie beside them:\n\n"
          "    extern const weft_bundle assets; /* or NAME */\n"
          "    weft_static(app, \"/assets\", (weft_files){ .bundle = &assets });\n\n"
          "Names that begin with a dot and links to directories are left out. The same files make the\n"
          "same C file.\n",
          to);
    return fflush(to) != 0 ? 1 : to == stdout ? 0 : 2;
}

static bool is_identifier(const char *name)
{
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return len > 0 && name[len] == '\0' && !(*name >= '0' && *name <= '9');
}

static int write_bundle(const tree *all, const char *path, const char *name)
{
    FILE *out = path ? fopen(path, "w") : stdout;
    if (!out) return fail(path) ? 0 : 1;
    put_bundle(out, all, name);
    bool written = fflush(out) == 0 && !ferror(out);
    if (path && fclose(out) != 0) written = false;
    if (written) return 0;
    fail(path ? path : "standard output");
    /* No half of a file that make would take for new; a device is nobody's to remove. */
    struct stat info;
    if (path && lstat(path, &info) == 0 && S_ISREG(info.st_mode)) unlink(path);
    return 1;
}

int wf_cli_embed(int argc, char **argv)
{
    const char *root = NULL, *path = NULL, *name = "assets";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return print_help(stdout);
        bool output = strcmp(argv[i], "-o") == 0, named = strcmp(argv[i], "--name") == 0;
        if ((output || named) && i + 1 == argc) return print_help(stderr);
        if (output)
            path = argv[++i];
        else if (named)
            name = argv[++i];
        else if (root || *argv[i] == '-')
            return print_help(stderr);
        else
            root = argv[i];
    }
    if (!root) return print_help(stderr);
    if (!is_identifier(name)) {
        fprintf(stderr, "weft embed: --name %s: it has to be a name that C can have\n", name);
        return 2;
    }
    tree all = { .root = root };
    bool read = add_folder(&all, root, 0);
    if (read && all.count) {
        qsort(all.files, all.count, sizeof *all.files, by_path);
        find_forms(&all);
    }
    int status = read ? write_bundle(&all, path, name) : 1;
    free_tree(&all);
    return status;
}
