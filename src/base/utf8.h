/* UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef WF_BASE_UTF8_H
#define WF_BASE_UTF8_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length of the longest valid prefix: == len when all is valid, else the offset of the first bad sequence. */
size_t wf_utf8_valid_prefix(const char *ptr, size_t len);
static inline bool wf_utf8_valid(const char *ptr, size_t len)
{
    return wf_utf8_valid_prefix(ptr, len) == len;
}
/* Writes code point `code` (not a surrogate, at most 0x10FFFF) at `out`: 1 to 4 bytes, returned. */
size_t wf_utf8_put(char *out, uint32_t code);
/* Bytes of the sequence at ptr and its code point; 0 when it is not valid within `len`. */
size_t wf_utf8_take(const char *ptr, size_t len, uint32_t *code);
#endif
