/* Texts that expressions make: numbers, dates, excerpts. No locale has a say in them. */
#include "src/base/clock.h"
#include "src/base/num.h"
#include "src/base/shortest.h"
#include "src/base/utf8.h"
#include "template/page.h"
#include <math.h>
#include <stdio.h>

enum { TEXT_MAX = sizeof((weft_formatted *)NULL)->text };

/* Appends what fits. */
static void add(weft_formatted *out, const char *text, size_t len)
{
    if (len > (size_t)TEXT_MAX - out->len) len = (size_t)TEXT_MAX - out->len;
    memcpy(out->text + out->len, text, len);
    out->len = (unsigned char)(out->len + len);
}

static void add_text(weft_formatted *out, const char *text) { add(out, text, strlen(text)); }

static void add_zeros(weft_formatted *out, int count)
{
    while (count-- > 0) add(out, "0", 1);
}

weft_formatted weft_formatted_i64(int64_t number)
{
    weft_formatted out = { 0 };
    out.len = (unsigned char)wf_i64_put(out.text, number);
    return out;
}

weft_formatted weft_formatted_u64(uint64_t number)
{
    weft_formatted out = { 0 };
    out.len = (unsigned char)wf_u64_put(out.text, number);
    return out;
}

/* ---- Doubles ---- */

static weft_formatted format_special(double number)
{
    weft_formatted out = { 0 };
    add_text(&out, isnan(number) ? "NaN" : number < 0 ? "-Infinity" : number > 0 ? "Infinity" : "0");
    return out;
}

weft_formatted weft_formatted_f64(double number)
{
    weft_formatted out = { 0 };
    if (!isfinite(number) || number == 0) return format_special(number);
    out.len = (unsigned char)wf_f64_put(out.text, number);
    return out;
}

weft_formatted weft_formatted_f32(float number)
{
    weft_formatted out = { 0 };
    if (!isfinite(number) || number == 0) return format_special((double)number);
    out.len = (unsigned char)wf_f32_put(out.text, number);
    return out;
}

weft_formatted weft_fixed(double number, int decimals)
{
    char text[80];
    weft_formatted out = { 0 };
    if (!(fabs(number) < 1e18)) return weft_formatted_f64(number);
    if (decimals < 0) decimals = 0;
    if (decimals > 20) decimals = 20;
    int len = snprintf(text, sizeof text, "%.*f", decimals, fabs(number));
    bool zero = text[strcspn(text, "123456789")] == '\0';
    if (number < 0 && !zero) add_text(&out, "-");
    add(&out, text, strspn(text, "0123456789"));
    if (decimals > 0) { /* whatever the locale's point is, it is between the two */
        add_text(&out, ".");
        add(&out, text + len - decimals, (size_t)decimals);
    }
    return out;
}

/* ---- Separators ---- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

weft_formatted weft_separated(weft_formatted number, const char *group, const char *point)
{
    weft_formatted out = { 0 };
    size_t at = number.len > 0 && number.text[0] == '-', whole = at;
    while (whole < number.len && is_digit(number.text[whole])) whole++;
    size_t groups = whole > at ? (whole - at - 1) / 3 : 0;
    bool has_point = whole < number.len && number.text[whole] == '.';
    size_t wanted = number.len + groups * strlen(group) + (has_point ? strlen(point) : 0);
    if (wanted > TEXT_MAX) return number;
    add(&out, number.text, at);
    for (; at < whole; at++) {
        if ((whole - at) % 3 == 0 && at > 0 && is_digit(number.text[at - 1])) add_text(&out, group);
        add(&out, number.text + at, 1);
    }
    if (has_point) add_text(&out, point);
    add(&out, number.text + whole + has_point, number.len - whole - has_point);
    return out;
}

weft_formatted weft_thousands_of(weft_formatted number) { return weft_separated(number, ",", "."); }

weft_formatted weft_thousands_i64(int64_t number) { return weft_thousands_of(weft_formatted_i64(number)); }

weft_formatted weft_thousands_u64(uint64_t number) { return weft_thousands_of(weft_formatted_u64(number)); }

/* ---- Dates ---- */

static const char *const days[] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
                                    "Thursday", "Friday", "Saturday" };
static const char *const months[] = { "January", "February", "March",     "April",   "May",      "June",
                                      "July",    "August",   "September", "October", "November", "December" };

/* At least `width` digits. */
static void add_number(weft_formatted *out, int number, int width)
{
    char text[WF_I64_MAX_LEN];
    size_t len = wf_u64_put(text, (uint64_t)number);
    add_zeros(out, width - (int)len);
    add(out, text, len);
}

static int day_of_year(const wf_civil *c)
{
    static const short before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
    bool leap = c->year % 4 == 0 && (c->year % 100 != 0 || c->year % 400 == 0);
    return before[c->month - 1] + c->day + (leap && c->month > 2);
}

static void add_part(weft_formatted *out, const wf_civil *c, char letter)
{
    switch (letter) {
    case 'Y': add_number(out, c->year, 4); break;
    case 'y': add_number(out, c->year % 100, 2); break;
    case 'm': add_number(out, c->month, 2); break;
    case 'd': add_number(out, c->day, 2); break;
    case 'e': add_number(out, c->day, 1); break;
    case 'H': add_number(out, c->hour, 2); break;
    case 'I': add_number(out, (c->hour + 11) % 12 + 1, 2); break;
    case 'M': add_number(out, c->minute, 2); break;
    case 'S': add_number(out, c->second, 2); break;
    case 'p': add_text(out, c->hour < 12 ? "AM" : "PM"); break;
    case 'b': add(out, months[c->month - 1], 3); break;
    case 'B': add_text(out, months[c->month - 1]); break;
    case 'a': add(out, days[c->weekday], 3); break;
    case 'A': add_text(out, days[c->weekday]); break;
    case 'j': add_number(out, day_of_year(c), 3); break;
    case '%': add_text(out, "%"); break;
    default: add(out, (const char[]){ '%', letter }, 2);
    }
}

weft_formatted weft_date(int64_t unix_seconds, const char *format)
{
    weft_formatted out = { 0 };
    wf_civil c = wf_civil_of(unix_seconds);
    for (; *format; format++) {
        if (format[0] != '%' || !format[1]) {
            add(&out, format, 1);
            continue;
        }
        const char *parts = *++format == 'F' ? "Y-m-d" : *format == 'T' ? "H:M:S" : NULL;
        if (!parts) add_part(&out, &c, *format);
        for (; parts && *parts; parts++) {
            if (*parts == '-' || *parts == ':')
                add(&out, parts, 1);
            else
                add_part(&out, &c, *parts);
        }
    }
    return out;
}

/* ---- Excerpts ---- */

weft_excerpt weft_truncate(weft_str text, size_t characters)
{
    size_t len = 0;
    uint32_t code;
    for (; characters > 0 && len < text.len; characters--) {
        size_t step = wf_utf8_take(text.ptr + len, text.len - len, &code);
        len += step > 0 ? step : 1; /* a byte that is no UTF-8 is seen as a character, too */
    }
    if (len == text.len) return (weft_excerpt){ .text = text, .more = "" };
    while (len > 0 && (unsigned char)text.ptr[len - 1] <= ' ') len--;
    return (weft_excerpt){ .text = weft_str_of(text.ptr, len), .more = "\xE2\x80\xA6" };
}
