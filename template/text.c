#include "template/text.h"
#include "src/base/check.h"
#include <string.h>

/* The seven bytes differ in their low four bits, so that a table of sixteen finds them: entry (byte & 15) is the byte
 * itself for them alone. weft/page.h has the same in line, for short texts. */
#define SPECIALS 0, -1, 0x22, -1, -1, -1, 0x26, 0x27, -1, -1, -1, -1, 0x3C, 0x0D, 0x3E, 0
static const signed char specials[16] = { SPECIALS };

/* By the same four bits: seven bytes, and their number. NUL becomes U+FFFD. */
/* clang-format off */
const char weft_page_entities[16][8] = {
    [0]         = "\xEF\xBF\xBD\0\0\0\0\3",
    ['"' & 15]  = "&quot;\0\6",
    ['&' & 15]  = "&amp;\0\0\5",
    ['\'' & 15] = "&#39;\0\0\5",
    ['<' & 15]  = "&lt;\0\0\0\4",
    ['>' & 15]  = "&gt;\0\0\0\4",
    ['\r' & 15] = "&#13;\0\0\5",
};
/* clang-format on */

static inline char *put_entity(char *at, char byte)
{
    const char *entity = weft_page_entities[byte & 15];
    memcpy(at, entity, 8);
    return at + entity[7];
}

/* Whether a load of `window` bytes may look behind a text that is shorter: not beyond its page of memory, which has at
 * least 4096 bytes, and never in the builds that weft/page.h calls exact. */
static inline bool may_load(const char *ptr, size_t window)
{
#if defined(WF_ASAN) || defined(WEFT_PAGE_EXACT) || !defined(__OPTIMIZE__)
    return (void)ptr, (void)window, false;
#else
    return ((uintptr_t)ptr & 4095) <= 4096 - window;
#endif
}

/* ---- A byte at a time: what the others are held against ---- */

static char *put_scalar(char *at, const char *ptr, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (ptr[i] == specials[ptr[i] & 15])
            at = put_entity(at, ptr[i]);
        else
            *at++ = ptr[i];
    }
    return at;
}

/* ---- SWAR: eight bytes in a word, whatever the machine ---- */

#define EACH(byte) ((uint64_t)(byte)*0x0101010101010101u)

/* Bit 7 of each byte that is zero, exactly. */
static inline uint64_t zeros(uint64_t word)
{
    return ~(((word & EACH(0x7F)) + EACH(0x7F)) | word) & EACH(0x80);
}

static inline uint64_t copy_swar(char *to, const char *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    memcpy(to, &word, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return zeros(word) | zeros(word ^ EACH('\r')) | zeros(word ^ EACH('"')) |
           zeros((word | EACH(1)) ^ EACH('\'')) | /* and & */
           zeros((word | EACH(2)) ^ EACH('>'));   /* and < */
}
#define V(name) name##_swar
#define ISA
#define WINDOW 8
#define STRIDE 8
#define COPY   copy_swar
#include "template/text_put.inc"

#if defined(__x86_64__)
#include <immintrin.h>
#define TARGET(features) __attribute__((target(features)))

TARGET("ssse3") static inline uint64_t copy_ssse3(char *to, const char *from)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
    __m128i found = _mm_shuffle_epi8(_mm_setr_epi8(SPECIALS), bytes);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(found, bytes));
}
#define V(name) name##_ssse3
#define ISA     TARGET("ssse3")
#define WINDOW  16
#define STRIDE  1
#define COPY    copy_ssse3
#include "template/text_put.inc"

TARGET("avx2,bmi") static inline uint64_t copy_avx2(char *to, const char *from)
{
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)from);
    _mm256_storeu_si256((__m256i *)(void *)to, bytes);
    __m256i found = _mm256_shuffle_epi8(_mm256_setr_epi8(SPECIALS, SPECIALS), bytes);
    return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, bytes));
}
#define V(name) name##_avx2
#define ISA     TARGET("avx2,bmi")
#define WINDOW  32
#define STRIDE  1
#define COPY    copy_avx2
#include "template/text_put.inc"
#endif

#if defined(__aarch64__)
#include <arm_neon.h>

static inline uint64_t copy_neon(char *to, const char *from)
{
    uint8x16_t bytes = vld1q_u8((const uint8_t *)from);
    vst1q_u8((uint8_t *)to, bytes);
    uint8x16_t table = vreinterpretq_u8_s8(vld1q_s8(specials));
    uint8x16_t found = vceqq_u8(vqtbl1q_u8(table, vandq_u8(bytes, vdupq_n_u8(15))), bytes);
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
}
#define V(name) name##_neon
#define ISA
#define WINDOW 16
#define STRIDE 4
#define COPY   copy_neon
#include "template/text_put.inc"
#endif

/* ---- Choosing ---- */

typedef struct variant {
    const char *name;
    char *(*put)(char *at, const char *ptr, size_t len);
} variant;

/* Those that this machine can run, the fastest last; written once, before main. */
static variant variants[5] = { { "scalar", put_scalar }, { "swar", put_swar } };
static int variants_count = 2;
static bool is_quick;
static char *(*put_best)(char *at, const char *ptr, size_t len) = put_swar;

__attribute__((constructor)) static void find_variants(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    is_quick = __builtin_cpu_supports("avx");
    if (__builtin_cpu_supports("ssse3")) variants[variants_count++] = (variant){ "ssse3", put_ssse3 };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        variants[variants_count++] = (variant){ "avx2", put_avx2 };
#elif defined(__aarch64__)
    is_quick = true;
    variants[variants_count++] = (variant){ "neon", put_neon };
#endif
    put_best = variants[variants_count - 1].put;
}

bool wf_text_is_quick(void) { return is_quick; }

char *wf_text_put(char *at, const char *ptr, size_t len) { return put_best(at, ptr, len); }

const char *wf_text_variant(int index)
{
    return index >= 0 && index < variants_count ? variants[index].name : NULL;
}

char *wf_text_put_by(int index, char *at, const char *ptr, size_t len)
{
    WF_ASSERT(index >= 0 && index < variants_count);
    return variants[index].put(at, ptr, len);
}
