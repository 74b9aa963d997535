/* Files as clients see them. */
#include "tests/static/harness.h"

static char text[3001]; /* of file.txt */

static void set_up(void)
{
    begin_folder();
    for (size_t i = 0; i < sizeof text - 1; i++) text[i] = (char)('a' + i * 7 % 26);
    put_old("file.txt", text);
    put_old("empty.css", "");
    make_folder("docs");
    put_old("docs/index.html", "<h1>docs");
    put_old("index.html", "<h1>home");
}

TestSuite(static_serve, .init = set_up, .fini = end_folder);

static const char tag[] = "\"de0b6b3a7640000-bb8\"", date[] = "Sun, 09 Sep 2001 01:46:40 GMT";

Test(static_serve, a_file_with_its_validators)
{
    serve("/", (weft_files){ 0 });
    cr_assert_eq(get("/file.txt"), 200);
    expect_body(text);
    expect_field("Content-Type", "text/plain; charset=utf-8");
    expect_field("Content-Length", "3000");
    expect_field("ETag", tag);
    expect_field("Last-Modified", date);
    expect_field("Cache-Control", "no-cache");
    expect_field("Accept-Ranges", "bytes");
    expect_field("Vary", NULL);
    cr_assert_eq(get("/empty.css"), 200);
    expect_body("");
    expect_field("Content-Type", "text/css; charset=utf-8");
}

Test(static_serve, head_says_what_get_would)
{
    serve("/", (weft_files){ 0 });
    answer = weft_test_ask(test, (weft_ask){ .method = WEFT_HEAD, .path = "/file.txt" });
    cr_assert_eq(answer.status, 200);
    expect_body("");
    expect_field("Content-Length", "3000");
    expect_field("ETag", tag);
    answer = weft_test_ask(
        test,
        (weft_ask){ .method = WEFT_HEAD, .path = "/file.txt", .headers = { { "Range", "bytes=0-9" } } });
    cr_expect_eq(answer.status, 200); /* a range is of a GET alone */
    expect_field("Content-Length", "3000");
}

Test(static_serve, a_prefix_is_stripped_once_and_is_a_whole_segment)
{
    make_folder("assets");
    put("assets/a.txt", "inner");
    put("a.txt", "outer");
    serve("/assets", (weft_files){ 0 });
    cr_expect_eq(get("/assets/a.txt"), 200);
    expect_body("outer");
    cr_expect_eq(get("/assets/assets/a.txt"), 200);
    expect_body("inner");
    cr_expect_eq(get("/assets%2e/a.txt"), 404);
    cr_expect_eq(get("/assetsX/a.txt"), 404);
    cr_expect_eq(get("/assetsa.txt"), 404);
    cr_expect_eq(get("/a.txt"), 404);
    cr_expect_eq(get("/%61ssets/%61.txt"), 200);
}

Test(static_serve, other_methods_are_405)
{
    serve("/", (weft_files){ 0 });
    answer =
        weft_test_ask(test, (weft_ask){ .method = WEFT_POST, .path = "/file.txt", .body = weft_lit("x") });
    cr_expect_eq(answer.status, 405);
    expect_field("Allow", "GET, HEAD, OPTIONS");
    answer = weft_test_ask(test, (weft_ask){ .method = WEFT_OPTIONS, .path = "/file.txt" });
    cr_expect_eq(answer.status, 200);
    expect_field("Allow", "GET, HEAD, OPTIONS");
    answer = weft_test_ask(test, (weft_ask){ .method = WEFT_DELETE, .path = "/none.txt" });
    cr_expect_eq(answer.status, 404);
    cr_expect_eq(access(in_root("file.txt"), F_OK), 0);
}

static weft_response say_route(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("route"));
}

Test(static_serve, routes_come_before_files)
{
    weft_get(app, "/file.txt", say_route);
    weft_post(app, "/empty.css", say_route);
    serve("/", (weft_files){ 0 });
    get("/file.txt");
    expect_body("route");
    cr_expect_eq(get("/empty.css"), 200);
    expect_body("");
    answer = weft_test_ask(test, (weft_ask){ .method = WEFT_PUT, .path = "/empty.css" });
    cr_expect_eq(answer.status, 405);
    expect_field("Allow", "POST, GET, HEAD, OPTIONS");
}

static weft_response refuse_all(weft_request *req)
{
    return weft_fail(req, WEFT_UNAUTHORIZED, "who are you?");
}
static void mark(weft_request *req, weft_response *res) { weft_with(req, res, "X-Marked", weft_lit("yes")); }

