/* Queries and urlencoded forms: name=value pairs behind one another (WHATWG URL, application/x-www-form-urlencoded). */
#ifndef WF_HTTP_FORM_H
#define WF_HTTP_FORM_H
#include <stddef.h>
#include <weft/weft.h>

/* Cuts the next pair off `*rest`, undecoded: split at '&', empty pairs skipped, the first '=' splits, without one the
 * value is empty. false at the end. */
bool wf_form_next(weft_str *rest, weft_str *name, weft_str *value);
/* Whether a raw name or value has to be decoded: it holds a '%', a '+', or a byte that is not ASCII, which only
 * decoding checks. What is not coded means its bytes. */
bool wf_form_is_coded(weft_str raw);
/* Decodes into `out`, which has room for raw.len bytes and may be raw.ptr itself: '+' is a space, %XX a byte.
 * Returns the length; -1 for a bad escape or what is not UTF-8 when decoded. */
ptrdiff_t wf_form_decode(char *out, weft_str raw);
#endif
