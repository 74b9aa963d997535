/* A hashed timer wheel: one node a connection, never early, at most one tick late.
 *
 * Pushing a deadline further away is one store: the node stays in its old slot and moves on when that slot comes
 * round. Only pulling a deadline nearer moves it at once. So re-arming for every request costs nothing.
 * Time is milliseconds of wf_clock_ms; a wheel belongs to one thread. */
#ifndef WF_NET_TIMER_H
#define WF_NET_TIMER_H
#include <stdbool.h>
#include <stdint.h>

enum { WF_WHEEL_SLOTS = 512, WF_WHEEL_TICK_MS = 32 };

typedef struct wf_timer {
    struct wf_timer *next, *prev; /* in its slot; NULL: not armed */
    uint64_t deadline_ms;
    uint64_t slot_tick; /* the tick at which the node is looked at */
} wf_timer;

typedef struct wf_wheel {
    wf_timer slots[WF_WHEEL_SLOTS];         /* heads of rings */
    uint64_t occupied[WF_WHEEL_SLOTS / 64]; /* a bit for each slot that is not empty */
    uint64_t tick;                          /* all before it are done */
} wf_wheel;

void wf_wheel_init(wf_wheel *wheel, uint64_t now_ms);
/* Arms the timer, or moves its deadline. */
void wf_timer_set(wf_wheel *wheel, wf_timer *timer, uint64_t deadline_ms);
void wf_timer_clear(wf_wheel *wheel, wf_timer *timer);
/* Takes out one timer whose deadline has passed; NULL when there is none left. Call until NULL. */
wf_timer *wf_wheel_expired(wf_wheel *wheel, uint64_t now_ms);
/* Milliseconds from `now_ms` until the next look is due; -1: nothing is armed. */
int wf_wheel_wait(const wf_wheel *wheel, uint64_t now_ms);
#endif
