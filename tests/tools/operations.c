/* operations NAME COUNT: does one hot operation COUNT times, without a socket, for tests/instructions.py to count.
 * operations: prints the names. To have another one counted, add a row to the table at the end. */
#include "router/match.h"
#include "router/router.h"
#include "src/http/head.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/bundle.h>
#include <weft/json.h>
#include <weft/markup.h>
#include <weft/test.h>
#include "record.json.h"
#include "table.page.h"

/* ---- Modules by themselves ------------------------------------------------------------------------------ */

static const char small_head[] = "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n";
static const char browser_head[] =
    "GET /articles/2024/parsing-requests?page=2&sort=new HTTP/1.1\r\n"
    "Host: www.example.com\r\n"
    "Connection: keep-alive\r\n"
    "Cache-Control: max-age=0\r\n"
    "sec-ch-ua: \"Chromium\";v=\"126\", \"Not.A/Brand\";v=\"8\"\r\n"
    "sec-ch-ua-mobile: ?0\r\n"
    "sec-ch-ua-platform: \"Linux\"\r\n"
    "Upgrade-Insecure-Requests: 1\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
    "Safari/537.36\r\n"
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r\n"
    "Sec-Fetch-Site: same-origin\r\n"
    "Sec-Fetch-Mode: navigate\r\n"
    "Sec-Fetch-Dest: document\r\n"
    "Referer: https://www.example.com/articles\r\n"
    "Accept-Encoding: gzip, deflate, br\r\n"
    "Accept-Language: en-GB,en;q=0.9\r\n"
    "Cookie: session=3f9a1c\r\n\r\n";

static size_t parse_head(const char *text, long times)
{
    static const wf_head_limits limits = { 16384, 100 };
    static wf_field fields[100];
    static char buf[4096];
    size_t len = strlen(text), total = 0;
    memcpy(buf, text, len);
    for (; times > 0; times--) {
        wf_head head;
        wf_message msg = { .fields = fields };
        wf_head_init(&head);
        if (wf_head_parse(&head, &msg, &limits, buf, len) != WF_DONE) return 0;
        total += head.size;
    }
    return total;
}

static void print_mistake(void *state, weft_str mistake)
{
    (void)state;
    fprintf(stderr, "%.*s\n", (int)mistake.len, mistake.ptr);
}

/* Looks a path up among two hundred routes. */
static size_t find_route(const char *path, long times)
{
    static char patterns[200][64];
    wf_router router;
    wf_match match;
    size_t total = 0;
    wf_router_init(&router, (wf_report){ print_mistake, NULL });
    for (size_t i = 0; i < 200; i++) {
        int len = snprintf(patterns[i], sizeof patterns[i],
                           i % 2 ? "/api/v1/things%zu/{id}/parts/{part}" : "/api/v1/things%zu/list", i);
        wf_router_add(&router, WEFT_GET, weft_lit(""), weft_str_of(patterns[i], (size_t)len));
    }
    wf_routes *routes = wf_router_freeze(&router);
    weft_str asked = weft_str_of(path, strlen(path));
    for (; routes && times > 0; times--) total += wf_route_match(routes, WEFT_GET, asked, true, &match) >= 0;
    wf_routes_free(routes);
    wf_router_reset(&router);
    return total;
}

/* A list of 100 objects, call by call. */
static void write_list(weft_buf *buf)
{
    static const char *const names[] = { "Ada Lovelace", "Zo\xc3\xab \"Z\" Hopper", "Ken Thompson" };
    weft_json_out out;
    weft_json_begin(&out, buf);
    weft_json_array(&out);
    for (int i = 0; i < 100; i++) {
        const char *name = names[i % 3];
        weft_json_object(&out);
        weft_json_name(&out, weft_lit("id"));
        weft_json_i64(&out, 1000000000000 + (int64_t)i * 977);
        weft_json_name(&out, weft_lit("name"));
        weft_json_text(&out, weft_str_of(name, strlen(name)));
        weft_json_name(&out, weft_lit("active"));
        weft_json_bool(&out, i % 2 == 0);
        weft_json_name(&out, weft_lit("score"));
        weft_json_f64(&out, i * 12.34);
        weft_json_end(&out);
    }
    weft_json_end(&out);
    if (!weft_json_finish(&out, NULL)) buf->len = 0;
}

