/* The codec generator: marked structs of a C header in, a C source and its header out.
 *
 *   report   what is wrong, all of it            ops    what a writer does, and the room that it asks for
 *   options  the words of a mark                 put    writers
 *   marks    marks in a file of their own        take   readers
 *   style    names in other styles               check  limits
 *   value    C types to JSON values              names  which of some names
 *   enums    enums                               output files
 *   record   structs, unions included
 *
 * A mistake in the header is reported and reading goes on, so that all are told at once; then there is no output. The
 * generator is a program that ends: it leaves when memory is out. */
#ifndef WF_JSON_GEN_H
#define WF_JSON_GEN_H
#include "src/base/arena.h"
#include "src/base/str.h"
#include "src/cdecl/cdecl.h"

enum {
    WF_JGEN_MEMBERS = 1024, /* of a struct, at most */
    WF_JGEN_VARIANTS = 128, /* of a union */
    WF_JGEN_DEPTH = 32,     /* of structs, arrays and pointers within one another */
    WF_JGEN_ERRORS = 50     /* told at most */
};

/* ---- What JSON a struct is --------------------------------------------------------------------------------- */

typedef enum wf_jkind {
    WF_J_BOOL,
    WF_J_INT,
    WF_J_UINT,
    WF_J_F64,
    WF_J_F32,
    WF_J_TEXT,
    WF_J_CHARS, /* char name[32]: a text with a NUL behind it */
    WF_J_RAW,
    WF_J_TIME,
    WF_J_UUID,
    WF_J_ENUM,
    WF_J_RECORD,
    WF_J_POINTER, /* to one value */
    WF_J_LIST,    /* pointer and count */
    WF_J_MAP,     /* the same, of entries */
    WF_J_ARRAY,   /* fixed, or with a count up to its length */
    WF_J_TAG      /* a union's discriminator, in one of its variants */
} wf_jkind;

typedef enum wf_jstyle {
    WF_STYLE_AS_IS,
    WF_STYLE_CAMEL,
    WF_STYLE_PASCAL,
    WF_STYLE_SNAKE,
    WF_STYLE_KEBAB,
    WF_STYLE_UPPER,
    WF_STYLE_EXPLICIT /* every name is written */
} wf_jstyle;

/* One name of an enum. */
typedef struct wf_jname {
    struct wf_jname *next;
    weft_str constant; /* C */
    weft_str name;     /* JSON: as it reads, not escaped */
    int64_t value;
    bool is_alias; /* another name of the same value is before it: read, not written */
    wf_cplace place;
} wf_jname;

typedef struct wf_jenum {
    struct wf_jenum *next;
    const wf_ctag *tag;
    weft_str type;  /* C: "color", "enum color" */
    weft_str ident; /* for names of functions */
    wf_jname *names;
    size_t count;
    bool is_wrong;   /* reported */
    bool is_written; /* as a value that may be any; a union's tag is a literal */
} wf_jenum;

typedef struct wf_jvalue {
    wf_jkind kind;
    const wf_ctype *type;       /* of the C object */
    const struct wf_jvalue *of; /* POINTER, LIST, MAP, ARRAY */
    struct wf_jrecord *record;
    wf_jenum *names;           /* ENUM, TAG */
    int64_t length;            /* ARRAY, CHARS */
    weft_str key, entry_value; /* MAP: members of its entries */
} wf_jvalue;

typedef struct wf_jrange {
    bool is_set;
    uint64_t min, max; /* max UINT64_MAX: none */
} wf_jrange;

typedef struct wf_jlimits {
    weft_str min, max;           /* of numbers, as C; empty: none */
    weft_str min_text, max_text; /* as they were written */
    wf_jrange length, count;
} wf_jlimits;

typedef struct wf_jmember {
    struct wf_jmember *next;
    weft_str path; /* C: what stands behind "x->" */
    weft_str name; /* JSON: as it reads, not escaped */
    const wf_jvalue *value;
    const wf_jname *tag; /* TAG: the discriminator's name here */
    bool optional, nullable;
    weft_str presence, count; /* C: its companions; empty: none */
    const wf_ctype *count_type;
    weft_str fallback; /* C: its default; empty: none */
    wf_jlimits limits; /* of numbers and texts: of each item of a list, each value of a map */
    wf_cplace place;
} wf_jmember;

/* A struct's members in one of its forms: a struct with a tagged union has a form for each name of the tag. */
typedef struct wf_jvariant {
    struct wf_jvariant *next;
    weft_str ident;      /* for names of functions */
    const wf_jname *tag; /* NULL: the struct has one form */
    wf_jmember *members, **end;
    size_t count;
} wf_jvariant;

