#include "src/http/form.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A copy that ASan sees the ends of. */
static weft_str exact(weft_str text)
{
    char *copy = malloc(text.len);
    if (text.len) memcpy(copy, text.ptr, text.len);
    return weft_str_of(copy, text.len);
}

static void drop(weft_str copy) { free((void *)(uintptr_t)copy.ptr); }

/* All pairs as "name=value;". */
static const char *pairs_of(weft_str raw)
{
    static char out[512];
    size_t len = 0;
    weft_str name, value;
    while (wf_form_next(&raw, &name, &value)) {
        cr_assert_not_null(name.ptr);
        cr_assert_not_null(value.ptr, "a value is never absent");
        cr_assert_lt(len + name.len + value.len + 3, sizeof out);
        len += (size_t)sprintf(out + len, "%.*s=%.*s;", (int)name.len, name.ptr, (int)value.len, value.ptr);
    }
    cr_expect_not(wf_form_next(&raw, &name, &value), "the end stays the end");
    out[len] = '\0';
    return out;
}

Test(form, pairs)
{
    const char *const cases[][2] = {
        { "", "" },
        { "&", "" },
        { "&&&", "" },
        { "a=1", "a=1;" },
        { "a=1&b=2", "a=1;b=2;" },
        { "a=1&&b=2&", "a=1;b=2;" },
        { "&a=1", "a=1;" },
        { "a", "a=;" },
        { "a=", "a=;" },
        { "a&b", "a=;b=;" },
        { "=", "=;" },
        { "=1", "=1;" },
        { "a=b=c", "a=b=c;" },
        { "a==", "a==;" },
        { "a=1;b=2", "a=1;b=2;" }, /* one pair: ';' splits nothing */
        { "a=1&a=2", "a=1;a=2;" },
        { "a%3D=%26&b+=+", "a%3D=%26;b+=+;" },
        { " a = 1 ", " a = 1 ;" },
        { "?a=1#f", "?a=1#f;" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str raw = exact(wf_str(cases[i][0]));
        cr_expect_str_eq(pairs_of(raw), cases[i][1], "case %zu", i);
        drop(raw);
    }
    cr_expect_str_eq(pairs_of(weft_str_of(NULL, 0)), "");
    weft_str semicolon = weft_lit("a=1;b=2"), name, value;
    cr_assert(wf_form_next(&semicolon, &name, &value));
    cr_expect(weft_str_eq(value, weft_lit("1;b=2")));
}

Test(form, pairs_are_views_of_the_input)
{
    weft_str raw = weft_lit("ab&cd=ef"), rest = raw, name, value;
    cr_assert(wf_form_next(&rest, &name, &value));
    cr_expect_eq(name.ptr, raw.ptr);
    cr_expect_eq(value.ptr, raw.ptr + 2);
    cr_assert(wf_form_next(&rest, &name, &value));
    cr_expect_eq(name.ptr, raw.ptr + 3);
    cr_expect_eq(value.ptr, raw.ptr + 6);
}

Test(form, coded_is_what_decoding_changes_or_must_check)
{
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "abc";
        for (int at = 0; at < 3; at++) {
            memcpy(text, "abc", 3);
            text[at] = (char)byte;
            bool coded = byte == '%' || byte == '+' || byte > 0x7f;
            cr_expect_eq(wf_form_is_coded(weft_str_of(text, 3)), coded, "byte %d at %d", byte, at);
        }
    }
    cr_expect_not(wf_form_is_coded(weft_lit("")));
    cr_expect_not(wf_form_is_coded(weft_str_of(NULL, 0)));
}

/* Decodes into a buffer of exactly the promised size, then over the input itself. */
static void expect_decoded(weft_str raw, weft_str decoded)
{
    weft_str input = exact(raw);
    char *out = malloc(raw.len), *in_place = (char *)(uintptr_t)input.ptr;
    ptrdiff_t len = wf_form_decode(out, input);
    cr_expect_eq(len, decoded.ptr ? (ptrdiff_t)decoded.len : -1, "%.*s: %td", (int)raw.len, raw.ptr, len);
    if (len >= 0 && decoded.ptr) cr_expect_eq(memcmp(out, decoded.ptr, decoded.len), 0, "%s", raw.ptr);
    cr_expect_eq(wf_form_decode(in_place, input), len);
    if (len >= 0) cr_expect_eq(memcmp(in_place, out, (size_t)len), 0);
    free(out);
    drop(input);
}