Test(static_serve, filters_guard_and_amend_files)
{
    weft_before(app, "/docs/*", refuse_all);
    weft_on_response(app, mark);
    serve("/", (weft_files){ .index = "index.html" });
    cr_expect_eq(get("/docs/index.html"), 401);
    cr_expect_eq(get("/file.txt"), 200);
    expect_field("X-Marked", "yes");
    expect_field("ETag", tag);
    expect_body(text);
    cr_expect_eq(get_with("/file.txt", "If-None-Match", tag, NULL, NULL), 304);
    expect_field("X-Marked", "yes");
}

Test(static_serve, a_304_says_what_guides_a_cache)
{
    serve("/", (weft_files){ .precompressed = true, .max_age = 60 });
    cr_assert_eq(get_with("/file.txt", "If-None-Match", tag, NULL, NULL), 304);
    expect_body("");
    expect_field("ETag", tag);
    expect_field("Cache-Control", "public, max-age=60");
    expect_field("Vary", "Accept-Encoding");
    expect_field("Content-Type", NULL);
    expect_field("Content-Length", NULL);
    expect_field("Last-Modified", NULL);
}

Test(static_serve, a_412_and_a_416_are_failures_like_others)
{
    serve("/", (weft_files){ .precompressed = true });
    cr_assert_eq(get_with("/file.txt", "If-Match", "\"other\"", NULL, NULL), 412);
    cr_assert_eq(get_with("/file.txt", "Range", "bytes=3000-", NULL, NULL), 416);
    expect_field("Content-Range", "bytes */3000");
    cr_expect(weft_answer_has(answer, "Vary", "Accept-Encoding, Accept"), "%.*s", (int)answer.head.len,
              answer.head.ptr);
}

Test(static_serve, one_range)
{
    serve("/", (weft_files){ 0 });
    cr_assert_eq(get_with("/file.txt", "Range", "bytes=10-19", NULL, NULL), 206);
    cr_expect(weft_str_eq(answer.body, weft_str_of(text + 10, 10)));
    expect_field("Content-Range", "bytes 10-19/3000");
    expect_field("Content-Length", "10");
    expect_field("ETag", tag);
    cr_assert_eq(get_with("/file.txt", "Range", "bytes=10-19", "If-Range", tag), 206);
    cr_assert_eq(get_with("/file.txt", "Range", "bytes=10-19", "If-Range", "\"old\""), 200);
    expect_body(text);
    cr_assert_eq(get_with("/file.txt", "Range", "bytes=10-19", "If-None-Match", tag), 304);
    cr_assert_eq(get_with("/file.txt", "Range", "bytes=-5", NULL, NULL), 206);
    cr_expect(weft_str_eq(answer.body, weft_str_of(text + 2995, 5)));
}

Test(static_serve, a_directory_answers_by_its_index)
{
    make_folder("bare");
    serve("/", (weft_files){ .index = "index.html" });
    cr_expect_eq(get("/"), 200);
    expect_body("<h1>home");
    cr_expect_eq(get("/docs/"), 200);
    expect_body("<h1>docs");
    cr_expect_eq(get("/docs?a=b"), 302);
    expect_field("Location", "/docs/?a=b");
    cr_expect_eq(get("/bare/"), 404);
    cr_expect_eq(get("/bare"), 404);
    cr_expect_eq(get("/file.txt/"), 404);
}

Test(static_serve, no_index_no_directory)
{
    serve("/", (weft_files){ 0 });
    cr_expect_eq(get("/"), 404);
    cr_expect_eq(get("/docs"), 404);
    cr_expect_eq(get("/docs/"), 404);
}

Test(static_serve, a_mount_below_a_prefix_has_a_root_too)
{
    serve("/site/", (weft_files){ .index = "index.html" });
    cr_expect_eq(get("/site"), 302);
    expect_field("Location", "/site/");
    cr_expect_eq(get("/site/"), 200);
    expect_body("<h1>home");
    cr_expect_eq(get("/"), 404);
}

Test(static_serve, a_single_file_answers_at_its_prefix_alone)
{
    serve("/favicon.ico", (weft_files){ .file = "docs/index.html" });
    cr_expect_eq(get("/favicon.ico"), 200);
    expect_body("<h1>docs");
    expect_field("Content-Type", "text/html; charset=utf-8");
    cr_expect_eq(get("/favicon.ico/x"), 404);
    cr_expect_eq(get("/file.txt"), 404);
}

