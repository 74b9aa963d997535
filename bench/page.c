/* How long it takes to render the page of 212 rows x 4 cells: microseconds a page, without a server.
 *
 *     page FOLDER [ROUNDS]       FOLDER has what bench/content.py writes
 *
 * Each way renders into memory of its own and is held against page.html first. Rounds are short and interleaved, and the
 * best of each way is shown, with its ratio to the page by hand. */
#include "table.page.h"

#include "bench/calls.h"
#include "bench/hand.h"
#include <time.h>

enum { PAGES = 50, ROOM = 1 << 16 };

static table cells;
static row rows[TABLE_LINES];
static row_list list = { rows, 0 };
static weft_str finished;
static char *memory;
static weft_buf buffer;

static weft_str copy_finished(void)
{
    memcpy(memory, finished.ptr, finished.len);
    return weft_str_of(memory, finished.len);
}

static weft_str by_hand(void) { return weft_str_of(memory, (size_t)(hand_page(memory, &cells) - memory)); }

static weft_str by_template(void)
{
    buffer.len = 0;
    return table_render(&buffer, &list) ? weft_buf_str(&buffer) : weft_str_of(NULL, 0);
}

static weft_str by_calls(void)
{
    weft_markup m;
    buffer.len = 0;
    weft_markup_into(&m, &buffer);
    calls_page(&m, &list);
    return weft_markup_end(&m) ? weft_buf_str(&buffer) : weft_str_of(NULL, 0);
}

/* ---- Measuring ------------------------------------------------------------------------------------------- */

static struct way {
    const char *name;
    weft_str (*render)(void);
    double best_us;
} ways[] = { { "by hand", by_hand, 1e9 },
             { "compiled template", by_template, 1e9 },
             { "composable calls", by_calls, 1e9 },
             { "copied, finished", copy_finished, 1e9 } };
enum { WAYS = sizeof ways / sizeof *ways };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void measure(struct way *way)
{
    double start = now_us();
    for (int i = 0; i < PAGES; i++) {
        way->render();
        __asm__ volatile("" ::: "memory");
    }
    double us = (now_us() - start) / PAGES;
    if (us < way->best_us) way->best_us = us;
}

int main(int argc, char **argv)
{
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 2000;
    if (argc < 2) {
        fputs("usage: page FOLDER [ROUNDS]\n", stderr);
        return 2;
    }
    table_read(&cells, argv[1], "rows.tsv");
    for (list.rows_count = 0; list.rows_count < cells.count; list.rows_count++) {
        const weft_str *c = cells.lines[list.rows_count];
        rows[list.rows_count] = (row){ c[0], c[1], c[2], c[3] };
    }
    finished = weft_str_of(table_read_file(argv[1], "page.html"), 0);
    finished.len = strlen(finished.ptr);
    memory = calloc(1, ROOM);
    buffer = weft_buf_heap(1 << 20);
    if (!memory || !weft_buf_grow(&buffer, ROOM)) return 1;
    for (size_t i = 0; i < WAYS; i++)
        if (!weft_str_eq(ways[i].render(), finished)) {
            fprintf(stderr, "%s: another page\n", ways[i].name);
            return 1;
        }
    for (long round = 0; round < rounds; round++)
        for (size_t i = 0; i < WAYS; i++) measure(&ways[i]);
    for (size_t i = 0; i < WAYS; i++)
        printf("%-20s %7.3f us  %5.2f\n", ways[i].name, ways[i].best_us, ways[i].best_us / ways[0].best_us);
    return 0;
}
