/* The walk of a request for a file: path, mount, form, conditions, ranges, bytes. */
#include "static/serve.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/http/media.h"
#include "src/http/target.h"
#include "src/web/failure.h"
#include "src/web/fields.h"
#include "src/web/plan.h"
#include "src/web/readers.h"
#include "static/find.h"
#include "static/listing.h"
#include "static/parts.h"
#include <errno.h>
#include <stdio.h>

enum { ATTEMPTS = 4 }; /* how often a file is looked at anew because it changed while it was opened */

/* The path as files are named. false: no file is. */
static bool read_path(weft_request *req, weft_str *path)
{
    const wf_message *msg = &req->msg;
    *path = msg->path;
    if (*path->ptr != '/' || path->len >= WF_PATH_ROOM) return false;
    if (msg->path_plain) return true;
    char *decoded = wf_arena_take(&req->arena, path->len);
    ptrdiff_t len = decoded ? wf_percent_decode(decoded, *path, false) : -1;
    *path = weft_str_of(decoded, len < 0 ? 0 : (size_t)len);
    return len > 0;
}

/* ---- Answers --------------------------------------------------------------------------------------------- */

static weft_response unavailable(weft_request *req, const char *path)
{
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "cannot read %s: %s", path, strerror(errno));
    return weft_fail(req, WEFT_UNAVAILABLE, "the server cannot read this file now");
}

/* A directory's links are relative to it, so its address ends in a slash. */
static weft_response to_directory(weft_request *req)
{
    weft_buf location = wf_buf_in(&req->arena, SIZE_MAX);
    weft_put_str(&location, req->msg.path);
    weft_put_char(&location, '/');
    if (req->msg.query.ptr) weft_put_char(&location, '?');
    weft_put_str(&location, req->msg.query);
    if (!weft_buf_ok(&location))
        return weft_fail(req, WEFT_UNAVAILABLE, "this request needs more memory than the server allows one");
    return weft_redirect(req, weft_buf_str(&location));
}

/* The form, and what of it. */
typedef struct choice {
    wf_form *form;
    wf_coding coding;
    wf_condition condition;
    wf_range_result wanted;
    wf_ranges ranges;
} choice;

static void choose(const weft_request *req, const wf_entry *entry, choice *out)
{
    const wf_message *msg = &req->msg;
    unsigned there = 0;
    for (int coding = 0; coding < WF_CODING_COUNT; coding++)
        there |= (unsigned)!!entry->forms[coding] << coding;
    out->coding = there > 1 ? wf_coding_choose(msg, there) : WF_CODING_PLAIN;
    out->form = entry->forms[out->coding];
    out->condition = WF_CONDITION_HOLDS;
    out->wanted = WF_RANGES_IGNORED;
    if (!wf_is_conditional(msg)) return;
    int64_t now_s = wf_clock_unix();
    out->condition = wf_condition_of(msg, &out->form->validators, now_s);
    bool ranged = msg->method == WEFT_GET && wf_message_has(msg, WF_FIELD_RANGE) &&
                  !(msg->repeated >> WF_FIELD_RANGE & 1);
    if (ranged && wf_range_applies(msg, &out->form->validators, now_s))
        out->wanted =
            wf_ranges_read(wf_message_known(msg, WF_FIELD_RANGE), out->form->version.size, &out->ranges);
}

static bool needs_bytes(const weft_request *req, const choice *chosen)
{
    return req->msg.method == WEFT_GET && chosen->condition == WF_CONDITION_HOLDS &&
           chosen->wanted != WF_RANGES_NONE;
}

/* Bytes of the form; for HEAD, where nobody reads them, no more than how many there are. */
static weft_response response_of(const wf_form *form, int64_t from, int64_t length)
{
    if (form->bytes)
        return (weft_response){ .status = WEFT_OK,
                                .kind = WEFT_BYTES,
                                .flags = WF_READY,
                                .type = form->type,
                                .fields = form->fields,
                                .as.bytes = { form->bytes + from, (size_t)length } };
    return (weft_response){ .status = WEFT_OK,
                            .kind = WEFT_FILE,
                            .flags = WF_READY,
                            .type = form->type,
                            .fields = form->fields,
                            .as.file = { .fd = form->fd, .offset = from, .length = length } };
}

