/* The struct that is read first: what most people write. */
#ifndef ITEM_H
#define ITEM_H
#include <weft/weft.h>

typedef struct item { // weft:json
    int64_t  id;      // weft:optional
    weft_str name;
    double   price;
    bool     active;
} item;

typedef struct item_list { // weft:json
    const item *items;
    size_t      items_count;
} item_list;
#endif
