#include "src/http/multipart.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/http/field.h"
#include "src/http/media.h"

/* What comes next. Every phase but the last two uses up input, and every byte is looked at a bounded number of times:
 * a carriage return begins the delimiter and is nowhere else in it, so that a match that breaks off can only go on at
 * the byte that broke it. */
enum phase {
    PREAMBLE,    /* anything up to the first delimiter */
    BOUNDARY,    /* behind "--boundary": padding, CRLF or "--" */
    PADDING,     /* behind white space there: more of it, or CRLF */
    BOUNDARY_LF, /* the line feed of that CRLF */
    CLOSING,     /* the second dash of the closing boundary */
    HEAD,        /* lines of a part's head */
    DATA,        /* a part's bytes up to the next delimiter */
    CLOSED,
    FAILED
};

enum { DELIMITER_CRLF = 2 }; /* bytes of the delimiter that a line's end has matched already */

static inline void count_work(wf_multipart *multipart, size_t bytes)
{
#ifdef WEFT_DEBUG
    multipart->work += bytes;
#else
    (void)multipart, (void)bytes;
#endif
}

static inline void take(wf_multipart *multipart, const char **at, size_t len)
{
    *at += len;
    multipart->offset += len;
}

static WF_COLD wf_multipart_event refuse(wf_multipart *multipart, uint16_t status, const char *reason,
                                         uint64_t position)
{
    (void)wf_refuse(&multipart->refusal, status, reason, (size_t)position);
    multipart->phase = FAILED;
    return WF_MULTIPART_BAD;
}

/* ---- the boundary ---- */

/* RFC 2046 section 5.1.1. */
static bool is_boundary(weft_str text)
{
    static const char marks[] = { '\'', '(', ')', '+', '_', ',', '-', '.', '/', ':', '=', '?', ' ' };
    if (text.len == 0 || text.len > WF_MULTIPART_BOUNDARY || text.ptr[text.len - 1] == ' ') return false;
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i], lower = wf_lower(byte);
        bool alphanumeric = (byte >= '0' && byte <= '9') || (lower >= 'a' && lower <= 'z');
        if (!alphanumeric && !memchr(marks, byte, sizeof marks)) return false;
    }
    return true;
}

/* The one boundary among the parameters, as it was sent. */
static bool find_boundary(weft_str content_type, weft_str *boundary, wf_refusal *refusal)
{
    weft_str rest = content_type, name, value;
    (void)wf_str_cut(&rest, ';');
    *boundary = weft_str_of(NULL, 0);
    if (!rest.ptr)
        return wf_refuse(refusal, 400, "the form's Content-Type has no boundary", content_type.len);
    rest = weft_str_of(rest.ptr - 1, rest.len + 1); /* the semicolon belongs to the parameter */
    while (wf_param_next(&rest, &name, &value)) {
        if (!wf_str_eq_nocase(name, weft_lit("boundary"))) continue;
        if (boundary->ptr)
            return wf_refuse(refusal, 400, "the form's Content-Type has two boundaries",
                             (size_t)(name.ptr - content_type.ptr));
        *boundary = value;
    }
    size_t stopped = content_type.len - rest.len;
    if (rest.len > 0)
        return wf_refuse(refusal, 400, "the form's Content-Type has malformed parameters", stopped);
    if (boundary->ptr) return true;
    return wf_refuse(refusal, 400, "the form's Content-Type has no boundary", stopped);
}

bool wf_multipart_init(wf_multipart *multipart, weft_str content_type, wf_refusal *refusal)
{
    weft_str sent;
    char room[WF_MULTIPART_BOUNDARY];
    if (!wf_str_eq_nocase(wf_media_essence(content_type), weft_lit("multipart/form-data")))
        return wf_refuse(refusal, 400, "the body is not a multipart form", 0);
    if (!find_boundary(content_type, &sent, refusal)) return false;
    weft_str boundary = wf_param_text(sent, room, sizeof room);
    if (!is_boundary(boundary))
        return wf_refuse(refusal, 400, "the form's boundary is malformed",
                         (size_t)(sent.ptr - content_type.ptr));
    *multipart = (wf_multipart){ .boundary = "\r\n--", .matched = DELIMITER_CRLF };
    memcpy(multipart->boundary + 4, boundary.ptr, boundary.len);
    multipart->boundary_len = boundary.len + 4;
    return true;
}

