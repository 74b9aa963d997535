/* Multipart forms in one linear pass, over memory or over the body's file. Parts stay where they are: an upload is a
 * range of the body, a field too unless the body is in a file. */
#include "src/web/uploads.h"
#include "src/base/spool.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/http/multipart.h"
#include "src/web/body.h"
#include "src/web/readers.h"
#include "src/web/request.h"
#include <errno.h>

/* ---- Parts ----------------------------------------------------------------------------------------------- */

static bool refuse_memory(weft_request *req)
{
    return wf_request_refuse(req, WEFT_CONTENT_TOO_LARGE, "The form has more fields than fit into memory");
}

/* A list with room for one more behind `count` items. It is as long as the next power of two, and what it outgrows
 * stays in the request's memory until the end. NULL when that is used up. */
static void *with_room(weft_request *req, void *list, size_t count, size_t size)
{
    enum { FIRST = 8 };
    if (count > 0 && (count < FIRST || (count & (count - 1)) != 0)) return list;
    void *larger = wf_arena_take(&req->arena, (count ? 2 * count : FIRST) * size);
    if (larger && count > 0) memcpy(larger, list, count * size);
    return larger;
}

/* What a part's head says lies in the parser; it is gone with the next part. */
static bool keep(weft_request *req, weft_str text, weft_str *out)
{
    char *copy = wf_arena_take(&req->arena, text.len);
    if (!copy) return refuse_memory(req);
    if (text.len) memcpy(copy, text.ptr, text.len);
    *out = weft_str_of(copy, text.len);
    return true;
}

static bool add_field(weft_request *req, const wf_multipart *part)
{
    wf_values *form = &req->asked.form;
    wf_value field;
    if (!keep(req, part->name, &field.name)) return false;
    if (!wf_req_body_part(req, part->begin, part->end - part->begin, &field.value)) return false;
    if (!wf_utf8_valid(field.value.ptr, field.value.len))
        return wf_request_refuse(req, WEFT_BAD_REQUEST, "A field of the form is not UTF-8");
    wf_value *list = with_room(req, form->list, form->count, sizeof *list);
    if (!list) return refuse_memory(req);
    list[form->count++] = field;
    form->list = list;
    return true;
}

static bool add_upload(weft_request *req, const wf_multipart *part)
{
    wf_asked *asked = &req->asked;
    weft_upload upload = { .size = part->end - part->begin, .fd = -1 };
    weft_str type = part->type.ptr ? part->type : weft_lit("application/octet-stream");
    if (!keep(req, part->name, &upload.name) || !keep(req, part->filename, &upload.filename) ||
        !keep(req, type, &upload.type))
        return false;
    if (wf_req_body_filed(req)) {
        upload.fd = req->body_fd;
        upload.offset = (int64_t)part->begin;
    } else {
        upload.bytes = weft_str_of(req->body.ptr + part->begin, (size_t)upload.size);
    }
    weft_upload *list = with_room(req, asked->uploads, asked->uploads_count, sizeof *list);
    if (!list) return refuse_memory(req);
    list[asked->uploads_count++] = upload;
    asked->uploads = list;
    return true;
}

static bool add_part(weft_request *req, const wf_multipart *part)
{
    if (!part->filename.ptr) return add_field(req, part);
    /* An empty filename is what a browser sends for a file that nobody chose. */
    return part->filename.len == 0 || add_upload(req, part);
}

/* ---- The pass -------------------------------------------------------------------------------------------- */

/* Feeds a piece of the body. false: refused. */
static bool feed(weft_request *req, wf_multipart *parser, weft_str piece, bool *done)
{
    const char *at = piece.ptr, *end = at + piece.len;
    for (;;) {
        switch (wf_multipart_next(parser, &at, end)) {
        case WF_MULTIPART_PART: break;
        case WF_MULTIPART_STOP:
            if (!add_part(req, parser)) return false;
            break;
        case WF_MULTIPART_MORE: return true;
        case WF_MULTIPART_DONE: *done = true; return true;
        case WF_MULTIPART_BAD: return wf_request_refuse(req, parser->refusal.status, parser->refusal.reason);
        }
    }
}

static bool feed_file(weft_request *req, wf_multipart *parser, bool *done)
{
    wf_block *window = wf_req_body_window(req, WF_BODY_WINDOW);
    if (!window) return false;
    uint64_t size = weft_req_body_size(req);
    for (uint64_t at = 0; at < size && !*done; at += window->size) {
        weft_str piece = weft_str_of(wf_block_data(window), window->size);
        if (size - at < piece.len) piece.len = (size_t)(size - at);
        if (!wf_req_body_read(req, wf_block_data(window), piece.len, at) || !feed(req, parser, piece, done))
            return false;
    }
    return true;
}

bool wf_multipart_cut(weft_request *req)
{
    wf_multipart parser;
    wf_refusal refusal;
    bool done = false;
    if (!wf_multipart_init(&parser, wf_message_known(&req->msg, WF_FIELD_CONTENT_TYPE), &refusal))
        return wf_request_refuse(req, refusal.status, refusal.reason);
    bool fine =
        wf_req_body_filed(req) ? feed_file(req, &parser, &done) : feed(req, &parser, req->body, &done);
    if (!fine) return false;
    return done || wf_request_refuse(req, WEFT_BAD_REQUEST, "The form ends before its closing boundary");
}

/* ---- The public ones ------------------------------------------------------------------------------------- */

bool weft_need_upload(weft_request *req, const char *name, weft_upload *out)
{
    weft_str key = wf_str(name);
    if (!wf_form_cut(req)) return false;
    for (uint32_t i = 0; i < req->asked.uploads_count; i++) {
        if (!weft_str_eq(req->asked.uploads[i].name, key)) continue;
        *out = req->asked.uploads[i];
        return true;
    }
    return wf_refuse_missing(req, "file", name);
}

bool weft_uploads(weft_request *req, const char *name, const weft_upload **out, size_t *out_count)
{
    weft_str key = wf_str(name);
    weft_upload *list = NULL;
    size_t count = 0;
    if (!wf_form_cut(req)) return false;
    for (uint32_t i = 0; i < req->asked.uploads_count; i++) {
        if (!weft_str_eq(req->asked.uploads[i].name, key)) continue;
        list = with_room(req, list, count, sizeof *list);
        if (!list) return refuse_memory(req);
        list[count++] = req->asked.uploads[i];
    }
    *out = list;
    *out_count = count;
    return true;
}

static bool put_out(weft_request *req, int fd, weft_str bytes)
{
    if (wf_spool_append(fd, bytes)) return true;
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "an upload could not be written to a file: %s",
                         strerror(errno));
    return wf_request_refuse(req, WEFT_INTERNAL, NULL);
}

bool weft_upload_copy(weft_request *req, const weft_upload *upload, int fd)
{
    if (upload->bytes.ptr) return put_out(req, fd, upload->bytes);
    wf_block *window = wf_req_body_window(req, WF_BODY_WINDOW);
    if (!window) return false;
    for (uint64_t at = 0; at < upload->size; at += window->size) {
        weft_str piece = weft_str_of(wf_block_data(window), window->size);
        if (upload->size - at < piece.len) piece.len = (size_t)(upload->size - at);
        if (!wf_req_body_read(req, wf_block_data(window), piece.len, (uint64_t)upload->offset + at))
            return false;
        if (!put_out(req, fd, piece)) return false;
    }
    return true;
}
