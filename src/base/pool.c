/* Blocks in size classes over libc's heap. */
#include "src/base/pool.h"
#include "src/base/check.h"
#include <stdlib.h>
#include <string.h>

enum { OWN_SIZE = -1, OVERHEAD = sizeof(wf_block) + WF_BLOCK_PADDING };

_Static_assert(OVERHEAD % 16 == 0, "the usable bytes of a block must be a multiple of 16");

static const size_t class_sizes[WF_POOL_CLASSES] = { 16 << 10, 64 << 10, 256 << 10, 1 << 20 };
static const uint32_t class_keeps[WF_POOL_CLASSES] = { 256, 32, 8, 4 }; /* 12 MiB when all are free */
static const size_t block_limit = (size_t)1 << 30;

void *wf_alloc(size_t size)
{
    if (WF_FAULT(ALLOC)) return NULL;
    return calloc(1, size ? size : 1);
}

void wf_free(void *memory) { free(memory); }

size_t wf_pool_class_size(int size_class) { return class_sizes[size_class]; }

void wf_pool_init(wf_pool *pool)
{
    *pool = (wf_pool){ 0 };
    memcpy(pool->keep, class_keeps, sizeof class_keeps);
}

void wf_pool_reset(wf_pool *pool)
{
    for (int i = 0; i < WF_POOL_CLASSES; i++) {
        while (pool->free[i]) {
            wf_block *block = pool->free[i];
            pool->free[i] = block->next;
            wf_free(block);
        }
        pool->free_count[i] = 0;
    }
}

static int class_for(size_t size)
{
    for (int i = 0; i < WF_POOL_CLASSES; i++) {
        if (size <= class_sizes[i] - OVERHEAD) return i;
    }
    return OWN_SIZE;
}

static wf_block *new_block(size_t size, int size_class)
{
    size_t usable = size_class == OWN_SIZE ? (size + 15) & ~(size_t)15 : class_sizes[size_class] - OVERHEAD;
    wf_block *block = wf_alloc(usable + OVERHEAD);
    if (!block) return NULL;
    block->size = (uint32_t)usable;
    block->size_class = size_class;
    return block;
}

static wf_block *reuse_block(wf_pool *pool, int size_class)
{
    wf_block *block = pool->free[size_class];
    pool->free[size_class] = block->next;
    pool->free_count[size_class]--;
    block->next = NULL;
    WF_UNPOISON(wf_block_data(block), block->size + WF_BLOCK_PADDING);
    return block;
}

wf_block *wf_pool_take(wf_pool *pool, size_t size)
{
    if (size > block_limit) return NULL;
    int size_class = class_for(size);
    bool kept = size_class != OWN_SIZE && pool->free[size_class];
    wf_block *block = kept ? reuse_block(pool, size_class) : new_block(size, size_class);
    if (block) pool->bytes_out += block->size;
    return block;
}

wf_block *wf_pool_take_sized(wf_pool *pool, size_t size)
{
    wf_block *block = size > block_limit ? NULL : new_block(size, OWN_SIZE);
    if (block) pool->bytes_out += block->size;
    return block;
}

static wf_block *enlarge_own(wf_pool *pool, wf_block *block, size_t size)
{
    size_t usable = (size + 15) & ~(size_t)15, before = block->size;
    if (size > block_limit || WF_FAULT(ALLOC)) return NULL;
    wf_block *larger = realloc(block, usable + OVERHEAD);
    if (!larger) return NULL;
    larger->size = (uint32_t)usable;
    pool->bytes_out += usable - before;
    return larger;
}

wf_block *wf_pool_enlarge(wf_pool *pool, wf_block *block, size_t size, size_t kept)
{
    WF_DEBUG(size >= block->size && kept <= block->size);
    if (block->size_class == OWN_SIZE) return enlarge_own(pool, block, size);
    wf_block *larger = wf_pool_take(pool, size);
    if (!larger) return NULL;
    memcpy(wf_block_data(larger), wf_block_data(block), kept);
    wf_pool_give(pool, block);
    return larger;
}

void wf_pool_give(wf_pool *pool, wf_block *block)
{
    int size_class = block->size_class;
    WF_DEBUG(pool->bytes_out >= block->size);
    pool->bytes_out -= block->size;
    if (size_class == OWN_SIZE || pool->free_count[size_class] >= pool->keep[size_class]) {
        wf_free(block);
        return;
    }
    WF_POISON(wf_block_data(block), block->size + WF_BLOCK_PADDING);
    block->next = pool->free[size_class];
    pool->free[size_class] = block;
    pool->free_count[size_class]++;
}