Test(static_serve, several_roots_are_asked_in_their_order)
{
    make_folder("../other");
    put("../other/file.txt", "other");
    put("../other/only.txt", "only");
    weft_static(app, "/", (weft_files){ .root = folder, .cache_ms = WEFT_OFF });
    weft_static(app, "/", (weft_files){ .root = in_root("../other"), .cache_ms = WEFT_OFF });
    serve_all();
    get("/file.txt");
    expect_body(text);
    get("/only.txt");
    expect_body("only");
    put("only.txt", "first");
    get("/only.txt");
    expect_body("first");
    unlink(in_root("only.txt"));
    get("/only.txt");
    expect_body("only");
}

Test(static_serve, types_can_be_added)
{
    put("a.glb", "x");
    put("b.TXT", "x");
    put("c", "x");
    put("index.html.txt", "x");
    weft_media_type(app, "GLB", "model/gltf-binary");
    weft_media_type(app, "txt", "text/x-note");
    serve("/", (weft_files){ 0 });
    get("/a.glb");
    expect_field("Content-Type", "model/gltf-binary");
    get("/b.TXT");
    expect_field("Content-Type", "text/x-note");
    get("/c");
    expect_field("Content-Type", "application/octet-stream");
}

Test(static_serve, fields_of_its_own)
{
    static const weft_field field = { NULL, WEFT_LIT("Access-Control-Allow-Origin"), WEFT_LIT("*") };
    serve("/", (weft_files){ .fields = &field, .cache_control = "public, immutable" });
    get("/file.txt");
    expect_field("Access-Control-Allow-Origin", "*");
    expect_field("Cache-Control", "public, immutable");
    get_with("/file.txt", "If-None-Match", "*", NULL, NULL);
    expect_field("Access-Control-Allow-Origin", "*");
}

/* ---- Confined -------------------------------------------------------------------------------------------- */

Test(static_serve, what_is_not_to_be_served_is_404_without_a_reason)
{
    char longest[600] = "/", deep[5000] = "/";
    memset(longest + 1, 'a', 300);
    for (int i = 0; i < 2400; i++) strcat(deep, "a/");
    put("../secret.txt", "secret");
    put(".env", "secret");
    make_folder(".git");
    put(".git/config", "secret");
    put("..test", "secret");
    put("a\\b.txt", "secret");
    put("a..b", "fine");
    put("unreadable.txt", "secret");
    chmod(in_root("unreadable.txt"), 0);
    cr_assert_eq(symlink("../secret.txt", in_root("out.txt")), 0);
    cr_assert_eq(symlink("/etc/passwd", in_root("passwd")), 0);
    cr_assert_eq(symlink("..", in_root("up")), 0);
    cr_assert_eq(mkfifo(in_root("fifo"), 0644), 0);
    serve("/", (weft_files){ 0 });
    const char *const paths[] = { "/.env",     "/.git/config", "/.git/",      "/..test",        "/a%5Cb.txt",
                                  "/a\\b.txt", "/out.txt",     "/passwd",     "/up/secret.txt", "/fifo",
                                  longest,     deep,           "/file.txt%20" };
    get("/none");
    char nothing[256];
    snprintf(nothing, sizeof nothing, "%.*s", (int)answer.body.len, answer.body.ptr);
    for (size_t i = 0; i < COUNT(paths); i++) {
        cr_expect_eq(get(paths[i]), 404, "%s", paths[i]);
        expect_body(nothing);
    }
    if (geteuid() != 0) cr_expect_eq(get("/unreadable.txt"), 404);
    cr_expect_eq(get("/a..b"), 200);
    cr_expect_eq(get("/../secret.txt"), 400);
    cr_expect_eq(get("/%2e%2e/secret.txt"), 400);
    cr_expect_eq(get("/..%2fsecret.txt"), 400);
    cr_expect_eq(get("/%00"), 400);
    cr_expect_eq(get("//etc/passwd"), 400);
}

Test(static_serve, hidden_names_by_choice)
{
    put("..test", "dots");
    put(".well-known", "known");
    serve("/", (weft_files){ .hidden = true });
    cr_expect_eq(get("/..test"), 200);
    cr_expect_eq(get("/.well-known"), 200);
}

/* ---- Changes --------------------------------------------------------------------------------------------- */

