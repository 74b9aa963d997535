/* Fields of a response: added, replaced, taken away; Vary. */
#include "src/web/fields.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/web/failure.h"

/* Fields that a response has once at most, and so are replaced. All others repeat: lists (Cache-Control, Link, Allow),
 * Set-Cookie, WWW-Authenticate, and Content-Security-Policy, whose policies all hold. */
#define SINGLETONS(X)                                                             \
    X("Access-Control-Allow-Credentials", "Fetch: true or absent")                \
    X("Access-Control-Allow-Origin", "Fetch: two of them fail every CORS check")  \
    X("Access-Control-Max-Age", "Fetch: one number")                              \
    X("Age", "RFC 9111 section 5.1: one number")                                  \
    X("Content-Disposition", "RFC 6266: one disposition")                         \
    X("Content-Location", "RFC 9110 section 8.7: one URI")                        \
    X("Content-Range", "RFC 9110 section 14.4: one range")                        \
    X("Cross-Origin-Embedder-Policy", "HTML: a structured item")                  \
    X("Cross-Origin-Opener-Policy", "HTML: a structured item")                    \
    X("Cross-Origin-Resource-Policy", "Fetch: one keyword, two are ignored")      \
    X("ETag", "RFC 9110 section 8.8.3: one validator")                            \
    X("Expires", "RFC 9111 section 5.3: one date")                                \
    X("Last-Modified", "RFC 9110 section 8.8.2: one date")                        \
    X("Location", "RFC 9110 section 10.2.2: one URI")                             \
    X("Origin-Agent-Cluster", "HTML: a structured item")                          \
    X("Referrer-Policy", "the last one holds, so earlier ones say nothing")       \
    X("Refresh", "HTML: one time and URL")                                        \
    X("Retry-After", "RFC 9110 section 10.2.3: one time")                         \
    X("Server", "RFC 9110 section 10.2.4: one product line")                      \
    X("SourceMap", "ECMA-426: one URL")                                           \
    X("Strict-Transport-Security", "RFC 6797 section 8.1: only the first counts") \
    X("X-Content-Type-Options", "Fetch: only the first counts")                   \
    X("X-Frame-Options", "HTML: two that differ block every frame")

