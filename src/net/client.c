/* weft/test.h: asking, and what comes back. The bytes travel in loopback.c or live.c. */
#include "src/net/client.h"
#include "src/base/clock.h"
#include "src/base/str.h"

enum { REDIRECTS_MAX = 10, LABEL_MAX = 60 };

/* ---- Tests ------------------------------------------------------------------------------------------------- */

enum { BUFFERS = 9 };

static void list_buffers(weft_test *test, weft_buf *buffers[BUFFERS])
{
    wf_client *client = &test->client;
    weft_buf *all[BUFFERS] = { &test->out,       &client->request, &client->content,
                               &client->cookies, &client->target,  &client->location,
                               &client->label,   &client->why,     &client->reading.body };
    memcpy(buffers, all, sizeof all);
}

weft_test *wf_test_make(weft_app *app, const wf_wire *wire)
{
    weft_buf *buffers[BUFFERS];
    weft_test *test = app ? wf_alloc(sizeof *test) : NULL;
    if (!test) return NULL;
    list_buffers(test, buffers);
    for (size_t i = 0; i < BUFFERS; i++) *buffers[i] = weft_buf_heap(WF_CLIENT_MAX);
    test->client.reading.head = weft_buf_heap(WF_CLIENT_HEAD_MAX);
    memcpy(test->client.host, "test", sizeof "test");
    test->wire = wire;
    test->app = app;
    test->fd = -1;
    return test;
}

weft_test *weft_test_handler(weft_handler *handler, const char *path, void *state)
{
    weft_app *app = weft_app_new(state);
    if (!app) return NULL;
    for (int method = WEFT_GET; method <= WEFT_OPTIONS; method++)
        weft_on(app, (weft_method)method, path ? path : "/*", handler);
    weft_test *test = weft_test_new(app, (weft_server){ 0 });
    if (test)
        test->owns_app = true;
    else
        weft_app_free(app);
    return test;
}

void weft_test_free(weft_test *test)
{
    weft_buf *buffers[BUFFERS];
    if (!test) return;
    test->wire->end(test);
    list_buffers(test, buffers);
    for (size_t i = 0; i < BUFFERS; i++) weft_buf_free(buffers[i]);
    weft_buf_free(&test->client.reading.head);
    wf_jar_empty(&test->client.jar);
    if (test->owns_app) weft_app_free(test->app);
    wf_free(test);
}

/* ---- One request ------------------------------------------------------------------------------------------- */

static weft_str path_of(weft_str target) { return wf_str_cut(&target, '?'); }

/* "GET /items?page=2", as far as a line of text should go. */
static void put_label(wf_client *client, const weft_ask *ask)
{
    weft_str raw = ask->raw, line = wf_str_cut(&raw, '\n');
    wf_buf_clear(&client->label);
    if (!ask->raw.ptr) {
        weft_put_str(&client->label, wf_str(wf_method_name(ask->method)));
        weft_put_char(&client->label, ' ');
        line = weft_buf_str(&client->target);
    }
    if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
    bool clipped = line.len > LABEL_MAX;
    if (clipped) line.len = LABEL_MAX;
    wf_put_shown(&client->label, line);
    if (clipped) weft_put_str(&client->label, weft_lit("..."));
}

static void put_request(wf_client *client, const weft_ask *ask)
{
    wf_buf_clear(&client->request);
    wf_buf_clear(&client->content);
    wf_buf_clear(&client->cookies);
    if (ask->raw.ptr) {
        weft_put_str(&client->request, ask->raw);
        return;
    }
    weft_str target = weft_buf_str(&client->target);
    wf_jar_put(&client->jar, path_of(target), wf_clock_unix(), &client->cookies);
    wf_ask_put(ask, target, wf_str(client->host), weft_buf_str(&client->cookies), &client->content,
               &client->request);
}

static void keep_cookies(wf_client *client)
{
    weft_str rest = wf_fields_of(weft_buf_str(&client->reading.head)), name, value;
    weft_str path = path_of(weft_buf_str(&client->target));
    bool wrong = false, kept = true;
    while (wf_field_next(&rest, &name, &value, &wrong))
        if (wf_str_eq_nocase(name, weft_lit("set-cookie")))
            kept &= wf_jar_take(&client->jar, value, path, wf_clock_unix());
    if (!kept) wf_reading_fail(&client->reading, "there is no memory to keep its cookies");
}

