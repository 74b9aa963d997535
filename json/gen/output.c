/* The two files: the header that people include, and the source. */
#include "json/gen/gen.h"

static void put_banner(wf_jsource *source)
{
    const char *header = source->gen->header, *slash = strrchr(header, '/');
    wf_jput(source, "/* Made by weft json from %s. Do not edit: edit that, and make. */",
            slash ? slash + 1 : header);
}

/* ---- The header -------------------------------------------------------------------------------------------- */

static void put_guard(wf_jsource *source, weft_str own)
{
    weft_str name = wf_jgen_copy(source->gen, own);
    char *guard = wf_jgen_take(source->gen, own.len + 1);
    for (size_t i = 0; i < name.len; i++) {
        char byte = wf_lower(name.ptr[i]);
        bool plain = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
        guard[i] = plain ? (char)(byte >= 'a' ? byte - 'a' + 'A' : byte) : '_';
    }
    wf_jput(source, "#ifndef WEFT_MADE_%s", guard);
    wf_jput(source, "#define WEFT_MADE_%s", guard);
}

static void declare_codec(wf_jsource *source, const wf_jrecord *record)
{
    const char *ident = record->ident.ptr, *type = record->type.ptr;
    wf_jput(source, "/* %s: %.*s */", type, WF_P(wf_jgen_place(source->gen, record->tag->place)));
    wf_jput(source, "extern const weft_codec %s_codec;", ident);
    wf_jput(source, "static inline weft_response %s_json(weft_request *req, const %s *value)", ident, type);
    wf_jput(source, "{");
    wf_jput(source, "return weft_json(req, &%s_codec, value);", ident);
    wf_jput(source, "}");
    wf_jput(source, "WEFT_CHECK static inline bool %s_read(weft_request *req, %s *value)", ident, type);
    wf_jput(source, "{");
    wf_jput(source, "return weft_read_json(req, &%s_codec, value);", ident);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

static weft_buf write_header(wf_jgen *gen, weft_str include, weft_str own)
{
    wf_jsource source = { .gen = gen, .text = weft_buf_heap(SIZE_MAX) };
    put_banner(&source);
    put_guard(&source, own);
    wf_jput(&source, "#include \"%.*s\"", WF_P(include));
    wf_jput(&source, "#include <weft/json.h>");
    wf_jput(&source, "#include <weft/weft.h>");
    wf_jput(&source, "#ifdef __cplusplus");
    wf_jput(&source, "extern \"C\" {\n#endif\n");
    source.indent = 0;
    for (const wf_jrecord *at = gen->records; at; at = at->next)
        if (at->has_codec && !at->is_foreign) declare_codec(&source, at);
    wf_jput(&source, "#ifdef __cplusplus\n}\n#endif");
    wf_jput(&source, "#endif");
    return source.text;
}

/* ---- What only some sources need --------------------------------------------------------------------------- */

typedef struct needs {
    bool chars, read_chars, length, wide;
} needs;

static void look_at(needs *to, const wf_jvalue *value)
{
    for (; value; value = value->of) {
        const wf_ctype *plain = wf_ctype_resolve(value->type);
        if (value->kind == WF_J_CHARS) to->chars = true;
        if (value->kind == WF_J_INT && plain->bits == 0) to->wide = true;
    }
}

static needs needs_of(const wf_jgen *gen)
{
    needs found = { 0 };
    for (const wf_jrecord *record = gen->records; record; record = record->next)
        for (const wf_jvariant *variant = record->variants; variant; variant = variant->next)
            for (const wf_jmember *member = variant->members; member; member = member->next) {
                look_at(&found, member->value);
                if (member->limits.length.is_set) found.length = true;
            }
    return found;
}

/* Which enums are written: those of a tag alone are not. */
static void find_written(const wf_jgen *gen)
{
    for (const wf_jrecord *record = gen->records; record; record = record->next)
        for (const wf_jvariant *variant = record->variants; variant; variant = variant->next)
            for (const wf_jmember *member = variant->members; member; member = member->next) {
                const wf_jvalue *value = member->value;
                while (value->of) value = value->of;
                if (value->kind == WF_J_ENUM) value->names->is_written = true;
            }
}

static void put_chars(wf_jsource *source)
{
    weft_put_str(
        &source->text,
        weft_lit(
            "/* Texts that end in a NUL. */\n"
            "static weft_str json_text_of(const char *text, size_t room)\n"
            "{\n"
            "    const char *end = memchr(text, '\\0', room);\n"
            "    return weft_str_of(text, end ? (size_t)(end - text) : room);\n"
            "}\n\n"
            "static const char *json_take_chars(weft_json_in *in, const char *at, char *to, size_t room)\n"
            "{\n"
            "    weft_str text;\n"
            "    const char *from = at;\n"
            "    at = weft_in_text(in, at, &text);\n"
            "    if (!at) return NULL;\n"
            "    if (text.len >= room) return weft_in_form(in, from, \"a shorter text\");\n"
            "    if (memchr(text.ptr, '\\0', text.len)) return weft_in_form(in, from, \"a text without "
            "\\\\u0000\");\n"
            "    memcpy(to, text.ptr, text.len);\n"
            "    memset(to + text.len, 0, room - text.len);\n"
            "    return at;\n"
            "}\n\n"));
}

static void put_length(wf_jsource *source)
{
    weft_put_str(
        &source->text,
        weft_lit("/* Whether a text has from min to max characters: bytes of UTF-8 that continue none. */\n"
                 "static bool json_is_long(weft_str text, size_t min, size_t max)\n"
                 "{\n"
                 "    if (text.len <= max && text.len / 4 >= min) return true;\n"
                 "    size_t count = 0;\n"
                 "    for (size_t i = 0; i < text.len; i++) count += ((unsigned char)text.ptr[i] & 0xc0) != "
                 "0x80;\n"
                 "    return count >= min && count <= max;\n"
                 "}\n\n"));
}

static void put_helpers(wf_jsource *source)
{
    needs found = needs_of(source->gen);
    if (found.wide) {
        wf_jput(source, "#define JSON_MAX_OF(type) ((int64_t)(UINT64_MAX >> (65 - 8 * sizeof(type))))");
        wf_jput(source, "#define JSON_MIN_OF(type) (-JSON_MAX_OF(type) - 1)\n");
    }
    if (found.chars) put_chars(source);
    if (found.length) put_length(source);
}

/* ---- The source -------------------------------------------------------------------------------------------- */

static void put_declarations(wf_jsource *source)
{
    wf_jgen *gen = source->gen;
    for (const wf_jrecord *at = gen->records; at; at = at->next)
        if (at->made_of.len)
            wf_jput(source, "typedef __typeof__(%.*s) %.*s;", WF_P(at->made_of), WF_P(at->type));
    for (const wf_jrecord *at = gen->records; at; at = at->next) {
        const char *ident = at->ident.ptr;
        if (at->is_foreign) {
            wf_jput(source, "extern const weft_codec %s_codec; /* of another header */", ident);
            continue;
        }
        wf_jput(source, "static char *json_put_%s(weft_json_out *out, char *at, const void *weft_value);",
                ident);
        wf_jput(source,
                "static const char *json_take_%s(weft_json_in *in, const char *at, void *weft_value);",
                ident);
    }
    wf_jput(source, "%s", "");
}

static void put_record(wf_jsource *source, const wf_jrecord *record)
{
    wf_jput(source, "/* ---- %.*s: %.*s ---- */", WF_P(record->type),
            WF_P(wf_jgen_place(source->gen, record->tag->place)));
    wf_jput(source, "%s", "");
    wf_jput_writers(source, record);
    wf_jput_readers(source, record);
    if (!record->has_codec) return;
    const char *ident = record->ident.ptr, *type = record->type.ptr;
    wf_jput(source, "const weft_codec %s_codec = { \"%s\", sizeof(%s), json_put_%s, json_take_%s };", ident,
            ident, type, ident, ident);
    wf_jput(source, "%s", "");
}

static weft_buf write_source(wf_jgen *gen, weft_str own)
{
    wf_jsource source = { .gen = gen, .text = weft_buf_heap(SIZE_MAX) };
    put_banner(&source);
    wf_jput(&source, "#include <weft/codec.h>");
    wf_jput(&source, "#include \"%.*s\"", WF_P(own));
    weft_put_str(&source.text,
                 weft_lit("#if defined(__GNUC__)\n"
                          "#pragma GCC diagnostic ignored \"-Wshadow\" /* by the header's own names */\n"
                          "#endif\n\n"));
    put_declarations(&source);
    put_helpers(&source);
    find_written(gen);
    for (const wf_jenum *at = gen->enums; at; at = at->next) wf_jput_enum(&source, at);
    for (const wf_jrecord *at = gen->records; at; at = at->next)
        if (!at->is_foreign) put_record(&source, at);
    source.text.len -= source.text.len > 0; /* the last blank line */
    return source.text;
}

wf_joutput wf_jgen_write(wf_jgen *gen, weft_str include, weft_str own)
{
    return (wf_joutput){ .source = write_source(gen, own), .header = write_header(gen, include, own) };
}

/* ---- The whole --------------------------------------------------------------------------------------------- */

static bool read_headers(wf_jgen *gen, const wf_jrequest *request)
{
    bool ok = true;
    for (size_t i = 0; i < request->folder_count; i++) wf_cdecl_search(gen->set, request->folders[i]);
    for (size_t i = 0; i < request->definition_count && ok; i++)
        ok = wf_cdecl_define(gen->set, request->definitions[i]);
    if (ok && request->text.ptr)
        ok = wf_cdecl_read_text(gen->set, request->header, request->text);
    else if (ok)
        ok = wf_cdecl_read(gen->set, request->header);
    const wf_cfault *fault = wf_cdecl_fault(gen->set);
    if (!ok) wf_jgen_error(gen, fault->place, fault->hint, "%s", fault->what);
    return ok;
}

bool wf_jgen_run(wf_jgen *gen, const wf_jrequest *request, wf_joutput *output)
{
    enum { MEMORY = 1 << 30 };
    *gen = (wf_jgen){ .set = wf_cdecl_new(), .report = weft_buf_heap(1 << 20) };
    wf_pool_init(&gen->pool);
    wf_arena_init(&gen->arena, NULL, 0, &gen->pool, MEMORY);
    gen->records_end = &gen->records;
    gen->enums_end = &gen->enums;
    *output = (wf_joutput){ 0 };
    if (!gen->set) {
        wf_jgen_error(gen, (wf_cplace){ request->header, 0, 0 }, NULL, "out of memory");
        return false;
    }
    if (!read_headers(gen, request)) return false;
    gen->header = wf_cdecl_file_at(gen->set, 0);
    if (request->marks) gen->marks = wf_jmarks_read(gen, request->marks);
    if (gen->errors == 0) wf_jgen_model(gen);
    if (gen->errors) return false;
    *output = wf_jgen_write(gen, request->include, request->own);
    return true;
}

void wf_jgen_free(wf_jgen *gen)
{
    weft_buf_free(&gen->report);
    wf_arena_reset(&gen->arena);
    wf_pool_reset(&gen->pool);
    wf_cdecl_free(gen->set);
}
