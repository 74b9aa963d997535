#include "src/base/spool.h"
#include "src/base/check.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static char folder[] = "/tmp/weft-spool-XXXXXX";

static void set_up(void)
{
    WF_ASSERT(mkdtemp(folder));
    setenv("TMPDIR", folder, 1);
}

/* What is spooled leaves nothing behind: the folder must be empty. */
static void tear_down(void)
{
    WF_ASSERT(rmdir(folder) == 0);
#ifdef WEFT_FAULTS
    wf_fault_disarm_all();
#endif
}

TestSuite(spool, .init = set_up, .fini = tear_down);

/* Where an open file is, or was. */
static const char *place_of(int fd)
{
    static char place[256];
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = readlink(link, place, sizeof place - 1);
    place[len < 0 ? 0 : len] = '\0';
    return place;
}

static void expect_nameless(int fd, const char *in)
{
    struct stat info;
    cr_assert_geq(fd, 0);
    cr_assert_eq(fstat(fd, &info), 0);
    cr_expect(S_ISREG(info.st_mode));
    cr_expect_eq(info.st_nlink, 0, "it has a name");
    cr_expect_eq(info.st_mode & 0777, 0600);
    cr_expect_eq(info.st_size, 0);
    cr_expect(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    cr_expect_eq(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDWR);
    if (access("/proc/self/fd", F_OK) == 0)
        cr_expect_eq(strncmp(place_of(fd), in, strlen(in)), 0, "it is %s", place_of(fd));
}

static const char *elsewhere(void) { return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"; }

Test(spool, is_a_file_without_a_name)
{
    int fd = wf_spool_open(), other = wf_spool_open();
    expect_nameless(fd, folder);
    expect_nameless(other, folder);
    cr_expect_neq(fd, other);
    close(other);
    close(fd);
}

Test(spool, goes_elsewhere_when_the_folder_is_none)
{
    const char *const none[] = { "/nowhere/at/all", "", "/dev/null", "/proc" };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        setenv("TMPDIR", none[i], 1);
        int fd = wf_spool_open();
        expect_nameless(fd, elsewhere());
        close(fd);
    }
    unsetenv("TMPDIR");
    int fd = wf_spool_open();
    expect_nameless(fd, elsewhere());
    close(fd);
}

Test(spool, a_path_that_is_too_long_is_no_overflow)
{
    static char path[8192];
    memset(path, '/', sizeof path - 1);
    setenv("TMPDIR", path, 1);
    int fd = wf_spool_open();
    cr_expect_geq(fd, 0);
    close(fd);
}

static char *pattern(size_t len)
{
    char *bytes = malloc(len);
    for (size_t i = 0; i < len; i++) bytes[i] = (char)(i * 7 + i / 251);
    return bytes;
}

Test(spool, gives_back_what_it_took)
{
    enum { LEN = 300 * 1024 + 17 };
    char *bytes = pattern(LEN), *back = malloc(LEN);
    int fd = wf_spool_open();
    for (size_t at = 0, step = 0; at < LEN; at += step) {
        step = at % 4096 + 1 < LEN - at ? at % 4096 + 1 : LEN - at;
        cr_assert(wf_spool_append(fd, weft_str_of(bytes + at, step)));
    }
    cr_expect(wf_spool_append(fd, weft_str_of(NULL, 0)));
    cr_expect(wf_spool_append(fd, weft_lit("")));
    cr_assert_eq(wf_spool_read(fd, back, LEN, 0), LEN);
    cr_expect_eq(memcmp(bytes, back, LEN), 0);
    cr_assert_eq(wf_spool_read(fd, back, 100, 1000), 100);
    cr_expect_eq(memcmp(bytes + 1000, back, 100), 0);
    cr_assert(wf_spool_append(fd, weft_lit("more")), "reading moves nothing");
    cr_assert_eq(wf_spool_read(fd, back, 4, LEN), 4);
    cr_expect_eq(memcmp(back, "more", 4), 0);
    close(fd);
    free(bytes);
    free(back);
}

Test(spool, reads_what_there_is)
{
    char out[8];
    int fd = wf_spool_open();
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 0), 0);
    cr_assert(wf_spool_append(fd, weft_lit("abcdef")));
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 0), 6);
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 4), 2);
    cr_expect_eq(memcmp(out, "ef", 2), 0);
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 6), 0);
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 1 << 20), 0);
    cr_expect_eq(wf_spool_read(fd, out, 0, 0), 0);
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, -1), -1);
    cr_expect_eq(errno, EINVAL);
    close(fd);
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 0), -1);
    cr_expect_eq(errno, EBADF);
    cr_expect_not(wf_spool_append(fd, weft_lit("x")));
    cr_expect_eq(errno, EBADF);
}

