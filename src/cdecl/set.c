/* A set's life, its faults, and its names. */
#include "src/cdecl/set.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Life -------------------------------------------------------------------------------------------------- */

wf_cdecl *wf_cdecl_new(void)
{
    wf_cdecl *set = wf_alloc(sizeof *set);
    if (!set) return NULL;
    wf_pool_init(&set->pool);
    wf_arena_init(&set->arena, NULL, 0, &set->pool, WF_CDECL_MEMORY);
    set->files_end = &set->files;
    set->macros_end = &set->first_macro;
    set->names_end = &set->first_name;
    set->tags_end = &set->first_tag;
    set->skipped_end = &set->skipped;
    if (!wf_cdecl_read_text(set, WF_CDECL_KNOWN, wf_str(wf_cdecl_prelude))) {
        wf_cdecl_free(set);
        return NULL;
    }
    return set;
}

void wf_cdecl_free(wf_cdecl *set)
{
    if (!set) return;
    wf_arena_reset(&set->arena);
    wf_pool_reset(&set->pool);
    wf_free(set);
}

/* ---- Memory ------------------------------------------------------------------------------------------------ */

bool wf_cset_fail(wf_cdecl *set, wf_cplace place, const char *what, const char *hint)
{
    if (!set->failed) set->fault = (wf_cfault){ place, what, hint };
    set->failed = true;
    return false;
}

const wf_cfault *wf_cdecl_fault(const wf_cdecl *set) { return &set->fault; }

void *wf_cset_take(wf_cdecl *set, size_t size)
{
    void *memory = wf_arena_take(&set->arena, size);
    if (memory) return memset(memory, 0, size);
    const char *file = set->last_file ? set->last_file->name : "";
    wf_cset_fail(set, (wf_cplace){ file, 0, 0 }, "out of memory", NULL);
    return NULL;
}

const char *wf_cset_printf(wf_cdecl *set, const char *format, ...)
{
    enum { ROOM = 512 };
    char text[ROOM];
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0) *text = '\0';
    va_end(args);
    weft_str copy = wf_cset_copy(set, wf_str(text));
    return copy.ptr ? copy.ptr : "out of memory";
}

weft_str wf_cset_copy(wf_cdecl *set, weft_str text)
{
    char *copy = wf_cset_take(set, text.len + 1);
    if (!copy) return weft_str_of(NULL, 0);
    if (text.len) memcpy(copy, text.ptr, text.len);
    return weft_str_of(copy, text.len);
}

/* ---- Reading ----------------------------------------------------------------------------------------------- */

void wf_cdecl_search(wf_cdecl *set, const char *folder)
{
    if (set->folder_count < sizeof set->folders / sizeof *set->folders)
        set->folders[set->folder_count++] = folder;
}

static void begin_read(wf_cdecl *set)
{
    set->failed = false;
    set->steps = 0;
}

/* From bytes to declarations. */
static bool read_text(wf_cdecl *set, const char *file, weft_str text)
{
    wf_ctokens tokens = { 0 };
    wf_cplace start = { file, 1, 1 };
    bool ok =
        wf_cpre_run(set, start, text, &tokens) && wf_cparse_file(set, &tokens) && wf_cmacro_declare(set);
    free(tokens.at);
    return ok;
}

bool wf_cdecl_read(wf_cdecl *set, const char *path)
{
    begin_read(set);
    weft_str text;
    const char *name;
    bool fresh;
    if (!wf_cfile_load(set, path, NULL, &text, &name, &fresh)) return false;
    return !fresh || read_text(set, name, text);
}

bool wf_cdecl_read_text(wf_cdecl *set, const char *file, weft_str text)
{
    begin_read(set);
    weft_str name = wf_cset_copy(set, wf_str(file)), copy = wf_cset_copy(set, text);
    return name.ptr && copy.ptr && wf_cfile_keep(set, name.ptr, 0, 0) && read_text(set, name.ptr, copy);
}

bool wf_cdecl_define(wf_cdecl *set, const char *definition)
{
    begin_read(set);
    weft_str rest = wf_str(definition), name = wf_str_cut(&rest, '=');
    weft_str value = rest.ptr ? rest : weft_lit("1");
    const char *line =
        wf_cset_printf(set, "#define %.*s %.*s\n", (int)name.len, name.ptr, (int)value.len, value.ptr);
    return !set->failed && read_text(set, "-D", wf_str(line));
}

