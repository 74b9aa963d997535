/* The readers of parameters: four places times five kinds of value times three ways to ask, built from one function for
 * the place, one for each kind, and one for each thing that can be wrong. */
#include "src/web/readers.h"
#include "src/base/buf.h"
#include "src/base/decimal.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/web/request.h"

typedef enum source { SOURCE_PATH, SOURCE_QUERY, SOURCE_FORM, SOURCE_INPUT } source;

/* How a message names a parameter of each: "Missing required form field: x", "Form field x is not a number: v". The
 * path has no missing ones: without them the route would not have matched. */
static const struct {
    const char *missing, *prefix, *suffix;
} words[] = {
    [SOURCE_PATH] = { "", "Path variable {", "}" },
    [SOURCE_QUERY] = { "query parameter", "Query parameter ", "" },
    [SOURCE_FORM] = { "form field", "Form field ", "" },
    [SOURCE_INPUT] = { "parameter", "Parameter ", "" },
};

/* ---- What the client is told ----------------------------------------------------------------------------- */

enum { EXCERPT = 60, MESSAGE_MAX = 2048 };

static const weft_str nothing;

static inline bool is_control(char byte) { return (unsigned char)byte < 0x20 || byte == 0x7f; }

/* What was sent, short and harmless: cut between characters, control bytes as \xHH. */
static void put_excerpt(weft_buf *out, weft_str value)
{
    size_t len = value.len;
    if (len > EXCERPT)
        for (len = EXCERPT; len > 0 && ((unsigned char)value.ptr[len] & 0xc0) == 0x80;) len--;
    for (size_t i = 0; i < len; i++) {
        if (is_control(value.ptr[i]))
            weft_putf(out, "\\x%02x", (unsigned char)value.ptr[i]);
        else
            weft_put_char(out, value.ptr[i]);
    }
    if (len < value.len) weft_put_str(out, weft_lit("..."));
}

static weft_buf begin_message(weft_request *req) { return wf_buf_in(&req->arena, MESSAGE_MAX); }

/* Always false. `spare`: what is said when memory is out, or an enum's names are without end. */
static bool refuse_with(weft_request *req, weft_buf *message, const char *spare)
{
    weft_put_char(message, '\0');
    return wf_request_refuse(req, WEFT_BAD_REQUEST, weft_buf_ok(message) ? message->ptr : spare);
}

bool wf_refuse_missing(weft_request *req, const char *what, const char *name)
{
    weft_buf message = begin_message(req);
    weft_putf(&message, "Missing required %s: %s", what, name);
    return refuse_with(req, &message, "A required parameter is missing");
}

static void put_subject(weft_buf *message, source from, const char *name)
{
    weft_putf(message, "%s%s%s ", words[from].prefix, name, words[from].suffix);
}

static bool refuse_value(weft_request *req, source from, const char *name, const char *what, weft_str value)
{
    weft_buf message = begin_message(req);
    put_subject(&message, from, name);
    weft_putf(&message, "%s: ", what);
    put_excerpt(&message, value);
    return refuse_with(req, &message, "A parameter is malformed");
}

static bool refuse_enum(weft_request *req, source from, const char *name, weft_names names, weft_str value)
{
    weft_buf message = begin_message(req);
    put_subject(&message, from, name);
    weft_put_str(&message, weft_lit("is none of "));
    for (size_t i = 0; i < names.count; i++) weft_putf(&message, "%s%s", i ? ", " : "", names.names[i]);
    weft_put_str(&message, weft_lit(": "));
    put_excerpt(&message, value);
    return refuse_with(req, &message, "A parameter is none of the values that it may have");
}

const char *wf_route_label(const weft_request *req)
{
    const weft_route *route = weft_req_route(req);
    return route ? route->path : "(none yet)";
}

/* ---- Refusals that a reader could not return -------------------------------------------------------------- */

/* The first of them: what comes later may be its consequence. */
void wf_refuse_unsaid(weft_request *req)
{
    wf_refused *unsaid = &req->asked.unsaid;
    if (unsaid->status == 0) *unsaid = (wf_refused){ req->refusal.status, req->refusal.reason };
}

bool wf_params_refused(weft_request *req)
{
    const wf_refused *unsaid = &req->asked.unsaid;
    return unsaid->status != 0 && !wf_request_refuse(req, unsaid->status, unsaid->reason);
}

