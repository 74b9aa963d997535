/* Multipart forms: fields, uploads, in memory and in a file. */
#include "src/web/request.h"
#include "tests/web/posts.h"
#include <fcntl.h>
#include <unistd.h>

TestSuite(web_uploads, .init = set_up, .fini = tear_down);

#define MULTIPART "multipart/form-data; boundary=b"

#define FIELD(name, value) "--b\r\nContent-Disposition: form-data; name=\"" name "\"\r\n\r\n" value "\r\n"
#define UPLOAD(name, filename, bytes)                                                         \
    "--b\r\nContent-Disposition: form-data; name=\"" name "\"; filename=\"" filename "\"\r\n" \
    "Content-Type: text/x-test\r\n\r\n" bytes "\r\n"
#define TYPELESS(name, filename, bytes)                                                                      \
    "--b\r\nContent-Disposition: form-data; name=\"" name "\"; filename=\"" filename "\"\r\n\r\n" bytes "\r" \
    "\n"
#define END "--b--\r\n"

/* ---- What there is --------------------------------------------------------------------------------------- */

static bool in_file;

static void put_upload(weft_buf *out, const weft_upload *upload)
{
    char bytes[64];
    cr_expect_eq(upload->bytes.ptr == NULL, in_file);
    cr_expect_eq(upload->fd >= 0, in_file);
    if (in_file) {
        cr_assert_leq(upload->size, sizeof bytes);
        cr_assert_eq(pread(upload->fd, bytes, upload->size, upload->offset), (ssize_t)upload->size);
    } else {
        cr_expect_eq(upload->bytes.len, upload->size);
    }
    weft_putf(out, "(%.*s %.*s %.*s %llu %.*s)", (int)upload->name.len, upload->name.ptr,
              (int)upload->filename.len, upload->filename.ptr, (int)upload->type.len, upload->type.ptr,
              (unsigned long long)upload->size, (int)upload->size, in_file ? bytes : upload->bytes.ptr);
}

static weft_response tell_form(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    const weft_str *texts;
    const weft_upload *uploads;
    weft_upload first;
    size_t count, uploads_count;
    in_file = req->body_fd >= 0;
    if (!weft_form_all(req, "t", &texts, &count)) return weft_reject(req);
    for (size_t i = 0; i < count; i++) weft_putf(&out, "[%.*s]", (int)texts[i].len, texts[i].ptr);
    if (!weft_uploads(req, "f", &uploads, &uploads_count)) return weft_reject(req);
    for (size_t i = 0; i < uploads_count; i++) put_upload(&out, &uploads[i]);
    cr_expect_eq(weft_need_upload(req, "f", &first), uploads_count > 0);
    if (uploads_count > 0) cr_expect_arr_eq(&first, &uploads[0], sizeof first);
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

Test(web_uploads, fields_and_files_of_a_form)
{
    static const struct {
        const char *body, *told;
    } cases[] = {
        { END, "" },
        { FIELD("t", "one") END, "[one]" },
        { FIELD("t", "") END, "[]" },
        { FIELD("t", "a") FIELD("u", "b") FIELD("t", "c") END, "[a][c]" },
        { FIELD("t", "a+b%20c") END, "[a+b%20c]" },
        { FIELD("t", "two\r\nlines") END, "[two\r\nlines]" },
        { FIELD("t", "caf\xc3\xa9") END, "[caf\xc3\xa9]" },
        { UPLOAD("f", "a.txt", "bytes") END, "(f a.txt text/x-test 5 bytes)" },
        { TYPELESS("f", "a", "bytes") END, "(f a application/octet-stream 5 bytes)" },
        { UPLOAD("f", "a.txt", "") END, "(f a.txt text/x-test 0 )" },
        { UPLOAD("f", "a", "1") UPLOAD("g", "b", "2") UPLOAD("f", "c", "3") END,
          "(f a text/x-test 1 1)(f c text/x-test 1 3)" },
        { FIELD("t", "x") UPLOAD("f", "a", "\r\n--\r\n-") FIELD("t", "y") END,
          "[x][y](f a text/x-test 7 \r\n--\r\n-)" },
        /* A file that nobody chose is neither a field nor an upload; the first real one counts. */
        { UPLOAD("f", "", "") END, "" },
        { UPLOAD("t", "", "") END, "" },
        { UPLOAD("f", "", "") UPLOAD("f", "b", "2") END, "(f b text/x-test 1 2)" },
        /* A field is no file, a file no field. */
        { FIELD("f", "x") UPLOAD("t", "a", "y") END, "" },
        /* No name chooses a folder. */
        { UPLOAD("f", "/etc/passwd", "x") END, "(f passwd text/x-test 1 x)" },
        { UPLOAD("f", "C:\\dir\\a.txt", "x") END, "(f a.txt text/x-test 1 x)" },
        { UPLOAD("f", "../../a", "x") END, "(f a text/x-test 1 x)" },
    };
    post_both(tell_form);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases) * COUNT(paths); i++) {
        const char *got = post(paths[i % 2], MULTIPART, wf_str(cases[i / 2].body));
        cr_expect_eq(status_of(got), 200, "%s", got);
        cr_expect_str_eq(body_of(got), cases[i / 2].told, "%s: %s", paths[i % 2], cases[i / 2].body);
    }
}

