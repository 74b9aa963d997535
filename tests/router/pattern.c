#include "router/pattern.h"
#include "tests/router/shape.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>

/* ---- Accepted ------------------------------------------------------------------------------------------- */

Test(pattern, shapes_of_what_is_accepted)
{
    static const struct {
        const char *pattern, *shape;
        uint32_t params;
    } rows[] = {
        { "", "/", 0 },
        { "/", "/", 0 },
        { "a", "/a", 0 },
        { "/a", "/a", 0 },
        { "/a/", "/a", 0 },
        { "a/b/", "/a/b", 0 },
        { "/a/{x}", "/a/{}", 1 },
        { "/a/{_x9}/", "/a/{}", 1 },
        { "/{id:int}/{ID}", "/{:int}/{}", 2 },
        { "*", "/*", 0 },
        { "/*", "/*", 0 },
        { "/a/*/", "/a/*", 0 },
        { "/{rest*}", "/*", 1 },
        { "/a/{rest*}", "/a/*", 1 },
        { "/caf\xC3\xA9/100%", "/caf\xC3\xA9/100%", 0 },
        { "/50%-off/%zz/%4", "/50%-off/%zz/%4", 0 },
        { "/.well-known/a..b/...", "/.well-known/a..b/...", 0 },
        { "/v1:batch/a;b=c/x@y,z/(1)!~'$&+=", "/v1:batch/a;b=c/x@y,z/(1)!~'$&+=", 0 },
        { "/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}/{j}/{k}/{l}/{m}/{n}/{o}/{p*}",
          "/{}/{}/{}/{}/{}/{}/{}/{}/{}/{}/{}/{}/{}/{}/{}/*", 16 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_pattern pattern;
        wf_pattern_error error;
        char shape[WF_PATTERN_LEN_MAX + 1];
        cr_assert(wf_pattern_parse(wf_str(rows[i].pattern), &pattern, &error), "%s: %s", rows[i].pattern,
                  error.text);
        size_t len = pattern_shape(shape, &pattern);
        cr_assert(weft_str_eq(weft_str_of(shape, len), wf_str(rows[i].shape)), "%s: %.*s", rows[i].pattern,
                  (int)len, shape);
        cr_assert_eq(pattern.params, rows[i].params, "%s", rows[i].pattern);
    }
}

Test(pattern, kinds_and_names)
{
    wf_pattern pattern;
    wf_pattern_error error;
    cr_assert(wf_pattern_parse(weft_lit("/a/{b}/{c:int}/{d*}"), &pattern, &error));
    static const wf_segment_kind kinds[] = { WF_SEGMENT_TEXT, WF_SEGMENT_ANY, WF_SEGMENT_INT,
                                             WF_SEGMENT_TAIL };
    static const char *const names[] = { "a", "b", "c", "d" };
    cr_assert_eq(pattern.count, 4);
    cr_assert(wf_pattern_has_tail(&pattern));
    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(pattern.segments[i].kind, kinds[i]);
        cr_assert(weft_str_eq(pattern.segments[i].text, wf_str(names[i])));
    }
    cr_assert(wf_pattern_parse(weft_str_of(NULL, 0), &pattern, &error));
    cr_assert_eq(pattern.count, 0);
    cr_assert_not(wf_pattern_has_tail(&pattern));
}

/* ---- Refused -------------------------------------------------------------------------------------------- */

static void check_refusal(bool accepted, const char *pattern, const wf_pattern_error *error, size_t at,
                          const char *text)
{
    cr_assert_not(accepted, "%s was accepted", pattern);
    cr_assert_str_eq(error->text, text, "%s: %s", pattern, error->text);
    cr_assert_eq(error->at, at, "%s: at %zu", pattern, error->at);
}

