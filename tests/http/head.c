#include "src/http/head.h"
#include "tests/http/corpus.h"
#include "tests/http/request.h"
#include <criterion/criterion.h>
#include <stdio.h>

/* ---- one parse, whatever way it is fed, and the comparison of two ---- */

typedef struct outcome {
    const char *base;
    wf_result result;
    wf_head head;
    wf_message msg;
    wf_field fields[FIELDS_MAX];
} outcome;

static const wf_head_limits corpus_limits = { CORPUS_HEAD, CORPUS_FIELDS };

static void begin(outcome *out, const char *base)
{
    memset(out, 0xEE, sizeof *out);
    out->base = base;
    out->msg.fields = out->fields;
    wf_head_init(&out->head);
}

static void feed(outcome *out, int variant, const wf_head_limits *limits, size_t len)
{
    out->result = wf_head_parse_by(variant, &out->head, &out->msg, limits, out->base, len);
}

static bool same_span(const outcome *a, weft_str x, const outcome *b, weft_str y)
{
    if (!x.ptr || !y.ptr) return !x.ptr && !y.ptr;
    return x.ptr - a->base == y.ptr - b->base && x.len == y.len;
}

static bool same_outcome(const outcome *a, const outcome *b)
{
    const wf_message *x = &a->msg, *y = &b->msg;
    if (a->result != b->result) return false;
    if (a->result == WF_DONE && a->head.size != b->head.size) return false;
    const wf_refusal *p = &a->head.refusal, *q = &b->head.refusal;
    if (p->status != q->status || p->reason != q->reason || p->position != q->position) return false;
    if (x->method != y->method || x->minor != y->minor || x->seen != y->seen || x->repeated != y->repeated)
        return false;
    if (!same_span(a, x->method_text, b, y->method_text) || !same_span(a, x->target, b, y->target))
        return false;
    if (x->fields_count != y->fields_count) return false;
    for (uint32_t i = 0; i < x->fields_count; i++) {
        const wf_field *f = &x->fields[i], *g = &y->fields[i];
        if (f->id != g->id || !same_span(a, f->name, b, g->name) || !same_span(a, f->value, b, g->value))
            return false;
    }
    return true;
}

static void expect_same(const outcome *a, const outcome *b, const char *name, int variant, size_t detail)
{
    cr_assert(same_outcome(a, b), "%s, %s (%zu): %d %d \"%s\" at %zu is not %d %d \"%s\" at %zu", name,
              wf_head_variant(variant), detail, a->result, a->head.refusal.status,
              a->head.refusal.reason ? a->head.refusal.reason : "", a->head.refusal.position, b->result,
              b->head.refusal.status, b->head.refusal.reason ? b->head.refusal.reason : "",
              b->head.refusal.position);
}

/* ---- what is refused, why and where ---- */

typedef struct refused {
    const char *bytes;
    int status;
    size_t position;
    const char *reason;
} refused;

#define GET "GET / HTTP/1.1\r\n"

