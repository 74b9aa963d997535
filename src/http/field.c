#include "src/http/field.h"
#include "src/base/str.h"
#include "src/http/byte.h"

/* clang-format off */
const uint8_t wf_byte_class[256] = {
     0,  0,  0,  0,  0,  0,  0,  0,  0,  4,  0,  0,  0,  0,  0,  0, /* 0x00 */
     0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0, /* 0x10 */
     4, 31, 22,  7, 31,  7, 31, 31, 30, 30, 31, 31, 30, 31, 31,  6, /* 0x20 */
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 22, 30, 22, 30, 22,  6, /* 0x30 */
    22, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, /* 0x40 */
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 22, 22, 22, 23, 31, /* 0x50 */
    23, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, /* 0x60 */
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 22, 23, 22, 31,  0, /* 0x70 */
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
};

_Alignas(WF_NAME_SPAN) const char wf_name_text[WF_FIELD_COUNT][WF_NAME_SPAN] = {
#define X(id, name) [WF_FIELD_##id] = name ":",
    WF_FIELDS(X)
#undef X
};

static const uint8_t name_len[WF_FIELD_COUNT] = {
#define X(id, name) [WF_FIELD_##id] = sizeof name - 1,
    WF_FIELDS(X)
#undef X
};

/* Where wf_name_candidate's multiplier, found by trial, sends each name. */
const uint8_t wf_name_slot[WF_NAME_SLOTS] = {
    [3] = WF_FIELD_ACCEPT_LANGUAGE,
    [9] = WF_FIELD_USER_AGENT,
    [11] = WF_FIELD_AUTHORIZATION,
    [14] = WF_FIELD_X_REQUESTED_WITH,
    [18] = WF_FIELD_DATE,
    [21] = WF_FIELD_ORIGIN,
    [24] = WF_FIELD_X_FORWARDED_FOR,
    [25] = WF_FIELD_CONNECTION,
    [27] = WF_FIELD_CONTENT_TYPE,
    [28] = WF_FIELD_SEC_FETCH_DEST,
    [29] = WF_FIELD_HOST,
    [34] = WF_FIELD_EXPECT,
    [38] = WF_FIELD_UPGRADE_INSECURE_REQUESTS,
    [41] = WF_FIELD_FROM,
    [45] = WF_FIELD_CONTENT_LENGTH,
    [46] = WF_FIELD_IF_NONE_MATCH,
    [47] = WF_FIELD_TRAILER,
    [50] = WF_FIELD_TE,
    [51] = WF_FIELD_SEC_WEBSOCKET_KEY,
    [57] = WF_FIELD_SEC_WEBSOCKET_EXTENSIONS,
    [62] = WF_FIELD_ACCEPT_CHARSET,
    [64] = WF_FIELD_X_FORWARDED_PROTO,
    [65] = WF_FIELD_SEC_CH_UA_MOBILE,
    [67] = WF_FIELD_TRANSFER_ENCODING,
    [69] = WF_FIELD_IF_MATCH,
    [70] = WF_FIELD_IF_RANGE,
    [71] = WF_FIELD_CONTENT_ENCODING,
    [72] = WF_FIELD_VIA,
    [73] = WF_FIELD_ACCESS_CONTROL_REQUEST_HEADERS,
    [76] = WF_FIELD_ACCEPT_ENCODING,
    [77] = WF_FIELD_PRIORITY,
    [82] = WF_FIELD_SEC_CH_UA,
    [83] = WF_FIELD_CACHE_CONTROL,
    [84] = WF_FIELD_RANGE,
    [86] = WF_FIELD_LAST_EVENT_ID,
    [87] = WF_FIELD_ACCESS_CONTROL_REQUEST_METHOD,
    [89] = WF_FIELD_PRAGMA,
    [91] = WF_FIELD_X_REQUEST_ID,
    [92] = WF_FIELD_UPGRADE,
    [93] = WF_FIELD_SEC_FETCH_USER,
    [94] = WF_FIELD_KEEP_ALIVE,
    [96] = WF_FIELD_SEC_FETCH_MODE,
    [100] = WF_FIELD_SEC_CH_UA_PLATFORM,
    [101] = WF_FIELD_X_FORWARDED_HOST,
    [102] = WF_FIELD_FORWARDED,
    [105] = WF_FIELD_SEC_WEBSOCKET_PROTOCOL,
    [106] = WF_FIELD_SEC_WEBSOCKET_VERSION,
    [107] = WF_FIELD_ACCEPT,
    [108] = WF_FIELD_COOKIE,
    [110] = WF_FIELD_SEC_FETCH_SITE,
    [111] = WF_FIELD_CONTENT_DISPOSITION,
    [115] = WF_FIELD_IF_UNMODIFIED_SINCE,
    [124] = WF_FIELD_IF_MODIFIED_SINCE,
    [127] = WF_FIELD_REFERER,
};
/* clang-format on */

_Static_assert(WF_FIELD_COUNT <= 64, "a set of known fields is one word");

wf_field_id wf_field_find(weft_str name)
{
    if (name.len < 2 || name.len >= WF_NAME_SPAN) return WF_FIELD_OTHER;
    char tail[4 + WF_NAME_SPAN] = "\r\n\r\n";
    memcpy(tail + 4, name.ptr, name.len);
    unsigned id = wf_name_candidate(wf_load_4(tail + name.len), name.len);
    if (name_len[id] != name.len) return WF_FIELD_OTHER;
    for (size_t i = 0; i < name.len; i++)
        if (wf_lower(name.ptr[i]) != wf_name_text[id][i]) return WF_FIELD_OTHER;
    return (wf_field_id)id;
}

weft_str wf_field_name(wf_field_id id) { return weft_str_of(wf_name_text[id], name_len[id]); }

bool wf_is_tchar(unsigned char byte) { return (wf_byte_class[byte] & WF_BYTE_TOKEN) != 0; }

bool wf_is_token(weft_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!wf_byte_is(text.ptr[i], WF_BYTE_TOKEN)) return false;
    return text.len > 0;
}

bool wf_is_field_value(weft_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!wf_byte_is(text.ptr[i], WF_BYTE_VALUE)) return false;
    return true;
}

/* The length of the list element that `text` starts with: up to a comma that is in no quoted string. */
static size_t element_len(weft_str text)
{
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"')
            quoted = !quoted;
        else if (text.ptr[i] == '\\' && quoted)
            i++;
        else if (text.ptr[i] == ',' && !quoted)
            return i;
    }
    return text.len;
}

weft_str wf_list_next(weft_str *rest)
{
    while (rest->len > 0) {
        size_t len = element_len(*rest);
        size_t used = len < rest->len ? len + 1 : len;
        weft_str element = wf_str_trim(weft_str_of(rest->ptr, len));
        *rest = weft_str_of(rest->ptr + used, rest->len - used);
        if (element.len > 0) return element;
    }
    return weft_str_of(NULL, 0);
}

bool wf_list_has(weft_str list, weft_str token)
{
    for (weft_str element = wf_list_next(&list); element.ptr; element = wf_list_next(&list))
        if (wf_str_eq_nocase(element, token)) return true;
    return false;
}
