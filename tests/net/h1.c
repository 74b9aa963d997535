/* HTTP/1 on one connection, without a socket: bytes in, bytes out. */
#include "tests/net/h1_cases.h"
#include "src/net/h1.h"
#include <stdio.h>
#include <stdlib.h>

static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };
static weft_app *app;
static weft_test *test;

static void start_with(weft_server options)
{
    weft_server standard = net_options(&lines);
    options.logger = standard.logger;
    options.logger_state = standard.logger_state;
    weft_test_free(test);
    test = weft_test_new(app, options);
    cr_assert_not_null(test, "%s", lines.text);
}

static void set_up(void)
{
    app = net_app();
    test = weft_test_new(app, net_options(&lines));
    WF_ASSERT(test);
}

static void tear_down(void)
{
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
    weft_test_free(test);
    weft_app_free(app);
}

TestSuite(net_h1, .init = set_up, .fini = tear_down, .timeout = 120);

/* ---- Delivering ------------------------------------------------------------------------------------------- */

enum { OUT_ROOM = 4 << 20, BIG = 3 << 20 };

typedef struct output {
    size_t len;
    char bytes[OUT_ROOM];
} output;

static output out, reference;

static void collect(output *to, weft_str bytes)
{
    cr_assert_leq(to->len + bytes.len, (size_t)OUT_ROOM);
    memcpy(to->bytes + to->len, bytes.ptr, bytes.len);
    to->len += bytes.len;
}

/* On a new connection: `first` bytes, then `step` bytes at a time. */
static void deliver(output *to, weft_str request, size_t first, size_t step)
{
    weft_test_reconnect(test);
    to->len = 0;
    for (size_t at = 0, piece = first; at < request.len; at += piece, piece = step) {
        if (piece > request.len - at) piece = request.len - at;
        collect(to, weft_test_send(test, weft_str_of(request.ptr + at, piece)));
    }
    net_mask_dates(to->bytes, to->len);
}

static void deliver_whole(weft_str request) { deliver(&out, request, request.len ? request.len : 1, 1); }

/* The answers in `out`: statuses as in h1_cases, and bodies. */
static void expect_answers(const char *name, const char *statuses, const char *bodies)
{
    weft_str rest = weft_str_of(out.bytes, out.len), words = wf_str(statuses),
             texts = wf_str(bodies ? bodies : "");
    for (weft_str word; words.len && (word = wf_str_cut(&words, ' ')).len;) {
        net_answer answer;
        bool to_head = word.len == 4;
        cr_assert(net_take_answer(&rest, to_head, &answer), "%s: an answer is missing, %s", name, statuses);
        cr_expect_eq(answer.status, (int)strtol(word.ptr, NULL, 10), "%s: %d, not %s", name, answer.status,
                     statuses);
        if (!bodies || to_head || answer.status != 200) continue;
        weft_str text = wf_str_cut(&texts, '|');
        cr_expect(weft_str_eq(weft_str_of(answer.body.ptr, answer.body.len), text.ptr ? text : weft_lit("")),
                  "%s: body \"%.*s\"", name, (int)answer.body.len, answer.body.ptr);
    }
    cr_expect_eq(rest.len, 0, "%s: bytes behind the last answer: %.*s", name, (int)rest.len, rest.ptr);
}

/* ---- The table -------------------------------------------------------------------------------------------- */

Test(net_h1, conversations_are_answered)
{
    for (size_t i = 0; i < COUNT_OF(h1_cases); i++) {
        const h1_case *c = &h1_cases[i];
        deliver_whole(c->request);
        expect_answers(c->name, c->statuses, c->bodies);
        cr_expect_eq(weft_test_closed(test), c->closed, "%s", c->name);
    }
}

/* The last answer says close exactly when the connection ends with it. */
Test(net_h1, a_close_is_announced)
{
    for (size_t i = 0; i < COUNT_OF(h1_cases); i++) {
        const h1_case *c = &h1_cases[i];
        deliver_whole(c->request);
        weft_str rest = weft_str_of(out.bytes, out.len), words = wf_str(c->statuses);
        while (words.len) {
            net_answer answer;
            weft_str word = wf_str_cut(&words, ' ');
            cr_assert(net_take_answer(&rest, word.len == 4, &answer));
            cr_expect_eq(answer.close, c->closed && rest.len == 0, "%s", c->name);
        }
    }
}

static void expect_the_same(const char *name, size_t first, size_t step, bool closed)
{
    cr_assert(out.len == reference.len && memcmp(out.bytes, reference.bytes, out.len) == 0,
              "%s, %zu bytes and then %zu at a time:\n%.*s\ninstead of\n%.*s", name, first, step,
              (int)out.len, out.bytes, (int)reference.len, reference.bytes);
    cr_assert_eq(weft_test_closed(test), closed, "%s, %zu bytes and then %zu at a time", name, first, step);
}

