#include "static/root.h"
#include "src/base/check.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif
#endif

#ifndef O_PATH
#define O_PATH O_RDONLY /* as near as others come: what cannot be read cannot be looked at either */
#endif
enum { ALWAYS = O_CLOEXEC | O_NOCTTY | O_NONBLOCK, SEGMENT_MAX = 255 };

/* ---- Two ways to open beneath ---------------------------------------------------------------------------- */

#ifdef SYS_openat2
/* The kernel gives up with EAGAIN when a rename somewhere crosses a link that climbs: it is asked again, not for
 * ever. */
enum { ATTEMPTS = 8 };

static int open_beneath(int root, const char *path, int flags)
{
    struct open_how how = { .flags = (uint64_t)(unsigned)flags,
                            .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
    long fd = -1;
    for (int i = 0; i < ATTEMPTS; i++) {
        fd = syscall(SYS_openat2, root, path, &how, sizeof how);
        if (fd >= 0 || (errno != EAGAIN && errno != EINTR)) break;
    }
    return (int)fd;
}
#else
static int open_beneath(int root, const char *path, int flags)
{
    (void)root, (void)path, (void)flags;
    errno = ENOSYS;
    return -1;
}
#endif

/* Opens one segment; a symbolic link is not followed, so that `..` in a link leads nowhere. */
static int open_segment(int folder, const char *path, size_t len, int flags)
{
    char name[SEGMENT_MAX + 1];
    int fd;
    if (len > SEGMENT_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, path, len);
    name[len] = '\0';
    do fd = openat(folder, name, flags | O_NOFOLLOW);
    while (fd < 0 && errno == EINTR);
    return fd;
}

static int open_by_segments(int root, const char *path, int flags)
{
    int folder = root;
    for (;;) {
        size_t len = strcspn(path, "/");
        bool last = path[len] == '\0';
        int fd = open_segment(folder, path, len, last ? flags : ALWAYS | O_PATH | O_DIRECTORY);
        int error = errno;
        if (folder != root) close(folder);
        errno = error;
        if (fd < 0 || last) return fd;
        folder = fd;
        path += len + 1;
    }
}

int wf_root_at(const wf_root *root, const char *path, int flags)
{
    if (WF_FAULT(OPEN)) {
        errno = EMFILE;
        return -1;
    }
    if (root->by_segments) return open_by_segments(root->fd, path, flags | ALWAYS);
    /* With O_PATH openat2 takes no flag that it would not look at. */
    return open_beneath(root->fd, path, flags & O_PATH ? flags | O_CLOEXEC : flags | ALWAYS);
}

/* ---- The root -------------------------------------------------------------------------------------------- */

bool wf_root_open(wf_root *root, const char *path)
{
    root->fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root->fd < 0) return false;
    int probe = open_beneath(root->fd, ".", O_PATH | O_CLOEXEC);
    root->by_segments = probe < 0; /* ENOSYS, or a sandbox that does not know the call */
    if (probe >= 0) close(probe);
    return true;
}

void wf_root_close(wf_root *root)
{
    if (root->fd >= 0) close(root->fd);
    root->fd = -1;
}

/* ---- What is there --------------------------------------------------------------------------------------- */

static int64_t nanoseconds(struct timespec time)
{
    int64_t ns;
    /* Times that no clock shows are file systems' jokes: clamped, they stay comparable. */
    if (__builtin_mul_overflow((int64_t)time.tv_sec, INT64_C(1000000000), &ns) ||
        __builtin_add_overflow(ns, (int64_t)time.tv_nsec, &ns))
        return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
    return ns;
}

wf_version wf_version_of(const struct stat *info)
{
    return (wf_version){ .device = (uint64_t)info->st_dev,
                         .inode = (uint64_t)info->st_ino,
                         .size = (int64_t)info->st_size,
                         .modified = nanoseconds(info->st_mtim),
                         .changed = nanoseconds(info->st_ctim) };
}

bool wf_error_is_ours(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO;
}

wf_found wf_root_find(const wf_root *root, const char *path, wf_version *version)
{
    struct stat info;
    int fd = wf_root_at(root, path, O_PATH);
    if (fd < 0) return wf_error_is_ours(errno) ? WF_FOUND_BROKEN : WF_FOUND_NOTHING;
    bool known = fstat(fd, &info) == 0;
    close(fd);
    if (!known) return WF_FOUND_NOTHING;
    *version = wf_version_of(&info);
    return S_ISREG(info.st_mode)   ? WF_FOUND_FILE
           : S_ISDIR(info.st_mode) ? WF_FOUND_DIRECTORY
                                   : WF_FOUND_NOTHING;
}

bool wf_root_still(const wf_root *root, const char *path, const wf_version *version)
{
    struct stat info;
    if (fstatat(root->fd, path, &info, 0) != 0) return version == NULL;
    if (!version) return false;
    wf_version now = wf_version_of(&info);
    return wf_version_eq(&now, version);
}
