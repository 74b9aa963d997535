#include "src/base/decimal.h"
#include "src/base/str.h"
#include "tests/base/scan.h"
#include <criterion/criterion.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* xorshift64*: the same numbers in every run. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
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

/* The tests run in the C locale, where strtod is right. */
static void agree(const char *text)
{
    double expected = strtod(text, NULL), got = 99;
    bool read = wf_f64_read(wf_str(text), &got);
    if (isinf(expected)) {
        cr_expect(!read && bits_of(got) == bits_of(99), "%.80s", text);
    } else {
        cr_expect(read, "%.80s", text);
        cr_expect(bits_of(got) == bits_of(expected), "%.80s: %a is not %a", text, got, expected);
    }
}

Test(decimal, agrees_with_strtod_on_what_is_easy)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "+0",
        "0.0",
        "-0.0e5",
        "1",
        "-1",
        "+1",
        "007",
        "1.5",
        "-2.25",
        ".5",
        "-.5",
        "0.1",
        "0.2",
        "0.3",
        "1e0",
        "1E0",
        "1e+0",
        "1e-0",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "123e3",
        "1.23e-3",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740993.0",
        "900719925474099.3e1",
        "0.000001",
        "123456789.123456789",
        "1e5",
        "0e999999999",
        "0e-99999999999999999999",
        "3.141592653589793238462643383279502884",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) agree(texts[i]);
}

Test(decimal, agrees_with_strtod_on_what_is_hard)
{
    static const char *const texts[] = {
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1.8e308",
        "1e309",
        "-1e309",
        "1e99999999999999999999",
        "-1e99999999999999999999",
        "1e-99999999999999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "4.9e-324",
        "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2e-324",
        "1e-400",
        "6.631236846766476e-316",
        "3.237883913302901290e-319",
        "8.98846567431158e307",
        /* halfway between two doubles, and just beside it */
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
        "9007199254740993.00000000000000000000000000000000000000000000000001",
        "9007199254740992.99999999999999999999999999999999999999999999999999",
        "0.500000000000000166533453693773481063544750213623046875",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565",
        "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
        "96330286416"
        "6928879109465555478519404026306574886715058206819089020007083836762738548458177115317644757302700698"
        "55571366959"
        "622842914819860834936475292719074168444365510704342711559699508093042880",
        /* nineteen digits and twenty */
        "9223372036854775807",
        "9999999999999999999",
        "18446744073709551615",
        "18446744073709551616",
        "12345678901234567890",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) agree(texts[i]);
}

/* Numbers with far more digits than are kept: what is dropped still decides between two doubles. */
Test(decimal, digits_without_end)
{
    enum { LONG = 5000 };
    static char text[LONG + 64];
    for (int last = 0; last < 2; last++) {
        /* halfway between 1 and the next double, then zeros, then perhaps a one */
        int head = snprintf(text, sizeof text, "1.00000000000000011102230246251565404236316680908203125");
        memset(text + head, '0', LONG);
        text[head + LONG - 1] = (char)('0' + last);
        text[head + LONG] = '\0';
        double got;
        cr_assert(wf_f64_read(wf_str(text), &got));
        cr_expect_eq(bits_of(got), bits_of(last ? nextafter(1, 2) : 1.0));
    }
    memset(text, '0', LONG);
    snprintf(text + LONG, 64, "12e-1");
    agree(text);
    text[0] = '.';
    snprintf(text + LONG, 64, "25e%d", LONG);
    agree(text);
    memset(text, '9', LONG);
    snprintf(text + LONG, 64, "e-%d", LONG);
    agree(text);
    snprintf(text + LONG, 64, "e-%d", LONG - 308);
    agree(text);
    snprintf(text + LONG, 64, "e-%d", LONG - 309);
    agree(text);
}

