/* What the parts of the parser share. A function that fails leaves `why`, at `why_at`: the declaration is stepped over.
 * When the set has failed (memory), nothing goes on. */
#ifndef WF_CDECL_PARSE_H
#define WF_CDECL_PARSE_H
#include "src/cdecl/set.h"

typedef struct wf_cparser {
    wf_cdecl *set;
    const wf_ctoken *tokens; /* the last is the END */
    size_t at;
    int depth; /* of structs, declarators, parameters */
    const char *why;
    wf_cplace why_at;
} wf_cparser;

/* What stands before a declarator. */
typedef struct wf_cspec {
    wf_ctype *type;
    bool is_typedef;
    wf_ctag *defines; /* the struct, union or enum whose members are said here */
} wf_cspec;

static inline const wf_ctoken *wf_cnow(const wf_cparser *parser) { return &parser->tokens[parser->at]; }
static inline bool wf_cat(const wf_cparser *parser, const char *text)
{
    return wf_ctoken_is(wf_cnow(parser), text);
}
static inline bool wf_cat_end(const wf_cparser *parser) { return wf_cnow(parser)->kind == WF_CTOKEN_END; }

/* Leaves why the declaration is not understood, unless that was said; returns false. */
bool wf_crefuse(wf_cparser *parser, const char *why);
/* Steps over `mark`, or refuses. */
bool wf_cexpect(wf_cparser *parser, const char *mark, const char *why);
/* From an opening bracket of any kind to behind the one that closes it; false, and at the end, when none does. */
bool wf_cskip_group(wf_cparser *parser);
/* Steps over attributes, asm labels, and calls of macros. */
void wf_cskip_attributes(wf_cparser *parser);
wf_ctype *wf_cnew_type(wf_cparser *parser, wf_ckind kind);
/* The comments of the declaration from token `from` to token `to`; false when memory is out. */
bool wf_cparse_notes(wf_cparser *parser, size_t from, size_t to, const wf_cnote **notes);

/* The words before a declarator: const, unsigned, struct item { ... } and so on. */
bool wf_cparse_spec(wf_cparser *parser, wf_cspec *spec);
/* Whether a type can start here. */
bool wf_cstarts_type(const wf_cparser *parser);
/* struct, union or enum, from that word on. */
bool wf_cparse_tag(wf_cparser *parser, wf_cspec *spec);
/* Pointers, a name or none, arrays, parameters. NULL: refused. `*name` is the name's token, NULL for none. */
wf_ctype *wf_cparse_declarator(wf_cparser *parser, wf_ctype *base, const wf_ctoken **name);
#endif
