#include "template/text.h"
#include "tests/template/out.h"
#include <sys/mman.h>
#include <unistd.h>

/* The oracle: what each byte becomes. */
static const char *meaning(unsigned char byte, size_t *len)
{
    static char self;
    static const struct {
        unsigned char byte;
        const char *text;
    } list[] = { { '&', "&amp;" },  { '<', "&lt;" },   { '>', "&gt;" },      { '"', "&quot;" },
                 { '\'', "&#39;" }, { '\r', "&#13;" }, { 0, "\xEF\xBF\xBD" } };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].byte == byte) return *len = strlen(list[i].text), list[i].text;
    self = (char)byte;
    *len = 1;
    return &self;
}

static size_t escape(char *to, const char *ptr, size_t len)
{
    char *at = to;
    for (size_t i = 0; i < len; i++) {
        size_t size;
        const char *text = meaning((unsigned char)ptr[i], &size);
        memcpy(at, text, size);
        at += size;
    }
    return (size_t)(at - to);
}

enum { LONGEST = 300, ROOM = LONGEST * WF_TEXT_GROWTH + WF_TEXT_SLACK };

/* Every variant, and the inline copy, agree with the oracle. `ptr` may end where memory ends. */
static void check(const char *ptr, size_t len)
{
    char expected[ROOM], got[ROOM];
    size_t expected_len = escape(expected, ptr, len);
    for (int i = 0; wf_text_variant(i); i++) {
        size_t got_len = (size_t)(wf_text_put_by(i, got, ptr, len) - got);
        cr_assert_eq(got_len, expected_len, "%s: %zu bytes of %zu", wf_text_variant(i), got_len,
                     expected_len);
        cr_assert_arr_eq(got, expected, expected_len, "%s, %zu bytes", wf_text_variant(i), len);
    }
    out *o = out_new(1 << 16);
    o->at = weft_page_text(&o->page, weft_page_room(&o->page, o->at, WEFT_PAGE_HOLE), weft_str_of(ptr, len));
    cr_assert(weft_page_end(&o->page, o->at));
    cr_assert_eq(o->buf.len, expected_len, "inline, %zu bytes", len);
    if (len) cr_assert_arr_eq(o->buf.ptr, expected, expected_len, "inline, %zu bytes", len);
    out_free(o);
    o = out_new(1 << 16);
    o->page.quick = 0; /* a processor without the instruction */
    o->at = weft_page_text(&o->page, o->at, weft_str_of(ptr, len));
    cr_assert(weft_page_end(&o->page, o->at));
    cr_assert_eq(o->buf.len, expected_len, "called, %zu bytes", len);
    if (len) cr_assert_arr_eq(o->buf.ptr, expected, expected_len, "called, %zu bytes", len);
    out_free(o);
}

Test(template_text, every_byte_in_every_place)
{
    char text[40];
    for (int byte = 0; byte < 256; byte++)
        for (size_t place = 0; place < sizeof text; place++) {
            memset(text, 'x', sizeof text);
            text[place] = (char)byte;
            check(text, sizeof text);
            check(text, place + 1);
        }
}

Test(template_text, every_length_and_alignment)
{
    uint64_t state = 1;
    char memory[LONGEST + 64];
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = below(&state, 9) ? 'a' : "&<>\"'\r\0#$%?=/"[below(&state, 13)];
    for (size_t from = 0; from < 64; from++)
        for (size_t len = 0; len <= LONGEST; len += 1 + len / 70) check(memory + from, len);
}

Test(template_text, random_and_hostile_bytes)
{
    uint64_t state = 2;
    for (int round = 0; round < 20000; round++) {
        char bytes[LONGEST];
        size_t len = below(&state, LONGEST);
        uint32_t density = 1 + below(&state, 60);
        for (size_t i = 0; i < len; i++) {
            if (below(&state, density) == 0)
                bytes[i] = "&<>\"'\r\0"[below(&state, 7)];
            else
                bytes[i] = (char)below(&state, 256);
        }
        char *copy = exact(bytes, len);
        check(copy, len);
        free(copy);
    }
}

Test(template_text, nothing_is_read_beyond_the_last_page_of_memory)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(memory, MAP_FAILED);
    cr_assert_eq(mprotect(memory + page, page, PROT_NONE), 0);
    memset(memory, 'y', page);
    for (size_t len = 0; len <= LONGEST; len++) check(memory + page - len, len);
    for (size_t i = 1; i <= page; i += 7) memory[page - i] = '<'; /* the last byte, too */
    for (size_t len = 0; len <= LONGEST; len++) check(memory + page - len, len);
    munmap(memory, 2 * page);
}

Test(template_text, invalid_utf_8_passes_and_swallows_nothing)
{
    PUTS("\xC3&lt;\xE2\x80&quot;\xFF", weft_page_text(page, at, "\xC3<\xE2\x80\"\xFF"));
}

Test(template_text, absent_and_empty_texts_print_nothing)
{
    PUTS("", weft_page_text(page, at, weft_str_of(NULL, 0)));
    PUTS("", weft_page_text(page, at, weft_lit("")));
    PUTS("", weft_page_text(page, at, (const char *)NULL));
}

/* A whole word of each special byte: the largest growth that the room of a hole must hold. */
Test(template_text, a_hole_holds_the_worst_text)
{
    char text[WEFT_PAGE_QUICK];
    memset(text, '"', sizeof text);
    out *o = out_new(1 << 16);
    o->at = weft_page_room(&o->page, o->at, WEFT_PAGE_HOLE);
    o->at = weft_page_text(&o->page, o->at, weft_str_of(text, sizeof text));
    cr_expect(weft_page_end(&o->page, o->at));
    cr_expect_eq(o->buf.len, 6 * sizeof text);
    cr_expect_leq(o->buf.len + WEFT_PAGE_SLACK, WEFT_PAGE_HOLE);
    out_free(o);
}
