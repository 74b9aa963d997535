/* As much of Criterion as the tests of numbers and JSON use, for machines that have none: each test runs in turn, the first
 * that fails is named, and the exit status is 1. tests/foreign.sh compiles these tests for other processors with it. */
#ifndef TESTS_ALONE_CRITERION_H
#define TESTS_ALONE_CRITERION_H
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int alone_failures;
void alone_add(const char *name, void (*run)(void));

#define Test(suite, name)                                               \
    static void suite##_##name(void);                                   \
    __attribute__((constructor)) static void add_##suite##_##name(void) \
    {                                                                   \
        alone_add(#suite "::" #name, suite##_##name);                   \
    }                                                                   \
    static void suite##_##name(void)

#define ALONE_FAIL(what)                  (printf("%s:%d: %s\n", __FILE__, __LINE__, what), alone_failures++)
#define cr_expect(truth, ...)             ((truth) ? 0 : ALONE_FAIL(#truth))
#define cr_expect_eq(a, b, ...)           cr_expect((a) == (b))
#define cr_expect_str_eq(a, b, ...)       cr_expect(strcmp((a), (b)) == 0)
#define cr_assert(truth, ...)             ((truth) ? (void)0 : (ALONE_FAIL(#truth), exit(1)))
#define cr_assert_eq(a, b, ...)           cr_assert((a) == (b))
#define cr_assert_str_eq(a, b, ...)       cr_assert(strcmp((a), (b)) == 0)
#define cr_expect_not(truth, ...)         cr_expect(!(truth))
#define cr_expect_arr_eq(a, b, size, ...) cr_expect(memcmp((a), (b), (size)) == 0)
#define cr_assert_arr_eq(a, b, size, ...) cr_assert(memcmp((a), (b), (size)) == 0)
#define cr_skip(...)                      return
#endif
