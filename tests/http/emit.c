#include "src/http/emit.h"
#include "src/http/status.h"
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, ROOM = 64 * 1024, FIELDS_MAX = 300 };
static const char guard_byte = '\x5a';

static weft_str view(const char *text) { return weft_str_of(text, strlen(text)); }

static const char *persistence_text(wf_persistence persistence)
{
    static const char *const texts[] = { "", "Connection: close\r\n", "Connection: keep-alive\r\n" };
    return texts[persistence];
}

WEFT_FORMAT(2, 3) static void append(char *text, const char *format, ...)
{
    size_t len = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + len, ROOM - len, format, args);
    va_end(args);
}

static void append_fields(char *text, const weft_field *newest)
{
    const weft_field *listed[FIELDS_MAX];
    int count = 0;
    for (const weft_field *f = newest; f; f = f->next) listed[count++] = f;
    while (count-- > 0)
        append(text, "%.*s: %.*s\r\n", (int)listed[count]->name.len, listed[count]->name.ptr,
               (int)listed[count]->value.len, listed[count]->value.len ? listed[count]->value.ptr : "");
}

/* The head by printf: slow, and plainly right. */
static const char *naive_head(const wf_reply *reply)
{
    static char text[ROOM];
    text[0] = '\0';
    append(text, "%.*s%.*s", (int)reply->status_line.len, reply->status_line.ptr, (int)WF_DATE_LINE,
           reply->date_line);
    if (reply->type.ptr) append(text, "Content-Type: %.*s\r\n", (int)reply->type.len, reply->type.ptr);
    if (reply->length >= 0) append(text, "Content-Length: %" PRId64 "\r\n", reply->length);
    append_fields(text, reply->fields);
    append(text, "%s\r\n", persistence_text(reply->persistence));
    return text;
}

static bool is_guard(const char *bytes)
{
    for (int i = 0; i < GUARD; i++)
        if (bytes[i] != guard_byte) return false;
    return true;
}

/* What is measured is what is stored is what printf would write, and not a byte beside it is touched. */
static void expect_head(const wf_reply *reply)
{
    static char memory[ROOM + 2 * GUARD];
    const char *expected = naive_head(reply);
    size_t fields_size = 12345, size = wf_emit_size(reply, &fields_size), expected_fields = 0;
    for (const weft_field *f = reply->fields; f; f = f->next)
        expected_fields += f->name.len + f->value.len + 4;
    cr_assert_eq(size, strlen(expected), "%zu bytes measured: %s", size, expected);
    cr_assert_eq(fields_size, expected_fields, "%s", expected);
    char *head = memory + GUARD;
    memset(memory, guard_byte, size + 2 * GUARD);
    cr_assert_eq(wf_emit_store(reply, fields_size, head), head + size, "%s", expected);
    cr_expect(memcmp(head, expected, size) == 0, "%.*s", (int)size, head);
    cr_expect(is_guard(memory) && is_guard(head + size), "%s", expected);
}

static wf_reply reply_of(unsigned status)
{
    return (wf_reply){ .status_line = wf_status_line(status),
                       .date_line = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
                       .length = WF_NO_LENGTH };
}

/* A list of `count` fields, the newest first; names and values of growing length, also none. */
static const weft_field *make_fields(int count)
{
    static weft_field fields[FIELDS_MAX];
    static char text[FIELDS_MAX];
    memset(text, 'v', sizeof text);
    for (int i = 0; i < count; i++)
        fields[i] =
            (weft_field){ .next = i ? &fields[i - 1] : NULL,
                          .name = weft_str_of("X-A-Rather-Long-Name-Of-A-Field", 1 + (size_t)i % 31),
                          .value = weft_str_of(i % 7 == 3 ? NULL : text, i % 7 == 3 ? 0 : (size_t)i) };
    return count ? &fields[count - 1] : NULL;
}

/* ---- Exact bytes ----------------------------------------------------------------------------------------- */

static void expect_bytes(const wf_reply *reply, const char *expected)
{
    char head[1024];
    size_t fields_size, size = wf_emit_size(reply, &fields_size);
    cr_assert_lt(size, sizeof head);
    *wf_emit_store(reply, fields_size, head) = '\0';
    cr_expect_str_eq(head, expected);
}

