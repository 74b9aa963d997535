/* Made by weft json from shapes.h. Do not edit: edit that, and make. */
#include <weft/codec.h>
#include "shapes.json.h"
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow" /* by the header's own names */
#endif

static char *json_put_shape(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_shape(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_drawing(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_drawing(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_late(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_late(weft_json_in *in, const char *at, void *weft_value);

/* shape_kind: shapes.h:6 */

static const char *json_take_shape_kind(weft_json_in *in, const char *at, shape_kind *weft_value)
{
    if (WEFT_IN_IS(at, "\"circle\"")) { *weft_value = CIRCLE; return at + 8; }
    if (WEFT_IN_IS(at, "\"square\"")) { *weft_value = SQUARE; return at + 8; }
    if (WEFT_IN_IS(at, "\"nothing\"")) { *weft_value = NOTHING; return at + 9; }
    if (WEFT_IN_IS(at, "\"number\"")) { *weft_value = NUMBER; return at + 8; }
    if (WEFT_IN_IS(at, "\"text\"")) { *weft_value = TEXT; return at + 6; }
    const char *weft_from = at;
    weft_str weft_name;
    at = weft_in_text(in, at, &weft_name);
    if (!at) return NULL;
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "text")) { *weft_value = TEXT; return at; }
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "circle")) { *weft_value = CIRCLE; return at; }
        if (WEFT_IN_IS(weft_name.ptr, "square")) { *weft_value = SQUARE; return at; }
        if (WEFT_IN_IS(weft_name.ptr, "number")) { *weft_value = NUMBER; return at; }
        break;
    case 7:
        if (WEFT_IN_IS(weft_name.ptr, "nothing")) { *weft_value = NOTHING; return at; }
        break;
    default: break;
    }
    return weft_in_form(in, weft_from, "one of circle, square, nothing, number, text");
}

/* ---- shape: shapes.h:13 ---- */

