/* Records to read and write: the same ones in every run. */
#ifndef TESTS_JSON_RECORDS_H
#define TESTS_JSON_RECORDS_H
#include "tests/json/record.h"

typedef enum records_kind {
    RECORDS_PLAIN,
    RECORDS_KOREAN,
    RECORDS_ESCAPED,
    RECORDS_LONG,
    RECORDS_DOUBLES
} records_kind;

enum { RECORDS_COUNT = 100, RECORDS_TAGS = 3 };

/* A list of RECORDS_COUNT records, about 138 bytes of JSON each when they are plain; zeroed by its owner. */
typedef struct records {
    record all[RECORDS_COUNT];
    weft_str tags[RECORDS_COUNT][RECORDS_TAGS];
    char text[RECORDS_COUNT * 1024];
    size_t text_len;
} records;

void records_make(records *to, records_kind kind);
bool record_eq(const record *a, const record *b);
#endif
