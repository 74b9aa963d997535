#include "static/range.h"
#include "src/base/str.h"
#include "src/http/field.h"

/* Cuts digits off `*rest`, any number of them: what no file reaches is INT64_MAX. false when there is none. */
static bool take_number(weft_str *rest, int64_t *number)
{
    size_t len = 0;
    *number = 0;
    for (; len < rest->len && rest->ptr[len] >= '0' && rest->ptr[len] <= '9'; len++) {
        int64_t digit = rest->ptr[len] - '0';
        *number = *number > (INT64_MAX - digit) / 10 ? INT64_MAX : *number * 10 + digit;
    }
    *rest = weft_str_of(rest->ptr + len, rest->len - len);
    return len > 0;
}

static bool take_dash(weft_str *rest)
{
    if (rest->len == 0 || *rest->ptr != '-') return false;
    *rest = weft_str_of(rest->ptr + 1, rest->len - 1);
    return true;
}

/* "FROM-TO", "FROM-" or "-LENGTH"; false when it is none. length 0: it lies behind the end. */
static bool read_range(weft_str text, int64_t size, wf_range *out)
{
    int64_t from, to = INT64_MAX;
    *out = (wf_range){ 0 };
    if (take_number(&text, &from)) {
        if (!take_dash(&text)) return false;
        if (text.len > 0 && (!take_number(&text, &to) || text.len > 0 || to < from)) return false;
        if (from < size) *out = (wf_range){ from, (to < size ? to : size - 1) - from + 1 };
        return true;
    }
    if (!take_dash(&text) || !take_number(&text, &to) || text.len > 0) return false;
    int64_t length = to < size ? to : size;
    *out = (wf_range){ size - length, length };
    return true;
}

static bool touches(const wf_range *a, const wf_range *b)
{
    return a->from <= b->from + b->length && b->from <= a->from + a->length;
}

static wf_range joined(const wf_range *a, const wf_range *b)
{
    int64_t from = a->from < b->from ? a->from : b->from;
    int64_t a_end = a->from + a->length, b_end = b->from + b->length;
    return (wf_range){ from, (a_end > b_end ? a_end : b_end) - from };
}

/* A range that joins two takes the place of the first, and may then touch a third. */
static void add(wf_ranges *out, wf_range range)
{
    uint32_t place = out->count;
    for (uint32_t i = 0; i < out->count;) {
        if (!touches(&out->list[i], &range)) {
            i++;
            continue;
        }
        range = joined(&out->list[i], &range);
        place = i < place ? i : place;
        out->count--;
        memmove(&out->list[i], &out->list[i + 1], (out->count - i) * sizeof range);
        i = 0;
    }
    memmove(&out->list[place + 1], &out->list[place], (out->count - place) * sizeof range);
    out->list[place] = range;
    out->count++;
}

wf_range_result wf_ranges_read(weft_str field, int64_t size, wf_ranges *out)
{
    static const char unit[] = "bytes=";
    enum { UNIT = sizeof unit - 1 };
    out->count = 0;
    if (field.len < UNIT || !wf_str_eq_nocase(weft_str_of(field.ptr, UNIT), weft_lit("bytes=")))
        return WF_RANGES_IGNORED;
    weft_str rest = weft_str_of(field.ptr + UNIT, field.len - UNIT), spec;
    uint32_t seen = 0;
    for (wf_range range; (spec = wf_list_next(&rest)).ptr; seen++) {
        if (seen == WF_RANGES_MAX || !read_range(spec, size, &range)) return WF_RANGES_IGNORED;
        if (size == 0 && *spec.ptr == '-')
            return WF_RANGES_IGNORED; /* all of nothing: no Content-Range says it */
        if (range.length > 0) add(out, range);
    }
    return seen == 0 ? WF_RANGES_IGNORED : out->count ? WF_RANGES_SOME : WF_RANGES_NONE;
}
