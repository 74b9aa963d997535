/* Made by weft json from states.h. Do not edit: edit that, and make. */
#include <weft/codec.h>
#include "states.json.h"
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow" /* by the header's own names */
#endif

static char *json_put_states(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_states(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_defaults(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_defaults(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_limits(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_limits(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_renamed(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_renamed(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_strict(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_strict(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_lenient(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_lenient(weft_json_in *in, const char *at, void *weft_value);

/* Texts that end in a NUL. */
static weft_str json_text_of(const char *text, size_t room)
{
    const char *end = memchr(text, '\0', room);
    return weft_str_of(text, end ? (size_t)(end - text) : room);
}

static const char *json_take_chars(weft_json_in *in, const char *at, char *to, size_t room)
{
    weft_str text;
    const char *from = at;
    at = weft_in_text(in, at, &text);
    if (!at) return NULL;
    if (text.len >= room) return weft_in_form(in, from, "a shorter text");
    if (memchr(text.ptr, '\0', text.len)) return weft_in_form(in, from, "a text without \\u0000");
    memcpy(to, text.ptr, text.len);
    memset(to + text.len, 0, room - text.len);
    return at;
}

/* Whether a text has from min to max characters: bytes of UTF-8 that continue none. */
static bool json_is_long(weft_str text, size_t min, size_t max)
{
    if (text.len <= max && text.len / 4 >= min) return true;
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) count += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
    return count >= min && count <= max;
}

/* sort_order: states.h:6 */

static char *json_put_sort_order(weft_json_out *out, char *at, sort_order weft_value)
{
    static const struct {
        char text[16];
        unsigned char len;
    } json_names[] = {
        { "\"small\"", 7 },
        { "\"large\"", 7 },
    };
    if ((unsigned)weft_value >= 2) return weft_out_fail(out, WEFT_JSON_MISUSE);
    memcpy(at, json_names[weft_value].text, sizeof json_names[weft_value].text);
    return at + json_names[weft_value].len;
}

static const char *json_take_sort_order(weft_json_in *in, const char *at, sort_order *weft_value)
{
    if (WEFT_IN_IS(at, "\"small\"")) { *weft_value = SMALL; return at + 7; }
    if (WEFT_IN_IS(at, "\"large\"")) { *weft_value = LARGE; return at + 7; }
    const char *weft_from = at;
    weft_str weft_name;
    at = weft_in_text(in, at, &weft_name);
    if (!at) return NULL;
    switch (weft_name.len) {
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "small")) { *weft_value = SMALL; return at; }
        if (WEFT_IN_IS(weft_name.ptr, "large")) { *weft_value = LARGE; return at; }
        break;
    default: break;
    }
    return weft_in_form(in, weft_from, "one of small, large");
}

/* ---- states: states.h:8 ---- */

static char *json_put_states(weft_json_out *out, char *at, const void *weft_value)
{
    const states *x = weft_value;
    at = weft_out_room(out, at, 281);
    at = WEFT_OUT_LIT(at, "{\"optionalNumber\":");
    at = weft_out_i64(at, x->optional_number);
    if (x->told_number_is == WEFT_VALUE) {
        at = WEFT_OUT_LIT(at, ",\"toldNumber\":");
        at = weft_out_i64(at, x->told_number);
    }
    at = WEFT_OUT_LIT(at, ",\"nullNumber\":");
    if (x->null_number_is == WEFT_VALUE) {
        at = weft_out_i64(at, x->null_number);
    } else {
        at = WEFT_OUT_LIT(at, "null");
    }
    if (x->any_number_is != WEFT_MISSING) {
        at = WEFT_OUT_LIT(at, ",\"anyNumber\":");
        if (x->any_number_is == WEFT_VALUE) {
            at = weft_out_i64(at, x->any_number);
        } else {
            at = WEFT_OUT_LIT(at, "null");
        }
    }
    if (x->optional_text.ptr) {
        at = WEFT_OUT_LIT(at, ",\"optionalText\":\"");
        at = weft_out_text(out, at, x->optional_text, 179);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, ",\"nullText\":");
    if (x->null_text.ptr) {
        at = WEFT_OUT_LIT(at, "\"");
        at = weft_out_text(out, at, x->null_text, 163);
        at = WEFT_OUT_LIT(at, "\"");
    } else {
        at = WEFT_OUT_LIT(at, "null");
    }
    if (x->any_text_is != WEFT_MISSING) {
        at = WEFT_OUT_LIT(at, ",\"anyText\":");
        if (x->any_text_is == WEFT_VALUE) {
            at = WEFT_OUT_LIT(at, "\"");
            at = weft_out_text(out, at, x->any_text, 148);
            at = WEFT_OUT_LIT(at, "\"");
        } else {
            at = WEFT_OUT_LIT(at, "null");
        }
    }
    if (x->optional_list || x->optional_list_count) {
        at = WEFT_OUT_LIT(at, ",\"optionalList\":[");
        size_t n1 = (size_t)x->optional_list_count;
        if (x->optional_list_count && !x->optional_list) {
            at = weft_out_fail(out, WEFT_JSON_MISUSE);
            n1 = 0;
        }
        for (size_t i1 = 0; i1 < n1; i1++) {
            at = weft_out_room(out, at, 151);
            if (i1 > 0) *at++ = ',';
            at = weft_out_i64(at, x->optional_list[i1]);
        }
        at = WEFT_OUT_LIT(at, "]");
    }
    at = WEFT_OUT_LIT(at, ",\"nullList\":");
    if (x->null_list || x->null_list_count) {
        at = WEFT_OUT_LIT(at, "[");
        size_t n2 = (size_t)x->null_list_count;
        if (x->null_list_count && !x->null_list) {
            at = weft_out_fail(out, WEFT_JSON_MISUSE);
            n2 = 0;
        }
        for (size_t i2 = 0; i2 < n2; i2++) {
            at = weft_out_room(out, at, 135);
            if (i2 > 0) *at++ = ',';
            at = weft_out_i64(at, x->null_list[i2]);
        }
        at = WEFT_OUT_LIT(at, "]");
    } else {
        at = WEFT_OUT_LIT(at, "null");
    }
    if (x->pointer) {
        at = WEFT_OUT_LIT(at, ",\"pointer\":");
        at = weft_out_i64(at, (*x->pointer));
    }
    at = WEFT_OUT_LIT(at, ",\"nullPointer\":");
    if (x->null_pointer) {
        at = weft_out_f64(out, at, (*x->null_pointer));
    } else {
        at = WEFT_OUT_LIT(at, "null");
    }
    if (x->any_pointer_is != WEFT_MISSING) {
        at = WEFT_OUT_LIT(at, ",\"anyPointer\":");
        if (x->any_pointer_is == WEFT_VALUE && x->any_pointer) {
            at = weft_out_i64(at, (*x->any_pointer));
        } else {
            at = WEFT_OUT_LIT(at, "null");
        }
    }
    if (x->json.ptr) {
        at = WEFT_OUT_LIT(at, ",\"json\":");
        at = weft_out_raw(out, at, x->json, 1);
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_states[] = {
    "optionalNumber", /* 0: optional_number, states.h:9 */
    "toldNumber", /* 1: told_number, states.h:10 */
    "nullNumber", /* 2: null_number, states.h:12 */
    "anyNumber", /* 3: any_number, states.h:14 */
    "optionalText", /* 4: optional_text, states.h:16 */
    "nullText", /* 5: null_text, states.h:17 */
    "anyText", /* 6: any_text, states.h:18 */
    "optionalList", /* 7: optional_list, states.h:20 */
    "nullList", /* 8: null_list, states.h:22 */
    "pointer", /* 9: pointer, states.h:24 */
    "nullPointer", /* 10: null_pointer, states.h:25 */
    "anyPointer", /* 11: any_pointer, states.h:26 */
    "json" /* 12: json, states.h:28 */
};

static unsigned json_find_states(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "json")) return 12;
        break;
    case 7:
        if (WEFT_IN_IS(weft_name.ptr, "anyText")) return 6;
        if (WEFT_IN_IS(weft_name.ptr, "pointer")) return 9;
        break;
    case 8:
        if (WEFT_IN_IS(weft_name.ptr, "nullText")) return 5;
        if (WEFT_IN_IS(weft_name.ptr, "nullList")) return 8;
        break;
    case 9:
        if (WEFT_IN_IS(weft_name.ptr, "anyNumber")) return 3;
        break;
    case 10:
        if (WEFT_IN_IS(weft_name.ptr, "toldNumber")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "nullNumber")) return 2;
        if (WEFT_IN_IS(weft_name.ptr, "anyPointer")) return 11;
        break;
    case 11:
        if (WEFT_IN_IS(weft_name.ptr, "nullPointer")) return 10;
        break;
    case 12:
        if (WEFT_IN_IS(weft_name.ptr, "optionalText")) return 4;
        if (WEFT_IN_IS(weft_name.ptr, "optionalList")) return 7;
        break;
    case 14:
        if (WEFT_IN_IS(weft_name.ptr, "optionalNumber")) return 0;
        break;
    default: break;
    }
    return 13;
}

/* states.h:20 */
static const char *json_take_states_optional_list(weft_json_in *in, const char *at, states *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        int64_t *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = weft_in_i64(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->optional_list = weft_in_done(in, &list0);
    x->optional_list_count = (size_t)list0.count;
    return at;
}

/* states.h:22 */
static const char *json_take_states_null_list(weft_json_in *in, const char *at, states *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        int64_t *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = weft_in_i64(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->null_list = weft_in_done(in, &list0);
    x->null_list_count = (size_t)list0.count;
    return at;
}

/* states.h:24 */
static const char *json_take_states_pointer(weft_json_in *in, const char *at, states *x)
{
    int64_t *item0 = weft_in_alloc(in, sizeof *item0);
    if (!item0) return NULL;
    memset(item0, 0, sizeof *item0);
    at = weft_in_i64(in, at, &(*item0));
    if (!at) return NULL;
    x->pointer = item0;
    return at;
}

/* states.h:25 */
static const char *json_take_states_null_pointer(weft_json_in *in, const char *at, states *x)
{
    double *item0 = weft_in_alloc(in, sizeof *item0);
    if (!item0) return NULL;
    memset(item0, 0, sizeof *item0);
    at = weft_in_f64(in, at, &(*item0));
    if (!at) return NULL;
    x->null_pointer = item0;
    return at;
}

/* states.h:26 */
static const char *json_take_states_any_pointer(weft_json_in *in, const char *at, states *x)
{
    int64_t *item0 = weft_in_alloc(in, sizeof *item0);
    if (!item0) return NULL;
    memset(item0, 0, sizeof *item0);
    at = weft_in_i64(in, at, &(*item0));
    if (!at) return NULL;
    x->any_pointer = item0;
    return at;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_states_members(weft_json_in *in, const char *at, states *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_states(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 13) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->optional_number = (int32_t)wide;
            }
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->told_number = (int32_t)wide;
            }
            x->told_number_is = WEFT_VALUE;
            break;
        case 2:
            if (weft_in_null(at)) {
                at += 4;
                x->null_number_is = WEFT_NULL;
            } else {
                {
                    int64_t wide;
                    at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                    if (!at) return NULL;
                    x->null_number = (int32_t)wide;
                }
                x->null_number_is = WEFT_VALUE;
            }
            break;
        case 3:
            if (weft_in_null(at)) {
                at += 4;
                x->any_number_is = WEFT_NULL;
            } else {
                {
                    int64_t wide;
                    at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                    if (!at) return NULL;
                    x->any_number = (int32_t)wide;
                }
                x->any_number_is = WEFT_VALUE;
            }
            break;
        case 4:
            at = weft_in_text(in, at, &x->optional_text);
            if (!at) return NULL;
            break;
        case 5:
            if (weft_in_null(at)) {
                at += 4;
                x->null_text = weft_str_of(NULL, 0);
            } else {
                at = weft_in_text(in, at, &x->null_text);
                if (!at) return NULL;
            }
            break;
        case 6:
            if (weft_in_null(at)) {
                at += 4;
                x->any_text = weft_str_of(NULL, 0);
                x->any_text_is = WEFT_NULL;
            } else {
                at = weft_in_text(in, at, &x->any_text);
                if (!at) return NULL;
                x->any_text_is = WEFT_VALUE;
            }
            break;
        case 7:
            at = json_take_states_optional_list(in, at, x);
            if (!at) return NULL;
            break;
        case 8:
            if (weft_in_null(at)) {
                at += 4;
                x->null_list = NULL;
                x->null_list_count = 0;
            } else {
                at = json_take_states_null_list(in, at, x);
                if (!at) return NULL;
            }
            break;
        case 9:
            at = json_take_states_pointer(in, at, x);
            if (!at) return NULL;
            break;
        case 10:
            if (weft_in_null(at)) {
                at += 4;
                x->null_pointer = NULL;
            } else {
                at = json_take_states_null_pointer(in, at, x);
                if (!at) return NULL;
            }
            break;
        case 11:
            if (weft_in_null(at)) {
                at += 4;
                x->any_pointer = NULL;
                x->any_pointer_is = WEFT_NULL;
            } else {
                at = json_take_states_any_pointer(in, at, x);
                if (!at) return NULL;
                x->any_pointer_is = WEFT_VALUE;
            }
            break;
        case 12:
            at = weft_in_raw(in, at, &x->json);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_states, 0x524, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_states_spaced(weft_json_in *in, const char *at, states *x)
{
    const char *object = at;
    uint64_t seen = 0;
    char before = '{';
    size_t gap;
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"optionalNumber\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 18);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->optional_number = (int32_t)wide;
        }
        seen |= 0x1;
    }
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"toldNumber\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 14);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->told_number = (int32_t)wide;
        }
        x->told_number_is = WEFT_VALUE;
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, before);
    if (!gap || !WEFT_IN_IS(at + gap, "\"nullNumber\": ")) return json_take_states_members(in, at, x, object, seen);
    if (before == '{' && !weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 14);
    if (weft_in_null(at)) {
        at += 4;
        x->null_number_is = WEFT_NULL;
    } else {
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->null_number = (int32_t)wide;
        }
        x->null_number_is = WEFT_VALUE;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"anyNumber\": ")) {
        at += gap;
        at = weft_in_value(at + 13);
        if (weft_in_null(at)) {
            at += 4;
            x->any_number_is = WEFT_NULL;
        } else {
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->any_number = (int32_t)wide;
            }
            x->any_number_is = WEFT_VALUE;
        }
        seen |= 0x8;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"optionalText\": \"")) {
        at += gap;
        at += 17;
        at = weft_in_quoted(in, at, &x->optional_text);
        if (!at) return NULL;
        seen |= 0x10;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"nullText\": ")) return json_take_states_members(in, at, x, object, seen | 0x4);
    at += gap;
    at = weft_in_value(at + 12);
    if (weft_in_null(at)) {
        at += 4;
        x->null_text = weft_str_of(NULL, 0);
    } else {
        at = weft_in_text(in, at, &x->null_text);
        if (!at) return NULL;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"anyText\": ")) {
        at += gap;
        at = weft_in_value(at + 11);
        if (weft_in_null(at)) {
            at += 4;
            x->any_text = weft_str_of(NULL, 0);
            x->any_text_is = WEFT_NULL;
        } else {
            at = weft_in_text(in, at, &x->any_text);
            if (!at) return NULL;
            x->any_text_is = WEFT_VALUE;
        }
        seen |= 0x40;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"optionalList\": ")) {
        at += gap;
        at = weft_in_value(at + 16);
        at = json_take_states_optional_list(in, at, x);
        if (!at) return NULL;
        seen |= 0x80;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"nullList\": ")) return json_take_states_members(in, at, x, object, seen | 0x24);
    at += gap;
    at = weft_in_value(at + 12);
    if (weft_in_null(at)) {
        at += 4;
        x->null_list = NULL;
        x->null_list_count = 0;
    } else {
        at = json_take_states_null_list(in, at, x);
        if (!at) return NULL;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"pointer\": ")) {
        at += gap;
        at = weft_in_value(at + 11);
        at = json_take_states_pointer(in, at, x);
        if (!at) return NULL;
        seen |= 0x200;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"nullPointer\": ")) return json_take_states_members(in, at, x, object, seen | 0x124);
    at += gap;
    at = weft_in_value(at + 15);
    if (weft_in_null(at)) {
        at += 4;
        x->null_pointer = NULL;
    } else {
        at = json_take_states_null_pointer(in, at, x);
        if (!at) return NULL;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"anyPointer\": ")) {
        at += gap;
        at = weft_in_value(at + 14);
        if (weft_in_null(at)) {
            at += 4;
            x->any_pointer = NULL;
            x->any_pointer_is = WEFT_NULL;
        } else {
            at = json_take_states_any_pointer(in, at, x);
            if (!at) return NULL;
            x->any_pointer_is = WEFT_VALUE;
        }
        seen |= 0x800;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"json\": ")) {
        at += gap;
        at = weft_in_value(at + 8);
        at = weft_in_raw(in, at, &x->json);
        if (!at) return NULL;
        seen |= 0x1000;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_states_members(in, at, x, object, seen | 0x524);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_states(weft_json_in *in, const char *at, void *weft_value)
{
    states *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_states_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    char before = '{';
    if (*at == before && WEFT_IN_IS(at + 1, "\"optionalNumber\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 18);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->optional_number = (int32_t)wide;
        }
        seen |= 0x1;
    }
    if (*at == before && WEFT_IN_IS(at + 1, "\"toldNumber\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 14);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->told_number = (int32_t)wide;
        }
        x->told_number_is = WEFT_VALUE;
        seen |= 0x2;
    }
    if (*at != before || !WEFT_IN_IS(at + 1, "\"nullNumber\":")) return json_take_states_members(in, at, x, object, seen);
    if (before == '{' && !weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 14);
    if (weft_in_null(at)) {
        at += 4;
        x->null_number_is = WEFT_NULL;
    } else {
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->null_number = (int32_t)wide;
        }
        x->null_number_is = WEFT_VALUE;
    }
    if (WEFT_IN_IS(at, ",\"anyNumber\":")) {
        at = weft_in_value(at + 13);
        if (weft_in_null(at)) {
            at += 4;
            x->any_number_is = WEFT_NULL;
        } else {
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->any_number = (int32_t)wide;
            }
            x->any_number_is = WEFT_VALUE;
        }
        seen |= 0x8;
    }
    if (WEFT_IN_IS(at, ",\"optionalText\":\"")) {
        at += 17;
        at = weft_in_quoted(in, at, &x->optional_text);
        if (!at) return NULL;
        seen |= 0x10;
    }
    if (!WEFT_IN_IS(at, ",\"nullText\":")) return json_take_states_members(in, at, x, object, seen | 0x4);
    at = weft_in_value(at + 12);
    if (weft_in_null(at)) {
        at += 4;
        x->null_text = weft_str_of(NULL, 0);
    } else {
        at = weft_in_text(in, at, &x->null_text);
        if (!at) return NULL;
    }
    if (WEFT_IN_IS(at, ",\"anyText\":")) {
        at = weft_in_value(at + 11);
        if (weft_in_null(at)) {
            at += 4;
            x->any_text = weft_str_of(NULL, 0);
            x->any_text_is = WEFT_NULL;
        } else {
            at = weft_in_text(in, at, &x->any_text);
            if (!at) return NULL;
            x->any_text_is = WEFT_VALUE;
        }
        seen |= 0x40;
    }
    if (WEFT_IN_IS(at, ",\"optionalList\":")) {
        at = weft_in_value(at + 16);
        at = json_take_states_optional_list(in, at, x);
        if (!at) return NULL;
        seen |= 0x80;
    }
    if (!WEFT_IN_IS(at, ",\"nullList\":")) return json_take_states_members(in, at, x, object, seen | 0x24);
    at = weft_in_value(at + 12);
    if (weft_in_null(at)) {
        at += 4;
        x->null_list = NULL;
        x->null_list_count = 0;
    } else {
        at = json_take_states_null_list(in, at, x);
        if (!at) return NULL;
    }
    if (WEFT_IN_IS(at, ",\"pointer\":")) {
        at = weft_in_value(at + 11);
        at = json_take_states_pointer(in, at, x);
        if (!at) return NULL;
        seen |= 0x200;
    }
    if (!WEFT_IN_IS(at, ",\"nullPointer\":")) return json_take_states_members(in, at, x, object, seen | 0x124);
    at = weft_in_value(at + 15);
    if (weft_in_null(at)) {
        at += 4;
        x->null_pointer = NULL;
    } else {
        at = json_take_states_null_pointer(in, at, x);
        if (!at) return NULL;
    }
    if (WEFT_IN_IS(at, ",\"anyPointer\":")) {
        at = weft_in_value(at + 14);
        if (weft_in_null(at)) {
            at += 4;
            x->any_pointer = NULL;
            x->any_pointer_is = WEFT_NULL;
        } else {
            at = json_take_states_any_pointer(in, at, x);
            if (!at) return NULL;
            x->any_pointer_is = WEFT_VALUE;
        }
        seen |= 0x800;
    }
    if (WEFT_IN_IS(at, ",\"json\":")) {
        at = weft_in_value(at + 8);
        at = weft_in_raw(in, at, &x->json);
        if (!at) return NULL;
        seen |= 0x1000;
    }
    if (*at != '}') return json_take_states_members(in, at, x, object, seen | 0x524);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec states_codec = { "states", sizeof(states), json_put_states, json_take_states };