Test(pattern, says_what_is_wrong_and_what_to_write)
{
    static const struct {
        const char *pattern;
        size_t at;
        const char *text;
    } rows[] = {
#define ROW(pattern, at, text) { pattern, at, text }
        ROW("/a b", 2, "white space in a path; take it out, or write '{name}' for the segment"),
        ROW("/a\t", 2, "white space in a path; take it out, or write '{name}' for the segment"),
        ROW("/a\n", 2, "white space in a path; take it out, or write '{name}' for the segment"),
        ROW(" /a", 0, "white space in a path; take it out, or write '{name}' for the segment"),
        ROW("/{a b}", 3, "white space in a path; take it out, or write '{name}' for the segment"),
        ROW("/a\x01", 2, "control byte 0x01 in a path; take it out"),
        ROW("/a\x7f", 2, "control byte 0x7F in a path; take it out"),
        ROW("/a?b=c", 2, "'?' starts a query, which is not part of a path; end the pattern before it"),
        ROW("/a#b", 2, "'#' starts a fragment, which is never sent; end the pattern before it"),
        ROW("/caf%C3%A9", 4, "patterns are written decoded; write '\xC3\xA9' instead of '%C3%A9'"),
        ROW("/%61", 1, "patterns are written decoded; write 'a' instead of '%61'"),
        ROW("/a%20b", 2, "patterns are written decoded, and '%20' cannot be; write '{name}' for the segment"),
        ROW("/a%2Fb", 2, "patterns are written decoded, and '%2F' cannot be; write '{name}' for the segment"),
        ROW("/a%00", 2, "patterns are written decoded, and '%00' cannot be; write '{name}' for the segment"),
        ROW("/a%FF", 2, "patterns are written decoded, and '%FF' cannot be; write '{name}' for the segment"),
        ROW("/caf\xE9", 4, "not UTF-8; save the source file as UTF-8"),
        ROW("//", 1, "empty segment; write one '/'"),
        ROW("//a", 1, "empty segment; write one '/'"),
        ROW("/a//b", 3, "empty segment; write one '/'"),
        ROW("/a//", 3, "empty segment; write one '/'"),
        ROW("/.", 1, "no request reaches a '.' or '..' segment; leave it out"),
        ROW("/a/../b", 3, "no request reaches a '.' or '..' segment; leave it out"),
        ROW("/a/..;b", 3, "no request reaches a '.' or '..' segment; leave it out"),
        ROW("/*/a", 3, "a tail takes all that follows; end the pattern with it"),
        ROW("/{a*}/b", 6, "a tail takes all that follows; end the pattern with it"),
        ROW("/*/*", 3, "a tail takes all that follows; end the pattern with it"),
        ROW("/a*", 2, "'*' is a whole segment, the last one; write '/*', or '/{name*}' to read what it took"),
        ROW("/*a/b", 1,
            "'*' is a whole segment, the last one; write '/*', or '/{name*}' to read what it took"),
        ROW("/**", 1, "'*' is a whole segment, the last one; write '/*', or '/{name*}' to read what it took"),
        ROW("/{*}", 2, "'{*}' names nothing; write '*' or '{name*}'"),
        ROW("/{}", 2, "a variable needs a name; write '{name}'"),
        ROW("/{:int}", 2, "a variable needs a name; write '{name}'"),
        ROW("/{9a}", 2, "'9a' is not a name; write letters, digits and '_', and no digit first"),
        ROW("/{a-b}", 3, "'a-b' is not a name; write letters, digits and '_', and no digit first"),
        ROW("/{a.b*}", 3, "'a.b' is not a name; write letters, digits and '_', and no digit first"),
        ROW("/{a**}", 3, "'a*' is not a name; write letters, digits and '_', and no digit first"),
        ROW("/{\xC3\xA9}", 2, "'\xC3\xA9' is not a name; write letters, digits and '_', and no digit first"),
        ROW("/{id:uuid}", 5, "unknown type 'uuid'; write '{id:int}' or '{id}'"),
        ROW("/{id:}", 5, "unknown type ''; write '{id:int}' or '{id}'"),
        ROW("/{id:int*}", 5, "unknown type 'int*'; write '{id:int}' or '{id}'"),
        ROW("/{id:INT}", 5, "unknown type 'INT'; write '{id:int}' or '{id}'"),
        ROW("/{a", 1, "'{' is not closed in its segment; write '{name}'"),
        ROW("/{a/b}", 1, "'{' is not closed in its segment; write '{name}'"),
        ROW("/a}", 2, "'}' closes nothing; write '{name}'"),
        ROW("/}{", 1, "'}' closes nothing; write '{name}'"),
        ROW("/{{a}}", 2, "'{' inside braces; write '{name}'"),
        ROW("/a{b}", 1, "text beside a variable; a variable is a whole segment: write '/{b}'"),
        ROW("/{b}.json", 1, "text beside a variable; a variable is a whole segment: write '/{b}'"),
        ROW("/{a}{b}", 1, "text beside a variable; a variable is a whole segment: write '/{a}'"),
        ROW("/{a}/{a}", 6, "the name 'a' is taken by segment 1; write another name here"),
        ROW("/x/{a:int}/y/{a*}", 14, "the name 'a' is taken by segment 2; write another name here"),
        ROW("/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}/{j}/{k}/{l}/{m}/{n}/{o}/{p}/{q}", 65,
            "more than 16 variables; write a tail '{name*}' for the rest"),
#undef ROW
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_pattern pattern;
        wf_pattern_error error = { 0 };
        bool accepted = wf_pattern_parse(wf_str(rows[i].pattern), &pattern, &error);
        check_refusal(accepted, rows[i].pattern, &error, rows[i].at, rows[i].text);
    }
}

