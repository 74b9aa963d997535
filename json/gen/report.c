/* What is wrong with a header, told as compilers do, and texts in the generator's memory. */
#include "json/gen/gen.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void *wf_jgen_take(wf_jgen *gen, size_t size)
{
    void *memory = wf_arena_take(&gen->arena, size);
    if (memory) return memset(memory, 0, size);
    fputs("weft json: out of memory\n", stderr);
    exit(1);
}

weft_str wf_jgen_copy(wf_jgen *gen, weft_str text)
{
    char *copy = wf_jgen_take(gen, text.len + 1);
    if (text.len) memcpy(copy, text.ptr, text.len);
    return weft_str_of(copy, text.len);
}

weft_str wf_jgen_printf(wf_jgen *gen, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    size_t room = len < 0 ? 1 : (size_t)len + 1;
    char *text = wf_jgen_take(gen, room);
    vsnprintf(text, room, format, again);
    va_end(again);
    va_end(args);
    return weft_str_of(text, room - 1);
}

static void put_place(weft_buf *out, wf_cplace place)
{
    if (place.line)
        weft_putf(out, "%s:%u:%u: ", place.file, place.line, place.column);
    else
        weft_putf(out, "%s: ", place.file);
}

void wf_jgen_error(wf_jgen *gen, wf_cplace place, const char *hint, const char *format, ...)
{
    if (gen->errors++ >= WF_JGEN_ERRORS) return;
    enum { ROOM = 512 };
    char text[ROOM];
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0) *text = '\0';
    va_end(args);
    put_place(&gen->report, place);
    weft_putf(&gen->report, "error: %s\n", text);
    if (hint && *hint) weft_putf(&gen->report, "  hint: %s\n", hint);
}
