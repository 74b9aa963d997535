#include "static/tag.h"
#include "src/base/num.h"
#include "src/base/str.h"

/* The first byte lowest, whatever the machine; compilers make one load of it. */
static uint64_t word_at(const unsigned char *at, size_t len)
{
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++) word |= (uint64_t)at[i] << 8 * i;
    return word;
}

static uint64_t mix(uint64_t digest, uint64_t word)
{
    digest = (digest ^ word) * UINT64_C(0x9FB21C651E98DF25);
    return digest ^ digest >> 29 ^ digest >> 49;
}

uint64_t wf_tag_digest(uint64_t digest, weft_str bytes)
{
    const unsigned char *at = (const unsigned char *)bytes.ptr;
    size_t left = bytes.len;
    for (; left >= 8; at += 8, left -= 8) digest = mix(digest, word_at(at, 8));
    return left ? mix(digest, word_at(at, left)) : digest;
}

size_t wf_tag_put(char out[WF_TAG_MAX], uint64_t what, uint64_t size, weft_str suffix)
{
    char *to = out;
    *to++ = '"';
    to += wf_hex_put(to, what);
    *to++ = '-';
    to += wf_hex_put(to, size);
    if (suffix.len) {
        *to++ = '-';
        to = wf_copy(to, suffix.ptr, suffix.len);
    }
    *to++ = '"';
    return (size_t)(to - out);
}
