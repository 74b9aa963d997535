/* The rows of the page, as its template takes them. */
#ifndef BENCH_APP_VIEWS_ROWS_H
#define BENCH_APP_VIEWS_ROWS_H
#include <weft/weft.h>

typedef struct row {
    weft_str number, name, mail, text;
} row;

typedef struct row_list {
    const row *rows;
    size_t rows_count;
} row_list;
#endif