/* ---- defaults: states.h:31 ---- */

static char *json_put_defaults(weft_json_out *out, char *at, const void *weft_value)
{
    const defaults *x = weft_value;
    at = weft_out_room(out, at, 108);
    at = WEFT_OUT_LIT(at, "{\"page\":");
    at = weft_out_i64(at, x->page);
    at = WEFT_OUT_LIT(at, ",\"low\":");
    at = weft_out_i64(at, x->low);
    at = WEFT_OUT_LIT(at, ",\"ratio\":");
    at = weft_out_f64(out, at, x->ratio);
    at = WEFT_OUT_LIT(at, ",\"on\":");
    at = weft_out_bool(at, x->on);
    if (x->title.ptr) {
        at = WEFT_OUT_LIT(at, ",\"title\":\"");
        at = weft_out_text(out, at, x->title, 18);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, ",\"order\":");
    at = json_put_sort_order(out, at, x->order);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_defaults[] = {
    "page", /* 0: page, states.h:32 */
    "low", /* 1: low, states.h:33 */
    "ratio", /* 2: ratio, states.h:34 */
    "on", /* 3: on, states.h:35 */
    "title", /* 4: title, states.h:36 */
    "order" /* 5: order, states.h:37 */
};

static unsigned json_find_defaults(weft_str weft_name)
{
    switch (weft_name.len) {
    case 2:
        if (WEFT_IN_IS(weft_name.ptr, "on")) return 3;
        break;
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "low")) return 1;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "page")) return 0;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "ratio")) return 2;
        if (WEFT_IN_IS(weft_name.ptr, "title")) return 4;
        if (WEFT_IN_IS(weft_name.ptr, "order")) return 5;
        break;
    default: break;
    }
    return 6;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_defaults_members(weft_json_in *in, const char *at, defaults *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_defaults(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 6) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->page = (int32_t)wide;
            }
            break;
        case 1:
            at = weft_in_i64(in, at, &x->low);
            if (!at) return NULL;
            break;
        case 2:
            at = weft_in_f64(in, at, &x->ratio);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_bool(in, at, &x->on);
            if (!at) return NULL;
            break;
        case 4:
            at = weft_in_text(in, at, &x->title);
            if (!at) return NULL;
            break;
        case 5:
            at = json_take_sort_order(in, at, &x->order);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_defaults, 0x0, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_defaults_spaced(weft_json_in *in, const char *at, defaults *x)
{
    const char *object = at;
    uint64_t seen = 0;
    char before = '{';
    size_t gap;
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"page\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 8);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->page = (int32_t)wide;
        }
        seen |= 0x1;
    }
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"low\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 7);
        at = weft_in_i64(in, at, &x->low);
        if (!at) return NULL;
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"ratio\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 9);
        at = weft_in_f64(in, at, &x->ratio);
        if (!at) return NULL;
        seen |= 0x4;
    }
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"on\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 6);
        at = weft_in_bool(in, at, &x->on);
        if (!at) return NULL;
        seen |= 0x8;
    }
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"title\": \"")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at += 10;
        at = weft_in_quoted(in, at, &x->title);
        if (!at) return NULL;
        seen |= 0x10;
    }
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"order\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 9);
        at = json_take_sort_order(in, at, &x->order);
        if (!at) return NULL;
        seen |= 0x20;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap || at == object) return json_take_defaults_members(in, at, x, object, seen);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_defaults(weft_json_in *in, const char *at, void *weft_value)
{
    defaults *x = weft_value;
    memset(x, 0, sizeof *x);
    x->page = 1;
    x->low = INT64_MIN;
    x->ratio = 0.5;
    x->on = true;
    x->title = weft_lit("a \"title\"");
    x->order = LARGE;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_defaults_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    char before = '{';
    if (*at == before && WEFT_IN_IS(at + 1, "\"page\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 8);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->page = (int32_t)wide;
        }
        seen |= 0x1;
    }
    if (*at == before && WEFT_IN_IS(at + 1, "\"low\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 7);
        at = weft_in_i64(in, at, &x->low);
        if (!at) return NULL;
        seen |= 0x2;
    }
    if (*at == before && WEFT_IN_IS(at + 1, "\"ratio\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 9);
        at = weft_in_f64(in, at, &x->ratio);
        if (!at) return NULL;
        seen |= 0x4;
    }
    if (*at == before && WEFT_IN_IS(at + 1, "\"on\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 6);
        at = weft_in_bool(in, at, &x->on);
        if (!at) return NULL;
        seen |= 0x8;
    }
    if (*at == before && WEFT_IN_IS(at + 1, "\"title\":\"")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += 10;
        at = weft_in_quoted(in, at, &x->title);
        if (!at) return NULL;
        seen |= 0x10;
    }
    if (*at == before && WEFT_IN_IS(at + 1, "\"order\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 9);
        at = json_take_sort_order(in, at, &x->order);
        if (!at) return NULL;
        seen |= 0x20;
    }
    if (*at != '}' || at == object) return json_take_defaults_members(in, at, x, object, seen);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec defaults_codec = { "defaults", sizeof(defaults), json_put_defaults, json_take_defaults };

/* ---- limits: states.h:40 ---- */

static char *json_put_limits(weft_json_out *out, char *at, const void *weft_value)
{
    const limits *x = weft_value;
    at = weft_out_room(out, at, 126);
    at = WEFT_OUT_LIT(at, "{\"low\":");
    at = weft_out_i64(at, x->low);
    at = WEFT_OUT_LIT(at, ",\"high\":");
    at = weft_out_u64(at, x->high);
    at = WEFT_OUT_LIT(at, ",\"range\":");
    at = weft_out_i64(at, x->range);
    at = WEFT_OUT_LIT(at, ",\"real\":");
    at = weft_out_f64(out, at, x->real);
    at = WEFT_OUT_LIT(at, ",\"single\":");
    at = weft_out_f32(out, at, x->single);
    at = WEFT_OUT_LIT(at, ",\"text\":\"");
    at = weft_out_text(out, at, x->text, 11);
    at = WEFT_OUT_LIT(at, "\"");
    if (x->exact.ptr) {
        at = WEFT_OUT_LIT(at, ",\"exact\":\"");
        at = weft_out_text(out, at, x->exact, 11);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, ",\"chars\":\"");
    at = weft_out_text(out, at, json_text_of(x->chars, sizeof x->chars), 75);
    at = WEFT_OUT_LIT(at, "\",\"numbers\":[");
    size_t n1 = (size_t)x->numbers_count;
    if (x->numbers_count && !x->numbers) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n1 = 0;
    }
    for (size_t i1 = 0; i1 < n1; i1++) {
        at = weft_out_room(out, at, 69);
        if (i1 > 0) *at++ = ',';
        at = weft_out_i64(at, x->numbers[i1]);
    }
    at = WEFT_OUT_LIT(at, "]");
    if (x->texts || x->texts_count) {
        at = WEFT_OUT_LIT(at, ",\"texts\":[");
        size_t n2 = (size_t)x->texts_count;
        if (x->texts_count && !x->texts) {
            at = weft_out_fail(out, WEFT_JSON_MISUSE);
            n2 = 0;
        }
        for (size_t i2 = 0; i2 < n2; i2++) {
            at = i2 > 0 ? WEFT_OUT_LIT(at, ",\"") : WEFT_OUT_LIT(at, "\"");
            at = weft_out_text(out, at, x->texts[i2], 52);
            at = WEFT_OUT_LIT(at, "\"");
        }
        at = WEFT_OUT_LIT(at, "]");
    }
    at = WEFT_OUT_LIT(at, ",\"maybe\":");
    at = weft_out_i64(at, x->maybe);
    at = WEFT_OUT_LIT(at, ",\"grid\":[[");
    at = weft_out_u64(at, x->grid[0][0]);
    at = WEFT_OUT_LIT(at, ",");
    at = weft_out_u64(at, x->grid[0][1]);
    at = WEFT_OUT_LIT(at, "],[");
    at = weft_out_u64(at, x->grid[1][0]);
    at = WEFT_OUT_LIT(at, ",");
    at = weft_out_u64(at, x->grid[1][1]);
    at = WEFT_OUT_LIT(at, "]]}");
    return at;
}

static const char *const json_names_of_limits[] = {
    "low", /* 0: low, states.h:41 */
    "high", /* 1: high, states.h:42 */
    "range", /* 2: range, states.h:43 */
    "real", /* 3: real, states.h:44 */
    "single", /* 4: single, states.h:45 */
    "text", /* 5: text, states.h:46 */
    "exact", /* 6: exact, states.h:47 */
    "chars", /* 7: chars, states.h:48 */
    "numbers", /* 8: numbers, states.h:49 */
    "texts", /* 9: texts, states.h:51 */
    "maybe", /* 10: maybe, states.h:53 */
    "grid" /* 11: grid, states.h:54 */
};

static unsigned json_find_limits(weft_str weft_name)
{
    switch (weft_name.len) {
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "low")) return 0;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "high")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "real")) return 3;
        if (WEFT_IN_IS(weft_name.ptr, "text")) return 5;
        if (WEFT_IN_IS(weft_name.ptr, "grid")) return 11;
        break;
    case 5:
        switch ((unsigned char)weft_name.ptr[0]) {
        case 'c':
            if (WEFT_IN_IS(weft_name.ptr, "chars")) return 7;
            break;
        case 'e':
            if (WEFT_IN_IS(weft_name.ptr, "exact")) return 6;
            break;
        case 'm':
            if (WEFT_IN_IS(weft_name.ptr, "maybe")) return 10;
            break;
        case 'r':
            if (WEFT_IN_IS(weft_name.ptr, "range")) return 2;
            break;
        case 't':
            if (WEFT_IN_IS(weft_name.ptr, "texts")) return 9;
            break;
        default: break;
        }
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "single")) return 4;
        break;
    case 7:
        if (WEFT_IN_IS(weft_name.ptr, "numbers")) return 8;
        break;
    default: break;
    }
    return 12;
}