Test(http_emit, the_least_head)
{
    wf_reply reply = reply_of(304);
    expect_bytes(&reply, "HTTP/1.1 304 Not Modified\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n");
}

Test(http_emit, a_head_with_everything)
{
    const weft_field first = { .name = WEFT_LIT("X-First"), .value = WEFT_LIT("1") };
    const weft_field second = { .next = &first, .name = WEFT_LIT("X-Empty"), .value = { NULL, 0 } };
    const weft_field third = { .next = &second, .name = WEFT_LIT("X-First"), .value = WEFT_LIT("again") };
    wf_reply reply = reply_of(201);
    reply.type = weft_lit("text/html");
    reply.length = 1024;
    reply.fields = &third;
    reply.persistence = WF_PERSIST_CLOSE;
    expect_bytes(&reply, "HTTP/1.1 201 Created\r\n"
                         "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                         "Content-Type: text/html\r\n"
                         "Content-Length: 1024\r\n"
                         "X-First: 1\r\n"
                         "X-Empty: \r\n"
                         "X-First: again\r\n"
                         "Connection: close\r\n"
                         "\r\n");
}

Test(http_emit, says_of_the_connection_what_it_is_told)
{
    static const struct {
        wf_persistence persistence;
        const char *line;
    } cases[] = { { WF_PERSIST_IMPLIED, "" },
                  { WF_PERSIST_CLOSE, "Connection: close\r\n" },
                  { WF_PERSIST_KEEP_ALIVE, "Connection: keep-alive\r\n" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[200];
        wf_reply reply = reply_of(200);
        reply.length = 0;
        reply.persistence = cases[i].persistence;
        snprintf(expected, sizeof expected,
                 "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n%s\r\n",
                 cases[i].line);
        expect_bytes(&reply, expected);
    }
}

/* ---- Size and bytes, for every combination --------------------------------------------------------------- */

static const char *const types[] = { NULL, "", "a/b",
                                     "multipart/form-data; boundary=\"0123456789abcdefghijklmnop\"" };

static const int64_t lengths[] = { WF_NO_LENGTH,
                                   0,
                                   9,
                                   10,
                                   99,
                                   100,
                                   65535,
                                   UINT32_MAX,
                                   UINT32_MAX + INT64_C(1),
                                   INT64_C(999999999999999999),
                                   INT64_C(1000000000000000000),
                                   INT64_MAX };

static const int field_counts[] = { 0, 1, 2, 8, FIELDS_MAX };

Test(http_emit, measures_what_it_stores)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
            for (size_t f = 0; f < sizeof field_counts / sizeof *field_counts; f++)
                for (int p = WF_PERSIST_IMPLIED; p <= WF_PERSIST_KEEP_ALIVE; p++) {
                    wf_reply reply = reply_of(200);
                    reply.type = types[t] ? view(types[t]) : weft_str_of(NULL, 0);
                    reply.length = lengths[l];
                    reply.fields = make_fields(field_counts[f]);
                    reply.persistence = (wf_persistence)p;
                    expect_head(&reply);
                }
}

Test(http_emit, measures_what_it_stores_for_every_status)
{
    for (unsigned status = 100; status < 600; status++) {
        wf_reply reply = reply_of(status);
        reply.length = 5;
        if (reply.status_line.ptr) expect_head(&reply);
    }
}

Test(http_emit, measures_every_number_of_digits)
{
    for (int64_t length = 1; length > 0; length = length <= INT64_MAX / 10 ? length * 10 : 0)
        for (int64_t near = length - 1; near <= length; near++) {
            wf_reply reply = reply_of(200);
            reply.length = near;
            expect_head(&reply);
        }
}

/* On the heap, and no byte larger than was measured: the sanitizer watches both ends. */
Test(http_emit, needs_no_byte_more_than_was_measured)
{
    for (int count = 0; count < FIELDS_MAX; count += 13) {
        wf_reply reply = reply_of(500);
        reply.fields = make_fields(count);
        size_t fields_size, size = wf_emit_size(&reply, &fields_size);
        char *exact = malloc(size);
        cr_assert_not_null(exact);
        cr_expect_eq(wf_emit_store(&reply, fields_size, exact), exact + size);
        free(exact);
    }
}
