/* RFC 9110 section 13, field by field; all combinations of them are in conditions.c. */
#include "static/condition.h"
#include "src/base/clock.h"
#include "tests/static/harness.h"

static const char same_date[] = "Sun, 09 Sep 2001 01:46:40 GMT", earlier[] = "Sun, 09 Sep 2001 01:46:39 GMT",
                  later[] = "Sun, 09 Sep 2001 01:46:41 GMT";
enum { NOW = LONG_AGO + 1000 };

static wf_field fields[8];
static wf_message msg;

static void ask(weft_method method) { msg = (wf_message){ .method = (uint8_t)method, .fields = fields }; }

static void give(wf_field_id id, const char *value)
{
    fields[msg.fields_count++] = (wf_field){ .value = wf_str(value), .id = id };
    msg.repeated |= msg.seen & UINT64_C(1) << id;
    msg.seen |= UINT64_C(1) << id;
}

static wf_condition judged(void)
{
    wf_validators validators = { .tag = weft_lit("\"a\""), .modified = LONG_AGO };
    return wf_condition_of(&msg, &validators, NOW);
}

static wf_condition judge(weft_method method, wf_field_id id, const char *value)
{
    ask(method);
    give(id, value);
    return judged();
}

Test(static_condition, tags_are_compared_as_lists)
{
    static const struct {
        const char *list;
        bool weakly, strongly;
    } cases[] = {
        { "\"a\"", true, true },
        { "W/\"a\"", true, false },
        { "*", true, true },
        { "\"b\"", false, false },
        { "\"x\", \"b,c\", \"a\"", true, true },
        { "\"x\",\"a\",\"z\"", true, true },
        { ",, \"a\" ,", true, true },
        { "W/\"b\", W/\"a\"", true, false },
        { "\"x\\\", \"a\"", true, true }, /* a backslash is a byte like others */
        { "", false, false },
        { "a", false, false },
        { "\"a", false, false },
        { "w/\"a\"", false, false },
        { "W/ \"a\"", false, false },
        { "\"a\"b", false, false },
        { "b, \"a\"", false, false }, /* what is malformed ends the list */
        { "\"A\"", false, false },
        { "\"a \"", false, false },
        { "\"\"", false, false },
        { "*, \"a\"", false, false },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_NONE_MATCH, cases[i].list),
                     cases[i].weakly ? WF_CONDITION_SAME : WF_CONDITION_HOLDS, "%s", cases[i].list);
        cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_MATCH, cases[i].list),
                     cases[i].strongly ? WF_CONDITION_HOLDS : WF_CONDITION_FAILED, "%s", cases[i].list);
    }
}

Test(static_condition, a_list_may_take_several_lines)
{
    ask(WEFT_GET);
    give(WF_FIELD_IF_NONE_MATCH, "\"x\"");
    give(WF_FIELD_IF_NONE_MATCH, "\"a\"");
    cr_expect_eq(judged(), WF_CONDITION_SAME);
}

Test(static_condition, dates_are_compared_by_the_second)
{
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_MODIFIED_SINCE, same_date), WF_CONDITION_SAME);
    cr_expect_eq(judge(WEFT_HEAD, WF_FIELD_IF_MODIFIED_SINCE, later), WF_CONDITION_SAME);
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_MODIFIED_SINCE, earlier), WF_CONDITION_HOLDS);
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_UNMODIFIED_SINCE, same_date), WF_CONDITION_HOLDS);
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_UNMODIFIED_SINCE, later), WF_CONDITION_HOLDS);
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_UNMODIFIED_SINCE, earlier), WF_CONDITION_FAILED);
}

Test(static_condition, every_form_of_date_is_read)
{
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_MODIFIED_SINCE, "Sunday, 09-Sep-01 01:46:40 GMT"),
                 WF_CONDITION_SAME);
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_MODIFIED_SINCE, "Sun Sep  9 01:46:40 2001"), WF_CONDITION_SAME);
}

