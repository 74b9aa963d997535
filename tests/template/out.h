/* A page in a buffer on the heap, for tests of what is put. */
#ifndef WF_TESTS_TEMPLATE_OUT_H
#define WF_TESTS_TEMPLATE_OUT_H
#include <criterion/criterion.h>
#include <stdlib.h>
#include <weft/page.h>

typedef struct out {
    weft_buf buf;
    weft_page page;
    char *at;
} out;

static inline out *out_new(size_t limit)
{
    out *o = malloc(sizeof *o);
    o->buf = weft_buf_heap(limit);
    o->at = weft_page_into(&o->page, &o->buf);
    return o;
}

static inline void out_free(out *o)
{
    weft_buf_free(&o->buf);
    free(o);
}

/* What was put, until the next call; "failed" when the buffer did. */
static inline const char *out_text(out *o)
{
    static char text[1 << 16];
    bool ended = weft_page_end(&o->page, o->at);
    size_t len = o->buf.len;
    cr_assert_lt(len, sizeof text);
    if (len) memcpy(text, o->buf.ptr, len);
    text[len] = '\0';
    out_free(o);
    return ended ? text : "failed";
}

/* What an expression over `page` and `at` puts into an empty page. */
#define PUT(put)                                               \
    __extension__({                                            \
        out *o = out_new(1 << 16);                             \
        weft_page *page = &o->page;                            \
        char *at = weft_page_room(page, o->at, WEFT_PAGE_RUN); \
        o->at = (put);                                         \
        out_text(o);                                           \
    })
#define PUTS(expected, put) cr_expect_str_eq(PUT(put), (expected))

/* A copy that ASan sees the ends of. */
static inline char *exact(const char *ptr, size_t len)
{
    char *copy = malloc(len ? len : 1);
    if (len) memcpy(copy, ptr, len);
    return copy;
}

static inline uint32_t below(uint64_t *state, uint32_t limit)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % limit);
}
#endif