/* states.h:49 */
static const char *json_take_limits_numbers(weft_json_in *in, const char *at, limits *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        int16_t *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        {
            int64_t wide;
            at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
            if (!at) return NULL;
            (*item0) = (int16_t)wide;
        }
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->numbers = weft_in_done(in, &list0);
    x->numbers_count = (size_t)list0.count;
    return at;
}

/* states.h:51 */
static const char *json_take_limits_texts(weft_json_in *in, const char *at, limits *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        weft_str *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = weft_in_text(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->texts = weft_in_done(in, &list0);
    x->texts_count = (size_t)list0.count;
    return at;
}

/* states.h:54 */
static const char *json_take_limits_grid(weft_json_in *in, const char *at, limits *x)
{
    weft_in_list list0;
    const char *array0 = at;
    size_t n0 = 0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        if (n0 == 2) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
        {
            weft_in_list list1;
            const char *array1 = at;
            size_t n1 = 0;
            for (at = weft_in_array(in, at, &list1); at && list1.more; at = weft_in_item(in, at, &list1)) {
                if (n1 == 2) return weft_in_fail(in, array1, WEFT_JSON_COUNT);
                {
                    uint64_t wide;
                    at = weft_in_uint(in, at, UINT8_MAX, &wide);
                    if (!at) return NULL;
                    x->grid[n0][n1] = (uint8_t)wide;
                }
                if (!at) return NULL;
                n1++;
            }
            if (!at) return NULL;
            (void)weft_in_done(in, &list1);
            if (n1 != 2) return weft_in_fail(in, array1, WEFT_JSON_COUNT);
        }
        if (!at) return NULL;
        n0++;
    }
    if (!at) return NULL;
    (void)weft_in_done(in, &list0);
    if (n0 != 2) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
    return at;
}

