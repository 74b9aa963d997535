/* Generated codecs at work: every type, every option, whatever the text looks like. */
#include "ware.json.h"
#include "shapes.json.h"
#include "src/base/check.h"
#include "src/base/str.h"
#include "states.json.h"
#include "types.json.h"
#include "vendor.json.h"
#include "wide.json.h"
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

static weft_memory *memory;
static weft_json_error error;

static void set_up(void) { memory = weft_memory_new(1 << 24); }
static void tear_down(void) { weft_memory_free(memory); }

TestSuite(json_codecs, .init = set_up, .fini = tear_down);

static bool take(const weft_codec *codec, const char *text, void *value)
{
    memset(value, 0, codec->size);
    return weft_codec_read(codec, wf_str(text), memory, value, &error);
}

/* What is read of `text`, written. */
static void expect_round(const weft_codec *codec, const char *text, const char *wanted)
{
    void *value = calloc(1, codec->size);
    weft_buf out = weft_buf_heap(1 << 20);
    bool read = take(codec, text, value);
    cr_expect(read, "%s: %s", text, error.message.ptr);
    if (read) {
        cr_expect(weft_codec_write(codec, value, &out, &error), "%s: %s", text, error.message.ptr);
        cr_expect(weft_str_eq(weft_buf_str(&out), wf_str(wanted)), "%s\n  comes back as\n%.*s", wanted,
                  (int)out.len, out.ptr);
    }
    weft_buf_free(&out);
    free(value);
}

static void expect_same(const weft_codec *codec, const char *text) { expect_round(codec, text, text); }

static void expect_wrong(const weft_codec *codec, const char *text, weft_json_code code, const char *path)
{
    void *value = calloc(1, codec->size);
    cr_expect_not(take(codec, text, value), "%s is read", text);
    cr_expect_eq(error.code, code, "%s: code %d, %s", text, error.code, error.message.ptr);
    cr_expect(weft_str_eq(error.path, wf_str(path)), "%s: path %s", text, error.path.ptr);
    free(value);
}

/* All that is rejected, as "path reason|path reason". */
static void expect_rejected(const weft_codec *codec, const char *text, const char *wanted)
{
    void *value = calloc(1, codec->size);
    weft_buf out = weft_buf_heap(1 << 16);
    cr_expect_not(take(codec, text, value), "%s is read", text);
    cr_expect_eq(error.code, WEFT_JSON_REJECTED, "%s: code %d, %s", text, error.code, error.message.ptr);
    for (const weft_json_rejected *at = error.code == WEFT_JSON_REJECTED ? error.rejected : NULL; at;
         at = at->next)
        weft_putf(&out, "%s%.*s %.*s", out.len ? "|" : "", (int)at->path.len, at->path.ptr,
                  (int)at->reason.len, at->reason.ptr);
    cr_expect(weft_str_eq(weft_buf_str(&out), wf_str(wanted)), "%s\n  is rejected for\n%.*s", text,
              (int)out.len, out.ptr);
    weft_buf_free(&out);
    free(value);
}

/* ---- Types ------------------------------------------------------------------------------------------------- */

static const char smallest[] =
    "{\"i8\":-128,\"u8\":0,\"i16\":-32768,\"u16\":0,\"i32\":-2147483648,\"u32\":0,\"i64\":-"
    "9223372036854775808,"
    "\"u64\":0,\"c\":-128,\"s\":-32768,\"u\":0,\"l\":-1,\"ul\":0,\"ll\":-9223372036854775808,\"size\":0}";
static const char largest[] =
    "{\"i8\":127,\"u8\":255,\"i16\":32767,\"u16\":65535,\"i32\":2147483647,\"u32\":4294967295,"
    "\"i64\":9223372036854775807,\"u64\":18446744073709551615,\"c\":127,\"s\":32767,\"u\":4294967295,\"l\":1,"
    "\"ul\":1,\"ll\":9223372036854775807,\"size\":1}";

Test(json_codecs, integers_of_every_width)
{
    expect_same(&integers_codec, smallest);
    expect_same(&integers_codec, largest);
}

/* `json` with the value of `name` replaced. */
static const char *with(const char *json, const char *name, const char *value)
{
    static char text[4096];
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(json, key) + strlen(key);
    const char *end = at + strcspn(at, ",}");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - json), json, value, end);
    return text;
}

