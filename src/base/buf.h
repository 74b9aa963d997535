/* The inside of weft/buf.h: a buffer that grows in an arena. */
#ifndef WF_BASE_BUF_H
#define WF_BASE_BUF_H
#include "src/base/arena.h"
#include <weft/buf.h>

/* Grows in place while it is the arena's newest allocation, else moves; the old bytes stay until reset. */
weft_buf wf_buf_in(wf_arena *arena, size_t limit);
#endif
