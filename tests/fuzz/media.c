/* An Accept field or a Content-Type: what is read of it is well formed, and the choice is the same when the ranges
 * come in the other order. */
#include "src/http/field.h"
#include "src/http/media.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    WEFT_LIT("text/*;q=0.3, text/html;level=1;q=0.001, a/b;x=\"\\\",\";q=1.000, */*;q=0"),
    WEFT_LIT("multipart/form-data ; boundary=\"a\\\"b\"; charset=utf-8;"),
    WEFT_LIT("text/html;q=2, application/json;q=0.9999"),
};
FUZZ_SEEDS(seeds)

static void check_params(weft_str type)
{
    char out[8];
    weft_str rest = type, name, value, first = { NULL, 0 };
    (void)wf_str_cut(&rest, ';');
    if (rest.ptr) rest = weft_str_of(rest.ptr - 1, rest.len + 1);
    while (wf_param_next(&rest, &name, &value)) {
        WF_ASSERT(wf_is_token(name) && value.len > 0 && value.ptr[-1] == '=');
        WF_ASSERT(wf_is_token(value) ||
                  (value.len > 1 && *value.ptr == '"' && value.ptr[value.len - 1] == '"'));
        weft_str text = wf_param_text(value, out, sizeof out);
        WF_ASSERT(text.len <= value.len && wf_is_field_value(text));
        if (wf_str_eq_nocase(name, weft_lit("q")) && !first.ptr) first = value;
    }
    weft_str found = wf_media_param(type, weft_lit("q"), out, sizeof out);
    WF_ASSERT(first.ptr || !found.ptr);
    WF_ASSERT(!first.ptr || *first.ptr == '"' || weft_str_eq(first, found));
}

static ptrdiff_t choose_reversed(weft_str accept, const char *const *types, size_t count)
{
    char *turned = malloc(accept.len + 1), *to = turned + accept.len + 1, *end = to;
    for (weft_str range = wf_list_next(&accept); range.ptr; range = wf_list_next(&accept)) {
        *--to = ',';
        to -= range.len;
        memcpy(to, range.ptr, range.len);
    }
    ptrdiff_t best = wf_accept_best(weft_str_of(to, (size_t)(end - to)), types, count);
    free(turned);
    return best;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const types[] = { "text/html", "application/json", "text/plain; charset=utf-8",
                                         "a/b" };
    char *copy = fuzz_copy(data, size);
    weft_str text = weft_str_of(copy, size), essence = wf_media_essence(text);
    WF_ASSERT(!essence.ptr || (essence.len >= 3 && memchr(essence.ptr, '/', essence.len)));
    check_params(text);
    ptrdiff_t best = wf_accept_best(text, types, 4);
    WF_ASSERT(best >= -1 && best < 4);
    bool quoted = size && memchr(copy, '"', size); /* an open quote ends with the text, wherever that is */
    if (!quoted) WF_ASSERT(choose_reversed(text, types, 4) == best);
    free(copy);
    return 0;
}
