/* Assertions in three strengths, and faults that tests inject.
 *
 *   WF_ASSERT     always compiled in: what must hold even in production. Prints where and aborts.
 *   WF_DEBUG      compiled in when WEFT_DEBUG is defined (debug, asan, tsan builds): invariants of our own code.
 *   WF_EXPENSIVE  compiled in when WEFT_EXPENSIVE is defined: walks whole structures.
 *   WF_FAULT(p)   false in release builds. In test builds true when a test armed point `p`: the caller then
 *                 behaves as if the machine had failed it (no memory, a short write, no descriptor left).
 *
 * Never assert on anything a client can cause. */
#ifndef WF_BASE_CHECK_H
#define WF_BASE_CHECK_H
#include <stdbool.h>

#if defined(__GNUC__)
#define WF_LIKELY(x)   __builtin_expect(!!(x), 1)
#define WF_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define WF_COLD        __attribute__((cold, noinline))
#define WF_INLINE      static inline __attribute__((always_inline))
#define WF_NORETURN    __attribute__((noreturn))
#else
#define WF_LIKELY(x)   (x)
#define WF_UNLIKELY(x) (x)
#define WF_COLD
#define WF_INLINE static inline
#define WF_NORETURN
#endif

/* Memory that nobody may touch until it is handed out: an ASan build reports it, others know nothing of it. */
#if defined(__SANITIZE_ADDRESS__)
#define WF_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WF_ASAN 1
#endif
#endif
#ifdef WF_ASAN
#include <sanitizer/asan_interface.h>
#define WF_POISON(ptr, size)   __asan_poison_memory_region((ptr), (size))
#define WF_UNPOISON(ptr, size) __asan_unpoison_memory_region((ptr), (size))
#else
#define WF_POISON(ptr, size)   ((void)(ptr), (void)(size))
#define WF_UNPOISON(ptr, size) ((void)(ptr), (void)(size))
#endif

/* Prints `file:line: what` and aborts. */
WF_NORETURN WF_COLD void wf_check_failed(const char *file, int line, const char *what);

#define WF_ASSERT(truth) (WF_LIKELY(truth) ? (void)0 : wf_check_failed(__FILE__, __LINE__, #truth))
#ifdef WEFT_DEBUG
#define WF_DEBUG(truth) WF_ASSERT(truth)
#else
#define WF_DEBUG(truth) ((void)0)
#endif
#ifdef WEFT_EXPENSIVE
#define WF_EXPENSIVE(truth) WF_ASSERT(truth)
#else
#define WF_EXPENSIVE(truth) ((void)0)
#endif

/* Where a machine can let us down. One list: the enum, and the names that tests print. */
#define WF_FAULT_POINTS(X) \
    X(ALLOC) X(RECV) X(SEND) X(SEND_SHORT) X(ACCEPT) X(POLL) X(LISTEN) X(THREAD) X(OPEN) X(WRITE)

typedef enum wf_fault_point {
#define X(name) WF_FAULT_##name,
    WF_FAULT_POINTS(X)
#undef X
        WF_FAULT_COUNT
} wf_fault_point;

#ifdef WEFT_FAULTS
/* Arms `point`: its next `skip` passes succeed, then `times` fail (times < 0: all that follow). Any thread. */
void wf_fault_arm(wf_fault_point point, int skip, int times);
void wf_fault_disarm_all(void);
bool wf_fault_hit(wf_fault_point point);
#define WF_FAULT(point) WF_UNLIKELY(wf_fault_hit(WF_FAULT_##point))
#else
#define WF_FAULT(point) false
#endif
#endif
