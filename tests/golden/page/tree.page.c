/* Written by `weft page` from tests/golden/page/tree.html: change that instead. */
#include "tree.page.h"

char *tree_put(weft_page *page, char *at, const node *tree, int depth)
{
    at = weft_page_room(page, at, 875);
    at = WEFT_PAGE_LIT(at, "<li>");
#line 4 "tests/golden/page/tree.html"
    at = weft_page_text(page, at, depth);
    at = WEFT_PAGE_LIT(at, ": ");
#line 4 "tests/golden/page/tree.html"
    at = weft_page_text(page, at, tree->name);
    at = WEFT_PAGE_LIT(at, "\n");
#line 5 "tests/golden/page/tree.html"
    if (tree->children_count > 0) {
        at = weft_page_room(page, at, 21);
        at = WEFT_PAGE_LIT(at, "<ul>\n");
        {
#line 7 "tests/golden/page/tree.html"
            const struct node *const list = tree->children;
            const size_t count = (size_t)tree->children_count;
            for (size_t index = 0; index < count; index++) {
                const struct node *child = &list[index];
#line 8 "tests/golden/page/tree.html"
                at = tree_put(page, at, child, depth + 1);
            }
        }
        at = weft_page_room(page, at, 22);
        at = WEFT_PAGE_LIT(at, "</ul>\n");
    }
    at = weft_page_room(page, at, 22);
    at = WEFT_PAGE_LIT(at, "</li>\n");
#line 34 "tests/golden/page/tree.page.c"
    return at;
}

weft_response tree_page(weft_request *req, const node *tree, int depth)
{
    static weft_page_size size = { 88 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = tree_put(&page, at, tree, depth);
    return weft_page_seal(&page, req, at);
}

bool tree_render(weft_buf *out, const node *tree, int depth)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = tree_put(&page, at, tree, depth);
    return weft_page_end(&page, at);
}
