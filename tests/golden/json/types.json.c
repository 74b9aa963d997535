/* Made by weft json from types.h. Do not edit: edit that, and make. */
#include <weft/codec.h>
#include "types.json.h"
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow" /* by the header's own names */
#endif

typedef __typeof__(((several *)0)->at) several_at_type;
typedef __typeof__(((several *)0)->switches[0]) several_switches_item_type;
typedef __typeof__(((several_at_type *)0)->inner) several_at_inner_type;
static char *json_put_integers(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_integers(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_scalars(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_scalars(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_corner(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_corner(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_several(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_several(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_node(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_node(weft_json_in *in, const char *at, void *weft_value);
extern const weft_codec ware_codec; /* of another header */
static char *json_put_several_at(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_several_at(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_several_switches_item(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_several_switches_item(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_several_at_inner(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_several_at_inner(weft_json_in *in, const char *at, void *weft_value);

#define JSON_MAX_OF(type) ((int64_t)(UINT64_MAX >> (65 - 8 * sizeof(type))))
#define JSON_MIN_OF(type) (-JSON_MAX_OF(type) - 1)

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

/* color: types.h:10 */

static char *json_put_color(weft_json_out *out, char *at, color weft_value)
{
    static const struct {
        char text[16];
        unsigned char len;
    } json_names[] = {
        { "\"red\"", 5 },
        { "\"green\"", 7 },
        { "\"dark-blue\"", 11 },
    };
    if ((unsigned)weft_value >= 3) return weft_out_fail(out, WEFT_JSON_MISUSE);
    memcpy(at, json_names[weft_value].text, sizeof json_names[weft_value].text);
    return at + json_names[weft_value].len;
}

static const char *json_take_color(weft_json_in *in, const char *at, color *weft_value)
{
    if (WEFT_IN_IS(at, "\"red\"")) { *weft_value = RED; return at + 5; }
    if (WEFT_IN_IS(at, "\"green\"")) { *weft_value = GREEN; return at + 7; }
    if (WEFT_IN_IS(at, "\"dark-blue\"")) { *weft_value = DARK_BLUE; return at + 11; }
    const char *weft_from = at;
    weft_str weft_name;
    at = weft_in_text(in, at, &weft_name);
    if (!at) return NULL;
    switch (weft_name.len) {
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "red")) { *weft_value = RED; return at; }
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "green")) { *weft_value = GREEN; return at; }
        break;
    case 9:
        if (WEFT_IN_IS(weft_name.ptr, "dark-blue")) { *weft_value = DARK_BLUE; return at; }
        break;
    default: break;
    }
    return weft_in_form(in, weft_from, "one of red, green, dark-blue");
}

/* enum level: types.h:11 */

static char *json_put_level(weft_json_out *out, char *at, enum level weft_value)
{
    switch (weft_value) {
    case LEVEL_LOW: return WEFT_OUT_LIT(at, "\"low\"");
    case LEVEL_HIGH: return WEFT_OUT_LIT(at, "\"high\"");
    default: return weft_out_fail(out, WEFT_JSON_MISUSE);
    }
}

static const char *json_take_level(weft_json_in *in, const char *at, enum level *weft_value)
{
    if (WEFT_IN_IS(at, "\"low\"")) { *weft_value = LEVEL_LOW; return at + 5; }
    if (WEFT_IN_IS(at, "\"high\"")) { *weft_value = LEVEL_HIGH; return at + 6; }
    if (WEFT_IN_IS(at, "\"highest\"")) { *weft_value = LEVEL_TOP; return at + 9; }
    const char *weft_from = at;
    weft_str weft_name;
    at = weft_in_text(in, at, &weft_name);
    if (!at) return NULL;
    switch (weft_name.len) {
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "low")) { *weft_value = LEVEL_LOW; return at; }
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "high")) { *weft_value = LEVEL_HIGH; return at; }
        break;
    case 7:
        if (WEFT_IN_IS(weft_name.ptr, "highest")) { *weft_value = LEVEL_TOP; return at; }
        break;
    default: break;
    }
    return weft_in_form(in, weft_from, "one of low, high, highest");
}

/* ---- integers: types.h:13 ---- */

static char *json_put_integers(weft_json_out *out, char *at, const void *weft_value)
{
    const integers *x = weft_value;
    at = weft_out_room(out, at, 274);
    at = WEFT_OUT_LIT(at, "{\"i8\":");
    at = weft_out_i64(at, x->i8);
    at = WEFT_OUT_LIT(at, ",\"u8\":");
    at = weft_out_u64(at, x->u8);
    at = WEFT_OUT_LIT(at, ",\"i16\":");
    at = weft_out_i64(at, x->i16);
    at = WEFT_OUT_LIT(at, ",\"u16\":");
    at = weft_out_u64(at, x->u16);
    at = WEFT_OUT_LIT(at, ",\"i32\":");
    at = weft_out_i64(at, x->i32);
    at = WEFT_OUT_LIT(at, ",\"u32\":");
    at = weft_out_u64(at, x->u32);
    at = WEFT_OUT_LIT(at, ",\"i64\":");
    at = weft_out_i64(at, x->i64);
    at = WEFT_OUT_LIT(at, ",\"u64\":");
    at = weft_out_u64(at, x->u64);
    at = WEFT_OUT_LIT(at, ",\"c\":");
    at = weft_out_i64(at, x->c);
    at = WEFT_OUT_LIT(at, ",\"s\":");
    at = weft_out_i64(at, x->s);
    at = WEFT_OUT_LIT(at, ",\"u\":");
    at = weft_out_u64(at, x->u);
    at = WEFT_OUT_LIT(at, ",\"l\":");
    at = weft_out_i64(at, x->l);
    at = WEFT_OUT_LIT(at, ",\"ul\":");
    at = weft_out_u64(at, x->ul);
    at = WEFT_OUT_LIT(at, ",\"ll\":");
    at = weft_out_i64(at, x->ll);
    at = WEFT_OUT_LIT(at, ",\"size\":");
    at = weft_out_u64(at, x->size);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_integers[] = {
    "i8", /* 0: i8, types.h:14 */
    "u8", /* 1: u8, types.h:15 */
    "i16", /* 2: i16, types.h:16 */
    "u16", /* 3: u16, types.h:17 */
    "i32", /* 4: i32, types.h:18 */
    "u32", /* 5: u32, types.h:19 */
    "i64", /* 6: i64, types.h:20 */
    "u64", /* 7: u64, types.h:21 */
    "c", /* 8: c, types.h:22 */
    "s", /* 9: s, types.h:23 */
    "u", /* 10: u, types.h:24 */
    "l", /* 11: l, types.h:25 */
    "ul", /* 12: ul, types.h:26 */
    "ll", /* 13: ll, types.h:27 */
    "size" /* 14: size, types.h:28 */
};

static unsigned json_find_integers(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "c")) return 8;
        if (WEFT_IN_IS(weft_name.ptr, "s")) return 9;
        if (WEFT_IN_IS(weft_name.ptr, "u")) return 10;
        if (WEFT_IN_IS(weft_name.ptr, "l")) return 11;
        break;
    case 2:
        if (WEFT_IN_IS(weft_name.ptr, "i8")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "u8")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "ul")) return 12;
        if (WEFT_IN_IS(weft_name.ptr, "ll")) return 13;
        break;
    case 3:
        switch ((unsigned char)weft_name.ptr[1]) {
        case '1':
            if (WEFT_IN_IS(weft_name.ptr, "i16")) return 2;
            if (WEFT_IN_IS(weft_name.ptr, "u16")) return 3;
            break;
        case '3':
            if (WEFT_IN_IS(weft_name.ptr, "i32")) return 4;
            if (WEFT_IN_IS(weft_name.ptr, "u32")) return 5;
            break;
        case '6':
            if (WEFT_IN_IS(weft_name.ptr, "i64")) return 6;
            if (WEFT_IN_IS(weft_name.ptr, "u64")) return 7;
            break;
        default: break;
        }
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "size")) return 14;
        break;
    default: break;
    }
    return 15;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_integers_members(weft_json_in *in, const char *at, integers *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_integers(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 15) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
                if (!at) return NULL;
                x->i8 = (int8_t)wide;
            }
            break;
        case 1:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, UINT8_MAX, &wide);
                if (!at) return NULL;
                x->u8 = (uint8_t)wide;
            }
            break;
        case 2:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
                if (!at) return NULL;
                x->i16 = (int16_t)wide;
            }
            break;
        case 3:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, UINT16_MAX, &wide);
                if (!at) return NULL;
                x->u16 = (uint16_t)wide;
            }
            break;
        case 4:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->i32 = (int32_t)wide;
            }
            break;
        case 5:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, UINT32_MAX, &wide);
                if (!at) return NULL;
                x->u32 = (uint32_t)wide;
            }
            break;
        case 6:
            at = weft_in_i64(in, at, &x->i64);
            if (!at) return NULL;
            break;
        case 7:
            at = weft_in_u64(in, at, &x->u64);
            if (!at) return NULL;
            break;
        case 8:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
                if (!at) return NULL;
                x->c = (signed char)wide;
            }
            break;
        case 9:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
                if (!at) return NULL;
                x->s = (short)wide;
            }
            break;
        case 10:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, UINT32_MAX, &wide);
                if (!at) return NULL;
                x->u = (unsigned int)wide;
            }
            break;
        case 11:
            {
                int64_t wide;
                at = weft_in_int(in, at, JSON_MIN_OF(long), JSON_MAX_OF(long), &wide);
                if (!at) return NULL;
                x->l = (long)wide;
            }
            break;
        case 12:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, (unsigned long)-1, &wide);
                if (!at) return NULL;
                x->ul = (unsigned long)wide;
            }
            break;
        case 13:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT64_MIN, INT64_MAX, &wide);
                if (!at) return NULL;
                x->ll = (long long)wide;
            }
            break;
        case 14:
            {
                uint64_t wide;
                at = weft_in_uint(in, at, (size_t)-1, &wide);
                if (!at) return NULL;
                x->size = (size_t)wide;
            }
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_integers, 0x7fff, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_integers_spaced(weft_json_in *in, const char *at, integers *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"i8\": ")) return json_take_integers_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 6);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->i8 = (int8_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"u8\": ")) return json_take_integers_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 6);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT8_MAX, &wide);
        if (!at) return NULL;
        x->u8 = (uint8_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"i16\": ")) return json_take_integers_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
        if (!at) return NULL;
        x->i16 = (int16_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"u16\": ")) return json_take_integers_members(in, at, x, object, 0x7);
    at += gap;
    at = weft_in_value(at + 7);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT16_MAX, &wide);
        if (!at) return NULL;
        x->u16 = (uint16_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"i32\": ")) return json_take_integers_members(in, at, x, object, 0xf);
    at += gap;
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->i32 = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"u32\": ")) return json_take_integers_members(in, at, x, object, 0x1f);
    at += gap;
    at = weft_in_value(at + 7);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT32_MAX, &wide);
        if (!at) return NULL;
        x->u32 = (uint32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"i64\": ")) return json_take_integers_members(in, at, x, object, 0x3f);
    at += gap;
    at = weft_in_value(at + 7);
    at = weft_in_i64(in, at, &x->i64);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"u64\": ")) return json_take_integers_members(in, at, x, object, 0x7f);
    at += gap;
    at = weft_in_value(at + 7);
    at = weft_in_u64(in, at, &x->u64);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"c\": ")) return json_take_integers_members(in, at, x, object, 0xff);
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->c = (signed char)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"s\": ")) return json_take_integers_members(in, at, x, object, 0x1ff);
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
        if (!at) return NULL;
        x->s = (short)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"u\": ")) return json_take_integers_members(in, at, x, object, 0x3ff);
    at += gap;
    at = weft_in_value(at + 5);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT32_MAX, &wide);
        if (!at) return NULL;
        x->u = (unsigned int)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"l\": ")) return json_take_integers_members(in, at, x, object, 0x7ff);
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, JSON_MIN_OF(long), JSON_MAX_OF(long), &wide);
        if (!at) return NULL;
        x->l = (long)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"ul\": ")) return json_take_integers_members(in, at, x, object, 0xfff);
    at += gap;
    at = weft_in_value(at + 6);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, (unsigned long)-1, &wide);
        if (!at) return NULL;
        x->ul = (unsigned long)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"ll\": ")) return json_take_integers_members(in, at, x, object, 0x1fff);
    at += gap;
    at = weft_in_value(at + 6);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT64_MIN, INT64_MAX, &wide);
        if (!at) return NULL;
        x->ll = (long long)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"size\": ")) return json_take_integers_members(in, at, x, object, 0x3fff);
    at += gap;
    at = weft_in_value(at + 8);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, (size_t)-1, &wide);
        if (!at) return NULL;
        x->size = (size_t)wide;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_integers_members(in, at, x, object, 0x7fff);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_integers(weft_json_in *in, const char *at, void *weft_value)
{
    integers *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_integers_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"i8\":")) return json_take_integers_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 6);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->i8 = (int8_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"u8\":")) return json_take_integers_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 6);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT8_MAX, &wide);
        if (!at) return NULL;
        x->u8 = (uint8_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"i16\":")) return json_take_integers_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
        if (!at) return NULL;
        x->i16 = (int16_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"u16\":")) return json_take_integers_members(in, at, x, object, 0x7);
    at = weft_in_value(at + 7);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT16_MAX, &wide);
        if (!at) return NULL;
        x->u16 = (uint16_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"i32\":")) return json_take_integers_members(in, at, x, object, 0xf);
    at = weft_in_value(at + 7);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->i32 = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"u32\":")) return json_take_integers_members(in, at, x, object, 0x1f);
    at = weft_in_value(at + 7);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT32_MAX, &wide);
        if (!at) return NULL;
        x->u32 = (uint32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"i64\":")) return json_take_integers_members(in, at, x, object, 0x3f);
    at = weft_in_value(at + 7);
    at = weft_in_i64(in, at, &x->i64);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"u64\":")) return json_take_integers_members(in, at, x, object, 0x7f);
    at = weft_in_value(at + 7);
    at = weft_in_u64(in, at, &x->u64);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"c\":")) return json_take_integers_members(in, at, x, object, 0xff);
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->c = (signed char)wide;
    }
    if (!WEFT_IN_IS(at, ",\"s\":")) return json_take_integers_members(in, at, x, object, 0x1ff);
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT16_MIN, INT16_MAX, &wide);
        if (!at) return NULL;
        x->s = (short)wide;
    }
    if (!WEFT_IN_IS(at, ",\"u\":")) return json_take_integers_members(in, at, x, object, 0x3ff);
    at = weft_in_value(at + 5);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, UINT32_MAX, &wide);
        if (!at) return NULL;
        x->u = (unsigned int)wide;
    }
    if (!WEFT_IN_IS(at, ",\"l\":")) return json_take_integers_members(in, at, x, object, 0x7ff);
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, JSON_MIN_OF(long), JSON_MAX_OF(long), &wide);
        if (!at) return NULL;
        x->l = (long)wide;
    }
    if (!WEFT_IN_IS(at, ",\"ul\":")) return json_take_integers_members(in, at, x, object, 0xfff);
    at = weft_in_value(at + 6);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, (unsigned long)-1, &wide);
        if (!at) return NULL;
        x->ul = (unsigned long)wide;
    }
    if (!WEFT_IN_IS(at, ",\"ll\":")) return json_take_integers_members(in, at, x, object, 0x1fff);
    at = weft_in_value(at + 6);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT64_MIN, INT64_MAX, &wide);
        if (!at) return NULL;
        x->ll = (long long)wide;
    }
    if (!WEFT_IN_IS(at, ",\"size\":")) return json_take_integers_members(in, at, x, object, 0x3fff);
    at = weft_in_value(at + 8);
    {
        uint64_t wide;
        at = weft_in_uint(in, at, (size_t)-1, &wide);
        if (!at) return NULL;
        x->size = (size_t)wide;
    }
    if (*at != '}') return json_take_integers_members(in, at, x, object, 0x7fff);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec integers_codec = { "integers", sizeof(integers), json_put_integers, json_take_integers };

