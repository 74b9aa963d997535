/* Structs that have no codec. */
#include <weft/json.h>
typedef struct twice { // weft:json
    int a;
    int b; // weft:name=a
} twice;
typedef struct bare { // weft:json
    int a;            // weft:ignore
} bare;
typedef union either { // weft:json
    int a;
} either;
struct { // weft:json
    int a;
} object;
typedef struct careful { // weft:json names=explicit
    int a;               // weft:name=a
    int b;
} careful;
typedef struct misspelt { // weft:jsn
    int a;
} misspelt;
int function(void); // weft:json
typedef int number; // weft:json
// weft:json
struct LIST(int) { int a; };
