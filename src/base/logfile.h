/* A file that many threads append lines to. Each fills a buffer of its own, so that a line costs no lock and no system
 * call; a buffer goes out in one write(2) when it is half full, or at the thread's next tick a second later. Lines are
 * never torn: what a full disk or pipe took half of a line is completed first when it takes more.
 *
 * Whatever fails is said to the log, once a second, and the lines are dropped and counted: logging stalls nobody. */
#ifndef WF_BASE_LOGFILE_H
#define WF_BASE_LOGFILE_H
#include "src/base/log.h"
#include <stdbool.h>
#include <weft/buf.h>

enum { WF_LOGFILE_LINE = 16 * 1024 }; /* the longest line, its line feed included */

typedef struct wf_logfile wf_logfile;

/* `path` must outlive it; "-" is standard output. Nothing is opened yet. NULL when memory is out. */
wf_logfile *wf_logfile_new(const char *path);
/* What is still buffered is written. No other thread may be using it. NULL does nothing. */
void wf_logfile_free(wf_logfile *file, const wf_log *log);
/* Opens it now instead of at its first line; false, and logged, when it cannot be. */
WEFT_CHECK bool wf_logfile_open(wf_logfile *file, const wf_log *log);

/* Where this thread writes its next line, WF_LOGFILE_LINE bytes at most; a failed buffer when memory is out. It is
 * finished, line feed and all, by wf_logfile_end, before the thread begins another. */
weft_buf wf_logfile_begin(wf_logfile *file);
void wf_logfile_end(wf_logfile *file, const wf_log *log, const weft_buf *line);

/* Once for each turn of a thread's loop: writes what is a second old, reopens what was rotated. Returns the
 * milliseconds until it wants to be called again, -1 when it does not. */
int wf_logfile_tick(wf_logfile *file, const wf_log *log, uint64_t now_ms);
/* Writes what this thread has buffered, and gives its buffer to the next thread. */
void wf_logfile_leave(wf_logfile *file, const wf_log *log);

/* Every log file is opened anew, by its path, before its next write or tick. Safe in a signal handler. */
void wf_logfile_reopen_all(void);
#endif
