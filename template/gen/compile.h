/* The template compiler: a page in, C out. What it is called with is files; compile_text is for tests and fuzzers. */
#ifndef WF_TEMPLATE_GEN_COMPILE_H
#define WF_TEMPLATE_GEN_COMPILE_H
#include "template/gen/tree.h"

typedef struct wf_compiled {
    weft_buf header, source; /* what was made */
    weft_buf depends;        /* a rule for make: what the source and the header depend on */
    weft_buf messages;       /* a line for each fault */
} wf_compiled;

/* Compiles the template at `path`. `target`: the path of the source that is to be written; the header stands beside it,
 * "items.page.h" for "items.page.c". false: it has faults, which `messages` says; nothing else is filled then. Free the
 * result in any case. Bounded by the size of the template: 1 MiB at most. */
WEFT_CHECK bool wf_compile(const char *path, const char *target, wf_folders folders, wf_compiled *out);
/* The same with the template's text at hand: `path` is its name, and where its imports are looked for. */
WEFT_CHECK bool wf_compile_text(const char *path, weft_str text, const char *target, wf_folders folders,
                                wf_compiled *out);
void wf_compiled_free(wf_compiled *compiled);
/* "views/items.page.c" of "views/items.html", and the header's path of a source's. Free them. */
char *wf_compile_target(const char *path);
char *wf_compile_header(const char *target);
#endif