const wf_ctype *wf_cdecl_read_type(wf_cdecl *set, wf_cplace place, weft_str text, weft_str *name)
{
    begin_read(set);
    wf_ctokens tokens = { 0 };
    weft_str copy = wf_cset_copy(set, text);
    const wf_ctype *type = NULL;
    if (copy.ptr && wf_cpre_run(set, place, copy, &tokens)) type = wf_cparse_type(set, &tokens, name);
    free(tokens.at);
    return type;
}

const char *wf_cdecl_file_at(const wf_cdecl *set, size_t index)
{
    const wf_cfile *file = set->files ? set->files->next : NULL; /* what is known from the start is no file */
    while (file && index--) file = file->next;
    return file ? file->name : NULL;
}

const wf_cskipped *wf_cdecl_skipped(const wf_cdecl *set) { return set->skipped; }

/* ---- Names ------------------------------------------------------------------------------------------------- */

bool wf_cset_declare(wf_cdecl *set, const wf_cname *like)
{
    if (like->name.len == 0 || wf_cmap_get(&set->names, like->name)) return true;
    wf_cname *name = wf_cset_take(set, sizeof *name);
    if (!name) return false;
    *name = *like;
    name->next = NULL;
    if (!wf_cmap_put(&set->names, &set->arena, name->name, name)) return false;
    *set->names_end = name;
    set->names_end = &name->next;
    return true;
}

const wf_cname *wf_cdecl_find(const wf_cdecl *set, weft_str name) { return wf_cmap_get(&set->names, name); }

const wf_ctag *wf_cdecl_find_tag(const wf_cdecl *set, weft_str tag) { return wf_cmap_get(&set->tags, tag); }

const wf_ctag *wf_cdecl_find_record(const wf_cdecl *set, weft_str name)
{
    const wf_cname *found = wf_cdecl_find(set, name);
    const wf_ctype *type = found && found->kind == WF_C_TYPEDEF ? wf_ctype_resolve(found->type) : NULL;
    return type && type->tag ? type->tag : wf_cdecl_find_tag(set, name);
}

const wf_cname *wf_cdecl_names(const wf_cdecl *set) { return set->first_name; }
const wf_ctag *wf_cdecl_tags(const wf_cdecl *set) { return set->first_tag; }

/* An anonymous struct or union, whose members are the outer's. */
static const wf_ctag *anonymous(const wf_cmember *member)
{
    const wf_ctype *type = member->type;
    bool record = type->kind == WF_C_STRUCT || type->kind == WF_C_UNION;
    return member->name.len == 0 && record ? type->tag : NULL;
}

const wf_cmember *wf_ctag_member(const wf_ctag *tag, weft_str name)
{
    for (const wf_cmember *member = tag->members; member; member = member->next) {
        if (weft_str_eq(member->name, name)) return member;
        const wf_ctag *inner = anonymous(member);
        const wf_cmember *found = inner ? wf_ctag_member(inner, name) : NULL;
        if (found) return found;
    }
    return NULL;
}

/* ---- Near names -------------------------------------------------------------------------------------------- */

enum { CANDIDATES = 4096 }; /* a set has names enough to make "did you mean" slow */

typedef struct nearness {
    weft_str name;
    const char *names[CANDIDATES];
    size_t count;
} nearness;

static void add(nearness *near, weft_str name)
{
    if (name.len && near->count < CANDIDATES) near->names[near->count++] = name.ptr;
}

static weft_str closest(const nearness *near)
{
    return wf_str(wf_str_nearest(near->name, near->names, near->count));
}

weft_str wf_cdecl_near_type(const wf_cdecl *set, weft_str name)
{
    nearness near = { .name = name };
    for (const wf_cname *at = set->first_name; at; at = at->next)
        if (at->kind == WF_C_TYPEDEF) add(&near, at->name);
    for (const wf_ctag *at = set->first_tag; at; at = at->next) add(&near, at->name);
    return closest(&near);
}

weft_str wf_cdecl_near_function(const wf_cdecl *set, weft_str name)
{
    nearness near = { .name = name };
    for (const wf_cname *at = set->first_name; at; at = at->next)
        if (at->kind == WF_C_FUNCTION_NAME) add(&near, at->name);
    return closest(&near);
}

static void add_members(nearness *near, const wf_ctag *tag)
{
    for (const wf_cmember *member = tag->members; member; member = member->next) {
        add(near, member->name);
        if (anonymous(member)) add_members(near, anonymous(member));
    }
}

weft_str wf_ctag_near_member(const wf_ctag *tag, weft_str name)
{
    nearness near = { .name = name };
    add_members(&near, tag);
    return closest(&near);
}
