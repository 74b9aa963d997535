#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <weft/json.h>

static char text[4096];

static weft_json_code finish(weft_json_out *out, weft_buf *buf)
{
    weft_json_error error;
    bool done = weft_json_finish(out, &error);
    cr_expect_eq(done, weft_buf_ok(buf));
    memcpy(text, buf->ptr ? buf->ptr : "", buf->len);
    text[buf->len] = '\0';
    weft_buf_free(buf);
    return error.code;
}

Test(json_write, puts_commas_colons_and_escapes)
{
    weft_buf buf = weft_buf_heap(1 << 16);
    weft_json_out out;
    weft_put_str(&buf, weft_lit("before "));
    weft_json_begin(&out, &buf);
    weft_json_object(&out);
    weft_json_name(&out, weft_lit("a\"b"));
    weft_json_array(&out);
    weft_json_i64(&out, INT64_MIN);
    weft_json_u64(&out, UINT64_MAX);
    weft_json_f64(&out, 0.1);
    weft_json_f32(&out, 0.1f);
    weft_json_bool(&out, true);
    weft_json_bool(&out, false);
    weft_json_text(&out, weft_lit("\" \\ / \b\f\n\r\t\x01\x1f\x7f é 한 😀"));
    weft_json_text(&out, weft_str_of(NULL, 0));
    weft_json_raw(&out, weft_lit(" {\"x\": [1] } "));
    weft_json_array(&out);
    weft_json_end(&out);
    weft_json_end(&out);
    weft_json_name(&out, weft_lit(""));
    weft_json_null(&out);
    weft_json_end(&out);
    cr_expect_eq(finish(&out, &buf), WEFT_JSON_OK);
    cr_expect_str_eq(
        text, "before {\"a\\\"b\":[-9223372036854775808,18446744073709551615,0.1,0.1,true,false,"
              "\"\\\" \\\\ / \\b\\f\\n\\r\\t\\u0001\\u001f\x7f é 한 😀\",null, {\"x\": [1] } ,[]],\"\":null}");
}

typedef void write(weft_json_out *out);

static void none(weft_json_out *out) { (void)out; }
static void two(weft_json_out *out)
{
    weft_json_null(out);
    weft_json_null(out);
}
static void nameless(weft_json_out *out)
{
    weft_json_object(out);
    weft_json_null(out);
    weft_json_end(out);
}
static void name_alone(weft_json_out *out)
{
    weft_json_object(out);
    weft_json_name(out, weft_lit("a"));
    weft_json_end(out);
}
static void name_in_array(weft_json_out *out)
{
    weft_json_array(out);
    weft_json_name(out, weft_lit("a"));
}
static void unfinished(weft_json_out *out) { weft_json_array(out); }
static void ended_twice(weft_json_out *out)
{
    weft_json_array(out);
    weft_json_end(out);
    weft_json_end(out);
}
static void infinite(weft_json_out *out) { weft_json_f64(out, HUGE_VAL); }
static void not_a_number(weft_json_out *out) { weft_json_f32(out, NAN); }
static void not_utf8(weft_json_out *out) { weft_json_text(out, weft_lit("a\xff")); }
static void not_json(weft_json_out *out) { weft_json_raw(out, weft_lit("[1,]")); }
static void more_than_json(weft_json_out *out) { weft_json_raw(out, weft_lit("1 2")); }
static void deep(weft_json_out *out)
{
    for (int i = 0; i <= WEFT_JSON_DEPTH; i++) weft_json_array(out);
    for (int i = 0; i <= WEFT_JSON_DEPTH; i++) weft_json_end(out);
}
static void large(weft_json_out *out)
{
    weft_json_array(out);
    for (int i = 0; i < 1000; i++) weft_json_text(out, weft_lit("a text as long as this"));
    weft_json_end(out);
}

Test(json_write, cannot_write_what_is_no_json)
{
    static const struct {
        write *wrong;
        weft_json_code code;
    } cases[] = {
        { none, WEFT_JSON_MISUSE },
        { two, WEFT_JSON_MISUSE },
        { nameless, WEFT_JSON_MISUSE },
        { name_alone, WEFT_JSON_MISUSE },
        { name_in_array, WEFT_JSON_MISUSE },
        { unfinished, WEFT_JSON_MISUSE },
        { ended_twice, WEFT_JSON_MISUSE },
        { infinite, WEFT_JSON_NOT_FINITE },
        { not_a_number, WEFT_JSON_NOT_FINITE },
        { not_utf8, WEFT_JSON_UTF8 },
        { not_json, WEFT_JSON_SYNTAX },
        { more_than_json, WEFT_JSON_TRAILING },
        { deep, WEFT_JSON_DEEP },
        { large, WEFT_JSON_MEMORY },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_buf buf = weft_buf_heap(8192);
        weft_json_out out;
        weft_put_str(&buf, weft_lit("kept"));
        weft_json_begin(&out, &buf);
        cases[i].wrong(&out);
        weft_json_code code = finish(&out, &buf);
        cr_expect(code == cases[i].code, "case %zu: %d", i, code);
        cr_expect_str_eq(text, "kept");
    }
}

static const char *in_form(bool (*form)(weft_buf *, weft_str), const char *json)
{
    weft_buf buf = weft_buf_heap(4096);
    text[0] = '\0';
    if (form(&buf, weft_str_of(json, strlen(json)))) memcpy(text, buf.ptr, buf.len), text[buf.len] = '\0';
    weft_buf_free(&buf);
    return text;
}

static bool pretty(weft_buf *buf, weft_str json) { return weft_json_pretty(buf, json, 2); }

Test(json_write, pretty_has_lines_and_indents)
{
    cr_expect_str_eq(in_form(pretty, "{\"a\":[1,{\"b\":\"x,y: {}\\\"\"}],\"c\":{},\"d\":[ ]}"),
                     "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x,y: {}\\\"\"\n    }\n  ],\n  \"c\": "
                     "{},\n  \"d\": []\n}");
    cr_expect_str_eq(in_form(pretty, " 1 "), "1");
    cr_expect_str_eq(in_form(pretty, "[1"), "");
}

Test(json_write, for_scripts_closes_none)
{
    cr_expect_str_eq(in_form(weft_json_for_script, "[\"</script>&\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\"]"),
                     "[\"\\u003c/script\\u003e\\u0026\\u2028\\u2029\xe2\x80\xaa\"]");
    cr_expect_str_eq(in_form(weft_json_for_script, "<"), "");
}
