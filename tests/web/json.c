/* JSON answers and bodies: what is read, what is refused how, what is told of it. */
#include "tests/web/posts.h"
#include "ware.json.h"
#include "states.json.h"
#include <math.h>

TestSuite(web_json, .init = set_up, .fini = tear_down);

static const char lamp[] = "{\"id\":7,\"name\":\"lamp\",\"price\":12.5,\"active\":true}";

static weft_response echo(weft_request *req)
{
    ware it;
    if (!ware_read(req, &it)) return weft_reject(req);
    return weft_as(ware_json(req, &it), WEFT_CREATED);
}

static void serve_echo(void)
{
    post_both(echo);
    serve((weft_server){ .body_limit = 1 << 20, .memory_limit = 256 * 1024 });
}

static void expect_post(const char *type, const char *body, int status, const char *told)
{
    for (size_t i = 0; i < COUNT(paths); i++) {
        const char *got = post(paths[i], type, wf_str(body));
        cr_expect_eq(status_of(got), status, "%s as %s to %s: %s", body, type, paths[i], got);
        cr_expect_not_null(strstr(got, told), "%s to %s: %s", body, paths[i], got);
    }
}

Test(web_json, a_struct_is_read_and_answered)
{
    serve_echo();
    expect_post("application/json", lamp, 201, "Content-Type: application/json\r\n");
    expect_post("application/json", lamp, 201, lamp);
    expect_post("Application/JSON; charset=UTF-8", lamp, 201, lamp);
    expect_post("application/vnd.shop+json", lamp, 201, lamp);
    expect_post("application/json", "{\"name\":\"lamp\",\"price\":12.5,\"active\":true,\"id\":7}", 201, lamp);
}

Test(web_json, another_content_type_is_415)
{
    serve_echo();
    expect_post("text/plain", lamp, 415, "send it with Content-Type: application/json");
    expect_post("application/x-www-form-urlencoded", lamp, 415, "application/json");
    expect_post("application/jsonp", lamp, 415, "application/json");
    expect_post("+json", lamp, 415, "application/json");
    expect_post("application/json; charset=latin1", lamp, 415, "charset is not UTF-8");
    const char *got = ask("POST /memory HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}");
    cr_expect_eq(status_of(got), 415);
}

Test(web_json, malformed_is_400_with_its_place)
{
    serve_echo();
    expect_post("application/json", "", 400, "the JSON ends too early");
    expect_post("application/json", "{\"id\":1,\n \"name\":@}", 400,
                "name: this is not JSON: unexpected @ (line 2, column 9)");
    expect_post("application/json", "{\"id\":\"x\"}", 400,
                "id: expected a number, found \"x\" (line 1, column 7)");
    expect_post("application/json", "{\"id\":1}", 400, "name: the member is missing");
    expect_post("application/json", "[]", 400, "expected an object, found an array");
}

Test(web_json, too_large_is_413)
{
    post_both(echo);
    serve((weft_server){ .body_limit = 64 });
    weft_buf body = weft_buf_heap(4096);
    while (body.len < 100) weft_put_char(&body, ' ');
    cr_expect_eq(status_of(post("/memory", "application/json", weft_buf_str(&body))), 413);
    weft_buf_free(&body);
}

/* A body in a file that memory does not suffice for. */
Test(web_json, a_file_over_the_memory_limit_is_413)
{
    post_both(echo);
    serve((weft_server){ .body_limit = 1 << 20, .memory_limit = 64 * 1024 });
    weft_buf body = weft_buf_heap(1 << 20);
    while (body.len < 100 * 1024) weft_put_char(&body, ' ');
    cr_expect_eq(status_of(post("/file", "application/json", weft_buf_str(&body))), 413);
    weft_buf_free(&body);
}

/* ---- Limits ---------------------------------------------------------------------------------------------- */

static weft_response take_limits(weft_request *req)
{
    limits value;
    if (!limits_read(req, &value)) return weft_reject(req);
    return weft_text(weft_lit("fine"));
}

