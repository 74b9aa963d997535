/* weft/test.h from the inside: a test is a client (asks, answers, cookies, comparisons) on a wire, which is memory
 * (loopback.c) or a socket (live.c). One thread. */
#ifndef WF_NET_CLIENT_H
#define WF_NET_CLIENT_H
#include "src/http/chunk.h"
#include "src/net/h1.h"
#include <weft/buf.h>
#include <weft/test.h>

enum {
    WF_CLIENT_MAX = 1 << 30,     /* bytes of an answer's body, of a request */
    WF_CLIENT_HEAD_MAX = 1 << 20 /* bytes of an answer's head */
};

/* A buffer is begun anew; one that failed may grow again. */
static inline void wf_buf_clear(weft_buf *buf)
{
    if (!weft_buf_ok(buf)) weft_buf_free(buf);
    buf->len = 0;
}

static inline bool wf_contains(weft_str text, weft_str what)
{
    for (size_t i = 0; i + what.len <= text.len; i++)
        if (memcmp(text.ptr + i, what.ptr, what.len) == 0) return true;
    return false;
}

/* ---- Reading an answer (client_read.c): a push parser ------------------------------------------------------ */

typedef enum wf_reading_phase {
    WF_READING_HEAD,
    WF_READING_LENGTH,
    WF_READING_CHUNKED,
    WF_READING_CLOSE, /* the body ends where the connection does */
    WF_READING_DONE,
    WF_READING_WRONG
} wf_reading_phase;

typedef struct wf_reading {
    weft_buf head, body;
    wf_chunk chunk;
    uint64_t left; /* WF_READING_LENGTH: bytes still to come */
    int status;
    uint8_t phase; /* a wf_reading_phase */
    bool to_head;  /* it answers a HEAD: no body */
    bool last;     /* the connection ends with it */
    bool cut;      /* the connection ended before the body did */
    const char *wrong;
} wf_reading;

void wf_reading_begin(wf_reading *reading, bool to_head);
void wf_reading_feed(wf_reading *reading, weft_str bytes);
void wf_reading_end(wf_reading *reading); /* no more bytes will come */
void wf_reading_fail(wf_reading *reading, const char *wrong);
static inline bool wf_reading_is_over(const wf_reading *reading) { return reading->phase >= WF_READING_DONE; }

/* Cuts the next field off `*rest`, which begins as wf_fields_of a head. false at the end, or (*wrong) at a line that is
 * no field. */
bool wf_field_next(weft_str *rest, weft_str *name, weft_str *value, bool *wrong);
weft_str wf_fields_of(weft_str head);

/* ---- Cookies (client_jar.c) -------------------------------------------------------------------------------- */

typedef struct wf_jar {
    struct wf_kept *first; /* newest last */
} wf_jar;

/* Keeps, replaces or forgets what a Set-Cookie field says, in answer to a request for `path`. false: no memory. */
WEFT_CHECK bool wf_jar_take(wf_jar *jar, weft_str set_cookie, weft_str path, int64_t now_s);
/* Keeps a cookie for every path, for ever. */
WEFT_CHECK bool wf_jar_set(wf_jar *jar, weft_str name, weft_str value);
/* Puts "a=1; b=2", what is sent to `path`, longest paths first; nothing when there is none. */
void wf_jar_put(const wf_jar *jar, weft_str path, int64_t now_s, weft_buf *out);
weft_str wf_jar_find(const wf_jar *jar, weft_str name, int64_t now_s);
void wf_jar_empty(wf_jar *jar);

/* ---- Building a request (client_write.c) ------------------------------------------------------------------- */

/* NULL, or what contradicts itself in an ask. */
const char *wf_ask_mistake(const weft_ask *ask);
/* The request line's target: the path with the query. */
void wf_ask_put_target(const weft_ask *ask, weft_buf *out);
/* The whole request; `content` is room for its body, `cookies` what the jar has for it. */
void wf_ask_put(const weft_ask *ask, weft_str target, weft_str host, weft_str cookies, weft_buf *content,
                weft_buf *out);

/* ---- A test ------------------------------------------------------------------------------------------------ */

typedef struct wf_wire {
    /* Sends a request and reads until the answer is over, or will not be: `reading` then says why. */
    void (*talk)(weft_test *test, weft_str request, wf_reading *reading);
    weft_str (*send)(weft_test *test, weft_str bytes);
    weft_str (*finish)(weft_test *test);
    weft_str (*expire)(weft_test *test);
    bool (*is_closed)(const weft_test *test);
    void (*reconnect)(weft_test *test);
    void (*end)(weft_test *test);
} wf_wire;

typedef struct wf_client {
    wf_reading reading;
    wf_jar jar;
    weft_buf request, content, cookies;
    weft_buf target;   /* of the last ask, or where redirects led to */
    weft_buf location; /* where a redirect leads to */
    weft_buf label;    /* "GET /items": the last ask, for people */
    weft_buf why;      /* NUL-terminated, or empty */
    char host[32];     /* what the Host field says */
    uint32_t number;   /* of the last ask */
} wf_client;

struct weft_test {
    const wf_wire *wire;
    weft_app *app;
    bool owns_app;
    bool closed;
    weft_buf out; /* what the server said to raw bytes */
    wf_client client;
    int fd; /* live.c; -1: not connected */
    /* loopback.c */
    wf_plan *plan;
    wf_limits limits;
    wf_log log;
    wf_kit kit;
    wf_h1 h1;
};

/* A test on a wire, with nothing begun; NULL when memory is out. */
weft_test *wf_test_make(weft_app *app, const wf_wire *wire);

/* ---- Telling (client_compare.c) ---------------------------------------------------------------------------- */

/* Puts bytes as people can read them, escaped as in C; returns the columns they take. */
size_t wf_put_shown(weft_buf *out, weft_str text);
/* Why the last ask has no answer. */
void wf_client_tell_failure(wf_client *client);
#endif
