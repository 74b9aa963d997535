/* What the fuzz targets share. A target has an array of seeds, which libFuzzer's corpus starts from, and checks that
 * its parser says the same of an input whole and in pieces, each a buffer of its exact size. */
#ifndef WF_TESTS_FUZZ_H
#define WF_TESTS_FUZZ_H
#include "src/base/check.h"
#include "src/base/str.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* A copy that ASan sees the ends of; free it. */
static inline char *fuzz_copy(const void *bytes, size_t len)
{
    char *copy = malloc(len);
    if (len) memcpy(copy, bytes, len);
    return copy;
}

/* Takes the first byte off the input: it chooses; 0 when there is none. */
static inline uint8_t fuzz_choice(const uint8_t **data, size_t *size)
{
    if (*size == 0) return 0;
    --*size;
    return *(*data)++;
}

/* Bytes of the next piece out of `left`: one each when `pace` is 0, else of changing size. */
static inline size_t fuzz_step(uint32_t *pace, size_t left)
{
    if (left == 0) return 0;
    if (*pace == 0) return 1;
    *pace = *pace * 1664525 + 1013904223;
    if (*pace == 0) *pace = 1;
    size_t step = (*pace >> 16) % (*pace >> 30 ? 7 : 97);
    return step < left ? step : left;
}

/* Writes the seeds into the corpus, the folder that is the program's last argument. */
#define FUZZ_SEEDS(seeds)                                                           \
    int LLVMFuzzerInitialize(int *argc, char ***argv)                               \
    {                                                                               \
        for (size_t i = 0; i < sizeof(seeds) / sizeof *(seeds) && *argc > 1; i++) { \
            char path[4096];                                                        \
            snprintf(path, sizeof path, "%s/seed-%zu", (*argv)[*argc - 1], i);      \
            FILE *file = fopen(path, "w");                                          \
            if (!file) break;                                                       \
            fwrite((seeds)[i].ptr, 1, (seeds)[i].len, file);                        \
            fclose(file);                                                           \
        }                                                                           \
        return 0;                                                                   \
    }
#endif
