/* Counting connections: a counter, and a hash table of addresses where a cap asks for it. */
#include "src/net/census.h"
#include "src/base/pool.h"
#include <string.h>
#include <sys/socket.h>

bool wf_census_init(wf_census *census, uint32_t most, uint32_t per_address)
{
    *census = (wf_census){ .most = most, .per_address = per_address };
    if (pthread_mutex_init(&census->lock, NULL) != 0) return false;
    if (per_address == WEFT_OFF) return true;
    census->table_size = 64;
    while (census->table_size < most * 2ull && census->table_size < 1u << 24) census->table_size *= 2;
    census->table = wf_alloc(census->table_size * sizeof *census->table);
    return census->table != NULL;
}

void wf_census_reset(wf_census *census)
{
    pthread_mutex_destroy(&census->lock);
    wf_free(census->table);
    census->table = NULL;
}

/* FNV-1a. An attacker who holds enough addresses to make collisions holds more than this table gives away: a probe
 * never passes more entries than there are connections. */
static uint32_t hash(const wf_peer *peer)
{
    uint32_t h = 2166136261u;
    for (unsigned i = 0; i < sizeof peer->address; i++) h = (h ^ peer->address[i]) * 16777619u;
    return h;
}

static bool same(const wf_peer *a, const wf_peer *b)
{
    return a->family == b->family && memcmp(a->address, b->address, sizeof a->address) == 0;
}

/* The entry of `peer`, or the free place where it would be. */
static wf_census_entry *find(const wf_census *census, const wf_peer *peer)
{
    uint32_t mask = census->table_size - 1, at = hash(peer) & mask;
    while (census->table[at].count && !same(&census->table[at].peer, peer)) at = (at + 1) & mask;
    return &census->table[at];
}

/* Closes the gap that a removal leaves, so that probing still finds what lies behind it. */
static void remove_entry(wf_census *census, uint32_t gap)
{
    uint32_t mask = census->table_size - 1;
    for (uint32_t at = (gap + 1) & mask; census->table[at].count; at = (at + 1) & mask) {
        uint32_t home = hash(&census->table[at].peer) & mask;
        if (((at - home) & mask) < ((at - gap) & mask)) continue;
        census->table[gap] = census->table[at];
        gap = at;
    }
    census->table[gap].count = 0;
}

static bool counted_by_address(const wf_census *census, const wf_peer *peer)
{
    return census->table && peer->family != AF_UNIX;
}

const char *wf_census_enter(wf_census *census, const wf_peer *peer)
{
    bool room = true;
    if (atomic_fetch_add_explicit(&census->total, 1, memory_order_relaxed) >= census->most) {
        atomic_fetch_sub_explicit(&census->total, 1, memory_order_relaxed);
        return "the connection limit is reached";
    }
    if (!counted_by_address(census, peer)) return NULL;
    pthread_mutex_lock(&census->lock);
    wf_census_entry *entry = find(census, peer);
    room = entry->count < census->per_address;
    if (room && entry->count++ == 0) entry->peer = *peer;
    pthread_mutex_unlock(&census->lock);
    if (room) return NULL;
    atomic_fetch_sub_explicit(&census->total, 1, memory_order_relaxed);
    return "its address has as many connections as one may have";
}

void wf_census_leave(wf_census *census, const wf_peer *peer)
{
    atomic_fetch_sub_explicit(&census->total, 1, memory_order_relaxed);
    if (!counted_by_address(census, peer)) return;
    pthread_mutex_lock(&census->lock);
    wf_census_entry *entry = find(census, peer);
    if (entry->count && --entry->count == 0) remove_entry(census, (uint32_t)(entry - census->table));
    pthread_mutex_unlock(&census->lock);
}
