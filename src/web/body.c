/* The body: one reader, bytes in memory or in a file. */
#include "src/web/body.h"
#include "src/base/spool.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/http/media.h"
#include "src/web/readers.h"
#include "src/web/request.h"
#include <errno.h>

/* ---- Who has it ------------------------------------------------------------------------------------------ */

bool wf_req_body_filed(const weft_request *req) { return !req->body.ptr; }

static const char *name_of(unsigned reader)
{
    static const char *const names[] = { "nothing", "bytes", "text", "a form", "lines", "an intake", "JSON" };
    return names[reader];
}

bool wf_req_body_claim(weft_request *req, wf_body_reader reader)
{
    wf_asked *asked = &req->asked;
    if (!req->body_here) {
        WF_LOG_ONCE_A_SECOND(
            req->log, WEFT_LOG_ERROR,
            "route %s: the body was asked for as %s before it was there; weft_before_body waits for it",
            wf_route_label(req), name_of(reader));
        return wf_request_refuse(req, WEFT_INTERNAL, NULL);
    }
    if (asked->reader != WF_READER_NONE && asked->reader != reader) {
        WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR,
                             "route %s: the body was read as %s and then asked for as %s; it has one reader",
                             wf_route_label(req), name_of(asked->reader), name_of(reader));
        return wf_request_refuse(req, WEFT_INTERNAL, NULL);
    }
    asked->reader = (uint8_t)reader;
    return true;
}

/* ---- Reaching it ----------------------------------------------------------------------------------------- */

bool wf_req_body_read(weft_request *req, char *out, size_t size, uint64_t offset)
{
    ptrdiff_t got = wf_spool_read(req->body_fd, out, size, (int64_t)offset);
    if (got >= 0 && (size_t)got == size) return true;
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "a request's body could not be read back: %s",
                         got < 0 ? strerror(errno) : "its file has been cut short");
    return wf_request_refuse(req, WEFT_INTERNAL, NULL);
}

bool wf_req_body_part(weft_request *req, uint64_t offset, uint64_t size, weft_str *out)
{
    if (!wf_req_body_filed(req)) {
        *out = weft_str_of(req->body.ptr + offset, (size_t)size);
        return true;
    }
    char *copy = size <= req->limits->memory ? wf_arena_take(&req->arena, (size_t)size) : NULL;
    if (!copy)
        return wf_request_refuse(req, WEFT_CONTENT_TOO_LARGE, "The body is too large to be read into memory");
    *out = weft_str_of(copy, (size_t)size);
    return wf_req_body_read(req, copy, (size_t)size, offset);
}

bool wf_req_body_whole(weft_request *req, weft_str *out)
{
    return wf_req_body_part(req, 0, req->body_size, out);
}

/* It lies in the request's memory, its block does not. */
struct wf_window {
    wf_pool *pool;
    wf_block *block;
};

static void give_window(void *state)
{
    struct wf_window *window = state;
    if (window->block) wf_pool_give(window->pool, window->block);
}

static struct wf_window *open_window(weft_request *req)
{
    struct wf_window *window = wf_arena_take(&req->arena, sizeof *window);
    if (!window) return NULL;
    *window = (struct wf_window){ .pool = req->arena.pool };
    return wf_arena_defer(&req->arena, give_window, window) ? window : NULL;
}

wf_block *wf_req_body_window(weft_request *req, size_t room)
{
    if (!req->asked.window) req->asked.window = open_window(req);
    struct wf_window *window = req->asked.window;
    wf_block *old = window ? window->block : NULL;
    if (old && old->size >= room) return old;
    wf_block *larger = window ? wf_pool_take(window->pool, room) : NULL;
    if (!larger) {
        wf_request_refuse(req, WEFT_UNAVAILABLE, "The server is out of memory for this request");
        return NULL;
    }
    if (old) {
        memcpy(wf_block_data(larger), wf_block_data(old), old->size);
        wf_pool_give(window->pool, old);
    }
    return window->block = larger;
}

/* ---- As bytes -------------------------------------------------------------------------------------------- */

weft_str weft_req_body(weft_request *req)
{
    if (wf_req_body_claim(req, WF_READER_BYTES)) return req->body;
    wf_refuse_unsaid(req);
    return weft_str_of(NULL, 0);
}

int weft_req_body_file(weft_request *req)
{
    if (wf_req_body_claim(req, WF_READER_BYTES)) return wf_req_body_filed(req) ? req->body_fd : -1;
    wf_refuse_unsaid(req);
    return -1;
}

uint64_t weft_req_body_size(const weft_request *req) { return req->body_size; }

/* ---- As text --------------------------------------------------------------------------------------------- */

bool wf_req_body_is_utf8(const weft_request *req)
{
    static const char *const known[] = { "utf-8", "utf8", "us-ascii" };
    char room[64];
    weft_str type = wf_message_known(&req->msg, WF_FIELD_CONTENT_TYPE);
    weft_str charset = wf_media_param(type, weft_lit("charset"), room, sizeof room);
    if (!charset.ptr) return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (wf_str_eq_nocase(charset, wf_str(known[i]))) return true;
    return false;
}

bool weft_req_text(weft_request *req, weft_str *out)
{
    weft_str text = req->asked.text;
    if (!wf_req_body_claim(req, WF_READER_TEXT)) return false;
    if (!text.ptr) {
        if (!wf_req_body_is_utf8(req))
            return wf_request_refuse(req, WEFT_UNSUPPORTED_MEDIA_TYPE, "The body's charset is not UTF-8");
        if (!wf_req_body_whole(req, &text)) return false;
        if (!wf_utf8_valid(text.ptr, text.len))
            return wf_request_refuse(req, WEFT_BAD_REQUEST, "The body is not UTF-8");
        req->asked.text = text;
    }
    *out = text;
    return true;
}
