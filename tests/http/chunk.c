#include "src/http/chunk.h"
#include "src/http/framing.h"
#include "src/http/target.h"
#include "tests/http/corpus.h"
#include "tests/http/request.h"
#include <criterion/criterion.h>

static const wf_chunk_limits roomy = { 64, 256, 8, 256 };

typedef struct reading {
    wf_chunk chunk;
    wf_chunk_result result;
    size_t used; /* bytes up to the end of the body, or to the byte that is wrong */
    size_t len;
    char data[4096];
} reading;

static void begin(reading *r)
{
    memset(r, 0, sizeof *r);
    wf_chunk_init(&r->chunk);
}

/* Feeds bytes[from, to) from a heap buffer of just that size. */
static void feed(reading *r, const wf_chunk_limits *limits, const char *bytes, size_t from, size_t to)
{
    char *copy = malloc(to - from + 1);
    memcpy(copy, bytes + from, to - from);
    const char *at = copy, *end = copy + (to - from), *last = at;
    weft_str piece;
    while ((r->result = wf_chunk_next(&r->chunk, limits, &at, end, &piece)) == WF_CHUNK_DATA) {
        cr_assert(piece.len > 0 && piece.ptr + piece.len == at && at <= end);
        memcpy(r->data + r->len, piece.ptr, piece.len);
        r->len += piece.len;
        last = at;
    }
    if (r->result == WF_CHUNK_MORE) cr_assert_eq(at, end);
    if (r->result == WF_CHUNK_BAD) cr_assert_eq(r->chunk.refusal.position, (size_t)(at - last));
    r->used = from + (size_t)(at - copy);
    free(copy);
}

static void expect_same(const reading *a, const reading *b, const char *text, size_t split)
{
    cr_assert_eq(a->result, b->result, "%s at %zu", text, split);
    cr_assert_eq(a->used, b->used, "%s at %zu", text, split);
    cr_assert(a->len == b->len && memcmp(a->data, b->data, a->len) == 0, "%s at %zu", text, split);
    cr_assert_eq(a->chunk.refusal.status, b->chunk.refusal.status, "%s at %zu", text, split);
    cr_assert_eq(a->chunk.refusal.reason, b->chunk.refusal.reason, "%s at %zu", text, split);
}

/* Whole, cut in two at every byte, and a byte at a time: all alike. */
static void read_every_way(reading *whole, const wf_chunk_limits *limits, const char *bytes, size_t len)
{
    reading other;
    begin(whole);
    feed(whole, limits, bytes, 0, len);
    for (size_t split = 0; split <= len; split++) {
        begin(&other);
        feed(&other, limits, bytes, 0, split);
        if (other.result == WF_CHUNK_MORE) feed(&other, limits, bytes, split, len);
        expect_same(whole, &other, bytes, split);
    }
    begin(&other);
    for (size_t at = 0; at < len && other.result <= WF_CHUNK_MORE; at++)
        feed(&other, limits, bytes, at, at + 1);
    expect_same(whole, &other, bytes, len);
}

static const struct {
    const char *bytes, *data;
    size_t behind; /* bytes that are not the body's */
} good[] = {
    { "0\r\n\r\n", "", 0 },
    { "5\r\nhello\r\n0\r\n\r\n", "hello", 0 },
    { "5\r\nhello\r\n0\r\n\r\nGET /", "hello", 5 },
    { "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello", 0 },
    { "a\r\n0123456789\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n",
      "0123456789abcdefghijklmnopqrstuvwxyz", 0 },
    { "00005\r\nhello\r\n000\r\n\r\n", "hello", 0 },
    { "4\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n", 0 },
    { "1;a\r\nx\r\n0;b\r\n\r\n", "x", 0 },
    { "1;a=b;c=\"d;\\\" \t\xff\";e\r\nx\r\n0\r\n\r\n", "x", 0 },
    { "1 ; a = b ;\tc\t= \"d\" ; e\r\nx\r\n0\r\n\r\n", "x", 0 },
    { "1;a=\"\"\r\nx\r\n0\r\n\r\n", "x", 0 },
    { "0\r\nA: b\r\n\r\n", "", 0 },
    { "0\r\nA:\r\nb:c\td\xff\r\n\r\n", "", 0 },
    { "0\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", "", 0 },
};

Test(chunk, reads_bodies)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        reading r;
        size_t len = strlen(good[i].bytes);
        read_every_way(&r, &roomy, good[i].bytes, len);
        cr_expect_eq(r.result, WF_CHUNK_END, "%s: %s", good[i].bytes, r.chunk.refusal.reason);
        cr_expect_eq(r.used, len - good[i].behind, "%s", good[i].bytes);
        cr_expect(r.len == strlen(good[i].data) && memcmp(r.data, good[i].data, r.len) == 0, "%s",
                  good[i].bytes);
    }
}

#define SIZE_BAD     "a chunk size is no hexadecimal number"
#define SIZE_BIG     "a chunk size is over 2^63-1"
#define EXTENSION    "a chunk extension is malformed"
#define BARE_LF      "a line feed stands without its carriage return"
#define BARE_CR      "a carriage return stands without its line feed"
#define DATA_END     "chunk data does not end where its size says"
#define TRAILER_BYTE "a trailer name holds a byte that no token may hold"
#define CONTROL      "a trailer value holds a control byte"

