/* Marks that say what cannot be. */
#include <weft/json.h>
typedef struct options { // weft:json names=shouting unknown=ignore duplicates=first colour=red name=x
    int a;         // weft:optoinal
    int b;         // weft:json optional
    int c;         // weft:min max=
    int d;         // weft:optional=yes
    int e;         // weft:min=1 min=2
    int f;         // weft:name="open
    int g;         // weft:name="a\tb" nullable
    int h;         // weft:length=3
    weft_str i;    // weft:min=3 count=4 length=5..4
    int8_t j;      // weft:max=200
    uint8_t k;     // weft:min=-1
    double l;      // weft:max=1.5.2
    int m;         // weft:default=one
    void *n;       // weft:ignore default=1
    weft_str o;    // weft:default=x nullable
    int p;         // weft:time
    int q;         // weft:uuid
    int r;         // weft:raw
    int s;         // weft:map
    int t;         // weft:tag=a
    int u;         // weft:case=A
    int v;         // weft:optional nullable
    int w;         // weft:nullable
    int x;
    weft_presence x_is;
    const int *y;
    size_t y_count; // weft:name=z
    char chars[4]; // weft:default=abc
    int names;     // weft:names=camelCase
    struct { // a default that cannot be
        int z;
    } inner; // weft:default=1
} options;
