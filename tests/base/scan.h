/* What a scanner hands to src/base/decimal.h, a byte at a time. */
#ifndef WF_TESTS_SCAN_H
#define WF_TESTS_SCAN_H
#include "src/base/decimal.h"
#include <stdlib.h>
#include <string.h>

/* `text` is a number without a sign. */
static inline wf_decimal scan_decimal(const char *text)
{
    wf_decimal number = { .text = text };
    int64_t count = 0, fraction = 0;
    bool has_point = false;
    for (; *text && !strchr("eE", *text); text++) {
        if (*text == '.') {
            has_point = true;
            continue;
        }
        fraction += has_point;
        if (count == 0 && *text == '0') continue;
        if (++count <= WF_DECIMAL_DIGITS) number.head = number.head * 10 + (uint64_t)(*text - '0');
    }
    number.end = text;
    number.is_longer = count > WF_DECIMAL_DIGITS;
    number.power = (number.is_longer ? count - WF_DECIMAL_DIGITS : 0) - fraction;
    if (*text) number.power += strtol(text + 1, NULL, 10);
    return number;
}
#endif
