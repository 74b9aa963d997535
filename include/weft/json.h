/* weft/json.h: JSON (RFC 8259) for what has no struct, and what every codec shares.
 *
 * A struct has a generated codec (`weft json`): item_json(req, &it) writes one, item_read(req, &it) reads one. This
 * header is for the rest: documents made up on the way, arrays that come and go item by item, WebSocket messages,
 * files. One engine does both, so what is accepted, refused and printed is the same.
 *
 * Reading is strict: what RFC 8259 does not allow is refused, also inside values that are skipped; texts must be
 * UTF-8 without lone surrogates, nothing is nested deeper than 256. Integers are exact or refused, never rounded;
 * doubles are the nearest ones. Writing cannot make what reading would refuse.
 *
 * Errors are sticky, as a buffer's are: after the first, every call does nothing, and who finishes asks once. Nothing
 * here looks at the locale. Nothing here is thread-safe; different writers and readers may be used by different
 * threads. */
#ifndef WEFT_JSON_H
#define WEFT_JSON_H
#include <weft/buf.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum {
    WEFT_JSON_REJECTIONS = 100,
    WEFT_JSON_DEPTH = 256, /* objects and arrays within one another */
    WEFT_JSON_PAD = 64     /* bytes that a reader may look at behind the end of its text */
};

/* What a member of a struct was in the text: for members that the codec calls optional or nullable. */
typedef enum weft_presence { WEFT_MISSING, WEFT_NULL, WEFT_VALUE } weft_presence;

/* The kind of a value, told by its first byte. */
typedef enum weft_json_kind {
    WEFT_JSON_NONE, /* no value: the end of the text, or a byte that starts none */
    WEFT_JSON_NULL,
    WEFT_JSON_BOOL,
    WEFT_JSON_NUMBER,
    WEFT_JSON_TEXT,
    WEFT_JSON_ARRAY,
    WEFT_JSON_OBJECT
} weft_json_kind;

/* ---- What went wrong ------------------------------------------------------------------------------------- */

typedef enum weft_json_code {
    WEFT_JSON_OK,
    /* The text is no JSON. */
    WEFT_JSON_SYNTAX,    /* a byte that cannot stand there */
    WEFT_JSON_CUT,       /* the text ends within a value */
    WEFT_JSON_TRAILING,  /* something follows the value */
    WEFT_JSON_DEEP,      /* nested deeper than WEFT_JSON_DEPTH */
    WEFT_JSON_UTF8,      /* a text that is not UTF-8 */
    WEFT_JSON_SURROGATE, /* an escape that is half of a surrogate pair */
    WEFT_JSON_ESCAPE,    /* a backslash that starts no escape */
    WEFT_JSON_CONTROL,   /* a raw control byte within a text */
    /* It is JSON, but not what was asked for. */
    WEFT_JSON_KIND,      /* another kind of value: see wanted and found */
    WEFT_JSON_RANGE,     /* a number that its type cannot hold */
    WEFT_JSON_FRACTION,  /* a number with a fraction where an integer is wanted */
    WEFT_JSON_FORM,      /* a text that is not of the wanted form: a time, a UUID, an enum's name */
    WEFT_JSON_COUNT,     /* another number of items than a fixed array has */
    WEFT_JSON_REQUIRED,  /* a member is missing */
    WEFT_JSON_UNKNOWN,   /* a member that nobody knows */
    WEFT_JSON_DUPLICATE, /* a member for the second time */
    /* It is what was asked for, but its values break limits: see rejected. */
    WEFT_JSON_REJECTED,
    /* The memory or buffer that was given is full. */
    WEFT_JSON_MEMORY,
    /* Writing: what cannot be written as JSON. */
    WEFT_JSON_NOT_FINITE, /* a double or float that is infinite or no number */
    WEFT_JSON_MISUSE /* a value without a name, an end without a beginning, an enum's value that has no name */
} weft_json_code;

/* A value that breaks a limit. The first WEFT_JSON_REJECTIONS are told. */
typedef struct weft_json_rejected {
    const struct weft_json_rejected *next; /* in the order of the text */
    weft_str path;                         /* "items[3].price"; empty: the value as a whole */
    weft_str reason;                       /* "must be at least 0" */
} weft_json_rejected;

typedef struct weft_json_error {
    weft_json_code code;
    weft_json_kind found; /* what stands there */
    size_t offset;        /* bytes before the place */
    size_t line, column;  /* from 1; columns are characters, lines end with LF */
    weft_str path;        /* of the value or member: "items[3].price"; empty: the value as a whole */
    weft_str message;     /* a sentence for people, path and place in it; never a large part of the text */
    const weft_json_rejected *rejected; /* with WEFT_JSON_REJECTED: every one */
} weft_json_error;

/* ---- Memory ---------------------------------------------------------------------------------------------- */

/* Where reading puts what does not lie in the text itself: lists, texts with escapes. A request has one, whose lifetime
 * and budget are the request's; outside of a request make one. */
