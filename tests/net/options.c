#include "src/net/options.h"
#include "tests/net/harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

TestSuite(net_options, .timeout = 60);

/* What weft.h promises of each number; the product has a table of its own. */
typedef struct row {
    const char *name;
    size_t offset;
    int64_t standard, least, most;
    bool off;
} row;

#define ROW(member) #member, offsetof(weft_server, member)
enum { MIB = 1 << 20, DAY_MS = 24 * 3600 * 1000 };

static const row rows[] = {
    { ROW(backlog), 1024, 1, 65535, false },           { ROW(per_address), UINT32_MAX, 1, INT32_MAX, true },
    { ROW(requests), UINT32_MAX, 1, INT32_MAX, true }, { ROW(head_limit), 65536, 256, 16 * MIB, false },
    { ROW(field_limit), 100, 4, 10000, false },        { ROW(body_limit), MIB, 1, INT32_MAX, true },
    { ROW(chunk_limit), 4096, 32, MIB, false },        { ROW(memory_limit), MIB, 4096, INT32_MAX, false },
    { ROW(head_ms), 10000, 1, DAY_MS, true },          { ROW(body_ms), 30000, 1, DAY_MS, true },
    { ROW(body_rate), 240, 1, INT32_MAX, true },       { ROW(write_ms), 30000, 1, DAY_MS, true },
    { ROW(idle_ms), 75000, 1, DAY_MS, true },          { ROW(linger_ms), 2000, 1, DAY_MS, true },
    { ROW(drain_ms), 10000, 1, DAY_MS, true },         { ROW(workers), 0, 1, 1024, false },
};

static net_log lines = { .lock = PTHREAD_MUTEX_INITIALIZER };
static const wf_log keep = { .sink = net_log_line, .state = &lines };

static uint32_t get(const weft_server *server, const row *r)
{
    uint32_t value;
    memcpy(&value, (const char *)server + r->offset, sizeof value);
    return value;
}

static weft_server with(const row *r, int64_t value)
{
    weft_server server = { 0 };
    uint32_t number = (uint32_t)value;
    memcpy((char *)&server + r->offset, &number, sizeof number);
    return server;
}

static bool resolve(const weft_server *given, weft_server *resolved)
{
    net_log_clear(&lines);
    bool fine = wf_options_resolve(given, resolved, &keep);
    cr_expect_eq(fine, lines.errors == 0, "a mistake is logged, and only a mistake: %s", lines.text);
    return fine;
}

/* ---- Defaults and ranges ----------------------------------------------------------------------------------- */

Test(net_options, every_zero_is_the_default)
{
    weft_server given = { 0 }, resolved;
    cr_assert(resolve(&given, &resolved));
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        cr_expect_eq(get(&resolved, &rows[i]), (uint32_t)rows[i].standard, "%s", rows[i].name);
    cr_expect_str_eq(resolved.host, "127.0.0.1");
    cr_expect_eq(resolved.port, 8080);
    cr_expect_eq(resolved.inherited_fd, 0);
    cr_expect_eq(resolved.log_level, WEFT_LOG_INFO);
    cr_expect(!resolved.leave_signals && !resolved.quiet && !resolved.logger);
}

Test(net_options, a_range_ends_where_it_says)
{
    weft_server resolved;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct {
            int64_t value;
            bool fine;
        } cases[] = {
            { rows[i].least, true },
            { rows[i].most, true },
            { rows[i].least - 1, rows[i].least == 1 }, /* 0 is the default */
            { rows[i].most + 1, false },
            { UINT32_MAX - 1, false },
            { WEFT_OFF, rows[i].off },
        };
        for (size_t j = 0; j < COUNT_OF(cases); j++) {
            weft_server given = with(&rows[i], cases[j].value);
            if (rows[i].offset == offsetof(weft_server, chunk_limit)) given.head_limit = 16 * MIB;
            if (rows[i].offset == offsetof(weft_server, body_rate)) given.body_ms = 1000;
            bool fine = resolve(&given, &resolved);
            cr_expect_eq(fine, cases[j].fine, "%s = %lld", rows[i].name, (long long)cases[j].value);
            if (fine && cases[j].value) cr_expect_eq(get(&resolved, &rows[i]), (uint32_t)cases[j].value);
            if (!fine)
                cr_expect(net_log_has(&lines, rows[i].name), "%s is not named: %s", rows[i].name, lines.text);
        }
    }
}

