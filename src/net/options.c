/* One row an option. Whatever is said about options anywhere is made from these rows. */
#include "src/net/options.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>

typedef enum kind { TEXT, NUMBER, SIGNED, FLAG, LEVEL } kind;

typedef struct option {
    const char *name;
    size_t offset;
    kind kind;
    bool may_be_off;
    int64_t standard, least, most;
    const char *unit, *meaning;
} option;

#define AT(member) #member, offsetof(weft_server, member)
#define MIB        (1024 * 1024)
enum { SPARE_DESCRIPTORS = 64, HOURS_MS = 24 * 3600 * 1000 };

static const option options[] = {
    { AT(host), TEXT, false, 0, 0, 0, "", "address to listen on, or unix:/path/of.sock (default 127.0.0.1)" },
    { AT(port), SIGNED, false, 8080, -1, 65535, "", "port to listen on; -1: a free one" },
    { AT(inherited_fd), SIGNED, false, 0, 3, INT32_MAX, "",
      "a listening descriptor to serve instead of host and port" },
    { AT(workers), NUMBER, false, 0, 1, 1024, "threads",
      "workers; 0: one for each CPU that this process may use" },
    { AT(backlog), NUMBER, false, 1024, 1, 65535, "connections", "connections that wait to be accepted" },
    { AT(connections), NUMBER, false, 0, 1, INT32_MAX, "connections",
      "connections in all; 0: the descriptor limit less 64" },
    { AT(per_address), NUMBER, true, UINT32_MAX, 1, INT32_MAX, "connections",
      "connections from one address" },
    { AT(requests), NUMBER, true, UINT32_MAX, 1, INT32_MAX, "requests", "requests on one connection" },
    { AT(head_limit), NUMBER, false, 64 * 1024, 256, 16 * MIB, "bytes",
      "size of a request head, and of trailers" },
    { AT(field_limit), NUMBER, false, 100, 4, 10000, "fields", "fields in a request head, and in trailers" },
    { AT(body_limit), NUMBER, true, MIB, 1, INT32_MAX, "bytes", "size of a request body" },
    { AT(chunk_limit), NUMBER, false, 4096, 32, MIB, "bytes", "size of a chunk-size line" },
    { AT(memory_limit), NUMBER, false, MIB, 4096, INT32_MAX, "bytes",
      "memory for handling one request, its body not counted" },
    { AT(head_ms), NUMBER, true, 10000, 1, HOURS_MS, "ms",
      "a request head must be complete so long after its first byte" },
    { AT(body_ms), NUMBER, true, 30000, 1, HOURS_MS, "ms",
      "a request body may make no progress for so long" },
    { AT(body_rate), NUMBER, true, 240, 1, INT32_MAX, "bytes/s",
      "a request body must come at this rate, after 5 s of waiting" },
    { AT(write_ms), NUMBER, true, 30000, 1, HOURS_MS, "ms", "a response may make no progress for so long" },
    { AT(idle_ms), NUMBER, true, 75000, 1, HOURS_MS, "ms",
      "a connection may be idle between requests for so long" },
    { AT(linger_ms), NUMBER, true, 2000, 1, HOURS_MS, "ms",
      "reading on after the last response, so that the client sees it" },
    { AT(drain_ms), NUMBER, true, 10000, 1, HOURS_MS, "ms",
      "requests in flight may take so long after a stop" },
    { AT(leave_signals), FLAG, false, 0, 0, 1, "", "do not stop on SIGTERM and SIGINT" },
    { AT(quiet), FLAG, false, 0, 0, 1, "", "do not print where the server listens" },
    { AT(log_level), LEVEL, false, WEFT_LOG_INFO, WEFT_LOG_ERROR, WEFT_LOG_DEBUG, "",
      "error, warn, info or debug" },
};
enum { OPTIONS = sizeof options / sizeof *options };

static const char *const levels[] = { "", "error", "warn", "info", "debug" };

