/* The timer wheel. A node whose deadline lies beyond the horizon is looked at when the horizon is reached. */
#include "src/net/timer.h"
#include "src/base/check.h"
#include <stddef.h>

void wf_wheel_init(wf_wheel *wheel, uint64_t now_ms)
{
    *wheel = (wf_wheel){ .tick = now_ms / WF_WHEEL_TICK_MS };
    for (int i = 0; i < WF_WHEEL_SLOTS; i++) wheel->slots[i].next = wheel->slots[i].prev = &wheel->slots[i];
}

static unsigned slot_of(uint64_t tick) { return (unsigned)(tick % WF_WHEEL_SLOTS); }

static void unlink_timer(wf_wheel *wheel, wf_timer *timer)
{
    unsigned slot = slot_of(timer->slot_tick);
    timer->prev->next = timer->next;
    timer->next->prev = timer->prev;
    timer->next = timer->prev = NULL;
    if (wheel->slots[slot].next == &wheel->slots[slot]) wheel->occupied[slot / 64] &= ~(1ull << slot % 64);
}

static void link_timer(wf_wheel *wheel, wf_timer *timer)
{
    /* Rounded up: a slot is looked at when its whole tick has begun, so never before the deadline. */
    uint64_t tick = (timer->deadline_ms + WF_WHEEL_TICK_MS - 1) / WF_WHEEL_TICK_MS;
    if (tick < wheel->tick) tick = wheel->tick;
    if (tick >= wheel->tick + WF_WHEEL_SLOTS) tick = wheel->tick + WF_WHEEL_SLOTS - 1;
    unsigned slot = slot_of(tick);
    wf_timer *head = &wheel->slots[slot];
    timer->slot_tick = tick;
    timer->prev = head;
    timer->next = head->next;
    head->next->prev = timer;
    head->next = timer;
    wheel->occupied[slot / 64] |= 1ull << slot % 64;
}

void wf_timer_set(wf_wheel *wheel, wf_timer *timer, uint64_t deadline_ms)
{
    bool later = deadline_ms >= timer->deadline_ms;
    timer->deadline_ms = deadline_ms;
    if (timer->next && later) return;
    if (timer->next) unlink_timer(wheel, timer);
    link_timer(wheel, timer);
}

void wf_timer_clear(wf_wheel *wheel, wf_timer *timer)
{
    if (timer->next) unlink_timer(wheel, timer);
}

wf_timer *wf_wheel_expired(wf_wheel *wheel, uint64_t now_ms)
{
    uint64_t now = now_ms / WF_WHEEL_TICK_MS;
    /* After a long sleep one round visits every slot there is. */
    if (now >= wheel->tick + WF_WHEEL_SLOTS) wheel->tick = now - WF_WHEEL_SLOTS + 1;
    while (wheel->tick <= now) {
        wf_timer *head = &wheel->slots[slot_of(wheel->tick)], *timer = head->next;
        if (timer == head) {
            wheel->tick++;
            continue;
        }
        unlink_timer(wheel, timer);
        if (timer->deadline_ms <= now_ms) return timer;
        link_timer(wheel, timer); /* its deadline has moved on since, and with it its slot */
    }
    return NULL;
}

int wf_wheel_wait(const wf_wheel *wheel, uint64_t now_ms)
{
    for (unsigned ahead = 0; ahead < WF_WHEEL_SLOTS;) {
        unsigned slot = slot_of(wheel->tick + ahead);
        uint64_t bits = wheel->occupied[slot / 64] >> slot % 64;
        if (bits == 0) {
            ahead += 64 - slot % 64;
            continue;
        }
        ahead += (unsigned)__builtin_ctzll(bits);
        uint64_t due_ms = (wheel->tick + ahead) * WF_WHEEL_TICK_MS;
        return due_ms <= now_ms ? 0 : (int)(due_ms - now_ms);
    }
    return -1;
}