/* ---- scalars: types.h:31 ---- */

static char *json_put_scalars(weft_json_out *out, char *at, const void *weft_value)
{
    const scalars *x = weft_value;
    at = weft_out_room(out, at, 74);
    at = WEFT_OUT_LIT(at, "{\"truth\":");
    at = weft_out_bool(at, x->truth);
    at = WEFT_OUT_LIT(at, ",\"f\":");
    at = weft_out_f32(out, at, x->f);
    at = WEFT_OUT_LIT(at, ",\"d\":");
    at = weft_out_f64(out, at, x->d);
    at = WEFT_OUT_LIT(at, ",\"text\":\"");
    at = weft_out_text(out, at, x->text, 11);
    at = WEFT_OUT_LIT(at, "\",\"chars\":\"");
    at = weft_out_text(out, at, json_text_of(x->chars, sizeof x->chars), 126);
    at = WEFT_OUT_LIT(at, "\",\"shade\":");
    at = json_put_color(out, at, x->shade);
    at = WEFT_OUT_LIT(at, ",\"level\":");
    at = json_put_level(out, at, x->level);
    at = WEFT_OUT_LIT(at, ",\"when\":");
    at = weft_out_time(out, at, x->when);
    at = WEFT_OUT_LIT(at, ",\"id\":");
    at = weft_out_uuid(at, x->id);
    at = WEFT_OUT_LIT(at, ",\"raw\":");
    at = weft_out_raw(out, at, x->raw, 1);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_scalars[] = {
    "truth", /* 0: truth, types.h:32 */
    "f", /* 1: f, types.h:33 */
    "d", /* 2: d, types.h:34 */
    "text", /* 3: text, types.h:35 */
    "chars", /* 4: chars, types.h:36 */
    "shade", /* 5: shade, types.h:37 */
    "level", /* 6: level, types.h:38 */
    "when", /* 7: when, types.h:39 */
    "id", /* 8: id, types.h:40 */
    "raw" /* 9: raw, types.h:41 */
};

static unsigned json_find_scalars(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "f")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "d")) return 2;
        break;
    case 2:
        if (WEFT_IN_IS(weft_name.ptr, "id")) return 8;
        break;
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "raw")) return 9;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "text")) return 3;
        if (WEFT_IN_IS(weft_name.ptr, "when")) return 7;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "truth")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "chars")) return 4;
        if (WEFT_IN_IS(weft_name.ptr, "shade")) return 5;
        if (WEFT_IN_IS(weft_name.ptr, "level")) return 6;
        break;
    default: break;
    }
    return 10;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_scalars_members(weft_json_in *in, const char *at, scalars *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_scalars(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 10) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_bool(in, at, &x->truth);
            if (!at) return NULL;
            break;
        case 1:
            at = weft_in_f32(in, at, &x->f);
            if (!at) return NULL;
            break;
        case 2:
            at = weft_in_f64(in, at, &x->d);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_text(in, at, &x->text);
            if (!at) return NULL;
            break;
        case 4:
            at = json_take_chars(in, at, x->chars, sizeof x->chars);
            if (!at) return NULL;
            break;
        case 5:
            at = json_take_color(in, at, &x->shade);
            if (!at) return NULL;
            break;
        case 6:
            at = json_take_level(in, at, &x->level);
            if (!at) return NULL;
            break;
        case 7:
            at = weft_in_time(in, at, &x->when);
            if (!at) return NULL;
            break;
        case 8:
            at = weft_in_uuid(in, at, x->id);
            if (!at) return NULL;
            break;
        case 9:
            at = weft_in_raw(in, at, &x->raw);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_scalars, 0x3ff, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_scalars_spaced(weft_json_in *in, const char *at, scalars *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"truth\": ")) return json_take_scalars_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 9);
    at = weft_in_bool(in, at, &x->truth);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"f\": ")) return json_take_scalars_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 5);
    at = weft_in_f32(in, at, &x->f);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"d\": ")) return json_take_scalars_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 5);
    at = weft_in_f64(in, at, &x->d);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"text\": \"")) return json_take_scalars_members(in, at, x, object, 0x7);
    at += gap;
    at += 9;
    at = weft_in_quoted(in, at, &x->text);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"chars\": ")) return json_take_scalars_members(in, at, x, object, 0xf);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_chars(in, at, x->chars, sizeof x->chars);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"shade\": ")) return json_take_scalars_members(in, at, x, object, 0x1f);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_color(in, at, &x->shade);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"level\": ")) return json_take_scalars_members(in, at, x, object, 0x3f);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_level(in, at, &x->level);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"when\": ")) return json_take_scalars_members(in, at, x, object, 0x7f);
    at += gap;
    at = weft_in_value(at + 8);
    at = weft_in_time(in, at, &x->when);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"id\": ")) return json_take_scalars_members(in, at, x, object, 0xff);
    at += gap;
    at = weft_in_value(at + 6);
    at = weft_in_uuid(in, at, x->id);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"raw\": ")) return json_take_scalars_members(in, at, x, object, 0x1ff);
    at += gap;
    at = weft_in_value(at + 7);
    at = weft_in_raw(in, at, &x->raw);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_scalars_members(in, at, x, object, 0x3ff);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_scalars(weft_json_in *in, const char *at, void *weft_value)
{
    scalars *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_scalars_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"truth\":")) return json_take_scalars_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 9);
    at = weft_in_bool(in, at, &x->truth);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"f\":")) return json_take_scalars_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 5);
    at = weft_in_f32(in, at, &x->f);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"d\":")) return json_take_scalars_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 5);
    at = weft_in_f64(in, at, &x->d);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"text\":\"")) return json_take_scalars_members(in, at, x, object, 0x7);
    at += 9;
    at = weft_in_quoted(in, at, &x->text);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"chars\":")) return json_take_scalars_members(in, at, x, object, 0xf);
    at = weft_in_value(at + 9);
    at = json_take_chars(in, at, x->chars, sizeof x->chars);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"shade\":")) return json_take_scalars_members(in, at, x, object, 0x1f);
    at = weft_in_value(at + 9);
    at = json_take_color(in, at, &x->shade);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"level\":")) return json_take_scalars_members(in, at, x, object, 0x3f);
    at = weft_in_value(at + 9);
    at = json_take_level(in, at, &x->level);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"when\":")) return json_take_scalars_members(in, at, x, object, 0x7f);
    at = weft_in_value(at + 8);
    at = weft_in_time(in, at, &x->when);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"id\":")) return json_take_scalars_members(in, at, x, object, 0xff);
    at = weft_in_value(at + 6);
    at = weft_in_uuid(in, at, x->id);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"raw\":")) return json_take_scalars_members(in, at, x, object, 0x1ff);
    at = weft_in_value(at + 7);
    at = weft_in_raw(in, at, &x->raw);
    if (!at) return NULL;
    if (*at != '}') return json_take_scalars_members(in, at, x, object, 0x3ff);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec scalars_codec = { "scalars", sizeof(scalars), json_put_scalars, json_take_scalars };

