/* UTF-8 sequences of padded texts, one word at a time (RFC 3629 section 4). */
#ifndef WF_JSON_UTF8_H
#define WF_JSON_UTF8_H
#include "src/base/check.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes of the valid sequence at `at`, whose first byte is above 0x7F; 0 when it is not valid. Reads 4 bytes. */
WF_INLINE size_t wf_utf8_wide(const char *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    if ((word & 0xC0C0F0) == 0x8080E0) { /* the most frequent: all of Asia */
        uint32_t second = word & 0x200F; /* E0 with 80..9F is overlong, ED with A0..BF a surrogate */
        return second != 0 && second != 0x200D ? 3 : 0;
    }
    if ((word & 0xC0E0) == 0x80C0) return word & 0x1E ? 2 : 0; /* C0 and C1 are overlong */
    if ((word & 0xC0C0C0F8) == 0x808080F0) {
        uint32_t first = (word & 7) << 2 | (word >> 12 & 3); /* the bits above 0xFFFF: 1 to 16 */
        return first - 1 < 16 ? 4 : 0;
    }
    return 0;
}
#endif
