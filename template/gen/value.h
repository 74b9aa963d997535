/* What an expression is to those who print, compare and pass it: types of C, as far as a template tells them apart. */
#ifndef WF_TEMPLATE_GEN_VALUE_H
#define WF_TEMPLATE_GEN_VALUE_H
#include "src/cdecl/cdecl.h"
#include "template/gen/unit.h"

typedef enum wf_value_kind {
    WF_VALUE_UNKNOWN, /* what a macro or a function of a system header is, only C knows */
    WF_VALUE_VOID,
    WF_VALUE_BOOL,
    WF_VALUE_CHAR,
    WF_VALUE_INTEGER,
    WF_VALUE_FLOAT,
    WF_VALUE_ENUM,
    WF_VALUE_TEXT,      /* weft_str */
    WF_VALUE_LITERAL,   /* "..." */
    WF_VALUE_CSTR,      /* char * */
    WF_VALUE_FORMATTED, /* weft_formatted, weft_excerpt */
    WF_VALUE_PARAMS,    /* weft_params_of */
    WF_VALUE_JSON,      /* weft_json_of */
    WF_VALUE_CONTENT,   /* weft_content */
    WF_VALUE_NULL,
    WF_VALUE_POINTER,
    WF_VALUE_ARRAY,
    WF_VALUE_RECORD,
    WF_VALUE_FUNCTION
} wf_value_kind;

typedef struct wf_value {
    wf_value_kind kind;
    const wf_ctype *type; /* NULL when UNKNOWN */
    bool place;           /* it has an address */
    bool bits;            /* it is a bit-field */
} wf_value;

/* The declarations that a template sees, and the types of C that expressions make. */
typedef struct wf_types {
    wf_unit *unit;
    wf_cdecl *set;
    const wf_ctype *integer, *boolean, *number, *size, *cstr, *text, *content, *formatted;
    bool open;                    /* a system header was imported: names that nobody declared may be its */
    struct wf_text_macro *macros; /* those that were looked at */
} wf_types;

/* Declares what weft/page.h lets templates use. false: memory is out. */
WEFT_CHECK bool wf_types_begin(wf_types *types, wf_unit *unit);
void wf_types_end(wf_types *types);

wf_value wf_value_of(const wf_ctype *type);
/* What a macro stands for: a number, a text, or what only C knows. */
wf_value wf_value_of_macro(wf_types *types, const wf_cname *macro);
/* For messages: "const item *", "weft_str", "a number". */
weft_str wf_value_name(const wf_types *types, wf_value value);
const wf_ctype *wf_type_pointer(const wf_types *types, const wf_ctype *to);
/* The type of a member of something const; an array's elements are. */
const wf_ctype *wf_type_const(const wf_types *types, const wf_ctype *type);
/* Without the const of the type itself: of a variable that is set to it. */
const wf_ctype *wf_type_plain(const wf_types *types, const wf_ctype *type);

static inline bool wf_value_is_whole(wf_value value)
{
    return value.kind == WF_VALUE_BOOL || value.kind == WF_VALUE_CHAR || value.kind == WF_VALUE_INTEGER ||
           value.kind == WF_VALUE_ENUM;
}
static inline bool wf_value_is_number(wf_value value)
{
    return wf_value_is_whole(value) || value.kind == WF_VALUE_FLOAT;
}
static inline bool wf_value_is_pointer(wf_value value)
{
    return value.kind == WF_VALUE_CSTR || value.kind == WF_VALUE_LITERAL || value.kind == WF_VALUE_NULL ||
           value.kind == WF_VALUE_POINTER || value.kind == WF_VALUE_ARRAY;
}
/* What C may ask of it whether it is zero. */
static inline bool wf_value_is_scalar(wf_value value)
{
    return value.kind == WF_VALUE_UNKNOWN || wf_value_is_number(value) || wf_value_is_pointer(value);
}
/* What a pointer or array leads to; UNKNOWN when it leads nowhere that is known. */
wf_value wf_value_target(wf_value value);
/* Whether C takes `from` where `to` is declared, a literal for a weft_str counted. UNKNOWN fits everywhere. */
bool wf_value_fits(wf_value to, wf_value from);
/* The type of `a + b` and the like. */
wf_value wf_value_common(const wf_types *types, wf_value a, wf_value b);
#endif