/* ---- struct corner: types.h:49 ---- */

static char *json_put_corner(weft_json_out *out, char *at, const void *weft_value)
{
    const struct corner *x = weft_value;
    at = weft_out_room(out, at, 10);
    at = WEFT_OUT_LIT(at, "{\"label\":\"");
    at = weft_out_text(out, at, x->label, 34);
    at = WEFT_OUT_LIT(at, "\",\"x\":");
    at = weft_out_i64(at, x->x);
    at = WEFT_OUT_LIT(at, ",\"y\":");
    at = weft_out_i64(at, x->y);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_corner[] = {
    "label", /* 0: label, types.h:50 */
    "x", /* 1: x, types.h:51 */
    "y" /* 2: y, types.h:51 */
};

static unsigned json_find_corner(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "x")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "y")) return 2;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "label")) return 0;
        break;
    default: break;
    }
    return 3;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_corner_members(weft_json_in *in, const char *at, struct corner *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_corner(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 3) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_text(in, at, &x->label);
            if (!at) return NULL;
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->x = (int32_t)wide;
            }
            break;
        case 2:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->y = (int32_t)wide;
            }
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_corner, 0x7, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_corner_spaced(weft_json_in *in, const char *at, struct corner *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"label\": \"")) return json_take_corner_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 10;
    at = weft_in_quoted(in, at, &x->label);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"x\": ")) return json_take_corner_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->x = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"y\": ")) return json_take_corner_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->y = (int32_t)wide;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_corner_members(in, at, x, object, 0x7);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_corner(weft_json_in *in, const char *at, void *weft_value)
{
    struct corner *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_corner_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"label\":\"")) return json_take_corner_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 10;
    at = weft_in_quoted(in, at, &x->label);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"x\":")) return json_take_corner_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->x = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"y\":")) return json_take_corner_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->y = (int32_t)wide;
    }
    if (*at != '}') return json_take_corner_members(in, at, x, object, 0x7);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec corner_codec = { "corner", sizeof(struct corner), json_put_corner, json_take_corner };