typedef struct wf_jrecord {
    struct wf_jrecord *next;
    const wf_ctag *tag;
    weft_str type;            /* C: "item", "struct item", or a typedef that is made for it */
    weft_str ident;           /* for names of functions */
    struct wf_jrecord *outer; /* that it is defined in; NULL: it is no part of another */
    weft_str made_of;         /* C: whose type that typedef is, "((item *)0)->pos"; empty: none is made */
    wf_jstyle style;
    bool has_codec;  /* it is marked: its codec can be seen from outside */
    bool is_foreign; /* its codec is generated from another header */
    bool is_recursive, is_wrong;
    bool refuses_unknown, last_wins;
    bool clears;                  /* reading starts with zeroes: something may stay unset */
    const wf_jmember *tag_member; /* of its first variant; NULL: no union */
    wf_jvariant *variants;
    int mark; /* of a walk */
} wf_jrecord;

/* ---- The generator ----------------------------------------------------------------------------------------- */

typedef struct wf_jmarks wf_jmarks;

typedef struct wf_jgen {
    wf_cdecl *set;
    wf_pool pool;
    wf_arena arena;
    weft_buf report; /* what is wrong, lines */
    int errors;
    const char *header; /* as it was named: the same pointer as in the places of what it declares */
    const wf_jmarks *marks;
    wf_jrecord *records, **records_end;
    wf_jenum *enums, **enums_end;
} wf_jgen;

/* Memory that is zeroed; a program that has none left ends. */
void *wf_jgen_take(wf_jgen *gen, size_t size);
weft_str wf_jgen_printf(wf_jgen *gen, const char *format, ...) WEFT_FORMAT(2, 3);
weft_str wf_jgen_copy(wf_jgen *gen, weft_str text);
/* "item.h:7:5: error: what" and, unless it is NULL, "  hint: hint". */
void wf_jgen_error(wf_jgen *gen, wf_cplace place, const char *hint, const char *format, ...)
    WEFT_FORMAT(4, 5);
/* %.*s of a text. */
#define WF_P(text) (int)(text).len, (text).ptr

/* ---- Marks -------------------------------------------------------------------------------------------------- */

/* What a mark says. Each option knows where it was written; line 0: it was not. */
typedef struct wf_joptions {
    bool is_marked;
    wf_cplace place; /* of the mark's words */
    wf_jstyle style;
    weft_str prefix; /* of enum constants */
    bool refuses_unknown, last_wins;
    bool optional, nullable, ignored, is_time, is_uuid, is_raw, is_map;
    weft_str name, fallback, min, max, length, count, tag, only;
    wf_cplace name_at, fallback_at, min_at, max_at, length_at, count_at, tag_at, only_at, style_at, prefix_at;
    wf_cplace optional_at, nullable_at, ignored_at, form_at, map_at; /* form: time, uuid, raw */
} wf_joptions;

typedef enum wf_jmarked { WF_MARK_STRUCT, WF_MARK_ENUM, WF_MARK_MEMBER, WF_MARK_NAME } wf_jmarked;

/* The options of a struct, enum, member or enum constant: in its comments, or in the file of marks. `owner` is the name
 * of the struct or enum that has it. */
wf_joptions wf_jgen_options(wf_jgen *gen, wf_jmarked what, weft_str owner, weft_str name,
                            const wf_cnote *notes);
/* "1..40", "..40", "3..", "3". */
bool wf_jgen_range(weft_str text, wf_jrange *range);
weft_str wf_jgen_styled(wf_jgen *gen, wf_jstyle style, weft_str name);

/* Reads a file of marks: a line for each struct or enum, and indented below it one for each member that has options.
 *     point names=camelCase
 *         x_axis name=x min=0
 * NULL: reported. */
const wf_jmarks *wf_jmarks_read(wf_jgen *gen, const char *path);
/* The options of NAME of `owner` (name empty: of owner itself); absent when it has none. */
weft_str wf_jmarks_find(const wf_jmarks *marks, weft_str owner, weft_str name, wf_cplace *place);
/* Reports what is named in it and is not there. */
void wf_jmarks_check(wf_jgen *gen, const wf_jmarks *marks);

/* ---- The model ---------------------------------------------------------------------------------------------- */

/* Everything that is marked in the header, and what it is made of. */
void wf_jgen_model(wf_jgen *gen);