static const refused refusals[] = {
    { "\n", 400, 0, "a line feed stands without its carriage return" },
    { "\r\n\n", 400, 2, "a line feed stands without its carriage return" },
    { "\rG", 400, 0, "a carriage return stands without its line feed" },
    { "\r\n\r\r", 400, 2, "a carriage return stands without its line feed" },
    { " ", 400, 0, "the request line starts with a space" },
    { "\r\n ", 400, 2, "the request line starts with a space" },
    { "GET\n", 400, 3, "a line feed stands without its carriage return" },
    { "HELLO\r", 400, 5, "the request line ends after its method" },
    { "G(", 400, 1, "the method holds a byte that no token may hold" },
    { "\t", 400, 0, "the method holds a byte that no token may hold" },
    { "\x80", 400, 0, "the method holds a byte that no token may hold" },
    { "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG", 501, 32, "the method is longer than any that is known" },
    { "GET  ", 400, 4, "the request target is empty" },
    { "GET /\n", 400, 5, "a line feed stands without its carriage return" },
    { "GET /\r", 400, 5, "the request line ends without a version" },
    { "GET \r", 400, 4, "the request line ends without a version" },
    { "GET /\t", 400, 5, "the request target holds a control byte" },
    { "GET /a\x7f", 400, 6, "the request target holds a control byte" },
    { "GET /\xc3", 400, 5, "the request target holds a byte that is not ASCII" },
    { "GET / h", 400, 6, "the version is not of the form HTTP/1.1" },
    { "GET /  ", 400, 6, "the version is not of the form HTTP/1.1" },
    { "GET / HTTP/x", 400, 11, "the version is not of the form HTTP/1.1" },
    { "GET / HTTP/1.\r", 400, 13, "the version is not of the form HTTP/1.1" },
    { "GET / HTTP\n", 400, 10, "a line feed stands without its carriage return" },
    { "GET / HTTP/1.1\n", 400, 14, "a line feed stands without its carriage return" },
    { "GET / HTTP/1.1 ", 400, 14, "the version is not the end of the request line" },
    { "GET / HTTP/1.10", 400, 14, "the version is not the end of the request line" },
    { "GET / HTTP/1.1\rH", 400, 14, "a carriage return stands without its line feed" },
    { "GET / HTTP/1.2\r\n", 505, 6, "the version is neither HTTP/1.0 nor HTTP/1.1" },
    { "GET / HTTP/2.0\r\n", 505, 6, "the version is neither HTTP/1.0 nor HTTP/1.1" },
    { GET "\n", 400, 16, "a line feed stands without its carriage return" },
    { GET "\r\r", 400, 16, "a carriage return stands without its line feed" },
    { GET " ", 400, 16, "a field line starts with white space" },
    { GET "A: b\r\n\t", 400, 22, "a field line starts with white space" },
    { GET ":", 400, 16, "a field name is empty" },
    { GET "A ", 400, 17, "a field name is followed by white space" },
    { GET "A\t", 400, 17, "a field name is followed by white space" },
    { GET "Abc\r", 400, 19, "a field line has no colon" },
    { GET "Abc\n", 400, 19, "a line feed stands without its carriage return" },
    { GET "A(", 400, 17, "a field name holds a byte that no token may hold" },
    { GET "\x80", 400, 16, "a field name holds a byte that no token may hold" },
    { GET "A: b\n", 400, 20, "a line feed stands without its carriage return" },
    { GET "A: b\rc", 400, 20, "a carriage return stands without its line feed" },
    { GET "A: \x01", 400, 19, "a field value holds a control byte" },
    { GET "A: b\x7f", 400, 20, "a field value holds a control byte" },
};

Test(head, says_what_is_wrong_and_where)
{
    for (int variant = 0; wf_head_variant(variant); variant++) {
        for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
            const refused *want = &refusals[i];
            size_t len = strlen(want->bytes);
            char *bytes = padded_copy(want->bytes, len, 'a');
            outcome out;
            begin(&out, bytes);
            feed(&out, variant, &corpus_limits, len);
            const wf_refusal *got = &out.head.refusal;
            cr_expect(out.result == WF_BAD && got->status == want->status &&
                          got->position == want->position && strcmp(got->reason, want->reason) == 0,
                      "%s: \"%s\": %d %d \"%s\" at %zu", wf_head_variant(variant), want->bytes, out.result,
                      got->status, got->reason ? got->reason : "", got->position);
            free(bytes);
        }
    }
}

/* A refusal comes with the byte that it points at, or for a carriage return that ends nothing with the next. */
Test(head, refuses_as_soon_as_the_bytes_allow)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        size_t len = strlen(refusals[i].bytes);
        char *bytes = padded_copy(refusals[i].bytes, len - 1, '\n');
        outcome out;
        begin(&out, bytes);
        feed(&out, 0, &corpus_limits, len - 1);
        cr_expect_eq(out.result, WF_MORE, "\"%s\" was refused too early", refusals[i].bytes);
        free(bytes);
    }
}

