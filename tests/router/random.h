/* Random route sets and paths that hit them often: few words, few depths, many overlaps. */
#ifndef WF_TESTS_ROUTER_RANDOM_H
#define WF_TESTS_ROUTER_RANDOM_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

static inline uint32_t random_below(uint64_t *state, uint32_t limit)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % limit);
}

static const char *const random_words[] = { "a",
                                            "b",
                                            "users",
                                            "users-of-a-long-name",
                                            "users-of-a-long-nAme",
                                            "exactly8",
                                            "exactly8exactly8",
                                            "caf\xC3\xA9",
                                            "42",
                                            "-7",
                                            "9223372036854775807",
                                            "x.y",
                                            "aaaaaaaaa",
                                            "aaaaaaaab",
                                            "100%" };
enum { RANDOM_WORDS = sizeof random_words / sizeof *random_words };

/* A pattern over the first `words` words, normalised. `out` has room for 400 bytes. */
static inline weft_str random_pattern(uint64_t *state, char *out, uint32_t words)
{
    size_t len = 0;
    uint32_t depth = random_below(state, 6);
    for (uint32_t i = 0; i < depth; i++) {
        uint32_t kind = random_below(state, 12);
        if (kind < 7)
            len += (size_t)sprintf(out + len, "/%s", random_words[random_below(state, words)]);
        else if (kind < 10)
            len += (size_t)sprintf(out + len, "/{v%u}", (unsigned)(i * 10 + random_below(state, 3)));
        else if (kind < 11)
            len += (size_t)sprintf(out + len, "/{v%u:int}", (unsigned)(i * 10 + random_below(state, 3)));
        else {
            len += (size_t)sprintf(out + len, random_below(state, 2) ? "/*" : "/{rest*}");
            break;
        }
    }
    if (len == 0) out[len++] = '/';
    return weft_str_of(out, len);
}

/* A request's path; escapes everything now and then, and what must be escaped always. *plain says if it did. */
static inline weft_str random_path(uint64_t *state, char *out, uint32_t words, bool *plain)
{
    size_t len = 0;
    uint32_t depth = random_below(state, 7);
    *plain = true;
    for (uint32_t i = 0; i < depth; i++) {
        const char *word = random_words[random_below(state, words)];
        bool escape = random_below(state, 8) == 0;
        if (random_below(state, 10) == 0) word = random_below(state, 2) ? "9223372036854775808" : "zzz";
        out[len++] = '/';
        for (; *word; word++) {
            bool must = *word == '%' || (escape && random_below(state, 2));
            if (must) *plain = false;
            if (must)
                len += (size_t)sprintf(out + len, random_below(state, 2) ? "%%%02X" : "%%%02x",
                                       (unsigned char)*word);
            else
                out[len++] = *word;
        }
    }
    if (len == 0 || random_below(state, 6) == 0) out[len++] = '/';
    return weft_str_of(out, len);
}
#endif
