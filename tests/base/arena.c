#include "src/base/arena.h"
#include <criterion/criterion.h>
#include <string.h>

enum { LENT = 1024, BUDGET = 1 << 20, SMALLEST = (16 << 10) - (int)sizeof(wf_block) - WF_BLOCK_PADDING };

static wf_pool pool;
static wf_arena arena;
static _Alignas(16) char lent[LENT];

static void set_up(void)
{
    wf_pool_init(&pool);
    wf_arena_init(&arena, lent, LENT, &pool, BUDGET);
}

static void expect_held_is_true(void)
{
    size_t held = 0;
    for (wf_block *block = arena.blocks; block; block = block->next) held += block->size;
    WF_ASSERT(arena.held == held);
    WF_ASSERT(pool.bytes_out == held);
    WF_ASSERT(held <= arena.budget);
    WF_ASSERT((uintptr_t)arena.at % 16 == 0);
    WF_ASSERT((uintptr_t)arena.end % 16 == 0);
}

/* Criterion does not count what is expected in a teardown, but an abort fails the run. */
static void tear_down(void)
{
    expect_held_is_true();
    wf_arena_reset(&arena);
    WF_ASSERT(!arena.blocks);
    WF_ASSERT(!arena.cleanups);
    WF_ASSERT(pool.bytes_out == 0);
    WF_ASSERT(arena.at == arena.start);
    WF_ASSERT(arena.end == arena.start_end);
    wf_pool_reset(&pool);
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
}

TestSuite(arena, .init = set_up, .fini = tear_down);

static void *fill(size_t size, int value)
{
    void *memory = wf_arena_take(&arena, size);
    cr_assert_not_null(memory);
    cr_expect_eq((uintptr_t)memory % 16, 0);
    return memset(memory, value, size);
}

Test(arena, takes_the_lent_memory_first)
{
    cr_expect_eq(fill(1, 1), lent);
    cr_expect_eq(fill(16, 2), lent + 16);
    cr_expect_eq(fill(17, 3), lent + 32);
    cr_expect_eq(fill(LENT - 64, 4), lent + 64);
    cr_expect_null(arena.blocks);
    fill(1, 5);
    cr_expect_not_null(arena.blocks);
}

Test(arena, allocations_never_overlap)
{
    enum { COUNT = 2000 };
    static unsigned char *taken[COUNT];
    static size_t sizes[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        sizes[i] = i * 7919 % 300;
        taken[i] = fill(sizes[i], (int)(i & 0xff));
    }
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < sizes[i]; j++) cr_assert_eq(taken[i][j], i & 0xff, "allocation %zu", i);
    }
}

Test(arena, size_zero_gives_distinct_pointers)
{
    void *first = wf_arena_take(&arena, 0), *second = wf_arena_take(&arena, 0);
    cr_expect_not_null(first);
    cr_expect_neq(first, second);
    cr_expect_neq(second, wf_arena_take(&arena, 16));
    fill((size_t)(arena.end - arena.at), 0);
    cr_expect_not_null(wf_arena_take(&arena, 0), "also when the block is full");
}

Test(arena, works_without_lent_memory)
{
    wf_arena_init(&arena, NULL, 0, &pool, BUDGET);
    cr_expect_not_null(wf_arena_take(&arena, 0));
    fill(100, 1);
    wf_arena_reset(&arena);
    fill(100, 2);
}

Test(arena, rounds_odd_lent_sizes_down)
{
    wf_arena_init(&arena, lent, 47, &pool, BUDGET);
    cr_expect_eq(fill(32, 1), lent);
    fill(1, 1);
    cr_expect_not_null(arena.blocks);
}

Test(arena, a_larger_request_gets_a_block_that_fits)
{
    const size_t sizes[] = { SMALLEST, SMALLEST + 1, 100000, 262144, 400000 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wf_arena_reset(&arena);
        fill(sizes[i], 1);
        cr_expect_geq(arena.blocks->size, sizes[i]);
        expect_held_is_true();
    }
    wf_arena_reset(&arena);
    wf_arena_init(&arena, lent, LENT, &pool, 4 << 20);
    fill(3000000, 1);
    cr_expect_eq(arena.blocks->size_class, -1);
}