Test(head, limits_are_exact)
{
    static const char text[] = "\r\nGET /abc HTTP/1.1\r\nA: b\r\nC: d\r\n\r\n";
    size_t len = sizeof text - 1, line_end = 2 + sizeof "GET /abc HTTP/1.1\r\n" - 1;
    char *bytes = padded_copy(text, len, 'x');
    for (int variant = 0; wf_head_variant(variant); variant++) {
        for (uint32_t limit = 0; limit <= len + 1; limit++) {
            outcome out;
            begin(&out, bytes);
            feed(&out, variant, &(wf_head_limits){ limit, 2 }, len);
            int status = limit >= len ? 0 : limit > 2 && limit < line_end ? 414 : 431;
            cr_expect_eq(out.result, status ? WF_BAD : WF_DONE, "limit %u", limit);
            cr_expect_eq(out.head.refusal.status, status, "limit %u", limit);
            if (status) cr_expect_eq(out.head.refusal.position, limit);
        }
        for (uint32_t fields = 0; fields <= 2; fields++) {
            outcome out;
            begin(&out, bytes);
            feed(&out, variant, &(wf_head_limits){ 999, fields }, len);
            cr_expect_eq(out.head.refusal.status, fields < 2 ? 431 : 0);
            cr_expect_eq(out.msg.fields_count, fields);
            if (fields < 2) cr_expect_eq(out.head.refusal.position, line_end + 6 * fields);
        }
    }
    free(bytes);
}

/* With no room left for a field, what would be wrong with its first byte is still said. */
Test(head, syntax_goes_before_the_field_limit)
{
    request req;
    parse_request(&req, GET "\n", sizeof GET);
    cr_expect_eq(req.head.refusal.status, 400);
    drop_request(&req);
}

/* ---- what is read ---- */

static void expect_text(weft_str got, const char *want)
{
    cr_expect(weft_str_eq(got, weft_str_of(want, strlen(want))), "\"%.*s\" is not \"%s\"", (int)got.len,
              got.ptr, want);
}

Test(head, reads_a_request)
{
    static const char text[] =
        "\r\nPOST /a/b?c=%20 HTTP/1.0\r\nHost: t\r\nX-Thing:\t a b \t\r\nAccept:\r\nACCEPT: x\r\n\r\nbody";
    for (int variant = 0; wf_head_variant(variant); variant++) {
        outcome out;
        char *bytes = padded_copy(text, sizeof text - 1, 0);
        begin(&out, bytes);
        feed(&out, variant, &corpus_limits, sizeof text - 1);
        cr_assert_eq(out.result, WF_DONE);
        cr_expect_eq(out.head.size, sizeof text - 1 - 4);
        cr_expect_eq(out.msg.method, WEFT_POST);
        cr_expect_eq(out.msg.minor, 0);
        expect_text(out.msg.method_text, "POST");
        expect_text(out.msg.target, "/a/b?c=%20");
        cr_assert_eq(out.msg.fields_count, 4);
        expect_text(out.msg.fields[0].name, "Host");
        expect_text(out.msg.fields[0].value, "t");
        expect_text(out.msg.fields[1].name, "X-Thing");
        expect_text(out.msg.fields[1].value, "a b");
        expect_text(out.msg.fields[2].value, "");
        expect_text(out.msg.fields[3].name, "ACCEPT");
        cr_expect_eq(out.msg.fields[0].id, WF_FIELD_HOST);
        cr_expect_eq(out.msg.fields[1].id, WF_FIELD_OTHER);
        cr_expect_eq(out.msg.fields[3].id, WF_FIELD_ACCEPT);
        cr_expect_eq(out.msg.seen, (uint64_t)1 << WF_FIELD_HOST | (uint64_t)1 << WF_FIELD_ACCEPT);
        cr_expect_eq(out.msg.repeated, (uint64_t)1 << WF_FIELD_ACCEPT);
        cr_expect_null(out.msg.scheme.ptr);
        cr_expect_null(out.msg.query.ptr);
        free(bytes);
    }
}

Test(head, knows_the_methods)
{
    static const struct {
        const char *text;
        int method;
    } methods[] = {
        { "GET", WEFT_GET },          { "HEAD", WEFT_HEAD },
        { "POST", WEFT_POST },        { "PUT", WEFT_PUT },
        { "PATCH", WEFT_PATCH },      { "DELETE", WEFT_DELETE },
        { "OPTIONS", WEFT_OPTIONS },  { "CONNECT", WF_METHOD_CONNECT },
        { "TRACE", WF_METHOD_OTHER }, { "get", WF_METHOD_OTHER },
        { "GETS", WF_METHOD_OTHER },  { "X", WF_METHOD_OTHER },
    };
    for (int variant = 0; wf_head_variant(variant); variant++) {
        for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
            char text[64];
            int len = snprintf(text, sizeof text, "%s / HTTP/1.1\r\n\r\n", methods[i].text);
            outcome out;
            char *bytes = padded_copy(text, (size_t)len, 0);
            begin(&out, bytes);
            feed(&out, variant, &corpus_limits, (size_t)len);
            cr_expect_eq(out.result, WF_DONE);
            cr_expect_eq(out.msg.method, methods[i].method, "%s", methods[i].text);
            expect_text(out.msg.method_text, methods[i].text);
            free(bytes);
        }
    }
}

