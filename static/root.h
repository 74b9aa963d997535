/* A directory that nothing outside of is reached through, whatever a path says and whoever renames what meanwhile.
 *
 * Where the kernel has openat2 (Linux 5.6), it resolves paths beneath the root: symbolic links are followed as long
 * as they stay inside, absolute ones and those that climb out are not. Elsewhere a path is walked segment by segment
 * and no symbolic link is followed at all. A root of its own may be reached through any links: it is opened once, by
 * a path that the operator wrote. */
#ifndef WF_STATIC_ROOT_H
#define WF_STATIC_ROOT_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <weft/weft.h>

typedef struct wf_root {
    int fd;           /* of the directory; -1: not open */
    bool by_segments; /* the kernel does not confine, so we do */
} wf_root;

/* false with errno. */
WEFT_CHECK bool wf_root_open(wf_root *root, const char *path);
void wf_root_close(wf_root *root); /* one that is not open too */

/* Opens `path` below the root: relative, segments separated by one slash, no "." and no ".." among them; "." alone is
 * the root. `flags` as open(2)'s; O_CLOEXEC, O_NOCTTY and O_NONBLOCK are added, so that no FIFO or device keeps us.
 * -1 with errno: whatever leads outside is EXDEV or ELOOP. */
int wf_root_at(const wf_root *root, const char *path, int flags);

/* A file as it was at one moment: if two are equal, so are the bytes (where the file system tells time finely
 * enough). Times are nanoseconds since 1970. */
typedef struct wf_version {
    uint64_t device, inode;
    int64_t size, modified, changed;
} wf_version;

static inline bool wf_version_eq(const wf_version *a, const wf_version *b)
{
    return a->inode == b->inode && a->changed == b->changed && a->modified == b->modified &&
           a->size == b->size && a->device == b->device;
}

wf_version wf_version_of(const struct stat *info);

/* What `path` leads to, without opening it for reading. */
typedef enum wf_found { WF_FOUND_NOTHING, WF_FOUND_FILE, WF_FOUND_DIRECTORY, WF_FOUND_BROKEN } wf_found;

/* BROKEN: the machine failed us, with errno; anything that is neither a file nor a directory is NOTHING. */
wf_found wf_root_find(const wf_root *root, const char *path, wf_version *version);

/* Whether `path` still leads to `version`; NULL: to nothing. Not confined, and one system call instead of three: what
 * was found beneath the root and has not changed since is what was allowed. */
bool wf_root_still(const wf_root *root, const char *path, const wf_version *version);

/* Whether an errno says that the machine ran out of something, rather than that there is no such file. */
bool wf_error_is_ours(int error);
#endif
