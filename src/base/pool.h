/* Blocks of memory in size classes, kept for reuse by one worker. Not thread-safe: a pool belongs to a thread.
 *
 * A block is one libc allocation whose first bytes are its header. After start-up the steady state takes and
 * gives back the same blocks, so it makes no libc call. A request for more than the largest class gets a block
 * of its own size that is freed when it is given back. Every block ends in WF_BLOCK_PADDING readable bytes, so
 * that vector code may read past the end of what was filled. Memory is zeroed once, when it comes from libc, but for
 * what a block was enlarged by. Under ASan a block is poisoned while the pool has it. */
#ifndef WF_BASE_POOL_H
#define WF_BASE_POOL_H
#include <stddef.h>
#include <stdint.h>

enum { WF_POOL_CLASSES = 4, WF_BLOCK_PADDING = 64 };

typedef struct wf_block {
    _Alignas(16) struct wf_block *next; /* free for the holder's use while it holds the block */
    uint32_t size;                      /* usable bytes, a multiple of 16; header and padding not counted */
    int32_t size_class;                 /* index of its class, or -1: a block of its own size */
} wf_block;

/* Usable bytes of a block start here; 16-byte aligned. */
static inline char *wf_block_data(wf_block *block) { return (char *)(block + 1); }

typedef struct wf_pool {
    wf_block *free[WF_POOL_CLASSES];
    uint32_t free_count[WF_POOL_CLASSES];
    uint32_t keep[WF_POOL_CLASSES]; /* free blocks kept of each class, the owner's to set; others are freed */
    uint64_t bytes_out;             /* usable bytes held by takers, for tests and limits */
} wf_pool;

/* Size of class `size_class` in bytes (header and padding included): 16 KiB, 64 KiB, 256 KiB, 1 MiB. */
size_t wf_pool_class_size(int size_class);

void wf_pool_init(wf_pool *pool);
/* Frees every kept block. Blocks that are still out are their holders' to give back before this. */
void wf_pool_reset(wf_pool *pool);

/* A block of at least `size` usable bytes; NULL when memory is out or size is absurd (over 1 GiB). */
wf_block *wf_pool_take(wf_pool *pool, size_t size);
/* The same, of this size and no larger: for who is short of budget. It goes back to libc when it is given back. */
wf_block *wf_pool_take_sized(wf_pool *pool, size_t size);
/* A block of at least `size` usable bytes that begins with the first `kept` of `block`, which is given back. NULL, and
 * `block` is untouched, when there can be none. Blocks of their own size are moved by libc, which remaps large ones
 * instead of copying them. */
wf_block *wf_pool_enlarge(wf_pool *pool, wf_block *block, size_t size, size_t kept);
void wf_pool_give(wf_pool *pool, wf_block *block);

/* The only doors to libc's heap, so that faults can be injected and allocations counted. wf_alloc zeroes, and gives
 * a valid pointer for size 0; NULL when memory is out. wf_free(NULL) does nothing. */
void *wf_alloc(size_t size);
void wf_free(void *memory);
#endif