/* Delivered whole, in every two pieces, and in equal small ones: the answers do not differ by a byte. */
static void try_all_cuts(const char *name, weft_str request)
{
    deliver(&reference, request, request.len ? request.len : 1, 1);
    bool closed = weft_test_closed(test);
    for (size_t first = 1; first < request.len; first++) {
        deliver(&out, request, first, request.len);
        expect_the_same(name, first, request.len, closed);
    }
    for (size_t step = 1; step <= 7; step++) {
        deliver(&out, request, step, step);
        expect_the_same(name, step, step, closed);
    }
}

Test(net_h1, answers_do_not_depend_on_how_bytes_arrive)
{
    for (size_t i = 0; i < COUNT_OF(h1_cases); i++) try_all_cuts(h1_cases[i].name, h1_cases[i].request);
}

/* The digits of a size line add up to more than the limit before what is wrong with the line has come. */
Test(net_h1, a_chunk_size_line_is_judged_whole)
{
    static const h1_case cases[] = {
        { "a size over 2^63", CHUNKS("FFFFFFFFFFFFFFFFF\r\n"), NULL, NULL, true },
        { "a large size and a bad byte", CHUNKS("1000000x\r\n"), NULL, NULL, true },
        { "a large size and a bad extension", CHUNKS("1000000;=\r\n"), NULL, NULL, true },
        { "a large size and a bare line feed", CHUNKS("1000000\n"), NULL, NULL, true },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) try_all_cuts(cases[i].name, cases[i].request);
}

Test(net_h1, a_hundred_thousand_cuts_at_random)
{
    uint32_t seed = 11;
    static char row[65536];
    size_t len = 0;
    for (size_t i = 0; i < COUNT_OF(h1_cases); i++) { /* every conversation that goes on, as one */
        if (h1_cases[i].closed || h1_cases[i].statuses[0] == '\0') continue;
        memcpy(row + len, h1_cases[i].request.ptr, h1_cases[i].request.len);
        len += h1_cases[i].request.len;
    }
    weft_str request = weft_str_of(row, len);
    deliver(&reference, request, len, 1);
    cr_expect_not(weft_test_closed(test));
    for (int round = 0; round < 60; round++) {
        weft_test_reconnect(test);
        out.len = 0;
        for (size_t at = 0, piece; at < len; at += piece) {
            piece = 1 + net_random(&seed) % (round % 2 ? 9 : 300);
            if (piece > len - at) piece = len - at;
            collect(&out, weft_test_send(test, weft_str_of(row + at, piece)));
        }
        net_mask_dates(out.bytes, out.len);
        expect_the_same("a long row", 0, 0, false);
    }
}

/* ---- Heads ------------------------------------------------------------------------------------------------ */

static char big[BIG];

/* A GET whose head has `size` bytes: fields of at most `widest` bytes each. */
static weft_str head_of(size_t size, size_t widest)
{
    size_t len = (size_t)snprintf(big, sizeof big, "GET /query?grown HTTP/1.1\r\nHost: t\r\n");
    while (len + 2 < size) {
        size_t field = size - 2 - len;
        if (field > widest) field = field - widest < 8 ? widest - 8 : widest;
        cr_assert_geq(field, 5);
        memset(big + len, 'x', field);
        memcpy(big + len, "X: ", 3);
        memcpy(big + len + field - 2, "\r\n", 2);
        len += field;
    }
    memcpy(big + len, "\r\n", 2);
    return weft_str_of(big, size);
}

Test(net_h1, a_head_may_have_its_limit_and_not_a_byte_more)
{
    const uint32_t limits[] = { 256, 1000, 16000, 16303, 16304, 16305, 20 * 1024, 60 * 1024, 65536, 300000 };
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        start_with((weft_server){ .head_limit = limits[i], .chunk_limit = 100 });
        for (size_t over = 0; over <= 1; over++) {
            const size_t steps[] = { SIZE_MAX, 4096, 997 };
            for (size_t j = 0; j < COUNT_OF(steps); j++) {
                deliver(&out, head_of(limits[i] + over, 50000), steps[j], steps[j]);
                expect_answers("a head", over ? "431" : "200", over ? NULL : "grown");
                cr_expect_eq(weft_test_closed(test), over == 1, "%u + %zu", limits[i], over);
            }
        }
    }
}

