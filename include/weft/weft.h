/* weft/weft.h: everything a handler sees, in the order a request meets it.
 *
 * Lifetime, once for the whole file: a weft_str is borrowed. What a request hands out, and what is allocated
 * from one, lives until its response has left the socket. A WEFT_CHECK call can fail: when it returns false it
 * has left a status and a reason on the request, and the handler says `return weft_reject(req);`.
 *
 * Threads, once for the whole file: an app is registered by one thread before it starts and is never written
 * again. Each request is handled from its first byte to its last by one worker thread; a weft_request may be
 * used only by the handler or filter it was passed to. What weft_state returns is shared by all workers: locking
 * it is yours. */
#ifndef WEFT_WEFT_H
#define WEFT_WEFT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEFT_VERSION "0.1.0"

#if defined(__GNUC__)
#define WEFT_CHECK        __attribute__((warn_unused_result))
#define WEFT_FORMAT(f, a) __attribute__((format(printf, f, a)))
#define WEFT_API          __attribute__((visibility("default")))
#else
#define WEFT_CHECK
#define WEFT_FORMAT(f, a)
#define WEFT_API
#endif
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct weft_app weft_app;
typedef struct weft_request weft_request;
typedef struct weft_buf weft_buf;     /* growing bytes: weft/buf.h */
typedef struct weft_codec weft_codec; /* how a struct is JSON, generated: weft/json.h */

/* Bytes. ptr NULL: absent. len 0 behind a pointer: present and empty. Never NUL-terminated by promise. */
typedef struct weft_str {
    const char *ptr;
    size_t len;
} weft_str;

static inline weft_str weft_str_of(const char *ptr, size_t len)
{
    weft_str s;
    s.ptr = ptr;
    s.len = len;
    return s;
}
#define weft_lit(text) weft_str_of("" text, sizeof(text) - 1) /* an expression */
#define WEFT_LIT(text)            \
    {                             \
        "" text, sizeof(text) - 1 \
    } /* a static initializer */

/* Byte for byte. Absent equals only absent. */
bool weft_str_eq(weft_str a, weft_str b);

/* ---- What was asked ------------------------------------------------------------------------------------- */

/* The methods weft routes (RFC 9110 section 9, RFC 5789). Any other is answered 501 before an app sees it. */
typedef enum weft_method {
    WEFT_GET,
    WEFT_HEAD,
    WEFT_POST,
    WEFT_PUT,
    WEFT_PATCH,
    WEFT_DELETE,
    WEFT_OPTIONS
} weft_method;

weft_method weft_req_method(const weft_request *req);
/* The path as it was sent, percent-encoding untouched: "/a%20b". Never empty; "*" for `OPTIONS *`. */
weft_str weft_req_path(const weft_request *req);
/* What follows the "?", undecoded; absent when there is no "?". */
weft_str weft_req_query(const weft_request *req);
/* The host that was asked for, with its port if it was sent: the target's authority, else the Host field. Empty
 * when the client sent an empty Host or, in HTTP/1.0, none. */
weft_str weft_req_host(const weft_request *req);
/* The value of the first field `name`, in any case, without the white space around it; absent when not sent. */
weft_str weft_req_header(const weft_request *req, const char *name);
/* The value of the field at `index` (0 to weft_req_header_count - 1), in the order they were sent, and its name
 * as it was sent. Repeated fields appear once each time. */
size_t weft_req_header_count(const weft_request *req);
weft_str weft_req_header_at(const weft_request *req, size_t index, weft_str *name);
/* The first cookie `name` (RFC 6265 section 5.4), as it was sent; absent when there is none. */
weft_str weft_req_cookie(const weft_request *req, const char *name);
/* The peer's address as text: "192.0.2.1", "2001:db8::1", or "unix" for a Unix socket. The port is left out. Absent
 * when there is no socket, or no memory left to write it. */
weft_str weft_req_peer(weft_request *req);
/* The route that answers: as it was registered, its path with every prefix it was mounted under. NULL before
 * routing, and for what no route answered. */
const struct weft_route *weft_req_route(const weft_request *req);
/* What weft_app_new was given. */
void *weft_state(const weft_request *req);

/* `size` zeroed bytes that live as long as the request, aligned for any type; NULL once the request's memory
 * budget is spent: `return weft_reject(req)` then answers 503. */
WEFT_CHECK void *weft_alloc(weft_request *req, size_t size);

