/* Structs as JSON: answers made of them, bodies read into them. */
#include "src/web/json.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/http/media.h"
#include "src/web/body.h"
#include "src/web/failure.h"

const char wf_type_json[] = "application/json";

weft_memory *weft_req_memory(weft_request *req) { return (weft_memory *)(void *)&req->arena; }

/* ---- Out ------------------------------------------------------------------------------------------------- */

/* A buffer that has what is left of the request's block, so that most answers never grow; `give_back` follows. */
static weft_buf roomy_buf(weft_request *req)
{
    weft_buf buf = wf_buf_in(&req->arena, SIZE_MAX);
    size_t left = (size_t)(req->arena.end - req->arena.at);
    if (left > 1) (void)!weft_buf_room(&buf, left - 1);
    return buf;
}

static void give_back(weft_request *req, weft_buf *buf)
{
    if (buf->ptr && wf_arena_extend(&req->arena, buf->ptr, buf->cap + 1, buf->len + 1)) buf->cap = buf->len;
}

bool wf_json_unwritable(weft_request *req, const weft_codec *codec, const weft_json_error *error)
{
    if (error->code != WEFT_JSON_MEMORY)
        WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "route %s: %s cannot be written as JSON: %.*s",
                             wf_route_label(req), codec->name, (int)error->message.len, error->message.ptr);
    return false;
}

static weft_response answer(weft_request *req, const weft_codec *codec, weft_buf *buf,
                            const weft_json_error *error, bool written)
{
    if (!written && !wf_json_unwritable(req, codec, error))
        return weft_fail(req, WEFT_INTERNAL,
                         error->code == WEFT_JSON_MEMORY ? "the response outgrew the memory a request may use"
                                                         : "the response could not be written as JSON");
    give_back(req, buf);
    return weft_bytes(WF_TYPE_JSON, weft_buf_str(buf));
}

weft_response weft_json(weft_request *req, const weft_codec *codec, const void *value)
{
    weft_json_error error;
    weft_buf buf = roomy_buf(req);
    bool written = weft_codec_write(codec, value, &buf, &error);
    return answer(req, codec, &buf, &error, written);
}

weft_response weft_json_list(weft_request *req, const weft_codec *codec, const void *items, size_t count)
{
    weft_json_error error;
    weft_buf buf = roomy_buf(req);
    bool written = weft_codec_write_list(codec, items, count, &buf, &error);
    return answer(req, codec, &buf, &error, written);
}

weft_response weft_pretty(weft_request *req, weft_response res)
{
    enum { INDENT = 2 };
    if (res.kind != WEFT_BYTES || res.type.ptr != wf_type_json) return res;
    weft_buf buf = roomy_buf(req);
    if (!weft_json_pretty(&buf, res.as.bytes, INDENT))
        return weft_fail(req, WEFT_INTERNAL, "the response outgrew the memory a request may use");
    weft_put_char(&buf, '\n');
    give_back(req, &buf);
    if (!weft_buf_ok(&buf)) return res;
    res.as.bytes = weft_buf_str(&buf);
    return res;
}

/* ---- What may be read ------------------------------------------------------------------------------------ */

/* application/json, application/problem+json and their like (RFC 6839 section 3.1). */
static bool is_json(weft_str type)
{
    const weft_str suffix = weft_lit("+json");
    size_t len = suffix.len;
    if (wf_str_eq_nocase(type, weft_lit("application/json"))) return true;
    return type.len > len && wf_str_eq_nocase(weft_str_of(type.ptr + type.len - len, len), suffix);
}

bool wf_json_accepts(weft_request *req)
{
    weft_str field = wf_message_known(&req->msg, WF_FIELD_CONTENT_TYPE), type = wf_media_essence(field);
    if (!type.ptr || !is_json(type))
        return wf_request_refuse(req, WEFT_UNSUPPORTED_MEDIA_TYPE,
                                 "This takes JSON: send it with Content-Type: application/json");
    return wf_req_body_is_utf8(req) ||
           wf_request_refuse(req, WEFT_UNSUPPORTED_MEDIA_TYPE, "The body's charset is not UTF-8");
}

bool wf_json_refuse(weft_request *req, const weft_json_error *error)
{
    req->asked.json = NULL;
    if (error->code == WEFT_JSON_MEMORY)
        return wf_request_refuse(req, WEFT_UNAVAILABLE, "The server is out of memory for this request");
    unsigned status = error->code == WEFT_JSON_REJECTED ? WEFT_UNPROCESSABLE : WEFT_BAD_REQUEST;
    weft_json_error *kept = wf_arena_take(&req->arena, sizeof *kept);
    if (kept) {
        *kept = *error;
        req->asked.json = kept;
    }
    return wf_request_refuse(req, status, error->message.ptr); /* messages end in a NUL */
}

/* ---- In -------------------------------------------------------------------------------------------------- */

/* A body in a file comes into memory, with room behind it to look ahead. */
static bool take_filed(weft_request *req, weft_str *text)
{
    size_t size = (size_t)req->body_size;
    char *copy =
        req->body_size <= req->limits->memory ? wf_arena_take(&req->arena, size + WEFT_JSON_PAD) : NULL;
    if (!copy)
        return wf_request_refuse(req, WEFT_CONTENT_TOO_LARGE, "The body is too large to be read into memory");
    memset(copy + size, 0, WEFT_JSON_PAD);
    *text = weft_str_of(copy, size);
    return wf_req_body_read(req, copy, size, 0);
}

typedef struct target {
    const weft_codec *codec;
    void *value; /* NULL: a list */
    const void **items;
    size_t *count;
} target;

static bool read_into(weft_request *req, const target *to, weft_str text, weft_json_error *error)
{
    weft_memory *memory = weft_req_memory(req);
    if (to->value) return weft_codec_read_padded(to->codec, text, memory, to->value, error);
    return weft_codec_read_list_padded(to->codec, text, memory, to->items, to->count, error);
}

/* Where it lies: a NUL takes the place of the byte behind it for so long. Blocks end in bytes that may be read. */
static bool read_in_place(weft_request *req, const target *to, weft_json_error *error)
{
    _Static_assert((int)WF_BLOCK_PADDING >= (int)WEFT_JSON_PAD,
                   "the engine looks ahead within a block's padding");
    static const char nothing[WEFT_JSON_PAD] = { 0 };
    weft_str text = req->body.len ? req->body : weft_str_of(nothing, 0);
    char *end = req->body.len ? (char *)(uintptr_t)text.ptr + text.len : NULL, behind = end ? *end : '\0';
    if (end) *end = '\0';
    bool ok = read_into(req, to, text, error);
    if (end) *end = behind;
    return ok;
}

static bool read_body(weft_request *req, const target *to)
{
    weft_json_error error;
    weft_str text;
    if (!wf_req_body_claim(req, WF_READER_JSON) || !wf_json_accepts(req)) return false;
    bool filed = wf_req_body_filed(req);
    if (filed && !take_filed(req, &text)) return false;
    bool ok = filed ? read_into(req, to, text, &error) : read_in_place(req, to, &error);
    return ok || wf_json_refuse(req, &error);
}

bool weft_read_json(weft_request *req, const weft_codec *codec, void *value)
{
    target to = { .codec = codec, .value = value };
    return read_body(req, &to);
}

bool weft_read_json_list(weft_request *req, const weft_codec *codec, const void **items, size_t *count)
{
    target to = { .codec = codec, .items = items, .count = count };
    return read_body(req, &to);
}
