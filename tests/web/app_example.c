/* The worked example, asked as its users would, in memory and over a socket. */
#include "tests/app/shop.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/test.h>

static shop the_shop;
static weft_app *app;
static weft_test *test;
static char folder[] = "/tmp/weft-shop-XXXXXX";
static char access_log[sizeof folder + sizeof "/access.log"];

static void set_up(void)
{
    cr_assert_not_null(mkdtemp(folder));
    snprintf(access_log, sizeof access_log, "%s/access.log", folder);
    the_shop =
        (shop){ .items = store_new(), .password = "sesame", .photos = folder, .access_log = access_log };
    app = shop_app(&the_shop);
}

static void tear_down(void)
{
    weft_test_free(test);
    weft_app_free(app);
    store_free(the_shop.items);
    DIR *listing = opendir(folder);
    for (struct dirent *file; listing && (file = readdir(listing));)
        unlinkat(dirfd(listing), file->d_name, 0);
    if (listing) closedir(listing);
    rmdir(folder);
}

TestSuite(web_example, .init = set_up, .fini = tear_down, .timeout = 60);

/* A fresh shop each time: what was added in memory is not there on the socket. */
static bool opens(bool live)
{
    item left;
    weft_server server = { .workers = 2, .log_level = WEFT_LOG_ERROR };
    for (int64_t id; store_page(the_shop.items, 0, &left, 1) && (id = left.id);)
        store_drop(the_shop.items, id);
    test = live ? weft_test_live(app, server) : weft_test_new(app, server);
    cr_assert_not_null(test);
    return true;
}

static void closes(void)
{
    weft_test_free(test);
    test = NULL;
}

#define BOTH_WAYS            \
    int live = 0;            \
    live < 2 && opens(live); \
    closes(), live++
#define HOLDS(comparison) cr_expect(comparison, "line %d: %s", __LINE__, weft_test_why(test))

static weft_answer post(const char *path, weft_ask ask)
{
    ask.method = WEFT_POST;
    ask.path = path;
    return weft_test_ask(test, ask);
}

static weft_answer add(const char *name, const char *cents)
{
    return post("/items", (weft_ask){ .form = { { "name", name }, { "cents", cents } } });
}

/* The line of an item that was just added, behind its id: "\tlamp\t12.50\n". */
static bool ends(weft_answer answer, const char *text)
{
    size_t len = strlen(text);
    return answer.body.len >= len && memcmp(answer.body.ptr + answer.body.len - len, text, len) == 0;
}

static void log_in(void)
{
    weft_answer answer = post("/login", (weft_ask){ .form = { { "password", "sesame" } } });
    HOLDS(weft_answer_is(answer, 303, NULL));
    HOLDS(weft_answer_has(answer, "Location", "/admin/report"));
    cr_expect_not_null(weft_test_cookie(test, "admin").ptr);
}

Test(web_example, the_front_page_shows_what_is_for_sale_and_its_rows_alone)
{
    for (BOTH_WAYS) {
        HOLDS(weft_answer_contains(weft_test_get(test, "/"), "<h1>0 items</h1>"));
        HOLDS(weft_answer_is(weft_test_get(test, "/rows"), 200,
                             "<tr><td>Nothing is for sale today.</td></tr>\n"));
        char row[128];
        snprintf(row, sizeof row,
                 "<tr><td><a href=\"/items/%lld\">&lt;b&gt;lamp</a></td><td>12.50</td></tr>\n",
                 strtoll(add("<b>lamp", "1250").body.ptr, NULL, 10));
        HOLDS(weft_answer_is(weft_test_get(test, "/rows"), 200, row));
        HOLDS(weft_answer_contains(weft_test_get(test, "/"), row));
        HOLDS(weft_answer_contains(weft_test_get(test, "/"), "<h1>1 item</h1>"));
    }
}