/* ---- Parameters ------------------------------------------------------------------------------------------
 *
 * Four places a parameter can be in: the path ({name} in the route), the query, a form (urlencoded or multipart, in
 * POST, PUT and PATCH), or "input": the query first, then the form. All are cut and decoded once, when first asked.
 *
 * In each place there are three ways to ask. The plain one returns a text, absent when it was not sent. With a
 * fallback, absence gives the fallback. With `need`, absence is a failure. A value that is there and malformed is a
 * failure always: 400, "Query parameter page is not a number: x". So is a query or form whose escapes are broken or not
 * UTF-8; the plain way, which cannot fail, then returns absent, and the request is answered 400 whatever the handler
 * returns.
 *
 *     int64_t page;
 *     if (!weft_query_i64(req, "page", 1, &page)) return weft_reject(req);
 *
 * Numbers are an optional sign and ASCII digits (doubles: also a fraction and an exponent), within range. Booleans are
 * true or false in any case. Enums are one of a static table of names, byte for byte; *out is its index. */

/* Names in a static table: { (const char *const[]){ "small", "large" }, 2 } */
typedef struct weft_names {
    const char *const *names;
    size_t count;
} weft_names;

/* The part of the path that {name} took, decoded. Asking for a name the route does not have is the author's mistake:
 * the answer is 500, and the log says so. */
weft_str weft_param(weft_request *req, const char *name);
WEFT_CHECK bool weft_param_i64(weft_request *req, const char *name, int64_t *out);
WEFT_CHECK bool weft_param_f64(weft_request *req, const char *name, double *out);
WEFT_CHECK bool weft_param_bool(weft_request *req, const char *name, bool *out);
WEFT_CHECK bool weft_param_enum(weft_request *req, const char *name, weft_names names, int *out);

weft_str weft_query(weft_request *req, const char *name);
WEFT_CHECK bool weft_query_text(weft_request *req, const char *name, weft_str fallback, weft_str *out);
WEFT_CHECK bool weft_query_i64(weft_request *req, const char *name, int64_t fallback, int64_t *out);
WEFT_CHECK bool weft_query_f64(weft_request *req, const char *name, double fallback, double *out);
WEFT_CHECK bool weft_query_bool(weft_request *req, const char *name, bool fallback, bool *out);
WEFT_CHECK bool weft_query_enum(weft_request *req, const char *name, weft_names names, int fallback,
                                int *out);
WEFT_CHECK bool weft_need_query(weft_request *req, const char *name, weft_str *out);
WEFT_CHECK bool weft_need_query_i64(weft_request *req, const char *name, int64_t *out);
WEFT_CHECK bool weft_need_query_f64(weft_request *req, const char *name, double *out);
WEFT_CHECK bool weft_need_query_bool(weft_request *req, const char *name, bool *out);
WEFT_CHECK bool weft_need_query_enum(weft_request *req, const char *name, weft_names names, int *out);
/* Every value of a name, in order, in the request's memory; none is an answer (an unchecked box). */
WEFT_CHECK bool weft_query_all(weft_request *req, const char *name, const weft_str **out, size_t *out_count);

weft_str weft_form(weft_request *req, const char *name);
WEFT_CHECK bool weft_form_text(weft_request *req, const char *name, weft_str fallback, weft_str *out);
WEFT_CHECK bool weft_form_i64(weft_request *req, const char *name, int64_t fallback, int64_t *out);
WEFT_CHECK bool weft_form_f64(weft_request *req, const char *name, double fallback, double *out);
WEFT_CHECK bool weft_form_bool(weft_request *req, const char *name, bool fallback, bool *out);
WEFT_CHECK bool weft_form_enum(weft_request *req, const char *name, weft_names names, int fallback, int *out);
WEFT_CHECK bool weft_need_form(weft_request *req, const char *name, weft_str *out);
WEFT_CHECK bool weft_need_form_i64(weft_request *req, const char *name, int64_t *out);
WEFT_CHECK bool weft_need_form_f64(weft_request *req, const char *name, double *out);
WEFT_CHECK bool weft_need_form_bool(weft_request *req, const char *name, bool *out);
WEFT_CHECK bool weft_need_form_enum(weft_request *req, const char *name, weft_names names, int *out);
WEFT_CHECK bool weft_form_all(weft_request *req, const char *name, const weft_str **out, size_t *out_count);

