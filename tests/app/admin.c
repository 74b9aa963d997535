/* What only the admin may ask of the shop. */
#include "tests/app/shop.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Logging in and out -------------------------------------------------------------------------------------- */

static weft_str view(const char *text) { return weft_str_of(text, strlen(text)); }

static weft_response login_page(weft_request *req)
{
    (void)req;
    return weft_html(weft_lit("<!doctype html><title>Login</title><form method=post>"
                              "<input type=password name=password><button>Log in</button></form>\n"));
}

static weft_response log_in(weft_request *req)
{
    const shop *my = weft_state(req);
    weft_str password;
    if (!weft_need_form(req, "password", &password)) return weft_reject(req);
    if (!weft_str_eq(password, view(my->password)))
        return weft_fail(req, WEFT_FORBIDDEN, "that is not the password");
    weft_response res = weft_as(weft_redirect(req, weft_lit("/admin/report")), WEFT_SEE_OTHER);
    weft_with_cookie(req, &res, (weft_cookie){ .name = weft_lit("admin"), .value = view(my->session) });
    return res;
}

static weft_response log_out(weft_request *req)
{
    weft_response res = weft_as(weft_redirect(req, weft_lit("/items")), WEFT_SEE_OTHER);
    weft_drop_cookie(req, &res, "admin", NULL);
    return res;
}

static weft_response guard(weft_request *req)
{
    const shop *my = weft_state(req);
    if (weft_str_eq(weft_req_cookie(req, "admin"), view(my->session))) return weft_next();
    return weft_as(weft_redirect(req, weft_lit("/login")), WEFT_SEE_OTHER);
}

/* ---- Photos -------------------------------------------------------------------------------------------------- */

/* The file gets a name of our own: the client's is never a path. */
static weft_response save_photo(weft_request *req)
{
    const shop *my = weft_state(req);
    weft_upload photo;
    char path[4096];
    if (!weft_need_upload(req, "photo", &photo)) return weft_reject(req);
    snprintf(path, sizeof path, "%s/photo-XXXXXX", my->photos);
    int fd = mkstemp(path);
    if (fd < 0) return weft_fail(req, WEFT_INTERNAL, "the photo could not be kept");
    bool kept = weft_upload_copy(req, &photo, fd);
    close(fd);
    if (!kept) {
        unlink(path);
        return weft_reject(req);
    }
    return weft_as(
        weft_textf(req, "%s, %llu bytes\n", strrchr(path, '/') + 1, (unsigned long long)photo.size),
        WEFT_CREATED);
}

/* ---- Importing: a line for each item, its price in cents, a space, its name ----------------------------------- */

static store_result import_line(store *items, weft_str line)
{
    item added;
    int64_t cents = 0;
    size_t at = 0;
    for (; at < line.len && at < 12 && line.ptr[at] >= '0' && line.ptr[at] <= '9'; at++)
        cents = cents * 10 + (line.ptr[at] - '0');
    if (at == 0 || at == line.len || line.ptr[at] != ' ') return STORE_BAD_PRICE;
    return store_add(items, weft_str_of(line.ptr + at + 1, line.len - at - 1), cents, &added);
}

static weft_response import_items(weft_request *req)
{
    const shop *my = weft_state(req);
    weft_str line;
    for (int count = 0;; count++) {
        if (!weft_req_line(req, 200, &line)) return weft_reject(req);
        if (!line.ptr) return weft_textf(req, "%d items\n", count);
        store_result result = import_line(my->items, line);
        if (result != STORE_DONE)
            return weft_as(weft_textf(req, "Item %d: %s.\n", count + 1, shop_reason(result)),
                           shop_status(result));
    }
}

/* ---- The report: all items, a hundred at a time, as the socket takes them -------------------------------------- */

typedef struct report {
    store *items;
    int64_t last; /* the id of the last item that was put */
} report;

static weft_pull next_items(weft_buf *out, void *state)
{
    report *so_far = state;
    item page[100];
    size_t count = store_page(so_far->items, so_far->last, page, 100);
    for (size_t i = 0; i < count; i++) shop_put_item(out, &page[i]);
    if (count == 0) return WEFT_END;
    so_far->last = page[count - 1].id;
    return WEFT_MORE;
}

static weft_response send_report(weft_request *req)
{
    static const weft_source all_items = { .next = next_items };
    const shop *my = weft_state(req);
    report *state = weft_alloc(req, sizeof *state);
    if (!state) return weft_reject(req);
    state->items = my->items;
    weft_response res = weft_stream(weft_lit("text/tab-separated-values"), &all_items, state, -1);
    weft_attachment(req, &res, weft_lit("items.tsv"));
    return res;
}

/* ---- The routes ---------------------------------------------------------------------------------------------- */

void shop_logins(weft_app *app)
{
    weft_get(app, "/login", login_page);
    weft_post(app, "/login", log_in);
    weft_post(app, "/logout", log_out);
}

void shop_admin(weft_app *app)
{
    weft_before(app, "/*", guard);
    weft_get(app, "/report", send_report);
    weft_add(app, (weft_route){ .method = WEFT_POST,
                                .path = "/import",
                                .handler = import_items,
                                .description = "adds a line of text for each item",
                                .body_limit = 100u << 20,
                                .spill = true });
    weft_add(app, (weft_route){ .method = WEFT_POST,
                                .path = "/photos",
                                .handler = save_photo,
                                .description = "keeps the upload `photo`",
                                .body_limit = 100u << 20,
                                .spill = true });
}
