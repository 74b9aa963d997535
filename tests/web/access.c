/* The access log: lines to the byte for fixed outcomes, whatever clients put in them. */
#include "tests/web/alone.h"
#include "src/web/access.h"
#include "src/web/app.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char path[128];
static weft_app *app;
static weft_outcome outcome;

static void set_up(void)
{
    strcpy(path, "/tmp/weft-access-XXXXXX");
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
    app = weft_app_new(NULL);
    outcome = (weft_outcome){
        .unix_ms = 784111777089, .duration_us = 1234, .bytes = 512, .status = 200, .completed = true
    };
    begin();
}

static void tear_down(void)
{
    end();
    weft_app_free(app);
    unlink(path);
}

TestSuite(access, .init = set_up, .fini = tear_down);

static const char *text_of_file(void)
{
    static char text[256 * 1024];
    FILE *in = fopen(path, "r");
    cr_assert_not_null(in);
    size_t len = fread(text, 1, sizeof text - 1, in);
    text[len] = '\0';
    fclose(in);
    return text;
}

/* The line of the request and the outcome in `format`, its line feed included. */
static const char *line_in(weft_log_format format)
{
    weft_app *logging = weft_app_new(NULL);
    cr_assert_eq(truncate(path, 0), 0);
    weft_access_log(logging, path, format);
    wf_access_line(req, &outcome, &logging->access.list[0]);
    wf_access_flush(&logging->access, req->log);
    weft_app_free(logging);
    return text_of_file();
}

#define BEGINNING "192.0.2.7 - - [06/Nov/1994:08:49:37 +0000] "

Test(access, the_three_formats)
{
    give("User-Agent", "curl/8.0");
    give("Referer", "https://h/x?y");
    cr_expect_str_eq(line_in(WEFT_LOG_COMMON), BEGINNING "\"GET /path HTTP/1.1\" 200 512\n");
    cr_expect_str_eq(line_in(WEFT_LOG_COMBINED),
                     BEGINNING "\"GET /path HTTP/1.1\" 200 512 \"https://h/x?y\" \"curl/8.0\"\n");
    cr_expect_str_eq(line_in(WEFT_LOG_JSON),
                     "{\"time\":\"1994-11-06T08:49:37.089Z\",\"peer\":\"192.0.2.7\",\"method\":\"GET\","
                     "\"target\":\"/path\",\"protocol\":\"HTTP/1.1\",\"status\":200,\"bytes\":512,"
                     "\"duration_us\":1234,\"completed\":true,\"referer\":\"https://h/x?y\","
                     "\"agent\":\"curl/8.0\"}\n");
}

Test(access, what_was_not_sent)
{
    req->msg.minor = 0;
    outcome = (weft_outcome){ .unix_ms = 0, .status = 404 };
    cr_expect_str_eq(line_in(WEFT_LOG_COMBINED), "192.0.2.7 - - [01/Jan/1970:00:00:00 +0000] "
                                                 "\"GET /path HTTP/1.0\" 404 0 \"-\" \"-\"\n");
    cr_expect_str_eq(line_in(WEFT_LOG_JSON),
                     "{\"time\":\"1970-01-01T00:00:00.000Z\",\"peer\":\"192.0.2.7\",\"method\":\"GET\","
                     "\"target\":\"/path\",\"protocol\":\"HTTP/1.0\",\"status\":404,\"bytes\":0,"
                     "\"duration_us\":0,\"completed\":false,\"referer\":null,\"agent\":null}\n");
    give("User-Agent", "");
    cr_expect_not_null(strstr(line_in(WEFT_LOG_COMBINED), " \"-\" \"-\"\n"));
    cr_expect_not_null(strstr(line_in(WEFT_LOG_JSON), ",\"agent\":\"\"}"));
}

Test(access, a_head_that_was_no_request)
{
    req->msg.method_text = req->msg.target = weft_str_of(NULL, 0);
    outcome.status = 400;
    cr_expect_str_eq(line_in(WEFT_LOG_COMMON), BEGINNING "\"-\" 400 512\n");
    cr_expect_not_null(strstr(line_in(WEFT_LOG_JSON), ",\"method\":null,\"target\":null,"));
}

