#include "tests/static/harness.h"

static void set_up(void) { begin_folder(); }
TestSuite(static_listing, .init = set_up, .fini = end_folder);

static size_t place_of(const char *needle)
{
    const char *found = memmem(answer.body.ptr, answer.body.len, needle, strlen(needle));
    cr_expect_not_null(found, "no %s in %.*s", needle, (int)answer.body.len, answer.body.ptr);
    return found ? (size_t)(found - answer.body.ptr) : 0;
}

static bool lists(const char *needle)
{
    return memmem(answer.body.ptr, answer.body.len, needle, strlen(needle)) != NULL;
}

Test(static_listing, shows_folders_then_files_sorted_with_sizes_and_times)
{
    put_old("b.txt", "12345");
    put_old("a.txt", "");
    make_folder("z");
    make_folder("m");
    char large[1500] = { 0 };
    put_bytes("c.bin", large, sizeof large);
    serve("/", (weft_files){ .listing = true });
    cr_assert_eq(get("/"), 200);
    expect_field("Content-Type", "text/html; charset=utf-8");
    expect_field("Cache-Control", "no-cache");
    size_t m = place_of("<a href=\"m/\">m/</a>"), z = place_of("<a href=\"z/\">z/</a>");
    size_t a = place_of("<a href=\"a.txt\">a.txt</a><td>0 B<td>09 Sep 2001 01:46");
    size_t b = place_of("<a href=\"b.txt\">b.txt</a><td>5 B<td>09 Sep 2001 01:46");
    size_t c = place_of("<a href=\"c.bin\">c.bin</a><td>1.5 kB<td>");
    cr_expect(m < z && z < a && a < b && b < c);
    cr_expect_not(lists("../"));
}

Test(static_listing, names_are_escaped_for_text_and_for_addresses)
{
    make_folder("a&b");
    put("a&b/<i> \"q\"?#%.txt", "");
    put("a&b/javascript:x", "");
    put("a&b/\xc3\xa9", "");
    serve("/files", (weft_files){ .listing = true });
    cr_assert_eq(get("/files/a%26b/"), 200);
    place_of("<title>Index of /files/a&amp;b/</title>");
    place_of("<a href=\"%3Ci%3E%20%22q%22%3F%23%25.txt\">&lt;i&gt; &#34;q&#34;?#%.txt</a>");
    place_of("<a href=\"javascript%3Ax\">javascript:x</a>");
    place_of("<a href=\"%C3%A9\">\xc3\xa9</a>");
    place_of("<a href=\"../\">../</a>");
    cr_expect_eq(get("/files/a%26b/%3Ci%3E%20%22q%22%3F%23%25.txt"), 200);
    cr_expect_eq(get("/files/a%26b/javascript%3Ax"), 200);
}

Test(static_listing, shows_only_what_would_be_served)
{
    put("../secret.txt", "secret");
    put(".env", "");
    put("a\\b", "");
    put("fine.txt", "");
    cr_assert_eq(symlink("../secret.txt", in_root("out.txt")), 0);
    cr_assert_eq(symlink("/etc", in_root("etc")), 0);
    cr_assert_eq(symlink("none", in_root("dangling")), 0);
    cr_assert_eq(mkfifo(in_root("fifo"), 0644), 0);
    serve("/", (weft_files){ .listing = true });
    cr_assert_eq(get("/"), 200);
    cr_expect(lists("fine.txt"));
    static const char *const hidden[] = { ".env", "a\\b", "out.txt", "etc", "dangling", "fifo", "secret" };
    for (size_t i = 0; i < COUNT(hidden); i++) cr_expect_not(lists(hidden[i]), "%s", hidden[i]);
}

Test(static_listing, hidden_names_by_choice)
{
    put(".env", "");
    serve("/", (weft_files){ .listing = true, .hidden = true });
    get("/");
    cr_expect(lists(">.env<"));
    cr_expect_not(lists("href=\".\""));
}

Test(static_listing, gives_way_to_an_index_and_wants_a_slash)
{
    make_folder("with");
    make_folder("without");
    put("with/index.html", "index");
    serve("/", (weft_files){ .listing = true, .index = "index.html" });
    get("/with/");
    expect_body("index");
    cr_expect_eq(get("/without"), 302);
    expect_field("Location", "/without/");
    cr_expect_eq(get("/without/"), 200);
    cr_expect(lists("Index of /without/"));
}

Test(static_listing, is_off_unless_chosen)
{
    serve("/", (weft_files){ 0 });
    cr_expect_eq(get("/"), 404);
    cr_expect_eq(get("/.%2f"), 400);
}

Test(static_listing, head_reads_nothing)
{
    put("a", "");
    serve("/", (weft_files){ .listing = true });
    answer = weft_test_ask(test, (weft_ask){ .method = WEFT_HEAD, .path = "/" });
    cr_expect_eq(answer.status, 200);
    expect_body("");
}

Test(static_listing, of_many_files_is_whole)
{
    enum { FILES = 3000 };
    char name[64];
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "file-%04d", i);
        put(name, "");
    }
    serve("/", (weft_files){ .listing = true });
    cr_assert_eq(get("/"), 200);
    size_t rows = 0, before = 0;
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "\"file-%04d\"", i);
        size_t place = place_of(name);
        rows += place > before;
        before = place;
    }
    cr_expect_eq(rows, FILES);
}
