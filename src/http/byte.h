/* What a byte may be part of, and the names that head.c looks up while it scans. Private to src/http. */
#ifndef WF_HTTP_BYTE_H
#define WF_HTTP_BYTE_H
#include "src/http/field.h"
#include <stddef.h>
#include <stdint.h>

enum {
    WF_BYTE_TOKEN = 1,  /* RFC 9110 section 5.6.2 tchar */
    WF_BYTE_TARGET = 2, /* printable ASCII but space */
    WF_BYTE_VALUE = 4   /* a field value: printable, space, tab, 0x80 to 0xFF */
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

/* The only known name that `name` can be, in any case: no two of them share a slot. len >= 2. */
static inline unsigned wf_name_candidate(const char *name, size_t len)
{
    const unsigned char *at = (const unsigned char *)name;
    uint32_t tail = at[len - 2] | (uint32_t)at[len - 1] << 8;
    uint32_t key = (tail | (uint32_t)at[0] << 24 | 0x20002020u) ^ (uint32_t)(len & 0xFF) << 16;
    return wf_name_slot[key * 0xD42D8649u >> 25];
}
#endif
