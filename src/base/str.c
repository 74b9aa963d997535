/* Views: comparing, trimming, cutting, and the nearest of some names. */
#include "src/base/str.h"
#include "src/base/check.h"
#include <stdint.h>

enum { NAME_MAX_LEN = 64 };

bool weft_str_eq(weft_str a, weft_str b)
{
    if (a.len != b.len || !a.ptr != !b.ptr) return false;
    return a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0;
}

static inline uint64_t load_8(const char *ptr)
{
    uint64_t bytes;
    memcpy(&bytes, ptr, sizeof bytes);
    return bytes;
}

/* wf_lower on eight bytes at once: bit 7 of a byte of `upper` is set where that byte is A to Z. */
static inline uint64_t lower_8(uint64_t bytes)
{
    const uint64_t each = 0x0101010101010101;
    uint64_t low7 = bytes & 0x7f * each;
    uint64_t from_a = low7 + (0x80 - 'A') * each;
    uint64_t past_z = low7 + (0x80 - 'Z' - 1) * each;
    uint64_t upper = from_a & ~past_z & ~bytes & 0x80 * each;
    return bytes | upper >> 2;
}

bool wf_str_eq_nocase(weft_str a, weft_str b)
{
    if (a.len != b.len || !a.ptr != !b.ptr) return false;
    size_t i = 0;
    for (; a.len - i >= 8; i += 8) {
        if (lower_8(load_8(a.ptr + i)) != lower_8(load_8(b.ptr + i))) return false;
    }
    for (; i < a.len; i++) {
        if (wf_lower(a.ptr[i]) != wf_lower(b.ptr[i])) return false;
    }
    return true;
}

int wf_str_order(weft_str a, weft_str b)
{
    int order = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool wf_str_starts(weft_str text, weft_str prefix)
{
    if (prefix.len == 0) return true;
    return prefix.len <= text.len && memcmp(text.ptr, prefix.ptr, prefix.len) == 0;
}

static inline bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

weft_str wf_str_trim(weft_str text)
{
    while (text.len && is_blank(text.ptr[text.len - 1])) text.len--;
    while (text.len && is_blank(*text.ptr)) {
        text.ptr++;
        text.len--;
    }
    return text;
}

weft_str wf_str_cut(weft_str *rest, char separator)
{
    weft_str part = *rest;
    const char *found = part.len ? memchr(part.ptr, separator, part.len) : NULL;
    if (!found) {
        *rest = weft_str_of(NULL, 0);
        return part;
    }
    part.len = (size_t)(found - part.ptr);
    *rest = weft_str_of(found + 1, rest->len - part.len - 1);
    return part;
}

static inline size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Optimal string alignment: Levenshtein's edits and the swap of two neighbours, one row a byte of `a`. */
static size_t edit_distance(weft_str a, weft_str b)
{
    size_t rows[3][NAME_MAX_LEN + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b.len; j++) before[j] = above[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            size_t replaced = above[j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);
            row[j] = least(replaced, 1 + least(above[j], row[j - 1]));
            bool swapped = i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1];
            if (swapped) row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.len];
}

const char *wf_str_nearest(weft_str name, const char *const *names, size_t count)
{
    if (name.len > NAME_MAX_LEN) return NULL;
    const char *nearest = NULL;
    size_t bound = name.len / 3 + 1; /* only what is nearer than this */
    for (size_t i = 0; i < count; i++) {
        weft_str other = wf_str(names[i]);
        if (other.len > NAME_MAX_LEN) continue;
        size_t distance = edit_distance(name, other);
        if (distance < bound) {
            bound = distance;
            nearest = names[i];
        }
    }
    return nearest;
}
