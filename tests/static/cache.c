/* What a worker remembers, and forgets. */
#include "static/cache.h"
#include "src/base/pool.h"
#include "tests/static/harness.h"

static wf_file_cache *cache;
static wf_mount mount; /* of the folder */
static wf_static all = { .mounts = &mount, .count = 1 };

static void set_up(void)
{
    begin_folder();
    mount.options.root = folder;
    cache = wf_cache_new(&all.files);
    cr_assert_not_null(cache);
}

static void tear_down(void)
{
    wf_cache_free(cache);
    end_folder();
}

TestSuite(static_cache, .init = set_up, .fini = tear_down);

/* An entry with the form of a file as it is on disk. */
static wf_entry *remember(const char *name)
{
    const wf_root *root = wf_cache_root(cache, &mount);
    wf_form_source source = { .type = weft_lit("text/plain"), .coding = WF_CODING_PLAIN };
    wf_version version;
    cr_assert_eq(wf_root_find(root, name, &version), WF_FOUND_FILE);
    wf_entry *entry = wf_cache_add(cache, wf_str(name), wf_cache_hash(wf_str(name)), wf_str(name));
    cr_assert_not_null(entry);
    entry->mount = &mount;
    wf_cache_set(cache, entry, WF_CODING_PLAIN, wf_form_of_file(&source, root, name, &version));
    cr_assert_not_null(entry->forms[WF_CODING_PLAIN]);
    return entry;
}

static wf_entry *look(const char *name)
{
    return wf_cache_look(cache, wf_str(name), wf_cache_hash(wf_str(name)));
}

Test(static_cache, finds_what_was_put_there)
{
    put("a.txt", "a");
    put("b.txt", "b");
    wf_entry *a = remember("a.txt"), *b = remember("b.txt");
    cr_expect_eq(look("a.txt"), a);
    cr_expect_eq(look("b.txt"), b);
    cr_expect_null(look("c.txt"));
    cr_expect_str_eq(wf_entry_path(a), "a.txt");
    wf_cache_drop(cache, a);
    cr_expect_null(look("a.txt"));
    cr_expect_eq(cache->entries, 1);
    wf_cache_drop(cache, b);
    cr_expect_eq(cache->bytes, 0);
    cr_expect_null(cache->oldest);
    cr_expect_null(cache->newest);
}

Test(static_cache, small_files_are_in_memory_and_large_ones_open)
{
    static char large[WF_FORM_IN_MEMORY + 1];
    put("small.txt", "small");
    put_bytes("large.bin", large, sizeof large);
    put_bytes("edge.bin", large, WF_FORM_IN_MEMORY);
    wf_entry *small = remember("small.txt"), *big = remember("large.bin"), *edge = remember("edge.bin");
    size_t before = cache->bytes;
    cr_assert_eq(wf_cache_open(cache, small, WF_CODING_PLAIN), WF_FORM_READY);
    cr_expect_eq(cache->bytes, before + 5);
    cr_expect_arr_eq(small->forms[0]->bytes, "small", 5);
    cr_expect_eq(small->forms[0]->fd, -1);
    cr_assert_eq(wf_cache_open(cache, big, WF_CODING_PLAIN), WF_FORM_READY);
    cr_expect_geq(big->forms[0]->fd, 0);
    cr_expect_null(big->forms[0]->bytes);
    cr_assert_eq(wf_cache_open(cache, edge, WF_CODING_PLAIN), WF_FORM_READY);
    cr_expect_eq(edge->forms[0]->fd, -1);
}

Test(static_cache, a_file_that_changed_meanwhile_is_not_taken_for_what_it_was)
{
    put("a.txt", "first");
    wf_entry *entry = remember("a.txt");
    put("a.txt", "second");
    cr_expect_eq(wf_cache_open(cache, entry, WF_CODING_PLAIN), WF_FORM_CHANGED);
    unlink(in_root("a.txt"));
    cr_expect_eq(wf_cache_open(cache, entry, WF_CODING_PLAIN), WF_FORM_CHANGED);
    cr_expect_null(entry->forms[0]->bytes);
}

