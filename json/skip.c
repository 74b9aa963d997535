/* Values that nobody asked for: stepped over, and checked all the same. */
#include "json/read.h"
#include "json/text.h"

/* Which of the levels above are objects: a bit for each. */
typedef struct levels {
    uint64_t objects[WEFT_JSON_DEPTH / 64];
    unsigned depth, room;
} levels;

static inline bool is_in_object(const levels *all)
{
    unsigned level = all->depth - 1;
    return all->objects[level / 64] >> level % 64 & 1;
}

static inline void enter(levels *all, bool is_object)
{
    unsigned level = all->depth++;
    uint64_t bit = UINT64_C(1) << level % 64;
    all->objects[level / 64] = (all->objects[level / 64] & ~bit) | (is_object ? bit : 0);
}

static inline const char *skip_text(weft_json_in *in, const char *at)
{
    const char *end = wf_json_text_best()->scan(at + 1);
    return *end == '"' ? end + 1 : wf_json_take_rest(in, at + 1, end, NULL);
}

static const char *skip_number(weft_json_in *in, const char *at)
{
    const char *end = wf_json_number_end(at);
    return end ? end : weft_in_wrong(in, at, WEFT_JSON_NUMBER);
}

static const char *skip_scalar(weft_json_in *in, const char *at)
{
    bool ignored;
    switch (*at) {
    case '"': return skip_text(in, at);
    case 't':
    case 'f': return weft_in_bool(in, at, &ignored);
    case 'n': return weft_in_null(at) ? at + 4 : weft_in_wrong(in, at, WEFT_JSON_NULL);
    default: return skip_number(in, at);
    }
}

/* To the value of the name at `at`. */
static const char *skip_name(weft_json_in *in, const char *at)
{
    if (*at != '"') return weft_in_wrong(in, at, WEFT_JSON_NONE);
    at = skip_text(in, at);
    if (!at) return NULL;
    at = weft_in_space(at);
    return *at == ':' ? weft_in_space(at + 1) : weft_in_wrong(in, at, WEFT_JSON_NONE);
}

/* Behind a value: closes what ends here, up to the next value (*is_over false) or out of all levels. */
static const char *skip_ends(weft_json_in *in, const char *at, levels *all, bool *is_over)
{
    for (; all->depth > 0; all->depth--) {
        at = weft_in_space(at);
        bool is_object = is_in_object(all);
        if (*at == ',') {
            *is_over = false;
            at = weft_in_space(at + 1);
            return is_object ? skip_name(in, at) : at;
        }
        if (*at != (is_object ? '}' : ']')) return weft_in_wrong(in, at, WEFT_JSON_NONE);
        at++;
    }
    *is_over = true;
    return at;
}

/* Into the object or array at `at`: to its first value, or (*is_empty) behind its end. */
static const char *skip_into(weft_json_in *in, const char *at, levels *all, bool *is_empty)
{
    bool is_object = *at == '{';
    if (all->depth >= all->room) return weft_in_fail(in, at, WEFT_JSON_DEEP);
    at = weft_in_space(at + 1);
    *is_empty = *at == (is_object ? '}' : ']');
    if (*is_empty) return at + 1;
    enter(all, is_object);
    return is_object ? skip_name(in, at) : at;
}

const char *weft_in_skip(weft_json_in *in, const char *at)
{
    levels all;
    all.depth = 0;
    all.room = WEFT_JSON_DEPTH - in->depth;
    for (bool is_over = false; at && !is_over;) {
        bool is_scalar = true;
        if (*at == '{' || *at == '[')
            at = skip_into(in, at, &all, &is_scalar); /* an empty one is like one */
        else
            at = skip_scalar(in, at);
        if (at && is_scalar) at = skip_ends(in, at, &all, &is_over);
    }
    return at;
}

const char *weft_in_raw(weft_json_in *in, const char *at, weft_str *value)
{
    const char *end = weft_in_skip(in, at);
    if (end) *value = weft_str_of(at, (size_t)(end - at));
    return end;
}
