/* Every type that can be JSON. */
#ifndef TYPES_H
#define TYPES_H
#include "ware.h"
#include <weft/json.h>

enum { FEW = 4, SIDE = FEW - 1 };
#define MANY (FEW * 4)

typedef enum color { RED, GREEN, DARK_BLUE } color; // weft:json names=kebab-case
enum level { LEVEL_LOW = -1, LEVEL_HIGH = 40, LEVEL_TOP = 40 /* weft:name=highest */ }; // weft:json prefix=LEVEL_ names=snake_case

typedef struct integers { // weft:json
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    signed char c;
    short s;
    unsigned int u;
    long l;
    unsigned long ul;
    long long ll;
    size_t size;
} integers;

typedef struct scalars { // weft:json
    bool truth;
    float f;
    double d;
    weft_str text;
    char chars[MANY];
    color shade;
    enum level level;
    int64_t when;    // weft:time
    uint8_t id[16];  // weft:uuid
    weft_str raw;    // weft:raw
} scalars;

struct price {
    weft_str key;
    uint16_t value; // weft:max=500
};

struct corner {
    weft_str label;
    int32_t x, y;
}; // weft:json

typedef struct several { // weft:json
    const int64_t *numbers;
    size_t numbers_count;
    const weft_str *texts;
    uint8_t texts_count;
    const ware *items;
    uint32_t items_count;
    ware *own;
    size_t own_count;
    const color *shades;
    size_t shades_count;
    const double (*pairs)[2];
    size_t pairs_count;
    const uint8_t (*ids)[16]; // weft:uuid
    size_t ids_count;
    int32_t matrix[SIDE][2];
    uint16_t bounded[FEW * 2];
    size_t bounded_count;
    const struct price *prices; // weft:map
    size_t prices_count;
    struct corner corners[2];
    struct {
        double lat, lon;
        struct {
            int8_t deep;
        } inner;
    } at;
    struct {
        int64_t flat;
    };
    struct {
        bool on;
    } switches[5];
} several;

typedef struct node { // weft:json
    int32_t value;
    const struct node *next; // weft:optional
    const struct node *children; // weft:optional
    size_t children_count;
} node;
#endif