/* Steps over bytes up to and with the next delimiter; false when the piece ends before it does. */
static bool find_delimiter(wf_multipart *multipart, const char **at, const char *end)
{
    while (*at < end) {
        if (multipart->matched == 0) {
            const char *found = memchr(*at, '\r', (size_t)(end - *at));
            size_t skipped = (size_t)((found ? found : end) - *at);
            take(multipart, at, skipped);
            count_work(multipart, skipped);
            if (!found) return false;
        }
        count_work(multipart, 1);
        char byte = **at;
        take(multipart, at, 1);
        if (byte != multipart->boundary[multipart->matched]) {
            multipart->matched = byte == '\r';
        } else if (++multipart->matched == multipart->boundary_len) {
            multipart->matched = 0;
            return true;
        }
    }
    return false;
}

static wf_multipart_event begin_head(wf_multipart *multipart)
{
    if (multipart->parts == WF_MULTIPART_PARTS)
        return refuse(multipart, 413, "the form has too many parts", multipart->offset - 1);
    multipart->phase = HEAD;
    multipart->head_len = multipart->line = 0;
    multipart->name = multipart->filename = multipart->type = weft_str_of(NULL, 0);
    return WF_MULTIPART_MORE;
}

/* One byte of what may follow "--boundary" in its line. */
static wf_multipart_event take_boundary_byte(wf_multipart *multipart, const char **at)
{
    char byte = **at;
    bool first = multipart->phase == BOUNDARY, open = first || multipart->phase == PADDING;
    count_work(multipart, 1);
    take(multipart, at, 1);
    if (multipart->phase == BOUNDARY_LF && byte == '\n') return begin_head(multipart);
    if (multipart->phase == CLOSING && byte == '-') {
        multipart->phase = CLOSED;
        return WF_MULTIPART_DONE;
    }
    if (first && byte == '-')
        multipart->phase = CLOSING;
    else if (open && (byte == ' ' || byte == '\t'))
        multipart->phase = PADDING;
    else if (open && byte == '\r')
        multipart->phase = BOUNDARY_LF;
    else
        return refuse(multipart, 400, "a boundary is followed by something else", multipart->offset - 1);
    return WF_MULTIPART_MORE;
}

/* ---- a part's head ---- */

/* The byte that `text` starts with, an escape or not; *len is how many bytes say so. */
static char read_byte(weft_str text, size_t *len)
{
    *len = 2;
    if (wf_str_starts(text, weft_lit("\\\"")) || wf_str_starts(text, weft_lit("\\\\"))) return text.ptr[1];
    *len = 3;
    if (wf_str_starts(text, weft_lit("%22"))) return '"';
    if (wf_str_starts(text, weft_lit("%0D"))) return '\r';
    if (wf_str_starts(text, weft_lit("%0A"))) return '\n';
    *len = 1;
    return *text.ptr;
}

/* Decodes a parameter's value, which lies in the head, where it is. */
static weft_str decode(wf_multipart *multipart, weft_str value)
{
    if (value.len == 0 || value.ptr[0] != '"') return value;
    char *out = multipart->head + (value.ptr - multipart->head);
    size_t len = 0, step;
    for (const char *at = value.ptr + 1, *end = value.ptr + value.len - 1; at < end; at += step)
        out[len++] = read_byte(weft_str_of(at, (size_t)(end - at)), &step);
    return weft_str_of(out, len);
}

static weft_str base_name(weft_str path)
{
    size_t begin = path.len;
    while (begin > 0 && path.ptr[begin - 1] != '/' && path.ptr[begin - 1] != '\\') begin--;
    return weft_str_of(path.ptr + begin, path.len - begin);
}

static bool is_dots(weft_str name)
{
    return weft_str_eq(name, weft_lit(".")) || weft_str_eq(name, weft_lit(".."));
}

/* Cuts name and filename, as they were sent, out of a Content-Disposition. NULL, or the reason for a 400. */
static const char *split_disposition(weft_str value, weft_str *name, weft_str *filename)
{
    const char *params = value.len ? memchr(value.ptr, ';', value.len) : NULL;
    size_t type_len = params ? (size_t)(params - value.ptr) : value.len;
    weft_str type = wf_str_trim(weft_str_of(value.ptr, type_len));
    weft_str rest = weft_str_of(value.ptr + type_len, value.len - type_len), key, text;
    *name = *filename = weft_str_of(NULL, 0);
    if (!wf_str_eq_nocase(type, weft_lit("form-data")))
        return "a part's Content-Disposition is not form-data";
    while (wf_param_next(&rest, &key, &text)) {
        weft_str *slot = wf_str_eq_nocase(key, weft_lit("name"))       ? name
                         : wf_str_eq_nocase(key, weft_lit("filename")) ? filename
                                                                       : NULL;
        if (slot && slot->ptr) return "a part's Content-Disposition has a parameter twice";
        if (slot) *slot = text;
    }
    if (rest.len > 0) return "a part's Content-Disposition is malformed";
    return name->ptr ? NULL : "a part has no name";
}

