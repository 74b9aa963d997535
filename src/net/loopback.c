/* A test's wire in memory: the protocol driven by calls instead of a socket. */
#include "src/net/client.h"
#include "src/net/options.h"
#include "src/net/server.h"
#include "src/web/access.h"
#include <unistd.h>

static void reconnect(weft_test *test)
{
    const wf_peer nobody = { 0 };
    wf_h1_end(&test->kit, &test->h1);
    wf_h1_init(&test->h1, &nobody);
    test->closed = false;
}

static bool is_closed(const weft_test *test) { return test->closed; }

/* What a socket would take: the batch, and what is behind it. false: a file was shorter than it was said to be. */
static bool take_output(weft_test *test)
{
    wf_output *out = &test->h1.out;
    weft_put_str(&test->out, weft_str_of(wf_block_data(test->kit.batch), test->kit.batch_len));
    weft_put_str(&test->out, out->bytes);
    test->kit.batch_len = 0;
    out->bytes.len = 0;
    while (out->file_left > 0) {
        char bytes[16 * 1024];
        size_t want = out->file_left < (int64_t)sizeof bytes ? (size_t)out->file_left : sizeof bytes;
        ssize_t got = pread(out->file_fd, bytes, want, out->file_offset);
        if (got <= 0) return false;
        weft_put_str(&test->out, weft_str_of(bytes, (size_t)got));
        out->file_offset += got;
        out->file_left -= got;
    }
    return true;
}

/* Goes on until the server needs more, or is done with the connection. What it logs is written by then. */
static void proceed(weft_test *test, wf_h1_need need)
{
    bool whole = take_output(test);
    while (whole && need == WF_H1_WRITE) {
        need = wf_h1_run(&test->kit, &test->h1);
        whole = take_output(test);
    }
    test->closed = !whole || need == WF_H1_CLOSE || need == WF_H1_LINGER;
    if (test->closed)
        wf_h1_end(&test->kit, &test->h1);
    else
        wf_h1_rest(&test->kit, &test->h1);
    wf_access_flush(&test->app->access, &test->log);
}

static weft_str send_bytes(weft_test *test, weft_str bytes)
{
    while (bytes.len > 0 && !test->closed) {
        wf_room room = wf_h1_room(&test->kit, &test->h1);
        if (!room.ptr) {
            proceed(test, wf_h1_starved(&test->kit, &test->h1));
            break;
        }
        size_t some = bytes.len < room.len ? bytes.len : room.len;
        memcpy(room.ptr, bytes.ptr, some);
        bytes = weft_str_of(bytes.ptr + some, bytes.len - some);
        wf_h1_received(&test->h1, some);
        proceed(test, wf_h1_run(&test->kit, &test->h1));
    }
    return weft_buf_str(&test->out);
}

static weft_str finish(weft_test *test)
{
    if (!test->closed) proceed(test, wf_h1_eof(&test->kit, &test->h1));
    test->closed = true;
    return weft_buf_str(&test->out);
}

static weft_str expire(weft_test *test)
{
    if (!test->closed) proceed(test, wf_h1_timeout(&test->kit, &test->h1));
    return weft_buf_str(&test->out);
}

static void talk(weft_test *test, weft_str request, wf_reading *reading)
{
    wf_buf_clear(&test->out);
    wf_reading_feed(reading, send_bytes(test, request));
    if (!weft_buf_ok(&test->out))
        wf_reading_fail(reading, "it is over 1 GiB, or memory is out");
    else if (test->closed)
        wf_reading_end(reading);
    else if (!wf_reading_is_over(reading))
        wf_reading_fail(reading, "the server waits for more of the request");
}

static void end(weft_test *test)
{
    wf_h1_end(&test->kit, &test->h1);
    wf_access_flush(&test->app->access, &test->log);
    wf_kit_reset(&test->kit);
    if (test->plan) atomic_store(&test->app->live, false);
    wf_plan_free(test->plan);
}

static const wf_wire memory = { .talk = talk,
                                .send = send_bytes,
                                .finish = finish,
                                .expire = expire,
                                .is_closed = is_closed,
                                .reconnect = reconnect,
                                .end = end };

/* Whether the app can be served; every mistake is logged. */
static bool prepare(weft_test *test, const weft_server *given)
{
    weft_server options;
    bool fine = wf_options_resolve(given, &options, &test->log);
    test->limits = wf_limits_of(&options);
    if (atomic_load(&test->app->live)) {
        wf_log_line(&test->log, WEFT_LOG_ERROR, "cannot test: the app is served, or in a test, already");
        return false;
    }
    test->plan = wf_plan_new(test->app, &test->log);
    return fine && test->plan && wf_access_open(&test->app->access, &test->log) &&
           wf_kit_init(&test->kit, test->plan, &test->limits, &test->log);
}

weft_test *weft_test_new(weft_app *app, weft_server server)
{
    weft_test *test = wf_test_make(app, &memory);
    if (!test) return NULL;
    test->log = wf_log_of(&server);
    if (!prepare(test, &server)) {
        weft_test_free(test);
        return NULL;
    }
    atomic_store(&app->live, true);
    reconnect(test);
    return test;
}