Test(net_h1, a_request_line_over_the_limit_is_414)
{
    start_with((weft_server){ .head_limit = 1000, .chunk_limit = 100 });
    for (size_t step = 1; step <= 2000; step += 333) {
        size_t len = (size_t)snprintf(big, sizeof big, "GET /query?");
        memset(big + len, 'x', 2000);
        deliver(&out, weft_str_of(big, 2000), step, step);
        expect_answers("a long target", "414", NULL);
        cr_expect(weft_test_closed(test));
    }
}

Test(net_h1, a_head_may_have_its_fields_and_not_one_more)
{
    start_with((weft_server){ .field_limit = 10 });
    for (int fields = 9; fields <= 11; fields++) {
        size_t len = (size_t)snprintf(big, sizeof big, "GET / HTTP/1.1\r\nHost: t\r\n");
        for (int i = 1; i < fields; i++) len += (size_t)snprintf(big + len, sizeof big - len, "X: y\r\n");
        len += (size_t)snprintf(big + len, sizeof big - len, "\r\n");
        deliver_whole(weft_str_of(big, len));
        expect_answers("fields", fields > 10 ? "431" : "200", NULL);
    }
}

/* The block that holds a head grows with it; what follows in the same bytes is not lost. */
Test(net_h1, a_large_head_is_followed_by_others)
{
    const size_t sizes[] = { 1000, 15000, 16000, 16128, 16304, 17000, 20 * 1024, 33000, 60 * 1024, 65536 };
    const size_t steps[] = { SIZE_MAX, 20000, 16128, 1500, 61 };
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        size_t len = head_of(sizes[i], 9000).len;
        len += (size_t)snprintf(big + len, sizeof big - len, "%s%s%s", GET("/"), POST("3") "abc",
                                GET("/missing"));
        for (size_t j = 0; j < COUNT_OF(steps); j++) {
            deliver(&out, weft_str_of(big, len), steps[j], steps[j]);
            expect_answers("a large head", "200 200 200 404", "grown|hello\n|abc");
        }
    }
}

/* A head that began at the end of its block is moved to the start while it is half-parsed. */
Test(net_h1, a_head_is_moved_behind_others)
{
    const size_t sizes[] = { 300, 3000, 9000, 15900, 17000, 40000 };
    static char row[100000];
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        size_t before = 0;
        while (before < 15800) {
            memcpy(row + before, GET("/empty"), sizeof GET("/empty") - 1);
            before += sizeof GET("/empty") - 1;
        }
        weft_str head = head_of(sizes[i], 5000);
        memcpy(row + before, head.ptr, head.len);
        for (size_t first = before + 10; first < before + sizes[i]; first += 97) {
            deliver(&out, weft_str_of(row, before + head.len), first, 1000);
            weft_str rest = weft_str_of(out.bytes, out.len);
            net_answer answer = { 0 };
            while (net_take_answer(&rest, false, &answer)) {}
            cr_assert(answer.status == 200 && weft_str_eq(answer.body, weft_lit("grown")),
                      "%zu bytes, cut at %zu", sizes[i], first - before);
        }
    }
}

Test(net_h1, a_large_head_a_byte_at_a_time)
{
    deliver(&out, head_of(20 * 1024, 5000), 1, 1);
    expect_answers("20 KiB", "200", "grown");
    deliver(&out, head_of(60 * 1024, 5000), 1, 1);
    expect_answers("60 KiB", "200", "grown");
}

/* ---- Bodies ----------------------------------------------------------------------------------------------- */

static size_t put_text(size_t at, const char *text)
{
    size_t len = strlen(text);
    memcpy(big + at, text, len);
    return at + len;
}

static size_t put_pattern(size_t at, size_t from, size_t len)
{
    cr_assert_leq(at + len + 1000, (size_t)BIG);
    for (size_t i = 0; i < len; i++) big[at + i] = net_byte(from + i);
    return at + len;
}

/* POST /echo with `size` bytes of the pattern, chunked in `chunk` bytes each unless that is 0; a GET behind it. */
static weft_str post_of(size_t size, size_t chunk)
{
    char line[64];
    size_t at = put_text(0, ECHO);
    if (chunk == 0) {
        snprintf(line, sizeof line, "Content-Length: %zu\r\n\r\n", size);
        at = put_pattern(put_text(at, line), 0, size);
    } else {
        at = put_text(at, "Transfer-Encoding: chunked\r\n\r\n");
        for (size_t done = 0, some; done < size; done += some) {
            some = size - done < chunk ? size - done : chunk;
            snprintf(line, sizeof line, "%zx\r\n", some);
            at = put_text(put_pattern(put_text(at, line), done, some), "\r\n");
        }
        at = put_text(at, "0\r\n\r\n");
    }
    return weft_str_of(big, put_text(at, THEN));
}

