#include "src/base/shortest.h"
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

static double of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static float of_bits32(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static const char *text_of(double number)
{
    static char text[WF_SHORTEST_ROOM + 1];
    text[wf_f64_put(text, number)] = '\0';
    return text;
}

static const char *text_of32(float number)
{
    static char text[WF_SHORTEST_ROOM + 1];
    text[wf_f32_put(text, number)] = '\0';
    return text;
}

/* The digits of a text without sign, point, exponent and zeros around them. */
static void digits_of(const char *text, char *out)
{
    size_t len = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (len || *text != '0')) out[len++] = *text;
    while (len && out[len - 1] == '0') len--;
    out[len] = '\0';
}

/* printf with just enough digits is right by another road. It may need one digit more at a power of two, whose
 * lower neighbour is nearer. */
static void check_digits(const char *text, double number, bool is_float)
{
    char shortest[64], expected[64], printed[64];
    digits_of(text, shortest);
    for (int count = 0; count < 18; count++) {
        snprintf(printed, sizeof printed, "%.*e", count, number);
        if (is_float ? strtof(printed, NULL) != (float)number : strtod(printed, NULL) != number) continue;
        digits_of(printed, expected);
        cr_expect(strcmp(shortest, expected) == 0 || strlen(shortest) < strlen(expected), "%s is not %s",
                  text, printed);
        return;
    }
    cr_expect(false, "%s", text);
}

static void check(double number)
{
    const char *text = text_of(number);
    cr_expect(strlen(text) <= WF_F64_MAX_LEN, "%s", text);
    cr_expect(memcmp(&(double){ strtod(text, NULL) }, &number, sizeof number) == 0, "%s is not %a", text,
              number);
    check_digits(text, number, false);
}

static void check32(float number)
{
    const char *text = text_of32(number);
    cr_expect(strlen(text) <= WF_F32_MAX_LEN, "%s", text);
    cr_expect(memcmp(&(float){ strtof(text, NULL) }, &number, sizeof number) == 0, "%s is not %a", text,
              (double)number);
    check_digits(text, (double)number, true);
}

Test(shortest, has_the_form_of_ecmascript)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        { 0, "0" },
        { -0.0, "-0.0" },
        { 1, "1" },
        { -1, "-1" },
        { 10, "10" },
        { 1.5, "1.5" },
        { -0.25, "-0.25" },
        { 0.1, "0.1" },
        { 1234.5, "1234.5" },
        { 999999.99, "999999.99" },
        { 1000000.01, "1000000.01" },
        { 100, "100" },
        { 0.01, "0.01" },
        { 0.29, "0.29" },
        { 1e20, "100000000000000000000" },
        { 123456789012345680000.0, "123456789012345680000" },
        { 1e21, "1e+21" },
        { 1.5e300, "1.5e+300" },
        { 0.000001, "0.000001" },
        { 0.00000123, "0.00000123" },
        { 0.0000001, "1e-7" },
        { 1.25e-7, "1.25e-7" },
        { 5e-324, "5e-324" },
        { 2.2250738585072014e-308, "2.2250738585072014e-308" },
        { -1.7976931348623157e308, "-1.7976931348623157e+308" },
        { 9007199254740993.0, "9007199254740992" },
        { 1.0 / 3, "0.3333333333333333" },
        { -0.0000012345678901234567, "-0.0000012345678901234567" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(text_of(cases[i].number), cases[i].text);
    cr_expect_str_eq(text_of32(0.1f), "0.1");
    cr_expect_str_eq(text_of32(16777216.0f), "16777216");
    cr_expect_str_eq(text_of32(3.4028235e38f), "3.4028235e+38");
    cr_expect_str_eq(text_of32(1e-45f), "1e-45");
    cr_expect_str_eq(text_of32(-0.0f), "-0.0");
}

Test(shortest, is_the_fewest_digits_that_read_back_for_random_bits)
{
    uint64_t state = 88172645463325252;
    for (int i = 0; i < 40000; i++) {
        double number = of_bits(next_random(&state));
        if (isfinite(number)) check(number);
        float narrow = of_bits32((uint32_t)next_random(&state));
        if (isfinite(narrow)) check32(narrow);
    }
}

