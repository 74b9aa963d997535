/* JSON written by hand: the same puts, with commas, colons and nesting looked after. */
#include "json/write.h"

void weft_json_begin(weft_json_out *out, weft_buf *buf)
{
    wf_json_start(out, buf);
    out->is_next = out->is_named = false;
    memset(out->objects, 0, sizeof out->objects);
}

static bool is_in_object(const weft_json_out *out)
{
    unsigned level = out->depth - 1u;
    return out->depth > 0 && (out->objects[level / 64] >> level % 64 & 1);
}

bool weft_json_finish(weft_json_out *out, weft_json_error *error)
{
    if (out->depth > 0 || !out->is_next) weft_out_fail(out, WEFT_JSON_MISUSE);
    bool done = wf_json_stop(out, out->at);
    wf_json_tell(out->code, error);
    return done;
}

/* What stands before a value, and room for it and a comma: 0 when no value may come here. */
static char *put_before(weft_json_out *out, size_t size)
{
    bool is_wrong = is_in_object(out) ? !out->is_named : out->depth == 0 && out->is_next;
    if (is_wrong) out->at = weft_out_fail(out, WEFT_JSON_MISUSE);
    char *at = weft_out_room(out, out->at, size + 1);
    *at = ',';
    at += out->is_next && !out->is_named;
    out->is_next = true;
    out->is_named = false;
    return at;
}

static void begin_level(weft_json_out *out, bool is_object)
{
    char *at = put_before(out, 1);
    *at = is_object ? '{' : '[';
    out->at = at + 1;
    if (out->depth >= WEFT_JSON_DEPTH) {
        out->at = weft_out_fail(out, WEFT_JSON_DEEP);
        return;
    }
    unsigned level = out->depth++;
    uint64_t bit = UINT64_C(1) << level % 64;
    out->objects[level / 64] = (out->objects[level / 64] & ~bit) | (is_object ? bit : 0);
    out->is_next = false;
}

void weft_json_object(weft_json_out *out) { begin_level(out, true); }
void weft_json_array(weft_json_out *out) { begin_level(out, false); }

void weft_json_end(weft_json_out *out)
{
    if (out->depth == 0 || out->is_named) {
        out->at = weft_out_fail(out, WEFT_JSON_MISUSE);
        return;
    }
    char *at = weft_out_room(out, out->at, 1);
    *at = is_in_object(out) ? '}' : ']';
    out->at = at + 1;
    out->depth--;
    out->is_next = true;
}

static char *put_quoted(weft_json_out *out, char *at, weft_str text, size_t after)
{
    at = WEFT_OUT_LIT(at, "\"");
    at = weft_out_text(out, at, text, 1 + after);
    return WEFT_OUT_LIT(at, "\"");
}

void weft_json_name(weft_json_out *out, weft_str name)
{
    if (!is_in_object(out) || out->is_named) {
        out->at = weft_out_fail(out, WEFT_JSON_MISUSE);
        return;
    }
    char *at = weft_out_room(out, out->at, 2);
    *at = ',';
    at = put_quoted(out, at + out->is_next, name, 1);
    *at = ':';
    out->at = at + 1;
    out->is_named = true;
}

void weft_json_null(weft_json_out *out) { out->at = WEFT_OUT_LIT(put_before(out, 4), "null"); }
void weft_json_bool(weft_json_out *out, bool value)
{
    out->at = weft_out_bool(put_before(out, WEFT_OUT_BOOL), value);
}
void weft_json_i64(weft_json_out *out, int64_t value)
{
    out->at = weft_out_i64(put_before(out, WEFT_OUT_I64), value);
}
void weft_json_u64(weft_json_out *out, uint64_t value)
{
    out->at = weft_out_u64(put_before(out, WEFT_OUT_U64), value);
}
void weft_json_f64(weft_json_out *out, double value)
{
    out->at = weft_out_f64(out, put_before(out, WEFT_OUT_F64), value);
}
void weft_json_f32(weft_json_out *out, float value)
{
    out->at = weft_out_f32(out, put_before(out, WEFT_OUT_F32), value);
}

void weft_json_text(weft_json_out *out, weft_str value)
{
    if (!value.ptr)
        weft_json_null(out);
    else
        out->at = put_quoted(out, put_before(out, 1), value, 0);
}

void weft_json_raw(weft_json_out *out, weft_str value)
{
    out->at = weft_out_raw(out, put_before(out, 0), value, 0);
}

void weft_json_value(weft_json_out *out, const weft_codec *codec, const void *value)
{
    out->at = codec->put(out, put_before(out, 0), value);
}
