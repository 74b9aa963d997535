#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <weft/json.h>

static weft_json_error last;
static char last_message[700], last_path[500];

static bool close_reader(weft_json_in *in)
{
    bool done = weft_json_close(in, &last);
    memcpy(last_message, last.message.ptr, last.message.len + 1);
    memcpy(last_path, last.path.ptr, last.path.len);
    last_path[last.path.len] = '\0';
    return done;
}

/* How the whole text fails when it is stepped over. */
static weft_json_code skip(const char *text)
{
    weft_memory *memory = weft_memory_new(1 << 20);
    weft_json_in in;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    weft_json_skip(&in);
    close_reader(&in);
    weft_memory_free(memory);
    return last.code;
}

Test(json_read, refuses_what_the_grammar_does_not_have)
{
    static const struct {
        const char *text;
        weft_json_code code;
    } cases[] = {
        { "", WEFT_JSON_CUT },
        { " ", WEFT_JSON_CUT },
        { "[", WEFT_JSON_CUT },
        { "[1", WEFT_JSON_CUT },
        { "\"a", WEFT_JSON_CUT },
        { "\"a\\", WEFT_JSON_CUT },
        { "[1,]", WEFT_JSON_SYNTAX },
        { "{\"a\":1,}", WEFT_JSON_SYNTAX },
        { "{a:1}", WEFT_JSON_SYNTAX },
        { "{1:1}", WEFT_JSON_SYNTAX },
        { "[1 2]", WEFT_JSON_SYNTAX },
        { "01", WEFT_JSON_SYNTAX },
        { "+1", WEFT_JSON_SYNTAX },
        { ".5", WEFT_JSON_SYNTAX },
        { "1.", WEFT_JSON_SYNTAX },
        { "1e", WEFT_JSON_SYNTAX },
        { "-", WEFT_JSON_SYNTAX },
        { "NaN", WEFT_JSON_SYNTAX },
        { "Infinity", WEFT_JSON_SYNTAX },
        { "[1]x", WEFT_JSON_TRAILING },
        { "1 2", WEFT_JSON_TRAILING },
        { "tru", WEFT_JSON_SYNTAX },
        { "\v1", WEFT_JSON_SYNTAX },
        { "[\xc2\xa0"
          "1]",
          WEFT_JSON_SYNTAX },
        { "\"\n\"", WEFT_JSON_CONTROL },
        { "\"\\x\"", WEFT_JSON_ESCAPE },
        { "\"\\u12\"", WEFT_JSON_ESCAPE },
        { "\"\\ud800\"", WEFT_JSON_SURROGATE },
        { "\"\\udc00\"", WEFT_JSON_SURROGATE },
        { "\"\xff\"", WEFT_JSON_UTF8 },
        { "\"\xc0\x80\"", WEFT_JSON_UTF8 },
        { "{\"\xed\xa0\x80\":1}", WEFT_JSON_UTF8 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(skip(cases[i].text), cases[i].code, "%s: %d", cases[i].text, last.code);
}

Test(json_read, takes_256_levels_and_no_more)
{
    char text[2 * WEFT_JSON_DEPTH + 8];
    for (int extra = 0; extra < 2; extra++) {
        size_t depth = WEFT_JSON_DEPTH + (size_t)extra;
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        cr_expect_eq(skip(text), extra ? WEFT_JSON_DEEP : WEFT_JSON_OK);
    }
}

static weft_json_code read_i64(const char *text, int64_t *value)
{
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_in in;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    *value = weft_json_get_i64(&in);
    close_reader(&in);
    weft_memory_free(memory);
    return last.code;
}

static weft_json_code read_u64(const char *text, uint64_t *value)
{
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_in in;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    *value = weft_json_get_u64(&in);
    close_reader(&in);
    weft_memory_free(memory);
    return last.code;
}

Test(json_read, integers_are_exact_or_refused)
{
    static const struct {
        const char *text;
        weft_json_code code;
        int64_t value;
    } cases[] = {
        { "0", WEFT_JSON_OK, 0 },
        { "-0", WEFT_JSON_OK, 0 },
        { "9223372036854775807", WEFT_JSON_OK, INT64_MAX },
        { "-9223372036854775808", WEFT_JSON_OK, INT64_MIN },
        { "9223372036854775808", WEFT_JSON_RANGE, 0 },
        { "-9223372036854775809", WEFT_JSON_RANGE, 0 },
        { "9007199254740993", WEFT_JSON_OK, INT64_C(9007199254740993) },
        { "99999999", WEFT_JSON_OK, 99999999 },
        { "100000000", WEFT_JSON_OK, 100000000 },
        { "9999999999999999", WEFT_JSON_OK, INT64_C(9999999999999999) },
        { "2.0", WEFT_JSON_OK, 2 },
        { "1e3", WEFT_JSON_OK, 1000 },
        { "-12.50e1", WEFT_JSON_OK, -125 },
        { "1.00000000000000000000000000", WEFT_JSON_OK, 1 },
        { "1000e-3", WEFT_JSON_OK, 1 },
        { "0e999999999999999999999", WEFT_JSON_OK, 0 },
        { "1.5", WEFT_JSON_FRACTION, 0 },
        { "1e-1", WEFT_JSON_FRACTION, 0 },
        { "1.00000000000000000000000001", WEFT_JSON_FRACTION, 0 },
        { "1e19", WEFT_JSON_RANGE, 0 },
        { "1e999999999999999999999", WEFT_JSON_RANGE, 0 },
        { "123456789012345678901234567890", WEFT_JSON_RANGE, 0 },
        { "\"1\"", WEFT_JSON_KIND, 0 },
        { "null", WEFT_JSON_KIND, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value;
        weft_json_code code = read_i64(cases[i].text, &value);
        cr_expect(code == cases[i].code && value == cases[i].value, "%s", cases[i].text);
    }
}

Test(json_read, unsigned_integers_go_up_to_their_last)
{
    uint64_t value;
    cr_expect(read_u64("18446744073709551615", &value) == WEFT_JSON_OK && value == UINT64_MAX);
    cr_expect(read_u64("18446744073709551615.000", &value) == WEFT_JSON_OK && value == UINT64_MAX);
    cr_expect(read_u64("18446744073709551616", &value) == WEFT_JSON_RANGE);
    cr_expect(read_u64("-0", &value) == WEFT_JSON_OK && value == 0);
    cr_expect(read_u64("-1", &value) == WEFT_JSON_RANGE);
}

static weft_json_code read_f64(const char *text, double *value, float *narrow)
{
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_in in;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    *value = weft_json_get_f64(&in);
    close_reader(&in);
    weft_json_code code = last.code;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    *narrow = weft_json_get_f32(&in);
    close_reader(&in);
    weft_memory_free(memory);
    return code;
}

Test(json_read, doubles_are_the_nearest_and_floats_are_rounded_once)
{
    static const char *const texts[] = {
        "0",
        "-0.0",
        "1.5",
        "7054.65",
        "0.1",
        "123456.7",
        "1234567.8",
        "3.14159265358979",
        "1e5",
        "1E-7",
        "5e-324",
        "1e-400",
        "1.7e308",
        "12345678901234567890.123",
        "0.000001",
        "9.5",
        "99999.5",
        "1.00000017881393432617187499",
        "1.00000017881393432617187501",
        "2.2250738585072011e-308",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value, expected = strtod(texts[i], NULL);
        float narrow, narrow_expected = strtof(texts[i], NULL);
        cr_expect_eq(read_f64(texts[i], &value, &narrow), WEFT_JSON_OK, "%s", texts[i]);
        cr_expect(memcmp(&value, &expected, sizeof value) == 0, "%s", texts[i]);
        if (expected < 3e38) cr_expect(memcmp(&narrow, &narrow_expected, sizeof narrow) == 0, "%s", texts[i]);
    }
    double value;
    float narrow;
    cr_expect_eq(read_f64("1e309", &value, &narrow), WEFT_JSON_RANGE);
    cr_expect_eq(read_f64("1.8e308", &value, &narrow), WEFT_JSON_RANGE);
}

Test(json_read, by_hand_walks_objects_and_arrays)
{
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_in in;
    weft_str name;
    int64_t sum = 0;
    weft_json_open(&in, weft_lit(" { \"a\" : [ 1 , 2 ] , \"\\u0062\" : { } , \"c\" : null , \"d\" : [ ] } "),
                   memory);
    for (weft_json_get_object(&in); weft_json_next_name(&in, &name);) {
        if (weft_str_eq(name, weft_lit("a")))
            for (weft_json_get_array(&in); weft_json_next_item(&in);) sum += weft_json_get_i64(&in);
        else if (weft_str_eq(name, weft_lit("c")))
            cr_expect(weft_json_get_null(&in));
        else
            weft_json_skip(&in);
    }
    cr_expect(close_reader(&in), "%s", last_message);
    cr_expect_eq(sum, 3);
    weft_memory_free(memory);
}

Test(json_read, says_place_path_and_kind)
{
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_in in;
    weft_str name;
    weft_json_open(&in, weft_lit("{\"a\":0,\n \"items\":[{\"\xc3\xa9\":1},{\"price\": \"x\"}]}"), memory);
    for (weft_json_get_object(&in); weft_json_next_name(&in, &name);) {
        if (weft_str_eq(name, weft_lit("a"))) {
            weft_json_skip(&in);
            continue;
        }
        for (weft_json_get_array(&in); weft_json_next_item(&in);)
            for (weft_json_get_object(&in); weft_json_next_name(&in, &name);) weft_json_get_f64(&in);
    }
    cr_expect(!close_reader(&in));
    cr_expect(last.code == WEFT_JSON_KIND && last.found == WEFT_JSON_TEXT && last.line == 2 &&
              last.column == 29);
    cr_expect_eq(last.offset, 37);
    cr_expect_str_eq(last_path, "items[1].price");
    cr_expect_str_eq(last_message, "items[1].price: expected a number, found \"x\" (line 2, column 29)");
    weft_memory_free(memory);
}

Test(json_read, a_message_never_echoes_much)
{
    char text[4096];
    memset(text, 'y', sizeof text);
    memcpy(text, "{\"", 2);
    memcpy(text + 2000, "\":\"", 3);
    memcpy(text + sizeof text - 3, "\"}", 3);
    weft_memory *memory = weft_memory_new(1 << 16);
    weft_json_in in;
    weft_str name;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    for (weft_json_get_object(&in); weft_json_next_name(&in, &name);) weft_json_get_bool(&in);
    cr_expect(!close_reader(&in));
    cr_expect(last.code == WEFT_JSON_KIND && strlen(last_message) < 120, "%s", last_message);
    weft_memory_free(memory);
}

Test(json_read, reads_no_more_than_the_memory_it_was_given)
{
    char text[4096] = "[\"\\u00e9";
    memset(text + 8, 'a', 4000);
    memcpy(text + 4008, "\"]", 3);
    weft_memory *memory = weft_memory_new(4800);
    weft_json_in in;
    weft_json_open(&in, weft_str_of(text, strlen(text)), memory);
    for (weft_json_get_array(&in); weft_json_next_item(&in);) weft_json_get_text(&in);
    cr_expect(!close_reader(&in));
    cr_expect_eq(last.code, WEFT_JSON_MEMORY);
    weft_memory_free(memory);
}