Test(shortest, is_the_fewest_digits_around_every_power_of_two)
{
    for (int exponent = -1074; exponent < 1024; exponent++) {
        double power = ldexp(1, exponent);
        check(power);
        check(nextafter(power, 0));
        check(-nextafter(power, 1e308));
    }
    for (int exponent = -149; exponent < 128; exponent++) {
        float power = ldexpf(1, exponent);
        check32(power);
        check32(nextafterf(power, 0));
        check32(-nextafterf(power, 1e38f));
    }
}

Test(shortest, is_the_number_that_was_written_for_numbers_that_people_write)
{
    uint64_t state = 1234567;
    for (int i = 0; i < 40000; i++) {
        char text[32];
        uint64_t random = next_random(&state);
        int places = (int)(random % 6);
        snprintf(text, sizeof text, "%.*f", places, (double)(random >> 8 & 0xffffffff) / 1000);
        check(strtod(text, NULL));
        check32(strtof(text, NULL));
    }
}

/* Numbers whose neighbours' middle is a short decimal, so that what reads back depends on which of them is even; and
 * those that lie exactly between two candidates. */
Test(shortest, is_right_where_the_ends_of_the_interval_are_short)
{
    struct {
        double number;
        const char *text;
    } cases[] = {
        { 0x1p54, "18014398509481984" },
        { 18014398509481988.0, "18014398509481988" },
        { 36028797018963972.0, "36028797018963970" }, /* even: its lower end reads back */
        { 36028797018963980.0, "36028797018963980" },
        { 72057594037927944.0, "72057594037927940" },
        { 144115188075855880.0, "144115188075855870" },
        { 9223372036854775808.0, "9223372036854776000" },
        { 18446744073709551616.0, "18446744073709552000" },
        { 1e23, "1e+23" },
        { 9.5e-323, "9.4e-323" },
        { 1e-323, "1e-323" },
        { 1.5e-323, "1.5e-323" },
        { 2.2250738585072009e-308, "2.225073858507201e-308" },
        { 0x1.0000000000001p52, "4503599627370497" },
        { 0x1.8p51 + 0.5, "3377699720527872.5" },
        { 0x1.8p49 + 0.125, "844424930131968.1" }, /* 844424930131968.125 has 18 digits */
        { 0x1.8p49 + 0.375, "844424930131968.4" },
        { 99999999.999999, "99999999.999999" },
        { 100000000.000001, "100000000.000001" },
        { 99999999.9999999, "99999999.9999999" },
        { 9007199254740991.0, "9007199254740991" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_str_eq(text_of(cases[i].number), cases[i].text);
        check(cases[i].number);
        for (int j = 0; j < 100; j++) check(cases[i].number = nextafter(cases[i].number, HUGE_VAL));
    }
}

Test(shortest, is_the_fewest_digits_for_the_smallest_and_the_largest)
{
    for (uint64_t bits = 1; bits < 3000; bits++) {
        check(of_bits(bits));
        check(of_bits(UINT64_C(0x7fefffffffffffff) - bits));
        check32(of_bits32((uint32_t)bits));
        check32(of_bits32(UINT32_C(0x7f7fffff) - (uint32_t)bits));
    }
}

Test(shortest, touches_no_more_than_its_room)
{
    char room[WF_SHORTEST_ROOM + 8];
    uint64_t state = 3;
    for (int i = 0; i < 20000; i++) {
        double number = of_bits(next_random(&state));
        if (!isfinite(number)) continue;
        if (i % 2) number = ldexp(number, -ilogb(number) + i % 90 - 10); /* with a point, all over it */
        memset(room, '#', sizeof room);
        wf_f64_put(room, number);
        cr_expect_arr_eq(room + WF_SHORTEST_ROOM, "########", 8, "%a", number);
        memset(room, '#', sizeof room);
        wf_f32_put(room, of_bits32((uint32_t)i * 106000));
        cr_expect_arr_eq(room + WF_SHORTEST_ROOM, "########", 8);
    }
}

Test(shortest, does_not_look_at_the_locale)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) cr_skip("there is no German locale here");
    cr_expect_str_eq(text_of(1.5), "1.5");
}
