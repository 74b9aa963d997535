#include "src/http/head.h"
#include "src/base/check.h"
#include "src/http/byte.h"
#include <string.h>

/* The parse is a walk through elements, one function each (head_parse.inc). Within an element head->at is the
 * next byte to look at and head->mark the element's first byte (VALUE: its line's), so that a parse that ran dry
 * goes on where it stopped. Every refusal depends on nothing but the bytes up to the one it points at, so the
 * outcome is the same however the input was split. */
enum phase { AT_START, AT_METHOD, AT_TARGET, AT_VERSION, AT_LINE, AT_NAME, AT_VALUE, AT_END };

enum { VERSION_LEN = 8, METHOD_MAX = 32 };
static const char bare_lf[] = "a line feed stands without its carriage return";
static const char bare_cr[] = "a carriage return stands without its line feed";

bool wf_refuse(wf_refusal *refusal, uint16_t status, const char *reason, size_t position)
{
    *refusal = (wf_refusal){ .status = status, .reason = reason, .position = position };
    return false;
}

static WF_COLD wf_result refuse(wf_head *head, uint16_t status, const char *reason, size_t position)
{
    (void)wf_refuse(&head->refusal, status, reason, position);
    return WF_BAD;
}

/* The limit is reached and the head goes on. */
static WF_COLD wf_result refuse_length(wf_head *head, size_t limit)
{
    if (head->phase == AT_METHOD || head->phase == AT_TARGET || head->phase == AT_VERSION)
        return refuse(head, 414, "the request line is too long", limit);
    return refuse(head, 431, "the request head is too long", limit);
}

static WF_COLD wf_result refuse_method(wf_head *head, const char *buf, size_t at)
{
    if (buf[at] == '\n') return refuse(head, 400, bare_lf, at);
    if (buf[at] == '\r') return refuse(head, 400, "the request line ends after its method", at);
    if (buf[at] == ' ') return refuse(head, 400, "the request line starts with a space", at);
    return refuse(head, 400, "the method holds a byte that no token may hold", at);
}

static WF_COLD wf_result refuse_target(wf_head *head, const char *buf, size_t at)
{
    if (buf[at] == '\n') return refuse(head, 400, bare_lf, at);
    if (buf[at] == '\r') return refuse(head, 400, "the request line ends without a version", at);
    if (buf[at] == ' ') return refuse(head, 400, "the request target is empty", at);
    if (buf[at] & 0x80) return refuse(head, 400, "the request target holds a byte that is not ASCII", at);
    return refuse(head, 400, "the request target holds a control byte", at);
}

static WF_COLD wf_result refuse_version(wf_head *head, const char *buf, size_t at)
{
    if (buf[at] == '\n') return refuse(head, 400, bare_lf, at);
    if (at - head->mark < VERSION_LEN)
        return refuse(head, 400, "the version is not of the form HTTP/1.1", at);
    return refuse(head, 400, "the version is not the end of the request line", at);
}

/* `at` is the byte that ended a field name and is no colon behind one or more tchars. */
static WF_COLD wf_result refuse_name(wf_head *head, const char *buf, size_t at)
{
    bool blank = buf[at] == ' ' || buf[at] == '\t';
    if (buf[at] == '\n') return refuse(head, 400, bare_lf, at);
    if (buf[at] == '\r') return refuse(head, 400, "a field line has no colon", at);
    if (at == head->mark && blank) return refuse(head, 400, "a field line starts with white space", at);
    if (at == head->mark && buf[at] == ':') return refuse(head, 400, "a field name is empty", at);
    if (blank) return refuse(head, 400, "a field name is followed by white space", at);
    return refuse(head, 400, "a field name holds a byte that no token may hold", at);
}

static WF_COLD wf_result refuse_value(wf_head *head, const char *buf, size_t at)
{
    if (buf[at] == '\n') return refuse(head, 400, bare_lf, at);
    return refuse(head, 400, "a field value holds a control byte", at);
}

/* Steps over a CRLF at *at. */
static inline wf_result take_crlf(wf_head *head, const char *buf, size_t end, size_t *at)
{
    if (end - *at < 2) return WF_MORE;
    if (buf[*at + 1] != '\n') return refuse(head, 400, bare_cr, *at);
    *at += 2;
    return WF_DONE;
}

static uint8_t find_method(const char *text, size_t len)
{
    switch (len) {
    case 3:
        if (memcmp(text, "GET", 3) == 0) return WEFT_GET;
        if (memcmp(text, "PUT", 3) == 0) return WEFT_PUT;
        break;
    case 4:
        if (memcmp(text, "HEAD", 4) == 0) return WEFT_HEAD;
        if (memcmp(text, "POST", 4) == 0) return WEFT_POST;
        break;
    case 5:
        if (memcmp(text, "PATCH", 5) == 0) return WEFT_PATCH;
        break;
    case 6:
        if (memcmp(text, "DELETE", 6) == 0) return WEFT_DELETE;
        break;
    case 7:
        if (memcmp(text, "OPTIONS", 7) == 0) return WEFT_OPTIONS;
        if (memcmp(text, "CONNECT", 7) == 0) return WF_METHOD_CONNECT;
        break;
    default: break;
    }
    return WF_METHOD_OTHER;
}

static inline bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/* The field of the line that starts at `line`, its value ending before `end`. */
static void add_field(wf_message *msg, const char *buf, size_t line, size_t name_len, size_t end)
{
    size_t start = line + name_len + 1;
    while (start < end && is_blank(buf[start])) start++;
    while (end > start && is_blank(buf[end - 1])) end--;
    weft_str name = weft_str_of(buf + line, name_len);
    wf_field_id id = wf_field_find(name);
    uint64_t bit = id == WF_FIELD_OTHER ? 0 : (uint64_t)1 << id;
    msg->fields[msg->fields_count++] = (wf_field){ name, weft_str_of(buf + start, end - start), id };
    msg->repeated |= msg->seen & bit;
    msg->seen |= bit;
}

/* The oracle: a table, a byte at a time. */
#define V(name) name##_scalar
#define ISA
static inline size_t skip_target_scalar(const char *buf, size_t at, size_t end)
{
    while (at < end && wf_byte_is(buf[at], WF_BYTE_TARGET)) at++;
    return at;
}
static inline size_t skip_value_scalar(const char *buf, size_t at, size_t end)
{
    while (at < end && wf_byte_is(buf[at], WF_BYTE_VALUE)) at++;
    return at;
}
#include "src/http/head_parse.inc"
#undef V
#undef ISA

typedef wf_result parse_function(wf_head *head, wf_message *msg, const wf_head_limits *limits,
                                 const char *buf, size_t len);

wf_result wf_head_parse(wf_head *head, wf_message *msg, const wf_head_limits *limits, const char *buf,
                        size_t len)
{
    return parse_scalar(head, msg, limits, buf, len);
}

const char *wf_head_variant(int index) { return index == 0 ? "scalar" : NULL; }

wf_result wf_head_parse_by(int variant, wf_head *head, wf_message *msg, const wf_head_limits *limits,
                           const char *buf, size_t len)
{
    (void)variant;
    return parse_scalar(head, msg, limits, buf, len);
}
