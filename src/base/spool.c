#include "src/base/spool.h"
#include "src/base/check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static bool is_refused(void)
{
    if (!WF_FAULT(OPEN)) return false;
    errno = EMFILE;
    return true;
}

/* A file that never had a name: not every file system has such, nor every system. */
static int open_nameless(const char *folder)
{
    if (is_refused()) return -1;
#ifdef O_TMPFILE
    int fd;
    do {
        fd = open(folder, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    } while (fd < 0 && errno == EINTR);
    return fd;
#else
    (void)folder;
    return -1;
#endif
}

/* A file that has a name for a moment. */
static int open_unlinked(const char *folder)
{
    char path[PATH_MAX];
    if (is_refused()) return -1;
    int len = snprintf(path, sizeof path, "%s/weft-XXXXXX", folder);
    if (len < 0 || len >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0) unlink(path);
    return fd;
}

/* /var/tmp before /tmp, which is often memory: what is spooled is what memory has no room for. */
int wf_spool_open(void)
{
    const char *const folders[] = { getenv("TMPDIR"), "/var/tmp", "/tmp" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (!folders[i] || !*folders[i]) continue;
        int fd = open_nameless(folders[i]);
        if (fd < 0) fd = open_unlinked(folders[i]);
        if (fd >= 0) return fd;
    }
    return -1;
}

bool wf_spool_append(int fd, weft_str bytes)
{
    while (bytes.len > 0) {
        if (WF_FAULT(WRITE)) {
            errno = ENOSPC;
            return false;
        }
        ssize_t written = write(fd, bytes.ptr, bytes.len);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = weft_str_of(bytes.ptr + written, bytes.len - (size_t)written);
    }
    return true;
}

ptrdiff_t wf_spool_read(int fd, char *out, size_t size, int64_t offset)
{
    size_t len = 0;
    while (len < size) {
        ssize_t got = pread(fd, out + len, size - len, (off_t)(offset + (int64_t)len));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        len += (size_t)got;
    }
    return (ptrdiff_t)len;
}
