/* weft/test.h: the protocol driven by a test instead of a socket. */
#include "src/net/h1.h"
#include "src/net/options.h"
#include "src/net/server.h"
#include <unistd.h>
#include <weft/buf.h>
#include <weft/test.h>

enum { OUTPUT_MAX = 1 << 30 };

struct weft_test {
    weft_app *app;
    wf_plan *plan;
    wf_limits limits;
    wf_log log;
    wf_kit kit;
    wf_h1 h1;
    weft_buf out;
    bool closed;
};

weft_test *weft_test_new(weft_app *app, weft_server given)
{
    weft_server options;
    weft_test *test = wf_alloc(sizeof *test);
    if (!test) return NULL;
    test->app = app;
    test->log = wf_log_of(&given);
    test->out = weft_buf_heap(OUTPUT_MAX);
    bool fine = wf_options_resolve(&given, &options, &test->log);
    test->limits = wf_limits_of(&options);
    test->plan = wf_plan_new(app, &test->log);
    if (!fine || !test->plan || !wf_kit_init(&test->kit, test->plan, &test->limits, &test->log)) {
        weft_test_free(test);
        return NULL;
    }
    atomic_store(&app->live, true);
    weft_test_reconnect(test);
    return test;
}

void weft_test_free(weft_test *test)
{
    if (!test) return;
    wf_h1_end(&test->kit, &test->h1);
    wf_kit_reset(&test->kit);
    wf_plan_free(test->plan);
    weft_buf_free(&test->out);
    atomic_store(&test->app->live, false);
    wf_free(test);
}

void weft_test_reconnect(weft_test *test)
{
    const wf_peer nobody = { 0 };
    wf_h1_end(&test->kit, &test->h1);
    wf_h1_init(&test->h1, &nobody);
    test->closed = false;
}

bool weft_test_closed(const weft_test *test) { return test->closed; }

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
}

weft_str weft_test_send(weft_test *test, weft_str bytes)
{
    test->out.len = 0;
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

weft_str weft_test_finish(weft_test *test)
{
    test->out.len = 0;
    if (!test->closed) proceed(test, wf_h1_eof(&test->kit, &test->h1));
    test->closed = true;
    return weft_buf_str(&test->out);
}

weft_str weft_test_expire(weft_test *test)
{
    test->out.len = 0;
    if (!test->closed) proceed(test, wf_h1_timeout(&test->kit, &test->h1));
    return weft_buf_str(&test->out);
}