Test(web_example, items_come_and_go)
{
    for (BOTH_WAYS) {
        char place[64];
        HOLDS(weft_answer_is(weft_test_get(test, "/items"), 200, ""));
        weft_answer answer = add("lamp", "1250");
        HOLDS(weft_answer_is(answer, 201, NULL));
        HOLDS(weft_answer_contains(answer, "\tlamp\t12.50\n"));
        weft_str location = weft_answer_header(answer, "Location");
        snprintf(place, sizeof place, "%.*s", (int)location.len, location.ptr);
        answer = weft_test_get(test, place);
        HOLDS(weft_answer_is(answer, 200, NULL));
        cr_expect(ends(answer, "\tlamp\t12.50\n"));
        HOLDS(weft_answer_is(add("lamp", "1"), 409, "Sorry: the name is taken.\n"));
        HOLDS(weft_answer_is(add("chair", "9905"), 201, NULL));
        answer = weft_test_get(test, "/items");
        HOLDS(weft_answer_contains(answer, "\tlamp\t12.50\n"));
        cr_expect(ends(answer, "\tchair\t99.05\n"));
        HOLDS(
            weft_answer_is(weft_test_ask(test, (weft_ask){ .method = WEFT_DELETE, .path = place }), 204, ""));
        HOLDS(weft_answer_is(weft_test_get(test, place), 404, NULL));
        HOLDS(weft_answer_contains(weft_test_get(test, place), "(no such item). The items are at /items.\n"));
    }
}

Test(web_example, what_is_wrong_is_told)
{
    static const struct {
        weft_ask ask;
        int status;
        const char *body;
    } cases[] = {
        { { .path = "/nowhere" },
          404,
          "Nothing at /nowhere (nothing is served under this path). The items are at /items.\n" },
        { { .path = "/items/x" }, 404, NULL },
        { { .path = "/items", .query = { { "max", "101" } } }, 422, "Sorry: max is from 1 to 100.\n" },
        { { .path = "/items", .query = { { "max", "many" } } },
          400,
          "Sorry: Query parameter max is not a number: many.\n" },
        { { .method = WEFT_POST, .path = "/items", .form = { { "name", "x" } } }, 400, NULL },
        { { .method = WEFT_POST, .path = "/items", .form = { { "name", "" }, { "cents", "1" } } },
          422,
          "Sorry: a name has 1 to 63 bytes, no tabs and no line breaks.\n" },
        { { .method = WEFT_POST, .path = "/items", .form = { { "name", "x" }, { "cents", "-1" } } },
          422,
          "Sorry: a price is not below zero.\n" },
        { { .method = WEFT_PUT, .path = "/items" }, 405, NULL },
    };
    for (BOTH_WAYS) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            weft_answer answer = weft_test_ask(test, cases[i].ask);
            cr_expect(weft_answer_is(answer, cases[i].status, cases[i].body), "%zu: %s", i,
                      weft_test_why(test));
            HOLDS(weft_answer_has(answer, "X-Content-Type-Options", "nosniff"));
        }
    }
}

Test(web_example, lists_are_cut_into_pages)
{
    for (BOTH_WAYS) {
        item first[3];
        for (int i = 0; i < 30; i++) {
            char name[32];
            snprintf(name, sizeof name, "thing %d", i);
            HOLDS(weft_answer_is(add(name, "100"), 201, NULL));
        }
        weft_answer answer = weft_test_get(test, "/items");
        cr_expect(ends(answer, "\tthing 19\t1.00\n"));
        cr_assert_eq(store_page(the_shop.items, 0, first, 3), 3);
        char last[24], expected[64];
        snprintf(last, sizeof last, "%lld", (long long)first[1].id);
        snprintf(expected, sizeof expected, "%lld\tthing 2\t1.00\n", (long long)first[2].id);
        weft_ask next = { .path = "/items", .query = { { "after", last }, { "max", "1" } } };
        HOLDS(weft_answer_is(weft_test_ask(test, next), 200, expected));
    }
}

