/* Ready-made status lines. */
#include "src/http/status.h"

weft_str wf_status_line(unsigned status)
{
    switch (status) {
#define X(code, phrase) \
    case code: return weft_lit("HTTP/1.1 " #code " " phrase "\r\n");
        WF_STATUSES(X)
#undef X
    default: return weft_str_of(NULL, 0);
    }
}

weft_str wf_status_phrase(unsigned status)
{
    weft_str line = wf_status_line(status);
    if (!line.ptr) return line;
    enum { BEFORE = sizeof("HTTP/1.1 200 ") - 1, AFTER = 2 };
    return weft_str_of(line.ptr + BEFORE, line.len - BEFORE - AFTER);
}
