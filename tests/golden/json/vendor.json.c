/* Made by weft json from vendor.h. Do not edit: edit that, and make. */
#include <weft/codec.h>
#include "vendor.json.h"
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow" /* by the header's own names */
#endif

static char *json_put_vendor_point(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_vendor_point(weft_json_in *in, const char *at, void *weft_value);

/* vendor_axis: vendor.h:6 */

static char *json_put_vendor_axis(weft_json_out *out, char *at, vendor_axis weft_value)
{
    static const struct {
        char text[16];
        unsigned char len;
    } json_names[] = {
        { "\"x\"", 3 },
        { "\"upwards\"", 9 },
    };
    if ((unsigned)weft_value >= 2) return weft_out_fail(out, WEFT_JSON_MISUSE);
    memcpy(at, json_names[weft_value].text, sizeof json_names[weft_value].text);
    return at + json_names[weft_value].len;
}

static const char *json_take_vendor_axis(weft_json_in *in, const char *at, vendor_axis *weft_value)
{
    if (WEFT_IN_IS(at, "\"x\"")) { *weft_value = VENDOR_X; return at + 3; }
    if (WEFT_IN_IS(at, "\"upwards\"")) { *weft_value = VENDOR_Y; return at + 9; }
    const char *weft_from = at;
    weft_str weft_name;
    at = weft_in_text(in, at, &weft_name);
    if (!at) return NULL;
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "x")) { *weft_value = VENDOR_X; return at; }
        break;
    case 7:
        if (WEFT_IN_IS(weft_name.ptr, "upwards")) { *weft_value = VENDOR_Y; return at; }
        break;
    default: break;
    }
    return weft_in_form(in, weft_from, "one of x, upwards");
}

/* ---- vendor_point: vendor.h:8 ---- */

static char *json_put_vendor_point(weft_json_out *out, char *at, const void *weft_value)
{
    const vendor_point *x = weft_value;
    at = weft_out_room(out, at, 87);
    at = WEFT_OUT_LIT(at, "{\"xValue\":");
    at = weft_out_f64(out, at, x->x_value);
    at = WEFT_OUT_LIT(at, ",\"y\":");
    at = weft_out_f64(out, at, x->y_value);
    at = WEFT_OUT_LIT(at, ",\"mainAxis\":");
    at = json_put_vendor_axis(out, at, x->main_axis);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_vendor_point[] = {
    "xValue", /* 0: x_value, vendor.h:9 */
    "y", /* 1: y_value, vendor.h:9 */
    "mainAxis" /* 2: main_axis, vendor.h:10 */
};

static unsigned json_find_vendor_point(weft_str weft_name)
{
    switch (weft_name.len) {
    case 1:
        if (WEFT_IN_IS(weft_name.ptr, "y")) return 1;
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "xValue")) return 0;
        break;
    case 8:
        if (WEFT_IN_IS(weft_name.ptr, "mainAxis")) return 2;
        break;
    default: break;
    }
    return 3;
}

static void json_check_vendor_point(weft_json_in *in, const char *object, const vendor_point *x, uint64_t seen)
{
    (void)seen;
    if (x->x_value < -180.0 || x->x_value > 180.0)
        weft_in_reject(in, object, "xValue", SIZE_MAX, "must be from -180 to 180");
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_vendor_point_members(weft_json_in *in, const char *at, vendor_point *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_vendor_point(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 3) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_f64(in, at, &x->x_value);
            if (!at) return NULL;
            break;
        case 1:
            at = weft_in_f64(in, at, &x->y_value);
            if (!at) return NULL;
            break;
        case 2:
            at = json_take_vendor_axis(in, at, &x->main_axis);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_vendor_point, 0x5, seen);
    if (!at) return NULL;
    json_check_vendor_point(in, object, x, seen);
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_vendor_point_spaced(weft_json_in *in, const char *at, vendor_point *x)
{
    const char *object = at;
    uint64_t seen = 0;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"xValue\": ")) return json_take_vendor_point_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 10);
    at = weft_in_f64(in, at, &x->x_value);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (gap && WEFT_IN_IS(at + gap, "\"y\": ")) {
        at += gap;
        at = weft_in_value(at + 5);
        at = weft_in_f64(in, at, &x->y_value);
        if (!at) return NULL;
        seen |= 0x2;
    }
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"mainAxis\": ")) return json_take_vendor_point_members(in, at, x, object, seen | 0x1);
    at += gap;
    at = weft_in_value(at + 12);
    at = json_take_vendor_axis(in, at, &x->main_axis);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_vendor_point_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    json_check_vendor_point(in, object, x, seen | 0x5);
    return at + gap;
}

static const char *json_take_vendor_point(weft_json_in *in, const char *at, void *weft_value)
{
    vendor_point *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_vendor_point_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    if (!WEFT_IN_IS(at, "{\"xValue\":")) return json_take_vendor_point_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 10);
    at = weft_in_f64(in, at, &x->x_value);
    if (!at) return NULL;
    if (WEFT_IN_IS(at, ",\"y\":")) {
        at = weft_in_value(at + 5);
        at = weft_in_f64(in, at, &x->y_value);
        if (!at) return NULL;
        seen |= 0x2;
    }
    if (!WEFT_IN_IS(at, ",\"mainAxis\":")) return json_take_vendor_point_members(in, at, x, object, seen | 0x1);
    at = weft_in_value(at + 12);
    at = json_take_vendor_axis(in, at, &x->main_axis);
    if (!at) return NULL;
    if (*at != '}') return json_take_vendor_point_members(in, at, x, object, seen | 0x5);
    weft_in_leave(in);
    json_check_vendor_point(in, object, x, seen | 0x5);
    return at + 1;
}

const weft_codec vendor_point_codec = { "vendor_point", sizeof(vendor_point), json_put_vendor_point, json_take_vendor_point };
