/* What text_loops.inc asks of an instruction set, once for each. Private to text.c.
 *   special_x   a mask with STRIDE bits for each of WINDOW bytes, the first byte's lowest: set for quotes, backslashes,
 *               control bytes and bytes above 0x7F (and, in SWAR, maybe for bytes behind such a one)
 *   quotes_x    the same for quotes alone, and for all others (exact up to the first quote)
 *   copy_x      copies WINDOW bytes and returns their mask
 * Both read the whole window. Shorter pieces are read exactly: load_few, or masked loads where there are some. */
#ifndef WF_JSON_TEXT_SIMD_H
#define WF_JSON_TEXT_SIMD_H
#include "src/base/digits.h"

#define WF_ISA(features) __attribute__((target(features)))

/* ---- SWAR: eight bytes in a word, whatever the machine ---- */

#define ISA_swar

static inline uint64_t special_word(uint64_t word)
{
    uint64_t quote = word ^ WF_EACH('"'), slash = word ^ WF_EACH('\\');
    /* Borrows run upwards, so only the first bit is sure, and the first is all that anyone asks for. */
    return ((word - WF_EACH(0x20)) | (quote - WF_EACH(1)) | (slash - WF_EACH(1)) | word) & WF_EACH(0x80);
}
static inline uint64_t special_swar(const char *at) { return special_word(wf_word_load(at)); }
static inline uint64_t quotes_swar(const char *at, uint64_t *others)
{
    uint64_t word = wf_word_load(at), quote = word ^ WF_EACH('"'), slash = word ^ WF_EACH('\\');
    *others = ((word - WF_EACH(0x20)) | (slash - WF_EACH(1)) | word) & WF_EACH(0x80);
    return (quote - WF_EACH(1)) & ~quote & WF_EACH(0x80); /* the first bit is sure */
}
static inline uint64_t copy_swar(char *to, const char *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    memcpy(to, &word, sizeof word);
    return special_word(wf_word_swap(word));
}

/* 1 to 7 bytes exactly, the rest of the word zero. */
static inline uint64_t load_few(const char *at, size_t len)
{
    if (len >= 4) {
        uint32_t head, tail;
        memcpy(&head, at, sizeof head);
        memcpy(&tail, at + len - 4, sizeof tail);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        head = __builtin_bswap32(head);
        tail = __builtin_bswap32(tail);
#endif
        return head | (uint64_t)tail << 8 * (len - 4);
    }
    const unsigned char *bytes = (const unsigned char *)at;
    return bytes[0] | (uint64_t)bytes[len / 2] << 8 * (len / 2) | (uint64_t)bytes[len - 1] << 8 * (len - 1);
}

#if defined(__x86_64__)
#define WF_JSON_X86 1
#include <immintrin.h>

/* ---- SSE2, which every x86-64 has ---- */

#define ISA_sse2

static inline uint64_t special16(__m128i bytes)
{
    __m128i outside = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)); /* signed: above 0x7F as well */
    __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(outside, _mm_or_si128(quote, slash)));
}
static inline __m128i load16(const char *at) { return _mm_loadu_si128((const __m128i *)(const void *)at); }
static inline uint64_t special_sse2(const char *at) { return special16(load16(at)); }
static inline uint64_t quotes_sse2(const char *at, uint64_t *others)
{
    __m128i bytes = load16(at);
    __m128i outside = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
    __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    *others = (uint32_t)_mm_movemask_epi8(_mm_or_si128(outside, slash));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
}
static inline uint64_t copy_sse2(char *to, const char *from)
{
    __m128i bytes = load16(from);
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
    return special16(bytes);
}

/* ---- AVX2 ---- */

#define ISA_avx2 WF_ISA("avx2,bmi,bmi2")

ISA_avx2 static inline uint64_t special32(__m256i bytes)
{
    __m256i outside = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), bytes);
    __m256i quote = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
    __m256i slash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(outside, _mm256_or_si256(quote, slash)));
}
ISA_avx2 static inline uint64_t special_avx2(const char *at)
{
    return special32(_mm256_loadu_si256((const __m256i *)(const void *)at));
}
ISA_avx2 static inline uint64_t quotes_avx2(const char *at, uint64_t *others)
{
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
    __m256i outside = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), bytes);
    __m256i slash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    *others = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(outside, slash));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"')));
}
ISA_avx2 static inline uint64_t copy_avx2(char *to, const char *from)
{
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)from);
    _mm256_storeu_si256((__m256i *)(void *)to, bytes);
    return special32(bytes);
}

