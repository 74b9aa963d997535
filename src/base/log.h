/* Log lines without allocation: formatted on the stack (cut at WF_LOG_LINE bytes, and then ending in "..."),
 * handed to the sink as one view, or written to stderr with one write(2). Control bytes in the text are printed
 * as \xHH, so that a client cannot forge lines. errno is left as it was. Any thread. */
#ifndef WF_BASE_LOG_H
#define WF_BASE_LOG_H
#include <stdatomic.h>
#include <weft/weft.h>

enum { WF_LOG_LINE = 1024 };

typedef struct wf_log {
    weft_logger *sink; /* NULL: stderr, as "weft: error: text\n" */
    void *state;
    weft_log_level level; /* lines above it are dropped before they are formatted; DEFAULT is INFO */
} wf_log;

void wf_log_line(const wf_log *log, weft_log_level level, const char *format, ...) WEFT_FORMAT(3, 4);

/* A place that may speak once a second: further lines are counted, and the count is said with the next one. */
typedef struct wf_log_gate {
    _Atomic uint64_t next_ms;
    _Atomic uint32_t suppressed;
} wf_log_gate;
void wf_log_gated(const wf_log *log, wf_log_gate *gate, weft_log_level level, const char *format, ...)
    WEFT_FORMAT(4, 5);

#define WF_LOG_ONCE_A_SECOND(log, level, ...)              \
    do {                                                   \
        static wf_log_gate gate_;                          \
        wf_log_gated((log), &gate_, (level), __VA_ARGS__); \
    } while (0)
#endif
