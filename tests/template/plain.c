#include "template/page.h"
#include <criterion/criterion.h>
#include <ctype.h>

static bool is_in(int byte, const char *set) { return byte != 0 && strchr(set, byte) != NULL; }

/* The rules behind the table. */
static int classes_of(int byte)
{
    bool ascii = byte < 0x80, letter = ascii && isalnum(byte);
    bool unreserved = letter || is_in(byte, "-._~");
    int classes = 0;
    if (unreserved) classes |= WF_PLAIN_QUERY;
    if (unreserved || is_in(byte, "/@+=;!*")) classes |= WF_PLAIN_LEAD;
    if (unreserved || is_in(byte, "/@:+=;!*")) classes |= WF_PLAIN_PATH;
    if (unreserved || is_in(byte, ":/?#@!$*+,;=%[]")) classes |= WF_PLAIN_CSS_URL;
    if (letter || is_in(byte, " -_.,")) classes |= WF_PLAIN_CSS_STRING;
    if (letter || !ascii || is_in(byte, " #%.,-+_!")) classes |= WF_PLAIN_CSS;
    if (ascii && isprint(byte) && !is_in(byte, "\"'`\\$&<>")) classes |= WF_PLAIN_JS;
    return classes;
}

Test(template_plain, the_table_is_the_rules)
{
    for (int byte = 0; byte < 256; byte++)
        cr_expect_eq(wf_plain[byte], classes_of(byte), "byte 0x%02x is %d, should be %d", byte,
                     wf_plain[byte], classes_of(byte));
}

Test(template_plain, nothing_plain_is_special_in_html)
{
    for (const char *byte = "&<>\"'"; *byte; byte++)
        cr_expect_eq(wf_plain[(unsigned char)*byte], 0, "%c", *byte);
    cr_expect_eq(wf_plain[0], 0);
}
