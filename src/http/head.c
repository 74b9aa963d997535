#include "src/http/head.h"
#include "src/base/check.h"
#include "src/http/byte.h"
#include "src/http/head_simd.h"
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

/* Clears what a head is read into; member by member, for a literal would become a slow block store. */
static inline void start_message(wf_message *msg)
{
    const weft_str absent = { NULL, 0 };
    msg->method_text = absent; /* and not in a chain, which would read back what was just written in halves */
    msg->target = absent;
    msg->scheme = absent;
    msg->authority = absent;
    msg->path = absent;
    msg->query = absent;
    msg->method = msg->minor = 0;
    msg->path_plain = false;
    msg->fields_count = 0;
    msg->seen = msg->repeated = 0;
}

static WF_COLD weft_str value_between(const char *at, const char *end)
{
    while (at < end && is_blank(*at)) at++;
    while (end > at && is_blank(end[-1])) end--;
    return weft_str_of(at, (size_t)(end - at));
}

/* The field of the line that starts at `line`, its value ending before `end`. */
static void add_field(wf_message *msg, const char *buf, size_t line, size_t name_len, size_t end)
{
    weft_str name = weft_str_of(buf + line, name_len);
    wf_field_id id = wf_field_find(name);
    uint64_t bit = id == WF_FIELD_OTHER ? 0 : (uint64_t)1 << id;
    weft_str value = value_between(buf + line + name_len + 1, buf + end);
    msg->fields[msg->fields_count++] = (wf_field){ name, value, id };
    msg->repeated |= msg->seen & bit;
    msg->seen |= bit;
}

/* The length of the routed method that `text` starts with, a space behind it; 0 for any other. Reads 8 bytes. */
WF_INLINE size_t find_method_ahead(const char *text, uint8_t *method)
{
    if (memcmp(text, "GET ", 4) == 0) return *method = WEFT_GET, 3;
    if (memcmp(text, "POST ", 5) == 0) return *method = WEFT_POST, 4;
    if (memcmp(text, "HEAD ", 5) == 0) return *method = WEFT_HEAD, 4;
    if (memcmp(text, "PUT ", 4) == 0) return *method = WEFT_PUT, 3;
    if (memcmp(text, "PATCH ", 6) == 0) return *method = WEFT_PATCH, 5;
    if (memcmp(text, "DELETE ", 7) == 0) return *method = WEFT_DELETE, 6;
    if (memcmp(text, "OPTIONS ", 8) == 0) return *method = WEFT_OPTIONS, 7;
    return 0;
}

/* Where take_lines is: a line's start, and the control bytes at or behind it in the window that starts at `window`
 * (0: look into the next window). */
struct lines {
    const char *line, *window;
    uint64_t mask;
};

/* One byte at a time by a table: the parser that the others are held against. */
#define V(name) name##_scalar
#define ISA
#define WINDOW 1
#include "src/http/head_parse.inc"

#define V(name) name##_swar
#define ISA     ISA_swar
#define WINDOW  8
#define STRIDE  8
#include "src/http/head_parse.inc"

#ifdef WF_HEAD_X86
#define V(name) name##_ssse3
#define ISA     ISA_ssse3
#define WINDOW  64
#define STRIDE  1
#include "src/http/head_parse.inc"

#define V(name) name##_avx2
#define ISA     ISA_avx2
#define WINDOW  64
#define STRIDE  1
#include "src/http/head_parse.inc"

#define V(name) name##_avx512
#define ISA     ISA_avx512
#define WINDOW  64
#define STRIDE  1
#include "src/http/head_parse.inc"
#endif

#ifdef WF_HEAD_NEON
#define V(name) name##_neon
#define ISA     ISA_neon
#define WINDOW  64
#define STRIDE  1
#include "src/http/head_parse.inc"
#endif

typedef wf_result parse_function(wf_head *head, wf_message *msg, const wf_head_limits *limits,
                                 const char *buf, size_t len);

typedef struct variant {
    const char *name;
    parse_function *parse;
} variant;

/* Those that this machine can run, the fastest last; written once, before main. */
static variant variants[8] = { { "scalar", parse_scalar }, { "swar", parse_swar } };
static int variants_count = 2;

static void add_variant(const char *name, parse_function *parse)
{
    variants[variants_count++] = (variant){ name, parse };
}

__attribute__((constructor)) static void find_variants(void)
{
#ifdef WF_HEAD_NEON
    add_variant("neon", parse_neon);
#endif
#ifdef WF_HEAD_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("ssse3")) add_variant("ssse3", parse_ssse3);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) add_variant("avx2", parse_avx2);
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        add_variant("avx512", parse_avx512);
#endif
}

wf_result wf_head_parse(wf_head *head, wf_message *msg, const wf_head_limits *limits, const char *buf,
                        size_t len)
{
    return variants[variants_count - 1].parse(head, msg, limits, buf, len);
}

const char *wf_head_variant(int index)
{
    return index >= 0 && index < variants_count ? variants[index].name : NULL;
}

wf_result wf_head_parse_by(int index, wf_head *head, wf_message *msg, const wf_head_limits *limits,
                           const char *buf, size_t len)
{
    WF_ASSERT(index >= 0 && index < variants_count);
    return variants[index].parse(head, msg, limits, buf, len);
}
