/* What the JSON scenarios write: an object of 27 bytes, and the list of 100 records. */
#ifndef BENCH_APP_RECORD_H
#define BENCH_APP_RECORD_H
#include <weft/weft.h>

typedef struct note { // weft:json
    weft_str message;
} note;

typedef struct record { // weft:json
    int64_t id;
    weft_str name;
    weft_str email;
    bool active;
    double score;
    const weft_str *tags;
    size_t tags_count;
} record;
#endif
