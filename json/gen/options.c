/* The words of a mark: "weft:json names=camelCase" at a struct, "weft:optional max=40" at a member. */
#include "json/gen/gen.h"
#include "src/base/utf8.h"

/* Where an option's value goes, and who may have it. */
typedef struct option {
    const char *name;
    bool has_value;
    unsigned whom; /* bits of wf_jmarked */
} option;

enum {
    STRUCTS = 1 << WF_MARK_STRUCT,
    ENUMS = 1 << WF_MARK_ENUM,
    MEMBERS = 1 << WF_MARK_MEMBER,
    NAMES = 1 << WF_MARK_NAME
};

static const option options[] = {
    { "names", true, STRUCTS | ENUMS }, { "prefix", true, ENUMS },         { "unknown", true, STRUCTS },
    { "duplicates", true, STRUCTS },    { "name", true, MEMBERS | NAMES }, { "optional", false, MEMBERS },
    { "nullable", false, MEMBERS },     { "ignore", false, MEMBERS },      { "default", true, MEMBERS },
    { "min", true, MEMBERS },           { "max", true, MEMBERS },          { "length", true, MEMBERS },
    { "count", true, MEMBERS },         { "time", false, MEMBERS },        { "uuid", false, MEMBERS },
    { "raw", false, MEMBERS },          { "map", false, MEMBERS },         { "tag", true, MEMBERS },
    { "case", true, MEMBERS },
};
enum { OPTIONS = sizeof options / sizeof *options };

/* A mark's text, read from left to right. */
typedef struct reading {
    wf_jgen *gen;
    const char *at, *end;
    wf_cplace place; /* of `at` */
    wf_jmarked what;
} reading;

static void step(reading *r)
{
    r->place.column++;
    if (*r->at++ == '\n') r->place = (wf_cplace){ r->place.file, r->place.line + 1, 1 };
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

static void skip_blank(reading *r)
{
    while (r->at < r->end && (is_blank(*r->at) || *r->at == ',')) step(r);
}

/* ---- Words ------------------------------------------------------------------------------------------------- */

static weft_str take_word(reading *r)
{
    const char *from = r->at;
    while (r->at < r->end && !is_blank(*r->at) && *r->at != ',' && *r->at != '=') step(r);
    return weft_str_of(from, (size_t)(r->at - from));
}

/* "a text", with \" and \\ in it; false when it does not end. */
static bool take_quoted(reading *r, weft_str *value)
{
    step(r);
    char *to = wf_jgen_take(r->gen, (size_t)(r->end - r->at) + 1), *at = to;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at == '\\' && r->at + 1 < r->end && (r->at[1] == '"' || r->at[1] == '\\')) step(r);
        *at++ = *r->at;
        step(r);
    }
    if (r->at == r->end) return false;
    step(r);
    *value = weft_str_of(to, (size_t)(at - to));
    return true;
}

/* What stands behind the "=". */
static bool take_value(reading *r, const option *rule, weft_str *value, wf_cplace *place)
{
    if (r->at == r->end || *r->at != '=') {
        wf_jgen_error(r->gen, *place, wf_jgen_printf(r->gen, "write %s=...", rule->name).ptr,
                      "%s needs a value", rule->name);
        return false;
    }
    step(r);
    *place = r->place;
    if (r->at < r->end && *r->at == '"') {
        if (take_quoted(r, value)) return true;
        wf_jgen_error(r->gen, *place, NULL, "this text has no closing quote");
        return false;
    }
    const char *from = r->at;
    while (r->at < r->end && !is_blank(*r->at) && *r->at != ',') step(r);
    *value = weft_str_of(from, (size_t)(r->at - from));
    if (value->len) return true;
    wf_jgen_error(r->gen, *place, "an empty text is \"\"", "%s has no value", rule->name);
    return false;
}

/* ---- Values ------------------------------------------------------------------------------------------------ */

/* Which of `count` words; -1: none, reported. */
static int choose(reading *r, weft_str value, wf_cplace place, const char *what, const char *const *words,
                  int count)
{
    for (int i = 0; i < count; i++)
        if (weft_str_eq(value, wf_str(words[i]))) return i;
    weft_str list = wf_jgen_printf(r->gen, "write one of %s", words[0]);
    for (int i = 1; i < count; i++) list = wf_jgen_printf(r->gen, "%.*s, %s", WF_P(list), words[i]);
    wf_jgen_error(r->gen, place, list.ptr, "%s=%.*s is not known", what, WF_P(value));
    return -1;
}

