#include "static/condition.h"
#include "src/base/clock.h"
#include "src/base/str.h"

/* ---- Entity tags (RFC 9110 section 8.8.3) ---------------------------------------------------------------- */

static bool is_tag_byte(unsigned char byte) { return byte == 0x21 || (byte >= 0x23 && byte != 0x7f); }

/* Cuts `["W/"] DQUOTE *etagc DQUOTE` off `*rest`; absent when it does not begin with that. */
static weft_str take_tag(weft_str *rest, bool *weak)
{
    *weak = wf_str_starts(*rest, weft_lit("W/"));
    size_t from = *weak ? 2 : 0, at = from + 1;
    if (rest->len <= from || rest->ptr[from] != '"') return weft_str_of(NULL, 0);
    while (at < rest->len && is_tag_byte((unsigned char)rest->ptr[at])) at++;
    if (at == rest->len || rest->ptr[at] != '"') return weft_str_of(NULL, 0);
    weft_str tag = weft_str_of(rest->ptr + from, at + 1 - from);
    *rest = weft_str_of(rest->ptr + at + 1, rest->len - at - 1);
    return tag;
}

static weft_str skip_commas(weft_str text)
{
    while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t' || *text.ptr == ','))
        text = weft_str_of(text.ptr + 1, text.len - 1);
    return text;
}

/* Whether a list of tags names `tag`; `strongly`: a weak one never does (section 8.8.3.2). Behind what is no tag
 * nothing is believed. */
static bool list_names(weft_str list, weft_str tag, bool strongly)
{
    bool weak;
    for (list = skip_commas(list); list.len > 0; list = skip_commas(list)) {
        weft_str listed = take_tag(&list, &weak), behind = wf_str_trim(list);
        if (!listed.ptr || (behind.len > 0 && *behind.ptr != ',')) return false;
        if (weft_str_eq(listed, tag) && !(strongly && weak)) return true;
    }
    return false;
}

/* The same for all lines of a field; "*" alone names whatever there is. */
static bool field_names(const wf_message *msg, wf_field_id id, weft_str tag, bool strongly)
{
    for (uint32_t i = 0; i < msg->fields_count; i++) {
        if (msg->fields[i].id != id) continue;
        weft_str list = msg->fields[i].value;
        if (weft_str_eq(list, weft_lit("*")) || list_names(list, tag, strongly)) return true;
    }
    return false;
}

/* ---- Conditions ------------------------------------------------------------------------------------------ */

static bool date_of(const wf_message *msg, wf_field_id id, int64_t now_s, int64_t *date)
{
    if (!wf_message_has(msg, id) || msg->repeated >> id & 1) return false;
    return wf_date_read(wf_message_known(msg, id), now_s, date);
}

/* Changes are seen by the second: HTTP's dates know nothing finer. */
static bool modified_after(const wf_message *msg, wf_field_id id, const wf_validators *validators,
                           int64_t now_s, bool *said)
{
    int64_t date;
    *said = validators->modified != WF_NO_DATE && date_of(msg, id, now_s, &date);
    return *said && validators->modified > date;
}

wf_condition wf_condition_of(const wf_message *msg, const wf_validators *validators, int64_t now_s)
{
    bool said, get = msg->method == WEFT_GET || msg->method == WEFT_HEAD;
    if (wf_message_has(msg, WF_FIELD_IF_MATCH)) {
        if (!field_names(msg, WF_FIELD_IF_MATCH, validators->tag, true)) return WF_CONDITION_FAILED;
    } else if (modified_after(msg, WF_FIELD_IF_UNMODIFIED_SINCE, validators, now_s, &said)) {
        return WF_CONDITION_FAILED;
    }
    if (wf_message_has(msg, WF_FIELD_IF_NONE_MATCH)) {
        if (!field_names(msg, WF_FIELD_IF_NONE_MATCH, validators->tag, false)) return WF_CONDITION_HOLDS;
        return get ? WF_CONDITION_SAME : WF_CONDITION_FAILED;
    }
    bool newer = modified_after(msg, WF_FIELD_IF_MODIFIED_SINCE, validators, now_s, &said);
    return get && said && !newer ? WF_CONDITION_SAME : WF_CONDITION_HOLDS;
}

bool wf_range_applies(const wf_message *msg, const wf_validators *validators, int64_t now_s)
{
    if (!wf_message_has(msg, WF_FIELD_IF_RANGE)) return true;
    if (msg->repeated >> WF_FIELD_IF_RANGE & 1) return false;
    weft_str value = wf_message_known(msg, WF_FIELD_IF_RANGE), rest = value;
    bool weak;
    weft_str tag = take_tag(&rest, &weak);
    if (tag.ptr) return !weak && rest.len == 0 && weft_str_eq(tag, validators->tag);
    /* A date is strong once its second is over: until then the file may change again within it (section 8.8.2.2). */
    int64_t date;
    return validators->modified != WF_NO_DATE && wf_date_read(value, now_s, &date) &&
           date == validators->modified && date < now_s;
}
