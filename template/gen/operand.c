/* Operands: names, literals, calls, members, casts, and the operators before them. */
#include "src/base/str.h"
#include "template/gen/literal.h"
#include "template/gen/operand.h"

static const wf_value unknown = { .kind = WF_VALUE_UNKNOWN };

static wf_value fail(wf_reader *reader)
{
    reader->failed = true;
    return unknown;
}

/* ---- Names ----------------------------------------------------------------------------------------------- */

static wf_value read_loop(wf_reader *reader, wf_variable *loop, uint32_t at)
{
    static const char *const members[] = { "index", "index0", "first", "last", "length" };
    if (!wf_reader_sign(reader, ".")) {
        wf_reader_fault(reader, at, "'loop' is asked for loop.index, .index0, .first, .last or .length");
        return unknown;
    }
    wf_reader_skip(reader);
    uint32_t member_at = reader->at;
    weft_str member = wf_reader_name(reader), text;
    wf_value value = wf_value_of(reader->types->size);
    if (weft_str_eq(member, weft_lit("index"))) {
        text = wf_unit_format(reader->unit, "(%.*s + 1)", (int)loop->c_name.len, loop->c_name.ptr);
    } else if (weft_str_eq(member, weft_lit("index0"))) {
        text = loop->c_name;
    } else if (weft_str_eq(member, weft_lit("length"))) {
        text = loop->c_count;
    } else if (weft_str_eq(member, weft_lit("first"))) {
        text = wf_unit_format(reader->unit, "(%.*s == 0)", (int)loop->c_name.len, loop->c_name.ptr);
        value = wf_value_of(reader->types->boolean);
    } else if (weft_str_eq(member, weft_lit("last"))) {
        text = wf_unit_format(reader->unit, "(%.*s + 1 == %.*s)", (int)loop->c_name.len, loop->c_name.ptr,
                              (int)loop->c_count.len, loop->c_count.ptr);
        value = wf_value_of(reader->types->boolean);
    } else {
        const char *near = wf_str_nearest(member, members, sizeof members / sizeof *members);
        wf_reader_fault(reader, member_at, "loop has no '%.*s'; %s%s", WF_QUOTED(member),
                        near ? "did you mean loop." : "it has index, index0, first, last and length",
                        near ? near : "");
        return unknown;
    }
    wf_expr_word(reader, text, false)->variable = loop;
    return value;
}

/* The closest of all that is known to a name that is not. */
static weft_str nearest(const wf_reader *reader, weft_str name)
{
    enum { NEAR_MAX = 512 };
    const char *names[NEAR_MAX];
    size_t count = 0;
    for (const wf_variable *it = reader->variables; it && count < NEAR_MAX; it = it->outer)
        names[count++] = wf_unit_text(reader->unit, it->name);
    for (const wf_cname *it = wf_cdecl_names(reader->types->set); it && count < NEAR_MAX; it = it->next)
        if (it->kind != WF_C_TYPEDEF && it->place.file[0] != '<')
            names[count++] = wf_unit_text(reader->unit, it->name);
    return wf_str(wf_str_nearest(name, names, count));
}

static wf_value unknown_name(wf_reader *reader, weft_str name, uint32_t at)
{
    if (reader->types->open) {
        wf_expr_word(reader, name, false);
        return unknown;
    }
    weft_str near = nearest(reader, name);
    if (near.ptr)
        wf_reader_fault(reader, at, "nothing here is called '%.*s'; did you mean '%.*s'?", WF_QUOTED(name),
                        WF_QUOTED(near));
    else if (weft_str_eq(name, weft_lit("loop")))
        wf_reader_fault(reader, at, "'loop' is known in {%% for %%} alone");
    else
        wf_reader_fault(
            reader, at,
            "nothing here is called '%.*s'; add {%% param type %.*s %%}, or import the header that declares "
            "it",
            WF_QUOTED(name), WF_QUOTED(name));
    return unknown;
}

