#include "src/http/form.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/http/target.h"

bool wf_form_next(weft_str *rest, weft_str *name, weft_str *value)
{
    while (rest->ptr) {
        weft_str pair = wf_str_cut(rest, '&');
        if (pair.len == 0) continue;
        *name = wf_str_cut(&pair, '=');
        *value = pair.ptr ? pair : weft_str_of(name->ptr + name->len, 0);
        return true;
    }
    return false;
}

bool wf_form_is_coded(weft_str raw)
{
    for (size_t i = 0; i < raw.len; i++)
        if (raw.ptr[i] == '%' || raw.ptr[i] == '+' || (raw.ptr[i] & 0x80)) return true;
    return false;
}

ptrdiff_t wf_form_decode(char *out, weft_str raw)
{
    if (raw.len == 0) return 0;
    ptrdiff_t len = wf_percent_decode(out, raw, true);
    return len >= 0 && wf_utf8_valid(out, (size_t)len) ? len : -1;
}
