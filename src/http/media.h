/* Media types (RFC 9110 section 8.3) and the choice among them (section 12.5.1). */
#ifndef WF_HTTP_MEDIA_H
#define WF_HTTP_MEDIA_H
#include <stddef.h>
#include <weft/weft.h>

/* The "type/subtype" of a Content-Type, trimmed, parameters cut off; absent when it is none. */
weft_str wf_media_essence(weft_str content_type);
/* A parameter of it, in any case; quotes and their escapes are resolved in place of `out` (room for the value's
 * bytes). Absent when there is none. */
weft_str wf_media_param(weft_str content_type, weft_str name, char *out, size_t room);

/* Index of the best of `count` types for an Accept field (its lines joined by ", "; absent: the first type wins), or
 * -1 when none is acceptable. q-values count, unreadable ones as 1; type/subtype beats type/ *, that beats any/any;
 * q=0 refuses even under a wildcard; equals go by their order in `types`. */
ptrdiff_t wf_accept_best(weft_str accept, const char *const *types, size_t count);
#endif