Test(net_options, ports_and_descriptors_have_their_ranges)
{
    const struct {
        int32_t port, fd;
        bool fine;
    } cases[] = {
        { WEFT_PORT_ANY, 0, true }, { 1, 0, true }, { 65535, 0, true }, { 65536, 0, false }, { -2, 0, false },
        { INT32_MIN, 0, false },    { 0, 3, true }, { 0, 1000, true },  { 0, 2, false },     { 0, -1, false },
        { 80, 3, false },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        weft_server given = { .port = cases[i].port, .inherited_fd = cases[i].fd }, resolved;
        cr_expect_eq(resolve(&given, &resolved), cases[i].fine, "case %zu", i);
    }
}

Test(net_options, all_mistakes_are_told)
{
    weft_server given = { .port = 70000, .head_limit = 1, .workers = 5000, .log_level = (weft_log_level)9 };
    weft_server resolved;
    cr_expect_not(resolve(&given, &resolved));
    cr_expect_eq(lines.errors, 4, "%s", lines.text);
}

Test(net_options, contradictions_are_told)
{
    const struct {
        weft_server server;
        bool fine;
        const char *says;
    } cases[] = {
        { { .host = "unix:/tmp/x", .port = 80 }, false, "a Unix socket has no port" },
        { { .host = "unix:/tmp/x", .port = WEFT_PORT_ANY }, false, "a Unix socket has no port" },
        { { .host = "unix:/tmp/x" }, true, "" },
        { { .inherited_fd = 3, .host = "::1" }, false, "inherited_fd is already bound" },
        { { .inherited_fd = 3, .port = 80 }, false, "inherited_fd is already bound" },
        { { .body_rate = 100, .body_ms = WEFT_OFF }, false, "body_rate needs body_ms" },
        { { .body_rate = WEFT_OFF, .body_ms = WEFT_OFF }, true, "" },
        { { .body_ms = WEFT_OFF }, true, "" },
        { { .head_limit = 1000, .chunk_limit = 1001 }, false, "chunk_limit is above head_limit" },
        { { .head_limit = 1000, .chunk_limit = 1000 }, true, "" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        weft_server resolved;
        cr_expect_eq(resolve(&cases[i].server, &resolved), cases[i].fine, "case %zu", i);
        cr_expect(net_log_has(&lines, cases[i].says), "case %zu: %s", i, lines.text);
    }
}

Test(net_options, connections_follow_the_descriptor_limit)
{
    const struct {
        rlim_t limit;
        uint32_t given, connections;
        bool fine;
    } cases[] = {
        { 200, 0, 200 - 64, true }, { 200, 136, 136, true }, { 200, 137, 0, false },
        { 100, 10, 10, true },      { 65, 0, 1, true },      { 50, 0, 1, false },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct rlimit limit;
        weft_server given = { .connections = cases[i].given }, resolved;
        getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = cases[i].limit;
        cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
        bool fine = resolve(&given, &resolved);
        cr_expect_eq(fine, cases[i].fine, "case %zu", i);
        if (fine) cr_expect_eq(resolved.connections, cases[i].connections, "case %zu", i);
    }
}

Test(net_options, become_limits)
{
    weft_server given = { .body_limit = WEFT_OFF, .head_limit = 1000, .field_limit = 7, .chunk_limit = 99 },
                resolved;
    given.memory_limit = 5000;
    given.requests = 3;
    cr_assert(resolve(&given, &resolved));
    wf_limits limits = wf_limits_of(&resolved);
    cr_expect_eq(limits.body, UINT64_MAX);
    cr_expect_eq(limits.head.head, 1000);
    cr_expect_eq(limits.head.fields, 7);
    cr_expect_eq(limits.chunk.line, 99);
    cr_expect_eq(limits.chunk.trailers, 1000);
    cr_expect_eq(limits.chunk.fields, 7);
    cr_expect_eq(limits.memory, 5000);
    cr_expect_eq(limits.requests, 3);
    given.body_limit = 17;
    cr_assert(resolve(&given, &resolved));
    cr_expect_eq(wf_limits_of(&resolved).body, 17);
}

/* ---- From text --------------------------------------------------------------------------------------------- */

Test(net_options, numbers_are_read_from_text)
{
    const char *why = NULL;
    char text[32];
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        weft_server server = { 0 };
        const int64_t good[] = { rows[i].least, rows[i].most, 0 },
                      bad[] = { rows[i].most + 1, -5, UINT32_MAX };
        for (size_t j = 0; j < COUNT_OF(good); j++) {
            snprintf(text, sizeof text, "%lld", (long long)good[j]);
            cr_expect(weft_option(&server, rows[i].name, text, &why), "%s %s: %s", rows[i].name, text, why);
            cr_expect_eq(get(&server, &rows[i]), (uint32_t)good[j]);
        }
        for (size_t j = 0; j < COUNT_OF(bad); j++) {
            snprintf(text, sizeof text, "%lld", (long long)bad[j]);
            cr_expect_not(weft_option(&server, rows[i].name, text, &why), "%s %s", rows[i].name, text);
            cr_expect(strstr(why, rows[i].name) && strstr(why, "out of range"), "%s", why);
        }
        cr_expect_eq(weft_option(&server, rows[i].name, "off", &why), rows[i].off, "%s off", rows[i].name);
        if (rows[i].off) cr_expect_eq(get(&server, &rows[i]), WEFT_OFF);
    }
}

