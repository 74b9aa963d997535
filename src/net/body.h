/* Request bodies: from the connection's bytes to req->body, a file, or the route's intake. */
#ifndef WF_NET_BODY_H
#define WF_NET_BODY_H
#include "src/net/kit.h"

typedef enum wf_body_result {
    WF_BODY_MORE,    /* all bytes at hand are used up */
    WF_BODY_HERE,    /* req->body_here: dispatch can go on */
    WF_BODY_ANSWERED /* the request has its answer: it was refused, or its intake said no */
} wf_body_result;

/* Begins to read the body of a request whose head has been accepted. Behind the head its input block has `room` bytes:
 * a body that fits stays there. `intake`: its pieces go to the route as they come. */
void wf_body_begin(wf_exchange *exchange, size_t room, bool intake);
/* Reads on from *at; what belongs to the body is used up. */
wf_body_result wf_body_read(wf_kit *kit, wf_exchange *exchange, const char **at, const char *end);

/* The rest of a body that is received straight into its own block: where to, and that `bytes` were. */
typedef struct wf_room {
    char *ptr;
    size_t len;
} wf_room;
bool wf_body_is_received_directly(const wf_exchange *exchange);
wf_room wf_body_room(wf_kit *kit, wf_exchange *exchange); /* absent when memory is out */
void wf_body_received(wf_exchange *exchange, size_t bytes);
#endif
