/* The writer of generated codecs: room, numbers, raw JSON. Texts are in text.c. */
#include "json/write.h"
#include "json/read.h"
#include "json/text.h"
#include "src/base/check.h"
#include "src/base/digits.h"
#include "src/base/shortest.h"
#include <math.h>

/* ---- Room ------------------------------------------------------------------------------------------------ */

void wf_json_start(weft_json_out *out, weft_buf *buf)
{
    out->text = wf_json_text_best()->put;
    out->buf = buf;
    out->start = buf->len;
    out->code = WEFT_JSON_OK;
    out->depth = 0;
    char *room = weft_buf_room(buf, WEFT_OUT_RUN + WEFT_OUT_SLACK);
    out->at = room ? room : weft_out_fail(out, WEFT_JSON_MEMORY);
    if (room) out->end = buf->ptr + buf->cap - WEFT_OUT_SLACK;
}

bool wf_json_stop(weft_json_out *out, char *at)
{
    weft_buf *buf = out->buf;
    if (out->code) {
        weft_buf_fail(buf);
        buf->len = buf->cap = out->start;
        return false;
    }
    buf->len = (size_t)(at - buf->ptr);
    return true;
}

char *weft_out_fail(weft_json_out *out, weft_json_code code)
{
    if (!out->code) out->code = code;
    out->end = out->spare + sizeof out->spare - WEFT_OUT_SLACK;
    return out->spare;
}

char *weft_out_more(weft_json_out *out, char *at, size_t run)
{
    weft_buf *buf = out->buf;
    if (out->code) return out->spare;
    buf->len = (size_t)(at - buf->ptr);
    char *room = weft_buf_room(buf, run + WEFT_OUT_SLACK);
    if (!room) return weft_out_fail(out, WEFT_JSON_MEMORY);
    out->end = buf->ptr + buf->cap - WEFT_OUT_SLACK;
    return room;
}

/* ---- Numbers --------------------------------------------------------------------------------------------- */

char *weft_out_u64(char *at, uint64_t value) { return wf_digits_put(at, value); }

char *weft_out_i64(char *at, int64_t value)
{
    *at = '-';
    return wf_digits_put(at + (value < 0), value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

char *weft_out_f64(weft_json_out *out, char *at, double value)
{
    return WF_LIKELY(isfinite(value)) ? at + wf_f64_put(at, value) : weft_out_fail(out, WEFT_JSON_NOT_FINITE);
}

char *weft_out_f32(weft_json_out *out, char *at, float value)
{
    return WF_LIKELY(isfinite(value)) ? at + wf_f32_put(at, value) : weft_out_fail(out, WEFT_JSON_NOT_FINITE);
}

/* ---- JSON as it is --------------------------------------------------------------------------------------- */

/* It is copied first and checked in its place, where a NUL can be put behind it. */
char *weft_out_raw(weft_json_out *out, char *at, weft_str json, size_t after)
{
    if (!json.ptr) json = weft_lit("null");
    at = weft_out_room(out, at, json.len + after);
    if (out->code) return at;
    memcpy(at, json.ptr, json.len);
    memset(at + json.len, 0, WEFT_JSON_PAD);
    weft_json_in in = { .start = at, .end = at + json.len, .depth = out->depth };
    const char *end = weft_in_skip(&in, weft_in_space(at));
    if (end && weft_in_space(end) == in.end) return at + json.len;
    return weft_out_fail(out, in.code ? in.code : WEFT_JSON_TRAILING);
}
