/* What weft is measured with: the routes of one subject each, and the data that they answer with. */
#ifndef BENCH_APP_H
#define BENCH_APP_H
#include "bench/table.h"

/* Registers its routes, and reads what it needs from `folder` (bench/content.py), which outlives the app. */
void add_pages(weft_app *app, const char *folder);
void add_json(weft_app *app, const char *folder);
#endif
