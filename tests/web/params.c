/* How parameters are cut: nothing twice, nothing copied that need not be, and what is left for the answer when the
 * handler cannot know. */
#include "src/base/str.h"
#include "tests/web/harness.h"

TestSuite(web_params, .init = set_up, .fini = tear_down);

static bool is_within(weft_str part, weft_str whole)
{
    return part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len;
}

/* ---- Without copies -------------------------------------------------------------------------------------- */

static weft_response look_where_values_are(weft_request *req)
{
    weft_str query = weft_req_query(req), plain, coded;
    const weft_str *all;
    size_t count;
    if (!weft_need_query(req, "plain", &plain) || !weft_need_query(req, "coded", &coded))
        return weft_reject(req);
    if (!weft_query_all(req, "plain", &all, &count)) return weft_reject(req);
    cr_expect(is_within(plain, query));
    cr_expect(is_within(weft_query(req, "empty"), query));
    cr_expect(is_within(weft_query(req, "none"), query));
    cr_expect(!is_within(coded, query));
    cr_expect_eq(weft_query(req, "coded").ptr, coded.ptr, "decoded once");
    cr_expect_eq(all[0].ptr, plain.ptr);
    return weft_empty(WEFT_NO_CONTENT);
}

Test(web_params, a_value_without_escapes_is_a_view_of_the_query)
{
    serve_one(look_where_values_are);
    cr_expect_eq(status_of(ask_for("GET", "/?plain=a-b&coded=a%20b&empty=&none")), 204);
}

static weft_str head_seen;

static weft_response look_where_param_is(weft_request *req)
{
    weft_str value = weft_param(req, "x");
    head_seen = weft_req_path(req);
    cr_expect_eq(weft_param(req, "x").ptr, value.ptr, "decoded once");
    cr_expect_eq(weft_param(req, "y").ptr, weft_param(req, "y").ptr);
    return weft_textf(req, "%s[%.*s][%.*s]", is_within(value, head_seen) ? "view " : "", (int)value.len,
                      value.ptr, (int)weft_param(req, "y").len, weft_param(req, "y").ptr);
}

Test(web_params, path_params_are_decoded_once_and_only_if_they_must_be)
{
    static const struct {
        const char *target, *told;
    } cases[] = {
        { "/p/abc/d", "view [abc][d]" },
        { "/p/a%20b/c", "[a b][c]" },
        { "/p/%2541/%25", "[%41][%]" },
        { "/p/abc/caf%C3%A9", "[abc][caf\xc3\xa9]" },
        { "/p/%61/%61/%62/c", "[a][a/b/c]" },
        { "/p/a", "view [a][]" },
        { "/p/%61/", "[a][]" },
    };
    weft_get(app, "/p/{x}/{y*}", look_where_param_is);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *got = ask_for("GET", cases[i].target);
        const char *told = body_of(got);
        if (strncmp(cases[i].told, "view ", 5) != 0 && strncmp(told, "view ", 5) == 0) told += 5;
        cr_expect_str_eq(told, cases[i].told, "%s", cases[i].target);
    }
}

/* ---- Cutting --------------------------------------------------------------------------------------------- */

static weft_response tell_x(weft_request *req)
{
    weft_str x = weft_query(req, "x");
    if (!x.ptr) return weft_text(weft_lit("absent"));
    return weft_textf(req, "[%.*s]", (int)x.len, x.ptr);
}

