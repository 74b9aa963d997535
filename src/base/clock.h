/* Time: a monotonic clock for deadlines, the calendar for HTTP's dates (RFC 9110 section 5.6.7). */
#ifndef WF_BASE_CLOCK_H
#define WF_BASE_CLOCK_H
#include <stdbool.h>
#include <stdint.h>
#include <weft/weft.h>

enum { WF_DATE_LEN = 29 }; /* "Sun, 06 Nov 1994 08:49:37 GMT" */

/* Milliseconds since some fixed moment; never goes back. Resolution of a kernel tick (the coarse clock). */
uint64_t wf_clock_ms(void);
/* Microseconds of the same, read exactly: for durations that people look at. */
uint64_t wf_clock_us(void);
/* Milliseconds and seconds since 1970-01-01 UTC. */
int64_t wf_clock_unix_ms(void);
int64_t wf_clock_unix(void);

/* A moment in UTC, by the Gregorian calendar. */
typedef struct wf_civil {
    int year, month, day; /* month and day count from 1 */
    int hour, minute, second;
    int weekday; /* 0 is Sunday */
} wf_civil;
wf_civil wf_civil_of(int64_t unix_s); /* clamped to the years 0 to 9999 */
/* The way back, weekday ignored; false when there is no such moment (30 February, 25 o'clock). */
WEFT_CHECK bool wf_unix_of(const wf_civil *c, int64_t *unix_s);

/* Writes the IMF-fixdate of `unix_s`, clamped to the years 0 to 9999, at `out`: WF_DATE_LEN bytes, no NUL. */
void wf_date_put(char *out, int64_t unix_s);
/* Reads IMF-fixdate, RFC 850 or asctime form, strictly (names in their case, day in its month, weekday a weekday
 * name, second 60 only at 23:59); a two-digit year is the latest that is not more than 50 years after `now_s`. */
WEFT_CHECK bool wf_date_read(weft_str text, int64_t now_s, int64_t *unix_s);
#endif
