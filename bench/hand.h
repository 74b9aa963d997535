/* The page and the list of records as somebody writes them by hand who knows everything about them beforehand: no
 * buffer that grows, no bounds to check, no layers. What a framework's rendering is measured against. */
#ifndef BENCH_HAND_H
#define BENCH_HAND_H
#include "bench/table.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define HAND_PUT(at, text) (memcpy((at), (text), sizeof(text) - 1), (at) + sizeof(text) - 1)

static inline char *hand_put(char *at, const char *bytes, size_t len)
{
    memcpy(at, bytes, len);
    return at + len;
}

/* ---- The page ------------------------------------------------------------------------------------------- */

static inline char *hand_put_entity(char *at, char byte)
{
    switch (byte) {
    case '&': return HAND_PUT(at, "&amp;");
    case '<': return HAND_PUT(at, "&lt;");
    case '>': return HAND_PUT(at, "&gt;");
    case '"': return HAND_PUT(at, "&quot;");
    case '\'': return HAND_PUT(at, "&#39;");
    default: *at = byte; return at + 1;
    }
}

#if defined(__x86_64__)
/* Copies 32 bytes and looks at them at once: those to be escaped differ in their low four bits, by which a table is asked.
 * Writes up to 32 bytes behind the end, reads up to 31 behind the text. */
__attribute__((target("avx2"))) static inline char *hand_put_html(char *at, const char *text, size_t len)
{
    const __m256i special = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, -1, '"', -1, -1, -1, '&', '\'', -1, -1, -1, -1, '<', -1, '>', -1));
    for (;;) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)text);
        __m256i same = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(special, bytes), bytes);
        _mm256_storeu_si256((__m256i *)(void *)at, bytes);
        unsigned found = (unsigned)_mm256_movemask_epi8(same);
        size_t clean = found ? (size_t)__builtin_ctz(found) : 32;
        if (clean >= len) return at + len;
        at += clean;
        text += clean;
        len -= clean;
        if (!found) continue;
        at = hand_put_entity(at, *text++);
        len--;
    }
}
#define HAND_TARGET __attribute__((target("avx2")))
#else
static inline char *hand_put_html(char *at, const char *text, size_t len)
{
    for (const char *end = text + len; text < end; text++) at = hand_put_entity(at, *text);
    return at;
}
#define HAND_TARGET
#endif

/* Returns the end of the page. `at` needs 64 KiB. */
HAND_TARGET static inline char *hand_page(char *at, const table *rows)
{
    at = HAND_PUT(at,
                  "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Table</title></head><body>\n"
                  "<h1>Rows</h1>\n<table>\n");
    for (size_t i = 0; i < rows->count; i++) {
        const weft_str *cells = rows->lines[i];
        at = HAND_PUT(at, "<tr><td>");
        at = hand_put_html(at, cells[0].ptr, cells[0].len);
        at = HAND_PUT(at, "</td><td>");
        at = hand_put_html(at, cells[1].ptr, cells[1].len);
        at = HAND_PUT(at, "</td><td>");
        at = hand_put_html(at, cells[2].ptr, cells[2].len);
        at = HAND_PUT(at, "</td><td>");
        at = hand_put_html(at, cells[3].ptr, cells[3].len);
        at = HAND_PUT(at, "</td></tr>\n");
    }
    return HAND_PUT(at, "</table>\n</body></html>\n");
}

/* ---- The list of records -------------------------------------------------------------------------------- */

/* A record in memory: numbers are numbers. */
typedef struct hand_record {
    uint64_t id;
    weft_str name, email;
    bool active;
    uint32_t cents; /* the score, in hundredths */
    weft_str tags[3];
    size_t tags_count;
} hand_record;

typedef struct hand_records {
    size_t count;
    hand_record list[TABLE_LINES];
} hand_records;

static inline void hand_split_tags(hand_record *it, weft_str tags)
{
    const char *at = tags.ptr, *end = tags.ptr + tags.len;
    while (it->tags_count < 3) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        it->tags[it->tags_count++] = weft_str_of(at, (size_t)(stop - at));
        if (!comma) return;
        at = comma + 1;
    }
}

static inline void hand_read_records(hand_records *all, const char *folder, const char *name)
{
    static table cells;
    table_read(&cells, folder, name);
    for (all->count = 0; all->count < cells.count; all->count++) {
        const weft_str *c = cells.lines[all->count];
        hand_record *it = &all->list[all->count];
        *it = (hand_record){ .id = strtoull(c[0].ptr, NULL, 10),
                             .name = c[1],
                             .email = c[2],
                             .active = c[3].len == 4,
                             .cents = (uint32_t)(strtod(c[4].ptr, NULL) * 100 + 0.5) };
        hand_split_tags(it, c[5]);
    }
}

static inline char *hand_put_number(char *at, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return hand_put(at, digits + first, sizeof digits - first);
}

/* The shortest form, for scores are never whole: one digit behind the point, or two. */
static inline char *hand_put_hundredths(char *at, uint32_t cents)
{
    at = hand_put_number(at, cents / 100);
    *at++ = '.';
    *at++ = (char)('0' + cents / 10 % 10);
    if (cents % 10) *at++ = (char)('0' + cents % 10);
    return at;
}

/* A text in which only quotation marks need escaping, which is known of these. */
static inline char *hand_put_quoted(char *at, weft_str text)
{
    *at++ = '"';
    for (size_t i = 0; i < text.len; i++) {
        *at = '\\';
        at += text.ptr[i] == '"';
        *at++ = text.ptr[i];
    }
    *at++ = '"';
    return at;
}

static inline char *hand_put_plain(char *at, weft_str text)
{
    *at++ = '"';
    at = hand_put(at, text.ptr, text.len);
    *at++ = '"';
    return at;
}

/* Returns the end of the list. `at` needs 64 KiB. */
static inline char *hand_list(char *at, const hand_records *all)
{
    *at++ = '[';
    for (size_t i = 0; i < all->count; i++) {
        const hand_record *it = &all->list[i];
        at = HAND_PUT(at, "{\"id\":");
        at = hand_put_number(at, it->id);
        at = HAND_PUT(at, ",\"name\":");
        at = hand_put_plain(at, it->name);
        at = HAND_PUT(at, ",\"email\":");
        at = hand_put_plain(at, it->email);
        at = it->active ? HAND_PUT(at, ",\"active\":true") : HAND_PUT(at, ",\"active\":false");
        at = HAND_PUT(at, ",\"score\":");
        at = hand_put_hundredths(at, it->cents);
        at = HAND_PUT(at, ",\"tags\":[");
        for (size_t tag = 0; tag < it->tags_count; tag++) {
            at = hand_put_quoted(at, it->tags[tag]);
            *at++ = ',';
        }
        at[-1] = ']';
        at = HAND_PUT(at, "},");
    }
    at[-1] = ']';
    return at;
}
#endif
