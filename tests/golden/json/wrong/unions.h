/* Unions that cannot be told apart. */
#include <weft/json.h>
typedef enum kind { ONE, TWO } kind; // weft:json names=snake_case
typedef struct no_tag { // weft:json
    kind kind;
    union {
        int one;
    } as; // weft:tag=knid
} no_tag;
typedef struct number_tag { // weft:json
    int kind;
    union {
        int one;
    } as; // weft:tag=kind
} number_tag;
typedef struct no_case { // weft:json
    kind kind;
    union {
        int three;
        int one; // weft:case=TWO
    } as; // weft:tag=kind
} no_case;
typedef struct two_unions { // weft:json
    kind kind;
    union {
        int one;
    } as; // weft:tag=kind
    union {
        int two;
    } or; // weft:tag=kind
} two_unions;
typedef struct name_twice { // weft:json
    kind kind;
    int one;
    union {
        int one;
    } as; // weft:tag=kind
} name_twice;
typedef struct inner { // weft:json
    union {
        union {
            int a;
        } one;
    } as; // weft:tag=kind
    kind kind;
} inner;
