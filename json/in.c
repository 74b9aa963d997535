/* JSON read by hand: the same takes, one value a call. */
#include "json/read.h"
#include "json/text.h"
#include "src/base/check.h"

/* A text of no length, padded: what a reader without memory reads. */
static const char nothing[WEFT_JSON_PAD + 1];

void weft_json_open_padded(weft_json_in *in, weft_str text, weft_memory *memory)
{
    memset(in, 0, sizeof *in);
    if (!text.ptr) text = weft_str_of(nothing, 0);
    WF_DEBUG(text.ptr[text.len] == '\0');
    in->start = in->at = text.ptr;
    in->end = text.ptr + text.len;
    const wf_json_text *loops = wf_json_text_best();
    in->text = loops->take;
    in->i64 = loops->i64;
    in->f64 = loops->f64;
    in->memory = memory;
    wf_json_borrow(in);
    in->at = weft_in_space(in->at);
    in->is_first = true;
}

void weft_json_open(weft_json_in *in, weft_str text, weft_memory *memory)
{
    wf_arena *arena = (wf_arena *)(void *)memory;
    char *copy = text.len <= PTRDIFF_MAX / 2 ? wf_arena_take(arena, text.len + WEFT_JSON_PAD) : NULL;
    if (copy) {
        memcpy(copy, text.ptr ? text.ptr : "", text.len);
        memset(copy + text.len, 0, WEFT_JSON_PAD);
    }
    weft_json_open_padded(in, copy ? weft_str_of(copy, text.len) : weft_str_of(nothing, 0), memory);
    if (!copy) weft_in_fail(in, in->at, WEFT_JSON_MEMORY);
}

bool weft_json_close(weft_json_in *in, weft_json_error *error)
{
    const char *rest = weft_in_space(in->at);
    if (in->depth > 0 || in->is_first)
        weft_in_fail(in, in->end, WEFT_JSON_CUT);
    else if (rest < in->end)
        weft_in_fail(in, rest, WEFT_JSON_TRAILING);
    if (!in->code && in->rejected) in->code = WEFT_JSON_REJECTED;
    wf_json_settle(in);
    if (error) wf_json_explain(in, error);
    return in->code == WEFT_JSON_OK;
}

/* Where reading goes on; nowhere after a failure. */
static bool move(weft_json_in *in, const char *at)
{
    in->is_first = false;
    if (at && !in->code) in->at = at;
    return at && !in->code;
}

weft_json_kind weft_json_peek(weft_json_in *in) { return in->code ? WEFT_JSON_NONE : wf_json_kind(in->at); }

/* Whether a value may be read here: nothing failed, and it is not a second one behind the whole text. */
static bool may_read(weft_json_in *in)
{
    if (in->depth == 0 && !in->is_first) weft_in_fail(in, in->at, WEFT_JSON_TRAILING);
    return !in->code;
}

void weft_json_get_object(weft_json_in *in)
{
    if (!may_read(in)) return;
    in->is_first = true;
    if (*in->at != '{') weft_in_wrong(in, in->at, WEFT_JSON_OBJECT);
}

bool weft_json_next_name(weft_json_in *in, weft_str *name)
{
    *name = weft_str_of(NULL, 0);
    if (in->code) return false;
    return move(in, in->is_first ? weft_in_object(in, in->at, name) : weft_in_member(in, in->at, name)) &&
           name->ptr;
}

void weft_json_get_array(weft_json_in *in)
{
    if (!may_read(in)) return;
    in->is_first = true;
    if (*in->at != '[') weft_in_wrong(in, in->at, WEFT_JSON_ARRAY);
}

static bool leave_array(weft_json_in *in, const char *at)
{
    weft_in_leave(in);
    move(in, at + 1);
    return false;
}

bool weft_json_next_item(weft_json_in *in)
{
    if (in->code) return false;
    if (in->is_first) {
        if (!weft_in_enter(in, in->at)) return false;
        const char *at = weft_in_space(in->at + 1);
        return *at == ']' ? leave_array(in, at) : move(in, at);
    }
    const char *at = weft_in_space(in->at);
    if (*at == ']') return leave_array(in, at);
    return move(in, *at == ',' ? weft_in_space(at + 1) : weft_in_wrong(in, at, WEFT_JSON_NONE));
}

bool weft_json_get_null(weft_json_in *in)
{
    return weft_json_peek(in) == WEFT_JSON_NULL && may_read(in) && move(in, weft_in_skip(in, in->at));
}

bool weft_json_get_bool(weft_json_in *in)
{
    bool value = false;
    return may_read(in) && move(in, weft_in_bool(in, in->at, &value)) ? value : false;
}

int64_t weft_json_get_i64(weft_json_in *in)
{
    int64_t value = 0;
    return may_read(in) && move(in, weft_in_i64(in, in->at, &value)) ? value : 0;
}

uint64_t weft_json_get_u64(weft_json_in *in)
{
    uint64_t value = 0;
    return may_read(in) && move(in, weft_in_u64(in, in->at, &value)) ? value : 0;
}

double weft_json_get_f64(weft_json_in *in)
{
    double value = 0;
    return may_read(in) && move(in, weft_in_f64(in, in->at, &value)) ? value : 0;
}

float weft_json_get_f32(weft_json_in *in)
{
    float value = 0;
    return may_read(in) && move(in, weft_in_f32(in, in->at, &value)) ? value : 0;
}

weft_str weft_json_get_text(weft_json_in *in)
{
    weft_str value;
    return may_read(in) && move(in, weft_in_text(in, in->at, &value)) ? value : weft_str_of(NULL, 0);
}

weft_str weft_json_get_raw(weft_json_in *in)
{
    weft_str value;
    return may_read(in) && move(in, weft_in_raw(in, in->at, &value)) ? value : weft_str_of(NULL, 0);
}

void weft_json_get_value(weft_json_in *in, const weft_codec *codec, void *value)
{
    memset(value, 0, codec->size);
    if (may_read(in)) move(in, codec->take(in, in->at, value));
}

void weft_json_skip(weft_json_in *in)
{
    if (may_read(in)) move(in, weft_in_skip(in, in->at));
}
