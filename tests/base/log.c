#include "src/base/log.h"
#include "src/base/clock.h"
#include <criterion/criterion.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char last[WF_LOG_LINE + 1];
static weft_log_level last_level;
static _Atomic int lines;

static void keep_last(void *state, weft_log_level level, weft_str line)
{
    cr_assert_leq(line.len, WF_LOG_LINE);
    memcpy(last, line.ptr, line.len);
    last[line.len] = '\0';
    last_level = level;
    *(int *)state += 1;
    errno = EIO;
}

static int calls;
static const wf_log to_sink = { .sink = keep_last, .state = &calls, .level = WEFT_LOG_DEBUG };

Test(log, hands_the_line_to_the_sink)
{
    wf_log_line(&to_sink, WEFT_LOG_WARN, "%s %d", "route", 7);
    cr_expect_eq(calls, 1);
    cr_expect_eq(last_level, WEFT_LOG_WARN);
    cr_expect_str_eq(last, "route 7");
    wf_log_line(&to_sink, WEFT_LOG_WARN, "%s", "");
    cr_expect_str_eq(last, "");
    cr_expect_eq(calls, 2);
}

Test(log, drops_what_is_above_its_level)
{
    const struct {
        weft_log_level threshold, said;
        int calls;
    } cases[] = {
        { WEFT_LOG_ERROR, WEFT_LOG_ERROR, 1 },   { WEFT_LOG_ERROR, WEFT_LOG_WARN, 0 },
        { WEFT_LOG_INFO, WEFT_LOG_INFO, 1 },     { WEFT_LOG_INFO, WEFT_LOG_DEBUG, 0 },
        { WEFT_LOG_DEBUG, WEFT_LOG_DEBUG, 1 },   { WEFT_LOG_DEFAULT, WEFT_LOG_INFO, 1 },
        { WEFT_LOG_DEFAULT, WEFT_LOG_DEBUG, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wf_log log = { .sink = keep_last, .state = &calls, .level = cases[i].threshold };
        wf_log_gate gate = { 0 };
        calls = 0;
        wf_log_line(&log, cases[i].said, "x");
        cr_expect_eq(calls, cases[i].calls, "case %zu", i);
        calls = 0;
        wf_log_gated(&log, &gate, cases[i].said, "x");
        cr_expect_eq(calls, cases[i].calls, "case %zu, gated", i);
    }
}

Test(log, a_client_cannot_forge_lines)
{
    wf_log_line(&to_sink, WEFT_LOG_INFO, "path %s", "/a\r\nweft: error: fake\x1b[2J\x7f\t\x01");
    cr_expect_str_eq(last, "path /a\\x0d\\x0aweft: error: fake\\x1b[2J\\x7f\\x09\\x01");
    wf_log_line(&to_sink, WEFT_LOG_INFO, "%s", "Grüße \\ \"x\" ~");
    cr_expect_str_eq(last, "Grüße \\ \"x\" ~");
}

Test(log, long_lines_are_cut_and_say_so)
{
    char text[3 * WF_LOG_LINE];
    for (size_t len = WF_LOG_LINE - 8; len < WF_LOG_LINE + 8; len++) {
        memset(text, 'x', len);
        text[len] = '\0';
        wf_log_line(&to_sink, WEFT_LOG_INFO, "%s", text);
        bool whole = len <= WF_LOG_LINE - 3;
        cr_expect_eq(strlen(last), whole ? len : WF_LOG_LINE, "length %zu", len);
        cr_expect_eq(strcmp(last + strlen(last) - 3, "...") == 0, !whole, "length %zu", len);
    }
    memset(text, '\n', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    wf_log_line(&to_sink, WEFT_LOG_INFO, "%s", text);
    cr_expect_eq(strlen(last), 255 * 4 + 3, "an escape is never cut");
    cr_expect_str_eq(last + 254 * 4, "\\x0a...");
}

Test(log, a_format_that_cannot_be_written_still_leaves_a_line)
{
    wf_log_line(&to_sink, WEFT_LOG_INFO, "%ls", L"\xd800");
    cr_expect_eq(calls, 1);
    cr_expect_str_eq(last, "(a line that printf refused)");
}

Test(log, leaves_errno_alone)
{
    errno = ENOENT;
    wf_log_line(&to_sink, WEFT_LOG_INFO, "x");
    cr_expect_eq(errno, ENOENT);
}

Test(log, stderr_gets_one_write_with_level_and_line_break)
{
    static const char *const expected[] = { "weft: error: it 1\n", "weft: warn: it 2\n", "weft: info: it 3\n",
                                            "weft: debug: it 4\n" };
    const wf_log log = { .level = WEFT_LOG_DEBUG };
    int ends[2], saved = dup(STDERR_FILENO);
    cr_assert_eq(pipe(ends), 0);
    cr_assert_geq(dup2(ends[1], STDERR_FILENO), 0);
    for (int level = WEFT_LOG_ERROR; level <= WEFT_LOG_DEBUG; level++) {
        char got[64] = { 0 };
        wf_log_line(&log, (weft_log_level)level, "it %d", level);
        ssize_t len = read(ends[0], got, sizeof got - 1);
        cr_expect_gt(len, 0);
        cr_expect_str_eq(got, expected[level - 1]);
    }
    char longest[2 * WF_LOG_LINE] = { 0 }, text[WF_LOG_LINE] = { 0 };
    memset(text, 'x', sizeof text - 1);
    wf_log_line(&log, WEFT_LOG_ERROR, "%s", text);
    cr_expect_eq(read(ends[0], longest, sizeof longest), (ssize_t)strlen("weft: error: ") + WF_LOG_LINE + 1);
    dup2(saved, STDERR_FILENO);
}

Test(log, a_gate_counts_what_it_holds_back)
{
    wf_log_gate gate = { 0 };
    wf_log_gated(&to_sink, &gate, WEFT_LOG_ERROR, "accept: %s", "no descriptors");
    cr_expect_str_eq(last, "accept: no descriptors");
    for (int i = 0; i < 5; i++) wf_log_gated(&to_sink, &gate, WEFT_LOG_ERROR, "accept: %d", i);
    cr_expect_eq(calls, 1);
    cr_expect_eq(atomic_load(&gate.suppressed), 5);
    atomic_store(&gate.next_ms, wf_clock_ms()); /* a second goes by */
    wf_log_gated(&to_sink, &gate, WEFT_LOG_ERROR, "accept: %s", "again");
    cr_expect_eq(calls, 2);
    cr_expect_str_eq(last, "accept: again (and 5 more since the last)");
    cr_expect_eq(atomic_load(&gate.suppressed), 0);
    cr_expect_geq(atomic_load(&gate.next_ms), wf_clock_ms() + 500);
}

Test(log, a_gated_line_keeps_its_count_however_long_it_is)
{
    char text[2 * WF_LOG_LINE];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    wf_log_gate gate = { .suppressed = UINT32_MAX };
    wf_log_gated(&to_sink, &gate, WEFT_LOG_ERROR, "%s", text);
    static const char tail[] = "x (and 4294967295 more since the last)";
    cr_expect_str_eq(last + strlen(last) - (sizeof tail - 1), tail);
}

static int say_from_one_place(void)
{
    calls = 0;
    for (int i = 0; i < 3; i++) WF_LOG_ONCE_A_SECOND(&to_sink, WEFT_LOG_WARN, "place %d", i);
    return calls;
}

Test(log, the_macro_has_a_gate_for_each_place)
{
    cr_expect_eq(say_from_one_place(), 1);
    cr_expect_eq(say_from_one_place(), 0);
    WF_LOG_ONCE_A_SECOND(&to_sink, WEFT_LOG_WARN, "another");
    cr_expect_eq(calls, 1);
}

static void count_line(void *state, weft_log_level level, weft_str line)
{
    (void)state, (void)level, (void)line;
    atomic_fetch_add(&lines, 1);
}

static wf_log_gate shared_gate;
static void *say_often(void *log)
{
    for (int i = 0; i < 1000; i++) wf_log_gated(log, &shared_gate, WEFT_LOG_ERROR, "x");
    return NULL;
}

Test(log, a_gate_lets_one_thread_through)
{
    wf_log log = { .sink = count_line };
    pthread_t threads[4];
    atomic_store(&shared_gate.next_ms, 1); /* open */
    uint64_t start = wf_clock_ms();
    for (int i = 0; i < 4; i++) cr_assert_eq(pthread_create(&threads[i], NULL, say_often, &log), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    int passed = atomic_load(&lines);
    cr_expect_geq(passed, 1);
    cr_expect_leq(passed, 1 + (int)((wf_clock_ms() - start) / 1000));
    cr_expect_leq(atomic_load(&shared_gate.suppressed), 4000 - (unsigned)passed);
}
