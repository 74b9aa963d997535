#include "static/find.h"
#include "src/base/str.h"
#include <errno.h>

enum {
    SUFFIX_ROOM = 8, /* what a coding adds to a path */
    TRUST_MS = 100   /* where every request looks: how long a look may be the short one (see is_still) */
};

/* ---- One mount ------------------------------------------------------------------------------------------- */

/* What a path leads to below one mount, without a look at any cache. */
typedef struct look {
    wf_found found;
    wf_version version;
    size_t file; /* of a bundle */
} look;

static weft_str bundled_path(const weft_bundle *bundle, size_t i) { return bundle->files[i].path; }

static look look_in_bundle(const weft_bundle *bundle, weft_str path)
{
    size_t from = 0, to = bundle->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = wf_str_order(path, bundled_path(bundle, middle));
        if (order == 0) return (look){ .found = WF_FOUND_FILE, .file = middle };
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    /* The first path behind this one, if there is a directory of that name, lies in it or beside it ("a-b" < "a/"). */
    for (; from < bundle->count && wf_str_starts(bundled_path(bundle, from), path); from++)
        if (bundled_path(bundle, from).ptr[path.len] == '/') return (look){ .found = WF_FOUND_DIRECTORY };
    return (look){ .found = weft_str_eq(path, weft_lit(".")) ? WF_FOUND_DIRECTORY : WF_FOUND_NOTHING };
}

static look look_at(const wf_file_cache *cache, const wf_mount *mount, const char *path)
{
    look seen = { 0 };
    if (mount->options.bundle) return look_in_bundle(mount->options.bundle, wf_str(path));
    seen.found = wf_root_find(wf_cache_root(cache, mount), path, &seen.version);
    return seen;
}

/* Whether a path of a request may be a file's at all: no segment hidden, none with a backslash. Slashes and dot
 * segments were refused where the request was read. */
static bool is_servable(const wf_mount *mount, weft_str path)
{
    if (memchr(path.ptr, '\\', path.len) || memchr(path.ptr, '\0', path.len)) return false;
    while (path.ptr && !mount->options.hidden) {
        weft_str segment = wf_str_cut(&path, '/');
        if (segment.len && *segment.ptr == '.') return false;
    }
    return true;
}

/* `text` behind what is in place->path, from byte `at` on; false when it is too long. */
static bool put_path(wf_place *place, size_t at, const char *text)
{
    size_t len = strlen(text);
    if (at + len + SUFFIX_ROOM >= WF_PATH_ROOM) return false;
    memcpy(place->path + at, text, len + 1);
    return true;
}

/* The path below the root into place->path, "." for the root itself; `*slash`: it is said with a slash at its end. */
static bool path_below(const wf_mount *mount, weft_str path, wf_place *place, bool *slash)
{
    weft_str rest;
    *slash = path.ptr[path.len - 1] == '/';
    if (!wf_mount_covers(mount, path, &rest)) return false;
    if (mount->options.file) {
        *slash = false;
        return rest.len == 0 && put_path(place, 0, mount->options.file);
    }
    if (rest.len > 0) rest = weft_str_of(rest.ptr + 1, rest.len - 1);
    if (rest.len > 0 && *slash) rest.len--;
    if (rest.len == 0) return put_path(place, 0, ".");
    if (rest.len + SUFFIX_ROOM >= WF_PATH_ROOM || !is_servable(mount, rest)) return false;
    memcpy(place->path, rest.ptr, rest.len);
    place->path[rest.len] = '\0';
    return true;
}

static wf_lead lead_of_directory(const wf_file_cache *cache, const wf_mount *mount, wf_place *place,
                                 bool slash, look *seen)
{
    size_t len = strcmp(place->path, ".") == 0 ? 0 : strlen(place->path);
    if (mount->options.index) {
        if (len > 0) place->path[len] = '/';
        if (put_path(place, len > 0 ? len + 1 : 0, mount->options.index))
            *seen = look_at(cache, mount, place->path);
        if (seen->found == WF_FOUND_BROKEN) return WF_LEAD_BROKEN;
        if (seen->found == WF_FOUND_FILE) return slash ? WF_LEAD_FILE : WF_LEAD_SLASH;
        if (!put_path(place, len, len > 0 ? "" : ".")) return WF_LEAD_NOTHING;
    }
    if (!mount->options.listing) return WF_LEAD_NOTHING;
    return slash ? WF_LEAD_LISTING : WF_LEAD_SLASH;
}

