#include "src/http/multipart.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* A body is read in pieces, each a copy of its exact size that is gone before the next one comes: ASan sees whoever
 * looks beyond a piece or back at one. What was told is written down: "name,filename,type=bytes;" for each part, then
 * "done", "more", or "status reason @position". */
enum { LOG_SIZE = 4096 };
typedef struct reading {
    wf_multipart multipart;
    weft_str body;
    char log[LOG_SIZE];
    size_t log_len;
} reading;

static void put(reading *r, weft_str text)
{
    cr_assert_lt(r->log_len + text.len, sizeof r->log);
    if (text.len) memcpy(r->log + r->log_len, text.ptr, text.len);
    r->log_len += text.len;
    r->log[r->log_len] = '\0';
}

static void put_event(reading *r, wf_multipart_event event)
{
    const wf_multipart *m = &r->multipart;
    char text[256];
    if (event == WF_MULTIPART_PART) {
        cr_assert_not_null(m->name.ptr);
        put(r, m->name);
        if (m->filename.ptr) put(r, weft_lit(",")), put(r, m->filename);
        if (m->type.ptr) put(r, weft_lit(",")), put(r, m->type);
        put(r, weft_lit("="));
    } else if (event == WF_MULTIPART_STOP) {
        cr_assert_leq(m->begin, m->end);
        cr_assert_leq(m->end, r->body.len);
        put(r, weft_str_of(r->body.ptr + m->begin, (size_t)(m->end - m->begin)));
        put(r, weft_lit(";"));
    } else if (event == WF_MULTIPART_DONE) {
        put(r, weft_lit("done"));
    } else if (event == WF_MULTIPART_BAD) {
        snprintf(text, sizeof text, "%u %s @%zu", m->refusal.status, m->refusal.reason, m->refusal.position);
        put(r, wf_str(text));
    }
}

/* Feeds the next `len` bytes; whether the reading goes on. */
static bool feed(reading *r, size_t len)
{
    char *piece = malloc(len);
    uint64_t begin = r->multipart.offset;
    if (len) memcpy(piece, r->body.ptr + begin, len);
    const char *at = piece;
    wf_multipart_event event;
    do {
        event = wf_multipart_next(&r->multipart, &at, piece + len);
        cr_assert_eq(r->multipart.offset - begin, (uint64_t)(at - piece),
                     "the offset counts what is used up");
        put_event(r, event);
    } while (event == WF_MULTIPART_PART || event == WF_MULTIPART_STOP);
    if (event == WF_MULTIPART_MORE)
        cr_assert_eq(at, piece + len);
    else
        cr_assert_eq(wf_multipart_next(&r->multipart, &at, piece + len), event, "the last word is the last");
    free(piece);
    return event == WF_MULTIPART_MORE;
}

static void start(reading *r, const char *content_type, weft_str body)
{
    wf_refusal refusal;
    cr_assert(wf_multipart_init(&r->multipart, wf_str(content_type), &refusal), "%s", content_type);
    r->body = body;
    r->log_len = 0;
    r->log[0] = '\0';
}

/* Pieces of `step` bytes; the log. */
static const char *read_in_steps(reading *r, const char *content_type, weft_str body, size_t step)
{
    start(r, content_type, body);
    bool more = true;
    for (size_t left = body.len; more && left > 0; left -= step < left ? step : left)
        more = feed(r, step < left ? step : left);
    if (more) put(r, weft_lit("more"));
    return r->log;
}

/* Pieces that end at `first` and `second`. */
static const char *read_cut(reading *r, const char *content_type, weft_str body, size_t first, size_t second)
{
    start(r, content_type, body);
    if (feed(r, first) && feed(r, second - first) && feed(r, body.len - second)) put(r, weft_lit("more"));
    return r->log;
}

static const char type_b[] = "multipart/form-data; boundary=b";

/* The log of `body`, whole, and the same however it is cut in two or three or into equal pieces. */
static void expect_log(const char *content_type, weft_str body, const char *log)
{
    static reading r;
    cr_assert_str_eq(read_in_steps(&r, content_type, body, body.len), log, "body: %s", body.ptr);
    for (size_t step = 1; step < 8; step++)
        cr_assert_str_eq(read_in_steps(&r, content_type, body, step), log, "step %zu: %s", step, body.ptr);
    for (size_t first = 0; first <= body.len; first++)
        for (size_t second = first; second <= body.len; second += body.len > 200 ? 13 : 1)
            if (strcmp(read_cut(&r, content_type, body, first, second), log) != 0)
                cr_assert_fail("cut at %zu and %zu: %s\nis not %s", first, second, r.log, log);
}

