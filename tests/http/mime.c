#include "src/http/mime.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <stdio.h>

static const struct {
    const char *extension, *type;
} mimes[] = {
#define X(extension, type) { extension, type },
    WF_MIMES(X)
#undef X
};
enum { MIMES = sizeof mimes / sizeof *mimes };

static bool is(const char *path, const char *type)
{
    return weft_str_eq(wf_mime_of(wf_str(path)), wf_str(type));
}

Test(mime, the_list_is_sorted_lower_case_and_finds_every_line)
{
    for (size_t i = 0; i < MIMES; i++) {
        char path[64], loud[64];
        snprintf(path, sizeof path, "/srv/www/a.%s", mimes[i].extension);
        snprintf(loud, sizeof loud, "A.B.%s", mimes[i].extension);
        for (char *at = loud; *at; at++)
            if (*at >= 'a' && *at <= 'z') *at = (char)(*at - 32);
        cr_expect(i == 0 || strcmp(mimes[i - 1].extension, mimes[i].extension) < 0, "%s", mimes[i].extension);
        for (const char *at = mimes[i].extension; *at; at++) cr_expect_eq(wf_lower(*at), *at);
        cr_expect(is(path, mimes[i].type), "%s", path);
        cr_expect(is(loud, mimes[i].type), "%s", loud);
    }
}

Test(mime, texts_say_their_charset_and_only_they)
{
    for (size_t i = 0; i < MIMES; i++) {
        bool text = strncmp(mimes[i].type, "text/", 5) == 0;
        cr_expect_eq(strstr(mimes[i].type, "; charset=utf-8") != NULL, text, "%s", mimes[i].type);
    }
}

Test(mime, what_is_an_extension)
{
    static const struct {
        const char *path, *type;
    } cases[] = {
        { "index.html", "text/html; charset=utf-8" },
        { "/a.b/index.html", "text/html; charset=utf-8" },
        { "a.tar.gz", "application/gzip" },
        { "a..png", "image/png" },
        { "x.PnG", "image/png" },
        { "a b.svg", "image/svg+xml" },
        { "app.webmanifest", "application/manifest+json" },
        { "", "application/octet-stream" },
        { "html", "application/octet-stream" },
        { "a.", "application/octet-stream" },
        { ".", "application/octet-stream" },
        { ".html", "application/octet-stream" },
        { "/x/.html", "application/octet-stream" },
        { "/x/.profile.html", "text/html; charset=utf-8" },
        { "/a.html/b", "application/octet-stream" },
        { "/a.html/", "application/octet-stream" },
        { "a.htm0", "application/octet-stream" },
        { "a.ht", "application/octet-stream" },
        { "a.0", "application/octet-stream" },
        { "a.zzzz", "application/octet-stream" },
        { "a.html ", "application/octet-stream" },
        { "a.webmanifestwebma", "application/octet-stream" },
        { "a.webmanifestwebmanifestwebmanifest", "application/octet-stream" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(is(cases[i].path, cases[i].type), "%s", cases[i].path);
    cr_expect(weft_str_eq(wf_mime_of(weft_lit("a.png\0")), weft_lit("application/octet-stream")));
    cr_expect(weft_str_eq(wf_mime_of(weft_str_of(NULL, 0)), weft_lit("application/octet-stream")));
}