weft_str weft_input(weft_request *req, const char *name);
WEFT_CHECK bool weft_input_text(weft_request *req, const char *name, weft_str fallback, weft_str *out);
WEFT_CHECK bool weft_input_i64(weft_request *req, const char *name, int64_t fallback, int64_t *out);
WEFT_CHECK bool weft_input_f64(weft_request *req, const char *name, double fallback, double *out);
WEFT_CHECK bool weft_input_bool(weft_request *req, const char *name, bool fallback, bool *out);
WEFT_CHECK bool weft_input_enum(weft_request *req, const char *name, weft_names names, int fallback,
                                int *out);
WEFT_CHECK bool weft_need_input(weft_request *req, const char *name, weft_str *out);
WEFT_CHECK bool weft_need_input_i64(weft_request *req, const char *name, int64_t *out);
WEFT_CHECK bool weft_need_input_f64(weft_request *req, const char *name, double *out);
WEFT_CHECK bool weft_need_input_bool(weft_request *req, const char *name, bool *out);
WEFT_CHECK bool weft_need_input_enum(weft_request *req, const char *name, weft_names names, int *out);
WEFT_CHECK bool weft_input_all(weft_request *req, const char *name, const weft_str **out, size_t *out_count);

/* Which of `count` media types the client likes best (RFC 9110 section 12.5.1): its index in *chosen; equals go by
 * their order. Adds Accept to Vary, whatever comes out. false: 406 with the list of types. */
WEFT_CHECK bool weft_accepts(weft_request *req, const char *const *types, size_t count, size_t *chosen);

/* ---- The body --------------------------------------------------------------------------------------------
 *
 * A handler runs when the whole body is there. One reader has the body: bytes, text, form, lines or intake; a second
 * kind of reader is the author's mistake (500, and the log says so). */

/* The bytes, de-chunked. Present and empty when there was none; absent when the route's `spill` put them in a file. */
weft_str weft_req_body(weft_request *req);
/* Bytes of the body, wherever they are. */
uint64_t weft_req_body_size(const weft_request *req);
/* The file that holds the body: unlinked, closed after the answer, its offset 0; -1 when the body is in memory. */
int weft_req_body_file(weft_request *req);
/* The body as UTF-8 text. false: 415 for another charset than UTF-8 or US-ASCII, 400 for bytes that are not UTF-8. */
WEFT_CHECK bool weft_req_text(weft_request *req, weft_str *out);
/* The next line of a body of lines (NDJSON), in bounded memory even if the body is in a file. LF ends a line, a CR
 * before it is dropped; lines of white space are skipped and counted. At the end *out is absent. `out` lives until
 * the next call. false: 413 for a line over `limit` bytes (0: 1 MiB), naming the line. */
WEFT_CHECK bool weft_req_line(weft_request *req, size_t limit, weft_str *out);

/* The body as JSON, read into a struct by its codec (`weft json` generates one, and item_read(req, &it), which is this
 * call). Lists and texts that it points at live as long as the request. false: 415 when the Content-Type is not JSON in
 * UTF-8, 413 for too large a body, 400 for what is no JSON or not of the struct's shape, with its place, 422 for values
 * that break limits, with all of them.
 *     if (!weft_read_json(req, &codec, &it)) return weft_reject(req);                                   */
WEFT_CHECK bool weft_read_json(weft_request *req, const weft_codec *codec, void *value);
/* The same for an array of structs: `*items` is the first of `*count`. */
WEFT_CHECK bool weft_read_json_list(weft_request *req, const weft_codec *codec, const void **items,
                                    size_t *count);
/* The next item of a JSON array or, with Content-Type: application/x-ndjson, the next line, in memory for one of them,
 * however many there are, even if the body is in a file (a route with `spill`). *more is false behind the last. What
 * `item` points at lives until the next call. false: as weft_read_json, naming the item or line; 413 for one over 1 MiB.
 *     for (bool more = true; more;) {
 *         if (!weft_read_item(req, &codec, &it, &more)) return weft_reject(req);
 *         if (more) printf("%d", it.id);
 *     }                                                                                                 */
WEFT_CHECK bool weft_read_item(weft_request *req, const weft_codec *codec, void *item, bool *more);

/* A file that was uploaded in a multipart form. */
typedef struct weft_upload {
    weft_str name;     /* of the form's field */
    weft_str filename; /* as the client said it, without folders; never a path to use */
    weft_str type;     /* as the client said it; "application/octet-stream" when it said nothing */
    uint64_t size;
    weft_str bytes; /* absent when the body is in a file */
    int fd;         /* that file, and where in it: -1 when the bytes are in memory */
    int64_t offset;
} weft_upload;
/* The first upload under `name` with a filename. false: 400 when there is none, or the body is no multipart form. */
WEFT_CHECK bool weft_need_upload(weft_request *req, const char *name, weft_upload *out);
/* All uploads under `name`, in the request's memory; none is an answer. */
WEFT_CHECK bool weft_uploads(weft_request *req, const char *name, const weft_upload **out, size_t *out_count);
/* Copies an upload into the open file `fd`, from its current offset. false: 500, the log says why (a full disk). */
WEFT_CHECK bool weft_upload_copy(weft_request *req, const weft_upload *upload, int fd);