/* (2^54 - 1) * 2^-1075: halfway between two doubles, and no halfway point has more digits. */
Test(decimal, the_longest_number_that_lies_halfway)
{
    static const char digits[] =
        "445014771701440251914764251404153604015403552681397747857675352661202665683499514137081268292064"
        "610847821649864407543211202252060024805475438366959278553944287415798167306559780886369972946500"
        "822093454616939395562405743247311393587179131470373640557744498962306030263523273266659389190686"
        "273844438061610757538988082348741561964516148197776110323581423800429751880383178430296416384978"
        "052662540451464236950154372290444819242526339724727755372028367612233140452755328181529638887107"
        "210867274745595602918620135732098423503356981704302231953474664667838396644265370703825667756978"
        "382676143106568194200775798725448137345332679521829966869966268975935330693818311826037979822904"
        "224956476109468201955118135219258317189939548603786162277173854562306587467901408672332763671875";
    enum { LEN = sizeof digits - 1 };
    char text[LEN + 128];
    cr_assert_eq(LEN, 768);
    for (int last = '4'; last <= '6'; last++) {
        snprintf(text, sizeof text, "%se-1075", digits);
        text[LEN - 1] = (char)last; /* it ends in 5 */
        agree(text);
    }
    for (int zeros = 0; zeros < 100; zeros++) {
        snprintf(text, sizeof text, "%s%.*s1e%d", digits, zeros,
                 "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
                 "000000000",
                 -1075 - zeros - 1);
        agree(text);
    }
}

Test(decimal, agrees_with_strtod_on_random_doubles_printed_every_way)
{
    static const int precisions[] = { 16, 15, 14, 8, 2, 30, 18, 17 };
    uint64_t state = 0x9e3779b97f4a7c15;
    char text[512];
    for (int i = 0; i < 40000; i++) {
        double number = of_bits(next_random(&state));
        if (!isfinite(number)) continue;
        snprintf(text, sizeof text, "%.*e", precisions[i % 8], number);
        agree(text);
        if (i % 4) continue;
        number = (double)(int64_t)next_random(&state) / (double)(1 + (next_random(&state) & 0xffff));
        snprintf(text, sizeof text, "%.*f", i % 20, number);
        agree(text);
    }
}

Test(decimal, agrees_with_strtod_on_random_digits_and_exponents)
{
    uint64_t state = 88172645463325252;
    char text[128];
    for (int i = 0; i < 40000; i++) {
        uint64_t digits = next_random(&state) >> (next_random(&state) & 63);
        int exponent = (int)(next_random(&state) % 60) - 30;
        if (i % 5 == 0) exponent = (int)(next_random(&state) % 700) - 350;
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)digits,
                 (unsigned long long)(next_random(&state) % 1000), exponent);
        agree(text);
        snprintf(text, sizeof text, "-%llue%d", (unsigned long long)digits, exponent);
        agree(text);
    }
}

static void agree_on_float(const char *text)
{
    float expected = strtof(text, NULL), got = 99;
    wf_decimal number = scan_decimal(text);
    cr_expect_eq(wf_decimal_f32(&number, &got), !isinf(expected), "%.80s", text);
    cr_expect(memcmp(&got, &expected, sizeof got) == 0, "%.80s: %a is not %a", text, (double)got,
              (double)expected);
}

/* A number just beside halfway between two floats may be halfway itself as a double: rounded twice it would be wrong. */
Test(decimal, floats_are_rounded_once)
{
    static const char *const texts[] = {
        "0",
        "1",
        "0.1",
        "16777217",
        "16777219",
        "1.00000005960464477539062499999999",
        "1.000000059604644775390625",
        "1.00000005960464477539062500000001",
        "1.00000017881393432617187499999999",
        "1.00000017881393432617187500000001",
        "7.038531e-26",
        "3.4028234663852886e38",
        "3.4028235677973362e38",
        "3.4028235677973366e38",
        "3.4028235677973368e38",
        "340282356779733661637539395458142568447.9999",
        "340282356779733661637539395458142568448",
        "1e39",
        "1e400",
        "1.1754943508222875e-38",
        "1.1754942807573643e-38",
        "1.401298464324817e-45",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "7."
        "0064923216240853546186479164495806564013097093825788587853414194489554134293030074331909418106079101"
        "5625"
        "e-46",
        "7."
        "0064923216240853546186479164495806564013097093825788587853414194489554134293030074331909418106079101"
        "5626"
        "e-46",
        "1e-46",
        "1e-400",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) agree_on_float(texts[i]);
    uint64_t state = 1;
    char text[128];
    for (int i = 0; i < 40000; i++) {
        uint32_t bits = (uint32_t)next_random(&state) & 0x7fffffff;
        float number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number)) continue;
        /* the place halfway to the next one, in more and more digits, and nudged */
        double halfway = ((double)number + (double)nextafterf(number, FLT_MAX)) / 2;
        snprintf(text, sizeof text, "%.*e", 7 + i % 60, halfway);
        agree_on_float(text);
        snprintf(text, sizeof text, "%.*e", 7 + i % 60, nextafter(halfway, i % 2 ? 0 : DBL_MAX));
        agree_on_float(text);
    }
}

