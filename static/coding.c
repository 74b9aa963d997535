#include "static/coding.h"
#include "src/base/str.h"
#include "src/http/media.h"

weft_str wf_coding_name(wf_coding coding)
{
    static const weft_str names[] = {
#define X(id, name, extension, suffix) WEFT_LIT(name),
        WF_CODINGS(X)
#undef X
    };
    return names[coding];
}

const char *wf_coding_extension(wf_coding coding)
{
    static const char *const extensions[] = {
#define X(id, name, extension, suffix) extension,
        WF_CODINGS(X)
#undef X
    };
    return extensions[coding];
}

weft_str wf_coding_suffix(wf_coding coding)
{
    static const weft_str suffixes[] = {
#define X(id, name, extension, suffix) WEFT_LIT(suffix),
        WF_CODINGS(X)
#undef X
    };
    return suffixes[coding];
}

/* What a client says of each coding, in thousandths; UNSAID: nothing. */
enum { UNSAID = -1, ANY = WF_CODING_COUNT, SAYINGS };

static int coding_named(weft_str name)
{
    if (weft_str_eq(name, weft_lit("*"))) return ANY;
    if (wf_str_eq_nocase(name, weft_lit("identity"))) return WF_CODING_PLAIN;
    if (wf_str_eq_nocase(name, weft_lit("x-gzip"))) return WF_CODING_GZIP; /* RFC 9110 section 8.4.1.3 */
    for (int coding = WF_CODING_GZIP; coding < WF_CODING_COUNT; coding++)
        if (wf_str_eq_nocase(name, wf_coding_name((wf_coding)coding))) return coding;
    return UNSAID;
}

static void hear(int said[SAYINGS], weft_str element)
{
    weft_str rest = element, name = wf_str_trim(wf_str_cut(&rest, ';')), key, value;
    int coding = coding_named(name), q = 1000;
    if (coding == UNSAID) return;
    rest = weft_str_of(name.ptr + name.len, element.len - (size_t)(name.ptr + name.len - element.ptr));
    while (wf_param_next(&rest, &key, &value))
        if (wf_str_eq_nocase(key, weft_lit("q"))) q = wf_q_read(value);
    said[coding] = q;
}

wf_coding wf_coding_choose(const wf_message *msg, unsigned there)
{
    if (!wf_message_has(msg, WF_FIELD_ACCEPT_ENCODING)) return WF_CODING_PLAIN;
    int said[SAYINGS] = { UNSAID, UNSAID, UNSAID, UNSAID, UNSAID };
    for (uint32_t i = 0; i < msg->fields_count; i++) {
        weft_str rest = msg->fields[i].value, element;
        if (msg->fields[i].id != WF_FIELD_ACCEPT_ENCODING) continue;
        while ((element = wf_list_next(&rest)).ptr) hear(said, element);
    }
    wf_coding best = WF_CODING_PLAIN;
    int best_q = said[WF_CODING_PLAIN]; /* unsaid: acceptable, but whatever is asked for is better */
    for (int coding = WF_CODING_GZIP; coding < WF_CODING_COUNT; coding++) {
        int q = said[coding] == UNSAID ? said[ANY] : said[coding];
        if (!(there >> coding & 1) || q <= 0 || q < best_q) continue;
        best = (wf_coding)coding;
        best_q = q;
    }
    return best;
}
