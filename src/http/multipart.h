/* multipart/form-data read in linear time (RFC 7578, RFC 2046 section 5.1): a push parser. It is fed the body in
 * pieces of any size and tells where parts begin and end as offsets into the whole, so that parts need not be copied
 * and a body may be in a file. */
#ifndef WF_HTTP_MULTIPART_H
#define WF_HTTP_MULTIPART_H
#include "src/http/head.h"

enum {
    WF_MULTIPART_PARTS = 1000,      /* parts in a form: 413 beyond it */
    WF_MULTIPART_HEAD = 8 * 1024,   /* bytes of one part's head: 431 beyond it */
    WF_MULTIPART_BOUNDARY = 70      /* bytes of a boundary (RFC 2046) */
};

typedef enum wf_multipart_event {
    WF_MULTIPART_MORE, /* the piece is used up */
    WF_MULTIPART_PART, /* a part's head is complete: name, filename, type are set, its bytes begin at `begin` */
    WF_MULTIPART_STOP, /* the part's bytes ended at `end` */
    WF_MULTIPART_DONE, /* the closing boundary was read; what follows it is ignored */
    WF_MULTIPART_BAD   /* refusal says why */
} wf_multipart_event;

typedef struct wf_multipart {
    char boundary[WF_MULTIPART_BOUNDARY + 5]; /* "\r\n--" and the boundary */
    size_t boundary_len;
    char head[WF_MULTIPART_HEAD]; /* of the current part */
    size_t head_len;
    uint64_t offset; /* of the next byte to be fed */
    uint64_t begin, end;
    weft_str name, filename, type; /* in `head`, until the next part; absent when not said */
    uint32_t parts;
    size_t matched; /* bytes of the boundary that have matched so far */
    uint8_t phase;
    wf_refusal refusal;
} wf_multipart;

/* Starts for the boundary of `content_type`. false: *refusal says why (400: not multipart/form-data, no boundary, a
 * bad one). */
WEFT_CHECK bool wf_multipart_init(wf_multipart *multipart, weft_str content_type, wf_refusal *refusal);
/* Reads on from *at. Call again after every event but MORE, DONE and BAD. */
wf_multipart_event wf_multipart_next(wf_multipart *multipart, const char **at, const char *end);
#endif