Test(arena, goes_on_in_the_block_with_more_room)
{
    char *small = fill(16, 1);
    fill(SMALLEST - 16, 2);
    cr_expect_eq(fill(16, 3), small + 16, "16 bytes are left there, 1008 here");
    fill(SMALLEST - 4096, 4);
    char *big = wf_block_data(arena.blocks);
    cr_expect_eq(fill(2048, 5), big + SMALLEST - 4096);
}

Test(arena, spends_its_budget_and_no_more)
{
    wf_arena_init(&arena, lent, LENT, &pool, 3 * SMALLEST);
    size_t count = 0;
    while (wf_arena_take(&arena, 1024)) count++;
    cr_expect_eq(count, 1 + 3 * (SMALLEST / 1024));
    expect_held_is_true();
    cr_expect_eq(arena.held, 3 * SMALLEST);
    cr_expect_null(wf_arena_take(&arena, 1024), "spent stays spent");
    wf_arena_reset(&arena);
    cr_expect_not_null(wf_arena_take(&arena, SMALLEST));
}

Test(arena, refuses_what_is_over_budget)
{
    const size_t sizes[] = { BUDGET + 1, SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 2 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) cr_expect_null(wf_arena_take(&arena, sizes[i]));
    cr_expect_null(arena.blocks);
    cr_expect_eq(fill(16, 1), lent, "a refusal spoils nothing");
}

Test(arena, a_size_class_over_budget_is_made_to_measure)
{
    wf_arena_init(&arena, lent, LENT, &pool, 20000);
    fill(SMALLEST + 1, 1);
    expect_held_is_true();
    cr_expect_leq(arena.held, 20000);
    cr_expect_null(wf_arena_take(&arena, SMALLEST));
}

Test(arena, what_moves_leaves_no_block_behind)
{
    fill(LENT, 0);
    char *memory = fill(10000, 'x'); /* a block of its own */
    cr_assert_not(wf_arena_extend(&arena, memory, 10000, 40000));
    char *moved = wf_arena_move(&arena, memory, 10000, 40000);
    cr_assert_not_null(moved);
    for (int i = 0; i < 10000; i++) cr_assert_eq(moved[i], 'x');
    expect_held_is_true();
    cr_expect_null(arena.blocks->next, "the old block is given back");
    fill(100, 'y'); /* and the arena goes on behind what has moved */
    cr_expect_eq(moved[9999], 'x');
}

Test(arena, what_shares_its_block_moves_alone)
{
    fill(LENT, 0);
    char *first = fill(100, 'a'), *memory = fill(10000, 'x');
    cr_assert_not_null(wf_arena_move(&arena, memory, 10000, 40000));
    for (int i = 0; i < 100; i++) cr_assert_eq(first[i], 'a');
    expect_held_is_true();
}

Test(arena, a_budget_of_zero_leaves_the_lent_memory)
{
    wf_arena_init(&arena, lent, LENT, &pool, 0);
    fill(LENT, 1);
    cr_expect_null(wf_arena_take(&arena, 1));
    cr_expect_null(wf_arena_take(&arena, 0));
}

Test(arena, extends_the_newest_in_place)
{
    char *memory = fill(10, 'x');
    cr_expect(wf_arena_extend(&arena, memory, 10, 16));
    cr_expect(wf_arena_extend(&arena, memory, 16, 500));
    memset(memory + 16, 'y', 484);
    cr_expect_eq(memory[9], 'x');
    cr_expect_eq(fill(1, 'z'), memory + 512);
    cr_expect_not(wf_arena_extend(&arena, memory, 500, 600), "no longer the newest");
}

Test(arena, extends_to_the_last_byte_and_not_beyond)
{
    char *memory = fill(0, 0);
    cr_expect_not(wf_arena_extend(&arena, memory, 0, LENT + 1));
    cr_expect_not(wf_arena_extend(&arena, memory, 0, SIZE_MAX));
    cr_expect(wf_arena_extend(&arena, memory, 0, LENT));
    memset(memory, 1, LENT);
    cr_expect_eq(arena.at, arena.end);
    cr_expect_not(wf_arena_extend(&arena, memory, LENT, LENT + 1));
}

