/* Doubles and floats to text and back, many of them, against libc (which is slow, but right, in the C locale).
 *
 *     doubles [COUNT]   random doubles of many kinds, and as many floats, spread over all of them: each is written, read
 *                       back by us and by strtod, has no digit too many and is the nearest of its length; and random
 *                       texts are read as strtod reads them. Exits 1 at the first that is not.
 *     doubles -         reads numbers, one a line; writes the bits of its double, of its float, and their texts. */
#include "src/base/decimal.h"
#include "src/base/shortest.h"
#include "tests/base/scan.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1200 };

static uint64_t state = 0x9e3779b97f4a7c15;

/* xorshift64*: the same numbers in every run. */
static uint64_t next_random(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}
static double of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}
static uint32_t bits_of_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}
static float float_of_bits(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void fail(const char *what, const char *text, uint64_t bits)
{
    printf("%s: %s, bits %" PRIx64 "\n", what, text, bits);
    exit(1);
}

/* ---- Reading ------------------------------------------------------------------------------------------------ */

/* Infinite beyond the range. */
static double read_double(const char *text)
{
    double number;
    bool is_negative = *text == '-';
    if (!wf_f64_read(weft_str_of(text, strlen(text)), &number)) number = is_negative ? -HUGE_VAL : HUGE_VAL;
    return number;
}

static float read_float(const char *text)
{
    float number;
    bool is_negative = *text == '-';
    wf_decimal scanned = scan_decimal(text + is_negative);
    if (!wf_decimal_f32(&scanned, &number) && !isinf(number)) fail("neither read nor infinite", text, 0);
    return is_negative ? -number : number;
}

static void check_reading(const char *text)
{
    uint64_t expected = bits_of(strtod(text, NULL));
    if (bits_of(read_double(text)) != expected) fail("read as another double", text, expected);
    uint32_t expected_float = bits_of_float(strtof(text, NULL));
    if (bits_of_float(read_float(text)) != expected_float)
        fail("read as another float", text, expected_float);
}

/* ---- Writing ------------------------------------------------------------------------------------------------ */

/* The digits of a text without sign, point, exponent and the zeros around them. */
static int digits_of(const char *text, char *out)
{
    int len = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (len || *text != '0')) out[len++] = *text;
    while (len && out[len - 1] == '0') len--;
    out[len] = '\0';
    return len;
}

static bool reads_back(const char *text, double number, bool is_float)
{
    if (is_float) return bits_of_float(strtof(text, NULL)) == bits_of_float((float)number);
    return bits_of(strtod(text, NULL)) == bits_of(number);
}

/* The next decimal with as many digits, away from zero. */
static void step_up(char *printed)
{
    char *digit = strchr(printed, 'e') - 1;
    for (; digit > printed && (*digit == '9' || *digit == '.'); digit--)
        if (*digit == '9') *digit = '0';
    if (*digit >= '0' && *digit < '9') ++*digit;
}

/* printf gives the nearest decimal of any length. At a power of two the lower neighbour is nearer than the upper, so
 * that the nearest may not read back where the one above it does. */
static void check_digits(const char *text, double number, bool is_float)
{
    char digits[64], expected[64], printed[64];
    int count = digits_of(text, digits);
    uint64_t bits = bits_of(number), fraction = bits & (UINT64_MAX >> 12);
    snprintf(printed, sizeof printed, "%.*e", count - 1, number);
    if (fraction == 0 && !reads_back(printed, number, is_float)) step_up(printed);
    digits_of(printed, expected);
    if (strcmp(digits, expected) != 0) fail("not the nearest", text, bits);
    if (count == 1) return;
    snprintf(printed, sizeof printed, "%.*e", count - 2, number);
    if (reads_back(printed, number, is_float)) fail("a digit too many", text, bits);
    step_up(printed);
    if (fraction == 0 && reads_back(printed, number, is_float)) fail("a digit too many", text, bits);
}

static void check_double(double number)
{
    char text[WF_SHORTEST_ROOM + 1];
    uint64_t bits = bits_of(number);
    size_t len = wf_f64_put(text, number);
    text[len] = '\0';
    if (len > WF_F64_MAX_LEN) fail("too long", text, bits);
    if (bits_of(read_double(text)) != bits) fail("we do not read it back", text, bits);
    if (bits_of(strtod(text, NULL)) != bits) fail("strtod does not read it back", text, bits);
    if (number != 0) check_digits(text, number, false);
}

