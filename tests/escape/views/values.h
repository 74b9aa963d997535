/* What contexts.html prints in all of its holes, one after the other. */
#ifndef VALUES_H
#define VALUES_H
#include <weft/weft.h>

typedef struct values {
    const weft_str *items;
    size_t items_count;
} values;
#endif
