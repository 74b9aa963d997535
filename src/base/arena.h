/* Request memory: allocate forward, take all of it back at once.
 *
 * An arena starts inside a block that its owner lends it and takes further blocks from a pool, never more than
 * its budget. Under ASan everything not handed out is poisoned. Not thread-safe. */
#ifndef WF_BASE_ARENA_H
#define WF_BASE_ARENA_H
#include "src/base/check.h"
#include "src/base/pool.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wf_cleanup {
    struct wf_cleanup *next;
    void (*run)(void *state);
    void *state;
} wf_cleanup;

typedef struct wf_arena {
    char *at, *end; /* what is left of the current block */
    char *start;    /* of the lent block: where reset goes back to */
    char *start_end;
    wf_block *blocks;     /* taken from the pool, newest first */
    wf_cleanup *cleanups; /* newest first, which is the order they run in */
    wf_pool *pool;
    size_t budget; /* bytes of pool blocks that the arena may hold */
    size_t held;   /* bytes of pool blocks that it holds now */
} wf_arena;

/* `memory`/`size`: the lent first bytes, 16-byte aligned. `budget` bounds what is taken beyond them. */
void wf_arena_init(wf_arena *arena, void *memory, size_t size, wf_pool *pool, size_t budget);
/* Runs the cleanups, gives blocks back, starts over. Nothing allocated before may be touched after. */
void wf_arena_reset(wf_arena *arena);

/* `size` bytes aligned to 16, not zeroed; NULL when the budget is spent or memory is out. size 0 gives a valid
 * pointer. */
void *wf_arena_take(wf_arena *arena, size_t size);
/* Grows the newest allocation in place. false when `memory` is not the newest or the block is full. */
bool wf_arena_extend(wf_arena *arena, void *memory, size_t old_size, size_t new_size);
/* Has `run(state)` called at reset. false when there is no memory to remember it. */
bool wf_arena_defer(wf_arena *arena, void (*run)(void *state), void *state);
#endif
