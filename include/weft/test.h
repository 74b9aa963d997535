/* weft/test.h: an app without a socket. Bytes in, bytes out: the same parser, the same dispatch, the same answers as
 * on a network, as a plain function call. For the tests of people's apps, and of weft itself.
 *
 *     weft_app *app = weft_app_new(NULL);
 *     weft_get(app, "/", home);
 *     weft_test *test = weft_test_new(app, (weft_server){ 0 });
 *     weft_str answer = weft_test_send(test, weft_lit("GET / HTTP/1.1\r\nHost: t\r\n\r\n"));
 *     assert(strncmp(answer.ptr, "HTTP/1.1 200 ", 13) == 0);
 *     weft_test_free(test);
 *     weft_app_free(app);                                                                                     */
#ifndef WEFT_TEST_H
#define WEFT_TEST_H
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* An app that is served to one connection in memory. One thread. */
typedef struct weft_test weft_test;

/* Freezes the app as weft_start does, with the limits of `server` (deadlines, addresses and workers mean nothing
 * here). NULL when the app or the options hold mistakes, which are logged. The app must outlive it. */
weft_test *weft_test_new(weft_app *app, weft_server server);
/* Ends the connection and thaws the app. NULL does nothing. */
void weft_test_free(weft_test *test);

/* The client sends `bytes`. Returns all that the server answers to them before it needs more: empty while a request
 * is incomplete. Borrowed until the next call on this test. After the server closed, bytes are ignored. */
weft_str weft_test_send(weft_test *test, weft_str bytes);
/* The client ends its side, as a half-closed connection does. Returns what the server still answers. */
weft_str weft_test_finish(weft_test *test);
/* The client's deadline passes while a head or a body is awaited. Returns what the server still answers. */
weft_str weft_test_expire(weft_test *test);
/* Whether the server has closed the connection. */
bool weft_test_closed(const weft_test *test);
/* Begins a new connection to the same app. */
void weft_test_reconnect(weft_test *test);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