/* ---- several: types.h:54 ---- */

static char *json_put_several(weft_json_out *out, char *at, const void *weft_value)
{
    const several *x = weft_value;
    at = weft_out_room(out, at, 202);
    at = WEFT_OUT_LIT(at, "{\"numbers\":[");
    size_t n1 = (size_t)x->numbers_count;
    if (x->numbers_count && !x->numbers) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n1 = 0;
    }
    for (size_t i1 = 0; i1 < n1; i1++) {
        at = weft_out_room(out, at, 211);
        if (i1 > 0) *at++ = ',';
        at = weft_out_i64(at, x->numbers[i1]);
    }
    at = WEFT_OUT_LIT(at, "],\"texts\":[");
    size_t n2 = (size_t)x->texts_count;
    if (x->texts_count && !x->texts) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n2 = 0;
    }
    for (size_t i2 = 0; i2 < n2; i2++) {
        at = i2 > 0 ? WEFT_OUT_LIT(at, ",\"") : WEFT_OUT_LIT(at, "\"");
        at = weft_out_text(out, at, x->texts[i2], 180);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, "],\"items\":[");
    size_t n3 = (size_t)x->items_count;
    if (x->items_count && !x->items) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n3 = 0;
    }
    for (size_t i3 = 0; i3 < n3; i3++) {
        if (i3 > 0) *at++ = ',';
        at = ware_codec.put(out, at, &x->items[i3]);
        at = weft_out_room(out, at, 168);
    }
    at = WEFT_OUT_LIT(at, "],\"own\":[");
    size_t n4 = (size_t)x->own_count;
    if (x->own_count && !x->own) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n4 = 0;
    }
    for (size_t i4 = 0; i4 < n4; i4++) {
        if (i4 > 0) *at++ = ',';
        at = ware_codec.put(out, at, &x->own[i4]);
        at = weft_out_room(out, at, 159);
    }
    at = WEFT_OUT_LIT(at, "],\"shades\":[");
    size_t n5 = (size_t)x->shades_count;
    if (x->shades_count && !x->shades) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n5 = 0;
    }
    for (size_t i5 = 0; i5 < n5; i5++) {
        at = weft_out_room(out, at, 159);
        if (i5 > 0) *at++ = ',';
        at = json_put_color(out, at, x->shades[i5]);
    }
    at = WEFT_OUT_LIT(at, "],\"pairs\":[");
    size_t n6 = (size_t)x->pairs_count;
    if (x->pairs_count && !x->pairs) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n6 = 0;
    }
    for (size_t i6 = 0; i6 < n6; i6++) {
        at = weft_out_room(out, at, 190);
        at = i6 > 0 ? WEFT_OUT_LIT(at, ",[") : WEFT_OUT_LIT(at, "[");
        at = weft_out_f64(out, at, x->pairs[i6][0]);
        at = WEFT_OUT_LIT(at, ",");
        at = weft_out_f64(out, at, x->pairs[i6][1]);
        at = WEFT_OUT_LIT(at, "]");
    }
    at = WEFT_OUT_LIT(at, "],\"ids\":[");
    size_t n7 = (size_t)x->ids_count;
    if (x->ids_count && !x->ids) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n7 = 0;
    }
    for (size_t i7 = 0; i7 < n7; i7++) {
        at = weft_out_room(out, at, 166);
        if (i7 > 0) *at++ = ',';
        at = weft_out_uuid(at, x->ids[i7]);
    }
    at = WEFT_OUT_LIT(at, "],\"matrix\":[[");
    at = weft_out_i64(at, x->matrix[0][0]);
    at = WEFT_OUT_LIT(at, ",");
    at = weft_out_i64(at, x->matrix[0][1]);
    at = WEFT_OUT_LIT(at, "],[");
    at = weft_out_i64(at, x->matrix[1][0]);
    at = WEFT_OUT_LIT(at, ",");
    at = weft_out_i64(at, x->matrix[1][1]);
    at = WEFT_OUT_LIT(at, "],[");
    at = weft_out_i64(at, x->matrix[2][0]);
    at = WEFT_OUT_LIT(at, ",");
    at = weft_out_i64(at, x->matrix[2][1]);
    at = WEFT_OUT_LIT(at, "]],\"bounded\":[");
    size_t n8 = (size_t)x->bounded_count;
    if (n8 > 8) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n8 = 0;
    }
    for (size_t i8 = 0; i8 < n8; i8++) {
        at = weft_out_room(out, at, 31);
        if (i8 > 0) *at++ = ',';
        at = weft_out_u64(at, x->bounded[i8]);
    }
    at = WEFT_OUT_LIT(at, "],\"prices\":{");
    size_t n9 = (size_t)x->prices_count;
    if (x->prices_count && !x->prices) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n9 = 0;
    }
    for (size_t i9 = 0; i9 < n9; i9++) {
        at = i9 > 0 ? WEFT_OUT_LIT(at, ",\"") : WEFT_OUT_LIT(at, "\"");
        at = weft_out_text(out, at, x->prices[i9].key, 20);
        at = WEFT_OUT_LIT(at, "\":");
        at = weft_out_u64(at, x->prices[i9].value);
    }
    at = WEFT_OUT_LIT(at, "},\"corners\":[");
    at = json_put_corner(out, at, &x->corners[0]);
    at = weft_out_room(out, at, 1);
    at = WEFT_OUT_LIT(at, ",");
    at = json_put_corner(out, at, &x->corners[1]);
    at = weft_out_room(out, at, 7);
    at = WEFT_OUT_LIT(at, "],\"at\":");
    at = json_put_several_at(out, at, &x->at);
    at = weft_out_room(out, at, 43);
    at = WEFT_OUT_LIT(at, ",\"flat\":");
    at = weft_out_i64(at, x->flat);
    at = WEFT_OUT_LIT(at, ",\"switches\":[");
    size_t n10 = 5;
    for (size_t i10 = 0; i10 < n10; i10++) {
        if (i10 > 0) *at++ = ',';
        at = json_put_several_switches_item(out, at, &x->switches[i10]);
        at = weft_out_room(out, at, 2);
    }
    at = WEFT_OUT_LIT(at, "]}");
    return at;
}

