/* A segment of a path as two words: how it is cut off and compared without a branch on its length.
 *
 * Lookups come in no order that a branch predictor could learn, and each wrong guess costs as much as comparing a
 * dozen texts. So slashes are found for 64 bytes at once, and a segment's first and last eight bytes are loaded
 * whatever its length is: up to 16 bytes these two words and the length are the segment. */
#ifndef WF_ROUTER_SEGMENT_H
#define WF_ROUTER_SEGMENT_H
#include "src/base/check.h"
#include "src/base/num.h"
#include <string.h>
#include <weft/weft.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Some bytes and what they say once decoded. */
typedef struct wf_piece {
    const char *ptr, *end; /* as sent */
    uint64_t head; /* the first eight decoded bytes, the very first lowest; zeros above if there are fewer */
    uint64_t tail; /* the last eight if there are more than eight, else 0 */
    size_t len;    /* decoded */
} wf_piece;

/* Eight bytes, the first one lowest, on every machine. */
WF_INLINE uint64_t wf_word(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Bit i is set if byte i of the 16 at `at` is a slash. */
WF_INLINE uint64_t wf_slashes_16(const char *at)
{
#if defined(__SSE2__)
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
    return (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('/')));
#else
    uint64_t bits = 0;
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    for (int i = 0; i < 16; i += 8) {
        uint64_t x = wf_word(at + i) ^ UINT64_C(0x2F2F2F2F2F2F2F2F);
        uint64_t zero = ~(((x & low) + low) | x | low) >> 7; /* 1 in each byte that was a slash */
        bits |= (zero * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return bits;
#endif
}

/* The same for the 64 bytes from `base` on, of which only those below `readable` (16 at least, more than base) are
 * read and reported. Blocks that would pass the end are moved back: what they say twice is or-ed to the same. */
WF_INLINE uint64_t wf_slashes_64(const char *bytes, size_t base, size_t readable)
{
    uint64_t bits = 0;
    for (size_t i = base; i < base + 64; i += 16) {
        size_t at = i < readable - 16 ? i : readable - 16;
        uint64_t block = wf_slashes_16(bytes + at);
        bits |= at >= base ? block << (at - base) : block >> (base - at);
    }
    return bits;
}

/* A word of `len` (1 to 8 or more) bytes: zeros above them. */
WF_INLINE uint64_t wf_word_keep(uint64_t word, size_t len)
{
    return word & UINT64_MAX >> ((64 - 8 * (len < 8 ? len : 8)) & 63);
}

/* Bytes from..to, at least one, of `bytes`, of which `readable` (16 at least) can be read. */
WF_INLINE wf_piece wf_piece_of(const char *bytes, size_t from, size_t to, size_t readable)
{
    size_t len = to - from, at = from < readable - 8 ? from : readable - 8;
    size_t longer = (size_t)0 - (len > 8); /* a mask: a condition here would be compiled to a branch */
    uint64_t head = wf_word_keep(wf_word(bytes + at) >> 8 * (from - at), len);
    return (wf_piece){ bytes + from, bytes + to, head, wf_word(bytes + ((to - 8) & longer)) & longer, len };
}

/* The next byte of a piece as it reads decoded. */
WF_INLINE unsigned char wf_piece_byte(const char **at, const char *end, bool plain)
{
    const char *byte = *at;
    if (plain || *byte != '%' || end - byte < 3) return (unsigned char)*(*at)++;
    *at += 3;
    return (unsigned char)(wf_hex_digit(byte[1]) << 4 | wf_hex_digit(byte[2]));
}

/* What follows is called rarely and takes pieces by value, so that the compiler can keep a caller's in registers. */

/* The piece ptr..end, byte by byte: for what holds escapes, and for texts that cannot be read beyond their end. */
wf_piece wf_piece_read(const char *ptr, const char *end, bool plain);
/* A hash of all decoded bytes, for sets of texts that their ends do not tell apart. */
uint64_t wf_piece_hash(wf_piece piece, bool plain);
/* Whether a piece of more than 16 bytes, whose ends and length agree with `text`, is that text. */
bool wf_piece_is(wf_piece piece, const char *text, bool plain);
/* {name:int}: an optional '-' and ASCII digits that fit int64. */
bool wf_piece_is_int(wf_piece piece, bool plain);
#endif
