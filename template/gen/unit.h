/* One run of the template compiler: its memory, the template's text, and what was found wrong with it.
 *
 * All that the compiler builds lies in the unit's arena until wf_unit_end. A template is refused whole: its faults are
 * collected, so that a person sees several at once, and nothing is written when there is one. Not thread-safe. */
#ifndef WF_TEMPLATE_GEN_UNIT_H
#define WF_TEMPLATE_GEN_UNIT_H
#include "src/base/arena.h"
#include <weft/buf.h>

enum {
    WF_TEMPLATE_BYTES = 1 << 20, /* of a template, at most */
    WF_TEMPLATE_NAMES = 4096,    /* that it declares: variables, loops, blocks */
    WF_TEMPLATE_DEPTH = 64,      /* of nested tags, expressions, imports */
    WF_TEMPLATE_FAULTS = 20      /* that are told; a template with more is told them next time */
};

typedef struct wf_source {
    const char *path; /* as it was given: what messages and #line say */
    weft_str text;
    const uint32_t *lines; /* where each begins */
    uint32_t lines_count;
} wf_source;

/* What is wrong, and where: an offset into the text of a source. */
typedef struct wf_fault {
    struct wf_fault *next;
    const wf_source *source;
    uint32_t at;
    weft_str what;
} wf_fault;

typedef struct wf_unit {
    wf_pool pool;
    wf_arena arena;
    wf_fault *faults; /* in the order of their places */
    uint32_t faults_count;
} wf_unit;

void wf_unit_begin(wf_unit *unit);
void wf_unit_end(wf_unit *unit);

/* `size` zeroed bytes. What a template can ask for is bounded by its size; should the machine have no memory left, the
 * program says so and exits: there is nobody who could go on. */
void *wf_unit_take(wf_unit *unit, size_t size);
weft_str wf_unit_copy(wf_unit *unit, weft_str text);
/* The same, with a NUL behind it. */
char *wf_unit_text(wf_unit *unit, weft_str text);
weft_str wf_unit_format(wf_unit *unit, const char *format, ...) WEFT_FORMAT(2, 3);

/* Four texts as one, of any length. */
weft_str wf_unit_join(wf_unit *unit, weft_str a, weft_str b, weft_str c, weft_str d);

/* Remembers a fault at offset `at`. At one place the first one counts: others there follow from it. */
void wf_unit_fault(wf_unit *unit, const wf_source *source, size_t at, const char *format, ...)
    WEFT_FORMAT(4, 5);
static inline bool wf_unit_ok(const wf_unit *unit) { return unit->faults_count == 0; }
/* One line a fault: "views/x.html:12:9: error: ...". */
void wf_unit_report(const wf_unit *unit, weft_buf *out);

/* Finds the lines of a source whose text is there. */
void wf_source_cut(wf_unit *unit, wf_source *source);

typedef struct wf_position {
    uint32_t line, column; /* from 1; columns are characters, a tab is one */
} wf_position;
wf_position wf_source_position(const wf_source *source, size_t at);
/* The line alone. */
uint32_t wf_source_line(const wf_source *source, size_t at);

/* For "%.*s": a text of a template as a message can quote it, cut when it is long. */
#define WF_QUOTED(text) wf_quoted_len(text), (text).ptr
int wf_quoted_len(weft_str text);
#endif
