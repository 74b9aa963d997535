/* Character references as they stand in the text of a template ("&quot;", "&#39;"), decoded a byte at a time (HTML,
 * 13.2.5.72 to 80), since what is in an attribute is script or style only after them. Those that stand for ASCII are
 * known; any other gives bytes that mean nothing to a script, a style sheet or a URL. */
#ifndef WF_TEMPLATE_GEN_REFERENCE_H
#define WF_TEMPLATE_GEN_REFERENCE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WF_REFERENCE_MAX = 20 };

typedef struct wf_reference {
    uint8_t len; /* bytes of it so far, its "&" counted; 0: not within one */
    char text[WF_REFERENCE_MAX];
} wf_reference;

/* Takes one byte. Puts what it completes, decoded, into `out` and returns how many bytes that is: 0 within a reference,
 * at most WF_REFERENCE_MAX + 1. */
size_t wf_reference_feed(wf_reference *reference, char byte, char out[WF_REFERENCE_MAX + 1]);
/* At the end of the text: what was begun. */
size_t wf_reference_end(wf_reference *reference, char out[WF_REFERENCE_MAX + 1]);
/* Whether a hole here could become part of a reference. */
static inline bool wf_reference_open(const wf_reference *reference) { return reference->len > 0; }
#endif
