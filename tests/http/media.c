#include "src/http/media.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static weft_str exact(const char *text)
{
    size_t len = text ? strlen(text) : 0;
    char *copy = text ? malloc(len) : NULL;
    if (copy) memcpy(copy, text, len);
    return weft_str_of(copy, len);
}

static void drop(weft_str copy) { free((void *)(uintptr_t)copy.ptr); }

static void expect_str(weft_str got, const char *text, const char *input)
{
    cr_expect(weft_str_eq(got, wf_str(text)), "%s: \"%.*s\" is not \"%s\"", input ? input : "(absent)",
              (int)got.len, got.ptr ? got.ptr : "(absent)", text ? text : "(absent)");
}

Test(media, essence)
{
    const char *const cases[][2] = {
        { "text/html", "text/html" },
        { " text/html\t", "text/html" },
        { "text/html; charset=utf-8", "text/html" },
        { "text/html ;charset=utf-8", "text/html" },
        { "Text/HTML;", "Text/HTML" },
        { "application/vnd.api+json", "application/vnd.api+json" },
        { "*/*", "*/*" },
        { NULL, NULL },
        { "", NULL },
        { ";", NULL },
        { "text", NULL },
        { "text/", NULL },
        { "/html", NULL },
        { "/", NULL },
        { "text /html", NULL },
        { "text/ html", NULL },
        { "text/html/x", NULL },
        { "text/html, text/plain", NULL },
        { "text/html charset=utf-8", NULL },
        { "t\xc3\xa9xt/html", NULL },
        { "\"text\"/html", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str type = exact(cases[i][0]);
        expect_str(wf_media_essence(type), cases[i][1], cases[i][0]);
        drop(type);
    }
}

/* Every parameter as "name|value,", then "!" and the rest when that is malformed. */
static const char *params_of(const char *text)
{
    static char out[256];
    weft_str copy = exact(text), rest = copy, name, value;
    size_t len = 0;
    while (wf_param_next(&rest, &name, &value))
        len += (size_t)sprintf(out + len, "%.*s|%.*s,", (int)name.len, name.ptr, (int)value.len, value.ptr);
    if (rest.len > 0) len += (size_t)sprintf(out + len, "!%.*s", (int)rest.len, rest.ptr);
    weft_str stopped = rest;
    if (rest.len == 0 || *rest.ptr != ';') cr_expect_not(wf_param_next(&rest, &name, &value));
    cr_expect_eq(stopped.len, rest.len);
    drop(copy);
    out[len] = '\0';
    return out;
}

Test(media, parameters)
{
    const char *const cases[][2] = {
        { "", "" },
        { " \t", "" },
        { ";", "" },
        { ";;; ;", "" },
        { ";a=1", "a|1," },
        { "; a=1", "a|1," },
        { "\t;\t a=1 ; b=2\t", "a|1,b|2," },
        { ";a=1;;b=2;", "a|1,b|2," },
        { ";a=\"1\"", "a|\"1\"," },
        { ";a=\"\"", "a|\"\"," },
        { ";a=\"x;b=2\";c=3", "a|\"x;b=2\",c|3," },
        { ";a=\"\\\"\";b=2", "a|\"\\\"\",b|2," },
        { ";a=\"\\\\\";b=2", "a|\"\\\\\",b|2," },
        { ";a=\"\xc3\xa9\t \"", "a|\"\xc3\xa9\t \"," },
        { ";a=1;a=2", "a|1,a|2," },
        { ";a*=utf-8''x", "a*|utf-8''x," },
        { "a=1", "!a=1" },
        { ";a", "!a" },
        { ";a;b=2", "!a;b=2" },
        { ";a=", "!a=" },
        { ";a=;b=2", "!a=;b=2" },
        { ";=1", "!=1" },
        { ";a =1", "!a =1" },
        { ";a= 1", "!a= 1" },
        { ";a=1 b=2", "a|1,!b=2" },
        { ";a=1,b=2", "a|1,!,b=2" },
        { ";a=\"1", "!a=\"1" },
        { ";a=\"", "!a=\"" },
        { ";a=\"1\\", "!a=\"1\\" },
        { ";a=\"1\\\"", "!a=\"1\\\"" },
        { ";a=\"1\"x", "a|\"1\",!x" },
        { ";a=x\"1\"", "a|x,!\"1\"" },
        { ";a=\"\n\"", "!a=\"\n\"" },
        { ";a=\"\\\n\"", "!a=\"\\\n\"" },
        { ";a=\x7f", "!a=\x7f" },
        { ";a=\xc3\xa9", "!a=\xc3\xa9" },
        { ";a=/x", "!a=/x" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(params_of(cases[i][0]), cases[i][1], "case %zu: %s", i, cases[i][0]);
    weft_str rest = { NULL, 0 }, name, value;
    cr_expect_not(wf_param_next(&rest, &name, &value));
}

Test(media, param)
{
    const struct {
        const char *type, *name, *value;
        size_t room;
    } cases[] = {
        { "text/html; charset=utf-8", "charset", "utf-8", 0 },
        { "text/html; CHARSET=UTF-8", "charset", "UTF-8", 0 },
        { "text/html; charset=utf-8", "ChArSeT", "utf-8", 0 },
        { "text/html; charset=\"utf-8\"", "charset", "utf-8", 0 },
        { "text/html; charset=\"\"", "charset", "", 0 },
        { "text/html; a=\"x\\yz\"", "a", "xyz", 3 },
        { "text/html; a=\"x\\yz\"", "a", NULL, 2 },
        { "text/html; a=\"\\\\\"", "a", "\\", 1 },
        { "text/html; a=\"\\\\\"", "a", NULL, 0 },
        { "text/html; a=\"\\\"\\\"\"", "a", "\"\"", 2 },
        { "text/html; b=1; a=2", "a", "2", 0 },
        { "text/html; a=1; a=2", "a", "1", 0 },
        { "text/html; b=\"; a=1\"; a=2", "a", "2", 0 },
        { "text/html", "charset", NULL, 8 },
        { "text/html;", "charset", NULL, 8 },
        { "", "charset", NULL, 8 },
        { NULL, "charset", NULL, 8 },
        { "text/html; charsets=utf-8", "charset", NULL, 8 },
        { "text/html; b; a=1", "a", NULL, 8 }, /* behind what is malformed nothing is believed */
        { "text/html; a=1; b", "a", "1", 0 },
        { "text/html; a=\"1", "a", NULL, 8 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str type = exact(cases[i].type);
        char *out = malloc(cases[i].room);
        expect_str(wf_media_param(type, wf_str(cases[i].name), out, cases[i].room), cases[i].value,
                   cases[i].type);
        free(out);
        drop(type);
    }
}

static const char *const three[] = { "text/html", "application/json", "text/plain; charset=utf-8" };

Test(media, accept)
{
    const struct {
        const char *accept;
        ptrdiff_t best;
    } cases[] = {
        { NULL, 0 },
        { "", 0 },
        { " , ,", 0 },
        { "*/*", 0 },
        { "text/html", 0 },
        { "application/json", 1 },
        { "APPLICATION/JSON", 1 },
        { "text/plain", 2 },
        { "text/*", 0 },
        { "application/*", 1 },
        { "image/png", -1 },
        { "image/*", -1 },
        { "text/htm", -1 },
        { "text/html5", -1 },
        { "*/html", -1 }, /* no range, but a readable one */
        { "text/html;q=0.5, application/json", 1 },
        { "text/html;q=0.5, application/json;q=0.6", 1 },
        { "application/json, text/html", 0 }, /* of equals the first of ours */
        { "text/html;q=0.123, application/json;q=0.124", 1 },
        { "text/html;q=0.1, application/json;q=0.09", 0 },
        { "text/html;q=0, */*", 1 },
        { "text/html;q=0.0, */*", 1 },
        { "text/html;q=0.00, */*", 1 },
        { "text/html;q=0.000, */*", 1 },
        { "*/*, text/html;q=0", 1 },
        { "*/*, text/*;q=0", 1 },
        { "text/*;q=0, text/html, */*;q=0.1", 0 },
        { "text/*;q=0, */*;q=0.1", 1 },
        { "*/*;q=0", -1 },
        { "text/html;q=0", -1 },
        { "text/html;q=0.001", 0 },
        { "*/*;q=0.5, text/plain", 2 },
        { "text/*;q=0.3, text/plain;q=0.7, */*;q=0.5", 2 },
        { "text/*, text/html;q=0.2, */*;q=0.1", 2 },
        { "text/html;Q=0.1, application/json;q=0.2", 1 },
        { "text/html ; q=0.1 , application/json ; q=0.2", 1 },
        { "text/html;q=\"0.1\", application/json;q=0.2", 0 }, /* unreadable: 1 */
        { "text/html;q=.1, application/json", 0 },
        { "text/html;q=2, application/json", 0 },
        { "text/html;q=-1, application/json", 0 },
        { "text/html;q=0.1234, application/json", 0 },
        { "text/html;q=0.1x, application/json", 0 },
        { "text/html;q=0x1, application/json", 0 },
        { "text/html;q=00.1, application/json", 0 },
        { "text/html;q=, application/json", 0 },
        { "text/html;q, application/json", 0 },
        { "text/html;q=1.000, application/json;q=0.999", 0 },
        { "text/html;q=0., application/json;q=0.001", 1 },
        { "text/html;q=1., application/json;q=0.999", 0 },
        { "text/html;q=1.001, application/json", 0 },
        { "text/html;q=0.1;q=0.9, application/json;q=0.5", 1 },            /* the first q */
        { "text/html;q=0.1, text/html;q=0.9, application/json;q=0.5", 0 }, /* of equal ranges the best */
        { "text/html;q=0.9, text/html;q=0.1, application/json;q=0.5", 0 },
        { "text/html;q=0, text/html;q=0.9, application/json;q=0.5", 0 },
        { "application/json;charset=utf-8", 1 },
        { "text/html;level=1;q=0.1, application/json;q=0.2", 1 },
        { "text/html;level=1, text/html;q=0.1, application/json;q=0.2", 1 }, /* the bare range is closer */
        { "text/html;q=0.1, text/html;level=1, application/json;q=0.2", 1 },
        { "text/*;q=0.1, text/html;level=1;q=0.3, application/json;q=0.2", 0 },
        { "text/*;x=y;q=0.9, text/html;level=1;q=0.1, application/json;q=0.5", 2 },
        { "text/html;a=\",\";q=0.1, application/json;q=0.2", 1 },
        { "text/html;a=\"\\\",\";q=0.1, application/json;q=0.2", 1 },
        { "garbage", 0 },
        { "garbage, application/json", 1 },
        { "*, application/json", 1 },
        { "*;q=0.1", 0 },
        { "text/html application/json", 0 },
        { "text/html/x, application/json", 1 },
        { "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8", 0 },
        { "application/xml,application/json;q=0.9,*/*;q=0.8", 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        weft_str accept = exact(cases[i].accept);
        ptrdiff_t best = wf_accept_best(accept, three, 3);
        cr_expect_eq(best, cases[i].best, "case %zu: %s: %td", i, cases[i].accept, best);
        drop(accept);
    }
}

Test(media, accept_with_one_type_or_none)
{
    cr_expect_eq(wf_accept_best(weft_lit("text/html"), three, 0), -1);
    cr_expect_eq(wf_accept_best(weft_str_of(NULL, 0), three, 0), -1);
    cr_expect_eq(wf_accept_best(weft_lit("text/html"), three, 1), 0);
    cr_expect_eq(wf_accept_best(weft_lit("text/plain"), three, 1), -1);
    const char *const broken[] = { "html", "text/html" };
    cr_expect_eq(wf_accept_best(weft_lit("*/*"), broken, 2), 1, "what is no type is never chosen");
}
