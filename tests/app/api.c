/* The shop for programs: items as JSON. */
#include "tests/app/shop.h"
#include "store.json.h"
#include <string.h>

enum { PAGE = 100 };

static store *items_of(weft_request *req)
{
    shop *my = weft_state(req);
    return my->items;
}

static weft_response list_items(weft_request *req)
{
    int64_t after;
    item page[PAGE];
    if (!weft_query_i64(req, "after", 0, &after)) return weft_reject(req);
    weft_response res = weft_json_list(req, &item_codec, page, store_page(items_of(req), after, page, PAGE));
    return weft_query(req, "pretty").ptr ? weft_pretty(req, res) : res;
}

static weft_response show_item(weft_request *req)
{
    int64_t id;
    item it;
    if (!weft_param_i64(req, "id", &id)) return weft_reject(req);
    if (!store_find(items_of(req), id, &it)) return weft_fail(req, WEFT_NOT_FOUND, "no such item");
    return item_json(req, &it);
}

static store_result add(weft_request *req, item *it)
{
    item asked = *it;
    return store_add(items_of(req), weft_str_of(asked.name, strlen(asked.name)), asked.cents, it);
}

static weft_response add_item(weft_request *req)
{
    item it;
    if (!item_read(req, &it)) return weft_reject(req);
    store_result result = add(req, &it);
    if (result != STORE_DONE) return weft_fail(req, shop_status(result), shop_reason(result));
    return weft_as(item_json(req, &it), WEFT_CREATED);
}

/* An array or lines of items; those whose name is taken stay as they are. */
static weft_response import_items(weft_request *req)
{
    int added = 0;
    item it;
    for (bool more = true; more;) {
        if (!weft_read_item(req, &item_codec, &it, &more)) return weft_reject(req);
        if (more) added += add(req, &it) == STORE_DONE;
    }
    return weft_textf(req, "%d added\n", added);
}

/* All items, one by one, however many there are. */
typedef struct export
{
    store *from;
    item last;
}
export;

static weft_pull next_item(void *state, const void **next)
{
    export *all = state;
    *next = &all->last;
    return store_page(all->from, all->last.id, &all->last, 1) ? WEFT_MORE : WEFT_END;
}

static weft_response export_items(weft_request *req)
{
    static const weft_items items = { .codec = &item_codec, .next = next_item };
    export *all = weft_alloc(req, sizeof *all);
    if (!all) return weft_reject(req);
    all->from = items_of(req);
    return weft_ndjson(req, &items, all);
}

void shop_api(weft_app *app)
{
    weft_get(app, "/items", list_items);
    weft_post(app, "/items", add_item);
    weft_get(app, "/items/{id:int}", show_item);
    weft_post(app, "/import", import_items);
    weft_get(app, "/export", export_items);
}