static char *json_put_shape_CIRCLE(weft_json_out *out, char *at, const shape *x)
{
    at = weft_out_room(out, at, 80);
    at = WEFT_OUT_LIT(at, "{\"type\":\"circle\",\"width\":");
    at = weft_out_i64(at, x->width);
    at = WEFT_OUT_LIT(at, ",\"radius\":");
    at = weft_out_f64(out, at, x->as.circle.radius);
    if (x->note.ptr) {
        at = WEFT_OUT_LIT(at, ",\"note\":\"");
        at = weft_out_text(out, at, x->note, 2);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static char *json_put_shape_SQUARE(weft_json_out *out, char *at, const shape *x)
{
    at = weft_out_room(out, at, 91);
    at = WEFT_OUT_LIT(at, "{\"type\":\"square\",\"width\":");
    at = weft_out_i64(at, x->width);
    at = WEFT_OUT_LIT(at, ",\"side\":");
    at = weft_out_f64(out, at, x->as.square.side);
    at = WEFT_OUT_LIT(at, ",\"label\":");
    if (x->as.square.label.ptr) {
        at = WEFT_OUT_LIT(at, "\"");
        at = weft_out_text(out, at, x->as.square.label, 10);
        at = WEFT_OUT_LIT(at, "\"");
    } else {
        at = WEFT_OUT_LIT(at, "null");
    }
    if (x->note.ptr) {
        at = WEFT_OUT_LIT(at, ",\"note\":\"");
        at = weft_out_text(out, at, x->note, 2);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static char *json_put_shape_NOTHING(weft_json_out *out, char *at, const shape *x)
{
    at = weft_out_room(out, at, 46);
    at = WEFT_OUT_LIT(at, "{\"type\":\"nothing\",\"width\":");
    at = weft_out_i64(at, x->width);
    if (x->note.ptr) {
        at = WEFT_OUT_LIT(at, ",\"note\":\"");
        at = weft_out_text(out, at, x->note, 2);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static char *json_put_shape_NUMBER(weft_json_out *out, char *at, const shape *x)
{
    at = weft_out_room(out, at, 75);
    at = WEFT_OUT_LIT(at, "{\"type\":\"number\",\"width\":");
    at = weft_out_i64(at, x->width);
    at = WEFT_OUT_LIT(at, ",\"number\":");
    at = weft_out_i64(at, x->as.number);
    if (x->note.ptr) {
        at = WEFT_OUT_LIT(at, ",\"note\":\"");
        at = weft_out_text(out, at, x->note, 2);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static char *json_put_shape_TEXT(weft_json_out *out, char *at, const shape *x)
{
    at = weft_out_room(out, at, 44);
    at = WEFT_OUT_LIT(at, "{\"type\":\"text\",\"width\":");
    at = weft_out_i64(at, x->width);
    at = WEFT_OUT_LIT(at, ",\"words\":\"");
    at = weft_out_text(out, at, x->as.words, 10);
    at = WEFT_OUT_LIT(at, "\"");
    if (x->note.ptr) {
        at = WEFT_OUT_LIT(at, ",\"note\":\"");
        at = weft_out_text(out, at, x->note, 2);
        at = WEFT_OUT_LIT(at, "\"");
    }
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static char *json_put_shape(weft_json_out *out, char *at, const void *weft_value)
{
    const shape *x = weft_value;
    switch (x->kind) {
    case CIRCLE: at = json_put_shape_CIRCLE(out, at, x); break;
    case SQUARE: at = json_put_shape_SQUARE(out, at, x); break;
    case NOTHING: at = json_put_shape_NOTHING(out, at, x); break;
    case NUMBER: at = json_put_shape_NUMBER(out, at, x); break;
    case TEXT: at = json_put_shape_TEXT(out, at, x); break;
    default: at = weft_out_fail(out, WEFT_JSON_MISUSE); break;
    }
    return at;
}

static const char *const json_names_of_shape_CIRCLE[] = {
    "type", /* 0: kind, shapes.h:14 */
    "width", /* 1: width, shapes.h:15 */
    "radius", /* 2: as.circle.radius, shapes.h:18 */
    "note" /* 3: note, shapes.h:24 */
};

static unsigned json_find_shape_CIRCLE(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "type")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "note")) return 3;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "width")) return 1;
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "radius")) return 2;
        break;
    default: break;
    }
    return 4;
}

static void json_check_shape_CIRCLE(weft_json_in *in, const char *object, const shape *x, uint64_t seen)
{
    (void)seen;
    if (x->as.circle.radius < 0.0)
        weft_in_reject(in, object, "radius", SIZE_MAX, "must be at least 0");
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_shape_CIRCLE_members(weft_json_in *in, const char *at, shape *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_shape_CIRCLE(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 4) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->width = (int32_t)wide;
            }
            break;
        case 2:
            at = weft_in_f64(in, at, &x->as.circle.radius);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_text(in, at, &x->note);
            if (!at) return NULL;
            break;
        default: return weft_in_unknown(in, at, weft_name, json_names_of_shape_CIRCLE, 4);
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_shape_CIRCLE, 0x5, seen);
    if (!at) return NULL;
    json_check_shape_CIRCLE(in, object, x, seen);
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_shape_CIRCLE_spaced(weft_json_in *in, const char *at, shape *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"type\": \"circle\"")) return json_take_shape_CIRCLE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 16;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"width\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"radius\": ")) return json_take_shape_CIRCLE_members(in, at, x, object, seen | 0x1);
    at += gap;
    at = weft_in_value(at + 10);
    at = weft_in_f64(in, at, &x->as.circle.radius);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"note\": \"")) {
        at += gap;
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x8;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_shape_CIRCLE_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    json_check_shape_CIRCLE(in, object, x, seen | 0x5);
    return at + gap;
}

static const char *json_take_shape_CIRCLE(weft_json_in *in, const char *at, shape *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_shape_CIRCLE_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"type\":\"circle\"")) return json_take_shape_CIRCLE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 16;
    if (WEFT_IN_IS(at, ",\"width\":")) {
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    if (!WEFT_IN_IS(at, ",\"radius\":")) return json_take_shape_CIRCLE_members(in, at, x, object, seen | 0x1);
    at = weft_in_value(at + 10);
    at = weft_in_f64(in, at, &x->as.circle.radius);
    if (!at) return NULL;
    if (WEFT_IN_IS(at, ",\"note\":\"")) {
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x8;
    }
    if (*at != '}') return json_take_shape_CIRCLE_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    json_check_shape_CIRCLE(in, object, x, seen | 0x5);
    return at + 1;
}

