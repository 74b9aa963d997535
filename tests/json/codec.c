#include "tests/json/records.h"
#include "src/base/arena.h"
#include <weft/codec.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static records *make(records_kind kind)
{
    records *all = calloc(1, sizeof *all);
    records_make(all, kind);
    return all;
}

static void check_round_trip(records_kind kind)
{
    records *all = make(kind);
    weft_buf buf = weft_buf_heap(1 << 20);
    weft_memory *memory = weft_memory_new(1 << 20);
    weft_json_error error;
    const void *items;
    size_t count;
    cr_assert(weft_codec_write_list(&record_codec, all->all, RECORDS_COUNT, &buf, NULL));
    cr_assert(weft_codec_read_list(&record_codec, weft_buf_str(&buf), memory, &items, &count, &error), "%s",
              error.message.ptr);
    cr_assert_eq(count, RECORDS_COUNT);
    for (size_t i = 0; i < count; i++)
        cr_expect(record_eq((const record *)items + i, &all->all[i]), "%zu", i);
    weft_memory_free(memory);
    weft_buf_free(&buf);
    free(all);
}

Test(json_codec, reads_what_it_wrote)
{
    for (int kind = RECORDS_PLAIN; kind <= RECORDS_DOUBLES; kind++) check_round_trip((records_kind)kind);
}

static const char *reason_for(const char *text)
{
    static char message[700];
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_error error;
    record it;
    message[0] = '\0';
    if (!weft_codec_read(&record_codec, weft_str_of(text, strlen(text)), memory, &it, &error))
        memcpy(message, error.message.ptr, error.message.len), message[error.message.len] = '\0';
    weft_memory_free(memory);
    return message;
}

#define REST "\"name\":\"n\",\"email\":\"e\",\"active\":true,\"score\":1,\"tags\":[]}"

Test(json_codec, takes_members_in_any_order_with_any_white_space)
{
    cr_expect_str_eq(reason_for("{\"id\":1," REST), "");
    cr_expect_str_eq(reason_for(" {\n\t\"id\" : 1 , " REST "\r\n"), "");
    cr_expect_str_eq(
        reason_for(
            "{\"id\": 1,\"name\":\"n\",\"email\":\"e\",\"active\":\ttrue,\"score\": 1,\"tags\":\n[ ]}"),
        "");
    cr_expect_str_eq(reason_for("{\"tags\":[\"a\" , "
                                "\"b\"],\"score\":-0,\"active\":false,\"email\":\"\",\"name\":\"x\",\"id\":-"
                                "9223372036854775808}"),
                     "");
    cr_expect_str_eq(reason_for("{\"\\u0069d\":1,\"more\":{\"a\":[1,2,{}]}," REST), "");
}

Test(json_codec, says_what_is_wrong_and_where)
{
    cr_expect_str_eq(reason_for(""), "the JSON ends too early (line 1, column 1)");
    cr_expect_str_eq(reason_for("{\"id\":1," REST "x"),
                     "something follows the JSON value (line 1, column 66)");
    cr_expect_str_eq(reason_for("{\"id\":\n\"5\"," REST),
                     "id: expected a number, found \"5\" (line 2, column 1)");
    cr_expect_str_eq(reason_for("{\"id\":1.5," REST),
                     "id: a whole number is expected: 1.5 (line 1, column 7)");
    cr_expect_str_eq(reason_for("{\"id\":9223372036854775808," REST),
                     "id: the number is out of range: 9223372036854775808 (line 1, column 7)");
    cr_expect_str_eq(reason_for("{" REST), "id: the member is missing (line 1, column 1)");
    cr_expect_str_eq(reason_for("{\"id\":1,\"id\":2," REST),
                     "id: the member is there twice (line 1, column 14)");
    cr_expect_str_eq(reason_for("{\"id\":1,\"name\":\"ü\x80\"}"),
                     "name: a text is not UTF-8 (line 1, column 18)");
    cr_expect_str_eq(reason_for("{\"id\":1,\"x\":[0,{\"y\":[1,tru]}]}"),
                     "x[1].y[1]: this is not JSON: unexpected t (line 1, column 24)");
    cr_expect_str_eq(reason_for("[1]"), "expected an object, found an array (line 1, column 1)");
    cr_expect_str_eq(reason_for("{\"id\":1,}"), "this is not JSON: unexpected } (line 1, column 9)");
}