static wf_value declared_name(wf_reader *reader, const wf_cname *name, uint32_t at)
{
    wf_value value = unknown;
    const wf_ctag *tag;
    switch (name->kind) {
    case WF_C_TYPEDEF:
        wf_reader_fault(reader, at, "'%.*s' is a type; a value is due here", WF_QUOTED(name->name));
        return value;
    case WF_C_FUNCTION_NAME:
        if (wf_expr_peek(reader) != '(')
            wf_reader_fault(reader, at, "'%.*s' is a function; write what it is called with: %.*s(...)",
                            WF_QUOTED(name->name), WF_QUOTED(name->name));
        value = wf_value_of(name->type);
        break;
    case WF_C_OBJECT:
        value = wf_value_of(name->type);
        value.place = true;
        break;
    case WF_C_ENUMERATOR: /* of an enum that has no name it is a number */
        tag = wf_ctype_resolve(name->type)->tag;
        value = wf_value_of(tag->alias || tag->name.len ? name->type : reader->types->integer);
        break;
    case WF_C_MACRO: value = wf_value_of_macro(reader->types, name); break;
    }
    wf_expr_word(reader, name->name, false);
    return value;
}

static bool is_helper(wf_reader *reader, weft_str name, weft_str *full);
static wf_value read_helper(wf_reader *reader, weft_str full, uint32_t at);

static wf_value read_name(wf_reader *reader, uint32_t at)
{
    weft_str name = wf_reader_name(reader), full;
    bool truth = weft_str_eq(name, weft_lit("true")) || weft_str_eq(name, weft_lit("false"));
    if (truth || weft_str_eq(name, weft_lit("NULL"))) {
        wf_expr_word(reader, name, false);
        return truth ? wf_value_of(reader->types->boolean) : (wf_value){ .kind = WF_VALUE_NULL };
    }
    wf_variable *variable = wf_reader_variable(reader, name);
    if (variable && variable->kind == WF_VAR_LOOP) return read_loop(reader, variable, at);
    if (variable) {
        wf_expr_word(reader, variable->c_name, false)->variable = variable;
        wf_value value = wf_value_of(variable->type);
        value.place = true;
        return value;
    }
    if (wf_expr_peek(reader) == '(' && is_helper(reader, name, &full)) return read_helper(reader, full, at);
    const wf_cname *declared = wf_cdecl_find(reader->types->set, name);
    if (declared) return declared_name(reader, declared, at);
    if (wf_is_keyword(name) && !weft_str_eq(name, weft_lit("loop"))) {
        wf_reader_fault(reader, at, "'%.*s' has no place in an expression of a template", WF_QUOTED(name));
        return unknown;
    }
    return unknown_name(reader, name, at);
}

/* ---- Calls ----------------------------------------------------------------------------------------------- */

/* One argument; `to` NULL: of any type. */
wf_value wf_expr_argument(wf_reader *reader, const wf_ctype *to, const char *what)
{
    wf_word **first = reader->tail;
    wf_reader_skip(reader);
    uint32_t at = reader->at;
    wf_value due = wf_value_of(to);
    bool outer = reader->text_due;
    reader->text_due = due.kind == WF_VALUE_TEXT;
    wf_value value = wf_expr_conditional(reader);
    reader->text_due = outer;
    if (!to || reader->failed) return value;
    if (!wf_value_fits(due, value)) {
        const char *hint =
            due.kind == WF_VALUE_TEXT && value.kind == WF_VALUE_CSTR   ? "; write weft_cstr(...) around it"
            : due.kind == WF_VALUE_CSTR && value.kind == WF_VALUE_TEXT ? "; a weft_str does not end in a NUL"
                                                                       : "";
        wf_reader_fault(reader, at, "%s is %.*s; this is %.*s%s", what, WF_QUOTED(wf_expr_named(reader, due)),
                        WF_QUOTED(wf_expr_named(reader, value)), hint);
    } else if (due.kind == WF_VALUE_TEXT && value.kind == WF_VALUE_LITERAL) {
        wf_expr_wrap(reader, first, "weft_lit(", ")");
        value = due;
    }
    return value;
}

/* A number that goes to a helper is converted as it is meant: counts are no trouble. */
static void cast_number(wf_reader *reader, wf_word **first, const wf_ctype *to, wf_value value)
{
    wf_value due = wf_value_of(to);
    if (reader->failed || !wf_value_is_number(due) || !wf_value_is_number(value)) return;
    weft_str type = wf_expr_named(reader, due);
    if (weft_str_eq(type, wf_expr_named(reader, value))) return;
    wf_expr_wrap(reader, first, wf_unit_format(reader->unit, "(%.*s)(", (int)type.len, type.ptr).ptr, ")");
}