#define HEAD(params) "Content-Disposition: form-data; " params "\r\n\r\n"
#define A            "--b\r\n" HEAD("name=a") /* a part named a begins */
#define END          "\r\n--b--\r\n"

typedef struct body_case {
    weft_str body;
    const char *log;
} body_case;

static void expect_logs(const body_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) expect_log(type_b, cases[i].body, cases[i].log);
}
#define EXPECT_LOGS(cases) expect_logs(cases, sizeof(cases) / sizeof *(cases))

Test(multipart, parts_and_their_bytes)
{
    static const body_case cases[] = {
        { WEFT_LIT(A "1" END), "a=1;done" },
        { WEFT_LIT(A "" END), "a=;done" },
        { WEFT_LIT(A "1\r\n--b\r\n" HEAD("name=\"b c\"") "2" END), "a=1;b c=2;done" },
        { WEFT_LIT(A "1\r\n" A "2" END), "a=1;a=2;done" },
        { WEFT_LIT("--b\r\nContent-Type: a/b\r\n" HEAD("name=f; filename=f") "1\r\n" A "2" END),
          "f,f,a/b=1;a=2;done" },
        { WEFT_LIT(A "\r\n1\r\n" END), "a=\r\n1\r\n;done" },
        { WEFT_LIT(A "1\r\n--b--"), "a=1;done" },
        { WEFT_LIT(A "1\r\n--b--\r\nepilogue\r\n--b\r\nx"), "a=1;done" },
        { WEFT_LIT(A "1\r\n--b--epilogue"), "a=1;done" },
        { WEFT_LIT("--b--\r\n"), "done" },
        { WEFT_LIT("--b--"), "done" },
        { WEFT_LIT("\r\n--b--"), "done" },
        { WEFT_LIT("preamble\r\n" A "1" END), "a=1;done" },
        { WEFT_LIT("\r\n" A "1" END), "a=1;done" },
        { WEFT_LIT("\r\n\r\n" A "1" END), "a=1;done" },
        { WEFT_LIT("x--b\r\n\r\n--\r\n-b--\r\n--c\r\n" A "1" END), "a=1;done" },
        { WEFT_LIT("--b \t \r\n" HEAD("name=a") "1" END), "a=1;done" },
        /* the CRLF of the head's empty line is the delimiter's as well: a part without a body */
        { WEFT_LIT(A "--b--"), "a=;done" },
        { WEFT_LIT(A A "1" END), "a=;a=1;done" },
    };
    EXPECT_LOGS(cases);
}

Test(multipart, what_is_almost_a_boundary)
{
    static const body_case cases[] = {
        { WEFT_LIT(A "\r\n--c" END), "a=\r\n--c;done" },
        { WEFT_LIT(A "\r\n-b" END), "a=\r\n-b;done" },
        { WEFT_LIT(A "\r--b" END), "a=\r--b;done" },
        { WEFT_LIT(A "\n--b" END), "a=\n--b;done" },
        { WEFT_LIT(A "x--b--" END), "a=x--b--;done" },
        { WEFT_LIT(A "\r\n --b" END), "a=\r\n --b;done" },
        { WEFT_LIT(A "\r\n--B" END), "a=\r\n--B;done" },
        { WEFT_LIT(A "\r\r\n--b--"), "a=\r;done" },
        { WEFT_LIT(A "\r\n\r\n--b--"), "a=\r\n;done" },
        { WEFT_LIT(A "\r\n-\r\n--b--"), "a=\r\n-;done" },
        { WEFT_LIT(A "\r\n--\r\n--b--"), "a=\r\n--;done" },
        { WEFT_LIT(A "\r\n--\r--b" END), "a=\r\n--\r--b;done" },
        { WEFT_LIT(A "--c" END), "a=--c;done" },
        { WEFT_LIT(A "-\r\n--b--"), "a=-;done" },
        { WEFT_LIT(A "\n" END), "a=\n;done" },
    };
    EXPECT_LOGS(cases);
    static const char dashes[] = "multipart/form-data; boundary=----";
    expect_log(dashes, weft_lit("------\r\n" HEAD("name=a") "\r\n-----\r\n--------"), "a=\r\n-----;done");
    expect_log(dashes, weft_lit("-----\r\n------\r\n" HEAD("name=a") "-----\r\n--------"), "a=-----;done");
}

Test(multipart, a_body_that_ends_early)
{
    static const char whole[] = A "1\r\n--b--";
    static reading r;
    for (size_t len = 0; len < sizeof whole - 1; len++) {
        const char *log = read_in_steps(&r, type_b, weft_str_of(whole, len), len);
        bool in_part = len >= sizeof A - 1, stopped = len >= sizeof A - 1 + 6;
        cr_expect_str_eq(log, stopped ? "a=1;more" : in_part ? "a=more" : "more", "%zu bytes", len);
    }
}