/* What a scanner may hand over, however far it is out of range. */
Test(decimal, exponents_of_any_size)
{
    static const char digits[] = "123456789012345678901234567890";
    const int64_t powers[] = { INT64_MIN, -1000000, -400, 400, 1000000, INT64_MAX };
    for (int longer = 0; longer < 2; longer++) {
        for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
            wf_decimal number = { .head = 1234567890123456789, .power = powers[i], .is_longer = longer };
            number.text = digits;
            number.end = digits + sizeof digits - 1;
            double out = 1;
            float single = 1;
            cr_expect_eq(wf_decimal_f64(&number, &out), powers[i] < 0);
            cr_expect_eq(wf_decimal_f32(&number, &single), powers[i] < 0);
            cr_expect(powers[i] < 0 ? out == 0 : isinf(out));
            cr_expect(powers[i] < 0 ? single == 0 : isinf(single));
            number.head = 0;
            number.is_longer = false;
            cr_expect(wf_decimal_f64(&number, &out) && out == 0);
            cr_expect(wf_decimal_f32(&number, &single) && single == 0);
        }
    }
}

Test(decimal, refuses_what_is_no_number)
{
    static const char *const texts[] = {
        "",     " ",     "+",   "-",   ".",        "-.",         "+.5.", "1.",       "1.e5",   "e5",
        ".e5",  "1e",    "1e+", "1e-", "1e5.",     "1 ",         " 1",   "1,5",      "--1",    "+-1",
        "0x10", "0x1p3", "1p3", "inf", "-inf",     "nan",        "NaN",  "Infinity", "nan(1)", "1_000",
        "1e5x", "1x",    "1d",  "1f",  "\xd9\xa3", "1e\xd9\xa3", "1..5", "1.5.5",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double out = 42;
        cr_expect(!wf_f64_read(wf_str(texts[i]), &out), "\"%s\"", texts[i]);
        cr_expect_eq(out, 42.0, "\"%s\"", texts[i]);
    }
    double out = 42;
    cr_expect(!wf_f64_read(weft_str_of("1\0", 2), &out));
    cr_expect(!wf_f64_read(weft_str_of(NULL, 0), &out));
}

Test(decimal, reads_no_further_than_the_text)
{
    double out;
    cr_assert(wf_f64_read(weft_str_of("12345", 2), &out));
    cr_expect_eq(out, 12.0);
    cr_assert(wf_f64_read(weft_str_of("1.5e9", 3), &out));
    cr_expect_eq(out, 1.5);
}

/* Where a comma is the point, numbers are read as everywhere. Skipped where no such locale is installed. */
Test(decimal, knows_no_locale)
{
    static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE" };
    bool set = false;
    for (size_t i = 0; i < 4 && !set; i++) set = setlocale(LC_ALL, names[i]) != NULL;
    double out;
    cr_assert(wf_f64_read(wf_str("1.5"), &out));
    cr_expect_eq(out, 1.5);
    cr_assert(wf_f64_read(wf_str("123456789012345678901234567890.5"), &out));
    cr_expect_eq(bits_of(out), bits_of(123456789012345678901234567890.5));
    cr_expect(!wf_f64_read(wf_str("1,5"), &out));
}
