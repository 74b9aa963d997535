/* The response head: a first pass adds up, a second stores without a check. */
#include "src/http/emit.h"
#include "src/base/check.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include <string.h>

static const char type_name[] = "Content-Type: ";
static const char length_name[] = "Content-Length: ";
static const char chunked_line[] = "Transfer-Encoding: chunked\r\n";
enum {
    CHUNKED_LINE = sizeof chunked_line - 1,
    TYPE_NAME = sizeof type_name - 1,
    LENGTH_NAME = sizeof length_name - 1,
    CRLF = 2,
    COLON = 2
};

static weft_str persistence_line(wf_persistence persistence)
{
    switch (persistence) {
    case WF_PERSIST_CLOSE: return weft_lit("Connection: close\r\n");
    case WF_PERSIST_KEEP_ALIVE: return weft_lit("Connection: keep-alive\r\n");
    case WF_PERSIST_IMPLIED: break;
    }
    return weft_lit("");
}

size_t wf_emit_size(const wf_reply *reply, size_t *fields_size)
{
    if (reply->lines.ptr)
        return reply->status_line.len + WF_DATE_LINE + reply->lines.len + CRLF +
               persistence_line(reply->persistence).len;
    size_t fields = 0;
    for (const weft_field *f = reply->fields; f; f = f->next)
        fields += f->name.len + COLON + f->value.len + CRLF;
    *fields_size = fields;
    size_t size = reply->status_line.len + WF_DATE_LINE + fields + CRLF;
    if (reply->type.ptr) size += TYPE_NAME + reply->type.len + CRLF;
    if (reply->length >= 0) size += LENGTH_NAME + (size_t)wf_u64_len((uint64_t)reply->length) + CRLF;
    if (reply->chunked) size += CHUNKED_LINE;
    return size + persistence_line(reply->persistence).len;
}

/* Of a length that the compiler knows. */
WF_INLINE char *store(char *to, const char *from, size_t len)
{
    memcpy(to, from, len);
    return to + len;
}

/* Newest first in the list, oldest first on the wire: filled from the end. */
static char *store_fields(char *to, const weft_field *fields, size_t size)
{
    char *end = to + size, *at = end;
    for (const weft_field *f = fields; f; f = f->next) {
        at -= f->name.len + COLON + f->value.len + CRLF;
        char *next = store(wf_copy(at, f->name.ptr, f->name.len), ": ", COLON);
        next = wf_copy(next, f->value.ptr, f->value.len);
        store(next, "\r\n", CRLF);
    }
    return end;
}

/* What a head says besides its status, its date and what becomes of the connection. */
static char *store_lines(const wf_reply *reply, size_t fields_size, char *to)
{
    if (reply->type.ptr) {
        to = store(to, type_name, TYPE_NAME);
        to = wf_copy(to, reply->type.ptr, reply->type.len);
        to = store(to, "\r\n", CRLF);
    }
    if (reply->length >= 0) {
        to = store(to, length_name, LENGTH_NAME);
        to += wf_u64_put(to, (uint64_t)reply->length);
        to = store(to, "\r\n", CRLF);
    }
    if (reply->chunked) to = store(to, chunked_line, CHUNKED_LINE);
    if (reply->fields) to = store_fields(to, reply->fields, fields_size);
    return to;
}

char *wf_emit_store(const wf_reply *reply, size_t fields_size, char *to)
{
    to = wf_copy(to, reply->status_line.ptr, reply->status_line.len);
    to = store(to, reply->date_line, WF_DATE_LINE);
    if (reply->lines.ptr)
        to = wf_copy(to, reply->lines.ptr, reply->lines.len);
    else
        to = store_lines(reply, fields_size, to);
    weft_str persistence = persistence_line(reply->persistence);
    to = wf_copy(to, persistence.ptr, persistence.len);
    return store(to, "\r\n", CRLF);
}
