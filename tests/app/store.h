/* What the shop sells: items in memory, shared by all workers. Every function may be called by any thread. */
#ifndef SHOP_STORE_H
#define SHOP_STORE_H
#include <weft/weft.h>

enum { ITEM_NAME = 64, ITEMS_MAX = 1000 };

typedef struct item {     // weft:json
    int64_t id;           // weft:optional
    int64_t cents;        // weft:min=0
    char name[ITEM_NAME]; // weft:length=1..
} item;

typedef struct store store;

typedef enum store_result {
    STORE_DONE,
    STORE_BAD_NAME,
    STORE_BAD_PRICE,
    STORE_TAKEN,
    STORE_FULL
} store_result;

store *store_new(void); /* NULL when memory is out */
void store_free(store *stock);

/* Adds an item of that name and price; *out is it, with its id. */
store_result store_add(store *stock, weft_str name, int64_t cents, item *out);
bool store_find(store *stock, int64_t id, item *out);
bool store_drop(store *stock, int64_t id);
/* Copies up to `max` items with an id above `after`, in order; returns how many. */
size_t store_page(store *stock, int64_t after, item *out, size_t max);
#endif