static const struct {
    const char *bytes;
    size_t position;
    const char *reason;
} bad[] = {
    { "\r\n", 0, SIZE_BAD },
    { "\n", 0, BARE_LF },
    { " 5", 0, SIZE_BAD },
    { ";a", 0, SIZE_BAD },
    { "+5", 0, SIZE_BAD },
    { "-1", 0, SIZE_BAD },
    { "g", 0, SIZE_BAD },
    { "\xb5", 0, SIZE_BAD },
    { "0x5", 1, SIZE_BAD },
    { "5g", 1, SIZE_BAD },
    { "5_0", 1, SIZE_BAD },
    { "5.", 1, SIZE_BAD },
    { "5,5", 1, SIZE_BAD },
    { "5\"", 1, SIZE_BAD },
    { "5\n", 1, BARE_LF },
    { "5\rh", 2, BARE_CR },
    { "5\r\r\n", 2, BARE_CR },
    { "8000000000000000", 15, SIZE_BIG },
    { "FFFFFFFFFFFFFFFF", 15, SIZE_BIG },
    { "00010000000000000005", 19, SIZE_BIG },
    { "5 \r\n", 2, EXTENSION },
    { "5\t5", 2, EXTENSION },
    { "5;\r\n", 2, EXTENSION },
    { "5; \r\n", 3, EXTENSION },
    { "5;;a", 2, EXTENSION },
    { "5;=b", 2, EXTENSION },
    { "5;\"a\"", 2, EXTENSION },
    { "5;a(", 3, EXTENSION },
    { "5;a b", 4, EXTENSION },
    { "5;a \r\n", 4, EXTENSION },
    { "5;a=\r\n", 4, EXTENSION },
    { "5;a=;", 4, EXTENSION },
    { "5;a=b=c", 5, EXTENSION },
    { "5;a=b c", 6, EXTENSION },
    { "5;a=b \r\n", 6, EXTENSION },
    { "5;a=\"b\"c", 7, EXTENSION },
    { "5;a=\"b\r\n\"", 6, EXTENSION },
    { "5;a=\"b\\\r", 7, EXTENSION },
    { "5;a=\"\x01", 5, EXTENSION },
    { "5;a=\"\x7f", 5, EXTENSION },
    { "5;a\xff", 3, EXTENSION },
    { "5;\nh", 2, BARE_LF },
    { "5;a=\"\n\"", 5, BARE_LF },
    { "5;a\rb", 4, BARE_CR },
    { "1\r\nxy", 4, DATA_END },
    { "1\r\nx0", 4, DATA_END },
    { "1\r\nx\n", 4, BARE_LF },
    { "1\r\nx\rx", 5, BARE_CR },
    { "0\n", 1, BARE_LF },
    { "0\r\n\n", 3, BARE_LF },
    { "0\r\n\rx", 4, BARE_CR },
    { "0\r\n A: b", 3, "a trailer line starts with white space" },
    { "0\r\nA: b\r\n\tc", 9, "a trailer line starts with white space" },
    { "0\r\n: b", 3, "a trailer name is empty" },
    { "0\r\nA : b", 4, "a trailer name is followed by white space" },
    { "0\r\nGET / HTTP", 6, "a trailer name is followed by white space" },
    { "0\r\nabc\r\n", 6, "a trailer line has no colon" },
    { "0\r\nA\n", 4, BARE_LF },
    { "0\r\n(", 3, TRAILER_BYTE },
    { "0\r\nA(", 4, TRAILER_BYTE },
    { "0\r\nA: \x01", 6, CONTROL },
    { "0\r\nA: b\n", 7, BARE_LF },
    { "0\r\nA: b\r\r", 8, BARE_CR },
};

Test(chunk, says_what_is_wrong_and_where)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reading r;
        read_every_way(&r, &roomy, bad[i].bytes, strlen(bad[i].bytes));
        cr_expect(r.result == WF_CHUNK_BAD && r.chunk.refusal.status == 400 && r.used == bad[i].position &&
                      strcmp(r.chunk.refusal.reason, bad[i].reason) == 0,
                  "%s: %d %s at %zu", bad[i].bytes, r.chunk.refusal.status,
                  r.chunk.refusal.reason ? r.chunk.refusal.reason : "", r.used);
    }
}

Test(chunk, nul_is_no_end)
{
    reading r;
    static const char size[] = "5\0\r\nhello\r\n", extension[] = "5;a\0b\r\n",
                      trailer[] = "0\r\nA: b\0\r\n\r\n";
    read_every_way(&r, &roomy, size, sizeof size - 1);
    cr_expect(r.result == WF_CHUNK_BAD && r.used == 1);
    read_every_way(&r, &roomy, extension, sizeof extension - 1);
    cr_expect(r.result == WF_CHUNK_BAD && r.used == 3);
    read_every_way(&r, &roomy, trailer, sizeof trailer - 1);
    cr_expect(r.result == WF_CHUNK_BAD && r.used == 7);
}