Test(pattern, has_limits)
{
    static char long_text[WF_PATTERN_LEN_MAX + 2];
    wf_pattern pattern;
    wf_pattern_error error;
    memset(long_text, 'a', sizeof long_text);
    cr_assert(wf_pattern_parse(weft_str_of(long_text, WF_PATTERN_LEN_MAX), &pattern, &error));
    bool accepted = wf_pattern_parse(weft_str_of(long_text, WF_PATTERN_LEN_MAX + 1), &pattern, &error);
    check_refusal(accepted, "long", &error, WF_PATTERN_LEN_MAX,
                  "longer than 4096 bytes; write a shorter pattern");

    for (size_t i = 0; i < sizeof long_text; i += 2) long_text[i] = '/';
    cr_assert(wf_pattern_parse(weft_str_of(long_text, 2 * WF_SEGMENTS_MAX), &pattern, &error));
    accepted = wf_pattern_parse(weft_str_of(long_text, 2 * WF_SEGMENTS_MAX + 2), &pattern, &error);
    check_refusal(accepted, "deep", &error, 2 * WF_SEGMENTS_MAX + 1,
                  "more than 64 segments; write a tail '{name*}' for the rest");
}

Test(pattern, quotes_long_texts_in_part)
{
    char text[600] = "/{";
    wf_pattern pattern;
    wf_pattern_error error;
    memset(text + 2, 'x', 590);
    memcpy(text + 592, ":y}", 4);
    cr_assert_not(wf_pattern_parse(wf_str(text), &pattern, &error));
    cr_assert_eq(error.at, 593);
    cr_assert_lt(strlen(error.text), sizeof error.text - 1);
}

/* ---- Prefixes ------------------------------------------------------------------------------------------- */

Test(pattern, a_prefix_has_no_tail)
{
    wf_pattern pattern;
    wf_pattern_error error;
    cr_assert(wf_prefix_parse(weft_lit("/a/{b}"), &pattern, &error));
    cr_assert(wf_prefix_parse(weft_lit(""), &pattern, &error));
    bool accepted = wf_prefix_parse(weft_lit("/a/*"), &pattern, &error);
    check_refusal(accepted, "/a/*", &error, 3, "a prefix cannot end in a tail; write it without the '*'");
    accepted = wf_prefix_parse(weft_lit("/a/{b*}/"), &pattern, &error);
    check_refusal(accepted, "/a/{b*}/", &error, 5, "a prefix cannot end in a tail; write it without the '*'");
    accepted = wf_prefix_parse(weft_lit("/a/{"), &pattern, &error);
    check_refusal(accepted, "/a/{", &error, 3, "'{' is not closed in its segment; write '{name}'");
}

Test(pattern, joins_prefix_and_path)
{
    static const char *const rows[][3] = {
        { "", "", "/" },           { "/", "/", "/" },
        { "", "/a", "/a" },        { "/", "a/", "/a" },
        { "/a", "", "/a" },        { "/a/", "/", "/a" },
        { "a", "b", "/a/b" },      { "/a/", "/b/", "/a/b" },
        { "/a", "*", "/a/*" },     { "/a/{b}", "/{c}", "/a/{b}/{c}" },
        { "/a//", "b", "/a///b" }, { "/a", "b//", "/a/b//" },
        { "/a", "//b", "/a//b" },  { "", "//", "//" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char joined[64], again[64];
        size_t len = wf_pattern_join(joined, wf_str(rows[i][0]), wf_str(rows[i][1]));
        cr_assert_leq(len, strlen(rows[i][0]) + strlen(rows[i][1]) + 2);
        cr_assert(weft_str_eq(weft_str_of(joined, len), wf_str(rows[i][2])), "%s + %s: %.*s", rows[i][0],
                  rows[i][1], (int)len, joined);
        size_t len_again = wf_pattern_join(again, weft_lit(""), weft_str_of(joined, len));
        cr_assert(weft_str_eq(weft_str_of(joined, len), weft_str_of(again, len_again)), "%s", rows[i][2]);
    }
}

/* Any bytes are either refused with a message or make a pattern that its own shape parses to again. */
Test(pattern, survives_any_bytes)
{
    static const char bytes[] = "//{{}}**ab:int%41?. \x01\xC3\xA9_-";
    uint64_t state = 7;
    int accepted = 0;
    for (int i = 0; i < 200000; i++) {
        char text[24], shape[WF_PATTERN_LEN_MAX + 1];
        size_t len = (size_t)(state >> 60);
        wf_pattern pattern;
        wf_pattern_error error = { .text = "" };
        for (size_t j = 0; j < len; j++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            text[j] = bytes[(state >> 33) % (sizeof bytes - 1)];
        }
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if (!wf_pattern_parse(weft_str_of(text, len), &pattern, &error)) {
            cr_assert(error.text[0] && error.at < len, "%.*s", (int)len, text);
            continue;
        }
        accepted++;
        cr_assert_leq(pattern_shape(shape, &pattern), len + 1);
        cr_assert_leq(pattern.params, pattern.count);
    }
    cr_assert_gt(accepted, 1000);
}
