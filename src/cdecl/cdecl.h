/* C declarations read from headers: what both generators know of a program's types.
 *
 * A set reads files and what they include, each file once, and remembers what they declare: typedefs, structs, unions,
 * enums, functions, objects, and macros that are a number. Includes in quotes are looked for beside the file that has
 * them and in the folders given, others in those folders alone; system headers are not read, but their common
 * types (stdint, stddef, stdbool, stdio's FILE, weft's own) are known from the start. Object-like macros are expanded,
 * conditions (#if, #ifdef) are evaluated with what was defined; function-like macros are not expanded.
 *
 * What is not understood is stepped over and remembered (wf_cdecl_skipped), not refused: whoever needs it refuses it,
 * at its place. Time and memory are bounded by the limits below whatever the bytes are. Everything that is handed out
 * lives until wf_cdecl_free and is not to be changed; all texts are views of it. Not thread-safe.
 *
 *     wf_cdecl *set = wf_cdecl_new();
 *     wf_cdecl_search(set, "include");
 *     if (!wf_cdecl_read(set, "item.h")) return complain(wf_cdecl_fault(set));
 *     const wf_cname *item = wf_cdecl_find(set, weft_lit("item"));
 *     const wf_ctype *type = item && item->kind == WF_C_TYPEDEF ? wf_ctype_resolve(item->type) : NULL;
 *     for (const wf_cmember *member = type ? type->tag->members : NULL; member; member = member->next) ...
 *     wf_cdecl_free(set);                                                                                      */
#ifndef WF_CDECL_CDECL_H
#define WF_CDECL_CDECL_H
#include <stdbool.h>
#include <stdint.h>
#include <weft/buf.h>

enum {
    WF_CDECL_FILES = 1024,       /* at most, in a set */
    WF_CDECL_BYTES = 16 << 20,   /* of all files together */
    WF_CDECL_MEMORY = 128 << 20, /* for all that is remembered of them */
    WF_CDECL_TOKENS = 1 << 20,   /* after macros were expanded */
    WF_CDECL_DEPTH = 64          /* of includes, conditions, nested structs, declarators, expressions */
};

#define WF_CDECL_KNOWN "<weft>" /* the file of what every set knows from the start */

typedef struct wf_cdecl wf_cdecl;

/* Where something is written. `file` is spelled as it was found, and is the same pointer for the same file. */
typedef struct wf_cplace {
    const char *file;
    uint32_t line, column; /* from 1; columns are bytes */
} wf_cplace;

/* A comment, without its marks and without the white space around it. A declaration, member or enum constant has those
 * before it, those in it, those behind it on the line it ends in, and those on the line of its "{". */
typedef struct wf_cnote {
    struct wf_cnote *next;
    wf_cplace place;     /* of its text */
    uint32_t start_line; /* that its opening mark stands in */
    weft_str text;
} wf_cnote;

typedef enum wf_ckind {
    WF_C_UNKNOWN, /* a name that nothing declared, or C that is not understood: `spelling` says which */
    WF_C_VOID,
    WF_C_BOOL,
    WF_C_CHAR, /* plain char; signed and unsigned char are integers */
    WF_C_INT,
    WF_C_FLOAT,
    WF_C_ENUM,
    WF_C_STRUCT,
    WF_C_UNION,
    WF_C_POINTER,
    WF_C_ARRAY,
    WF_C_FUNCTION,
    WF_C_NAMED /* by a typedef: `name`; what it stands for is `of` */
} wf_ckind;

typedef struct wf_ctype {
    wf_ckind kind;
    uint8_t bits; /* INT, FLOAT; 0: what the machine says (long, size_t, long double) */
    bool is_signed, is_const, is_variadic;
    wf_cplace place;
    weft_str spelling; /* INT, FLOAT, ...: "unsigned int"; UNKNOWN: its name, or "" and why is in `why` */
    const char *why;   /* UNKNOWN: what is not understood, else NULL */
    const struct wf_ctype
        *of;             /* POINTER, ARRAY: of what; FUNCTION: what it returns; NAMED: what it stands for */
    int64_t length;      /* ARRAY: elements; -1: none said, or it is not known here */
    struct wf_ctag *tag; /* ENUM, STRUCT, UNION */
    const struct wf_cname *name; /* NAMED */
    struct wf_cmember *params;   /* FUNCTION; none for (void) and () */
} wf_ctype;

/* A member of a struct or union, or a function's parameter. */
typedef struct wf_cmember {
    struct wf_cmember *next;
    weft_str
        name; /* empty: an anonymous struct or union (whose members count as the outer's), an unnamed bit-field
                    * or parameter */
    const wf_ctype *type;
    int32_t bit_width; /* -1: no bit-field */
    wf_cplace place;   /* of the name, else of the type */
    const wf_cnote *notes;
} wf_cmember;

/* A name of an enum. */
typedef struct wf_cvalue {
    struct wf_cvalue *next;
    weft_str name;
    int64_t value;
    bool known; /* the value is */
    wf_cplace place;
    const wf_cnote *notes;
} wf_cvalue;

/* A struct, union or enum. */
typedef struct wf_ctag {
    struct wf_ctag *next;         /* in the order in which they were first named */
    wf_ckind kind;                /* STRUCT, UNION or ENUM */
    weft_str name;                /* empty: it has no tag */
    const struct wf_cname *alias; /* the first typedef that names it; NULL when none does */
    bool complete;                /* its members are known */
    wf_cplace place;              /* of its tag, or of the word struct; of the definition once there is one */
    bool is_nested;               /* defined inside of another, or of a function's parameters */
    const wf_cnote *notes;        /* of the declaration that defines it, unless it is nested */
    wf_cmember *members;
    wf_cvalue *values;
    uint32_t count; /* of members or values */
    void *aside;    /* whatever the set's owner keeps with it */
} wf_ctag;