static int64_t get(const weft_server *server, const option *o)
{
    const char *member = (const char *)server + o->offset;
    uint32_t number;
    if (o->kind == FLAG) return *(const bool *)member;
    memcpy(&number, member, sizeof number);
    return o->kind == SIGNED ? (int64_t)(int32_t)number : (int64_t)number;
}

static void set(weft_server *server, const option *o, int64_t value)
{
    char *member = (char *)server + o->offset;
    uint32_t number = (uint32_t)value;
    if (o->kind == FLAG)
        *(bool *)member = value != 0;
    else
        memcpy(member, &number, sizeof number);
}

static bool is_off(const option *o, int64_t value) { return o->may_be_off && value == (int64_t)WEFT_OFF; }

/* ---- Defaults and checks --------------------------------------------------------------------------------- */

static bool check(const weft_server *server, const option *o, const wf_log *log)
{
    if (o->kind == TEXT) return true;
    int64_t value = get(server, o);
    if (value == 0 || is_off(o, value) || (value >= o->least && value <= o->most)) return true;
    wf_log_line(log, WEFT_LOG_ERROR, "option %s: %lld is out of range; %lld to %lld%s%s%s", o->name,
                (long long)value, (long long)o->least, (long long)o->most, *o->unit ? " " : "", o->unit,
                o->may_be_off ? ", or WEFT_OFF" : "");
    return false;
}

static bool contradicts(const wf_log *log, const char *what)
{
    wf_log_line(log, WEFT_LOG_ERROR, "options contradict each other: %s", what);
    return false;
}

static bool check_together(const weft_server *given, const wf_log *log)
{
    bool unix_host = given->host && strncmp(given->host, "unix:", 5) == 0, fine = true;
    if (unix_host && given->port) fine = contradicts(log, "a Unix socket has no port");
    if (given->inherited_fd && (given->host || given->port))
        fine = contradicts(log, "inherited_fd is already bound; leave host and port out");
    if (given->body_rate && given->body_rate != WEFT_OFF && given->body_ms == WEFT_OFF)
        fine = contradicts(log, "body_rate needs body_ms, which is off");
    if (given->chunk_limit && given->head_limit && given->chunk_limit > given->head_limit)
        fine = contradicts(log, "chunk_limit is above head_limit");
    return fine;
}

/* 0 when this process may have no more than the spare ones. */
static uint32_t descriptors_for_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur > INT32_MAX)
        return INT32_MAX;
    return limit.rlim_cur > SPARE_DESCRIPTORS ? (uint32_t)limit.rlim_cur - SPARE_DESCRIPTORS : 0;
}

static bool resolve_connections(weft_server *resolved, const wf_log *log)
{
    uint32_t most = descriptors_for_connections();
    if (resolved->connections == 0) resolved->connections = most ? most : 1;
    if (resolved->connections <= most) return true;
    wf_log_line(log, WEFT_LOG_ERROR,
                "option connections: %u is more than the limit on open descriptors allows (%u); raise it "
                "with ulimit -n",
                resolved->connections, most);
    return false;
}

bool wf_options_resolve(const weft_server *given, weft_server *resolved, const wf_log *log)
{
    bool fine = check_together(given, log);
    *resolved = *given;
    for (const option *o = options; o < options + OPTIONS; o++) {
        if (!check(given, o, log)) fine = false;
        if (o->kind != TEXT && get(given, o) == 0) set(resolved, o, o->standard);
    }
    if (!given->host) resolved->host = "127.0.0.1";
    return resolve_connections(resolved, log) && fine;
}

wf_limits wf_limits_of(const weft_server *resolved)
{
    uint64_t body = resolved->body_limit == WEFT_OFF ? UINT64_MAX : resolved->body_limit;
    return (wf_limits){
        .head = { .head = resolved->head_limit, .fields = resolved->field_limit },
        .chunk = { .line = resolved->chunk_limit,
                   .trailers = resolved->head_limit,
                   .fields = resolved->field_limit,
                   .overhead = body },
        .body = body,
        .memory = resolved->memory_limit,
        .requests = resolved->requests,
    };
}

