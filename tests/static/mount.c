/* What may be registered, and what is said of what may not. */
#include "tests/static/harness.h"
#include <weft/buf.h>

static void set_up(void) { begin_folder(); }
TestSuite(static_mount, .init = set_up, .fini = end_folder);

static void expect_mistake(const char *prefix, weft_files files, const char *line)
{
    weft_app *wrong = weft_app_new(NULL);
    *logged = '\0';
    weft_static(wrong, prefix, files);
    cr_expect_null(weft_test_new(wrong, (weft_server){ .logger = keep_line }));
    cr_expect_str_eq(logged, line);
    weft_app_free(wrong);
}

Test(static_mount, mistakes_say_what_to_do)
{
    static const weft_bundle none = { NULL, 0 };
    static const weft_field bad = { NULL, WEFT_LIT("X"), WEFT_LIT("a\nb") };
    expect_mistake(NULL, (weft_files){ .root = "." }, "static (no path): its prefix is NULL\n");
    expect_mistake("x", (weft_files){ .root = "." }, "static x: its prefix does not begin with a slash\n");
    expect_mistake("/{a}", (weft_files){ .root = "." },
                   "static /{a}: its prefix is a plain path, like \"/assets\"\n");
    expect_mistake("/a", (weft_files){ 0 }, "static /a: it needs a root or a bundle, one of them\n");
    expect_mistake("/a", (weft_files){ .root = ".", .bundle = &none },
                   "static /a: it needs a root or a bundle, one of them\n");
    expect_mistake("/a", (weft_files){ .bundle = &none, .listing = true },
                   "static /a: a bundle is not listed; give it an index\n");
    expect_mistake("/a", (weft_files){ .root = ".", .file = "../x" },
                   "static /a: its file is a path below the root, like \"img/icon.svg\"\n");
    expect_mistake("/a", (weft_files){ .root = ".", .index = "a/b" },
                   "static /a: its index is the name of a file, like \"index.html\"\n");
    expect_mistake("/a", (weft_files){ .root = ".", .fallback = "/x" },
                   "static /a: its fallback is a path below the root, like \"index.html\"\n");
    expect_mistake("/a", (weft_files){ .root = ".", .cache_control = "a", .max_age = 1 },
                   "static /a: it has cache_control and max_age; one of them is said\n");
    expect_mistake("/a", (weft_files){ .root = ".", .cache_control = "a\r\n" },
                   "static /a: its cache_control holds a control byte\n");
    expect_mistake("/a", (weft_files){ .root = ".", .fields = &bad },
                   "static /a: one of its fields is none that HTTP can carry\n");
    expect_mistake("/a", (weft_files){ .root = "/none/at/all" },
                   "static /a: cannot open the directory \"/none/at/all\": No such file or directory\n");
}

Test(static_mount, types_that_are_none_are_mistakes)
{
    static const char *const cases[][3] = {
        { "", "a/b", "media_type : there is no extension\n" },
        { ".glb", "a/b", "media_type .glb: an extension is what stands behind the last dot, without it\n" },
        { "glb", "model",
          "media_type glb: its type is no media type; write it like \"model/gltf-binary\"\n" },
        { "glb", "a/b\n",
          "media_type glb: its type is no media type; write it like \"model/gltf-binary\"\n" },
        { "abcdefghijklmnopq", "a/b",
          "media_type abcdefghijklmnopq: it is longer than an extension can be (16 bytes)\n" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        weft_app *wrong = weft_app_new(NULL);
        *logged = '\0';
        weft_media_type(wrong, cases[i][0], cases[i][1]);
        cr_expect_null(weft_test_new(wrong, (weft_server){ .logger = keep_line }));
        cr_expect_str_eq(logged, cases[i][2]);
        weft_app_free(wrong);
    }
}

static void group(weft_app *inner) { weft_static(inner, "/assets", (weft_files){ .root = folder }); }

Test(static_mount, a_group_puts_its_prefix_in_front)
{
    put("a.txt", "a");
    weft_mount(app, "/admin", group);
    serve_all();
    cr_expect_eq(get("/admin/assets/a.txt"), 200);
    cr_expect_eq(get("/assets/a.txt"), 404);
}

/* Any spelling of the operator's own path works. */
Test(static_mount, a_root_is_what_the_operator_wrote)
{
    put("a.txt", "a");
    make_folder("sub");
    char climbing[256], linked[256], slash[256];
    snprintf(climbing, sizeof climbing, "%s/sub/..", folder);
    snprintf(linked, sizeof linked, "%s/../link", folder);
    snprintf(slash, sizeof slash, "%s/", folder);
    cr_assert_eq(symlink(folder, linked), 0);
    cr_assert_eq(chdir(folder), 0);
    const char *const roots[] = { climbing, linked, slash, ".", "./", "sub/../." };
    for (size_t i = 0; i < COUNT(roots); i++) {
        weft_app_free(app);
        app = weft_app_new(NULL);
        weft_static(app, "/", (weft_files){ .root = roots[i] });
        serve_all();
        cr_expect_eq(get("/a.txt"), 200, "%s", roots[i]);
        weft_test_free(test);
        test = NULL;
    }
    cr_assert_eq(chdir("/"), 0);
}

Test(static_mount, an_app_may_be_started_again)
{
    put("a.txt", "a");
    weft_static(app, "/", (weft_files){ .root = folder });
    for (int i = 0; i < 3; i++) {
        serve_all();
        cr_expect_eq(get("/a.txt"), 200);
        weft_test_free(test);
        test = NULL;
    }
}

static weft_response say(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("route"));
}

Test(static_mount, that_a_route_leaves_nothing_of_is_warned_of)
{
    weft_get(app, "/assets/{path*}", say);
    weft_get(app, "/img/{name}", say); /* takes some of it, as it may */
    weft_static(app, "/assets", (weft_files){ .root = folder });
    weft_static(app, "/img", (weft_files){ .root = folder });
    serve_all();
    cr_expect_str_eq(logged,
                     "static /assets/*: the route GET /assets/{path*} answers all of it; give the files "
                     "another prefix\n");
}

Test(static_mount, is_in_the_table_of_routes)
{
    static const weft_bundle none = { NULL, 0 };
    weft_static(app, "/", (weft_files){ .root = "public" });
    weft_static(app, "/assets", (weft_files){ .bundle = &none });
    weft_buf out = weft_buf_heap(4096);
    weft_routes(app, &out);
    cr_expect(
        weft_str_eq(weft_buf_str(&out),
                    weft_lit("static        /*                               public\n"
                             "static        /assets/*                        (files in the program)\n")),
        "%.*s", (int)out.len, out.ptr);
    weft_buf_free(&out);
}