Test(web_example, the_admin_logs_in_and_out)
{
    for (BOTH_WAYS) {
        weft_answer answer = weft_test_get(test, "/admin/report");
        HOLDS(weft_answer_is(answer, 303, NULL));
        HOLDS(weft_answer_has(answer, "Location", "/login"));
        answer = weft_test_ask(test, (weft_ask){ .path = "/admin/report", .follow = true });
        HOLDS(weft_answer_contains(answer, "<title>Login</title>"));
        answer = post("/login", (weft_ask){ .form = { { "password", "guess" } } });
        HOLDS(weft_answer_is(answer, 403, "Sorry: that is not the password.\n"));
        cr_expect_null(weft_test_cookie(test, "admin").ptr);
        cr_expect(weft_test_set_cookie(test, "admin", "guess"));
        HOLDS(weft_answer_is(weft_test_get(test, "/admin/report"), 303, NULL));
        HOLDS(weft_answer_is(post("/admin/import", (weft_ask){ .body = weft_lit("1 x\n") }), 303, NULL));
        log_in();
        HOLDS(weft_answer_is(weft_test_get(test, "/admin/report"), 200, ""));
        HOLDS(weft_answer_is(post("/logout", (weft_ask){ 0 }), 303, NULL));
        cr_expect_null(weft_test_cookie(test, "admin").ptr);
        HOLDS(weft_answer_is(weft_test_get(test, "/admin/report"), 303, NULL));
    }
}

Test(web_example, the_cookie_is_a_careful_one)
{
    for (BOTH_WAYS) {
        weft_answer answer = post("/login", (weft_ask){ .form = { { "password", "sesame" } } });
        weft_str cookie = weft_answer_set_cookie(answer, "admin");
        char text[200];
        snprintf(text, sizeof text, "%.*s", (int)cookie.len, cookie.ptr);
        static const char *const parts[] = { "HttpOnly", "Secure", "SameSite=Lax", "Path=/" };
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            cr_expect(strstr(text, parts[i]), "%s", text);
    }
}

/* More items than the report puts at a time, and more bytes than stay in memory. */
Test(web_example, what_is_imported_is_reported)
{
    static char lines[100 * 1000];
    size_t len = 0;
    for (int i = 0; i < 300; i++)
        len += (size_t)snprintf(lines + len, sizeof lines - len, "%d thing %d\n%120s\n%120s\n", i, i, "", "");
    for (BOTH_WAYS) {
        log_in();
        weft_answer answer =
            post("/admin/import", (weft_ask){ .body = weft_str_of(lines, len), .chunked = true });
        HOLDS(weft_answer_is(answer, 200, "300 items\n"));
        answer = weft_test_get(test, "/admin/report");
        HOLDS(weft_answer_is(answer, 200, NULL));
        HOLDS(weft_answer_has(answer, "Content-Disposition", "attachment; filename=\"items.tsv\""));
        HOLDS(weft_answer_has(answer, "Transfer-Encoding", "chunked"));
        size_t count = 0;
        for (size_t i = 0; i < answer.body.len; i++) count += answer.body.ptr[i] == '\n';
        cr_expect_eq(count, 300);
        HOLDS(weft_answer_contains(answer, "\t2.99\n"));
    }
}

Test(web_example, an_import_tells_the_item_that_is_wrong)
{
    static const struct {
        const char *lines, *body;
        int status;
    } cases[] = {
        { "", "0 items\n", 200 },
        { "\n \n12 pen\r\n", "1 items\n", 200 },
        { "5 cup\nfree cup\n", "Item 2: a price is not below zero.\n", 422 },
        { "5 plate\n6 plate\n", "Item 2: the name is taken.\n", 409 },
        { "5 \n", "Item 1: a name has 1 to 63 bytes, no tabs and no line breaks.\n", 422 },
    };
    for (BOTH_WAYS) {
        log_in();
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            weft_str lines = weft_str_of(cases[i].lines, strlen(cases[i].lines));
            HOLDS(weft_answer_is(post("/admin/import", (weft_ask){ .body = lines }), cases[i].status,
                                 cases[i].body));
        }
    }
}

