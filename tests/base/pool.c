#include "src/base/pool.h"
#include "src/base/check.h"
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

enum { OVERHEAD = sizeof(wf_block) + WF_BLOCK_PADDING };

static wf_pool pool;

static void set_up(void) { wf_pool_init(&pool); }

/* Criterion does not count what is expected in a teardown, but an abort fails the run. */
static void tear_down(void)
{
    WF_ASSERT(pool.bytes_out == 0); /* a test gives back what it takes */
    wf_pool_reset(&pool);
    for (int i = 0; i < WF_POOL_CLASSES; i++) {
        WF_ASSERT(!pool.free[i]);
        WF_ASSERT(pool.free_count[i] == 0);
    }
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
}

TestSuite(pool, .init = set_up, .fini = tear_down);

Test(pool, alloc_zeroes_and_takes_every_size)
{
    const size_t sizes[] = { 0, 1, 15, 16, 17, 4096, 1 << 20 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *memory = wf_alloc(sizes[i]);
        cr_assert_not_null(memory);
        for (size_t j = 0; j < sizes[i]; j++) cr_assert_eq(memory[j], 0);
        memset(memory, 0xff, sizes[i]);
        wf_free(memory);
    }
    wf_free(NULL);
}

Test(pool, classes_have_the_promised_sizes)
{
    const size_t sizes[WF_POOL_CLASSES] = { 16384, 65536, 262144, 1048576 };
    for (int i = 0; i < WF_POOL_CLASSES; i++) cr_expect_eq(wf_pool_class_size(i), sizes[i]);
}