Test(web_uploads, a_form_that_cannot_be_read_is_400)
{
    static const struct {
        const char *type, *body, *reason;
    } cases[] = {
        { MULTIPART, "", "The form ends before its closing boundary" },
        { MULTIPART, FIELD("t", "x"), "The form ends before its closing boundary" },
        { MULTIPART, FIELD("t", "x") "--b", "The form ends before its closing boundary" },
        { MULTIPART, FIELD("t", "x") "--b-", "The form ends before its closing boundary" },
        { MULTIPART, "--b\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nx",
          "The form ends before its closing boundary" },
        { MULTIPART, FIELD("t", "\xff") END, "A field of the form is not UTF-8" },
        { "multipart/form-data", FIELD("t", "x") END, NULL },
        { MULTIPART, "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n" END, NULL },
        { MULTIPART, "--b\r\n\r\nx\r\n" END, NULL },
        { MULTIPART, UPLOAD("f", "..", "x") END, NULL },
    };
    post_both(tell_form);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases) * COUNT(paths); i++) {
        const char *got = post(paths[i % 2], cases[i / 2].type, wf_str(cases[i / 2].body));
        cr_expect_eq(status_of(got), 400, "%s: %s", cases[i / 2].body, got);
        if (cases[i / 2].reason) cr_expect(strstr(got, cases[i / 2].reason), "%s", got);
    }
}

/* ---- Missing --------------------------------------------------------------------------------------------- */

static weft_response need_photo(weft_request *req)
{
    weft_upload photo;
    if (!weft_need_upload(req, "photo", &photo)) return weft_reject(req);
    return weft_text(photo.bytes);
}

Test(web_uploads, a_missing_file_is_400_by_name)
{
    static const struct {
        const char *type, *body;
    } cases[] = {
        { MULTIPART, END },
        { MULTIPART, UPLOAD("f", "a", "x") END },
        { MULTIPART, FIELD("photo", "a") END },
        { MULTIPART, UPLOAD("photo", "", "") END },
        { "application/x-www-form-urlencoded", "photo=a" },
        { "text/plain", "photo" },
    };
    weft_post(app, "/memory", need_photo);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *got = post("/memory", cases[i].type, wf_str(cases[i].body));
        cr_expect_str_eq(body_of(got), "400 Bad Request: Missing required file: photo\n", "%s",
                         cases[i].body);
    }
    cr_expect_str_eq(body_of(post("/memory", MULTIPART, wf_str(UPLOAD("photo", "a", "jpeg") END))), "jpeg");
}

/* ---- Bounds ---------------------------------------------------------------------------------------------- */

static weft_response count_fields(weft_request *req)
{
    const weft_str *texts;
    const weft_upload *uploads;
    size_t count, uploads_count;
    if (!weft_form_all(req, "t", &texts, &count)) return weft_reject(req);
    if (!weft_uploads(req, "f", &uploads, &uploads_count)) return weft_reject(req);
    for (size_t i = 0; i < uploads_count; i++) cr_assert_eq(uploads[i].size, i % 7);
    return weft_textf(req, "%zu %zu", count, uploads_count);
}

Test(web_uploads, as_many_parts_as_a_form_may_have)
{
    enum { ROOM = 256 * 1024 };
    char *body = malloc(ROOM);
    post_both(count_fields);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(paths); i++) {
        for (size_t parts = 1000; parts <= 1001; parts++) {
            size_t len = 0;
            for (size_t part = 0; part < 500; part++)
                len +=
                    (size_t)snprintf(body + len, 256, UPLOAD("f", "a", "%.*s"), (int)(part % 7), "xxxxxxx");
            for (size_t part = 500; part < parts; part++)
                len += (size_t)snprintf(body + len, 256, FIELD("t", "%zu"), part);
            len += (size_t)snprintf(body + len, 16, END);
            const char *got = post(paths[i], MULTIPART, weft_str_of(body, len));
            cr_expect_eq(status_of(got), parts == 1000 ? 200 : 413, "%s", got);
            if (parts == 1000) cr_expect_str_eq(body_of(got), "500 500");
        }
    }
    free(body);
}

