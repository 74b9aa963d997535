#include "tests/json/records.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const firsts[] = { "Anna",       "Jörg", "Matilda", "Oskar",
                                      "Wilhelmina", "Pál",  "Ivo",     "Konstantin" };
static const char *const lasts[] = { "Berg", "Castellano", "Novák", "Okafor", "Lindqvist", "Fu" };
static const char *const hosts[] = { "mail", "berlin", "lab", "home" };
static const char *const words[] = { "new",  "sale",        "paid",    "north-west",
                                     "late", "of \"note\"", "premium", "hq" };
static const char *const korean[] = { "김민수",          "박서연 선생님", "이지훈",
                                      "최하은과 친구들", "서울특별시",    "부산광역시 해운대구" };
static const char *const escaped[] = { "a \"b\"",   "c:\\dir\\file", "line\nline\n",
                                       "tab\there", "\x01\x1f",      "plain \\ text" };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d >> 16;
}

static weft_str text(records *to, const char *format, ...) WEFT_FORMAT(2, 3);
static weft_str text(records *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *start = to->text + to->text_len;
    int len = vsnprintf(start, sizeof to->text - to->text_len, format, args);
    va_end(args);
    to->text_len += (size_t)len;
    return weft_str_of(start, (size_t)len);
}

#define PICK(list, random) list[(random) % (sizeof(list) / sizeof *(list))]

static weft_str make_name(records *to, records_kind kind, uint64_t random)
{
    switch (kind) {
    case RECORDS_KOREAN: return text(to, "%s %s", PICK(korean, random), PICK(korean, random >> 8));
    case RECORDS_ESCAPED: return text(to, "%s%s", PICK(escaped, random), PICK(escaped, random >> 8));
    case RECORDS_LONG:
        return text(to, "%0*d and %s %s went on to say that nothing of this was so", 120,
                    (int)(random % 1000), PICK(firsts, random), PICK(lasts, random >> 8));
    case RECORDS_PLAIN:
    case RECORDS_DOUBLES: break;
    }
    return text(to, "%s %s", PICK(firsts, random), PICK(lasts, random >> 8));
}

void records_make(records *to, records_kind kind)
{
    uint64_t state = 88172645463325252;
    for (int i = 0; i < RECORDS_COUNT; i++) {
        record *it = &to->all[i];
        uint64_t random = next_random(&state);
        it->id = 1000000000000 + (int64_t)(random % 100000000000);
        it->name = make_name(to, kind, next_random(&state));
        it->email = text(to, "user.%03d.%s@example.com", i, PICK(hosts, random >> 8));
        it->active = random & 1;
        it->score = (double)(next_random(&state) % 1000000) / 100;
        if (kind == RECORDS_DOUBLES)
            it->score = (double)next_random(&state) / (double)(next_random(&state) + 1);
        it->tags = to->tags[i];
        it->tags_count = 2 + (random >> 3) % 2;
        for (size_t t = 0; t < it->tags_count; t++)
            to->tags[i][t] = kind == RECORDS_KOREAN ? text(to, "%s", PICK(korean, next_random(&state)))
                                                    : text(to, "%s", PICK(words, next_random(&state)));
    }
}

bool record_eq(const record *a, const record *b)
{
    if (a->id != b->id || a->active != b->active || a->score < b->score || a->score > b->score) return false;
    if (!weft_str_eq(a->name, b->name) || !weft_str_eq(a->email, b->email)) return false;
    if (a->tags_count != b->tags_count) return false;
    for (size_t i = 0; i < a->tags_count; i++)
        if (!weft_str_eq(a->tags[i], b->tags[i])) return false;
    return true;
}
