/* What head_parse.inc asks of an instruction set, once for each. Private to head.c.
 * A window is the WINDOW bytes that it looks at in one step; a mask has STRIDE bits for each, the first byte's lowest.
 *   controls_x     mask of the window's bytes that no field value may hold: controls but tab, and DEL
 *   outside_x      mask of those that no target may hold: all but 0x21 to 0x7E
 *   colon_x        index of the first colon, WF_NAME_SPAN when the next so many bytes have none
 *   is_known_x     whether the known name `id` and a colon stand at `name`, in any case
 *   is_token_x     whether name[0..len) are tchars; len < WF_NAME_SPAN
 * All may read to the end of their window, past the end of the input. */
#ifndef WF_HTTP_HEAD_SIMD_H
#define WF_HTTP_HEAD_SIMD_H
#include "src/base/check.h"
#include "src/http/byte.h"
#include <string.h>

#define WF_ISA(features) __attribute__((target(features)))

/* A name is compared after 0x20 is set in all its bytes, which lowers letters and keeps hyphens and the colon. Of
 * other bytes only a carriage return becomes one that a known name holds, a hyphen; take_lines has seen the line
 * feed behind it, which matches nothing. */

/* ---- SWAR: eight bytes in a word, whatever the machine ---- */

#define ISA_swar

static inline uint64_t load_swar(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

#define EACH(byte) ((uint64_t)(byte)*0x0101010101010101u)

/* Bit 7 of each byte of these is set where the low seven bits are at least `least`, or where the byte is `byte`. */
static inline uint64_t at_least_swar(uint64_t word, unsigned char least)
{
    return (word & EACH(0x7F)) + EACH(0x80 - least);
}
static inline uint64_t equals_swar(uint64_t word, unsigned char byte)
{
    uint64_t other = word ^ EACH(byte);
    return ~(at_least_swar(other, 1) | other) & EACH(0x80);
}

static inline uint64_t controls_swar(const char *at)
{
    uint64_t word = load_swar(at);
    uint64_t low = ~at_least_swar(word, 0x20) | at_least_swar(word, 0x7F);
    return low & ~word & ~equals_swar(word, '\t') & EACH(0x80);
}
static inline uint64_t outside_swar(const char *at)
{
    uint64_t word = load_swar(at);
    return (~at_least_swar(word, 0x21) | at_least_swar(word, 0x7F) | word) & EACH(0x80);
}
static inline size_t colon_swar(const char *name)
{
    for (size_t i = 0; i < WF_NAME_SPAN; i += 8) {
        uint64_t found = equals_swar(load_swar(name + i), ':');
        if (found) return i + ((size_t)__builtin_ctzll(found) >> 3);
    }
    return WF_NAME_SPAN;
}
static inline bool is_known_swar(const char *name, size_t len, unsigned id)
{
    for (size_t i = 0; i <= len; i += 8) {
        uint64_t differs = (load_swar(name + i) | EACH(0x20)) ^ load_swar(wf_name_text[id] + i);
        if (len - i < 7) differs <<= 8 * (7 - (len - i));
        if (differs) return false;
    }
    return true;
}
static inline bool is_token_swar(const char *name, size_t len)
{
    size_t i = 0;
    while (i < len && wf_byte_is(name[i], WF_BYTE_TOKEN)) i++;
    return i == len;
}

/* tchars by nibbles: byte b is one when LOW[b & 15] and HIGH[b >> 4] share a bit. HIGH has one bit for each of the
 * columns 2 to 7 of the ASCII table; LOW says in which columns the row has a tchar. */
#define TOKEN_LOW \
    0x3A, 0x3F, 0x3E, 0x3F, 0x3F, 0x3F, 0x3F, 0x3F, 0x3E, 0x3E, 0x3D, 0x15, 0x34, 0x15, 0x3D, 0x1C
#define TOKEN_HIGH 0, 0, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0, 0, 0, 0, 0, 0, 0, 0

#if defined(__x86_64__)
#define WF_HEAD_X86 1
#include <immintrin.h>

/* ---- SSSE3 ---- */

#define ISA_ssse3 WF_ISA("ssse3")

ISA_ssse3 static inline __m128i load_ssse3(const char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}
ISA_ssse3 static inline uint64_t bits_ssse3(__m128i bytes) { return (uint32_t)_mm_movemask_epi8(bytes); }

ISA_ssse3 static inline uint64_t values16_ssse3(const char *at)
{
    __m128i bytes = load_ssse3(at);
    __m128i plain = _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(0x20)), bytes);
    __m128i tab = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
    __m128i del = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F));
    return bits_ssse3(_mm_andnot_si128(del, _mm_or_si128(plain, tab)));
}
ISA_ssse3 static inline uint64_t targets16_ssse3(const char *at)
{
    __m128i bytes = load_ssse3(at);
    __m128i above = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(0x20)); /* signed: 0x80 to 0xFF are below */
    __m128i del = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F));
    return bits_ssse3(_mm_andnot_si128(del, above));
}
ISA_ssse3 static inline uint64_t controls_ssse3(const char *at)
{
    return ~(values16_ssse3(at) | values16_ssse3(at + 16) << 16 | values16_ssse3(at + 32) << 32 |
             values16_ssse3(at + 48) << 48);
}
ISA_ssse3 static inline uint64_t outside_ssse3(const char *at)
{
    return ~(targets16_ssse3(at) | targets16_ssse3(at + 16) << 16 | targets16_ssse3(at + 32) << 32 |
             targets16_ssse3(at + 48) << 48);
}
ISA_ssse3 static inline size_t colon_ssse3(const char *name)
{
    __m128i colon = _mm_set1_epi8(':');
    uint64_t found = bits_ssse3(_mm_cmpeq_epi8(load_ssse3(name), colon)) |
                     bits_ssse3(_mm_cmpeq_epi8(load_ssse3(name + 16), colon)) << 16;
    return (size_t)__builtin_ctzll(found | (uint64_t)1 << WF_NAME_SPAN);
}
ISA_ssse3 static inline uint64_t same16_ssse3(const char *name, const char *text)
{
    __m128i lower = _mm_or_si128(load_ssse3(name), _mm_set1_epi8(0x20));
    return bits_ssse3(_mm_cmpeq_epi8(lower, load_ssse3(text)));
}
ISA_ssse3 static inline bool is_known_ssse3(const char *name, size_t len, unsigned id)
{
    uint64_t same = same16_ssse3(name, wf_name_text[id]) | same16_ssse3(name + 16, wf_name_text[id] + 16)
                                                               << 16;
    return (~same << (31 - len) & 0xFFFFFFFF) == 0;
}
ISA_ssse3 static inline uint64_t strange16_ssse3(const char *name)
{
    __m128i bytes = load_ssse3(name);
    __m128i low = _mm_shuffle_epi8(_mm_setr_epi8(TOKEN_LOW), bytes); /* 0 for 0x80 and up */
    __m128i high = _mm_and_si128(_mm_srli_epi16(bytes, 4), _mm_set1_epi8(0x0F));
    __m128i both = _mm_and_si128(low, _mm_shuffle_epi8(_mm_setr_epi8(TOKEN_HIGH), high));
    return bits_ssse3(_mm_cmpeq_epi8(both, _mm_setzero_si128()));
}
ISA_ssse3 static inline bool is_token_ssse3(const char *name, size_t len)
{
    uint64_t strange = strange16_ssse3(name) | strange16_ssse3(name + 16) << 16;
    return (strange << (32 - len) & 0xFFFFFFFF) == 0;
}