static weft_str content_range(weft_request *req, const wf_range *range, int64_t size)
{
    char *text = wf_arena_take(&req->arena, WF_CONTENT_RANGE_MAX);
    return text ? weft_str_of(text, wf_content_range_put(text, range, size)) : weft_str_of(NULL, 0);
}

static weft_response answer_range(weft_request *req, const wf_form *form, const wf_range *range)
{
    weft_response res = response_of(form, range->from, range->length);
    weft_str value = content_range(req, range, form->version.size);
    res.status = 206;
    if (!value.ptr || !wf_fields_add(req, &res, weft_lit("Content-Range"), value)) wf_fields_spent(req, &res);
    return res;
}

static weft_response refuse(weft_request *req, const wf_mount *mount, unsigned status, const char *reason)
{
    weft_response res = weft_fail(req, (weft_status)status, reason);
    if (mount->fields == &mount->own[1]) weft_vary(req, &res, "Accept-Encoding");
    return res;
}

static weft_response unsatisfiable(weft_request *req, const wf_mount *mount, int64_t size)
{
    weft_response res = refuse(req, mount, 416, "the file has no bytes in the ranges that were asked for");
    weft_str value = content_range(req, NULL, size);
    if (!value.ptr || !wf_fields_add(req, &res, weft_lit("Content-Range"), value)) wf_fields_spent(req, &res);
    return res;
}

static weft_response response_for(weft_request *req, const wf_mount *mount, const choice *chosen)
{
    const wf_form *form = chosen->form;
    req->ready = weft_str_of(NULL, 0);
    if (chosen->condition == WF_CONDITION_SAME) {
        req->ready = form->kept_lines;
        return (weft_response){
            .status = WEFT_NOT_MODIFIED, .kind = WEFT_EMPTY, .flags = WF_READY, .fields = form->kept
        };
    }
    if (chosen->condition == WF_CONDITION_FAILED)
        return refuse(req, mount, 412, "the file is not the version that the request is about");
    switch (chosen->wanted) {
    case WF_RANGES_NONE: return unsatisfiable(req, mount, form->version.size);
    case WF_RANGES_SOME:
        if (chosen->ranges.count == 1) return answer_range(req, form, &chosen->ranges.list[0]);
        return wf_parts_answer(req, form, &chosen->ranges);
    case WF_RANGES_IGNORED: break;
    }
    req->ready = form->lines;
    return response_of(form, 0, form->version.size);
}

/* The form outlives the answer, whatever becomes of its entry. */
static bool hold(weft_request *req, wf_form *form)
{
    if (form->lent) return true;
    wf_form_hold(form);
    if (wf_arena_defer(&req->arena, wf_form_release, form)) return true;
    wf_form_release(form);
    return false;
}

/* Answers with the file at place->entry, to which `key` leads. A file that has changed is found again, and may then
 * lead elsewhere: to what is returned. */
static wf_lead answer_file(weft_request *req, weft_str key, wf_moment now, wf_place *place)
{
    choice chosen;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        choose(req, place->entry, &chosen);
        wf_form_opened opened = needs_bytes(req, &chosen)
                                    ? wf_cache_open(req->files, place->entry, chosen.coding)
                                    : WF_FORM_READY;
        if (opened == WF_FORM_READY) {
            req->res = weft_empty(WEFT_INTERNAL);
            if (hold(req, chosen.form))
                req->res = response_for(req, place->mount, &chosen);
            else
                wf_fields_spent(req, &req->res);
            return WF_LEAD_FILE;
        }
        if (opened == WF_FORM_BROKEN) {
            req->res = unavailable(req, wf_entry_path(place->entry));
            return WF_LEAD_FILE;
        }
        wf_lead lead = wf_find_again(req->files, key, now, place);
        if (lead != WF_LEAD_FILE) return lead;
    }
    req->res = weft_fail(req, WEFT_UNAVAILABLE, "this file changes faster than it can be read");
    return WF_LEAD_FILE;
}

/* ---- Fallbacks of single-page apps ----------------------------------------------------------------------- */

