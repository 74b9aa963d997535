/* What a byte may be part of, and the names that head.c looks up while it scans. Private to src/http. */
#ifndef WF_HTTP_BYTE_H
#define WF_HTTP_BYTE_H
#include "src/http/field.h"
#include <stddef.h>
#include <stdint.h>

enum {
    WF_BYTE_TOKEN = 1,  /* RFC 9110 section 5.6.2 tchar */
    WF_BYTE_TARGET = 2, /* printable ASCII but space */
    WF_BYTE_VALUE = 4,  /* a field value: printable, space, tab, 0x80 to 0xFF */
    WF_BYTE_HOST = 8,   /* RFC 3986 section 3.2.2 reg-name, escapes left out */
    WF_BYTE_PLAIN = 16  /* of a target, what means itself: neither '/' nor '%' nor '?' nor '#' */
};
extern const uint8_t wf_byte_class[256];

static inline bool wf_byte_is(char byte, int class)
{
    return (wf_byte_class[(unsigned char)byte] & class) != 0;
}

/* Known names as vector code wants them: lower case, a colon behind, zeros up to the span. */
enum { WF_NAME_SPAN = 32, WF_NAME_SLOTS = 128 };
extern const char wf_name_text[WF_FIELD_COUNT][WF_NAME_SPAN];
extern const uint8_t wf_name_slot[WF_NAME_SLOTS];

/* The bytes at `at` as a number, the first the lowest. */
static inline uint32_t wf_load_4(const char *at)
{
    const unsigned char *byte = (const unsigned char *)at;
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

/* The only known name of `len` bytes that can end in `tail`, in any case: no two share a slot. The tail of a name
 * of less than four bytes starts with the end of the line before it, CRLF. */
static inline unsigned wf_name_candidate(uint32_t tail, size_t len)
{
    return wf_name_slot[((tail | 0x20202020u) + (uint32_t)len) * 0xF6943CD3u >> 25];
}
#endif
