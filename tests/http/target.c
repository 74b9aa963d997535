#include "src/http/target.h"
#include "src/http/framing.h"
#include "tests/http/request.h"
#include <criterion/criterion.h>
#include <stdio.h>

static bool same(weft_str got, const char *want)
{
    return want ? got.ptr && got.len == strlen(want) && memcmp(got.ptr, want, got.len) == 0 : !got.ptr;
}

static bool read_target(request *req, const char *line, const char *fields, wf_refusal *refusal)
{
    char text[512];
    int len = snprintf(text, sizeof text, "%s\r\n%s\r\n", line, fields);
    parse_request(req, text, (size_t)len);
    cr_assert_eq(req->result, WF_DONE, "%s", line);
    return wf_target_read(&req->msg, refusal);
}

static const struct {
    const char *line, *scheme, *authority, *path, *query;
    bool plain;
} good[] = {
    { "GET / HTTP/1.1", NULL, "t", "/", NULL, true },
    { "GET /a/b HTTP/1.1", NULL, "t", "/a/b", NULL, true },
    { "GET /a/ HTTP/1.1", NULL, "t", "/a/", NULL, true },
    { "GET /a%20b?c=%zz HTTP/1.1", NULL, "t", "/a%20b", "c=%zz", false },
    { "GET /? HTTP/1.1", NULL, "t", "/", "", true },
    { "GET /a?b?/../ HTTP/1.1", NULL, "t", "/a", "b?/../", true },
    { "GET /:a@b;c=d HTTP/1.1", NULL, "t", "/:a@b;c=d", NULL, true },
    { "GET /a..b/...c/.d/e./;../...; HTTP/1.1", NULL, "t", "/a..b/...c/.d/e./;../...;", NULL, true },
    { "GET /%7e/%E2%82%AC/%f0%9f%98%80/%20%c3%a9%41 HTTP/1.1", NULL, "t",
      "/%7e/%E2%82%AC/%f0%9f%98%80/%20%c3%a9%41", NULL, false },
    { "GET http://u.example:80/a?b HTTP/1.1", "http", "u.example:80", "/a", "b", true },
    { "GET HTTPS://[::1] HTTP/1.1", "HTTPS", "[::1]", "/", NULL, true },
    { "GET http://u?b HTTP/1.1", "http", "u", "/", "b", true },
    { "OPTIONS http://u HTTP/1.1", "http", "u", "*", NULL, true },
    { "OPTIONS http://u? HTTP/1.1", "http", "u", "/", "", true },
    { "OPTIONS * HTTP/1.1", NULL, "t", "*", NULL, true },
    { "OPTIONS /* HTTP/1.1", NULL, "t", "/*", NULL, true },
    { "CONNECT /a HTTP/1.1", NULL, "t", "/a", NULL, true },
};

Test(target, splits)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        request req;
        wf_refusal refusal = { 0, NULL, 0 };
        bool done = read_target(&req, good[i].line, "Host: t\r\n", &refusal);
        cr_expect(done, "%s: %s", good[i].line, refusal.reason);
        cr_expect(same(req.msg.scheme, good[i].scheme), "%s", good[i].line);
        cr_expect(same(req.msg.authority, good[i].authority), "%s", good[i].line);
        cr_expect(same(req.msg.path, good[i].path), "%s", good[i].line);
        cr_expect(same(req.msg.query, good[i].query), "%s", good[i].line);
        cr_expect_eq(req.msg.path_plain, good[i].plain, "%s", good[i].line);
        drop_request(&req);
    }
}

