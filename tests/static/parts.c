#include "static/parts.h"
#include "tests/static/harness.h"

enum { LARGE = 200 * 1000 };
static char bytes[LARGE];

static void set_up(void)
{
    begin_folder();
    unsigned seed = 3;
    for (size_t i = 0; i < LARGE; i++) bytes[i] = (char)rand_r(&seed);
    put_bytes("small.bin", bytes, 1000);
    put_bytes("large.bin", bytes, LARGE);
    serve("/", (weft_files){ 0 });
}

TestSuite(static_parts, .init = set_up, .fini = end_folder);

static weft_str rest; /* of the body, while it is read */

static bool take(const char *text)
{
    if (!wf_str_starts(rest, wf_str(text))) return false;
    rest = weft_str_of(rest.ptr + strlen(text), rest.len - strlen(text));
    return true;
}

/* The next part, of `size` bytes in all, is from..to. */
static void expect_part(const char *boundary, const char *type, size_t from, size_t to, size_t size)
{
    char head[512];
    snprintf(head, sizeof head, "\r\n--%s\r\nContent-Type: %s\r\nContent-Range: bytes %zu-%zu/%zu\r\n\r\n",
             boundary, type, from, to, size);
    cr_assert(take(head), "%s", head);
    size_t len = to - from + 1;
    cr_assert_geq(rest.len, len);
    cr_expect_arr_eq(rest.ptr, bytes + from, len);
    rest = weft_str_of(rest.ptr + len, rest.len - len);
}

static const char *boundary_of(void)
{
    static char boundary[64];
    weft_str type = weft_answer_header(answer, "Content-Type");
    cr_assert(wf_str_starts(type, weft_lit("multipart/byteranges; boundary=")));
    snprintf(boundary, sizeof boundary, "%.*s", (int)(type.len - 31), type.ptr + 31);
    rest = answer.body;
    return boundary;
}

Test(static_parts, each_range_is_a_part_in_the_order_asked_for)
{
    static const struct {
        const char *path;
        size_t size;
    } files[] = { { "/small.bin", 1000 }, { "/large.bin", LARGE } };
    for (size_t i = 0; i < COUNT(files); i++) {
        cr_assert_eq(get_with(files[i].path, "Range", "bytes=500-509,0-0,-3", NULL, NULL), 206);
        expect_field("Content-Range", NULL);
        expect_field("Accept-Ranges", "bytes");
        const char *boundary = boundary_of();
        char end[80];
        expect_part(boundary, "application/octet-stream", 500, 509, files[i].size);
        expect_part(boundary, "application/octet-stream", 0, 0, files[i].size);
        expect_part(boundary, "application/octet-stream", files[i].size - 3, files[i].size - 1,
                    files[i].size);
        snprintf(end, sizeof end, "\r\n--%s--\r\n", boundary);
        cr_expect(take(end));
        cr_expect_eq(rest.len, 0);
    }
}

Test(static_parts, large_ones_are_put_piece_by_piece)
{
    cr_assert_eq(get_with("/large.bin", "Range", "bytes=100000-199999,0-79999", NULL, NULL), 206);
    const char *boundary = boundary_of();
    expect_part(boundary, "application/octet-stream", 100000, 199999, LARGE);
    expect_part(boundary, "application/octet-stream", 0, 79999, LARGE);
}

Test(static_parts, ranges_that_became_one_need_no_parts)
{
    cr_assert_eq(get_with("/small.bin", "Range", "bytes=0-9,10-19", NULL, NULL), 206);
    expect_field("Content-Range", "bytes 0-19/1000");
    expect_field("Content-Length", "20");
}

Test(static_parts, boundaries_differ)
{
    char first[64];
    get_with("/small.bin", "Range", "bytes=0-0,2-2", NULL, NULL);
    snprintf(first, sizeof first, "%s", boundary_of());
    get_with("/small.bin", "Range", "bytes=0-0,2-2", NULL, NULL);
    cr_expect_str_neq(boundary_of(), first);
    cr_expect_eq(strlen(first), 16);
}

Test(static_parts, a_file_cut_under_them_ends_the_connection)
{
    char request[256];
    weft_static(app, "/", (weft_files){ .root = folder });
    snprintf(request, sizeof request,
             "GET /large.bin HTTP/1.1\r\nHost: t\r\nRange: bytes=0-99999,150000-199999\r\n\r\n");
    get("/large.bin"); /* it is open now */
    cr_assert_eq(truncate(in_root("large.bin"), 160000), 0);
    answer = weft_test_ask(test, (weft_ask){ .raw = wf_str(request) });
    cr_expect_eq(answer.status, 206); /* of the file as it is now */
    expect_field("Content-Range", NULL);
    cr_expect_not(answer.cut);
}

Test(static_parts, content_range_is_written_as_rfc_9110_has_it)
{
    char text[WF_CONTENT_RANGE_MAX];
    wf_range range = { 0, 1 }, longest = { INT64_MAX - 1, 1 };
    size_t len = wf_content_range_put(text, &range, 10);
    cr_expect(weft_str_eq(weft_str_of(text, len), weft_lit("bytes 0-0/10")));
    len = wf_content_range_put(text, NULL, 0);
    cr_expect(weft_str_eq(weft_str_of(text, len), weft_lit("bytes */0")));
    len = wf_content_range_put(text, &longest, INT64_MAX);
    cr_expect_lt(len, sizeof text);
}
