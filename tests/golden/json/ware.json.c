/* Made by weft json from ware.h. Do not edit: edit that, and make. */
#include <weft/codec.h>
#include "ware.json.h"
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow" /* by the header's own names */
#endif

static char *json_put_ware(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_ware(weft_json_in *in, const char *at, void *weft_value);
static char *json_put_ware_list(weft_json_out *out, char *at, const void *weft_value);
static const char *json_take_ware_list(weft_json_in *in, const char *at, void *weft_value);

/* ---- ware: ware.h:6 ---- */

static char *json_put_ware(weft_json_out *out, char *at, const void *weft_value)
{
    const ware *x = weft_value;
    at = weft_out_room(out, at, 35);
    at = WEFT_OUT_LIT(at, "{\"id\":");
    at = weft_out_i64(at, x->id);
    at = WEFT_OUT_LIT(at, ",\"name\":\"");
    at = weft_out_text(out, at, x->name, 51);
    at = WEFT_OUT_LIT(at, "\",\"price\":");
    at = weft_out_f64(out, at, x->price);
    at = WEFT_OUT_LIT(at, ",\"active\":");
    at = weft_out_bool(at, x->active);
    at = WEFT_OUT_LIT(at, "}");
    return at;
}

static const char *const json_names_of_ware[] = {
    "id", /* 0: id, ware.h:7 */
    "name", /* 1: name, ware.h:8 */
    "price", /* 2: price, ware.h:9 */
    "active" /* 3: active, ware.h:10 */
};

static unsigned json_find_ware(weft_str weft_name)
{
    switch (weft_name.len) {
    case 2:
        if (WEFT_IN_IS(weft_name.ptr, "id")) return 0;
        break;
    case 4:
        if (WEFT_IN_IS(weft_name.ptr, "name")) return 1;
        break;
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "price")) return 2;
        break;
    case 6:
        if (WEFT_IN_IS(weft_name.ptr, "active")) return 3;
        break;
    default: break;
    }
    return 4;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_ware_members(weft_json_in *in, const char *at, ware *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_ware(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 4) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = weft_in_i64(in, at, &x->id);
            if (!at) return NULL;
            break;
        case 1:
            at = weft_in_text(in, at, &x->name);
            if (!at) return NULL;
            break;
        case 2:
            at = weft_in_f64(in, at, &x->price);
            if (!at) return NULL;
            break;
        case 3:
            at = weft_in_bool(in, at, &x->active);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_ware, 0xe, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_ware_spaced(weft_json_in *in, const char *at, ware *x)
{
    const char *object = at;
    uint64_t seen = 0;
    char before = '{';
    size_t gap;
    gap = weft_in_gap(in, at, before);
    if (gap && WEFT_IN_IS(at + gap, "\"id\": ")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at += gap;
        at = weft_in_value(at + 6);
        at = weft_in_i64(in, at, &x->id);
        if (!at) return NULL;
        seen |= 0x1;
    }
    gap = weft_in_gap(in, at, before);
    if (!gap || !WEFT_IN_IS(at + gap, "\"name\": \"")) return json_take_ware_members(in, at, x, object, seen);
    if (before == '{' && !weft_in_enter(in, at)) return NULL;
    at += gap;
    at += 9;
    at = weft_in_quoted(in, at, &x->name);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"price\": ")) return json_take_ware_members(in, at, x, object, seen | 0x2);
    at += gap;
    at = weft_in_value(at + 9);
    at = weft_in_f64(in, at, &x->price);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"active\": ")) return json_take_ware_members(in, at, x, object, seen | 0x6);
    at += gap;
    at = weft_in_value(at + 10);
    at = weft_in_bool(in, at, &x->active);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_ware_members(in, at, x, object, seen | 0xe);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_ware(weft_json_in *in, const char *at, void *weft_value)
{
    ware *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_ware_spaced(in, at, x);
    const char *object = at;
    uint64_t seen = 0;
    char before = '{';
    if (*at == before && WEFT_IN_IS(at + 1, "\"id\":")) {
        if (before == '{' && !weft_in_enter(in, at)) return NULL;
        before = ',';
        at = weft_in_value(at + 6);
        at = weft_in_i64(in, at, &x->id);
        if (!at) return NULL;
        seen |= 0x1;
    }
    if (*at != before || !WEFT_IN_IS(at + 1, "\"name\":\"")) return json_take_ware_members(in, at, x, object, seen);
    if (before == '{' && !weft_in_enter(in, at)) return NULL;
    at += 9;
    at = weft_in_quoted(in, at, &x->name);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"price\":")) return json_take_ware_members(in, at, x, object, seen | 0x2);
    at = weft_in_value(at + 9);
    at = weft_in_f64(in, at, &x->price);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"active\":")) return json_take_ware_members(in, at, x, object, seen | 0x6);
    at = weft_in_value(at + 10);
    at = weft_in_bool(in, at, &x->active);
    if (!at) return NULL;
    if (*at != '}') return json_take_ware_members(in, at, x, object, seen | 0xe);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec ware_codec = { "ware", sizeof(ware), json_put_ware, json_take_ware };

