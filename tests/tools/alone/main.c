#include <criterion/criterion.h>

enum { TESTS_MAX = 256 };

int alone_failures;

static struct {
    const char *name;
    void (*run)(void);
} tests[TESTS_MAX];
static int tests_count;

void alone_add(const char *name, void (*run)(void))
{
    if (tests_count == TESTS_MAX) abort();
    tests[tests_count].name = name;
    tests[tests_count++].run = run;
}

int main(void)
{
    for (int i = 0; i < tests_count; i++) {
        int before = alone_failures;
        tests[i].run();
        if (alone_failures > before) printf("FAIL %s\n", tests[i].name);
    }
    printf("%d tests, %d failures\n", tests_count, alone_failures);
    return alone_failures > 0;
}
