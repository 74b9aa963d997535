/* Lines of many threads in one file: whole, in each thread's order, on time, across rotations and full disks. */
#include "src/base/logfile.h"
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
#include <unistd.h>

static char folder[64], path[128], rotated[128];
static wf_logfile *file;
static char logged[4096];

static void keep_line(void *state, weft_log_level level, weft_str line)
{
    (void)state;
    cr_expect_eq(level, WEFT_LOG_ERROR);
    size_t len = strlen(logged);
    snprintf(logged + len, sizeof logged - len, "%.*s\n", (int)line.len, line.ptr);
}
static const wf_log to_test = { .sink = keep_line };

static void set_up(void)
{
    strcpy(folder, "/tmp/weft-log-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/log", folder);
    snprintf(rotated, sizeof rotated, "%s/log.1", folder);
    file = wf_logfile_new(path);
}

static void tear_down(void)
{
    wf_logfile_free(file, &to_test);
    unlink(path);
    unlink(rotated);
    rmdir(folder);
}

TestSuite(logfile, .init = set_up, .fini = tear_down);

static void put_line(weft_str text)
{
    weft_buf line = wf_logfile_begin(file);
    weft_put_str(&line, text);
    wf_logfile_end(file, &to_test, &line);
}
static void put(const char *text) { put_line(wf_str(text)); }

static char *slurp(const char *name)
{
    static char *text;
    free(text);
    FILE *in = fopen(name, "r");
    if (!in) return text = NULL;
    fseek(in, 0, SEEK_END);
    size_t size = (size_t)ftell(in);
    rewind(in);
    text = malloc(size + 1);
    cr_assert_eq(fread(text, 1, size, in), size);
    text[size] = '\0';
    fclose(in);
    return text;
}

static void expect_text(const char *name, const char *expected)
{
    const char *text = slurp(name);
    cr_assert_not_null(text, "%s", name);
    cr_expect_str_eq(text, expected);
}

/* ---- When it is written ------------------------------------------------------------------------------------ */

Test(logfile, nothing_is_opened_before_it_is_needed)
{
    cr_expect_eq(wf_logfile_tick(file, &to_test, 1000), -1);
    put("a");
    cr_expect_eq(access(path, F_OK), -1);
    wf_logfile_leave(file, &to_test);
    expect_text(path, "a\n");
    struct stat info;
    stat(path, &info);
    cr_expect_eq(info.st_mode & 07, 0, "visitors' addresses are nobody else's business");
}

Test(logfile, a_tick_writes_what_is_a_second_old)
{
    cr_assert(wf_logfile_open(file, &to_test));
    put("a");
    cr_expect_eq(wf_logfile_tick(file, &to_test, 5000), 1000);
    put("b");
    cr_expect_eq(wf_logfile_tick(file, &to_test, 5400), 600);
    cr_expect_eq(wf_logfile_tick(file, &to_test, 5999), 1);
    expect_text(path, "");
    cr_expect_eq(wf_logfile_tick(file, &to_test, 6000), -1);
    expect_text(path, "a\nb\n");
    put("c");
    cr_expect_eq(wf_logfile_tick(file, &to_test, 9000), 1000);
    cr_expect_eq(wf_logfile_tick(file, &to_test, 20000), -1);
    expect_text(path, "a\nb\nc\n");
    cr_expect_eq(wf_logfile_tick(file, &to_test, 30000), -1);
}

Test(logfile, half_a_buffer_is_written_at_once)
{
    char line[1023];
    memset(line, 'x', sizeof line);
    cr_assert(wf_logfile_open(file, &to_test));
    for (int i = 0; i < 31; i++) put_line(weft_str_of(line, sizeof line));
    cr_expect_eq(strlen(slurp(path)), 0);
    put_line(weft_str_of(line, sizeof line));
    cr_expect_eq(strlen(slurp(path)), 32 * 1024);
}

Test(logfile, the_longest_line_fits_anywhere_and_a_longer_one_is_dropped)
{
    static char longest[WF_LOGFILE_LINE];
    memset(longest, 'x', sizeof longest);
    for (int i = 0; i < 9; i++) put_line(weft_str_of(longest, WF_LOGFILE_LINE - 1));
    cr_expect_str_empty(logged);
    put_line(weft_str_of(longest, WF_LOGFILE_LINE));
    cr_expect_not_null(strstr(logged, "1 lines are lost so far"));
    put("end");
    wf_logfile_leave(file, &to_test);
    const char *text = slurp(path);
    cr_expect_eq(strlen(text), 9 * WF_LOGFILE_LINE + 4);
    cr_expect_str_eq(text + 9 * WF_LOGFILE_LINE, "end\n");
}

