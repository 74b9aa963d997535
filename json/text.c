#include "json/text.h"

#include "json/number_simd.h"
#include "json/text_simd.h"
#include "json/utf8.h"
#include "src/base/utf8.h"
#include <weft/codec.h>

/* ---- Out: what is not plain ------------------------------------------------------------------------------ */

size_t wf_json_put_escape(char *at, unsigned char byte)
{
    static const char letters[] = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu"; /* RFC 8259 section 7 */
    char letter = byte < 0x20 ? letters[byte] : (char)byte;
    at[0] = '\\';
    at[1] = letter;
    if (letter != 'u') return 2;
    memcpy(at + 2, "00", 2);
    at[4] = (char)('0' + (byte >> 4));
    at[5] = "0123456789abcdef"[byte & 15];
    return 6;
}

/* Room for a text that does not fit; NULL when there cannot be. */
static WF_COLD char *make_room(weft_json_out *out, char *at, size_t len, size_t after)
{
    if (after > WEFT_OUT_RUN || len > PTRDIFF_MAX / 2) weft_out_fail(out, WEFT_JSON_MISUSE);
    at = weft_out_more(out, at, len + after);
    return out->code ? NULL : at;
}

/* A run of sequences, up to the next ASCII byte: four bytes at a time while there are so many. */
static inline char *put_run(weft_json_out *out, char *at, const char **ptr, size_t *len)
{
    const char *from = *ptr, *end = from + *len;
    size_t step = 1;
    while (end - from >= 4 && (unsigned char)*from >= 0x80 && (step = wf_utf8_wide(from)) != 0) {
        memcpy(at, from, 4);
        at += step;
        from += step;
    }
    while (step && from < end && (unsigned char)*from >= 0x80) {
        uint32_t code;
        step = wf_utf8_take(from, (size_t)(end - from), &code);
        for (size_t i = 0; i < step; i++) *at++ = *from++;
    }
    if (step == 0) {
        weft_out_fail(out, WEFT_JSON_UTF8);
        return NULL;
    }
    *ptr = from;
    *len = (size_t)(end - from);
    return at;
}

/* Puts the byte that copying stopped at, or the run of sequences that it starts. NULL after a failure. */
static char *put_special(weft_json_out *out, char *at, const char **ptr, size_t *len, size_t after)
{
    unsigned char byte = (unsigned char)**ptr;
    if (byte < 0x80) {
        if (WF_UNLIKELY((size_t)(out->end - at) < *len + 5 + after)) at = make_room(out, at, *len + 5, after);
        if (!at) return NULL;
        *ptr += 1;
        *len -= 1;
        return at + wf_json_put_escape(at, byte);
    }
    return put_run(out, at, ptr, len);
}

static inline uint64_t low_bytes(size_t count) { return (UINT64_C(1) << 8 * count) - 1; }

/* ---- One byte at a time: what the others are held against ---- */

static char *put_scalar(weft_json_out *out, char *at, const char *ptr, size_t len, size_t after)
{
    if ((size_t)(out->end - at) < len + after) at = make_room(out, at, len, after);
    while (at && len) {
        unsigned char byte = (unsigned char)*ptr;
        if (byte < 0x20 || byte == '"' || byte == '\\' || byte >= 0x80) {
            at = put_special(out, at, &ptr, &len, after);
        } else {
            *at++ = *ptr++;
            len--;
        }
    }
    return at ? at : out->spare;
}

static const char *scan_scalar(const char *at)
{
    for (;;) {
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x20 || byte == '"' || byte == '\\') return at;
        size_t step = byte < 0x80 ? 1 : wf_utf8_wide(at);
        if (step == 0) return at;
        at += step;
    }
}

static const char *take_scalar(weft_json_in *in, const char *at, weft_str *value)
{
    const char *end = scan_scalar(at);
    if (*end != '"') return wf_json_take_rest(in, at, end, value);
    *value = weft_str_of(at, (size_t)(end - at));
    return end + 1;
}

/* ---- The others ---- */

#define V(name) name##_swar
#define ISA     ISA_swar
#define WINDOW  8
#define STRIDE  8
#include "json/text_loops.inc"

#ifdef WF_JSON_X86
#define V(name) name##_sse2
#define ISA     ISA_sse2
#define WINDOW  16
#define STRIDE  1
#include "json/text_loops.inc"

#define V(name) name##_avx2
#define ISA     ISA_avx2
#define WINDOW  32
#define STRIDE  1
#include "json/text_loops.inc"

#define V(name)        name##_avx512
#define ISA            ISA_avx512
#define WINDOW         32
#define STRIDE         1
#define special_avx512 special_avx2
#define quotes_avx512  quotes_avx2
#define copy_avx512    copy_avx2
#define COPY_FEW       copy_few_avx512
#include "json/text_loops.inc"
#endif

#ifdef WF_JSON_NEON
#define V(name) name##_neon
#define ISA     ISA_neon
#define WINDOW  16
#define STRIDE  4
#include "json/text_loops.inc"
#endif

/* Those that this machine can run, the fastest last; written once, before main. */
static wf_json_text variants[6] = { { "scalar", put_scalar, take_scalar, scan_scalar, wf_json_i64,
                                      wf_json_f64 },
                                    { "swar", put_swar, take_swar, scan_swar, wf_json_i64, wf_json_f64 } };
static int variants_count = 2;

__attribute__((constructor)) static void find_variants(void)
{
#ifdef WF_JSON_NEON
    variants[variants_count++] =
        (wf_json_text){ "neon", put_neon, take_neon, scan_neon, wf_json_i64, wf_json_f64 };
#endif
#ifdef WF_JSON_X86
    __builtin_cpu_init();
    variants[variants_count++] =
        (wf_json_text){ "sse2", put_sse2, take_sse2, scan_sse2, wf_json_i64, wf_json_f64 };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        variants[variants_count++] =
            (wf_json_text){ "avx2", put_avx2, take_avx2, scan_avx2, WF_JSON_NUMBERS_AVX2 };
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        variants[variants_count++] =
            (wf_json_text){ "avx512", put_avx512, take_avx512, scan_avx512, WF_JSON_NUMBERS_AVX2 };
#endif
}

const wf_json_text *wf_json_text_best(void) { return &variants[variants_count - 1]; }

const wf_json_text *wf_json_text_variant(int index)
{
    return index >= 0 && index < variants_count ? &variants[index] : NULL;
}
