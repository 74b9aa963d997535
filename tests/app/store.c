/* A list in the order of ids, behind one lock that is never held while anything else is done. */
#include "tests/app/store.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct store {
    pthread_mutex_t lock;
    int64_t last_id;
    size_t count;
    item items[ITEMS_MAX];
};

store *store_new(void)
{
    store *stock = calloc(1, sizeof *stock);
    if (stock) pthread_mutex_init(&stock->lock, NULL);
    return stock;
}

void store_free(store *stock)
{
    if (!stock) return;
    pthread_mutex_destroy(&stock->lock);
    free(stock);
}

/* The place of the first item with an id of `id` or above. */
static size_t place_of(const store *stock, int64_t id)
{
    size_t low = 0, high = stock->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (stock->items[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has(const store *stock, size_t place, int64_t id)
{
    return place < stock->count && stock->items[place].id == id;
}

static store_result add(store *stock, item *it)
{
    for (size_t i = 0; i < stock->count; i++)
        if (strcmp(stock->items[i].name, it->name) == 0) return STORE_TAKEN;
    if (stock->count == ITEMS_MAX) return STORE_FULL;
    it->id = ++stock->last_id;
    stock->items[stock->count++] = *it;
    return STORE_DONE;
}

store_result store_add(store *stock, weft_str name, int64_t cents, item *out)
{
    bool tabs = name.len && (memchr(name.ptr, '\t', name.len) || memchr(name.ptr, '\n', name.len));
    if (name.len == 0 || name.len >= ITEM_NAME || tabs || memchr(name.ptr, '\0', name.len))
        return STORE_BAD_NAME;
    if (cents < 0) return STORE_BAD_PRICE;
    *out = (item){ .cents = cents };
    memcpy(out->name, name.ptr, name.len);
    pthread_mutex_lock(&stock->lock);
    store_result result = add(stock, out);
    pthread_mutex_unlock(&stock->lock);
    return result;
}

bool store_find(store *stock, int64_t id, item *out)
{
    pthread_mutex_lock(&stock->lock);
    size_t place = place_of(stock, id);
    bool found = has(stock, place, id);
    if (found) *out = stock->items[place];
    pthread_mutex_unlock(&stock->lock);
    return found;
}

bool store_drop(store *stock, int64_t id)
{
    pthread_mutex_lock(&stock->lock);
    size_t place = place_of(stock, id);
    bool found = has(stock, place, id);
    if (found) {
        item *gone = &stock->items[place];
        stock->count--;
        memmove(gone, gone + 1, (stock->count - place) * sizeof *gone);
    }
    pthread_mutex_unlock(&stock->lock);
    return found;
}

size_t store_page(store *stock, int64_t after, item *out, size_t max)
{
    pthread_mutex_lock(&stock->lock);
    size_t from = after < stock->last_id ? place_of(stock, after + 1) : stock->count;
    size_t count = stock->count - from < max ? stock->count - from : max;
    memcpy(out, stock->items + from, count * sizeof *out);
    pthread_mutex_unlock(&stock->lock);
    return count;
}