/* ---- One value ------------------------------------------------------------------------------------------- */

/* The first value, absent when there is none. false: the place it would be in is malformed. The input's form is not
 * looked at when the query has the name. */
static bool find(weft_request *req, source from, const char *name, weft_str *out)
{
    weft_str key = wf_str(name);
    *out = nothing;
    if (from == SOURCE_PATH) return wf_path_param(req, name, out);
    if (from != SOURCE_FORM) {
        if (!wf_query_cut(req)) return false;
        *out = wf_values_first(&req->asked.query, key);
        if (from == SOURCE_QUERY || out->ptr) return true;
    }
    if (!wf_form_cut(req)) return false;
    *out = wf_values_first(&req->asked.form, key);
    return true;
}

static weft_str find_plainly(weft_request *req, source from, const char *name)
{
    weft_str value;
    if (find(req, from, name, &value)) return value;
    wf_refuse_unsaid(req);
    return nothing;
}

/* In all that follows a NULL fallback means that the value is needed. A value that is read from is present. */
typedef enum presence { REFUSED, FALLBACK, PRESENT } presence;

static presence look_up(weft_request *req, source from, const char *name, bool needed, weft_str *value)
{
    if (!find(req, from, name, value)) return REFUSED;
    if (value->ptr) return PRESENT;
    if (!needed) return FALLBACK;
    wf_refuse_missing(req, words[from].missing, name);
    return REFUSED;
}

static bool read_text(weft_request *req, source from, const char *name, const weft_str *fallback,
                      weft_str *out)
{
    weft_str value;
    presence found = look_up(req, from, name, !fallback, &value);
    if (found != REFUSED) *out = found == PRESENT ? value : *fallback;
    return found != REFUSED;
}

static bool read_i64(weft_request *req, source from, const char *name, const int64_t *fallback, int64_t *out)
{
    weft_str value;
    presence found = look_up(req, from, name, !fallback, &value);
    if (found == FALLBACK) *out = *fallback;
    if (found != PRESENT) return found == FALLBACK;
    return wf_i64_read(value, out) || refuse_value(req, from, name, "is not a number", value);
}

static bool read_f64(weft_request *req, source from, const char *name, const double *fallback, double *out)
{
    weft_str value;
    presence found = look_up(req, from, name, !fallback, &value);
    if (found == FALLBACK) *out = *fallback;
    if (found != PRESENT) return found == FALLBACK;
    return wf_f64_read(value, out) || refuse_value(req, from, name, "is not a number", value);
}

static bool read_bool(weft_request *req, source from, const char *name, const bool *fallback, bool *out)
{
    weft_str value;
    presence found = look_up(req, from, name, !fallback, &value);
    if (found == FALLBACK) *out = *fallback;
    if (found != PRESENT) return found == FALLBACK;
    bool truth = wf_str_eq_nocase(value, weft_lit("true"));
    if (!truth && !wf_str_eq_nocase(value, weft_lit("false")))
        return refuse_value(req, from, name, "is neither true nor false", value);
    *out = truth;
    return true;
}

static bool read_enum(weft_request *req, source from, const char *name, weft_names names, const int *fallback,
                      int *out)
{
    weft_str value;
    presence found = look_up(req, from, name, !fallback, &value);
    if (found == FALLBACK) *out = *fallback;
    if (found != PRESENT) return found == FALLBACK;
    for (size_t i = 0; i < names.count; i++) {
        if (!weft_str_eq(value, wf_str(names.names[i]))) continue;
        *out = (int)i;
        return true;
    }
    return refuse_enum(req, from, name, names, value);
}

/* ---- All values ------------------------------------------------------------------------------------------ */

/* Writes the values of a name at `out` (NULL: only counts them); how many there are. */
static size_t collect(const wf_values *values, weft_str name, weft_str *out)
{
    size_t count = 0;
    for (uint32_t i = 0; i < values->count; i++) {
        if (!weft_str_eq(values->list[i].name, name)) continue;
        if (out) out[count] = values->list[i].value;
        count++;
    }
    return count;
}

/* The input's are the query's, then the form's. The two are cut apart, so nothing need be taken away from one that
 * came from the other. */
