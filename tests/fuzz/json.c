/* JSON of any kind: what is read is written, read again and written the same; every set of instructions agrees with the
 * plainest; and a struct's codec takes nothing that the reader does not. The first byte chooses the memory. */
#include "json/read.h"
#include "json/text.h"
#include "src/base/pool.h"
#include "tests/fuzz/fuzz.h"
#include "tests/json/record.c"
#include "tests/suite/json_copy.h"

static const weft_str seeds[] = {
    WEFT_LIT("\xff{\"id\":1,\"name\":\"n\\u00e9\",\"email\":\"\xc3\xa9@\",\"active\":true,\"score\":1.5e3,"
             "\"tags\":[\"a\",\"\\n\"]}"),
    WEFT_LIT("\xff[[{\"id\" : -0.0 , \"more\": [null, 1e400, \"\\ud83d\\ude00\"]}], [] ,{}, false]"),
    WEFT_LIT("\x01[\"a long text that needs more than one window of bytes \\\\ and an "
             "escape\",12345678901234567890]"),
};
FUZZ_SEEDS(seeds)

typedef struct padded {
    char *bytes;
    size_t len;
} padded;

/* A buffer that ends where a reader may look no further. */
static padded pad(const void *bytes, size_t len)
{
    padded text = { calloc(1, len + WEFT_JSON_PAD), len };
    if (len) memcpy(text.bytes, bytes, len);
    return text;
}

/* Writes what it reads into `copy`. */
static weft_json_code read_and_write(padded text, size_t limit, weft_buf *copy)
{
    weft_memory *memory = weft_memory_new(limit);
    weft_json_in in;
    weft_json_out out;
    weft_json_error error;
    weft_json_open_padded(&in, weft_str_of(text.bytes, text.len), memory);
    weft_json_begin(&out, copy);
    copy_value(&in, &out);
    bool is_written = weft_json_finish(&out, NULL), is_read = weft_json_close(&in, &error);
    WF_ASSERT(is_read == (error.code == WEFT_JSON_OK) && (!is_read || is_written));
    WF_ASSERT(error.message.len > 0 && error.offset <= text.len);
    weft_memory_free(memory);
    return error.code;
}

static void check_again(const weft_buf *first)
{
    padded text = pad(first->ptr, first->len);
    weft_buf again = weft_buf_heap(1 << 24);
    WF_ASSERT(read_and_write(text, 1 << 24, &again) == WEFT_JSON_OK);
    WF_ASSERT(again.len == first->len && memcmp(again.ptr, first->ptr, again.len) == 0);
    weft_buf_free(&again);
    free(text.bytes);
}

static void check_skip(padded text, weft_json_code code)
{
    weft_memory *memory = weft_memory_new(1 << 20);
    weft_json_in in;
    weft_json_open_padded(&in, weft_str_of(text.bytes, text.len), memory);
    weft_json_skip(&in);
    bool is_skipped = weft_json_close(&in, NULL);
    WF_ASSERT(is_skipped == (code == WEFT_JSON_OK || code == WEFT_JSON_RANGE || code == WEFT_JSON_MEMORY) ||
              code == WEFT_JSON_RANGE || code == WEFT_JSON_MEMORY);
    weft_memory_free(memory);
}

/* The text that starts at `at`, by one set of instructions: where it ends and what it is, or how it fails. */
static size_t take_by(const wf_json_text *loops, padded text, size_t at, weft_json_code *code, char *value)
{
    weft_memory *memory = weft_memory_new(1 << 20);
    weft_json_in in;
    weft_str got = weft_lit("");
    weft_json_open_padded(&in, weft_str_of(text.bytes, text.len), memory);
    const char *end = loops->take(&in, text.bytes + at, &got);
    *code = in.code;
    size_t len = end ? got.len : 0;
    if (len) memcpy(value, got.ptr, len);
    value[len] = end ? (char)(end - text.bytes) : 0;
    wf_json_settle(&in);
    weft_memory_free(memory);
    return len;
}

static void check_texts(padded text)
{
    char *expected = calloc(2, text.len + 1), *got = expected + text.len + 1;
    for (size_t at = 0; at < text.len && at < 100; at++) {
        weft_json_code code, other;
        size_t len = take_by(wf_json_text_variant(0), text, at, &code, expected);
        const char *stop = wf_json_text_variant(0)->scan(text.bytes + at);
        for (int i = 1; wf_json_text_variant(i); i++) {
            WF_ASSERT(wf_json_text_variant(i)->scan(text.bytes + at) == stop);
            WF_ASSERT(take_by(wf_json_text_variant(i), text, at, &other, got) == len && other == code);
            WF_ASSERT(memcmp(expected, got, len + 1) == 0);
        }
    }
    free(expected);
}

static size_t put_by(const wf_json_text *loops, const char *bytes, size_t len, weft_buf *buf,
                     weft_json_code *code)
{
    weft_json_out out;
    weft_json_begin(&out, buf);
    char *at = loops->put(&out, weft_out_room(&out, out.at, 0), bytes, len, 0);
    *code = out.code;
    return out.code ? 0 : (size_t)(at - buf->ptr);
}

/* Any bytes as a text to write, in a buffer of their exact size. */
static void check_puts(const uint8_t *data, size_t size)
{
    char *exact = fuzz_copy(data, size);
    weft_buf expected = weft_buf_heap(1 << 24);
    weft_json_code code, other;
    size_t len = put_by(wf_json_text_variant(0), exact, size, &expected, &code);
    for (int i = 1; wf_json_text_variant(i); i++) {
        weft_buf got = weft_buf_heap(1 << 24);
        WF_ASSERT(put_by(wf_json_text_variant(i), exact, size, &got, &other) == len && other == code);
        WF_ASSERT(memcmp(got.ptr, expected.ptr, len) == 0);
        weft_buf_free(&got);
    }
    weft_buf_free(&expected);
    free(exact);
}

static void check_codec(padded text, size_t limit)
{
    weft_memory *memory = weft_memory_new(limit), *other = weft_memory_new(1 << 20);
    weft_buf buf = weft_buf_heap(1 << 22);
    weft_json_error error;
    record it, again;
    if (weft_codec_read_padded(&record_codec, weft_str_of(text.bytes, text.len), memory, &it, &error)) {
        WF_ASSERT(weft_codec_write(&record_codec, &it, &buf, NULL));
        WF_ASSERT(weft_codec_read(&record_codec, weft_buf_str(&buf), other, &again, &error));
        WF_ASSERT(it.id == again.id && weft_str_eq(it.name, again.name) && it.tags_count == again.tags_count);
    }
    weft_buf_free(&buf);
    weft_memory_free(other);
    weft_memory_free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t limit = (size_t)fuzz_choice(&data, &size) << 12;
    padded text = pad(data, size);
    weft_buf copy = weft_buf_heap(1 << 24);
    weft_json_code code = read_and_write(text, limit, &copy);
    if (code == WEFT_JSON_OK) check_again(&copy);
    check_skip(text, code);
    check_texts(text);
    check_puts(data, size);
    check_codec(text, limit);
    weft_buf_free(&copy);
    free(text.bytes);
    return 0;
}
