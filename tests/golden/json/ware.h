/* The struct that is read first: what most people write. */
#ifndef WARE_H
#define WARE_H
#include <weft/weft.h>

typedef struct ware { // weft:json
    int64_t  id;      // weft:optional
    weft_str name;
    double   price;
    bool     active;
} ware;

typedef struct ware_list { // weft:json
    const ware *items;
    size_t      items_count;
} ware_list;
#endif