static const char *const json_names_of_shape_SQUARE[] = {
    "type", /* 0: kind, shapes.h:14 */
    "width", /* 1: width, shapes.h:15 */
    "side", /* 2: as.square.side, shapes.h:9 */
    "label", /* 3: as.square.label, shapes.h:10 */
    "note" /* 4: note, shapes.h:24 */
};

static unsigned json_find_shape_SQUARE(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "type")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "side")) return 2;
        if (WEFT_IN_IS(weft_name.ptr, "note")) return 4;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "width")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "label")) return 3;
        break;
    default: break;
    }
    return 5;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_shape_SQUARE_members(weft_json_in *in, const char *at, shape *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_shape_SQUARE(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 5) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->width = (int32_t)wide;
            }
            break;
        case 2:
            at = weft_in_f64(in, at, &x->as.square.side);
            if (!at) return NULL;
            break;
        case 3:
            if (weft_in_null(at)) {
                at += 4;
                x->as.square.label = weft_str_of(NULL, 0);
            } else {
                at = weft_in_text(in, at, &x->as.square.label);
                if (!at) return NULL;
            }
            break;
        case 4:
            at = weft_in_text(in, at, &x->note);
            if (!at) return NULL;
            break;
        default: return weft_in_unknown(in, at, weft_name, json_names_of_shape_SQUARE, 5);
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_shape_SQUARE, 0xd, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_shape_SQUARE_spaced(weft_json_in *in, const char *at, shape *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"type\": \"square\"")) return json_take_shape_SQUARE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 16;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"width\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"side\": ")) return json_take_shape_SQUARE_members(in, at, x, object, seen | 0x1);
    at += gap;
    at = weft_in_value(at + 8);
    at = weft_in_f64(in, at, &x->as.square.side);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"label\": ")) return json_take_shape_SQUARE_members(in, at, x, object, seen | 0x5);
    at += gap;
    at = weft_in_value(at + 9);
    if (weft_in_null(at)) {
        at += 4;
        x->as.square.label = weft_str_of(NULL, 0);
    } else {
        at = weft_in_text(in, at, &x->as.square.label);
        if (!at) return NULL;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"note\": \"")) {
        at += gap;
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x10;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_shape_SQUARE_members(in, at, x, object, seen | 0xd);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_shape_SQUARE(weft_json_in *in, const char *at, shape *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_shape_SQUARE_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"type\":\"square\"")) return json_take_shape_SQUARE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 16;
    if (WEFT_IN_IS(at, ",\"width\":")) {
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    if (!WEFT_IN_IS(at, ",\"side\":")) return json_take_shape_SQUARE_members(in, at, x, object, seen | 0x1);
    at = weft_in_value(at + 8);
    at = weft_in_f64(in, at, &x->as.square.side);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"label\":")) return json_take_shape_SQUARE_members(in, at, x, object, seen | 0x5);
    at = weft_in_value(at + 9);
    if (weft_in_null(at)) {
        at += 4;
        x->as.square.label = weft_str_of(NULL, 0);
    } else {
        at = weft_in_text(in, at, &x->as.square.label);
        if (!at) return NULL;
    }
    if (WEFT_IN_IS(at, ",\"note\":\"")) {
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x10;
    }
    if (*at != '}') return json_take_shape_SQUARE_members(in, at, x, object, seen | 0xd);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_shape_NOTHING[] = {
    "type", /* 0: kind, shapes.h:14 */
    "width", /* 1: width, shapes.h:15 */
    "note" /* 2: note, shapes.h:24 */
};

