#include "router/index.h"

/* More tries than this found hardly any better spread; big indexes get few, since none is perfect for them. */
enum { TRIES_SMALL = 64, TRIES_BIG = 4, SMALL = 64, MORE_BITS = 2 };

/* An index over the ends of its texts that needs more probes than this has too many alike. */
enum { PROBES_FINE = 4 };

/* The bits that number `count` homes. */
static uint32_t bits_for(size_t count)
{
    uint32_t bits = 0;
    while (((size_t)1 << bits) < count) bits++;
    return bits;
}

size_t wf_index_scratch(size_t count) { return ((size_t)1 << (bits_for(count) + MORE_BITS)) + count; }

uint32_t wf_index_slots(const wf_index *index)
{
    uint32_t homes = index->spread ? (uint32_t)1 << (64 - index->shift) : 1;
    return homes + index->probes - 1;
}

/* Puts every key into the first free slot from its home on. Returns the longest way that one had to go, or gives up
 * with UINT32_MAX once one would have to go further than `limit`. */
static uint32_t place(wf_key *keys, uint32_t count, const wf_index *index, uint32_t limit,
                      unsigned char *taken)
{
    uint32_t probes = 0;
    memset(taken, 0, ((size_t)1 << (64 - index->shift)) + count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = wf_index_home(index, keys[i].hash), way = 1;
        while (taken[home + way - 1])
            if (++way > limit) return UINT32_MAX;
        taken[home + way - 1] = 1;
        keys[i].slot = home + way - 1;
        if (way > probes) probes = way;
    }
    return probes;
}

/* splitmix64: the next multiplier to try. */
static uint64_t next_spread(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) | 1;
}

/* The best of some indexes that need at most `limit` probes; if there is none, one with more probes than that. */
static wf_index plan(wf_key *keys, uint32_t count, bool whole, uint32_t limit, unsigned char *scratch)
{
    wf_index best = { .probes = limit + 1 };
    uint64_t state = 0;
    uint32_t least = bits_for(count), tries = count <= SMALL ? TRIES_SMALL : TRIES_BIG;
    for (uint32_t i = 0; i < count; i++) keys[i].hash = wf_index_hash(whole, keys[i].piece, true);
    for (uint32_t bits = least; bits <= least + MORE_BITS && best.probes > 1; bits++)
        for (uint32_t i = 0; i < tries && best.probes > 1; i++) {
            wf_index index = { .spread = next_spread(&state), .shift = (uint8_t)(64 - bits), .whole = whole };
            index.probes = place(keys, count, &index, best.probes - 1, scratch);
            if (index.probes < best.probes) best = index;
        }
    if (best.spread) place(keys, count, &best, best.probes, scratch);
    return best;
}

wf_index wf_index_plan(wf_key *keys, uint32_t count, unsigned char *scratch)
{
    keys[0].slot = 0;
    if (count == 1) return wf_index_single;
    wf_index index = plan(keys, count, false, PROBES_FINE, scratch);
    return index.spread ? index : plan(keys, count, true, count, scratch);
}