/* ---- ware_list: ware.h:13 ---- */

static char *json_put_ware_list(weft_json_out *out, char *at, const void *weft_value)
{
    const ware_list *x = weft_value;
    at = weft_out_room(out, at, 12);
    at = WEFT_OUT_LIT(at, "{\"items\":[");
    size_t n1 = (size_t)x->items_count;
    if (x->items_count && !x->items) {
        at = weft_out_fail(out, WEFT_JSON_MISUSE);
        n1 = 0;
    }
    for (size_t i1 = 0; i1 < n1; i1++) {
        if (i1 > 0) *at++ = ',';
        at = json_put_ware(out, at, &x->items[i1]);
        at = weft_out_room(out, at, 2);
    }
    at = WEFT_OUT_LIT(at, "]}");
    return at;
}

static const char *const json_names_of_ware_list[] = {
    "items" /* 0: items, ware.h:14 */
};

static unsigned json_find_ware_list(weft_str weft_name)
{
    switch (weft_name.len) {
    case 5:
        if (WEFT_IN_IS(weft_name.ptr, "items")) return 0;
        break;
    default: break;
    }
    return 1;
}

/* ware.h:14 */
static const char *json_take_ware_list_items(weft_json_in *in, const char *at, ware_list *x)
{
    weft_in_list list0;
    for (at = weft_in_array(in, at, &list0); at && list0.more; at = weft_in_item(in, at, &list0)) {
        ware *item0 = weft_in_add(in, &list0, sizeof *item0);
        if (!item0) return NULL;
        at = json_take_ware(in, at, &(*item0));
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->items = weft_in_done(in, &list0);
    x->items_count = (size_t)list0.count;
    return at;
}

/* Members in any order, with white space, from wherever the straight road was left. */
static const char *json_take_ware_list_members(weft_json_in *in, const char *at, ware_list *x, const char *object, uint64_t seen)
{
    weft_str weft_name;
    at = at == object ? weft_in_object(in, at, &weft_name) : weft_in_member(in, at, &weft_name);
    for (; at && weft_name.ptr; at = weft_in_member(in, at, &weft_name)) {
        unsigned member = json_find_ware_list(weft_name);
        if (seen >> member & 1) return weft_in_twice(in, at, weft_name);
        if (member < 1) seen |= UINT64_C(1) << member;
        switch (member) {
        case 0:
            at = json_take_ware_list_items(in, at, x);
            if (!at) return NULL;
            break;
        default:
            at = weft_in_skip(in, at);
            if (!at) return NULL;
            break;
        }
    }
    if (!at) return NULL;
    at = weft_in_all(in, at, object, json_names_of_ware_list, 0x1, seen);
    if (!at) return NULL;
    return at;
}

/* Members in their order, each on a line of its own. */
static const char *json_take_ware_list_spaced(weft_json_in *in, const char *at, ware_list *x)
{
    const char *object = at;
    size_t gap;
    gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"items\": ")) return json_take_ware_list_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at += gap;
    at = weft_in_value(at + 9);
    at = json_take_ware_list_items(in, at, x);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return json_take_ware_list_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + gap;
}

static const char *json_take_ware_list(weft_json_in *in, const char *at, void *weft_value)
{
    ware_list *x = weft_value;
    memset(x, 0, sizeof *x);
    if (WEFT_RARE(weft_in_blank(at[1]))) return json_take_ware_list_spaced(in, at, x);
    const char *object = at;
    if (!WEFT_IN_IS(at, "{\"items\":")) return json_take_ware_list_members(in, at, x, object, 0x0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_value(at + 9);
    at = json_take_ware_list_items(in, at, x);
    if (!at) return NULL;
    if (*at != '}') return json_take_ware_list_members(in, at, x, object, 0x1);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec ware_list_codec = { "ware_list", sizeof(ware_list), json_put_ware_list, json_take_ware_list };