static const char *const json_names_of_several[] = {
    "numbers", /* 0: numbers, types.h:55 */
    "texts", /* 1: texts, types.h:57 */
    "items", /* 2: items, types.h:59 */
    "own", /* 3: own, types.h:61 */
    "shades", /* 4: shades, types.h:63 */
    "pairs", /* 5: pairs, types.h:65 */
    "ids", /* 6: ids, types.h:67 */
    "matrix", /* 7: matrix, types.h:69 */
    "bounded", /* 8: bounded, types.h:70 */
    "prices", /* 9: prices, types.h:72 */
    "corners", /* 10: corners, types.h:74 */
    "at", /* 11: at, types.h:80 */
    "flat", /* 12: flat, types.h:82 */
    "switches" /* 13: switches, types.h:86 */
};

static unsigned json_find_several(weft_str weft_name)
{
    switch (weft_name.len) {
    case 2:
        if (WEFT_IN_IS(weft_name.ptr, "at")) return 11;
        break;
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "own")) return 3;
        if (WEFT_IN_IS(weft_name.ptr, "ids")) return 6;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "flat")) return 12;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "texts")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "items")) return 2;
        if (WEFT_IN_IS(weft_name.ptr, "pairs")) return 5;
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "shades")) return 4;
        if (WEFT_IN_IS(weft_name.ptr, "matrix")) return 7;
        if (WEFT_IN_IS(weft_name.ptr, "prices")) return 9;
        break;
    case 7:
        if (WEFT_IN_IS(weft_name.ptr, "numbers")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "bounded")) return 8;
        if (WEFT_IN_IS(weft_name.ptr, "corners")) return 10;
        break;
    case 8:
        if (WEFT_IN_IS(weft_name.ptr, "switches")) return 13;
        break;
    default: break;
    }
    return 14;
}

