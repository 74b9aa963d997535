#include "static/cache.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>

/* ---- Roots ----------------------------------------------------------------------------------------------- */

/* Opens what the path of a root leads to now; false, and the root as it was, when that is no directory. */
static bool open_root(wf_cached_root *cached, const wf_mount *mount)
{
    struct stat info;
    wf_root root;
    if (!wf_root_open(&root, mount->options.root)) return false;
    if (fstat(root.fd, &info) != 0) {
        wf_root_close(&root);
        return false;
    }
    wf_root_close(&cached->root);
    root.by_segments |= mount->root.by_segments;
    cached->root = root;
    cached->device = (uint64_t)info.st_dev;
    cached->inode = (uint64_t)info.st_ino;
    return true;
}

static bool open_roots(wf_file_cache *cache)
{
    uint32_t count = cache->files->count;
    cache->roots = wf_alloc((count + 1) * sizeof *cache->roots);
    bool fine = cache->roots != NULL;
    for (uint32_t i = 0; fine && i < count; i++) cache->roots[i].root.fd = -1;
    for (uint32_t i = 0; fine && i < count; i++)
        if (cache->files->mounts[i].options.root)
            fine = open_root(&cache->roots[i], &cache->files->mounts[i]);
    return fine;
}

void wf_cache_refresh_root(wf_file_cache *cache, const wf_mount *mount, uint64_t now_ms)
{
    enum { EVERY_MS = 100 };
    wf_cached_root *cached = &cache->roots[mount - cache->files->mounts];
    struct stat info;
    if (!mount->options.root || now_ms - cached->looked_ms < EVERY_MS) return;
    cached->looked_ms = now_ms;
    if (stat(mount->options.root, &info) != 0) return; /* as when it is being swapped: the old one answers */
    if ((uint64_t)info.st_ino != cached->inode || (uint64_t)info.st_dev != cached->device)
        (void)open_root(cached, mount);
}

/* ---- All of it ------------------------------------------------------------------------------------------- */

wf_file_cache *wf_cache_new(const wf_files *files)
{
    wf_file_cache *cache = wf_alloc(sizeof *cache);
    struct rlimit limit;
    if (!cache) return NULL;
    bool known =
        getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur / 16 + WF_CODING_COUNT < WF_CACHE_FDS;
    cache->files = (const wf_static *)(const void *)files;
    if (!open_roots(cache)) {
        wf_cache_free(cache);
        return NULL;
    }
    cache->ring_size = known ? (uint32_t)(limit.rlim_cur / 16 + WF_CODING_COUNT) : WF_CACHE_FDS;
    return cache;
}

void wf_cache_free(wf_file_cache *cache)
{
    while (cache->oldest) wf_cache_drop(cache, cache->oldest);
    for (uint32_t i = 0; cache->roots && i < cache->files->count; i++) wf_root_close(&cache->roots[i].root);
    wf_free(cache->roots);
    wf_free(cache);
}

/* ---- By key ---------------------------------------------------------------------------------------------- */

/* Only paths of files are keys, so nobody outside chooses what meets in a bucket. */
uint64_t wf_cache_hash(weft_str key)
{
    const uint64_t odd = UINT64_C(0x9FB21C651E98DF25);
    const char *at = key.ptr;
    size_t left = key.len;
    uint64_t hash = key.len * odd, word;
    for (; left >= 8; at += 8, left -= 8) {
        memcpy(&word, at, 8);
        hash = (hash ^ word) * odd;
        hash ^= hash >> 32;
    }
    word = 0;
    for (size_t i = 0; i < left; i++) word = word << 8 | (unsigned char)at[i];
    hash = (hash ^ word) * odd;
    return hash ^ hash >> 32;
}

static wf_entry **bucket_of(wf_file_cache *cache, uint64_t hash)
{
    return &cache->buckets[hash & (WF_CACHE_BUCKETS - 1)];
}

wf_entry *wf_cache_look(wf_file_cache *cache, weft_str key, uint64_t hash)
{
    wf_entry *entry = *bucket_of(cache, hash);
    while (entry && !(entry->hash == hash && weft_str_eq(weft_str_of(entry->text, entry->key_len), key)))
        entry = entry->next;
    return entry;
}

/* ---- By age ---------------------------------------------------------------------------------------------- */

static void link_newest(wf_file_cache *cache, wf_entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->newest;
    if (cache->newest)
        cache->newest->newer = entry;
    else
        cache->oldest = entry;
    cache->newest = entry;
}

static void unlink_age(wf_file_cache *cache, wf_entry *entry)
{
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        cache->newest = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer;
    else
        cache->oldest = entry->newer;
}

void wf_cache_use(wf_file_cache *cache, wf_entry *entry, uint64_t now_ms)
{
    entry->used_ms = now_ms;
    if (entry == cache->newest) return;
    unlink_age(cache, entry);
    link_newest(cache, entry);
}

