/* Written by `weft page` from tests/golden/page/space.html: change that instead. */
#include "space.page.h"

char *space_put(weft_page *page, char *at, bool yes)
{
    at = weft_page_room(page, at, 1052);
    at = WEFT_PAGE_LIT(at, "start\n");
#line 5 "tests/golden/page/space.html"
    if (yes) {
        at = WEFT_PAGE_LIT(at, "  kept indentation\n");
    }
    at = WEFT_PAGE_LIT(at, "a");
#line 8 "tests/golden/page/space.html"
    if (yes) {
        at = WEFT_PAGE_LIT(at, "b");
    }
    at = WEFT_PAGE_LIT(at, "c");
#line 9 "tests/golden/page/space.html"
    at = weft_page_text(page, at, yes);
    at = WEFT_PAGE_LIT(at, "d\nxy\n");
#line 11 "tests/golden/page/space.html"
    if (yes) {
    }
#line 11 "tests/golden/page/space.html"
    if (yes) {
    }
    at = WEFT_PAGE_LIT(at, "@media print{#nav{color:red}} class A{#x=1} z\n  {{ not.a.hole }} {% nor a tag %} {# nor a comment #}\n");
#line 19 "tests/golden/page/space.html"
    at = weft_page_text(page, at, "{{");
    at = WEFT_PAGE_LIT(at, " ${a:{b:1}} me@example.org ?\? ?\?/ \\n \"quoted\"\nend\n");
#line 32 "tests/golden/page/space.page.c"
    return at;
}

weft_response space_page(weft_request *req, bool yes)
{
    static weft_page_size size = { 248 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = space_put(&page, at, yes);
    return weft_page_seal(&page, req, at);
}

bool space_render(weft_buf *out, bool yes)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = space_put(&page, at, yes);
    return weft_page_end(&page, at);
}
