/* For conformance suites: one JSON text on standard input; exit status 0 and the same value on standard output, or 1
 * when it is refused. Everything is read and written by the functions that people use. */
#include "tests/suite/json_copy.h"
#include <stdio.h>

enum { INPUT_MAX = 64 << 20 };

static void read_input(weft_buf *buf)
{
    char piece[65536];
    for (size_t got; (got = fread(piece, 1, sizeof piece, stdin)) > 0;)
        weft_put_str(buf, weft_str_of(piece, got));
}

int main(void)
{
    weft_buf text = weft_buf_heap(INPUT_MAX), copy = weft_buf_heap(INPUT_MAX);
    weft_memory *memory = weft_memory_new(2 * INPUT_MAX);
    weft_json_in in;
    weft_json_out out;
    weft_json_error error;
    if (!memory) return 2;
    read_input(&text);
    weft_json_open(&in, weft_buf_str(&text), memory);
    weft_json_begin(&out, &copy);
    copy_value(&in, &out);
    bool is_written = weft_json_finish(&out, NULL), is_read = weft_json_close(&in, &error);
    if (!is_read) fprintf(stderr, "%.*s\n", (int)error.message.len, error.message.ptr);
    if (is_read && is_written) fwrite(copy.ptr, 1, copy.len, stdout);
    weft_memory_free(memory);
    weft_buf_free(&copy);
    weft_buf_free(&text);
    return is_read ? is_written ? 0 : 3 : 1;
}
