/* Renders views/contexts.html, over and over, for check.mjs and browse.mjs.
 *
 * In: a count of values, then for each its length and bytes. Out: the page's length and bytes. Counts and lengths are 32 bits,
 * little-endian; a length of 0xFFFFFFFF is an absent value. The first value is the page's title. Ends with its input. */
#include "contexts.page.h"
#include <stdio.h>
#include <stdlib.h>

enum { VALUES_MAX = 4096, INPUT_MAX = 1 << 26, PAGE_MAX = 1 << 30 };
static const uint32_t ABSENT = 0xFFFFFFFF;

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "render: %s\n", why);
    exit(1);
}

/* false at the end of the input. */
static bool read_number(uint32_t *out)
{
    unsigned char bytes[4];
    if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes) return false;
    *out = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return true;
}

/* A value in memory of its own, of exactly its size, so that a sanitizer sees every byte that is read too many. */
static weft_str read_value(void)
{
    uint32_t len;
    if (!read_number(&len)) stop("the input ends within a request");
    if (len == ABSENT) return weft_str_of(NULL, 0);
    if (len > INPUT_MAX) stop("a value is too long");
    char *bytes = malloc(len > 0 ? len : 1);
    if (!bytes) stop("memory is out");
    if (fread(bytes, 1, len, stdin) != len) stop("the input ends within a value");
    return weft_str_of(bytes, len);
}

static void write_page(const weft_buf *page)
{
    uint32_t len = (uint32_t)page->len;
    unsigned char head[4] = { (unsigned char)len, (unsigned char)(len >> 8), (unsigned char)(len >> 16),
                              (unsigned char)(len >> 24) };
    if (fwrite(head, 1, sizeof head, stdout) != sizeof head ||
        fwrite(page->ptr, 1, page->len, stdout) != page->len || fflush(stdout) != 0)
        stop("the page could not be written");
}

int main(void)
{
    static weft_str items[VALUES_MAX];
    weft_buf out = weft_buf_heap(PAGE_MAX);
    for (uint32_t count; read_number(&count);) {
        if (count == 0 || count > VALUES_MAX) stop("too few or too many values");
        for (uint32_t i = 0; i < count; i++) items[i] = read_value();
        values all = { .items = items, .items_count = count };
        out.len = 0;
        if (!contexts_render(&out, &all, items[0])) stop("a page could not be rendered");
        write_page(&out);
        for (uint32_t i = 0; i < count; i++) free((void *)(uintptr_t)items[i].ptr);
    }
    weft_buf_free(&out);
    return 0;
}
