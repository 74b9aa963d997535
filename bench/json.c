/* JSON out and in: a list of 100 records, each contestant filling or reading the same structs.
 *
 *   json [--text FILE] [--rounds N] [SHARED-OBJECT...]
 *
 * Contestants take turns, so that whatever the machine does meanwhile happens to all of them; the best of the rounds is
 * told, in microseconds a document and gigabytes a second. Every contestant's result is compared with weft's first. */
#include "bench/json.h"
#include "tests/json/records.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RIVALS_MAX = 16, RUNS = 40, TEXT_MAX = 1 << 20 };

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- weft ------------------------------------------------------------------------------------------------ */

static weft_buf weft_out;
static weft_memory *weft_in_memory;

static size_t write_weft(const record *all, size_t count, const char **text)
{
    weft_out.len = 0;
    if (!weft_codec_write_list(&record_codec, all, count, &weft_out, NULL)) abort();
    *text = weft_out.ptr;
    return weft_out.len;
}

static const record *read_weft(const char *text, size_t len, size_t *count)
{
    const void *items;
    weft_memory_reset(weft_in_memory);
    bool done = weft_codec_read_list_padded(&record_codec, weft_str_of(text, len), weft_in_memory, &items,
                                            count, NULL);
    return done ? items : NULL;
}

/* ---- C by hand, which knows the order of the keys and checks no more than it has to ----------------------- */

static char hand_out[TEXT_MAX];
static record hand_records[4096];
static weft_str hand_tags[16384];

static char *put_text(char *at, weft_str text)
{
    *at++ = '"';
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        if (byte == '"' || byte == '\\') {
            *at++ = '\\';
        } else if ((unsigned char)byte < 0x20) {
            at += sprintf(at, "\\u%04x", (unsigned)byte);
            continue;
        }
        *at++ = byte;
    }
    *at++ = '"';
    return at;
}