Test(logfile, is_appended_to)
{
    put("a");
    wf_logfile_free(file, &to_test);
    file = wf_logfile_new(path);
    put("b");
    wf_logfile_leave(file, &to_test);
    put("c");
    wf_logfile_leave(file, &to_test);
    wf_logfile_leave(file, &to_test);
    expect_text(path, "a\nb\nc\n");
}

Test(logfile, standard_output)
{
    int saved = dup(STDOUT_FILENO), out = open(rotated, O_CREAT | O_RDWR | O_APPEND, 0600);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    wf_logfile *standard = wf_logfile_new("-");
    for (int i = 0; i < 2; i++) {
        weft_buf line = wf_logfile_begin(standard);
        weft_put_str(&line, weft_lit("out"));
        wf_logfile_end(standard, &to_test, &line);
        wf_logfile_leave(standard, &to_test);
        wf_logfile_reopen_all();
    }
    wf_logfile_free(standard, &to_test);
    cr_expect(fcntl(STDOUT_FILENO, F_GETFD) >= 0, "it is the process's, not ours to close");
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(out);
    expect_text(rotated, "out\nout\n");
}

/* ---- Rotation ---------------------------------------------------------------------------------------------- */

Test(logfile, is_reopened_by_path)
{
    put("old");
    wf_logfile_leave(file, &to_test);
    rename(path, rotated);
    put("still old");
    wf_logfile_leave(file, &to_test);
    wf_logfile_reopen_all();
    put("new");
    wf_logfile_leave(file, &to_test);
    expect_text(rotated, "old\nstill old\n");
    expect_text(path, "new\n");
}

Test(logfile, a_tick_reopens_without_a_line)
{
    put("old");
    wf_logfile_leave(file, &to_test);
    rename(path, rotated);
    cr_expect_eq(wf_logfile_tick(file, &to_test, 1), -1);
    cr_expect_eq(access(path, F_OK), -1);
    wf_logfile_reopen_all();
    cr_expect_eq(wf_logfile_tick(file, &to_test, 2), -1);
    expect_text(path, "");
}

Test(logfile, what_cannot_be_reopened_is_written_to_as_it_is)
{
    put("old");
    wf_logfile_leave(file, &to_test);
    rename(path, rotated);
    cr_assert_eq(mkdir(path, 0700), 0);
    wf_logfile_reopen_all();
    put("more");
    wf_logfile_leave(file, &to_test);
    wf_logfile_reopen_all();
    wf_logfile_tick(file, &to_test, 1);
    put("and more");
    wf_logfile_leave(file, &to_test);
    rmdir(path);
    expect_text(rotated, "old\nmore\nand more\n");
    cr_expect_not_null(strstr(logged, "Is a directory"));
    cr_expect_eq(strchr(logged, '\n'), strrchr(logged, '\n'), "once");
}

/* ---- What can go wrong ------------------------------------------------------------------------------------- */

static void on_path(const char *other)
{
    wf_logfile_free(file, &to_test);
    file = wf_logfile_new(other);
}

Test(logfile, a_full_disk_drops_and_counts)
{
    on_path("/dev/full");
    for (int i = 0; i < 5; i++) {
        put("a");
        put("b");
        wf_logfile_leave(file, &to_test);
    }
    cr_expect_str_eq(logged, "cannot write /dev/full: No space left on device; 2 lines are lost so far\n");
}

Test(logfile, a_path_that_cannot_be_opened_drops_and_counts)
{
    on_path("/nowhere/at/all");
    cr_expect_not(wf_logfile_open(file, &to_test));
    put("a");
    wf_logfile_leave(file, &to_test);
    cr_expect_str_eq(logged,
                     "cannot open /nowhere/at/all: No such file or directory; 0 lines are lost so far\n");
}

Test(logfile, a_fifo_without_a_reader_does_not_wait)
{
    mkfifo(path, 0600);
    put("lost");
    wf_logfile_leave(file, &to_test);
    cr_expect_not_null(strstr(logged, "cannot open"));
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    put("read");
    wf_logfile_leave(file, &to_test);
    char text[16] = "";
    cr_expect_eq(read(reader, text, sizeof text), 5);
    cr_expect_str_eq(text, "read\n");
    close(reader);
}

