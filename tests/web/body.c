/* A body's one reader, as bytes and as text, in memory and in a file. */
#include "src/web/body.h"
#include "src/base/spool.h"
#include "src/web/request.h"
#include "tests/web/posts.h"
#include <unistd.h>

TestSuite(web_body, .init = set_up, .fini = tear_down);

static const char *post_text(const char *path, const char *type, const char *body)
{
    return post(path, type, wf_str(body));
}

/* ---- Bytes ----------------------------------------------------------------------------------------------- */

static weft_response tell_bytes(weft_request *req)
{
    weft_str body = weft_req_body(req);
    int fd = weft_req_body_file(req);
    uint64_t size = weft_req_body_size(req);
    char first[16] = "";
    cr_expect_eq(body.ptr == NULL, fd >= 0);
    if (fd >= 0) cr_assert_geq(pread(fd, first, sizeof first - 1, 0), 0);
    if (fd < 0) cr_expect_eq(size, body.len);
    return weft_textf(req, "%s %llu %.*s", fd >= 0 ? "file" : "memory", (unsigned long long)size,
                      fd >= 0 ? (int)strlen(first) : (int)body.len, fd >= 0 ? first : body.ptr);
}

Test(web_body, bytes_are_in_memory_or_in_a_file)
{
    post_both(tell_bytes);
    weft_get(app, "/memory", tell_bytes);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(post_text("/memory", "a/b", "hello")), "memory 5 hello");
    cr_expect_str_eq(body_of(post_text("/file", "a/b", "hello")), "file 5 hello");
    cr_expect_str_eq(body_of(post_text("/memory", "a/b", "")), "memory 0 ");
    cr_expect_str_eq(body_of(post_text("/file", "a/b", "")), "memory 0 ");
    cr_expect_str_eq(body_of(ask_for("GET", "/memory")), "memory 0 ");
}

/* ---- Text ------------------------------------------------------------------------------------------------ */

static weft_response tell_text(weft_request *req)
{
    weft_str text = weft_lit("untouched"), again;
    if (!weft_req_text(req, &text)) {
        cr_expect_str_eq(text.ptr, "untouched");
        return weft_reject(req);
    }
    cr_assert(weft_req_text(req, &again));
    cr_expect_eq(again.ptr, text.ptr, "read once");
    return weft_textf(req, "[%.*s]", (int)text.len, text.ptr);
}

Test(web_body, text_is_utf8_by_name_and_by_bytes)
{
    static const struct {
        const char *type, *body;
        int status;
        const char *told;
    } cases[] = {
        { "text/plain", "caf\xc3\xa9", 200, "[caf\xc3\xa9]" },
        { "text/plain", "", 200, "[]" },
        { "", "x", 200, "[x]" },
        { "text/plain; charset=utf-8", "x", 200, "[x]" },
        { "text/plain; charset=\"UTF-8\"", "x", 200, "[x]" },
        { "text/plain; charset=Utf8", "x", 200, "[x]" },
        { "text/plain;format=flowed;charset=US-ASCII", "x", 200, "[x]" },
        { "text/plain; charset=iso-8859-1", "x", 415,
          "415 Unsupported Media Type: The body's charset is not UTF-8\n" },
        { "text/plain; charset=utf-16", "x", 415,
          "415 Unsupported Media Type: The body's charset is not UTF-8\n" },
        { "text/plain; charset=latin1", "\xff", 415,
          "415 Unsupported Media Type: The body's charset is not UTF-8\n" },
        { "text/plain", "\xff", 400, "400 Bad Request: The body is not UTF-8\n" },
        { "text/plain; charset=utf-8", "a\xc3", 400, "400 Bad Request: The body is not UTF-8\n" },
    };
    post_both(tell_text);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases) * 2; i++) {
        const char *got = post_text(paths[i % 2], cases[i / 2].type, cases[i / 2].body);
        cr_expect_eq(status_of(got), cases[i / 2].status, "%s: %s", cases[i / 2].type, got);
        cr_expect_str_eq(body_of(got), cases[i / 2].told, "%s", cases[i / 2].type);
    }
}

static weft_response measure_text(weft_request *req)
{
    weft_str text;
    if (!weft_req_text(req, &text)) return weft_reject(req);
    return weft_textf(req, "%zu", text.len);
}

