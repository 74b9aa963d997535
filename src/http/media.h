/* Media types (RFC 9110 section 8.3), the parameters behind them and behind their like (section 5.6.6), and the
 * choice among them (section 12.5.1). */
#ifndef WF_HTTP_MEDIA_H
#define WF_HTTP_MEDIA_H
#include <stddef.h>
#include <weft/weft.h>

/* The "type/subtype" of a Content-Type, trimmed, parameters cut off; absent when it is none. */
weft_str wf_media_essence(weft_str content_type);
/* The first parameter `name` of it, in any case. Escapes in a quoted value are resolved into `out`, of `room` bytes;
 * a value without them is a view of content_type. Absent when there is none, when one before it is malformed, and
 * when there is no room. */
weft_str wf_media_param(weft_str content_type, weft_str name, char *out, size_t room);

/* Cuts the next of `*(OWS ";" OWS [name "=" (token / quoted-string)])` off `*rest`, the value as it was sent, quotes
 * and all. false at the end, where rest->len is 0, or at what is malformed, where `*rest` then begins. */
bool wf_param_next(weft_str *rest, weft_str *name, weft_str *value);
/* What a value that wf_param_next has cut means: without its quotes, escapes resolved into `out` as above. Absent:
 * no room. */
weft_str wf_param_text(weft_str value, char *out, size_t room);

/* A qvalue in thousandths (RFC 9110 section 12.4.2); what is none counts as 1. */
int wf_q_read(weft_str text);

/* Index of the best of `count` types for an Accept field (its lines joined by ", "), or -1 when none is acceptable.
 * Without a range that can be read, the first type wins. q-values count, unreadable ones as 1; type/subtype beats
 * the same with parameters (which are otherwise ignored), that beats type/ *, that beats any/any; of equal ranges
 * the highest q counts; q=0 refuses even under a wildcard; equals go by their order in `types`. */
ptrdiff_t wf_accept_best(weft_str accept, const char *const *types, size_t count);
#endif
