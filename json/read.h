/* The inside of the reader. */
#ifndef WF_JSON_READ_H
#define WF_JSON_READ_H
#include "src/base/arena.h"
#include <weft/codec.h>

/* `size` bytes of memory, not aligned; NULL after a failure. */
char *wf_json_bytes(weft_json_in *in, size_t size);
/* Takes what is left of the memory's block, to be filled from both sides; and gives back what was not. */
void wf_json_borrow(weft_json_in *in);
void wf_json_settle(weft_json_in *in);
/* Steps over a number; NULL when its form is wrong (nothing is left on a reader). */
const char *wf_json_number_end(const char *at);
/* What the first failure of a reader was, with place, path and message in its memory. */
void wf_json_explain(weft_json_in *in, weft_json_error *error);
/* The kind of the value that starts at `at`. */
weft_json_kind wf_json_kind(const char *at);
#endif
