/* Conditional requests (RFC 9110 section 13): what If-* ask of the representation that would be sent. */
#ifndef WF_STATIC_CONDITION_H
#define WF_STATIC_CONDITION_H
#include "src/http/message.h"

/* How a representation is told from its other versions. */
typedef struct wf_validators {
    weft_str tag;     /* a strong entity tag, quotes included */
    int64_t modified; /* seconds since 1970; WF_NO_DATE: not said */
} wf_validators;
#define WF_NO_DATE INT64_MIN

typedef enum wf_condition {
    WF_CONDITION_HOLDS, /* or there was none */
    WF_CONDITION_SAME,  /* 304: the client has it already. GET and HEAD only */
    WF_CONDITION_FAILED /* 412 */
} wf_condition;

/* Whether a request has any field that the functions below look at, Range among them. */
static inline bool wf_is_conditional(const wf_message *msg)
{
    const uint64_t fields = UINT64_C(1) << WF_FIELD_IF_MATCH | UINT64_C(1) << WF_FIELD_IF_NONE_MATCH |
                            UINT64_C(1) << WF_FIELD_IF_MODIFIED_SINCE |
                            UINT64_C(1) << WF_FIELD_IF_UNMODIFIED_SINCE | UINT64_C(1) << WF_FIELD_RANGE;
    return (msg->seen & fields) != 0;
}

/* In the order of section 13.2.2: If-Match or else If-Unmodified-Since; then If-None-Match or else If-Modified-Since.
 * A date that is none, and a date that came twice, is not there. */
wf_condition wf_condition_of(const wf_message *msg, const wf_validators *validators, int64_t now_s);

/* Whether a Range is to be looked at: without If-Range, or if that names this very version (section 13.1.5). */
bool wf_range_applies(const wf_message *msg, const wf_validators *validators, int64_t now_s);
#endif
