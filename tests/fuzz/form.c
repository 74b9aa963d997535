/* Fields cut at 0xff: written as a form as a browser would, they come back as they were. */
#include "src/base/utf8.h"
#include "src/http/form.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("name\xffvalue\xff"
             "a b&c=d\xff%+\xc3\xa9\xff\xff"),
    WEFT_LIT("\xff\xff\xff"
             "a\xc3\xff\r\n"),
};
FUZZ_SEEDS(seeds)

/* WHATWG URL, application/x-www-form-urlencoded serializing, and now and then more escapes than are due. */
static void encode(FILE *to, weft_str text, uint8_t choice)
{
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        bool plain =
            byte && strchr("*-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", byte);
        if (plain && (choice >> i % 8 & 1) == 0)
            fputc(byte, to);
        else if (byte == ' ')
            fputc('+', to);
        else
            fprintf(to, choice & 1 ? "%%%02X" : "%%%02x", (unsigned char)byte);
    }
}

static void expect(weft_str raw, weft_str text)
{
    char *out = malloc(raw.len);
    ptrdiff_t len = wf_form_decode(out, raw);
    WF_ASSERT(wf_utf8_valid(text.ptr, text.len) ? len == (ptrdiff_t)text.len : len == -1);
    WF_ASSERT(len < 0 || memcmp(out, text.ptr, text.len) == 0);
    free(out);
}

/* A field of its own place in memory, cut off `*rest`; present even at the end. */
static weft_str cut(weft_str *rest)
{
    weft_str field = rest->ptr ? wf_str_cut(rest, '\xff') : weft_lit("");
    return field;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t choice = fuzz_choice(&data, &size);
    char *copy = fuzz_copy(data, size), *form;
    size_t form_len;
    FILE *to = open_memstream(&form, &form_len);
    for (weft_str rest = weft_str_of(copy, size); rest.ptr;) {
        encode(to, cut(&rest), choice);
        fputc('=', to);
        encode(to, cut(&rest), choice);
        fputs(choice & 2 ? "&&" : "&", to);
    }
    fclose(to);
    char *exact = fuzz_copy(form, form_len);
    weft_str read = weft_str_of(exact, form_len), rest = weft_str_of(copy, size), name, value;
    while (rest.ptr) {
        WF_ASSERT(wf_form_next(&read, &name, &value));
        expect(name, cut(&rest));
        expect(value, cut(&rest));
    }
    WF_ASSERT(!wf_form_next(&read, &name, &value));
    free(exact);
    free(form);
    free(copy);
    return 0;
}