static unsigned json_find_shape_NOTHING(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "type")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "note")) return 2;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "width")) return 1;
        break;
    default: break;
    }
    return 3;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_shape_NOTHING_members(weft_json_in *in, const char *at, shape *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_shape_NOTHING(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 3) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->width = (int32_t)wide;
            }
            break;
        case 2:
            at = weft_in_text(in, at, &x->note);
            if (!at) return NULL;
            break;
        default: return weft_in_unknown(in, at, weft_name, json_names_of_shape_NOTHING, 3);
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_shape_NOTHING, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_shape_NOTHING_spaced(weft_json_in *in, const char *at, shape *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"type\": \"nothing\"")) return json_take_shape_NOTHING_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 17;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"width\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"note\": \"")) {
        at += gap;
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x4;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_shape_NOTHING_members(in, at, x, object, seen | 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_shape_NOTHING(weft_json_in *in, const char *at, shape *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_shape_NOTHING_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"type\":\"nothing\"")) return json_take_shape_NOTHING_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 17;
    if (WEFT_IN_IS(at, ",\"width\":")) {
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    if (WEFT_IN_IS(at, ",\"note\":\"")) {
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x4;
    }
    if (*at != '}') return json_take_shape_NOTHING_members(in, at, x, object, seen | 0x1);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_shape_NUMBER[] = {
    "type", /* 0: kind, shapes.h:14 */
    "width", /* 1: width, shapes.h:15 */
    "number", /* 2: as.number, shapes.h:21 */
    "note" /* 3: note, shapes.h:24 */
};

static unsigned json_find_shape_NUMBER(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "type")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "note")) return 3;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "width")) return 1;
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "number")) return 2;
        break;
    default: break;
    }
    return 4;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_shape_NUMBER_members(weft_json_in *in, const char *at, shape *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_shape_NUMBER(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 4) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->width = (int32_t)wide;
            }
            break;
        case 2:
            at = weft_in_i64(in, at, &x->as.number);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_text(in, at, &x->note);
            if (!at) return NULL;
            break;
        default: return weft_in_unknown(in, at, weft_name, json_names_of_shape_NUMBER, 4);
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_shape_NUMBER, 0x5, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_shape_NUMBER_spaced(weft_json_in *in, const char *at, shape *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"type\": \"number\"")) return json_take_shape_NUMBER_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 16;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"width\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"number\": ")) return json_take_shape_NUMBER_members(in, at, x, object, seen | 0x1);
    at += gap;
    at = weft_in_value(at + 10);
    at = weft_in_i64(in, at, &x->as.number);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"note\": \"")) {
        at += gap;
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x8;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_shape_NUMBER_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_shape_NUMBER(weft_json_in *in, const char *at, shape *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_shape_NUMBER_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"type\":\"number\"")) return json_take_shape_NUMBER_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 16;
    if (WEFT_IN_IS(at, ",\"width\":")) {
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    if (!WEFT_IN_IS(at, ",\"number\":")) return json_take_shape_NUMBER_members(in, at, x, object, seen | 0x1);
    at = weft_in_value(at + 10);
    at = weft_in_i64(in, at, &x->as.number);
    if (!at) return NULL;
    if (WEFT_IN_IS(at, ",\"note\":\"")) {
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x8;
    }
    if (*at != '}') return json_take_shape_NUMBER_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_shape_TEXT[] = {
    "type", /* 0: kind, shapes.h:14 */
    "width", /* 1: width, shapes.h:15 */
    "words", /* 2: as.words, shapes.h:22 */
    "note" /* 3: note, shapes.h:24 */
};

static unsigned json_find_shape_TEXT(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "type")) return 0;
        if (WEFT_IN_IS(weft_name.ptr, "note")) return 3;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "width")) return 1;
        if (WEFT_IN_IS(weft_name.ptr, "words")) return 2;
        break;
    default: break;
    }
    return 4;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_shape_TEXT_members(weft_json_in *in, const char *at, shape *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_shape_TEXT(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 4) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        case 1:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->width = (int32_t)wide;
            }
            break;
        case 2:
            at = weft_in_text(in, at, &x->as.words);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_text(in, at, &x->note);
            if (!at) return NULL;
            break;
        default: return weft_in_unknown(in, at, weft_name, json_names_of_shape_TEXT, 4);
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_shape_TEXT, 0x5, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_shape_TEXT_spaced(weft_json_in *in, const char *at, shape *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"type\": \"text\"")) return json_take_shape_TEXT_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 14;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"width\": ")) {
        at += gap;
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"words\": \"")) return json_take_shape_TEXT_members(in, at, x, object, seen | 0x1);
    at += gap;
    at += 10;
    at = weft_in_quoted(in, at, &x->as.words);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"note\": \"")) {
        at += gap;
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x8;
    }
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_shape_TEXT_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_shape_TEXT(weft_json_in *in, const char *at, shape *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_shape_TEXT_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"type\":\"text\"")) return json_take_shape_TEXT_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 14;
    if (WEFT_IN_IS(at, ",\"width\":")) {
        at = weft_in_value(at + 9);
        {
            int64_t wide;
            at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
            if (!at) return NULL;
            x->width = (int32_t)wide;
        }
        seen |= 0x2;
    }
    if (!WEFT_IN_IS(at, ",\"words\":\"")) return json_take_shape_TEXT_members(in, at, x, object, seen | 0x1);
    at += 10;
    at = weft_in_quoted(in, at, &x->as.words);
    if (!at) return NULL;
    if (WEFT_IN_IS(at, ",\"note\":\"")) {
        at += 9;
        at = weft_in_quoted(in, at, &x->note);
        if (!at) return NULL;
        seen |= 0x8;
    }
    if (*at != '}') return json_take_shape_TEXT_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    return at + 1;
}

