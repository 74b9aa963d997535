/* Tab-separated values, read once at start: what the page and the list of records are made from. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

enum { TABLE_COLUMNS = 6, TABLE_LINES = 256, TABLE_PADDING = 64 };

/* Behind the last cell there are TABLE_PADDING bytes that may be read and mean nothing. */
typedef struct table {
    size_t count;
    weft_str lines[TABLE_LINES][TABLE_COLUMNS];
} table;

static inline char *table_read_file(const char *folder, const char *name)
{
    char path[4096], *bytes = calloc(1, (1 << 20) + TABLE_PADDING);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || !bytes) {
        perror(path);
        exit(1);
    }
    bytes[fread(bytes, 1, 1 << 20, file)] = '\0';
    fclose(file);
    return bytes;
}

/* The cells point into memory that is never freed. */
static inline void table_read(table *t, const char *folder, const char *name)
{
    char *at = table_read_file(folder, name);
    for (t->count = 0; *at && t->count < TABLE_LINES; t->count++) {
        size_t column = 0, len;
        do {
            len = strcspn(at, "\t\n");
            t->lines[t->count][column] = weft_str_of(at, len);
            at += len + (at[len] != '\0');
        } while (at[-1] == '\t' && ++column < TABLE_COLUMNS);
    }
}
#endif
