/* The access log: a line for each request, once its answer has left the socket or failed to. */
#ifndef WF_WEB_ACCESS_H
#define WF_WEB_ACCESS_H
#include "src/base/logfile.h"
#include <weft/weft.h>

enum { WF_ACCESS_MAX = 4 };

typedef struct wf_access {
    wf_logfile *file;
    weft_log_format format;
} wf_access;

/* Those of an app. */
typedef struct wf_access_logs {
    wf_access list[WF_ACCESS_MAX];
    uint32_t count;
} wf_access_logs;

/* A weft_completion whose state is a wf_access. */
void wf_access_line(const weft_request *req, const weft_outcome *outcome, void *access);

/* At the start of a server; false, and logged, when one cannot be opened. */
WEFT_CHECK bool wf_access_open(const wf_access_logs *logs, const wf_log *log);
/* Once for each turn of a worker's loop; returns the milliseconds until it must be called again, -1 for never. */
int wf_access_tick(const wf_access_logs *logs, const wf_log *log, uint64_t now_ms);
/* At the end of a worker's thread. */
void wf_access_flush(const wf_access_logs *logs, const wf_log *log);
/* When the app is freed: no worker is left. */
void wf_access_free(wf_access_logs *logs);
/* Safe in a signal handler: all access logs are reopened by path before their next write or tick. */
void wf_access_reopen_requested(void);
#endif