static bool read_all(weft_request *req, source from, const char *name, const weft_str **out,
                     size_t *out_count)
{
    static const wf_values none;
    weft_str key = wf_str(name), *list = NULL;
    if (from != SOURCE_FORM && !wf_query_cut(req)) return false;
    if (from != SOURCE_QUERY && !wf_form_cut(req)) return false;
    const wf_values *query = from == SOURCE_FORM ? &none : &req->asked.query;
    const wf_values *form = from == SOURCE_QUERY ? &none : &req->asked.form;
    size_t first = collect(query, key, NULL), count = first + collect(form, key, NULL);
    if (count > 0) {
        list = weft_alloc(req, count * sizeof *list);
        if (!list) return false;
        collect(query, key, list);
        collect(form, key, list + first);
    }
    *out = list;
    *out_count = count;
    return true;
}

/* ---- The public ones ------------------------------------------------------------------------------------- */

weft_str weft_param(weft_request *req, const char *name) { return find_plainly(req, SOURCE_PATH, name); }

bool weft_param_i64(weft_request *req, const char *name, int64_t *out)
{
    return read_i64(req, SOURCE_PATH, name, NULL, out);
}
bool weft_param_f64(weft_request *req, const char *name, double *out)
{
    return read_f64(req, SOURCE_PATH, name, NULL, out);
}
bool weft_param_bool(weft_request *req, const char *name, bool *out)
{
    return read_bool(req, SOURCE_PATH, name, NULL, out);
}
bool weft_param_enum(weft_request *req, const char *name, weft_names names, int *out)
{
    return read_enum(req, SOURCE_PATH, name, names, NULL, out);
}

/* Twelve functions for each of the three places that a value may be missing from. */
#define PLACES(X) X(query, SOURCE_QUERY) X(form, SOURCE_FORM) X(input, SOURCE_INPUT)
#define X(place, from)                                                                                      \
    weft_str weft_##place(weft_request *req, const char *name) { return find_plainly(req, from, name); }    \
    bool weft_##place##_text(weft_request *req, const char *name, weft_str fallback, weft_str *out)         \
    {                                                                                                       \
        return read_text(req, from, name, &fallback, out);                                                  \
    }                                                                                                       \
    bool weft_##place##_i64(weft_request *req, const char *name, int64_t fallback, int64_t *out)            \
    {                                                                                                       \
        return read_i64(req, from, name, &fallback, out);                                                   \
    }                                                                                                       \
    bool weft_##place##_f64(weft_request *req, const char *name, double fallback, double *out)              \
    {                                                                                                       \
        return read_f64(req, from, name, &fallback, out);                                                   \
    }                                                                                                       \
    bool weft_##place##_bool(weft_request *req, const char *name, bool fallback, bool *out)                 \
    {                                                                                                       \
        return read_bool(req, from, name, &fallback, out);                                                  \
    }                                                                                                       \
    bool weft_##place##_enum(weft_request *req, const char *name, weft_names names, int fallback, int *out) \
    {                                                                                                       \
        return read_enum(req, from, name, names, &fallback, out);                                           \
    }                                                                                                       \
    bool weft_need_##place(weft_request *req, const char *name, weft_str *out)                              \
    {                                                                                                       \
        return read_text(req, from, name, NULL, out);                                                       \
    }                                                                                                       \
    bool weft_need_##place##_i64(weft_request *req, const char *name, int64_t *out)                         \
    {                                                                                                       \
        return read_i64(req, from, name, NULL, out);                                                        \
    }                                                                                                       \
    bool weft_need_##place##_f64(weft_request *req, const char *name, double *out)                          \
    {                                                                                                       \
        return read_f64(req, from, name, NULL, out);                                                        \
    }                                                                                                       \
    bool weft_need_##place##_bool(weft_request *req, const char *name, bool *out)                           \
    {                                                                                                       \
        return read_bool(req, from, name, NULL, out);                                                       \
    }                                                                                                       \
    bool weft_need_##place##_enum(weft_request *req, const char *name, weft_names names, int *out)          \
    {                                                                                                       \
        return read_enum(req, from, name, names, NULL, out);                                                \
    }                                                                                                       \
    bool weft_##place##_all(weft_request *req, const char *name, const weft_str **out, size_t *out_count)   \
    {                                                                                                       \
        return read_all(req, from, name, out, out_count);                                                   \
    }
PLACES(X)
#undef X
