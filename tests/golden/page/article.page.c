/* Written by `weft page` from tests/golden/page/article.html: change that instead. */
#include "article.page.h"
#include "layout.page.h"
#include "badge.page.h"

struct fill_side_data {
    const item *it;
    bool aside;
};
static char *fill_side(weft_page *page, char *at, const void *data);
struct fill_content_data {
    const item *it;
    bool aside;
};
static char *fill_content(weft_page *page, char *at, const void *data);
struct fill_content_2_data {
    const item *it;
    bool aside;
};
static char *fill_content_2(weft_page *page, char *at, const void *data);
static char *fill_side(weft_page *page, char *at, const void *data)
{
    const struct fill_side_data *with = data;
    const item *it = with->it;
    bool aside = with->aside;
    {
        const struct fill_content_data fill_content_data = { it, aside };
#line 11 "tests/golden/page/article.html"
        at = layout_put(page, at, weft_lit("Inner"), (weft_content){ fill_content, &fill_content_data }, (weft_content){ NULL, NULL }, it->name);
    }
#line 32 "tests/golden/page/article.page.c"
    return at;
}

static char *fill_content(weft_page *page, char *at, const void *data)
{
    const struct fill_content_data *with = data;
    const item *it = with->it;
    bool aside = with->aside;
    at = weft_page_room(page, at, 159);
    at = WEFT_PAGE_LIT(at, "  <i>");
#line 12 "tests/golden/page/article.html"
    at = weft_page_text(page, at, it->id);
    at = WEFT_PAGE_LIT(at, " ");
#line 12 "tests/golden/page/article.html"
    at = weft_page_text(page, at, aside);
    at = WEFT_PAGE_LIT(at, "</i>\n");
#line 49 "tests/golden/page/article.page.c"
    return at;
}

static char *fill_content_2(weft_page *page, char *at, const void *data)
{
    const struct fill_content_2_data *with = data;
    const item *it = with->it;
    bool aside = with->aside;
    at = weft_page_room(page, at, 21);
    at = WEFT_PAGE_LIT(at, "  <p>");
#line 7 "tests/golden/page/article.html"
    at = badge_put(page, at, it, "plain", PAGE_SIZE / 2);
#line 8 "tests/golden/page/article.html"
    at = badge_put(page, at, it, aside ? "warm" : "cold", 3);
    at = weft_page_room(page, at, 21);
    at = WEFT_PAGE_LIT(at, "</p>\n");
#line 66 "tests/golden/page/article.page.c"
    return at;
}

char *article_put(weft_page *page, char *at, const item *it, bool aside)
{
    {
        const struct fill_content_2_data fill_content_2_data = { it, aside };
        const struct fill_side_data fill_side_data = { it, aside };
#line 6 "tests/golden/page/article.html"
        at = layout_put(page, at, it->name, (weft_content){ fill_content_2, &fill_content_2_data }, (weft_content){ fill_side, &fill_side_data }, weft_lit("en"));
    }
#line 78 "tests/golden/page/article.page.c"
    return at;
}

weft_response article_page(weft_request *req, const item *it, bool aside)
{
    static weft_page_size size = { 85 };
    weft_page page;
    char *at = weft_page_begin(&page, req, &size);
    at = article_put(&page, at, it, aside);
    return weft_page_seal(&page, req, at);
}

bool article_render(weft_buf *out, const item *it, bool aside)
{
    weft_page page;
    char *at = weft_page_into(&page, out);
    at = article_put(&page, at, it, aside);
    return weft_page_end(&page, at);
}
