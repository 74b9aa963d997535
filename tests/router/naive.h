/* What the router's tests measure it against: a scan over all routes in order, comparing segment by segment, written
 * without looking at the index or sharing code with it. */
#ifndef WF_TESTS_ROUTER_NAIVE_H
#define WF_TESTS_ROUTER_NAIVE_H
#include "router/match.h"
#include <stdlib.h>
#include <string.h>

enum { NAIVE_SEGMENTS = 80, NAIVE_TEXT = 512 };

typedef struct naive_path {
    int count;
    weft_str raw[NAIVE_SEGMENTS];
    char decoded[NAIVE_SEGMENTS][NAIVE_TEXT];
    const char *end;
} naive_path;

typedef struct naive_result {
    int32_t route;
    int count;
    weft_str names[WF_PARAMS_MAX];
    weft_str values[WF_PARAMS_MAX];
} naive_result;

static inline void naive_decode(char *out, weft_str raw, bool plain)
{
    size_t len = 0;
    for (size_t i = 0; i < raw.len; i++) {
        out[len] = raw.ptr[i];
        if (out[len] == '%' && !plain) {
            char hex[3] = { raw.ptr[i + 1], raw.ptr[i + 2], 0 };
            out[len] = (char)strtol(hex, NULL, 16);
            i += 2;
        }
        len++;
    }
    out[len] = 0;
}

static inline void naive_split(naive_path *out, weft_str path, bool plain)
{
    size_t from = 1, end = path.len;
    if (end > 1 && path.ptr[end - 1] == '/') end--;
    out->count = 0;
    out->end = path.ptr + end;
    while (from < end) {
        size_t to = from;
        while (to < end && path.ptr[to] != '/') to++;
        out->raw[out->count] = weft_str_of(path.ptr + from, to - from);
        naive_decode(out->decoded[out->count], out->raw[out->count], plain);
        out->count++;
        from = to + 1;
    }
}

static inline bool naive_is_int(const char *text)
{
    const char *digits = text + (*text == '-');
    size_t len = strlen(digits);
    if (len == 0 || strspn(digits, "0123456789") != len) return false;
    while (*digits == '0' && digits[1]) digits++;
    len = strlen(digits);
    const char *limit = *text == '-' ? "9223372036854775808" : "9223372036854775807";
    return len < 19 || (len == 19 && strcmp(digits, limit) <= 0);
}

static inline bool naive_segment(const char *pattern, size_t len, const char *decoded)
{
    if (pattern[0] != '{') return strlen(decoded) == len && memcmp(pattern, decoded, len) == 0;
    return memchr(pattern, ':', len) == NULL || naive_is_int(decoded);
}

/* `pattern` is well formed and normalised. */
static inline bool naive_takes(weft_str pattern, const naive_path *path, naive_result *out)
{
    size_t from = 1;
    int depth = 0;
    out->count = 0;
    for (; from < pattern.len; depth++) {
        size_t to = from;
        while (to < pattern.len && pattern.ptr[to] != '/') to++;
        const char *text = pattern.ptr + from;
        size_t len = to - from;
        bool tail = text[0] == '*' || (text[0] == '{' && text[len - 2] == '*');
        if (!tail && (depth >= path->count || !naive_segment(text, len, path->decoded[depth]))) return false;
        if (text[0] == '{') {
            size_t name = 1;
            while (text[name] != '}' && text[name] != ':' && text[name] != '*') name++;
            out->names[out->count] = weft_str_of(text + 1, name - 1);
            const char *ptr = depth < path->count ? path->raw[depth].ptr : path->end;
            out->values[out->count++] =
                weft_str_of(ptr, tail ? (size_t)(path->end - ptr) : path->raw[depth].len);
        }
        if (tail) return true;
        from = to + 1;
    }
    return depth == path->count;
}

static inline int32_t naive_scan(const wf_route *routes, size_t count, weft_method method,
                                 const naive_path *path, naive_result *out)
{
    for (size_t i = 0; i < count; i++)
        if (routes[i].method == method && naive_takes(routes[i].pattern, path, out))
            return out->route = (int32_t)i;
    out->count = 0;
    return out->route = -1;
}

static inline int32_t naive_match(const wf_route *routes, size_t count, weft_method method,
                                  const naive_path *path, naive_result *out)
{
    int32_t route = naive_scan(routes, count, method, path, out);
    return route < 0 && method == WEFT_HEAD ? naive_scan(routes, count, WEFT_GET, path, out) : route;
}
#endif
