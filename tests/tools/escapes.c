/* escapes COUNT: random and hostile texts through every variant of the escaper that this machine can run, and through the
 * inline copy, against bytes escaped one at a time. Exits 1 at the first difference. */
#include "template/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400, ROOM = LONGEST * WF_TEXT_GROWTH + WF_TEXT_SLACK };

static uint64_t state = 1;

static uint32_t below(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % limit);
}

static size_t escape(char *to, const char *text, size_t len)
{
    char *at = to;
    for (size_t i = 0; i < len; i++) {
        const char *entity = text[i] == '&'    ? "&amp;"
                             : text[i] == '<'  ? "&lt;"
                             : text[i] == '>'  ? "&gt;"
                             : text[i] == '"'  ? "&quot;"
                             : text[i] == '\'' ? "&#39;"
                             : text[i] == '\r' ? "&#13;"
                             : text[i] == '\0' ? "\xEF\xBF\xBD"
                                               : NULL;
        size_t size = entity ? strlen(entity) : 1;
        memcpy(at, entity ? entity : text + i, size);
        at += size;
    }
    return (size_t)(at - to);
}

static bool agree(const char *name, weft_str got, weft_str expected)
{
    if (weft_str_eq(got, expected)) return true;
    printf("%s: %.*s\nnot: %.*s\n", name, (int)got.len, got.ptr, (int)expected.len, expected.ptr);
    return false;
}

static bool check(weft_buf *buf, const char *text, size_t len)
{
    static char expected_bytes[ROOM], got[ROOM];
    weft_str expected = weft_str_of(expected_bytes, escape(expected_bytes, text, len));
    for (int i = 0; wf_text_variant(i); i++) {
        char *end = wf_text_put_by(i, got, text, len);
        if (!agree(wf_text_variant(i), weft_str_of(got, (size_t)(end - got)), expected)) return false;
    }
    weft_page page;
    buf->len = 0;
    char *at = weft_page_into(&page, buf);
    at = weft_page_text(&page, at, weft_str_of(text, len));
    return weft_page_end(&page, at) && agree("inline", weft_buf_str(buf), expected);
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 200000;
    static char memory[64 + LONGEST];
    weft_buf buf = weft_buf_heap(1 << 20);
    for (long round = 0; round < count; round++) {
        char *text = memory + below(64);
        size_t len = below(2) ? below(LONGEST) : below(40);
        uint32_t rare = 1 + below(60);
        for (size_t i = 0; i < len; i++) text[i] = below(rare) ? (char)below(256) : "&<>\"'\r\0#"[below(8)];
        if (!check(&buf, text, len)) return 1;
    }
    weft_buf_free(&buf);
    printf("%ld texts by", count);
    for (int i = 0; wf_text_variant(i); i++) printf(" %s", wf_text_variant(i));
    puts(", and inline");
    return 0;
}