/* A route may take its body as it arrives, instead of a handler. One static const table. While a function runs,
 * nothing is read from the socket: a slow one slows its client down. */
typedef struct weft_intake {
    /* The head is accepted. false: weft_reject answers, and nothing is read. *state is handed on. */
    bool (*begin)(weft_request *req, void **state);
    /* A piece, borrowed for the call. false: weft_reject answers at once, abort is called. */
    bool (*data)(weft_request *req, void *state, weft_str piece);
    struct weft_response (*end)(weft_request *req, void *state);
    /* The body will not be complete: the client left, was too slow, sent too much, or data said no. May be NULL. */
    void (*abort)(void *state);
} weft_intake;

/* ---- What is answered ------------------------------------------------------------------------------------ */

typedef enum weft_kind { WEFT_NONE, WEFT_EMPTY, WEFT_BYTES, WEFT_FILE, WEFT_STREAM } weft_kind;

/* Any other status the registry knows (RFC 9110 section 15, IANA) may be cast to this. */
typedef enum weft_status {
    WEFT_OK = 200,
    WEFT_CREATED = 201,
    WEFT_ACCEPTED = 202,
    WEFT_NO_CONTENT = 204,
    WEFT_MOVED_PERMANENTLY = 301,
    WEFT_FOUND = 302,
    WEFT_SEE_OTHER = 303,
    WEFT_NOT_MODIFIED = 304,
    WEFT_TEMPORARY_REDIRECT = 307,
    WEFT_PERMANENT_REDIRECT = 308,
    WEFT_BAD_REQUEST = 400,
    WEFT_UNAUTHORIZED = 401,
    WEFT_FORBIDDEN = 403,
    WEFT_NOT_FOUND = 404,
    WEFT_METHOD_NOT_ALLOWED = 405,
    WEFT_NOT_ACCEPTABLE = 406,
    WEFT_CONFLICT = 409,
    WEFT_CONTENT_TOO_LARGE = 413,
    WEFT_UNSUPPORTED_MEDIA_TYPE = 415,
    WEFT_UNPROCESSABLE = 422,
    WEFT_TOO_MANY_REQUESTS = 429,
    WEFT_INTERNAL = 500,
    WEFT_NOT_IMPLEMENTED = 501,
    WEFT_UNAVAILABLE = 503
} weft_status;

/* A field of a response, linked newest first. */
typedef struct weft_field {
    const struct weft_field *next;
    weft_str name, value;
} weft_field;

/* Where a streamed body comes from. One static const table; the functions run on the request's worker. */
typedef enum weft_pull {
    WEFT_MORE, /* something was put, there will be more */
    WEFT_END,  /* what was put is the last of it */
    WEFT_ABORT /* the body cannot be completed: the connection is cut, so that the client sees it */
} weft_pull;
typedef struct weft_source {
    /* Called when the socket can take more: puts some bytes (about 16 KiB is good; WEFT_MORE without any is an
     * abort) into `out`. */
    weft_pull (*next)(weft_buf *out, void *state);
    /* Called once, in any case; `completed`: all of it has left the socket. May be NULL. */
    void (*close)(void *state, bool completed);
} weft_source;

/* One value, returned by copy. Zero means "no answer". The functions below build it; tests read it. */
typedef struct weft_response {
    uint16_t status;
    uint8_t kind, flags;
    weft_str type;            /* Content-Type; absent: none is sent */
    const weft_field *fields; /* in the request's memory, never changed once linked */
    union {
        weft_str bytes;
        struct {
            int fd; /* closed by the server */
            int64_t offset, length;
        } file;
        struct {
            const weft_source *source;
            void *state;
            int64_t length; /* -1: unknown; the body is chunked (HTTP/1.0: ended by the close) */
        } stream;
    } as;
} weft_response;

/* A before-filter lets the request pass. */
weft_response weft_next(void);
/* 200 with a body that is borrowed: a literal, or the request's memory; never a local array.
 *     return weft_text(weft_lit("pong\n"));                                                             */
