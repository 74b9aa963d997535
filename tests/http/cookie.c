#include "src/http/cookie.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* A copy that ASan sees the ends of. */
static weft_str exact(weft_str text)
{
    char *copy = malloc(text.len);
    if (text.len) memcpy(copy, text.ptr, text.len);
    return weft_str_of(copy, text.len);
}

static void drop(weft_str copy) { free((void *)(uintptr_t)copy.ptr); }

/* All cookies as "name|value\n", read from a buffer of the exact size. */
static const char *cookies_of(const char *field)
{
    static char out[512];
    size_t len = 0;
    weft_str copy = exact(wf_str(field)), rest = copy, name, value;
    while (wf_cookie_next(&rest, &name, &value)) {
        cr_assert_not_null(value.ptr, "a value is never absent");
        cr_assert_lt(len + name.len + value.len + 3, sizeof out);
        len += (size_t)sprintf(out + len, "%.*s|%.*s\n", (int)name.len, name.ptr, (int)value.len, value.ptr);
    }
    cr_expect_not(wf_cookie_next(&rest, &name, &value), "the end stays the end");
    drop(copy);
    out[len] = '\0';
    return out;
}

Test(cookie, pieces)
{
    const char *const cases[][2] = {
        { "", "" },
        { ";", "" },
        { " ; ;\t; ", "" },
        { "a=1", "a|1\n" },
        { "a=1; b=2", "a|1\nb|2\n" },
        { "a=1;b=2", "a|1\nb|2\n" },
        { "a=1;  b=2\t;", "a|1\nb|2\n" },
        { ";a=1;;b=2", "a|1\nb|2\n" },
        { " a = 1 ; b\t=\t2 ", "a|1\nb|2\n" },
        { "a=", "a|\n" },
        { "a= ", "a|\n" },
        { "a", "" },
        { "a; b=2", "b|2\n" },
        { "=1", "" },
        { " =1; b=2", "b|2\n" },
        { "=", "" },
        { "a=b=c", "a|b=c\n" },
        { "a==", "a|=\n" },
        { "a=\"x\"", "a|\"x\"\n" },
        { "a=\" x \"", "a|\" x \"\n" },
        { "a=\"x;y\"", "a|\"x\n" }, /* quotes protect nothing: y\" has no '=' */
        { "a=\"x;b=2\"", "a|\"x\nb|2\"\n" },
        { "a=1, b=2", "a|1, b=2\n" }, /* a comma splits nothing */
        { "a=x y", "a|x y\n" },
        { "a b=1", "a b|1\n" },
        { "a=1; a=2", "a|1\na|2\n" },
        { "a=%20+", "a|%20+\n" },
        { "$Version=1; a=1; $Path=/", "$Version|1\na|1\n$Path|/\n" },
        { "__Host-a=1", "__Host-a|1\n" },
        { "a=\xc3\xa9", "a|\xc3\xa9\n" },
        { "A=1; a=2", "A|1\na|2\n" },
        { "a\v=\v1", "a\v|\v1\n" }, /* white space is space and tab */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(cookies_of(cases[i][0]), cases[i][1], "case %zu: %s", i, cases[i][0]);
    weft_str rest = { NULL, 0 }, name, value;
    cr_expect_not(wf_cookie_next(&rest, &name, &value));
}

/* RFC 6265 section 4.1.1, written down once more. */
static bool is_octet(int byte)
{
    return byte == 0x21 || (byte >= 0x23 && byte <= 0x2b) || (byte >= 0x2d && byte <= 0x3a) ||
           (byte >= 0x3c && byte <= 0x5b) || (byte >= 0x5d && byte <= 0x7e);
}

Test(cookie, value_octets)
{
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "a.b", quoted[] = "\"a.b\"";
        text[1] = quoted[2] = (char)byte;
        cr_expect_eq(wf_is_cookie_value(weft_str_of(text, 3)), is_octet(byte), "byte %d", byte);
        cr_expect_eq(wf_is_cookie_value(weft_str_of(quoted, 5)), is_octet(byte), "quoted byte %d", byte);
        cr_expect_eq(wf_is_cookie_value(weft_str_of(text + 1, 1)), is_octet(byte), "byte %d alone", byte);
    }
}

Test(cookie, value_quotes)
{
    const struct {
        const char *value;
        bool fine;
    } cases[] = {
        { "", true },     { NULL, true },       { "\"\"", true },   { "\"x\"", true },     { "\"", false },
        { "\"x", false }, { "x\"", false },     { "x\"y", false },  { "\"\"\"", false },   { "\"\"x", false },
        { "a b", false }, { "\"a b\"", false }, { "a,b", false },   { "a;b", false },      { "a\\b", false },
        { "a=b", true },  { "{}", true },       { "a\r\n", false }, { "\xc3\xa9", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str value = exact(wf_str(cases[i].value));
        cr_expect_eq(wf_is_cookie_value(value), cases[i].fine, "case %zu", i);
        drop(value);
    }
}

Test(cookie, attributes)
{
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "/a/";
        bool fine = byte >= ' ' && byte < 0x7f && byte != ';';
        for (int at = 0; at < 3; at++) {
            memcpy(text, "/a/", 3);
            text[at] = (char)byte;
            cr_expect_eq(wf_is_cookie_attribute(weft_str_of(text, 3)), fine, "byte %d at %d", byte, at);
        }
    }
    cr_expect(wf_is_cookie_attribute(weft_lit("")));
    cr_expect(wf_is_cookie_attribute(weft_str_of(NULL, 0)));
}