/* A file that may not grow takes half a line; once it may, that line is completed before others go on. */
Test(logfile, a_line_that_was_half_written_is_completed)
{
    struct rlimit before, small = { .rlim_cur = 10 };
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    cr_assert(wf_logfile_open(file, &to_test));
    put("first");
    put("second");
    put("third");
    setrlimit(RLIMIT_FSIZE, &small);
    wf_logfile_leave(file, &to_test);
    expect_text(path, "first\nseco");
    put("fourth");
    wf_logfile_leave(file, &to_test);
    expect_text(path, "first\nseco");
    small.rlim_cur = 12;
    setrlimit(RLIMIT_FSIZE, &small);
    put("fifth");
    wf_logfile_leave(file, &to_test);
    setrlimit(RLIMIT_FSIZE, &before);
    expect_text(path, "first\nsecond");
    put("sixth");
    wf_logfile_leave(file, &to_test);
    expect_text(path, "first\nsecond\nsixth\n");
    cr_expect_str_eq(strchr(logged, ';'), "; 1 lines are lost so far\n");
}

Test(logfile, a_half_line_is_not_carried_into_another_file)
{
    struct rlimit before, small = { .rlim_cur = 3 };
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    put("first");
    cr_assert(wf_logfile_open(file, &to_test));
    setrlimit(RLIMIT_FSIZE, &small);
    wf_logfile_leave(file, &to_test);
    setrlimit(RLIMIT_FSIZE, &before);
    rename(path, rotated);
    wf_logfile_reopen_all();
    put("second");
    wf_logfile_leave(file, &to_test);
    expect_text(rotated, "fir");
    expect_text(path, "second\n");
}

#ifdef WEFT_FAULTS
Test(logfile, without_memory_lines_are_dropped)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, 2);
    put("a");
    put("b");
    put("c");
    wf_logfile_leave(file, &to_test);
    expect_text(path, "c\n");
    cr_expect_not_null(strstr(logged, "Cannot allocate memory; 1 lines are lost so far"));
    wf_fault_arm(WF_FAULT_ALLOC, 0, 1);
    cr_expect_null(wf_logfile_new(path));
    wf_fault_disarm_all();
}
#endif

/* ---- Threads ----------------------------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = 2, LINES = 20000 };

/* "t<thread> <number> " and as many x as the number says. */
static void *hammer(void *name)
{
    for (int i = 0; i < LINES; i++) {
        weft_buf line = wf_logfile_begin(file);
        weft_put_str(&line, wf_str(name));
        weft_put_char(&line, ' ');
        weft_put_i64(&line, i);
        weft_put_char(&line, ' ');
        for (int x = i % 97; x > 0; x--) weft_put_char(&line, 'x');
        wf_logfile_end(file, &to_test, &line);
        if (i % 1000 == 0) wf_logfile_tick(file, &to_test, (uint64_t)i * 10);
        if (i % 7000 == 0) wf_logfile_reopen_all();
    }
    wf_logfile_leave(file, &to_test);
    return NULL;
}

static void check_lines(char *text, int next[THREADS])
{
    for (char *line = text, *end; *line; line = end + 1) {
        int thread, number, from = 0;
        end = strchr(line, '\n');
        cr_assert_not_null(end);
        *end = '\0';
        cr_assert_eq(sscanf(line, "t%d %d %n", &thread, &number, &from), 2, "%s", line);
        cr_assert(thread >= 0 && thread < THREADS);
        cr_assert_eq(number, next[thread] % LINES, "%s", line);
        cr_assert_eq(strlen(line + from), (size_t)(number % 97), "%s", line);
        cr_assert_eq(strspn(line + from, "x"), (size_t)(number % 97), "%s", line);
        next[thread]++;
    }
}

Test(logfile, each_line_is_whole_and_in_its_threads_order)
{
    int next[THREADS] = { 0 };
    for (int round = 0; round < ROUNDS; round++) {
        static char names[THREADS][16];
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; i++) {
            snprintf(names[i], sizeof names[i], "t%d", i);
            cr_assert_eq(pthread_create(&threads[i], NULL, hammer, names[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    }
    check_lines(slurp(path), next);
    for (int i = 0; i < THREADS; i++) cr_expect_eq(next[i], ROUNDS * LINES);
    cr_expect_str_empty(logged);
}

static void *put_and_vanish(void *text)
{
    put(text);
    return NULL;
}

Test(logfile, what_a_thread_left_unwritten_is_written_at_the_end)
{
    static char text[] = "left";
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, put_and_vanish, text), 0);
    pthread_join(thread, NULL);
    wf_logfile_free(file, &to_test);
    file = NULL;
    expect_text(path, "left\n");
}
