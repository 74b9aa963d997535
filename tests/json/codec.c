#include "tests/json/records.h"
#include <criterion/criterion.h>
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