static const struct {
    const char *line, *reason;
    int status;
    size_t position;
} bad[] = {
    { "GET a HTTP/1.1", "the request target is neither a path nor an http URI", 400, 0 },
    { "GET t:80 HTTP/1.1", "the request target is neither a path nor an http URI", 400, 0 },
    { "GET ftp://t/ HTTP/1.1", "the request target is neither a path nor an http URI", 400, 0 },
    { "GET http:/t HTTP/1.1", "the request target is neither a path nor an http URI", 400, 0 },
    { "GET ? HTTP/1.1", "the request target is neither a path nor an http URI", 400, 0 },
    { "GET * HTTP/1.1", "the request target * is for OPTIONS only", 400, 0 },
    { "FOO * HTTP/1.1", "the request target * is for OPTIONS only", 400, 0 },
    { "OPTIONS *a HTTP/1.1", "the request target is neither a path nor an http URI", 400, 0 },
    { "CONNECT t:80 HTTP/1.1", "CONNECT is for proxies", 501, 0 },
    { "GET http:///a HTTP/1.1", "the request target's authority is no host and port", 400, 7 },
    { "GET http://u@t/ HTTP/1.1", "the request target's authority is no host and port", 400, 7 },
    { "GET https://t:x/ HTTP/1.1", "the request target's authority is no host and port", 400, 8 },
    { "GET /a#b HTTP/1.1", "the request target holds a fragment", 400, 2 },
    { "GET /a?b#c HTTP/1.1", "the request target holds a fragment", 400, 4 },
    { "GET http://t#c HTTP/1.1", "the request target holds a fragment", 400, 8 },
    { "GET // HTTP/1.1", "the path holds an empty segment", 400, 1 },
    { "GET /a//b HTTP/1.1", "the path holds an empty segment", 400, 3 },
    { "GET http://t//a HTTP/1.1", "the path holds an empty segment", 400, 9 },
    { "GET /. HTTP/1.1", "the path holds a dot segment", 400, 1 },
    { "GET /a/.. HTTP/1.1", "the path holds a dot segment", 400, 3 },
    { "GET /./a HTTP/1.1", "the path holds a dot segment", 400, 1 },
    { "GET /%2e HTTP/1.1", "the path holds a dot segment", 400, 1 },
    { "GET /%2E.?a HTTP/1.1", "the path holds a dot segment", 400, 1 },
    { "GET /a/.%2e/ HTTP/1.1", "the path holds a dot segment", 400, 3 },
    { "GET /..;a=b/c HTTP/1.1", "the path holds a dot segment", 400, 1 },
    { "GET /%2e; HTTP/1.1", "the path holds a dot segment", 400, 1 },
    { "GET /a%2fb HTTP/1.1", "the path holds an escaped slash", 400, 2 },
    { "GET /%2F HTTP/1.1", "the path holds an escaped slash", 400, 1 },
    { "GET /a%00 HTTP/1.1", "the path holds an escaped NUL", 400, 2 },
    { "GET /a% HTTP/1.1", "the path holds a percent sign without two hex digits", 400, 2 },
    { "GET /a%4 HTTP/1.1", "the path holds a percent sign without two hex digits", 400, 2 },
    { "GET /a%4?b HTTP/1.1", "the path holds a percent sign without two hex digits", 400, 2 },
    { "GET /a%g0 HTTP/1.1", "the path holds a percent sign without two hex digits", 400, 2 },
    { "GET /%c3%a9%c3 HTTP/1.1", "the path's escapes are not UTF-8", 400, 7 },
    { "GET /%c3%zz HTTP/1.1", "the path's escapes are not UTF-8", 400, 1 },
    { "GET /%c0%ae HTTP/1.1", "the path's escapes are not UTF-8", 400, 1 },
    { "GET /%ed%a0%80 HTTP/1.1", "the path's escapes are not UTF-8", 400, 1 },
    { "GET /%f4%90%80%80 HTTP/1.1", "the path's escapes are not UTF-8", 400, 1 },
    { "GET /%80 HTTP/1.1", "the path's escapes are not UTF-8", 400, 1 },
    { "GET /%e2%82x HTTP/1.1", "the path's escapes are not UTF-8", 400, 1 },
};

Test(target, says_what_is_wrong_and_where)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        request req;
        wf_refusal refusal = { 0, "", 0 };
        bool done = read_target(&req, bad[i].line, "Host: t\r\n", &refusal);
        cr_expect(!done && refusal.status == bad[i].status && refusal.position == bad[i].position &&
                      strcmp(refusal.reason, bad[i].reason) == 0,
                  "%s: %d %s at %zu", bad[i].line, refusal.status, refusal.reason, refusal.position);
        drop_request(&req);
    }
}

