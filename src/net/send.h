/* Bytes out: one system call for a batch and the body behind it, never a SIGPIPE. */
#ifndef WF_NET_SEND_H
#define WF_NET_SEND_H
#include <stdbool.h>
#include <stddef.h>
#include <weft/weft.h>

typedef enum wf_sent { WF_SENT_ALL, WF_SENT_SOME, WF_SENT_FAILED } wf_sent;

/* Sends `head` and `body` behind it until all is gone or the socket is full, and cuts what was sent off both. */
wf_sent wf_send(int fd, weft_str *head, weft_str *body);
#endif
