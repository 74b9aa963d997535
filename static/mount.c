/* Registration: what weft_static was told, until the app is served; then the roots are opened. */
#include "static/mount.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include "src/web/plan.h"
#include "static/cache.h"
#include "static/serve.h"
#include <errno.h>
#include <stdio.h>

enum { CACHE_MS = 100 };

static wf_static *static_of(wf_files *files) { return (wf_static *)(void *)files; }

bool wf_mount_covers(const wf_mount *mount, weft_str path, weft_str *rest)
{
    size_t len = mount->prefix.len;
    if (!wf_str_starts(path, mount->prefix)) return false;
    if (path.len > len && path.ptr[len] != '/') return false; /* "/assets" is not before "/assetsX" */
    *rest = weft_str_of(path.ptr + len, path.len - len);
    return true;
}

/* ---- Registered ------------------------------------------------------------------------------------------ */

/* Of a path below the root as an option has it. */
static bool is_inside(const char *path)
{
    weft_str rest = wf_str(path);
    while (rest.ptr) {
        weft_str segment = wf_str_cut(&rest, '/');
        if (segment.len == 0 || weft_str_eq(segment, weft_lit(".")) || weft_str_eq(segment, weft_lit("..")))
            return false;
    }
    return true;
}

static const char *fields_mistake(const weft_field *fields)
{
    for (const weft_field *f = fields; f; f = f->next)
        if (!wf_is_token(f->name) || !wf_is_field_value(f->value))
            return "one of its fields is none that HTTP can carry";
    return NULL;
}

static const char *mistake_in(const char *prefix, const weft_files *files)
{
    if (!prefix) return "its prefix is NULL";
    if (*prefix != '/') return "its prefix does not begin with a slash";
    if (strpbrk(prefix, "*{}%") || strstr(prefix, "//"))
        return "its prefix is a plain path, like \"/assets\"";
    if (!files->root == !files->bundle) return "it needs a root or a bundle, one of them";
    if (files->bundle && files->listing) return "a bundle is not listed; give it an index";
    if (files->file && !is_inside(files->file))
        return "its file is a path below the root, like \"img/icon.svg\"";
    if (files->index && (!is_inside(files->index) || strchr(files->index, '/')))
        return "its index is the name of a file, like \"index.html\"";
    if (files->fallback && !is_inside(files->fallback))
        return "its fallback is a path below the root, like \"index.html\"";
    if (files->cache_control && files->max_age)
        return "it has cache_control and max_age; one of them is said";
    if (files->cache_control && !wf_is_field_value(wf_str(files->cache_control)))
        return "its cache_control holds a control byte";
    return fields_mistake(files->fields);
}

static wf_static *files_of(weft_app *app)
{
    if (app->files) return static_of(app->files);
    wf_static *all = wf_alloc(sizeof *all);
    if (!all) return NULL;
    *all = (wf_static){ .files.ops = &wf_static_ops, .app = app };
    app->files = &all->files;
    return all;
}

/* "/assets/" to "/assets", "/" to nothing. */
static weft_str without_slash(char *path)
{
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/') path[--len] = '\0';
    return weft_str_of(path, len);
}

void weft_static(weft_app *app, const char *prefix, weft_files files)
{
    if (!wf_app_is_open(app, "static", prefix)) return;
    const char *wrong = mistake_in(prefix, &files);
    wf_static *all = wrong ? NULL : files_of(app);
    void *mounts = all ? wf_app_room(all->mounts, all->count, &all->room, sizeof *all->mounts) : NULL;
    if (mounts) all->mounts = mounts;
    char *full = mounts ? wf_app_path(app, prefix) : NULL;
    if (!full) {
        wf_app_mistake(app, "static", prefix, wrong ? wrong : "out of memory");
        return;
    }
    wf_mount *mount = &all->mounts[all->count++];
    *mount = (wf_mount){ .prefix = without_slash(full), .options = files, .root.fd = -1 };
    mount->cache_ms = files.cache_ms == WEFT_OFF ? 0 : files.cache_ms ? files.cache_ms : CACHE_MS;
}

/* ---- Opened ---------------------------------------------------------------------------------------------- */

/* The fields that all answers of a mount share, in their final place. */
static void link_fields(wf_mount *mount)
{
    const weft_files *options = &mount->options;
    const char *text = options->cache_control ? options->cache_control : "no-cache";
    if (options->max_age) {
        snprintf(mount->cache_control, sizeof mount->cache_control, "public, max-age=%u", options->max_age);
        text = mount->cache_control;
    }
    mount->own[0] = (weft_field){ options->fields, weft_lit("Cache-Control"), wf_str(text) };
    mount->own[1] = (weft_field){ &mount->own[0], weft_lit("Vary"), weft_lit("Accept-Encoding") };
    mount->fields = &mount->own[options->precompressed || options->bundle ? 1 : 0];
}

