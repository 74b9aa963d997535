/* Texts by hash, inside a block of offsets: the children of a trie's node, or whole paths.
 *
 * Open addressing without wrap-around: a key stands in one of the `probes` slots from its home on. The multiplier
 * that spreads the hashes is searched for when the index is built, so that `probes` is 1 for nearly every node. */
#ifndef WF_ROUTER_INDEX_H
#define WF_ROUTER_INDEX_H
#include "router/segment.h"

typedef struct wf_index {
    uint64_t spread; /* odd */
    uint32_t slots;  /* offset of wf_slot[mask + probes]; 0: the index is empty */
    uint32_t mask;
    uint32_t probes;
    uint32_t unused;
} wf_index;

typedef struct wf_slot {
    uint64_t hash;
    uint32_t len;
    uint32_t text;  /* offset */
    uint32_t value; /* what it leads to */
    bool used;
} wf_slot;

WF_INLINE uint32_t wf_index_home(uint64_t hash, uint64_t spread, uint32_t mask)
{
    return (uint32_t)(hash * spread >> 32) & mask;
}

/* The slot of the text that `piece` decodes to, or NULL. Offsets count from `block`. */
WF_INLINE const wf_slot *wf_index_find(const void *block, const wf_index *index, const wf_piece *piece,
                                       bool plain)
{
    if (!index->slots) return NULL;
    const wf_slot *slot = (const wf_slot *)(const void *)((const char *)block + index->slots);
    slot += wf_index_home(piece->hash, index->spread, index->mask);
    for (uint32_t i = 0; i < index->probes; i++, slot++)
        if (slot->hash == piece->hash && slot->len == piece->len && slot->used &&
            wf_piece_is(piece, (const char *)block + slot->text, plain))
            return slot;
    return NULL;
}

/* Building: the caller fills hash, the search fills slot. */
typedef struct wf_key {
    uint64_t hash;
    weft_str text;
    uint32_t value;
    uint32_t slot; /* which slot of the index is the key's */
} wf_key;

/* Bytes of scratch that `count` keys need. */
size_t wf_index_scratch(size_t count);
/* Finds spread, mask and probes for 1 or more keys with different texts, and each key's slot; `slots` is the
 * caller's to fill. The same keys always give the same index. */
wf_index wf_index_plan(wf_key *keys, uint32_t count, unsigned char *scratch);
#endif