/* types.h:55 */
static const char *json_take_several_numbers(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        int64_t *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = weft_in_i64(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->numbers = weft_in_done(in, &list0);
    x->numbers_count = (size_t)list0.count;
    return at;
}

/* types.h:57 */
static const char *json_take_several_texts(weft_json_in *in, const char *at, several *x)
{
    const char *weft_from = at;
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        weft_str *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = weft_in_text(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->texts = weft_in_done(in, &list0);
    if (list0.count > UINT8_MAX) return weft_in_fail(in, weft_from, WEFT_JSON_COUNT);
    x->texts_count = (uint8_t)list0.count;
    return at;
}

/* types.h:59 */
static const char *json_take_several_items(weft_json_in *in, const char *at, several *x)
{
    const char *weft_from = at;
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        ware *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = ware_codec.take(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->items = weft_in_done(in, &list0);
    if (list0.count > UINT32_MAX) return weft_in_fail(in, weft_from, WEFT_JSON_COUNT);
    x->items_count = (uint32_t)list0.count;
    return at;
}

/* types.h:61 */
static const char *json_take_several_own(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        ware *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = ware_codec.take(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->own = (ware *)(uintptr_t)weft_in_done(in, &list0);
    x->own_count = (size_t)list0.count;
    return at;
}

/* types.h:63 */
static const char *json_take_several_shades(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        color *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = json_take_color(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->shades = weft_in_done(in, &list0);
    x->shades_count = (size_t)list0.count;
    return at;
}

/* types.h:65 */
static const char *json_take_several_pairs(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        double (*item0)[2] = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        {
            weft_in_list list1;
            const char *array1 = at;
            size_t n1 = 0;
            for (at = weft_in_array(in, at, &list1); at && list1.more; at = weft_in_item(in, at, &list1)) {
                if (n1 == 2) return weft_in_fail(in, array1, WEFT_JSON_COUNT);
                at = weft_in_f64(in, at, &(*item0)[n1]);
                if (!at) return NULL;
                n1++;
            }
            if (!at) return NULL;
            (void)weft_in_done(in, &list1);
            if (n1 != 2) return weft_in_fail(in, array1, WEFT_JSON_COUNT);
        }
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->pairs = (const double (*)[2])(uintptr_t)weft_in_done(in, &list0);
    x->pairs_count = (size_t)list0.count;
    return at;
}

/* types.h:67 */
static const char *json_take_several_ids(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        uint8_t (*item0)[16] = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = weft_in_uuid(in, at, (*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->ids = (const uint8_t (*)[16])(uintptr_t)weft_in_done(in, &list0);
    x->ids_count = (size_t)list0.count;
    return at;
}

/* types.h:69 */
static const char *json_take_several_matrix(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    const char *array0 = at;
    size_t n0 = 0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        if (n0 == 3) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
        {
            weft_in_list list1;
            const char *array1 = at;
            size_t n1 = 0;
            for (at = weft_in_array(in, at, &list1); at && list1.more; at = weft_in_item(in, at, &list1)) {
                if (n1 == 2) return weft_in_fail(in, array1, WEFT_JSON_COUNT);
                {
                    int64_t wide;
                    at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                    if (!at) return NULL;
                    x->matrix[n0][n1] = (int32_t)wide;
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
    if (n0 != 3) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
    return at;
}

/* types.h:70 */
static const char *json_take_several_bounded(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    const char *array0 = at;
    size_t n0 = 0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        if (n0 == 8) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
        {
            uint64_t wide;
            at = weft_in_uint(in, at, UINT16_MAX, &wide);
            if (!at) return NULL;
            x->bounded[n0] = (uint16_t)wide;
        }
        if (!at) return NULL;
        n0++;
    }
    if (!at) return NULL;
    (void)weft_in_done(in, &list0);
    x->bounded_count = (size_t)n0;
    return at;
}

/* types.h:72 */
static const char *json_take_several_prices(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    weft_str weft_name;
    const char *weft_from = at;
    weft_in_open(in, &list0);
    for (at = weft_in_object(in, at, &weft_name); at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        struct price *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        item0->key = weft_name;
        {
            uint64_t wide;
            at = weft_in_uint(in, at, UINT16_MAX, &wide);
            if (!at) return NULL;
            item0->value = (uint16_t)wide;
        }
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->prices = weft_in_done(in, &list0);
    if (!weft_in_distinct(in, weft_from, x->prices, list0.count, sizeof *x->prices)) return NULL;
    x->prices_count = (size_t)list0.count;
    return at;
}

/* types.h:74 */
static const char *json_take_several_corners(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    const char *array0 = at;
    size_t n0 = 0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        if (n0 == 2) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
        at = json_take_corner(in, at, &x->corners[n0]);
        if (!at) return NULL;
        n0++;
    }
    if (!at) return NULL;
    (void)weft_in_done(in, &list0);
    if (n0 != 2) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
    return at;
}

/* types.h:86 */
static const char *json_take_several_switches(weft_json_in *in, const char *at, several *x)
{
    weft_in_list list0;
    const char *array0 = at;
    size_t n0 = 0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        if (n0 == 5) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
        at = json_take_several_switches_item(in, at, &x->switches[n0]);
        if (!at) return NULL;
        n0++;
    }
    if (!at) return NULL;
    (void)weft_in_done(in, &list0);
    if (n0 != 5) return weft_in_fail(in, array0, WEFT_JSON_COUNT);
    return at;
}

static void json_check_several(weft_json_in *in, const char *object, const several *x, uint64_t seen)
{
    (void)seen;
    for (size_t i1 = 0; i1 < x->prices_count; i1++) {
        if (x->prices[i1].value > 500u)
            weft_in_reject(in, object, "prices", i1, "must be at most 500");
    }
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_several_members(weft_json_in *in, const char *at, several *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_several(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 14) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = json_take_several_numbers(in, at, x);
            if (!at) return NULL;
            break;
        case 1:
            at = json_take_several_texts(in, at, x);
            if (!at) return NULL;
            break;
        case 2:
            at = json_take_several_items(in, at, x);
            if (!at) return NULL;
            break;
        case 3:
            at = json_take_several_own(in, at, x);
            if (!at) return NULL;
            break;
        case 4:
            at = json_take_several_shades(in, at, x);
            if (!at) return NULL;
            break;
        case 5:
            at = json_take_several_pairs(in, at, x);
            if (!at) return NULL;
            break;
        case 6:
            at = json_take_several_ids(in, at, x);
            if (!at) return NULL;
            break;
        case 7:
            at = json_take_several_matrix(in, at, x);
            if (!at) return NULL;
            break;
        case 8:
            at = json_take_several_bounded(in, at, x);
            if (!at) return NULL;
            break;
        case 9:
            at = json_take_several_prices(in, at, x);
            if (!at) return NULL;
            break;
        case 10:
            at = json_take_several_corners(in, at, x);
            if (!at) return NULL;
            break;
        case 11:
            at = json_take_several_at(in, at, &x->at);
            if (!at) return NULL;
            break;
        case 12:
            at = weft_in_i64(in, at, &x->flat);
            if (!at) return NULL;
            break;
        case 13:
            at = json_take_several_switches(in, at, x);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_several, 0x3fff, seen);
    if (!at) return NULL;
    json_check_several(in, object, x, seen);
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_several_spaced(weft_json_in *in, const char *at, several *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"numbers\": ")) return json_take_several_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 11);
    at = json_take_several_numbers(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"texts\": ")) return json_take_several_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_several_texts(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"items\": ")) return json_take_several_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_several_items(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"own\": ")) return json_take_several_members(in, at, x, object, 0x7);
    at += gap;
    at = weft_in_value(at + 7);
    at = json_take_several_own(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"shades\": ")) return json_take_several_members(in, at, x, object, 0xf);
    at += gap;
    at = weft_in_value(at + 10);
    at = json_take_several_shades(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"pairs\": ")) return json_take_several_members(in, at, x, object, 0x1f);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_several_pairs(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"ids\": ")) return json_take_several_members(in, at, x, object, 0x3f);
    at += gap;
    at = weft_in_value(at + 7);
    at = json_take_several_ids(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"matrix\": ")) return json_take_several_members(in, at, x, object, 0x7f);
    at += gap;
    at = weft_in_value(at + 10);
    at = json_take_several_matrix(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"bounded\": ")) return json_take_several_members(in, at, x, object, 0xff);
    at += gap;
    at = weft_in_value(at + 11);
    at = json_take_several_bounded(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"prices\": ")) return json_take_several_members(in, at, x, object, 0x1ff);
    at += gap;
    at = weft_in_value(at + 10);
    at = json_take_several_prices(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"corners\": ")) return json_take_several_members(in, at, x, object, 0x3ff);
    at += gap;
    at = weft_in_value(at + 11);
    at = json_take_several_corners(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"at\": ")) return json_take_several_members(in, at, x, object, 0x7ff);
    at += gap;
    at = weft_in_value(at + 6);
    at = json_take_several_at(in, at, &x->at);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"flat\": ")) return json_take_several_members(in, at, x, object, 0xfff);
    at += gap;
    at = weft_in_value(at + 8);
    at = weft_in_i64(in, at, &x->flat);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"switches\": ")) return json_take_several_members(in, at, x, object, 0x1fff);
    at += gap;
    at = weft_in_value(at + 12);
    at = json_take_several_switches(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_several_members(in, at, x, object, 0x3fff);
    weft_in_leave(in);
    json_check_several(in, object, x, 0x3fff);
    return at + gap;
}