static void json_check_limits(weft_json_in *in, const char *object, const limits *x, uint64_t seen)
{
    (void)seen;
    if (x->low < -5)
        weft_in_reject(in, object, "low", SIZE_MAX, "must be at least -5");
    if (x->high > UINT64_C(4000000000))
        weft_in_reject(in, object, "high", SIZE_MAX, "must be at most 4000000000");
    if (x->range > INT64_C(9223372036854775806))
        weft_in_reject(in, object, "range", SIZE_MAX, "must be at most 9223372036854775806");
    if (x->real < -0.5 || x->real > 1e3)
        weft_in_reject(in, object, "real", SIZE_MAX, "must be from -0.5 to 1e3");
    if (x->single > 0.1f)
        weft_in_reject(in, object, "single", SIZE_MAX, "must be at most 0.1");
    if (!json_is_long(x->text, 2, 5))
        weft_in_reject(in, object, "text", SIZE_MAX, "must have 2 to 5 characters");
    if (x->exact.ptr) {
        if (!json_is_long(x->exact, 1, 1))
            weft_in_reject(in, object, "exact", SIZE_MAX, "must have exactly 1 character");
    }
    if (!json_is_long(json_text_of(x->chars, sizeof x->chars), 1, SIZE_MAX))
        weft_in_reject(in, object, "chars", SIZE_MAX, "must have at least 1 character");
    for (size_t i1 = 0; i1 < x->numbers_count; i1++) {
        if (x->numbers[i1] < 0)
            weft_in_reject(in, object, "numbers", i1, "must be at least 0");
    }
    if (x->numbers_count < 1 || x->numbers_count > 3)
        weft_in_reject(in, object, "numbers", SIZE_MAX, "must have 1 to 3 items");
    if (x->texts || x->texts_count) {
        for (size_t i1 = 0; i1 < x->texts_count; i1++) {
            if (!json_is_long(x->texts[i1], 0, 2))
                weft_in_reject(in, object, "texts", i1, "must have at most 2 characters");
        }
        if (x->texts_count < 2 || x->texts_count > 2)
            weft_in_reject(in, object, "texts", SIZE_MAX, "must have exactly 2 items");
    }
    if (seen >> 10 & 1) {
        if (x->maybe < 1)
            weft_in_reject(in, object, "maybe", SIZE_MAX, "must be at least 1");
    }
    for (size_t i1 = 0; i1 < 2; i1++) {
        for (size_t i2 = 0; i2 < 2; i2++) {
            if (x->grid[i1][i2] > 9u)
                weft_in_reject(in, object, "grid", i1, "must be at most 9");
        }
    }
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_limits_members(weft_json_in *in, const char *at, limits *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_limits(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 12) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
                if (!at) return NULL;
                x->low = (int8_t)wide;
            }
            break;
        case 1:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, UINT32_MAX, &wide);
                if (!at) return NULL;
                x->high = (uint32_t)wide;
            }
            break;
        case 2:
            at = weft_in_i64(in, at, &x->range);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_f64(in, at, &x->real);
            if (!at) return NULL;
            break;
        case 4:
            at = weft_in_f32(in, at, &x->single);
            if (!at) return NULL;
            break;
        case 5:
            at = weft_in_text(in, at, &x->text);
            if (!at) return NULL;
            break;
        case 6:
            at = weft_in_text(in, at, &x->exact);
            if (!at) return NULL;
            break;
        case 7:
            at = json_take_chars(in, at, x->chars, sizeof x->chars);
            if (!at) return NULL;
            break;
        case 8:
            at = json_take_limits_numbers(in, at, x);
            if (!at) return NULL;
            break;
        case 9:
            at = json_take_limits_texts(in, at, x);
            if (!at) return NULL;
            break;
        case 10:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->maybe = (int32_t)wide;
            }
            break;
        case 11:
            at = json_take_limits_grid(in, at, x);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_limits, 0x9bf, seen);
    if (!at) return NULL;
    json_check_limits(in, object, x, seen);
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_limits_spaced(weft_json_in *in, const char *at, limits *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"low\": ")) return json_take_limits_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->low = (int8_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"high\": ")) return json_take_limits_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 8);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT32_MAX, &wide);
        if (!at) return NULL;
        x->high = (uint32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"range\": ")) return json_take_limits_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 9);
    at = weft_in_i64(in, at, &x->range);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"real\": ")) return json_take_limits_members(in, at, x, object, 0x7);
    at += gap;
    at = weft_in_value(at + 8);
    at = weft_in_f64(in, at, &x->real);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"single\": ")) return json_take_limits_members(in, at, x, object, 0xf);
    at += gap;
    at = weft_in_value(at + 10);
    at = weft_in_f32(in, at, &x->single);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"text\": \"")) return json_take_limits_members(in, at, x, object, 0x1f);
    at += gap;
    at += 9;
    at = weft_in_quoted(in, at, &x->text);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"exact\": \"")) {
        at += gap;
        at += 10;
        at = weft_in_quoted(in, at, &x->exact);
        if (!at) return NULL;
        seen |= 0x40;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"chars\": ")) return json_take_limits_members(in, at, x, object, seen | 0x3f);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_chars(in, at, x->chars, sizeof x->chars);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"numbers\": ")) return json_take_limits_members(in, at, x, object, seen | 0xbf);
    at += gap;
    at = weft_in_value(at + 11);
    at = json_take_limits_numbers(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"texts\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        at = json_take_limits_texts(in, at, x);
        if (!at) return NULL;
        seen |= 0x200;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"maybe\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->maybe = (int32_t)wide;
        }
        seen |= 0x400;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"grid\": ")) return json_take_limits_members(in, at, x, object, seen | 0x1bf);
    at += gap;
    at = weft_in_value(at + 8);
    at = json_take_limits_grid(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_limits_members(in, at, x, object, seen | 0x9bf);
    weft_in_leave(in);
    json_check_limits(in, object, x, seen | 0x9bf);
    return at + gap;
}

