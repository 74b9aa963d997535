/* weft/codec.h: the vocabulary that generated codecs are written in. People use weft/json.h.
 *
 * Writers pass `at`, where the next byte goes, from put to put in a register; readers pass `at`, the next byte to look
 * at. What is fixed is straight-line code in the generated function; what varies is a call. */
#ifndef WEFT_CODEC_H
#define WEFT_CODEC_H
#include <string.h>
#include <weft/json.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#define WEFT_HOT     static inline __attribute__((always_inline))
#define WEFT_RARE(x) __builtin_expect(!!(x), 0)
#define WEFT_SLOW    __attribute__((cold, noinline))
#else
#define WEFT_HOT     static inline
#define WEFT_RARE(x) (x)
#define WEFT_SLOW
#endif

/* ---- Writing ---------------------------------------------------------------------------------------------
 *
 * Room. A put that has a fixed bound (WEFT_OUT_... below, and literals) asks for none: the put before it made sure. Runs
 * of fixed puts are at most WEFT_OUT_RUN bytes; a run starts behind weft_out_room(out, at, run) or weft_out_text(...,
 * run), which promise `run` bytes from the pointer they return. A put may write up to WEFT_OUT_SLACK bytes of rubbish
 * behind its end, which the next put overwrites. After a failure `at` moves to a spare place in the writer, so that no
 * caller has to ask: the failure is found at the end. */

enum { /* bytes that a put takes at most */
       WEFT_OUT_I64 = 20,
       WEFT_OUT_U64 = 20,
       WEFT_OUT_F64 = 25,
       WEFT_OUT_F32 = 22,
       WEFT_OUT_BOOL = 5,
       WEFT_OUT_TIME = 28, /* with its quotes */
       WEFT_OUT_UUID = 38  /* with its quotes */
};

/* A literal: `at = WEFT_OUT_LIT(at, ",\"price\":");` Copied in words of 16, so that it is few stores: rubbish behind. */
#define WEFT_OUT_LIT(at, text) \
    weft_out_lit((at), "" text "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", sizeof(text) - 1)
WEFT_HOT char *weft_out_lit(char *at, const char *padded, size_t len)
{
    memcpy(at, padded, len <= 4 ? 4 : len <= 8 ? 8 : (len + 15) & ~(size_t)15);
    return at + len;
}

WEFT_SLOW char *weft_out_more(weft_json_out *out, char *at, size_t run);
WEFT_HOT char *weft_out_room(weft_json_out *out, char *at, size_t run)
{
    return WEFT_RARE((size_t)(out->end - at) < run) ? weft_out_more(out, at, run) : at;
}

/* The inside of a text, escaped and checked to be UTF-8; the quotes are the literals' around it. Asks for its own room,
 * and for `after` bytes behind it. An absent text is an empty one. */
WEFT_HOT char *weft_out_text(weft_json_out *out, char *at, weft_str text, size_t after)
{
    return out->text(out, at, text.ptr, text.len, after);
}
char *weft_out_i64(char *at, int64_t value);
char *weft_out_u64(char *at, uint64_t value);
char *weft_out_f64(weft_json_out *out, char *at, double value);
char *weft_out_f32(weft_json_out *out, char *at, float value);
WEFT_HOT char *weft_out_bool(char *at, bool value)
{
    memcpy(at, value ? "true" : "fals", 4);
    at[4] = 'e';
    return at + 5 - value;
}
/* With their quotes: a time in milliseconds since 1970 as RFC 3339 in UTC, 16 bytes as a UUID. */
char *weft_out_time(weft_json_out *out, char *at, int64_t unix_ms);
char *weft_out_uuid(char *at, const uint8_t *bytes);
/* JSON as it is, checked; absent: null. Asks for its own room, and for `after` bytes behind it. */
char *weft_out_raw(weft_json_out *out, char *at, weft_str json, size_t after);
/* An enum's value that has no name, a list without a pointer: the write fails. Returns where to go on. */
WEFT_SLOW char *weft_out_fail(weft_json_out *out, weft_json_code code);
/* Around the body of a function that may call itself: false, and the write failed, when it is nested too deep. */
WEFT_HOT bool weft_out_enter(weft_json_out *out) { return ++out->depth <= WEFT_JSON_DEPTH; }
WEFT_HOT void weft_out_leave(weft_json_out *out) { out->depth--; }