/* ---- What it holds --------------------------------------------------------------------------------------- */

static size_t size_of(const wf_entry *entry) { return sizeof *entry + entry->key_len + entry->path_len + 1; }

static bool is_over(const wf_file_cache *cache)
{
    return cache->bytes > WF_CACHE_BYTES || cache->entries > WF_CACHE_ENTRIES;
}

/* The newest stays: it is the one that is asked for. */
static void make_room(wf_file_cache *cache)
{
    while (is_over(cache) && cache->oldest != cache->newest) wf_cache_drop(cache, cache->oldest);
}

wf_entry *wf_cache_add(wf_file_cache *cache, weft_str key, uint64_t hash, weft_str path)
{
    wf_entry *entry = wf_alloc(sizeof *entry + key.len + path.len + 1), **bucket = bucket_of(cache, hash);
    if (!entry) return NULL;
    entry->hash = hash;
    entry->key_len = (uint32_t)key.len;
    entry->path_len = (uint32_t)path.len;
    memcpy(entry->text, key.ptr, key.len);
    memcpy(entry->text + key.len, path.ptr, path.len);
    entry->next = *bucket;
    *bucket = entry;
    link_newest(cache, entry);
    cache->bytes += size_of(entry);
    cache->entries++;
    make_room(cache);
    return entry;
}

void wf_cache_set(wf_file_cache *cache, wf_entry *entry, wf_coding coding, wf_form *form)
{
    wf_form *before = entry->forms[coding];
    if (before) {
        cache->bytes -= wf_form_cost(before);
        wf_form_release(before);
    }
    if (entry->slots[coding]) cache->ring[entry->slots[coding] - 1] = NULL;
    entry->slots[coding] = 0;
    entry->forms[coding] = form;
    if (form) cache->bytes += wf_form_cost(form);
}

void wf_cache_drop(wf_file_cache *cache, wf_entry *entry)
{
    wf_entry **link = bucket_of(cache, entry->hash);
    for (int coding = 0; coding < WF_CODING_COUNT; coding++)
        wf_cache_set(cache, entry, (wf_coding)coding, NULL);
    while (*link != entry) link = &(*link)->next;
    *link = entry->next;
    unlink_age(cache, entry);
    cache->bytes -= size_of(entry);
    cache->entries--;
    wf_free(entry);
}

/* Makes the next place in the ring free, for `entry`: whoever has it is dropped. */
static void turn_ring(wf_file_cache *cache, const wf_entry *entry)
{
    do cache->ring_at = (cache->ring_at + 1) % cache->ring_size;
    while (cache->ring[cache->ring_at] == entry); /* it has four places at most, and there are more */
    wf_entry *holder = cache->ring[cache->ring_at];
    if (holder) wf_cache_drop(cache, holder);
}

/* The machine has no descriptor left: one is had back from the cache, if it holds any. */
static bool give_up_one(wf_file_cache *cache, const wf_entry *entry)
{
    for (uint32_t i = 0; i < cache->ring_size; i++) {
        bool holds = cache->ring[i] && cache->ring[i] != entry;
        if (holds) wf_cache_drop(cache, cache->ring[i]);
        if (holds) return true;
    }
    return false;
}

wf_form_opened wf_cache_open(wf_file_cache *cache, wf_entry *entry, wf_coding coding)
{
    wf_form *form = entry->forms[coding];
    if (form->bytes || form->fd >= 0) return WF_FORM_READY;
    char path[WF_PATH_ROOM];
    wf_form_opened opened;
    snprintf(path, sizeof path, "%s%s", wf_entry_path(entry), wf_coding_extension(coding));
    cache->bytes -= wf_form_cost(form);
    do opened = wf_form_open(form, wf_cache_root(cache, entry->mount), path);
    while (opened == WF_FORM_BROKEN && errno == EMFILE && give_up_one(cache, entry));
    cache->bytes += wf_form_cost(form);
    if (form->fd >= 0) {
        turn_ring(cache, entry);
        cache->ring[cache->ring_at] = entry;
        entry->slots[coding] = (uint16_t)(cache->ring_at + 1);
    }
    make_room(cache);
    return opened;
}

int wf_cache_tick(wf_file_cache *cache, uint64_t now_ms)
{
    enum { AT_ONCE = 256 }; /* so that requests need not wait for a large cache to be emptied */
    for (int i = 0; i < AT_ONCE; i++) {
        if (!cache->oldest) return -1;
        uint64_t idle_ms = now_ms > cache->oldest->used_ms ? now_ms - cache->oldest->used_ms : 0;
        if (idle_ms < WF_CACHE_IDLE_MS) return (int)(WF_CACHE_IDLE_MS - idle_ms);
        wf_cache_drop(cache, cache->oldest);
    }
    return 1;
}
