#include "tests/json/record.h"
#include <weft/codec.h>

/* ---- Writing ---- */

static char *put_record(weft_json_out *out, char *at, const void *value)
{
    const record *x = (const record *)value;
    at = weft_out_room(out, at, 35);
    at = WEFT_OUT_LIT(at, "{\"id\":");
    at = weft_out_i64(at, x->id);
    at = WEFT_OUT_LIT(at, ",\"name\":\"");
    at = weft_out_text(out, at, x->name, 11);
    at = WEFT_OUT_LIT(at, "\",\"email\":\"");
    at = weft_out_text(out, at, x->email, 63);
    at = WEFT_OUT_LIT(at, "\",\"active\":");
    at = weft_out_bool(at, x->active);
    at = WEFT_OUT_LIT(at, ",\"score\":");
    at = weft_out_f64(out, at, x->score);
    at = WEFT_OUT_LIT(at, ",\"tags\":[");
    for (size_t i = 0; i < x->tags_count; i++) {
        at = i > 0 ? WEFT_OUT_LIT(at, ",\"") : WEFT_OUT_LIT(at, "\"");
        at = weft_out_text(out, at, x->tags[i], 3);
        at = WEFT_OUT_LIT(at, "\"");
    }
    return WEFT_OUT_LIT(at, "]}");
}

/* ---- Reading ---- */

enum { RECORD_ID, RECORD_NAME, RECORD_EMAIL, RECORD_ACTIVE, RECORD_SCORE, RECORD_TAGS, RECORD_MEMBERS };

static const char *const record_names[] = { "id", "name", "email", "active", "score", "tags" };

static int find_record_member(weft_str name)
{
    switch (name.len) {
    case 2:
        if (WEFT_IN_IS(name.ptr, "id")) return RECORD_ID;
        break;
    case 4:
        if (WEFT_IN_IS(name.ptr, "name")) return RECORD_NAME;
        if (WEFT_IN_IS(name.ptr, "tags")) return RECORD_TAGS;
        break;
    case 5:
        if (WEFT_IN_IS(name.ptr, "email")) return RECORD_EMAIL;
        if (WEFT_IN_IS(name.ptr, "score")) return RECORD_SCORE;
        break;
    case 6:
        if (WEFT_IN_IS(name.ptr, "active")) return RECORD_ACTIVE;
        break;
    default: break;
    }
    return RECORD_MEMBERS;
}

static const char *take_record_tags(weft_json_in *in, const char *at, record *x)
{
    weft_in_list list;
    for (at = weft_in_array(in, at, &list); at && list.more; at = weft_in_item(in, at, &list)) {
        weft_str *item = (weft_str *)weft_in_add(in, &list, sizeof *item);
        if (!item) return NULL;
        at = weft_in_text(in, at, item);
        if (!at) return NULL;
    }
    if (!at) return NULL;
    x->tags = (const weft_str *)weft_in_done(in, &list);
    x->tags_count = list.count;
    return at;
}

/* Members in any order, with white space, from wherever the straight road below was left: `seen` are behind. */
static const char *take_record_members(weft_json_in *in, const char *at, record *x, const char *object,
                                       uint64_t seen)
{
    weft_str name;
    at = seen ? weft_in_member(in, at, &name) : weft_in_object(in, at, &name);
    for (; at && name.ptr; at = weft_in_member(in, at, &name)) {
        int member = find_record_member(name);
        if (seen >> member & 1) return weft_in_twice(in, at, name);
        if (member < RECORD_MEMBERS) seen |= UINT64_C(1) << member;
        switch (member) {
        case RECORD_ID: at = weft_in_i64(in, at, &x->id); break;
        case RECORD_NAME: at = weft_in_text(in, at, &x->name); break;
        case RECORD_EMAIL: at = weft_in_text(in, at, &x->email); break;
        case RECORD_ACTIVE: at = weft_in_bool(in, at, &x->active); break;
        case RECORD_SCORE: at = weft_in_f64(in, at, &x->score); break;
        case RECORD_TAGS: at = take_record_tags(in, at, x); break;
        default: at = weft_in_skip(in, at); break;
        }
        if (!at) return NULL;
    }
    if (!at) return NULL;
    return weft_in_all(in, at, object, record_names, 0x3f, seen);
}

/* Members in their order, each on a line of its own. */
static const char *take_record_spaced(weft_json_in *in, const char *at, record *x)
{
    const char *object = at;
    size_t gap = weft_in_gap(in, at, '{');
    if (!gap || !WEFT_IN_IS(at + gap, "\"id\": ")) return take_record_members(in, at, x, object, 0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_i64(in, weft_in_value(at + gap + 6), &x->id);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"name\": \"")) return take_record_members(in, at, x, object, 0x1);
    at = weft_in_quoted(in, at + gap + 9, &x->name);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"email\": \"")) return take_record_members(in, at, x, object, 0x3);
    at = weft_in_quoted(in, at + gap + 10, &x->email);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"active\": ")) return take_record_members(in, at, x, object, 0x7);
    at = weft_in_bool(in, weft_in_value(at + gap + 10), &x->active);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"score\": ")) return take_record_members(in, at, x, object, 0xf);
    at = weft_in_f64(in, weft_in_value(at + gap + 9), &x->score);
    if (!at) return NULL;
    gap = weft_in_gap(in, at, ',');
    if (!gap || !WEFT_IN_IS(at + gap, "\"tags\": ")) return take_record_members(in, at, x, object, 0x1f);
    at = take_record_tags(in, weft_in_value(at + gap + 8), x);
    if (!at) return NULL;
    gap = weft_in_gap_end(in, at);
    if (!gap) return take_record_members(in, at, x, object, 0x3f);
    weft_in_leave(in);
    return at + gap;
}

static const char *take_record(weft_json_in *in, const char *at, void *value)
{
    record *x = (record *)value;
    const char *object = at;
    if (WEFT_RARE(weft_in_blank(at[1]))) return take_record_spaced(in, at, x);
    if (!WEFT_IN_IS(at, "{\"id\":")) return take_record_members(in, at, x, object, 0);
    if (!weft_in_enter(in, at)) return NULL;
    at = weft_in_i64(in, weft_in_value(at + 6), &x->id);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"name\":\"")) return take_record_members(in, at, x, object, 0x1);
    at = weft_in_quoted(in, at + 9, &x->name);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"email\":\"")) return take_record_members(in, at, x, object, 0x3);
    at = weft_in_quoted(in, at + 10, &x->email);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"active\":")) return take_record_members(in, at, x, object, 0x7);
    at = weft_in_bool(in, weft_in_value(at + 10), &x->active);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"score\":")) return take_record_members(in, at, x, object, 0xf);
    at = weft_in_f64(in, weft_in_value(at + 9), &x->score);
    if (!at) return NULL;
    if (!WEFT_IN_IS(at, ",\"tags\":")) return take_record_members(in, at, x, object, 0x1f);
    at = take_record_tags(in, weft_in_value(at + 8), x);
    if (!at) return NULL;
    if (*at != '}') return take_record_members(in, at, x, object, 0x3f);
    weft_in_leave(in);
    return at + 1;
}

const weft_codec record_codec = { "record", sizeof(record), put_record, take_record };
