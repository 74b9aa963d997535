/* Escaping text: copied as it is but for seven bytes. The variants differ in speed alone. */
#ifndef WF_TEMPLATE_TEXT_H
#define WF_TEMPLATE_TEXT_H
#include <weft/page.h>

enum { WF_TEXT_GROWTH = 6, WF_TEXT_SLACK = 32 };

/* Writes `len` bytes of text at `at`, which has room for WF_TEXT_GROWTH times as many and WF_TEXT_SLACK; returns where
 * they end. */
char *wf_text_put(char *at, const char *ptr, size_t len);

/* Whether this processor can run the inline copy of page.h. */
bool wf_text_is_quick(void);

/* For tests: the name of a variant that this machine can run, NULL behind the last; the same put by it. */
const char *wf_text_variant(int index);
char *wf_text_put_by(int index, char *at, const char *ptr, size_t len);
#endif