static const char *const broken = "{\"low\":-6,\"high\":1,\"range\":1,\"real\":1e4,\"single\":0.1,\"text\":"
                                  "\"aa\",\"chars\":\"c\",\"numbers\":[0,-1],"
                                  "\"grid\":[[9,9],[9,9]]}";

Test(web_json, limits_are_422_with_all_that_is_broken)
{
    post_both(take_limits);
    serve((weft_server){ .body_limit = 1 << 20 });
    expect_post("application/json", broken, 422,
                "422 Unprocessable Content: low must be at least -5 (and 2 more)\n"
                "low must be at least -5\n"
                "real must be from -0.5 to 1e3\n"
                "numbers[1] must be at least 0\n");
    const char *got = post("/memory", "application/json\r\nAccept: application/json", wf_str(broken));
    cr_expect_not_null(strstr(got, "Content-Type: application/problem+json\r\n"), "%s", got);
    cr_expect_str_eq(body_of(got), "{\"title\":\"Unprocessable Content\",\"status\":422,\"detail\":\"low "
                                   "must be at least -5 (and 2 more)\","
                                   "\"errors\":[{\"path\":\"low\",\"reason\":\"must be at least -5\"},"
                                   "{\"path\":\"real\",\"reason\":\"must be from -0.5 to 1e3\"},"
                                   "{\"path\":\"numbers[1]\",\"reason\":\"must be at least 0\"}]}\n");
}

Test(web_json, problems_of_malformed_bodies_have_their_place_as_data)
{
    serve_echo();
    const char *got =
        post("/memory", "application/json\r\nAccept: application/json", wf_str("{\"id\":1,\n\"name\":1}"));
    cr_expect_str_eq(body_of(got), "{\"title\":\"Bad Request\",\"status\":400,\"detail\":\"name: expected a "
                                   "text, found 1 (line 2, column 8)\","
                                   "\"offset\":16,\"line\":2,\"column\":8,\"path\":\"name\"}\n");
}

/* More than a body can hold: it is cut, and stays JSON. */
Test(web_json, lists_of_broken_limits_are_cut)
{
    post_both(take_limits);
    serve((weft_server){ .body_limit = 1 << 20 });
    weft_buf body = weft_buf_heap(1 << 20);
    weft_put_str(
        &body,
        weft_lit(
            "{\"low\":0,\"high\":1,\"range\":1,\"real\":1,\"single\":0.1,\"text\":\"aa\",\"chars\":\"c\","
            "\"grid\":[[9,9],[9,9]],\"numbers\":[0"));
    for (int i = 0; i < 20000; i++) weft_put_str(&body, weft_lit(",-1"));
    weft_put_str(&body, weft_lit("]}"));
    const char *got = post("/memory", "application/json\r\nAccept: application/json", weft_buf_str(&body));
    cr_expect_eq(status_of(got), 422);
    size_t len = strlen(got);
    cr_expect_lt(len, 40 * 1024);
    cr_expect_str_eq(got + len - 4, "}]}\n");
    weft_buf_free(&body);
}

/* The list belongs to the failure that it came with. */
static weft_response reject_otherwise(weft_request *req)
{
    limits value;
    if (!limits_read(req, &value)) return weft_fail(req, WEFT_CONFLICT, "another reason");
    return weft_text(weft_lit("fine"));
}

Test(web_json, another_failure_does_not_tell_them)
{
    post_both(reject_otherwise);
    serve((weft_server){ .body_limit = 1 << 20 });
    const char *got = post("/memory", "application/json\r\nAccept: application/json", wf_str(broken));
    cr_expect_null(strstr(got, "errors"), "%s", got);
}

/* ---- Answers --------------------------------------------------------------------------------------------- */

static const ware two[] = { { .id = 1, .name = WEFT_LIT("a"), .price = 1 },
                            { .id = 2, .name = WEFT_LIT("b"), .price = 2 } };

static weft_response answer_list(weft_request *req) { return weft_json_list(req, &ware_codec, two, 2); }
static weft_response answer_empty(weft_request *req) { return weft_json_list(req, &ware_codec, NULL, 0); }
static weft_response answer_pretty(weft_request *req) { return weft_pretty(req, ware_json(req, &two[0])); }
static weft_response answer_infinite(weft_request *req)
{
    ware it = { .price = HUGE_VAL };
    return ware_json(req, &it);
}
static weft_response answer_pretty_text(weft_request *req)
{
    return weft_pretty(req, weft_text(weft_lit("{}")));
}

