#include "src/net/kit.h"
#include "src/base/buf.h"
#include "src/net/options.h"
#include "tests/net/harness.h"

static weft_app *app;
static wf_plan *plan;
static wf_limits limits;
static wf_log quiet;
static wf_kit kit;
static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void set_up(void)
{
    weft_server resolved, given = net_options(&lines);
    quiet = wf_log_of(&given);
    app = net_app();
    plan = wf_plan_new(app, &quiet);
    WF_ASSERT(wf_options_resolve(&given, &resolved, &quiet));
    limits = wf_limits_of(&resolved);
    WF_ASSERT(plan && wf_kit_init(&kit, plan, &limits, &quiet));
}

static void tear_down(void)
{
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
    wf_kit_reset(&kit);
    WF_ASSERT(kit.pool.bytes_out == 0); /* a test returns what it was lent */
    wf_plan_free(plan);
    weft_app_free(app);
}

TestSuite(net_kit, .init = set_up, .fini = tear_down, .timeout = 60);

Test(net_kit, lends_the_same_block_again)
{
    wf_block *first = wf_kit_lend_input(&kit), *second = wf_kit_lend_input(&kit);
    cr_assert(first && second && first != second);
    cr_expect_geq(first->size, (uint32_t)WF_INPUT_SIZE);
    wf_kit_return_input(&kit, second);
    cr_expect_eq(wf_kit_lend_input(&kit), second);
    wf_kit_return_input(&kit, first);
    wf_kit_return_input(&kit, second);
    cr_expect_eq(wf_kit_lend_input(&kit), first, "the kit keeps one, the pool the rest");
    wf_kit_return_input(&kit, first);
}

Test(net_kit, a_larger_input_goes_back_to_the_pool)
{
    wf_block *large = wf_pool_take(&kit.pool, 60000), *small = wf_kit_lend_input(&kit);
    wf_kit_return_input(&kit, large);
    cr_expect_null(kit.input);
    wf_kit_return_input(&kit, small);
    cr_expect_eq(kit.input, small);
}

Test(net_kit, an_exchange_starts_blank)
{
    wf_exchange *exchange = wf_kit_lend_exchange(&kit);
    cr_assert_not_null(exchange);
    size_t out = kit.pool.bytes_out;
    exchange->body = wf_pool_take(&kit.pool, 70000);
    exchange->body_len = 5;
    exchange->pinned = wf_pool_take(&kit.pool, 60000);
    exchange->close = true;
    exchange->req.phase = WF_PHASE_ANSWERED;
    exchange->req.body = weft_lit("body");
    exchange->req.refusal.status = 400;
    exchange->head.at = 7;
    cr_assert_not_null(weft_alloc(&exchange->req, 100000));
    wf_kit_clear_exchange(&kit, exchange);
    wf_kit_return_exchange(&kit, exchange);
    cr_expect_eq(kit.pool.bytes_out, out, "body, pinned block and arena are given back");
    cr_assert_eq(wf_kit_lend_exchange(&kit), exchange);
    cr_expect_null(exchange->body);
    cr_expect_null(exchange->pinned);
    cr_expect_eq(exchange->body_len, 0);
    cr_expect_not(exchange->close);
    cr_expect_eq(exchange->req.phase, WF_PHASE_HEAD);
    cr_expect_null(exchange->req.body.ptr);
    cr_expect_eq(exchange->req.refusal.status, 0);
    cr_expect_eq(exchange->head.at, 0);
    wf_kit_return_exchange(&kit, exchange);
}

Test(net_kit, exchanges_do_not_share_memory)
{
    enum { MANY = 5 };
    wf_exchange *exchanges[MANY];
    for (int i = 0; i < MANY; i++) {
        exchanges[i] = wf_kit_lend_exchange(&kit);
        cr_assert_not_null(exchanges[i]);
        weft_request *req = &exchanges[i]->req;
        memset(req->msg.fields, i, limits.head.fields * sizeof *req->msg.fields);
        char *memory = wf_arena_take(&req->arena, 4000);
        cr_assert_not_null(memory);
        memset(memory, i, 4000);
        for (int j = 0; j < i; j++) cr_assert_eq(*(char *)exchanges[j]->req.msg.fields, j);
    }
    for (int i = 0; i < MANY; i++) wf_kit_return_exchange(&kit, exchanges[i]);
}

Test(net_kit, a_growing_batch_keeps_its_bytes)
{
    size_t size = 0;
    for (size_t step = 1; size < 300000; step = step * 3 / 2 + 1) {
        char *to = wf_kit_room(&kit, step);
        cr_assert_not_null(to);
        for (size_t i = 0; i < step; i++) to[i] = net_byte(size + i);
        size += step;
        kit.batch_len = size;
    }
    cr_expect(net_is_pattern(weft_str_of(wf_block_data(kit.batch), size)));
    wf_block *full = wf_kit_take_batch(&kit);
    cr_expect_eq(kit.batch_len, 0);
    cr_expect(net_is_pattern(weft_str_of(wf_block_data(full), size)));
    cr_expect_neq(full, kit.batch);
    cr_expect_geq(kit.batch->size, (uint32_t)WF_BATCH_SIZE);
    wf_pool_give(&kit.pool, full);
}

Test(net_kit, the_date_follows_the_clock)
{
    const struct {
        int64_t unix_s;
        const char *line;
    } cases[] = {
        { 784111777, "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n" },
        { 784111778, "Date: Sun, 06 Nov 1994 08:49:38 GMT\r\n" },
        { 784111777, "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n" },
        { 0, "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        wf_kit_tell_time(&kit, cases[i].unix_s);
        cr_expect(weft_str_eq(weft_str_of(kit.date_line, WF_DATE_LINE), wf_str(cases[i].line)), "case %zu",
                  i);
    }
}

#ifdef WEFT_FAULTS
Test(net_kit, starts_whole_or_not_at_all)
{
    for (int nth = 0;; nth++) {
        wf_kit other;
        wf_fault_arm(WF_FAULT_ALLOC, nth, 1);
        bool ready = wf_kit_init(&other, plan, &limits, &quiet);
        wf_fault_disarm_all();
        wf_kit_reset(&other);
        cr_expect_eq(other.pool.bytes_out, 0);
        if (ready) break;
    }
}

Test(net_kit, lends_nothing_when_memory_is_out)
{
    wf_block *input = wf_kit_lend_input(&kit);
    wf_exchange *exchange = wf_kit_lend_exchange(&kit);
    wf_block *batch = kit.batch;
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
    cr_expect_null(wf_kit_lend_input(&kit));
    cr_expect_null(wf_kit_lend_exchange(&kit));
    cr_expect_null(wf_kit_take_batch(&kit));
    cr_expect_null(wf_kit_room(&kit, 100000));
    cr_expect_eq(kit.batch, batch, "what there was stays");
    cr_expect_not_null(wf_kit_room(&kit, 1000));
    wf_kit_return_input(&kit, input);
    wf_kit_return_exchange(&kit, exchange);
    cr_expect_eq(wf_kit_lend_input(&kit), input, "and what was returned is lent again");
    wf_kit_return_input(&kit, input);
}
#endif