Test(web_params, a_query_is_cut_at_ampersands_and_first_equals)
{
    static const struct {
        const char *target, *told;
    } cases[] = {
        { "/", "absent" },          { "/?", "absent" },
        { "/?&", "absent" },        { "/?x", "[]" },
        { "/?x=", "[]" },           { "/?x=a=b", "[a=b]" },
        { "/?x==", "[=]" },         { "/?&&x=1&&", "[1]" },
        { "/?y&x=1", "[1]" },       { "/?x;y=1", "absent" },
        { "/?x=1;y=2", "[1;y=2]" }, { "/?x=?", "[?]" },
        { "/?x=/a", "[/a]" },       { "/?xx=1&x=2", "[2]" },
        { "/?x%3D=1&x=2", "[2]" },  { "/?%78%3d1=3", "absent" },
        { "/?%58=1", "absent" },    { "/?x=%00", "[]" },
    };
    serve_one(tell_x);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *got = ask_for("GET", cases[i].target);
        cr_expect_str_eq(body_of(got), cases[i].told, "%s", cases[i].target);
    }
}

static weft_response count_many(weft_request *req)
{
    const weft_str *list;
    size_t count;
    if (!weft_query_all(req, "a", &list, &count)) return weft_reject(req);
    return weft_textf(req, "%zu", count);
}

/* "/?a&a&a..." */
static const char *ask_with_pairs(size_t pairs)
{
    static char request[64 * 1024];
    size_t len = (size_t)snprintf(request, sizeof request, "GET /?");
    for (size_t i = 0; i < pairs; i++) len += (size_t)snprintf(request + len, 3, "a&");
    snprintf(request + len, 64, " HTTP/1.1\r\nHost: h\r\n\r\n");
    weft_test_reconnect(test);
    return ask(request);
}

Test(web_params, thousands_of_pairs_cost_memory_and_that_has_an_end)
{
    weft_get(app, "/", count_many);
    serve((weft_server){ .memory_limit = 300 * 1024 });
    cr_expect_str_eq(body_of(ask_with_pairs(3000)), "3000");
    const char *got = ask_with_pairs(30000);
    cr_expect_eq(status_of(got), 414, "%s", got);
    cr_expect_str_eq(body_of(got), "414 URI Too Long: The query has more parameters than fit into memory\n");
}

/* ---- Refusals that the handler cannot see ---------------------------------------------------------------- */

static int handled;

static weft_response answer_anyway(weft_request *req)
{
    handled++;
    cr_expect_null(weft_query(req, "x").ptr);
    return weft_text(weft_lit("all is well"));
}

static weft_response query_then_state(weft_request *req)
{
    int64_t number;
    (void)weft_query(req, "x");
    if (!weft_query_i64(req, "y", 1, &number)) return weft_fail(req, WEFT_CONFLICT, "seen");
    return weft_fail(req, WEFT_NOT_FOUND, "no such thing");
}

Test(web_params, a_broken_query_read_plainly_turns_any_answer_into_400)
{
    weft_get(app, "/", answer_anyway);
    weft_get(app, "/fail", query_then_state);
    serve((weft_server){ 0 });
    static const char reason[] = "400 Bad Request: The query holds escapes that are broken or not UTF-8\n";
    const char *got = ask_for("GET", "/?x=%zz");
    cr_expect_eq(status_of(got), 400);
    cr_expect_str_eq(body_of(got), reason);
    cr_expect_eq(handled, 1);
    cr_expect_str_eq(body_of(ask_for("GET", "/fail?x=%zz")), reason);
    cr_expect_eq(status_of(ask_for("GET", "/fail?x=1")), 404);
    /* The next request on the same connection is its own. */
    weft_test_reconnect(test);
    (void)ask(request_for("GET", "/?x=%zz"));
    cr_expect_eq(status_of(ask(request_for("GET", "/?y=1"))), 200);
    cr_expect_eq(status_of(ask(request_for("GET", "/fail?x=1"))), 404);
}

static weft_response leave_query_alone(weft_request *req)
{
    (void)req;
    return weft_text(weft_lit("not read"));
}

Test(web_params, a_broken_query_that_nobody_reads_is_nobodys_business)
{
    serve_one(leave_query_alone);
    cr_expect_str_eq(body_of(ask_for("GET", "/?x=%zz")), "not read");
}

