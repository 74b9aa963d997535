/* Members that are no JSON. */
#include <weft/json.h>
struct unmarked {
    int x;
};
struct nowhere;
typedef struct members { // weft:json
    int bits : 3;
    char letter;
    const char *text;
    long double wide;
    void *anything;
    void (*call)(int);
    int *pointer;
    int open[];
    int none[0];
    int huge[100000];
    int unknown_length[sizeof(int)];
    const int fixed;
    union {
        int a;
        float b;
    } either;
    struct unmarked plain;
    struct nowhere *far; // weft:optional
    itn32_t misspelt;
    mystery_t mystery;
    int broken broken;
    const struct {
        int x;
    } *nameless;
    size_t nameless_count;
    const int *signed_list;
    int signed_list_count;
    enum {
        A
    } anonymous;
    enum unseen later;
    _Complex double imaginary;
    weft_str *where_to; // weft:map
    size_t where_to_count;
    const weft_str *const *strings;
    size_t strings_count;
} members;
