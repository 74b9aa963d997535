/* An answer read as a strict client reads it (RFC 9112): what is malformed is told, never guessed at. */
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/http/status.h"
#include "src/net/client.h"

enum { PIECE = 4096 }; /* of what may be head, at a time: a body behind it is not copied twice */

static const wf_chunk_limits chunk_limits = {
    .line = 4096, .trailers = 65536, .fields = 100, .overhead = UINT64_MAX
};

void wf_reading_begin(wf_reading *reading, bool to_head)
{
    weft_buf head = reading->head, body = reading->body;
    wf_buf_clear(&head);
    wf_buf_clear(&body);
    *reading = (wf_reading){ .head = head, .body = body, .to_head = to_head };
}

void wf_reading_fail(wf_reading *reading, const char *wrong)
{
    reading->phase = WF_READING_WRONG;
    reading->wrong = wrong;
}

/* ---- Fields ------------------------------------------------------------------------------------------------ */

weft_str wf_fields_of(weft_str head)
{
    const char *line_end = head.len ? memchr(head.ptr, '\n', head.len) : NULL;
    if (!line_end) return weft_lit("");
    size_t line = (size_t)(line_end + 1 - head.ptr);
    return weft_str_of(head.ptr + line, head.len - line);
}

bool wf_field_next(weft_str *rest, weft_str *name, weft_str *value, bool *wrong)
{
    if (rest->len == 0) return false;
    weft_str line = wf_str_cut(rest, '\n');
    if (line.len == 0 || line.ptr[line.len - 1] != '\r') {
        *wrong = true;
        return false;
    }
    line.len--;
    if (line.len == 0) return false;
    *value = line;
    *name = wf_str_cut(value, ':');
    *wrong = !value->ptr || !wf_is_token(*name) || !wf_is_field_value(*value);
    if (*wrong) return false;
    *value = wf_str_trim(*value);
    return true;
}

/* ---- The head ---------------------------------------------------------------------------------------------- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* "HTTP/1.1 200 OK": the status, or 0. */
static int read_status(weft_str head)
{
    weft_str start = weft_lit("HTTP/1."), line = wf_str_cut(&head, '\n');
    const char *at = line.ptr + start.len;
    bool whole = line.len >= start.len + 7 && line.ptr[line.len - 1] == '\r' && wf_str_starts(line, start);
    if (!whole || !is_digit(at[0]) || at[1] != ' ' || at[5] != ' ') return 0;
    if (!is_digit(at[2]) || !is_digit(at[3]) || !is_digit(at[4])) return 0;
    return (at[2] - '0') * 100 + (at[3] - '0') * 10 + (at[4] - '0');
}

typedef struct framing {
    bool has_length, chunked, close, keep_alive;
    uint64_t length;
    const char *wrong;
} framing;

static void note_field(framing *found, weft_str name, weft_str value)
{
    switch (wf_field_find(name)) {
    case WF_FIELD_CONTENT_LENGTH:
        if (found->has_length || !is_digit(value.len ? value.ptr[0] : 'x') ||
            !wf_u64_read(value, &found->length))
            found->wrong = "the answer's Content-Length is no number, or there are several";
        found->has_length = true;
        break;
    case WF_FIELD_TRANSFER_ENCODING:
        if (found->chunked || !wf_str_eq_nocase(value, weft_lit("chunked")))
            found->wrong = "the answer has a Transfer-Encoding other than chunked, or several";
        found->chunked = true;
        break;
    case WF_FIELD_CONNECTION:
        found->close |= wf_list_has(value, weft_lit("close"));
        found->keep_alive |= wf_list_has(value, weft_lit("keep-alive"));
        break;
    default: break;
    }
}

static framing read_fields(weft_str head)
{
    framing found = { 0 };
    bool wrong = false;
    weft_str rest = wf_fields_of(head), name, value;
    while (!found.wrong && wf_field_next(&rest, &name, &value, &wrong)) note_field(&found, name, value);
    if (wrong) found.wrong = "a line of the answer's head is no field";
    if (!found.wrong && found.chunked && found.has_length)
        found.wrong = "the answer has a Content-Length and is chunked";
    return found;
}

static bool has_no_body(const wf_reading *reading)
{
    return reading->to_head || wf_status_bodiless((unsigned)reading->status);
}

static void begin_body(wf_reading *reading, const framing *found)
{
    bool http10 = reading->head.ptr[sizeof "HTTP/1." - 1] == '0';
    reading->last = found->close || (http10 && !found->keep_alive) || reading->status == 101;
    reading->left = found->length;
    if (has_no_body(reading) || (found->has_length && found->length == 0))
        reading->phase = WF_READING_DONE;
    else if (found->chunked)
        reading->phase = WF_READING_CHUNKED;
    else
        reading->phase = found->has_length ? WF_READING_LENGTH : WF_READING_CLOSE;
    reading->last |= reading->phase == WF_READING_CLOSE;
}

