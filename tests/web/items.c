/* JSON item by item, out and in, from memory and from a file. */
#include "ware.json.h"
#include "tests/web/posts.h"
#include <math.h>

TestSuite(web_items, .init = set_up, .fini = tear_down);

/* ---- In -------------------------------------------------------------------------------------------------- */

static weft_response tell_items(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    ware it;
    for (bool more = true; more;) {
        if (!weft_read_item(req, &ware_codec, &it, &more)) {
            /* What failed once fails again. */
            cr_expect(!weft_read_item(req, &ware_codec, &it, &more));
            cr_expect(!more);
            return weft_reject(req);
        }
        if (more) weft_putf(&out, "[%lld %.*s]", (long long)it.id, (int)it.name.len, it.name.ptr);
    }
    bool more = true;
    cr_expect(weft_read_item(req, &ware_codec, &it, &more));
    cr_expect(!more, "the end stays the end");
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

static weft_response count_items(weft_request *req)
{
    ware it;
    int count = 0;
    for (bool more = true; more; count += more)
        if (!weft_read_item(req, &ware_codec, &it, &more)) return weft_reject(req);
    return weft_textf(req, "%d", count);
}

static void serve_items(void)
{
    post_both(tell_items);
    serve((weft_server){ .body_limit = 64 << 20, .memory_limit = 256 * 1024 });
}

static void expect_items(const char *type, const char *body, const char *told)
{
    for (size_t i = 0; i < COUNT(paths); i++) {
        const char *got = post(paths[i], type, wf_str(body));
        cr_expect_str_eq(body_of(got), told, "%s as %s", paths[i], body);
    }
}

#define ITEM(id, name) "{\"id\":" id ",\"name\":\"" name "\",\"price\":1,\"active\":true}"

Test(web_items, of_an_array)
{
    serve_items();
    const char *type = "application/json";
    expect_items(type, "[]", "");
    expect_items(type, " [ \n ] \n", "");
    expect_items(type, "[" ITEM("1", "a") "]", "[1 a]");
    expect_items(type, " [ " ITEM("1", "a") " ,\n" ITEM("2", "],{}\\\"\\\\") " ] ", "[1 a][2 ],{}\"\\]");
    expect_items(type, "", "400 Bad Request: A JSON array is expected\n");
    expect_items(type, "{}", "400 Bad Request: A JSON array is expected\n");
    expect_items(type, "[", "400 Bad Request: The JSON array ends too early\n");
    expect_items(type, "[" ITEM("1", "a"), "400 Bad Request: The JSON array ends too early\n");
    expect_items(type, "[" ITEM("1", "a") ",]",
                 "400 Bad Request: Item 2: the JSON ends too early (line 1, column 1)\n");
    expect_items(type, "[,]", "400 Bad Request: Item 1: the JSON ends too early (line 1, column 1)\n");
    expect_items(type, "[" ITEM("1", "a") "] x", "400 Bad Request: Something follows the JSON array\n");
    expect_items(type, "[" ITEM("1", "a") " " ITEM("2", "b") "]",
                 "400 Bad Request: Item 1: something follows the JSON value (line 1, column 45)\n");
    expect_items(type, "[{\"id\":true}]",
                 "400 Bad Request: Item 1: id: expected a number, found a boolean (line 1, column 7)\n");
    expect_items(type, "[[]]",
                 "400 Bad Request: Item 1: expected an object, found an array (line 1, column 1)\n");
    expect_items(
        "text/csv", "[]",
        "415 Unsupported Media Type: This takes JSON: send it with Content-Type: application/json\n");
}

Test(web_items, of_lines)
{
    serve_items();
    const char *type = "application/x-ndjson";
    expect_items(type, "", "");
    expect_items(type, "\n\r\n", "");
    expect_items(type, ITEM("1", "a"), "[1 a]");
    expect_items(type, ITEM("1", "a") "\r\n\n" ITEM("2", "b") "\n", "[1 a][2 b]");
    expect_items(type, ITEM("1", "a") "\n\n{\"id\":\"x\"}\n",
                 "400 Bad Request: Line 3: id: expected a number, found \"x\" (column 7)\n");
    expect_items(type, ITEM("1", "a") ITEM("2", "b") "\n",
                 "400 Bad Request: Line 1: something follows the JSON value (column 44)\n");
}

/* More than the request's memory, whatever there is of it, in the same memory. */
Test(web_items, in_memory_for_one)
{
    post_both(count_items);
    serve((weft_server){ .body_limit = 64 << 20, .memory_limit = 256 * 1024 });
    static const char *const types[] = { "application/json", "application/x-ndjson" };
    for (size_t t = 0; t < COUNT(types); t++) {
        weft_buf body = weft_buf_heap(64 << 20);
        if (t == 0) weft_put_char(&body, '[');
        for (int i = 0; i < 3000; i++) {
            if (i > 0) weft_put_char(&body, t == 0 ? ',' : '\n');
            weft_put_str(&body, weft_lit("{\"id\":1,\"name\":\"\\n"));
            for (int j = 0; j < 200; j++) weft_put_str(&body, weft_lit("\\u0041"));
            weft_put_str(&body, weft_lit("\",\"price\":1,\"active\":true}"));
        }
        if (t == 0) weft_put_char(&body, ']');
        for (size_t i = 0; i < COUNT(paths); i++) {
            const char *got = post(paths[i], types[t], weft_buf_str(&body));
            cr_expect_str_eq(body_of(got), "3000", "%s %s", paths[i], types[t]);
        }
        weft_buf_free(&body);
    }
}

Test(web_items, an_item_over_a_mebibyte_is_413)
{
    serve_items();
    weft_buf body = weft_buf_heap(4 << 20);
    weft_put_str(&body, weft_lit("[{\"id\":1,\"name\":\""));
    while (body.len < 2 << 20) weft_put_char(&body, 'a');
    weft_put_str(&body, weft_lit("\",\"price\":1,\"active\":true}]"));
    for (size_t i = 0; i < COUNT(paths); i++)
        cr_expect_eq(strncmp(post(paths[i], "application/json", weft_buf_str(&body)), "HTTP/1.1 413", 12), 0);
    weft_buf_free(&body);
}

/* ---- Out ------------------------------------------------------------------------------------------------- */

static int made, wanted, closed, completed, fails_at;

static weft_pull next(void *state, const void **out)
{
    static ware it;
    (void)state;
    if (made == fails_at) return WEFT_ABORT;
    if (made == wanted) return WEFT_END;
    made++;
    it = (ware){ .id = made, .name = weft_lit("n"), .price = made == 100000 ? HUGE_VAL : 1 };
    *out = &it;
    return WEFT_MORE;
}

static void finish(void *state, bool all)
{
    (void)state;
    closed++;
    completed += all;
}

static const weft_items items = { &ware_codec, next, finish };
static weft_response answer_array(weft_request *req) { return weft_json_items(req, &items, NULL); }
static weft_response answer_lines(weft_request *req) { return weft_ndjson(req, &items, NULL); }

/* The body of a chunked answer, without its chunks. */
static const char *unchunked(const char *answer)
{
    static char body[1 << 20];
    size_t len = 0;
    for (const char *at = body_of(answer); *at;) {
        size_t size = strtoul(at, NULL, 16);
        at = strstr(at, "\r\n") + 2;
        if (size == 0) break;
        memcpy(body + len, at, size);
        len += size;
        at += size + 2;
    }
    body[len] = '\0';
    return body;
}

static void begin(int count)
{
    made = closed = completed = 0;
    wanted = count;
    fails_at = -1;
    weft_test_reconnect(test);
}

Test(web_items, are_answered_one_by_one)
{
    weft_get(app, "/array", answer_array);
    weft_get(app, "/lines", answer_lines);
    serve((weft_server){ .memory_limit = 64 * 1024 });
    begin(2);
    const char *got = ask("GET /array HTTP/1.1\r\nHost: h\r\n\r\n");
    cr_expect_not_null(strstr(got, "Content-Type: application/json\r\n"));
    cr_expect_str_eq(unchunked(got), "[\n{\"id\":1,\"name\":\"n\",\"price\":1,\"active\":false},\n"
                                     "{\"id\":2,\"name\":\"n\",\"price\":1,\"active\":false}\n]\n");
    cr_expect_eq(closed, 1);
    cr_expect_eq(completed, 1);
    begin(0);
    cr_expect_str_eq(unchunked(ask("GET /array HTTP/1.1\r\nHost: h\r\n\r\n")), "[]\n");
    begin(2);
    got = ask("GET /lines HTTP/1.1\r\nHost: h\r\n\r\n");
    cr_expect_not_null(strstr(got, "Content-Type: application/x-ndjson\r\n"));
    cr_expect_str_eq(unchunked(got), "{\"id\":1,\"name\":\"n\",\"price\":1,\"active\":false}\n"
                                     "{\"id\":2,\"name\":\"n\",\"price\":1,\"active\":false}\n");
    begin(0);
    cr_expect_str_eq(unchunked(ask("GET /lines HTTP/1.1\r\nHost: h\r\n\r\n")), "");
}

/* Ten times the memory that a request may use. */
Test(web_items, in_constant_memory)
{
    weft_get(app, "/array", answer_array);
    serve((weft_server){ .memory_limit = 64 * 1024 });
    begin(15000);
    const char *body = unchunked(ask("GET /array HTTP/1.1\r\nHost: h\r\n\r\n"));
    size_t count = 0;
    for (const char *at = body; (at = strstr(at, "{\"id\":")) != NULL; at++) count++;
    cr_expect_eq(count, 15000);
    cr_expect_eq(completed, 1);
}

Test(web_items, a_failure_among_them_cuts_the_answer)
{
    weft_get(app, "/array", answer_array);
    serve((weft_server){ 0 });
    begin(5);
    fails_at = 3;
    const char *got = ask("GET /array HTTP/1.1\r\nHost: h\r\n\r\n");
    cr_expect_null(strstr(got, "\r\n0\r\n\r\n"), "it does not look complete: %s", got);
    cr_expect_eq(closed, 1);
    cr_expect_eq(completed, 0);
    begin(100001);
    made = 99999;
    got = ask("GET /array HTTP/1.1\r\nHost: h\r\n\r\n");
    cr_expect_null(strstr(got, "\r\n0\r\n\r\n"), "%s", got);
    cr_expect_not_null(strstr(logged, "ware cannot be written as JSON"), "%s", logged);
    cr_expect_eq(closed, 1);
}
