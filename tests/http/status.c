#include "src/http/status.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const struct {
    unsigned code;
    const char *phrase;
} statuses[] = {
#define X(code, phrase) { code, phrase },
    WF_STATUSES(X)
#undef X
};
enum { STATUSES = sizeof statuses / sizeof *statuses };

static bool is_listed(unsigned code)
{
    for (int i = 0; i < STATUSES; i++)
        if (statuses[i].code == code) return true;
    return false;
}

Test(http_status, every_status_has_its_line_and_phrase)
{
    for (int i = 0; i < STATUSES; i++) {
        char line[80];
        int len = snprintf(line, sizeof line, "HTTP/1.1 %u %s\r\n", statuses[i].code, statuses[i].phrase);
        cr_expect(weft_str_eq(wf_status_line(statuses[i].code), weft_str_of(line, (size_t)len)), "%u",
                  statuses[i].code);
        weft_str phrase = wf_status_phrase(statuses[i].code);
        cr_expect(weft_str_eq(phrase, weft_str_of(statuses[i].phrase, strlen(statuses[i].phrase))), "%u",
                  statuses[i].code);
    }
}

Test(http_status, the_list_is_in_order_and_its_phrases_are_words)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -";
    unsigned before = 99;
    for (int i = 0; i < STATUSES; i++) {
        const char *phrase = statuses[i].phrase;
        cr_expect(statuses[i].code > before && statuses[i].code < 600, "%u", statuses[i].code);
        cr_expect_eq(strspn(phrase, allowed), strlen(phrase), "%s", phrase);
        cr_expect(*phrase != ' ' && *phrase && phrase[strlen(phrase) - 1] != ' ', "\"%s\"", phrase);
        before = statuses[i].code;
    }
}

/* IANA's registry, as ranges: what weft must know, whatever its list says. */
Test(http_status, knows_the_registry)
{
    static const unsigned ranges[][2] = { { 100, 101 }, { 103, 103 }, { 200, 208 }, { 226, 226 },
                                          { 300, 304 }, { 307, 308 }, { 400, 417 }, { 421, 426 },
                                          { 428, 429 }, { 431, 431 }, { 451, 451 }, { 500, 508 },
                                          { 511, 511 } };
    bool registered[600] = { false };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (unsigned code = ranges[i][0]; code <= ranges[i][1]; code++) registered[code] = true;
    for (unsigned code = 0; code < 600; code++) cr_expect_eq(is_listed(code), registered[code], "%u", code);
}

Test(http_status, unknown_ones_are_absent)
{
    for (unsigned code = 0; code < 1100; code++) {
        if (is_listed(code)) continue;
        cr_expect_null(wf_status_line(code).ptr, "%u", code);
        cr_expect_eq(wf_status_line(code).len, 0, "%u", code);
        cr_expect_null(wf_status_phrase(code).ptr, "%u", code);
        cr_expect_eq(wf_status_phrase(code).len, 0, "%u", code);
    }
    static const unsigned wrapped[] = { 65536 + 200, 0u - 1, 1u << 31 };
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
        cr_expect_null(wf_status_line(wrapped[i]).ptr, "%u", wrapped[i]);
}

Test(http_status, those_that_never_have_a_body)
{
    for (unsigned code = 100; code < 600; code++)
        cr_expect_eq(wf_status_bodiless(code), code < 200 || code == 204 || code == 304, "%u", code);
}

/* The names in weft.h are short for codes that the list knows. */
Test(http_status, every_name_that_apps_use_is_listed)
{
    static const weft_status names[] = {
        WEFT_OK,
        WEFT_CREATED,
        WEFT_ACCEPTED,
        WEFT_NO_CONTENT,
        WEFT_MOVED_PERMANENTLY,
        WEFT_FOUND,
        WEFT_SEE_OTHER,
        WEFT_NOT_MODIFIED,
        WEFT_TEMPORARY_REDIRECT,
        WEFT_PERMANENT_REDIRECT,
        WEFT_BAD_REQUEST,
        WEFT_UNAUTHORIZED,
        WEFT_FORBIDDEN,
        WEFT_NOT_FOUND,
        WEFT_METHOD_NOT_ALLOWED,
        WEFT_NOT_ACCEPTABLE,
        WEFT_CONFLICT,
        WEFT_CONTENT_TOO_LARGE,
        WEFT_UNSUPPORTED_MEDIA_TYPE,
        WEFT_UNPROCESSABLE,
        WEFT_TOO_MANY_REQUESTS,
        WEFT_INTERNAL,
        WEFT_NOT_IMPLEMENTED,
        WEFT_UNAVAILABLE,
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(is_listed((unsigned)names[i]), "%d", (int)names[i]);
}
