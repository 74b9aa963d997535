#include "router/segment.h"

wf_piece wf_piece_read(const char *ptr, const char *end, bool plain)
{
    wf_piece piece = { ptr, end, 0, 0, 0 };
    for (const char *at = ptr; at < end; piece.len++) {
        uint64_t byte = wf_piece_byte(&at, end, plain);
        if (piece.len < 8) piece.head |= byte << 8 * piece.len;
        piece.tail = piece.tail >> 8 | byte << 56;
    }
    if (piece.len <= 8) piece.tail = 0;
    return piece;
}

static uint64_t wf_hash_fold(uint64_t hash, uint64_t word)
{
    return (hash ^ hash >> 32 ^ word) * UINT64_C(0x9E3779B97F4A7C15);
}

uint64_t wf_piece_hash(wf_piece piece, bool plain)
{
    uint64_t hash = wf_hash_fold(piece.len, piece.head), word = 0;
    const char *at = piece.ptr + 8;
    if (plain)
        for (size_t i = 16; i <= piece.len; i += 8, at += 8) hash = wf_hash_fold(hash, wf_word(at));
    else
        for (size_t i = (at = piece.ptr, 1); i <= piece.len; i++) {
            word = word >> 8 | (uint64_t)wf_piece_byte(&at, piece.end, false) << 56;
            if (i > 8 && i % 8 == 0) hash = wf_hash_fold(hash, word);
        }
    return wf_hash_fold(hash, piece.tail);
}

bool wf_piece_is(wf_piece piece, const char *text, bool plain)
{
    if (plain) return memcmp(piece.ptr + 8, text + 8, piece.len - 16) == 0;
    const char *at = piece.ptr;
    while (at < piece.end)
        if (wf_piece_byte(&at, piece.end, false) != (unsigned char)*text++) return false;
    return true;
}

bool wf_piece_is_int(wf_piece piece, bool plain)
{
    const char *at = piece.ptr, *end = piece.end;
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