Test(access, peers)
{
    static const struct {
        wf_peer peer;
        const char *text;
    } cases[] = {
        { { .family = AF_INET, .address = { 255, 0, 10, 1 } }, "255.0.10.1 - - [" },
        { { .family = AF_INET6, .address = { 0x20, 0x01, 0x0d, 0xb8, [15] = 1 } }, "2001:db8::1 - - [" },
        { { .family = AF_UNIX }, "unix - - [" },
        { { .family = 0 }, "- - - [" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        req->peer = &cases[i].peer;
        cr_expect_eq(strncmp(line_in(WEFT_LOG_COMMON), cases[i].text, strlen(cases[i].text)), 0, "%zu", i);
    }
    req->peer = NULL;
    cr_expect_eq(strncmp(line_in(WEFT_LOG_COMMON), "- - - [", 7), 0);
}

Test(access, times)
{
    static const struct {
        int64_t unix_ms;
        const char *common, *json;
    } cases[] = {
        { 951782400000, "[29/Feb/2000:00:00:00 +0000]", "\"2000-02-29T00:00:00.000Z\"" },
        { 1798761599999, "[31/Dec/2026:23:59:59 +0000]", "\"2026-12-31T23:59:59.999Z\"" },
        { 1790000000010, "[21/Sep/2026:14:13:20 +0000]", "\"2026-09-21T14:13:20.010Z\"" },
        { 1775000000100, "[31/Mar/2026:23:33:20 +0000]", "\"2026-03-31T23:33:20.100Z\"" },
        { -1, "[31/Dec/1969:23:59:59 +0000]", "\"1969-12-31T23:59:59.999Z\"" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        outcome.unix_ms = cases[i].unix_ms;
        cr_expect_not_null(strstr(line_in(WEFT_LOG_COMMON), cases[i].common), "%s", cases[i].common);
        cr_expect_not_null(strstr(line_in(WEFT_LOG_JSON), cases[i].json), "%s", cases[i].json);
    }
}

Test(access, what_clients_write_is_escaped)
{
    static const struct {
        const char *sent, *common, *json;
    } cases[] = {
        { "plain ~", "plain ~", "plain ~" },
        { "a\" 200 1 \"", "a\\x22 200 1 \\x22", "a\\\" 200 1 \\\"" },
        { "\\x22", "\\x5Cx22", "\\\\x22" },
        { "\t\x1b[2J\x7f", "\\x09\\x1B[2J\\x7F", "\\u0009\\u001b[2J\\u007f" },
        { "a\nb\r", "a\\x0Ab\\x0D", "a\\u000ab\\u000d" },
        { "Grüße 한", "Grüße 한", "Grüße 한" },
        { "\xff\xc3(", "\\xFF\\xC3(", "\\u00ff\\u00c3(" },
        { "\xc2\x9b", "\\xC2\\x9B", "\\u009b" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[256];
        begin();
        give("User-Agent", cases[i].sent);
        give("Referer", cases[i].sent);
        req->msg.target = wf_str(cases[i].sent);
        req->msg.method_text = wf_str(cases[i].sent);
        snprintf(expected, sizeof expected, BEGINNING "\"%s %s HTTP/1.1\" 200 512 \"%s\" \"%s\"\n",
                 cases[i].common, cases[i].common, cases[i].common, cases[i].common);
        cr_expect_str_eq(line_in(WEFT_LOG_COMBINED), expected);
        const char *line = line_in(WEFT_LOG_JSON);
        snprintf(expected, sizeof expected, ",\"method\":\"%s\",\"target\":\"%s\",", cases[i].json,
                 cases[i].json);
        cr_expect_not_null(strstr(line, expected), "%s", line);
        snprintf(expected, sizeof expected, ",\"referer\":\"%s\",\"agent\":\"%s\"}\n", cases[i].json,
                 cases[i].json);
        cr_expect_not_null(strstr(line, expected), "%s", line);
    }
}

/* However long: the line fits, ends as lines do, and says where it was cut. */
Test(access, what_is_too_long_is_cut)
{
    static char longs[3][70000];
    static const char bytes[] = { 'x', '"', '\x01', '\xff' };
    for (size_t i = 0; i < sizeof bytes; i++) {
        for (int k = 0; k < 3; k++) memset(longs[k], bytes[i], sizeof longs[k] - 1);
        begin();
        give("User-Agent", longs[0]);
        give("Referer", longs[1]);
        req->msg.target = req->msg.method_text = wf_str(longs[2]);
        for (int format = WEFT_LOG_COMMON; format <= WEFT_LOG_JSON; format++) {
            const char *line = line_in((weft_log_format)format);
            size_t len = strlen(line);
            cr_assert_gt(len, 4096);
            cr_assert_leq(len, WF_LOGFILE_LINE);
            cr_expect_eq(line[len - 1], '\n');
            const char *tail = format == WEFT_LOG_COMMON ? "... HTTP/1.1\" 200 512\n"
                               : format == WEFT_LOG_JSON ? "...\"}\n"
                                                         : "...\"\n";
            cr_expect_str_eq(line + len - strlen(tail), tail);
        }
    }
    cr_expect_str_empty(logged);
}

Test(access, an_escape_is_not_cut_in_two)
{
    static char agent[4200];
    for (size_t pad = 4080; pad < 4100; pad++) {
        memset(agent, 'x', pad);
        strcpy(agent + pad, "\x01\x01\x01\x01\x01\x01");
        begin();
        give("User-Agent", agent);
        const char *line = line_in(WEFT_LOG_COMBINED), *at = strchr(line, '\\');
        for (; at && *at == '\\'; at += 4) cr_expect_eq(strncmp(at, "\\x01", 4), 0);
        cr_expect(!at || strncmp(at, "...\"", 4) == 0, "%zu: %s", pad, at);
    }
}

/* Every byte in every place, read by another implementation. */
Test(access, json_lines_are_json_to_python)
{
    if (system("python3 -c 'import json' 2>/dev/null") != 0) cr_skip_test("there is no python3");
    weft_access_log(app, path, WEFT_LOG_JSON);
    for (int byte = 1; byte < 256; byte++) {
        char text[] = { 'a', (char)byte, '"', (char)byte, (char)0xbf, 0 };
        begin();
        give("User-Agent", text);
        give("Referer", text);
        req->msg.target = wf_str(text);
        wf_access_line(req, &outcome, &app->access.list[0]);
    }
    wf_access_flush(&app->access, req->log);
    char command[512];
    snprintf(
        command, sizeof command,
        "python3 -c \"\nimport json\nlines = open('%s','rb').read().decode('utf-8','strict').split('\\n')\n"
        "assert len(lines) == 256 and lines.pop() == ''\n"
        "for line in lines: assert json.loads(line)['agent'] == json.loads(line)['target']\n\"",
        path);
    cr_expect_eq(system(command), 0);
}

/* ---- Registration ------------------------------------------------------------------------------------------ */

Test(access, mistakes_are_collected)
{
    weft_access_log(app, NULL, WEFT_LOG_COMMON);
    weft_access_log(app, "", WEFT_LOG_COMMON);
    weft_access_log(app, "/log", (weft_log_format)3);
    for (int i = 0; i < WF_ACCESS_MAX; i++) weft_access_log(app, path, WEFT_LOG_COMMON);
    cr_expect_eq(app->access.count, WF_ACCESS_MAX);
    weft_access_log(app, "/one/more", WEFT_LOG_COMMON);
    atomic_store(&app->live, true);
    weft_access_log(app, "/late", WEFT_LOG_COMMON);
    atomic_store(&app->live, false);
    cr_expect_eq(app->access.count, WF_ACCESS_MAX);
    static const char told[] =
        "access log (NULL): its path is missing; \"-\" is standard output\0"
        "access log : its path is missing; \"-\" is standard output\0"
        "access log /log: its format is none of weft_log_format\0"
        "access log /one/more: an app has four at most\0"
        "access log /late: registered while the app is served; register before weft_start";
    cr_expect(weft_str_eq(weft_buf_str(&app->mistakes), weft_str_of(told, sizeof told)));
}

Test(access, all_logs_of_an_app_are_kept)
{
    weft_access_log(app, path, WEFT_LOG_COMMON);
    weft_access_log(app, path, WEFT_LOG_COMMON);
    weft_access_log(app, "/nowhere/log", WEFT_LOG_JSON);
    cr_expect_eq(wf_access_tick(&app->access, req->log, 1000), -1);
    wf_access_line(req, &outcome, &app->access.list[1]);
    cr_expect_eq(wf_access_tick(&app->access, req->log, 1000), 1000);
    wf_access_line(req, &outcome, &app->access.list[0]);
    cr_expect_eq(wf_access_tick(&app->access, req->log, 1300), 700);
    cr_expect_eq(wf_access_tick(&app->access, req->log, 2000), 300);
    cr_expect_eq(strlen(text_of_file()), strlen(BEGINNING "\"GET /path HTTP/1.1\" 200 512\n"));
    cr_expect_str_empty(logged);
    cr_expect_not(wf_access_open(&app->access, req->log));
    cr_expect_not_null(strstr(logged, "cannot open /nowhere/log"));
    wf_access_flush(&app->access, req->log);
    cr_expect_eq(strlen(text_of_file()), 2 * strlen(BEGINNING "\"GET /path HTTP/1.1\" 200 512\n"));
}

Test(access, is_reopened_on_request)
{
    char rotated[160];
    snprintf(rotated, sizeof rotated, "%s.1", path);
    weft_access_log(app, path, WEFT_LOG_COMMON);
    cr_assert(wf_access_open(&app->access, req->log));
    rename(path, rotated);
    wf_access_reopen_requested();
    wf_access_line(req, &outcome, &app->access.list[0]);
    wf_access_flush(&app->access, req->log);
    cr_expect_str_eq(text_of_file(), BEGINNING "\"GET /path HTTP/1.1\" 200 512\n");
    cr_expect_eq(truncate(rotated, 1), 0); /* it is there, and empty */
    unlink(rotated);
}
