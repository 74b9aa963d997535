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
typedef struct weft_buf weft_buf; /* growing bytes: weft/buf.h */

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
/* The whole body, de-chunked. Present and empty when there was none. At most the body limit (413 beyond it). */
weft_str weft_req_body(const weft_request *req);
/* The peer's address as text: "192.0.2.1", "2001:db8::1", or "unix" for a Unix socket. The port is left out. Absent
 * when there is no socket, or no memory left to write it. */
weft_str weft_req_peer(weft_request *req);
/* What weft_app_new was given. */
void *weft_state(const weft_request *req);

/* `size` zeroed bytes that live as long as the request, aligned for any type; NULL once the request's memory
 * budget is spent: `return weft_reject(req)` then answers 503. */
WEFT_CHECK void *weft_alloc(weft_request *req, size_t size);

/* ---- What is answered ------------------------------------------------------------------------------------ */

typedef enum weft_kind { WEFT_NONE, WEFT_EMPTY, WEFT_BYTES } weft_kind;

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

/* One value, returned by copy. Zero means "no answer". The functions below build it; tests read it. */
typedef struct weft_response {
    uint16_t status;
    uint8_t kind, flags;
    weft_str type;            /* Content-Type; absent: none is sent */
    const weft_field *fields; /* in the request's memory, never changed once linked */
    union {
        weft_str bytes;
    } as;
} weft_response;

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
/* A failure and its reason as a short text; `reason` is a static string that the client may read.
 *     return weft_fail(req, WEFT_NOT_FOUND, "no such item");                                            */
weft_response weft_fail(weft_request *req, weft_status status, const char *reason);
/* The failure that the last WEFT_CHECK call on this request left behind. */
weft_response weft_reject(weft_request *req);

/* The same response with another status: return weft_as(weft_text(...), WEFT_CREATED); */
static inline weft_response weft_as(weft_response res, weft_status status)
{
    res.status = (uint16_t)status;
    return res;
}
/* Adds a field. The name must be a token, the value free of control bytes (tab excepted), and neither
 * Content-Length, Transfer-Encoding, Connection nor Date, which are the server's: else the response becomes a
 * 500 and the mistake is logged. `name` is a static string, `value` is borrowed as a body is. */
void weft_with(weft_request *req, weft_response *res, const char *name, weft_str value);

/* ---- The app: said once, at start-up --------------------------------------------------------------------- */

typedef weft_response weft_handler(weft_request *req);

/* `state` is what weft_state returns to handlers. NULL when memory is out. weft_app_free(NULL) does nothing; an
 * app that is being served must be stopped and joined first. */
weft_app *weft_app_new(void *state);
void weft_app_free(weft_app *app);

/* Routes. `path` and `handler` must outlive the app. Mistakes (a malformed path, a duplicate, a route added
 * after the start) are collected, and weft_serve prints every one of them. GET routes answer HEAD too.
 *     weft_get(app, "/items", list_items);                                                              */
void weft_on(weft_app *app, weft_method method, const char *path, weft_handler *handler);
void weft_get(weft_app *app, const char *path, weft_handler *handler);
void weft_post(weft_app *app, const char *path, weft_handler *handler);
void weft_put(weft_app *app, const char *path, weft_handler *handler);
void weft_patch(weft_app *app, const char *path, weft_handler *handler);
void weft_delete(weft_app *app, const char *path, weft_handler *handler);

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
