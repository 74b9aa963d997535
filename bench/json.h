/* What bench/json.c measures: weft in the program itself, others in shared objects that it is given. */
#ifndef BENCH_JSON_H
#define BENCH_JSON_H
#include "tests/json/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Both reuse their memory from call to call; what they return is valid until the next. NULL: not able to. */
typedef struct json_rival {
    const char *name;
    /* Writes the array of all records; *text is what was written. */
    size_t (*out)(const record *all, size_t count, const char **text);
    /* Reads an array of records in any order of keys. The text is padded with 64 NULs. NULL: refused. */
    const record *(*in)(const char *text, size_t len, size_t *count);
} json_rival;

/* What a shared object exports: its rivals, ended by one without a name. */
extern const json_rival json_rivals[];

#ifdef __cplusplus
}
#endif
#endif
