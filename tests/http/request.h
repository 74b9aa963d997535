/* What the tests of src/http share: bytes in a buffer of their exact size, and a parse of them. */
#ifndef WF_TESTS_HTTP_REQUEST_H
#define WF_TESTS_HTTP_REQUEST_H
#include "src/http/head.h"
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 128 };

/* `bytes` on the heap with the padding that the parser may read, so that one byte more is a fault under ASan. */
static inline char *padded_copy(const char *bytes, size_t len, int garbage)
{
    char *copy = malloc(len + WF_HEAD_PADDING);
    memset(copy + len, garbage, WF_HEAD_PADDING);
    return memcpy(copy, bytes, len);
}

typedef struct request {
    char *bytes;
    wf_head head;
    wf_message msg;
    wf_field fields[FIELDS_MAX];
    wf_result result;
} request;

static inline void parse_request(request *req, const char *bytes, size_t len)
{
    static const wf_head_limits limits = { 65536, FIELDS_MAX };
    memset(req, 0, sizeof *req);
    req->bytes = padded_copy(bytes, len, 0xA5);
    req->msg.fields = req->fields;
    req->result = wf_head_parse(&req->head, &req->msg, &limits, req->bytes, len);
}

static inline void drop_request(request *req) { free(req->bytes); }
#endif