Test(static_cache, holds_a_bounded_number_of_descriptors)
{
    static char large[WF_FORM_IN_MEMORY + 1];
    char name[32];
    put("kept.txt", "kept");
    wf_entry *kept = remember("kept.txt");
    cr_assert_eq(wf_cache_open(cache, kept, WF_CODING_PLAIN), WF_FORM_READY);
    cr_assert_leq(cache->ring_size, WF_CACHE_FDS);
    for (uint32_t i = 0; i < cache->ring_size + 10; i++) {
        snprintf(name, sizeof name, "%u.bin", i);
        put_bytes(name, large, sizeof large);
        cr_assert_eq(wf_cache_open(cache, remember(name), WF_CODING_PLAIN), WF_FORM_READY);
    }
    cr_expect_eq(cache->entries, cache->ring_size + 1);
    cr_expect_null(look("0.bin")); /* opened first */
    cr_expect_not_null(look("10.bin"));
    cr_expect_eq(look("kept.txt"), kept); /* older, and without a descriptor */
}

Test(static_cache, holds_a_bounded_number_of_bytes)
{
    static char bytes[WF_FORM_IN_MEMORY];
    char name[32];
    for (int i = 0; i < WF_CACHE_BYTES / WF_FORM_IN_MEMORY + 50; i++) {
        snprintf(name, sizeof name, "%d.txt", i);
        put_bytes(name, bytes, sizeof bytes);
        cr_assert_eq(wf_cache_open(cache, remember(name), WF_CODING_PLAIN), WF_FORM_READY);
        cr_assert_leq(cache->bytes, WF_CACHE_BYTES);
        if (look("0.txt")) wf_cache_use(cache, look("0.txt"), 1); /* in use all the time */
    }
    cr_expect_not_null(look("0.txt"));
    cr_expect_null(look("1.txt"));
}

Test(static_cache, lets_go_of_what_nobody_asks_for)
{
    put("a.txt", "a");
    put("b.txt", "b");
    cr_expect_eq(wf_cache_tick(cache, 0), -1);
    wf_cache_use(cache, remember("a.txt"), 1000);
    wf_cache_use(cache, remember("b.txt"), 1500);
    cr_expect_eq(wf_cache_tick(cache, 2000), WF_CACHE_IDLE_MS - 1000);
    wf_cache_use(cache, look("a.txt"), 3000);
    cr_expect_eq(wf_cache_tick(cache, 1500 + WF_CACHE_IDLE_MS), 1500);
    cr_expect_null(look("b.txt"));
    cr_expect_not_null(look("a.txt"));
    cr_expect_eq(wf_cache_tick(cache, 3000 + WF_CACHE_IDLE_MS), -1);
    cr_expect_eq(cache->entries, 0);
}

Test(static_cache, a_large_one_is_emptied_in_several_turns)
{
    char name[32];
    put("a.txt", "a");
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "key %d", i);
        wf_entry *entry = wf_cache_add(cache, wf_str(name), wf_cache_hash(wf_str(name)), weft_lit("a.txt"));
        wf_cache_use(cache, entry, 1);
    }
    int turns = 0;
    for (; wf_cache_tick(cache, 1 + WF_CACHE_IDLE_MS) == 1; turns++) cr_assert_lt(turns, 10);
    cr_expect_gt(turns, 1);
    cr_expect_eq(cache->entries, 0);
}

Test(static_cache, answers_keep_what_they_send)
{
    put("a.txt", "first");
    wf_entry *entry = remember("a.txt");
    cr_assert_eq(wf_cache_open(cache, entry, WF_CODING_PLAIN), WF_FORM_READY);
    wf_form *form = entry->forms[WF_CODING_PLAIN];
    wf_form_hold(form);
    wf_cache_drop(cache, entry);
    cr_expect_arr_eq(form->bytes, "first", 5);
    wf_form_release(form);
}
