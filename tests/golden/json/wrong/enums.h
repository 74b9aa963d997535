/* Enums that have no names. */
#include <weft/json.h>
typedef enum same { SAME_A, SAME_B /* weft:name=A */ } same; // weft:json prefix=SAME_
typedef enum other { OTHER_A, B } other;                     // weft:json prefix=OTHER_
typedef enum machine { M = sizeof(int) } machine;
typedef enum loud { LOUD } loud; // weft:json names=explicit
typedef struct enums { // weft:json
    same a;
    other b;
    machine c;
    loud d; // weft:default=quiet
} enums;