/* A known name as it is, in capitals, one letter longer at either end, one shorter, with a space behind it. */
static size_t put_name_form(char *out, size_t room, weft_str name, int form)
{
    size_t at = (size_t)snprintf(out, room, "%s%s%.*s%s: v\r\n\r\n", GET, form == 2 ? "x" : "",
                                 (int)name.len - (form == 4), name.ptr,
                                 form == 3   ? "x"
                                 : form == 5 ? " "
                                             : "");
    for (char *letter = out + sizeof GET - 1; form == 1 && *letter != ':'; letter++)
        if (*letter >= 'a' && *letter <= 'z') *letter = (char)(*letter - 0x20);
    return at;
}

Test(head, knows_every_name_by_every_variant)
{
    for (int id = 1; id < WF_FIELD_COUNT; id++) {
        for (int form = 0; form < 6; form++) {
            char text[128];
            size_t len = put_name_form(text, sizeof text, wf_field_name((wf_field_id)id), form);
            char *bytes = padded_copy(text, len, 0);
            outcome want, got;
            begin(&want, bytes);
            feed(&want, 0, &corpus_limits, len);
            if (form < 2) cr_expect_eq(want.msg.fields[0].id, (wf_field_id)id);
            for (int variant = 1; wf_head_variant(variant); variant++) {
                begin(&got, bytes);
                feed(&got, variant, &corpus_limits, len);
                expect_same(&got, &want, text, variant, (size_t)form);
            }
            free(bytes);
        }
    }
}

/* ---- the variants against the scalar parser ---- */

Test(head, corpus_is_answered_as_it_says)
{
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        char *bytes = padded_copy(corpus[i].bytes, corpus[i].len, 0);
        outcome out;
        begin(&out, bytes);
        feed(&out, 0, &corpus_limits, corpus[i].len);
        bool framed_later = out.result == WF_DONE; /* the rest is for target, framing and chunk */
        cr_expect(framed_later || out.head.refusal.status == corpus[i].status, "%s: %d", corpus[i].name,
                  out.head.refusal.status);
        cr_expect_neq(out.result, WF_MORE, "%s", corpus[i].name);
        free(bytes);
    }
}

Test(head, default_is_the_last_variant)
{
    int last = 0;
    while (wf_head_variant(last + 1)) last++;
    cr_expect_str_eq(wf_head_variant(0), "scalar");
    cr_expect_null(wf_head_variant(-1));
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        char *bytes = padded_copy(corpus[i].bytes, corpus[i].len, 0);
        outcome a, b;
        begin(&a, bytes);
        feed(&a, last, &corpus_limits, corpus[i].len);
        begin(&b, bytes);
        b.result = wf_head_parse(&b.head, &b.msg, &corpus_limits, bytes, corpus[i].len);
        expect_same(&b, &a, corpus[i].name, last, 0);
        free(bytes);
    }
}

Test(head, any_alignment_and_any_padding)
{
    static const int garbage[] = { 0, 0xFF, '\r', '\n', ':', ' ', 'a', '\t' };
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        size_t len = corpus[i].len;
        outcome want, got;
        begin(&want, corpus[i].bytes);
        feed(&want, 0, &corpus_limits, len);
        for (int variant = 0; wf_head_variant(variant); variant++) {
            for (size_t shift = 0; shift < 64; shift++) {
                char *memory = aligned_alloc(64, (64 + len + WF_HEAD_PADDING + 63) / 64 * 64);
                memcpy(memory + shift, corpus[i].bytes, len);
                memset(memory + shift + len, garbage[shift % 8], WF_HEAD_PADDING);
                begin(&got, memory + shift);
                feed(&got, variant, &corpus_limits, len);
                expect_same(&got, &want, corpus[i].name, variant, shift);
                free(memory);
            }
        }
    }
}