/* The head is complete. */
static void end_head(wf_reading *reading)
{
    weft_str head = weft_buf_str(&reading->head);
    reading->status = read_status(head);
    framing found = read_fields(head);
    if (reading->status < 100)
        wf_reading_fail(reading, "the answer's first line is no HTTP/1 status line");
    else if (found.wrong)
        wf_reading_fail(reading, found.wrong);
    else if (reading->status < 200 && reading->status != 101)
        reading->head.len = 0; /* interim: the answer comes behind it */
    else
        begin_body(reading, &found);
}

/* Where the empty line behind `from` ends, or 0. */
static size_t find_head_end(weft_str text, size_t from)
{
    for (size_t i = from < 3 ? 3 : from; i < text.len; i++)
        if (text.ptr[i] == '\n' && memcmp(text.ptr + i - 3, "\r\n\r", 3) == 0) return i + 1;
    return 0;
}

static weft_str read_head(wf_reading *reading, weft_str bytes)
{
    weft_buf *head = &reading->head;
    size_t before = head->len, used = bytes.len < PIECE ? bytes.len : PIECE;
    weft_put_str(head, weft_str_of(bytes.ptr, used));
    size_t end = find_head_end(weft_buf_str(head), before);
    if (!weft_buf_ok(head)) {
        wf_reading_fail(reading, "the answer's head is over 1 MiB");
    } else if (end > 0) {
        head->len = end;
        used = end - before;
        end_head(reading);
    }
    return weft_str_of(bytes.ptr + used, bytes.len - used);
}

/* ---- The body ---------------------------------------------------------------------------------------------- */

static weft_str read_length(wf_reading *reading, weft_str bytes)
{
    size_t some = bytes.len < reading->left ? bytes.len : (size_t)reading->left;
    weft_put_str(&reading->body, weft_str_of(bytes.ptr, some));
    reading->left -= some;
    if (reading->left == 0) reading->phase = WF_READING_DONE;
    return weft_str_of(bytes.ptr + some, bytes.len - some);
}

static weft_str read_chunks(wf_reading *reading, weft_str bytes)
{
    const char *at = bytes.ptr, *end = at + bytes.len;
    for (;;) {
        weft_str piece;
        switch (wf_chunk_next(&reading->chunk, &chunk_limits, &at, end, &piece)) {
        case WF_CHUNK_DATA: weft_put_str(&reading->body, piece); continue;
        case WF_CHUNK_END: reading->phase = WF_READING_DONE; break;
        case WF_CHUNK_BAD: wf_reading_fail(reading, "the answer's chunks are malformed"); break;
        case WF_CHUNK_MORE: break;
        }
        return weft_str_of(at, (size_t)(end - at));
    }
}

static const char *surplus(weft_str bytes)
{
    weft_str start = weft_lit("HTTP/");
    bool answer = wf_str_starts(bytes, start) || wf_str_starts(start, bytes);
    return answer ? "the server gave more than one answer; ask once at a time, or use weft_test_send"
                  : "there are bytes behind the answer's end";
}

static weft_str read_some(wf_reading *reading, weft_str bytes)
{
    switch ((wf_reading_phase)reading->phase) {
    case WF_READING_HEAD: return read_head(reading, bytes);
    case WF_READING_LENGTH: return read_length(reading, bytes);
    case WF_READING_CHUNKED: return read_chunks(reading, bytes);
    case WF_READING_CLOSE: weft_put_str(&reading->body, bytes); break;
    case WF_READING_DONE: wf_reading_fail(reading, surplus(bytes)); break;
    case WF_READING_WRONG: break;
    }
    return weft_lit("");
}

void wf_reading_feed(wf_reading *reading, weft_str bytes)
{
    while (bytes.len > 0) bytes = read_some(reading, bytes);
    if (!weft_buf_ok(&reading->body)) wf_reading_fail(reading, "the answer's body is over 1 GiB");
}

void wf_reading_end(wf_reading *reading)
{
    if (wf_reading_is_over(reading)) return;
    if (reading->phase == WF_READING_HEAD) {
        wf_reading_fail(reading, reading->head.len ? "the connection ended within the answer's head"
                                                   : "the server closed the connection without an answer");
        return;
    }
    reading->cut = reading->phase != WF_READING_CLOSE;
    reading->phase = WF_READING_DONE;
    reading->last = true;
}