static const char *json_take_several(weft_json_in *in, const char *at, void *weft_value)
{
    several *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_several_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"numbers\":")) return json_take_several_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 11);
    at = json_take_several_numbers(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"texts\":")) return json_take_several_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 9);
    at = json_take_several_texts(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"items\":")) return json_take_several_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 9);
    at = json_take_several_items(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"own\":")) return json_take_several_members(in, at, x, object, 0x7);
    at = weft_in_value(at + 7);
    at = json_take_several_own(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"shades\":")) return json_take_several_members(in, at, x, object, 0xf);
    at = weft_in_value(at + 10);
    at = json_take_several_shades(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"pairs\":")) return json_take_several_members(in, at, x, object, 0x1f);
    at = weft_in_value(at + 9);
    at = json_take_several_pairs(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"ids\":")) return json_take_several_members(in, at, x, object, 0x3f);
    at = weft_in_value(at + 7);
    at = json_take_several_ids(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"matrix\":")) return json_take_several_members(in, at, x, object, 0x7f);
    at = weft_in_value(at + 10);
    at = json_take_several_matrix(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"bounded\":")) return json_take_several_members(in, at, x, object, 0xff);
    at = weft_in_value(at + 11);
    at = json_take_several_bounded(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"prices\":")) return json_take_several_members(in, at, x, object, 0x1ff);
    at = weft_in_value(at + 10);
    at = json_take_several_prices(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"corners\":")) return json_take_several_members(in, at, x, object, 0x3ff);
    at = weft_in_value(at + 11);
    at = json_take_several_corners(in, at, x);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"at\":")) return json_take_several_members(in, at, x, object, 0x7ff);
    at = weft_in_value(at + 6);
    at = json_take_several_at(in, at, &x->at);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"flat\":")) return json_take_several_members(in, at, x, object, 0xfff);
    at = weft_in_value(at + 8);
    at = weft_in_i64(in, at, &x->flat);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"switches\":")) return json_take_several_members(in, at, x, object, 0x1fff);
    at = weft_in_value(at + 12);
    at = json_take_several_switches(in, at, x);
    if (!at) return NULL;
    if (*at != '}') return json_take_several_members(in, at, x, object, 0x3fff);
    weft_in_leave(in);
    json_check_several(in, object, x, 0x3fff);
    return at + 1;
}

const weft_codec several_codec = { "several", sizeof(several), json_put_several, json_take_several };

/* ---- node: types.h:89 ---- */

static char *json_put_node(weft_json_out *out, char *at, const void *weft_value)
{
    const node *x = weft_value;
    if (!weft_out_enter(out)) return weft_out_fail(out, WEFT_JSON_DEEP);
    at = weft_out_room(out, at, 35);
    at = WEFT_OUT_LIT(at, "{\"value\":");
    at = weft_out_i64(at, x->value);
    if (x->next) {
        at = WEFT_OUT_LIT(at, ",\"next\":");
        at = json_put_node(out, at, &(*x->next));
        at = weft_out_room(out, at, 15);
    }
    if (x->children || x->children_count) {
        at = WEFT_OUT_LIT(at, ",\"children\":[");
        size_t n1 = (size_t)x->children_count;
        if (x->children_count && !x->children) {
            at = weft_out_fail(out, WEFT_JSON_MISUSE);
            n1 = 0;
        }
        for (size_t i1 = 0; i1 < n1; i1++) {
            if (i1 > 0) *at++ = ',';
            at = json_put_node(out, at, &x->children[i1]);
            at = weft_out_room(out, at, 2);
        }
        at = WEFT_OUT_LIT(at, "]");
    }
    at = WEFT_OUT_LIT(at, "}");
    weft_out_leave(out);
    return at;
}

static const char *const json_names_of_node[] = {
    "value", /* 0: value, types.h:90 */
    "next", /* 1: next, types.h:91 */
    "children" /* 2: children, types.h:92 */
};

static unsigned json_find_node(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "next")) return 1;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "value")) return 0;
        break;
    case 8:
        if (WEFT_IN_IS(weft_name.ptr, "children")) return 2;
        break;
    default: break;
    }
    return 3;
}

/* types.h:91 */
static const char *json_take_node_next(weft_json_in *in, const char *at, node *x)
{
    struct node *item0 = weft_in_alloc(in, sizeof *item0);
    if (!item0) return NULL;
    memset(item0, 0, sizeof *item0);
    at = json_take_node(in, at, &(*item0));
    if (!at) return NULL;
    x->next = item0;
    return at;
}

