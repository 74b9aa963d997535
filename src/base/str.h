/* Views: comparing, trimming, cutting. Nothing here allocates. */
#ifndef WF_BASE_STR_H
#define WF_BASE_STR_H
#include <string.h>
#include <weft/weft.h>

/* A view of a NUL-terminated text; absent for NULL. */
static inline weft_str wf_str(const char *text) { return weft_str_of(text, text ? strlen(text) : 0); }

static inline char wf_lower(char byte) { return (char)(byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte); }

/* Copies `len` bytes and returns where the next go. Short ones are a few moves instead of a call: heads are made of
 * them. */
static inline char *wf_copy(char *to, const char *from, size_t len)
{
    if (len > 32) {
        memcpy(to, from, len);
    } else if (len >= 16) { /* two moves that overlap, and so on down */
        char tail[16];
        memcpy(tail, from + len - 16, 16);
        memcpy(to, from, 16);
        memcpy(to + len - 16, tail, 16);
    } else if (len >= 8) {
        char tail[8];
        memcpy(tail, from + len - 8, 8);
        memcpy(to, from, 8);
        memcpy(to + len - 8, tail, 8);
    } else {
        for (size_t i = 0; i < len; i++) to[i] = from[i];
    }
    return to + len;
}

/* Equal but for the case of ASCII letters. Locale never matters. */
bool wf_str_eq_nocase(weft_str a, weft_str b);
/* Below, above or 0, as memcmp: by bytes, a prefix before what it starts. Neither may be absent. */
int wf_str_order(weft_str a, weft_str b);
bool wf_str_starts(weft_str text, weft_str prefix); /* an empty prefix starts every text */
/* Without the spaces and tabs (HTTP's OWS) at both ends. */
weft_str wf_str_trim(weft_str text);
/* Cuts the part before the first `separator` off `*rest` and returns it; `*rest` becomes absent at the end.
 *     while (rest.ptr) { weft_str part = wf_str_cut(&rest, ','); ... }            */
weft_str wf_str_cut(weft_str *rest, char separator);
/* The closest of `count` names to `name`, for "did you mean", the first of equals; NULL when none is near (edit
 * distance, two swapped neighbours counted as one edit, over a third of the name's length). */
const char *wf_str_nearest(weft_str name, const char *const *names, size_t count);
#endif