static void expect_echo(size_t size, const char *what)
{
    net_answer answer;
    weft_str rest = weft_str_of(out.bytes, out.len);
    cr_assert(net_take_answer(&rest, false, &answer), "%s: %zu bytes", what, size);
    cr_assert_eq(answer.status, 200, "%s: %zu bytes: %d", what, size, answer.status);
    cr_assert_eq(answer.body.len, size, "%s: %zu bytes: %zu", what, size, answer.body.len);
    cr_assert(net_is_pattern(answer.body), "%s: %zu bytes", what, size);
    cr_assert(net_take_answer(&rest, false, &answer) && weft_str_eq(answer.body, weft_lit("next")), "%s",
              what);
    cr_assert_eq(rest.len, 0);
}

static const size_t body_sizes[] = { 1,     1000,  16000, 16128,  16200,  16304,   16305,  16384,
                                     16385, 32768, 65000, 100000, 300000, 1000000, 1 << 20 };

Test(net_h1, bodies_of_every_size_come_back)
{
    const size_t steps[] = { SIZE_MAX, 16384, 10007, 113 };
    for (size_t i = 0; i < COUNT_OF(body_sizes); i++) {
        for (size_t j = 0; j < COUNT_OF(steps); j++) {
            deliver(&out, post_of(body_sizes[i], 0), steps[j], steps[j]);
            expect_echo(body_sizes[i], "of known length");
        }
    }
}

Test(net_h1, chunked_bodies_of_every_size_come_back)
{
    const size_t chunks[] = { 7, 100, 1000, 4096, 16384, 65536, 1 << 20 };
    const size_t steps[] = { SIZE_MAX, 10007, 113 };
    for (size_t i = 0; i < COUNT_OF(body_sizes); i++) {
        for (size_t j = 0; j < COUNT_OF(chunks); j++) {
            if (chunks[j] < 1000 && body_sizes[i] > 100000) continue; /* long, and nothing new */
            deliver(&out, post_of(body_sizes[i], chunks[j]), steps[j % 3], steps[j % 3]);
            expect_echo(body_sizes[i], "chunked");
        }
    }
    deliver(&out, post_of(30000, 1), SIZE_MAX, 1);
    expect_echo(30000, "a byte a chunk");
}

Test(net_h1, a_body_over_the_limit_is_413)
{
    for (size_t chunk = 0; chunk <= 65536; chunk += 16384) {
        deliver(&out, post_of((1 << 20) + 1, chunk), 30000, 30000);
        expect_answers("over the limit", "413", NULL);
        cr_expect(weft_test_closed(test));
    }
    start_with((weft_server){ .body_limit = 10 });
    for (size_t chunk = 0; chunk <= 3; chunk += 3) {
        deliver(&out, post_of(10, chunk), 1, 1);
        expect_echo(10, "exactly the limit");
        deliver(&out, post_of(11, chunk), 1, 1);
        weft_str rest = weft_str_of(out.bytes, out.len);
        net_answer answer;
        cr_expect(net_take_answer(&rest, false, &answer) && answer.status == 413);
    }
}

Test(net_h1, a_limit_that_is_off_does_not_limit)
{
    start_with((weft_server){ .body_limit = WEFT_OFF });
    for (size_t chunk = 0; chunk <= 50000; chunk += 50000) {
        deliver(&out, post_of((2 << 20) + 12345, chunk), 30000, 30000);
        expect_echo((2 << 20) + 12345, "without a limit");
    }
}

/* Bodies that just fill the block their head lies in, or just do not. */
Test(net_h1, a_body_fills_its_block_to_the_last_byte)
{
    const size_t block = wf_pool_class_size(0) - sizeof(wf_block) - WF_BLOCK_PADDING;
    for (size_t more = 0; more <= 4; more++) {
        const size_t head = sizeof ECHO "Content-Length: 12345\r\n\r\n" - 1, body = block + 2 - more - head;
        size_t at = (size_t)snprintf(big, 200, "%sContent-Length: %zu\r\n\r\n", ECHO, body);
        cr_assert_eq(at, head);
        at = put_text(put_pattern(at, 0, body), THEN);
        const size_t firsts[] = { SIZE_MAX, head, head + 1, head + body - 1 };
        for (size_t i = 0; i < COUNT_OF(firsts); i++) {
            deliver(&out, weft_str_of(big, at), firsts[i], 5000);
            expect_echo(body, "that fills its block");
        }
    }
}