/* types.h:92 */
static const char *json_take_node_children(weft_json_in *in, const char *at, node *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        struct node *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = json_take_node(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->children = weft_in_done(in, &list0);
    x->children_count = (size_t)list0.count;
    return at;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_node_members(weft_json_in *in, const char *at, node *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_node(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 3) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->value = (int32_t)wide;
            }
            break;
        case 1:
            at = json_take_node_next(in, at, x);
            if (!at) return NULL;
            break;
        case 2:
            at = json_take_node_children(in, at, x);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_node, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_node_spaced(weft_json_in *in, const char *at, node *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"value\": ")) return json_take_node_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 9);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->value = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"next\": ")) {
        at += gap;
        at = weft_in_value(at + 8);
        at = json_take_node_next(in, at, x);
        if (!at) return NULL;
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"children\": ")) {
        at += gap;
        at = weft_in_value(at + 12);
        at = json_take_node_children(in, at, x);
        if (!at) return NULL;
        seen |= 0x4;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_node_members(in, at, x, object, seen | 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_node(weft_json_in *in, const char *at, void *weft_value)
{
    node *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_node_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"value\":")) return json_take_node_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 9);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->value = (int32_t)wide;
    }
    if (WEFT_IN_IS(at, ",\"next\":")) {
        at = weft_in_value(at + 8);
        at = json_take_node_next(in, at, x);
        if (!at) return NULL;
        seen |= 0x2;
    }
    if (WEFT_IN_IS(at, ",\"children\":")) {
        at = weft_in_value(at + 12);
        at = json_take_node_children(in, at, x);
        if (!at) return NULL;
        seen |= 0x4;
    }
    if (*at != '}') return json_take_node_members(in, at, x, object, seen | 0x1);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec node_codec = { "node", sizeof(node), json_put_node, json_take_node };

/* ---- several_at_type: types.h:75 ---- */

static char *json_put_several_at(weft_json_out *out, char *at, const void *weft_value)
{
    const several_at_type *x = weft_value;
    at = weft_out_room(out, at, 73);
    at = WEFT_OUT_LIT(at, "{\"lat\":");
    at = weft_out_f64(out, at, x->lat);
    at = WEFT_OUT_LIT(at, ",\"lon\":");
    at = weft_out_f64(out, at, x->lon);
    at = WEFT_OUT_LIT(at, ",\"inner\":");
    at = json_put_several_at_inner(out, at, &x->inner);
    at = weft_out_room(out, at, 1);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_several_at[] = {
    "lat", /* 0: lat, types.h:76 */
    "lon", /* 1: lon, types.h:76 */
    "inner" /* 2: inner, types.h:79 */
};

static unsigned json_find_several_at(weft_str weft_name)
{
    switch (weft_name.len) {
    case 3:
        if (WEFT_IN_IS(weft_name.ptr, "lat")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "lon")) return 1;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "inner")) return 2;
        break;
    default: break;
    }
    return 3;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_several_at_members(weft_json_in *in, const char *at, several_at_type *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_several_at(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 3) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_f64(in, at, &x->lat);
            if (!at) return NULL;
            break;
        case 1:
            at = weft_in_f64(in, at, &x->lon);
            if (!at) return NULL;
            break;
        case 2:
            at = json_take_several_at_inner(in, at, &x->inner);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_several_at, 0x7, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_several_at_spaced(weft_json_in *in, const char *at, several_at_type *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"lat\": ")) return json_take_several_at_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 7);
    at = weft_in_f64(in, at, &x->lat);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"lon\": ")) return json_take_several_at_members(in, at, x, object, 0x1);
    at += gap;
    at = weft_in_value(at + 7);
    at = weft_in_f64(in, at, &x->lon);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"inner\": ")) return json_take_several_at_members(in, at, x, object, 0x3);
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_several_at_inner(in, at, &x->inner);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_several_at_members(in, at, x, object, 0x7);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_several_at(weft_json_in *in, const char *at, void *weft_value)
{
    several_at_type *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_several_at_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"lat\":")) return json_take_several_at_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 7);
    at = weft_in_f64(in, at, &x->lat);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"lon\":")) return json_take_several_at_members(in, at, x, object, 0x1);
    at = weft_in_value(at + 7);
    at = weft_in_f64(in, at, &x->lon);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"inner\":")) return json_take_several_at_members(in, at, x, object, 0x3);
    at = weft_in_value(at + 9);
    at = json_take_several_at_inner(in, at, &x->inner);
    if (!at) return NULL;
    if (*at != '}') return json_take_several_at_members(in, at, x, object, 0x7);
    weft_in_leave(in);
    return at + 1;
}

/* ---- several_switches_item_type: types.h:84 ---- */

static char *json_put_several_switches_item(weft_json_out *out, char *at, const void *weft_value)
{
    const several_switches_item_type *x = weft_value;
    at = weft_out_room(out, at, 12);
    at = WEFT_OUT_LIT(at, "{\"on\":");
    at = weft_out_bool(at, x->on);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_several_switches_item[] = {
    "on" /* 0: on, types.h:85 */
};

static unsigned json_find_several_switches_item(weft_str weft_name)
{
    switch (weft_name.len) {
    case 2:
        if (WEFT_IN_IS(weft_name.ptr, "on")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_several_switches_item_members(weft_json_in *in, const char *at, several_switches_item_type *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_several_switches_item(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_bool(in, at, &x->on);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_several_switches_item, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_several_switches_item_spaced(weft_json_in *in, const char *at, several_switches_item_type *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"on\": ")) return json_take_several_switches_item_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 6);
    at = weft_in_bool(in, at, &x->on);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_several_switches_item_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_several_switches_item(weft_json_in *in, const char *at, void *weft_value)
{
    several_switches_item_type *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_several_switches_item_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"on\":")) return json_take_several_switches_item_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 6);
    at = weft_in_bool(in, at, &x->on);
    if (!at) return NULL;
    if (*at != '}') return json_take_several_switches_item_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

/* ---- several_at_inner_type: types.h:77 ---- */

static char *json_put_several_at_inner(weft_json_out *out, char *at, const void *weft_value)
{
    const several_at_inner_type *x = weft_value;
    at = weft_out_room(out, at, 13);
    at = WEFT_OUT_LIT(at, "{\"deep\":");
    at = weft_out_i64(at, x->deep);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_several_at_inner[] = {
    "deep" /* 0: deep, types.h:78 */
};

static unsigned json_find_several_at_inner(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "deep")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_several_at_inner_members(weft_json_in *in, const char *at, several_at_inner_type *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_several_at_inner(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
                if (!at) return NULL;
                x->deep = (int8_t)wide;
            }
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_several_at_inner, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_several_at_inner_spaced(weft_json_in *in, const char *at, several_at_inner_type *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"deep\": ")) return json_take_several_at_inner_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 8);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->deep = (int8_t)wide;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_several_at_inner_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_several_at_inner(weft_json_in *in, const char *at, void *weft_value)
{
    several_at_inner_type *x = weft_value;
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_several_at_inner_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"deep\":")) return json_take_several_at_inner_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 8);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT8_MIN, INT8_MAX, &wide);
        if (!at) return NULL;
        x->deep = (int8_t)wide;
    }
    if (*at != '}') return json_take_several_at_inner_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}