Test(net_options, text_is_refused_with_a_reason)
{
    const struct {
        const char *name, *value, *says;
    } cases[] = {
        { "head_ms", "10s", "option head_ms: \"10s\" is not a whole number, nor off" },
        { "head_ms", "", "not a whole number" },
        { "head_ms", " 10", "not a whole number" },
        { "head_ms", "1e3", "not a whole number" },
        { "workers", "off", "option workers: \"off\" is not a whole number" },
        { "workers", "99999999999999999999", "not a whole number" },
        { "port", "65536", "out of range" },
        { "port", "-2", "out of range" },
        { "inherited_fd", "2", "out of range" },
        { "quiet", "yes", "neither true nor false" },
        { "quiet", "1", "neither true nor false" },
        { "log_level", "loud", "none of error, warn, info, debug" },
        { "log_level", "", "none of error" },
        { "port", NULL, "a value is missing" },
        { "prot", "80", "there is no option prot; did you mean port?" },
        { "worker", "80", "did you mean workers?" },
        { "hed_ms", "80", "did you mean head_ms?" },
        { "colour", "80", "there is no option colour" },
        { "", "80", "there is no option" },
        { "logger", "80", "there is no option logger" },
        { "PORT", "80", "there is no option PORT" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        weft_server server = { 0 }, blank = { 0 };
        const char *why = NULL;
        cr_expect_not(weft_option(&server, cases[i].name, cases[i].value, &why), "case %zu", i);
        cr_assert_not_null(why);
        cr_expect(strstr(why, cases[i].says), "case %zu: %s", i, why);
        cr_expect_eq(memcmp(&server, &blank, sizeof blank), 0, "case %zu changed something", i);
    }
}

Test(net_options, the_other_kinds_are_read_from_text)
{
    weft_server server = { 0 };
    const char *why = NULL;
    const char *const levels[] = { "error", "warn", "info", "debug" };
    cr_expect(weft_option(&server, "host", "::1", &why));
    cr_expect_str_eq(server.host, "::1");
    cr_expect(weft_option(&server, "port", "-1", &why) && server.port == WEFT_PORT_ANY);
    cr_expect(weft_option(&server, "port", "8081", &why) && server.port == 8081);
    cr_expect(weft_option(&server, "port", "0", &why) && server.port == WEFT_PORT_ANY,
              "a free port, as everywhere");
    cr_expect(weft_option(&server, "inherited_fd", "3", &why) && server.inherited_fd == 3);
    cr_expect(weft_option(&server, "connections", "10", &why) && server.connections == 10);
    cr_expect(weft_option(&server, "quiet", "true", &why) && server.quiet);
    cr_expect(weft_option(&server, "quiet", "false", &why) && !server.quiet);
    cr_expect(weft_option(&server, "leave_signals", "true", &why) && server.leave_signals);
    for (int i = 0; i < 4; i++)
        cr_expect(weft_option(&server, "log_level", levels[i], &why) && (int)server.log_level == i + 1);
}

/* ---- Help -------------------------------------------------------------------------------------------------- */

/* Names of the members of struct weft_server, read from the public header. */
static int members_in_header(char names[64][32])
{
    char line[256], word[64];
    int count = 0;
    bool within = false;
    FILE *file = fopen("include/weft/weft.h", "r");
    cr_assert_not_null(file, "the tests are run from the root of the repository");
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "} weft_server;", 14) == 0) within = false;
        char *end = strchr(line, ';');
        if (within && end) {
            *end = '\0';
            for (char *at = strtok(line, ","); at; at = strtok(NULL, ",")) {
                char *last = strrchr(at, ' ');
                snprintf(word, sizeof word, "%s", last ? last + 1 : at);
                snprintf(names[count++], 32, "%.31s", word + (*word == '*'));
            }
        }
        if (strncmp(line, "typedef struct weft_server {", 28) == 0) within = true;
    }
    fclose(file);
    return count;
}