Test(json_codecs, integers_beyond_their_width_are_refused)
{
    static const struct {
        const char *name, *value;
    } cases[] = {
        { "i8", "128" },
        { "i8", "-129" },
        { "u8", "256" },
        { "u8", "-1" },
        { "i16", "32768" },
        { "u16", "65536" },
        { "i32", "2147483648" },
        { "u32", "-1" },
        { "u32", "4294967296" },
        { "i64", "9223372036854775808" },
        { "u64", "18446744073709551616" },
        { "u64", "-1" },
        { "c", "-129" },
        { "s", "32768" },
        { "u", "4294967296" },
        { "size", "-1" },
        { "ll", "-9223372036854775809" },
        { "l", "99999999999999999999" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_wrong(&integers_codec, with(largest, cases[i].name, cases[i].value), WEFT_JSON_RANGE,
                     cases[i].name);
    expect_wrong(&integers_codec, with(largest, "i8", "1.5"), WEFT_JSON_FRACTION, "i8");
    expect_wrong(&integers_codec, with(largest, "size", "\"1\""), WEFT_JSON_KIND, "size");
    expect_wrong(&integers_codec, with(largest, "i32", "null"), WEFT_JSON_KIND, "i32");
    integers value;
    cr_expect(take(&integers_codec, with(largest, "u16", "2e2"), &value));
    cr_expect_eq(value.u16, 200);
}

static const char scalars_text[] =
    "{\"truth\":true,\"f\":0.1,\"d\":0.1,\"text\":\"\\u0001\\\"é\",\"chars\":\"abc\",\"shade\":\"dark-blue\","
    "\"level\":\"low\",\"when\":\"2020-02-29T12:00:00.5Z\",\"id\":\"00112233-4455-6677-8899-aabbccddeeff\","
    "\"raw\":{\"any\": [1, null]}}";

Test(json_codecs, every_other_type)
{
    scalars value;
    cr_assert(take(&scalars_codec, scalars_text, &value), "%s", error.message.ptr);
    cr_expect(value.truth);
    cr_expect_eq(value.f, 0.1f);
    cr_expect_eq(value.d, 0.1);
    cr_expect_str_eq(value.chars, "abc");
    cr_expect_eq(value.shade, DARK_BLUE);
    cr_expect_eq(value.level, LEVEL_LOW);
    cr_expect_eq(value.when, INT64_C(1582977600500));
    cr_expect_eq(value.id[15], 0xff);
    cr_expect(weft_str_eq(value.raw, weft_lit("{\"any\": [1, null]}")));
    weft_buf out = weft_buf_heap(4096);
    cr_assert(weft_codec_write(&scalars_codec, &value, &out, &error));
    scalars again;
    weft_put_char(&out, '\0');
    cr_assert(take(&scalars_codec, out.ptr, &again), "%s", error.message.ptr);
    cr_expect_eq(again.when, value.when);
    weft_buf_free(&out);
}

/* Replaces the first `from`. */
static const char *swap(const char *json, const char *from, const char *to)
{
    static char text[4096];
    const char *at = strstr(json, from);
    cr_assert(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - json), json, to, at + strlen(from));
    return text;
}

Test(json_codecs, texts_of_another_form_are_refused)
{
    const char *s = scalars_text;
    expect_wrong(&scalars_codec, swap(s, "dark-blue", "darkblue"), WEFT_JSON_FORM, "shade");
    expect_wrong(&scalars_codec, swap(s, "\"dark-blue\"", "2"), WEFT_JSON_KIND, "shade");
    expect_wrong(&scalars_codec, swap(s, "2020-02-29", "2021-02-29"), WEFT_JSON_FORM, "when");
    expect_wrong(&scalars_codec, swap(s, "00112233-", "0011223-"), WEFT_JSON_FORM, "id");
    expect_wrong(&scalars_codec, swap(s, "\"abc\"", "\"0123456789abcdef\""), WEFT_JSON_FORM, "chars");
    expect_wrong(&scalars_codec, swap(s, "\"abc\"", "\"a\\u0000c\""), WEFT_JSON_FORM, "chars");
    expect_wrong(&scalars_codec, swap(s, "[1, null]", "[1, nul]"), WEFT_JSON_SYNTAX, "raw.any[1]");
    scalars value;
    cr_expect(take(&scalars_codec, swap(s, "\"abc\"", "\"0123456789abcde\""), &value));
    cr_expect_str_eq(value.chars, "0123456789abcde");
    cr_expect(take(&scalars_codec, swap(s, "\"low\"", "\"\\u0068ighest\""), &value), "%s", error.message.ptr);
    cr_expect_eq(value.level, LEVEL_TOP);
}

static const char several_text[] =
    "{\"numbers\":[1,-2,3],\"texts\":[\"a\",\"\"],\"items\":[{\"id\":1,\"name\":\"a\",\"price\":1,\"active\":"
    "true},"
    "{\"id\":0,\"name\":\"b\",\"price\":2,\"active\":false}],\"own\":[{\"id\":3,\"name\":\"c\",\"price\":0,"
    "\"active\":true}],\"shades\":[\"red\",\"green\"],\"pairs\":[[1,2],[3,4]],"
    "\"ids\":[\"00112233-4455-6677-8899-aabbccddeeff\"],\"matrix\":[[1,2],[3,4],[5,6]],\"bounded\":[7,8],"
    "\"prices\":{\"a\":1,\"b\":2},\"corners\":[{\"label\":\"l\",\"x\":1,\"y\":2},{\"label\":\"\",\"x\":3,"
    "\"y\":4}],"
    "\"at\":{\"lat\":1.5,\"lon\":-1.5,\"inner\":{\"deep\":-3}},\"flat\":9,\"switches\":[{\"on\":true},{"
    "\"on\":false},"
    "{\"on\":true},{\"on\":false},{\"on\":true}]}";

Test(json_codecs, lists_arrays_maps_and_structs_within_structs)
{
    expect_same(&several_codec, several_text);
    several value;
    cr_assert(take(&several_codec, several_text, &value));
    cr_expect_eq(value.pairs[1][0], 3);
    cr_expect(weft_str_eq(value.prices[1].key, weft_lit("b")));
    cr_expect_eq(value.prices[1].value, 2);
    cr_expect_eq(value.at.inner.deep, -3);
    cr_expect_eq(value.bounded_count, 2);
    static const char empty[] =
        "{\"numbers\":[],\"texts\":[],\"items\":[],\"own\":[],\"shades\":[],\"pairs\":[],\"ids\":[],"
        "\"matrix\":[[1,2],[3,4],[5,6]],\"bounded\":[],\"prices\":{},\"corners\":[{\"label\":\"\",\"x\":0,"
        "\"y\":0},"
        "{\"label\":\"\",\"x\":0,\"y\":0}],\"at\":{\"lat\":0,\"lon\":0,\"inner\":{\"deep\":0}},\"flat\":0,"
        "\"switches\":[{\"on\":false},{\"on\":false},{\"on\":false},{\"on\":false},{\"on\":false}]}";
    expect_same(&several_codec, empty);
}

Test(json_codecs, lists_that_are_not_as_they_should_be)
{
    const char *s = several_text;
    expect_wrong(&several_codec, swap(s, "[5,6]", "[5,6,7]"), WEFT_JSON_COUNT, "matrix[2]");
    expect_wrong(&several_codec, swap(s, ",[5,6]", ""), WEFT_JSON_COUNT, "matrix");
    expect_wrong(&several_codec, swap(s, "[[1,2],[3,4]]", "[[1,2],[3]]"), WEFT_JSON_COUNT, "pairs[1]");
    expect_wrong(&several_codec, swap(s, "[7,8]", "[1,2,3,4,5,6,7,8,9]"), WEFT_JSON_COUNT, "bounded");
    expect_wrong(&several_codec, swap(s, "{\"a\":1,", "{\"b\":1,"), WEFT_JSON_DUPLICATE, "prices.b");
    expect_wrong(&several_codec, swap(s, "[1,-2,3]", "{}"), WEFT_JSON_KIND, "numbers");
    expect_wrong(&several_codec, swap(s, "[1,-2,3]", "[1,-2,]"), WEFT_JSON_SYNTAX, "numbers[2]");
    expect_wrong(&several_codec, swap(s, "[1,-2,3]", "[1 2]"), WEFT_JSON_SYNTAX, "numbers[0]");
    expect_wrong(&several_codec, swap(s, "\"price\":2,", ""), WEFT_JSON_REQUIRED, "items[1].price");
    expect_wrong(&several_codec, swap(s, "\"deep\":-3", "\"deep\":-300"), WEFT_JSON_RANGE, "at.inner.deep");
    weft_buf many = weft_buf_heap(1 << 16);
    for (int i = 0; i < 300; i++) weft_put_str(&many, weft_lit("\"\","));
    weft_put_str(&many, weft_lit("\"\"]"));
    weft_put_char(&many, '\0');
    char list[2048];
    snprintf(list, sizeof list, "[%s", many.ptr);
    expect_wrong(&several_codec, swap(s, "[\"a\",\"\"]", list), WEFT_JSON_COUNT, "texts");
    weft_buf_free(&many);
}

Test(json_codecs, what_cannot_be_written_is_not)
{
    weft_buf out = weft_buf_heap(1 << 16);
    scalars bad = { .shade = (color)7 };
    cr_expect_not(weft_codec_write(&scalars_codec, &bad, &out, &error));
    cr_expect_eq(error.code, WEFT_JSON_MISUSE);
    weft_buf_free(&out);
    out = weft_buf_heap(1 << 16);
    bad = (scalars){ .d = HUGE_VAL };
    cr_expect_not(weft_codec_write(&scalars_codec, &bad, &out, &error));
    cr_expect_eq(error.code, WEFT_JSON_NOT_FINITE);
    weft_buf_free(&out);
    const int64_t no_times[] = { INT64_MIN, INT64_C(-62167219200001), INT64_C(253402300800000), INT64_MAX };
    for (size_t i = 0; i < sizeof no_times / sizeof *no_times; i++) {
        out = weft_buf_heap(1 << 16);
        bad = (scalars){ .level = LEVEL_HIGH, .when = no_times[i] };
        cr_expect_not(weft_codec_write(&scalars_codec, &bad, &out, &error));
        cr_expect_eq(error.code, WEFT_JSON_FORM);
        weft_buf_free(&out);
    }
    out = weft_buf_heap(1 << 16);
    several list = { .numbers_count = 3 };
    cr_expect_not(weft_codec_write(&several_codec, &list, &out, &error));
    cr_expect_eq(error.code, WEFT_JSON_MISUSE);
    weft_buf_free(&out);
    out = weft_buf_heap(1 << 16);
    list = (several){ .bounded_count = 9 };
    cr_expect_not(weft_codec_write(&several_codec, &list, &out, &error));
    cr_expect_eq(error.code, WEFT_JSON_MISUSE);
    weft_buf_free(&out);
    out = weft_buf_heap(1 << 16);
    shape form = { .kind = (shape_kind)9 };
    cr_expect_not(weft_codec_write(&shape_codec, &form, &out, &error));
    cr_expect_eq(error.code, WEFT_JSON_MISUSE);
    weft_buf_free(&out);
}

Test(json_codecs, recursion_ends_where_nesting_does)
{
    expect_same(
        &node_codec,
        "{\"value\":1,\"next\":{\"value\":2},\"children\":[{\"value\":3},{\"value\":4,\"children\":[]}]}");
    static node chain[300];
    for (int i = 0; i < 299; i++) chain[i].next = &chain[i + 1];
    weft_buf out = weft_buf_heap(1 << 16);
    cr_expect_not(weft_codec_write(&node_codec, chain, &out, &error));
    cr_expect_eq(error.code, WEFT_JSON_DEEP);
    weft_buf_free(&out);
    out = weft_buf_heap(1 << 16);
    cr_expect(weft_codec_write(&node_codec, chain + 300 - 256, &out, &error), "%s", error.message.ptr);
    weft_put_char(&out, '\0');
    node value;
    cr_expect(take(&node_codec, out.ptr, &value), "%s", error.message.ptr);
    weft_buf_free(&out);
    weft_buf deep = weft_buf_heap(1 << 16);
    for (int i = 0; i < 257; i++) weft_put_str(&deep, weft_lit("{\"value\":1,\"next\":"));
    weft_put_char(&deep, '\0');
    cr_expect_not(take(&node_codec, deep.ptr, &value));
    cr_expect_eq(error.code, WEFT_JSON_DEEP);
    weft_buf_free(&deep);
}

/* ---- Any order, any white space ---------------------------------------------------------------------------- */

Test(json_codecs, members_in_any_order_and_layout)
{
    static const char *const texts[] = {
        "{\"active\":true,\"price\":1.5,\"name\":\"n\",\"id\":7}",
        " {\n  \"id\" : 7 ,\n  \"name\" : \"n\" ,\n\t\"price\":\r\n1.5,\"active\"\t:true\n}\n",
        "{\"id\":7,\"name\":\"n\",\"price\":1.5,\"unknown\":{\"a\":[1,\"}\"]},\"active\":true}",
        "{\"id\": 7, \"name\": \"n\", \"price\": 1.5, \"active\": true}",
        "{\"\\u0069d\":7,\"nam\\u0065\":\"n\",\"price\":15e-1,\"active\":true}",
        "{\"id\":7,\"name\":\"n\",\"price\":1.5,\"active\":true }",
        "{\"id\":7,\"active\":true,\"name\":\"n\",\"price\":1.5}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_round(&ware_codec, texts[i], "{\"id\":7,\"name\":\"n\",\"price\":1.5,\"active\":true}");
}

/* White space: what a line begins with, as many steps as its level behind it, and what follows a colon. */
typedef struct layout {
    const char *line, *step, *colon;
} layout;

/* `text`, which is compact, with white space between its tokens, and the place of each of its bytes; each layout for five
 * lines. */
static void lay_out(weft_buf *to, size_t *places, const char *text, const layout *layouts, size_t count)
{
    size_t depth = 0, lines = 0;
    bool in_text = false;
    for (const char *at = text;; at++) {
        const layout *it = &layouts[lines / 5 % count];
        bool closes = !in_text && (*at == '}' || *at == ']');
        depth -= closes;
        if (closes || (at > text && !in_text && (at[-1] == '{' || at[-1] == '[' || at[-1] == ','))) {
            weft_put_str(to, wf_str(it->line));
            for (size_t i = 0; i < depth; i++) weft_put_str(to, wf_str(it->step));
            lines++;
        }
        places[at - text] = to->len;
        if (!*at) return;
        weft_put_str(to, weft_str_of(at, 1));
        if (*at == '"') in_text = !in_text;
        if (!in_text && *at == ':') weft_put_str(to, wf_str(it->colon));
        depth += !in_text && (*at == '{' || *at == '[');
    }
}

static const char wares[] = "{\"items\":[{\"name\":\"a\",\"price\":1.5,\"active\":true},"
                            "{\"id\":1,\"name\":\"b, {c\",\"price\":2,\"active\":false},"
                            "{\"active\":true,\"price\":3,\"name\":\"d\",\"id\":2},"
                            "{\"id\":3,\"name\":\"e\",\"price\":4.5,\"active\":true},"
                            "{\"name\":\"f\",\"price\":5,\"active\":false,\"id\":4},"
                            "{\"id\":5,\"name\":\"g\",\"price\":6,\"active\":false}]}";
static const layout layouts[] = { { "\n", "  ", " " },   { "\n", "    ", " " }, { "\n", "\t", " " },
                                  { "\r\n", "  ", " " }, { "\n", "   ", "" },   { " ", "", " " },
                                  { "\n\n", " ", "\n" }, { "\n", "", "  " },    { "\n ", "       ", " " },
                                  { "\t", " ", "\t\t" }, { "", "", "" } };
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static void expect_layout(const layout *some, size_t count)
{
    size_t places[sizeof wares];
    weft_buf text = weft_buf_heap(1 << 16);
    lay_out(&text, places, wares, some, count);
    weft_put_str(&text, weft_str_of("", 1));
    ware_list value;
    bool read = take(&ware_list_codec, text.ptr, &value);
    cr_expect(read, "%s: %s", text.ptr, error.message.ptr);
    cr_expect(read && value.items_count == 6 && value.items[4].price == 5 && value.items[5].id == 5, "%s",
              text.ptr);
    /* Each byte is wrong once: the same is said of the same place. */
    static const char wrong[] = "\1x\"},{:] ";
    for (size_t i = 0; i + 1 < sizeof wares; i++) {
        for (const char *by = wrong; *by; by++) {
            char broken[sizeof wares];
            memcpy(broken, wares, sizeof wares);
            broken[i] = *by;
            weft_memory_reset(memory);
            bool compact = take(&ware_list_codec, broken, &value);
            weft_json_error first = error;
            char before = text.ptr[places[i]];
            text.ptr[places[i]] = *by;
            bool spaced = take(&ware_list_codec, text.ptr, &value);
            bool moves = *by == ' ' || *by == '"' || wares[i] == '"'; /* texts go on to another place */
            cr_expect_eq(spaced, compact, "%s", text.ptr);
            if (!spaced && !compact && !moves) {
                cr_expect_eq(error.code, first.code, "%d, not %d: %s", error.code, first.code, text.ptr);
                if (first.code == WEFT_JSON_SYNTAX)
                    cr_expect_eq(error.offset, places[first.offset], "%zu: %s", error.offset, text.ptr);
            }
            text.ptr[places[i]] = before;
        }
    }
    weft_buf_free(&text);
}

Test(json_codecs, white_space_of_every_kind_changes_nothing)
{
    for (size_t i = 0; i < LAYOUTS; i++) expect_layout(&layouts[i], 1);
    for (size_t i = 0; i + 2 < LAYOUTS; i++) expect_layout(&layouts[i], 3);
    expect_layout(layouts, LAYOUTS);
}

Test(json_codecs, what_is_no_struct_is_refused)
{
    expect_wrong(&ware_codec, "", WEFT_JSON_CUT, "");
    expect_wrong(&ware_codec, "[]", WEFT_JSON_KIND, "");
    expect_wrong(&ware_codec, "null", WEFT_JSON_KIND, "");
    expect_wrong(&ware_codec, "{}", WEFT_JSON_REQUIRED, "name");
    expect_wrong(&ware_codec, "{\"id\":1,\"name\":\"n\",\"price\":1}", WEFT_JSON_REQUIRED, "active");
    expect_wrong(&ware_codec, "{\"id\":1,\"id\":1}", WEFT_JSON_DUPLICATE, "id");
    expect_wrong(&ware_codec, "{\"id\":1,\"name\":\"n\",\"price\":1,\"active\":true,\"name\":\"m\"}",
                 WEFT_JSON_DUPLICATE, "name");
    expect_wrong(&ware_codec, "{\"id\":1{\"name\":\"n\",\"price\":1,\"active\":true}", WEFT_JSON_SYNTAX,
                 "id");
    expect_wrong(&ware_codec, "{\"id\":1,\"name\":\"n\",\"price\":1,\"active\":true}}", WEFT_JSON_TRAILING,
                 "");
    expect_wrong(&ware_codec, "{,\"name\":\"n\",\"price\":1,\"active\":true}", WEFT_JSON_SYNTAX, "");
    expect_wrong(&ware_codec, "{\"id\":1,\"name\":\"n\",\"price\":1,\"active\":true,}", WEFT_JSON_SYNTAX, "");
    expect_wrong(&ware_codec, "{\"id\":1,\"name\":\"n\xff\",\"price\":1,\"active\":true}", WEFT_JSON_UTF8,
                 "name");
    expect_wrong(&ware_codec, "{\"id\":1,\"name\":\"n\",\"price\":1,\"active\":true,\"x\":[nul]}",
                 WEFT_JSON_SYNTAX, "x[0]");
}

/* Cut anywhere, it is refused; and nothing is read behind the end (ASan looks). */
Test(json_codecs, every_prefix_is_refused)
{
    const weft_codec *const codecs[] = { &scalars_codec, &several_codec, &integers_codec };
    const char *const texts[] = { scalars_text, several_text, smallest };
    for (size_t i = 0; i < 3; i++) {
        void *value = calloc(1, codecs[i]->size);
        for (size_t len = 0; len < strlen(texts[i]); len++) {
            char *copy = malloc(len ? len : 1);
            memcpy(copy, texts[i], len);
            cr_expect_not(weft_codec_read(codecs[i], weft_str_of(copy, len), memory, value, &error));
            free(copy);
            weft_memory_reset(memory);
        }
        free(value);
    }
}

Test(json_codecs, more_members_than_a_word_has_bits)
{
    weft_buf straight = weft_buf_heap(1 << 16), reversed = weft_buf_heap(1 << 16);
    for (int i = 0; i < 70; i++) weft_putf(&straight, "%c\"m%d\":%d", i ? ',' : '{', i, i == 68 ? 9 : i);
    for (int i = 70; i-- > 0;) weft_putf(&reversed, "%c\"m%d\":%d", i < 69 ? ',' : '{', i, i == 68 ? 9 : i);
    weft_put_str(&straight, weft_str_of("}", 2));
    weft_put_str(&reversed, weft_str_of("}", 2));
    expect_same(&wide_codec, straight.ptr);
    expect_round(&wide_codec, reversed.ptr, straight.ptr);
    expect_wrong(&wide_codec, with(straight.ptr, "m66", "1,\"m66\":1"), WEFT_JSON_DUPLICATE, "m66");
    expect_wrong(&wide_codec, swap(straight.ptr, ",\"m69\":69", ""), WEFT_JSON_REQUIRED, "m69");
    expect_wrong(&wide_codec, swap(straight.ptr, "\"m0\":0,", ""), WEFT_JSON_REQUIRED, "m0");
    expect_rejected(&wide_codec, with(straight.ptr, "m68", "10"), "m68 must be at most 9");
    expect_rejected(&wide_codec, with(reversed.ptr, "m68", "10"), "m68 must be at most 9");
    weft_buf_free(&straight);
    weft_buf_free(&reversed);
}

/* ---- States, defaults, names ------------------------------------------------------------------------------- */

static const char required_states[] =
    "{\"optionalNumber\":0,\"nullNumber\":null,\"nullText\":null,\"nullList\":null,"
    "\"nullPointer\":null}";

Test(json_codecs, missing_null_and_a_value_are_three_states)
{
    expect_same(&states_codec, required_states);
    expect_same(
        &states_codec,
        "{\"optionalNumber\":1,\"toldNumber\":2,\"nullNumber\":3,\"anyNumber\":4,\"optionalText\":\"\","
        "\"nullText\":\"\",\"anyText\":\"t\",\"optionalList\":[],\"nullList\":[1],\"pointer\":5,"
        "\"nullPointer\":6,\"anyPointer\":7,\"json\":[1]}");
    expect_same(&states_codec,
                "{\"optionalNumber\":1,\"nullNumber\":null,\"anyNumber\":null,\"nullText\":null,"
                "\"anyText\":null,\"nullList\":null,\"nullPointer\":null,\"anyPointer\":null}");
    states value;
    cr_assert(take(&states_codec, required_states, &value));
    cr_expect_eq(value.any_number_is, WEFT_MISSING);
    cr_expect_eq(value.told_number_is, WEFT_MISSING);
    cr_expect_eq(value.null_number_is, WEFT_NULL);
    cr_expect_null(value.optional_text.ptr);
    cr_expect_null(value.optional_list);
    cr_expect_null(value.pointer);
    expect_wrong(&states_codec, "{\"optionalNumber\":0}", WEFT_JSON_REQUIRED, "nullNumber");
    expect_wrong(&states_codec, "{\"toldNumber\":null}", WEFT_JSON_KIND, "toldNumber");
    expect_wrong(&states_codec, "{\"optionalText\":null}", WEFT_JSON_KIND, "optionalText");
}

Test(json_codecs, defaults_stand_for_what_is_missing)
{
    expect_round(
        &defaults_codec, "{}",
        "{\"page\":1,\"low\":-9223372036854775808,\"ratio\":0.5,\"on\":true,\"title\":\"a \\\"title\\\"\","
        "\"order\":\"large\"}");
    expect_same(&defaults_codec,
                "{\"page\":2,\"low\":0,\"ratio\":0,\"on\":false,\"title\":\"\",\"order\":\"small\"}");
}

Test(json_codecs, names_are_those_that_were_asked_for)
{
    expect_same(&renamed_codec, "{\"FirstName\":1,\"HttpPort\":2,\"@id\":3,\"a \\\"b\\\" \\\\ é\":4}");
    expect_round(&renamed_codec,
                 "{\"a \\u0022b\\\" \\u005c \\u00e9\":4,\"@id\":3,\"HttpPort\":2,\"FirstName\":1}",
                 "{\"FirstName\":1,\"HttpPort\":2,\"@id\":3,\"a \\\"b\\\" \\\\ é\":4}");
    renamed value;
    cr_assert(take(&renamed_codec,
                   "{\"FirstName\":1,\"HttpPort\":2,\"@id\":3,\"a \\\"b\\\" \\\\ é\":4,\"hidden\":5}",
                   &value));
    cr_expect_eq(value.hidden, 0);
    cr_expect_null(value.secret);
    expect_round(&vendor_point_codec, "{\"mainAxis\":\"upwards\",\"xValue\":1}",
                 "{\"xValue\":1,\"y\":0,\"mainAxis\":\"upwards\"}");
    expect_rejected(&vendor_point_codec, "{\"mainAxis\":\"x\",\"xValue\":181}",
                    "xValue must be from -180 to 180");
}

Test(json_codecs, unknown_and_duplicate_members_as_was_chosen)
{
    expect_wrong(&strict_codec, "{\"a\":1,\"b\":2}", WEFT_JSON_UNKNOWN, "b");
    expect_round(&lenient_codec, "{\"a\":1,\"list\":[1,2],\"text\":\"t\",\"a\":2,\"list\":[3],\"text\":null}",
                 "{\"a\":2,\"list\":[3],\"text\":null}");
}

/* ---- Limits ------------------------------------------------------------------------------------------------ */

static const char within[] =
    "{\"low\":-5,\"high\":4000000000,\"range\":-9223372036854775808,\"real\":1e3,\"single\":0.1,"
    "\"text\":\"éé\",\"chars\":\"c\",\"numbers\":[0],\"grid\":[[9,9],[9,9]]}";

Test(json_codecs, limits_are_told_all_at_once)
{
    limits value;
    cr_expect(take(&limits_codec, within, &value), "%s", error.message.ptr);
    const char *all =
        "{\"low\":-6,\"high\":4000000001,\"range\":9223372036854775807,\"real\":-0.6,\"single\":0.2,"
        "\"text\":\"ééé..é.\",\"exact\":\"\",\"chars\":\"\",\"numbers\":[1,-1,2,-3],\"texts\":[\"abc\"],"
        "\"maybe\":0,\"grid\":[[10,0],[0,10]]}";
    expect_rejected(
        &limits_codec, all,
        "low must be at least -5|high must be at most 4000000000|range must be at most 9223372036854775806|"
        "real must be from -0.5 to 1e3|single must be at most 0.1|text must have 2 to 5 characters|"
        "exact must have exactly 1 character|chars must have at least 1 character|"
        "numbers[1] must be at least 0|numbers[3] must be at least 0|numbers must have 1 to 3 items|"
        "texts[0] must have at most 2 characters|texts must have exactly 2 items|maybe must be at least 1|"
        "grid[0] must be at most 9|grid[1] must be at most 9");
    expect_rejected(&limits_codec, swap(within, "\"éé\"", "\"é\""), "text must have 2 to 5 characters");
    expect_rejected(&limits_codec, swap(within, "\"éé\"", "\"\xf0\x9f\x98\x80\""),
                    "text must have 2 to 5 characters");
    cr_expect(take(&limits_codec,
                   swap(within, "\"éé\"", "\"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\""), &value));
}

Test(json_codecs, limits_hold_in_lists_and_maps_with_their_paths)
{
    const char *s = several_text;
    expect_rejected(&several_codec, swap(s, "\"b\":2}", "\"b\":501}"), "prices.b must be at most 500");
    expect_rejected(&several_codec, swap(s, "\"a\":1,\"b\":2}", " \"a.b\\n\" : 501 , \"\" : 2, \"c\":502}"),
                    "prices[\"a.b\\n\"] must be at most 500|prices.c must be at most 500");
    expect_rejected(&several_codec, swap(s, "\"b\":2}", "\"\":501}"), "prices[\"\"] must be at most 500");
    expect_rejected(&drawing_codec,
                    "{\"shapes\":[{\"type\":\"circle\",\"radius\":-1},{\"type\":\"nothing\"},{\"radius\":-2,"
                    "\"type\":\"circle\"}]}",
                    "shapes[0].radius must be at least 0|shapes[2].radius must be at least 0");
}

/* What is malformed is so whatever else breaks limits. */
Test(json_codecs, malformed_wins_over_rejected)
{
    expect_wrong(&limits_codec, swap(within, "\"low\":-5", "\"low\":-6,\"x\":nul"), WEFT_JSON_SYNTAX, "x");
}

/* ---- Unions ------------------------------------------------------------------------------------------------ */

Test(json_codecs, a_tag_chooses_among_the_members_of_a_union)
{
    expect_same(&shape_codec, "{\"type\":\"circle\",\"width\":1,\"radius\":2}");
    expect_same(&shape_codec, "{\"type\":\"square\",\"width\":0,\"side\":2,\"label\":null,\"note\":\"n\"}");
    expect_same(&shape_codec, "{\"type\":\"nothing\",\"width\":0}");
    expect_same(&shape_codec, "{\"type\":\"number\",\"width\":0,\"number\":-1}");
    expect_same(&shape_codec, "{\"type\":\"text\",\"width\":0,\"words\":\"w\"}");
    expect_round(&shape_codec, "{ \"note\" : \"n\", \"radius\":2 , \"type\":\"circle\"}",
                 "{\"type\":\"circle\",\"width\":0,\"radius\":2,\"note\":\"n\"}");
    expect_round(&shape_codec, "{\"type\":\"circl\\u0065\",\"radius\":2}",
                 "{\"type\":\"circle\",\"width\":0,\"radius\":2}");
    expect_wrong(&shape_codec, "{\"type\":\"circle\",\"side\":2}", WEFT_JSON_UNKNOWN, "side");
    expect_wrong(&shape_codec, "{\"type\":\"circle\"}", WEFT_JSON_REQUIRED, "radius");
    expect_wrong(&shape_codec, "{\"radius\":2}", WEFT_JSON_REQUIRED, "type");
    expect_wrong(&shape_codec, "{\"type\":\"oval\"}", WEFT_JSON_FORM, "type");
    expect_wrong(&shape_codec, "{\"type\":\"circle\",\"radius\":1,\"type\":\"square\"}", WEFT_JSON_DUPLICATE,
                 "type");
    expect_wrong(&shape_codec, "[]", WEFT_JSON_KIND, "");
    expect_same(&late_codec, "{\"x\":1,\"kind\":\"circle\"}");
    expect_round(&late_codec, "{\"kind\":\"square\",\"y\":1}", "{\"y\":1,\"kind\":\"square\"}");
    expect_same(&late_codec, "{\"kind\":\"nothing\"}");
}

/* ---- Memory ------------------------------------------------------------------------------------------------ */

Test(json_codecs, memory_that_does_not_suffice_is_an_error)
{
    void *value = calloc(1, several_codec.size);
    size_t failed = 0;
    for (size_t limit = 16; limit < 1 << 16; limit += 512) {
        weft_memory *small = weft_memory_new(limit);
        bool ok = weft_codec_read(&several_codec, wf_str(several_text), small, value, &error);
        cr_expect(ok || error.code == WEFT_JSON_MEMORY, "%zu: %s", limit, error.message.ptr);
        failed += !ok;
        weft_memory_free(small);
    }
    cr_expect_gt(failed, 0);
    several filled;
    cr_assert(take(&several_codec, several_text, &filled));
    for (size_t limit = 0; limit < strlen(several_text); limit++) {
        weft_buf out = weft_buf_heap(limit);
        cr_expect_not(weft_codec_write(&several_codec, &filled, &out, &error));
        cr_expect_eq(error.code, WEFT_JSON_MEMORY);
        weft_buf_free(&out);
    }
    free(value);
}

#ifdef WEFT_FAULTS
Test(json_codecs, allocations_that_fail_are_errors)
{
    void *value = calloc(1, several_codec.size);
    for (int skip = 0; skip < 8; skip++) {
        weft_memory *fresh = weft_memory_new(1 << 20);
        wf_fault_arm(WF_FAULT_ALLOC, skip, -1);
        bool ok = weft_codec_read(&several_codec, wf_str(several_text), fresh, value, &error);
        wf_fault_disarm_all();
        cr_expect(ok || error.code == WEFT_JSON_MEMORY);
        weft_memory_free(fresh);
    }
    free(value);
}
#endif
