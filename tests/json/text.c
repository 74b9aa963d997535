#include "json/text.h"
#include "json/read.h"
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d >> 16;
}

/* What texts are made of: plain, escapes, UTF-8 of every length at its ends, and what is none of these. */
static const char *const pieces[] = {
    "a",
    "plain words",
    "0123456789abcdef",
    "\\n",
    "\\\"",
    "\\\\",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\xc2\x80",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xed\x9f\xbf",
    "\xee\x80\x80",
    "\xef\xbf\xbf",
    "\xf0\x90\x80\x80",
    "\xf4\x8f\xbf\xbf",
    "한국어",
    "\x7f",
};
static const char *const wrong[] = {
    "\xc0\x80",
    "\xc1\xbf",
    "\xe0\x9f\xbf",
    "\xed\xa0\x80",
    "\xf0\x8f\xbf\xbf",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\x80",
    "\xe2\x82",
    "\xf0\x9f\x98",
    "\x01",
    "\n",
    "\\x",
    "\\u12g4",
    "\\ud800",
    "\\udc00",
    "\\ud800\\u0041",
    "\\",
};

enum { TEXT_MAX = 1024 };

/* A text behind its opening quote, closed, padded; now and then with something wrong in it. */
static size_t make(char *text, uint64_t *state)
{
    size_t len = 0, count = next_random(state) % 14;
    bool is_wrong = next_random(state) % 3 == 0;
    for (size_t i = 0; i < count; i++) {
        bool now = is_wrong && i == count / 2;
        const char *piece = now ? wrong[next_random(state) % (sizeof wrong / sizeof *wrong)]
                                : pieces[next_random(state) % (sizeof pieces / sizeof *pieces)];
        len += strlen(strcpy(text + len, piece));
    }
    text[len++] = '"';
    memset(text + len, 0, WEFT_JSON_PAD);
    return len;
}

typedef struct taken {
    weft_json_code code;
    ptrdiff_t behind;
    size_t len;
    char bytes[TEXT_MAX];
} taken;

static void take(const wf_json_text *loops, const char *text, size_t len, size_t limit, taken *out)
{
    weft_memory *memory = weft_memory_new(limit);
    weft_json_in in;
    weft_str value = { NULL, 0 };
    memset(out, 0, sizeof *out);
    weft_json_open_padded(&in, weft_str_of(text, len), memory);
    const char *end = loops->take(&in, text, &value);
    out->code = in.code;
    out->behind = end ? end - text : -1;
    out->len = end ? value.len : 0;
    if (out->len) memcpy(out->bytes, value.ptr, out->len);
    weft_memory_free(memory);
}

Test(json_text, every_set_of_instructions_takes_what_the_plainest_takes)
{
    uint64_t state = 88172645463325252;
    static char text[TEXT_MAX + WEFT_JSON_PAD];
    static taken expected, got;
    for (int round = 0; round < 20000; round++) {
        size_t len = make(text, &state);
        take(wf_json_text_variant(0), text, len, 1 << 16, &expected);
        for (int i = 1; wf_json_text_variant(i); i++) {
            take(wf_json_text_variant(i), text, len, 1 << 16, &got);
            cr_assert(memcmp(&got, &expected, sizeof got) == 0, "%s: %s", wf_json_text_variant(i)->name,
                      text);
        }
    }
}

Test(json_text, every_set_of_instructions_puts_what_the_plainest_puts)
{
    uint64_t state = 1234567;
    for (int round = 0; round < 20000; round++) {
        size_t len = next_random(&state) % 100;
        char *exact = malloc(len + 1);
        uint64_t kind = next_random(&state) % 4;
        for (size_t i = 0; i < len; i++) {
            uint64_t random = next_random(&state);
            exact[i] = kind == 0     ? (char)random
                       : random % 16 ? (char)(' ' + random % 94)
                                     : "\"\\\n\x7f"[random >> 8 & 3];
        }
        char *lent = realloc(exact, len ? len : 1); /* ASan sees one byte more */
        weft_buf expected = weft_buf_heap(4096);
        for (int i = 0; wf_json_text_variant(i); i++) {
            weft_buf got = weft_buf_heap(4096);
            weft_json_out out;
            weft_json_begin(&out, &got);
            char *at = wf_json_text_variant(i)->put(&out, out.at, lent, len, 3);
            size_t put = out.code ? 0 : (size_t)(at - got.ptr);
            if (i == 0) {
                weft_put_str(&expected, weft_str_of(got.ptr, put));
            } else {
                cr_assert(put == expected.len && (put == 0 || memcmp(got.ptr, expected.ptr, put) == 0), "%s",
                          wf_json_text_variant(i)->name);
            }
            weft_buf_free(&got);
        }
        weft_buf_free(&expected);
        free(lent);
    }
}

Test(json_text, numbers_are_the_same_by_every_set_of_instructions)
{
    uint64_t state = 99;
    for (int round = 0; round < 100000; round++) {
        static char text[128];
        memset(text, 0, sizeof text);
        size_t len = 0, count = 1 + next_random(&state) % 24;
        for (size_t i = 0; i < count; i++)
            text[len++] = "00123456789012345678901234567.-eE+,} ]:x/"[next_random(&state) % 41];
        weft_memory *memory = weft_memory_new(1 << 16);
        int64_t whole[2] = { 0, 0 };
        double real[2] = { 0, 0 };
        ptrdiff_t ends[4];
        weft_json_code codes[4];
        for (int k = 0; k < 2; k++) {
            const wf_json_text *loops = k ? wf_json_text_best() : wf_json_text_variant(0);
            weft_json_in in;
            weft_json_open_padded(&in, weft_str_of(text, len), memory);
            const char *end = loops->i64(&in, text, &whole[k]);
            ends[k] = end ? end - text : -1;
            codes[k] = in.code;
            weft_json_open_padded(&in, weft_str_of(text, len), memory);
            end = loops->f64(&in, text, &real[k]);
            ends[2 + k] = end ? end - text : -1;
            codes[2 + k] = in.code;
        }
        cr_assert(ends[0] == ends[1] && codes[0] == codes[1] && (ends[0] < 0 || whole[0] == whole[1]), "%s",
                  text);
        cr_assert(ends[2] == ends[3] && codes[2] == codes[3], "%s", text);
        cr_assert(ends[2] < 0 || memcmp(&real[0], &real[1], sizeof *real) == 0, "%s", text);
        weft_memory_free(memory);
    }
}