Test(pool, takes_the_smallest_class_that_fits)
{
    const struct {
        size_t size;
        int size_class;
        size_t usable;
    } cases[] = {
        { 0, 0, 16384 - OVERHEAD },
        { 1, 0, 16384 - OVERHEAD },
        { 16384 - OVERHEAD, 0, 16384 - OVERHEAD },
        { 16384 - OVERHEAD + 1, 1, 65536 - OVERHEAD },
        { 65536 - OVERHEAD, 1, 65536 - OVERHEAD },
        { 65536 - OVERHEAD + 1, 2, 262144 - OVERHEAD },
        { 262144 - OVERHEAD + 1, 3, 1048576 - OVERHEAD },
        { 1048576 - OVERHEAD, 3, 1048576 - OVERHEAD },
        { 1048576 - OVERHEAD + 1, -1, 1048576 - OVERHEAD + 16 },
        { 3000001, -1, 3000016 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wf_block *block = wf_pool_take(&pool, cases[i].size);
        cr_assert_not_null(block);
        cr_expect_eq(block->size_class, cases[i].size_class, "case %zu", i);
        cr_expect_eq(block->size, cases[i].usable, "case %zu", i);
        cr_expect_eq(pool.bytes_out, cases[i].usable);
        cr_expect_eq((uintptr_t)wf_block_data(block) % 16, 0);
        memset(wf_block_data(block), 0xff, block->size + WF_BLOCK_PADDING);
        wf_pool_give(&pool, block);
    }
}

Test(pool, fresh_blocks_are_zeroed)
{
    wf_block *block = wf_pool_take(&pool, 1);
    for (size_t i = 0; i < block->size + WF_BLOCK_PADDING; i++) cr_assert_eq(wf_block_data(block)[i], 0);
    wf_pool_give(&pool, block);
}

Test(pool, gives_the_same_block_again)
{
    wf_block *first = wf_pool_take(&pool, 100), *second = wf_pool_take(&pool, 200);
    cr_expect_neq(first, second);
    wf_pool_give(&pool, first);
    wf_pool_give(&pool, second);
    cr_expect_eq(pool.free_count[0], 2);
    cr_expect_eq(wf_pool_take(&pool, 300), second, "the newest is the warmest");
    cr_expect_eq(wf_pool_take(&pool, 300), first);
    cr_expect_null(first->next);
    cr_expect_eq(pool.free_count[0], 0);
    wf_pool_give(&pool, first);
    wf_pool_give(&pool, second);
}

Test(pool, keeps_no_more_than_it_was_told)
{
    wf_block *blocks[3];
    pool.keep[1] = 2;
    for (int i = 0; i < 3; i++) blocks[i] = wf_pool_take(&pool, 20000);
    for (int i = 0; i < 3; i++) wf_pool_give(&pool, blocks[i]);
    cr_expect_eq(pool.free_count[1], 2);
}

Test(pool, a_block_of_its_own_size_is_not_kept)
{
    wf_pool_give(&pool, wf_pool_take(&pool, 2 << 20));
    for (int i = 0; i < WF_POOL_CLASSES; i++) cr_expect_eq(pool.free_count[i], 0);
}

Test(pool, refuses_absurd_sizes)
{
    cr_expect_null(wf_pool_take(&pool, ((size_t)1 << 30) + 1));
    cr_expect_null(wf_pool_take(&pool, SIZE_MAX));
}

#ifdef WEFT_FAULTS
Test(pool, says_when_memory_is_out)
{
    wf_block *block = wf_pool_take(&pool, 1);
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
    cr_expect_null(wf_alloc(1));
    cr_expect_null(wf_pool_take(&pool, 1));
    cr_expect_null(wf_pool_take(&pool, 2 << 20));
    cr_expect_eq(pool.bytes_out, block->size);
    wf_pool_give(&pool, block);
    cr_expect_eq(wf_pool_take(&pool, 1), block, "a kept block needs no libc");
    wf_pool_give(&pool, block);
}
#endif

#ifdef WF_ASAN
Test(pool, a_block_is_poisoned_while_the_pool_has_it)
{
    wf_block *block = wf_pool_take(&pool, 1);
    char *data = wf_block_data(block);
    cr_expect_not(__asan_address_is_poisoned(data));
    wf_pool_give(&pool, block);
    cr_expect(__asan_address_is_poisoned(data));
    cr_expect(__asan_address_is_poisoned(data + block->size + WF_BLOCK_PADDING - 1));
    cr_assert_eq(wf_pool_take(&pool, 1), block);
    cr_expect_not(__asan_address_is_poisoned(data));
    cr_expect_not(__asan_address_is_poisoned(data + block->size + WF_BLOCK_PADDING - 1));
    wf_pool_give(&pool, block);
}
#endif

Test(pool, a_block_grows_with_what_it_holds)
{
    const size_t sizes[] = { 40000, 200000, 900000, 3 << 20, 20 << 20 };
    wf_block *block = wf_pool_take(&pool, 100);
    memset(wf_block_data(block), 'a', block->size);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t kept = block->size;
        block = wf_pool_enlarge(&pool, block, sizes[i], kept);
        cr_assert_not_null(block);
        cr_assert_geq(block->size, sizes[i]);
        cr_expect_eq(block->size % 16, 0);
        cr_expect_eq(pool.bytes_out, block->size);
        for (size_t j = 0; j < kept; j++) cr_assert_eq(wf_block_data(block)[j], 'a');
        memset(wf_block_data(block), 'a', block->size + WF_BLOCK_PADDING);
    }
    cr_expect_null(wf_pool_enlarge(&pool, block, ((size_t)1 << 30) + 1, 1));
    wf_pool_give(&pool, block);
}

#ifdef WEFT_FAULTS
Test(pool, a_block_that_cannot_grow_stays)
{
    const size_t sizes[] = { 100, 2 << 20 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wf_block *block = wf_pool_take(&pool, sizes[i]);
        wf_block_data(block)[0] = 'a';
        wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
        cr_expect_null(wf_pool_enlarge(&pool, block, 4 << 20, 1));
        wf_fault_disarm_all();
        cr_expect_eq(wf_block_data(block)[0], 'a');
        cr_expect_eq(pool.bytes_out, block->size);
        wf_pool_give(&pool, block);
    }
}
#endif