Test(multipart, what_follows_a_boundary)
{
#define WRONG " a boundary is followed by something else @"
    static const body_case cases[] = {
        { WEFT_LIT("--bx"), "400" WRONG "3" },
        { WEFT_LIT("--b\n"), "400" WRONG "3" },
        { WEFT_LIT("--b\r\r\n"), "400" WRONG "4" },
        { WEFT_LIT("--b\rx"), "400" WRONG "4" },
        { WEFT_LIT("--b-x"), "400" WRONG "4" },
        { WEFT_LIT("--b-\r\n"), "400" WRONG "4" },
        { WEFT_LIT("--b --"), "400" WRONG "4" },
        { WEFT_LIT("--b \v"), "400" WRONG "4" },
        { WEFT_LIT("--b \n"), "400" WRONG "4" },
        { WEFT_LIT("--b-- "), "done" },
        { WEFT_LIT("preamble\r\n--bb"), "400" WRONG "13" },
        { WEFT_LIT(A "1\r\n--bx" END), "a=1;400" WRONG "53" },
        { WEFT_LIT(A "1\r\n--b:\r\n" END), "a=1;400" WRONG "53" },
    };
    EXPECT_LOGS(cases);
}

#define PART(head) "--b\r\n" head "\r\n\r\n1" END

Test(multipart, heads)
{
    static const body_case cases[] = {
        { WEFT_LIT(PART("content-disposition:form-data;name=a")), "a=1;done" },
        { WEFT_LIT(PART("CONTENT-DISPOSITION:\t FORM-DATA \t; \tNAME=a;\t")), "a=1;done" },
        { WEFT_LIT(PART("Content-Type: text/plain\r\nContent-Disposition: form-data; name=a")),
          "a,text/plain=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a\r\ncontent-type:")), "a,=1;done" },
        { WEFT_LIT(PART("X-Any: \xff\t \r\nContent-Disposition: form-data; name=a\r\nX-Any: 2\r\nX-Any:")),
          "a=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64")),
          "a=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; filename=f; name=a")), "a,f=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; size=3; name=a; x=\"y;name=b\"")), "a=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a; filename*=UTF-8''%2e%2e%2ff")), "a=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a; name*=UTF-8''b; filename=f")),
          "a,f=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a; filename=\"\"")), "a,=1;done" },
    };
    EXPECT_LOGS(cases);
}

Test(multipart, heads_that_are_refused)
{
    static const body_case cases[] = {
        { WEFT_LIT("--b\r\n\r\n1" END), "400 a part has no Content-Disposition @7" },
        { WEFT_LIT(PART("Content-Type: a/b")), "400 a part has no Content-Disposition @26" },
        { WEFT_LIT(PART("Content-Disposition: form-data")), "400 a part has no name @5" },
        { WEFT_LIT(PART("Content-Disposition: form-data; filename=f")), "400 a part has no name @5" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name*=a")), "400 a part has no name @5" },
        { WEFT_LIT(PART("Content-Disposition: attachment; name=a")),
          "400 a part's Content-Disposition is not form-data @5" },
        { WEFT_LIT(PART("Content-Disposition: form-dat; name=a")),
          "400 a part's Content-Disposition is not form-data @5" },
        { WEFT_LIT(PART("Content-Disposition:")), "400 a part's Content-Disposition is not form-data @5" },
        { WEFT_LIT(PART("Content-Disposition: ; name=a")),
          "400 a part's Content-Disposition is not form-data @5" },
        { WEFT_LIT(PART("Content-Disposition: form-data name=a")),
          "400 a part's Content-Disposition is not form-data @5" },
#define MALFORMED "400 a part's Content-Disposition is malformed @5"
        { WEFT_LIT(PART("Content-Disposition: form-data; name")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name =a")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name= a")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name='a b'")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=\"a")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=\"a\\\"")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=\"a\"b")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=\"a\"; x")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a, filename=f")), MALFORMED },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=\xc3\xa9")), MALFORMED },