static const char *json_take_limits(weft_json_in *in, const char *at, void *weft_value)
{
    limits *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_limits_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"low\":")) return json_take_limits_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->low = (int8_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"high\":")) return json_take_limits_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 8);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT32_MAX, &wide);
        if (!at) return NULL;
        x->high = (uint32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"range\":")) return json_take_limits_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 9);
    at = weft_in_i64(in, at, &x->range);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"real\":")) return json_take_limits_members(in, at, x, object, 0x7);
    at = weft_in_value(at + 8);
    at = weft_in_f64(in, at, &x->real);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"single\":")) return json_take_limits_members(in, at, x, object, 0xf);
    at = weft_in_value(at + 10);
    at = weft_in_f32(in, at, &x->single);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"text\":\"")) return json_take_limits_members(in, at, x, object, 0x1f);
    at += 9;
    at = weft_in_quoted(in, at, &x->text);
    if (!at) return NULL;
    if (WEFT_IN_IS(at, ",\"exact\":\"")) {
        at += 10;
        at = weft_in_quoted(in, at, &x->exact);
        if (!at) return NULL;
        seen |= 0x40;
    }
    if (!WEFT_IN_IS(at, ",\"chars\":")) return json_take_limits_members(in, at, x, object, seen | 0x3f);
    at = weft_in_value(at + 9);
    at = json_take_chars(in, at, x->chars, sizeof x->chars);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"numbers\":")) return json_take_limits_members(in, at, x, object, seen | 0xbf);
    at = weft_in_value(at + 11);
    at = json_take_limits_numbers(in, at, x);
    if (!at) return NULL;
    if (WEFT_IN_IS(at, ",\"texts\":")) {
        at = weft_in_value(at + 9);
        at = json_take_limits_texts(in, at, x);
        if (!at) return NULL;
        seen |= 0x200;
    }
    if (WEFT_IN_IS(at, ",\"maybe\":")) {
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->maybe = (int32_t)wide;
        }
        seen |= 0x400;
    }
    if (!WEFT_IN_IS(at, ",\"grid\":")) return json_take_limits_members(in, at, x, object, seen | 0x1bf);
    at = weft_in_value(at + 8);
    at = json_take_limits_grid(in, at, x);
    if (!at) return NULL;
    if (*at != '}') return json_take_limits_members(in, at, x, object, seen | 0x9bf);
    weft_in_leave(in);
    json_check_limits(in, object, x, seen | 0x9bf);
    return at + 1;
}

