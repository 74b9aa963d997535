/* The starter app: what a new weft project looks like. `make run` builds and starts it. */
#include "hello.page.h"
#include "home.page.h"
#include <stdio.h>
#include <stdlib.h>
#include <weft/weft.h>

extern const weft_bundle assets; /* public/, as `weft embed` makes it part of the program */

static weft_response home(weft_request *req) { return home_page(req); }

static weft_response hello(weft_request *req) { return hello_page(req, weft_param(req, "name")); }

static weft_response add(weft_request *req)
{
    int64_t a, b;
    if (!weft_need_query_i64(req, "a", &a) || !weft_query_i64(req, "b", 1, &b)) return weft_reject(req);
    return weft_textf(req, "%lld\n", (long long)((uint64_t)a + (uint64_t)b));
}

static weft_response echo(weft_request *req)
{
    weft_str body = weft_req_body(req);
    if (body.len == 0)
        return weft_fail(req, WEFT_BAD_REQUEST, "send something to be echoed: curl -d 'hi' .../echo");
    return weft_text(body);
}

int main(void)
{
    weft_server server = { .port = 8080 };
    const char *port = getenv("PORT"), *why;
    if (port && !weft_option(&server, "port", port, &why)) {
        fprintf(stderr, "PORT: %s\n", why);
        return 2;
    }

    weft_app *app = weft_app_new(NULL);
    weft_access_log(app, "-", WEFT_LOG_COMMON);
    weft_get(app, "/", home);
    weft_get(app, "/hello/{name}", hello);
    weft_get(app, "/add", add);
    weft_post(app, "/echo", echo);
    weft_static(app, "/assets", (weft_files){ .bundle = &assets });

    int status = weft_serve(app, server);
    weft_app_free(app);
    return status;
}
