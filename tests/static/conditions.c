/* Every combination of validators, methods and ranges, against RFC 9110 section 13.2.2 told step by step. */
#include "tests/static/harness.h"

enum { SIZE = 3000, FROM = 10, TO = 19 };
static char text[SIZE + 1];
static const char tag[] = "\"de0b6b3a7640000-bb8\"", same[] = "Sun, 09 Sep 2001 01:46:40 GMT",
                  before[] = "Sun, 09 Sep 2001 01:46:39 GMT", after[] = "Sun, 09 Sep 2001 01:46:41 GMT";

static void set_up(void)
{
    begin_folder();
    for (int i = 0; i < SIZE; i++) text[i] = (char)('a' + i % 26);
    put_old("file.txt", text);
    weft_static(app, "/", (weft_files){ .root = folder, .cache_ms = 60 * 1000 });
    serve_all();
}

TestSuite(static_conditions, .init = set_up, .fini = end_folder);

/* What a field may say, and whether that is so of the file: YES, NO, or nothing (IGNORED). */
typedef enum truth { IGNORED, YES, NO } truth;
typedef struct saying {
    const char *value;
    truth truth;
} saying;

/* Section 13.1.1: strong comparison. */
static const saying if_match[] = {
    { NULL, IGNORED }, { tag, YES }, { "W/\"de0b6b3a7640000-bb8\"", NO },
    { "\"x\"", NO },   { "*", YES }, { "\"x\", \"de0b6b3a7640000-bb8\"", YES }
};
/* 13.1.4: not modified after the date; what is no date is ignored. */
static const saying if_unmodified_since[] = {
    { NULL, IGNORED }, { before, NO }, { same, YES }, { after, YES }, { "soon", IGNORED }
};
/* 13.1.2: true if no tag matches, weakly. */
static const saying if_none_match[] = { { NULL, IGNORED }, { tag, NO }, { "W/\"de0b6b3a7640000-bb8\"", NO },
                                        { "\"x\"", YES },  { "*", NO }, { "x", YES } };
/* 13.1.3: modified after the date. */
static const saying if_modified_since[] = {
    { NULL, IGNORED }, { before, YES }, { same, NO }, { after, NO }, { "soon", IGNORED }
};
/* 13.1.5: this very version, by strong comparison. */
static const saying if_range[] = { { NULL, IGNORED }, { tag, YES },  { "W/\"de0b6b3a7640000-bb8\"", NO },
                                   { "\"x\"", NO },   { same, YES }, { before, NO },
                                   { after, NO } };
/* Section 14.2: satisfiable, unsatisfiable, or no range. */
static const saying ranges[] = {
    { NULL, IGNORED }, { "bytes=10-19", YES }, { "bytes=3000-", NO }, { "bytes=9-0", IGNORED }
};

typedef struct combination {
    bool head;
    const saying *match, *unmodified, *none_match, *modified, *range_if, *range;
} combination;

/* Section 13.2.2, its steps by their numbers. */
static int status_of(const combination *c)
{
    if (c->match->value) { /* 1 */
        if (c->match->truth == NO) return 412;
    } else if (c->unmodified->truth == NO) { /* 2 */
        return 412;
    }
    if (c->none_match->value) { /* 3 */
        if (c->none_match->truth == NO) return 304;
    } else if (c->modified->truth == NO) { /* 4 */
        return 304;
    }
    if (!c->head && c->range->value && c->range_if->truth != NO) { /* 5 */
        if (c->range->truth == YES) return 206;
        if (c->range->truth == NO) return 416;
    }
    return 200; /* 6 */
}

static void check(const combination *c)
{
    weft_ask ask = { .method = c->head ? WEFT_HEAD : WEFT_GET, .path = "/file.txt" };
    const struct {
        const char *name;
        const saying *said;
    } fields[] = { { "If-Match", c->match },           { "If-Unmodified-Since", c->unmodified },
                   { "If-None-Match", c->none_match }, { "If-Modified-Since", c->modified },
                   { "If-Range", c->range_if },        { "Range", c->range } };
    char told[512] = "";
    for (size_t i = 0, n = 0; i < COUNT(fields); i++) {
        if (!fields[i].said->value) continue;
        ask.headers[n++] = (weft_pair){ fields[i].name, fields[i].said->value };
        size_t len = strlen(told);
        snprintf(told + len, sizeof told - len, "%s: %s; ", fields[i].name, fields[i].said->value);
    }
    answer = weft_test_ask(test, ask);
    int expected = status_of(c);
    cr_assert_eq(answer.status, expected, "%s %s: %d, not %d", c->head ? "HEAD" : "GET", told, answer.status,
                 expected);
    weft_str whole = weft_str_of(text, SIZE), part = weft_str_of(text + FROM, TO - FROM + 1);
    if (c->head || expected == 304)
        cr_assert_eq(answer.body.len, 0, "%s", told);
    else if (expected == 200)
        cr_assert(weft_str_eq(answer.body, whole), "%s", told);
    else if (expected == 206)
        cr_assert(weft_str_eq(answer.body, part), "%s", told);
    if (expected < 400) cr_assert(field_is("ETag", tag), "%s", told);
    cr_assert(field_is("Content-Range", expected == 206   ? "bytes 10-19/3000"
                                        : expected == 416 ? "bytes */3000"
                                                          : NULL));
}

Test(static_conditions, every_combination_is_as_rfc_9110_says)
{
    combination c;
    size_t count = 0;
    for (int head = 0; head < 2; head++)
        for (size_t m = 0; m < COUNT(if_match); m++)
            for (size_t u = 0; u < COUNT(if_unmodified_since); u++)
                for (size_t n = 0; n < COUNT(if_none_match); n++)
                    for (size_t s = 0; s < COUNT(if_modified_since); s++)
                        for (size_t i = 0; i < COUNT(if_range); i++)
                            for (size_t r = 0; r < COUNT(ranges); r++, count++) {
                                c = (combination){
                                    head != 0,         &if_match[m],          &if_unmodified_since[u],
                                    &if_none_match[n], &if_modified_since[s], &if_range[i],
                                    &ranges[r]
                                };
                                check(&c);
                            }
    cr_expect_eq(count, 2 * 6 * 5 * 6 * 5 * 7 * 4);
}
