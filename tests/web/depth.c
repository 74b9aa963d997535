/* The way from the loop to a handler is of a fixed length: neither more routes, nor a longer or more broken body, nor
 * requests that came before may deepen the stack. */
#include "tests/web/harness.h"

/* Frames can be counted where each has a frame pointer, and it points to the caller's. */
#if (defined(__x86_64__) || defined(__aarch64__)) && defined(WEFT_DEBUG) && \
    (defined(WF_ASAN) || !defined(__OPTIMIZE__))
#define HAS_FRAMES 1
#else
#define HAS_FRAMES 0
#endif

TestSuite(web_depth, .init = set_up, .fini = tear_down, .disabled = !HAS_FRAMES);

#if HAS_FRAMES
enum {
    FRAMES_MAX = 100, /* where counting is given up */
    BODY_FRAMES = 2   /* what reading a body may add: a step to the body, a step to its chunks */
};
static const void *outermost; /* the frame that frames are counted up to */
static int depth;             /* of the handler that ran deepest */
static int runs;

/* Reads frames of other functions, which is none of the sanitizer's business. */
__attribute__((noinline, no_sanitize("address", "undefined"))) static int count_frames(void)
{
    int count = 0;
    for (void *const *frame = __builtin_frame_address(0); frame != outermost; frame = *frame)
        if (++count > FRAMES_MAX) return -1;
    return count;
}

static weft_response note_depth(weft_request *req)
{
    (void)req;
    runs++;
    int frames = count_frames();
    cr_assert_geq(frames, 0, "no way back to the test");
    if (frames > depth) depth = frames;
    return weft_text(weft_lit("noted"));
}

/* How deep the handler ran that answers `request`, sent in pieces of `piece` bytes. */
__attribute__((noinline)) static int depth_of(const char *request, size_t piece)
{
    size_t len = strlen(request);
    outermost = __builtin_frame_address(0);
    depth = 0;
    runs = 0;
    for (size_t at = 0; at < len; at += piece)
        (void)weft_test_send(test, weft_str_of(request + at, len - at < piece ? len - at : piece));
    cr_assert_gt(runs, 0, "no handler ran: %.200s", request);
    cr_assert_gt(depth, 0, "no frames were found: %.200s", request);
    return depth;
}

static const char plain_get[] = "GET /plain HTTP/1.1\r\nHost: h\r\n\r\n";
static const char with_length[] = "POST /post HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0123456789";
#define CHUNKED_HEAD "POST /post HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
static const char one_chunk[] = CHUNKED_HEAD "a\r\n0123456789\r\n0\r\n\r\n";

static void register_routes(void)
{
    static char paths[100][32];
    weft_get(app, "/plain", note_depth);
    weft_post(app, "/post", note_depth);
    for (size_t i = 0; i < COUNT(paths); i++) {
        snprintf(paths[i], sizeof paths[i], i % 2 ? "/{x}/%zu" : "/x/%zu/{y*}", i);
        weft_get(app, paths[i], note_depth);
    }
    weft_get(app, "/last/{name}", note_depth);
    serve((weft_server){ 0 });
}

Test(web_depth, is_the_same_for_every_route)
{
    static const char *const targets[] = {
        "/plain", "/plain/", "/%70lain", "/x/0/a/b/c", "/a/99", "/last/x"
    };
    register_routes();
    int expected = depth_of(plain_get, SIZE_MAX);
    for (size_t i = 0; i < COUNT(targets); i++)
        cr_expect_eq(depth_of(request_for("GET", targets[i]), SIZE_MAX), expected, "%s", targets[i]);
    weft_test_free(test);
    weft_app_free(app);
    app = weft_app_new(NULL);
    weft_get(app, "/plain", note_depth);
    serve((weft_server){ 0 });
    cr_expect_eq(depth_of(plain_get, SIZE_MAX), expected, "and in an app that has no other");
}

static weft_response pass(weft_request *req)
{
    (void)req;
    return weft_next();
}
static void edit(weft_request *req, weft_response *res) { (void)req, (void)res; }
static void ignore(const weft_request *req, const weft_outcome *outcome, void *state)
{
    (void)req, (void)outcome, (void)state;
}

Test(web_depth, filters_add_nothing)
{
    weft_get(app, "/plain", note_depth);
    serve((weft_server){ 0 });
    int expected = depth_of(plain_get, SIZE_MAX);
    weft_test_free(test);
    for (int i = 0; i < 8; i++) {
        weft_before(app, "*", pass);
        weft_before_body(app, "/plain", pass);
        weft_before_route(app, "*", pass);
        weft_after(app, "*", edit);
        weft_on_response(app, edit);
        weft_on_complete(app, ignore, NULL);
    }
    serve((weft_server){ 0 });
    cr_expect_eq(depth_of(plain_get, SIZE_MAX), expected);
    cr_expect_eq(depth_of(plain_get, 1), expected);
}

Test(web_depth, is_the_same_however_the_request_arrives)
{
    static const char *const requests[] = { plain_get, with_length, one_chunk };
    static const size_t pieces[] = { 1, 2, 7, 30, 60 };
    register_routes();
    for (size_t r = 0; r < COUNT(requests); r++) {
        int expected = depth_of(requests[r], SIZE_MAX);
        for (size_t p = 0; p < COUNT(pieces); p++)
            cr_expect_eq(depth_of(requests[r], pieces[p]), expected, "in pieces of %zu: %s", pieces[p],
                         requests[r]);
    }
}

Test(web_depth, does_not_grow_with_the_chunks_of_a_body)
{
    static char request[64 * 1024] = CHUNKED_HEAD;
    register_routes();
    for (int i = 0; i < 5000; i++) strcat(request + 6 * i, "1\r\nx\r\n");
    strcat(request, "0\r\n\r\n");
    int expected = depth_of(one_chunk, SIZE_MAX);
    cr_expect_eq(depth_of(request, SIZE_MAX), expected);
    cr_expect_eq(depth_of(request, 1), expected);
}

/* Enough of them to fill the output several times over. */
Test(web_depth, does_not_grow_with_the_requests_before_it)
{
    static char requests[64 * 1024];
    size_t len = strlen(plain_get);
    register_routes();
    for (size_t i = 0; i < 1000; i++) memcpy(requests + len * i, plain_get, len);
    int expected = depth_of(requests + len * 500, SIZE_MAX);
    cr_expect_eq(runs, 500);
    cr_expect_eq(depth_of(requests, SIZE_MAX), expected);
    cr_expect_eq(runs, 1000);
    cr_expect_eq(depth_of(requests, 1), depth_of(plain_get, SIZE_MAX));
}

/* The walk is left where the body is waited for, and taken up again from the loop. */
Test(web_depth, waiting_for_a_body_does_not_lengthen_the_way)
{
    register_routes();
    int plain = depth_of(plain_get, SIZE_MAX);
    int length = depth_of(with_length, 1), chunked = depth_of(one_chunk, 1);
    cr_expect_leq(length, plain + BODY_FRAMES, "%d frames without a body, %d with", plain, length);
    cr_expect_leq(chunked, plain + BODY_FRAMES, "%d frames without a body, %d chunked", plain, chunked);
}
#endif
