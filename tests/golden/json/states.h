/* Missing, null and a value; defaults and limits; names. */
#ifndef STATES_H
#define STATES_H
#include <weft/json.h>

typedef enum sort_order { SMALL, LARGE } sort_order; // weft:json names=snake_case

typedef struct states { // weft:json names=camelCase
    int32_t optional_number;       // weft:optional
    int32_t told_number;           // weft:optional
    weft_presence told_number_is;
    int32_t null_number;           // weft:nullable
    weft_presence null_number_is;
    int32_t any_number;            // weft:optional nullable
    weft_presence any_number_is;
    weft_str optional_text;        // weft:optional
    weft_str null_text;            // weft:nullable
    weft_str any_text;             // weft:optional nullable
    weft_presence any_text_is;
    const int64_t *optional_list;  // weft:optional
    size_t optional_list_count;
    const int64_t *null_list;      // weft:nullable
    size_t null_list_count;
    const int64_t *pointer;        // weft:optional
    const double *null_pointer;    // weft:nullable
    int64_t *any_pointer;          // weft:optional nullable
    weft_presence any_pointer_is;
    weft_str json;                 // weft:raw optional
} states;

typedef struct defaults { // weft:json
    int32_t page;     // weft:default=1
    int64_t low;      // weft:default=-9223372036854775808
    double ratio;     // weft:default=0.5
    bool on;          // weft:default=true
    weft_str title;   // weft:default="a \"title\""
    sort_order order; // weft:default=large
} defaults;

typedef struct limits { // weft:json
    int8_t low;              // weft:min=-5
    uint32_t high;           // weft:max=4000000000
    int64_t range;           // weft:min=-9223372036854775808 max=9223372036854775806
    double real;             // weft:min=-0.5 max=1e3
    float single;            // weft:max=0.1
    weft_str text;           // weft:length=2..5
    weft_str exact;          // weft:length=1 optional
    char chars[16];          // weft:length=1..
    const int16_t *numbers;  // weft:min=0 count=1..3
    size_t numbers_count;
    const weft_str *texts;   // weft:length=..2 count=2 optional
    size_t texts_count;
    int32_t maybe;           // weft:optional min=1
    uint8_t grid[2][2];      // weft:max=9
} limits;

typedef struct renamed { // weft:json names=PascalCase
    int32_t first_name;
    int32_t HTTPPort;
    int32_t renamed;   // weft:name=@id
    int32_t quoted;    // weft:name="a \"b\" \\ é"
    int32_t hidden;    // weft:ignore
    void *secret;      // weft:ignore
} renamed;

typedef struct strict { // weft:json unknown=refuse
    int32_t a;
} strict;

typedef struct lenient { // weft:json duplicates=last
    int32_t a;
    const int32_t *list; // weft:optional
    size_t list_count;
    weft_str text; // weft:nullable
} lenient;
#endif