/* A text with an escape, which lies in memory, and a list of an odd number of bytes. */
typedef struct mixed {
    weft_str text;
    const uint8_t *bytes;
    size_t bytes_count;
} mixed;

static const char *take_mixed(weft_json_in *in, const char *at, void *value)
{
    mixed *x = value;
    weft_str name;
    weft_in_list list;
    for (at = weft_in_object(in, at, &name); at && name.ptr; at = weft_in_member(in, at, &name)) {
        if (weft_str_eq(name, weft_lit("text"))) {
            at = weft_in_text(in, at, &x->text);
            continue;
        }
        for (at = weft_in_array(in, at, &list); at && list.more; at = weft_in_item(in, at, &list)) {
            uint8_t *item = weft_in_add(in, &list, sizeof *item);
            uint64_t wide;
            if (!item) return NULL;
            at = weft_in_uint(in, at, UINT8_MAX, &wide);
            if (!at) return NULL;
            *item = (uint8_t)wide;
        }
        if (!at) return NULL;
        x->bytes = weft_in_done(in, &list);
        x->bytes_count = list.count;
    }
    return at;
}

static const weft_codec mixed_codec = { "mixed", sizeof(mixed), NULL, take_mixed };

Test(json_codec, lists_and_texts_in_memory_keep_out_of_each_others_way)
{
    enum { COUNT = 2000 };
    weft_buf buf = weft_buf_heap(1 << 20);
    for (int i = 0; i < COUNT; i++) {
        weft_putf(&buf, "%s{\"text\":\"%d\\n\",\"bytes\":[", i ? "," : "[", i);
        for (int k = 0; k < i % 37; k++) weft_putf(&buf, k ? ",%d" : "%d", (i + k) % 256);
        weft_put_str(&buf, weft_lit("]}"));
    }
    weft_put_str(&buf, weft_lit("]"));
    weft_memory *memory = weft_memory_new(1 << 22);
    const void *items;
    size_t count;
    cr_assert(weft_codec_read_list(&mixed_codec, weft_buf_str(&buf), memory, &items, &count, NULL));
    cr_assert_eq(count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        const mixed *it = (const mixed *)items + i;
        char expected[16];
        int len = snprintf(expected, sizeof expected, "%d\n", i);
        cr_assert(weft_str_eq(it->text, weft_str_of(expected, (size_t)len)), "%d", i);
        cr_assert_eq(it->bytes_count, (size_t)(i % 37));
        for (int k = 0; k < i % 37; k++) cr_assert_eq(it->bytes[k], (i + k) % 256);
    }
    weft_memory_free(memory);
    weft_buf_free(&buf);
}

Test(json_codec, writing_takes_no_memory_and_reading_takes_what_it_says)
{
    records *all = make(RECORDS_PLAIN);
    weft_buf buf = weft_buf_heap(1 << 20);
    cr_assert(weft_codec_write_list(&record_codec, all->all, RECORDS_COUNT, &buf, NULL));
    char *where = buf.ptr;
    size_t len = buf.len, cap = buf.cap;
    buf.len = 0;
    cr_assert(weft_codec_write_list(&record_codec, all->all, RECORDS_COUNT, &buf, NULL));
    cr_expect(buf.ptr == where && buf.len == len && buf.cap == cap);

    /* The structs, the lists of tags in steps of 16, and texts with escapes: nothing else. */
    size_t expected = RECORDS_COUNT * sizeof(record), padded_len = len + WEFT_JSON_PAD;
    for (int i = 0; i < RECORDS_COUNT; i++) expected += all->all[i].tags_count * sizeof(weft_str);
    char *text = calloc(1, padded_len);
    memcpy(text, buf.ptr, len);
    weft_memory *memory = weft_memory_new(1 << 20);
    const wf_arena *arena = (const wf_arena *)(void *)memory;
    const void *items;
    size_t count;
    cr_assert(
        weft_codec_read_list_padded(&record_codec, weft_str_of(text, len), memory, &items, &count, NULL));
    size_t used = arena->held - (size_t)(arena->end - arena->at);
    cr_expect(used >= expected && used < 2 * expected + 16384, "%zu of %zu", used, expected);
    weft_memory_free(memory);
    free(text);
    weft_buf_free(&buf);
    free(all);
}