Test(web_body, a_text_in_a_file_has_to_fit_into_memory)
{
    static char text[600 * 1024];
    memset(text, 'a', sizeof text);
    post_both(measure_text);
    serve((weft_server){ .memory_limit = 300 * 1024 });
    cr_expect_str_eq(body_of(post("/memory", "a/b", weft_str_of(text, sizeof text))), "614400");
    cr_expect_str_eq(body_of(post("/file", "a/b", weft_str_of(text, 200 * 1024))), "204800");
    const char *got = post("/file", "a/b", weft_str_of(text, sizeof text));
    cr_expect_str_eq(body_of(got), "413 Content Too Large: The body is too large to be read into memory\n");
}

/* ---- One reader ------------------------------------------------------------------------------------------ */

enum reader { BYTES, FILE_OF_IT, TEXT, FORM, INPUT, LINES, UPLOADS, READERS };
static enum reader first, second;
static bool met_as_refusal;

/* Whether `reader` got what it asked for. */
static bool read_as(weft_request *req, enum reader reader)
{
    weft_str text;
    const weft_upload *uploads;
    size_t count;
    switch (reader) {
    case BYTES: return weft_req_body(req).ptr != NULL;
    case FILE_OF_IT: return weft_req_body_file(req) >= -1 && req->asked.reader == WF_READER_BYTES;
    case TEXT: return weft_req_text(req, &text);
    case FORM: return weft_form(req, "x").ptr != NULL;
    case INPUT: return weft_need_input(req, "x", &text);
    case LINES: return weft_req_line(req, 0, &text);
    case UPLOADS: return weft_uploads(req, "x", &uploads, &count);
    case READERS: break;
    }
    return false;
}

static weft_response read_twice(weft_request *req)
{
    cr_expect(read_as(req, first), "%d first", first);
    met_as_refusal = !read_as(req, second);
    return weft_text(weft_lit("answered"));
}

static weft_response read_twice_checked(weft_request *req)
{
    cr_expect(read_as(req, first));
    return read_as(req, second) ? weft_text(weft_lit("answered")) : weft_reject(req);
}

/* Which of the kinds share a body. */
static int kind_of(enum reader reader)
{
    static const int kinds[READERS] = { 0, 0, 1, 2, 2, 3, 2 };
    return kinds[reader];
}

Test(web_body, has_one_kind_of_reader)
{
    weft_post(app, "/", read_twice);
    weft_post(app, "/checked", read_twice_checked);
    serve((weft_server){ 0 });
    for (int pair = 0; pair < READERS * READERS; pair++) {
        first = (enum reader)(pair / READERS);
        second = (enum reader)(pair % READERS);
        bool same = kind_of(first) == kind_of(second);
        const char *got = post_text("/checked", "application/x-www-form-urlencoded", "x=1");
        cr_expect_eq(status_of(got), same ? 200 : 500, "%d then %d: %s", first, second, got);
        if (!same) cr_expect_str_eq(body_of(got), "500 Internal Server Error\n");
        bool tells = second != BYTES && second != FILE_OF_IT && second != FORM;
        got = post_text("/", "application/x-www-form-urlencoded", "x=1");
        cr_expect_eq(met_as_refusal, !same, "%d then %d", first, second);
        cr_expect_eq(status_of(got), same || tells ? 200 : 500, "%d then %d: %s", first, second, got);
    }
    cr_expect(
        strstr(logged,
               "error: route /checked: the body was read as bytes and then asked for as text; it has one "
               "reader\n"),
        "%s", logged);
}

/* Asking for a parameter does not take the body where it is no form. */
static weft_response input_and_body(weft_request *req)
{
    weft_str input = weft_input(req, "x"), form = weft_form(req, "x"), body = weft_req_body(req);
    const weft_upload *uploads;
    size_t count;
    cr_expect_null(form.ptr);
    cr_assert(weft_uploads(req, "x", &uploads, &count));
    cr_expect_eq(count, 0);
    return weft_textf(req, "%.*s %.*s", (int)input.len, input.ptr, (int)body.len, body.ptr);
}

Test(web_body, parameters_leave_a_body_that_is_no_form_alone)
{
    weft_post(app, "/", input_and_body);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(post_text("/?x=1", "application/json", "{\"x\": 2}")), "1 {\"x\": 2}");
}