Test(web_uploads, fields_of_a_filed_form_have_to_fit_into_memory_uploads_need_not)
{
    enum { LARGE = 2 << 20 };
    char *body = malloc(LARGE + 1024);
    post_both(count_fields);
    serve((weft_server){ .body_limit = 8 << 20, .memory_limit = 300 * 1024 });
    size_t len = (size_t)sprintf(body, "--b\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n");
    memset(body + len, 'x', LARGE);
    strcpy(body + len + LARGE, "\r\n" END);
    len = strlen(body);
    cr_expect_str_eq(body_of(post("/memory", MULTIPART, weft_str_of(body, len))), "1 0");
    const char *got = post("/file", MULTIPART, weft_str_of(body, len));
    cr_expect_eq(status_of(got), 413, "%s", got);
    len = (size_t)sprintf(body, "--b\r\nContent-Disposition: form-data; name=\"g\"; filename=\"a\"\r\n\r\n");
    memset(body + len, 'x', LARGE);
    strcpy(body + len + LARGE, "\r\n" END);
    len = strlen(body);
    for (size_t i = 0; i < COUNT(paths); i++)
        cr_expect_str_eq(body_of(post(paths[i], MULTIPART, weft_str_of(body, len))), "0 0");
    free(body);
}

/* Parts that begin and end at every offset around the reads of a file. */
Test(web_uploads, reads_of_a_file_may_end_anywhere)
{
    enum { WINDOW = 64 * 1024, ROOM = 4 * WINDOW };
    char *body = malloc(ROOM);
    post_both(tell_form);
    serve((weft_server){ 0 });
    for (size_t pad = WINDOW - 400; pad < WINDOW + 10; pad += 1) {
        size_t len = (size_t)sprintf(
            body, "--b\r\nContent-Disposition: form-data; name=\"p\"; filename=\"p\"\r\n\r\n");
        memset(body + len, 'x', pad - len);
        strcpy(body + pad, "\r\n" FIELD("t", "text") UPLOAD("f", "name", "bytes") END);
        const char *got = post("/file", MULTIPART, wf_str(body));
        cr_assert_str_eq(body_of(got), "[text](f name text/x-test 5 bytes)", "%zu", pad);
    }
    free(body);
}

/* ---- Copying --------------------------------------------------------------------------------------------- */

static int target; /* the descriptor that uploads are copied into */

static weft_response save(weft_request *req)
{
    weft_upload upload;
    if (!weft_need_upload(req, "f", &upload)) return weft_reject(req);
    if (!weft_upload_copy(req, &upload, target)) return weft_reject(req);
    return weft_textf(req, "saved %llu", (unsigned long long)upload.size);
}

static int open_target(void)
{
    char path[] = "/tmp/weft-test-XXXXXX";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    unlink(path);
    return fd;
}

Test(web_uploads, are_copied_whole_from_the_current_offset)
{
    enum { LARGE = 300 * 1024 };
    char *body = malloc(LARGE + 1024), *back = malloc(LARGE + 8);
    post_both(save);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(paths) * 3; i++) {
        size_t size = (const size_t[]){ 0, 5, LARGE }[i / 2];
        size_t head = (size_t)sprintf(
            body, "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n");
        for (size_t at = 0; at < size; at++) body[head + at] = (char)(at * 31 + at / 251);
        memcpy(body + head + size, "\r\n" END, sizeof("\r\n" END));
        target = open_target();
        cr_assert_eq(write(target, "head", 4), 4);
        const char *got =
            post(paths[i % 2], MULTIPART, weft_str_of(body, head + size + sizeof("\r\n" END) - 1));
        cr_expect_eq(status_of(got), 200, "%s", got);
        cr_assert_eq(pread(target, back, LARGE + 8, 0), (ssize_t)size + 4);
        cr_expect(memcmp(back, "head", 4) == 0 && memcmp(back + 4, body + head, size) == 0);
        close(target);
    }
    free(body);
    free(back);
}

Test(web_uploads, what_cannot_be_written_is_500_and_logged)
{
    post_both(save);
    serve((weft_server){ 0 });
    target = open("/dev/full", O_WRONLY);
    if (target < 0) return;
    for (size_t i = 0; i < COUNT(paths); i++) {
        const char *got = post(paths[i], MULTIPART, wf_str(UPLOAD("f", "a", "bytes") END));
        cr_expect_str_eq(body_of(got), "500 Internal Server Error\n");
    }
    cr_expect(strstr(logged, "error: an upload could not be written to a file: No space left on device\n"),
              "%s", logged);
    close(target);
}
