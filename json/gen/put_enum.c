/* Enums as functions: a value to its name, a name to its value. */
#include "json/gen/gen.h"

/* ---- Writing ----------------------------------------------------------------------------------------------- */

/* The name with its quotes, as JSON. */
static weft_str quoted_name(wf_jgen *gen, const wf_jname *name)
{
    return wf_jgen_printf(gen, "\"%.*s\"", WF_P(wf_jgen_escaped(gen, name->name)));
}

/* The names by their values if those are 0, 1, 2 and so on; NULL: they are not, or a name is too long for a table. */
static const wf_jname **table_of(wf_jgen *gen, const wf_jenum *names, size_t *size)
{
    enum { LONGEST = 31 };
    const wf_jname **table = wf_jgen_take(gen, names->count * sizeof(wf_jname *));
    *size = 0;
    for (const wf_jname *name = names->names; name; name = name->next) {
        bool fits = name->value >= 0 && (uint64_t)name->value < names->count;
        if (!fits || quoted_name(gen, name).len > LONGEST) return NULL;
        if (!name->is_alias) table[name->value] = name;
        *size += !name->is_alias;
    }
    for (size_t i = 0; i < *size; i++)
        if (!table[i]) return NULL;
    return table;
}

static void put_table(wf_jsource *source, const wf_jname *const *table, size_t size)
{
    size_t longest = 0;
    for (size_t i = 0; i < size; i++) {
        size_t len = quoted_name(source->gen, table[i]).len;
        if (len > longest) longest = len;
    }
    wf_jput(source, "static const struct {");
    wf_jput(source, "char text[%d];", longest < 16 ? 16 : 32);
    wf_jput(source, "unsigned char len;");
    wf_jput(source, "} json_names[] = {");
    for (size_t i = 0; i < size; i++) {
        weft_str text = quoted_name(source->gen, table[i]);
        wf_jput(source, "{ \"%.*s\", %zu },", WF_P(wf_jgen_quoted(source->gen, text)), text.len);
    }
    wf_jput(source, "};");
    wf_jput(source, "if ((unsigned)weft_value >= %zu) return weft_out_fail(out, WEFT_JSON_MISUSE);", size);
    wf_jput(source, "memcpy(at, json_names[weft_value].text, sizeof json_names[weft_value].text);");
    wf_jput(source, "return at + json_names[weft_value].len;");
}

static void put_switch(wf_jsource *source, const wf_jenum *names)
{
    wf_jput(source, "switch (weft_value) {");
    for (const wf_jname *name = names->names; name; name = name->next)
        if (!name->is_alias)
            wf_jput(source, "case %.*s: return WEFT_OUT_LIT(at, \"%.*s\");", WF_P(name->constant),
                    WF_P(wf_jgen_quoted(source->gen, quoted_name(source->gen, name))));
    wf_jput(source, "default: return weft_out_fail(out, WEFT_JSON_MISUSE);");
    wf_jput(source, "}");
}

static void put_writer(wf_jsource *source, const wf_jenum *names)
{
    wf_jput(source, "static char *json_put_%.*s(weft_json_out *out, char *at, %.*s weft_value)",
            WF_P(names->ident), WF_P(names->type));
    wf_jput(source, "{");
    size_t size;
    const wf_jname **table = table_of(source->gen, names, &size);
    if (table)
        put_table(source, table, size);
    else
        put_switch(source, names);
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

/* ---- Reading ----------------------------------------------------------------------------------------------- */

/* What a name that is none of them should have been: "one of red, green". */
static weft_str wanted(wf_jgen *gen, const wf_jenum *names)
{
    enum { TOLD = 12 };
    weft_str text = weft_lit("one of ");
    int told = 0;
    for (const wf_jname *name = names->names; name; name = name->next) {
        if (told++ == TOLD) return wf_jgen_printf(gen, "%.*s, ...", WF_P(text));
        text = wf_jgen_printf(gen, "%.*s%s%.*s", WF_P(text), told > 1 ? ", " : "", WF_P(name->name));
    }
    return text;
}

static void put_reader(wf_jsource *source, const wf_jenum *names)
{
    enum { COMPARED = 8 }; /* so many names are looked for in the text as it stands */
    wf_jgen *gen = source->gen;
    wf_jchoice *choices = wf_jgen_take(gen, names->count * sizeof *choices);
    wf_jput(source, "static const char *json_take_%.*s(weft_json_in *in, const char *at, %.*s *weft_value)",
            WF_P(names->ident), WF_P(names->type));
    wf_jput(source, "{");
    size_t count = 0;
    for (const wf_jname *name = names->names; name; name = name->next) {
        weft_str text = quoted_name(gen, name);
        choices[count++] = (wf_jchoice){ name->name, wf_jgen_printf(gen, "{ *weft_value = %.*s; return at; }",
                                                                    WF_P(name->constant)) };
        if (names->count <= COMPARED)
            wf_jput(source, "if (WEFT_IN_IS(at, \"%.*s\")) { *weft_value = %.*s; return at + %zu; }",
                    WF_P(wf_jgen_quoted(gen, text)), WF_P(name->constant), text.len);
    }
    wf_jput(source, "const char *weft_from = at;");
    wf_jput(source, "weft_str weft_name;");
    wf_jput(source, "at = weft_in_text(in, at, &weft_name);");
    wf_jput(source, "if (!at) return NULL;");
    wf_jput_choices(source, "weft_name", choices, count);
    wf_jput(source, "return weft_in_form(in, weft_from, \"%.*s\");",
            WF_P(wf_jgen_quoted(gen, wanted(gen, names))));
    wf_jput(source, "}");
    wf_jput(source, "%s", "");
}

void wf_jput_enum(wf_jsource *source, const wf_jenum *names)
{
    wf_jput(source, "/* %.*s: %.*s */", WF_P(names->type),
            WF_P(wf_jgen_place(source->gen, names->tag->place)));
    wf_jput(source, "%s", "");
    if (names->is_written) put_writer(source, names);
    put_reader(source, names);
}
