/* Times (RFC 3339) and UUIDs (RFC 9562) as texts. */
#include "json/read.h"
#include "src/base/clock.h"
#include "src/base/num.h"

/* ---- Times ----------------------------------------------------------------------------------------------- */

enum { MINUTE_S = 60, DAY_S = 86400 };

static char *put_number(char *at, unsigned number, int digits)
{
    for (int i = digits; i-- > 0; number /= 10) at[i] = (char)('0' + number % 10);
    return at + digits;
}

char *weft_out_time(weft_json_out *out, char *at, int64_t unix_ms)
{
    int64_t ms = unix_ms % 1000, seconds = unix_ms / 1000 - (ms < 0);
    if (ms < 0) ms += 1000;
    if (seconds < -INT64_C(62167219200) || seconds > INT64_C(253402300799)) /* the years 0000 to 9999 */
        return weft_out_fail(out, WEFT_JSON_FORM);
    wf_civil c = wf_civil_of(seconds);
    const unsigned parts[] = { (unsigned)c.month, (unsigned)c.day, (unsigned)c.hour, (unsigned)c.minute,
                               (unsigned)c.second };
    *at++ = '"';
    at = put_number(at, (unsigned)c.year, 4);
    for (int i = 0; i < 5; i++) {
        *at++ = "--T::"[i];
        at = put_number(at, parts[i], 2);
    }
    if (ms) {
        *at++ = '.';
        at = put_number(at, (unsigned)ms, 3);
    }
    return WEFT_OUT_LIT(at, "Z\"");
}

/* Takes `digits` digits off the text. */
static bool take_number(weft_str *text, size_t digits, int *number)
{
    uint64_t value;
    if (text->len < digits || !wf_u64_read(weft_str_of(text->ptr, digits), &value)) return false;
    *number = (int)value;
    *text = weft_str_of(text->ptr + digits, text->len - digits);
    return true;
}

/* Takes one of the two bytes off the text. */
static bool take_mark(weft_str *text, char byte, char other)
{
    if (text->len == 0 || (*text->ptr != byte && *text->ptr != other)) return false;
    *text = weft_str_of(text->ptr + 1, text->len - 1);
    return true;
}

static bool take_date_and_time(weft_str *text, wf_civil *c)
{
    return take_number(text, 4, &c->year) && take_mark(text, '-', '-') && take_number(text, 2, &c->month) &&
           take_mark(text, '-', '-') && take_number(text, 2, &c->day) && take_mark(text, 'T', 't') &&
           take_number(text, 2, &c->hour) && take_mark(text, ':', ':') && take_number(text, 2, &c->minute) &&
           take_mark(text, ':', ':') && take_number(text, 2, &c->second);
}

/* An optional fraction of a second: as many digits as one likes, of which three count. */
static bool take_fraction(weft_str *text, int *ms)
{
    *ms = 0;
    if (!take_mark(text, '.', '.')) return true;
    int digit, count = 0;
    for (; take_number(text, 1, &digit); count++)
        if (count < 3) *ms += digit * (count == 0 ? 100 : count == 1 ? 10 : 1);
    return count > 0;
}

/* "Z" or an offset, to the end of the text. */
static bool take_offset(weft_str *text, int *seconds)
{
    int hours, minutes, sign;
    *seconds = 0;
    if (take_mark(text, 'Z', 'z')) return text->len == 0;
    sign = text->len && *text->ptr == '-' ? -1 : 1;
    if (!take_mark(text, '+', '-') || !take_number(text, 2, &hours) || !take_mark(text, ':', ':') ||
        !take_number(text, 2, &minutes))
        return false;
    *seconds = sign * (hours * 60 + minutes) * MINUTE_S;
    return hours < 24 && minutes < 60 && text->len == 0;
}

static bool read_time(weft_str text, int64_t *unix_ms)
{
    wf_civil c = { 0 };
    int ms, offset;
    int64_t seconds;
    if (!take_date_and_time(&text, &c) || !take_fraction(&text, &ms) || !take_offset(&text, &offset))
        return false;
    int leap = c.second == 60; /* which is at the end of a day, in UTC */
    c.second -= leap;
    if (!wf_unix_of(&c, &seconds)) return false;
    seconds -= offset;
    if (leap && (seconds % DAY_S + DAY_S) % DAY_S != DAY_S - 1) return false;
    *unix_ms = (seconds + leap) * 1000 + ms;
    return true;
}

const char *weft_in_time(weft_json_in *in, const char *at, int64_t *unix_ms)
{
    weft_str text;
    const char *end = weft_in_text(in, at, &text);
    if (!end || read_time(text, unix_ms)) return end;
    return weft_in_form(in, at, "a time such as 2026-01-31T12:00:00Z");
}

/* ---- UUIDs ----------------------------------------------------------------------------------------------- */

enum { UUID_LEN = 36 };

/* A hyphen stands before these bytes. */
static bool is_hyphen_before(int byte) { return byte == 4 || byte == 6 || byte == 8 || byte == 10; }

char *weft_out_uuid(char *at, const uint8_t *bytes)
{
    *at++ = '"';
    for (int i = 0; i < 16; i++) {
        *at = '-';
        at += is_hyphen_before(i);
        *at++ = "0123456789abcdef"[bytes[i] >> 4];
        *at++ = "0123456789abcdef"[bytes[i] & 15];
    }
    *at = '"';
    return at + 1;
}

static bool read_uuid(weft_str text, uint8_t *bytes)
{
    if (text.len != UUID_LEN) return false;
    const char *at = text.ptr;
    for (int i = 0; i < 16; i++) {
        if (is_hyphen_before(i) && *at++ != '-') return false;
        int high = wf_hex_digit(at[0]), low = wf_hex_digit(at[1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
        at += 2;
    }
    return true;
}

const char *weft_in_uuid(weft_json_in *in, const char *at, uint8_t *bytes)
{
    weft_str text;
    const char *end = weft_in_text(in, at, &text);
    if (!end || read_uuid(text, bytes)) return end;
    return weft_in_form(in, at, "a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301");
}
