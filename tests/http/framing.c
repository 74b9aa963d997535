#include "src/http/framing.h"
#include "tests/http/request.h"
#include <criterion/criterion.h>
#include <stdio.h>

static bool choose(const char *version, const char *fields, wf_framing *framing, wf_refusal *refusal)
{
    char text[1024];
    request req;
    int len = snprintf(text, sizeof text, "POST / HTTP/%s\r\nHost: t\r\n%s\r\n", version, fields);
    parse_request(&req, text, (size_t)len);
    cr_assert_eq(req.result, WF_DONE, "%s", fields);
    bool done = wf_framing_choose(&req.msg, framing, refusal);
    drop_request(&req);
    return done;
}

static const struct {
    const char *version, *fields;
    wf_framing want;
} good[] = {
    { "1.1", "", { WF_BODY_NONE, 0, true, false } },
    { "1.0", "", { WF_BODY_NONE, 0, false, false } },
    { "1.1", "Content-Length: 0\r\n", { WF_BODY_LENGTH, 0, true, false } },
    { "1.1", "Content-Length: 5\r\n", { WF_BODY_LENGTH, 5, true, false } },
    { "1.1", "Content-Length: 00000000000000000000000000000005\r\n", { WF_BODY_LENGTH, 5, true, false } },
    { "1.1", "Content-Length: 9223372036854775807\r\n", { WF_BODY_LENGTH, INT64_MAX, true, false } },
    { "1.0", "Content-Length: 5\r\n", { WF_BODY_LENGTH, 5, false, false } },
    { "1.1", "Transfer-Encoding: chunked\r\n", { WF_BODY_CHUNKED, 0, true, false } },
    { "1.1", "Transfer-Encoding:\tChunked \r\n", { WF_BODY_CHUNKED, 0, true, false } },
    { "1.1", "Connection: close\r\n", { WF_BODY_NONE, 0, false, false } },
    { "1.1", "Connection: foo,CLOSE\r\n", { WF_BODY_NONE, 0, false, false } },
    { "1.1", "Connection: foo\r\nConnection: close\r\n", { WF_BODY_NONE, 0, false, false } },
    { "1.1", "Connection: keep-alive, close\r\n", { WF_BODY_NONE, 0, false, false } },
    { "1.1", "Connection: closed\r\n", { WF_BODY_NONE, 0, true, false } },
    { "1.1", "Connection: Content-Length\r\nContent-Length: 5\r\n", { WF_BODY_LENGTH, 5, true, false } },
    { "1.0", "Connection: keep-alive\r\n", { WF_BODY_NONE, 0, true, false } },
    { "1.0", "Connection: Keep-Alive\r\nConnection: close\r\n", { WF_BODY_NONE, 0, false, false } },
    { "1.1", "Expect: 100-continue\r\nContent-Length: 5\r\n", { WF_BODY_LENGTH, 5, true, true } },
    { "1.1", "Expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n", { WF_BODY_CHUNKED, 0, true, true } },
    { "1.1", "Expect: 100-continue\r\n", { WF_BODY_NONE, 0, true, false } },
    { "1.1", "Expect: 100-continue\r\nContent-Length: 0\r\n", { WF_BODY_LENGTH, 0, true, false } },
    { "1.0", "Expect: 100-continue\r\nContent-Length: 5\r\n", { WF_BODY_LENGTH, 5, false, false } },
    { "1.0", "Expect: something\r\n", { WF_BODY_NONE, 0, false, false } },
};

Test(framing, chooses)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        wf_framing got;
        wf_refusal refusal = { 0, NULL, 0 };
        const wf_framing *want = &good[i].want;
        cr_expect(choose(good[i].version, good[i].fields, &got, &refusal), "%s: %s", good[i].fields,
                  refusal.reason);
        cr_expect(got.kind == want->kind && got.length == want->length, "%s", good[i].fields);
        cr_expect_eq(got.keep_alive, want->keep_alive, "%s", good[i].fields);
        cr_expect_eq(got.expects_continue, want->expects_continue, "%s", good[i].fields);
    }
}

#define TE          "Transfer-Encoding: "
#define CL          "Content-Length: "
#define LENGTH_BIG  "Content-Length is over 2^63-1"
#define LENGTH_NONE "Content-Length is no number"
#define NOT_LAST    "chunked is not the last transfer coding"
#define NO_TOKEN    "Transfer-Encoding names a coding that is no token"
#define EMPTY       "Transfer-Encoding has an empty element"

