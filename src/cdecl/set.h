/* The inside of a set of declarations: tokens, macros, names, and who makes them. */
#ifndef WF_CDECL_SET_H
#define WF_CDECL_SET_H
#include "src/base/arena.h"
#include "src/base/str.h"
#include "src/cdecl/cdecl.h"

/* ---- Names to things: a crit-bit tree, so that no choice of names makes it slow ---------------------------- */

typedef struct wf_cmap {
    void *root;
} wf_cmap;

/* The thing under `key`, NULL when there is none. Keys hold no NUL byte. */
void *wf_cmap_get(const wf_cmap *map, weft_str key);
/* Puts or replaces; `key` is kept as a view. false when memory is out. */
bool wf_cmap_put(wf_cmap *map, wf_arena *arena, weft_str key, void *thing);

/* ---- Tokens ------------------------------------------------------------------------------------------------ */

typedef enum wf_ctoken_kind {
    WF_CTOKEN_END,
    WF_CTOKEN_WORD,
    WF_CTOKEN_NUMBER,
    WF_CTOKEN_TEXT,      /* "..." with its quotes */
    WF_CTOKEN_CHARACTER, /* '...' with its quotes */
    WF_CTOKEN_MARK       /* punctuation, and any byte that means nothing */
} wf_ctoken_kind;

typedef struct wf_ctoken {
    wf_ctoken_kind kind;
    bool first_on_line;
    bool calls_macro; /* a function-like macro's name before a "(" */
    weft_str text;
    wf_cplace place;
    wf_cnote *notes; /* the comments between the token before and this one */
} wf_ctoken;

static inline bool wf_ctoken_is(const wf_ctoken *token, const char *text)
{
    size_t len = strlen(text);
    return token->text.len == len && memcmp(token->text.ptr, text, len) == 0;
}

typedef struct wf_ctokens {
    wf_ctoken *at; /* on the heap */
    size_t count, room;
    wf_cnote *pending, **pending_end; /* comments whose token left nothing: the next token gets them */
} wf_ctokens;

/* A file's bytes and where in them the next token starts. */
typedef struct wf_clexer {
    wf_cdecl *set;
    const char *at, *end, *line_start;
    uint32_t before;    /* columns before line_start: where a text stands in another */
    wf_cplace place;    /* file and line */
    bool first_on_line; /* no token since the line began */
} wf_clexer;

wf_clexer wf_clex_start(wf_cdecl *set, wf_cplace place, weft_str text);
/* The next token; in a directive a line's end is the END too. false: the set has a fault. */
bool wf_clex_next(wf_clexer *lexer, wf_ctoken *out, bool in_directive);

/* ---- The set ----------------------------------------------------------------------------------------------- */

typedef struct wf_cmacro {
    weft_str name;
    wf_ctoken *body; /* in the arena */
    size_t count;
    bool is_function, is_defined, is_busy, is_declared;
    wf_cplace place;
    struct wf_cmacro *next; /* in the order in which they were first defined */
} wf_cmacro;

typedef struct wf_cfile {
    struct wf_cfile *next;
    const char *name;
    uint64_t device, inode; /* both 0: from memory */
} wf_cfile;

struct wf_cdecl {
    wf_pool pool;
    wf_arena arena;
    wf_cfault fault;
    bool failed; /* fault is set */
    const char *folders[64];
    size_t folder_count;
    wf_cfile *files, **files_end, *last_file;
    size_t file_count, bytes;
    uint64_t steps;              /* tokens and expansions so far in this read */
    wf_cmap macros, names, tags; /* wf_cmacro, wf_cname, wf_ctag */
    wf_cmacro *first_macro, **macros_end;
    wf_cname *first_name, **names_end;
    wf_ctag *first_tag, **tags_end;
    wf_cskipped *skipped, **skipped_end;
};

/* Zeroed memory of the set; NULL and a fault when it is out. */
void *wf_cset_take(wf_cdecl *set, size_t size);
/* Leaves a fault, the first of a read; returns false. Texts are static or the set's. */
bool wf_cset_fail(wf_cdecl *set, wf_cplace place, const char *what, const char *hint);
/* A printed text in the set's memory; a shorter truth when memory is out. */
const char *wf_cset_printf(wf_cdecl *set, const char *format, ...) WEFT_FORMAT(2, 3);
/* A copy with a NUL behind it; absent when memory is out. */
weft_str wf_cset_copy(wf_cdecl *set, weft_str text);

/* ---- From files to tokens ---------------------------------------------------------------------------------- */

/* Reads the file at `path` whole. *fresh is false when the set has it already. */
bool wf_cfile_load(wf_cdecl *set, const char *path, const wf_ctoken *include, weft_str *text,
                   const char **name, bool *fresh);
/* Remembers a file that was read. */
bool wf_cfile_keep(wf_cdecl *set, const char *name, uint64_t device, uint64_t inode);
/* Where an include leads: `path` of `room` bytes is filled when a file is there. */
bool wf_cfile_find(const wf_cdecl *set, const char *from, weft_str name, bool beside, char *path,
                   size_t room);

/* Appends what `text` says after its directives were followed and its macros expanded. */
bool wf_cpre_run(wf_cdecl *set, wf_cplace place, weft_str text, wf_ctokens *out);
/* Expands `token` into `out`, or appends it as it is. */
bool wf_cpre_expand(wf_cdecl *set, const wf_ctoken *token, wf_ctokens *out, int depth);
bool wf_ctokens_add(wf_cdecl *set, wf_ctokens *tokens, const wf_ctoken *token);
wf_cmacro *wf_cmacro_find(const wf_cdecl *set, weft_str name);
/* Declares the macros that are numbers, those that have come since it was last asked. */
bool wf_cmacro_declare(wf_cdecl *set);
/* One token more, or one expansion; false: there were too many. */
bool wf_cset_step(wf_cdecl *set, wf_cplace place);

/* ---- Constant expressions ---------------------------------------------------------------------------------- */

typedef struct wf_cnumber {
    bool known;
    int64_t value;
} wf_cnumber;

/* The value of tokens[*at] and on, to where the expression ends; *at moves there. Unknown for what overflows, for what
 * depends on the machine, and for what is no constant expression. `zero_words`: unknown words are 0, as in #if. */
wf_cnumber wf_cexpr_value(wf_cdecl *set, const wf_ctoken *tokens, size_t *at, bool zero_words);
/* A number's or character's value. */
wf_cnumber wf_cexpr_literal(const wf_ctoken *token);

/* ---- Declarations ------------------------------------------------------------------------------------------ */

/* Reads declarations until the END token. false: the set has a fault (memory). */
bool wf_cparse_file(wf_cdecl *set, const wf_ctokens *tokens);
/* Reads one declaration's type and name. */
const wf_ctype *wf_cparse_type(wf_cdecl *set, const wf_ctokens *tokens, weft_str *name);

/* Declares a name unless it is declared; `like` is copied. */
bool wf_cset_declare(wf_cdecl *set, const wf_cname *like);
/* What every set knows from the start. */
extern const char wf_cdecl_prelude[];
#endif
