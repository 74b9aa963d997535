/* The clocks, and the calendar by arithmetic: no time zone, locale or lock of libc is ever asked. */
#include "src/base/clock.h"
#include "src/base/str.h"
#include <time.h>

enum { DAY_S = 24 * 60 * 60 };

static const char *const short_days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
static const char *const long_days[] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
                                         "Thursday", "Friday", "Saturday" };
static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

uint64_t wf_clock_ms(void)
{
#ifdef CLOCK_MONOTONIC_COARSE
    const clockid_t id = CLOCK_MONOTONIC_COARSE;
#else
    const clockid_t id = CLOCK_MONOTONIC;
#endif
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t wf_clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int64_t wf_clock_unix_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t wf_clock_unix(void) { return time(NULL); }

/* ---- The calendar ------------------------------------------------------------------------------------------ */

/* Days are counted from 0000-03-01, so that a leap day is the last of its year; 400 years repeat for ever. Year 0
 * is moved up by one such era to keep every number positive. (Howard Hinnant, "chrono-compatible date algorithms") */
enum { ERA_DAYS = 146097, EPOCH_DAY = 719468 };

static int64_t days_from_civil(int year, int month, int day)
{
    int64_t y = year + 400 - (month <= 2);
    int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 + of_year - ERA_DAYS - EPOCH_DAY;
}

static int64_t unix_from_civil(const wf_civil *c)
{
    int64_t days = days_from_civil(c->year, c->month, c->day);
    return days * DAY_S + c->hour * 3600 + c->minute * 60 + c->second;
}

static int64_t clamp(int64_t unix_s)
{
    const int64_t first = -62167219200, last = 253402300799; /* 0000-01-01 00:00:00 and 9999-12-31 23:59:59 */
    return unix_s < first ? first : unix_s > last ? last : unix_s;
}

wf_civil wf_civil_of(int64_t unix_s)
{
    int64_t shifted = clamp(unix_s) + (int64_t)(ERA_DAYS + EPOCH_DAY) * DAY_S;
    int64_t days = shifted / DAY_S, of_day = shifted % DAY_S;
    int64_t era = days / ERA_DAYS, of_era = days % ERA_DAYS;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t from_march = (5 * of_year + 2) / 153;
    int month = (int)(from_march < 10 ? from_march + 3 : from_march - 9);
    return (wf_civil){
        .year = (int)(year_of_era + (era - 1) * 400) + (month <= 2),
        .month = month,
        .day = (int)(of_year - (153 * from_march + 2) / 5 + 1),
        .hour = (int)(of_day / 3600),
        .minute = (int)(of_day / 60 % 60),
        .second = (int)(of_day % 60),
        .weekday = (int)((days + 3) % 7), /* 0000-03-01 was a Wednesday */
    };
}

static int days_in_month(int year, int month)
{
    static const signed char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

/* ---- Writing ----------------------------------------------------------------------------------------------- */

static void put_two(char *out, int number)
{
    out[0] = (char)('0' + number / 10);
    out[1] = (char)('0' + number % 10);
}

void wf_date_put(char *out, int64_t unix_s)
{
    wf_civil c = wf_civil_of(unix_s);
    memcpy(out, "Sun, 06 Nov 1994 08:49:37 GMT", WF_DATE_LEN);
    memcpy(out, short_days[c.weekday], 3);
    put_two(out + 5, c.day);
    memcpy(out + 8, months[c.month - 1], 3);
    put_two(out + 12, c.year / 100);
    put_two(out + 14, c.year % 100);
    put_two(out + 17, c.hour);
    put_two(out + 20, c.minute);
    put_two(out + 23, c.second);
}

/* ---- Reading ----------------------------------------------------------------------------------------------- */

static bool take_digits(weft_str *text, size_t count, int *number)
{
    if (text->len < count) return false;
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        char digit = text->ptr[i];
        if (digit < '0' || digit > '9') return false;
        *number = *number * 10 + (digit - '0');
    }
    *text = weft_str_of(text->ptr + count, text->len - count);
    return true;
}

static bool take_char(weft_str *text, char byte)
{
    if (text->len == 0 || *text->ptr != byte) return false;
    *text = weft_str_of(text->ptr + 1, text->len - 1);
    return true;
}

/* One of `count` names; *number counts them from 1. */
static bool take_name(weft_str *text, const char *const *names, int count, int *number)
{
    for (int i = 0; i < count; i++) {
        weft_str name = wf_str(names[i]);
        if (!wf_str_starts(*text, name)) continue;
        *text = weft_str_of(text->ptr + name.len, text->len - name.len);
        *number = i + 1;
        return true;
    }
    return false;
}

/* strptime's letters, as far as dates of HTTP need them: A is the weekday in full, e the day with a space for its
 * leading zero. */
static bool take_part(weft_str *text, char part, wf_civil *c)
{
    int weekday;
    switch (part) {
    case 'a': return take_name(text, short_days, 7, &weekday);
    case 'A': return take_name(text, long_days, 7, &weekday);
    case 'b': return take_name(text, months, 12, &c->month);
    case 'd': return take_digits(text, 2, &c->day);
    case 'e': return take_char(text, ' ') ? take_digits(text, 1, &c->day) : take_digits(text, 2, &c->day);
    case 'Y': return take_digits(text, 4, &c->year);
    case 'y': return take_digits(text, 2, &c->year);
    case 'H': return take_digits(text, 2, &c->hour);
    case 'M': return take_digits(text, 2, &c->minute);
    case 'S': return take_digits(text, 2, &c->second);
    default: return false;
    }
}

static bool has_form(weft_str text, const char *form, wf_civil *c)
{
    for (; *form; form++) {
        bool taken = *form == '%' ? take_part(&text, *++form, c) : take_char(&text, *form);
        if (!taken) return false;
    }
    return text.len == 0;
}

/* The latest year that ends in the two digits of c->year and puts the date at most 50 years after `now_s`. */
static void widen_year(wf_civil *c, int64_t now_s)
{
    wf_civil horizon = wf_civil_of(now_s);
    horizon.year += 50;
    c->year = horizon.year - (horizon.year + 100 - c->year) % 100;
    if (unix_from_civil(c) > unix_from_civil(&horizon)) c->year -= 100;
}

static bool is_valid(const wf_civil *c)
{
    bool leap_second = c->hour == 23 && c->minute == 59 && c->second == 60;
    return c->month >= 1 && c->month <= 12 && c->day >= 1 && c->day <= days_in_month(c->year, c->month) &&
           c->hour < 24 && c->minute < 60 && (c->second < 60 || leap_second);
}

bool wf_unix_of(const wf_civil *c, int64_t *unix_s)
{
    if (!is_valid(c)) return false;
    *unix_s = unix_from_civil(c);
    return true;
}

bool wf_date_read(weft_str text, int64_t now_s, int64_t *unix_s)
{
    wf_civil c;
    if (has_form(text, "%A, %d-%b-%y %H:%M:%S GMT", &c)) {
        widen_year(&c, now_s);
    } else if (!has_form(text, "%a, %d %b %Y %H:%M:%S GMT", &c) &&
               !has_form(text, "%a %b %e %H:%M:%S %Y", &c)) {
        return false;
    }
    return wf_unix_of(&c, unix_s);
}