static const struct {
    const char *version, *fields, *reason;
    int status;
    size_t position;
} bad[] = {
    { "1.1", CL "+5\r\n", LENGTH_NONE, 400, 0 },
    { "1.1", CL "5 5\r\n", LENGTH_NONE, 400, 1 },
    { "1.1", CL "5, 5\r\n", LENGTH_NONE, 400, 1 },
    { "1.1", CL "0x5\r\n", LENGTH_NONE, 400, 1 },
    { "1.1", CL "5\xa0\r\n", LENGTH_NONE, 400, 1 },
    { "1.0", CL "-5\r\n", LENGTH_NONE, 400, 0 },
    { "1.1", CL "\r\n", "Content-Length is empty", 400, 0 },
    { "1.1", CL "9223372036854775808\r\n", LENGTH_BIG, 400, 0 },
    { "1.1", CL "18446744073709551616\r\n", LENGTH_BIG, 400, 0 },
    { "1.1", CL "999999999999999999999999999999999999\r\n", LENGTH_BIG, 400, 0 },
    { "1.1", CL "5\r\n" CL "5\r\n", "Content-Length is repeated", 400, 0 },
    { "1.0", CL "5\r\ncontent-length: 6\r\n", "Content-Length is repeated", 400, 0 },
    { "1.1", CL "5\r\n" TE "chunked\r\n", "Content-Length and Transfer-Encoding exclude each other", 400, 0 },
    { "1.1", TE "identity\r\n" CL "x\r\n", "Content-Length and Transfer-Encoding exclude each other", 400,
      0 },
    { "1.1", TE "\r\n" CL "5\r\n", "Content-Length and Transfer-Encoding exclude each other", 400, 0 },
    { "1.0", TE "chunked\r\n", "HTTP/1.0 has no Transfer-Encoding", 400, 0 },
    { "1.0", CL "5\r\n" TE "chunked\r\n", "HTTP/1.0 has no Transfer-Encoding", 400, 0 },
    { "1.1", TE "gzip\r\n", NOT_LAST, 400, 0 },
    { "1.1", TE "identity\r\n", NOT_LAST, 400, 0 },
    { "1.1", TE "xchunked\r\n", NOT_LAST, 400, 0 },
    { "1.1", TE "chunked, gzip\r\n", NOT_LAST, 400, 8 },
    { "1.1", TE "chunked\r\n" TE "identity\r\n", NOT_LAST, 400, 0 },
    { "1.1", TE "chunked, chunked\r\n", "Transfer-Encoding names chunked twice", 400, 8 },
    { "1.1", TE "chunked\r\n" TE "Chunked\r\n", "Transfer-Encoding names chunked twice", 400, 0 },
    { "1.1", TE "\r\n", EMPTY, 400, 0 },
    { "1.1", TE "chunked,\r\n", EMPTY, 400, 8 },
    { "1.1", TE ", chunked\r\n", EMPTY, 400, 0 },
    { "1.1", TE "gzip,, chunked\r\n", EMPTY, 400, 5 },
    { "1.1", TE ";a=b, chunked\r\n", EMPTY, 400, 0 },
    { "1.1", TE "chunked\r\n" TE "\r\n", EMPTY, 400, 0 },
    { "1.1", TE "\"chunked\"\r\n", NO_TOKEN, 400, 0 },
    { "1.1", TE "chun ked\r\n", NO_TOKEN, 400, 0 },
    { "1.1", TE "chunked\xff\r\n", NO_TOKEN, 400, 0 },
    { "1.1", TE "a;b=\", chunked\"\r\n", NO_TOKEN, 400, 6 },
    { "1.1", TE "chunked;q=1\r\n", "chunked takes no parameters", 400, 0 },
    { "1.1", TE "chunked ;\r\n", "chunked takes no parameters", 400, 0 },
    { "1.1", TE "gzip, chunked\r\n", "only the transfer coding chunked is understood", 501, 0 },
    { "1.1", TE "gzip;a=\"b\" , chunked\r\n", "only the transfer coding chunked is understood", 501, 0 },
    { "1.1", TE "gzip\r\n" TE "chunked\r\n", "only the transfer coding chunked is understood", 501, 0 },
    { "1.1", "Expect: 200-ok\r\n", "the only expectation that can be met is 100-continue", 417, 0 },
    { "1.1", "Expect:\r\n", "the only expectation that can be met is 100-continue", 417, 0 },
    { "1.1", "Expect: 100-continue, x\r\n", "the only expectation that can be met is 100-continue", 417, 0 },
    { "1.1", "Expect: y 100-continue\r\n", "the only expectation that can be met is 100-continue", 417, 0 },
    { "1.1", "Expect: 100-continue\r\nExpect: x\r\n", "the only expectation that can be met is 100-continue",
      417, 0 },
    { "1.1", "Expect: x\r\n" CL "x\r\n", LENGTH_NONE, 400, 0 },
};

Test(framing, says_what_is_wrong_and_where)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wf_framing got;
        wf_refusal refusal = { 0, "", 0 };
        bool done = choose(bad[i].version, bad[i].fields, &got, &refusal);
        cr_expect(!done && refusal.status == bad[i].status && refusal.position == bad[i].position &&
                      strcmp(refusal.reason, bad[i].reason) == 0,
                  "%s: %d %s at %zu", bad[i].fields, refusal.status, refusal.reason, refusal.position);
    }
}