static wf_value read_call(wf_reader *reader, const wf_ctype *function, weft_str name, uint32_t at)
{
    const wf_cmember *param = function ? function->params : NULL;
    wf_expr_put(reader, "(", false);
    bool first = true;
    while (!reader->failed && !wf_reader_sign(reader, ")")) {
        if (!first) {
            if (!wf_reader_sign(reader, ",")) {
                wf_reader_fault(reader, reader->at, "',' or ')' is due here");
                break;
            }
            wf_expr_put(reader, ",", false);
        }
        if (function && !param && !function->is_variadic) {
            wf_reader_fault(reader, reader->at, "too many arguments for %.*s", WF_QUOTED(name));
            break;
        }
        weft_str what = wf_unit_format(reader->unit, "this argument of %.*s", WF_QUOTED(name));
        wf_word **tail = reader->tail;
        wf_value value = wf_expr_argument(reader, param ? param->type : NULL, what.ptr);
        if (param && wf_str_starts(name, weft_lit("weft_"))) cast_number(reader, tail, param->type, value);
        if (!first && *tail) (*tail)->spaced = true;
        if (param) param = param->next;
        first = false;
    }
    if (!reader->failed && param) wf_reader_fault(reader, at, "too few arguments for %.*s", WF_QUOTED(name));
    wf_expr_put(reader, ")", false);
    return function ? wf_value_of(function->of) : unknown;
}

/* The helpers of weft/page.h, which templates may call without "weft_" before their names. */
static bool is_helper(wf_reader *reader, weft_str name, weft_str *full)
{
    static const char *const helpers[] = { "fixed",     "separated", "date", "plural", "or",      "truncate",
                                           "thousands", "eq",        "cstr", "lit",    "as_json", "params" };
    if (wf_cdecl_find(reader->types->set, name) && !wf_str_starts(name, weft_lit("weft_"))) return false;
    bool prefixed = wf_str_starts(name, weft_lit("weft_"));
    weft_str bare = prefixed ? weft_str_of(name.ptr + 5, name.len - 5) : name;
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++) {
        if (!weft_str_eq(bare, wf_str(helpers[i]))) continue;
        *full = weft_str_eq(bare, weft_lit("eq"))
                    ? weft_lit("weft_str_eq")
                    : wf_unit_format(reader->unit, "weft_%.*s", (int)bare.len, bare.ptr);
        return !(prefixed && weft_str_eq(bare, weft_lit("eq")));
    }
    return false;
}

/* params(q = text, ...): the parameters of a URL. */
static wf_value read_params(wf_reader *reader, uint32_t at)
{
    wf_expr_put(reader, "weft_params((const weft_param_pair[]){", false);
    int count = 0;
    while (!reader->failed && !wf_reader_sign(reader, ")")) {
        if (count && !wf_reader_sign(reader, ","))
            wf_reader_fault(reader, reader->at, "',' or ')' is due here");
        wf_reader_skip(reader);
        uint32_t name_at = reader->at;
        weft_str name = wf_reader_name(reader);
        if (!reader->failed &&
            (!name.ptr || wf_expr_peek(reader) != '=' || wf_expr_peek_behind(reader, 1) == '='))
            wf_reader_fault(reader, name_at, "params takes names and texts: params(name = value, ...)");
        if (reader->failed) break;
        wf_reader_sign(reader, "=");
        wf_expr_word(reader,
                     wf_unit_format(reader->unit, "%s{ \"%.*s\", ", count ? ", " : " ", WF_QUOTED(name)),
                     false);
        wf_expr_argument(reader, reader->types->text, "a parameter");
        wf_expr_put(reader, " }", false);
        count++;
    }
    if (!reader->failed && count == 0)
        wf_reader_fault(reader, at, "params takes names and texts: params(name = value, ...)");
    wf_expr_word(reader, wf_unit_format(reader->unit, " }, %d)", count), false);
    const wf_cname *function = wf_cdecl_find(reader->types->set, weft_lit("weft_params"));
    return function ? wf_value_of(function->type->of) : unknown;
}

/* A helper that is a macro: thousands of any number, lit of a literal. */
static wf_value read_macro(wf_reader *reader, weft_str full, uint32_t at)
{
    wf_expr_word(reader, full, false);
    wf_expr_put(reader, "(", false);
    wf_reader_skip(reader);
    uint32_t argument_at = reader->at;
    wf_value value = wf_expr_conditional(reader);
    if (!reader->failed && !wf_reader_sign(reader, ")"))
        wf_reader_fault(reader, reader->at, "')' is due here");
    wf_expr_put(reader, ")", false);
    if (reader->failed) return unknown;
    if (weft_str_eq(full, weft_lit("weft_lit"))) {
        if (value.kind != WF_VALUE_LITERAL)
            wf_reader_fault(reader, argument_at, "weft_lit takes a string literal");
        return wf_value_of(reader->types->text);
    }
    bool whole =
        value.kind == WF_VALUE_INTEGER || value.kind == WF_VALUE_FORMATTED || value.kind == WF_VALUE_UNKNOWN;
    if (!whole)
        wf_reader_fault(reader, at, "thousands takes a whole number or what fixed made; this is %.*s",
                        WF_QUOTED(wf_expr_named(reader, value)));
    return wf_value_of(reader->types->formatted);
}