const weft_codec limits_codec = { "limits", sizeof(limits), json_put_limits, json_take_limits };

/* ---- renamed: states.h:57 ---- */

static char *json_put_renamed(weft_json_out *out, char *at, const void *weft_value)
{
    const renamed *x = weft_value;
    at = weft_out_room(out, at, 94);
    at = WEFT_OUT_LIT(at, "{\"FirstName\":");
    at = weft_out_i64(at, x->first_name);
    at = WEFT_OUT_LIT(at, ",\"HttpPort\":");
    at = weft_out_i64(at, x->HTTPPort);
    at = WEFT_OUT_LIT(at, ",\"@id\":");
    at = weft_out_i64(at, x->renamed);
    at = WEFT_OUT_LIT(at, ",\"a \\\"b\\\" \\\\ \303\251\":");
    at = weft_out_i64(at, x->quoted);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_renamed[] = {
    "FirstName", /* 0: first_name, states.h:58 */
    "HttpPort", /* 1: HTTPPort, states.h:59 */
    "@id", /* 2: renamed, states.h:60 */
    "a \"b\" \\ \303\251" /* 3: quoted, states.h:61 */
};

static unsigned json_find_renamed(weft_str weft_name)
{
    switch (weft_name.len) {
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "@id")) return 2;
        break;
    case 8:
        if (WEFT_IN_IS(weft_name.ptr, "HttpPort")) return 1;
        break;
    case 9:
        if (WEFT_IN_IS(weft_name.ptr, "FirstName")) return 0;
        break;
    case 10:
        if (WEFT_IN_IS(weft_name.ptr, "a \"b\" \\ \303\251")) return 3;
        break;
    default: break;
    }
    return 4;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_renamed_members(weft_json_in *in, const char *at, renamed *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_renamed(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 4) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->first_name = (int32_t)wide;
            }
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->HTTPPort = (int32_t)wide;
            }
            break;
        case 2:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->renamed = (int32_t)wide;
            }
            break;
        case 3:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->quoted = (int32_t)wide;
            }
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_renamed, 0xf, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_renamed_spaced(weft_json_in *in, const char *at, renamed *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"FirstName\": ")) return json_take_renamed_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 13);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->first_name = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"HttpPort\": ")) return json_take_renamed_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 12);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->HTTPPort = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"@id\": ")) return json_take_renamed_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->renamed = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"a \\\"b\\\" \\\\ \303\251\": ")) return json_take_renamed_members(in, at, x, object, 0x7);
    at += gap;
    at = weft_in_value(at + 17);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->quoted = (int32_t)wide;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_renamed_members(in, at, x, object, 0xf);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_renamed(weft_json_in *in, const char *at, void *weft_value)
{
    renamed *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_renamed_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"FirstName\":")) return json_take_renamed_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 13);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->first_name = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"HttpPort\":")) return json_take_renamed_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 12);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->HTTPPort = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"@id\":")) return json_take_renamed_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->renamed = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"a \\\"b\\\" \\\\ \303\251\":")) return json_take_renamed_members(in, at, x, object, 0x7);
    at = weft_in_value(at + 17);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->quoted = (int32_t)wide;
    }
    if (*at != '}') return json_take_renamed_members(in, at, x, object, 0xf);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec renamed_codec = { "renamed", sizeof(renamed), json_put_renamed, json_take_renamed };

