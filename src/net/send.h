/* Bytes out: one system call for a batch and the body behind it, never a SIGPIPE. */
#ifndef WF_NET_SEND_H
#define WF_NET_SEND_H
#include "src/net/answer.h"

/* WF_SENT_SOME: the socket is full, or others have to have their turn. */
typedef enum wf_sent { WF_SENT_ALL, WF_SENT_SOME, WF_SENT_FAILED } wf_sent;

/* Sends `head`, then what `out` holds, until all is gone or the socket is full, and cuts what was sent off both. A file
 * that is shorter than it was said to be is a failure. */
wf_sent wf_send(int fd, weft_str *head, wf_output *out);
#endif