Test(static_serve, a_change_is_seen_by_the_next_request)
{
    serve("/", (weft_files){ 0 });
    get("/file.txt");
    put("file.txt", "new");
    get("/file.txt");
    expect_body("new");
    put("file.txt", "old"); /* as long, in the same moment perhaps */
    get("/file.txt");
    expect_body("old");
    put("other", "replaced");
    rename(in_root("other"), in_root("file.txt"));
    get("/file.txt");
    expect_body("replaced");
    cr_assert_eq(truncate(in_root("file.txt"), 3), 0);
    get("/file.txt");
    expect_body("rep");
    unlink(in_root("file.txt"));
    cr_expect_eq(get("/file.txt"), 404);
    make_folder("file.txt");
    cr_expect_eq(get("/file.txt"), 404);
}

Test(static_serve, a_folder_that_is_swapped_is_seen)
{
    serve("/", (weft_files){ 0 });
    get("/docs/index.html");
    make_folder("next");
    put_old("next/index.html", "<h1>next");
    rename(in_root("docs"), in_root("before"));
    rename(in_root("next"), in_root("docs"));
    get("/docs/index.html");
    expect_body("<h1>next");
}

/* As when a whole site is swapped for its next version, by renaming or by a link. */
Test(static_serve, a_root_that_is_swapped_is_seen)
{
    char link[256], next[256], old[256];
    snprintf(link, sizeof link, "%s", in_root("../current"));
    snprintf(next, sizeof next, "%s", in_root("../next"));
    snprintf(old, sizeof old, "%s", in_root("../old"));
    make_folder("../next");
    put("../next/file.txt", "next");
    cr_assert_eq(symlink(folder, link), 0);
    weft_static(app, "/link", (weft_files){ .root = link });
    weft_static(app, "/name", (weft_files){ .root = next, .cache_ms = WEFT_OFF });
    serve_all();
    get("/link/file.txt");
    expect_body(text);
    get("/name/file.txt");
    expect_body("next");
    unlink(link);
    cr_expect_eq(get("/name/file.txt"), 200);
    cr_assert_eq(symlink(next, link), 0);
    usleep(250 * 1000);
    get("/link/file.txt");
    expect_body("next");
    rename(next, old);
    usleep(250 * 1000);
    cr_expect_eq(get("/name/file.txt"), 200); /* there is nothing in its place yet */
    make_folder("../next");
    put("../next/file.txt", "third");
    usleep(250 * 1000);
    get("/name/file.txt");
    expect_body("third");
}

Test(static_serve, by_default_a_change_is_seen_within_a_tenth_of_a_second)
{
    weft_static(app, "/", (weft_files){ .root = folder });
    serve_all();
    get("/file.txt");
    put("file.txt", "new");
    usleep(150 * 1000);
    get("/file.txt");
    expect_body("new");
}

Test(static_serve, until_then_the_version_that_is_known_is_sent_whole)
{
    weft_static(app, "/", (weft_files){ .root = folder, .cache_ms = 60 * 1000 });
    serve_all();
    get("/file.txt");
    put("file.txt", "new");
    cr_expect_eq(get("/file.txt"), 200);
    expect_body(text);
}

/* ---- Build stamps ---------------------------------------------------------------------------------------- */

Test(static_serve, a_stamped_file_is_told_by_its_bytes)
{
    char first[64];
    put("stamped.js", "one");
    set_time("stamped.js", 1);
    put("twin.js", "one");
    set_time("twin.js", 0);
    serve("/", (weft_files){ 0 });
    get("/stamped.js");
    expect_field("Last-Modified", NULL);
    snprintf(first, sizeof first, "%.*s", (int)weft_answer_header(answer, "ETag").len,
             weft_answer_header(answer, "ETag").ptr);
    get("/twin.js");
    expect_field("ETag", first);
    put("stamped.js", "two");
    set_time("stamped.js", 1);
    get("/stamped.js");
    expect_body("two");
    cr_expect_not(field_is("ETag", first));
    cr_expect_eq(get_with("/stamped.js", "If-Modified-Since", date, NULL, NULL), 200);
}

/* ---- Compressed forms ------------------------------------------------------------------------------------ */

static void put_forms(void)
{
    put_old("file.txt.gz", "gz form");
    put_old("file.txt.br", "br form!");
    put_old("file.txt.zst", "zst form!!");
}

