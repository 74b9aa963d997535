/* Conditional fields, ranges and Accept-Encoding, a line each: ranges lie inside the file and touch no other, a
 * condition is the same when it is asked again, and what is chosen is there. */
#include "static/coding.h"
#include "static/condition.h"
#include "static/range.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("\nbytes=0-9,5-19,-3,100-\n\"a\"\nW/\"a\", \"b\"\nSun, 06 Nov 1994 08:49:37 GMT\n\ngzip, "
             "br;q=0.5, *;q=0"),
    WEFT_LIT("e\nbytes=18446744073709551616-,9-0\nSun, 06 Nov 1994 08:49:37 GMT\n*\n\n\"a\"\nidentity;q=0"),
};
FUZZ_SEEDS(seeds)

static void check_ranges(weft_str field, int64_t size)
{
    wf_ranges ranges;
    wf_range_result result = wf_ranges_read(field, size, &ranges);
    WF_ASSERT(result == WF_RANGES_IGNORED || (result == WF_RANGES_SOME) == (ranges.count > 0));
    for (uint32_t i = 0; result == WF_RANGES_SOME && i < ranges.count; i++) {
        const wf_range *a = &ranges.list[i];
        WF_ASSERT(a->from >= 0 && a->length > 0 && a->from <= size - a->length);
        for (uint32_t k = 0; k < i; k++) {
            const wf_range *b = &ranges.list[k];
            WF_ASSERT(a->from + a->length < b->from || b->from + b->length < a->from);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const wf_field_id ids[] = { WF_FIELD_RANGE,         WF_FIELD_IF_RANGE,
                                       WF_FIELD_IF_NONE_MATCH, WF_FIELD_IF_MODIFIED_SINCE,
                                       WF_FIELD_IF_MATCH,      WF_FIELD_ACCEPT_ENCODING };
    enum { FIELDS = sizeof ids / sizeof *ids };
    wf_field fields[FIELDS];
    wf_message msg = { .method = WEFT_GET, .fields = fields };
    weft_str rest = weft_str_of((const char *)data, size), first = wf_str_cut(&rest, '\n');
    int64_t length = first.len ? (int64_t)(unsigned char)*first.ptr : INT64_MAX;
    for (size_t i = 0; i < FIELDS && rest.ptr; i++) {
        weft_str value = wf_str_trim(wf_str_cut(&rest, '\n'));
        fields[msg.fields_count++] = (wf_field){ .value = value, .id = ids[i] };
        msg.seen |= UINT64_C(1) << ids[i];
        if (ids[i] == WF_FIELD_RANGE) check_ranges(value, length);
    }
    wf_validators validators = { .tag = weft_lit("\"a\""), .modified = 784111777 };
    wf_condition condition = wf_condition_of(&msg, &validators, 1000000000);
    WF_ASSERT(condition == wf_condition_of(&msg, &validators, 1000000000));
    (void)wf_range_applies(&msg, &validators, 1000000000);
    for (unsigned there = 1; there < 1u << WF_CODING_COUNT; there += 2)
        WF_ASSERT(there >> wf_coding_choose(&msg, there) & 1);
    return 0;
}