/* ---- strict: states.h:66 ---- */

static char *json_put_strict(weft_json_out *out, char *at, const void *weft_value)
{
    const strict *x = weft_value;
    at = weft_out_room(out, at, 17);
    at = WEFT_OUT_LIT(at, "{\"a\":");
    at = weft_out_i64(at, x->a);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_strict[] = {
    "a" /* 0: a, states.h:67 */
};

static unsigned json_find_strict(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "a")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_strict_members(weft_json_in *in, const char *at, strict *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_strict(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->a = (int32_t)wide;
            }
            break;
        default: return weft_in_unknown(in, at, weft_name, json_names_of_strict, 1);
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_strict, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_strict_spaced(weft_json_in *in, const char *at, strict *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"a\": ")) return json_take_strict_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->a = (int32_t)wide;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_strict_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_strict(weft_json_in *in, const char *at, void *weft_value)
{
    strict *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_strict_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"a\":")) return json_take_strict_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->a = (int32_t)wide;
    }
    if (*at != '}') return json_take_strict_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec strict_codec = { "strict", sizeof(strict), json_put_strict, json_take_strict };

/* ---- lenient: states.h:70 ---- */

static char *json_put_lenient(weft_json_out *out, char *at, const void *weft_value)
{
    const lenient *x = weft_value;
    at = weft_out_room(out, at, 39);
    at = WEFT_OUT_LIT(at, "{\"a\":");
    at = weft_out_i64(at, x->a);
    if (x->list || x->list_count) {
        at = WEFT_OUT_LIT(at, ",\"list\":[");
        size_t n1 = (size_t)x->list_count;
        if (x->list_count && !x->list) {
            at = weft_out_fail(out, WEFT_JSON_MISUSE);
            n1 = 0;
        }
        for (size_t i1 = 0; i1 < n1; i1++) {
            at = weft_out_room(out, at, 26);
            if (i1 > 0) *at++ = ',';
            at = weft_out_i64(at, x->list[i1]);
        }
        at = WEFT_OUT_LIT(at, "]");
    }
    at = WEFT_OUT_LIT(at, ",\"text\":");
    if (x->text.ptr) {
        at = WEFT_OUT_LIT(at, "\"");
        at = weft_out_text(out, at, x->text, 2);
        at = WEFT_OUT_LIT(at, "\"");
    } else {
        at = WEFT_OUT_LIT(at, "null");
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_lenient[] = {
    "a", /* 0: a, states.h:71 */
    "list", /* 1: list, states.h:72 */
    "text" /* 2: text, states.h:74 */
};

static unsigned json_find_lenient(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "a")) return 0;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "list")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "text")) return 2;
        break;
    default: break;
    }
    return 3;
}