static bool make_bundled(wf_form *form, const wf_mount *mount, const weft_app *app, const weft_bundled *file,
                         wf_coding coding)
{
    const weft_bundled_form *bundled = &file->forms[coding];
    const wf_form_source source = { .type = app->types_count || !file->type.ptr
                                                ? wf_app_type_of(app, file->path)
                                                : file->type,
                                    .tag = bundled->tag,
                                    .fields = mount->fields,
                                    .coding = coding };
    return wf_form_of_bytes(form, &source, bundled->bytes);
}

static const char *bundle_mistake(const weft_bundle *bundle)
{
    for (size_t i = 1; i < bundle->count; i++)
        if (wf_str_order(bundle->files[i - 1].path, bundle->files[i].path) >= 0)
            return "its bundle is not sorted by path; weft embed makes bundles";
    return NULL;
}

static const char *open_bundle(wf_mount *mount, const weft_app *app)
{
    const weft_bundle *bundle = mount->options.bundle;
    const char *wrong = bundle_mistake(bundle);
    if (wrong) return wrong;
    mount->bundled = wf_alloc(bundle->count * WF_CODING_COUNT * sizeof *mount->bundled);
    if (!mount->bundled) return "out of memory";
    for (size_t i = 0; i < bundle->count; i++)
        for (int coding = 0; coding < WF_CODING_COUNT; coding++)
            if (bundle->files[i].forms[coding].bytes.ptr &&
                !make_bundled(&mount->bundled[i * WF_CODING_COUNT + (size_t)coding], mount, app,
                              &bundle->files[i], (wf_coding)coding))
                return "out of memory";
    return NULL;
}

static bool open_mount(wf_mount *mount, const weft_app *app, const wf_log *log, bool by_segments)
{
    const char *root = mount->options.root, *prefix = mount->prefix.len ? mount->prefix.ptr : "/";
    link_fields(mount);
    const char *wrong = root ? NULL : open_bundle(mount, app);
    if (root && wf_root_open(&mount->root, root)) {
        mount->root.by_segments |= by_segments;
        return true;
    }
    if (root)
        wf_log_line(log, WEFT_LOG_ERROR, "static %s: cannot open the directory \"%s\": %s", prefix, root,
                    strerror(errno));
    else if (wrong)
        wf_log_line(log, WEFT_LOG_ERROR, "static %s: %s", prefix, wrong);
    return !root && !wrong;
}

static bool open_all(wf_files *files, const weft_app *app, const wf_log *log)
{
    wf_static *all = static_of(files);
    bool fine = true;
    for (uint32_t i = 0; i < all->count; i++) fine &= open_mount(&all->mounts[i], app, log, all->by_segments);
    return fine;
}

static void close_bundle(wf_mount *mount)
{
    size_t count = mount->bundled ? mount->options.bundle->count * WF_CODING_COUNT : 0;
    for (size_t i = 0; i < count; i++) wf_form_reset(&mount->bundled[i]);
    wf_free(mount->bundled);
    mount->bundled = NULL;
}

static void close_all(wf_files *files)
{
    wf_static *all = static_of(files);
    for (uint32_t i = 0; i < all->count; i++) {
        wf_root_close(&all->mounts[i].root);
        close_bundle(&all->mounts[i]);
    }
}

static void drop_all(wf_files *files)
{
    wf_static *all = static_of(files);
    for (uint32_t i = 0; i < all->count; i++) wf_free((char *)(uintptr_t)all->mounts[i].prefix.ptr);
    wf_free(all->mounts);
    wf_free(all);
}

static weft_str mount_at(const wf_files *files, size_t index, weft_str *what)
{
    const wf_static *all = (const wf_static *)(const void *)files;
    if (index >= all->count) return weft_str_of(NULL, 0);
    const wf_mount *mount = &all->mounts[index];
    *what = mount->options.root ? wf_str(mount->options.root) : weft_lit("(files in the program)");
    return mount->prefix;
}

const wf_files_ops wf_static_ops = { .at = mount_at,
                                     .open = open_all,
                                     .close = close_all,
                                     .drop = drop_all,
                                     .cache_new = wf_cache_new,
                                     .cache_free = wf_cache_free,
                                     .cache_tick = wf_cache_tick,
                                     .answer = wf_static_answer,
                                     .has = wf_static_has };