Test(static_condition, what_is_no_date_and_what_comes_twice_is_not_there)
{
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_MODIFIED_SINCE, "yesterday"), WF_CONDITION_HOLDS);
    cr_expect_eq(judge(WEFT_GET, WF_FIELD_IF_UNMODIFIED_SINCE, "0"), WF_CONDITION_HOLDS);
    ask(WEFT_GET);
    give(WF_FIELD_IF_MODIFIED_SINCE, same_date);
    give(WF_FIELD_IF_MODIFIED_SINCE, same_date);
    cr_expect_eq(judged(), WF_CONDITION_HOLDS);
}

Test(static_condition, other_methods_know_no_304)
{
    cr_expect_eq(judge(WEFT_POST, WF_FIELD_IF_NONE_MATCH, "\"a\""), WF_CONDITION_FAILED);
    cr_expect_eq(judge(WEFT_POST, WF_FIELD_IF_MODIFIED_SINCE, same_date), WF_CONDITION_HOLDS);
}

Test(static_condition, without_a_date_dates_say_nothing)
{
    wf_validators stamped = { .tag = weft_lit("\"a\""), .modified = WF_NO_DATE };
    ask(WEFT_GET);
    give(WF_FIELD_IF_MODIFIED_SINCE, later);
    cr_expect_eq(wf_condition_of(&msg, &stamped, NOW), WF_CONDITION_HOLDS);
    ask(WEFT_GET);
    give(WF_FIELD_IF_UNMODIFIED_SINCE, "Thu, 01 Jan 1970 00:00:00 GMT");
    cr_expect_eq(wf_condition_of(&msg, &stamped, NOW), WF_CONDITION_HOLDS);
    ask(WEFT_GET);
    give(WF_FIELD_IF_RANGE, same_date);
    cr_expect_not(wf_range_applies(&msg, &stamped, NOW));
}

Test(static_condition, if_range_is_exact)
{
    static const struct {
        const char *value;
        int64_t now;
        bool applies;
    } cases[] = {
        { "\"a\"", NOW, true },   { "W/\"a\"", NOW, false },
        { "\"b\"", NOW, false },  { "\"b\", \"a\"", NOW, false },
        { "\"a\"x", NOW, false }, { "a", NOW, false },
        { same_date, NOW, true }, { earlier, NOW, false },
        { later, NOW, false },    { same_date, LONG_AGO, false }, /* its second is not over */
        { "", NOW, false },
    };
    wf_validators validators = { .tag = weft_lit("\"a\""), .modified = LONG_AGO };
    for (size_t i = 0; i < COUNT(cases); i++) {
        ask(WEFT_GET);
        give(WF_FIELD_IF_RANGE, cases[i].value);
        cr_expect_eq(wf_range_applies(&msg, &validators, cases[i].now), cases[i].applies, "%s",
                     cases[i].value);
    }
    ask(WEFT_GET);
    cr_expect(wf_range_applies(&msg, &validators, NOW));
    give(WF_FIELD_IF_RANGE, "\"a\"");
    give(WF_FIELD_IF_RANGE, "\"a\"");
    cr_expect_not(wf_range_applies(&msg, &validators, NOW));
}

Test(static_condition, a_request_without_fields_is_told_at_once)
{
    ask(WEFT_GET);
    give(WF_FIELD_ACCEPT, "*/*");
    give(WF_FIELD_IF_RANGE, "\"a\""); /* says nothing without a Range */
    cr_expect_not(wf_is_conditional(&msg));
    static const wf_field_id ids[] = { WF_FIELD_IF_MATCH, WF_FIELD_IF_NONE_MATCH, WF_FIELD_IF_MODIFIED_SINCE,
                                       WF_FIELD_IF_UNMODIFIED_SINCE, WF_FIELD_RANGE };
    for (size_t i = 0; i < COUNT(ids); i++) {
        ask(WEFT_GET);
        give(ids[i], "x");
        cr_expect(wf_is_conditional(&msg));
    }
}
