/* A chunked body. */
#include "src/http/chunk.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("\1"
             "5\r\nhello\r\n0\r\n\r\nGET"),
    WEFT_LIT("\0"
             "A;a=b ; c=\"d\\\"\" ;e\r\n0123456789\r\n000;x\r\nX: 1\r\nY:\r\n\r\n"),
    WEFT_LIT("\7"
             "7fffffffffffffff\r\nx"),
    WEFT_LIT("\2"
             "1\nx"),
};
FUZZ_SEEDS(seeds)

static const wf_chunk_limits limits = { .line = 64, .trailers = 128, .fields = 4, .overhead = 100 };

typedef struct outcome {
    wf_chunk_result result;
    wf_chunk chunk;
    size_t used, data_len;
    char *data;
} outcome;

static outcome read_body(const uint8_t *bytes, size_t size, bool whole, uint32_t pace)
{
    outcome out = { .result = WF_CHUNK_MORE, .data = malloc(size) };
    wf_chunk_init(&out.chunk);
    while (out.result == WF_CHUNK_MORE && out.used < size) {
        size_t len = whole ? size - out.used : fuzz_step(&pace, size - out.used);
        char *input = fuzz_copy(bytes + out.used, len);
        const char *at = input;
        weft_str piece;
        do {
            const char *before = at;
            out.result = wf_chunk_next(&out.chunk, &limits, &at, input + len, &piece);
            if (out.result == WF_CHUNK_BAD) WF_ASSERT(before + out.chunk.refusal.position == at);
            if (out.result != WF_CHUNK_DATA) continue;
            WF_ASSERT(piece.len > 0 && piece.ptr >= before && piece.ptr + piece.len == at);
            memcpy(out.data + out.data_len, piece.ptr, piece.len);
            out.data_len += piece.len;
        } while (out.result == WF_CHUNK_DATA);
        WF_ASSERT(out.result != WF_CHUNK_MORE || at == input + len);
        out.used += (size_t)(at - input);
        free(input);
    }
    return out;
}

static void expect_same(outcome a, outcome b)
{
    WF_ASSERT(a.result == b.result && a.used == b.used && a.chunk.left == b.chunk.left);
    WF_ASSERT(a.chunk.refusal.status == b.chunk.refusal.status &&
              a.chunk.refusal.reason == b.chunk.refusal.reason);
    WF_ASSERT(a.data_len == b.data_len && memcmp(a.data, b.data, a.data_len) == 0);
    free(b.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t pace = fuzz_choice(&data, &size);
    outcome whole = read_body(data, size, true, 0);
    expect_same(whole, read_body(data, size, false, pace));
    expect_same(whole, read_body(data, size, false, 0));
    free(whole.data);
    return 0;
}
