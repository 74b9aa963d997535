/* A pattern with its names erased, "/a/{}/{:int}": two that take the same paths have the same shape. */
#ifndef WF_TESTS_ROUTER_SHAPE_H
#define WF_TESTS_ROUTER_SHAPE_H
#include "router/pattern.h"
#include <string.h>

static inline weft_str segment_shape(const wf_segment *segment)
{
    switch (segment->kind) {
    case WF_SEGMENT_ANY: return weft_lit("{}");
    case WF_SEGMENT_INT: return weft_lit("{:int}");
    case WF_SEGMENT_TAIL: return weft_lit("*");
    case WF_SEGMENT_TEXT: break;
    }
    return segment->text;
}

/* Writes at most WF_PATTERN_LEN_MAX + 1 bytes and returns how many. */
static inline size_t pattern_shape(char *out, const wf_pattern *pattern)
{
    size_t len = 0;
    for (uint32_t i = 0; i < pattern->count; i++) {
        weft_str shape = segment_shape(&pattern->segments[i]);
        out[len++] = '/';
        memcpy(out + len, shape.ptr, shape.len);
        len += shape.len;
    }
    if (len == 0) out[len++] = '/';
    return len;
}
#endif
