/* The access log: registered like any weft_on_complete, formatted straight into the worker's buffer. */
#include "src/web/access.h"
#include "src/base/clock.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/web/app.h"
#include "src/web/escape.h"
#include "src/web/request.h"

/* Bytes of escaped text, so that the longest line fits: three long ones, two short, and less than 512 around them. */
enum { LONG_MAX_BYTES = 4096, SHORT_MAX_BYTES = 64 };
_Static_assert(3 * LONG_MAX_BYTES + 2 * SHORT_MAX_BYTES + 512 < WF_LOGFILE_LINE, "the longest line fits");

/* ---- Registration ---------------------------------------------------------------------------------------- */

static const char *log_mistake(const weft_app *app, const char *path, weft_log_format format)
{
    if (atomic_load(&app->live)) return "registered while the app is served; register before weft_start";
    if (!path || !*path) return "its path is missing; \"-\" is standard output";
    if ((unsigned)format > WEFT_LOG_JSON) return "its format is none of weft_log_format";
    if (app->access.count == WF_ACCESS_MAX) return "an app has four at most";
    return NULL;
}

void weft_access_log(weft_app *app, const char *path, weft_log_format format)
{
    if (!app) return; /* memory was out; weft_start says so */
    const char *mistake = log_mistake(app, path, format);
    wf_logfile *file = mistake ? NULL : wf_logfile_new(path);
    if (!mistake && !file) mistake = "out of memory";
    if (mistake) {
        weft_putf(&app->mistakes, "access log %s: %s", path ? path : "(NULL)", mistake);
        weft_put_char(&app->mistakes, '\0');
        return;
    }
    wf_access *access = &app->access.list[app->access.count++];
    *access = (wf_access){ .file = file, .format = format };
    weft_on_complete(app, wf_access_line, access);
}

bool wf_access_open(const wf_access_logs *logs, const wf_log *log)
{
    bool open = true;
    for (uint32_t i = 0; i < logs->count; i++) open &= wf_logfile_open(logs->list[i].file, log);
    return open;
}

int wf_access_tick(const wf_access_logs *logs, const wf_log *log, uint64_t now_ms)
{
    int soonest = -1;
    for (uint32_t i = 0; i < logs->count; i++) {
        int ms = wf_logfile_tick(logs->list[i].file, log, now_ms);
        if (ms >= 0 && (soonest < 0 || ms < soonest)) soonest = ms;
    }
    return soonest;
}

void wf_access_flush(const wf_access_logs *logs, const wf_log *log)
{
    for (uint32_t i = 0; i < logs->count; i++) wf_logfile_leave(logs->list[i].file, log);
}

void wf_access_free(wf_access_logs *logs)
{
    const wf_log to_stderr = { .level = WEFT_LOG_ERROR };
    for (uint32_t i = 0; i < logs->count; i++) wf_logfile_free(logs->list[i].file, &to_stderr);
    logs->count = 0;
}

void wf_access_reopen_requested(void) { wf_logfile_reopen_all(); }

/* ---- What both kinds of line say ------------------------------------------------------------------------- */

static weft_str peer_of(const weft_request *req, char room[WF_PEER_TEXT])
{
    weft_str text = wf_peer_text(req->peer, room);
    return text.ptr ? text : weft_lit("-");
}

/* "Sun, 06 Nov 1994 08:49:37 GMT": where its parts stand. */
enum { DAY = 5, MONTH = 8, YEAR = 12, TIME = 17 };

static int64_t seconds_of(int64_t unix_ms) { return unix_ms / 1000 - (unix_ms % 1000 < 0); }

static void put_part(weft_buf *line, const char *date, int at, size_t len, char behind)
{
    weft_put_str(line, weft_str_of(date + at, len));
    weft_put_char(line, behind);
}

static weft_str protocol_of(const weft_request *req)
{
    return req->msg.minor == 0 ? weft_lit("HTTP/1.0") : weft_lit("HTTP/1.1");
}

/* ---- Common and combined --------------------------------------------------------------------------------- */

/* [06/Nov/1994:08:49:37 +0000] */
static void put_common_time(weft_buf *line, int64_t unix_ms)
{
    char date[WF_DATE_LEN];
    wf_date_put(date, seconds_of(unix_ms));
    weft_put_char(line, '[');
    put_part(line, date, DAY, 2, '/');
    put_part(line, date, MONTH, 3, '/');
    put_part(line, date, YEAR, 4, ':');
    put_part(line, date, TIME, 8, ' ');
    weft_put_str(line, weft_lit("+0000]"));
}

/* "GET /x HTTP/1.1", or "-" for what was no request. */
static void put_request_line(weft_buf *line, const weft_request *req)
{
    if (!req->msg.method_text.len || !req->msg.target.len) {
        weft_put_char(line, '-');
        return;
    }
    wf_put_escaped(line, req->msg.method_text, WF_ESCAPE_LOG, SHORT_MAX_BYTES);
    weft_put_char(line, ' ');
    wf_put_escaped(line, req->msg.target, WF_ESCAPE_LOG, LONG_MAX_BYTES);
    weft_put_char(line, ' ');
    weft_put_str(line, protocol_of(req));
}

