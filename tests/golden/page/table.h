/* The rows of a large table. */
#ifndef TABLE_H
#define TABLE_H
#include <weft/weft.h>

typedef struct row {
    weft_str id, name, mail, text;
} row;

typedef struct table {
    const row *rows;
    size_t rows_count;
} table;
#endif
