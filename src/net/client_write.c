/* A request written from what was asked. */
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/net/client.h"

enum { CHUNK = 4096 }; /* bytes of body in a chunk, at most */

static size_t count_pairs(const weft_pair *pairs)
{
    size_t count = 0;
    while (count < WEFT_ASK_PAIRS && pairs[count].name) count++;
    return count;
}

static size_t count_parts(const weft_part *parts)
{
    size_t count = 0;
    while (count < WEFT_ASK_PARTS && parts[count].name) count++;
    return count;
}

static int count_bodies(const weft_ask *ask)
{
    return (ask->form[0].name != NULL) + (ask->parts[0].name != NULL) + (ask->json != NULL) +
           (ask->body.ptr != NULL);
}

const char *wf_ask_mistake(const weft_ask *ask)
{
    int bodies = count_bodies(ask);
    bool more = ask->path || ask->query[0].name || ask->headers[0].name || bodies || ask->follow;
    if (ask->raw.ptr && more) return "the ask is mistaken: raw is a whole request, nothing is sent beside it";
    if (bodies > 1) return "the ask is mistaken: form, parts, json and body exclude each other";
    if ((unsigned)ask->method > WEFT_OPTIONS) return "the ask is mistaken: it has no weft_method; use raw";
    for (size_t i = 0; i < count_parts(ask->parts); i++)
        if (ask->parts[i].value && ask->parts[i].bytes.ptr)
            return "the ask is mistaken: a part has either a value or bytes";
    return NULL;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------- */

static bool is_plain(char byte)
{
    bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return letter || (byte >= '0' && byte <= '9') || (byte && strchr("*-._", byte));
}

static void put_escaped(weft_buf *out, char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    weft_put_char(out, '%');
    weft_put_char(out, digits[(unsigned char)byte >> 4]);
    weft_put_char(out, digits[(unsigned char)byte & 15]);
}

/* application/x-www-form-urlencoded (WHATWG URL, section 5.2). */
static void put_encoded(weft_buf *out, weft_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_plain(text.ptr[i]))
            weft_put_char(out, text.ptr[i]);
        else if (text.ptr[i] == ' ')
            weft_put_char(out, '+');
        else
            put_escaped(out, text.ptr[i]);
}

static void put_pairs(weft_buf *out, const weft_pair *pairs)
{
    for (size_t i = 0; i < count_pairs(pairs); i++) {
        if (i > 0) weft_put_char(out, '&');
        put_encoded(out, wf_str(pairs[i].name));
        weft_put_char(out, '=');
        put_encoded(out, wf_str(pairs[i].value));
    }
}

void wf_ask_put_target(const weft_ask *ask, weft_buf *out)
{
    const char *path = ask->path ? ask->path : "/";
    weft_put_str(out, wf_str(path));
    if (!ask->query[0].name) return;
    weft_put_char(out, strchr(path, '?') ? '&' : '?');
    put_pairs(out, ask->query);
}

/* ---- Multipart --------------------------------------------------------------------------------------------- */

static weft_str bytes_of(const weft_part *part)
{
    if (part->bytes.ptr) return part->bytes;
    return part->value ? wf_str(part->value) : weft_lit("");
}

/* A boundary that none of the parts holds; `room` has 32 bytes. */
static weft_str choose_boundary(const weft_part *parts, char *room)
{
    static const char start[] = "weft-boundary-";
    memcpy(room, start, sizeof start - 1);
    for (uint64_t number = 1;; number++) {
        weft_str boundary = weft_str_of(room, sizeof start - 1 + wf_u64_put(room + sizeof start - 1, number));
        bool clashes = false;
        for (size_t i = 0; i < count_parts(parts); i++) clashes |= wf_contains(bytes_of(&parts[i]), boundary);
        if (!clashes) return boundary;
    }
}

/* A name within quotes, as browsers write it (WHATWG HTML, multipart/form-data). */
static void put_quoted(weft_buf *out, weft_str text)
{
    weft_put_char(out, '"');
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '"' || text.ptr[i] == '\r' || text.ptr[i] == '\n')
            put_escaped(out, text.ptr[i]);
        else
            weft_put_char(out, text.ptr[i]);
    weft_put_char(out, '"');
}

static void put_part(weft_buf *out, weft_str boundary, const weft_part *part)
{
    weft_put_str(out, weft_lit("--"));
    weft_put_str(out, boundary);
    weft_put_str(out, weft_lit("\r\nContent-Disposition: form-data; name="));
    put_quoted(out, wf_str(part->name));
    if (part->filename) {
        weft_put_str(out, weft_lit("; filename="));
        put_quoted(out, wf_str(part->filename));
    }
    if (part->type) {
        weft_put_str(out, weft_lit("\r\nContent-Type: "));
        weft_put_str(out, wf_str(part->type));
    }
    weft_put_str(out, weft_lit("\r\n\r\n"));
    weft_put_str(out, bytes_of(part));
    weft_put_str(out, weft_lit("\r\n"));
}

