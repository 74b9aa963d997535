#include "static/parts.h"
#include "src/base/buf.h"
#include "src/base/num.h"
#include "src/base/spool.h"
#include "src/base/str.h"
#include "src/web/fields.h"
#include <stdatomic.h>
#include <stdio.h>

enum {
    PIECE = 32 * 1024,
    BOUNDARY = 16,  /* hex digits */
    PART_HEAD = 512 /* room for what stands in front of a part */
};

size_t wf_content_range_put(char out[WF_CONTENT_RANGE_MAX], const wf_range *range, int64_t size)
{
    char *to = wf_copy(out, "bytes ", 6);
    if (range) {
        to += wf_u64_put(to, (uint64_t)range->from);
        *to++ = '-';
        to += wf_u64_put(to, (uint64_t)(range->from + range->length - 1));
    } else {
        *to++ = '*';
    }
    *to++ = '/';
    to += wf_u64_put(to, (uint64_t)size);
    return (size_t)(to - out);
}

/* How far an answer has come. In the request's memory. */
typedef struct parts {
    const wf_form *form;
    wf_ranges ranges;
    uint32_t part; /* the one being sent */
    int64_t at;    /* bytes of it that were put; -1: not even its head */
    char boundary[BOUNDARY];
} parts;

/* What stands in front of part `i`, behind the one before it. */
static void put_head(const parts *state, uint32_t i, weft_buf *out)
{
    char range[WF_CONTENT_RANGE_MAX];
    size_t len = wf_content_range_put(range, &state->ranges.list[i], state->form->version.size);
    weft_put_str(out, weft_lit("\r\n--"));
    weft_put_str(out, weft_str_of(state->boundary, BOUNDARY));
    weft_put_str(out, weft_lit("\r\nContent-Type: "));
    weft_put_str(out, state->form->type);
    weft_put_str(out, weft_lit("\r\nContent-Range: "));
    weft_put_str(out, weft_str_of(range, len));
    weft_put_str(out, weft_lit("\r\n\r\n"));
}

static void put_end(const parts *state, weft_buf *out)
{
    weft_put_str(out, weft_lit("\r\n--"));
    weft_put_str(out, weft_str_of(state->boundary, BOUNDARY));
    weft_put_str(out, weft_lit("--\r\n"));
}

/* Up to PIECE bytes of the current part; false when the file has become shorter. */
static bool put_some(parts *state, weft_buf *out)
{
    const wf_range *range = &state->ranges.list[state->part];
    int64_t left = range->length - state->at, from = range->from + state->at;
    size_t some = left < PIECE ? (size_t)left : PIECE;
    char *to = weft_buf_room(out, some);
    if (!to) return false;
    if (state->form->bytes)
        memcpy(to, state->form->bytes + from, some);
    else if (wf_spool_read(state->form->fd, to, some, from) != (ptrdiff_t)some)
        return false;
    weft_buf_used(out, some);
    state->at += (int64_t)some;
    return true;
}

static weft_pull next(weft_buf *out, void *state_)
{
    parts *state = state_;
    if (state->at < 0) {
        put_head(state, state->part, out);
        state->at = 0;
    }
    if (!put_some(state, out)) return WEFT_ABORT;
    if (state->at < state->ranges.list[state->part].length) return WEFT_MORE;
    state->at = -1;
    if (++state->part < state->ranges.count) return WEFT_MORE;
    put_end(state, out);
    return WEFT_END;
}

static const weft_source source = { .next = next };

/* All bytes of the answer; 0 when a head does not fit its room, as no media type is that long. */
static int64_t length_of(const parts *state)
{
    char room[PART_HEAD];
    weft_buf text = { .ptr = room, .cap = sizeof room, .limit = sizeof room };
    int64_t length = 0;
    for (uint32_t i = 0; i < state->ranges.count; i++) {
        text.len = 0;
        put_head(state, i, &text);
        length += (int64_t)text.len + state->ranges.list[i].length;
    }
    text.len = 0;
    put_end(state, &text);
    return weft_buf_ok(&text) ? length + (int64_t)text.len : 0;
}

/* What no part holds: nobody who wrote the file could know it. */
static void make_boundary(char out[BOUNDARY])
{
    static _Atomic uint64_t count;
    uint64_t seed[2] = { wf_clock_us(), atomic_fetch_add(&count, 1) };
    uint64_t digest = wf_tag_digest(WF_TAG_START, weft_str_of((const char *)seed, sizeof seed));
    for (int i = 0; i < BOUNDARY; i++, digest >>= 4) out[i] = "0123456789abcdef"[digest & 15];
}

weft_response wf_parts_answer(weft_request *req, const wf_form *form, const wf_ranges *ranges)
{
    static const char type[] = "multipart/byteranges; boundary=";
    weft_response res = weft_empty(WEFT_INTERNAL);
    parts *state = wf_arena_take(&req->arena, sizeof *state);
    char *text = wf_arena_take(&req->arena, sizeof type - 1 + BOUNDARY);
    int64_t length = 0;
    if (state && text) {
        *state = (parts){ .form = form, .ranges = *ranges, .at = -1 };
        make_boundary(state->boundary);
        memcpy(text, type, sizeof type - 1);
        memcpy(text + sizeof type - 1, state->boundary, BOUNDARY);
        length = length_of(state);
    }
    if (length == 0) {
        wf_fields_spent(req, &res);
        return res;
    }
    res = weft_stream(weft_str_of(text, sizeof type - 1 + BOUNDARY), &source, state, length);
    res.status = 206;
    res.fields = form->fields;
    return res;
}
