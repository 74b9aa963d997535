#include "src/http/framing.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include <string.h>

enum { NAME_MAX_LEN = sizeof "transfer-encoding" - 1 };

static bool read_length(weft_str text, uint64_t *length, wf_refusal *refusal)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return wf_refuse(refusal, 400, "Content-Length is no number", i);
    if (text.len == 0) return wf_refuse(refusal, 400, "Content-Length is empty", 0);
    if (!wf_u64_read(text, length) || *length > INT64_MAX)
        return wf_refuse(refusal, 400, "Content-Length is over 2^63-1", 0);
    return true;
}

/* What the Transfer-Encoding fields say, taken as one list. */
typedef struct coding_list {
    unsigned others; /* codings that are not chunked */
    bool chunked;    /* chunked was the last so far */
} coding_list;

/* One element: a coding's name and perhaps parameters. A comma in a quoted parameter has cut it in two, and its
 * second part is no token: refused, which no client will miss. */
static bool add_coding(coding_list *list, weft_str element, size_t position, wf_refusal *refusal)
{
    bool parameters = memchr(element.ptr, ';', element.len) != NULL;
    weft_str name = wf_str_trim(wf_str_cut(&element, ';'));
    if (name.len == 0) return wf_refuse(refusal, 400, "Transfer-Encoding has an empty element", position);
    if (!wf_is_token(name))
        return wf_refuse(refusal, 400, "Transfer-Encoding names a coding that is no token", position);
    bool chunked = wf_str_eq_nocase(name, weft_lit("chunked"));
    if (list->chunked)
        return wf_refuse(refusal, 400,
                         chunked ? "Transfer-Encoding names chunked twice"
                                 : "chunked is not the last transfer coding",
                         position);
    if (chunked && parameters) return wf_refuse(refusal, 400, "chunked takes no parameters", position);
    list->chunked = chunked;
    list->others += !chunked;
    return true;
}

static bool read_codings(coding_list *list, weft_str value, wf_refusal *refusal)
{
    const char *start = value.ptr;
    do {
        weft_str element = wf_str_cut(&value, ',');
        if (!add_coding(list, element, (size_t)(element.ptr - start), refusal)) return false;
    } while (value.ptr);
    return true;
}

static bool read_chunked(const wf_message *msg, wf_refusal *refusal)
{
    coding_list list = { 0 };
    if (msg->minor == 0) return wf_refuse(refusal, 400, "HTTP/1.0 has no Transfer-Encoding", 0);
    if (wf_message_has(msg, WF_FIELD_CONTENT_LENGTH))
        return wf_refuse(refusal, 400, "Content-Length and Transfer-Encoding exclude each other", 0);
    for (uint32_t i = 0; i < msg->fields_count; i++)
        if (msg->fields[i].id == WF_FIELD_TRANSFER_ENCODING &&
            !read_codings(&list, msg->fields[i].value, refusal))
            return false;
    if (!list.chunked) return wf_refuse(refusal, 400, "chunked is not the last transfer coding", 0);
    if (list.others > 0) return wf_refuse(refusal, 501, "only the transfer coding chunked is understood", 0);
    return true;
}

static bool choose_body(const wf_message *msg, wf_framing *framing, wf_refusal *refusal)
{
    if (wf_message_has(msg, WF_FIELD_TRANSFER_ENCODING)) {
        framing->kind = WF_BODY_CHUNKED;
        return read_chunked(msg, refusal);
    }
    if (!wf_message_has(msg, WF_FIELD_CONTENT_LENGTH)) return true;
    if (msg->repeated >> WF_FIELD_CONTENT_LENGTH & 1)
        return wf_refuse(refusal, 400, "Content-Length is repeated", 0);
    framing->kind = WF_BODY_LENGTH;
    return read_length(wf_message_known(msg, WF_FIELD_CONTENT_LENGTH), &framing->length, refusal);
}

static bool has_option(const wf_message *msg, weft_str option)
{
    for (uint32_t i = 0; i < msg->fields_count; i++)
        if (msg->fields[i].id == WF_FIELD_CONNECTION && wf_list_has(msg->fields[i].value, option))
            return true;
    return false;
}

static bool is_persistent(const wf_message *msg)
{
    if (!wf_message_has(msg, WF_FIELD_CONNECTION)) return msg->minor > 0;
    return !has_option(msg, weft_lit("close")) && (msg->minor > 0 || has_option(msg, weft_lit("keep-alive")));
}

/* "Content_Length", "Transfer_Encoding": some proxies and CGI-like layers read them as the real ones. */
static bool is_look_alike(weft_str name)
{
    char dashed[NAME_MAX_LEN];
    bool as_long = name.len == sizeof "content-length" - 1 || name.len == sizeof "transfer-encoding" - 1;
    if (!as_long || !memchr(name.ptr, '_', name.len)) return false;
    for (size_t i = 0; i < name.len; i++) dashed[i] = name.ptr[i] == '_' ? '-' : name.ptr[i];
    wf_field_id id = wf_field_find(weft_str_of(dashed, name.len));
    return id == WF_FIELD_CONTENT_LENGTH || id == WF_FIELD_TRANSFER_ENCODING;
}

static bool has_look_alike(const wf_message *msg)
{
    for (uint32_t i = 0; i < msg->fields_count; i++)
        if (msg->fields[i].id == WF_FIELD_OTHER && is_look_alike(msg->fields[i].name)) return true;
    return false;
}

bool wf_framing_choose(const wf_message *msg, wf_framing *framing, wf_refusal *refusal)
{
    *framing = (wf_framing){ .kind = WF_BODY_NONE };
    if (has_look_alike(msg))
        return wf_refuse(refusal, 400, "a field name looks like one that frames the body", 0);
    if (!choose_body(msg, framing, refusal)) return false;
    framing->keep_alive = is_persistent(msg);
    if (!wf_message_has(msg, WF_FIELD_EXPECT) || msg->minor == 0) return true;
    bool known = wf_str_eq_nocase(wf_message_known(msg, WF_FIELD_EXPECT), weft_lit("100-continue"));
    if (!known || (msg->repeated >> WF_FIELD_EXPECT & 1))
        return wf_refuse(refusal, 417, "the only expectation that can be met is 100-continue", 0);
    framing->expects_continue = framing->kind == WF_BODY_CHUNKED || framing->length > 0;
    return true;
}
