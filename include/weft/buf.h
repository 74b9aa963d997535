/* weft/buf.h: growing bytes with a ceiling.
 *
 * A buffer remembers its first failure (over the ceiling, or out of memory): later puts do nothing, and whoever
 * seals it asks once, with weft_buf_ok. Its bytes are not NUL-terminated. Not thread-safe; a buffer that came
 * with a request lives as long as the request. */
#ifndef WEFT_BUF_H
#define WEFT_BUF_H
#include <string.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

struct weft_buf {
    char *ptr;    /* the bytes; NULL while empty and nothing was reserved */
    size_t len;   /* bytes put so far */
    size_t cap;   /* bytes there is room for without growing: at most limit, and len once failed */
    size_t limit; /* the ceiling on len */
    void *memory; /* whose memory it grows in: private; NULL is the heap */
    bool failed;  /* sticky */
};

/* A buffer on the heap with a ceiling of `limit` bytes; weft_buf_free gives it back.
 *     weft_buf out = weft_buf_heap(1 << 20);
 *     weft_put_str(&out, weft_lit("id,name\n"));
 *     if (weft_buf_ok(&out)) fwrite(out.ptr, 1, out.len, stdout);
 *     weft_buf_free(&out);                                                     */
weft_buf weft_buf_heap(size_t limit);
void weft_buf_free(weft_buf *buf); /* leaves it empty, and ready for reuse */

/* A buffer in the request's memory, ceiling: the request's memory budget. Nothing to free. */
weft_buf weft_buf_new(weft_request *req);

/* Room for `more` bytes behind what is there; NULL, and the buffer failed, when there cannot be. */
WEFT_CHECK char *weft_buf_grow(weft_buf *buf, size_t more);

static inline bool weft_buf_ok(const weft_buf *buf) { return !buf->failed; }
/* Fails the buffer, for a writer that cannot go on. */
static inline void weft_buf_fail(weft_buf *buf)
{
    buf->failed = true;
    buf->cap = buf->len; /* no room left: the fast path below need not ask */
}

/* Where the next byte goes, with room for `more` bytes; NULL once failed. Pair it with weft_buf_used. */
WEFT_CHECK static inline char *weft_buf_room(weft_buf *buf, size_t more)
{
    if (more - 1 < buf->cap - buf->len) return buf->ptr + buf->len; /* more 0 wraps, and is left to grow */
    return weft_buf_grow(buf, more);
}
static inline void weft_buf_used(weft_buf *buf, size_t bytes) { buf->len += bytes; }

static inline void weft_put_str(weft_buf *buf, weft_str text)
{
    if (text.len == 0) return; /* absent too */
    char *to = weft_buf_room(buf, text.len);
    if (!to) return;
    memcpy(to, text.ptr, text.len);
    buf->len += text.len;
}
static inline void weft_put_char(weft_buf *buf, char byte)
{
    char *to = weft_buf_room(buf, 1);
    if (!to) return;
    *to = byte;
    buf->len += 1;
}
void weft_put_u64(weft_buf *buf, uint64_t number);
void weft_put_i64(weft_buf *buf, int64_t number);
/* printf into the buffer, under printf's rules (locale included: not for JSON). */
void weft_putf(weft_buf *buf, const char *format, ...) WEFT_FORMAT(2, 3);

/* The bytes so far, borrowed until the next put. */
static inline weft_str weft_buf_str(const weft_buf *buf)
{
    return weft_str_of(buf->ptr ? buf->ptr : "", buf->len);
}
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