weft_response weft_text(weft_str text); /* text/plain; charset=utf-8 */
weft_response weft_html(weft_str page); /* text/html; charset=utf-8 */
/* The same with any media type: return weft_bytes(weft_lit("image/png"), logo); */
weft_response weft_bytes(weft_str type, weft_str bytes);
/* 200 and text/plain from a printf format, written into the request's memory.
 *     return weft_textf(req, "%d items\n", count);                                                      */
weft_response weft_textf(weft_request *req, const char *format, ...) WEFT_FORMAT(2, 3);
/* What was written into a buffer of this request, or 500 if the buffer failed. */
weft_response weft_buffer(weft_request *req, weft_str type, const weft_buf *buf);
/* A status and no body. */
weft_response weft_empty(weft_status status);
/* 302 to `location`; weft_as makes it any other redirect. Bytes that a URI cannot hold are percent-encoded.
 *     return weft_as(weft_redirect(req, weft_lit("/login")), WEFT_SEE_OTHER);                            */
weft_response weft_redirect(weft_request *req, weft_str location);
/* The regular file at `path` (NUL-terminated, opened now), its media type by its extension. 404 when it cannot be
 * opened or is no regular file; 503, and a log line, when descriptors ran out or the disk fails. */
weft_response weft_file(weft_request *req, const char *path);
/* A body that is pulled from `source` as the socket drains, `length` bytes in all or -1. A source that yields more or
 * less than its length cuts the connection. A HEAD request closes the source without pulling. */
weft_response weft_stream(weft_str type, const weft_source *source, void *state, int64_t length);

/* A struct as application/json by its codec, written now: locals are fine. 500, and a log line, for what JSON cannot hold
 * (an infinite double, an enum's value without a name).
 *     return weft_json(req, &codec, &it);                                                               */
weft_response weft_json(weft_request *req, const weft_codec *codec, const void *value);
/* An array of `count` structs that stand behind one another. */
weft_response weft_json_list(weft_request *req, const weft_codec *codec, const void *items, size_t count);
/* The same answer with line breaks and indentation, for people; what is not JSON stays as it is.
 *     return weft_query(req, "pretty").ptr ? weft_pretty(req, home(req)) : home(req);                   */
weft_response weft_pretty(weft_request *req, weft_response res);
/* Lists that are made item by item while they are sent, in memory for one: a JSON array, or a line each (NDJSON). One
 * static const table; the functions run on the request's worker. */
typedef struct weft_items {
    const weft_codec *codec;
    /* *item: the next one, borrowed until the next call. WEFT_MORE: it is there; WEFT_END: there is none. */
    weft_pull (*next)(void *state, const void **item);
    /* Called once, in any case; `completed`: all of it has left the socket. May be NULL. */
    void (*close)(void *state, bool completed);
} weft_items;
weft_response weft_json_items(weft_request *req, const weft_items *items, void *state);
weft_response weft_ndjson(weft_request *req, const weft_items *items, void *state);

/* A failure and its reason as a short text; `reason` is a static string that the client may read. Its body is made
 * last: by the status page or the error page of the app, else application/problem+json (RFC 9457) for clients that
 * ask for JSON, else text.
 *     return weft_fail(req, WEFT_NOT_FOUND, "no such item");                                            */
weft_response weft_fail(weft_request *req, weft_status status, const char *reason);
/* The failure that the last WEFT_CHECK call on this request left behind. */
weft_response weft_reject(weft_request *req);
/* For status and error pages: why the request failed; never absent. */
weft_str weft_reason(const weft_request *req);

/* The same response with another status: return weft_as(weft_text(...), WEFT_CREATED); */
static inline weft_response weft_as(weft_response res, weft_status status)
{
    res.status = (uint16_t)status;
    return res;
}
/* Adds a field. The name must be a token, the value free of control bytes (tab excepted), and neither
 * Content-Length, Transfer-Encoding, Connection nor Date, which are the server's: else the response becomes a
 * 500 and the mistake is logged. A field that HTTP has once at most (Location, ETag, ...) is replaced, others are
 * repeated. `name` is a static string, `value` is borrowed as a body is. */
void weft_with(weft_request *req, weft_response *res, const char *name, weft_str value);
/* Takes every field `name` away. */
void weft_without(weft_request *req, weft_response *res, const char *name);
/* Adds a field name to Vary, once. */
void weft_vary(weft_request *req, weft_response *res, const char *name);
/* Content-Disposition: attachment with a file name in any script (RFC 6266). Control bytes: 500, and a log line. */
void weft_attachment(weft_request *req, weft_response *res, weft_str filename);