/* ---- AVX2 ---- */

#define ISA_avx2 WF_ISA("avx2,bmi,bmi2")

ISA_avx2 static inline __m256i load_avx2(const char *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}
ISA_avx2 static inline uint64_t bits_avx2(__m256i bytes) { return (uint32_t)_mm256_movemask_epi8(bytes); }

ISA_avx2 static inline uint64_t values32_avx2(const char *at)
{
    __m256i bytes = load_avx2(at);
    __m256i plain = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, _mm256_set1_epi8(0x20)), bytes);
    __m256i tab = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\t'));
    __m256i del = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(0x7F));
    return bits_avx2(_mm256_andnot_si256(del, _mm256_or_si256(plain, tab)));
}
ISA_avx2 static inline uint64_t targets32_avx2(const char *at)
{
    __m256i bytes = load_avx2(at);
    __m256i above = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(0x20)); /* signed: 0x80 to 0xFF are below */
    __m256i del = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(0x7F));
    return bits_avx2(_mm256_andnot_si256(del, above));
}
ISA_avx2 static inline uint64_t controls_avx2(const char *at)
{
    return ~(values32_avx2(at) | values32_avx2(at + 32) << 32);
}
ISA_avx2 static inline uint64_t outside_avx2(const char *at)
{
    return ~(targets32_avx2(at) | targets32_avx2(at + 32) << 32);
}
ISA_avx2 static inline size_t colon_avx2(const char *name)
{
    return _tzcnt_u32((uint32_t)bits_avx2(_mm256_cmpeq_epi8(load_avx2(name), _mm256_set1_epi8(':'))));
}
ISA_avx2 static inline bool is_known_avx2(const char *name, size_t len, unsigned id)
{
    __m256i lower = _mm256_or_si256(load_avx2(name), _mm256_set1_epi8(0x20));
    uint32_t same = (uint32_t)bits_avx2(_mm256_cmpeq_epi8(lower, load_avx2(wf_name_text[id])));
    return _bzhi_u32(~same, (uint32_t)len + 1) == 0;
}
ISA_avx2 static inline bool is_token_avx2(const char *name, size_t len)
{
    __m256i bytes = load_avx2(name);
    __m256i low = _mm256_shuffle_epi8(_mm256_setr_epi8(TOKEN_LOW, TOKEN_LOW), bytes); /* 0 for 0x80 and up */
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    __m256i both = _mm256_and_si256(low, _mm256_shuffle_epi8(_mm256_setr_epi8(TOKEN_HIGH, TOKEN_HIGH), high));
    uint32_t strange = (uint32_t)bits_avx2(_mm256_cmpeq_epi8(both, _mm256_setzero_si256()));
    return _bzhi_u32(strange, (uint32_t)len) == 0;
}

