/* An app served in memory, what it answers, and what it logs. Every test runs in a process of its own, so there is
 * one of each. */
#ifndef WF_TESTS_WEB_HARNESS_H
#define WF_TESTS_WEB_HARNESS_H
#include "src/base/check.h"
#include "src/base/clock.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <weft/buf.h>
#include <weft/test.h>
#include <weft/weft.h>
#ifdef WF_ASAN
#include <sanitizer/lsan_interface.h>
#endif

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* How most answers begin and go on; the Date line is left out everywhere, see ask(). */
#define OK    "HTTP/1.1 200 OK\r\n"
#define PLAIN "Content-Type: text/plain; charset=utf-8\r\n"
/* A 500 that tells the client nothing. */
#define BARE_500                                   \
    "HTTP/1.1 500 Internal Server Error\r\n" PLAIN \
    "Content-Length: 26\r\nVary: Accept\r\n\r\n500 Internal Server Error\n"

static weft_app *app;
static weft_test *test;
static char logged[64 * 1024]; /* "error: the line\n", one behind the other */

static inline void keep_line(void *state, weft_log_level level, weft_str line)
{
    static const char *const names[] = { "", "error", "warn", "info", "debug" };
    size_t len = strlen(logged);
    (void)state;
    snprintf(logged + len, sizeof logged - len, "%s: %.*s\n", names[level], (int)line.len, line.ptr);
}

static inline void set_up(void) { app = weft_app_new(NULL); }

/* Criterion does not count what is expected in a teardown, but an abort fails the run. */
static inline void tear_down(void)
{
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
    weft_test_free(test);
    weft_app_free(app);
    app = NULL;
    test = NULL;
#ifdef WF_ASAN
    WF_ASSERT(__lsan_do_recoverable_leak_check() == 0);
#endif
}

/* Starts serving; false when the app cannot be, and `logged` then says why. */
static inline bool try_to_serve(weft_server options)
{
    options.logger = keep_line;
    test = weft_test_new(app, options);
    return test != NULL;
}

static inline void serve(weft_server options) { cr_assert(try_to_serve(options), "%s", logged); }

static inline void serve_one(weft_handler *handler)
{
    weft_get(app, "/", handler);
    serve((weft_server){ 0 });
}

/* Leaves the Date line out, after a look at it; returns the text behind it. */
static inline const char *skip_date(const char *date)
{
    enum { LINE = sizeof("Date: \r\n") - 1 + WF_DATE_LEN };
    int64_t seconds;
    cr_assert(strncmp(date, "Date: ", 6) == 0 && strlen(date) > LINE, "no Date: %s", date);
    cr_assert(wf_date_read(weft_str_of(date + 6, WF_DATE_LEN), 0, &seconds), "%s", date);
    cr_assert(strncmp(date + 6 + WF_DATE_LEN, "\r\n", 2) == 0, "%s", date);
    return date + LINE;
}

/* What is answered to `bytes`, as text, without the Date line that follows every status line but "100 Continue"'s. */
static inline const char *send_bytes(weft_str bytes)
{
    static char text[4 << 20];
    weft_str answer = weft_test_send(test, bytes);
    cr_assert_lt(answer.len, sizeof text);
    memcpy(text, answer.ptr, answer.len);
    text[answer.len] = '\0';
    for (char *at = text; (at = strstr(at, "HTTP/1.1 "));) {
        bool interim = at[9] == '1';
        at = strstr(at, "\r\n");
        cr_assert_not_null(at);
        at += 2;
        if (interim) continue;
        const char *rest = skip_date(at);
        memmove(at, rest, strlen(rest) + 1);
    }
    return text;
}

static inline const char *ask(const char *request)
{
    return send_bytes(weft_str_of(request, strlen(request)));
}

static inline void expect_answer(const char *request, const char *answer)
{
    const char *got = ask(request);
    cr_expect(strcmp(got, answer) == 0, "asked: %s\nanswered: %s\nexpected: %s", request, got, answer);
}

/* "GET / HTTP/1.1" with a Host and no body. */
static inline const char *request_for(const char *method, const char *target)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: h\r\n\r\n", method, target);
    return text;
}

/* A new connection each time, so that an answer which ends one leaves the next request alone. */
static inline const char *ask_for(const char *method, const char *target)
{
    weft_test_reconnect(test);
    return ask(request_for(method, target));
}

/* The part of an answer behind its head. */
static inline const char *body_of(const char *answer)
{
    const char *end = strstr(answer, "\r\n\r\n");
    cr_assert(end, "no head: %s", answer);
    return end + 4;
}

static inline int status_of(const char *answer)
{
    int status = 0;
    cr_assert_eq(sscanf(answer, "HTTP/1.1 %d ", &status), 1, "no status: %s", answer);
    return status;
}
#endif
