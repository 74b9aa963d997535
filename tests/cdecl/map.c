/* Names to things, against a list. */
#include "src/cdecl/set.h"
#include <criterion/criterion.h>
#include <stdio.h>

Test(cdecl_map, finds_what_was_put_and_nothing_else)
{
    enum { COUNT = 3000 };
    static char names[COUNT][16];
    static int things[COUNT];
    wf_pool pool;
    wf_arena arena;
    wf_cmap map = { 0 };
    wf_pool_init(&pool);
    wf_arena_init(&arena, NULL, 0, &pool, 1 << 22);
    cr_expect_null(wf_cmap_get(&map, weft_lit("a")));
    for (int i = 0; i < COUNT; i++) { /* prefixes of one another among them */
        snprintf(names[i], sizeof names[i], "%.*s%d", i % 5, "aaaa", i % 7 ? i : i / 7);
        if (!wf_cmap_get(&map, wf_str(names[i])))
            cr_assert(wf_cmap_put(&map, &arena, wf_str(names[i]), &things[i]));
    }
    for (int i = 0; i < COUNT; i++) {
        int first = 0;
        while (strcmp(names[first], names[i]) != 0) first++;
        cr_expect_eq(wf_cmap_get(&map, wf_str(names[i])), &things[first], "%s", names[i]);
        char other[20];
        snprintf(other, sizeof other, "%sx", names[i]);
        cr_expect_null(wf_cmap_get(&map, wf_str(other)));
    }
    cr_assert(wf_cmap_put(&map, &arena, wf_str(names[1]), &things[0]));
    cr_expect_eq(wf_cmap_get(&map, wf_str(names[1])), &things[0], "put again, it is replaced");
    wf_arena_reset(&arena);
    wf_pool_reset(&pool);
}