Test(chunk, the_greatest_size)
{
    reading r;
    begin(&r);
    feed(&r, &roomy, "7FFFFFFFFFFFFFFF\r\nab", 0, 20);
    cr_expect_eq(r.result, WF_CHUNK_MORE);
    cr_expect_eq(r.chunk.left, (uint64_t)INT64_MAX - 2);
}

static const struct {
    const char *bytes;
    wf_chunk_limits fits, over;
    int status;
    const char *reason;
} limits[] = {
    { "0000005\r\nhello\r\n0\r\n\r\n", { 7, 0, 0, 0 }, { 6, 0, 0, 0 }, 431, "a chunk-size line is too long" },
    { "5;abc\r\nhello\r\n0\r\n\r\n", { 5, 0, 0, 4 }, { 4, 0, 0, 4 }, 431, "a chunk-size line is too long" },
    { "1;ab\r\nx\r\n1;cd\r\ny\r\n0\r\n\r\n",
      { 4, 0, 0, 6 },
      { 4, 0, 0, 5 },
      413,
      "the chunk extensions are too long" },
    { "0;a=\"b\"\r\n\r\n", { 9, 0, 0, 6 }, { 9, 0, 0, 5 }, 413, "the chunk extensions are too long" },
    { "0\r\nA: b\r\nC: d\r\n\r\n", { 9, 12, 2, 0 }, { 9, 11, 2, 0 }, 431, "the trailers are too long" },
    { "0\r\nA: b\r\nC: d\r\n\r\n",
      { 9, 12, 2, 0 },
      { 9, 12, 1, 0 },
      431,
      "the request has too many trailers" },
    { "0\r\nA: b\r\n\r\n", { 9, 99, 1, 0 }, { 9, 99, 0, 0 }, 431, "the request has too many trailers" },
};

Test(chunk, limits_are_exact)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        reading r;
        read_every_way(&r, &limits[i].fits, limits[i].bytes, strlen(limits[i].bytes));
        cr_expect_eq(r.result, WF_CHUNK_END, "%s: %s", limits[i].bytes, r.chunk.refusal.reason);
        read_every_way(&r, &limits[i].over, limits[i].bytes, strlen(limits[i].bytes));
        cr_expect_eq(r.result, WF_CHUNK_BAD, "%s", limits[i].bytes);
        cr_expect_eq(r.chunk.refusal.status, limits[i].status, "%s", limits[i].bytes);
        cr_expect_str_eq(r.chunk.refusal.reason, limits[i].reason);
    }
}

Test(chunk, stays_as_it_ended)
{
    wf_chunk chunk;
    weft_str piece;
    const char *at = "0\r\n\r\nxyz", *end = at + 8;
    wf_chunk_init(&chunk);
    cr_expect_eq(wf_chunk_next(&chunk, &roomy, &at, end, &piece), WF_CHUNK_END);
    cr_expect_eq(wf_chunk_next(&chunk, &roomy, &at, end, &piece), WF_CHUNK_END);
    cr_expect_eq(end - at, 3);
    wf_chunk_init(&chunk);
    at = "xyz";
    cr_expect_eq(wf_chunk_next(&chunk, &roomy, &at, at + 3, &piece), WF_CHUNK_BAD);
    at = "0\r\n\r\n";
    cr_expect_eq(wf_chunk_next(&chunk, &roomy, &at, at + 5, &piece), WF_CHUNK_BAD);
}

/* ---- the corpus through head, target, framing and body ---- */

static int answer_to(const corpus_case *request_case, wf_refusal *refusal)
{
    static const wf_chunk_limits body_limits = { 4096, CORPUS_HEAD, CORPUS_FIELDS, 4096 };
    static const wf_head_limits head_limits = { CORPUS_HEAD, CORPUS_FIELDS };
    wf_field fields[CORPUS_FIELDS];
    wf_message msg = { .fields = fields };
    wf_framing framing;
    wf_head head;
    reading r = { .result = WF_CHUNK_END };
    char *bytes = padded_copy(request_case->bytes, request_case->len, 0);
    wf_head_init(&head);
    wf_result result = wf_head_parse(&head, &msg, &head_limits, bytes, request_case->len);
    *refusal = head.refusal;
    if (result == WF_DONE && wf_target_read(&msg, refusal) && wf_framing_choose(&msg, &framing, refusal) &&
        framing.kind == WF_BODY_CHUNKED) {
        read_every_way(&r, &body_limits, bytes + head.size, request_case->len - head.size);
        *refusal = r.chunk.refusal;
    }
    free(bytes);
    return result == WF_MORE || r.result == WF_CHUNK_MORE ? -1 : refusal->status;
}

Test(chunk, corpus_is_answered_as_it_says)
{
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        wf_refusal refusal;
        int status = answer_to(&corpus[i], &refusal);
        cr_expect_eq(status, corpus[i].status, "%s: %d %s", corpus[i].name, status,
                     refusal.reason ? refusal.reason : "");
    }
}
