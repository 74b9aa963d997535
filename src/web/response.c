/* The constructors of responses. Each is one return of a literal: measured, that is what makes returning a
 * response by value free. */
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/web/escape.h"
#include "src/web/failure.h"
#include "src/web/fields.h"
#include <stdarg.h>
#include <stdio.h>

const char wf_type_text[] = "text/plain; charset=utf-8";
const char wf_type_html[] = "text/html; charset=utf-8";

weft_response weft_next(void) { return (weft_response){ .kind = WEFT_NONE }; }

weft_response weft_bytes(weft_str type, weft_str bytes)
{
    return (weft_response){ .status = WEFT_OK, .kind = WEFT_BYTES, .type = type, .as.bytes = bytes };
}

weft_response weft_text(weft_str text)
{
    return (weft_response){ .status = WEFT_OK, .kind = WEFT_BYTES, .type = WF_TYPE_TEXT, .as.bytes = text };
}

weft_response weft_html(weft_str page)
{
    return (weft_response){ .status = WEFT_OK, .kind = WEFT_BYTES, .type = WF_TYPE_HTML, .as.bytes = page };
}

weft_response weft_empty(weft_status status)
{
    return (weft_response){ .status = (uint16_t)status, .kind = WEFT_EMPTY };
}

weft_response weft_buffer(weft_request *req, weft_str type, const weft_buf *buf)
{
    if (!weft_buf_ok(buf))
        return weft_fail(req, WEFT_INTERNAL, "the response outgrew the memory a request may use");
    return weft_bytes(type, weft_buf_str(buf));
}

weft_response weft_textf(weft_request *req, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len >= 0) text = wf_arena_take(&req->arena, (size_t)len + 1);
    if (!text) return weft_fail(req, WEFT_INTERNAL, "the response outgrew the memory a request may use");
    va_start(args, format);
    (void)vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    return weft_text(weft_str_of(text, (size_t)len));
}

weft_response weft_stream(weft_str type, const weft_source *source, void *state, int64_t length)
{
    return (weft_response){ .status = WEFT_OK,
                            .kind = WEFT_STREAM,
                            .type = type,
                            .as.stream = { .source = source, .state = state, .length = length } };
}

/* ---- Redirects ------------------------------------------------------------------------------------------- */

static bool is_visible(char byte) { return byte > ' ' && byte < 0x7f; }

static size_t visible_len(weft_str text)
{
    size_t len = 0;
    while (len < text.len && is_visible(text.ptr[len])) len++;
    return len;
}

/* As a field can carry it: what is no visible ASCII (a line break, a letter beyond ASCII) percent-encoded. Absent when
 * memory is out. */
static weft_str location_value(weft_request *req, weft_str location)
{
    if (visible_len(location) == location.len) return location;
    weft_buf out = wf_buf_in(&req->arena, SIZE_MAX);
    while (location.len > 0) {
        size_t len = visible_len(location);
        weft_put_str(&out, weft_str_of(location.ptr, len));
        if (len < location.len) wf_put_percent(&out, (unsigned char)location.ptr[len++]);
        location = weft_str_of(location.ptr + len, location.len - len);
    }
    return weft_buf_ok(&out) ? weft_buf_str(&out) : weft_str_of(NULL, 0);
}

weft_response weft_redirect(weft_request *req, weft_str location)
{
    static wf_log_gate gate;
    weft_response res = weft_empty(WEFT_FOUND);
    weft_str value = location_value(req, location);
    if (location.len == 0)
        wf_mistake(req, &res, &gate,
                   "weft_redirect: there is no location; check it before, or fall back on \"/\"");
    else if (!value.ptr || !wf_fields_add(req, &res, weft_lit("Location"), value))
        wf_fields_spent(req, &res);
    return res;
}
