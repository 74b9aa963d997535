/* Marks in a file of their own, for headers that are not to be touched. */
#include "json/gen/gen.h"
#include <errno.h>
#include <stdio.h>

typedef struct line {
    struct line *next;
    weft_str owner, name, text;
    wf_cplace place, text_at;
} line;

struct wf_jmarks {
    line *lines, **end;
};

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

/* One line of the file; comments start with "#". */
static void take_line(wf_jgen *gen, wf_jmarks *marks, weft_str text, wf_cplace place, weft_str *owner)
{
    size_t at = 0;
    while (at < text.len && is_blank(text.ptr[at])) at++;
    if (at == text.len || text.ptr[at] == '#') return;
    size_t from = at;
    while (at < text.len && !is_blank(text.ptr[at])) at++;
    weft_str word = weft_str_of(text.ptr + from, at - from);
    line *made = wf_jgen_take(gen, sizeof *made);
    place.column = (uint32_t)from + 1;
    if (from == 0) *owner = word;
    if (owner->len == 0) {
        wf_jgen_error(gen, place,
                      "a struct's name stands at the beginning of its line, its members are indented",
                      "%.*s belongs to no struct", WF_P(word));
        return;
    }
    while (at < text.len && is_blank(text.ptr[at])) at++;
    *made = (line){ .owner = *owner,
                    .name = from == 0 ? weft_lit("") : word,
                    .text = weft_str_of(text.ptr + at, text.len - at),
                    .place = place,
                    .text_at = { place.file, place.line, (uint32_t)at + 1 } };
    *marks->end = made;
    marks->end = &made->next;
}

static bool read_file(wf_jgen *gen, const char *path, weft_str *text)
{
    enum { LIMIT = 1 << 20 };
    wf_cplace place = { path, 0, 0 };
    FILE *file = fopen(path, "r");
    if (!file) {
        wf_jgen_error(gen, place, NULL, "cannot be opened: %s", strerror(errno));
        return false;
    }
    char *bytes = wf_jgen_take(gen, LIMIT);
    size_t len = fread(bytes, 1, LIMIT, file);
    bool ok = !ferror(file) && len < LIMIT;
    fclose(file);
    if (!ok) wf_jgen_error(gen, place, NULL, "cannot be read, or has more than 1 MiB");
    *text = weft_str_of(bytes, len);
    return ok;
}

const wf_jmarks *wf_jmarks_read(wf_jgen *gen, const char *path)
{
    weft_str rest, owner = weft_lit("");
    if (!read_file(gen, path, &rest)) return NULL;
    wf_jmarks *marks = wf_jgen_take(gen, sizeof *marks);
    marks->end = &marks->lines;
    wf_cplace place = { path, 1, 1 };
    for (; rest.ptr; place.line++) take_line(gen, marks, wf_str_cut(&rest, '\n'), place, &owner);
    return marks;
}

weft_str wf_jmarks_find(const wf_jmarks *marks, weft_str owner, weft_str name, wf_cplace *place)
{
    for (const line *at = marks->lines; at; at = at->next) {
        if (!weft_str_eq(at->owner, owner) || !weft_str_eq(at->name, name)) continue;
        *place = at->text_at;
        return at->text;
    }
    return weft_str_of(NULL, 0);
}

static bool has_name(const wf_ctag *tag, weft_str name)
{
    for (const wf_cvalue *value = tag->values; value; value = value->next)
        if (weft_str_eq(value->name, name)) return true;
    return tag->kind != WF_C_ENUM && wf_ctag_member(tag, name);
}

static void check_line(wf_jgen *gen, const line *at)
{
    const wf_ctag *tag = wf_cdecl_find_record(gen->set, at->owner);
    weft_str near = { 0 };
    if (!tag && at->name.len == 0) {
        near = wf_cdecl_near_type(gen->set, at->owner);
        wf_jgen_error(gen, at->place, near.ptr ? wf_jgen_printf(gen, "did you mean %s?", near.ptr).ptr : NULL,
                      "no struct or enum %.*s was read", WF_P(at->owner));
    }
    if (!tag || at->name.len == 0 || has_name(tag, at->name)) return;
    near = wf_ctag_near_member(tag, at->name);
    wf_jgen_error(gen, at->place, near.ptr ? wf_jgen_printf(gen, "did you mean %s?", near.ptr).ptr : NULL,
                  "%.*s has no member %.*s", WF_P(at->owner), WF_P(at->name));
}

void wf_jmarks_check(wf_jgen *gen, const wf_jmarks *marks)
{
    for (const line *at = marks->lines; at; at = at->next) check_line(gen, at);
}
