/* A request's head as views, whatever protocol it came by. HTTP/1 fills it from one contiguous buffer; later
 * protocols fill it from theirs. Everything above src/net sees only this. */
#ifndef WF_HTTP_MESSAGE_H
#define WF_HTTP_MESSAGE_H
#include "src/http/field.h"
#include <weft/weft.h>

enum { WF_METHOD_OTHER = WEFT_OPTIONS + 1, WF_METHOD_CONNECT };

typedef struct wf_field {
    weft_str name;  /* as sent */
    weft_str value; /* without the white space around it */
    wf_field_id id; /* WF_FIELD_OTHER: look at the name */
} wf_field;

typedef struct wf_message {
    uint8_t method;  /* a weft_method, WF_METHOD_CONNECT, or WF_METHOD_OTHER for a token weft does not know */
    uint8_t minor;   /* HTTP/1.x */
    bool path_plain; /* the path holds no '%': it needs no decoding */
    weft_str method_text;
    weft_str target;    /* as sent */
    weft_str scheme;    /* absolute-form only, else absent */
    weft_str authority; /* the target's, else Host's value; empty when there is none */
    weft_str path;      /* never empty; "*" for OPTIONS * */
    weft_str query;     /* after the '?', absent without one */
    wf_field *fields;   /* in the order sent */
    uint32_t fields_count;
    uint64_t seen;     /* bit 1 << id for each known field that is there */
    uint64_t repeated; /* the same for those that are there more than once */
} wf_message;

static inline bool wf_message_has(const wf_message *msg, wf_field_id id)
{
    return (msg->seen >> id & 1) != 0;
}
/* The value of the first known field `id`, absent when it was not sent. */
weft_str wf_message_known(const wf_message *msg, wf_field_id id);
/* The value of the first field `name` in any case; known names are answered through the bit set. */
weft_str wf_message_field(const wf_message *msg, weft_str name);
#endif