/* A cookie to set (RFC 6265): HttpOnly, Secure, SameSite=Lax and Path=/ unless said otherwise. */
typedef enum weft_same_site { WEFT_LAX, WEFT_STRICT, WEFT_CROSS_SITE } weft_same_site;
typedef struct weft_cookie {
    weft_str name, value; /* a token; RFC 6265 cookie-octets: anything else is a 500 and a log line */
    const char *path;     /* "/" */
    const char *domain;   /* the host alone */
    int64_t max_age;      /* seconds; 0: as long as the browser is open */
    weft_same_site same_site;
    bool scripts; /* scripts may read it: no HttpOnly */
    bool plain;   /* it may travel without TLS: no Secure */
} weft_cookie;
void weft_with_cookie(weft_request *req, weft_response *res, weft_cookie cookie);
/* Makes the browser forget a cookie that was set with this path ("/" when NULL). */
void weft_drop_cookie(weft_request *req, weft_response *res, const char *name, const char *path);

/* ---- The app: said once, at start-up --------------------------------------------------------------------- */

typedef weft_response weft_handler(weft_request *req);
typedef void weft_finisher(weft_request *req, weft_response *res);

/* `state` is what weft_state returns to handlers. NULL when memory is out. weft_app_free(NULL) does nothing; an
 * app that is being served must be stopped and joined first. */
weft_app *weft_app_new(void *state);
void weft_app_free(weft_app *app);

/* Routes. A path is matched segment by segment, in its case; a slash at its end means nothing.
 *     /items            itself
 *     /items/{id}       one segment, read with weft_param
 *     /items/{id:int}   one segment that is a whole number; others do not match
 *     /files/{path*}    all the rest, slashes included, or nothing
 *     /files/ *         the same without a name (no space)
 * Of the routes that match, the one registered first answers. GET routes answer HEAD, and every path OPTIONS, unless
 * a route of its own does; a path with other methods alone is 405 with Allow, any other 404.
 *
 * Texts and handlers must outlive the app. Mistakes (a malformed path, a duplicate, a registration after the start)
 * are collected, and weft_serve prints every one of them.
 *     weft_get(app, "/items", list_items);                                                              */
void weft_on(weft_app *app, weft_method method, const char *path, weft_handler *handler);
void weft_get(weft_app *app, const char *path, weft_handler *handler);
void weft_post(weft_app *app, const char *path, weft_handler *handler);
void weft_put(weft_app *app, const char *path, weft_handler *handler);
void weft_patch(weft_app *app, const char *path, weft_handler *handler);
void weft_delete(weft_app *app, const char *path, weft_handler *handler);

/* A route with options; every zero is the default.
 *     weft_add(app, (weft_route){ .method = WEFT_POST, .path = "/photos", .handler = save_photo,
 *                                 .body_limit = 1u << 30, .spill = true });                             */
typedef struct weft_route {
    weft_method method;
    const char *path;
    weft_handler *handler;     /* either this, */
    const weft_intake *intake; /* or this */
    const char *description;   /* one line, for route lists */
    uint64_t body_limit;       /* bytes; the server's. WEFT_OFF: none */
    bool spill;                /* a body beyond spill_after goes to an unlinked file in $TMPDIR */
    uint32_t spill_after;      /* bytes; 65536 */
    const void *data;          /* the app's own; read it with weft_req_route(req)->data */
} weft_route;
void weft_add(weft_app *app, weft_route route);

/* Registers a group: all that `group` registers is relative to `prefix`. Groups nest.
 *     weft_mount(app, "/admin", admin);   with   static void admin(weft_app *app) { weft_get(app, "/", home); } */
void weft_mount(weft_app *app, const char *prefix, void (*group)(weft_app *app));

/* Filters, in the order they are registered. `pattern`: a path, "/admin/ *" (no space: it and all below), or "*".
 * In a group it is relative to the group's prefix.
 *
 * The order of a request: before - routing - before_route - body - handler - after - page - response - logger.
 *   before        every request, also those that no route answers; as soon as the head is in. weft_next() lets pass,
 *                 any other response is the answer, and costs no body.
 *   before_body   the same, but waits until the body is there.
 *   before_route  only what a route answers; parameters are there.
 *   after         edits what a handler returned (not what a filter or a failure answered).
 *   on_response   edits every response, whatever made it. */
