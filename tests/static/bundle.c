/* Files in the program. */
#include "tests/static/harness.h"

static const weft_bundled embedded[] = {
    { WEFT_LIT("a-b.txt"), WEFT_LIT("text/plain"), { { WEFT_LIT("dash"), WEFT_LIT("\"1-4\"") } } },
    { WEFT_LIT("a/index.html"),
      WEFT_LIT("text/html; charset=utf-8"),
      { { WEFT_LIT("index"), WEFT_LIT("\"2-5\"") } } },
    { WEFT_LIT("app.js"),
      WEFT_LIT("text/javascript; charset=utf-8"),
      { { WEFT_LIT("plain script"), WEFT_LIT("\"3-c\"") },
        { WEFT_LIT("gz"), WEFT_LIT("\"4-2-gz\"") },
        { { NULL, 0 }, { NULL, 0 } },
        { WEFT_LIT("br"), WEFT_LIT("\"5-2-br\"") } } },
    { WEFT_LIT("empty.css"), { NULL, 0 }, { { WEFT_LIT(""), { NULL, 0 } } } },
};
static const weft_bundle bundle = { embedded, COUNT(embedded) };

static void set_up(void) { begin_folder(); }
TestSuite(static_bundle, .init = set_up, .fini = end_folder);

Test(static_bundle, is_served_as_files_are)
{
    serve("/assets", (weft_files){ .bundle = &bundle, .index = "index.html", .max_age = 60 });
    cr_assert_eq(get("/assets/app.js"), 200);
    expect_body("plain script");
    expect_field("ETag", "\"3-c\"");
    expect_field("Last-Modified", NULL);
    expect_field("Content-Type", "text/javascript; charset=utf-8");
    expect_field("Cache-Control", "public, max-age=60");
    expect_field("Vary", "Accept-Encoding");
    cr_assert_eq(get_with("/assets/app.js", "Accept-Encoding", "gzip, br", NULL, NULL), 200);
    expect_body("br");
    expect_field("Content-Encoding", "br");
    expect_field("ETag", "\"5-2-br\"");
    cr_expect_eq(get_with("/assets/app.js", "If-None-Match", "\"3-c\"", NULL, NULL), 304);
    cr_expect_eq(get_with("/assets/app.js", "Range", "bytes=0-4", NULL, NULL), 206);
    expect_body("plain");
    cr_expect_eq(get_with("/assets/app.js", "Range", "bytes=0-4,6-", NULL, NULL), 206);
    cr_expect_eq(get("/assets/empty.css"), 200);
    expect_body("");
    expect_field("Content-Type", "text/css; charset=utf-8");
    cr_expect_eq(get("/assets/app.js/"), 404);
    cr_expect_eq(get("/assets/app.jsx"), 404);
    cr_expect_eq(get("/assets/app"), 404);
}

Test(static_bundle, has_directories_with_an_index)
{
    serve("/", (weft_files){ .bundle = &bundle, .index = "index.html" });
    cr_expect_eq(get("/a/"), 200);
    expect_body("index");
    cr_expect_eq(get("/a"), 302);
    expect_field("Location", "/a/");
    cr_expect_eq(get("/"), 404);
}

/* As in development: what is on disk is newer than what is in the program. */
Test(static_bundle, may_lie_behind_a_root)
{
    weft_static(app, "/", (weft_files){ .root = folder, .cache_ms = WEFT_OFF });
    weft_static(app, "/", (weft_files){ .bundle = &bundle });
    serve_all();
    get("/app.js");
    expect_body("plain script");
    put("app.js", "edited");
    get("/app.js");
    cr_expect(body_is("edited") || body_is("plain script")); /* within a tenth of a second */
    usleep(150 * 1000);
    get("/app.js");
    expect_body("edited");
}

Test(static_bundle, that_is_not_sorted_is_refused)
{
    static const weft_bundled upside_down[] = {
        { WEFT_LIT("b"), { NULL, 0 }, { { WEFT_LIT(""), { NULL, 0 } } } },
        { WEFT_LIT("a"), { NULL, 0 }, { { WEFT_LIT(""), { NULL, 0 } } } }
    };
    static const weft_bundle wrong = { upside_down, 2 };
    weft_static(app, "/", (weft_files){ .bundle = &wrong });
    cr_expect_null(weft_test_new(app, (weft_server){ .logger = keep_line }));
    cr_expect_str_eq(logged, "static /: its bundle is not sorted by path; weft embed makes bundles\n");
}
