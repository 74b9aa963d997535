/* Lending and taking back. */
#include "src/net/kit.h"
#include <string.h>
#include <unistd.h>

bool wf_kit_init(wf_kit *kit, const wf_plan *plan, const wf_limits *limits, const wf_log *log)
{
    *kit = (wf_kit){ .plan = plan, .limits = limits, .log = log, .date_s = INT64_MIN };
    wf_pool_init(&kit->pool);
    kit->batch = wf_pool_take(&kit->pool, WF_BATCH_SIZE);
    kit->input = wf_pool_take(&kit->pool, WF_INPUT_SIZE);
    const wf_files *files = plan && plan->app ? plan->app->files : NULL;
    kit->files = files ? files->ops->cache_new(files) : NULL;
    kit->exchange = wf_kit_lend_exchange(kit);
    wf_kit_tell_time(kit, wf_clock_unix());
    return kit->batch && kit->input && kit->exchange && (kit->files || !files);
}

void wf_kit_reset(wf_kit *kit)
{
    if (kit->exchange) wf_pool_give(&kit->pool, kit->exchange->block);
    if (kit->input) wf_pool_give(&kit->pool, kit->input);
    if (kit->batch) wf_pool_give(&kit->pool, kit->batch);
    if (kit->files) kit->plan->app->files->ops->cache_free(kit->files);
    kit->files = NULL;
    wf_pool_reset(&kit->pool);
}

int wf_kit_tick(wf_kit *kit, uint64_t now_ms)
{
    return kit->files ? kit->plan->app->files->ops->cache_tick(kit->files, now_ms) : -1;
}

void wf_kit_tell_time(wf_kit *kit, int64_t unix_s)
{
    kit->turn++;
    if (unix_s == kit->date_s) return;
    kit->date_s = unix_s;
    memcpy(kit->date_line, "Date: ", 6);
    wf_date_put(kit->date_line + 6, unix_s);
    memcpy(kit->date_line + 6 + WF_DATE_LEN, "\r\n", 2);
}

wf_block *wf_kit_lend_input(wf_kit *kit)
{
    wf_block *block = kit->input;
    kit->input = NULL;
    return block ? block : wf_pool_take(&kit->pool, WF_INPUT_SIZE);
}

void wf_kit_return_input(wf_kit *kit, wf_block *block)
{
    if (!kit->input && block->size_class == 0)
        kit->input = block;
    else
        wf_pool_give(&kit->pool, block);
}

static size_t fields_size(const wf_kit *kit) { return kit->limits->head.fields * sizeof(wf_field); }

/* What is left of an exchange's block for a handler, at the least, before its request takes another. */
enum { FOR_HANDLERS = 4096 };

static wf_exchange *new_exchange(wf_kit *kit)
{
    size_t taken = sizeof(wf_exchange) + fields_size(kit);
    taken = (taken + 15) & ~(size_t)15;
    wf_block *block = wf_pool_take(&kit->pool, taken + FOR_HANDLERS);
    if (!block) return NULL;
    wf_exchange *exchange = (wf_exchange *)(void *)wf_block_data(block);
    *exchange = (wf_exchange){ .block = block };
    exchange->req.plan = kit->plan;
    exchange->req.limits = kit->limits;
    exchange->req.log = kit->log;
    exchange->req.files = kit->files;
    exchange->req.body_fd = -1;
    exchange->req.match.route = -1;
    exchange->req.msg.fields = (wf_field *)(void *)(exchange + 1);
    wf_arena_init(&exchange->req.arena, wf_block_data(block) + taken, block->size - taken, &kit->pool,
                  kit->limits->memory);
    return exchange;
}

wf_exchange *wf_kit_lend_exchange(wf_kit *kit)
{
    wf_exchange *exchange = kit->exchange;
    kit->exchange = NULL;
    return exchange ? exchange : new_exchange(kit);
}

void wf_kit_return_exchange(wf_kit *kit, wf_exchange *exchange)
{
    if (!kit->exchange)
        kit->exchange = exchange;
    else
        wf_pool_give(&kit->pool, exchange->block);
}

void wf_kit_clear_exchange(wf_kit *kit, wf_exchange *exchange)
{
    weft_request *req = &exchange->req;
    wf_arena_reset(&req->arena);
    if (exchange->body) wf_pool_give(&kit->pool, exchange->body);
    if (exchange->pinned) wf_kit_return_input(kit, exchange->pinned);
    if (req->body_fd >= 0) close(req->body_fd);
    exchange->body = exchange->pinned = NULL;
    exchange->body_len = exchange->body_left = 0;
    exchange->close = exchange->in_place = false;
    wf_head_init(&exchange->head);
    req->phase = WF_PHASE_HEAD;
    req->filter = 0;
    req->body = weft_str_of(NULL, 0);
    req->body_size = 0;
    req->body_fd = -1;
    req->body_here = false;
    req->refusal.status = 0;
    req->match.route = -1;
    wf_asked_clear(&req->asked);
}

char *wf_kit_room(wf_kit *kit, size_t size)
{
    size_t needed = kit->batch_len + size;
    if (needed <= kit->batch->size) return wf_block_data(kit->batch) + kit->batch_len;
    wf_block *larger = wf_pool_take(&kit->pool, needed);
    if (!larger) return NULL;
    memcpy(wf_block_data(larger), wf_block_data(kit->batch), kit->batch_len);
    wf_pool_give(&kit->pool, kit->batch);
    kit->batch = larger;
    return wf_block_data(larger) + kit->batch_len;
}

wf_block *wf_kit_take_batch(wf_kit *kit)
{
    wf_block *next = wf_pool_take(&kit->pool, WF_BATCH_SIZE);
    if (!next) return NULL;
    wf_block *full = kit->batch;
    kit->batch = next;
    kit->batch_len = 0;
    return full;
}