/* ---- Reading ---------------------------------------------------------------------------------------------
 *
 * A take gets `at` on the first byte of its value, white space behind it, and returns the byte behind the value; NULL
 * after it left a failure. The text ends with a NUL, which no value and no literal contains, so nothing asks for the
 * end; loads of up to 16 bytes may look beyond it (WEFT_JSON_PAD). */

/* Whether the literal stands at `at`: `if (WEFT_IN_IS(at, ",\"name\":\""))`. Two loads for up to 16 bytes. */
#define WEFT_IN_IS(at, text) weft_in_is((at), "" text "\0\0\0\0\0\0\0\0", sizeof(text) - 1)
WEFT_HOT uint64_t weft_in_word(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}
WEFT_HOT bool weft_in_is(const char *at, const char *padded, size_t len)
{
    if (len > 16) return memcmp(at, padded, len) == 0;
    uint64_t differs = weft_in_word(at) ^ weft_in_word(padded);
    if (len >= 8) return (differs | (weft_in_word(at + len - 8) ^ weft_in_word(padded + len - 8))) == 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return differs >> (64 - 8 * len) == 0;
#else
    return differs << (64 - 8 * len) == 0;
#endif
}
#define WEFT_IN_LEN(text) (sizeof(text) - 1)

/* May be white space; no value starts so. */
WEFT_HOT bool weft_in_blank(char byte) { return (unsigned char)byte <= ' '; }
const char *weft_in_space(const char *at); /* behind white space */
/* On the value behind a literal that ended with a colon. */
WEFT_HOT const char *weft_in_value(const char *at)
{
    return WEFT_RARE(weft_in_blank(*at)) ? weft_in_space(at) : at;
}

/* Indented text: the bytes that `before` ('{', ',') takes with the line break and the indent behind it, when they are as
 * the last ones of this depth were, which the slow functions keep; 0 when they are not. `before` '{' is one deeper. */
WEFT_HOT bool weft_in_indent(const char *at, size_t len)
{
    static const char line[] = "\n               ";
    uint64_t differs = weft_in_word(at) ^ weft_in_word(line);
    if (len - 1 >= 16) return false;
    if (len >= 8) return (differs | (weft_in_word(at + len - 8) ^ weft_in_word(line + (len > 8)))) == 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return differs >> (64 - 8 * len) == 0;
#else
    return differs << (64 - 8 * len) == 0;
#endif
}
WEFT_HOT size_t weft_in_gap(const weft_json_in *in, const char *at, char before)
{
    size_t len = in->indents[(in->depth + (before == '{')) % 8];
    return *at == before && weft_in_indent(at + 1, len) ? len + 1 : 0;
}
/* The same of an object's end, the indent and the brace behind it. */
WEFT_HOT size_t weft_in_gap_end(const weft_json_in *in, const char *at)
{
    size_t len = in->outdents[in->depth % 8];
    return weft_in_indent(at, len) && at[len] == '}' ? len + 1 : 0;
}

/* A value of another kind than the wanted one, or none at all: a failure. Returns NULL. */
WEFT_SLOW const char *weft_in_wrong(weft_json_in *in, const char *at, weft_json_kind wanted);