/* ---- AVX-512BW and VL: AVX2, for texts are short, with masked loads ---- */

#define ISA_avx512 WF_ISA("avx512f,avx512bw,avx512vl,avx2,bmi,bmi2")

/* Copies 1 to 32 bytes, read exactly. */
ISA_avx512 static inline uint64_t copy_few_avx512(char *to, const char *from, size_t len)
{
    __mmask32 mask = _bzhi_u32(UINT32_MAX, (unsigned)len);
    __m256i bytes = _mm256_maskz_loadu_epi8(mask, from);
    _mm256_storeu_si256((__m256i *)(void *)to, bytes);
    return special32(bytes) & mask;
}
#endif

#if defined(__aarch64__)
#define WF_JSON_NEON 1
#include <arm_neon.h>

/* ---- NEON, which every 64-bit ARM has: four bits for each byte ---- */

#define ISA_neon

static inline uint64_t bits_neon(uint8x16_t bytes)
{
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(bytes), 4)), 0);
}
static inline uint64_t special16_neon(uint8x16_t bytes)
{
    uint8x16_t outside = vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(0x20));
    uint8x16_t quote = vceqq_u8(bytes, vdupq_n_u8('"')), slash = vceqq_u8(bytes, vdupq_n_u8('\\'));
    return bits_neon(vorrq_u8(outside, vorrq_u8(quote, slash)));
}
static inline uint64_t quotes_neon(const char *at, uint64_t *others)
{
    uint8x16_t bytes = vld1q_u8((const uint8_t *)at);
    uint64_t quotes = bits_neon(vceqq_u8(bytes, vdupq_n_u8('"')));
    *others = special16_neon(bytes) & ~quotes;
    return quotes;
}
static inline uint64_t special_neon(const char *at) { return special16_neon(vld1q_u8((const uint8_t *)at)); }
static inline uint64_t copy_neon(char *to, const char *from)
{
    uint8x16_t bytes = vld1q_u8((const uint8_t *)from);
    vst1q_u8((uint8_t *)to, bytes);
    return special16_neon(bytes);
}
#endif

/* ---- What every build may use without asking the machine: for names and white space, which are short ---- */

#if defined(WF_JSON_X86)
enum { WF_AHEAD = 16 };
static inline uint64_t special_ahead(const char *at) { return special_sse2(at) | UINT64_C(1) << WF_AHEAD; }
static inline uint64_t no_space_ahead(const char *at)
{
    __m128i bytes = load16(at);
    __m128i spaces =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
    __m128i others =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')));
    return ~(uint64_t)(uint32_t)_mm_movemask_epi8(_mm_or_si128(spaces, others));
}
static inline size_t first_of(uint64_t mask) { return (size_t)__builtin_ctzll(mask); }
#else
enum { WF_AHEAD = 8 };
static inline uint64_t equal_bytes(uint64_t word, unsigned char byte)
{
    uint64_t other = word ^ WF_EACH(byte);
    return ~(((other & WF_EACH(0x7f)) + WF_EACH(0x7f)) | other) & WF_EACH(0x80);
}
static inline uint64_t special_ahead(const char *at) { return special_word(wf_word_load(at)); }
static inline uint64_t no_space_ahead(const char *at)
{
    uint64_t word = wf_word_load(at);
    uint64_t spaces =
        equal_bytes(word, ' ') | equal_bytes(word, '\n') | equal_bytes(word, '\t') | equal_bytes(word, '\r');
    return ~spaces & WF_EACH(0x80);
}
static inline size_t first_of(uint64_t mask) { return mask ? (size_t)__builtin_ctzll(mask) / 8 : WF_AHEAD; }
#endif
/* How many of the next WF_AHEAD bytes are white space, up to the first that is not. */
static inline size_t spaces_ahead(const char *at)
{
    size_t count = first_of(no_space_ahead(at));
    return count < WF_AHEAD ? count : WF_AHEAD;
}
#endif