typedef struct weft_memory weft_memory;
weft_memory *weft_req_memory(weft_request *req);
/* At most `limit` bytes, taken as they are needed; NULL when memory is out.
 *     weft_memory *memory = weft_memory_new(1 << 20);
 *     weft_memory_free(memory);                                                */
weft_memory *weft_memory_new(size_t limit);
void weft_memory_reset(weft_memory *memory); /* takes back all that was taken from it */
void weft_memory_free(weft_memory *memory);

/* ---- Structs --------------------------------------------------------------------------------------------- */

typedef struct weft_json_out weft_json_out;
typedef struct weft_json_in weft_json_in;

/* How a struct is written and read: a constant, generated for each (weft/codec.h has the vocabulary). */
struct weft_codec {
    const char *name; /* of the struct */
    size_t size;      /* sizeof it */
    char *(*put)(weft_json_out *out, char *at, const void *value);
    const char *(*take)(weft_json_in *in, const char *at, void *value);
};

/* Writes `value` behind what the buffer holds. false: the buffer failed (`error`, which may be NULL, says why) and its
 * length is what it was. A writer asks for WEFT_OUT_RUN + WEFT_OUT_SLACK bytes (576) beyond what it has written, so a
 * buffer's limit must be so much larger than the longest document: one of exactly its length is too small.
 *     if (!weft_codec_write(&codec, &it, buf, NULL)) return weft_empty(WEFT_INTERNAL);                       */
WEFT_CHECK bool weft_codec_write(const weft_codec *codec, const void *value, weft_buf *buf,
                                 weft_json_error *error);
/* Reads the whole of `text` into `value`. Lists and texts that it points at are in `memory`, as is what `error` (which
 * may be NULL) points at. false: `error` says why, and `value` is not to be used.
 *     weft_json_error error;
 *     if (!weft_codec_read(&codec, text, memory, &it, &error)) puts(error.message.ptr);
 * The text is copied into `memory` first, for the reader looks ahead. The second way reads it where it is: it promises
 * that text.ptr[text.len] is a NUL, that WEFT_JSON_PAD bytes from there on may be read, and that the text lives as long
 * as `value`, whose texts without escapes are then views into it. */
WEFT_CHECK bool weft_codec_read(const weft_codec *codec, weft_str text, weft_memory *memory, void *value,
                                weft_json_error *error);
WEFT_CHECK bool weft_codec_read_padded(const weft_codec *codec, weft_str text, weft_memory *memory,
                                       void *value, weft_json_error *error);
/* The same for an array of structs: `items` is the first of `count` behind one another. */
WEFT_CHECK bool weft_codec_write_list(const weft_codec *codec, const void *items, size_t count, weft_buf *buf,
                                      weft_json_error *error);
WEFT_CHECK bool weft_codec_read_list(const weft_codec *codec, weft_str text, weft_memory *memory,
                                     const void **items, size_t *count, weft_json_error *error);
WEFT_CHECK bool weft_codec_read_list_padded(const weft_codec *codec, weft_str text, weft_memory *memory,
                                            const void **items, size_t *count, weft_json_error *error);

/* ---- Writing what has no struct --------------------------------------------------------------------------
 *
 *     weft_json_out out;
 *     weft_json_begin(&out, buf);
 *     weft_json_object(&out);
 *     weft_json_name(&out, weft_lit("total"));
 *     weft_json_i64(&out, 2);
 *     weft_json_name(&out, weft_lit("items"));
 *     weft_json_array(&out);
 *     weft_json_text(&out, weft_lit("pen"));
 *     weft_json_null(&out);
 *     weft_json_end(&out);
 *     weft_json_end(&out);
 *     if (!weft_json_finish(&out, NULL)) return weft_fail(req, WEFT_INTERNAL, "no JSON");
 *
 * Commas and colons come by themselves. The buffer must not be touched between begin and finish, and its limit must
 * leave the room that weft_codec_write asks for. */

enum {
    WEFT_OUT_RUN = 512, /* the longest run of puts that may follow one question for room */
    WEFT_OUT_SLACK = 64 /* what a put may write behind its own end */
};
/* Members are private. Put it on the stack: it is not copied. */
struct weft_json_out {
    char *end; /* WEFT_OUT_SLACK before the end of the room */
    char *(*text)(weft_json_out *out, char *at, const char *ptr, size_t len, size_t after);
    weft_buf *buf;
    char *at;            /* between calls of the functions below */
    size_t start;        /* bytes that were in the buffer before */
    weft_json_code code; /* the first failure */
    uint16_t depth;
    bool is_next, is_named;
    uint64_t objects[WEFT_JSON_DEPTH / 64];        /* a bit for each level: object or array */
    char spare[WEFT_OUT_RUN + 2 * WEFT_OUT_SLACK]; /* where a failed writer writes */
};