#define TWICE "400 a part's Content-Disposition has a parameter twice @5"
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a; name=a")), TWICE },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a; NAME=b")), TWICE },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a; filename=f; filename=\"\"")), TWICE },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=a")),
          "400 a part has two Content-Dispositions @45" },
        { WEFT_LIT(PART("Content-Type:\r\ncontent-type: a/b")), "400 a part has two Content-Types @20" },
        { WEFT_LIT(PART("Content-Disposition: form-data;\r\n name=a")), "400 a part has no name @5" },
        { WEFT_LIT(PART("X: 1\r\n 2")), "400 a line of a part's head starts with white space @11" },
        { WEFT_LIT(PART("\tX: 1")), "400 a line of a part's head starts with white space @5" },
        { WEFT_LIT(PART("X")), "400 a line of a part's head has no colon @5" },
        { WEFT_LIT(PART("--b--")), "400 a line of a part's head has no colon @5" },
        { WEFT_LIT(PART(": 1")), "400 a field name in a part's head is no token @5" },
        { WEFT_LIT(PART("X : 1")), "400 a field name in a part's head is no token @5" },
        { WEFT_LIT(PART("X\xc3\xa9: 1")), "400 a field name in a part's head is no token @5" },
        { WEFT_LIT(PART("X\r: 1")), "400 a field name in a part's head is no token @5" },
#define CONTROL "400 a field value in a part's head holds a control byte @5"
        { WEFT_LIT(PART("X: \r1")), CONTROL },
        { WEFT_LIT(PART("X: 1\r")), CONTROL },
        { WEFT_LIT(PART("X: \0")), CONTROL },
        { WEFT_LIT(PART("X: \x7f")), CONTROL },
        { WEFT_LIT(PART("X: \x1f")), CONTROL },
#define BARE_FEED "400 a line feed in a part's head stands without its carriage return @"
        { WEFT_LIT(PART("X: 1\nY: 2")), BARE_FEED "5" },
        { WEFT_LIT(PART("X: 1\r\n\n")), BARE_FEED "11" },
        { WEFT_LIT("--b\r\n\n"), BARE_FEED "5" },
        { WEFT_LIT("--b\r\nContent-Disposition: form-data; name=a\n\n1\n--b--"), BARE_FEED "5" },
    };
    EXPECT_LOGS(cases);
}

#define NAMED(name) PART("Content-Disposition: form-data; name=\"" name "\"")
#define FILED(name) PART("Content-Disposition: form-data; name=a; filename=\"" name "\"")

Test(multipart, names_are_decoded_of_what_browsers_encode)
{
    static const body_case cases[] = {
        { WEFT_LIT(NAMED("")), "=1;done" },
        { WEFT_LIT(NAMED(" a ")), " a =1;done" },
        { WEFT_LIT(NAMED("a%22b")), "a\"b=1;done" },
        { WEFT_LIT(NAMED("%0D%0A")), "\r\n=1;done" },
        { WEFT_LIT(NAMED("%0d%0a%2F%25%41")), "%0d%0a%2F%25%41=1;done" },
        { WEFT_LIT(NAMED("%2522")), "%2522=1;done" },
        { WEFT_LIT(NAMED("%")), "%=1;done" },
        { WEFT_LIT(NAMED("%2")), "%2=1;done" },
        { WEFT_LIT(NAMED("%0")), "%0=1;done" },
        { WEFT_LIT(NAMED("%%22")), "%\"=1;done" },
        { WEFT_LIT(NAMED("a\\\"b")), "a\"b=1;done" },
        { WEFT_LIT(NAMED("a\\\\b")), "a\\b=1;done" },
        { WEFT_LIT(NAMED("a\\b")), "a\\b=1;done" },
        { WEFT_LIT(NAMED("a\\%22b")), "a\\\"b=1;done" },
        { WEFT_LIT(NAMED("\\\\%22")), "\\\"=1;done" },
        { WEFT_LIT(NAMED("%2\\\"2")), "%2\"2=1;done" },
        { WEFT_LIT(NAMED("a+b&c=d;")), "a+b&c=d;=1;done" },
        { WEFT_LIT(NAMED("caf\xc3\xa9")), "caf\xc3\xa9=1;done" },
        { WEFT_LIT(PART("Content-Disposition: form-data; name=a%22b")), "a%22b=1;done" },
#define NOT_TEXT "400 a part's name is not UTF-8 @5"
        { WEFT_LIT(NAMED("caf\xe9")), NOT_TEXT },
        { WEFT_LIT(NAMED("\xc0\xaf")), NOT_TEXT },
        { WEFT_LIT(NAMED("\xed\xa0\x80")), NOT_TEXT },
        { WEFT_LIT(NAMED("\xc3")), NOT_TEXT },
    };
    EXPECT_LOGS(cases);
}