void weft_before(weft_app *app, const char *pattern, weft_handler *filter);
void weft_before_body(weft_app *app, const char *pattern, weft_handler *filter);
void weft_before_route(weft_app *app, const char *pattern, weft_handler *filter);
void weft_after(weft_app *app, const char *pattern, weft_finisher *filter);
void weft_on_response(weft_app *app, weft_finisher *filter);
/* Pages for failures: fill the body of a failure, or of an empty response, of this status (400 and above); fields that
 * the response has are kept, and so is its status unless the page sets one of its own. on_error: any failure that has
 * no page of its own. A page that returns weft_reject(req) leaves the failure to weft's own text or problem+json: for
 * those who, by weft_accepts, like JSON better. */
void weft_on_status(weft_app *app, weft_status status, weft_handler *page);
void weft_on_error(weft_app *app, weft_handler *page);

/* What became of a request, told once its response has left the socket or failed to. A small response lies in the
 * batch that is sent next when it is told. */
typedef struct weft_outcome {
    int64_t unix_ms;      /* when its head was complete */
    uint64_t duration_us; /* from then until now */
    uint64_t bytes;       /* of response body sent */
    uint16_t status;
    bool completed; /* all of the response was sent */
} weft_outcome;
typedef void weft_completion(const weft_request *req, const weft_outcome *outcome, void *state);
void weft_on_complete(weft_app *app, weft_completion *logger, void *state);

/* A ready-made access log. It is buffered, written at least once a second and at the end, and reopened by path when
 * the process gets SIGHUP while weft_serve runs (log rotation; not with leave_signals). */
typedef enum weft_log_format { WEFT_LOG_COMMON, WEFT_LOG_COMBINED, WEFT_LOG_JSON } weft_log_format;
/* `path`: a file to append to, or "-" for standard output. */
void weft_access_log(weft_app *app, const char *path, weft_log_format format);

/* The routes of an app in the order they were registered, with full paths; NULL behind the last. */
const weft_route *weft_route_at(const weft_app *app, size_t index);
/* A table of all routes and filters, a line each, for people. */
void weft_routes(const weft_app *app, weft_buf *out);

/* ---- Files -----------------------------------------------------------------------------------------------
 *
 * Files answer GET and HEAD where no route does, with validators (ETag, Last-Modified, all of If-*: RFC 9110 section
 * 13), ranges (section 14), and a cache in each worker. Filters see them as every request: weft_before guards them,
 * weft_on_response amends their answers. Nothing outside of the root is ever sent: not by links, not by renames. */

typedef struct weft_bundle weft_bundle; /* files in the program: `weft embed DIR`, weft/bundle.h */

/* Which files, and how they are served; every zero is the default. Texts must outlive the app. */
typedef struct weft_files {
    const char *root;          /* a directory; either this, */
    const weft_bundle *bundle; /* or files in the program */
    const char *file;          /* all; "img/icon.svg": this one alone, at the prefix itself */
    const char *index;         /* none; "index.html": the file of a directory that answers for it */
    const char *fallback;      /* none; the file that answers a browser's navigation to nothing: see below */
    const char *cache_control; /* "no-cache": clients may keep a file, and ask whether it is still good */
    const weft_field *fields;  /* none; sent with every file, newest first */
    uint32_t max_age;          /* seconds; not 0: Cache-Control is "public, max-age=N" */
    uint32_t cache_ms; /* 100; what a change on disk may take to show. WEFT_OFF: every request looks */
    /* FILE.br, FILE.zst and FILE.gz are sent in place of FILE to who accepts them, unless they are older than it. Off,
     * so that no forgotten one is ever served. */
    bool precompressed;
    bool listing; /* a directory without an index is listed */
    bool hidden;  /* names that begin with a dot are served too; off: .git and .env are not */
} weft_files;

/* Serves files under `prefix` ("/" or "/assets"; in a group, relative to it): "/assets/a.css" is a.css of the root.
 * Several may share a prefix: the first that has the file answers. A directory is answered with a slash at its end; a
 * file, without one. A root that cannot be opened is a mistake that weft_serve tells.
 *
 * A fallback is what the pages of a single-page app need: it answers a GET whose Accept names text/html, as browsers do
 * when they navigate, of a path whose last segment has no extension, unless a route has the same first segment below
 * the prefix. So a mistyped /api/itmes stays a 404 where there is a route /api/items.
 *     weft_static(app, "/assets", (weft_files){ .root = "public", .max_age = 3600 });                   */
