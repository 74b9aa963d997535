#include "src/base/buf.h"
#include <criterion/criterion.h>
#include <stdio.h>
#ifdef WF_ASAN
#include <sanitizer/lsan_interface.h>
#endif

enum { LENT = 512 };

static wf_pool pool;
static wf_arena arena;
static _Alignas(16) char lent[LENT];

static void set_up(void)
{
    wf_pool_init(&pool);
    wf_arena_init(&arena, lent, LENT, &pool, 1 << 20);
}

/* Criterion does not count what is expected in a teardown, but an abort fails the run. */
static void tear_down(void)
{
    wf_arena_reset(&arena);
    wf_pool_reset(&pool);
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
#ifdef WF_ASAN
    WF_ASSERT(__lsan_do_recoverable_leak_check() == 0);
#endif
}

TestSuite(buf, .init = set_up, .fini = tear_down);

/* Both kinds of memory must behave alike: most tests run over both. */
static weft_buf make(int kind, size_t limit)
{
    return kind ? wf_buf_in(&arena, limit) : weft_buf_heap(limit);
}

static void expect_sound(const weft_buf *buf)
{
    cr_expect_leq(buf->len, buf->cap);
    cr_expect_leq(buf->cap, buf->limit);
    cr_expect(buf->ptr || buf->cap == 0);
    if (buf->failed) cr_expect_eq(buf->cap, buf->len);
}

static void expect_text(const weft_buf *buf, const char *text)
{
    expect_sound(buf);
    weft_str got = weft_buf_str(buf);
    cr_expect(weft_str_eq(got, weft_str_of(text, strlen(text))), "\"%.*s\" is not \"%s\"", (int)got.len,
              got.ptr, text);
}

Test(buf, starts_empty_and_present)
{
    for (int kind = 0; kind < 2; kind++) {
        weft_buf buf = make(kind, 10);
        cr_expect(weft_buf_ok(&buf));
        cr_expect_not_null(weft_buf_str(&buf).ptr);
        expect_text(&buf, "");
        weft_put_str(&buf, weft_str_of(NULL, 0));
        weft_put_str(&buf, weft_lit(""));
        weft_putf(&buf, "%s", "");
        expect_text(&buf, "");
        cr_expect(weft_buf_ok(&buf));
        weft_buf_free(&buf);
    }
}

Test(buf, puts_one_behind_another)
{
    for (int kind = 0; kind < 2; kind++) {
        weft_buf buf = make(kind, 1000);
        weft_put_str(&buf, weft_lit("id="));
        weft_put_u64(&buf, 0);
        weft_put_char(&buf, ',');
        weft_put_u64(&buf, UINT64_MAX);
        weft_put_char(&buf, ',');
        weft_put_i64(&buf, INT64_MIN);
        weft_put_char(&buf, ',');
        weft_put_i64(&buf, INT64_MAX);
        weft_putf(&buf, " %s %d\n", "and", 7);
        expect_text(&buf, "id=0,18446744073709551615,-9223372036854775808,9223372036854775807 and 7\n");
        weft_buf_free(&buf);
    }
}

Test(buf, grows_to_a_megabyte)
{
    weft_buf buf = weft_buf_heap(1 << 20);
    for (unsigned i = 0; i < 1 << 20; i++) weft_put_char(&buf, (char)(i * 31 >> 3));
    cr_expect(weft_buf_ok(&buf));
    expect_sound(&buf);
    for (unsigned i = 0; i < 1 << 20; i++) cr_assert_eq(buf.ptr[i], (char)(i * 31 >> 3));
    weft_put_char(&buf, 'x');
    cr_expect_not(weft_buf_ok(&buf));
    cr_expect_eq(buf.len, 1 << 20);
    weft_buf_free(&buf);
}

Test(buf, grows_in_an_arena_among_other_allocations)
{
    weft_buf buf = wf_buf_in(&arena, 1 << 20);
    for (unsigned i = 0; i < 50000; i++) {
        weft_put_char(&buf, (char)(i * 31 >> 3));
        if (i % 1000 == 0) memset(wf_arena_take(&arena, 24), 0xee, 24);
    }
    cr_assert(weft_buf_ok(&buf));
    for (unsigned i = 0; i < 50000; i++) cr_assert_eq(buf.ptr[i], (char)(i * 31 >> 3));
}