/* As browsers do when they navigate; scripts that fetch, and people with curl, say that they take anything. */
static bool names_html(weft_request *req)
{
    static const char *const html[] = { "text/html" };
    weft_str accept, rest, range;
    if (!wf_accept_lines(req, &accept) || !accept.ptr) return false;
    for (rest = accept; (range = wf_list_next(&rest)).ptr;)
        if (wf_str_eq_nocase(wf_media_essence(range), weft_lit("text/html")))
            return wf_accept_best(accept, html, 1) >= 0; /* unless it is refused by q=0 */
    return false;
}

static bool has_extension(weft_str path)
{
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/' && path.ptr[at - 1] != '.') at--;
    return at > 0 && path.ptr[at - 1] == '.';
}

/* The first segment below the mount's prefix; empty when there is none, or it is no plain text. */
static weft_str first_below(const wf_mount *mount, weft_str path)
{
    weft_str rest;
    if (!wf_mount_covers(mount, path, &rest) || rest.len < 2) return weft_lit("");
    rest = weft_str_of(rest.ptr + 1, rest.len - 1);
    weft_str first = wf_str_cut(&rest, '/');
    return memchr(first.ptr, '{', first.len) || memchr(first.ptr, '*', first.len) ? weft_lit("") : first;
}

/* A path that a route shares its first segment with is the routes' to answer or to miss. */
static bool is_routes_own(const weft_app *app, const wf_mount *mount, weft_str path)
{
    weft_str first = first_below(mount, path);
    for (uint32_t i = 0; i < app->routes_count && first.len; i++)
        if (weft_str_eq(first_below(mount, wf_str(app->routes[i].path)), first)) return true;
    return false;
}

/* Makes `*key` the path of the fallback that answers for `*key`; false when none does. */
static bool find_fallback(weft_request *req, weft_str *key)
{
    const wf_static *all = req->files->files;
    for (uint32_t i = 0; i < all->count; i++) {
        const wf_mount *mount = &all->mounts[i];
        weft_str rest;
        if (!mount->options.fallback || !wf_mount_covers(mount, *key, &rest)) continue;
        if (has_extension(*key) || !names_html(req) || is_routes_own(all->app, mount, *key)) continue;
        weft_buf path = wf_buf_in(&req->arena, WF_PATH_ROOM - 1);
        weft_put_str(&path, mount->prefix);
        weft_put_char(&path, '/');
        weft_put_str(&path, wf_str(mount->options.fallback));
        *key = weft_buf_str(&path);
        return weft_buf_ok(&path);
    }
    return false;
}

/* ---- What the pipeline asks ------------------------------------------------------------------------------ */

/* `lead`, and what there is at `place`, as an answer in req->res. false: nothing is there. */
static bool answer_lead(weft_request *req, weft_str key, wf_moment now, wf_lead lead, wf_place *place)
{
    if (lead == WF_LEAD_FILE) lead = answer_file(req, key, now, place);
    switch (lead) {
    case WF_LEAD_FILE: return true;
    case WF_LEAD_SLASH: req->res = to_directory(req); return true;
    case WF_LEAD_LISTING:
        req->res = wf_listing(req, place->mount, wf_cache_root(req->files, place->mount), place->path, key);
        return true;
    case WF_LEAD_BROKEN: req->res = unavailable(req, place->path); return true;
    case WF_LEAD_NOTHING: break;
    }
    return false;
}

bool wf_static_answer(weft_request *req)
{
    weft_str key;
    wf_place place;
    if (!read_path(req, &key)) return false;
    wf_moment now = { .ms = wf_clock_ms(), .turn = req->turn };
    wf_lead lead = wf_find(req->files, key, now, &place);
    if (answer_lead(req, key, now, lead, &place)) return true;
    if (!find_fallback(req, &key)) return false;
    lead = wf_find(req->files, key, now, &place);
    if (!answer_lead(req, key, now, lead, &place)) return false;
    req->res.flags &= (uint8_t)~WF_READY;
    weft_vary(req, &req->res, "Accept");
    return true;
}

bool wf_static_has(weft_request *req)
{
    weft_str key;
    wf_place place;
    return read_path(req, &key) &&
           wf_find(req->files, key, (wf_moment){ .ms = wf_clock_ms() }, &place) != WF_LEAD_NOTHING;
}