wf_log wf_log_of(const weft_server *given)
{
    return (wf_log){ .sink = given->logger,
                     .state = given->logger_state,
                     .level = given->log_level ? given->log_level : WEFT_LOG_INFO };
}

/* ---- Options from text ----------------------------------------------------------------------------------- */

static _Thread_local char message[256];

WEFT_FORMAT(2, 3) static bool complain(const char **why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    *why = message;
    return false;
}

static const option *find(const char *name)
{
    for (const option *o = options; o < options + OPTIONS; o++)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

static bool unknown(const char *name, const char **why)
{
    const char *names[OPTIONS];
    for (int i = 0; i < OPTIONS; i++) names[i] = options[i].name;
    const char *near = wf_str_nearest(wf_str(name), names, OPTIONS);
    if (near) return complain(why, "there is no option %s; did you mean %s?", name, near);
    return complain(why, "there is no option %s", name);
}

static bool set_level(weft_server *server, const char *value, const char **why)
{
    for (int level = WEFT_LOG_ERROR; level <= WEFT_LOG_DEBUG; level++) {
        if (strcmp(value, levels[level]) != 0) continue;
        server->log_level = (weft_log_level)level;
        return true;
    }
    return complain(why, "option log_level: \"%s\" is none of error, warn, info, debug", value);
}

static bool set_number(weft_server *server, const option *o, const char *value, const char **why)
{
    int64_t number;
    if (o->may_be_off && strcmp(value, "off") == 0) {
        set(server, o, (int64_t)WEFT_OFF);
        return true;
    }
    if (!wf_i64_read(wf_str(value), &number))
        return complain(why, "option %s: \"%s\" is not a whole number%s", o->name, value,
                        o->may_be_off ? ", nor off" : "");
    if (number != 0 && (number < o->least || number > o->most))
        return complain(why, "option %s: %s is out of range; %lld to %lld%s", o->name, value,
                        (long long)o->least, (long long)o->most, o->may_be_off ? ", or off" : "");
    /* On a command line 0 is a free port, as everywhere; in the struct 0 is the default. */
    set(server, o, number == 0 && o->offset == offsetof(weft_server, port) ? WEFT_PORT_ANY : number);
    return true;
}

static bool set_flag(weft_server *server, const option *o, const char *value, const char **why)
{
    bool yes = strcmp(value, "true") == 0;
    if (!yes && strcmp(value, "false") != 0)
        return complain(why, "option %s: \"%s\" is neither true nor false", o->name, value);
    set(server, o, yes);
    return true;
}

bool weft_option(weft_server *server, const char *name, const char *value, const char **why)
{
    const option *o = find(name);
    if (!o) return unknown(name, why);
    if (!value) return complain(why, "option %s: a value is missing", name);
    switch (o->kind) {
    case TEXT: server->host = value; return true;
    case LEVEL: return set_level(server, value, why);
    case FLAG: return set_flag(server, o, value, why);
    case NUMBER:
    case SIGNED: break;
    }
    return set_number(server, o, value, why);
}

/* "head_ms        10000 ms        a request head must be complete ..." */
static size_t describe(char *to, size_t room, const option *o)
{
    char standard[32] = "";
    if (o->standard == (int64_t)WEFT_OFF)
        snprintf(standard, sizeof standard, "off");
    else if (o->kind == LEVEL)
        snprintf(standard, sizeof standard, "%s", levels[o->standard]);
    else if (o->kind == FLAG)
        snprintf(standard, sizeof standard, "false");
    else if (o->standard)
        snprintf(standard, sizeof standard, "%lld", (long long)o->standard);
    int len = snprintf(to, room, "%-14s %8s %-12s %s\n", o->name, standard, o->unit, o->meaning);
    return len > 0 && (size_t)len < room ? (size_t)len : 0;
}

static char help[4096];

static void write_help(void)
{
    size_t len = 0;
    for (const option *o = options; o < options + OPTIONS; o++)
        len += describe(help + len, sizeof help - len, o);
}

const char *weft_option_help(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, write_help);
    return help;
}
