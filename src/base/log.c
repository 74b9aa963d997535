/* Log lines, formatted and made harmless on the stack. */
#include "src/base/log.h"
#include "src/base/clock.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CUT_LEN = 3, MORE_MAX = 48 };

static const char cut_mark[CUT_LEN + 1] = "...";
static const char unprintable[] = "(a line that printf refused)";

static bool is_dropped(const wf_log *log, weft_log_level level)
{
    return level > (log->level == WEFT_LOG_DEFAULT ? WEFT_LOG_INFO : log->level);
}

static const char *level_name(weft_log_level level)
{
    static const char *const names[] = { "info", "error", "warn", "info", "debug" };
    return names[level];
}

/* Copies `text` with \xHH for control bytes, and returns the length: at most `room`, the cut mark included. */
static size_t put_harmless(char *out, size_t room, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    size_t len = 0;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        bool control = byte < 0x20 || byte == 0x7f;
        if (len + (control ? 4 : 1) > room - CUT_LEN) {
            memcpy(out + len, cut_mark, CUT_LEN);
            return len + CUT_LEN;
        }
        if (control) {
            memcpy(out + len, (char[]){ '\\', 'x', hex[byte >> 4], hex[byte & 15] }, 4);
            len += 4;
        } else {
            out[len++] = (char)byte;
        }
    }
    return len;
}

static void write_stderr(weft_log_level level, const char *text, size_t len)
{
    char line[WF_LOG_LINE + 32];
    int head = snprintf(line, sizeof line - WF_LOG_LINE - 1, "weft: %s: ", level_name(level));
    memcpy(line + head, text, len);
    line[(size_t)head + len] = '\n';
    ssize_t written = write(STDERR_FILENO, line, (size_t)head + len + 1);
    (void)written; /* there is nowhere left to say that saying it failed */
}

WEFT_FORMAT(3, 0) static void say(const wf_log *log, weft_log_level level, const char *format, va_list args)
{
    char text[WF_LOG_LINE], line[WF_LOG_LINE];
    int saved = errno;
    if (vsnprintf(text, sizeof text, format, args) < 0) memcpy(text, unprintable, sizeof unprintable);
    size_t len = put_harmless(line, sizeof line, text);
    if (log->sink) {
        log->sink(log->state, level, weft_str_of(line, len));
    } else {
        write_stderr(level, line, len);
    }
    errno = saved;
}

void wf_log_line(const wf_log *log, weft_log_level level, const char *format, ...)
{
    if (is_dropped(log, level)) return;
    va_list args;
    va_start(args, format);
    say(log, level, format, args);
    va_end(args);
}

/* True when the gate lets this line pass; *missed is then how many it has held back. */
static bool pass_gate(wf_log_gate *gate, uint32_t *missed)
{
    uint64_t now = wf_clock_ms();
    uint64_t next = atomic_load(&gate->next_ms);
    if (now < next || !atomic_compare_exchange_strong(&gate->next_ms, &next, now + 1000)) {
        atomic_fetch_add(&gate->suppressed, 1);
        return false;
    }
    *missed = atomic_exchange(&gate->suppressed, 0);
    return true;
}

void wf_log_gated(const wf_log *log, wf_log_gate *gate, weft_log_level level, const char *format, ...)
{
    uint32_t missed;
    if (is_dropped(log, level) || !pass_gate(gate, &missed)) return;
    va_list args;
    va_start(args, format);
    if (missed == 0) {
        say(log, level, format, args);
    } else {
        char text[WF_LOG_LINE - MORE_MAX] = "";
        vsnprintf(text, sizeof text, format, args);
        wf_log_line(log, level, "%s (and %u more since the last)", text, missed);
    }
    va_end(args);
}