Test(buf, stays_in_place_while_it_is_the_newest)
{
    weft_buf buf = wf_buf_in(&arena, 1000);
    weft_put_char(&buf, 'a');
    cr_expect_eq(buf.ptr, lent);
    cr_assert_not_null(weft_buf_room(&buf, 400));
    cr_expect_eq(buf.ptr, lent);
    cr_expect_null(arena.blocks);
}

Test(buf, the_ceiling_is_exact)
{
    for (int kind = 0; kind < 2; kind++) {
        for (size_t limit = 0; limit < 600; limit += limit < 20 ? 1 : 63) {
            weft_buf buf = make(kind, limit);
            for (size_t i = 0; i < limit; i++) weft_put_char(&buf, 'x');
            cr_assert(weft_buf_ok(&buf), "limit %zu", limit);
            expect_sound(&buf);
            weft_put_char(&buf, 'y');
            cr_expect_not(weft_buf_ok(&buf), "limit %zu", limit);
            cr_expect_eq(buf.len, limit);
            expect_sound(&buf);
            weft_buf_free(&buf);
        }
        wf_arena_reset(&arena);
    }
}

static void put_text(weft_buf *buf) { weft_put_str(buf, weft_lit("12345")); }
static void put_char(weft_buf *buf)
{
    for (int i = 0; i < 5; i++) weft_put_char(buf, 'c');
}
static void put_u64(weft_buf *buf) { weft_put_u64(buf, 12345); }
static void put_i64(weft_buf *buf) { weft_put_i64(buf, -1234); }
static void put_format(weft_buf *buf) { weft_putf(buf, "%05d", 45); }
static void (*const puts_5[])(weft_buf *) = { put_text, put_char, put_u64, put_i64, put_format };

Test(buf, every_put_fits_exactly_and_fails_beyond)
{
    for (int kind = 0; kind < 2; kind++) {
        for (size_t i = 0; i < sizeof puts_5 / sizeof *puts_5; i++) {
            weft_buf exact = make(kind, 8), tight = make(kind, 7);
            weft_put_str(&exact, weft_lit("abc"));
            weft_put_str(&tight, weft_lit("abc"));
            puts_5[i](&exact);
            puts_5[i](&tight);
            cr_expect(weft_buf_ok(&exact), "put %zu", i);
            cr_expect_eq(exact.len, 8);
            cr_expect_not(weft_buf_ok(&tight), "put %zu", i);
            expect_sound(&exact);
            expect_sound(&tight);
            weft_buf_free(&exact);
            weft_buf_free(&tight);
        }
    }
}

Test(buf, failure_is_sticky)
{
    for (int kind = 0; kind < 2; kind++) {
        weft_buf buf = make(kind, 10);
        weft_put_str(&buf, weft_lit("abc"));
        weft_put_str(&buf, weft_lit("defghijk"));
        for (size_t i = 0; i < sizeof puts_5 / sizeof *puts_5; i++) puts_5[i](&buf);
        cr_expect_null(weft_buf_room(&buf, 0));
        cr_expect_null(weft_buf_room(&buf, 1));
        cr_expect_null(weft_buf_grow(&buf, 1));
        cr_expect_not(weft_buf_ok(&buf));
        expect_text(&buf, "abc");
        weft_buf_free(&buf);
    }
}

Test(buf, a_writer_can_fail_it)
{
    weft_buf buf = weft_buf_heap(100);
    weft_put_str(&buf, weft_lit("abc"));
    weft_buf_fail(&buf);
    weft_put_str(&buf, weft_lit("d"));
    cr_expect_not(weft_buf_ok(&buf));
    expect_text(&buf, "abc");
    weft_buf_free(&buf);
}

