/* JSON item by item: lists that are never in memory as a whole, on their way out and on their way in. */
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/http/media.h"
#include "src/web/body.h"
#include "src/web/failure.h"
#include "src/web/json.h"
#include <stdio.h>

enum { ITEM_LIMIT = 1024 * 1024, PIECE = 16 * 1024 };

/* ---- Out ------------------------------------------------------------------------------------------------- */

typedef struct stream {
    weft_request *req;
    const weft_items *items;
    void *state;
    bool begun, ended;
} stream;

/* One item behind what is there; what it is followed by is the caller's. */
static weft_pull put_item(stream *from, weft_buf *out, const char *before)
{
    const void *item = NULL;
    weft_json_error error;
    weft_pull pull = from->items->next(from->state, &item);
    if (pull != WEFT_MORE) return pull;
    if (!item) return WEFT_ABORT;
    weft_put_str(out, wf_str(before));
    if (weft_codec_write(from->items->codec, item, out, &error)) return WEFT_MORE;
    (void)wf_json_unwritable(from->req, from->items->codec, &error);
    return WEFT_ABORT;
}

static weft_pull next_of_array(weft_buf *out, void *state)
{
    stream *from = state;
    size_t full = out->len + PIECE;
    if (!from->begun) weft_put_char(out, '[');
    while (out->len < full) {
        weft_pull pull = put_item(from, out, from->begun ? ",\n" : "\n");
        if (pull == WEFT_END) weft_put_str(out, from->begun ? weft_lit("\n]\n") : weft_lit("]\n"));
        if (pull != WEFT_MORE) return pull;
        from->begun = true;
    }
    return WEFT_MORE;
}

/* A line without a value is no NDJSON, so nothing is put before there is one. */
static weft_pull next_of_lines(weft_buf *out, void *state)
{
    stream *from = state;
    size_t full = out->len + PIECE;
    while (out->len < full) {
        weft_pull pull = put_item(from, out, "");
        if (pull != WEFT_MORE) return pull;
        weft_put_char(out, '\n');
    }
    return WEFT_MORE;
}

static void close_stream(void *state, bool completed)
{
    stream *from = state;
    if (from->items->close) from->items->close(from->state, completed);
}

static weft_response start(weft_request *req, weft_str type, const weft_source *source,
                           const weft_items *items, void *state)
{
    stream *from = wf_arena_take(&req->arena, sizeof *from);
    if (!from) {
        if (items->close) items->close(state, false);
        return weft_fail(req, WEFT_UNAVAILABLE, "The server is out of memory for this request");
    }
    *from = (stream){ .req = req, .items = items, .state = state };
    return weft_stream(type, source, from, -1);
}

weft_response weft_json_items(weft_request *req, const weft_items *items, void *state)
{
    static const weft_source source = { next_of_array, close_stream };
    return start(req, WF_TYPE_JSON, &source, items, state);
}

weft_response weft_ndjson(weft_request *req, const weft_items *items, void *state)
{
    static const weft_source source = { next_of_lines, close_stream };
    return start(req, weft_lit("application/x-ndjson"), &source, items, state);
}

/* ---- In: where the next item is -------------------------------------------------------------------------- */

/* What weft_read_item remembers between calls. */
struct wf_items {
    wf_arena arena; /* what one item points at; taken back for the next */
    uint64_t count; /* items so far */
    bool lines;     /* NDJSON, else an array */
    bool begun, ended;
    wf_refused refused; /* what failed once fails again */
};

static void reset_items(void *state) { wf_arena_reset(&((wf_items *)state)->arena); }

static bool is_ndjson(weft_str type)
{
    return wf_str_eq_nocase(type, weft_lit("application/x-ndjson")) ||
           wf_str_eq_nocase(type, weft_lit("application/jsonl")) ||
           wf_str_eq_nocase(type, weft_lit("application/jsonlines"));
}