/* ---- AVX-512BW: the windows at once; names are short and stay with 32 bytes ---- */

#define ISA_avx512 WF_ISA("avx512f,avx512bw,avx512vl,avx2,bmi,bmi2")

ISA_avx512 static inline uint64_t controls_avx512(const char *at)
{
    __m512i bytes = _mm512_loadu_si512(at);
    uint64_t low = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(0x20));
    uint64_t tab = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\t'));
    return (low & ~tab) | _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(0x7F));
}
ISA_avx512 static inline uint64_t outside_avx512(const char *at)
{
    __m512i bytes = _mm512_loadu_si512(at);
    uint64_t low = _mm512_cmple_epi8_mask(bytes, _mm512_set1_epi8(0x20)); /* signed: 0x80 to 0xFF as well */
    return low | _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(0x7F));
}
ISA_avx512 static inline size_t colon_avx512(const char *name) { return colon_avx2(name); }
ISA_avx512 static inline bool is_known_avx512(const char *name, size_t len, unsigned id)
{
    return is_known_avx2(name, len, id);
}
ISA_avx512 static inline bool is_token_avx512(const char *name, size_t len)
{
    return is_token_avx2(name, len);
}
#endif

#if defined(__aarch64__)
#define WF_HEAD_NEON 1
#include <arm_neon.h>

/* ---- NEON, which every 64-bit ARM has ---- */

#define ISA_neon

static inline uint8x16_t load_neon(const char *at) { return vld1q_u8((const uint8_t *)at); }

/* One bit for each byte of four vectors of 0x00 and 0xFF: weighed by place and added up in pairs. */
static inline uint64_t bits_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
    const uint8x16_t weights = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
    uint8x16_t sums = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}
static inline uint32_t bits32_neon(uint8x16_t a, uint8x16_t b) { return (uint32_t)bits_neon(a, b, a, b); }

static inline uint8x16_t controls16_neon(const char *at)
{
    uint8x16_t bytes = load_neon(at);
    uint8x16_t low = vbicq_u8(vcltq_u8(bytes, vdupq_n_u8(0x20)), vceqq_u8(bytes, vdupq_n_u8('\t')));
    return vorrq_u8(low, vceqq_u8(bytes, vdupq_n_u8(0x7F)));
}
static inline uint8x16_t outside16_neon(const char *at)
{
    return vcgtq_u8(vsubq_u8(load_neon(at), vdupq_n_u8(0x21)), vdupq_n_u8(0x7E - 0x21));
}
static inline uint64_t controls_neon(const char *at)
{
    return bits_neon(controls16_neon(at), controls16_neon(at + 16), controls16_neon(at + 32),
                     controls16_neon(at + 48));
}
static inline uint64_t outside_neon(const char *at)
{
    return bits_neon(outside16_neon(at), outside16_neon(at + 16), outside16_neon(at + 32),
                     outside16_neon(at + 48));
}
static inline size_t colon_neon(const char *name)
{
    uint8x16_t colon = vdupq_n_u8(':');
    uint64_t found = bits32_neon(vceqq_u8(load_neon(name), colon), vceqq_u8(load_neon(name + 16), colon));
    return (size_t)__builtin_ctzll(found | (uint64_t)1 << WF_NAME_SPAN);
}
static inline uint8x16_t same16_neon(const char *name, const char *text)
{
    return vceqq_u8(vorrq_u8(load_neon(name), vdupq_n_u8(0x20)), load_neon(text));
}
static inline bool is_known_neon(const char *name, size_t len, unsigned id)
{
    const char *text = wf_name_text[id];
    uint32_t same = bits32_neon(same16_neon(name, text), same16_neon(name + 16, text + 16));
    return ~same << (31 - len) == 0;
}
static inline uint8x16_t token16_neon(const char *name)
{
    const uint8x16_t low = { TOKEN_LOW }, high = { TOKEN_HIGH };
    uint8x16_t bytes = load_neon(name);
    return vtstq_u8(vqtbl1q_u8(low, vandq_u8(bytes, vdupq_n_u8(0x0F))),
                    vqtbl1q_u8(high, vshrq_n_u8(bytes, 4)));
}
static inline bool is_token_neon(const char *name, size_t len)
{
    return ~bits32_neon(token16_neon(name), token16_neon(name + 16)) << (32 - len) == 0;
}
#endif
#endif
