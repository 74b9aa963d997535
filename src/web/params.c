/* Parameters: the path's, the query's, the form's, and cookies. What needs no decoding is never copied. */
#include "src/web/params.h"
#include "src/base/str.h"
#include "src/http/cookie.h"
#include "src/http/form.h"
#include "src/http/media.h"
#include "src/http/target.h"
#include "src/web/body.h"
#include "src/web/readers.h"
#include "src/web/request.h"
#include "src/web/uploads.h"

weft_str wf_values_first(const wf_values *values, weft_str name)
{
    for (uint32_t i = 0; i < values->count; i++)
        if (weft_str_eq(values->list[i].name, name)) return values->list[i].value;
    return weft_str_of(NULL, 0);
}

/* Settles what became of a cut: it is done once, and a refusal is met again by all who ask later. */
static bool settle(weft_request *req, wf_values *values, bool done)
{
    values->cut = done ? WF_CUT_DONE : WF_CUT_REFUSED;
    if (!done) values->refused = (wf_refused){ req->refusal.status, req->refusal.reason };
    return done;
}

static bool is_settled(const wf_values *values) { return values->cut != WF_CUT_NOT_YET; }

static bool tell_settled(weft_request *req, const wf_values *values)
{
    if (values->cut == WF_CUT_DONE) return true;
    return wf_request_refuse(req, values->refused.status, values->refused.reason);
}

/* ---- name=value pairs ------------------------------------------------------------------------------------ */

/* How one place words what is wrong with it. */
typedef struct place {
    uint16_t too_large;
    const char *too_large_text, *broken_text;
} place;

static size_t coded_len(weft_str raw) { return wf_form_is_coded(raw) ? raw.len : 0; }

/* The text that `raw` stands for: itself, or decoded into *spare, which moves on. false: a bad escape, or not UTF-8. */
static bool decode(weft_str raw, char **spare, weft_str *out)
{
    *out = raw;
    if (!wf_form_is_coded(raw)) return true;
    ptrdiff_t len = wf_form_decode(*spare, raw);
    if (len < 0) return false;
    *out = weft_str_of(*spare, (size_t)len);
    *spare += len;
    return true;
}

/* Walks over `raw` twice: what it needs is then one allocation of the right size. */
static bool cut_pairs(weft_request *req, wf_values *values, weft_str raw, const place *words)
{
    size_t count = 0, coded = 0;
    weft_str name, value, rest = raw;
    for (; wf_form_next(&rest, &name, &value); count++) coded += coded_len(name) + coded_len(value);
    if (count == 0) return true;
    wf_value *list = wf_arena_take(&req->arena, count * sizeof *list + coded);
    if (!list) return wf_request_refuse(req, words->too_large, words->too_large_text);
    char *spare = (char *)(list + count);
    rest = raw;
    for (size_t i = 0; wf_form_next(&rest, &name, &value); i++) {
        if (!decode(name, &spare, &list[i].name) || !decode(value, &spare, &list[i].value))
            return wf_request_refuse(req, WEFT_BAD_REQUEST, words->broken_text);
    }
    values->list = list;
    values->count = (uint32_t)count; /* its list fits into memory that is counted in 32 bits */
    return true;
}

/* ---- The query ------------------------------------------------------------------------------------------- */

bool wf_query_cut(weft_request *req)
{
    static const place query = { .too_large = 414,
                                 .too_large_text = "The query has more parameters than fit into memory",
                                 .broken_text = "The query holds escapes that are broken or not UTF-8" };
    wf_values *values = &req->asked.query;
    if (is_settled(values)) return tell_settled(req, values);
    return settle(req, values, cut_pairs(req, values, req->msg.query, &query));
}

/* ---- The form -------------------------------------------------------------------------------------------- */

typedef enum form_kind { NO_FORM, URLENCODED, MULTIPART } form_kind;

/* The head alone decides, so that asking for a field never takes the body from who reads it otherwise. */
static form_kind kind_of_form(const weft_request *req)
{
    weft_method method = weft_req_method(req);
    if (method != WEFT_POST && method != WEFT_PUT && method != WEFT_PATCH) return NO_FORM;
    weft_str type = wf_media_essence(wf_message_known(&req->msg, WF_FIELD_CONTENT_TYPE));
    if (wf_str_eq_nocase(type, weft_lit("application/x-www-form-urlencoded"))) return URLENCODED;
    return wf_str_eq_nocase(type, weft_lit("multipart/form-data")) ? MULTIPART : NO_FORM;
}

static bool cut_urlencoded(weft_request *req, wf_values *values)
{
    static const place form = { .too_large = WEFT_CONTENT_TOO_LARGE,
                                .too_large_text = "The form has more fields than fit into memory",
                                .broken_text = "The form holds escapes that are broken or not UTF-8" };
    weft_str raw;
    return wf_req_body_whole(req, &raw) && cut_pairs(req, values, raw, &form);
}

bool wf_form_cut(weft_request *req)
{
    wf_values *values = &req->asked.form;
    if (is_settled(values)) return tell_settled(req, values);
    form_kind kind = kind_of_form(req);
    if (kind == NO_FORM) return settle(req, values, true);
    if (!wf_req_body_claim(req, WF_READER_FORM)) return false;
    return settle(req, values, kind == MULTIPART ? wf_multipart_cut(req) : cut_urlencoded(req, values));
}

/* ---- The path -------------------------------------------------------------------------------------------- */

/* Decoded in place of the span that the router found: the mark sees to it that nothing is decoded twice. */
static bool decode_param(weft_request *req, uint32_t i)
{
    _Static_assert(WF_PARAMS_MAX <= 16, "path_decoded has a bit for each");
    weft_str raw = req->match.values[i];
    if (req->msg.path_plain || req->asked.path_decoded >> i & 1) return true;
    if (raw.len > 0) {
        char *text = weft_alloc(req, raw.len);
        if (!text) return false;
        ptrdiff_t len = wf_percent_decode(text, raw, false);
        WF_ASSERT(len >= 0); /* the path was checked when its head was read */
        req->match.values[i] = weft_str_of(text, (size_t)len);
    }
    req->asked.path_decoded = (uint16_t)(req->asked.path_decoded | 1u << i);
    return true;
}

bool wf_path_param(weft_request *req, const char *name, weft_str *out)
{
    weft_str key = wf_str(name);
    for (uint32_t i = 0; i < req->match.count; i++) {
        if (!weft_str_eq(wf_match_name(&req->match, i), key)) continue;
        if (!decode_param(req, i)) return false;
        *out = req->match.values[i];
        return true;
    }
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "route %s: it was asked for {%s}, which it does not have",
                         wf_route_label(req), name);
    return wf_request_refuse(req, WEFT_INTERNAL, NULL);
}

/* ---- Cookies --------------------------------------------------------------------------------------------- */

/* A walk, not a list: a request has few cookies and a handler asks for one or two. */
weft_str weft_req_cookie(const weft_request *req, const char *name)
{
    weft_str key = wf_str(name), cookie, value;
    if (!wf_message_has(&req->msg, WF_FIELD_COOKIE)) return weft_str_of(NULL, 0);
    for (uint32_t i = 0; i < req->msg.fields_count; i++) {
        if (req->msg.fields[i].id != WF_FIELD_COOKIE) continue;
        weft_str rest = req->msg.fields[i].value;
        while (wf_cookie_next(&rest, &cookie, &value))
            if (weft_str_eq(cookie, key)) return value;
    }
    return weft_str_of(NULL, 0);
}
