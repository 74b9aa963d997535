#include "src/http/mime.h"
#include "src/base/str.h"

size_t wf_mime_extension(weft_str path, char out[WF_EXTENSION_MAX])
{
    size_t dot = path.len;
    while (dot > 0 && path.ptr[dot - 1] != '.' && path.ptr[dot - 1] != '/') dot--;
    bool found = dot > 1 && path.ptr[dot - 1] == '.' && path.ptr[dot - 2] != '/';
    size_t len = found ? path.len - dot : 0;
    if (len > WF_EXTENSION_MAX) return 0;
    for (size_t i = 0; i < len; i++) out[i] = wf_lower(path.ptr[dot + i]);
    return len;
}

weft_str wf_mime_of(weft_str path)
{
    static const struct {
        weft_str extension, type;
    } mimes[] = {
#define X(extension, type) { WEFT_LIT(extension), WEFT_LIT(type) },
        WF_MIMES(X)
#undef X
    };
    char text[WF_EXTENSION_MAX];
    weft_str extension = weft_str_of(text, wf_mime_extension(path, text));
    size_t from = 0, to = extension.len ? sizeof mimes / sizeof *mimes : 0;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = wf_str_order(extension, mimes[middle].extension);
        if (order == 0) return mimes[middle].type;
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return weft_lit("application/octet-stream");
}
