/* The inside of the writer. */
#ifndef WF_JSON_WRITE_H
#define WF_JSON_WRITE_H
#include <weft/codec.h>

/* Begins to write behind what the buffer holds: out->at. */
void wf_json_start(weft_json_out *out, weft_buf *buf);
/* Ends at `at`. false: something failed, and so has the buffer, which is as long as it was. */
bool wf_json_stop(weft_json_out *out, char *at);
/* Tells of a writer's failure, message and all, in static memory. `error` may be NULL. */
void wf_json_tell(weft_json_code code, weft_json_error *error);
#endif