Test(multipart, filenames_lose_their_folders)
{
    static const body_case cases[] = {
        { WEFT_LIT(FILED("f.txt")), "a,f.txt=1;done" },
        { WEFT_LIT(FILED("/etc/passwd")), "a,passwd=1;done" },
        { WEFT_LIT(FILED("../../f")), "a,f=1;done" },
        { WEFT_LIT(FILED("C:\\Users\\me\\f.txt")), "a,f.txt=1;done" },
        { WEFT_LIT(FILED("\\\\server\\share\\f.txt")), "a,f.txt=1;done" },
        { WEFT_LIT(FILED("..\\f")), "a,f=1;done" },
        { WEFT_LIT(FILED("a/b\\c/d")), "a,d=1;done" },
        { WEFT_LIT(FILED("a\\\\b")), "a,b=1;done" },
        { WEFT_LIT(FILED("folder/")), "a,=1;done" },
        { WEFT_LIT(FILED("/")), "a,=1;done" },
        { WEFT_LIT(FILED("...")), "a,...=1;done" },
        { WEFT_LIT(FILED(".htaccess")), "a,.htaccess=1;done" },
        { WEFT_LIT(FILED("a\\\"b%22")), "a,a\"b\"=1;done" },
        { WEFT_LIT(FILED("%2e%2e%2ff")), "a,%2e%2e%2ff=1;done" },
        { WEFT_LIT(FILED("\xe3\x81\xbb.txt")), "a,\xe3\x81\xbb.txt=1;done" },
        { WEFT_LIT(FILED("..")), "400 a part's filename is a folder @5" },
        { WEFT_LIT(FILED(".")), "400 a part's filename is a folder @5" },
        { WEFT_LIT(FILED("a/..")), "400 a part's filename is a folder @5" },
        { WEFT_LIT(FILED("a\\.")), "400 a part's filename is a folder @5" },
        { WEFT_LIT(FILED("caf\xe9")), "400 a part's filename is not UTF-8 @5" },
        { WEFT_LIT(FILED("\xe9/f")), "400 a part's filename is not UTF-8 @5" },
    };
    EXPECT_LOGS(cases);
}

Test(multipart, a_part_may_hold_any_byte)
{
    static reading r;
    char body[sizeof A + 256 + sizeof END] = A;
    for (size_t i = 0; i < 256; i++) body[sizeof A - 1 + i] = (char)i;
    memcpy(body + sizeof A - 1 + 256, END, sizeof END);
    weft_str whole = weft_str_of(body, sizeof A - 1 + 256 + sizeof END - 1);
    read_in_steps(&r, type_b, whole, whole.len);
    cr_expect_eq(r.multipart.begin, sizeof A - 1);
    cr_expect_eq(r.multipart.end, sizeof A - 1 + 256);
    cr_expect_eq(r.multipart.offset, whole.len - 2);
}

/* ---- where it starts ---- */