static weft_response shrug_off(weft_request *req)
{
    int64_t number;
    if (!weft_query_i64(req, "x", 1, &number)) return weft_text(weft_lit("shrugged"));
    return weft_text(weft_lit("fine"));
}

Test(web_params, what_a_checked_reader_refused_is_the_handlers_to_answer)
{
    serve_one(shrug_off);
    cr_expect_str_eq(body_of(ask_for("GET", "/?x=%zz")), "shrugged");
    cr_expect_str_eq(body_of(ask_for("GET", "/?x=a")), "shrugged");
    cr_expect_str_eq(body_of(ask_for("GET", "/?x=1")), "fine");
}

/* ---- The author's mistake -------------------------------------------------------------------------------- */

static weft_response ask_for_another(weft_request *req)
{
    weft_str value = weft_param(req, "idd");
    cr_expect_null(value.ptr);
    return weft_textf(req, "%.*s", (int)value.len, value.ptr ? value.ptr : "");
}

static weft_response ask_for_another_number(weft_request *req)
{
    int64_t number;
    if (!weft_param_i64(req, "idd", &number)) return weft_reject(req);
    return weft_text(weft_lit("impossible"));
}

Test(web_params, a_name_that_the_route_lacks_is_500_and_logged)
{
    weft_get(app, "/plain/{id}", ask_for_another);
    weft_get(app, "/checked/{id}", ask_for_another_number);
    weft_get(app, "/none", ask_for_another_number);
    serve((weft_server){ 0 });
    const char *got = ask_for("GET", "/plain/1");
    cr_expect_eq(status_of(got), 500, "%s", got);
    cr_expect_str_eq(body_of(got), "500 Internal Server Error\n");
    cr_expect_str_eq(logged, "error: route /plain/{id}: it was asked for {idd}, which it does not have\n");
    cr_expect_eq(status_of(ask_for("GET", "/checked/1")), 500);
    cr_expect_eq(status_of(ask_for("GET", "/none")), 500);
    cr_expect_str_eq(logged, "error: route /plain/{id}: it was asked for {idd}, which it does not have\n",
                     "once a second");
}

/* ---- Cookies --------------------------------------------------------------------------------------------- */

static weft_response tell_cookie(weft_request *req)
{
    weft_str value = weft_req_cookie(req, "c");
    if (!value.ptr) return weft_text(weft_lit("absent"));
    return weft_textf(req, "[%.*s]", (int)value.len, value.ptr);
}

Test(web_params, of_cookies_with_one_name_the_first_counts)
{
    static const struct {
        const char *fields, *told;
    } cases[] = {
        { "", "absent" },
        { "Cookie: c=1\r\n", "[1]" },
        { "Cookie: c=1; c=2\r\n", "[1]" },
        { "Cookie: a=0; c=1\r\n", "[1]" },
        { "Cookie: a=0;c=1;b=2\r\n", "[1]" },
        { "cookie:   c = 1 \r\n", "[1]" },
        { "Cookie: c=\r\n", "[]" },
        { "Cookie: c\r\n", "absent" },
        { "Cookie: C=1\r\n", "absent" },
        { "Cookie: cc=1; xc=2\r\n", "absent" },
        { "Cookie: c=a=b\r\n", "[a=b]" },
        { "Cookie: c=\"q\"\r\n", "[\"q\"]" },
        { "Cookie: c=%20+\r\n", "[%20+]" },
        { "Cookie: \r\n", "absent" },
        { "Cookie: a=1\r\nX: c=9\r\nCookie: c=2\r\n", "[2]" },
        { "Cookie: c=1\r\nCookie: c=2\r\n", "[1]" },
        { "X-Cookie: c=1\r\n", "absent" },
    };
    char request[512];
    serve_one(tell_cookie);
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: h\r\n%s\r\n", cases[i].fields);
        weft_test_reconnect(test);
        cr_expect_str_eq(body_of(ask(request)), cases[i].told, "%s", cases[i].fields);
    }
}
