/* The chunked coding read, strictly and in bounded space (RFC 9112 section 7.1). A push parser: it is given
 * input and hands out pieces of data that lie in that input. */
#ifndef WF_HTTP_CHUNK_H
#define WF_HTTP_CHUNK_H
#include "src/http/head.h"

typedef enum wf_chunk_result { WF_CHUNK_DATA, WF_CHUNK_MORE, WF_CHUNK_END, WF_CHUNK_BAD } wf_chunk_result;

typedef struct wf_chunk_limits {
    uint32_t line;     /* bytes of a chunk-size line, extensions included, its CRLF not */
    uint32_t trailers; /* bytes of the trailer section, but for the empty line that ends it */
    uint32_t fields;   /* fields in it */
    uint64_t overhead; /* bytes of chunk extensions in one body */
} wf_chunk_limits;

typedef struct wf_chunk {
    uint64_t left;     /* of the current chunk's data; while a size line is read, the size so far */
    uint64_t overhead; /* extension bytes so far */
    uint32_t line;     /* bytes of the current line so far */
    uint32_t trailers; /* bytes, and */
    uint32_t fields;   /* fields of the trailer section so far */
    uint8_t phase;
    wf_refusal refusal; /* WF_CHUNK_BAD; position counts from the start of the last input */
} wf_chunk;

static inline void wf_chunk_init(wf_chunk *chunk) { *chunk = (wf_chunk){ 0 }; }

/* Reads on from *at. WF_CHUNK_DATA: *piece is a run of body bytes within [*at, end) as it was; call again.
 * WF_CHUNK_MORE: all input is used up. WF_CHUNK_END: *at stands behind the last byte of the body. WF_CHUNK_BAD,
 * now and ever after: *at is the byte that is wrong, refusal says why: 400 syntax (bare CR or LF, an extension
 * that breaks the grammar, a size that is no hex or over 2^63-1, a bad trailer), 413 extensions over `overhead`,
 * 431 trailers or line over their limits.
 * Trailer fields are checked as fields are and dropped. */
wf_chunk_result wf_chunk_next(wf_chunk *chunk, const wf_chunk_limits *limits, const char **at,
                              const char *end, weft_str *piece);
/* Bytes of data that complete size lines have announced and that were not handed out yet: a caller with a limit adds
 * it to what it has, and refuses a chunk by its size line. */
uint64_t wf_chunk_announced(const wf_chunk *chunk);
#endif
