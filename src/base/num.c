/* Integers to text and back. */
#include "src/base/num.h"
#include "src/base/check.h"
#include <string.h>

/* "00" to "99" behind one another: two digits for one division. */
static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                            "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

static inline int bit_length(uint64_t number)
{
#if defined(__GNUC__)
    return 64 - __builtin_clzll(number | 1);
#else
    int bits = 1;
    while (number >>= 1) bits++;
    return bits;
#endif
}

const uint64_t wf_pow10[WF_U64_MAX_LEN] = {
    1u,
    10u,
    100u,
    1000u,
    10000u,
    100000u,
    1000000u,
    10000000u,
    100000000u,
    1000000000u,
    10000000000u,
    100000000000u,
    1000000000000u,
    10000000000000u,
    100000000000000u,
    1000000000000000u,
    10000000000000000u,
    100000000000000000u,
    1000000000000000000u,
    10000000000000000000u,
};

int wf_u64_len(uint64_t number)
{
    int guess = bit_length(number) * 1233 >> 12; /* times log10(2): the digits, or one less */
    return guess + (number >= wf_pow10[guess] || guess == 0);
}

/* Write backwards: they return where the digits begin. */
static inline char *put_pair(char *end, uint32_t below_100)
{
    memcpy(end - 2, pairs + 2 * below_100, 2);
    return end - 2;
}

static inline char *put_eight(char *end, uint32_t below_10_8)
{
    uint32_t high = below_10_8 / 10000, low = below_10_8 % 10000;
    put_pair(end, low % 100);
    put_pair(end - 2, low / 100);
    put_pair(end - 4, high % 100);
    return put_pair(end - 6, high / 100);
}

size_t wf_u64_put(char *out, uint64_t number)
{
    if (number < 10) {
        *out = (char)('0' + number);
        return 1;
    }
    if (number < 100) { /* the lengths of small answers */
        memcpy(out, pairs + 2 * number, 2);
        return 2;
    }
    size_t len = (size_t)wf_u64_len(number);
    char *end = out + len;
    while (number >= 100000000) {
        end = put_eight(end, (uint32_t)(number % 100000000));
        number /= 100000000;
    }
    uint32_t rest = (uint32_t)number;
    while (rest >= 100) {
        end = put_pair(end, rest % 100);
        rest /= 100;
    }
    if (end - out == 2) {
        put_pair(end, rest);
    } else {
        *out = (char)('0' + rest);
    }
    return len;
}

size_t wf_i64_put(char *out, int64_t number)
{
    if (number >= 0) return wf_u64_put(out, (uint64_t)number);
    *out = '-';
    return 1 + wf_u64_put(out + 1, 0 - (uint64_t)number);
}

size_t wf_hex_put(char *out, uint64_t number)
{
    size_t len = (size_t)(bit_length(number) + 3) / 4;
    for (size_t i = len; i-- > 0; number >>= 4) out[i] = "0123456789abcdef"[number & 15];
    return len;
}

bool wf_u64_read(weft_str text, uint64_t *out)
{
    uint64_t number = 0;
    if (text.len == 0) return false;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned char)text.ptr[i] - (unsigned)'0';
        if (digit > 9) return false;
        /* Nineteen digits always fit, so only what follows them is asked. */
        if (i >= 19 && number > (UINT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    *out = number;
    return true;
}

bool wf_i64_read(weft_str text, int64_t *out)
{
    if (text.len == 0) return false;
    bool negative = *text.ptr == '-';
    bool has_sign = negative || *text.ptr == '+';
    uint64_t size;
    if (!wf_u64_read(weft_str_of(text.ptr + has_sign, text.len - has_sign), &size)) return false;
    if (size > (uint64_t)INT64_MAX + negative) return false;
    *out = negative ? -(int64_t)(size - 1) - 1 : (int64_t)size;
    return true;
}

bool wf_hex_read(weft_str text, uint64_t *out)
{
    uint64_t number = 0;
    if (text.len == 0 || text.len > WF_HEX_MAX_LEN) return false;
    for (size_t i = 0; i < text.len; i++) {
        int digit = wf_hex_digit(text.ptr[i]);
        if (digit < 0) return false;
        number = number << 4 | (unsigned)digit;
    }
    *out = number;
    return true;
}

int wf_hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    int letter = digit | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}
