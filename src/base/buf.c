/* Buffers that grow on the heap or in an arena. One byte more than `cap` is always allocated, so that printf's
 * NUL has a place even at the ceiling. */
#include "src/base/buf.h"
#include "src/base/num.h"
#include <stdarg.h>
#include <stdio.h>

enum { FIRST_SIZE = 256 };

/* No object is larger, so sizes below it can be added and doubled without a thought of overflow. */
static const size_t limit_max = PTRDIFF_MAX / 2;

static weft_buf empty_buf(void *memory, size_t limit)
{
    return (weft_buf){ .memory = memory, .limit = limit < limit_max ? limit : limit_max };
}

weft_buf wf_buf_in(wf_arena *arena, size_t limit) { return empty_buf(arena, limit); }

weft_buf weft_buf_heap(size_t limit) { return empty_buf(NULL, limit); }

void weft_buf_free(weft_buf *buf)
{
    if (!buf->memory) wf_free(buf->ptr);
    *buf = empty_buf(buf->memory, buf->limit);
}

static char *larger(wf_arena *arena, const weft_buf *buf, size_t size)
{
    if (arena && buf->ptr) return wf_arena_move(arena, buf->ptr, buf->cap + 1, size);
    if (arena) return wf_arena_take(arena, size);
    char *ptr = wf_alloc(size);
    if (ptr && buf->len) memcpy(ptr, buf->ptr, buf->len);
    if (ptr) wf_free(buf->ptr);
    return ptr;
}

/* Moves the bytes to new memory of `cap` + 1 bytes, or stretches what they are in. */
static bool resize(weft_buf *buf, size_t cap)
{
    wf_arena *arena = buf->memory;
    if (!arena || !buf->ptr || !wf_arena_extend(arena, buf->ptr, buf->cap + 1, cap + 1)) {
        char *ptr = larger(arena, buf, cap + 1);
        if (!ptr) return false;
        buf->ptr = ptr;
    }
    buf->cap = cap;
    return true;
}

char *weft_buf_grow(weft_buf *buf, size_t more)
{
    if (buf->failed) return NULL;
    if (more > buf->limit - buf->len) {
        weft_buf_fail(buf);
        return NULL;
    }
    size_t need = buf->len + more;
    if (!buf->ptr || need > buf->cap) {
        size_t roomy = 2 * (buf->cap + 1) - 1;
        if (roomy < FIRST_SIZE - 1) roomy = FIRST_SIZE - 1;
        if (roomy < need) roomy = need;
        if (roomy > buf->limit) roomy = buf->limit;
        if (!resize(buf, roomy) && !(need < roomy && resize(buf, need))) {
            weft_buf_fail(buf);
            return NULL;
        }
    }
    return buf->ptr + buf->len;
}

void weft_put_u64(weft_buf *buf, uint64_t number)
{
    char *to = weft_buf_room(buf, (size_t)wf_u64_len(number));
    if (to) weft_buf_used(buf, wf_u64_put(to, number));
}

void weft_put_i64(weft_buf *buf, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char *to = weft_buf_room(buf, (size_t)wf_u64_len(size) + (number < 0));
    if (to) weft_buf_used(buf, wf_i64_put(to, number));
}

void weft_putf(weft_buf *buf, const char *format, ...)
{
    char *to = weft_buf_room(buf, 0);
    if (!to) return;
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    size_t room = buf->cap - buf->len;
    int wanted = vsnprintf(to, room + 1, format, args);
    if (wanted < 0) {
        weft_buf_fail(buf);
    } else if ((size_t)wanted > room) {
        to = weft_buf_grow(buf, (size_t)wanted);
        if (to) vsnprintf(to, (size_t)wanted + 1, format, again);
    }
    if (weft_buf_ok(buf)) weft_buf_used(buf, (size_t)wanted);
    va_end(again);
    va_end(args);
}