static char *put_unsigned(char *at, uint64_t number)
{
    char digits[20];
    int len = 0;
    do {
        digits[len++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (len) *at++ = digits[--len];
    return at;
}

/* Two places, as all scores here have. */
static char *put_score(char *at, double score)
{
    uint64_t hundredths = (uint64_t)(score * 100 + 0.5);
    at = put_unsigned(at, hundredths / 100);
    if (hundredths % 100 == 0) return at;
    *at++ = '.';
    *at++ = (char)('0' + hundredths / 10 % 10);
    if (hundredths % 10) *at++ = (char)('0' + hundredths % 10);
    return at;
}

#define LITERAL(at, text) (memcpy(at, text, sizeof(text) - 1), (at) + sizeof(text) - 1)

static size_t write_hand(const record *all, size_t count, const char **text)
{
    char *at = hand_out;
    *at++ = '[';
    for (size_t i = 0; i < count; i++) {
        const record *it = &all[i];
        if (i) *at++ = ',';
        at = put_unsigned(LITERAL(at, "{\"id\":"), (uint64_t)it->id);
        at = put_text(LITERAL(at, ",\"name\":"), it->name);
        at = put_text(LITERAL(at, ",\"email\":"), it->email);
        at = LITERAL(at, ",\"active\":");
        at = it->active ? LITERAL(at, "true") : LITERAL(at, "false");
        at = put_score(LITERAL(at, ",\"score\":"), it->score);
        at = LITERAL(at, ",\"tags\":[");
        for (size_t t = 0; t < it->tags_count; t++) {
            if (t) *at++ = ',';
            at = put_text(at, it->tags[t]);
        }
        at = LITERAL(at, "]}");
    }
    *at++ = ']';
    *text = hand_out;
    return (size_t)(at - hand_out);
}

static bool skip(const char **at, const char *literal, size_t len)
{
    if (memcmp(*at, literal, len) != 0) return false;
    *at += len;
    return true;
}
#define SKIP(at, literal) skip(at, literal, sizeof(literal) - 1)

static char hand_text[TEXT_MAX];
static size_t hand_text_len;

static weft_str take_text(const char **at)
{
    const char *start = *at, *end = start;
    while (*end != '"' && *end != '\\') end++;
    if (*end == '"') {
        *at = end + 1;
        return weft_str_of(start, (size_t)(end - start));
    }
    char *to = hand_text + hand_text_len, *first = to;
    for (end = start; *end != '"'; end++) {
        if (*end == '\\') end++;
        *to++ = *end;
    }
    hand_text_len += (size_t)(to - first);
    *at = end + 1;
    return weft_str_of(first, (size_t)(to - first));
}

static int64_t take_unsigned(const char **at)
{
    int64_t number = 0;
    while (**at >= '0' && **at <= '9') number = number * 10 + (*(*at)++ - '0');
    return number;
}

static double take_score(const char **at)
{
    int64_t whole = take_unsigned(at), scale = 1;
    if (**at != '.') return (double)whole;
    for ((*at)++; **at >= '0' && **at <= '9'; (*at)++) {
        whole = whole * 10 + (**at - '0');
        scale *= 10;
    }
    return (double)whole / (double)scale;
}

static const record *read_hand(const char *text, size_t len, size_t *count)
{
    (void)len;
    const char *at = text + 1;
    weft_str *tag = hand_tags;
    record *it = hand_records;
    hand_text_len = 0;
    do {
        if (!SKIP(&at, "{\"id\":")) return NULL;
        it->id = take_unsigned(&at);
        if (!SKIP(&at, ",\"name\":\"")) return NULL;
        it->name = take_text(&at);
        if (!SKIP(&at, ",\"email\":\"")) return NULL;
        it->email = take_text(&at);
        if (!SKIP(&at, ",\"active\":")) return NULL;
        it->active = *at == 't';
        at += it->active ? 4 : 5;
        if (!SKIP(&at, ",\"score\":")) return NULL;
        it->score = take_score(&at);
        if (!SKIP(&at, ",\"tags\":[")) return NULL;
        it->tags = tag;
        while (*at == '"') {
            at++;
            *tag++ = take_text(&at);
            if (*at == ',') at++;
        }
        it->tags_count = (size_t)(tag - it->tags);
        it++;
        if (!SKIP(&at, "]}")) return NULL;
    } while (*at++ == ',');
    *count = (size_t)(it - hand_records);
    return hand_records;
}

/* ---- The contest ----------------------------------------------------------------------------------------- */

typedef struct layout {
    const char *name;
    const record *all;
    size_t count;
    char *text; /* padded */
    size_t len;
} layout;

static const json_rival *rivals[RIVALS_MAX];
static size_t rivals_count;
static const json_rival own[] = { { "weft", write_weft, read_weft }, { "C by hand", write_hand, read_hand } };

static void load(const char *path)
{
    void *object = dlopen(path, RTLD_NOW);
    const json_rival *found = object ? dlsym(object, "json_rivals") : NULL;
    if (!found) fprintf(stderr, "%s: %s\n", path, dlerror());
    for (; found && found->name && rivals_count < RIVALS_MAX; found++) rivals[rivals_count++] = found;
}

static bool is_same(const layout *it, const record *got, size_t count)
{
    if (!got || count != it->count) return false;
    for (size_t i = 0; i < count; i++)
        if (!record_eq(&it->all[i], &got[i])) return false;
    return true;
}

static bool can_out(const json_rival *rival, const layout *it)
{
    const char *text;
    size_t count, len = rival->out ? rival->out(it->all, it->count, &text) : 0;
    if (len == 0) return false;
    char *copy = calloc(1, len + WEFT_JSON_PAD);
    memcpy(copy, text, len);
    const record *back = read_weft(copy, len, &count);
    bool can = is_same(it, back, count);
    free(copy);
    return can;
}

static bool can_in(const json_rival *rival, const layout *it)
{
    size_t count = 0;
    const record *got = rival->in ? rival->in(it->text, it->len, &count) : NULL;
    return is_same(it, got, count);
}

static double time_out(const json_rival *rival, const layout *it)
{
    const char *text;
    size_t sum = 0;
    uint64_t start = now_ns();
    for (int i = 0; i < RUNS; i++) sum += rival->out(it->all, it->count, &text);
    return sum ? (double)(now_ns() - start) / RUNS / 1000 : 0;
}

static double time_in(const json_rival *rival, const layout *it)
{
    size_t count = 0, sum = 0;
    uint64_t start = now_ns();
    for (int i = 0; i < RUNS; i++, sum += count) rival->in(it->text, it->len, &count);
    return sum ? (double)(now_ns() - start) / RUNS / 1000 : 0;
}

static void contest(const layout *it, bool is_out, int rounds)
{
    double best[RIVALS_MAX];
    bool takes_part[RIVALS_MAX];
    for (size_t i = 0; i < rivals_count; i++) {
        best[i] = 1e9;
        takes_part[i] = is_out ? can_out(rivals[i], it) : can_in(rivals[i], it);
    }
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < rivals_count; i++) {
            if (!takes_part[i]) continue;
            double us = is_out ? time_out(rivals[i], it) : time_in(rivals[i], it);
            if (us < best[i]) best[i] = us;
        }
    }
    for (size_t i = 0; i < rivals_count; i++)
        if (takes_part[i])
            printf("%-3s %-9s %-22s %8.2f us %6.2f GB/s\n", is_out ? "out" : "in", it->name, rivals[i]->name,
                   best[i], (double)it->len / best[i] / 1000);
}

