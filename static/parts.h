/* Several ranges in one answer: multipart/byteranges (RFC 9110 section 14.6). */
#ifndef WF_STATIC_PARTS_H
#define WF_STATIC_PARTS_H
#include "src/web/request.h"
#include "static/form.h"
#include "static/range.h"

enum { WF_CONTENT_RANGE_MAX = sizeof "bytes 9223372036854775807-9223372036854775807/9223372036854775807" };

/* "bytes FROM-TO/SIZE" at `out`; without a range "bytes * /SIZE", closed up. Returns its length. */
size_t wf_content_range_put(char out[WF_CONTENT_RANGE_MAX], const wf_range *range, int64_t size);

/* 206 with a part for each range. The form is open, and held until the answer has left. */
weft_response wf_parts_answer(weft_request *req, const wf_form *form, const wf_ranges *ranges);
#endif