static bool has_line(const char *text, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, name, len) == 0 && at[len] == ' ') return true;
    return false;
}

Test(net_options, help_and_header_tell_of_the_same_members)
{
    char names[64][32];
    int count = members_in_header(names), in_help = 0;
    const char *help = weft_option_help();
    cr_assert_gt(count, 20);
    for (int i = 0; i < count; i++) {
        bool for_code_only = strcmp(names[i], "logger") == 0 || strcmp(names[i], "logger_state") == 0;
        cr_expect_eq(has_line(help, names[i]), !for_code_only, "%s", names[i]);
        in_help += !for_code_only;
    }
    for (const char *at = help; *at; at++) in_help -= *at == '\n';
    cr_expect_eq(in_help, 0, "help has as many lines as there are members");
}

Test(net_options, help_tells_every_default)
{
    const char *help = weft_option_help();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char standard[32], row_text[160] = "";
        const char *at = strstr(help, rows[i].name);
        while (at && at != help && at[-1] != '\n') at = strstr(at + 1, rows[i].name);
        cr_assert_not_null(at, "%s", rows[i].name);
        cr_assert_not_null(strchr(at, '\n'));
        snprintf(row_text, sizeof row_text, "%.*s", (int)(strchr(at, '\n') - at), at);
        snprintf(standard, sizeof standard, " %lld ", (long long)rows[i].standard);
        const char *expected = rows[i].standard == UINT32_MAX ? " off " : rows[i].standard ? standard : " ";
        cr_expect(strstr(row_text, expected), "%s lacks \"%s\"", row_text, expected);
        cr_expect_geq(strlen(row_text), 40, "%s has no meaning", rows[i].name);
    }
}

static void *ask_for_help(void *result)
{
    const char **help = result;
    *help = weft_option_help();
    return NULL;
}

static void *do_nothing(void *unused) { return unused; }

Test(net_options, help_outlives_the_thread_that_asked)
{
    const char *theirs = NULL;
    pthread_t thread;
    pthread_create(&thread, NULL, ask_for_help, &theirs);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, do_nothing, NULL); /* whatever the first one had is used anew */
    pthread_join(thread, NULL);
    cr_expect_eq(theirs, weft_option_help(), "one text for all, for ever");
}

/* ---- Loggers ----------------------------------------------------------------------------------------------- */

Test(net_options, say_where_and_how_much_is_logged)
{
    int state;
    weft_server given = { .logger = net_log_line, .logger_state = &state, .log_level = WEFT_LOG_WARN };
    wf_log log = wf_log_of(&given);
    cr_expect(log.sink == net_log_line && log.state == &state && log.level == WEFT_LOG_WARN);
    given = (weft_server){ 0 };
    log = wf_log_of(&given);
    cr_expect(!log.sink && log.level == WEFT_LOG_INFO);
}