Test(form, decode)
{
    static const weft_str absent;
    const weft_str cases[][2] = {
        { WEFT_LIT(""), WEFT_LIT("") },
        { WEFT_LIT("abc"), WEFT_LIT("abc") },
        { WEFT_LIT("a+b"), WEFT_LIT("a b") },
        { WEFT_LIT("+++"), WEFT_LIT("   ") },
        { WEFT_LIT("%2B"), WEFT_LIT("+") },
        { WEFT_LIT("%41%6a%6A"), WEFT_LIT("Ajj") },
        { WEFT_LIT("%25%32%35"), WEFT_LIT("%25") }, /* once, never twice */
        { WEFT_LIT("%00"), WEFT_LIT("\0") },
        { WEFT_LIT("a%0D%0Ab"), WEFT_LIT("a\r\nb") },
        { WEFT_LIT("caf%C3%A9"), WEFT_LIT("caf\xc3\xa9") },
        { WEFT_LIT("caf\xc3%A9"), WEFT_LIT("caf\xc3\xa9") },
        { WEFT_LIT("caf\xc3\xa9"), WEFT_LIT("caf\xc3\xa9") },
        { WEFT_LIT("%F0%9F%98%80"), WEFT_LIT("\xf0\x9f\x98\x80") },
        { WEFT_LIT("a=b&c"), WEFT_LIT("a=b&c") },
        { WEFT_LIT("%"), absent },
        { WEFT_LIT("%4"), absent },
        { WEFT_LIT("abc%"), absent },
        { WEFT_LIT("%zz"), absent },
        { WEFT_LIT("%4z"), absent },
        { WEFT_LIT("%z4"), absent },
        { WEFT_LIT("%%41"), absent },
        { WEFT_LIT("%u0041"), absent },
        { WEFT_LIT("%+1"), absent },
        { WEFT_LIT("% 1"), absent },
        { WEFT_LIT("%-1"), absent },
        { WEFT_LIT("%0x"), absent },
        { WEFT_LIT("%E9"), absent },
        { WEFT_LIT("\xe9"), absent },
        { WEFT_LIT("%C0%80"), absent },
        { WEFT_LIT("%C0%AF"), absent },
        { WEFT_LIT("%ED%A0%80"), absent },
        { WEFT_LIT("%F4%90%80%80"), absent },
        { WEFT_LIT("%C3"), absent },
        { WEFT_LIT("%C3+%A9"), absent },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect_decoded(cases[i][0], cases[i][1]);
    char byte;
    cr_expect_eq(wf_form_decode(&byte, weft_str_of(NULL, 0)), 0);
}

Test(form, every_escape_decodes_to_its_byte)
{
    for (int byte = 0; byte < 256; byte++) {
        char upper[8], lower[8], out[8];
        sprintf(upper, "%%%02X", (unsigned)byte);
        sprintf(lower, "%%%02x", (unsigned)byte);
        ptrdiff_t expected = byte < 0x80 ? 1 : -1; /* a lone byte above ASCII is no UTF-8 */
        cr_expect_eq(wf_form_decode(out, wf_str(upper)), expected, "%s", upper);
        if (expected == 1) cr_expect_eq((unsigned char)out[0], byte);
        cr_expect_eq(wf_form_decode(out, wf_str(lower)), expected, "%s", lower);
        if (expected == 1) cr_expect_eq((unsigned char)out[0], byte);
    }
}

/* ---- Python's urllib as the oracle ---- */

static uint32_t seed = 1;
static uint32_t pick(uint32_t bound)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % bound;
}

static void put_hex(FILE *to, weft_str text)
{
    for (size_t i = 0; i < text.len; i++) fprintf(to, "%02x", (unsigned char)text.ptr[i]);
}

/* What our reader makes of a query, in the form that the script below prints. */
static void print_pairs(FILE *to, weft_str query)
{
    weft_str name, value;
    while (wf_form_next(&query, &name, &value)) {
        char decoded[256];
        ptrdiff_t len = wf_form_decode(decoded, name);
        cr_assert_geq(len, 0, "%s", name.ptr);
        put_hex(to, weft_str_of(decoded, (size_t)len));
        fputc('=', to);
        len = wf_form_decode(decoded, value);
        cr_assert_geq(len, 0, "%s", value.ptr);
        put_hex(to, weft_str_of(decoded, (size_t)len));
        fputc(' ', to);
    }
    fputc('\n', to);
}

Test(form, agrees_with_urllib)
{
    static const char *const pieces[] = { "&",   "&",      "=",         "a",   "b",   "+",
                                          "%20", "%C3%A9", "\xc3\xa9",  "%26", "%3d", "%2B",
                                          "%00", ";",      "%e2%82%ac", "?",   "/",   "%25" };
    static const char script[] =
        "import sys, urllib.parse as u\n"
        "for line in open(sys.argv[1], 'rb'):\n"
        "  for n, v in u.parse_qsl(line[:-1].decode(), keep_blank_values=True, errors='strict'):\n"
        "    print(n.encode().hex() + '=' + v.encode().hex(), end=' ')\n"
        "  print()\n";
    if (system("python3 -c 'import urllib.parse' 2>/dev/null") != 0) cr_skip("no python3");
    char queries[] = "/tmp/weft-form-XXXXXX", command[2048], *ours, theirs[4096];
    size_t ours_len;
    FILE *input = fdopen(mkstemp(queries), "w"), *output = open_memstream(&ours, &ours_len);
    for (int i = 0; i < 500; i++) {
        char query[256] = "";
        for (uint32_t n = pick(16); n > 0; n--) strcat(query, pieces[pick(sizeof pieces / sizeof *pieces)]);
        fprintf(input, "%s\n", query);
        print_pairs(output, wf_str(query));
    }
    fclose(input);
    fclose(output);
    snprintf(command, sizeof command, "python3 -c \"%s\" %s", script, queries);
    FILE *oracle = popen(command, "r");
    for (const char *at = ours; fgets(theirs, sizeof theirs, oracle); at += strlen(theirs))
        cr_assert_eq(strncmp(at, theirs, strlen(theirs)), 0, "theirs %sours   %.200s", theirs, at);
    cr_expect_eq(pclose(oracle), 0);
    unlink(queries);
    free(ours);
}