static void set_style(reading *r, wf_joptions *to, weft_str value, wf_cplace place)
{
    static const char *const styles[] = { "as-is",      "camelCase",  "PascalCase", "snake_case",
                                          "kebab-case", "UPPER_CASE", "explicit" };
    int style = choose(r, value, place, "names", styles, sizeof styles / sizeof *styles);
    if (style >= 0) to->style = (wf_jstyle)style;
    to->style_at = place;
}

/* A name must be able to stand in JSON. */
static void set_name(reading *r, wf_joptions *to, weft_str value, wf_cplace place)
{
    bool control = false;
    for (size_t i = 0; i < value.len; i++) control |= (unsigned char)value.ptr[i] < ' ';
    if (control || !wf_utf8_valid(value.ptr, value.len))
        wf_jgen_error(r->gen, place, NULL, "this name is not UTF-8, or has control characters");
    to->name = value;
    to->name_at = place;
}

static bool set_range(reading *r, const option *rule, weft_str value, wf_cplace place)
{
    wf_jrange range;
    if (wf_jgen_range(value, &range)) return true;
    wf_jgen_error(r->gen, place,
                  wf_jgen_printf(r->gen, "write %s=1..40, %s=..40, %s=1.. or %s=3", rule->name, rule->name,
                                 rule->name, rule->name)
                      .ptr,
                  "%s=%.*s is no range", rule->name, WF_P(value));
    return false;
}

static void set_value(reading *r, wf_joptions *to, const option *rule, weft_str value, wf_cplace place)
{
    static const char *const unknown[] = { "skip", "refuse" }, *const twice[] = { "refuse", "last" };
    weft_str name = wf_str(rule->name);
    const struct {
        const char *name;
        weft_str *value;
        wf_cplace *place;
    } plain[] = {
        { "default", &to->fallback, &to->fallback_at },
        { "min", &to->min, &to->min_at },
        { "max", &to->max, &to->max_at },
        { "tag", &to->tag, &to->tag_at },
        { "case", &to->only, &to->only_at },
        { "prefix", &to->prefix, &to->prefix_at },
        { "length", &to->length, &to->length_at },
        { "count", &to->count, &to->count_at },
    };
    bool range = weft_str_eq(name, weft_lit("length")) || weft_str_eq(name, weft_lit("count"));
    if (range && !set_range(r, rule, value, place)) return;
    if (weft_str_eq(name, weft_lit("names"))) set_style(r, to, value, place);
    if (weft_str_eq(name, weft_lit("name"))) set_name(r, to, value, place);
    if (weft_str_eq(name, weft_lit("unknown")))
        to->refuses_unknown = choose(r, value, place, "unknown", unknown, 2) > 0;
    if (weft_str_eq(name, weft_lit("duplicates")))
        to->last_wins = choose(r, value, place, "duplicates", twice, 2) > 0;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (!weft_str_eq(name, wf_str(plain[i].name))) continue;
        *plain[i].value = value;
        *plain[i].place = place;
    }
}

static void set_flag(wf_joptions *to, weft_str name, wf_cplace place)
{
    const struct {
        const char *name;
        bool *flag;
        wf_cplace *place;
    } flags[] = {
        { "optional", &to->optional, &to->optional_at },
        { "nullable", &to->nullable, &to->nullable_at },
        { "ignore", &to->ignored, &to->ignored_at },
        { "time", &to->is_time, &to->form_at },
        { "uuid", &to->is_uuid, &to->form_at },
        { "raw", &to->is_raw, &to->form_at },
        { "map", &to->is_map, &to->map_at },
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!weft_str_eq(name, wf_str(flags[i].name))) continue;
        *flags[i].flag = true;
        *flags[i].place = place;
    }
}

/* ---- One option -------------------------------------------------------------------------------------------- */

static const char *whose(wf_jmarked what)
{
    static const char *const names[] = { "a struct", "an enum", "a member", "an enum constant" };
    return names[what];
}

static void report_unknown(reading *r, weft_str word, wf_cplace place)
{
    const char *names[OPTIONS];
    size_t count = 0;
    for (size_t i = 0; i < OPTIONS; i++)
        if (options[i].whom & 1u << r->what) names[count++] = options[i].name;
    const char *near = wf_str_nearest(word, names, count);
    const char *hint = near ? wf_jgen_printf(r->gen, "did you mean %s?", near).ptr : NULL;
    if (weft_str_eq(word, weft_lit("json")) && r->what >= WF_MARK_MEMBER)
        hint = "members have their options right behind \"weft:\", as in weft:optional";
    wf_jgen_error(r->gen, place, hint, "%s has no option \"%.*s\"", whose(r->what), WF_P(word));
}

static const option *find_option(reading *r, weft_str word, wf_cplace place)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (!weft_str_eq(word, wf_str(options[i].name))) continue;
        if (options[i].whom & 1u << r->what) return &options[i];
        wf_jgen_error(r->gen, place, NULL, "%s is no option of %s", options[i].name, whose(r->what));
        return NULL;
    }
    report_unknown(r, word, place);
    return NULL;
}

