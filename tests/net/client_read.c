/* Answers are read strictly. */
#include "tests/net/client.h"

TestSuite(net_client_read, .init = set_up, .fini = tear_down, .timeout = 60);

/* Every answer is fed whole, and a byte at a time. */
Test(net_client_read, answers_are_read_strictly)
{
#define HEAD "HTTP/1.1 200 OK\r\n"
    static const struct {
        const char *bytes;
        int status; /* 0: wrong */
        const char *body, *wrong;
        bool cut, last;
    } cases[] = {
        { HEAD "Content-Length: 2\r\n\r\nhi", 200, "hi", NULL, false, false },
        { HEAD "content-length:2\r\n\r\nhi", 200, "hi", NULL, false, false },
        { HEAD "Content-Length: 2\r\nConnection: close\r\n\r\nhi", 200, "hi", NULL, false, true },
        { HEAD "Content-Length: 0\r\n\r\n", 200, "", NULL, false, false },
        { HEAD "Content-Length: 3\r\n\r\nhi", 200, "hi", NULL, true, true },
        { HEAD "\r\nto the end", 200, "to the end", NULL, false, true },
        { HEAD "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\nyou\r\n0\r\n\r\n", 200, "hiyou", NULL,
          false, false },
        { HEAD "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\nyo", 200, "hiyo", NULL, true, true },
        { HEAD "Transfer-Encoding: chunked\r\n\r\nx", 0, "", "chunks are malformed", false, false },
        { HEAD "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 0, "",
          "other than chunked", false, false },
        { HEAD "Transfer-Encoding: gzip\r\n\r\n", 0, "", "other than chunked", false, false },
        { HEAD "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", 0, "", "and is chunked", false,
          false },
        { HEAD "Content-Length: 2\r\nContent-Length: 2\r\n\r\n", 0, "", "several", false, false },
        { HEAD "Content-Length: -2\r\n\r\n", 0, "", "no number", false, false },
        { HEAD "Content-Length: \r\n\r\n", 0, "", "no number", false, false },
        { HEAD "No colon\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Space : x\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Bare: lf\n\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Control: \x01\r\n\r\n", 0, "", "is no field", false, false },
        { HEAD "Content-Length: 2\r\n\r\nhi!", 0, "", "behind the answer's end", false, false },
        { HEAD "Content-Length: 2\r\n\r\nhi" HEAD "\r\n", 0, "", "more than one answer", false, false },
        { "HTTP/1.1 100 Continue\r\n\r\n" HEAD "Content-Length: 2\r\n\r\nhi", 200, "hi", NULL, false, false },
        { "HTTP/1.1 204 No Content\r\n\r\n", 204, "", NULL, false, false },
        { "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, "", NULL, false, false },
        { "HTTP/1.1 101 Switching Protocols\r\n\r\n", 101, "", NULL, false, true },
        { "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", 200, "x", NULL, false, true },
        { "HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\nx", 200, "x", NULL, false,
          false },
        { "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", 200, "", NULL, false, false },
        { "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/1.1 2x0 OK\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/2.0 200 OK\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/1.1 099 OK\r\n\r\n", 0, "", "status line", false, false },
        { "nonsense\r\n\r\n", 0, "", "status line", false, false },
        { "HTTP/1.1 200 OK\r\nX", 0, "", "within the answer's head", false, false },
        { "HTTP/1.1 100 Continue\r\n\r\n", 0, "", "without an answer", false, false },
        { "", 0, "", "without an answer", false, false },
    };
#undef HEAD
    wf_reading reading = { .head = weft_buf_heap(WF_CLIENT_HEAD_MAX), .body = weft_buf_heap(WF_CLIENT_MAX) };
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int split = 0; split < 2; split++) {
            size_t len = strlen(cases[i].bytes), step = split ? 1 : len;
            wf_reading_begin(&reading, false);
            for (size_t at = 0; at < len; at += step) {
                char copy[512]; /* sanitizers see a read beyond the piece */
                memcpy(copy, cases[i].bytes + at, step);
                wf_reading_feed(&reading, weft_str_of(copy, step));
            }
            wf_reading_end(&reading);
            bool done = reading.phase == WF_READING_DONE;
            cr_expect_eq(done, cases[i].status != 0, "%zu", i);
            if (cases[i].wrong) {
                cr_expect(!done && strstr(reading.wrong, cases[i].wrong), "%zu: %s", i, reading.wrong);
                continue;
            }
            cr_expect_eq(reading.status, cases[i].status, "%zu", i);
            cr_expect(weft_str_eq(weft_buf_str(&reading.body), wf_str(cases[i].body)), "%zu", i);
            cr_expect_eq(reading.cut, cases[i].cut, "%zu", i);
            cr_expect_eq(reading.last, cases[i].last, "%zu", i);
        }
    }
    weft_buf_free(&reading.head);
    weft_buf_free(&reading.body);
}

Test(net_client_read, a_head_has_a_limit)
{
    static char field[64 * 1024];
    wf_reading reading = { .head = weft_buf_heap(WF_CLIENT_HEAD_MAX), .body = weft_buf_heap(WF_CLIENT_MAX) };
    memset(field, 'x', sizeof field);
    wf_reading_begin(&reading, false);
    for (int i = 0; i < 20; i++) wf_reading_feed(&reading, weft_str_of(field, sizeof field));
    cr_expect(reading.wrong && strstr(reading.wrong, "over 1 MiB"), "%s", reading.wrong);
    wf_reading_begin(&reading, false);
    wf_reading_feed(&reading, weft_lit("HTTP/1.1 204 No Content\r\n\r\n"));
    cr_expect_eq(reading.status, 204, "and the next is read");
    weft_buf_free(&reading.head);
    weft_buf_free(&reading.body);
}
