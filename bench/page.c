/* How long it takes to render the page of 212 rows x 4 cells: microseconds a page, without a server.
 *
 *     page FOLDER [ROUNDS]       FOLDER has what bench/content.py writes
 *
 * Each way renders into memory of its own and is held against page.html first. Rounds are short and interleaved, and the
 * best of each way is shown, with its ratio to the page by hand. */
#include <time.h>
#include <weft/markup.h>
#include "bench/hand.h"

enum { PAGES = 50, ROOM = 1 << 16 };

static table rows;
static weft_str finished;
static char *memory;
static weft_buf buffer;

static weft_str copy_finished(void)
{
    memcpy(memory, finished.ptr, finished.len);
    return weft_str_of(memory, finished.len);
}

static weft_str by_hand(void) { return weft_str_of(memory, (size_t)(hand_page(memory, &rows) - memory)); }

/* ---- As a template is compiled --------------------------------------------------------------------------- */

static char *put_page(weft_page *page, char *at, const table *all)
{
    at = weft_page_room(page, at, 128);
    at = WEFT_PAGE_LIT(
        at, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Table</title></head><body>\n"
            "<h1>Rows</h1>\n<table>\n");
    for (size_t i = 0; i < all->count; i++) {
        const weft_str *cells = all->lines[i];
        at = weft_page_room(page, at, 4 * WEFT_PAGE_HOLE + 64);
        at = WEFT_PAGE_LIT(at, "<tr><td>");
        at = weft_page_text(page, at, cells[0]);
        at = WEFT_PAGE_LIT(at, "</td><td>");
        at = weft_page_text(page, at, cells[1]);
        at = WEFT_PAGE_LIT(at, "</td><td>");
        at = weft_page_text(page, at, cells[2]);
        at = WEFT_PAGE_LIT(at, "</td><td>");
        at = weft_page_text(page, at, cells[3]);
        at = WEFT_PAGE_LIT(at, "</td></tr>\n");
    }
    at = weft_page_room(page, at, 64);
    return WEFT_PAGE_LIT(at, "</table>\n</body></html>\n");
}

static weft_str by_template(void)
{
    weft_page page;
    buffer.len = 0;
    char *at = weft_page_into(&page, &buffer);
    at = put_page(&page, at, &rows);
    return weft_page_end(&page, at) ? weft_buf_str(&buffer) : weft_str_of(NULL, 0);
}

/* ---- By composable calls --------------------------------------------------------------------------------- */

static void print_row(weft_markup *m, const weft_str *cells)
{
    weft_open(m, "tr");
    for (size_t i = 0; i < 4; i++) weft_element(m, "td", cells[i]);
    weft_close(m, "tr");
    weft_literal(m, "\n");
}

static weft_str by_calls(void)
{
    weft_markup m;
    buffer.len = 0;
    weft_markup_into(&m, &buffer);
    weft_literal(&m, "<!DOCTYPE html>\n");
    weft_open(&m, "html");
    weft_open(&m, "head");
    weft_open(&m, "meta");
    weft_attribute(&m, "charset", "utf-8");
    weft_element(&m, "title", "Table");
    weft_close(&m, "head");
    weft_open(&m, "body");
    weft_literal(&m, "\n");
    weft_element(&m, "h1", "Rows");
    weft_literal(&m, "\n");
    weft_open(&m, "table");
    weft_literal(&m, "\n");
    for (size_t i = 0; i < rows.count; i++) print_row(&m, rows.lines[i]);
    weft_close(&m, "table");
    weft_literal(&m, "\n");
    weft_close(&m, "body");
    weft_close(&m, "html");
    weft_literal(&m, "\n");
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
    table_read(&rows, argv[1], "rows.tsv");
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
