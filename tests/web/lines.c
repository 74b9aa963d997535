/* A body read line by line, from memory and from a file. */
#include "tests/web/posts.h"

TestSuite(web_lines, .init = set_up, .fini = tear_down);

static size_t limit;

static weft_response tell_lines(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_str line;
    for (;;) {
        if (!weft_req_line(req, limit, &line)) {
            /* What failed once fails again. */
            cr_expect(!weft_req_line(req, limit, &line));
            return weft_reject(req);
        }
        if (!line.ptr) break;
        weft_putf(&out, "[%.*s]", (int)line.len, line.ptr);
    }
    for (int i = 0; i < 2; i++) {
        cr_assert(weft_req_line(req, limit, &line));
        cr_expect(!line.ptr && line.len == 0, "the end stays the end");
    }
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

static void serve_lines(weft_handler *handler)
{
    post_both(handler);
    serve((weft_server){ .body_limit = 64 << 20, .memory_limit = 256 * 1024 });
}

static void expect_lines(const char *body, const char *told)
{
    for (size_t i = 0; i < COUNT(paths); i++) {
        const char *got = post(paths[i], "a/b", wf_str(body));
        cr_expect_str_eq(body_of(got), told, "%s as %s", paths[i], body);
    }
}

Test(web_lines, end_where_they_end)
{
    static const struct {
        const char *body, *told;
    } cases[] = {
        { "", "" },
        { "\n", "" },
        { "\r\n", "" },
        { "\r", "" },
        { "a", "[a]" },
        { "a\n", "[a]" },
        { "a\r\n", "[a]" },
        { "a\r", "[a\r]" },
        { "a\r\r\n", "[a\r]" },
        { "a\rb\n", "[a\rb]" },
        { "a\nb", "[a][b]" },
        { "a\r\nb\nc\r\n", "[a][b][c]" },
        { "\n\na\n\n\nb\n\n", "[a][b]" },
        { " \t\r\n\v\f\na\n  ", "[a]" },
        { "  a  \n\tb", "[  a  ][\tb]" },
        { "{\"a\": 1}\n{\"b\": 2}\n", "[{\"a\": 1}][{\"b\": 2}]" },
    };
    serve_lines(tell_lines);
    for (size_t i = 0; i < COUNT(cases); i++) expect_lines(cases[i].body, cases[i].told);
}

Test(web_lines, a_limit_counts_the_line_without_its_end)
{
    static const struct {
        const char *body, *told;
    } cases[] = {
        { "abcd\n", "[abcd]" },
        { "abcd\r\n", "[abcd]" },
        { "abcd", "[abcd]" },
        { "abcd\n\nabcd\r\nabcd", "[abcd][abcd][abcd]" },
        { "abcde\n", "413 Content Too Large: Line 1 is over the limit of 4 bytes\n" },
        { "abcde", "413 Content Too Large: Line 1 is over the limit of 4 bytes\n" },
        { "abcde\r\n", "413 Content Too Large: Line 1 is over the limit of 4 bytes\n" },
        { "abcd\r", "413 Content Too Large: Line 1 is over the limit of 4 bytes\n" },
        { "abcd\r\r\n", "413 Content Too Large: Line 1 is over the limit of 4 bytes\n" },
        { "a\n\n \nabcdef\na", "413 Content Too Large: Line 4 is over the limit of 4 bytes\n" },
        { "     \na", "413 Content Too Large: Line 1 is over the limit of 4 bytes\n" },
    };
    serve_lines(tell_lines);
    limit = 4;
    for (size_t i = 0; i < COUNT(cases); i++) expect_lines(cases[i].body, cases[i].told);
    limit = SIZE_MAX;
    expect_lines("abcde\nf", "[abcde][f]");
}

/* ---- Many and long ones ---------------------------------------------------------------------------------- */

/* Lines of the length that each of them says: "17 xxxxx...". */
static weft_response check_lines(weft_request *req)
{
    size_t count = 0, total = 0;
    weft_str line;
    for (;;) {
        if (!weft_req_line(req, limit, &line)) return weft_reject(req);
        if (!line.ptr) return weft_textf(req, "%zu %zu", count, total);
        char number[16] = "";
        memcpy(number, line.ptr, line.len < 8 ? line.len : 8);
        cr_assert_eq(line.len, strtoul(number, NULL, 10), "line %zu", count);
        for (size_t i = 8; i < line.len; i++) cr_assert_eq(line.ptr[i], 'x', "line %zu", count);
        count++;
        total += line.len;
    }
}

static size_t put_line(char *out, size_t len, const char *end)
{
    memset(out, 'x', len);
    char number[16];
    snprintf(number, sizeof number, "%07zu ", len);
    memcpy(out, number, 8);
    strcpy(out + len, end);
    return len + strlen(end);
}

Test(web_lines, of_every_length_around_the_window)
{
    enum { ROOM = 24 << 20 };
    static const size_t around[] = {
        100, 32 * 1024, 65280, 65488, 65536, 131072, 262144 - 48, 262144, 700000
    };
    static const char *const ends[] = { "\n", "\r\n" };
    char *body = malloc(ROOM);
    size_t len = 0, count = 0, total = 0;
    for (size_t i = 0; i < COUNT(around); i++) {
        for (size_t near = 0; near < 6; near++) {
            len += put_line(body + len, around[i] + near - 3, ends[near & 1]);
            total += around[i] + near - 3;
            count++;
            for (size_t small = 0; small < 400; small++, count++) {
                len += put_line(body + len, 8 + small, "\n");
                total += 8 + small;
            }
        }
    }
    cr_assert_lt(len, ROOM);
    char told[64];
    snprintf(told, sizeof told, "%zu %zu", count, total);
    serve_lines(check_lines);
    for (size_t i = 0; i < COUNT(paths); i++)
        cr_expect_str_eq(body_of(post(paths[i], "a/b", weft_str_of(body, len))), told, "%s", paths[i]);
    free(body);
}

Test(web_lines, the_limit_is_a_mebibyte_unless_said_otherwise)
{
    enum { MIB = 1024 * 1024 };
    char *body = malloc(2 * MIB), told[64];
    serve_lines(check_lines);
    for (size_t i = 0; i < COUNT(paths); i++) {
        size_t len = put_line(body, MIB, "\r\n");
        snprintf(told, sizeof told, "1 %d", MIB);
        cr_expect_str_eq(body_of(post(paths[i], "a/b", weft_str_of(body, len))), told, "%s", paths[i]);
        len = put_line(body, MIB + 1, "");
        cr_expect_str_eq(body_of(post(paths[i], "a/b", weft_str_of(body, len))),
                         "413 Content Too Large: Line 1 is over the limit of 1048576 bytes\n", "%s",
                         paths[i]);
    }
    free(body);
}