WEFT_HOT const char *weft_in_i64(weft_json_in *in, const char *at, int64_t *value)
{
    return in->i64(in, at, value);
}
const char *weft_in_u64(weft_json_in *in, const char *at, uint64_t *value);
/* Narrower integers: refused outside of min..max. */
const char *weft_in_int(weft_json_in *in, const char *at, int64_t min, int64_t max, int64_t *value);
const char *weft_in_uint(weft_json_in *in, const char *at, uint64_t max, uint64_t *value);
WEFT_HOT const char *weft_in_f64(weft_json_in *in, const char *at, double *value)
{
    return in->f64(in, at, value);
}
const char *weft_in_f32(weft_json_in *in, const char *at, float *value);
WEFT_HOT const char *weft_in_bool(weft_json_in *in, const char *at, bool *value)
{
    /* Compared with the one that the first byte promises, so that there is no coin to be guessed. */
    static const char words[] = "alsetrue";
    bool is_true = *at == 't';
    uint32_t word, expected;
    memcpy(&word, at + !is_true, sizeof word);
    memcpy(&expected, words + 4 * is_true, sizeof expected);
    uint32_t differs = (word ^ expected) | (uint32_t)(*at ^ (is_true ? 't' : 'f'));
    if (WEFT_RARE(differs)) return weft_in_wrong(in, at, WEFT_JSON_BOOL);
    *value = is_true;
    return at + 5 - is_true;
}
/* Texts: behind the opening quote (in the fast path, whose literal had it), and on it. */
WEFT_HOT const char *weft_in_quoted(weft_json_in *in, const char *behind_quote, weft_str *value)
{
    return in->text(in, behind_quote, value);
}
WEFT_HOT const char *weft_in_text(weft_json_in *in, const char *at, weft_str *value)
{
    return WEFT_RARE(*at != '"') ? weft_in_wrong(in, at, WEFT_JSON_TEXT) : in->text(in, at + 1, value);
}
const char *weft_in_time(weft_json_in *in, const char *at, int64_t *unix_ms); /* RFC 3339, any offset */
const char *weft_in_uuid(weft_json_in *in, const char *at, uint8_t *bytes);
/* Any value: stepped over, checked; raw: its bytes. */
const char *weft_in_skip(weft_json_in *in, const char *at);
const char *weft_in_raw(weft_json_in *in, const char *at, weft_str *value);
/* Whether null stands here: then at + 4 is behind it. */
WEFT_HOT bool weft_in_null(const char *at) { return WEFT_IN_IS(at, "null"); }

/* Objects. `at` on the brace: steps to the first name. Names are given without quotes and escapes, `at` is then on the
 * value. At the end of the object name->ptr is NULL and `at` behind it.
 *     for (at = weft_in_object(in, at, &name); at && name.ptr; at = weft_in_member(in, at, &name)) */
const char *weft_in_object(weft_json_in *in, const char *at, weft_str *name);
/* Around an object whose brace a literal matched; weft_in_object and weft_in_member do it themselves. false: a failure. */
WEFT_SLOW bool weft_in_deep(weft_json_in *in, const char *at);
WEFT_HOT bool weft_in_enter(weft_json_in *in, const char *at)
{
    if (WEFT_RARE(++in->depth > WEFT_JSON_DEPTH)) return weft_in_deep(in, at);
    return true;
}
WEFT_HOT void weft_in_leave(weft_json_in *in) { in->depth--; }
const char *weft_in_member(weft_json_in *in, const char *at, weft_str *name);
/* The value of the member `name` of the object at `at`, which is otherwise stepped over: for a union's discriminator.
 * *found is NULL when there is none. Returns `at` again; NULL after a failure. */
const char *weft_in_find(weft_json_in *in, const char *at, weft_str name, const char **found);

/* Lists, and the entries of maps (weft_in_open instead of weft_in_array): items are added one after the other and moved
 * once, at the end. The place of an item is valid until the next one is added.
 *     static const char *take_tags(weft_json_in *in, const char *at, const weft_str **tags, size_t *tags_count)
 *     {
 *         weft_in_list list;
 *         for (at = weft_in_array(in, at, &list); at && list.more; at = weft_in_item(in, at, &list)) {
 *             weft_str *item = weft_in_add(in, &list, sizeof *item);
 *             if (!item) return NULL;
 *             at = weft_in_text(in, at, item);
 *             if (!at) return NULL;
 *         }
 *         if (!at) return NULL;
 *         *tags = weft_in_done(in, &list);
 *         *tags_count = list.count;
 *         return at;
 *     }                                                                              */
