/* What a route or a filter may look like, and what is said about one that may not be.
 *
 *   /users/{id}/posts     text is compared byte for byte, {id} takes any one segment
 *   /users/{id:int}       takes a segment that is an optional '-' and ASCII digits, and fits int64
 *   /files/{path*}        takes the rest with its slashes, "" when nothing is left
 *   *                     as the last segment: the same, unnamed. Behind /admin it takes /admin, /admin/a, /admin/a/b
 *
 * The leading slash may be left out and a trailing one means nothing; "" and "/" are the root. Text is written as
 * it reads, decoded: "/café", which a client sends as /caf%C3%A9. There are no regular expressions. */
#ifndef WF_ROUTER_PATTERN_H
#define WF_ROUTER_PATTERN_H
#include <weft/weft.h>

enum {
    WF_PATTERN_LEN_MAX = 4096,
    WF_SEGMENTS_MAX = 64, /* of one pattern; a path may have any number */
    WF_PARAMS_MAX = 16    /* {variables} of one pattern */
};

typedef enum wf_segment_kind {
    WF_SEGMENT_TEXT,
    WF_SEGMENT_ANY,
    WF_SEGMENT_INT,
    WF_SEGMENT_TAIL
} wf_segment_kind;

typedef struct wf_segment {
    weft_str text; /* the text, or the variable's name: empty for a bare tail */
    wf_segment_kind kind;
} wf_segment;

/* A parsed pattern: views into the text it was parsed from. A tail is its last segment. */
typedef struct wf_pattern {
    uint32_t count;  /* segments, the tail among them */
    uint32_t params; /* named ones */
    wf_segment segments[WF_SEGMENTS_MAX];
} wf_pattern;

/* "what is wrong; what to write instead", and the byte it is about, counted from 0. */
typedef struct wf_pattern_error {
    size_t at;
    char text[200];
} wf_pattern_error;

WEFT_CHECK bool wf_pattern_parse(weft_str text, wf_pattern *out, wf_pattern_error *error);
/* The same for what groups are mounted under: it may hold variables but no tail. */
WEFT_CHECK bool wf_prefix_parse(weft_str text, wf_pattern *out, wf_pattern_error *error);

/* prefix and path as one pattern with one leading slash and no trailing one: what routes are shown as. Writes at
 * most prefix.len + path.len + 2 bytes and returns how many. An empty path, or "/", is the prefix itself. */
size_t wf_pattern_join(char *out, weft_str prefix, weft_str path);

static inline bool wf_pattern_has_tail(const wf_pattern *pattern)
{
    return pattern->count > 0 && pattern->segments[pattern->count - 1].kind == WF_SEGMENT_TAIL;
}
#endif
