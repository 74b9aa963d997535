/* A segment as a number: how a piece of a path is cut off, hashed and compared, eight bytes at a time.
 *
 * The hash of up to eight bytes is those bytes, so that comparing hashes and lengths of short segments compares
 * the segments. Longer ones fold their further words in and are compared byte by byte once the hash agrees. A
 * hash is never exposed to chance: equal hashes of different texts cost a comparison, not an answer. */
#ifndef WF_ROUTER_SEGMENT_H
#define WF_ROUTER_SEGMENT_H
#include "src/base/check.h"
#include "src/base/num.h"
#include <string.h>
#include <weft/weft.h>

/* A segment of a path (raw span), and what it says once decoded. */
typedef struct wf_piece {
    const char *ptr, *end; /* as sent */
    uint64_t hash;         /* of the decoded bytes */
    size_t len;            /* of the decoded bytes */
} wf_piece;

/* Eight bytes, the first one lowest, on every machine. */
WF_INLINE uint64_t wf_word(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The 0 to 7 bytes before `end`, zeros above. */
WF_INLINE uint64_t wf_word_part(const char *at, const char *end)
{
    uint64_t word = 0;
    while (end > at) word = word << 8 | (unsigned char)*--end;
    return word;
}

/* The bytes at `at`, eight of them or fewer when `end` comes first, zeros above; nothing outside start..end is
 * read. Reaching back before `at` saves the loop in all but the shortest paths. */
WF_INLINE uint64_t wf_word_until(const char *start, const char *at, const char *end)
{
    if (WF_LIKELY(end - at >= 8)) return wf_word(at);
    if (WF_LIKELY(end - start >= 8 && end > at)) return wf_word(end - 8) >> (64 - 8 * (end - at));
    return wf_word_part(at, end);
}

WF_INLINE uint64_t wf_hash_fold(uint64_t hash, uint64_t word)
{
    return (hash ^ hash >> 29) * UINT64_C(0x9E3779B97F4A7C15) ^ word;
}

WF_INLINE uint64_t wf_hash(const char *at, const char *end)
{
    const char *start = at;
    uint64_t hash = wf_word_until(start, at, end);
    for (at += 8; at < end; at += 8) hash = wf_hash_fold(hash, wf_word_until(start, at, end));
    return hash;
}

/* Marks the highest bit of the first byte of `word` that is a slash; bits above that one mean nothing. */
WF_INLINE uint64_t wf_slashes(uint64_t word)
{
    uint64_t x = word ^ UINT64_C(0x2F2F2F2F2F2F2F2F);
    return (x - UINT64_C(0x0101010101010101)) & ~x & UINT64_C(0x8080808080808080);
}

/* The segment that begins at `at` and ends before the next slash or `end`, hashed on the way. */
WF_INLINE wf_piece wf_piece_cut(const char *start, const char *at, const char *end)
{
    const char *from = at;
    uint64_t hash = 0;
    for (;; at += 8) {
        uint64_t word = wf_word_until(start, at, end), slash = wf_slashes(word);
        size_t left = (size_t)(end - at), n = slash ? (size_t)__builtin_ctzll(slash) >> 3 : 8;
        if (n > left) n = left;
        if (n < 8) word &= (UINT64_C(1) << 8 * n) - 1;
        if (at == from)
            hash = word;
        else if (n > 0)
            hash = wf_hash_fold(hash, word);
        if (n < 8 || left == 8) return (wf_piece){ from, at + n, hash, (size_t)(at + n - from) };
    }
}

/* The next byte of a segment as it reads decoded. */
WF_INLINE unsigned char wf_piece_byte(const char **at, const char *end, bool plain)
{
    const char *byte = *at;
    if (plain || *byte != '%' || end - byte < 3) return (unsigned char)*(*at)++;
    *at += 3;
    return (unsigned char)(wf_hex_digit(byte[1]) << 4 | wf_hex_digit(byte[2]));
}

/* Gives a piece that may hold escapes the hash and length of what it decodes to. */
static inline void wf_piece_decode(wf_piece *piece)
{
    uint64_t word = 0;
    piece->len = 0;
    piece->hash = 0;
    for (const char *at = piece->ptr; at < piece->end;) {
        word |= (uint64_t)wf_piece_byte(&at, piece->end, false) << 8 * (piece->len & 7);
        if ((++piece->len & 7) != 0 && at < piece->end) continue;
        piece->hash = piece->len <= 8 ? word : wf_hash_fold(piece->hash, word);
        word = 0;
    }
}

/* Whether a piece whose hash and length agree with `text` is that text. */
WF_INLINE bool wf_piece_is(const wf_piece *piece, const char *text, bool plain)
{
    if (piece->len <= 8) return true;
    if (plain) return memcmp(piece->ptr, text, piece->len) == 0;
    const char *at = piece->ptr;
    while (at < piece->end)
        if (wf_piece_byte(&at, piece->end, false) != (unsigned char)*text++) return false;
    return true;
}

/* {name:int}: an optional '-' and ASCII digits that fit int64. */
static inline bool wf_piece_is_int(const wf_piece *piece, bool plain)
{
    const char *at = piece->ptr, *end = piece->end;
    if (at == end) return false;
    unsigned char byte = wf_piece_byte(&at, end, plain);
    uint64_t limit = INT64_MAX, number = 0;
    if (byte == '-') {
        if (at == end) return false;
        limit++;
        byte = wf_piece_byte(&at, end, plain);
    }
    for (;; byte = wf_piece_byte(&at, end, plain)) {
        unsigned digit = byte - (unsigned)'0';
        if (digit > 9 || number > (limit - digit) / 10) return false;
        number = number * 10 + digit;
        if (at == end) return true;
    }
}
#endif
