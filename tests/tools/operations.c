/* operations NAME COUNT: does one hot operation COUNT times, without a socket, for tests/instructions.py to count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/test.h>

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

static const struct {
    const char *name, *request;
} operations[] = {
    { "hello", "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "parameters", "GET /greet/reader?page=12 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "filters", "GET /filtered HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "miss", "GET /nothing/here HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n" },
    { "body", "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: 5\r\n\r\nhello" },
};

static weft_response echo(weft_request *req) { return weft_text(weft_req_body(req)); }

int main(int argc, char **argv)
{
    size_t which = 0, total = 0;
    if (argc != 3) return 2;
    while (which < sizeof operations / sizeof *operations && strcmp(operations[which].name, argv[1]) != 0)
        which++;
    if (which == sizeof operations / sizeof *operations) return 2;
    weft_app *app = weft_app_new(NULL);
    weft_get(app, "/", hello);
    weft_get(app, "/greet/{name}", greet);
    weft_post(app, "/echo", echo);
    add_filters(app);
    weft_test *test = weft_test_new(app, (weft_server){ 0 });
    weft_str request = weft_str_of(operations[which].request, strlen(operations[which].request));
    for (long i = strtol(argv[2], NULL, 10); i > 0; i--) total += weft_test_send(test, request).len;
    weft_test_free(test);
    weft_app_free(app);
    return total > 0 ? 0 : 1;
}