/* The padding holds what would complete the request: none of it may count. */
Test(head, every_prefix_waits_or_refuses_alike)
{
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        for (size_t len = 0; len <= corpus[i].len; len++) {
            char *bytes = padded_copy(corpus[i].bytes, len, 0);
            size_t rest = corpus[i].len - len;
            memcpy(bytes + len, corpus[i].bytes + len, rest < WF_HEAD_PADDING ? rest : WF_HEAD_PADDING);
            outcome want, got;
            begin(&want, bytes);
            feed(&want, 0, &corpus_limits, len);
            for (int variant = 1; wf_head_variant(variant); variant++) {
                begin(&got, bytes);
                feed(&got, variant, &corpus_limits, len);
                expect_same(&got, &want, corpus[i].name, variant, len);
            }
            free(bytes);
        }
    }
}

Test(head, every_split_gives_the_same)
{
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        size_t len = corpus[i].len;
        char *bytes = padded_copy(corpus[i].bytes, len, '\n');
        outcome want, got;
        begin(&want, bytes);
        feed(&want, 0, &corpus_limits, len);
        for (int variant = 0; wf_head_variant(variant); variant++) {
            for (size_t split = 0; split <= len; split++) {
                begin(&got, bytes);
                feed(&got, variant, &corpus_limits, split);
                if (got.result == WF_MORE) feed(&got, variant, &corpus_limits, len);
                expect_same(&got, &want, corpus[i].name, variant, split);
            }
        }
        free(bytes);
    }
}

/* And nothing is read twice: a parse that waits has come to the last byte, or to a carriage return there. */
Test(head, one_byte_at_a_time)
{
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        size_t len = corpus[i].len;
        char *bytes = padded_copy(corpus[i].bytes, len, '\n');
        outcome want, got;
        begin(&want, bytes);
        feed(&want, 0, &corpus_limits, len);
        for (int variant = 0; wf_head_variant(variant); variant++) {
            begin(&got, bytes);
            got.result = WF_MORE;
            for (size_t fed = 0; fed <= len && got.result == WF_MORE; fed++) {
                feed(&got, variant, &corpus_limits, fed);
                if (got.result == WF_MORE)
                    cr_expect(got.head.at + 1 >= fed, "%s at %zu", corpus[i].name, fed);
            }
            expect_same(&got, &want, corpus[i].name, variant, 1);
        }
        free(bytes);
    }
}

/* ---- mutations: deterministic, so that a failure comes back ---- */

static uint64_t state = 0x9E3779B97F4A7C15u;

static size_t below(size_t count)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)((state >> 11) % count);
}

static size_t mutate(char *bytes, size_t len, size_t room)
{
    static const char telling[] = "\r\n\t :/\0\177\200\377 aZ-_;,=%#?*HTP1.0\"(";
    for (size_t edits = 1 + below(3); edits > 0 && len > 1; edits--) {
        size_t at = below(len), other = below(len);
        char byte = telling[below(sizeof telling - 1)];
        switch (below(4)) {
        case 0: bytes[at] = byte; break;
        case 1: bytes[at] = bytes[other]; break;
        case 2:
            if (len == room) break;
            memmove(bytes + at + 1, bytes + at, len - at);
            bytes[at] = byte;
            len++;
            break;
        default: memmove(bytes + at, bytes + at + 1, --len - at); break;
        }
    }
    return len;
}

Test(head, mutations_by_every_variant_in_random_pieces)
{
    enum { ROOM = 4096, ROUNDS = 300 };
    static char text[ROOM];
    for (size_t i = 0; i < CORPUS_COUNT; i++) {
        for (int round = 0; round < ROUNDS; round++) {
            memcpy(text, corpus[i].bytes, corpus[i].len);
            size_t len = mutate(text, corpus[i].len, ROOM);
            char *bytes = padded_copy(text, len, (int)below(256));
            wf_head_limits limits = corpus_limits;
            if (below(4) == 0) limits = (wf_head_limits){ (uint32_t)below(len + 2), (uint32_t)below(6) };
            outcome want, got;
            begin(&want, bytes);
            feed(&want, 0, &limits, len);
            for (int variant = 0; wf_head_variant(variant); variant++) {
                begin(&got, bytes);
                size_t fed = below(3) ? len : 0;
                for (got.result = WF_MORE;; fed += 1 + below(len)) {
                    feed(&got, variant, &limits, fed < len ? fed : len);
                    if (got.result != WF_MORE || fed >= len) break;
                }
                expect_same(&got, &want, corpus[i].name, variant, (size_t)round);
            }
            free(bytes);
        }
    }
}
