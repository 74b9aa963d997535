/* weft/test.h: an app asked by a test. In memory the same parser, the same dispatch and the same answers as on a
 * network, as a plain function call; or over a real socket, by changing one line.
 *
 *     #include <stdio.h>
 *     #include <weft/test.h>
 *
 *     static weft_response greet(weft_request *req)
 *     {
 *         weft_str name = weft_form(req, "name");
 *         return weft_textf(req, "hello %.*s\n", (int)name.len, name.ptr);
 *     }
 *
 *     int main(void)
 *     {
 *         weft_app *app = weft_app_new(NULL);
 *         weft_post(app, "/greet", greet);
 *         weft_test *test = weft_test_new(app, (weft_server){ 0 });
 *         weft_answer answer = weft_test_ask(
 *             test, (weft_ask){ .method = WEFT_POST, .path = "/greet", .form = { { "name", "Ada" } } });
 *         bool fine = weft_answer_is(answer, 200, "hello Ada\n");
 *         if (!fine) puts(weft_test_why(test));
 *         weft_test_free(test);
 *         weft_app_free(app);
 *         return fine ? 0 : 1;
 *     }
 *
 * Lifetime: what an answer shows is borrowed until the next ask, raw bytes included, on the same test; comparing an
 * answer after that fails, and says so. Threads: a test belongs to one thread at a time; several tests of different
 * apps may run at once. Errors: nothing here aborts. What went wrong, also on the side of whoever wrote the test, is
 * told by weft_test_why. Every function takes a NULL test, as weft_test_new leaves it, as one that answers nothing. */
#ifndef WEFT_TEST_H
#define WEFT_TEST_H
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ---- A test: an app, and one client that keeps its connection and its cookies ------------------------------ */

typedef struct weft_test weft_test;

/* In memory. Freezes the app as weft_start does, with the limits of `server` (deadlines, addresses and workers mean
 * nothing here). NULL when the app or the options hold mistakes, which are logged, or the app is served already. The
 * app must outlive the test. */
weft_test *weft_test_new(weft_app *app, weft_server server);
/* The same over a socket: starts the app with the options of `server`, but on a free port of 127.0.0.1 whatever they
 * say of where to listen. weft_port tells the port, for other clients. NULL when weft_start fails, reasons logged.
 *     weft_test *test = weft_test_live(app, (weft_server){ .workers = 2 });                                     */
weft_test *weft_test_live(weft_app *app, weft_server server);
/* One handler alone, in memory: it answers every method on `path`, a route's pattern (NULL: every path), and weft_state
 * gives it `state`. NULL as above.
 *     weft_test *test = weft_test_handler(show_item, "/items/{id}", store);
 *     weft_answer answer = weft_test_get(test, "/items/7");                                                     */
weft_test *weft_test_handler(weft_handler *handler, const char *path, void *state);
/* Ends the connection, stops and joins what was started, and thaws the app. NULL does nothing. */
void weft_test_free(weft_test *test);

/* ---- Asking ------------------------------------------------------------------------------------------------ */

/* A name and its value, NUL-terminated. In lists the first one without a name ends the list. */
typedef struct weft_pair {
    const char *name, *value; /* value NULL: empty */
} weft_pair;

/* A part of a multipart form: a field with a value, or a file with its bytes. */
typedef struct weft_part {
    const char *name;
    const char *value;    /* either this, */
    weft_str bytes;       /* or this */
    const char *filename; /* absent: it is no file */
    const char *type;     /* none is sent */
} weft_part;

enum { WEFT_ASK_PAIRS = 16, WEFT_ASK_PARTS = 8 };

/* What is asked; every zero is the default. Texts are borrowed for the call. At most one member is the body: form, parts,
 * json or body.
 *     weft_ask list = { .path = "/items", .query = { { "sort", "name" } }, .headers = { { "Accept", "text/csv" } } };
 *     weft_ask add = { .method = WEFT_POST, .path = "/items", .form = { { "name", "lamp" }, { "cents", "1250" } } };
 *     weft_ask send = { .method = WEFT_POST, .path = "/photos",
 *                       .parts = { { .name = "photo", .filename = "a.png", .bytes = weft_lit("PNG") } } };      */
typedef struct weft_ask {
    weft_method method;                /* WEFT_GET */
    const char *path;                  /* "/"; sent as it is, a query in it too */
    weft_pair query[WEFT_ASK_PAIRS];   /* encoded, and put behind the path */
    weft_pair headers[WEFT_ASK_PAIRS]; /* as they are; those that would be sent anyway are replaced */
    weft_pair form[WEFT_ASK_PAIRS];    /* application/x-www-form-urlencoded */
    weft_part parts[WEFT_ASK_PARTS];   /* multipart/form-data */
    const char *json;                  /* application/json */
    weft_str body;                     /* any bytes; */
    const char *type; /* their media type: none is sent. Replaces the type of the others too */
    bool chunked;     /* the body is sent chunked, without a length */
    bool follow;      /* redirects to the same host are followed, up to ten */
    weft_str raw;     /* a whole request, byte for byte and without cookies, instead of all the above */
} weft_ask;

