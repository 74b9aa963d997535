/* Pieces of C: lines, literals, types. */
#include "json/gen/gen.h"
#include <stdarg.h>
#include <stdio.h>

static void put_indent(wf_jsource *source)
{
    for (int i = 0; i < source->indent; i++) weft_put_str(&source->text, weft_lit("    "));
}

void wf_jput(wf_jsource *source, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int wanted = vsnprintf(NULL, 0, format, args);
    size_t len = wanted < 0 ? 0 : (size_t)wanted;
    char *line = wf_jgen_take(source->gen, len + 1);
    vsnprintf(line, len + 1, format, again);
    va_end(again);
    va_end(args);
    bool closes = *line == '}';
    bool label = strncmp(line, "case ", 5) == 0 || strncmp(line, "default:", 8) == 0;
    source->indent -= closes;
    source->indent -= label;
    if (len) put_indent(source);
    source->indent += label;
    weft_put_str(&source->text, weft_str_of(line, len));
    weft_put_char(&source->text, '\n');
    source->indent += len && line[len - 1] == '{';
}

weft_str wf_jgen_quoted(wf_jgen *gen, weft_str text)
{
    weft_buf out = weft_buf_heap(SIZE_MAX);
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        if (byte == '"' || byte == '\\')
            weft_putf(&out, "\\%c", byte);
        else if (byte < ' ' || byte == '?' || byte == 0x7f) /* "??" would be a trigraph */
            weft_putf(&out, "\\%03o", (unsigned)(unsigned char)byte);
        else
            weft_put_char(&out, byte);
    }
    weft_str quoted = wf_jgen_copy(gen, weft_buf_str(&out));
    weft_buf_free(&out);
    return quoted;
}

weft_str wf_jgen_escaped(wf_jgen *gen, weft_str text)
{
    char *to = wf_jgen_take(gen, 2 * text.len + 1), *at = to;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"' || text.ptr[i] == '\\') *at++ = '\\';
        *at++ = text.ptr[i];
    }
    return weft_str_of(to, (size_t)(at - to));
}

weft_str wf_jgen_typed(wf_jgen *gen, const wf_ctype *type, bool is_pointer, const char *declarator)
{
    wf_ctype plain = *type, pointer = { .kind = WF_C_POINTER, .of = &plain };
    plain.is_const = false;
    if (plain.kind == WF_C_ARRAY) { /* const stands at the items */
        wf_ctype *item = wf_jgen_take(gen, sizeof *item);
        *item = *plain.of;
        item->is_const = false;
        plain.of = item;
    }
    weft_buf out = weft_buf_heap(SIZE_MAX);
    wf_ctype_put(&out, is_pointer ? &pointer : &plain, wf_str(declarator));
    weft_str text = wf_jgen_copy(gen, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

weft_str wf_jgen_place(wf_jgen *gen, wf_cplace place)
{
    const char *slash = strrchr(place.file, '/');
    return wf_jgen_printf(gen, "%s:%u", slash ? slash + 1 : place.file, place.line);
}

weft_str wf_jgen_mangled(wf_jgen *gen, weft_str path)
{
    weft_str plain = path;
    const char *bracket = memchr(path.ptr, '[', path.len); /* of an array of structs */
    if (bracket) plain.len = (size_t)(bracket - path.ptr);
    weft_str name = wf_jgen_printf(gen, "%.*s%s", WF_P(plain), bracket ? "_item" : "");
    char *to = wf_jgen_take(gen, name.len + 1);
    for (size_t i = 0; i < name.len; i++) to[i] = name.ptr[i] == '.' ? '_' : name.ptr[i];
    return weft_str_of(to, name.len);
}

bool wf_jvalue_can_be_absent(const wf_jvalue *value)
{
    return value->kind == WF_J_TEXT || value->kind == WF_J_RAW || value->kind == WF_J_POINTER ||
           value->kind == WF_J_LIST || value->kind == WF_J_MAP;
}

weft_str wf_jmember_has(wf_jgen *gen, const wf_jmember *member)
{
    if (!member->optional && !member->nullable) return weft_lit("");
    wf_jkind kind = member->value->kind;
    const char *pointer = kind == WF_J_POINTER ? " && x->" : "";
    weft_str path = member->path;
    if (member->presence.len)
        return wf_jgen_printf(gen, "x->%.*s == WEFT_VALUE%s%.*s", WF_P(member->presence), pointer,
                              kind == WF_J_POINTER ? (int)path.len : 0, path.ptr);
    if (kind == WF_J_TEXT || kind == WF_J_RAW) return wf_jgen_printf(gen, "x->%.*s.ptr", WF_P(path));
    if (kind == WF_J_LIST || kind == WF_J_MAP)
        return wf_jgen_printf(gen, "x->%.*s || x->%.*s", WF_P(path), WF_P(member->count));
    if (kind == WF_J_POINTER) return wf_jgen_printf(gen, "x->%.*s", WF_P(path));
    return weft_lit("");
}
