/* Which bytes may stand where as they are: a bit for each context, 16 bytes a line. Tests hold it against the rules.
 * Beyond ASCII only styles have plain bytes. */
#include "template/page.h"

/* clang-format off */
const uint8_t wf_plain[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    112, 110, 0, 104, 8, 104, 0, 0, 64, 64, 78, 110, 120, 127, 127, 78,
    127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 76, 78, 0, 78, 0, 72,
    78, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
    127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 72, 0, 72, 64, 127,
    0, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
    127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 64, 64, 64, 79, 0,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
    32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
};
/* clang-format on */

/* A text of a page within an attribute: the browser decodes the attribute, and what is then there as a page. */
static const char *escape_twice(char **at, const char *ptr, const char *end)
{
    (void)end;
    switch (*ptr) {
    case '&': WF_ADD(at, "&amp;amp;"); break;
    case '<': WF_ADD(at, "&amp;lt;"); break;
    case '>': WF_ADD(at, "&amp;gt;"); break;
    case '"': WF_ADD(at, "&amp;quot;"); break;
    case '\'': WF_ADD(at, "&amp;#39;"); break;
    case '\r': WF_ADD(at, "&amp;#13;"); break;
    case '\0': WF_ADD(at, "\xEF\xBF\xBD"); break;
    default: *(*at)++ = *ptr;
    }
    return ptr + 1;
}

char *weft_page_srcdoc_str(weft_page *page, char *at, weft_str text)
{
    return wf_page_escape(page, at, text, WF_PLAIN_QUERY, escape_twice);
}
