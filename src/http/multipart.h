/* multipart/form-data read in linear time (RFC 7578, RFC 2046 section 5.1): a push parser. It is fed the body in
 * pieces of any size and tells where parts begin and end as offsets into the whole, so that parts need not be copied
 * and a body may be in a file. */
#ifndef WF_HTTP_MULTIPART_H
#define WF_HTTP_MULTIPART_H
#include "src/http/head.h"

enum {
    WF_MULTIPART_PARTS = 1000,    /* parts in a form: 413 beyond it */
    WF_MULTIPART_HEAD = 8 * 1024, /* bytes of one part's head, its empty line included: 431 beyond it */
    WF_MULTIPART_BOUNDARY = 70    /* bytes of a boundary (RFC 2046) */
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
    size_t line;     /* where in `head` the current line begins */
    uint64_t offset; /* of the next byte to be fed */
    uint64_t begin, end;
    /* In `head`, all three, until the next part. */
    weft_str name; /* never absent */
    /* Absent when not said; empty when no file was chosen; else a base name: no '/', no '\\', neither "." nor "..". */
    weft_str filename;
    weft_str type; /* Content-Type as sent; absent when not said */
    uint32_t parts;
    size_t matched; /* bytes of the boundary that have matched so far */
    uint8_t phase;
    wf_refusal refusal; /* WF_MULTIPART_BAD; position counts from the start of the body */
#ifdef WEFT_DEBUG
    uint64_t work; /* bytes looked at, each time they were: tests hold it against the bytes fed */
#endif
} wf_multipart;

/* Starts for the boundary of `content_type`. false: *refusal says why (400: not multipart/form-data, no boundary, a
 * bad one, two of them, malformed parameters), position counts in content_type. */
WEFT_CHECK bool wf_multipart_init(wf_multipart *multipart, weft_str content_type, wf_refusal *refusal);
/* Reads on from *at. Call again after PART and STOP, and after MORE with the next piece; DONE and BAD are said again
 * whenever it is called. A body that ends before DONE lacks its closing boundary: the caller answers 400.
 *
 * Events and positions are the same however the body is split. Refused are, with 400: a line that starts with the
 * boundary and goes on with anything but padding or "--" (no part may hold such a line: RFC 2046 section 5.1.1); head
 * lines that break HTTP's syntax; a part whose Content-Disposition is missing, repeated, malformed, not form-data, or
 * without a name or with two; a repeated Content-Type; a name or filename that is not UTF-8; the filenames "." and
 * "..". With 413 too many parts, with 431 a head that is too long.
 *
 * Names and filenames in quotes: \" and \\ are resolved, and %22, %0D and %0A, which browsers write for a quote and a
 * line break; every other backslash and escape stays (Internet Explorer sent whole paths). filename* is ignored (RFC
 * 7578 section 4.2), as is Content-Transfer-Encoding (section 4.7): a part's bytes are what was sent. */
wf_multipart_event wf_multipart_next(wf_multipart *multipart, const char **at, const char *end);
#endif
