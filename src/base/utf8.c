/* UTF-8: eight ASCII bytes at a time, then a strict decoder (RFC 3629 section 4, the table of its ABNF). */
#include "src/base/utf8.h"
#include "src/base/check.h"
#include <string.h>

static inline bool is_between(unsigned char byte, unsigned char low, unsigned char high)
{
    return byte >= low && byte <= high;
}

static inline bool is_tail(unsigned char byte) { return (byte & 0xc0) == 0x80; }

/* The second byte alone rules out overlong forms, surrogates and what lies above U+10FFFF. */
static inline bool is_second(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xe0: return is_between(second, 0xa0, 0xbf);
    case 0xed: return is_between(second, 0x80, 0x9f);
    case 0xf0: return is_between(second, 0x90, 0xbf);
    case 0xf4: return is_between(second, 0x80, 0x8f);
    default: return is_tail(second);
    }
}

/* Bytes of the valid sequence at ptr, or 0. */
static inline size_t sequence_len(const unsigned char *ptr, size_t len)
{
    if (len == 0) return 0;
    unsigned char first = ptr[0];
    if (first < 0x80) return 1;
    if (!is_between(first, 0xc2, 0xf4) || len < 2 || !is_second(first, ptr[1])) return 0;
    if (first < 0xe0) return 2;
    if (len < 3 || !is_tail(ptr[2])) return 0;
    if (first < 0xf0) return 3;
    return len >= 4 && is_tail(ptr[3]) ? 4 : 0;
}

static inline bool are_8_ascii(const unsigned char *ptr)
{
    uint64_t bytes;
    memcpy(&bytes, ptr, sizeof bytes);
    return (bytes & 0x8080808080808080) == 0;
}

size_t wf_utf8_valid_prefix(const char *ptr, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)ptr;
    size_t at = 0;
    while (at < len) {
        if (len - at >= 8 && are_8_ascii(bytes + at)) {
            at += 8;
            continue;
        }
        size_t step = sequence_len(bytes + at, len - at);
        if (step == 0) break;
        at += step;
    }
    return at;
}

size_t wf_utf8_put(char *out, uint32_t code)
{
    WF_DEBUG(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    static const unsigned char marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    out[0] = (char)(marks[len] | code);
    return len;
}

size_t wf_utf8_take(const char *ptr, size_t len, uint32_t *code)
{
    const unsigned char *bytes = (const unsigned char *)ptr;
    size_t step = sequence_len(bytes, len);
    if (step == 0) return 0;
    static const unsigned char payloads[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t value = bytes[0] & payloads[step];
    for (size_t i = 1; i < step; i++) value = value << 6 | (bytes[i] & 0x3f);
    *code = value;
    return step;
}
