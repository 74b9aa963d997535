/* A Cookie field, against a reader of one byte at a time; what may be set comes back as it was set. */
#include "src/http/cookie.h"
#include "src/http/field.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("a=1; b=\"2\";\tc = 3 ;; d=e=f; =g; h; i="),
    WEFT_LIT("__Host-a=%20\xff; $Version=1; a=\"x;y\""),
    WEFT_LIT("a"),
};
FUZZ_SEEDS(seeds)

static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/* The bytes of [at, end) without blanks around them are `text`. */
static void expect(const char *at, const char *end, weft_str text)
{
    while (at < end && is_blank(*at)) at++;
    while (at < end && is_blank(end[-1])) end--;
    WF_ASSERT((size_t)(end - at) == text.len && memcmp(at, text.ptr, text.len) == 0);
}

/* The naive reader steps over one piece; whether it is a cookie, which name and value must then be. */
static bool step(const char **at, const char *end, weft_str name, weft_str value)
{
    const char *start = *at, *equals = NULL;
    bool named = false;
    for (; *at < end && **at != ';'; ++*at) {
        if (**at == '=' && !equals) equals = *at;
        if (!equals && !is_blank(**at)) named = true;
    }
    if (equals && named && name.ptr) {
        expect(start, equals, name);
        expect(equals + 1, *at, value);
    }
    if (*at < end) ++*at;
    return equals && named;
}

static void check_set(weft_str name, weft_str value)
{
    if (!wf_is_token(name) || !wf_is_cookie_value(value)) return;
    char *field;
    size_t len;
    FILE *to = open_memstream(&field, &len);
    fprintf(to, "x=y; %.*s=%.*s; z=", (int)name.len, name.ptr, (int)value.len, value.ptr);
    fclose(to);
    weft_str rest = weft_str_of(field, len), got_name, got_value;
    WF_ASSERT(wf_cookie_next(&rest, &got_name, &got_value) && wf_cookie_next(&rest, &got_name, &got_value));
    WF_ASSERT(weft_str_eq(got_name, name) && weft_str_eq(got_value, value));
    WF_ASSERT(wf_cookie_next(&rest, &got_name, &got_value) && !wf_cookie_next(&rest, &got_name, &got_value));
    free(field);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = fuzz_copy(data, size);
    const char *at = copy, *end = copy + size;
    weft_str rest = weft_str_of(copy, size), name, value;
    while (wf_cookie_next(&rest, &name, &value)) {
        while (!step(&at, end, name, value)) WF_ASSERT(at < end);
        check_set(name, value);
        WF_ASSERT(!wf_is_cookie_attribute(value) || !memchr(value.ptr, ';', value.len));
    }
    while (at < end) WF_ASSERT(!step(&at, end, weft_str_of(NULL, 0), rest));
    free(copy);
    return 0;
}