/* A file that may not grow: its last write is short, the next one fails. */
Test(spool, says_when_the_file_may_not_grow)
{
    enum { LIMIT = 10000 };
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = { LIMIT, LIMIT };
    char *bytes = pattern(LIMIT + 1), *back = malloc(LIMIT + 1);
    int fd = wf_spool_open();
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_not(wf_spool_append(fd, weft_str_of(bytes, LIMIT + 1)));
    cr_expect_eq(errno, EFBIG);
    cr_expect_eq(wf_spool_read(fd, back, LIMIT + 1, 0), LIMIT);
    cr_expect_eq(memcmp(bytes, back, LIMIT), 0);
    close(fd);
    free(bytes);
    free(back);
}

static void ignore(int signal) { (void)signal; }

enum { PIPED = 1 << 20 };
static void *drain(void *pipe_end)
{
    char *got = malloc(PIPED);
    int fd = *(int *)pipe_end;
    size_t len = 0;
    while (len < PIPED) {
        usleep(1000);
        ssize_t step = read(fd, got + len, PIPED - len < 9000 ? PIPED - len : 9000);
        if (step > 0) len += (size_t)step;
        if (step == 0) break;
    }
    return got;
}

/* A pipe that is drained slowly, and signals: writes are interrupted before their first byte and within. */
Test(spool, goes_on_after_signals_and_short_writes)
{
    int ends[2];
    pthread_t reader;
    void *got;
    sigset_t alarm;
    const struct sigaction act = { .sa_handler = ignore };
    const struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };
    char *bytes = pattern(PIPED);
    cr_assert_eq(pipe(ends), 0);
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, NULL);
    pthread_create(&reader, NULL, drain, &ends[0]);
    pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
    sigaction(SIGALRM, &act, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    cr_expect(wf_spool_append(ends[1], weft_str_of(bytes, PIPED)));
    setitimer(ITIMER_REAL, &never, NULL);
    close(ends[1]);
    pthread_join(reader, &got);
    cr_expect_eq(memcmp(bytes, got, PIPED), 0);
    close(ends[0]);
    free(got);
    free(bytes);
}

#ifdef WEFT_FAULTS
Test(spool, goes_by_a_name_where_it_must)
{
    wf_fault_arm(WF_FAULT_OPEN, 0, 1);
    int fd = wf_spool_open();
    expect_nameless(fd, folder);
    close(fd);
    wf_fault_arm(WF_FAULT_OPEN, 0, 2);
    fd = wf_spool_open();
    expect_nameless(fd, elsewhere());
    close(fd);
}

Test(spool, says_when_no_file_can_be_opened)
{
    wf_fault_arm(WF_FAULT_OPEN, 0, -1);
    errno = 0;
    cr_expect_eq(wf_spool_open(), -1);
    cr_expect_eq(errno, EMFILE);
}

Test(spool, says_when_the_disk_is_full)
{
    char out[8];
    int fd = wf_spool_open();
    wf_fault_arm(WF_FAULT_WRITE, 1, 1);
    cr_expect(wf_spool_append(fd, weft_lit("abc")));
    cr_expect_not(wf_spool_append(fd, weft_lit("def")));
    cr_expect_eq(errno, ENOSPC);
    cr_expect(wf_spool_append(fd, weft_lit("ghi")));
    cr_expect_eq(wf_spool_read(fd, out, sizeof out, 0), 6);
    cr_expect_eq(memcmp(out, "abcghi", 6), 0);
    close(fd);
}
#endif