Test(multipart, boundaries)
{
#define M    "multipart/form-data; boundary="
#define B_70 "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567"
    const struct {
        const char *type, *delimiter, *reason;
        size_t position;
    } cases[] = {
        { M "b", "\r\n--b", NULL, 0 },
        { "MULTIPART/Form-Data;BOUNDARY=b", "\r\n--b", NULL, 0 },
        { "multipart/form-data; charset=utf-8; boundary=b; x=y;", "\r\n--b", NULL, 0 },
        { M "\"b c\"", "\r\n--b c", NULL, 0 },
        { M "\"'()+_,-./:=? x\"", "\r\n--'()+_,-./:=? x", NULL, 0 },
        { M "\"\\b\"", "\r\n--b", NULL, 0 },
        { M "----WebKitFormBoundary7MA4YWxkTrZu0gW", "\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW", NULL, 0 },
        { M B_70, "\r\n--" B_70, NULL, 0 },
        { NULL, NULL, "the body is not a multipart form", 0 },
        { "", NULL, "the body is not a multipart form", 0 },
        { "multipart/mixed; boundary=b", NULL, "the body is not a multipart form", 0 },
        { "multipart/form-datax; boundary=b", NULL, "the body is not a multipart form", 0 },
        { "multipart/form-data boundary=b", NULL, "the body is not a multipart form", 0 },
        { "application/x-www-form-urlencoded", NULL, "the body is not a multipart form", 0 },
        { "multipart/form-data, multipart/form-data; boundary=b", NULL, "the body is not a multipart form",
          0 },
        { "multipart/form-data", NULL, "the form's Content-Type has no boundary", 19 },
        { "multipart/form-data;", NULL, "the form's Content-Type has no boundary", 20 },
        { "multipart/form-data; charset=utf-8", NULL, "the form's Content-Type has no boundary", 34 },
        { "multipart/form-data; boundary*=b", NULL, "the form's Content-Type has no boundary", 32 },
        { M "a; boundary=a", NULL, "the form's Content-Type has two boundaries", 33 },
        { M "a; Boundary=b", NULL, "the form's Content-Type has two boundaries", 33 },
        { M, NULL, "the form's Content-Type has malformed parameters", 21 },
        { M "b c", NULL, "the form's Content-Type has malformed parameters", 32 },
        { M "b, x", NULL, "the form's Content-Type has malformed parameters", 31 },
        { M "b; x", NULL, "the form's Content-Type has malformed parameters", 33 },
        { M "a/b", NULL, "the form's Content-Type has malformed parameters", 31 },
        { M "\"b", NULL, "the form's Content-Type has malformed parameters", 21 },
        { "multipart/form-data; boundary =b", NULL, "the form's Content-Type has malformed parameters", 21 },
        { M "\"\"", NULL, "the form's boundary is malformed", 30 },
        { M "\"b \"", NULL, "the form's boundary is malformed", 30 },
        { M "\" \"", NULL, "the form's boundary is malformed", 30 },
        { M "b*", NULL, "the form's boundary is malformed", 30 },
        { M "\"b\t\"", NULL, "the form's boundary is malformed", 30 },
        { M "\"b\\\"\"", NULL, "the form's boundary is malformed", 30 },
        { M "\"\xc3\xa9\"", NULL, "the form's boundary is malformed", 30 },
        { M B_70 "8", NULL, "the form's boundary is malformed", 30 },
        { M "\"" B_70 "8\"", NULL, "the form's boundary is malformed", 30 },
        { M "\"\\" B_70 "\"", "\r\n--" B_70, NULL, 0 },
        { M "\"\\" B_70 "8\"", NULL, "the form's boundary is malformed", 30 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static wf_multipart multipart;
        wf_refusal refusal = { 0 };
        weft_str type = wf_str(cases[i].type);
        char *copy = type.ptr ? malloc(type.len) : NULL;
        if (copy) memcpy(copy, type.ptr, type.len);
        bool fine = wf_multipart_init(&multipart, weft_str_of(copy, type.len), &refusal);
        free(copy);
        cr_expect_eq(fine, !cases[i].reason, "case %zu: %s", i, cases[i].type);
        if (fine) {
            weft_str delimiter = weft_str_of(multipart.boundary, multipart.boundary_len);
            cr_expect(weft_str_eq(delimiter, wf_str(cases[i].delimiter)), "case %zu", i);
        } else {
            cr_expect_eq(refusal.status, 400);
            cr_expect_str_eq(refusal.reason, cases[i].reason, "case %zu: %s", i, cases[i].type);
            cr_expect_eq(refusal.position, cases[i].position, "case %zu: %zu", i, refusal.position);
        }
    }
}

Test(multipart, boundary_bytes)
{
    for (int byte = 1; byte < 256; byte++) {
        static wf_multipart multipart;
        wf_refusal refusal;
        char type[] = M "\"a?b\"";
        *strchr(type, '?') = (char)byte;
        bool fine = byte < 0x80 && strchr("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "'()+_,-./:=? \\",
                                          byte); /* the backslash only escapes what follows it */
        cr_expect_eq(wf_multipart_init(&multipart, wf_str(type), &refusal), fine, "byte %d", byte);
    }
}

/* ---- limits ---- */

/* A body of one part whose head is `size` bytes. */
static weft_str body_with_head(size_t size)
{
    static char body[3 * WF_MULTIPART_HEAD];
    static const char head[] = "Content-Disposition: form-data; name=a\r\nX: ";
    int len = sprintf(body, "--b\r\n%s", head);
    memset(body + len, 'x', size - sizeof head + 1 - 4);
    char *rest = body + len + size - sizeof head + 1 - 4;
    strcpy(rest, "\r\n\r\n1" END);
    return wf_str(body);
}

Test(multipart, a_head_may_be_as_long_as_the_limit)
{
    static const char too_long[] = "431 a part's head is too long @8197";
    const struct {
        size_t size;
        const char *log;
    } cases[] = {
        { 100, "a=1;done" },
        { WF_MULTIPART_HEAD - 1, "a=1;done" },
        { WF_MULTIPART_HEAD, "a=1;done" },
        { WF_MULTIPART_HEAD + 1, too_long },
        { WF_MULTIPART_HEAD + 2, too_long },
        { WF_MULTIPART_HEAD + 3, too_long },
        { 2 * WF_MULTIPART_HEAD, too_long },
    };
    static reading r;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str body = body_with_head(cases[i].size);
        cr_expect_str_eq(read_in_steps(&r, type_b, body, body.len), cases[i].log, "case %zu", i);
        cr_expect_str_eq(read_in_steps(&r, type_b, body, 1), cases[i].log, "case %zu", i);
        cr_expect_str_eq(read_in_steps(&r, type_b, body, 997), cases[i].log, "case %zu", i);
        for (size_t cut = 8190; cut < 8200 && cut < body.len; cut++)
            cr_expect_str_eq(read_cut(&r, type_b, body, cut, cut), cases[i].log, "case %zu at %zu", i, cut);
    }
}

