/* A query, against a reader of one byte at a time. */
#include "src/base/utf8.h"
#include "src/http/form.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("a=1&b=%C3%A9+x&&c&=d&e=f=g"),
    WEFT_LIT("%zz=%4&%C3=%A9&\xc3\xa9=\xff&%00"),
    WEFT_LIT("&&&"),
};
FUZZ_SEEDS(seeds)

static int digit(char byte)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF", *found = byte ? strchr(digits, byte) : NULL;
    return found ? (int)(found - digits) % 16 : -1;
}

/* The naive reader: decodes what lies before one of `stops`, or the end; whether it can be. */
static bool decode(weft_str *rest, const char *stops, char *out, size_t *len)
{
    bool fine = true;
    for (*len = 0; rest->len > 0 && (!*rest->ptr || !strchr(stops, *rest->ptr)); rest->ptr++, rest->len--) {
        char byte = *rest->ptr == '+' ? ' ' : *rest->ptr;
        if (byte == '%') {
            bool escape = rest->len > 2 && digit(rest->ptr[1]) >= 0 && digit(rest->ptr[2]) >= 0;
            if (escape) {
                byte = (char)(digit(rest->ptr[1]) * 16 + digit(rest->ptr[2]));
                *rest = weft_str_of(rest->ptr + 2, rest->len - 2);
            }
            fine &= escape;
        }
        out[(*len)++] = byte;
    }
    return fine && wf_utf8_valid(out, *len);
}

static void check(weft_str raw, bool fine, const char *expected, size_t expected_len)
{
    char *input = fuzz_copy(raw.ptr, raw.len), *out = malloc(raw.len);
    ptrdiff_t len = wf_form_decode(out, weft_str_of(input, raw.len));
    WF_ASSERT(len == (fine ? (ptrdiff_t)expected_len : -1));
    WF_ASSERT(!fine || memcmp(out, expected, expected_len) == 0);
    WF_ASSERT(wf_form_is_coded(raw) || (fine && weft_str_eq(raw, weft_str_of(expected, expected_len))));
    WF_ASSERT(wf_form_decode(input, weft_str_of(input, raw.len)) == len);
    WF_ASSERT(!fine || memcmp(input, expected, expected_len) == 0);
    free(input);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = fuzz_copy(data, size), *decoded = malloc(size);
    weft_str rest = weft_str_of(copy, size), slow = rest, name, value;
    size_t len;
    while (wf_form_next(&rest, &name, &value)) {
        while (*slow.ptr == '&') slow = weft_str_of(slow.ptr + 1, slow.len - 1);
        WF_ASSERT(name.ptr == slow.ptr);
        bool fine = decode(&slow, "&=", decoded, &len);
        check(name, fine, decoded, len);
        if (slow.len > 0 && *slow.ptr == '=') slow = weft_str_of(slow.ptr + 1, slow.len - 1);
        WF_ASSERT(value.ptr == slow.ptr);
        fine = decode(&slow, "&", decoded, &len);
        check(value, fine, decoded, len);
        WF_ASSERT(value.ptr + value.len == slow.ptr);
    }
    while (slow.len > 0 && *slow.ptr == '&') slow = weft_str_of(slow.ptr + 1, slow.len - 1);
    WF_ASSERT(slow.len == 0);
    free(copy);
    free(decoded);
    return 0;
}