Test(arena, extends_downwards_too)
{
    char *memory = fill(500, 1);
    cr_expect(wf_arena_extend(&arena, memory, 500, 20));
    cr_expect_eq(fill(1, 1), memory + 32);
    char *other = fill(100, 1);
    cr_expect(wf_arena_extend(&arena, other, 100, 0));
    cr_expect_eq(fill(1, 1), other + 16);
}

Test(arena, extends_in_a_block_of_the_pool)
{
    char *memory = fill(LENT + 1, 1);
    cr_expect(wf_arena_extend(&arena, memory, LENT + 1, SMALLEST));
    memset(memory, 2, SMALLEST);
    cr_expect_not(wf_arena_extend(&arena, memory, SMALLEST, SMALLEST + 1));
}

static char order[8];
static void note(void *state) { strncat(order, state, 1); }

Test(arena, cleanups_run_newest_first_and_once)
{
    char names[] = "abc";
    for (int i = 0; i < 3; i++) cr_expect(wf_arena_defer(&arena, note, &names[i]));
    fill(LENT, 0);
    cr_expect_str_eq(order, "");
    wf_arena_reset(&arena);
    cr_expect_str_eq(order, "cba");
    wf_arena_reset(&arena);
    cr_expect_str_eq(order, "cba");
}

static void defer_again(void *state)
{
    strcpy(wf_arena_take(&arena, 2), "x");
    cr_expect(wf_arena_defer(&arena, note, state));
}

Test(arena, a_cleanup_may_allocate_and_defer)
{
    char name = 'n';
    cr_expect(wf_arena_defer(&arena, defer_again, &name));
    wf_arena_reset(&arena);
    cr_expect_str_eq(order, "n");
}

Test(arena, a_cleanup_needs_memory)
{
    char name = 'n';
    wf_arena_init(&arena, lent, LENT, &pool, 0);
    fill(LENT, 0);
    cr_expect_not(wf_arena_defer(&arena, note, &name));
    wf_arena_reset(&arena);
    cr_expect_str_eq(order, "");
}

Test(arena, reset_starts_over_with_the_same_blocks)
{
    for (int round = 0; round < 3; round++) {
        cr_expect_eq(fill(100, 1), lent);
        for (int i = 0; i < 100; i++) fill(1000, i);
        expect_held_is_true();
        wf_arena_reset(&arena);
        cr_expect_eq(pool.bytes_out, 0);
        cr_expect_gt(pool.free_count[0], 0);
    }
}

#ifdef WEFT_FAULTS
Test(arena, asks_no_memory_for_what_is_over_budget)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    cr_expect_null(wf_arena_take(&arena, BUDGET + 1));
    cr_expect(WF_FAULT(ALLOC), "nobody asked");
}

Test(arena, says_when_memory_is_out)
{
    fill(LENT, 1);
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    cr_expect_null(wf_arena_take(&arena, 1));
    expect_held_is_true();
    fill(1, 1);
}
#endif

#ifdef WF_ASAN
Test(arena, what_is_not_handed_out_is_poisoned)
{
    cr_expect(__asan_address_is_poisoned(lent));
    char *memory = wf_arena_take(&arena, 21);
    cr_expect_not(__asan_address_is_poisoned(memory + 20));
    cr_expect(__asan_address_is_poisoned(memory + 21));
    cr_assert(wf_arena_extend(&arena, memory, 21, 40));
    cr_expect_not(__asan_address_is_poisoned(memory + 39));
    cr_expect(__asan_address_is_poisoned(memory + 40));
    cr_assert(wf_arena_extend(&arena, memory, 40, 5));
    cr_expect(__asan_address_is_poisoned(memory + 5));
    char *far = wf_arena_take(&arena, LENT);
    cr_expect_not(__asan_address_is_poisoned(far + LENT - 1));
    cr_expect(__asan_address_is_poisoned(far + LENT));
    wf_arena_reset(&arena);
    cr_expect(__asan_address_is_poisoned(memory));
    cr_expect(__asan_address_is_poisoned(far));
}
#endif