Test(web_json, answers)
{
    weft_get(app, "/list", answer_list);
    weft_get(app, "/empty", answer_empty);
    weft_get(app, "/pretty", answer_pretty);
    weft_get(app, "/infinite", answer_infinite);
    weft_get(app, "/text", answer_pretty_text);
    serve((weft_server){ 0 });
    cr_expect_str_eq(body_of(ask("GET /list HTTP/1.1\r\nHost: h\r\n\r\n")),
                     "[{\"id\":1,\"name\":\"a\",\"price\":1,\"active\":false},{\"id\":2,\"name\":\"b\","
                     "\"price\":2,\"active\":false}]");
    cr_expect_str_eq(body_of(ask("GET /empty HTTP/1.1\r\nHost: h\r\n\r\n")), "[]");
    cr_expect_str_eq(body_of(ask("GET /pretty HTTP/1.1\r\nHost: h\r\n\r\n")),
                     "{\n  \"id\": 1,\n  \"name\": \"a\",\n  \"price\": 1,\n  \"active\": false\n}\n");
    cr_expect_str_eq(body_of(ask("GET /text HTTP/1.1\r\nHost: h\r\n\r\n")), "{}");
    cr_expect_str_eq(ask("GET /infinite HTTP/1.1\r\nHost: h\r\n\r\n"),
                     "HTTP/1.1 500 Internal Server Error\r\n" PLAIN
                     "Content-Length: 69\r\nVary: Accept\r\n\r\n"
                     "500 Internal Server Error: the response could not be written as JSON\n");
    cr_expect_not_null(
        strstr(logged, "route /infinite: ware cannot be written as JSON: a number is infinite"), "%s",
        logged);
}

static weft_response count_items(weft_request *req)
{
    const void *items;
    size_t count;
    if (!weft_read_json_list(req, &ware_codec, &items, &count)) return weft_reject(req);
    return weft_json_list(req, &ware_codec, items, count);
}

Test(web_json, lists_are_read)
{
    post_both(count_items);
    serve((weft_server){ .body_limit = 1 << 20 });
    static const char list[] = "[{\"id\":1,\"name\":\"a\",\"price\":1,\"active\":false},{\"id\":2,\"name\":"
                               "\"\",\"price\":2,\"active\":true}]";
    expect_post("application/json", list, 200, list);
    expect_post("application/json", " [ ] ", 200, "\r\n\r\n[]");
    expect_post("application/json", "{}", 400, "expected an array, found an object");
    expect_post("application/json", "[{\"id\":1,\"name\":\"a\",\"price\":1,\"active\":false},{}]", 400,
                "[1].name: the member is missing");
}

/* The bytes behind a body are as they were: the next request of a batch. */
Test(web_json, a_request_behind_the_body_is_untouched)
{
    serve_echo();
    char request[1024];
    snprintf(
        request, sizeof request,
        "POST /memory HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s"
        "POST /memory HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
        strlen(lamp), lamp, strlen(lamp), lamp);
    const char *got = send_bytes(wf_str(request));
    const char *first = strstr(got, lamp);
    cr_assert_not_null(first);
    cr_expect_not_null(strstr(first + 1, lamp), "%s", got);
}

static weft_response read_twice(weft_request *req)
{
    ware it;
    if (!ware_read(req, &it) || !ware_read(req, &it)) return weft_reject(req);
    return weft_req_body(req).ptr ? weft_text(weft_lit("bytes")) : weft_reject(req);
}

Test(web_json, a_body_has_one_kind_of_reader)
{
    post_both(read_twice);
    serve((weft_server){ .body_limit = 1 << 20 });
    cr_expect_eq(status_of(post("/memory", "application/json", wf_str(lamp))), 500);
    cr_expect_not_null(strstr(logged, "the body was read as JSON and then asked for as bytes"), "%s", logged);
}