typedef struct weft_in_list {
    char *base, *end; /* the items so far */
    char *floor;      /* what is free when they are gone */
    size_t count;
    bool more;
} weft_in_list;
const char *weft_in_array_slow(weft_json_in *in, const char *at, weft_in_list *list);
const char *weft_in_item_slow(weft_json_in *in, const char *at, weft_in_list *list);
void *weft_in_add_slow(weft_json_in *in, weft_in_list *list, size_t size);
WEFT_HOT char *weft_in_aligned(char *memory) { return memory + (-(uintptr_t)memory & 15); }
WEFT_HOT void weft_in_open(weft_json_in *in, weft_in_list *list)
{
    list->floor = in->low;
    list->base = list->end = in->low = weft_in_aligned(in->low);
    list->count = 0;
    list->more = true;
    in->lists++;
}
WEFT_HOT const char *weft_in_shut(weft_json_in *in, const char *at, weft_in_list *list)
{
    list->more = false;
    weft_in_leave(in);
    return at + 1;
}
WEFT_HOT const char *weft_in_array(weft_json_in *in, const char *at, weft_in_list *list)
{
    if (WEFT_RARE(*at != '[' || at[1] == ']' || weft_in_blank(at[1]) || in->depth >= WEFT_JSON_DEPTH))
        return weft_in_array_slow(in, at, list);
    in->depth++;
    weft_in_open(in, list);
    return at + 1;
}
WEFT_HOT const char *weft_in_item(weft_json_in *in, const char *at, weft_in_list *list)
{
    if (*at == ',') {
        if (!weft_in_blank(at[1])) return at + 1;
        size_t gap = weft_in_gap(in, at, ',');
        if (gap && !weft_in_blank(at[gap])) return at + gap;
    }
    return *at == ']' ? weft_in_shut(in, at, list) : weft_in_item_slow(in, at, list);
}
WEFT_HOT void *weft_in_add(weft_json_in *in, weft_in_list *list, size_t size)
{
    char *item = list->end;
    if (WEFT_RARE(item != in->low || in->high - item < (ptrdiff_t)size))
        return weft_in_add_slow(in, list, size);
    in->low = list->end = item + size;
    list->count++;
    return item;
}
/* Behind the last item: gives them their place, which lives as long as the memory; an empty list has a pointer too. */
const void *weft_in_done(weft_json_in *in, weft_in_list *list);

/* `size` bytes aligned for any type, not zeroed; NULL, and a failure, when memory is out. */
void *weft_in_alloc(weft_json_in *in, size_t size);

/* Failures: all return NULL. `at` is on the value (or the name) that they are about. */
WEFT_SLOW const char *weft_in_fail(weft_json_in *in, const char *at, weft_json_code code);
/* `what` was expected: "one of red, green", in static memory. */
WEFT_SLOW const char *weft_in_form(weft_json_in *in, const char *at, const char *what);
WEFT_SLOW const char *weft_in_missing(weft_json_in *in, const char *object, const char *name);
/* Whether the bits of `required` are all `seen`: then `at` again, else a failure that names the first missing one. */
WEFT_HOT const char *weft_in_all(weft_json_in *in, const char *at, const char *object,
                                 const char *const *names, uint64_t required, uint64_t seen)
{
    uint64_t missing = required & ~seen;
    if (!WEFT_RARE(missing)) return at;
    while (!(missing & 1)) missing >>= 1, names++;
    return weft_in_missing(in, object, *names);
}
WEFT_SLOW const char *weft_in_unknown(weft_json_in *in, const char *value, weft_str name,
                                      const char *const *names, size_t names_count);
WEFT_SLOW const char *weft_in_twice(weft_json_in *in, const char *value, weft_str name);
/* A value breaks a limit: remembered, and reading goes on. `object` is the brace of the object that has it, `name` its
 * member, `index` the item of that member's list or the entry of its map (SIZE_MAX: the member itself). `name` and
 * `reason` are in static memory. */
WEFT_SLOW void weft_in_reject(weft_json_in *in, const char *object, const char *name, size_t index,
                              const char *reason);
/* Whether the keys (a weft_str at the beginning of each of `count` entries of `size` bytes) are all different; if not,
 * a failure. For maps. */
const char *weft_in_distinct(weft_json_in *in, const char *at, const void *entries, size_t count,
                             size_t size);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