static size_t json_out(const char *unused, long times)
{
    size_t total = 0;
    weft_buf buf = weft_buf_heap(1 << 20);
    (void)unused;
    for (; times > 0; times--) {
        buf.len = 0;
        write_list(&buf);
        total += buf.len;
    }
    weft_buf_free(&buf);
    return total;
}

static bool read_list(weft_str text, weft_memory *memory, int64_t *sum)
{
    weft_json_in in;
    weft_str name;
    weft_json_open(&in, text, memory);
    for (weft_json_get_array(&in); weft_json_next_item(&in);)
        for (weft_json_get_object(&in); weft_json_next_name(&in, &name);) {
            if (weft_str_eq(name, weft_lit("id")))
                *sum += weft_json_get_i64(&in);
            else if (weft_str_eq(name, weft_lit("name")))
                *sum += (int64_t)weft_json_get_text(&in).len;
            else if (weft_str_eq(name, weft_lit("score")))
                *sum += weft_json_get_f64(&in) > 0;
            else
                weft_json_skip(&in);
        }
    return weft_json_close(&in, NULL);
}

static size_t json_in(const char *unused, long times)
{
    weft_memory *memory = weft_memory_new(1 << 20);
    weft_buf buf = weft_buf_heap(1 << 20);
    int64_t sum = 0;
    bool good = true;
    (void)unused;
    write_list(&buf);
    for (; times > 0; times--) {
        good = read_list(weft_buf_str(&buf), memory, &sum) && good;
        weft_memory_reset(memory);
    }
    weft_buf_free(&buf);
    weft_memory_free(memory);
    return good && sum > 0;
}

/* The bench's records, by their generated codec. */
static size_t fill_records(record *list, size_t count)
{
    static const weft_str tags[] = { WEFT_LIT("admin"), WEFT_LIT("qa \"x\""), WEFT_LIT("eu-west") };
    for (size_t i = 0; i < count; i++)
        list[i] = (record){ .id = 1000000000000 + (int64_t)i * 977,
                            .name = weft_lit("Zo\xc3\xab Lovelace"),
                            .email = weft_lit("user042.mail@example.com"),
                            .active = i % 2 == 0,
                            .score = (double)i * 12.34,
                            .tags = tags,
                            .tags_count = 2 + i % 2 };
    return count;
}

static size_t codec_out(const char *unused, long times)
{
    static record list[100];
    size_t total = 0, count = fill_records(list, 100);
    weft_buf buf = weft_buf_heap(1 << 20);
    (void)unused;
    for (; times > 0; times--) {
        buf.len = 0;
        if (!weft_codec_write_list(&record_codec, list, count, &buf, NULL)) return 0;
        total += buf.len;
    }
    weft_buf_free(&buf);
    return total;
}

static size_t codec_in(const char *unused, long times)
{
    static record list[100];
    size_t total = 0, count = fill_records(list, 100);
    weft_memory *memory = weft_memory_new(1 << 20);
    weft_buf buf = weft_buf_heap(1 << 20);
    (void)unused;
    if (!weft_codec_write_list(&record_codec, list, count, &buf, NULL)) return 0;
    for (; times > 0; times--) {
        const void *items;
        if (!weft_codec_read_list(&record_codec, weft_buf_str(&buf), memory, &items, &count, NULL)) return 0;
        total += count;
        weft_memory_reset(memory);
    }
    weft_buf_free(&buf);
    weft_memory_free(memory);
    return total;
}

/* A table of 200 rows by a compiled template. */
static size_t render_page(const char *text, long times)
{
    static row rows[200];
    size_t total = 0;
    weft_buf buf = weft_buf_heap(1 << 20);
    weft_str cell = weft_str_of(text, strlen(text));
    for (size_t i = 0; i < 200; i++)
        rows[i] = (row){ weft_lit("100037"), weft_lit("O'Neil & Co"), weft_lit("a.b@example.org"), cell };
    const table all = { rows, 200 };
    for (; times > 0; times--) {
        buf.len = 0;
        if (!table_render(&buf, &all)) return 0;
        total += buf.len;
    }
    weft_buf_free(&buf);
    return total;
}