static const struct {
    const char *version, *fields, *reason; /* NULL: fine */
    const char *authority;
} hosts[] = {
    { "1.1", "Host: t\r\n", NULL, "t" },
    { "1.1", "Host:\r\n", NULL, "" },
    { "1.0", "", NULL, "" },
    { "1.0", "Host: t\r\n", NULL, "t" },
    { "1.1", "", "the Host field is missing", NULL },
    { "1.1", "Host: t\r\nHost: t\r\n", "the Host field is repeated", NULL },
    { "1.0", "Host: t\r\nhost: t\r\n", "the Host field is repeated", NULL },
    { "1.1", "Host: a b\r\n", "the Host field is no host and port", NULL },
    { "1.0", "Host: a/b\r\n", "the Host field is no host and port", NULL },
};

Test(target, checks_host)
{
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        request req;
        char line[64];
        wf_refusal refusal = { 0, NULL, 0 };
        snprintf(line, sizeof line, "GET / HTTP/%s", hosts[i].version);
        bool done = read_target(&req, line, hosts[i].fields, &refusal);
        cr_expect_eq(done, !hosts[i].reason, "%s", hosts[i].fields);
        if (hosts[i].reason)
            cr_expect_str_eq(refusal.reason, hosts[i].reason);
        else
            cr_expect(same(req.msg.authority, hosts[i].authority));
        drop_request(&req);
    }
}

Test(target, host_is_wanted_beside_an_authority)
{
    request req;
    wf_refusal refusal;
    cr_expect_not(read_target(&req, "GET http://t/ HTTP/1.1", "", &refusal));
    drop_request(&req);
}

Test(target, authorities)
{
    static const char *const fine[] = { "t",
                                        "a.example",
                                        "a_b",
                                        "a:80",
                                        "a:",
                                        "a:65535",
                                        "a:00080",
                                        "127.0.0.1:1",
                                        "[::1]",
                                        "[::1]:80",
                                        "[2001:db8::192.0.2.1]:",
                                        "a%20b",
                                        "-._~!$&'()*+,;=",
                                        "1" };
    static const char *const wrong[] = {
        "",      ":",      ":80",     "a b",          "a/b",
        "u@t",   "a:b",    "a:65536", "a:-1",         "a:99999999999999999999",
        "[::1",  "[::1]x", "[]",      "[::1%25eth0]", "::1",
        "[1:2]", "a%2",    "a%zz",    "a?b",          "a#b",
        "<a>",   "a\\b",   "a\"b",    "\xc3\xa9",     "a:1:2",
        "[v1.a]"
    };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        cr_expect(wf_is_authority(weft_str_of(fine[i], strlen(fine[i]))), "%s", fine[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect_not(wf_is_authority(weft_str_of(wrong[i], strlen(wrong[i]))), "%s", wrong[i]);
    cr_expect_not(wf_is_authority(weft_str_of(NULL, 0)));
    cr_expect_not(wf_is_authority(weft_lit("a\0b")));
    cr_expect_not(wf_is_authority(weft_lit("[::1\0]")));
}

Test(target, decodes_escapes)
{
    static const struct {
        const char *in, *out; /* NULL: refused */
        bool plus;
    } cases[] = {
        { "", "", false },         { "abc", "abc", false },
        { "a%20b", "a b", false }, { "%41%5a%7A", "AZz", false },
        { "a+b", "a+b", false },   { "a+b", "a b", true },
        { "%2B+", "+ ", true },    { "%", NULL, false },
        { "%4", NULL, false },     { "a%4g", NULL, false },
        { "%g4", NULL, true },     { "%%41", NULL, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t len = strlen(cases[i].in);
        char *copy = malloc(len + 1);
        memcpy(copy, cases[i].in, len);
        ptrdiff_t got = wf_percent_decode(copy, weft_str_of(copy, len), cases[i].plus);
        if (cases[i].out)
            cr_expect(got == (ptrdiff_t)strlen(cases[i].out) && memcmp(copy, cases[i].out, (size_t)got) == 0,
                      "%s", cases[i].in);
        else
            cr_expect_eq(got, -1, "%s", cases[i].in);
        free(copy);
    }
    char out[3];
    cr_expect_eq(wf_percent_decode(out, weft_lit("%00%ff"), false), 2);
    cr_expect(out[0] == 0 && out[1] == '\xff');
}