static void put_quoted_field(weft_buf *line, const weft_request *req, wf_field_id id)
{
    weft_str value = wf_message_known(&req->msg, id);
    weft_put_str(line, weft_lit(" \""));
    wf_put_escaped(line, value.len ? value : weft_lit("-"), WF_ESCAPE_LOG, LONG_MAX_BYTES);
    weft_put_char(line, '"');
}

static void put_common(weft_buf *line, const weft_request *req, const weft_outcome *outcome)
{
    char peer[WF_PEER_TEXT];
    weft_put_str(line, peer_of(req, peer));
    weft_put_str(line, weft_lit(" - - "));
    put_common_time(line, outcome->unix_ms);
    weft_put_str(line, weft_lit(" \""));
    put_request_line(line, req);
    weft_put_str(line, weft_lit("\" "));
    weft_put_u64(line, outcome->status);
    weft_put_char(line, ' ');
    weft_put_u64(line, outcome->bytes);
}

/* ---- JSON ------------------------------------------------------------------------------------------------ */

/* 1994-11-06T08:49:37.123Z (RFC 3339) */
static void put_json_time(weft_buf *line, int64_t unix_ms)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char date[WF_DATE_LEN], month[3], millis[3];
    int64_t seconds = seconds_of(unix_ms);
    unsigned ms = (unsigned)(unix_ms - seconds * 1000), number = 1;
    wf_date_put(date, seconds);
    while (memcmp(date + MONTH, months + 3 * (number - 1), 3) != 0) number++;
    memcpy(month, (char[]){ (char)('0' + number / 10), (char)('0' + number % 10), '-' }, 3);
    memcpy(millis, (char[]){ (char)('0' + ms / 100), (char)('0' + ms / 10 % 10), (char)('0' + ms % 10) }, 3);
    put_part(line, date, YEAR, 4, '-');
    weft_put_str(line, weft_str_of(month, 3));
    put_part(line, date, DAY, 2, 'T');
    put_part(line, date, TIME, 8, '.');
    weft_put_str(line, weft_str_of(millis, 3));
    weft_put_char(line, 'Z');
}

/* ,"name":"value", or null for what was not sent. */
static void put_json_text(weft_buf *line, weft_str name, weft_str value, size_t room)
{
    weft_put_str(line, weft_lit(",\""));
    weft_put_str(line, name);
    weft_put_str(line, value.ptr ? weft_lit("\":\"") : weft_lit("\":null"));
    if (!value.ptr) return;
    wf_put_escaped(line, value, WF_ESCAPE_JSON, room);
    weft_put_char(line, '"');
}

static void put_json_number(weft_buf *line, weft_str name, uint64_t value)
{
    weft_put_str(line, weft_lit(",\""));
    weft_put_str(line, name);
    weft_put_str(line, weft_lit("\":"));
    weft_put_u64(line, value);
}

static void put_json(weft_buf *line, const weft_request *req, const weft_outcome *outcome)
{
    char peer[WF_PEER_TEXT];
    weft_put_str(line, weft_lit("{\"time\":\""));
    put_json_time(line, outcome->unix_ms);
    weft_put_char(line, '"');
    put_json_text(line, weft_lit("peer"), peer_of(req, peer), SHORT_MAX_BYTES);
    put_json_text(line, weft_lit("method"), req->msg.method_text, SHORT_MAX_BYTES);
    put_json_text(line, weft_lit("target"), req->msg.target, LONG_MAX_BYTES);
    put_json_text(line, weft_lit("protocol"), protocol_of(req), SHORT_MAX_BYTES);
    put_json_number(line, weft_lit("status"), outcome->status);
    put_json_number(line, weft_lit("bytes"), outcome->bytes);
    put_json_number(line, weft_lit("duration_us"), outcome->duration_us);
    weft_put_str(line, weft_lit(",\"completed\":"));
    weft_put_str(line, outcome->completed ? weft_lit("true") : weft_lit("false"));
    put_json_text(line, weft_lit("referer"), wf_message_known(&req->msg, WF_FIELD_REFERER), LONG_MAX_BYTES);
    put_json_text(line, weft_lit("agent"), wf_message_known(&req->msg, WF_FIELD_USER_AGENT), LONG_MAX_BYTES);
    weft_put_char(line, '}');
}

void wf_access_line(const weft_request *req, const weft_outcome *outcome, void *access_)
{
    const wf_access *access = access_;
    weft_buf line = wf_logfile_begin(access->file);
    if (access->format == WEFT_LOG_JSON) {
        put_json(&line, req, outcome);
    } else {
        put_common(&line, req, outcome);
        if (access->format == WEFT_LOG_COMBINED) {
            put_quoted_field(&line, req, WF_FIELD_REFERER);
            put_quoted_field(&line, req, WF_FIELD_USER_AGENT);
        }
    }
    wf_logfile_end(access->file, req->log, &line);
}