/* The same table by calls. */
static size_t print_page(const char *text, long times)
{
    size_t total = 0;
    weft_buf buf = weft_buf_heap(1 << 20);
    weft_str cell = weft_str_of(text, strlen(text));
    for (; times > 0; times--) {
        weft_markup m;
        buf.len = 0;
        weft_markup_into(&m, &buf);
        weft_open(&m, "table");
        for (int i = 0; i < 200; i++) {
            weft_open(&m, "tr");
            weft_attribute(&m, "class", i % 2 ? "odd" : NULL);
            weft_element(&m, "td", 100037);
            weft_element(&m, "td", "O'Neil & Co");
            weft_element(&m, "td", weft_lit("a.b@example.org"));
            weft_element(&m, "td", cell);
            weft_close(&m, "tr");
        }
        weft_close(&m, "table");
        if (!weft_markup_end(&m)) return 0;
        total += buf.len;
    }
    weft_buf_free(&buf);
    return total;
}

/* ---- The app, from the bytes of a request to those of its answer ---------------------------------------- */

static weft_response hello(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("Hello, world\n"));
}

static weft_response greet(weft_request *req)
{
    int64_t page;
    if (!weft_query_i64(req, "page", 1, &page)) return weft_reject(req);
    return weft_text(weft_param(req, "name"));
}

static weft_response echo(weft_request *req) { return weft_text(weft_req_body(req)); }

static weft_response pass(weft_request *req)
{
    (void)req;
    return weft_next();
}

static void edit(weft_request *req, weft_response *res) { (void)req, (void)res; }

static void add_filters(weft_app *app)
{
    for (int i = 0; i < 8; i++) {
        weft_before(app, "/filtered", pass);
        weft_after(app, "/filtered", edit);
    }
    weft_get(app, "/filtered", hello);
}

static size_t answer(const char *request, long times)
{
    size_t total = 0;
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", hello);
    weft_get(app, "/greet/{name}", greet);
    weft_post(app, "/echo", echo);
    add_filters(app);
    weft_test *test = weft_test_new(app, (weft_server){ 0 });
    weft_str bytes = weft_str_of(request, strlen(request));
    for (; times > 0; times--) total += weft_test_send(test, bytes).len;
    weft_test_free(test);
    weft_app_free(app);
    return total;
}

/* From memory, and never looked at again: what a file costs without its disk. */
static size_t answer_file(const char *request, long times)
{
    static const weft_bundled file = { .path = WEFT_LIT("a.txt"),
                                       .forms = { { WEFT_LIT("a file\n"), WEFT_LIT("\"1\"") } } };
    static const weft_bundle bundle = { &file, 1 };
    size_t total = 0;
    weft_app *app = weft_app_new(NULL);
    weft_static(app, "/files", (weft_files){ .bundle = &bundle, .cache_ms = 1u << 30 });
    weft_test *test = weft_test_new(app, (weft_server){ 0 });
    weft_str bytes = weft_str_of(request, strlen(request));
    for (; times > 0; times--) total += weft_test_send(test, bytes).len;
    weft_test_free(test);
    weft_app_free(app);
    return total;
}

/* Each returns 0 when it failed. */
static const struct {
    const char *name;
    size_t (*run)(const char *input, long times);
    const char *input;
} operations[] = {
    { "head-small", parse_head, small_head },
    { "head-browser", parse_head, browser_head },
    { "route-static", find_route, "/api/v1/things42/list" },
    { "route-params", find_route, "/api/v1/things43/1347/parts/wheel" },
    { "json-list-out", codec_out, NULL },
    { "json-list-in", codec_in, NULL },
    { "json-calls-out", json_out, NULL },
    { "json-calls-in", json_in, NULL },
    { "page", render_page, "satin weft spindle <b>loom</b> twill warp beta gamma selvage" },
    { "page-calls", print_page, "satin weft spindle <b>loom</b> twill warp beta gamma selvage" },
    { "hello", answer, small_head },
    { "parameters", answer, "GET /greet/reader?page=12 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "filters", answer, "GET /filtered HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "miss", answer, "GET /nothing/here HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "body", answer, "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 5\r\n\r\nhello" },
    { "file", answer_file, "GET /files/a.txt HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "file-known", answer_file,
      "GET /files/a.txt HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nIf-None-Match: \"1\"\r\n\r\n" },
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (argc == 1) puts(operations[i].name);
        if (argc == 3 && strcmp(argv[1], operations[i].name) == 0)
            return operations[i].run(operations[i].input, strtol(argv[2], NULL, 10)) > 0 ? 0 : 1;
    }
    return argc == 1 ? 0 : 2;
}
