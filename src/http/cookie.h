/* The Cookie field read (RFC 6265 section 5.4), and what may be in a cookie that is set (section 4.1.1). */
#ifndef WF_HTTP_COOKIE_H
#define WF_HTTP_COOKIE_H
#include <weft/weft.h>

/* Cuts the next cookie off `*rest`: split at ';', white space around names and values dropped, a value's enclosing
 * quotes kept as they are. Pieces without '=' or with an empty name are skipped. false at the end. */
bool wf_cookie_next(weft_str *rest, weft_str *name, weft_str *value);
/* Only cookie-octets, perhaps within a pair of quotes; none is a value too. */
bool wf_is_cookie_value(weft_str value);
/* A Path or Domain attribute: ASCII, no control byte and no ';'. */
bool wf_is_cookie_attribute(weft_str value);
#endif
