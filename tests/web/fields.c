/* Fields of responses: added, replaced, taken away; Vary; where redirects lead. */
#include "tests/web/alone.h"

TestSuite(fields, .init = begin, .fini = end);

/* ---- With and without ------------------------------------------------------------------------------------- */

Test(fields, singletons_replace_in_any_case_and_others_repeat)
{
    static const struct {
        const char *name, *again;
        bool replaced;
    } cases[] = {
        { "Location", "LOCATION", true },
        { "ETag", "etag", true },
        { "Last-Modified", "Last-Modified", true },
        { "Expires", "expires", true },
        { "Retry-After", "retry-after", true },
        { "Content-Disposition", "content-disposition", true },
        { "Content-Range", "Content-Range", true },
        { "Content-Location", "Content-Location", true },
        { "Age", "AGE", true },
        { "Server", "server", true },
        { "Access-Control-Allow-Origin", "access-control-allow-origin", true },
        { "Access-Control-Allow-Credentials", "Access-Control-Allow-Credentials", true },
        { "Access-Control-Max-Age", "Access-Control-Max-Age", true },
        { "Strict-Transport-Security", "strict-transport-security", true },
        { "X-Content-Type-Options", "x-content-type-options", true },
        { "X-Frame-Options", "x-frame-options", true },
        { "Referrer-Policy", "referrer-policy", true },
        { "Cross-Origin-Opener-Policy", "Cross-Origin-Opener-Policy", true },
        { "Cross-Origin-Embedder-Policy", "Cross-Origin-Embedder-Policy", true },
        { "Cross-Origin-Resource-Policy", "Cross-Origin-Resource-Policy", true },
        { "Set-Cookie", "Set-Cookie", false },
        { "Cache-Control", "cache-control", false },
        { "Link", "Link", false },
        { "WWW-Authenticate", "WWW-Authenticate", false },
        { "Content-Security-Policy", "Content-Security-Policy", false },
        { "Allow", "Allow", false },
        { "Warning", "Warning", false },
        { "X-Anything", "x-anything", false },
        { "Locatio", "Locatio", false },
        { "Locations", "Locations", false },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[256];
        begin();
        weft_with(req, &res, "X-Before", weft_lit("b"));
        weft_with(req, &res, cases[i].name, weft_lit("first"));
        weft_with(req, &res, "X-Between", weft_lit("m"));
        weft_with(req, &res, cases[i].again, weft_lit("second"));
        snprintf(expected, sizeof expected, "X-Before: b\n%s%sX-Between: m\n%s: second\n",
                 cases[i].replaced ? "" : cases[i].name, cases[i].replaced ? "" : ": first\n",
                 cases[i].again);
        expect_fields(expected);
    }
    cr_expect_str_empty(logged);
}

Test(fields, a_copy_keeps_what_the_other_replaces_and_loses)
{
    weft_with(req, &res, "X-Old", weft_lit("1"));
    weft_with(req, &res, "ETag", weft_lit("\"a\""));
    weft_with(req, &res, "X-New", weft_lit("2"));
    weft_response copy = res;
    weft_with(req, &res, "ETag", weft_lit("\"b\""));
    weft_without(req, &copy, "x-old");
    expect_fields("X-Old: 1\nX-New: 2\nETag: \"b\"\n");
    cr_expect_str_eq(fields_of(&copy), "ETag: \"a\"\nX-New: 2\n");
}

Test(fields, what_lies_behind_the_last_one_taken_away_is_shared)
{
    weft_with(req, &res, "X-Tail", weft_lit("1"));
    const weft_field *tail = res.fields;
    weft_with(req, &res, "X-Gone", weft_lit("2"));
    weft_with(req, &res, "X-Head", weft_lit("3"));
    weft_without(req, &res, "X-Gone");
    cr_expect_eq(res.fields->next, tail);
    const weft_field *all = res.fields;
    weft_without(req, &res, "X-Never");
    cr_expect_eq(res.fields, all);
}