Test(web_example, photos_are_kept_under_a_name_of_our_own)
{
    static char bytes[200 * 1000];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * 7);
    for (BOTH_WAYS) {
        char path[256], kept[sizeof bytes + 1];
        log_in();
        weft_ask ask = { .parts = { { .name = "title", .value = "me" },
                                    { .name = "photo",
                                      .filename = "../../me.jpg",
                                      .type = "image/jpeg",
                                      .bytes = weft_str_of(bytes, sizeof bytes) } } };
        weft_answer answer = post("/admin/photos", ask);
        HOLDS(weft_answer_is(answer, 201, NULL));
        cr_expect(ends(answer, ", 200000 bytes\n"));
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)(answer.body.len - strlen(", 200000 bytes\n")),
                 answer.body.ptr);
        FILE *file = fopen(path, "rb");
        cr_assert_not_null(file, "%s", path);
        cr_expect_eq(fread(kept, 1, sizeof kept, file), sizeof bytes);
        cr_expect_arr_eq(kept, bytes, sizeof bytes);
        fclose(file);
        HOLDS(weft_answer_is(post("/admin/photos", (weft_ask){ .parts = { { .name = "x", .value = "y" } } }),
                             400, NULL));
    }
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (; (text = strstr(text, what)) != NULL; text++) count++;
    return count;
}

Test(web_example, the_access_log_has_a_line_for_each_request)
{
    size_t times = 0;
    for (BOTH_WAYS) {
        char text[1024] = "";
        HOLDS(weft_answer_is(weft_test_get(test, "/items?max=1"), 200, ""));
        HOLDS(weft_answer_is(weft_test_get(test, "/nowhere"), 404, NULL));
        if (live) closes(); /* over a socket lines are written within a second, or when the server stops */
        FILE *file = fopen(access_log, "r");
        cr_assert_not_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        times++;
        cr_expect_eq(count_of(text, "\"GET /items?max=1 HTTP/1.1\" 200 "), times, "%s", text);
        cr_expect_eq(count_of(text, "\"GET /nowhere HTTP/1.1\" 404 "), times, "%s", text);
    }
}

Test(web_example, programs_have_items_as_json)
{
    for (BOTH_WAYS) {
        HOLDS(weft_answer_is(weft_test_get(test, "/api/items"), 200, "[]"));
        weft_answer answer = post("/api/items", (weft_ask){ .json = "{\"name\":\"lamp\",\"cents\":1250}" });
        HOLDS(weft_answer_is(answer, 201, NULL));
        HOLDS(weft_answer_has(answer, "Content-Type", "application/json"));
        cr_expect(ends(answer, ",\"cents\":1250,\"name\":\"lamp\"}"));
        HOLDS(weft_answer_contains(weft_test_get(test, "/api/items?pretty"), "\n    \"cents\": 1250,\n"));
        HOLDS(weft_answer_is(post("/api/items", (weft_ask){ .json = "{\"name\":\"lamp\",\"cents\":1}" }), 409,
                             "Sorry: the name is taken.\n"));
        HOLDS(weft_answer_is(post("/api/items", (weft_ask){ .json = "{\"name\":\"\",\"cents\":-1}" }), 422,
                             "Sorry: cents must be at least 0 (and 1 more).\n"));
        answer = post("/api/items", (weft_ask){ .json = "{\"name\":\"\",\"cents\":-1}",
                                                .headers = { { "Accept", "application/json" } } });
        HOLDS(weft_answer_is(answer, 422, NULL));
        HOLDS(weft_answer_has(answer, "Content-Type", "application/problem+json"));
        HOLDS(weft_answer_has(answer, "Vary", "Accept"));
        HOLDS(weft_answer_contains(answer, "\"path\":\"cents\""));
        HOLDS(weft_answer_contains(answer, "\"path\":\"name\""));
        answer = post("/api/import",
                      (weft_ask){ .json = "[{\"name\":\"a\",\"cents\":1},{\"name\":\"b\",\"cents\":2},"
                                          "{\"name\":\"lamp\",\"cents\":3}]" });
        HOLDS(weft_answer_is(answer, 200, "2 added\n"));
        answer = weft_test_get(test, "/api/export");
        HOLDS(weft_answer_has(answer, "Content-Type", "application/x-ndjson"));
        cr_expect(ends(answer, ",\"cents\":2,\"name\":\"b\"}\n"));
    }
}
