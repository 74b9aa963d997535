/* The struct that JSON is measured with, and a codec for it as the generator writes it. */
#ifndef TESTS_JSON_RECORD_H
#define TESTS_JSON_RECORD_H
#include <weft/json.h>

typedef struct record {
    int64_t id;
    weft_str name;
    weft_str email;
    bool active;
    double score;
    const weft_str *tags;
    size_t tags_count;
} record;

extern const weft_codec record_codec;
#endif