/* What was answered. Borrowed: see the top of this file. */
typedef struct weft_answer {
    int status;         /* 0: there is no answer, and weft_test_why says why */
    weft_str body;      /* de-chunked; absent without an answer */
    weft_str head;      /* the status line and the fields as they came, up to the empty line */
    bool cut;           /* the connection ended before the body did; `body` is what came of it */
    uint32_t redirects; /* that were followed */
    uint32_t number;    /* private: of its ask */
    weft_test *test;
} weft_answer;

/* Asks, over the connection there is, or a new one when that was closed. Cookies that answers have set are sent along.
 * Interim answers (100) are passed over. No answer (status 0): the server closed without one, wants more than was sent
 * or (live) is silent for 10 s; the answer is malformed, or is more than one; or the ask contradicts itself. */
weft_answer weft_test_ask(weft_test *test, weft_ask ask);
/* (weft_ask){ .path = path }, which is what tests do most. */
weft_answer weft_test_get(weft_test *test, const char *path);

/* The value of the first field `name`, in any case; absent when there is none. */
weft_str weft_answer_header(weft_answer answer, const char *name);
/* The value of the Set-Cookie field that sets `name`, attributes and all: "login=ada; Path=/; HttpOnly". */
weft_str weft_answer_set_cookie(weft_answer answer, const char *name);

/* ---- Comparing --------------------------------------------------------------------------------------------- */

/* Whether an answer is as expected, for any test framework; weft_test_why then tells what was expected and what came.
 *     assert(weft_answer_is(weft_test_get(test, "/ping"), 200, "pong\n"));
 * In Criterion: cr_assert(weft_answer_is(answer, 200, "pong\n"), "%s", weft_test_why(test)); */

/* The status, and the body byte for byte; `body` NULL: any. */
bool weft_answer_is(weft_answer answer, int status, const char *body);
/* The same for bytes with NULs among them. */
bool weft_answer_is_bytes(weft_answer answer, int status, weft_str body);
/* The body contains `text`. */
bool weft_answer_contains(weft_answer answer, const char *text);
/* One of the fields `name` has the value `value`; NULL: any. */
bool weft_answer_has(weft_answer answer, const char *name, const char *value);
/* There is no field `name`. */
bool weft_answer_lacks(weft_answer answer, const char *name);

/* Why the last ask had no answer, or the last comparison failed; empty when it did not. A few lines, for people:
 *     GET /ping: the body differs from byte 1 on
 *       expected: "pong\n"
 *       got:      "ping\n"
 *                   ^
 * Borrowed until the next ask or comparison on this test. */
const char *weft_test_why(const weft_test *test);

/* ---- Cookies ----------------------------------------------------------------------------------------------- */

/* Kept as a browser does for one host (RFC 6265): by name and path, until Max-Age or Expires has passed. Secure and
 * Domain are not looked at, so that a test in memory and one over a socket see the same. */

/* The value of a cookie that is kept, whatever its path; absent when there is none. Borrowed until the next ask. */
weft_str weft_test_cookie(const weft_test *test, const char *name);
/* Keeps a cookie for every path, as if an answer had set it. false: `name` is NULL, or memory is out. */
bool weft_test_set_cookie(weft_test *test, const char *name, const char *value);
/* As a browser that was closed and had kept nothing. */
void weft_test_forget_cookies(weft_test *test);

/* ---- Raw bytes --------------------------------------------------------------------------------------------- */

/* Below the asks, for tests of the protocol itself. No cookie is sent or kept. */

/* The client sends `bytes`. Returns all that the server answers to them before it needs more: empty while a request
 * is incomplete. Live: all that comes until it has been silent for a fifth of a second. Borrowed until the next call
 * on this test. After the server closed, bytes are ignored. */
weft_str weft_test_send(weft_test *test, weft_str bytes);
/* The client ends its side, as a half-closed connection does. Returns what the server still answers. */
weft_str weft_test_finish(weft_test *test);
/* The client's deadline passes while a head or a body is awaited. Returns what the server still answers. Live: waits for
 * the server's own deadline, 10 s at most. */
weft_str weft_test_expire(weft_test *test);
/* Whether the server has closed the connection. */
bool weft_test_closed(const weft_test *test);
/* Begins a new connection to the same app; the cookies stay. */
void weft_test_reconnect(weft_test *test);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