static wf_lead lead_of_mount(const wf_file_cache *cache, const wf_mount *mount, weft_str path,
                             wf_place *place, look *seen)
{
    bool slash;
    if (!path_below(mount, path, place, &slash)) return WF_LEAD_NOTHING;
    place->mount = mount;
    *seen = look_at(cache, mount, place->path);
    switch (seen->found) {
    case WF_FOUND_FILE: return slash ? WF_LEAD_NOTHING : WF_LEAD_FILE;
    case WF_FOUND_DIRECTORY: return lead_of_directory(cache, mount, place, slash, seen);
    case WF_FOUND_BROKEN: return WF_LEAD_BROKEN;
    case WF_FOUND_NOTHING: break;
    }
    return WF_LEAD_NOTHING;
}

/* ---- Forms ----------------------------------------------------------------------------------------------- */

static bool is_current(const wf_form *form, const wf_version *version)
{
    return form && !form->racy && wf_version_eq(&form->version, version);
}

/* The form of a file as it is now. NULL with errno when there is none. */
static wf_form *make_form(const wf_file_cache *cache, const wf_entry *entry, wf_coding coding,
                          const char *path, const wf_version *version)
{
    weft_str plain = weft_str_of(path, entry->path_len);
    const wf_form_source source = { .type = wf_app_type_of(cache->files->app, plain),
                                    .fields = entry->mount->fields,
                                    .coding = coding };
    return wf_form_of_file(&source, wf_cache_root(cache, entry->mount), path, version);
}

/* A coded form is of use if it is no older than the file. By the second: some compressors copy no finer time. */
static bool is_stale(const wf_version *coded, const wf_version *plain)
{
    const int64_t second = 1000 * 1000 * 1000;
    return coded->modified / second < plain->modified / second;
}

static void update_coded(wf_file_cache *cache, wf_entry *entry, wf_coding coding, wf_place *place,
                         const wf_version *plain)
{
    look seen = { 0 };
    const char *extension = wf_coding_extension(coding);
    if (put_path(place, entry->path_len, extension)) seen = look_at(cache, entry->mount, place->path);
    bool there = seen.found == WF_FOUND_FILE && !is_stale(&seen.version, plain);
    if (there && is_current(entry->forms[coding], &seen.version)) return;
    wf_form *form = there ? make_form(cache, entry, coding, place->path, &seen.version) : NULL;
    wf_cache_set(cache, entry, coding, form);
}

static wf_lead update_from_root(wf_file_cache *cache, wf_entry *entry, wf_place *place,
                                const wf_version *version)
{
    if (!is_current(entry->forms[WF_CODING_PLAIN], version)) {
        wf_form *form = make_form(cache, entry, WF_CODING_PLAIN, place->path, version);
        if (!form) {
            bool ours = wf_error_is_ours(errno);
            wf_cache_drop(cache, entry);
            return ours ? WF_LEAD_BROKEN : WF_LEAD_NOTHING;
        }
        wf_cache_set(cache, entry, WF_CODING_PLAIN, form);
    }
    for (int coding = 1; coding < WF_CODING_COUNT && entry->mount->options.precompressed; coding++)
        update_coded(cache, entry, (wf_coding)coding, place, version);
    place->path[entry->path_len] = '\0';
    return WF_LEAD_FILE;
}

static void update_from_bundle(wf_file_cache *cache, wf_entry *entry, size_t file)
{
    for (size_t coding = 0; coding < WF_CODING_COUNT; coding++) {
        wf_form *form = &entry->mount->bundled[file * WF_CODING_COUNT + coding];
        if (form->bytes) wf_cache_set(cache, entry, (wf_coding)coding, form);
    }
}

/* ---- All mounts ------------------------------------------------------------------------------------------ */

/* The entry for what was found: the old one if it leads to the same place. */
static wf_entry *entry_for(wf_file_cache *cache, wf_entry *old, weft_str key, uint64_t hash,
                           const wf_place *place)
{
    weft_str path = wf_str(place->path);
    if (old && old->mount == place->mount &&
        weft_str_eq(path, weft_str_of(wf_entry_path(old), old->path_len)))
        return old;
    if (old) wf_cache_drop(cache, old);
    wf_entry *entry = wf_cache_add(cache, key, hash, path);
    if (entry) entry->mount = place->mount;
    return entry;
}