/* The last line's CRLF is there, but no room for the empty line. */
Test(multipart, the_empty_line_counts_too)
{
    static reading r;
    weft_str body = body_with_head(WF_MULTIPART_HEAD + 2);
    cr_expect_eq(memcmp(body.ptr + 5 + WF_MULTIPART_HEAD - 2, "\r\n\r\n", 4), 0);
    cr_expect_str_eq(read_in_steps(&r, type_b, body, body.len), "431 a part's head is too long @8197");
}

Test(multipart, each_head_has_the_limit_for_itself)
{
    static reading r;
    static char body[3 * WF_MULTIPART_HEAD];
    weft_str one = body_with_head(WF_MULTIPART_HEAD);
    size_t part = one.len - sizeof "--b--\r\n" + 1;
    memcpy(body, one.ptr, part);
    memcpy(body + part, one.ptr, one.len);
    cr_expect_str_eq(read_in_steps(&r, type_b, weft_str_of(body, part + one.len), 4096), "a=1;a=1;done");
}

/* The outcome of `count` empty parts, and how many were told of. */
static wf_multipart_event read_parts(wf_multipart *multipart, size_t count, size_t *parts)
{
    static const char part[] = A "\r\n", close[] = "--b--";
    wf_refusal refusal;
    wf_multipart_event event = WF_MULTIPART_MORE;
    cr_assert(wf_multipart_init(multipart, wf_str(type_b), &refusal));
    *parts = 0;
    for (size_t i = 0; i <= count && event == WF_MULTIPART_MORE; i++) {
        const char *at = i < count ? part : close, *end = at + strlen(at);
        while (event = wf_multipart_next(multipart, &at, end),
               event == WF_MULTIPART_PART || event == WF_MULTIPART_STOP)
            *parts += event == WF_MULTIPART_PART;
    }
    return event;
}

Test(multipart, as_many_parts_as_the_limit)
{
    static wf_multipart multipart;
    size_t parts;
    cr_expect_eq(read_parts(&multipart, WF_MULTIPART_PARTS, &parts), WF_MULTIPART_DONE);
    cr_expect_eq(parts, WF_MULTIPART_PARTS);
    cr_expect_eq(read_parts(&multipart, WF_MULTIPART_PARTS + 1, &parts), WF_MULTIPART_BAD);
    cr_expect_eq(parts, WF_MULTIPART_PARTS);
    cr_expect_eq(multipart.refusal.status, 413);
    cr_expect_str_eq(multipart.refusal.reason, "the form has too many parts");
}

/* ---- against a reader that is simple and slow ---- */

static uint32_t seed = 1;
static uint32_t pick(uint32_t bound)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % bound;
}

static weft_str from(weft_str body, size_t at) { return weft_str_of(body.ptr + at, body.len - at); }

/* Behind the next delimiter at or after `at`, whose CRLF may be the two bytes before; 0 when there is none. */
static size_t naive_delimiter(weft_str body, size_t at, weft_str dashes, size_t *begin)
{
    for (size_t i = at; i < body.len; i++) {
        bool line = i == at || (i >= at + 2 && memcmp(body.ptr + i - 2, "\r\n", 2) == 0);
        if (!line || !wf_str_starts(from(body, i), dashes)) continue;
        *begin = i == at ? at : i - 2;
        return i + dashes.len;
    }
    return 0;
}

/* Only knows heads that are the one of A; all others are "bad". */
static void naive_log(weft_str body, weft_str dashes, char *log)
{
    static const weft_str head = WEFT_LIT(HEAD("name=a"));
    size_t begin, at = naive_delimiter(body, 0, dashes, &begin);
    *log = '\0';
    for (;;) {
        if (at == 0) break;
        if (wf_str_starts(from(body, at), weft_lit("--"))) {
            strcat(log, "done");
            return;
        }
        while (at < body.len && (body.ptr[at] == ' ' || body.ptr[at] == '\t')) at++;
        if (!wf_str_starts(from(body, at), weft_lit("\r\n"))) break;
        if (!wf_str_starts(from(body, at + 2), head)) break;
        size_t data = at + 2 + head.len;
        at = naive_delimiter(body, data, dashes, &begin);
        strcat(log, "a=");
        if (at == 0) break;
        strncat(log, body.ptr + data, begin - data);
        strcat(log, ";");
    }
    strcat(log, "?"); /* more or bad: what it is, the naive reader does not know */
}