/* A head that made its block grow leaves room for a large body behind it, which is answered from where it lies. */
Test(net_h1, a_body_stays_behind_a_large_head)
{
    const size_t heads[] = { 17000, 20 * 1024, 40000 };
    const size_t bodies[] = { 100, 20000, 24000, 45000, 200000 };
    const size_t steps[] = { SIZE_MAX, 9000, 501 };
    for (size_t i = 0; i < COUNT_OF(heads) * COUNT_OF(bodies) * COUNT_OF(steps); i++) {
        size_t head = heads[i % 3], body = bodies[i / 3 % 5], step = steps[i / 15];
        size_t at = put_text(0, ECHO "X: ");
        at = put_pattern(at, 0, head);
        at += (size_t)snprintf(big + at, 100, "\r\nContent-Length: %zu\r\n\r\n", body);
        at = put_text(put_pattern(at, 0, body), THEN);
        deliver(&out, weft_str_of(big, at), step, step);
        expect_echo(body, "behind a large head");
    }
}

Test(net_h1, trailers_have_the_limits_of_heads)
{
    start_with((weft_server){ .head_limit = 300, .chunk_limit = 100, .field_limit = 5 });
    const struct {
        int fields, len; /* of each value */
        const char *statuses;
    } cases[] = { { 5, 10, "200 200" }, { 6, 10, "431" }, { 3, 90, "200 200" }, { 3, 110, "431" } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t at = put_text(0, ECHO "Transfer-Encoding: chunked\r\n\r\n0\r\n");
        for (int j = 0; j < cases[i].fields; j++)
            at += (size_t)snprintf(big + at, 200, "T: %0*d\r\n", cases[i].len, 7);
        at = put_text(put_text(at, "\r\n"), THEN);
        deliver(&out, weft_str_of(big, at), 17, 17);
        expect_answers("trailers", cases[i].statuses, NULL);
    }
}

/* ---- Expectations ----------------------------------------------------------------------------------------- */

#define EXPECT "Expect: 100-Continue\r\n"

static void expect_interim(weft_str got)
{
    cr_expect(weft_str_eq(got, weft_lit("HTTP/1.1 100 Continue\r\n\r\n")), "%.*s", (int)got.len, got.ptr);
}

static int status_of(weft_str got)
{
    net_answer answer = { 0 };
    return net_take_answer(&got, false, &answer) ? answer.status : 0;
}

Test(net_h1, an_expected_body_is_asked_for)
{
    expect_interim(weft_test_send(test, weft_lit(ECHO EXPECT "Content-Length: 3\r\n\r\n")));
    cr_expect_eq(weft_test_send(test, weft_lit("ab")).len, 0, "and asked for once");
    cr_expect_eq(status_of(weft_test_send(test, weft_lit("c"))), 200);
    expect_interim(weft_test_send(test, weft_lit(ECHO EXPECT "Transfer-Encoding: chunked\r\n\r\n")));
    cr_expect_eq(status_of(weft_test_send(test, weft_lit("3\r\nabc\r\n0\r\n\r\n"))), 200);
    expect_interim(weft_test_send(test, weft_lit(ECHO EXPECT "Content-Length: 100000\r\n\r\n")));
    cr_expect_eq(status_of(weft_test_send(test, weft_lit(""))), 0);
}

Test(net_h1, a_body_that_is_there_is_not_asked_for)
{
    cr_expect_eq(status_of(weft_test_send(test, weft_lit(ECHO EXPECT "Content-Length: 3\r\n\r\nabc"))), 200);
    cr_expect_eq(weft_test_send(test, weft_lit(ECHO EXPECT "Content-Length: 3\r\n\r\na")).len, 0);
    cr_expect_eq(status_of(weft_test_send(test, weft_lit("bc"))), 200);
    cr_expect_eq(status_of(weft_test_send(test, weft_lit(ECHO EXPECT "Content-Length: 0\r\n\r\n"))), 200);
    cr_expect_not(weft_test_closed(test));
}