static const char *take_disposition(wf_multipart *multipart, weft_str value)
{
    weft_str name, filename;
    if (multipart->name.ptr) return "a part has two Content-Dispositions";
    const char *reason = split_disposition(value, &name, &filename);
    if (reason) return reason;
    name = decode(multipart, name);
    if (!wf_utf8_valid(name.ptr, name.len)) return "a part's name is not UTF-8";
    multipart->name = name;
    if (!filename.ptr) return NULL;
    filename = decode(multipart, filename);
    if (!wf_utf8_valid(filename.ptr, filename.len)) return "a part's filename is not UTF-8";
    multipart->filename = base_name(filename);
    return is_dots(multipart->filename) ? "a part's filename is a folder" : NULL;
}

static const char *take_field(wf_multipart *multipart, weft_str line)
{
    const char *colon = memchr(line.ptr, ':', line.len);
    if (*line.ptr == ' ' || *line.ptr == '\t') return "a line of a part's head starts with white space";
    if (!colon) return "a line of a part's head has no colon";
    weft_str name = weft_str_of(line.ptr, (size_t)(colon - line.ptr));
    weft_str value = wf_str_trim(weft_str_of(colon + 1, line.len - name.len - 1));
    if (!wf_is_token(name)) return "a field name in a part's head is no token";
    if (!wf_is_field_value(value)) return "a field value in a part's head holds a control byte";
    if (wf_str_eq_nocase(name, weft_lit("content-disposition"))) return take_disposition(multipart, value);
    if (!wf_str_eq_nocase(name, weft_lit("content-type"))) return NULL;
    if (multipart->type.ptr) return "a part has two Content-Types";
    multipart->type = value;
    return NULL;
}

/* The empty line. Its end may be the delimiter's begin: a part without a body (RFC 2046 section 5.1.1). */
static wf_multipart_event end_head(wf_multipart *multipart)
{
    if (!multipart->name.ptr)
        return refuse(multipart, 400, "a part has no Content-Disposition", multipart->offset);
    multipart->begin = multipart->offset;
    multipart->matched = DELIMITER_CRLF;
    multipart->phase = DATA;
    multipart->parts++;
    return WF_MULTIPART_PART;
}

/* The line that is complete in the head. A refusal points at its begin. */
static wf_multipart_event end_line(wf_multipart *multipart)
{
    weft_str line = weft_str_of(multipart->head + multipart->line, multipart->head_len - multipart->line);
    count_work(multipart, line.len);
    multipart->line = multipart->head_len;
    const char *reason = "a line feed in a part's head stands without its carriage return";
    if (line.len >= 2 && line.ptr[line.len - 2] == '\r') {
        if (line.len == 2) return end_head(multipart);
        reason = take_field(multipart, weft_str_of(line.ptr, line.len - 2));
    }
    return reason ? refuse(multipart, 400, reason, multipart->offset - line.len) : WF_MULTIPART_MORE;
}

static wf_multipart_event read_line(wf_multipart *multipart, const char **at, const char *end)
{
    size_t room = sizeof multipart->head - multipart->head_len, len = (size_t)(end - *at);
    if (room == 0) return refuse(multipart, 431, "a part's head is too long", multipart->offset);
    if (len > room) len = room;
    const char *feed = memchr(*at, '\n', len);
    if (feed) len = (size_t)(feed - *at) + 1;
    count_work(multipart, len);
    memcpy(multipart->head + multipart->head_len, *at, len);
    multipart->head_len += len;
    take(multipart, at, len);
    return feed ? end_line(multipart) : WF_MULTIPART_MORE;
}

/* ---- the whole ---- */

static wf_multipart_event read_delimiter(wf_multipart *multipart, const char **at, const char *end)
{
    if (!find_delimiter(multipart, at, end)) return WF_MULTIPART_MORE;
    bool in_part = multipart->phase == DATA;
    uint64_t begin_of_it = multipart->offset - multipart->boundary_len;
    multipart->phase = BOUNDARY;
    if (!in_part) return WF_MULTIPART_MORE;
    multipart->end = begin_of_it > multipart->begin ? begin_of_it : multipart->begin;
    return WF_MULTIPART_STOP;
}

wf_multipart_event wf_multipart_next(wf_multipart *multipart, const char **at, const char *end)
{
    if (multipart->phase == FAILED) return WF_MULTIPART_BAD;
    if (multipart->phase == CLOSED) return WF_MULTIPART_DONE;
    wf_multipart_event event = WF_MULTIPART_MORE;
    while (event == WF_MULTIPART_MORE && *at < end) {
        if (multipart->phase == PREAMBLE || multipart->phase == DATA)
            event = read_delimiter(multipart, at, end);
        else if (multipart->phase == HEAD)
            event = read_line(multipart, at, end);
        else
            event = take_boundary_byte(multipart, at);
    }
    return event;
}
