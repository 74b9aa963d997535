/* What the tests of the declaration reader share. */
#ifndef WF_TESTS_CDECL_READ_H
#define WF_TESTS_CDECL_READ_H
#include "src/base/str.h"
#include "src/cdecl/cdecl.h"
#include <criterion/criterion.h>
#include <stdio.h>

/* A set that has read `text` as test.h. */
static inline wf_cdecl *read_set(const char *text)
{
    wf_cdecl *set = wf_cdecl_new();
    cr_assert_not_null(set);
    bool ok = wf_cdecl_read_text(set, "test.h", wf_str(text));
    cr_assert(ok, "%u:%u: %s", wf_cdecl_fault(set)->place.line, wf_cdecl_fault(set)->place.column,
              wf_cdecl_fault(set)->what);
    return set;
}

static inline void expect_text(weft_str got, const char *wanted)
{
    cr_expect(weft_str_eq(got, wf_str(wanted)), "\"%.*s\" is not \"%s\"", (int)got.len,
              got.ptr ? got.ptr : "(absent)", wanted);
}

/* The comments in order, with | between them. */
static inline void expect_notes(const wf_cnote *notes, const char *wanted)
{
    weft_buf out = weft_buf_heap(4096);
    for (; notes; notes = notes->next) {
        weft_put_str(&out, notes->text);
        if (notes->next) weft_put_char(&out, '|');
    }
    expect_text(weft_buf_str(&out), wanted);
    weft_buf_free(&out);
}

static inline void expect_fault(const wf_cdecl *set, uint32_t line, uint32_t column, const char *what,
                                const char *hint)
{
    const wf_cfault *fault = wf_cdecl_fault(set);
    cr_expect_str_eq(fault->what, what);
    cr_expect_eq(fault->place.line, line, "line %u, not %u", fault->place.line, line);
    cr_expect_eq(fault->place.column, column, "column %u, not %u", fault->place.column, column);
    cr_expect(hint ? fault->hint && strcmp(fault->hint, hint) == 0 : !fault->hint, "hint: %s",
              fault->hint ? fault->hint : "none");
}
#endif