static wf_value read_helper(wf_reader *reader, weft_str full, uint32_t at)
{
    wf_reader_sign(reader, "(");
    if (weft_str_eq(full, weft_lit("weft_params")) && !wf_reader_sign(reader, ")")) {
        uint32_t before = reader->at;
        weft_str name = wf_reader_name(reader);
        bool pairs = name.ptr && wf_expr_peek(reader) == '=' && wf_expr_peek_behind(reader, 1) != '=';
        reader->at = before;
        if (pairs) return read_params(reader, at);
    }
    if (weft_str_eq(full, weft_lit("weft_lit")) || weft_str_eq(full, weft_lit("weft_thousands")))
        return read_macro(reader, full, at);
    const wf_cname *function = wf_cdecl_find(reader->types->set, full);
    if (!function || function->kind != WF_C_FUNCTION_NAME) {
        wf_reader_fault(reader, at, "%.*s is not known here", WF_QUOTED(full));
        return unknown;
    }
    wf_expr_word(reader, full, false);
    return read_call(reader, function->type, full, at);
}

/* ---- Operands -------------------------------------------------------------------------------------------- */

static bool is_type(wf_reader *reader, weft_str name)
{
    static const char *const words[] = { "char",     "const", "double", "enum",   "float",
                                         "int",      "long",  "short",  "signed", "struct",
                                         "unsigned", "union", "void",   "bool",   "volatile" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (weft_str_eq(name, wf_str(words[i]))) return true;
    if (wf_reader_variable(reader, name)) return false;
    const wf_cname *declared = wf_cdecl_find(reader->types->set, name);
    return declared && declared->kind == WF_C_TYPEDEF;
}

/* (type) operand: between scalars. reader->at is at the type. */
static wf_value read_cast(wf_reader *reader, uint32_t at)
{
    const char *text = reader->source->text.ptr;
    uint32_t from = reader->at;
    while (reader->at < reader->to && text[reader->at] != ')' && text[reader->at] != '(') reader->at++;
    weft_str spelled = weft_str_of(text + from, reader->at - from), name;
    if (!wf_reader_sign(reader, ")")) {
        wf_reader_fault(reader, from, "the type of a cast is not closed by ')'");
        return unknown;
    }
    const wf_ctype *type =
        wf_cdecl_read_type(reader->types->set, (wf_cplace){ reader->source->path, 1, 1 }, spelled, &name);
    wf_value to = wf_value_of(type);
    if (!type || name.len || (!wf_value_is_number(to) && !wf_value_is_pointer(to)) ||
        to.kind == WF_VALUE_ARRAY) {
        wf_reader_fault(reader, from, "a cast is to a number or pointer; '%.*s' is neither",
                        WF_QUOTED(spelled));
        return unknown;
    }
    wf_expr_word(reader,
                 wf_unit_format(reader->unit, "(%.*s)", (int)wf_value_name(reader->types, to).len,
                                wf_value_name(reader->types, to).ptr),
                 false);
    wf_value value = wf_expr_unary(reader);
    bool fits = value.kind == WF_VALUE_UNKNOWN || (wf_value_is_number(to) && wf_value_is_number(value)) ||
                (wf_value_is_pointer(to) && wf_value_is_pointer(value));
    if (!reader->failed && !fits)
        wf_reader_fault(reader, at, "%.*s cannot be made of %.*s", WF_QUOTED(wf_expr_named(reader, to)),
                        WF_QUOTED(wf_expr_named(reader, value)));
    return to;
}

static wf_value read_parenthesis(wf_reader *reader, uint32_t at)
{
    wf_reader_sign(reader, "(");
    wf_reader_skip(reader);
    uint32_t inside = reader->at;
    weft_str name = wf_reader_name(reader);
    reader->at = inside;
    if (name.ptr && is_type(reader, name)) return read_cast(reader, at);
    wf_expr_put(reader, "(", false);
    wf_value value = wf_expr_conditional(reader);
    if (!reader->failed && !wf_reader_sign(reader, ")"))
        wf_reader_fault(reader, reader->at,
                        wf_expr_peek(reader) == ',' ? "a ',' separates arguments alone" : "')' is due here");
    wf_expr_put(reader, ")", false);
    if (value.kind == WF_VALUE_LITERAL) value = wf_value_of(reader->types->cstr);
    return value;
}

static wf_value read_primary(wf_reader *reader)
{
    char byte = wf_expr_peek(reader);
    uint32_t at = reader->at;
    if (byte == '(') return read_parenthesis(reader, at);
    if (byte == '"' || byte == '\'' || (byte >= '0' && byte <= '9') ||
        (byte == '.' && wf_expr_peek_behind(reader, 1) >= '0' && wf_expr_peek_behind(reader, 1) <= '9')) {
        wf_literal literal;
        if (!wf_literal_read(reader, &literal)) return fail(reader);
        wf_expr_word(reader, literal.text, false);
        return literal.value;
    }
    if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') return read_name(reader, at);
    if (byte == '_') return read_name(reader, at);
    if (byte == '\0' && reader->at == reader->to)
        wf_reader_fault(reader, at, "an expression is due here");
    else
        wf_reader_fault(reader, at, "'%.1s' cannot begin an expression", reader->source->text.ptr + at);
    return unknown;
}

/* ---- What follows an operand ----------------------------------------------------------------------------- */

static wf_value read_member(wf_reader *reader, wf_value value, bool arrow)
{
    wf_reader_skip(reader);
    uint32_t at = reader->at;
    weft_str name = wf_reader_name(reader);
    wf_expr_put(reader, arrow ? "->" : ".", false);
    if (!name.ptr) {
        wf_reader_fault(reader, at, "the name of a member is due here");
        return unknown;
    }
    wf_expr_word(reader, name, false);
    if (value.kind == WF_VALUE_UNKNOWN) return unknown;
    wf_value record = arrow ? wf_value_target(value) : value;
    const wf_ctype *real = record.type ? wf_ctype_resolve(record.type) : NULL;
    if (!real || (real->kind != WF_C_STRUCT && real->kind != WF_C_UNION)) {
        bool other =
            arrow ? value.type && wf_ctype_resolve(value.type)->tag : wf_value_target(value).type != NULL;
        wf_reader_fault(reader, at, "%.*s has no members%s", WF_QUOTED(wf_expr_named(reader, value)),
                        other ? arrow ? " behind '->'; write '.'" : " behind '.'; write '->'" : "");
        return unknown;
    }
    if (!real->tag->complete) {
        wf_reader_fault(reader, at, "the members of %.*s are not known; import the header that defines it",
                        WF_QUOTED(wf_expr_named(reader, record)));
        return unknown;
    }
    const wf_cmember *member = wf_ctag_member(real->tag, name);
    if (!member) {
        weft_str near = wf_ctag_near_member(real->tag, name);
        wf_reader_fault(reader, at, "%.*s has no member '%.*s'%s%.*s%s",
                        WF_QUOTED(wf_expr_named(reader, record)), WF_QUOTED(name),
                        near.ptr ? "; did you mean '" : "", WF_QUOTED(near), near.ptr ? "'?" : "");
        return unknown;
    }
    bool is_const = wf_ctype_const(record.type);
    wf_value of = wf_value_of(is_const ? wf_type_const(reader->types, member->type) : member->type);
    of.bits = member->bit_width >= 0;
    of.place = !of.bits && (arrow || record.place);
    return of;
}

static wf_value read_index(wf_reader *reader, wf_value value, uint32_t at)
{
    wf_expr_put(reader, "[", false);
    wf_reader_skip(reader);
    uint32_t index_at = reader->at;
    wf_value index = wf_expr_conditional(reader);
    if (!reader->failed && !wf_reader_sign(reader, "]"))
        wf_reader_fault(reader, reader->at, "']' is due here");
    wf_expr_put(reader, "]", false);
    wf_expr_need_whole(reader, index, index_at, "[ ]");
    if (reader->failed || value.kind == WF_VALUE_UNKNOWN) return unknown;
    wf_value target = wf_value_target(value);
    if (value.kind == WF_VALUE_TEXT)
        wf_reader_fault(reader, at, "a weft_str has no [ ]; write .ptr behind it");
    else if (!wf_value_is_pointer(value) || !target.type || target.kind == WF_VALUE_VOID ||
             target.kind == WF_VALUE_FUNCTION)
        wf_reader_fault(reader, at, "%.*s has no [ ]", WF_QUOTED(wf_expr_named(reader, value)));
    return reader->failed ? unknown : target;
}

static wf_value call_value(wf_reader *reader, wf_value value, weft_str name, uint32_t at)
{
    const wf_ctype *real = value.type ? wf_ctype_resolve(value.type) : NULL;
    if (real && real->kind == WF_C_POINTER) real = wf_ctype_resolve(real->of);
    if (value.kind != WF_VALUE_UNKNOWN && (!real || real->kind != WF_C_FUNCTION)) {
        wf_reader_fault(reader, at, "'%.*s' is no function", WF_QUOTED(name));
        return unknown;
    }
    return read_call(reader, real && real->kind == WF_C_FUNCTION ? real : NULL, name, at);
}

static wf_value read_postfix(wf_reader *reader)
{
    wf_reader_skip(reader);
    uint32_t at = reader->at;
    wf_value value = read_primary(reader);
    weft_str spelled = weft_str_of(reader->source->text.ptr + at, reader->at - at);
    for (int count = 0; !reader->failed; count++) {
        if (wf_reader_sign(reader, "->"))
            value = read_member(reader, value, true);
        else if (wf_expr_peek(reader) == '.' && wf_reader_sign(reader, "."))
            value = read_member(reader, value, false);
        else if (wf_reader_sign(reader, "["))
            value = read_index(reader, value, at);
        else if (wf_reader_sign(reader, "("))
            value = call_value(reader, value, spelled, at);
        else
            return value;
        if (count >= WF_TEMPLATE_DEPTH)
            wf_reader_fault(reader, at, "the expression is too long; compute it in the handler");
    }
    return unknown;
}

static wf_value read_address(wf_reader *reader, uint32_t at)
{
    wf_value value = wf_expr_unary(reader);
    if (reader->failed || value.kind == WF_VALUE_UNKNOWN) return unknown;
    if (!value.place) {
        wf_reader_fault(reader, at, "'&' needs something that has an address");
        return unknown;
    }
    return wf_value_of(wf_type_pointer(reader->types, value.type));
}

static wf_value read_target(wf_reader *reader, uint32_t at)
{
    wf_value value = wf_expr_unary(reader);
    if (reader->failed || value.kind == WF_VALUE_UNKNOWN) return unknown;
    wf_value target = wf_value_target(value);
    if (target.kind == WF_VALUE_UNKNOWN || target.kind == WF_VALUE_VOID || target.kind == WF_VALUE_FUNCTION) {
        wf_reader_fault(reader, at, "'*' needs a pointer; this is %.*s",
                        WF_QUOTED(wf_expr_named(reader, value)));
        return unknown;
    }
    return target;
}

/* An operator before its operand: "!", "-", "+", "~", "*", "&". */
static wf_value read_sign(wf_reader *reader, char sign, uint32_t at)
{
    static const char texts[][2] = { "!", "-", "+", "~", "*", "&" };
    const char *text = texts[strchr("!-+~*&", sign) - "!-+~*&"];
    wf_reader_sign(reader, text);
    wf_expr_put(reader, text, false);
    wf_word **tail = reader->tail;
    wf_value value;
    if (sign == '*') {
        value = read_target(reader, at);
    } else if (sign == '&') {
        value = read_address(reader, at);
    } else {
        value = wf_expr_unary(reader);
        if (sign == '!') wf_expr_need_scalar(reader, value, at);
        if (sign == '-' || sign == '+') wf_expr_need_number(reader, value, at, text);
        if (sign == '~') wf_expr_need_whole(reader, value, at, text);
        value = sign == '!' ? wf_value_of(reader->types->boolean)
                            : wf_value_common(reader->types, value, wf_value_of(reader->types->integer));
    }
    if (*tail && (*tail)->text.len && (*tail)->text.ptr[0] == sign)
        (*tail)->spaced = true; /* "- -x" is no "--x" */
    return reader->failed ? unknown : value;
}

wf_value wf_expr_unary(wf_reader *reader)
{
    char byte = wf_expr_peek(reader);
    uint32_t at = reader->at;
    if (!wf_expr_enter(reader, at)) return unknown;
    wf_value value = unknown;
    bool twice = (byte == '+' || byte == '-') && wf_expr_peek_behind(reader, 1) == byte;
    if (twice)
        wf_reader_fault(reader, at, "a template changes nothing; '%c%c' is not for it", byte, byte);
    else if (byte && strchr("!-+~*&", byte))
        value = read_sign(reader, byte, at);
    else
        value = read_postfix(reader);
    reader->depth--;
    return value;
}
