/* What anybody may ask of the shop. */
#include "tests/app/shop.h"
#include "front.page.h"
#include <stdio.h>
#include <unistd.h>

enum { PAGE = 20, PAGE_MAX = 100 };

static store *items_of(weft_request *req)
{
    shop *my = weft_state(req);
    return my->items;
}

void shop_put_item(weft_buf *out, const item *it)
{
    weft_put_i64(out, it->id);
    weft_putf(out, "\t%s\t%lld.%02d\n", it->name, (long long)(it->cents / 100), (int)(it->cents % 100));
}

const char *shop_reason(store_result result)
{
    switch (result) {
    case STORE_DONE: return "added";
    case STORE_BAD_NAME: return "a name has 1 to 63 bytes, no tabs and no line breaks";
    case STORE_BAD_PRICE: return "a price is not below zero";
    case STORE_TAKEN: return "the name is taken";
    case STORE_FULL: break;
    }
    return "the shop is full";
}

weft_status shop_status(store_result result)
{
    if (result == STORE_DONE) return WEFT_CREATED;
    return result == STORE_TAKEN || result == STORE_FULL ? WEFT_CONFLICT : WEFT_UNPROCESSABLE;
}

/* ---- Items ------------------------------------------------------------------------------------------------- */

static weft_response list_items(weft_request *req)
{
    int64_t after, max;
    item page[PAGE_MAX];
    if (!weft_query_i64(req, "after", 0, &after)) return weft_reject(req);
    if (!weft_query_i64(req, "max", PAGE, &max)) return weft_reject(req);
    if (max < 1 || max > PAGE_MAX) return weft_fail(req, WEFT_UNPROCESSABLE, "max is from 1 to 100");

    size_t count = store_page(items_of(req), after, page, (size_t)max);
    weft_buf text = weft_buf_new(req);
    for (size_t i = 0; i < count; i++) shop_put_item(&text, &page[i]);
    return weft_buffer(req, weft_lit("text/plain; charset=utf-8"), &text);
}

static weft_response tell_item(weft_request *req, const item *it)
{
    weft_buf text = weft_buf_new(req);
    shop_put_item(&text, it);
    return weft_buffer(req, weft_lit("text/plain; charset=utf-8"), &text);
}

static weft_response show_item(weft_request *req)
{
    int64_t id;
    item it;
    if (!weft_param_i64(req, "id", &id)) return weft_reject(req);
    if (!store_find(items_of(req), id, &it)) return weft_fail(req, WEFT_NOT_FOUND, "no such item");
    return tell_item(req, &it);
}

static weft_response add_item(weft_request *req)
{
    weft_str name;
    int64_t cents;
    item it;
    if (!weft_need_form(req, "name", &name)) return weft_reject(req);
    if (!weft_need_form_i64(req, "cents", &cents)) return weft_reject(req);
    store_result result = store_add(items_of(req), name, cents, &it);
    if (result != STORE_DONE) return weft_fail(req, shop_status(result), shop_reason(result));

    weft_response res = weft_as(tell_item(req, &it), WEFT_CREATED);
    weft_str place = weft_textf(req, "/items/%lld", (long long)it.id).as.bytes;
    weft_with(req, &res, "Location", place);
    return res;
}

static weft_response drop_item(weft_request *req)
{
    int64_t id;
    if (!weft_param_i64(req, "id", &id)) return weft_reject(req);
    if (!store_drop(items_of(req), id)) return weft_fail(req, WEFT_NOT_FOUND, "no such item");
    return weft_empty(WEFT_NO_CONTENT);
}

/* ---- The front page, and its rows alone ---------------------------------------------------------------------- */

static weft_response show_front(weft_request *req)
{
    item items[PAGE_MAX];
    return front_page(req, items, store_page(items_of(req), 0, items, PAGE_MAX));
}

static weft_response show_rows(weft_request *req)
{
    item items[PAGE_MAX];
    return front_page_rows(req, items, store_page(items_of(req), 0, items, PAGE_MAX));
}

/* ---- Pages for failures, and what every answer gets ----------------------------------------------------------- */

static weft_response not_found_page(weft_request *req)
{
    weft_str path = weft_req_path(req), reason = weft_reason(req);
    return weft_textf(req, "Nothing at %.*s (%.*s). The items are at /items.\n", (int)path.len, path.ptr,
                      (int)reason.len, reason.ptr);
}

/* For people. Who likes JSON better has weft's own answer, which lists all that is wrong with what was sent. */
static weft_response error_page(weft_request *req)
{
    static const char *const types[] = { "text/plain", "application/problem+json", "application/json" };
    size_t chosen = 0;
    if (!weft_accepts(req, types, 3, &chosen) || chosen > 0) return weft_reject(req);
    weft_str reason = weft_reason(req);
    return weft_textf(req, "Sorry: %.*s.\n", (int)reason.len, reason.ptr);
}

static void harden(weft_request *req, weft_response *res)
{
    weft_with(req, res, "X-Content-Type-Options", weft_lit("nosniff"));
}

/* ---- The app ------------------------------------------------------------------------------------------------- */

static bool begin_session(shop *my)
{
    unsigned char bytes[16];
    if (getentropy(bytes, sizeof bytes) != 0) return false;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(my->session + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

weft_app *shop_app(shop *my)
{
    weft_app *app = begin_session(my) ? weft_app_new(my) : NULL;
    if (!app) return NULL;
    weft_get(app, "/", show_front);
    weft_get(app, "/rows", show_rows);
    weft_get(app, "/items", list_items);
    weft_post(app, "/items", add_item);
    weft_get(app, "/items/{id:int}", show_item);
    weft_delete(app, "/items/{id:int}", drop_item);
    shop_logins(app);
    weft_mount(app, "/admin", shop_admin);
    weft_mount(app, "/api", shop_api);

    weft_on_response(app, harden);
    weft_on_status(app, WEFT_NOT_FOUND, not_found_page);
    weft_on_error(app, error_page);
    if (my->access_log) weft_access_log(app, my->access_log, WEFT_LOG_COMMON);
    return app;
}