static void check_float(float number)
{
    char text[WF_SHORTEST_ROOM + 1];
    uint32_t bits = bits_of_float(number);
    size_t len = wf_f32_put(text, number);
    text[len] = '\0';
    if (len > WF_F32_MAX_LEN) fail("too long", text, bits);
    if (bits_of_float(read_float(text)) != bits) fail("we do not read it back", text, bits);
    if (bits_of_float(strtof(text, NULL)) != bits) fail("strtof does not read it back", text, bits);
    if (number != 0) check_digits(text, (double)number, true);
}

/* ---- Which ones --------------------------------------------------------------------------------------------- */

static void print_random_text(char *text)
{
    uint64_t digits = next_random() >> next_random() % 64, more = next_random() % 1000000;
    int exponent = (int)(next_random() % 40) - 20;
    if (next_random() % 4 == 0) exponent = (int)(next_random() % 700) - 360;
    snprintf(text, TEXT, "%s%" PRIu64 ".%06" PRIu64 "e%d", next_random() & 1 ? "-" : "", digits, more,
             exponent);
    if (next_random() % 4 == 0) *strchr(text, '.') = '0';
}

/* The place halfway to the next double, all its digits (768 at most), or just above or below, or cut off anywhere. */
static void print_halfway(char *text, double number)
{
    _Static_assert(LDBL_MANT_DIG > DBL_MANT_DIG, "a long double holds what is halfway between two doubles");
    uint64_t bits = bits_of(fabs(number)), fraction = bits & (UINT64_MAX >> 12);
    int exponent = (int)(bits >> 52);
    if (exponent) fraction |= UINT64_C(1) << 52;
    long double halfway = ldexpl((long double)(2 * fraction + 1), (exponent ? exponent : 1) - 1076);
    uint64_t kind = next_random() % 4;
    snprintf(text, TEXT, "%.*Le", kind == 3 ? (int)(next_random() % 770) : 780, halfway);
    char *last = strchr(text, 'e') - 1;
    if (kind == 1) *last = '1';
    for (; kind == 2 && *last == '0'; last--) *last = '9';
    if (kind == 2 && *last > '0') --*last;
}

static double random_double(uint64_t kind)
{
    char text[TEXT];
    uint64_t random = next_random();
    switch (kind % 6) {
    case 0: /* a price, a coordinate, a score */
        snprintf(text, sizeof text, "%" PRIu64 "e-%d", random >> (random % 64), (int)(next_random() % 20));
        return strtod(text, NULL);
    case 1: return (double)(random >> next_random() % 64); /* whole numbers */
    case 2: return ldexp((double)(random >> (11 + next_random() % 53)), (int)(next_random() % 2100) - 1090);
    case 3: print_random_text(text); return strtod(text, NULL);
    default: return of_bits(random);
    }
}

static void check_many(long count)
{
    static const uint32_t floats = UINT32_C(0x7f800000);
    char text[TEXT];
    for (long i = 0; i < count; i++) {
        double number = random_double((uint64_t)i);
        if (isfinite(number)) check_double(number);
        check_float(
            float_of_bits((uint32_t)((uint64_t)i * floats / (uint64_t)count) | (uint32_t)(i & 1) << 31));
        if (i % 2) {
            print_random_text(text);
            check_reading(text);
        } else if (isfinite(number) && i % 32 == 0) {
            print_halfway(text, number);
            check_reading(text);
        }
    }
}

static void answer_lines(void)
{
    static char line[TEXT * 2], text[WF_SHORTEST_ROOM + 1], text_float[WF_SHORTEST_ROOM + 1];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        double number = read_double(line);
        float single = read_float(line);
        text[isfinite(number) ? wf_f64_put(text, number) : 0] = '\0';
        text_float[isfinite(single) ? wf_f32_put(text_float, single) : 0] = '\0';
        printf("%016" PRIx64 " %08" PRIx32 " %s %s\n", bits_of(number), bits_of_float(single), text,
               text_float);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "-") == 0) {
        answer_lines();
        return 0;
    }
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 200000;
    check_many(count);
    printf("%ld doubles, %ld floats\n", count, count);
    return 0;
}
