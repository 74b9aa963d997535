/* The request target (RFC 9112 section 3.2), Host (RFC 9112 section 3.2, RFC 3986 section 3.2), and what a raw
 * path may not hold. */
#ifndef WF_HTTP_TARGET_H
#define WF_HTTP_TARGET_H
#include "src/http/head.h"

/* Splits msg->target into scheme, authority, path and query, and checks Host. false: *refusal says why: 400,
 * or 501 for CONNECT in authority form.
 *   origin-form  "/path?query"
 *   absolute     "http://authority/path?query", scheme http or https in any case, no userinfo; an empty path is "/"
 *                (for OPTIONS "*"), and its authority stands in for Host's, which must be there all the same
 *   asterisk     "*", for OPTIONS only
 * Host: exactly one in HTTP/1.1, at most one in 1.0; empty or a valid host with an optional port up to 65535.
 * Path hygiene, on the raw bytes, for every request alike: no '#', no inner empty segment ("//"), no "." or ".."
 * segment (nor written with %2e, nor followed by ";..."), no %2F, no %00, no bad escape, and what the escapes
 * decode to must be UTF-8. Query: no '#'. Its escapes are checked when it is read. */
WEFT_CHECK bool wf_target_read(wf_message *msg, wf_refusal *refusal);

/* The last authority that was found valid: most requests name the same one as the request before. Zero to begin with.
 * wf_target_read_again is wf_target_read with such a memory. */
typedef struct wf_known_host {
    size_t len;
    char text[64];
} wf_known_host;
WEFT_CHECK bool wf_target_read_again(wf_message *msg, wf_known_host *known, wf_refusal *refusal);

/* host [":" port] as Host and http URIs allow it: reg-name, IPv4 or bracketed IPv6 literal. */
bool wf_is_authority(weft_str text);

/* Decodes %XX. `out` has room for text.len bytes and may be text.ptr itself. Returns the length, or -1 for a bad
 * escape. `plus` decodes "+" as a space, as forms and queries do. */
ptrdiff_t wf_percent_decode(char *out, weft_str text, bool plus);
#endif
