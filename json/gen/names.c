/* Which of some names a text is: by its length, then by the byte that tells most of them apart, then by wide
 * compares. */
#include "json/gen/gen.h"

enum { FEW = 4 }; /* names of one length that are compared one after the other */

static void put_compare(wf_jsource *source, const char *expression, const wf_jchoice *choice)
{
    wf_jput(source, "if (WEFT_IN_IS(%s.ptr, \"%.*s\")) %.*s", expression,
            WF_P(wf_jgen_quoted(source->gen, choice->name)), WF_P(choice->action));
}

/* Of names of one length, the place where most have a byte of their own. */
static size_t telling_place(const wf_jchoice *const *same, size_t count, size_t len)
{
    size_t best = 0, best_distinct = 0;
    for (size_t at = 0; at < len; at++) {
        bool seen[256] = { 0 };
        size_t distinct = 0;
        for (size_t i = 0; i < count; i++) {
            bool *one = &seen[(unsigned char)same[i]->name.ptr[at]];
            distinct += !*one;
            *one = true;
        }
        if (distinct <= best_distinct) continue;
        best = at;
        best_distinct = distinct;
    }
    return best;
}

static void put_label(wf_jsource *source, unsigned char byte)
{
    if (byte >= ' ' && byte < 0x7f && byte != '\'' && byte != '\\')
        wf_jput(source, "case '%c':", byte);
    else
        wf_jput(source, "case %u:", byte);
}

static void put_by_byte(wf_jsource *source, const char *expression, const wf_jchoice *const *same,
                        size_t count, size_t len)
{
    size_t at = telling_place(same, count, len);
    wf_jput(source, "switch ((unsigned char)%s.ptr[%zu]) {", expression, at);
    for (unsigned byte = 0; byte < 256; byte++) {
        bool labelled = false;
        for (size_t i = 0; i < count; i++) {
            if ((unsigned char)same[i]->name.ptr[at] != byte) continue;
            if (!labelled) put_label(source, (unsigned char)byte);
            labelled = true;
            put_compare(source, expression, same[i]);
        }
        if (labelled) wf_jput(source, "break;");
    }
    wf_jput(source, "default: break;");
    wf_jput(source, "}");
}

static void put_length(wf_jsource *source, const char *expression, const wf_jchoice *choices, size_t count,
                       size_t len)
{
    const wf_jchoice **same = wf_jgen_take(source->gen, count * sizeof(wf_jchoice *));
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (choices[i].name.len == len) same[found++] = &choices[i];
    if (found == 0) return;
    wf_jput(source, "case %zu:", len);
    if (found > FEW && len > 0)
        put_by_byte(source, expression, same, found, len);
    else
        for (size_t i = 0; i < found; i++) put_compare(source, expression, same[i]);
    wf_jput(source, "break;");
}

void wf_jput_choices(wf_jsource *source, const char *expression, const wf_jchoice *choices, size_t count)
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        if (choices[i].name.len > longest) longest = choices[i].name.len;
    wf_jput(source, "switch (%s.len) {", expression);
    for (size_t len = 0; len <= longest; len++) put_length(source, expression, choices, count, len);
    wf_jput(source, "default: break;");
    wf_jput(source, "}");
}
