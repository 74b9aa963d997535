/* The page of 212 rows x 4 cells by composable calls. */
#ifndef BENCH_CALLS_H
#define BENCH_CALLS_H
#include "rows.h"
#include <weft/markup.h>

static inline void calls_row(weft_markup *m, const row *it)
{
    weft_open(m, "tr");
    weft_element(m, "td", it->number);
    weft_element(m, "td", it->name);
    weft_element(m, "td", it->mail);
    weft_element(m, "td", it->text);
    weft_close(m, "tr");
    weft_literal(m, "\n");
}

static inline void calls_page(weft_markup *m, const row_list *all)
{
    weft_literal(m, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">");
    weft_element(m, "title", "Table");
    weft_literal(m, "</head><body>\n");
    weft_element(m, "h1", "Rows");
    weft_literal(m, "\n");
    weft_open(m, "table");
    weft_literal(m, "\n");
    for (size_t i = 0; i < all->rows_count; i++) calls_row(m, &all->rows[i]);
    weft_close(m, "table");
    weft_literal(m, "\n</body></html>\n");
}
#endif
