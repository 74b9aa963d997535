#include "src/base/utf8.h"
#include <criterion/criterion.h>
#include <string.h>

/* The oracle: every scalar value, encoded here by the definition, marks its bytes. Nothing else is valid. */
static uint8_t one[1 << 8], two[1 << 16], three[1 << 24];

static size_t encode(unsigned char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (unsigned char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (unsigned char)(0xc0 + code / 64);
        out[1] = (unsigned char)(0x80 + code % 64);
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (unsigned char)(0xe0 + code / 4096);
        out[1] = (unsigned char)(0x80 + code / 64 % 64);
        out[2] = (unsigned char)(0x80 + code % 64);
        return 3;
    }
    out[0] = (unsigned char)(0xf0 + code / 262144);
    out[1] = (unsigned char)(0x80 + code / 4096 % 64);
    out[2] = (unsigned char)(0x80 + code / 64 % 64);
    out[3] = (unsigned char)(0x80 + code % 64);
    return 4;
}

static bool is_scalar(uint32_t code) { return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff); }

static void mark_all(void)
{
    for (uint32_t code = 0; code < 0x10000; code++) {
        unsigned char b[4];
        if (!is_scalar(code)) continue;
        switch (encode(b, code)) {
        case 1: one[b[0]] = 1; break;
        case 2: two[b[0] << 8 | b[1]] = 1; break;
        default: three[b[0] << 16 | b[1] << 8 | b[2]] = 1; break;
        }
    }
}

/* The longest valid prefix of three bytes. */
static size_t expected_prefix(const unsigned char *b)
{
    if (three[b[0] << 16 | b[1] << 8 | b[2]]) return 3;
    if (two[b[0] << 8 | b[1]]) return one[b[2]] ? 3 : 2;
    if (!one[b[0]]) return 0;
    if (two[b[1] << 8 | b[2]]) return 3;
    if (!one[b[1]]) return 1;
    return one[b[2]] ? 3 : 2;
}

Test(utf8, every_sequence_of_one_to_three_bytes)
{
    mark_all();
    for (uint32_t i = 0; i < 1 << 24; i++) {
        const unsigned char bytes[] = { (unsigned char)(i >> 16), (unsigned char)(i >> 8), (unsigned char)i };
        size_t got = wf_utf8_valid_prefix((const char *)bytes, 3);
        if (got != expected_prefix(bytes)) cr_assert_fail("%06x: prefix %zu", i, got);
    }
    for (uint32_t i = 0; i < 1 << 16; i++) {
        const unsigned char bytes[] = { (unsigned char)(i >> 8), (unsigned char)i };
        size_t expected = two[i] ? 2 : !one[bytes[0]] ? 0 : one[bytes[1]] ? 2 : 1;
        cr_assert_eq(wf_utf8_valid_prefix((const char *)bytes, 2), expected, "%04x", i);
    }
    for (uint32_t i = 0; i < 1 << 8; i++) {
        const char byte = (char)i;
        cr_assert_eq(wf_utf8_valid_prefix(&byte, 1), one[i], "%02x", i);
    }
}

static uint32_t decode_4(const unsigned char *b)
{
    if (b[0] < 0xf0 || b[0] > 0xf7) return UINT32_MAX;
    for (int i = 1; i < 4; i++) {
        if (b[i] < 0x80 || b[i] > 0xbf) return UINT32_MAX;
    }
    uint32_t code = (b[0] - 0xf0u) * 262144 + (b[1] - 0x80u) * 4096 + (b[2] - 0x80u) * 64 + (b[3] - 0x80u);
    return code >= 0x10000 && code <= 0x10ffff ? code : UINT32_MAX;
}

/* Every first two bytes from F0 on, with tails at and around the edges of what a tail may be. */
Test(utf8, sampled_sequences_of_four_bytes)
{
    static const unsigned char tails[] = { 0x00, 0x41, 0x7f, 0x80, 0x81, 0x9f,
                                           0xa0, 0xbe, 0xbf, 0xc0, 0xe2, 0xff };
    for (uint32_t i = 0xf000; i < 0x10000; i++) {
        for (size_t j = 0; j < sizeof tails * sizeof tails; j++) {
            const unsigned char bytes[] = { (unsigned char)(i >> 8), (unsigned char)i,
                                            tails[j / sizeof tails], tails[j % sizeof tails] };
            uint32_t code = 42, expected = decode_4(bytes);
            size_t len = wf_utf8_take((const char *)bytes, 4, &code);
            cr_assert_eq(len, expected == UINT32_MAX ? 0 : 4, "%04x tail %zu", i, j);
            cr_assert_eq(code, expected == UINT32_MAX ? 42 : expected);
            cr_assert_eq(wf_utf8_valid_prefix((const char *)bytes, 4), len);
        }
    }
}

Test(utf8, every_code_point_there_and_back)
{
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        if (!is_scalar(code)) continue;
        unsigned char expected[4];
        char got[4];
        uint32_t back = 0;
        size_t len = encode(expected, code);
        if (wf_utf8_put(got, code) != len || memcmp(got, expected, len) != 0)
            cr_assert_fail("put U+%04X", code);
        if (wf_utf8_take(got, len, &back) != len || back != code) cr_assert_fail("take U+%04X", code);
        if (!wf_utf8_valid(got, len)) cr_assert_fail("valid U+%04X", code);
        for (size_t cut = 0; cut < len; cut++) {
            if (wf_utf8_take(got, cut, &back) != 0) cr_assert_fail("U+%04X cut to %zu bytes", code, cut);
        }
    }
}

/* A bad byte, and a valid sequence of each length, at every place of a text of several eight-byte steps. */
Test(utf8, offsets_across_the_ascii_steps)
{
    static const char *const good[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80" };
    char text[40];
    for (size_t len = 0; len <= sizeof text; len++) {
        memset(text, 'a', sizeof text);
        cr_expect(wf_utf8_valid(text, len));
        for (size_t at = 0; at < len; at++) {
            memset(text, 'a', sizeof text);
            text[at] = (char)0x80;
            cr_assert_eq(wf_utf8_valid_prefix(text, len), at, "bad byte at %zu of %zu", at, len);
        }
        for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
            size_t size = strlen(good[i]);
            for (size_t at = 0; at + size <= len; at++) {
                memset(text, 'a', sizeof text);
                memcpy(text + at, good[i], size);
                cr_assert(wf_utf8_valid(text, len));
                if (size > 1) cr_assert_eq(wf_utf8_valid_prefix(text, at + size - 1), at, "cut short");
            }
        }
    }
}

Test(utf8, empty_and_absent)
{
    uint32_t code;
    cr_expect(wf_utf8_valid("", 0));
    cr_expect(wf_utf8_valid(NULL, 0));
    cr_expect_eq(wf_utf8_take("", 0, &code), 0);
    cr_expect_eq(wf_utf8_take(NULL, 0, &code), 0);
    cr_expect(wf_utf8_valid("\0\0", 2));
}

Test(utf8, text_in_many_scripts)
{
    static const char text[] = "Grüße, мир, 世界, שלום, नमस्ते, 😀 and \"plain\" text behind it";
    cr_expect(wf_utf8_valid(text, sizeof text - 1));
    size_t at = 0, count = 0;
    uint32_t code;
    for (size_t step; (step = wf_utf8_take(text + at, sizeof text - 1 - at, &code)) > 0; at += step) count++;
    cr_expect_eq(at, sizeof text - 1);
    cr_expect_lt(count, at);
}