static wf_items *open_items(weft_request *req)
{
    weft_str field = wf_message_known(&req->msg, WF_FIELD_CONTENT_TYPE), type = wf_media_essence(field);
    bool lines = type.ptr && is_ndjson(type);
    if (!lines && !wf_json_accepts(req)) return NULL;
    wf_items *items = wf_arena_take(&req->arena, sizeof *items);
    if (!items || !wf_arena_defer(&req->arena, reset_items, items)) {
        wf_request_refuse(req, WEFT_UNAVAILABLE, "The server is out of memory for this request");
        return NULL;
    }
    *items = (wf_items){ .lines = lines };
    wf_arena_init(&items->arena, NULL, 0, req->arena.pool, req->limits->memory);
    return req->asked.items = items;
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

/* How far a value reaches: to the "," or "]" that is not its own. SIZE_MAX: further than the text. Whether it is a
 * value is for the reader to say. */
static size_t value_end(weft_str text)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        if (quoted) {
            i += byte == '\\';
            quoted = byte != '"';
        } else if (byte == '"') {
            quoted = true;
        } else if (byte == '[' || byte == '{') {
            depth++;
        } else if (byte == ']' || byte == '}') {
            if (depth-- == 0) return i;
        } else if (byte == ',' && depth == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool refuse_array(weft_request *req, const char *why)
{
    return wf_request_refuse(req, WEFT_BAD_REQUEST, why);
}

/* The first byte that is no white space, and everything behind it that is at hand; empty at the body's end. */
static bool skip_blank(weft_request *req, weft_str *ahead)
{
    for (;;) {
        if (!wf_req_body_ahead(req, 0, ahead)) return false;
        size_t blank = 0;
        while (blank < ahead->len && is_blank(ahead->ptr[blank])) blank++;
        req->asked.lines.at += blank;
        *ahead = weft_str_of(ahead->ptr + blank, ahead->len - blank);
        if (ahead->len > 0 || blank == 0) return true;
    }
}

/* Nothing may follow the array. */
static bool end_array(weft_request *req)
{
    weft_str ahead;
    req->asked.lines.at++;
    req->asked.items->ended = true;
    if (!skip_blank(req, &ahead)) return false;
    return ahead.len == 0 || refuse_array(req, "Something follows the JSON array");
}

/* The text of the next item of an array; absent at its end. */
static bool next_in_array(weft_request *req, weft_str *text)
{
    wf_items *items = req->asked.items;
    weft_str ahead;
    *text = weft_str_of(NULL, 0);
    if (items->ended) return true;
    if (!skip_blank(req, &ahead)) return false;
    if (!items->begun) {
        if (ahead.len == 0 || *ahead.ptr != '[') return refuse_array(req, "A JSON array is expected");
        items->begun = true;
        req->asked.lines.at++;
        if (!skip_blank(req, &ahead)) return false;
        if (ahead.len > 0 && *ahead.ptr == ']') return end_array(req);
    } else if (ahead.len > 0 && *ahead.ptr == ']') {
        return end_array(req);
    } else if (ahead.len > 0 && *ahead.ptr == ',') {
        req->asked.lines.at++;
    }
    for (size_t known = 0;; known = ahead.len) {
        if (!wf_req_body_ahead(req, known, &ahead)) return false;
        size_t end = value_end(ahead);
        if (end > ITEM_LIMIT && ahead.len > ITEM_LIMIT)
            return wf_request_refuse(req, WEFT_CONTENT_TOO_LARGE, "An item of the array is over 1 MiB");
        if (end == SIZE_MAX && ahead.len > known) continue;
        if (end == SIZE_MAX) return refuse_array(req, "The JSON array ends too early");
        *text = weft_str_of(ahead.ptr, end);
        req->asked.lines.at += end;
        return true;
    }
}

/* ---- In: one item ---------------------------------------------------------------------------------------- */

/* "Line 7: price is ... (column 12)": the reader knows of one line alone. */
static void name_place(weft_request *req, const wf_items *items, weft_json_error *error)
{
    static const weft_str first = WEFT_LIT(" (line 1, column ");
    enum { ROOM = 1024 };
    char *text = wf_arena_take(&req->arena, ROOM);
    weft_str message = error->message, rest = weft_lit("");
    for (size_t i = 0; items->lines && i < message.len; i++)
        if (wf_str_starts(weft_str_of(message.ptr + i, message.len - i), first)) {
            rest = weft_str_of(message.ptr + i + first.len, message.len - i - first.len);
            message.len = i;
        }
    if (!text) return;
    unsigned long long number = items->lines ? req->asked.lines.count : items->count + 1;
    int len = snprintf(text, ROOM, "%s %llu: %.*s%s%.*s", items->lines ? "Line" : "Item", number,
                       (int)message.len, message.ptr, rest.len ? " (column " : "", (int)rest.len, rest.ptr);
    if (len > 0) error->message = weft_str_of(text, strlen(text));
    if (items->lines) error->line = (size_t)number;
}

static bool take_item(weft_request *req, const weft_codec *codec, void *item, weft_str text)
{
    wf_items *items = req->asked.items;
    weft_json_error error;
    char *end = (char *)(uintptr_t)text.ptr + text.len, behind = *end;
    *end = '\0';
    wf_arena_reset(&items->arena);
    bool ok = weft_codec_read_padded(codec, text, (weft_memory *)(void *)&items->arena, item, &error);
    *end = behind;
    if (!ok) {
        name_place(req, items, &error);
        return wf_json_refuse(req, &error);
    }
    items->count++;
    return true;
}

static bool next_item(weft_request *req, const weft_codec *codec, void *item, bool *more)
{
    wf_items *items = req->asked.items;
    weft_str text;
    bool found = items->lines ? weft_req_line(req, ITEM_LIMIT, &text) : next_in_array(req, &text);
    if (!found) return false;
    *more = text.ptr != NULL;
    return !*more || take_item(req, codec, item, text);
}

bool weft_read_item(weft_request *req, const weft_codec *codec, void *item, bool *more)
{
    *more = false;
    if (!wf_req_body_claim(req, WF_READER_LINES)) return false;
    wf_items *items = req->asked.items ? req->asked.items : open_items(req);
    if (!items) return false;
    if (items->refused.status) return wf_request_refuse(req, items->refused.status, items->refused.reason);
    if (next_item(req, codec, item, more)) return true;
    items->refused = (wf_refused){ req->refusal.status, req->refusal.reason };
    return false;
}