Test(static_serve, forms_that_lie_beside_a_file)
{
    put_forms();
    serve("/", (weft_files){ .precompressed = true });
    static const char *const cases[][4] = {
        { "gzip", "gzip", "gz form", "\"de0b6b3a7640000-7-gz\"" },
        { "br", "br", "br form!", "\"de0b6b3a7640000-8-br\"" },
        { "zstd", "zstd", "zst form!!", "\"de0b6b3a7640000-a-zst\"" },
        { "gzip, deflate, br, zstd", "br", "br form!", "\"de0b6b3a7640000-8-br\"" },
        { "deflate", NULL, text, tag },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        cr_assert_eq(get_with("/file.txt", "Accept-Encoding", cases[i][0], NULL, NULL), 200);
        expect_body(cases[i][2]);
        expect_field("Content-Encoding", cases[i][1]);
        expect_field("ETag", cases[i][3]);
        expect_field("Vary", "Accept-Encoding");
        expect_field("Content-Type", "text/plain; charset=utf-8");
        cr_expect_eq(get_with("/file.txt", "Accept-Encoding", cases[i][0], "If-None-Match", cases[i][3]),
                     304);
        expect_field("Vary", "Accept-Encoding");
        bool plain = !cases[i][1];
        cr_expect_eq(get_with("/file.txt", "Accept-Encoding", cases[i][0], "If-None-Match", tag),
                     plain ? 304 : 200);
    }
    cr_expect_eq(get_with("/file.txt", "Accept-Encoding", "gzip", "Range", "bytes=0-1"), 206);
    expect_body("gz");
    expect_field("Content-Range", "bytes 0-1/7");
    expect_field("Content-Encoding", "gzip");
    expect_field("Vary", "Accept-Encoding");
    get("/empty.css"); /* has no forms, and might get some */
    expect_field("Vary", "Accept-Encoding");
    get("/file.txt.gz");
    expect_field("Content-Type", "application/gzip");
    expect_field("Content-Encoding", NULL);
}

Test(static_serve, forms_are_not_looked_for_unless_asked)
{
    put_forms();
    serve("/", (weft_files){ 0 });
    get_with("/file.txt", "Accept-Encoding", "gzip, br", NULL, NULL);
    expect_body(text);
    expect_field("Vary", NULL);
}

Test(static_serve, a_form_that_is_stale_or_leads_outside_is_skipped)
{
    put("../secret.gz", "secret");
    put_forms();
    serve("/", (weft_files){ .precompressed = true });
    get_with("/file.txt", "Accept-Encoding", "br", NULL, NULL);
    expect_body("br form!");
    set_time("file.txt.br", LONG_AGO - 1);
    get_with("/file.txt", "Accept-Encoding", "br", NULL, NULL);
    expect_body(text);
    get_with("/file.txt", "Accept-Encoding", "br, gzip", NULL, NULL);
    expect_body("gz form");
    unlink(in_root("file.txt.gz"));
    cr_assert_eq(symlink("../secret.gz", in_root("file.txt.gz")), 0);
    get_with("/file.txt", "Accept-Encoding", "gzip", NULL, NULL);
    expect_body(text);
    unlink(in_root("file.txt"));
    cr_expect_eq(get_with("/file.txt", "Accept-Encoding", "zstd", NULL, NULL), 404); /* a form of nothing */
}

/* ---- Single-page apps ------------------------------------------------------------------------------------ */

Test(static_serve, a_fallback_answers_navigation_and_no_api)
{
    static const char browser[] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    weft_get(app, "/api/items", say_route);
    weft_get(app, "/", say_route);
    serve("/", (weft_files){ .fallback = "index.html" });
    cr_expect_eq(get_with("/orders/7", "Accept", browser, NULL, NULL), 200);
    expect_body("<h1>home");
    cr_expect(weft_answer_has(answer, "Vary", "Accept"));
    cr_expect_eq(get_with("/orders/7", "Accept", "*/*", NULL, NULL), 404);
    cr_expect_eq(get_with("/orders/7", "Accept", "application/json", NULL, NULL), 404);
    cr_expect_eq(get_with("/orders/7", "Accept", "text/html;q=0", NULL, NULL), 404);
    cr_expect_eq(get("/orders/7"), 404);
    cr_expect_eq(get_with("/orders/logo.png", "Accept", browser, NULL, NULL), 404);
    cr_expect_eq(get_with("/api/itmes", "Accept", browser, NULL, NULL), 404);
    cr_expect_eq(get_with("/api", "Accept", browser, NULL, NULL), 404);
    cr_expect_eq(get_with("/apix", "Accept", browser, NULL, NULL), 200);
    answer = weft_test_ask(
        test, (weft_ask){ .method = WEFT_POST, .path = "/orders/7", .headers = { { "Accept", browser } } });
    cr_expect_eq(answer.status, 404);
}