static weft_response too_early(weft_request *req)
{
    cr_expect_null(weft_req_body(req).ptr);
    return weft_next();
}

Test(web_body, is_not_there_before_it_came)
{
    weft_before(app, "*", too_early);
    weft_post(app, "/", measure_text);
    serve((weft_server){ 0 });
    cr_expect_eq(status_of(ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n")), 500);
    cr_expect_str_eq(logged, "error: route (none yet): the body was asked for as bytes before it was there; "
                             "weft_before_body waits for it\n");
}

static bool begin_intake(weft_request *req, void **state)
{
    weft_str text;
    *state = NULL;
    cr_expect(!weft_req_text(req, &text));
    return true;
}

static bool take_piece(weft_request *req, void *state, weft_str piece)
{
    (void)req, (void)state, (void)piece;
    return true;
}

static weft_response end_intake(weft_request *req, void *state)
{
    weft_str text;
    (void)state;
    cr_expect_eq(weft_req_body_size(req), 5);
    if (!weft_req_text(req, &text)) return weft_reject(req);
    return weft_text(text);
}

Test(web_body, that_an_intake_takes_is_nobody_elses)
{
    static const weft_intake intake = { .begin = begin_intake, .data = take_piece, .end = end_intake };
    weft_add(app, (weft_route){ .method = WEFT_POST, .path = "/file", .intake = &intake });
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(post_text("/file", "a/b", "hello")), "500 Internal Server Error\n");
    cr_expect(
        strstr(logged, "the body was read as an intake and then asked for as text; it has one reader\n"),
        "%s", logged);
}

/* ---- A file that cannot be read back --------------------------------------------------------------------- */

static weft_response truncate_and_read(weft_request *req)
{
    weft_str text;
    cr_assert_eq(ftruncate(req->body_fd, 2), 0);
    if (!weft_req_text(req, &text)) return weft_reject(req);
    return weft_text(text);
}

static weft_response break_and_read(weft_request *req)
{
    weft_str text;
    int fd = req->body_fd;
    req->body_fd = -1;
    bool fine = weft_req_text(req, &text);
    req->body_fd = fd;
    return fine ? weft_text(text) : weft_reject(req);
}

Test(web_body, a_file_that_cannot_be_read_back_is_500_and_logged)
{
    weft_add(app, (weft_route){ .method = WEFT_POST,
                                .path = "/file/short",
                                .handler = truncate_and_read,
                                .spill = true,
                                .spill_after = 1 });
    weft_add(app, (weft_route){ .method = WEFT_POST,
                                .path = "/file/bad",
                                .handler = break_and_read,
                                .spill = true,
                                .spill_after = 1 });
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(post_text("/file/short", "a/b", "hello")), "500 Internal Server Error\n");
    cr_expect(strstr(logged, "error: a request's body could not be read back: its file has been cut short\n"),
              "%s", logged);
    cr_expect_str_eq(body_of(post_text("/file/bad", "a/b", "hello")), "500 Internal Server Error\n");
}

/* ---- The window ------------------------------------------------------------------------------------------ */

static weft_response use_window(weft_request *req)
{
    static uint64_t at_first;
    wf_pool *pool = req->arena.pool;
    uint64_t before = pool->bytes_out;
    if (at_first == 0) at_first = before;
    cr_expect_eq(before, at_first, "the last request's window went back");
    wf_block *window = wf_req_body_window(req, 100);
    cr_assert_not_null(window);
    cr_expect_geq(window->size, 100);
    memset(wf_block_data(window), 'w', window->size);
    cr_expect_eq(wf_req_body_window(req, window->size), window);
    size_t size = window->size;
    wf_block *larger = wf_req_body_window(req, size + 1);
    cr_assert_not_null(larger);
    for (size_t i = 0; i < size; i++) cr_assert_eq(wf_block_data(larger)[i], 'w');
    cr_expect_eq(pool->bytes_out - before, larger->size, "the smaller one was given back");
    cr_expect_null(wf_req_body_window(req, SIZE_MAX / 2));
    return weft_reject(req);
}

Test(web_body, a_window_keeps_what_it_holds_and_goes_back_to_the_pool)
{
    serve_one(use_window);
    for (int i = 0; i < 3; i++) cr_expect_eq(status_of(ask(request_for("GET", "/"))), 503);
}
