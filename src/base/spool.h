/* A file without a name, for bytes that are too many for memory: it is gone when it is closed, whatever happens
 * (where the file system knows no such files, it has a name for an instant). */
#ifndef WF_BASE_SPOOL_H
#define WF_BASE_SPOOL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/weft.h>

/* An unlinked file in $TMPDIR, /var/tmp or /tmp, open for reading and writing, close-on-exec; -1 with errno.
 * WF_FAULT(OPEN) fails one of up to six attempts: arm it for all that follow. */
int wf_spool_open(void);
/* Writes all of `bytes` where the file stands, which is the end of a spool; any open file will do. false with errno (a
 * full disk). */
WEFT_CHECK bool wf_spool_append(int fd, weft_str bytes);
/* Up to `size` bytes from `offset`; how many there were, -1 with errno. */
ptrdiff_t wf_spool_read(int fd, char *out, size_t size, int64_t offset);
#endif