static const char *json_take_shape(weft_json_in *in, const char *at, void *weft_value)
{
    shape *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_IN_IS(at, "{\"type\":\"circle\"")) {
        x->kind = CIRCLE;
        return json_take_shape_CIRCLE(in, at, x);
    }
    if (WEFT_IN_IS(at, "{\"type\":\"square\"")) {
        x->kind = SQUARE;
        return json_take_shape_SQUARE(in, at, x);
    }
    if (WEFT_IN_IS(at, "{\"type\":\"nothing\"")) {
        x->kind = NOTHING;
        return json_take_shape_NOTHING(in, at, x);
    }
    if (WEFT_IN_IS(at, "{\"type\":\"number\"")) {
        x->kind = NUMBER;
        return json_take_shape_NUMBER(in, at, x);
    }
    if (WEFT_IN_IS(at, "{\"type\":\"text\"")) {
        x->kind = TEXT;
        return json_take_shape_TEXT(in, at, x);
    }
    const char *weft_tag;
    if (!weft_in_find(in, at, weft_lit("type"), &weft_tag)) return NULL;
    if (!weft_tag) return weft_in_missing(in, at, "type");
    if (!json_take_shape_kind(in, weft_tag, &x->kind)) return NULL;
    switch (x->kind) {
    case CIRCLE: return json_take_shape_CIRCLE(in, at, x);
    case SQUARE: return json_take_shape_SQUARE(in, at, x);
    case NOTHING: return json_take_shape_NOTHING(in, at, x);
    case NUMBER: return json_take_shape_NUMBER(in, at, x);
    case TEXT: return json_take_shape_TEXT(in, at, x);
    default: return weft_in_fail(in, weft_tag, WEFT_JSON_FORM);
    }
}

const weft_codec shape_codec = { "shape", sizeof(shape), json_put_shape, json_take_shape };

/* ---- drawing: shapes.h:27 ---- */

static char *json_put_drawing(weft_json_out *out, char *at, const void *weft_value)
{
    const drawing *x = weft_value;
    at = weft_out_room(out, at, 13);
    at = WEFT_OUT_LIT(at, "{\"shapes\":[");
    size_t n1 = (size_t)x->shapes_count;
    if (x->shapes_count && !x->shapes) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n1 = 0;
    }
    for (size_t i1 = 0; i1 < n1; i1++) {
        if (i1 > 0) *at++ = ',';
        at = json_put_shape(out, at, &x->shapes[i1]);
        at = weft_out_room(out, at, 2);
    }
    at = WEFT_OUT_LIT(at, "]}");
    return at;
}

static const char *const json_names_of_drawing[] = {
    "shapes" /* 0: shapes, shapes.h:28 */
};

