/* Requests with bodies, to routes that keep them in memory and to routes that put them into a file. */
#ifndef WF_TESTS_WEB_POSTS_H
#define WF_TESTS_WEB_POSTS_H
#include "src/base/str.h"
#include "tests/web/harness.h"
#include <stdlib.h>

static const char *const paths[] = { "/memory", "/file" };

static inline void post_both(weft_handler *handler)
{
    weft_post(app, "/memory", handler);
    weft_route filed = {
        .method = WEFT_POST, .path = "/file", .handler = handler, .spill = true, .spill_after = 1
    };
    weft_add(app, filed);
}

/* What is answered on a new connection. Bodies for "/file" are sent in one chunk: one whose length is known may stay
 * where it was received, whatever its route says. */
static inline const char *post_as(const char *method, const char *target, const char *type, weft_str body)
{
    enum { HEAD = 2048 };
    bool chunked = strncmp(target, paths[1], 5) == 0 && body.len > 0;
    char *request = malloc(body.len + 2 * HEAD);
    int len =
        snprintf(request, HEAD, "%s %s HTTP/1.1\r\nHost: h\r\nContent-Type: %s\r\n", method, target, type);
    len += snprintf(request + len, HEAD,
                    chunked ? "Transfer-Encoding: chunked\r\n\r\n%zx\r\n" : "Content-Length: %zu\r\n\r\n",
                    body.len);
    if (body.len) memcpy(request + len, body.ptr, body.len);
    size_t size = (size_t)len + body.len;
    if (chunked) size += (size_t)snprintf(request + size, HEAD, "\r\n0\r\n\r\n");
    weft_test_reconnect(test);
    const char *got = send_bytes(weft_str_of(request, size));
    free(request);
    return got;
}

static inline const char *post(const char *target, const char *type, weft_str body)
{
    return post_as("POST", target, type, body);
}
#endif
