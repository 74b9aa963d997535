/* Texts by hash, inside a block of offsets: the children of a trie's node, or whole paths.
 *
 * Open addressing without wrap-around: a key stands in one of the `probes` slots from its home on. The multiplier
 * that spreads the hashes is searched for when the index is built, so that `probes` is 1 for nearly every node. */
#ifndef WF_ROUTER_INDEX_H
#define WF_ROUTER_INDEX_H
#include "router/segment.h"

typedef struct wf_index {
    uint64_t spread; /* 0 for one key, which needs no hash */
    uint32_t slots;  /* offset */
    uint32_t probes;
    uint8_t shift; /* leaves as many bits as homes need */
    bool whole;    /* the ends of the texts tell them apart too badly: all their bytes are hashed */
} wf_index;

/* Texts are not empty, so a slot of zeros is a free one. */
typedef struct wf_slot {
    uint64_t head, tail; /* as in wf_piece */
    uint32_t len;
    uint32_t text;  /* offset */
    uint32_t value; /* what it leads to */
    uint32_t unused;
} wf_slot;

/* One slot, whatever the hash. */
static const wf_index wf_index_single = { .probes = 1, .shift = 63 };

WF_INLINE uint64_t wf_index_hash(bool whole, wf_piece piece, bool plain)
{
    if (WF_UNLIKELY(whole)) return wf_piece_hash(piece, plain);
    return piece.head ^ (piece.tail << 32 | piece.tail >> 32) ^ (uint64_t)piece.len << 20;
}

WF_INLINE uint32_t wf_index_home(const wf_index *index, uint64_t hash)
{
    return (uint32_t)(hash * index->spread >> index->shift);
}

/* The slot's value if it is the piece's, else 0. */
WF_INLINE uint32_t wf_slot_value(const wf_slot *slot, wf_piece piece, const void *block, bool plain)
{
    bool same = ((slot->head ^ piece.head) | (slot->tail ^ piece.tail) | (slot->len ^ piece.len)) == 0;
    if (WF_UNLIKELY(same & (piece.len > 16)))
        same = wf_piece_is(piece, (const char *)block + slot->text, plain);
    return same ? slot->value : 0;
}

/* What the text leads to that `piece` decodes to, or 0. Offsets count from `block`. */
WF_INLINE uint32_t wf_index_find(const void *block, const wf_index *index, wf_piece piece, bool plain)
{
    const wf_slot *slot = (const wf_slot *)(const void *)((const char *)block + index->slots);
    slot += wf_index_home(index, wf_index_hash(index->whole, piece, plain));
    uint32_t value = wf_slot_value(slot, piece, block, plain);
    for (uint32_t i = 1; WF_UNLIKELY(i < index->probes) && !value; i++)
        value = wf_slot_value(slot + i, piece, block, plain);
    return value;
}

/* Building: the caller fills piece and value, planning fills slot and hash. */
typedef struct wf_key {
    wf_piece piece;
    uint64_t hash;
    uint32_t value; /* not 0 */
    uint32_t slot;  /* which slot of the index is the key's */
} wf_key;

/* Bytes of scratch that `count` keys need. */
size_t wf_index_scratch(size_t count);
/* Finds everything but `slots` for 1 or more keys with different texts, and each key's slot. The same keys always
 * give the same index. */
wf_index wf_index_plan(wf_key *keys, uint32_t count, unsigned char *scratch);
/* How many slots a planned index has. */
uint32_t wf_index_slots(const wf_index *index);
#endif
