/* A Content-Type, a line feed, a body. */
#include "src/http/multipart.h"
#include "src/base/utf8.h"
#include "tests/fuzz/fuzz.h"

#define TYPE "\1multipart/form-data; boundary="
#define HEAD "\r\nContent-Disposition: form-data; name="
static const weft_str seeds[] = {
    WEFT_LIT(TYPE "b\n--b" HEAD "\"a%22\\\"\"\r\n\r\n1\r\n--b--\r\n"),
    WEFT_LIT(TYPE "\"b c\"\npreamble\r\n--b c \t" HEAD
                  "a; filename=\"C:\\d\\..\\f\"\r\n\r\n\r\n--b\r\n--b c--"),
    WEFT_LIT("\0multipart/form-data; x=\"\\\"\"; boundary=--\n----" HEAD
             "a\r\nContent-Type: a/b\r\n\r\n\r\n----"
             "\r\nX: \r\nContent-Disposition: form-data; name=b; filename*=x\r\n\r\n------"),
    WEFT_LIT("\7multipart/form-data; boundary=b\n--b--"),
};
FUZZ_SEEDS(seeds)

static const uint64_t prime = 1099511628211u; /* FNV's */

/* What is known after an event, mixed into one number. */
static uint64_t mix(uint64_t sum, const wf_multipart *m, wf_multipart_event event)
{
    const weft_str texts[] = { m->name, m->filename, m->type };
    const uint64_t numbers[] = { event, m->begin, m->end, m->parts, m->refusal.status, m->refusal.position };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sum = (sum ^ numbers[i]) * prime;
    for (size_t i = 0; i < 3 && event == WF_MULTIPART_PART; i++) {
        for (size_t j = 0; j < texts[i].len; j++) sum = (sum ^ (uint8_t)texts[i].ptr[j]) * prime;
        sum = (sum ^ (texts[i].ptr ? 256u : 257u)) * prime;
    }
    return sum ^ (uintptr_t)m->refusal.reason;
}

static void check_part(const wf_multipart *m)
{
    WF_ASSERT(m->name.ptr && m->parts <= WF_MULTIPART_PARTS && m->begin == m->offset);
    WF_ASSERT(wf_utf8_valid(m->name.ptr, m->name.len) && !memchr(m->name.ptr, 0, m->name.len));
    if (!m->filename.ptr) return;
    WF_ASSERT(wf_utf8_valid(m->filename.ptr, m->filename.len));
    WF_ASSERT(!memchr(m->filename.ptr, '/', m->filename.len) &&
              !memchr(m->filename.ptr, '\\', m->filename.len));
    WF_ASSERT(!weft_str_eq(m->filename, weft_lit("..")) && !weft_str_eq(m->filename, weft_lit(".")));
}

static uint64_t read_body(weft_str type, weft_str body, bool whole, uint32_t pace)
{
    static wf_multipart m;
    wf_refusal refusal;
    if (!wf_multipart_init(&m, type, &refusal)) return refusal.position + 1;
    WF_ASSERT(m.boundary_len > 4 && m.boundary_len <= sizeof m.boundary - 1);
    uint64_t sum = 0, stopped = 0;
    wf_multipart_event event = WF_MULTIPART_MORE;
    while (event == WF_MULTIPART_MORE && m.offset < body.len) {
        size_t left = body.len - (size_t)m.offset, len = whole ? left : fuzz_step(&pace, left);
        char *piece = fuzz_copy(body.ptr + m.offset, len);
        const char *at = piece;
        while ((event = wf_multipart_next(&m, &at, piece + len)) != WF_MULTIPART_MORE) {
            sum = mix(sum, &m, event);
            if (event >= WF_MULTIPART_DONE) break;
            if (event == WF_MULTIPART_PART) check_part(&m);
            if (event == WF_MULTIPART_STOP) WF_ASSERT(stopped <= m.begin && m.begin <= m.end);
            if (event == WF_MULTIPART_STOP) stopped = m.end;
        }
        WF_ASSERT(event != WF_MULTIPART_MORE || at == piece + len);
        free(piece);
    }
    WF_ASSERT(m.offset <= body.len && m.work <= 2 * m.offset + 1);
    return sum ^ m.offset;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t pace = fuzz_choice(&data, &size);
    char *copy = fuzz_copy(data, size);
    weft_str body = weft_str_of(copy, size), type = wf_str_cut(&body, '\n');
    uint64_t whole = read_body(type, body, true, 0);
    WF_ASSERT(read_body(type, body, false, pace) == whole);
    WF_ASSERT(read_body(type, body, false, 0) == whole);
    free(copy);
    return 0;
}