/* A name of a typedef, function, object, enum constant or macro; the former four share one space of names in C. */
typedef enum wf_cname_kind {
    WF_C_TYPEDEF,
    WF_C_FUNCTION_NAME,
    WF_C_OBJECT,
    WF_C_ENUMERATOR, /* `type` is its enum, `value` its value */
    WF_C_MACRO       /* an object-like macro; `known` when it is a whole number */
} wf_cname_kind;

typedef struct wf_cname {
    struct wf_cname *next; /* in the order in which they were declared */
    wf_cname_kind kind;
    weft_str name;
    const wf_ctype *type; /* MACRO: NULL */
    int64_t value;
    bool known;
    wf_cplace place;
    const wf_cnote *notes;
} wf_cname;

/* A declaration that was stepped over, from its first place to the line it ends in. */
typedef struct wf_cskipped {
    struct wf_cskipped *next;
    wf_cplace place; /* of what was not understood */
    uint32_t first_line, last_line;
    const char *why;
    const wf_cnote *notes; /* all comments within */
} wf_cskipped;

/* Why a file could not be read. */
typedef struct wf_cfault {
    wf_cplace place;  /* line 0: the file as a whole */
    const char *what; /* "cannot be opened: No such file or directory" */
    const char *hint; /* what to do; NULL when there is nothing to add */
} wf_cfault;

/* ---- Reading ---------------------------------------------------------------------------------------------- */

/* NULL when memory is out. */
wf_cdecl *wf_cdecl_new(void);
void wf_cdecl_free(wf_cdecl *set);

/* Adds a folder that #include "x.h" looks in behind the folder of the including file; `folder` must outlive the set. */
void wf_cdecl_search(wf_cdecl *set, const char *folder);
/* Defines a macro as -D does: "NAME" or "NAME=VALUE", before the files that are read after. */
WEFT_CHECK bool wf_cdecl_define(wf_cdecl *set, const char *definition);

/* Reads a file and what it includes, unless the set has it already. false: wf_cdecl_fault says why. An include that is
 * not found is a fault of the file that asks for it. */
WEFT_CHECK bool wf_cdecl_read(wf_cdecl *set, const char *path);
/* The same from memory, under the name `file`; includes are looked for in the folder of that name. */
WEFT_CHECK bool wf_cdecl_read_text(wf_cdecl *set, const char *file, weft_str text);
/* One declaration such as "const item_list *list" or "weft_str": its type, and its name if it has one (else empty).
 * `place` is where it is written, for messages. NULL: wf_cdecl_fault says why; an unknown type is one. */
WEFT_CHECK const wf_ctype *wf_cdecl_read_type(wf_cdecl *set, wf_cplace place, weft_str text, weft_str *name);
const wf_cfault *wf_cdecl_fault(const wf_cdecl *set);

/* The files that were read, in order: index 0 first, NULL behind the last. For dependency files. */
const char *wf_cdecl_file_at(const wf_cdecl *set, size_t index);
const wf_cskipped *wf_cdecl_skipped(const wf_cdecl *set);

/* ---- Looking up ------------------------------------------------------------------------------------------- */

/* A typedef, function, object, enum constant or macro by name; NULL when there is none. */
const wf_cname *wf_cdecl_find(const wf_cdecl *set, weft_str name);
/* A struct, union or enum by its tag. */
const wf_ctag *wf_cdecl_find_tag(const wf_cdecl *set, weft_str tag);
/* By the name that people use: a typedef of a struct, union or enum, else its tag. */
const wf_ctag *wf_cdecl_find_record(const wf_cdecl *set, weft_str name);
/* All of them, in order. What is known from the start comes first. */
const wf_cname *wf_cdecl_names(const wf_cdecl *set);
const wf_ctag *wf_cdecl_tags(const wf_cdecl *set);

/* A member by name, anonymous structs and unions looked into. */
const wf_cmember *wf_ctag_member(const wf_ctag *tag, weft_str name);

/* The closest known name, for "did you mean"; an absent text when none is near. */
weft_str wf_cdecl_near_type(const wf_cdecl *set, weft_str name);
weft_str wf_cdecl_near_function(const wf_cdecl *set, weft_str name);
weft_str wf_ctag_near_member(const wf_ctag *tag, weft_str name);

/* ---- Types ------------------------------------------------------------------------------------------------ */

/* What typedefs stand for in the end, never NAMED. Const of a typedef on the way is lost: ask wf_ctype_const. */
const wf_ctype *wf_ctype_resolve(const wf_ctype *type);
/* Whether it, or a typedef on the way, is const. */
bool wf_ctype_const(const wf_ctype *type);
/* Whether the type is, or leads through typedefs to, the typedef `name`: wf_ctype_is(type, "weft_str"). */
bool wf_ctype_is(const wf_ctype *type, const char *name);
/* Writes C: "const item *list", "int32_t codes[4]". `name` may be empty. Structs without tag or typedef are written as
 * "struct { ... }". */
void wf_ctype_put(weft_buf *out, const wf_ctype *type, weft_str name);

/* The text behind `mark` in the first comment that starts with it ("weft:json"), trimmed, with its place; absent when
 * no comment does. The mark must end there or be followed by white space. */
weft_str wf_cnote_find(const wf_cnote *notes, const char *mark, wf_cplace *place);
#endif
