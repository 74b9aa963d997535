/* Byte ranges (RFC 9110 section 14). */
#ifndef WF_STATIC_RANGE_H
#define WF_STATIC_RANGE_H
#include <weft/weft.h>

/* More ranges than this in one request are none: nobody who reads a file needs them. */
enum { WF_RANGES_MAX = 32 };

typedef struct wf_range {
    int64_t from, length; /* length above 0 */
} wf_range;

typedef struct wf_ranges {
    uint32_t count;
    wf_range list[WF_RANGES_MAX]; /* none touches another */
} wf_ranges;

typedef enum wf_range_result {
    WF_RANGES_IGNORED, /* another unit, malformed, too many, or a file without bytes: 200 */
    WF_RANGES_SOME,    /* 206 */
    WF_RANGES_NONE     /* 416: well-formed, and all of them behind the end */
} wf_range_result;

/* Reads a Range field against a representation of `size` bytes. Ranges that overlap or touch are one, where the first
 * of them stood; those behind the end are left out. So the bytes asked for are never more than there are. */
wf_range_result wf_ranges_read(weft_str field, int64_t size, wf_ranges *out);
#endif