Test(multipart, agrees_with_a_naive_reader)
{
    static const char *const boundaries[] = { "b", "--", "-b-", "b--b", "bb" };
    static reading r;
    static char body[4096], type[64], dashes[16], log[LOG_SIZE];
    size_t done = 0;
    for (int round = 0; round < 60000; round++) {
        const char *boundary = boundaries[pick(5)];
        snprintf(type, sizeof type, M "%s", boundary);
        snprintf(dashes, sizeof dashes, "--%s", boundary);
        const char *const pieces[] = { "\r\n", "\r", "\n", "-", "--", "b", dashes, "x", " ", HEAD("name=a") };
        *body = '\0';
        for (uint32_t parts = pick(4); parts > 0; parts--) {
            for (uint32_t n = pick(6); n > 0; n--) strcat(body, pieces[pick(9)]);
            strcat(strcat(strcat(strcat(body, "\r\n"), dashes), pick(8) ? "\r\n" : " \r\n"), pieces[9]);
        }
        for (uint32_t n = pick(6); n > 0; n--) strcat(body, pieces[pick(10)]);
        if (pick(4)) strcat(strcat(strcat(body, "\r\n"), dashes), "--");
        naive_log(wf_str(body), wf_str(dashes), log);
        read_in_steps(&r, type, wf_str(body), pick(3) ? strlen(body) : 1 + pick(9));
        size_t sure = strcspn(log, "?");
        cr_assert_eq(strncmp(r.log, log, sure), 0, "%s\nours  %s\nnaive %s", body, r.log, log);
        bool ended = strcmp(r.log + sure, "more") == 0 || strncmp(r.log + sure, "4", 1) == 0;
        cr_assert(log[sure] ? ended : !r.log[sure], "%s\nours  %s\nnaive %s", body, r.log, log);
        done += log[sure] == '\0';
    }
    cr_expect_gt(done, 10000, "too few whole forms to mean anything: %zu", done);
}

/* ---- linear time ---- */

#ifdef WEFT_DEBUG
/* A body of about `size` bytes: `begin`, then `again` over and over. */
static weft_str repeat(const char *begin, const char *again, size_t size)
{
    char *body = malloc(size + strlen(begin) + strlen(again) + 1);
    size_t len = strlen(strcpy(body, begin)), step = strlen(again);
    for (; len < size; len += step) memcpy(body + len, again, step);
    return weft_str_of(body, len);
}

/* Bytes looked at for each that was fed, in hundredths. */
static uint64_t work_of(weft_str body, const char *type, size_t step)
{
    static wf_multipart multipart;
    wf_refusal refusal;
    cr_assert(wf_multipart_init(&multipart, wf_str(type), &refusal));
    for (size_t fed = 0; fed < body.len; fed += step) {
        const char *at = body.ptr + fed, *end = fed + step < body.len ? at + step : body.ptr + body.len;
        while (at < end && wf_multipart_next(&multipart, &at, end) < WF_MULTIPART_DONE) continue;
        if (at < end) break;
    }
    cr_expect_gt(multipart.offset, body.len / 2, "it stopped early");
    return multipart.work * 100 / multipart.offset;
}

Test(multipart, looks_at_every_byte_at_most_twice)
{
    static const char type[] = M "\"" B_70 "\"";
    static const char open[] = "--" B_70 "\r\n" HEAD("name=a");
    static const struct {
        const char *begin, *again;
    } cases[] = {
        { "", "\r" },
        { "", "\r\n" },
        { "", "-" },
        { open, "\r" },
        { open, "\r\n" },
        { open, "\r\n--" },
        { open, "\r\n-\r\n--" },
        { open, "\r\n--0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456" },
        { open, "\r\r\r\n--0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456\r" },
        { open, "\n--" B_70 },
        { open, "x" },
        { "", "--" B_70 "\r\n" HEAD("name=a; filename=\"\\\"\\\\%22%0D%0A/\\\"\"") },
        { "",
          "--" B_70 "\r\n" HEAD("name=a;;;;;;;;; a=b; a=b; a=b; a=b; a=b; a=b; a=b; a=b; a=b; a=b; a=b") },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t step = 1; step < 100000; step *= 7)
            for (size_t size = 10000; size <= 160000; size *= 16) {
                weft_str body = repeat(cases[i].begin, cases[i].again, size);
                uint64_t work = work_of(body, type, step);
                cr_expect_leq(work, 200, "case %zu, %zu bytes by %zu: %lu", i, size, step,
                              (unsigned long)work);
                free((void *)(uintptr_t)body.ptr);
            }
}
#endif