static unsigned json_find_drawing(weft_str weft_name)
{
    switch (weft_name.len) {
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "shapes")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* shapes.h:28 */
static const char *json_take_drawing_shapes(weft_json_in *in, const char *at, drawing *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        shape *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = json_take_shape(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->shapes = weft_in_done(in, &list0);
    x->shapes_count = (size_t)list0.count;
    return at;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_drawing_members(weft_json_in *in, const char *at, drawing *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_drawing(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = json_take_drawing_shapes(in, at, x);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_drawing, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_drawing_spaced(weft_json_in *in, const char *at, drawing *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"shapes\": ")) return json_take_drawing_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 10);
    at = json_take_drawing_shapes(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_drawing_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_drawing(weft_json_in *in, const char *at, void *weft_value)
{
    drawing *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_drawing_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"shapes\":")) return json_take_drawing_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 10);
    at = json_take_drawing_shapes(in, at, x);
    if (!at) return NULL;
    if (*at != '}') return json_take_drawing_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec drawing_codec = { "drawing", sizeof(drawing), json_put_drawing, json_take_drawing };

/* ---- late: shapes.h:33 ---- */

static char *json_put_late_CIRCLE(weft_json_out *out, char *at, const late *x)
{
    at = weft_out_room(out, at, 33);
    at = WEFT_OUT_LIT(at, "{\"x\":");
    at = weft_out_i64(at, x->circle.x);
    at = WEFT_OUT_LIT(at, ",\"kind\":\"circle\"}");
    return at;
}

static char *json_put_late_SQUARE(weft_json_out *out, char *at, const late *x)
{
    at = weft_out_room(out, at, 33);
    at = WEFT_OUT_LIT(at, "{\"y\":");
    at = weft_out_i64(at, x->square.y);
    at = WEFT_OUT_LIT(at, ",\"kind\":\"square\"}");
    return at;
}

static char *json_put_late_NOTHING(weft_json_out *out, char *at, const late *x)
{
    (void)x;
    at = weft_out_room(out, at, 18);
    at = WEFT_OUT_LIT(at, "{\"kind\":\"nothing\"}");
    return at;
}

static char *json_put_late_NUMBER(weft_json_out *out, char *at, const late *x)
{
    (void)x;
    at = weft_out_room(out, at, 17);
    at = WEFT_OUT_LIT(at, "{\"kind\":\"number\"}");
    return at;
}

static char *json_put_late_TEXT(weft_json_out *out, char *at, const late *x)
{
    (void)x;
    at = weft_out_room(out, at, 15);
    at = WEFT_OUT_LIT(at, "{\"kind\":\"text\"}");
    return at;
}

static char *json_put_late(weft_json_out *out, char *at, const void *weft_value)
{
    const late *x = weft_value;
    switch (x->kind) {
    case CIRCLE: at = json_put_late_CIRCLE(out, at, x); break;
    case SQUARE: at = json_put_late_SQUARE(out, at, x); break;
    case NOTHING: at = json_put_late_NOTHING(out, at, x); break;
    case NUMBER: at = json_put_late_NUMBER(out, at, x); break;
    case TEXT: at = json_put_late_TEXT(out, at, x); break;
    default: at = weft_out_fail(out, WEFT_JSON_MISUSE); break;
    }
    return at;
}

static const char *const json_names_of_late_CIRCLE[] = {
    "x", /* 0: circle.x, shapes.h:36 */
    "kind" /* 1: kind, shapes.h:42 */
};

static unsigned json_find_late_CIRCLE(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "x")) return 0;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "kind")) return 1;
        break;
    default: break;
    }
    return 2;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_late_CIRCLE_members(weft_json_in *in, const char *at, late *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_late_CIRCLE(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 2) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->circle.x = (int32_t)wide;
            }
            break;
        case 1:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_late_CIRCLE, 0x3, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_late_CIRCLE_spaced(weft_json_in *in, const char *at, late *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"x\": ")) return json_take_late_CIRCLE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->circle.x = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"kind\": \"circle\"")) return json_take_late_CIRCLE_members(in, at, x, object, 0x1);
    at += gap;
    at += 16;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_late_CIRCLE_members(in, at, x, object, 0x3);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_late_CIRCLE(weft_json_in *in, const char *at, late *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_late_CIRCLE_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"x\":")) return json_take_late_CIRCLE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->circle.x = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"kind\":\"circle\"")) return json_take_late_CIRCLE_members(in, at, x, object, 0x1);
    at += 16;
    if (*at != '}') return json_take_late_CIRCLE_members(in, at, x, object, 0x3);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_late_SQUARE[] = {
    "y", /* 0: square.y, shapes.h:39 */
    "kind" /* 1: kind, shapes.h:42 */
};

