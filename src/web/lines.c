/* A body read line by line. A body in a file is read through a window, which grows only for a line that is longer. */
#include "src/base/str.h"
#include "src/web/body.h"
#include "src/web/request.h"
#include <stdio.h>

enum { LIMIT_DEFAULT = 1024 * 1024 };

/* A line and what may end it. Beyond it there is no need to look. */
static size_t reach(size_t limit) { return limit + 2; }

/* ---- What lies ahead ------------------------------------------------------------------------------------- */

/* Moves the window so that it starts at the next line, and fills it. */
static bool slide(weft_request *req, size_t room)
{
    wf_lines *lines = &req->asked.lines;
    wf_block *block = wf_req_body_window(req, room);
    if (!block) return false;
    size_t passed = (size_t)(lines->at - lines->window_at);
    uint64_t left = req->body_size - lines->at;
    char *data = wf_block_data(block);
    lines->window_len -= passed;
    memmove(data, data + passed, lines->window_len);
    lines->window_at = lines->at;
    size_t full = left < block->size ? (size_t)left : block->size;
    if (!wf_req_body_read(req, data + lines->window_len, full - lines->window_len,
                          lines->at + lines->window_len))
        return false;
    lines->window_len = full;
    return true;
}

bool wf_req_body_ahead(weft_request *req, size_t known, weft_str *out)
{
    wf_lines *lines = &req->asked.lines;
    if (!wf_req_body_filed(req)) {
        *out = weft_str_of(req->body.ptr + lines->at, req->body.len - (size_t)lines->at);
        return true;
    }
    size_t at = (size_t)(lines->at - lines->window_at);
    if (lines->window_len - at <= known && lines->window_at + lines->window_len < req->body_size) {
        size_t room = known < WF_BODY_WINDOW ? WF_BODY_WINDOW : 2 * known;
        if (!slide(req, room)) return false;
        at = 0;
    }
    /* Nothing was looked at yet and there is nothing to see: an empty text all the same. */
    const char *data = req->asked.window ? wf_block_data(wf_req_body_window(req, 0)) : "";
    *out = weft_str_of(data + at, lines->window_len - at);
    return true;
}

/* ---- One line -------------------------------------------------------------------------------------------- */

static bool refuse_long(weft_request *req, size_t limit)
{
    enum { ROOM = 96 };
    char *text = wf_arena_take(&req->arena, ROOM);
    if (text)
        snprintf(text, ROOM, "Line %llu is over the limit of %zu bytes",
                 (unsigned long long)req->asked.lines.count + 1, limit);
    return wf_request_refuse(req, WEFT_CONTENT_TOO_LARGE, text ? text : "A line is over the limit");
}

/* The next line without what ends it; absent at the body's end. After a refusal nothing has moved, so that it is met
 * again by who asks again. */
static bool take_line(weft_request *req, size_t limit, weft_str *out)
{
    wf_lines *lines = &req->asked.lines;
    size_t known = 0;
    const char *end = NULL;
    weft_str ahead;
    for (;;) {
        if (!wf_req_body_ahead(req, known, &ahead)) return false;
        if (ahead.len > reach(limit)) ahead.len = reach(limit);
        if (ahead.len > known) end = memchr(ahead.ptr + known, '\n', ahead.len - known);
        bool last = lines->at + ahead.len == req->body_size;
        if (ahead.len == 0) { /* and so it was the last */
            *out = weft_str_of(NULL, 0);
            return true;
        }
        size_t len = end ? (size_t)(end - ahead.ptr) : ahead.len;
        bool carriage = len > 0 && ahead.ptr[len - 1] == '\r' && (end || !last);
        if (len - carriage > limit) return refuse_long(req, limit);
        *out = weft_str_of(ahead.ptr, len - carriage);
        if (!end && !last) {
            known = ahead.len;
            continue;
        }
        lines->at += len + (end != NULL);
        lines->count++;
        return true;
    }
}

static bool is_blank(weft_str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!strchr(" \t\r\v\f", line.ptr[i]) || !line.ptr[i]) return false;
    return true;
}

bool weft_req_line(weft_request *req, size_t limit, weft_str *out)
{
    if (!wf_req_body_claim(req, WF_READER_LINES)) return false;
    if (limit == 0) limit = LIMIT_DEFAULT;
    if (limit > SIZE_MAX / 4) limit = SIZE_MAX / 4; /* so that sums with it do not overflow */
    do {
        if (!take_line(req, limit, out)) return false;
    } while (out->ptr && is_blank(*out));
    return true;
}