Test(net_h1, a_refused_body_is_not_asked_for)
{
    const struct {
        const char *request;
        int status;
    } cases[] = {
        { "POST /missing HTTP/1.1\r\n" HOST EXPECT "Content-Length: 3\r\n\r\n", 404 },
        { "POST / HTTP/1.1\r\n" HOST EXPECT "Content-Length: 3\r\n\r\n", 405 },
        { ECHO EXPECT "Content-Length: 9000000\r\n\r\n", 413 },
        { ECHO "Expect: 200-ok\r\nContent-Length: 3\r\n\r\n", 417 },
        { ECHO EXPECT EXPECT "Content-Length: 3\r\n\r\n", 417 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        weft_test_reconnect(test);
        cr_expect_eq(status_of(weft_test_send(test, wf_str(cases[i].request))), cases[i].status, "case %zu",
                     i);
        cr_expect(weft_test_closed(test), "nobody knows whether the body comes after all");
    }
}

/* ---- Bodies that nobody wants ------------------------------------------------------------------------------ */

Test(net_h1, a_short_rest_of_a_refused_body_is_passed_over)
{
    enum { PASSED_OVER = 64 * 1024 };
    const struct {
        size_t length, here; /* of the body, and how much of it comes with the head */
        bool closes;
    } cases[] = {
        { 1, 0, false },
        { 1, 1, false },
        { PASSED_OVER, 0, false },
        { PASSED_OVER + 1, 0, true },
        { PASSED_OVER + 1000, 1000, false },
        { PASSED_OVER + 1000, 999, true },
        { 10000000, 0, true },
    };
    const size_t steps[] = { SIZE_MAX, 16384, 1000, 33 };
    for (size_t i = 0; i < COUNT_OF(cases) * COUNT_OF(steps); i++) {
        size_t length = cases[i / 4].length, here = cases[i / 4].here, step = steps[i % 4];
        bool closes = cases[i / 4].closes;
        size_t at = (size_t)snprintf(
            big, 200, "POST /missing HTTP/1.1\r\nHost: t\r\nContent-Length: %zu\r\n\r\n", length);
        size_t head = at;
        if (length < PASSED_OVER * 2) at = put_text(put_pattern(at, 0, length), THEN);
        deliver(&out, weft_str_of(big, at), head + here, step);
        expect_answers("a refused body", closes ? "404" : "404 200", closes ? NULL : "next");
        cr_expect_eq(weft_test_closed(test), closes, "%zu of %zu, then %zu at a time", here, length, step);
    }
}

/* ---- The ends of connections ------------------------------------------------------------------------------- */

Test(net_h1, a_connection_has_its_requests_and_no_more)
{
    start_with((weft_server){ .requests = 3 });
    for (int round = 0; round < 2; round++) {
        deliver_whole(weft_lit(GET("/") GET("/missing") GET("/query?x") GET("/")));
        expect_answers("three requests", "200 404 200", "hello\n|x");
        cr_expect(weft_test_closed(test));
    }
    start_with((weft_server){ .requests = 1 });
    deliver_whole(weft_lit("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
    cr_expect(weft_test_closed(test));
    start_with((weft_server){ .requests = WEFT_OFF });
    size_t len = 0;
    for (int i = 0; i < 1000; i++) len = put_text(len, GET("/empty"));
    deliver_whole(weft_str_of(big, len));
    cr_expect_not(weft_test_closed(test));
}

Test(net_h1, a_request_has_its_memory_and_no_more)
{
    start_with((weft_server){ .memory_limit = 50000 });
    deliver_whole(weft_lit(GET("/alloc") GET("/") GET("/alloc") THEN));
    expect_answers("too much memory", "503 200 503 200", "hello\n|next");
    start_with((weft_server){ 0 });
    deliver_whole(weft_lit(GET("/alloc") GET("/alloc")));
    expect_answers("enough memory", "200 200", "ok\n|ok\n");
}

/* ---- What the connection's owner relies on ------------------------------------------------------------------ */

static wf_kit kit;
static wf_plan *plan;
static wf_limits limits;
static const wf_log to_lines = { .sink = net_log_line, .state = &lines };

static void init_kit(void)
{
    plan = wf_plan_new(app, &to_lines);
    limits = (wf_limits){ .head = { 65536, 100 }, .chunk = { 4096, 65536, 100, 1 << 20 } };
    limits.body = limits.memory = 1 << 20;
    limits.requests = UINT32_MAX;
    cr_assert(wf_kit_init(&kit, plan, &limits, &to_lines));
}

static void reset_kit(void)
{
    wf_kit_reset(&kit);
    cr_expect_eq(kit.pool.bytes_out, 0, "everything is given back");
    wf_plan_free(plan);
}

static wf_h1_need feed(wf_h1 *h1, const char *bytes)
{
    wf_room room = wf_h1_room(&kit, h1);
    size_t len = strlen(bytes);
    cr_assert(room.ptr && room.len >= len);
    memcpy(room.ptr, bytes, len);
    wf_h1_received(h1, len);
    return wf_h1_run(&kit, h1);
}

Test(net_h1, says_what_it_needs)
{
    const struct {
        const char *bytes;
        wf_h1_need need;
        bool idle;
    } cases[] = {
        { "GET", WF_H1_READ, false },
        { GET("/"), WF_H1_READ, true },
        { POST("5") "abc", WF_H1_READ, false },
        { GET("/page"), WF_H1_WRITE, false },
        { GET_CLOSE("/"), WF_H1_CLOSE, false },
        { "GET / HTTP/1.0\r\n\r\n", WF_H1_CLOSE, false },
        { GET_CLOSE("/") "more", WF_H1_LINGER, false },
        { "rubbish\r\n", WF_H1_LINGER, false },
        { "GET / HTTP/1.1\r\n\r\n", WF_H1_LINGER, false }, /* refused, and all of it was read */
        { "BREW / HTTP/1.1\r\nHost: t\r\n\r\n", WF_H1_LINGER, false },
        { POST("9000000"), WF_H1_LINGER, false },
    };
    const wf_peer nobody = { 0 };
    init_kit();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        wf_h1 h1;
        wf_h1_init(&h1, &nobody);
        cr_expect(wf_h1_idle(&h1));
        cr_expect_eq(feed(&h1, cases[i].bytes), cases[i].need, "case %zu", i);
        cr_expect_eq(wf_h1_idle(&h1), cases[i].idle, "case %zu", i);
        wf_h1_end(&kit, &h1);
        kit.batch_len = 0;
    }
    reset_kit();
}

Test(net_h1, a_draining_kit_makes_every_answer_the_last)
{
    const wf_peer nobody = { 0 };
    wf_h1 h1;
    init_kit();
    kit.draining = true;
    wf_h1_init(&h1, &nobody);
    cr_expect_eq(feed(&h1, GET("/") GET("/")), WF_H1_LINGER);
    weft_str rest = weft_str_of(wf_block_data(kit.batch), kit.batch_len);
    net_answer answer;
    cr_expect(net_take_answer(&rest, false, &answer) && answer.close && rest.len == 0);
    wf_h1_end(&kit, &h1);
    reset_kit();
}

/* However many requests are at hand, answers go out when there is enough of them. */
Test(net_h1, a_batch_does_not_grow_with_the_pipeline)
{
    const wf_peer nobody = { 0 };
    wf_h1 h1;
    int answers = 0;
    init_kit();
    wf_h1_init(&h1, &nobody);
    size_t len = 0;
    for (int i = 0; i < 200; i++) len = put_text(len, GET("/piece"));
    big[len] = '\0';
    for (wf_h1_need need = feed(&h1, big); need == WF_H1_WRITE; need = wf_h1_run(&kit, &h1)) {
        cr_assert_leq(kit.batch_len, (size_t)WF_BATCH_FULL + WF_BODY_COPIED + 1000);
        weft_str rest = weft_str_of(wf_block_data(kit.batch), kit.batch_len);
        for (net_answer answer; net_take_answer(&rest, false, &answer); answers++)
            cr_assert(answer.body.len == NET_PIECE && net_is_pattern(answer.body));
        kit.batch_len = 0;
    }
    cr_expect_geq(answers, 198);
    wf_h1_end(&kit, &h1);
    reset_kit();
}

Test(net_h1, an_idle_connection_holds_nothing)
{
    const wf_peer nobody = { 0 };
    const char *const requests[] = { GET("/"), POST("3") "abc", POST_CHUNKED "1\r\na\r\n0\r\n\r\n",
                                     GET("/alloc") };
    wf_h1 h1;
    init_kit();
    size_t out_before = kit.pool.bytes_out;
    wf_h1_init(&h1, &nobody);
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        cr_expect_eq(feed(&h1, requests[i]), WF_H1_READ);
        kit.batch_len = 0;
        wf_h1_rest(&kit, &h1);
        cr_expect(!h1.input && !h1.exchange, "case %zu", i);
        cr_expect_eq(kit.pool.bytes_out, out_before, "case %zu", i);
    }
    feed(&h1, "GET / HT");
    wf_h1_rest(&kit, &h1);
    cr_expect(h1.input && h1.exchange, "but half a request is kept");
    cr_expect_eq(feed(&h1, "TP/1.1\r\nHost: t\r\n\r\n"), WF_H1_READ);
    wf_h1_end(&kit, &h1);
    reset_kit();
}

/* The block that a growing head has left goes to others, while the first half of the head is still parsed. */
Test(net_h1, a_head_that_grew_does_not_look_back)
{
    const wf_peer nobody = { 0 };
    wf_h1 first, second;
    init_kit();
    wf_h1_init(&first, &nobody);
    wf_h1_init(&second, &nobody);
    weft_str head = head_of(30000, 5000);
    for (size_t at = 0, some; at < head.len; at += some) {
        wf_room room = wf_h1_room(&kit, &first);
        some = head.len - at < room.len ? head.len - at : room.len;
        memcpy(room.ptr, head.ptr + at, some);
        wf_h1_received(&first, some);
        bool last = at + some == head.len;
        if (last) { /* the other connection writes all over its block */
            wf_room other = wf_h1_room(&kit, &second);
            memset(other.ptr, '#', other.len);
        }
        cr_assert_eq(wf_h1_run(&kit, &first), WF_H1_READ);
    }
    weft_str rest = weft_str_of(wf_block_data(kit.batch), kit.batch_len);
    net_answer answer;
    cr_assert(net_take_answer(&rest, false, &answer));
    cr_expect(answer.status == 200 && weft_str_eq(answer.body, weft_lit("grown")), "%.*s",
              (int)answer.body.len, answer.body.ptr);
    wf_h1_end(&kit, &first);
    wf_h1_end(&kit, &second);
    reset_kit();
}

Test(net_h1, counts_the_body_that_has_come)
{
    const wf_peer nobody = { 0 };
    wf_h1 h1;
    init_kit();
    const struct {
        const char *bytes;
        uint64_t received;
    } cases[] = {
        { POST("10") "abc", 3 },
        { POST("90000") "abc", 3 },
        { POST_CHUNKED "3\r\nabc\r\n2\r\nd", 4 },
        { POST_CHUNKED "3;abc\r\nabc", 3 + 4 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        wf_h1_init(&h1, &nobody);
        cr_expect_eq(feed(&h1, cases[i].bytes), WF_H1_READ);
        cr_expect_eq(wf_h1_body_received(&h1), cases[i].received, "case %zu", i);
        wf_h1_end(&kit, &h1);
    }
    reset_kit();
}

#ifdef WEFT_FAULTS
/* ---- When memory is out ------------------------------------------------------------------------------------- */

/* Requests that take memory of every kind; each on its own connection, for after a failure there may be no more. */
static weft_str greedy_request(int which)
{
    switch (which) {
    case 0: return weft_lit(GET("/") GET("/alloc") GET("/missing") GET("/page"));
    case 1: return head_of(40000, 9000);
    case 2: return post_of(100000, 0);
    case 3: return post_of(100000, 5000);
    case 4: return post_of(1 << 20, 0);
    default: return post_of(1 << 20, 65536);
    }
}
enum { GREEDY = 6 };

/* What was answered is well-formed to the last byte but for an answer that was cut off by the end; nothing but
 * success and 503 is said. */
static void expect_sane(int which, int nth)
{
    weft_str rest = weft_str_of(out.bytes, out.len);
    net_answer answer;
    while (net_take_answer(&rest, false, &answer))
        cr_assert(answer.status == 200 || answer.status == 404 || answer.status == 500 ||
                      answer.status == 503,
                  "request %d, allocation %d: %d", which, nth, answer.status);
    cr_assert_eq(rest.len, 0, "request %d, allocation %d: half an answer", which, nth);
}

/* A fresh test whose own output buffer is large already: the fault is for the product. */
static void start_roomy(void)
{
    start_with((weft_server){ 0 });
    weft_test_send(test, weft_lit(GET("/large")));
    weft_test_reconnect(test);
}

static int run_until_memory_suffices(int which, int times)
{
    for (int nth = 0;; nth++) {
        start_roomy();
        weft_str request = greedy_request(which);
        wf_fault_arm(WF_FAULT_ALLOC, nth, times);
        deliver(&out, request, 5000, 5000);
        bool unused = wf_fault_hit(WF_FAULT_ALLOC) || times < 0; /* still armed: this run never came so far */
        wf_fault_arm(WF_FAULT_ALLOC, 0, 0);
        expect_sane(which, nth);
        if (unused && times > 0) return nth;
        if (times < 0 && nth == 12) return nth;
        weft_test_reconnect(test);
        cr_assert_eq(status_of(weft_test_send(test, weft_lit(GET("/")))), 200,
                     "the next connection is served");
    }
}

Test(net_h1, every_allocation_may_fail_once)
{
    for (int which = 0; which < GREEDY; which++) {
        int allocations = run_until_memory_suffices(which, 1);
        cr_expect_gt(allocations, 0, "request %d took no memory: it tests nothing", which);
    }
}

Test(net_h1, memory_may_be_out_for_good)
{
    for (int which = 0; which < GREEDY; which++) run_until_memory_suffices(which, -1);
}

Test(net_h1, a_body_without_memory_is_503)
{
    for (size_t chunk = 0; chunk <= 5000; chunk += 5000) {
        start_roomy();
        weft_str request = post_of(900000, chunk);
        deliver(&out, weft_str_of(request.ptr, 100), 100, 1);
        wf_fault_arm(WF_FAULT_ALLOC, 1, -1);
        deliver(&out, request, 16000, 16000);
        wf_fault_disarm_all();
        weft_str rest = weft_str_of(out.bytes, out.len);
        cr_expect_eq(status_of(rest), 503, "%s", chunk ? "chunked" : "of known length");
        cr_expect(weft_test_closed(test));
    }
}
#endif
