/* A digest of bytes for entity tags: 64 bits that change when the bytes do. Not against people who look for two files
 * with one tag: whoever writes the files may as well write the same file. */
#ifndef WF_STATIC_TAG_H
#define WF_STATIC_TAG_H
#include <weft/weft.h>

enum { WF_TAG_START = 0, WF_TAG_MAX = 48 }; /* bytes of the longest tag, quotes included */

/* Goes on from `digest`. All pieces but the last are multiples of 8 bytes. The same on every machine. */
uint64_t wf_tag_digest(uint64_t digest, weft_str bytes);
/* "\"HEX-HEX\"", or "\"HEX-HEX-SUFFIX\"" unless the suffix is empty; returns its length. */
size_t wf_tag_put(char out[WF_TAG_MAX], uint64_t what, uint64_t size, weft_str suffix);
#endif
