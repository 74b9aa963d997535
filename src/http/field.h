/* Field names that servers know, found by length and telling bytes; tokens and lists (RFC 9110 section 5). */
#ifndef WF_HTTP_FIELD_H
#define WF_HTTP_FIELD_H
#include <stdbool.h>
#include <stdint.h>
#include <weft/weft.h>

/* One list: the enum, the table, the tests. At most 63, so that a set of them is one word. Lower case. */
#define WF_FIELDS(X)                                                    \
    X(ACCEPT, "accept")                                                 \
    X(ACCEPT_CHARSET, "accept-charset")                                 \
    X(ACCEPT_ENCODING, "accept-encoding")                               \
    X(ACCEPT_LANGUAGE, "accept-language")                               \
    X(ACCESS_CONTROL_REQUEST_HEADERS, "access-control-request-headers") \
    X(ACCESS_CONTROL_REQUEST_METHOD, "access-control-request-method")   \
    X(AUTHORIZATION, "authorization")                                   \
    X(CACHE_CONTROL, "cache-control")                                   \
    X(CONNECTION, "connection")                                         \
    X(CONTENT_DISPOSITION, "content-disposition")                       \
    X(CONTENT_ENCODING, "content-encoding")                             \
    X(CONTENT_LENGTH, "content-length")                                 \
    X(CONTENT_TYPE, "content-type")                                     \
    X(COOKIE, "cookie")                                                 \
    X(DATE, "date")                                                     \
    X(EXPECT, "expect")                                                 \
    X(FORWARDED, "forwarded")                                           \
    X(FROM, "from")                                                     \
    X(HOST, "host")                                                     \
    X(IF_MATCH, "if-match")                                             \
    X(IF_MODIFIED_SINCE, "if-modified-since")                           \
    X(IF_NONE_MATCH, "if-none-match")                                   \
    X(IF_RANGE, "if-range")                                             \
    X(IF_UNMODIFIED_SINCE, "if-unmodified-since")                       \
    X(KEEP_ALIVE, "keep-alive")                                         \
    X(LAST_EVENT_ID, "last-event-id")                                   \
    X(ORIGIN, "origin")                                                 \
    X(PRAGMA, "pragma")                                                 \
    X(PRIORITY, "priority")                                             \
    X(RANGE, "range")                                                   \
    X(REFERER, "referer")                                               \
    X(SEC_CH_UA, "sec-ch-ua")                                           \
    X(SEC_CH_UA_MOBILE, "sec-ch-ua-mobile")                             \
    X(SEC_CH_UA_PLATFORM, "sec-ch-ua-platform")                         \
    X(SEC_FETCH_DEST, "sec-fetch-dest")                                 \
    X(SEC_FETCH_MODE, "sec-fetch-mode")                                 \
    X(SEC_FETCH_SITE, "sec-fetch-site")                                 \
    X(SEC_FETCH_USER, "sec-fetch-user")                                 \
    X(SEC_WEBSOCKET_EXTENSIONS, "sec-websocket-extensions")             \
    X(SEC_WEBSOCKET_KEY, "sec-websocket-key")                           \
    X(SEC_WEBSOCKET_PROTOCOL, "sec-websocket-protocol")                 \
    X(SEC_WEBSOCKET_VERSION, "sec-websocket-version")                   \
    X(TE, "te")                                                         \
    X(TRAILER, "trailer")                                               \
    X(TRANSFER_ENCODING, "transfer-encoding")                           \
    X(UPGRADE, "upgrade")                                               \
    X(UPGRADE_INSECURE_REQUESTS, "upgrade-insecure-requests")           \
    X(USER_AGENT, "user-agent")                                         \
    X(VIA, "via")                                                       \
    X(X_FORWARDED_FOR, "x-forwarded-for")                               \
    X(X_FORWARDED_HOST, "x-forwarded-host")                             \
    X(X_FORWARDED_PROTO, "x-forwarded-proto")                           \
    X(X_REQUEST_ID, "x-request-id")                                     \
    X(X_REQUESTED_WITH, "x-requested-with")

typedef enum wf_field_id {
    WF_FIELD_OTHER,
#define X(id, name) WF_FIELD_##id,
    WF_FIELDS(X)
#undef X
        WF_FIELD_COUNT
} wf_field_id;

/* The id of a name in any case; WF_FIELD_OTHER when it is none of the list. */
wf_field_id wf_field_find(weft_str name);
/* The lower-case name of a known id. */
weft_str wf_field_name(wf_field_id id);

/* RFC 9110 section 5.6.2 tchar. */
bool wf_is_tchar(unsigned char byte);
/* One or more tchars. */
bool wf_is_token(weft_str text);
/* A field value that may be sent or kept: no control bytes but tab; 0x80 to 0xFF pass. */
bool wf_is_field_value(weft_str text);

/* Walks a comma-separated list (RFC 9110 section 5.6.1): the next element, trimmed, with quoted strings kept
 * whole; empty elements are skipped; absent at the end. `*rest` starts as the field's value. */
weft_str wf_list_next(weft_str *rest);
/* Whether a list of tokens names `token` (lower case), in any case. */
bool wf_list_has(weft_str list, weft_str token);
#endif
