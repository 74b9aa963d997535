/* The rare roads of an arena: a further block, growth in place, the way back. */
#include "src/base/arena.h"
#include <string.h>

void wf_arena_init(wf_arena *arena, void *memory, size_t size, wf_pool *pool, size_t budget)
{
    WF_DEBUG((uintptr_t)memory % WF_ARENA_ALIGN == 0);
    char *start = memory;
    *arena = (wf_arena){
        .start = start,
        .start_end = start ? start + (size & ~(size_t)(WF_ARENA_ALIGN - 1)) : start,
        .pool = pool,
        .budget = budget,
    };
    wf_arena_reset(arena);
}

void wf_arena_release(wf_arena *arena)
{
    while (arena->cleanups) { /* popped before it runs: a cleanup may allocate, and even defer */
        wf_cleanup *cleanup = arena->cleanups;
        arena->cleanups = cleanup->next;
        cleanup->run(cleanup->state);
    }
    while (arena->blocks) {
        wf_block *block = arena->blocks;
        arena->blocks = block->next;
        wf_pool_give(arena->pool, block);
    }
    arena->held = 0;
}

static wf_block *take_block(wf_arena *arena, size_t size)
{
    size_t left = arena->budget - arena->held;
    if (size > left) return NULL;
    wf_block *block = wf_pool_take(arena->pool, size);
    if (block && block->size > left) { /* the request fits, its size class does not */
        wf_pool_give(arena->pool, block);
        block = wf_pool_take_sized(arena->pool, size);
    }
    if (!block) return NULL;
    if (block->size > left) { /* by the few bytes that sizes are rounded by */
        wf_pool_give(arena->pool, block);
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    arena->held += block->size;
    return block;
}

void *wf_arena_take_slow(wf_arena *arena, size_t size)
{
    if (size == 0) return wf_arena_take(arena, 1);
    wf_block *block = take_block(arena, size);
    if (!block) return NULL;
    char *memory = wf_block_data(block);
    char *at = memory + wf_arena_round(size);
    char *end = memory + block->size;
    WF_POISON(memory, block->size);
    WF_UNPOISON(memory, size);
    if (end - at > arena->end - arena->at) { /* go on where more is left */
        arena->at = at;
        arena->end = end;
    }
    return memory;
}

bool wf_arena_extend(wf_arena *arena, void *memory, size_t old_size, size_t new_size)
{
    char *start = memory;
    if (start + wf_arena_round(old_size ? old_size : 1) != arena->at) return false;
    if (new_size > (size_t)(arena->end - start)) return false;
    WF_POISON(start, (size_t)(arena->at - start));
    WF_UNPOISON(start, new_size);
    arena->at = start + wf_arena_round(new_size ? new_size : 1);
    return true;
}

bool wf_arena_next(wf_arena *arena, size_t size)
{
    wf_block *block = take_block(arena, size);
    if (!block) return false;
    arena->at = wf_block_data(block);
    arena->end = arena->at + block->size;
    WF_POISON(arena->at, block->size);
    return true;
}

/* The block that holds `memory` and nothing else, at neither end, if it is the newest. */
static wf_block *block_of(const wf_arena *arena, const char *memory, size_t size)
{
    wf_block *block = arena->blocks;
    if (!block || wf_block_data(block) != memory) return NULL;
    bool is_alone =
        arena->at == memory + wf_arena_round(size ? size : 1) && arena->end == memory + block->size;
    return is_alone ? block : NULL;
}

void *wf_arena_move(wf_arena *arena, void *memory, size_t old_size, size_t new_size)
{
    wf_block *old = block_of(arena, memory, old_size);
    char *moved = wf_arena_take(arena, new_size);
    if (!moved) return NULL;
    memcpy(moved, memory, old_size < new_size ? old_size : new_size);
    if (!old) return moved;
    WF_DEBUG(arena->blocks->next == old); /* it was full, so the new place is in a block of its own */
    arena->blocks->next = old->next;
    arena->at = moved + wf_arena_round(new_size);
    arena->end = wf_block_data(arena->blocks) + arena->blocks->size;
    arena->held -= old->size;
    wf_pool_give(arena->pool, old);
    return moved;
}

bool wf_arena_defer(wf_arena *arena, void (*run)(void *state), void *state)
{
    wf_cleanup *cleanup = wf_arena_take(arena, sizeof *cleanup);
    if (!cleanup) return false;
    *cleanup = (wf_cleanup){ .next = arena->cleanups, .run = run, .state = state };
    arena->cleanups = cleanup;
    return true;
}