Test(buf, room_is_there_when_it_is_promised)
{
    for (int kind = 0; kind < 2; kind++) {
        weft_buf buf = make(kind, 5000);
        cr_expect_not_null(weft_buf_room(&buf, 0));
        char *to = weft_buf_room(&buf, 4000);
        cr_assert_not_null(to);
        memset(to, 'r', 4000);
        weft_buf_used(&buf, 3000);
        cr_expect_eq(weft_buf_room(&buf, 1000), to + 3000);
        cr_expect_null(weft_buf_room(&buf, 2001));
        cr_expect_null(weft_buf_room(&buf, SIZE_MAX));
        cr_expect_not(weft_buf_ok(&buf));
        weft_buf_free(&buf);
    }
}

Test(buf, no_limit_and_no_size_overflow)
{
    weft_buf buf = weft_buf_heap(SIZE_MAX);
    weft_put_str(&buf, weft_lit("abc"));
    cr_expect_null(weft_buf_room(&buf, SIZE_MAX));
    cr_expect_null(weft_buf_room(&buf, SIZE_MAX - 2));
    cr_expect_not(weft_buf_ok(&buf));
    weft_buf_free(&buf);
}

Test(buf, formats_longer_than_the_room)
{
    char expected[3001];
    snprintf(expected, sizeof expected, "ab%0*d", 2998, 5);
    for (int kind = 0; kind < 2; kind++) {
        weft_buf buf = make(kind, 3000);
        weft_put_str(&buf, weft_lit("ab"));
        weft_putf(&buf, "%0*d", 2998, 5);
        cr_expect(weft_buf_ok(&buf));
        expect_text(&buf, expected);
        weft_buf_free(&buf);
    }
}

Test(buf, a_format_that_cannot_be_written_fails_it)
{
    weft_buf buf = weft_buf_heap(100);
    weft_putf(&buf, "%ls", L"\xd800"); /* no such character in the C locale */
    cr_expect_not(weft_buf_ok(&buf));
    expect_text(&buf, "");
    weft_buf_free(&buf);
}

Test(buf, free_leaves_it_ready_for_reuse)
{
    weft_buf buf = weft_buf_heap(3);
    weft_put_str(&buf, weft_lit("abcd"));
    weft_buf_free(&buf);
    cr_expect(weft_buf_ok(&buf));
    weft_put_str(&buf, weft_lit("abc"));
    expect_text(&buf, "abc");
    weft_buf_free(&buf);
    weft_buf_free(&buf);
}

Test(buf, fails_when_the_budget_is_spent)
{
    wf_arena_init(&arena, lent, LENT, &pool, 16 << 10);
    weft_buf buf = wf_buf_in(&arena, 1 << 20);
    for (int i = 0; i < 1 << 20; i++) weft_put_char(&buf, 'x');
    cr_expect_not(weft_buf_ok(&buf));
    cr_expect_gt(buf.len, 12000);
    expect_sound(&buf);
}

Test(buf, takes_less_when_doubling_is_too_much)
{
    wf_arena_init(&arena, NULL, 0, &pool, (16 << 10) - sizeof(wf_block) - WF_BLOCK_PADDING);
    weft_buf buf = wf_buf_in(&arena, 1 << 20);
    cr_assert_not_null(weft_buf_room(&buf, 10000));
    cr_expect_not_null(weft_buf_room(&buf, 16000), "not 20000");
    cr_expect_not_null(arena.blocks);
    cr_expect_null(arena.blocks->next);
}

#ifdef WEFT_FAULTS
Test(buf, fails_when_memory_is_out)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
    weft_buf heap = weft_buf_heap(1000), small = wf_buf_in(&arena, 1 << 20);
    weft_put_char(&heap, 'x');
    cr_expect_not(weft_buf_ok(&heap));
    weft_put_str(&small, weft_lit("kept"));
    cr_expect(weft_buf_ok(&small));
    cr_expect_null(weft_buf_room(&small, 1000));
    expect_text(&small, "kept");
    wf_fault_disarm_all();
    weft_put_str(&small, weft_lit("no"));
    cr_expect_not(weft_buf_ok(&small), "memory that comes back does not mend it");
    weft_buf_free(&heap);
}
#endif