void weft_json_begin(weft_json_out *out, weft_buf *buf);
/* Whether one whole value was written. If not, the buffer has failed and is as long as it was at the beginning. */
WEFT_CHECK bool weft_json_finish(weft_json_out *out, weft_json_error *error);
void weft_json_object(weft_json_out *out);
void weft_json_array(weft_json_out *out);
void weft_json_end(weft_json_out *out); /* of the innermost object or array */
void weft_json_name(weft_json_out *out, weft_str name);
void weft_json_null(weft_json_out *out);
void weft_json_bool(weft_json_out *out, bool value);
void weft_json_i64(weft_json_out *out, int64_t value);
void weft_json_u64(weft_json_out *out, uint64_t value);
/* The shortest digits that read back as the same double, or float. */
void weft_json_f64(weft_json_out *out, double value);
void weft_json_f32(weft_json_out *out, float value);
void weft_json_text(weft_json_out *out, weft_str value); /* absent: null */
void weft_json_raw(weft_json_out *out, weft_str value);  /* JSON, checked, and written as it is */
void weft_json_value(weft_json_out *out, const weft_codec *codec, const void *value);

/* ---- Reading what has no struct --------------------------------------------------------------------------
 *
 *     weft_json_in in;
 *     weft_str name;
 *     int64_t total = 0;
 *     weft_json_open(&in, text, memory);
 *     for (weft_json_get_object(&in); weft_json_next_name(&in, &name);) {
 *         if (weft_str_eq(name, weft_lit("total"))) total = weft_json_get_i64(&in);
 *         else weft_json_skip(&in);
 *     }
 *     weft_json_error error;
 *     if (!weft_json_close(&in, &error)) puts(error.message.ptr);
 *
 * A loop over an array is for (weft_json_get_array(&in); weft_json_next_item(&in);). Its body reads or skips exactly
 * one value. After a failure names and items end, and every get returns zero. Duplicate names are not looked for. */

/* Members are private. */
struct weft_json_in {
    const char *start, *end; /* of the text; *end is NUL */
    const char *(*text)(weft_json_in *in, const char *at, weft_str *value);
    const char *(*i64)(weft_json_in *in, const char *at, int64_t *value);
    const char *(*f64)(weft_json_in *in, const char *at, double *value);
    /* The memory between them is free: open lists grow up from low, what is done lies above high. */
    char *low, *high;
    weft_memory *memory;
    uint32_t depth, lists;           /* that are open */
    uint8_t last_i64, last_f64;      /* lengths of the last numbers */
    uint8_t indents[8], outdents[8]; /* of the last white space at each level */
    const char *at;                  /* between calls of the functions below */
    const char *fault;               /* where the first failure is */
    weft_json_code code;
    weft_json_kind wanted;
    const char *detail; /* static: what the failure adds to its message */
    weft_str member;    /* the member that it is about, when no value is there to point at */
    const weft_json_rejected *rejected;
    size_t rejected_count;
    bool is_first;
};

/* `text` is copied into `memory`. weft_json_open_padded reads it where it is: see weft_codec_read_padded. */
void weft_json_open(weft_json_in *in, weft_str text, weft_memory *memory);
void weft_json_open_padded(weft_json_in *in, weft_str text, weft_memory *memory);
/* Whether one whole value was read, nothing follows it, and nothing failed. */
WEFT_CHECK bool weft_json_close(weft_json_in *in, weft_json_error *error);
weft_json_kind weft_json_peek(weft_json_in *in); /* of the next value */
void weft_json_get_object(weft_json_in *in);
bool weft_json_next_name(weft_json_in *in, weft_str *name);
void weft_json_get_array(weft_json_in *in);
bool weft_json_next_item(weft_json_in *in);
bool weft_json_get_null(weft_json_in *in); /* whether the next value is null; if so it is read */
bool weft_json_get_bool(weft_json_in *in);
int64_t weft_json_get_i64(weft_json_in *in); /* 2.0 and 1e3 are integers, 1.5 is not */
uint64_t weft_json_get_u64(weft_json_in *in);
double weft_json_get_f64(weft_json_in *in);
float weft_json_get_f32(weft_json_in *in);
weft_str weft_json_get_text(weft_json_in *in);
weft_str weft_json_get_raw(weft_json_in *in); /* the bytes of the next value, whatever it is */
void weft_json_get_value(weft_json_in *in, const weft_codec *codec, void *value);
void weft_json_skip(weft_json_in *in);

/* ---- Whole texts ----------------------------------------------------------------------------------------- */

/* Appends the JSON `text` with line breaks and `indent` spaces a level; false when it is no JSON or the buffer failed. */
WEFT_CHECK bool weft_json_pretty(weft_buf *buf, weft_str text, unsigned indent);
/* Appends the JSON `text` as it may stand within <script> and in JavaScript: the same value, with <, >, &, U+2028 and
 * U+2029 escaped. */
WEFT_CHECK bool weft_json_for_script(weft_buf *buf, weft_str text);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