static void ask_once(weft_test *test, const weft_ask *ask)
{
    wf_client *client = &test->client;
    bool raw = ask->raw.ptr != NULL;
    bool to_head = raw ? wf_str_starts(ask->raw, weft_lit("HEAD ")) : ask->method == WEFT_HEAD;
    put_label(client, ask);
    put_request(client, ask);
    wf_reading_begin(&client->reading, to_head);
    if (!weft_buf_ok(&client->request) || !weft_buf_ok(&client->cookies)) {
        wf_reading_fail(&client->reading, "there is no memory for the request");
        return;
    }
    if (test->wire->is_closed(test)) test->wire->reconnect(test);
    test->wire->talk(test, weft_buf_str(&client->request), &client->reading);
    if (client->reading.phase != WF_READING_DONE)
        test->wire->reconnect(test); /* who knows what is on the old one */
    if (!raw && client->reading.phase == WF_READING_DONE) keep_cookies(client);
}

/* ---- Redirects --------------------------------------------------------------------------------------------- */

static weft_str host_of(const wf_client *client, const weft_ask *ask)
{
    for (size_t i = 0; i < WEFT_ASK_PAIRS && ask->headers[i].name; i++)
        if (wf_str_eq_nocase(wf_str(ask->headers[i].name), weft_lit("host")))
            return wf_str(ask->headers[i].value);
    return wf_str(client->host);
}

/* Cuts "http://host" or "//host" off. false: it leads to another host, or by another scheme. */
static bool cut_origin(weft_str *location, weft_str host)
{
    size_t scheme = sizeof "http:" - 1;
    bool absolute =
        location->len >= scheme && wf_str_eq_nocase(weft_str_of(location->ptr, scheme), weft_lit("http:"));
    weft_str rest = absolute ? weft_str_of(location->ptr + scheme, location->len - scheme) : *location;
    if (!wf_str_starts(rest, weft_lit("//"))) {
        size_t plain = 0; /* up to where a scheme could end */
        while (plain < rest.len && !strchr(":/?", rest.ptr[plain])) plain++;
        return !absolute && (plain == rest.len || rest.ptr[plain] != ':');
    }
    rest = weft_str_of(rest.ptr + 2, rest.len - 2);
    size_t end = 0;
    while (end < rest.len && rest.ptr[end] != '/' && rest.ptr[end] != '?') end++;
    if (!wf_str_eq_nocase(weft_str_of(rest.ptr, end), host)) return false;
    *location = end < rest.len ? weft_str_of(rest.ptr + end, rest.len - end) : weft_lit("/");
    return true;
}

/* Where `location` leads to from `target`, as a target (RFC 3986 section 5.2, dots left to the server). */
static void put_location(weft_str location, weft_str target, bool absolute, weft_buf *out)
{
    weft_str path = path_of(target);
    bool query = location.len && location.ptr[0] == '?';
    if (location.len == 0)
        weft_put_str(out, target);
    else if (query)
        weft_put_str(out, absolute ? weft_lit("/") : path);
    else if (location.ptr[0] != '/') {
        while (path.len > 0 && path.ptr[path.len - 1] != '/') path.len--;
        weft_put_str(out, path);
    }
    weft_put_str(out, location);
}

/* Whether the answer is a redirect that can be followed; the client's target is then where it leads to. */
static bool find_redirect(wf_client *client, const weft_ask *ask)
{
    int status = client->reading.status;
    bool redirects = (status >= 301 && status <= 303) || status == 307 || status == 308;
    weft_answer answer = { .head = weft_buf_str(&client->reading.head) };
    weft_str location = weft_answer_header(answer, "location");
    if (!redirects || !location.ptr) return false;
    location = wf_str_cut(&location, '#');
    weft_str whole = location;
    if (!cut_origin(&location, host_of(client, ask))) return false;
    wf_buf_clear(&client->location);
    put_location(location, weft_buf_str(&client->target), location.len != whole.len, &client->location);
    if (!weft_buf_ok(&client->location)) return false;
    weft_buf before = client->target;
    client->target = client->location;
    client->location = before;
    return true;
}

/* What browsers ask for behind a redirect: a GET, where the redirect does not insist on the method. */
static void change_method(weft_ask *ask, int status)
{
    bool get = status == 303 || (status <= 302 && ask->method == WEFT_POST);
    if (!get || ask->method == WEFT_HEAD) return;
    ask->method = WEFT_GET;
    ask->form[0].name = ask->parts[0].name = ask->json = ask->type = NULL;
    ask->body = weft_str_of(NULL, 0);
    ask->chunked = false;
}