void weft_static(weft_app *app, const char *prefix, weft_files files);
/* The media type of files with an extension (without its dot, in any case), before those that weft knows; for
 * weft_file too.
 *     weft_media_type(app, "glb", "model/gltf-binary");                                                 */
void weft_media_type(weft_app *app, const char *extension, const char *type);

/* ---- The server ------------------------------------------------------------------------------------------ */

typedef enum weft_log_level {
    WEFT_LOG_DEFAULT,
    WEFT_LOG_ERROR,
    WEFT_LOG_WARN,
    WEFT_LOG_INFO,
    WEFT_LOG_DEBUG
} weft_log_level;
/* Receives each log line, without a line break; `line` is borrowed for the call. Any thread, also several. */
typedef void weft_logger(void *state, weft_log_level level, weft_str line);

#define WEFT_OFF      UINT32_MAX /* switches a limit or a deadline off */
#define WEFT_PORT_ANY (-1)       /* a free port, which weft_port then tells */

/* Every zero is the default, given behind each member; `weft_option_help` prints this table. */
typedef struct weft_server {
    const char *host;         /* "127.0.0.1"; any IPv4 or IPv6 address, or "unix:/path/of.sock" */
    int32_t port;             /* 8080; WEFT_PORT_ANY: a free one */
    int32_t inherited_fd;     /* none; a listening descriptor (3 or more) to serve instead of host and port */
    uint32_t workers;         /* one for each CPU that this process may use */
    uint32_t backlog;         /* 1024 connections that wait to be accepted */
    uint32_t connections;     /* the descriptor limit less 64 */
    uint32_t per_address;     /* off; connections from one address */
    uint32_t requests;        /* unlimited; requests on one connection */
    uint32_t head_limit;      /* 65536 bytes of request head, trailers likewise */
    uint32_t field_limit;     /* 100 fields in a head */
    uint32_t body_limit;      /* 1048576 bytes of request body */
    uint32_t chunk_limit;     /* 4096 bytes of chunk-size line */
    uint32_t memory_limit;    /* 1048576 bytes of memory for a handler's request, body not counted */
    uint32_t head_ms;         /* 10000; a head must be there so long after its first byte */
    uint32_t body_ms;         /* 30000; without progress of a request body */
    uint32_t body_rate;       /* 240 bytes a second that a body must come at, counted after 5 s of waiting */
    uint32_t write_ms;        /* 30000; without progress of a response */
    uint32_t idle_ms;         /* 75000; between requests */
    uint32_t linger_ms;       /* 2000; reading on after a last response, so that the client sees it */
    uint32_t drain_ms;        /* 10000; requests in flight may take so long after a stop */
    bool leave_signals;       /* false: weft_serve stops on SIGTERM and SIGINT, and restores their handlers */
    bool quiet;               /* false: weft_serve prints where it listens */
    weft_log_level log_level; /* WEFT_LOG_INFO */
    weft_logger *logger;      /* stderr */
    void *logger_state;       /* what the logger is passed */
} weft_server;

/* Serves until weft_stop or a signal. Returns 0 after a clean stop, 1 when it could not start, with every reason
 * logged as an error.
 *     return weft_serve(app, (weft_server){ .port = 8080 });                                            */
WEFT_CHECK int weft_serve(weft_app *app, weft_server server);
/* The same in three steps: start (0, or 1 with the reasons logged), and wait for the end. Signals are left alone.
 * An app may be started again after it was joined. */
WEFT_CHECK int weft_start(weft_app *app, weft_server server);
int weft_join(weft_app *app);
/* Asks a server to stop: no new connections, requests in flight are finished, idle connections closed. A second
 * call closes what is left at once. Any thread, or a signal handler; does nothing to an app that is not served. */
void weft_stop(weft_app *app);
/* The port a started app listens on; 0 for a Unix socket or an app that is not served. */
int weft_port(const weft_app *app);
/* The first descriptor passed by socket activation (LISTEN_FDS and LISTEN_PID, sd_listen_fds(3)), for
 * inherited_fd; 0 when there is none. */
int weft_inherited(void);

/* Sets the option `name` of a server from text, for command lines and environments: "port" "8080", "head_ms"
 * "off". false: *why is a message that says what to write instead (static or in a buffer of this thread that the
 * next call overwrites).
 *     const char *why;
 *     if (!weft_option(&server, "port", getenv("PORT"), &why)) puts(why);                                */
WEFT_CHECK bool weft_option(weft_server *server, const char *name, const char *value, const char **why);
/* Every option, its unit, default and meaning, a line each, as text that lives for ever. */
const char *weft_option_help(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
