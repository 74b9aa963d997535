#include "src/http/media.h"
#include "src/base/str.h"
#include "src/http/byte.h"

static size_t token_len(weft_str text)
{
    size_t len = 0;
    while (len < text.len && wf_byte_is(text.ptr[len], WF_BYTE_TOKEN)) len++;
    return len;
}

static weft_str skip(weft_str text, size_t len) { return weft_str_of(text.ptr + len, text.len - len); }

static weft_str skip_blanks(weft_str text)
{
    while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t')) text = skip(text, 1);
    return text;
}

/* ---- types and parameters ---- */

/* Splits "type/subtype"; false when it is none. */
static bool split_type(weft_str essence, weft_str *type, weft_str *subtype)
{
    *subtype = essence;
    *type = wf_str_cut(subtype, '/');
    return wf_is_token(*type) && wf_is_token(*subtype);
}

weft_str wf_media_essence(weft_str content_type)
{
    weft_str type, subtype, essence = wf_str_trim(wf_str_cut(&content_type, ';'));
    return split_type(essence, &type, &subtype) ? essence : weft_str_of(NULL, 0);
}

/* The length of the quoted string that `text` starts with, quotes included; 0 when it does not end. */
static size_t quoted_len(weft_str text)
{
    for (size_t i = 1; i < text.len; i++) {
        if (text.ptr[i] == '"') return i + 1;
        if (text.ptr[i] == '\\' && ++i == text.len) return 0;
        if (!wf_byte_is(text.ptr[i], WF_BYTE_VALUE)) return 0;
    }
    return 0;
}

/* Cuts name "=" value off `*rest`; false, and nothing is cut, when it does not start with that. */
static bool take_param(weft_str *rest, weft_str *name, weft_str *value)
{
    weft_str text = *rest;
    *name = weft_str_of(text.ptr, token_len(text));
    text = skip(text, name->len);
    if (name->len == 0 || text.len < 2 || *text.ptr != '=') return false;
    text = skip(text, 1);
    *value = weft_str_of(text.ptr, *text.ptr == '"' ? quoted_len(text) : token_len(text));
    if (value->len == 0) return false;
    *rest = skip(text, value->len);
    return true;
}

bool wf_param_next(weft_str *rest, weft_str *name, weft_str *value)
{
    for (;;) {
        *rest = skip_blanks(*rest);
        if (rest->len == 0 || *rest->ptr != ';') return false;
        *rest = skip_blanks(skip(*rest, 1));
        if (rest->len > 0 && *rest->ptr != ';') return take_param(rest, name, value);
    }
}

weft_str wf_param_text(weft_str value, char *out, size_t room)
{
    if (value.len == 0 || *value.ptr != '"') return value;
    weft_str text = weft_str_of(value.ptr + 1, value.len - 2);
    if (!memchr(text.ptr, '\\', text.len)) return text;
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\\') i++;
        if (len == room) return weft_str_of(NULL, 0);
        out[len++] = text.ptr[i];
    }
    return weft_str_of(out, len);
}

/* What follows the type: its parameters. */
static weft_str params_of(weft_str content_type)
{
    const char *first = content_type.len ? memchr(content_type.ptr, ';', content_type.len) : NULL;
    return first ? skip(content_type, (size_t)(first - content_type.ptr)) : weft_str_of("", 0);
}

weft_str wf_media_param(weft_str content_type, weft_str name, char *out, size_t room)
{
    weft_str rest = params_of(content_type), key, value;
    while (wf_param_next(&rest, &key, &value))
        if (wf_str_eq_nocase(key, name)) return wf_param_text(value, out, room);
    return weft_str_of(NULL, 0);
}

/* ---- Accept ---- */

enum match { NO_MATCH, ANY_TYPE, ANY_SUBTYPE, WITH_PARAMS, EXACT }; /* the higher, the closer */
enum { Q_ONE = 1000 };

int wf_q_read(weft_str text)
{
    bool one = text.len > 0 && text.ptr[0] == '1';
    if (text.len == 0 || text.len > 5 || (!one && text.ptr[0] != '0')) return Q_ONE;
    if (text.len > 1 && text.ptr[1] != '.') return Q_ONE;
    int q = 0, unit = 100;
    for (size_t i = 2; i < text.len; i++, unit /= 10) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9') return Q_ONE;
        q += unit * (text.ptr[i] - '0');
    }
    return one ? Q_ONE : q;
}

/* How close the range `essence`, its parameters apart, comes to `type`. */
static enum match match_types(weft_str essence, weft_str type)
{
    weft_str range_main, range_sub, type_main, type_sub;
    if (!split_type(essence, &range_main, &range_sub)) return NO_MATCH;
    if (!split_type(type, &type_main, &type_sub)) return NO_MATCH;
    bool any_sub = weft_str_eq(range_sub, weft_lit("*"));
    if (any_sub && weft_str_eq(range_main, weft_lit("*"))) return ANY_TYPE;
    if (!wf_str_eq_nocase(range_main, type_main)) return NO_MATCH;
    if (any_sub) return ANY_SUBTYPE;
    return wf_str_eq_nocase(range_sub, type_sub) ? EXACT : NO_MATCH;
}

/* The same for an element of Accept, and its q: the first, what follows it is none of the range's. */
static enum match match_range(weft_str range, weft_str type, int *q)
{
    weft_str rest = params_of(range), name, value;
    enum match match = match_types(wf_media_essence(range), type);
    *q = Q_ONE;
    while (match != NO_MATCH && wf_param_next(&rest, &name, &value)) {
        if (wf_str_eq_nocase(name, weft_lit("q"))) {
            *q = wf_q_read(value);
            break;
        }
        if (match == EXACT) match = WITH_PARAMS;
    }
    return match;
}

/* The q of the ranges that come closest to `type`; 0 when none does. */
static int quality_of(weft_str type, weft_str accept)
{
    enum match closest = NO_MATCH;
    int best = 0, q;
    for (weft_str range = wf_list_next(&accept); range.ptr; range = wf_list_next(&accept)) {
        enum match match = match_range(range, type, &q);
        if (match == NO_MATCH || match < closest) continue;
        best = match > closest || q > best ? q : best;
        closest = match;
    }
    return best;
}

static bool has_range(weft_str accept)
{
    for (weft_str range = wf_list_next(&accept); range.ptr; range = wf_list_next(&accept))
        if (wf_media_essence(range).ptr) return true;
    return false;
}

ptrdiff_t wf_accept_best(weft_str accept, const char *const *types, size_t count)
{
    if (count > 0 && !has_range(accept)) return 0;
    ptrdiff_t best = -1;
    int best_q = 0;
    for (size_t i = 0; i < count; i++) {
        int q = quality_of(wf_media_essence(wf_str(types[i])), accept);
        if (q <= best_q) continue;
        best = (ptrdiff_t)i;
        best_q = q;
    }
    return best;
}