static unsigned json_find_late_SQUARE(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "y")) return 0;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "kind")) return 1;
        break;
    default: break;
    }
    return 2;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_late_SQUARE_members(weft_json_in *in, const char *at, late *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_late_SQUARE(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 2) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            {
                int64_t wide;
                at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
                if (!at) return NULL;
                x->square.y = (int32_t)wide;
            }
            break;
        case 1:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_late_SQUARE, 0x3, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_late_SQUARE_spaced(weft_json_in *in, const char *at, late *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"y\": ")) return json_take_late_SQUARE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->square.y = (int32_t)wide;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"kind\": \"square\"")) return json_take_late_SQUARE_members(in, at, x, object, 0x1);
    at += gap;
    at += 16;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_late_SQUARE_members(in, at, x, object, 0x3);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_late_SQUARE(weft_json_in *in, const char *at, late *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_late_SQUARE_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"y\":")) return json_take_late_SQUARE_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 5);
    {
        int64_t wide;
        at = weft_in_int(in, at, INT32_MIN, INT32_MAX, &wide);
        if (!at) return NULL;
        x->square.y = (int32_t)wide;
    }
    if (!WEFT_IN_IS(at, ",\"kind\":\"square\"")) return json_take_late_SQUARE_members(in, at, x, object, 0x1);
    at += 16;
    if (*at != '}') return json_take_late_SQUARE_members(in, at, x, object, 0x3);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_late_NOTHING[] = {
    "kind" /* 0: kind, shapes.h:42 */
};

static unsigned json_find_late_NOTHING(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "kind")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_late_NOTHING_members(weft_json_in *in, const char *at, late *x, const char *object, uint64_t seen)
{
    (void)x;
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_late_NOTHING(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_late_NOTHING, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_late_NOTHING_spaced(weft_json_in *in, const char *at, late *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"kind\": \"nothing\"")) return json_take_late_NOTHING_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 17;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_late_NOTHING_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_late_NOTHING(weft_json_in *in, const char *at, late *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_late_NOTHING_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"kind\":\"nothing\"")) return json_take_late_NOTHING_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 17;
    if (*at != '}') return json_take_late_NOTHING_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_late_NUMBER[] = {
    "kind" /* 0: kind, shapes.h:42 */
};

static unsigned json_find_late_NUMBER(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "kind")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_late_NUMBER_members(weft_json_in *in, const char *at, late *x, const char *object, uint64_t seen)
{
    (void)x;
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_late_NUMBER(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_late_NUMBER, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_late_NUMBER_spaced(weft_json_in *in, const char *at, late *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"kind\": \"number\"")) return json_take_late_NUMBER_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 16;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_late_NUMBER_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_late_NUMBER(weft_json_in *in, const char *at, late *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_late_NUMBER_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"kind\":\"number\"")) return json_take_late_NUMBER_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 16;
    if (*at != '}') return json_take_late_NUMBER_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

static const char *const json_names_of_late_TEXT[] = {
    "kind" /* 0: kind, shapes.h:42 */
};

static unsigned json_find_late_TEXT(weft_str weft_name)
{
    switch (weft_name.len) {
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "kind")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_late_TEXT_members(weft_json_in *in, const char *at, late *x, const char *object, uint64_t seen)
{
    (void)x;
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_late_TEXT(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_late_TEXT, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_late_TEXT_spaced(weft_json_in *in, const char *at, late *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"kind\": \"text\"")) return json_take_late_TEXT_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 14;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_late_TEXT_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_late_TEXT(weft_json_in *in, const char *at, late *x)
{
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_late_TEXT_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"kind\":\"text\"")) return json_take_late_TEXT_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += 14;
    if (*at != '}') return json_take_late_TEXT_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

static const char *json_take_late(weft_json_in *in, const char *at, void *weft_value)
{
    late *x = weft_value;
    memset(x, 0, sizeof *x);
    const char *weft_tag;
    if (!weft_in_find(in, at, weft_lit("kind"), &weft_tag)) return NULL;
    if (!weft_tag) return weft_in_missing(in, at, "kind");
    if (!json_take_shape_kind(in, weft_tag, &x->kind)) return NULL;
    switch (x->kind) {
    case CIRCLE: return json_take_late_CIRCLE(in, at, x);
    case SQUARE: return json_take_late_SQUARE(in, at, x);
    case NOTHING: return json_take_late_NOTHING(in, at, x);
    case NUMBER: return json_take_late_NUMBER(in, at, x);
    case TEXT: return json_take_late_TEXT(in, at, x);
    default: return weft_in_fail(in, weft_tag, WEFT_JSON_FORM);
    }
}

const weft_codec late_codec = { "late", sizeof(late), json_put_late, json_take_late };
