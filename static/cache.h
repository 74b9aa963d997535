/* What one worker remembers of files: which path led where, and what it found there. Bounded in bytes, entries and
 * open descriptors; what was not asked for in a while is let go. One thread. */
#ifndef WF_STATIC_CACHE_H
#define WF_STATIC_CACHE_H
#include "static/mount.h"

enum {
    WF_CACHE_BYTES = 32 * 1024 * 1024,
    WF_CACHE_ENTRIES = 16 * 1024,
    WF_CACHE_FDS = 256, /* or a sixteenth of what the process may open, if that is less */
    WF_CACHE_IDLE_MS = 10 * 1000,
    WF_CACHE_BUCKETS = 4096 /* a power of two */
};

/* A path, decoded, as requests say it, and the file that it leads to. */
typedef struct wf_entry {
    struct wf_entry *next; /* of its bucket */
    struct wf_entry *older, *newer;
    uint64_t hash;
    uint64_t used_ms;
    uint64_t looked_ms;   /* when it was last looked for through all mounts, */
    uint64_t looked_turn; /* and the turn of the loop in which its versions were last seen on disk */
    const wf_mount *mount;
    uint16_t slots[WF_CODING_COUNT]; /* of forms with a descriptor: index in the cache's ring, plus 1 */
    bool first;                      /* no other mount would be asked before */
    wf_form *forms[WF_CODING_COUNT]; /* the plain one is there always */
    uint32_t key_len, path_len;
    char text[]; /* the key, then the path below the mount's root, NUL-terminated */
} wf_entry;

static inline char *wf_entry_path(wf_entry *entry) { return entry->text + entry->key_len; }

/* The root of a mount as this worker sees it: opened anew when its path leads to another directory, as it does when a
 * whole site is swapped for its next version. */
typedef struct wf_cached_root {
    wf_root root;
    uint64_t device, inode, looked_ms;
} wf_cached_root;

typedef struct wf_file_cache {
    const wf_static *files;
    wf_cached_root *roots; /* by mount; a bundle's is not open */
    wf_entry *newest, *oldest;
    size_t bytes; /* of all entries and their forms */
    uint32_t entries;
    /* Who holds descriptors: a ring, so that opening one more closes the one that was opened first, whatever else its
     * age is among the entries that hold none. */
    uint32_t ring_size, ring_at;
    wf_entry *ring[WF_CACHE_FDS];
    wf_entry *buckets[WF_CACHE_BUCKETS];
} wf_file_cache;

wf_file_cache *wf_cache_new(const wf_files *files);
void wf_cache_free(wf_file_cache *cache);
int wf_cache_tick(wf_file_cache *cache, uint64_t now_ms);

/* The root of a mount, as it was when it was last refreshed. */
static inline const wf_root *wf_cache_root(const wf_file_cache *cache, const wf_mount *mount)
{
    return &cache->roots[mount - cache->files->mounts].root;
}
/* Looks whether it is still the directory at its path, ten times a second at most. */
void wf_cache_refresh_root(wf_file_cache *cache, const wf_mount *mount, uint64_t now_ms);

uint64_t wf_cache_hash(weft_str key);
/* The entry of a key, or NULL. */
wf_entry *wf_cache_look(wf_file_cache *cache, weft_str key, uint64_t hash);
/* A new one without forms, which the caller fills or drops; NULL when memory is out. */
wf_entry *wf_cache_add(wf_file_cache *cache, weft_str key, uint64_t hash, weft_str path);
void wf_cache_drop(wf_file_cache *cache, wf_entry *entry);
/* It was asked for: it is the newest. */
void wf_cache_use(wf_file_cache *cache, wf_entry *entry, uint64_t now_ms);
/* `form`, or NULL, in place of the one there; the cache takes the caller's hold of it. */
void wf_cache_set(wf_file_cache *cache, wf_entry *entry, wf_coding coding, wf_form *form);
/* wf_form_open of a form of the entry, and room made for it by letting go of the oldest. */
wf_form_opened wf_cache_open(wf_file_cache *cache, wf_entry *entry, wf_coding coding);
#endif
