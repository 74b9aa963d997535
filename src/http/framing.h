/* How a request's body is framed and what becomes of its connection: a closed choice made once, with every
 * smuggling shape refused here (RFC 9112 sections 6 and 9, RFC 9110 section 10.1.1). */
#ifndef WF_HTTP_FRAMING_H
#define WF_HTTP_FRAMING_H
#include "src/http/head.h"

typedef enum wf_body_kind { WF_BODY_NONE, WF_BODY_LENGTH, WF_BODY_CHUNKED } wf_body_kind;

typedef struct wf_framing {
    wf_body_kind kind;
    uint64_t length;       /* WF_BODY_LENGTH: bytes to come, may be 0 */
    bool keep_alive;       /* the connection may serve another request */
    bool expects_continue; /* the client waits for 100 (only with a body, never in 1.0) */
} wf_framing;

/* false: *refusal says why. 400: Content-Length not digits, over 2^63-1, or repeated even with equal values; both
 * Content-Length and Transfer-Encoding; Transfer-Encoding in HTTP/1.0; chunked not last or twice; empty list
 * elements; parameters on chunked. 501: another coding before chunked. 417: an expectation that is not
 * 100-continue (1.1 only; 1.0 ignores Expect). After a refusal the connection must close. */
WEFT_CHECK bool wf_framing_choose(const wf_message *msg, wf_framing *framing, wf_refusal *refusal);
#endif