static void put_parts(weft_buf *out, weft_str boundary, const weft_part *parts)
{
    for (size_t i = 0; i < count_parts(parts); i++) put_part(out, boundary, &parts[i]);
    weft_put_str(out, weft_lit("--"));
    weft_put_str(out, boundary);
    weft_put_str(out, weft_lit("--\r\n"));
}

/* ---- The request ------------------------------------------------------------------------------------------- */

static bool is_given(const weft_ask *ask, weft_str name)
{
    for (size_t i = 0; i < count_pairs(ask->headers); i++)
        if (wf_str_eq_nocase(wf_str(ask->headers[i].name), name)) return true;
    return false;
}

static void put_field(weft_buf *out, weft_str name, weft_str value)
{
    weft_put_str(out, name);
    weft_put_str(out, weft_lit(": "));
    weft_put_str(out, value);
    weft_put_str(out, weft_lit("\r\n"));
}

/* Unless the ask has a field of that name itself. */
static void offer_field(const weft_ask *ask, weft_buf *out, weft_str name, weft_str value)
{
    if (value.len && !is_given(ask, name)) put_field(out, name, value);
}

/* The body into `content`; its media type, absent when it has none. `boundary` is kept for put_type. */
static weft_str put_content(const weft_ask *ask, weft_str boundary, weft_buf *content)
{
    if (ask->parts[0].name) {
        put_parts(content, boundary, ask->parts);
        return weft_lit("multipart/form-data");
    }
    if (ask->form[0].name) {
        put_pairs(content, ask->form);
        return weft_lit("application/x-www-form-urlencoded");
    }
    weft_put_str(content, ask->json ? wf_str(ask->json) : ask->body);
    return ask->json ? weft_lit("application/json") : weft_str_of(NULL, 0);
}

static void put_type(const weft_ask *ask, weft_str type, weft_str boundary, weft_buf *out)
{
    if (ask->type) type = wf_str(ask->type);
    if (!type.len || is_given(ask, weft_lit("Content-Type"))) return;
    weft_put_str(out, weft_lit("Content-Type: "));
    weft_put_str(out, type);
    if (ask->parts[0].name) {
        weft_put_str(out, weft_lit("; boundary="));
        weft_put_str(out, boundary);
    }
    weft_put_str(out, weft_lit("\r\n"));
}

/* RFC 9110 section 8.6: a length, zero too, where the method gives a body a meaning. */
static bool says_length(const weft_ask *ask)
{
    return count_bodies(ask) || ask->method == WEFT_POST || ask->method == WEFT_PUT ||
           ask->method == WEFT_PATCH;
}

static void put_framing(const weft_ask *ask, size_t length, weft_buf *out)
{
    if (is_given(ask, weft_lit("Content-Length")) || is_given(ask, weft_lit("Transfer-Encoding"))) return;
    if (ask->chunked)
        put_field(out, weft_lit("Transfer-Encoding"), weft_lit("chunked"));
    else if (says_length(ask))
        weft_putf(out, "Content-Length: %zu\r\n", length);
}

static void put_chunks(weft_str body, weft_buf *out)
{
    while (body.len > 0) {
        weft_str piece = weft_str_of(body.ptr, body.len < CHUNK ? body.len : CHUNK);
        weft_putf(out, "%zx\r\n", piece.len);
        weft_put_str(out, piece);
        weft_put_str(out, weft_lit("\r\n"));
        body = weft_str_of(body.ptr + piece.len, body.len - piece.len);
    }
    weft_put_str(out, weft_lit("0\r\n\r\n"));
}

void wf_ask_put(const weft_ask *ask, weft_str target, weft_str host, weft_str cookies, weft_buf *content,
                weft_buf *out)
{
    char room[64];
    weft_str boundary = choose_boundary(ask->parts, room);
    weft_str type = put_content(ask, boundary, content);
    weft_put_str(out, wf_str(wf_method_name(ask->method)));
    weft_put_char(out, ' ');
    weft_put_str(out, target);
    weft_put_str(out, weft_lit(" HTTP/1.1\r\n"));
    offer_field(ask, out, weft_lit("Host"), host);
    offer_field(ask, out, weft_lit("Cookie"), cookies);
    for (size_t i = 0; i < count_pairs(ask->headers); i++)
        put_field(out, wf_str(ask->headers[i].name), wf_str(ask->headers[i].value));
    put_type(ask, type, boundary, out);
    put_framing(ask, content->len, out);
    weft_put_str(out, weft_lit("\r\n"));
    if (ask->chunked)
        put_chunks(weft_buf_str(content), out);
    else
        weft_put_str(out, weft_buf_str(content));
    if (!weft_buf_ok(content)) weft_buf_fail(out);
}