static void take_option(reading *r, wf_joptions *to, uint32_t *seen)
{
    wf_cplace place = r->place;
    weft_str word = take_word(r), value = weft_lit("");
    const option *rule = word.len ? find_option(r, word, place) : NULL;
    if (!rule) { /* over its value, too */
        while (r->at < r->end && !is_blank(*r->at)) step(r);
        return;
    }
    uint32_t bit = UINT32_C(1) << (rule - options);
    if (*seen & bit) wf_jgen_error(r->gen, place, NULL, "%s is said twice", rule->name);
    *seen |= bit;
    if (!rule->has_value) {
        set_flag(to, word, place);
        if (r->at < r->end && *r->at == '=')
            wf_jgen_error(r->gen, place, NULL, "%s takes no value", rule->name);
        while (r->at < r->end && !is_blank(*r->at) && *r->at != ',') step(r);
        return;
    }
    if (take_value(r, rule, &value, &place)) set_value(r, to, rule, value, place);
}

static wf_joptions take_options(wf_jgen *gen, wf_jmarked what, weft_str text, wf_cplace place)
{
    wf_joptions to = { .is_marked = true, .place = place };
    reading r = { .gen = gen, .at = text.ptr, .end = text.ptr + text.len, .place = place, .what = what };
    uint32_t seen = 0;
    for (skip_blank(&r); r.at < r.end; skip_blank(&r)) take_option(&r, &to, &seen);
    return to;
}

/* ---- Where they are ---------------------------------------------------------------------------------------- */

/* Members' options stand right behind "weft:". Absent: there are none. */
static weft_str member_mark(const wf_cnote *notes, wf_cplace *place)
{
    for (; notes; notes = notes->next) {
        if (!wf_str_starts(notes->text, weft_lit("weft:"))) continue;
        *place = notes->place;
        place->column += 5;
        return weft_str_of(notes->text.ptr + 5, notes->text.len - 5);
    }
    return weft_str_of(NULL, 0);
}

/* A struct's mark that is nearly one. */
static void report_misspelt(wf_jgen *gen, const wf_cnote *notes)
{
    static const char *const marks[] = { "weft:json" };
    for (; notes; notes = notes->next) {
        weft_str word = notes->text;
        for (size_t i = 0; i < word.len; i++)
            if (is_blank(word.ptr[i])) word.len = i;
        if (!weft_str_eq(word, weft_lit("weft:json")) && wf_str_starts(word, weft_lit("weft")) &&
            wf_str_nearest(word, marks, 1))
            wf_jgen_error(gen, notes->place, "did you mean weft:json?", "\"%.*s\" marks nothing", WF_P(word));
    }
}

wf_joptions wf_jgen_options(wf_jgen *gen, wf_jmarked what, weft_str owner, weft_str name,
                            const wf_cnote *notes)
{
    wf_cplace place = { 0 }, there = { 0 };
    bool whole = what == WF_MARK_STRUCT || what == WF_MARK_ENUM;
    weft_str text = whole ? wf_cnote_find(notes, "weft:json", &place) : member_mark(notes, &place);
    weft_str apart = gen->marks ? wf_jmarks_find(gen->marks, owner, name, &there) : weft_str_of(NULL, 0);
    if (whole && !text.ptr) report_misspelt(gen, notes);
    if (text.ptr && apart.ptr)
        wf_jgen_error(gen, there, NULL, "%.*s has options in the header already, line %u",
                      WF_P(name.len ? name : owner), place.line);
    if (text.ptr) return take_options(gen, what, text, place);
    if (apart.ptr) return take_options(gen, what, apart, there);
    return (wf_joptions){ 0 };
}

/* ---- Ranges ------------------------------------------------------------------------------------------------ */

static bool take_count(const char **at, const char *end, uint64_t *count)
{
    const char *from = *at;
    *count = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        *count = *count * 10 + (uint64_t)(**at - '0');
        if (*count > UINT32_MAX) return false;
    }
    return *at > from;
}

bool wf_jgen_range(weft_str text, wf_jrange *range)
{
    const char *at = text.ptr, *end = text.ptr + text.len;
    *range = (wf_jrange){ .is_set = true, .max = UINT64_MAX };
    bool from = take_count(&at, end, &range->min);
    if (from && at == end) {
        range->max = range->min;
        return true;
    }
    if (end - at < 2 || at[0] != '.' || at[1] != '.') return false;
    at += 2;
    if (at == end) return from;
    return take_count(&at, end, &range->max) && at == end && range->min <= range->max;
}