static bool is_singleton(weft_str name)
{
    static const weft_str names[] = {
#define X(name, why) WEFT_LIT(name),
        SINGLETONS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (wf_str_eq_nocase(name, names[i])) return true;
    return false;
}

/* ---- The list -------------------------------------------------------------------------------------------- */

/* The newest field `name` from `field` on; NULL when there is none. */
static const weft_field *find(const weft_field *field, weft_str name)
{
    while (field && !wf_str_eq_nocase(field->name, name)) field = field->next;
    return field;
}

/* A list without the fields `name`: behind the last of them it is the old one, in front of it a copy. */
static bool copy_without(weft_request *req, const weft_field **list, weft_str name)
{
    const weft_field *last = NULL, *first = NULL, **link = &first;
    for (const weft_field *f = find(*list, name); f; f = find(f->next, name)) last = f;
    if (!last) return true;
    for (const weft_field *f = *list; f != last; f = f->next) {
        if (wf_str_eq_nocase(f->name, name)) continue;
        weft_field *copy = wf_arena_take(&req->arena, sizeof *copy);
        if (!copy) return false;
        *copy = (weft_field){ .name = f->name, .value = f->value };
        *link = copy;
        link = &copy->next;
    }
    *link = last->next;
    *list = first;
    return true;
}

bool wf_fields_add(weft_request *req, weft_response *res, weft_str name, weft_str value)
{
    weft_field *field = wf_arena_take(&req->arena, sizeof *field);
    if (!field) return false;
    *field = (weft_field){ .next = res->fields, .name = name, .value = value };
    res->fields = field;
    return true;
}

bool wf_fields_set(weft_request *req, weft_response *res, weft_str name, weft_str value)
{
    weft_response changed = *res;
    if (!copy_without(req, &changed.fields, name) || !wf_fields_add(req, &changed, name, value)) return false;
    res->fields = changed.fields;
    return true;
}

void wf_fields_append(weft_request *req, weft_response *res, const weft_field *more)
{
    const weft_field *own = res->fields, *first = own, **link = &first;
    for (; more; more = more->next) {
        if (is_singleton(more->name) && find(own, more->name)) continue;
        weft_field *copy = wf_arena_take(&req->arena, sizeof *copy);
        if (!copy) {
            wf_fields_spent(req, res);
            return;
        }
        *copy = (weft_field){ .next = own, .name = more->name, .value = more->value };
        *link = copy;
        link = &copy->next;
    }
    res->fields = first;
}

void wf_fields_spent(weft_request *req, weft_response *res)
{
    wf_response_drop(res);
    *res = weft_fail(req, WEFT_INTERNAL, "the response outgrew the memory a request may use");
}

/* ---- What may be said ------------------------------------------------------------------------------------ */

/* The server frames its answers itself: an app that could say these fields could desynchronise a connection. */
static bool is_servers_own(weft_str name)
{
    switch (wf_field_find(name)) {
    case WF_FIELD_CONTENT_LENGTH:
    case WF_FIELD_TRANSFER_ENCODING:
    case WF_FIELD_CONNECTION:
    case WF_FIELD_KEEP_ALIVE:
    case WF_FIELD_DATE: return true;
    default: return false;
    }
}

static const char *field_mistake(weft_str name, weft_str value)
{
    if (!wf_is_token(name)) return "its name is not a token";
    if (is_servers_own(name)) return "the server sets it itself";
    if (!wf_is_field_value(value)) return "its value holds a control byte";
    return NULL;
}

static bool may_send(weft_request *req, weft_response *res, weft_str name, weft_str value)
{
    static wf_log_gate gate;
    const char *mistake = field_mistake(name, value);
    if (mistake)
        wf_mistake(req, res, &gate, "response field \"%.*s\" refused: %s", (int)name.len, name.ptr, mistake);
    return mistake == NULL;
}

/* The type has a place of its own, so that there is one. */
static bool put(weft_request *req, weft_response *res, weft_str name, weft_str value)
{
    if (wf_field_find(name) == WF_FIELD_CONTENT_TYPE) {
        res->type = value;
        return true;
    }
    return is_singleton(name) ? wf_fields_set(req, res, name, value) : wf_fields_add(req, res, name, value);
}

void weft_with(weft_request *req, weft_response *res, const char *name_text, weft_str value)
{
    weft_str name = wf_str(name_text);
    if (may_send(req, res, name, value) && !put(req, res, name, value)) wf_fields_spent(req, res);
}

void weft_without(weft_request *req, weft_response *res, const char *name)
{
    if (wf_field_find(wf_str(name)) == WF_FIELD_CONTENT_TYPE)
        res->type = weft_str_of(NULL, 0);
    else if (!copy_without(req, &res->fields, wf_str(name)))
        wf_fields_spent(req, res);
}

/* ---- Vary ------------------------------------------------------------------------------------------------ */

/* All that the Vary fields of a response say, and `name` behind it. Absent when memory is out. */
static weft_str joined_vary(weft_request *req, const weft_field *fields, weft_str name)
{
    weft_buf list = wf_buf_in(&req->arena, SIZE_MAX);
    for (const weft_field *f = find(fields, weft_lit("Vary")); f; f = find(f->next, weft_lit("Vary"))) {
        if (f->value.len == 0) continue;
        weft_put_str(&list, f->value);
        weft_put_str(&list, weft_lit(", "));
    }
    weft_put_str(&list, name);
    return weft_buf_ok(&list) ? weft_buf_str(&list) : weft_str_of(NULL, 0);
}

bool wf_fields_vary(weft_request *req, weft_response *res, weft_str name)
{
    const weft_field *vary = find(res->fields, weft_lit("Vary"));
    for (const weft_field *f = vary; f; f = find(f->next, weft_lit("Vary")))
        if (wf_list_has(f->value, name) || wf_list_has(f->value, weft_lit("*"))) return true;
    bool alone = !vary || weft_str_eq(name, weft_lit("*"));
    weft_str value = alone ? name : joined_vary(req, res->fields, name);
    return value.ptr && wf_fields_set(req, res, weft_lit("Vary"), value);
}

void weft_vary(weft_request *req, weft_response *res, const char *name_text)
{
    static wf_log_gate gate;
    weft_str name = wf_str(name_text);
    if (!wf_is_token(name))
        wf_mistake(req, res, &gate, "weft_vary(\"%.*s\"): not the name of a field", (int)name.len, name.ptr);
    else if (!wf_fields_vary(req, res, name))
        wf_fields_spent(req, res);
}
