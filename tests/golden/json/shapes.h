/* Tagged unions. */
#ifndef SHAPES_H
#define SHAPES_H
#include <weft/json.h>

typedef enum shape_kind { CIRCLE, SQUARE, NOTHING, NUMBER, TEXT } shape_kind; // weft:json names=snake_case

typedef struct square_shape {
    double side;
    weft_str label; // weft:nullable
} square_shape;

typedef struct shape { // weft:json unknown=refuse
    shape_kind kind;   // weft:name=type
    int32_t width;     // weft:optional
    union {
        struct {
            double radius; // weft:min=0
        } circle;
        square_shape square;
        int64_t number;
        weft_str words; // weft:case=TEXT
    } as; // weft:tag=kind
    weft_str note; // weft:optional
} shape;

typedef struct drawing { // weft:json
    const shape *shapes;
    size_t shapes_count;
} drawing;

/* The tag behind the union, and the union without a name. */
typedef struct late { // weft:json
    union {
        struct {
            int32_t x;
        } circle;
        struct {
            int32_t y;
        } square;
    }; // weft:tag=kind
    shape_kind kind;
} late;
#endif