static wf_lead remember(wf_file_cache *cache, wf_entry *old, weft_str key, uint64_t hash, wf_place *place,
                        const look *seen)
{
    wf_entry *entry = entry_for(cache, old, key, hash, place);
    if (!entry) {
        errno = ENOMEM;
        return WF_LEAD_BROKEN;
    }
    wf_lead lead = WF_LEAD_FILE;
    if (place->mount->options.bundle)
        update_from_bundle(cache, entry, seen->file);
    else
        lead = update_from_root(cache, entry, place, &seen->version);
    place->entry = lead == WF_LEAD_FILE ? entry : NULL;
    return lead;
}

/* Looks on disk, through all mounts. `old`: the entry there was. */
static wf_lead look_everywhere(wf_file_cache *cache, wf_entry *old, weft_str path, uint64_t hash,
                               wf_moment now, wf_place *place)
{
    wf_lead lead = WF_LEAD_NOTHING;
    bool first = true;
    for (uint32_t i = 0; i < cache->files->count && lead == WF_LEAD_NOTHING; i++) {
        const wf_mount *mount = &cache->files->mounts[i];
        weft_str rest;
        look seen;
        if (!wf_mount_covers(mount, path, &rest)) continue;
        wf_cache_refresh_root(cache, mount, now.ms);
        lead = lead_of_mount(cache, mount, path, place, &seen);
        if (lead == WF_LEAD_FILE) {
            lead = remember(cache, old, path, hash, place, &seen);
            old = NULL; /* it was used, or dropped */
        }
        if (lead == WF_LEAD_FILE) {
            place->entry->first = first;
            place->entry->looked_ms = now.ms;
            place->entry->looked_turn = now.turn;
            wf_cache_use(cache, place->entry, now.ms);
        }
        first = false;
    }
    if (old) wf_cache_drop(cache, old);
    return lead;
}

static bool forms_still(const wf_file_cache *cache, wf_entry *entry)
{
    char path[WF_PATH_ROOM];
    const wf_mount *mount = entry->mount;
    int codings = mount->options.precompressed ? WF_CODING_COUNT : 1;
    for (int coding = 0; coding < codings; coding++) {
        const wf_form *form = entry->forms[coding];
        const char *extension = wf_coding_extension((wf_coding)coding);
        size_t len = strlen(extension);
        memcpy(path, wf_entry_path(entry), entry->path_len);
        memcpy(path + entry->path_len, extension, len + 1);
        if (!wf_root_still(wf_cache_root(cache, mount), coding ? path : wf_entry_path(entry),
                           form ? &form->version : NULL))
            return false;
        if (form && form->racy) return false;
    }
    return true;
}

/* Where every request looks, most looks are one system call: the path, by its name, leads to the same versions. Only a
 * directory that was moved out of the root with a link left in its place could deceive it, with a file that has not
 * changed since it was inside; so for a tenth of a second at most. And what was seen within this turn of the loop is
 * good for all requests that were there when it began: none of them was sent after a change that the look missed. */
static bool is_still(const wf_file_cache *cache, wf_entry *entry, wf_moment now)
{
    const wf_mount *mount = entry->mount;
    if (mount->options.bundle) return entry->first;
    if (mount->cache_ms > 0 || !entry->first || now.ms - entry->looked_ms >= TRUST_MS) return false;
    if (now.turn && entry->looked_turn == now.turn) return true;
    if (!forms_still(cache, entry)) return false;
    entry->looked_turn = now.turn;
    return true;
}

wf_lead wf_find(wf_file_cache *cache, weft_str path, wf_moment now, wf_place *place)
{
    uint64_t hash = wf_cache_hash(path);
    wf_entry *entry = wf_cache_look(cache, path, hash);
    if (entry && (now.ms - entry->looked_ms < entry->mount->cache_ms || is_still(cache, entry, now))) {
        wf_cache_use(cache, entry, now.ms);
        place->mount = entry->mount;
        place->entry = entry;
        return WF_LEAD_FILE;
    }
    return look_everywhere(cache, entry, path, hash, now, place);
}

wf_lead wf_find_again(wf_file_cache *cache, weft_str path, wf_moment now, wf_place *place)
{
    uint64_t hash = wf_cache_hash(path);
    return look_everywhere(cache, wf_cache_look(cache, path, hash), path, hash, now, place);
}
