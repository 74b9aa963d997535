/* A folder of files, and an app that serves them. Every test runs in a process of its own, so there is one of each. */
#ifndef WF_TESTS_STATIC_HARNESS_H
#define WF_TESTS_STATIC_HARNESS_H
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <weft/bundle.h>
#include <weft/test.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char folder[64]; /* of the root: /tmp/weft-static-XXXXXX/root; files beside it are outside */
static weft_app *app;
static weft_test *test;
static weft_answer answer;
static char logged[16 * 1024];

static inline void keep_line(void *state, weft_log_level level, weft_str line)
{
    size_t len = strlen(logged);
    (void)state, (void)level;
    snprintf(logged + len, sizeof logged - len, "%.*s\n", (int)line.len, line.ptr);
}

/* The path of a file in the root; "../x" is beside it. The last four are good at a time. */
static inline const char *in_root(const char *name)
{
    static char paths[4][4096];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline void put_bytes(const char *name, const char *bytes, size_t len)
{
    FILE *file = fopen(in_root(name), "w");
    cr_assert_not_null(file, "%s", name);
    cr_assert_eq(fwrite(bytes, 1, len, file), len);
    fclose(file);
}

static inline void put(const char *name, const char *text) { put_bytes(name, text, strlen(text)); }

/* The file's time, seconds since 1970; its tag and its date are then known. */
static inline void set_time(const char *name, time_t seconds)
{
    struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };
    cr_assert_eq(utimensat(AT_FDCWD, in_root(name), times, 0), 0, "%s", name);
}

/* 2001-09-09 01:46:40 GMT */
enum { LONG_AGO = 1000000000 }; /* seconds */

static inline void put_old(const char *name, const char *text)
{
    put(name, text);
    set_time(name, LONG_AGO);
}

static inline void make_folder(const char *name) { cr_assert_eq(mkdir(in_root(name), 0755), 0, "%s", name); }

static inline void begin_folder(void)
{
    char parent[] = "/tmp/weft-static-XXXXXX";
    cr_assert_not_null(mkdtemp(parent));
    snprintf(folder, sizeof folder, "%s/root", parent);
    cr_assert_eq(mkdir(folder, 0755), 0);
    app = weft_app_new(NULL);
}

static inline int remove_one(const char *path, const struct stat *info, int type, struct FTW *ftw)
{
    (void)info, (void)type, (void)ftw;
    return remove(path);
}

static inline void end_folder(void)
{
    weft_test_free(test);
    weft_app_free(app);
    *strrchr(folder, '/') = '\0';
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Starts the app in memory. Looks at the disk for every request, unless `files` say otherwise. */
static inline void serve_all(void)
{
    test = weft_test_new(app, (weft_server){ .logger = keep_line });
    cr_assert_not_null(test, "%s", logged);
}

static inline void serve(const char *prefix, weft_files files)
{
    if (!files.root && !files.bundle) files.root = folder;
    if (!files.cache_ms) files.cache_ms = WEFT_OFF;
    weft_static(app, prefix, files);
    serve_all();
}

static inline int get(const char *path)
{
    answer = weft_test_get(test, path);
    cr_assert_neq(answer.status, 0, "%s: %s", path, weft_test_why(test));
    return answer.status;
}

/* With up to three fields. */
static inline int get_with(const char *path, const char *name, const char *value, const char *name2,
                           const char *value2)
{
    answer =
        weft_test_ask(test, (weft_ask){ .path = path, .headers = { { name, value }, { name2, value2 } } });
    cr_assert_neq(answer.status, 0, "%s: %s", path, weft_test_why(test));
    return answer.status;
}

static inline bool body_is(const char *text) { return weft_str_eq(answer.body, wf_str(text)); }
static inline bool field_is(const char *name, const char *value)
{
    weft_str got = weft_answer_header(answer, name);
    return value ? weft_str_eq(got, wf_str(value)) : !got.ptr;
}
#define expect_body(text) cr_expect(body_is(text), "got: %.*s", (int)answer.body.len, answer.body.ptr)
#define expect_field(name, value)                                                                 \
    cr_expect(field_is(name, value), "%s: %.*s", name, (int)weft_answer_header(answer, name).len, \
              weft_answer_header(answer, name).ptr ? weft_answer_header(answer, name).ptr : "")
#endif
