/* A request head: by every variant, whole and growing, with differing bytes behind what is there. */
#include "src/http/framing.h"
#include "src/http/target.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("\1GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    WEFT_LIT("\0\r\nPOST http://a:80/b%20c?d=e HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nAccept:\t*/*, "
             "a/b;q=0.5 "
             "\r\nX-Y: \xff\r\n\r\nabc"),
    WEFT_LIT("\7OPTIONS * HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: close, x\r\nsec-ch-ua: "
             "\"a\"\r\n\r\n"),
    WEFT_LIT("\2CONNECT a:1 HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 1\r\nHost : b\r\n fold\r\n\r\n"),
};
FUZZ_SEEDS(seeds)

enum { FIELDS = 16 };
static const wf_head_limits limits = { .head = 1024, .fields = FIELDS };

typedef struct outcome {
    wf_result result;
    wf_head head;
    wf_message msg;
    wf_field *fields;
    char *buf;
} outcome;

static outcome parse(int variant, const uint8_t *bytes, size_t size, bool whole, uint32_t pace, int junk)
{
    outcome out = { .result = WF_MORE, .fields = calloc(FIELDS, sizeof(wf_field)) };
    out.buf = malloc(size + WF_HEAD_PADDING);
    memset(out.buf, junk, size + WF_HEAD_PADDING);
    out.msg.fields = out.fields;
    wf_head_init(&out.head);
    for (size_t len = 0, step; out.result == WF_MORE; len += step) {
        step = whole ? size : fuzz_step(&pace, size - len);
        if (step) memcpy(out.buf + len, bytes + len, step);
        out.result = wf_head_parse_by(variant, &out.head, &out.msg, &limits, out.buf, len + step);
        if (len + step == size) break;
    }
    return out;
}

static void expect_same_span(const outcome *a, weft_str x, const outcome *b, weft_str y)
{
    WF_ASSERT(!x.ptr == !y.ptr && x.len == y.len && (!x.ptr || x.ptr - a->buf == y.ptr - b->buf));
}

static void expect_same(const outcome *a, outcome b)
{
    WF_ASSERT(a->result == b.result && (a->result != WF_DONE || a->head.size == b.head.size));
    WF_ASSERT(a->head.refusal.status == b.head.refusal.status &&
              a->head.refusal.reason == b.head.refusal.reason);
    WF_ASSERT(a->head.refusal.position == b.head.refusal.position);
    if (a->result == WF_DONE) {
        WF_ASSERT(a->msg.method == b.msg.method && a->msg.minor == b.msg.minor && a->msg.seen == b.msg.seen);
        WF_ASSERT(a->msg.repeated == b.msg.repeated && a->msg.fields_count == b.msg.fields_count);
        expect_same_span(a, a->msg.method_text, &b, b.msg.method_text);
        expect_same_span(a, a->msg.target, &b, b.msg.target);
        for (uint32_t i = 0; i < a->msg.fields_count; i++) {
            WF_ASSERT(a->fields[i].id == b.fields[i].id &&
                      a->fields[i].id == wf_field_find(a->fields[i].name));
            expect_same_span(a, a->fields[i].name, &b, b.fields[i].name);
            expect_same_span(a, a->fields[i].value, &b, b.fields[i].value);
        }
    }
    free(b.fields);
    free(b.buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t pace = fuzz_choice(&data, &size);
    outcome whole = parse(0, data, size, true, 0, 'x');
    int count = 0;
    while (wf_head_variant(count)) count++;
    for (int variant = 0; variant < count; variant++) {
        expect_same(&whole, parse(variant, data, size, true, 0, '\r'));
        expect_same(&whole, parse(variant, data, size, false, pace, ':'));
        if (variant == (int)(pace % (unsigned)count)) /* the slowest: one variant an input */
            expect_same(&whole, parse(variant, data, size, false, 0, '\n'));
    }
    wf_refusal refusal;
    wf_framing framing;
    if (whole.result == WF_DONE && wf_target_read(&whole.msg, &refusal))
        (void)wf_framing_choose(&whole.msg, &framing, &refusal);
    free(whole.fields);
    free(whole.buf);
    return 0;
}
