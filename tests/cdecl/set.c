/* Looking up, and near names. */
#include "tests/cdecl/read.h"

Test(cdecl_set, names_tags_and_members)
{
    wf_cdecl *set =
        read_set("struct tagged { int a; struct { int inner; union { float deep; }; }; } object;\n"
                 "typedef struct { int b; } named;\n"
                 "typedef named other;\n"
                 "struct node; struct node { struct node *next; };\n"
                 "int function(named *x, ...);\n");
    const wf_ctag *tagged = wf_cdecl_find_tag(set, weft_lit("tagged"));
    cr_assert_not_null(tagged);
    cr_expect_eq(wf_cdecl_find_record(set, weft_lit("tagged")), tagged);
    cr_expect_null(wf_cdecl_find_tag(set, weft_lit("named")));
    const wf_ctag *named = wf_cdecl_find_record(set, weft_lit("named"));
    cr_expect_eq(named, wf_cdecl_find_record(set, weft_lit("other")));
    expect_text(named->alias->name, "named");
    cr_expect_not_null(wf_ctag_member(tagged, weft_lit("inner")));
    cr_expect_not_null(wf_ctag_member(tagged, weft_lit("deep")));
    cr_expect_null(wf_ctag_member(tagged, weft_lit("b")));
    const wf_ctag *node = wf_cdecl_find_tag(set, weft_lit("node"));
    cr_expect(node->complete);
    cr_expect_eq(node->members->type->of->tag, node);
    const wf_ctype *function = wf_cdecl_find(set, weft_lit("function"))->type;
    cr_expect(function->is_variadic);
    expect_text(function->params->name, "x");
    wf_cdecl_free(set);
}

Test(cdecl_set, near_names)
{
    wf_cdecl *set = read_set("struct customer { int number; struct { int street; }; }; int open_shop(void);");
    expect_text(wf_cdecl_near_type(set, weft_lit("costumer")), "customer");
    expect_text(wf_cdecl_near_type(set, weft_lit("int63_t")), "int64_t");
    expect_text(wf_cdecl_near_function(set, weft_lit("openshop")), "open_shop");
    expect_text(wf_ctag_near_member(wf_cdecl_find_tag(set, weft_lit("customer")), weft_lit("stret")),
                "street");
    cr_expect_null(wf_cdecl_near_type(set, weft_lit("nothing_like_it")).ptr);
    wf_cdecl_free(set);
}

#ifdef WEFT_FAULTS
#include "src/base/check.h"
Test(cdecl_set, memory_that_is_out_is_a_fault)
{
    wf_fault_arm(WF_FAULT_ALLOC, 0, -1);
    cr_expect_null(wf_cdecl_new());
    wf_fault_disarm_all();
    wf_cdecl *set = wf_cdecl_new();
    weft_buf text = weft_buf_heap(1 << 22);
    for (int i = 0; i < 20000; i++) weft_putf(&text, "struct s%d { int a; };\n", i);
    wf_fault_arm(WF_FAULT_ALLOC, 3, -1);
    cr_expect_not(wf_cdecl_read_text(set, "x.h", weft_buf_str(&text)));
    wf_fault_disarm_all();
    cr_expect_str_eq(wf_cdecl_fault(set)->what, "out of memory");
    wf_cdecl_free(set);
    weft_buf_free(&text);
}
#endif
