#include "src/http/field.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdlib.h>

static const struct {
    wf_field_id id;
    const char *name;
} known[] = {
#define X(id, name) { WF_FIELD_##id, name },
    WF_FIELDS(X)
#undef X
};

/* When a name is added and this fails, wf_name_slot needs another multiplier: any odd number will do under which
 * all names land in slots of their own. */
Test(field, finds_every_known_name)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        weft_str name = wf_str(known[i].name);
        cr_expect_eq(wf_field_find(name), known[i].id, "%s", known[i].name);
        cr_expect(weft_str_eq(wf_field_name(known[i].id), name), "%s", known[i].name);
    }
}

Test(field, finds_names_in_any_case)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char upper[64];
        size_t len = strlen(known[i].name);
        for (size_t j = 0; j < len; j++)
            upper[j] = (char)(known[i].name[j] >= 'a' ? known[i].name[j] - 0x20 : known[i].name[j]);
        cr_expect_eq(wf_field_find(weft_str_of(upper, len)), known[i].id);
        upper[len / 2] = known[i].name[len / 2];
        cr_expect_eq(wf_field_find(weft_str_of(upper, len)), known[i].id);
    }
}

/* Every known name with one byte changed, to each of the others, is found only where it differs in case. */
Test(field, finds_nothing_that_is_nearly_a_name)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char near[64];
        size_t len = strlen(known[i].name);
        for (size_t at = 0; at < len; at++) {
            for (int byte = 0; byte < 256; byte++) {
                memcpy(near, known[i].name, len);
                near[at] = (char)byte;
                weft_str name = weft_str_of(near, len);
                bool same = wf_str_eq_nocase(name, wf_str(known[i].name));
                cr_expect_eq(wf_field_find(name) == known[i].id, same, "%s, byte %zu is %d", known[i].name,
                             at, byte);
            }
        }
        cr_expect_neq(wf_field_find(weft_str_of(known[i].name, len - 1)), known[i].id);
        memcpy(near, known[i].name, len);
        near[len] = 'x';
        cr_expect_neq(wf_field_find(weft_str_of(near, len + 1)), known[i].id);
    }
}

Test(field, finds_nothing_in_odd_lengths)
{
    char *a = calloc(1, 4096); /* exact: nothing around it may be read */
    memset(a, 'a', 4096);
    cr_expect_eq(wf_field_find(weft_str_of(NULL, 0)), WF_FIELD_OTHER);
    cr_expect_eq(wf_field_find(weft_lit("")), WF_FIELD_OTHER);
    for (size_t len = 0; len <= 4096; len += len < 64 ? 1 : 64)
        cr_expect_eq(wf_field_find(weft_str_of(a + 4096 - len, len)), WF_FIELD_OTHER);
    free(a);
    cr_expect_eq(wf_field_name(WF_FIELD_OTHER).len, 0);
}

Test(field, tchars_are_those_of_the_grammar)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (int byte = 0; byte < 256; byte++) {
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        bool want = letter || (byte >= '0' && byte <= '9') || (byte && strchr(others, byte));
        cr_expect_eq(wf_is_tchar((unsigned char)byte), want, "%d", byte);
    }
    cr_expect(wf_is_token(weft_lit("a")));
    cr_expect_not(wf_is_token(weft_lit("")));
    cr_expect_not(wf_is_token(weft_lit("a b")));
    cr_expect_not(wf_is_token(weft_lit("a\0")));
}

Test(field, values_hold_no_control_but_tab)
{
    for (int byte = 0; byte < 256; byte++) {
        char value[3] = { 'a', (char)byte, 'b' };
        bool want = byte == '\t' || (byte >= 0x20 && byte != 0x7F);
        cr_expect_eq(wf_is_field_value(weft_str_of(value, 3)), want, "%d", byte);
    }
    cr_expect(wf_is_field_value(weft_lit("")));
}

static void expect_list(weft_str list, const char *const *want)
{
    weft_str rest = list;
    for (; *want; want++) {
        weft_str got = wf_list_next(&rest);
        cr_expect(weft_str_eq(got, wf_str(*want)), "\"%.*s\" is not \"%s\"", (int)got.len,
                  got.ptr ? got.ptr : "", *want);
    }
    cr_expect_null(wf_list_next(&rest).ptr);
    cr_expect_null(wf_list_next(&rest).ptr);
}

Test(field, walks_lists)
{
    expect_list(weft_lit(""), (const char *const[]){ NULL });
    expect_list(weft_str_of(NULL, 0), (const char *const[]){ NULL });
    expect_list(weft_lit("a"), (const char *const[]){ "a", NULL });
    expect_list(weft_lit(" a , b\t,c"), (const char *const[]){ "a", "b", "c", NULL });
    expect_list(weft_lit(",, a,\t, b,"), (const char *const[]){ "a", "b", NULL });
    expect_list(weft_lit("a=\"b,c\", d"), (const char *const[]){ "a=\"b,c\"", "d", NULL });
    expect_list(weft_lit("\"a\\\",b\",c"), (const char *const[]){ "\"a\\\",b\"", "c", NULL });
    expect_list(weft_lit("\"a, b"), (const char *const[]){ "\"a, b", NULL });
    expect_list(weft_lit("\"a\\"), (const char *const[]){ "\"a\\", NULL });
    expect_list(weft_lit("a\\,b"), (const char *const[]){ "a\\", "b", NULL });
}

Test(field, lists_are_searched_in_any_case)
{
    cr_expect(wf_list_has(weft_lit("foo, Close"), weft_lit("close")));
    cr_expect(wf_list_has(weft_lit("close"), weft_lit("close")));
    cr_expect_not(wf_list_has(weft_lit("closed, clos, a close"), weft_lit("close")));
    cr_expect_not(wf_list_has(weft_lit("\"x, close\""), weft_lit("close")));
    cr_expect_not(wf_list_has(weft_lit(""), weft_lit("close")));
}
