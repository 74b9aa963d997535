/* A request without an app or a server, for what responses are made of. Every test runs in a process of its own, so
 * there is one of each. */
#ifndef WF_TESTS_WEB_ALONE_H
#define WF_TESTS_WEB_ALONE_H
#include "src/base/str.h"
#include "src/web/failure.h"
#include "src/web/fields.h"
#include "src/web/plan.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <weft/buf.h>
#include <weft/weft.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MEMORY = 4096, FIELDS_MAX = 16 };

static weft_request *req;
static weft_response res;
static char logged[16 * 1024]; /* "error: the line\n", one behind the other */

static inline void keep_line(void *state, weft_log_level level, weft_str line)
{
    static const char *const names[] = { "", "error", "warn", "info", "debug" };
    size_t len = strlen(logged);
    (void)state;
    snprintf(logged + len, sizeof logged - len, "%s: %.*s\n", names[level], (int)line.len, line.ptr);
}

/* GET /path of HTTP/1.1 from 192.0.2.7, with `memory` bytes for the handler and `budget` beyond. */
static inline void begin_with(size_t memory, size_t budget)
{
    static const wf_limits limits = { .memory = 1 << 20 };
    static const wf_log log = { .sink = keep_line };
    static const wf_peer peer = { .family = AF_INET, .address = { 192, 0, 2, 7 } };
    static weft_app app; /* in which nothing is registered */
    static const wf_plan plan = { .app = &app };
    static wf_pool pool;
    static wf_field fields[FIELDS_MAX];
    static weft_request request;
    _Alignas(16) static char bytes[MEMORY];
    if (req) wf_arena_reset(&request.arena);
    wf_pool_init(&pool);
    request = (weft_request){ .limits = &limits, .log = &log, .peer = &peer, .plan = &plan, .body_fd = -1 };
    request.msg.minor = 1;
    request.msg.method_text = weft_lit("GET");
    request.msg.target = request.msg.path = weft_lit("/path");
    request.msg.fields = fields;
    wf_arena_init(&request.arena, bytes, memory, &pool, budget);
    req = &request;
    res = weft_empty(WEFT_OK);
}

static inline void begin(void) { begin_with(MEMORY, 1 << 20); }

static inline void end(void)
{
    if (req) wf_arena_reset(&req->arena);
    wf_pool_reset(req->arena.pool);
    req = NULL;
}

/* One more field of the request. */
static inline void give(const char *name, const char *value)
{
    wf_message *msg = &req->msg;
    wf_field_id id = wf_field_find(wf_str(name));
    cr_assert_lt(msg->fields_count, FIELDS_MAX);
    msg->fields[msg->fields_count++] = (wf_field){ .name = wf_str(name), .value = wf_str(value), .id = id };
    msg->repeated |= msg->seen & 1ull << id;
    msg->seen |= 1ull << id;
}

/* The fields of a response as they would be sent: "Name: value\n" behind one another. */
static inline const char *fields_of(const weft_response *response)
{
    static char text[128 * 1024];
    char *at = text + sizeof text - 1;
    *at = '\0';
    for (const weft_field *f = response->fields; f; f = f->next) {
        at -= f->name.len + f->value.len + 3;
        cr_assert_geq(at, text);
        memcpy(at, f->name.ptr, f->name.len);
        memcpy(at + f->name.len, ": ", 2);
        if (f->value.len) memcpy(at + f->name.len + 2, f->value.ptr, f->value.len);
        at[f->name.len + 2 + f->value.len] = '\n';
    }
    return at;
}

static inline void expect_fields(const char *expected) { cr_expect_str_eq(fields_of(&res), expected); }

static inline bool is_text(weft_str got, const char *expected) { return weft_str_eq(got, wf_str(expected)); }

/* A 500 that says nothing, and one line of log that ends in the path. */
static inline void expect_mistake(const char *log)
{
    cr_expect_eq(res.status, 500);
    cr_expect_eq(res.flags, WF_FAILED);
    cr_expect_null(res.fields);
    cr_expect_str_eq(logged, log);
    req->res = res;
    wf_failure_render(req);
    cr_expect(is_text(req->res.as.bytes, "500 Internal Server Error\n"));
}
#endif
