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

enum { WF_ARENA_ALIGN = 16 };
static inline size_t wf_arena_round(size_t size)
{
    return (size + WF_ARENA_ALIGN - 1) & ~(size_t)(WF_ARENA_ALIGN - 1);
}

/* `memory`/`size`: the lent first bytes, 16-byte aligned (NULL, 0: none are lent); under ASan they stay poisoned
 * after the last reset. `budget` bounds what is taken beyond them. */
void wf_arena_init(wf_arena *arena, void *memory, size_t size, wf_pool *pool, size_t budget);

/* The rare roads of the two calls below. */
WF_COLD void *wf_arena_take_slow(wf_arena *arena, size_t size);
WF_COLD void wf_arena_release(wf_arena *arena);

/* Runs the cleanups, gives blocks back, starts over. Nothing allocated before may be touched after. */
static inline void wf_arena_reset(wf_arena *arena)
{
    if (WF_UNLIKELY(arena->blocks || arena->cleanups)) wf_arena_release(arena);
    arena->at = arena->start;
    arena->end = arena->start_end;
    WF_POISON(arena->at, (size_t)(arena->end - arena->at));
}

/* `size` bytes aligned to 16, not zeroed; NULL when the budget is spent or memory is out. size 0 gives a valid
 * pointer, different from every other. */
static inline void *wf_arena_take(wf_arena *arena, size_t size)
{
    /* `at` and `end` are both aligned, so what fits unrounded fits rounded; size 0 wraps and goes the slow road. */
    if (WF_UNLIKELY(size - 1 >= (size_t)(arena->end - arena->at))) return wf_arena_take_slow(arena, size);
    char *memory = arena->at;
    arena->at = memory + wf_arena_round(size);
    WF_UNPOISON(memory, size);
    return memory;
}

/* Grows (or shrinks) the newest allocation in place. false, and nothing changed, when `memory` is not the newest
 * in its block or the block is full. */
bool wf_arena_extend(wf_arena *arena, void *memory, size_t old_size, size_t new_size);
/* Moves the newest allocation to a larger place; the old one must not be touched after. If it had a pool block to
 * itself, the block is given back, so that a buffer that doubles does not hold all its former selves. NULL, and nothing
 * changed, when the budget is spent or memory is out. */
void *wf_arena_move(wf_arena *arena, void *memory, size_t old_size, size_t new_size);
/* Goes on in a new block with at least `size` bytes; what is left of the current one is given up. For who fills what is
 * left, at to end, from both sides, and sets both when done. false, and nothing changed, when the budget is spent or
 * memory is out. */
bool wf_arena_next(wf_arena *arena, size_t size);
/* Has `run(state)` called at reset. false when there is no memory to remember it. */
bool wf_arena_defer(wf_arena *arena, void (*run)(void *state), void *state);
#endif
