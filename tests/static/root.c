/* Both ways to stay inside: what the kernel resolves beneath, and what is walked segment by segment. */
#include "static/root.h"
#include "tests/static/harness.h"
#include "src/base/check.h"
#include <errno.h>

static wf_root roots[2]; /* the kernel's way, where there is one, and ours */

static void set_up(void)
{
    begin_folder();
    make_folder("sub");
    make_folder("sub/deep");
    put("a.txt", "a");
    put("sub/deep/b.txt", "b");
    put("../secret.txt", "secret");
    cr_assert_eq(symlink("../../secret.txt", in_root("sub/out.txt")), 0);
    cr_assert_eq(symlink("..", in_root("up")), 0);
    cr_assert_eq(symlink("/etc", in_root("etc")), 0);
    cr_assert_eq(symlink("sub/deep", in_root("inside")), 0);
    cr_assert_eq(symlink("a.txt", in_root("a-link.txt")), 0);
    cr_assert_eq(symlink("loop", in_root("loop")), 0);
    cr_assert_eq(mkfifo(in_root("fifo"), 0644), 0);
    for (int i = 0; i < 2; i++) cr_assert(wf_root_open(&roots[i], folder));
    roots[1].by_segments = true;
}

static void tear_down(void)
{
    for (int i = 0; i < 2; i++) wf_root_close(&roots[i]);
    end_folder();
}

TestSuite(static_root, .init = set_up, .fini = tear_down);

static bool holds(const wf_root *root, const char *path, char byte)
{
    char got = 0;
    int fd = wf_root_at(root, path, O_RDONLY);
    if (fd < 0) return false;
    bool same = read(fd, &got, 1) == 1 && got == byte;
    cr_expect(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    close(fd);
    return same;
}

Test(static_root, opens_what_is_inside)
{
    for (int i = 0; i < 2; i++) {
        wf_version version;
        cr_expect(holds(&roots[i], "a.txt", 'a'));
        cr_expect(holds(&roots[i], "sub/deep/b.txt", 'b'));
        cr_expect_eq(wf_root_find(&roots[i], "sub", &version), WF_FOUND_DIRECTORY);
        cr_expect_eq(wf_root_find(&roots[i], ".", &version), WF_FOUND_DIRECTORY);
        cr_expect_eq(wf_root_find(&roots[i], "a.txt", &version), WF_FOUND_FILE);
        cr_expect_eq(version.size, 1);
    }
}

Test(static_root, nothing_outside_is_reached)
{
    static const char *const paths[] = { "..",
                                         "../secret.txt",
                                         "sub/../../secret.txt",
                                         "sub/out.txt",
                                         "up",
                                         "up/secret.txt",
                                         "etc/passwd",
                                         "etc",
                                         "/etc",
                                         "/etc/passwd",
                                         "sub/../../../../etc/passwd" };
    for (int i = 0; i < 2; i++)
        for (size_t p = 0; p < COUNT(paths); p++) {
            wf_version version;
            bool climbs = strncmp(paths[p], "..", 2) == 0 || strstr(paths[p], "/..") || *paths[p] == '/';
            if (roots[i].by_segments && climbs) continue; /* callers have refused these, see root.h */
            cr_expect_lt(wf_root_at(&roots[i], paths[p], O_RDONLY), 0, "%d: %s", i, paths[p]);
            cr_expect_eq(wf_root_find(&roots[i], paths[p], &version), WF_FOUND_NOTHING, "%d: %s", i,
                         paths[p]);
        }
}

Test(static_root, links_that_stay_inside_are_followed_by_the_kernel_alone)
{
    if (!roots[0].by_segments) {
        cr_expect(holds(&roots[0], "inside/b.txt", 'b'));
        cr_expect(holds(&roots[0], "a-link.txt", 'a'));
    }
    cr_expect_not(holds(&roots[1], "inside/b.txt", 'b'));
    cr_expect_not(holds(&roots[1], "a-link.txt", 'a'));
    cr_expect_eq(wf_root_at(&roots[1], "a-link.txt", O_RDONLY), -1);
    cr_expect_eq(errno, ELOOP);
}

Test(static_root, what_is_no_file_is_nothing)
{
    char longest[300];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const paths[] = { "fifo", "none", "a.txt/x", "loop", "loop/x", longest };
    for (int i = 0; i < 2; i++)
        for (size_t p = 0; p < COUNT(paths); p++) {
            wf_version version;
            cr_expect_eq(wf_root_find(&roots[i], paths[p], &version), WF_FOUND_NOTHING, "%d: %s", i,
                         paths[p]);
        }
}

Test(static_root, a_path_that_still_leads_to_the_same_is_told_from_one_that_does_not)
{
    wf_version version;
    cr_assert_eq(wf_root_find(&roots[0], "a.txt", &version), WF_FOUND_FILE);
    cr_expect(wf_root_still(&roots[0], "a.txt", &version));
    cr_expect_not(wf_root_still(&roots[0], "sub/deep/b.txt", &version));
    cr_expect_not(wf_root_still(&roots[0], "a.txt", NULL));
    cr_expect(wf_root_still(&roots[0], "none", NULL));
    put("a.txt", "longer");
    cr_expect_not(wf_root_still(&roots[0], "a.txt", &version));
    unlink(in_root("a.txt"));
    cr_expect_not(wf_root_still(&roots[0], "a.txt", &version));
}

Test(static_root, a_missing_root_says_why)
{
    wf_root root;
    cr_expect_not(wf_root_open(&root, in_root("none")));
    cr_expect_eq(errno, ENOENT);
    cr_expect_not(wf_root_open(&root, in_root("a.txt")));
    cr_expect_eq(errno, ENOTDIR);
    wf_root_close(&root);
}

Test(static_root, running_out_of_descriptors_is_no_absence)
{
    cr_expect(wf_error_is_ours(EMFILE) && wf_error_is_ours(ENFILE) && wf_error_is_ours(ENOMEM));
    cr_expect_not(wf_error_is_ours(ENOENT) || wf_error_is_ours(EACCES) || wf_error_is_ours(ELOOP));
#ifdef WEFT_FAULTS
    for (int i = 0; i < 2; i++) {
        wf_version version;
        wf_fault_arm(WF_FAULT_OPEN, 0, 1);
        cr_expect_eq(wf_root_find(&roots[i], "a.txt", &version), WF_FOUND_BROKEN);
    }
#endif
}