/* ---- Asking ------------------------------------------------------------------------------------------------ */

static weft_answer show_answer(weft_test *test, uint32_t redirects)
{
    wf_client *client = &test->client;
    weft_answer answer = { .redirects = redirects, .number = client->number, .test = test };
    if (client->reading.phase != WF_READING_DONE) {
        wf_client_tell_failure(client);
        return answer;
    }
    answer.status = client->reading.status;
    answer.body = weft_buf_str(&client->reading.body);
    answer.head = weft_buf_str(&client->reading.head);
    answer.cut = client->reading.cut;
    return answer;
}

weft_answer weft_test_ask(weft_test *test, weft_ask ask)
{
    if (!test) return (weft_answer){ 0 };
    wf_client *client = &test->client;
    uint32_t redirects = 0;
    client->number++;
    wf_buf_clear(&client->why);
    wf_buf_clear(&client->target);
    const char *mistake = wf_ask_mistake(&ask);
    if (mistake) {
        wf_reading_begin(&client->reading, false);
        wf_reading_fail(&client->reading, mistake);
        wf_buf_clear(&client->label);
        weft_put_str(&client->label, weft_lit("an ask"));
        return show_answer(test, 0);
    }
    wf_ask_put_target(&ask, &client->target);
    ask_once(test, &ask);
    while (ask.follow && client->reading.phase == WF_READING_DONE && find_redirect(client, &ask)) {
        if (redirects++ == REDIRECTS_MAX) {
            wf_reading_fail(&client->reading, "ten redirects were followed, and there is one more");
            break;
        }
        change_method(&ask, client->reading.status);
        ask_once(test, &ask);
    }
    return show_answer(test, redirects);
}

weft_answer weft_test_get(weft_test *test, const char *path)
{
    return weft_test_ask(test, (weft_ask){ .path = path });
}

/* ---- Answers ----------------------------------------------------------------------------------------------- */

weft_str weft_answer_header(weft_answer answer, const char *name)
{
    weft_str rest = wf_fields_of(answer.head), found, value;
    bool wrong = false;
    while (name && wf_field_next(&rest, &found, &value, &wrong))
        if (wf_str_eq_nocase(found, wf_str(name))) return value;
    return weft_str_of(NULL, 0);
}

weft_str weft_answer_set_cookie(weft_answer answer, const char *name)
{
    weft_str rest = wf_fields_of(answer.head), field, value;
    bool wrong = false;
    while (name && wf_field_next(&rest, &field, &value, &wrong)) {
        weft_str cookie = value;
        if (!wf_str_eq_nocase(field, weft_lit("set-cookie"))) continue;
        if (weft_str_eq(wf_str_trim(wf_str_cut(&cookie, '=')), wf_str(name))) return value;
    }
    return weft_str_of(NULL, 0);
}

/* ---- Cookies ----------------------------------------------------------------------------------------------- */

weft_str weft_test_cookie(const weft_test *test, const char *name)
{
    if (!test || !name) return weft_str_of(NULL, 0);
    return wf_jar_find(&test->client.jar, wf_str(name), wf_clock_unix());
}

bool weft_test_set_cookie(weft_test *test, const char *name, const char *value)
{
    return test && name && wf_jar_set(&test->client.jar, wf_str(name), wf_str(value));
}

void weft_test_forget_cookies(weft_test *test)
{
    if (test) wf_jar_empty(&test->client.jar);
}

/* ---- Raw bytes --------------------------------------------------------------------------------------------- */

/* The answer that was shown is gone. */
static void begin_raw(weft_test *test)
{
    test->client.number++;
    wf_buf_clear(&test->out);
}

weft_str weft_test_send(weft_test *test, weft_str bytes)
{
    if (!test) return weft_lit("");
    begin_raw(test);
    return test->wire->send(test, bytes);
}

weft_str weft_test_finish(weft_test *test)
{
    if (!test) return weft_lit("");
    begin_raw(test);
    return test->wire->finish(test);
}

weft_str weft_test_expire(weft_test *test)
{
    if (!test) return weft_lit("");
    begin_raw(test);
    return test->wire->expire(test);
}

bool weft_test_closed(const weft_test *test) { return !test || test->wire->is_closed(test); }

void weft_test_reconnect(weft_test *test)
{
    if (test) test->wire->reconnect(test);
}