/* states.h:72 */
static const char *json_take_lenient_list(weft_json_in *in, const char *at, lenient *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        int32_t *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            (*item0) = (int32_t)wide;
        }
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->list = weft_in_done(in, &list0);
    x->list_count = (size_t)list0.count;
    return at;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_lenient_members(weft_json_in *in, const char *at, lenient *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_lenient(weft_name);
        if (member < 3) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->a = (int32_t)wide;
            }
            break;
        case 1:
            at = json_take_lenient_list(in, at, x);
            if (!at) return NULL;
            break;
        case 2:
            if (weft_in_null(at)) {
                at += 4;
                x->text = weft_str_of(NULL, 0);
            } else {
                at = weft_in_text(in, at, &x->text);
                if (!at) return NULL;
            }
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_lenient, 0x5, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_lenient_spaced(weft_json_in *in, const char *at, lenient *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"a\": ")) return json_take_lenient_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->a = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"list\": ")) {
        at += gap;
        at = weft_in_value(at + 8);
        at = json_take_lenient_list(in, at, x);
        if (!at) return NULL;
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"text\": ")) return json_take_lenient_members(in, at, x, object, seen | 0x1);
    at += gap;
    at = weft_in_value(at + 8);
    if (weft_in_null(at)) {
        at += 4;
        x->text = weft_str_of(NULL, 0);
    } else {
        at = weft_in_text(in, at, &x->text);
        if (!at) return NULL;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_lenient_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_lenient(weft_json_in *in, const char *at, void *weft_value)
{
    lenient *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_lenient_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"a\":")) return json_take_lenient_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->a = (int32_t)wide;
    }
    if (WEFT_IN_IS(at, ",\"list\":")) {
        at = weft_in_value(at + 8);
        at = json_take_lenient_list(in, at, x);
        if (!at) return NULL;
        seen |= 0x2;
    }
    if (!WEFT_IN_IS(at, ",\"text\":")) return json_take_lenient_members(in, at, x, object, seen | 0x1);
    at = weft_in_value(at + 8);
    if (weft_in_null(at)) {
        at += 4;
        x->text = weft_str_of(NULL, 0);
    } else {
        at = weft_in_text(in, at, &x->text);
        if (!at) return NULL;
    }
    if (*at != '}') return json_take_lenient_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec lenient_codec = { "lenient", sizeof(lenient), json_put_lenient, json_take_lenient };
