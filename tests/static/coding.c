#include "static/coding.h"
#include "tests/static/harness.h"

enum { PLAIN = 1, GZIP = 2, ZSTD = 4, BROTLI = 8, ALL = 15 };

/* The coding that is chosen for Accept-Encoding lines. */
static wf_coding chosen(unsigned there, const char *line, const char *line2)
{
    wf_field fields[2] = {
        { .name = weft_lit("Accept-Encoding"), .value = wf_str(line), .id = WF_FIELD_ACCEPT_ENCODING },
        { .name = weft_lit("Accept-Encoding"), .value = wf_str(line2), .id = WF_FIELD_ACCEPT_ENCODING }
    };
    wf_message msg = { .fields = fields, .fields_count = (line ? 1u : 0u) + (line2 ? 1u : 0u) };
    if (line) msg.seen = UINT64_C(1) << WF_FIELD_ACCEPT_ENCODING;
    return wf_coding_choose(&msg, there);
}

Test(static_coding, is_the_one_that_the_client_likes_best)
{
    static const struct {
        const char *accept;
        unsigned there;
        wf_coding coding;
    } cases[] = {
        { NULL, ALL, WF_CODING_PLAIN },
        { "", ALL, WF_CODING_PLAIN },
        { "gzip", ALL, WF_CODING_GZIP },
        { "gzip, deflate, br, zstd", ALL, WF_CODING_BROTLI },
        { "gzip, deflate, br, zstd", PLAIN | GZIP | ZSTD, WF_CODING_ZSTD },
        { "gzip, deflate, br, zstd", PLAIN | GZIP, WF_CODING_GZIP },
        { "gzip, deflate, br, zstd", PLAIN, WF_CODING_PLAIN },
        { "br;q=0.5, gzip;q=0.8", ALL, WF_CODING_GZIP },
        { "br;q=0.5, gzip;q=0.8", PLAIN | BROTLI, WF_CODING_BROTLI },
        { "gzip;q=0", ALL, WF_CODING_PLAIN },
        { "gzip; q=0.000", ALL, WF_CODING_PLAIN },
        { "gzip;q=0.001", ALL, WF_CODING_GZIP },
        { "identity;q=1, gzip;q=0.1", ALL, WF_CODING_PLAIN },
        { "identity;q=0.5, gzip;q=0.5", ALL, WF_CODING_GZIP },
        { "identity, *;q=0", ALL, WF_CODING_PLAIN },
        { "identity;q=0", PLAIN, WF_CODING_PLAIN }, /* there is no other */
        { "*", ALL, WF_CODING_BROTLI },
        { "*, br;q=0", ALL, WF_CODING_ZSTD },
        { "*;q=0, gzip", ALL, WF_CODING_GZIP },
        { "GZIP", ALL, WF_CODING_GZIP },
        { "x-gzip", ALL, WF_CODING_GZIP },
        { "xgzip, gzipx", ALL, WF_CODING_PLAIN },
        { ";;;,,q=,gzip;q=2;q=0", ALL, WF_CODING_PLAIN },
        { "\"gzip\"", ALL, WF_CODING_PLAIN },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        cr_expect_eq(chosen(cases[i].there, cases[i].accept, NULL), cases[i].coding, "%s", cases[i].accept);
}

Test(static_coding, looks_at_every_line)
{
    cr_expect_eq(chosen(ALL, "deflate", "gzip"), WF_CODING_GZIP);
    cr_expect_eq(chosen(ALL, "*", "br;q=0, zstd;q=0"), WF_CODING_GZIP);
}

Test(static_coding, names_are_those_of_the_registry)
{
    cr_expect(weft_str_eq(wf_coding_name(WF_CODING_BROTLI), weft_lit("br")));
    cr_expect_str_eq(wf_coding_extension(WF_CODING_ZSTD), ".zst");
    cr_expect_str_eq(wf_coding_extension(WF_CODING_PLAIN), "");
    cr_expect(weft_str_eq(wf_coding_suffix(WF_CODING_GZIP), weft_lit("gz")));
}
