/* What the templates of these tests show. */
#ifndef SHOP_H
#define SHOP_H
#include <weft/weft.h>

typedef enum color { RED, GREEN = 5, BLUE, SKY = BLUE } color;

typedef struct item {
    int64_t id;
    weft_str name;
    double price;
    bool active;
    color tint;
    const char *note;
    unsigned level : 3;
    char code[8];
} item;

typedef struct item_list {
    const item *items;
    size_t items_count;
    const weft_str *tags;
    int tags_count;
    int sizes[3];
} item_list;

typedef struct node {
    weft_str name;
    const struct node *children;
    size_t children_count;
} node;

enum { PAGE_SIZE = 20 };
#define SHOP_NAME "Lamps & more"

static inline bool is_cheap(const item *it) { return it->price < 10; }
static inline weft_str item_code(const item *it) { return weft_str_of(it->code, 3); }
#endif