/* Whose value is looked at: for messages, and for how it is to be taken. */
typedef struct wf_jsubject {
    const wf_cmember *member;
    const wf_joptions *options;
    wf_jrecord *within;
    weft_str path; /* C: the member in `within` */
    bool has_count;
    int depth;
} wf_jsubject;
/* The value of a C type; NULL: reported. */
const wf_jvalue *wf_jvalue_of(wf_jgen *gen, const wf_ctype *type, wf_jsubject subject);
/* NULL: reported. */
wf_jenum *wf_jenum_of(wf_jgen *gen, const wf_ctag *tag, const wf_cmember *member);
wf_jrecord *wf_jrecord_of(wf_jgen *gen, const wf_ctag *tag, wf_jsubject subject);
/* The name people use: typedef, else tag. */
weft_str wf_jgen_tag_name(const wf_ctag *tag);
/* Limits and a default against the type; what is wrong is reported. */
void wf_jmember_limit(wf_jgen *gen, wf_jmember *member, const wf_joptions *options);
void wf_jmember_default(wf_jgen *gen, wf_jmember *member, const wf_joptions *options);

/* ---- C out -------------------------------------------------------------------------------------------------- */

/* Source text that knows how deep it is indented. */
typedef struct wf_jsource {
    wf_jgen *gen;
    weft_buf text;
    int indent;
} wf_jsource;

/* A line, indented; its braces move the indentation of the lines behind it. */
void wf_jput(wf_jsource *source, const char *format, ...) WEFT_FORMAT(2, 3);
/* The inside of a C string literal. */
weft_str wf_jgen_quoted(wf_jgen *gen, weft_str text);
/* The inside of a JSON text. */
weft_str wf_jgen_escaped(wf_jgen *gen, weft_str text);
/* A type's C, const at its top left out; `declarator` is "" or a name, `is_pointer` puts a pointer to the type. */
weft_str wf_jgen_typed(wf_jgen *gen, const wf_ctype *type, bool is_pointer, const char *declarator);
/* Where something is declared: "item.h:7", the header without its folder. */
weft_str wf_jgen_place(wf_jgen *gen, wf_cplace place);
/* A member's name for functions: "as_circle". */
weft_str wf_jgen_mangled(wf_jgen *gen, weft_str path);
/* Whether an absent text, list or pointer can say that there is no value. */
bool wf_jvalue_can_be_absent(const wf_jvalue *value);
/* The C condition that an optional or nullable member has a value; empty: it always has. */
weft_str wf_jmember_has(wf_jgen *gen, const wf_jmember *member);

void wf_jput_writers(wf_jsource *source, const wf_jrecord *record);
void wf_jput_readers(wf_jsource *source, const wf_jrecord *record);
void wf_jput_enum(wf_jsource *source, const wf_jenum *names);
/* The function that holds a variant's limits; nothing when it has none. */
void wf_jput_check(wf_jsource *source, const wf_jrecord *record, const wf_jvariant *variant);
bool wf_jvariant_is_limited(const wf_jvariant *variant);
/* In C, whether the member with this number in its variant was read. */
weft_str wf_jgen_seen(wf_jgen *gen, const wf_jvariant *variant, size_t index);
/* More members than one word has bits, less one: `seen` is an array. */
static inline bool wf_jvariant_is_large(const wf_jvariant *variant) { return variant->count > 63; }

/* It has a tag and nothing else. */
static inline bool wf_jvariant_is_bare(const wf_jvariant *variant)
{
    return variant->tag && variant->count == 1;
}

/* What is done for the name that `expression`, a weft_str, is; nothing for others. */
typedef struct wf_jchoice {
    weft_str name, action; /* a statement that leaves */
} wf_jchoice;
void wf_jput_choices(wf_jsource *source, const char *expression, const wf_jchoice *choices, size_t count);

typedef struct wf_joutput {
    weft_buf source, header;
} wf_joutput;
/* The two files. `include` is how they name the header, `own` how the source names its own. */
wf_joutput wf_jgen_write(wf_jgen *gen, weft_str include, weft_str own);

/* ---- The whole ---------------------------------------------------------------------------------------------- */

typedef struct wf_jrequest {
    const char *header, *marks; /* marks NULL: none */
    weft_str text;              /* the header's bytes; absent: its file is read */
    const char *const *folders, *const *definitions;
    size_t folder_count, definition_count;
    weft_str include, own;
} wf_jrequest;

/* Reads and generates. false: gen->report says why, and there is no output. */
bool wf_jgen_run(wf_jgen *gen, const wf_jrequest *request, wf_joutput *output);
void wf_jgen_free(wf_jgen *gen);
#endif
