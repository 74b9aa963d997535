/* The response head of HTTP/1.1: measured, then stored once. */
#ifndef WF_HTTP_EMIT_H
#define WF_HTTP_EMIT_H
#include "src/base/clock.h"
#include <weft/weft.h>

/* What the Connection field must say: nothing when the version's own rule says it already. */
typedef enum wf_persistence { WF_PERSIST_IMPLIED, WF_PERSIST_CLOSE, WF_PERSIST_KEEP_ALIVE } wf_persistence;

enum { WF_NO_LENGTH = -1, WF_DATE_LINE = sizeof("Date: \r\n") - 1 + WF_DATE_LEN };

typedef struct wf_reply {
    weft_str status_line;     /* wf_status_line */
    const char *date_line;    /* "Date: ...\r\n", WF_DATE_LINE bytes */
    weft_str type;            /* absent: no Content-Type */
    const weft_field *fields; /* newest first; stored in the order they were added */
    int64_t length;           /* of the body; WF_NO_LENGTH: no Content-Length */
    bool chunked;             /* Transfer-Encoding: chunked */
    weft_str lines;           /* absent; or the four above, ready made, as they go out instead */
    wf_persistence persistence;
} wf_reply;

/* Bytes of the head, and the same once more, of its fields alone. */
size_t wf_emit_size(const wf_reply *reply, size_t *fields_size);
/* Stores the head at `to`, which has wf_emit_size bytes of room; returns its end. */
char *wf_emit_store(const wf_reply *reply, size_t fields_size, char *to);
#endif