/* ---- The texts ------------------------------------------------------------------------------------------- */

static layout with_text(const char *name, const record *all, size_t count, weft_str text)
{
    char *copy = calloc(1, text.len + WEFT_JSON_PAD);
    memcpy(copy, text.ptr, text.len);
    return (layout){ name, all, count, copy, text.len };
}

static layout compact(const char *name, const record *all, size_t count)
{
    const char *text;
    size_t len = write_weft(all, count, &text);
    return with_text(name, all, count, weft_str_of(text, len));
}

static layout indented(const layout *from)
{
    weft_buf buf = weft_buf_heap(TEXT_MAX);
    if (!weft_json_pretty(&buf, weft_str_of(from->text, from->len), 2)) abort();
    layout made = with_text("indented", from->all, from->count, weft_buf_str(&buf));
    weft_buf_free(&buf);
    return made;
}

static void put_reversed(weft_json_out *out, const record *it)
{
    weft_json_object(out);
    weft_json_name(out, weft_lit("tags"));
    weft_json_array(out);
    for (size_t t = 0; t < it->tags_count; t++) weft_json_text(out, it->tags[t]);
    weft_json_end(out);
    weft_json_name(out, weft_lit("score"));
    weft_json_f64(out, it->score);
    weft_json_name(out, weft_lit("active"));
    weft_json_bool(out, it->active);
    weft_json_name(out, weft_lit("email"));
    weft_json_text(out, it->email);
    weft_json_name(out, weft_lit("name"));
    weft_json_text(out, it->name);
    weft_json_name(out, weft_lit("id"));
    weft_json_i64(out, it->id);
    weft_json_end(out);
}

static layout reversed(const record *all, size_t count)
{
    weft_buf buf = weft_buf_heap(TEXT_MAX);
    weft_json_out out;
    weft_json_begin(&out, &buf);
    weft_json_array(&out);
    for (size_t i = 0; i < count; i++) put_reversed(&out, &all[i]);
    weft_json_end(&out);
    if (!weft_json_finish(&out, NULL)) abort();
    layout made = with_text("reversed", all, count, weft_buf_str(&buf));
    weft_buf_free(&buf);
    return made;
}

static layout of_file(const char *path)
{
    static char text[TEXT_MAX];
    FILE *file = fopen(path, "rb");
    size_t len = file ? fread(text, 1, sizeof text - WEFT_JSON_PAD, file) : 0, count = 0;
    const void *items = NULL;
    weft_memory *memory = weft_memory_new(TEXT_MAX); /* for good: the records are in it */
    if (!weft_codec_read_list(&record_codec, weft_str_of(text, len), memory, &items, &count, NULL)) abort();
    return compact("plain", items, count);
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    int rounds = 200;
    static const char *const names[] = { "plain", "korean", "escaped", "long", "doubles" };
    static records made[sizeof names / sizeof *names];
    weft_out = weft_buf_heap(TEXT_MAX);
    weft_in_memory = weft_memory_new(TEXT_MAX);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) rivals[rivals_count++] = &own[i];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--text") == 0 && i + 1 < argc)
            path = argv[++i];
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = atoi(argv[++i]);
        else
            load(argv[i]);
    }
    layout plain = { 0 };
    for (int kind = RECORDS_PLAIN; kind <= RECORDS_DOUBLES; kind++) {
        records_make(&made[kind], (records_kind)kind);
        layout it = kind == RECORDS_PLAIN && path ? of_file(path)
                                                  : compact(names[kind], made[kind].all, RECORDS_COUNT);
        if (kind == RECORDS_PLAIN) plain = it;
        contest(&it, true, rounds);
        contest(&it, false, rounds);
    }
    layout other = reversed(plain.all, plain.count);
    contest(&other, false, rounds);
    other = indented(&plain);
    contest(&other, false, rounds);
    return 0;
}