Test(fields, without_takes_every_one_wherever_it_stands)
{
    static const struct {
        const char *names, *left;
    } cases[] = {
        { "", "" },      { "x", "" },       { "xxx", "" },      { "ab", "ab" },
        { "xab", "ab" }, { "axb", "ab" },   { "abx", "ab" },    { "xaxbx", "ab" },
        { "Xa", "a" },   { "axxXb", "ab" }, { "aXbXc", "abc" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        static const char *const names[] = {
            ['a'] = "a", ['b'] = "b", ['c'] = "c", ['x'] = "x", ['X'] = "X"
        };
        char left[16] = "";
        begin();
        for (const char *at = cases[i].names; *at; at++)
            weft_with(req, &res, names[(unsigned char)*at], weft_lit("v"));
        weft_without(req, &res, "x");
        for (const char *text = fields_of(&res); *text; text = strchr(text, '\n') + 1) strncat(left, text, 1);
        cr_expect_str_eq(left, cases[i].left, "%s", cases[i].names);
    }
}

Test(fields, the_type_has_a_place_of_its_own)
{
    res = weft_text(weft_lit("{}"));
    weft_with(req, &res, "content-TYPE", weft_lit("application/json"));
    cr_expect(is_text(res.type, "application/json"));
    cr_expect_null(res.fields);
    weft_without(req, &res, "Content-Type");
    cr_expect_null(res.type.ptr);
    cr_expect_null(res.fields);
}

/* ---- Mistakes: a process each, for such lines are said once a second ---------------------------------------- */

#define MISTAKES(X)                                                                             \
    X(injected, weft_with(req, &res, "X", weft_lit("a\r\nSet-Cookie: b")),                      \
      "response field \"X\" refused: its value holds a control byte")                           \
    X(type_injected, weft_with(req, &res, "Content-Type", weft_lit("a\nb")),                    \
      "response field \"Content-Type\" refused: its value holds a control byte")                \
    X(nameless, weft_with(req, &res, NULL, weft_lit("v")),                                      \
      "response field \"\" refused: its name is not a token")                                   \
    X(the_servers, weft_with(req, &res, "Content-Length", weft_lit("1")),                       \
      "response field \"Content-Length\" refused: the server sets it itself")                   \
    X(vary, weft_vary(req, &res, "Accept, Cookie"),                                             \
      "weft_vary(\"Accept, Cookie\"): not the name of a field")                                 \
    X(no_location, (void)(res = weft_redirect(req, weft_lit(""))),                              \
      "weft_redirect: there is no location; check it before, or fall back on \"/\"")            \
    X(absent_location, (void)(res = weft_redirect(req, weft_str_of(NULL, 0))),                  \
      "weft_redirect: there is no location; check it before, or fall back on \"/\"")            \
    X(attachment_line_break, weft_attachment(req, &res, weft_lit("a\r\nSet-Cookie: b=c")),      \
      "weft_attachment(\"a\\x0d\\x0aSet-Cookie: b=c\"): a file name may hold no control bytes") \
    X(attachment_delete, weft_attachment(req, &res, weft_lit("a\x7f")),                         \
      "weft_attachment(\"a\\x7f\"): a file name may hold no control bytes")                     \
    X(attachment_nul, weft_attachment(req, &res, weft_lit("a\0b")),                             \
      "weft_attachment(\"a\"): a file name may hold no control bytes")

#define X(title, call, line)                             \
    Test(fields, mistake_##title)                        \
    {                                                    \
        weft_with(req, &res, "X-Before", weft_lit("1")); \
        call;                                            \
        expect_mistake("error: " line " (GET /path)\n"); \
    }
MISTAKES(X)
#undef X

static int closed;
static void close_stream(void *state, bool completed)
{
    cr_expect_eq(state, &closed);
    cr_expect_not(completed);
    closed++;
}
static weft_pull pull_nothing(weft_buf *out, void *state)
{
    (void)out;
    (void)state;
    return WEFT_END;
}
static const weft_source source = { .next = pull_nothing, .close = close_stream };

Test(fields, a_stream_that_a_mistake_replaces_is_closed)
{
    res = weft_stream(weft_lit("text/csv"), &source, &closed, -1);
    cr_expect_eq(res.kind, WEFT_STREAM);
    cr_expect_eq(res.status, 200);
    cr_expect_eq(res.as.stream.source, &source);
    cr_expect_eq(res.as.stream.state, &closed);
    cr_expect_eq(res.as.stream.length, -1);
    cr_expect(is_text(res.type, "text/csv"));
    cr_expect_eq(res.flags, 0);
    weft_with(req, &res, "X", weft_lit("\n"));
    cr_expect_eq(closed, 1);
    weft_with(req, &res, "X", weft_lit("\n"));
    cr_expect_eq(closed, 1);
    cr_expect_eq(res.kind, WEFT_EMPTY);
}

Test(fields, a_stream_whose_fields_find_no_memory_is_closed)
{
    begin_with(0, 0);
    res = weft_stream(weft_lit("text/csv"), &source, &closed, -1);
    weft_with(req, &res, "X", weft_lit("1"));
    cr_expect_eq(res.status, 500);
    cr_expect_eq(closed, 1);
}

/* ---- Vary -------------------------------------------------------------------------------------------------- */

Test(fields, vary_merges)
{
    static const struct {
        const char *first, *second, *third, *expected;
    } cases[] = {
        { "Accept", NULL, NULL, "Vary: Accept\n" },
        { "Accept", "Accept", NULL, "Vary: Accept\n" },
        { "Accept", "aCCEPT", NULL, "Vary: Accept\n" },
        { "Accept", "Origin", "Cookie", "Vary: Accept, Origin, Cookie\n" },
        { "Accept", "Origin", "accept", "Vary: Accept, Origin\n" },
        { "Accept", "Accept-Encoding", "Accept", "Vary: Accept, Accept-Encoding\n" },
        { "Accept-Encoding", "Accept", NULL, "Vary: Accept-Encoding, Accept\n" },
        { "Accept", "*", "Origin", "Vary: *\n" },
        { "*", "Origin", "*", "Vary: *\n" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin();
        weft_vary(req, &res, cases[i].first);
        if (cases[i].second) weft_vary(req, &res, cases[i].second);
        if (cases[i].third) weft_vary(req, &res, cases[i].third);
        expect_fields(cases[i].expected);
    }
}

Test(fields, vary_gathers_what_was_said_otherwise)
{
    weft_with(req, &res, "vary", weft_lit("Origin ,Cookie"));
    weft_vary(req, &res, "cookie");
    expect_fields("vary: Origin ,Cookie\n");
    weft_with(req, &res, "Vary", weft_lit("X-A"));
    weft_with(req, &res, "VARY", weft_lit(""));
    weft_vary(req, &res, "X-B");
    expect_fields("Vary: X-A, Origin ,Cookie, X-B\n");
    weft_vary(req, &res, "*");
    expect_fields("Vary: *\n");
    begin();
    weft_with(req, &res, "Vary", weft_lit("Origin, *"));
    weft_vary(req, &res, "Accept");
    expect_fields("Vary: Origin, *\n");
}

/* ---- Redirects --------------------------------------------------------------------------------------------- */

Test(fields, locations)
{
    static const struct {
        weft_str location;
        const char *expected;
    } cases[] = {
        { WEFT_LIT("/login"), "/login" },
        { WEFT_LIT("https://h:8/a?b=c&d#e"), "https://h:8/a?b=c&d#e" },
        { WEFT_LIT("/a%20b%zz%"), "/a%20b%zz%" },
        { WEFT_LIT("/a b"), "/a%20b" },
        { WEFT_LIT(" "), "%20" },
        { WEFT_LIT("/한"), "/%ED%95%9C" },
        { WEFT_LIT("/é/x"), "/%C3%A9/x" },
        { WEFT_LIT("/\xff\x80"), "/%FF%80" },
        { WEFT_LIT("/a\r\nSet-Cookie: b=c"), "/a%0D%0ASet-Cookie:%20b=c" },
        { WEFT_LIT("/a\0b"), "/a%00b" },
        { WEFT_LIT("\t\x1f\x7f~!"), "%09%1F%7F~!" },
        { WEFT_LIT("/\"<>\\^`{|}"), "/\"<>\\^`{|}" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[256];
        begin();
        res = weft_redirect(req, cases[i].location);
        cr_expect_eq(res.status, 302);
        cr_expect_eq(res.kind, WEFT_EMPTY);
        snprintf(expected, sizeof expected, "Location: %s\n", cases[i].expected);
        expect_fields(expected);
        cr_expect_eq(weft_as(res, WEFT_SEE_OTHER).status, 303);
        weft_with(req, &res, "location", weft_lit("/else"));
        expect_fields("location: /else\n");
    }
}

Test(fields, a_location_that_needs_no_encoding_is_not_copied)
{
    static const char text[] = "/where";
    res = weft_redirect(req, weft_str_of(text, 6));
    cr_expect_eq(res.fields->value.ptr, text);
}

/* ---- Attachments ------------------------------------------------------------------------------------------- */

Test(fields, attachments)
{
    static const struct {
        weft_str name;
        const char *expected;
    } cases[] = {
        { WEFT_LIT("report.pdf"), "attachment; filename=\"report.pdf\"" },
        { WEFT_LIT("a b;c,d=e'f*.txt"), "attachment; filename=\"a b;c,d=e'f*.txt\"" },
        { WEFT_LIT("say \"hi\".txt"), "attachment; filename=\"say \\\"hi\\\".txt\"" },
        { WEFT_LIT("back\\slash"), "attachment; filename=\"back\\\\slash\"" },
        { WEFT_LIT("\"; filename=\"evil.exe"), "attachment; filename=\"\\\"; filename=\\\"evil.exe\"" },
        { WEFT_LIT("보고서.pdf"),
          "attachment; filename=\"___.pdf\"; filename*=UTF-8''%EB%B3%B4%EA%B3%A0%EC%84%9C.pdf" },
        { WEFT_LIT("naïve \"x\".txt"),
          "attachment; filename=\"na_ve \\\"x\\\".txt\"; filename*=UTF-8''na%C3%AFve%20%22x%22.txt" },
        { WEFT_LIT("€ rates"), "attachment; filename=\"_ rates\"; filename*=UTF-8''%E2%82%AC%20rates" },
        { WEFT_LIT("😀"), "attachment; filename=\"_\"; filename*=UTF-8''%F0%9F%98%80" },
        { WEFT_LIT("100%.txt"), "attachment; filename=\"100%.txt\"; filename*=UTF-8''100%25.txt" },
        { WEFT_LIT("é!#$&+-.^_`|~'*()%/:"), "attachment; filename=\"_!#$&+-.^_`|~'*()%/:\"; "
                                            "filename*=UTF-8''%C3%A9!#$&+-.^_`|~%27%2A%28%29%25%2F%3A" },
        { WEFT_LIT("a\xff\x62\xc3"), "attachment; filename=\"a_b_\"; filename*=UTF-8''a%EF%BF%BDb%EF%BF%BD" },
        { WEFT_LIT("\xed\xa0\x80"),
          "attachment; filename=\"___\"; filename*=UTF-8''%EF%BF%BD%EF%BF%BD%EF%BF%BD" },
        { WEFT_LIT(""), "attachment" },
        { { NULL, 0 }, "attachment" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[512];
        begin();
        weft_with(req, &res, "content-disposition", weft_lit("inline"));
        weft_attachment(req, &res, cases[i].name);
        snprintf(expected, sizeof expected, "Content-Disposition: %s\n", cases[i].expected);
        expect_fields(expected);
    }
    cr_expect_str_empty(logged);
}

Test(fields, attachments_refuse_every_control_byte)
{
    for (int byte = 0; byte < 256; byte++) {
        char name[] = "a.b";
        name[1] = (char)byte;
        begin();
        weft_attachment(req, &res, weft_str_of(name, 3));
        cr_expect_eq(res.status, byte < 0x20 || byte == 0x7f ? 500 : 200, "0x%02x", byte);
    }
}

/* ---- Fields of two responses --------------------------------------------------------------------------------- */

Test(fields, appended_ones_stand_behind_and_yield)
{
    weft_response page = weft_html(weft_lit("<p>gone"));
    weft_with(req, &res, "Allow", weft_lit("GET"));
    weft_with(req, &res, "Retry-After", weft_lit("5"));
    weft_with(req, &res, "Link", weft_lit("<a>"));
    weft_with(req, &page, "retry-after", weft_lit("9"));
    weft_with(req, &page, "Link", weft_lit("<b>"));
    wf_fields_append(req, &page, res.fields);
    cr_expect_str_eq(fields_of(&page), "retry-after: 9\nLink: <b>\nAllow: GET\nLink: <a>\n");
    expect_fields("Allow: GET\nRetry-After: 5\nLink: <a>\n");
    wf_fields_append(req, &page, NULL);
    cr_expect_str_eq(fields_of(&page), "retry-after: 9\nLink: <b>\nAllow: GET\nLink: <a>\n");
    weft_response bare = weft_empty(WEFT_OK);
    wf_fields_append(req, &bare, res.fields);
    cr_expect_str_eq(fields_of(&bare), "Allow: GET\nRetry-After: 5\nLink: <a>\n");
}

/* ---- Memory ------------------------------------------------------------------------------------------------ */

static void do_all(int what)
{
    static const weft_field more[] = { { .name = WEFT_LIT("A"), .value = WEFT_LIT("1") } };
    if (what == 0) weft_with(req, &res, "X", weft_lit("1"));
    if (what == 1) weft_with(req, &res, "ETag", weft_lit("2"));
    if (what == 2) weft_without(req, &res, "X-Oldest");
    if (what == 3) weft_vary(req, &res, "Accept");
    if (what == 4) weft_attachment(req, &res, weft_lit("보"));
    if (what == 5) res = weft_redirect(req, weft_lit("/보"));
    if (what == 6) weft_with_cookie(req, &res, (weft_cookie){ .name = weft_lit("a") });
    if (what == 7) weft_drop_cookie(req, &res, "a", NULL);
    if (what == 8) wf_fields_append(req, &res, more);
}

/* Whatever is left, a response is whole or a 500, and what it was made from is as it was. */
Test(fields, out_of_memory_anywhere_is_a_500)
{
    for (int what = 0; what <= 8; what++) {
        int failures = 0;
        for (size_t memory = 3 * 48; memory < 1600; memory += 16) {
            begin_with(memory, 0);
            weft_with(req, &res, "X-Oldest", weft_lit("1"));
            weft_with(req, &res, "ETag", weft_lit("1"));
            weft_with(req, &res, "Vary", weft_lit("Origin"));
            cr_assert_eq(res.status, 200);
            weft_response before = res;
            do_all(what);
            cr_expect_str_eq(fields_of(&before), "X-Oldest: 1\nETag: 1\nVary: Origin\n");
            if (res.status < 500) continue;
            failures++;
            cr_expect_eq(res.flags, WF_FAILED);
            cr_expect_null(res.fields);
        }
        cr_expect_gt(failures, 0, "%d", what);
        cr_expect_lt(res.status, 500, "%d", what);
    }
    cr_expect_str_empty(logged);
}

Test(fields, next_lets_pass) { cr_expect_eq(weft_next().kind, WEFT_NONE); }
