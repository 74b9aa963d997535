/* What a failure says. A reader keeps pointers into the text and nothing more; place and path are found here, by one
 * walk from the beginning, when somebody wants to know. */
#include "json/read.h"
#include "json/write.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include <stdio.h>

enum { PATH_MAX_LEN = 400, NAME_MAX_LEN = 40, QUOTE_MAX_LEN = 32, MESSAGE_MAX_LEN = 640 };

/* ---- Texts that are cut to a size ------------------------------------------------------------------------ */

typedef struct line {
    char *text;
    size_t len, room;
} line;

static void add(line *to, const char *text, size_t len)
{
    size_t left = to->room - to->len;
    if (len > left) len = wf_utf8_valid_prefix(text, left);
    memcpy(to->text + to->len, text, len);
    to->len += len;
}

static void add_text(line *to, const char *text) { add(to, text, strlen(text)); }

/* At most `most` bytes of the text, "..." behind them if there are more. */
static void add_some(line *to, weft_str text, size_t most)
{
    if (text.len <= most) {
        add(to, text.ptr, text.len);
        return;
    }
    add(to, text.ptr, wf_utf8_valid_prefix(text.ptr, most));
    add_text(to, "...");
}

static void add_number(line *to, size_t number)
{
    char text[24];
    add(to, text, (size_t)snprintf(text, sizeof text, "%zu", number));
}

/* ---- Where --------------------------------------------------------------------------------------------- */

/* One level that encloses a place: the member of an object (its name absent while it is to come), or an item. */
typedef struct level {
    bool is_object;
    weft_str name;
    size_t index;
} level;

/* A walk through text that was read up to there without a failure. It can only go on. */
typedef struct walk {
    const char *at;
    unsigned depth;
    level levels[WEFT_JSON_DEPTH + 1];
} walk;

static const char *text_end(const char *at, const char *until)
{
    while (at < until && *at != '"') at += *at == '\\' ? 2 : 1;
    return at;
}

static void walk_to(walk *w, const char *until)
{
    while (w->at < until) {
        level *top = w->depth ? &w->levels[w->depth - 1] : NULL;
        char byte = *w->at++;
        if (byte == '"') {
            const char *end = text_end(w->at, until);
            if (top && top->is_object && !top->name.ptr)
                top->name = weft_str_of(w->at, (size_t)(end - w->at));
            w->at = end + 1;
        } else if (byte == '{' || byte == '[') {
            if (w->depth <= WEFT_JSON_DEPTH) w->levels[w->depth++] = (level){ .is_object = byte == '{' };
        } else if (byte == '}' || byte == ']') {
            w->depth -= w->depth > 0;
        } else if (byte == ',' && top) {
            top->name = weft_str_of(NULL, 0);
            top->index++;
        }
    }
}

static void add_path(line *to, const walk *w)
{
    for (unsigned i = 0; i < w->depth; i++) {
        const level *at = &w->levels[i];
        if (at->is_object && !at->name.ptr) continue;
        if (to->len + NAME_MAX_LEN + 8 > to->room) {
            add_text(to, "...");
            return;
        }
        if (at->is_object) {
            if (to->len) add_text(to, ".");
            add_some(to, at->name, NAME_MAX_LEN);
        } else {
            add_text(to, "[");
            add_number(to, at->index);
            add_text(to, "]");
        }
    }
}

static bool is_plain(weft_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z', is_digit = c >= '0' && c <= '9';
        if (!is_letter && !is_digit && c != '_' && c != '-') return false;
    }
    return name.len > 0;
}

/* A map's key as the text has it: in brackets and quotes where a bare one could be misread. */
static void add_key(line *to, weft_str key)
{
    bool is_bare = is_plain(key);
    add_text(to, is_bare ? "." : "[\"");
    add_some(to, key, NAME_MAX_LEN);
    if (!is_bare) add_text(to, "\"]");
}

static void add_member(line *to, weft_str name, size_t index)
{
    if (name.ptr) {
        if (to->len) add_text(to, ".");
        add_some(to, name, NAME_MAX_LEN);
    }
    if (index == SIZE_MAX) return;
    add_text(to, "[");
    add_number(to, index);
    add_text(to, "]");
}

static void find_place(const weft_json_in *in, weft_json_error *error)
{
    const char *start = in->start;
    error->line = 1;
    for (const char *at = start; at < in->fault; at++) {
        if (*at != '\n') continue;
        error->line++;
        start = at + 1;
    }
    error->column = 1;
    for (const char *at = start; at < in->fault; at++) error->column += (*at & 0xc0) != 0x80;
}

/* A copy in the reader's memory, NUL behind it; `otherwise` when there is no room. */
static weft_str keep(weft_json_in *in, const line *text, const char *otherwise)
{
    char *copy = wf_arena_take((wf_arena *)(void *)in->memory, text->len + 1);
    if (!copy) return wf_str(otherwise);
    memcpy(copy, text->text, text->len);
    copy[text->len] = '\0';
    return weft_str_of(copy, text->len);
}

/* ---- What ------------------------------------------------------------------------------------------------ */

static const char *const kinds[] = { "no value", "null",     "a boolean", "a number",
                                     "a text",   "an array", "an object" };

static const char *const reasons[] = {
    [WEFT_JSON_OK] = "nothing is wrong",
    [WEFT_JSON_SYNTAX] = "this is not JSON",
    [WEFT_JSON_CUT] = "the JSON ends too early",
    [WEFT_JSON_TRAILING] = "something follows the JSON value",
    [WEFT_JSON_DEEP] = "values are nested deeper than 256",
    [WEFT_JSON_UTF8] = "a text is not UTF-8",
    [WEFT_JSON_SURROGATE] = "an escape is half of a surrogate pair",
    [WEFT_JSON_ESCAPE] = "a backslash starts no escape",
    [WEFT_JSON_CONTROL] = "a control character in a text is not escaped",
    [WEFT_JSON_KIND] = "another kind of value is expected",
    [WEFT_JSON_RANGE] = "the number is out of range",
    [WEFT_JSON_FRACTION] = "a whole number is expected",
    [WEFT_JSON_FORM] = "the text has another form than expected",
    [WEFT_JSON_COUNT] = "another number of items is expected",
    [WEFT_JSON_REQUIRED] = "the member is missing",
    [WEFT_JSON_UNKNOWN] = "there is no such member",
    [WEFT_JSON_DUPLICATE] = "the member is there twice",
    [WEFT_JSON_REJECTED] = "a value breaks a limit",
    [WEFT_JSON_MEMORY] = "the value is too large",
    [WEFT_JSON_NOT_FINITE] = "a number is infinite, or none",
    [WEFT_JSON_MISUSE] = "values were not put together as JSON has them",
};

void wf_json_tell(weft_json_code code, weft_json_error *error)
{
    if (!error) return;
    memset(error, 0, sizeof *error);
    error->code = code;
    error->path = weft_lit("");
    error->message = wf_str(reasons[code]);
}

/* The value itself if it is short, else its kind. */
static void add_found(line *to, const weft_json_in *in, weft_json_kind kind)
{
    const char *at = in->fault, *end = at;
    if (kind == WEFT_JSON_TEXT) {
        end = text_end(at + 1, in->end) + 1;
        if (end - at > QUOTE_MAX_LEN || end > in->end) end = at;
    } else if (kind == WEFT_JSON_NUMBER) {
        end = wf_json_number_end(at);
    }
    if (end && end > at)
        add_some(to, weft_str_of(at, (size_t)(end - at)), QUOTE_MAX_LEN);
    else
        add_text(to, kinds[kind]);
}

static void add_byte(line *to, char byte)
{
    char text[24];
    bool is_visible = byte > ' ' && byte < 0x7f;
    int len = snprintf(text, sizeof text, is_visible ? ": unexpected %c" : ": unexpected byte %02x",
                       (unsigned char)byte);
    add(to, text, (size_t)len);
}

static void add_reason(line *to, const weft_json_in *in, weft_json_kind found)
{
    switch (in->code) {
    case WEFT_JSON_KIND:
        add_text(to, "expected ");
        add_text(to, kinds[in->wanted]);
        add_text(to, ", found ");
        add_found(to, in, found);
        return;
    case WEFT_JSON_FORM:
        add_text(to, "expected ");
        add_text(to, in->detail ? in->detail : "a text of another form");
        add_text(to, ", found ");
        add_found(to, in, found);
        return;
    default: break;
    }
    add_text(to, reasons[in->code]);
    if (in->code == WEFT_JSON_SYNTAX) add_byte(to, *in->fault);
    if (in->code == WEFT_JSON_RANGE || in->code == WEFT_JSON_FRACTION) {
        add_text(to, ": ");
        add_found(to, in, found);
    }
    if (in->code == WEFT_JSON_UNKNOWN && in->detail) {
        add_text(to, "; did you mean ");
        add_text(to, in->detail);
        add_text(to, "?");
    }
}

static void explain_failure(weft_json_in *in, weft_json_error *error)
{
    char path_text[PATH_MAX_LEN + 8], message_text[MESSAGE_MAX_LEN];
    line path = { path_text, 0, sizeof path_text }, message = { message_text, 0, sizeof message_text };
    walk w = { .at = in->start };
    walk_to(&w, in->fault);
    add_path(&path, &w);
    add_member(&path, in->member, SIZE_MAX);
    error->found = wf_json_kind(in->fault);
    error->offset = (size_t)(in->fault - in->start);
    find_place(in, error);
    if (path.len) {
        add(&message, path.text, path.len);
        add_text(&message, ": ");
    }
    add_reason(&message, in, error->found);
    add_text(&message, " (line ");
    add_number(&message, error->line);
    add_text(&message, ", column ");
    add_number(&message, error->column);
    add_text(&message, ")");
    error->path = keep(in, &path, "");
    error->message = keep(in, &message, reasons[in->code]);
}

/* ---- Limits ---------------------------------------------------------------------------------------------- */

typedef struct rejection {
    weft_json_rejected shown; /* first: lists of these are lists of rejections */
    const char *object, *name;
    size_t index;
} rejection;

void weft_in_reject(weft_json_in *in, const char *object, const char *name, size_t index, const char *reason)
{
    if (in->code || in->rejected_count == WEFT_JSON_REJECTIONS) return;
    rejection *made = weft_in_alloc(in, sizeof *made);
    if (!made) return;
    *made = (rejection){ { NULL, weft_lit(""), wf_str(reason) }, object, name, index };
    /* By place: an object's limits are checked when it ends, behind those of what it holds. */
    const weft_json_rejected **place = &in->rejected;
    while (*place && ((const rejection *)(const void *)*place)->object <= object)
        place = &((rejection *)(uintptr_t)*place)->shown.next;
    made->shown.next = *place;
    *place = &made->shown;
    in->rejected_count++;
}

/* The keys of a map, in their order: the value of one object's member. */
typedef struct keys {
    const char *object, *name;
    const char *at; /* NULL: the value is no object, or has no more */
    size_t count;   /* how many were passed */
    weft_str last;
} keys;

/* On to the next name of the object that `at` is in; `end` is the end of a text that was read without a failure. */
static bool next_key(keys *k, const char *end)
{
    bool is_name = k->at && k->at[-1] == '{';
    unsigned depth = 0;
    for (const char *at = k->at; at && at < end; at++) {
        if (*at == '"') {
            weft_str text = weft_str_of(at + 1, (size_t)(text_end(at + 1, end) - at - 1));
            at += text.len + 1;
            if (depth == 0 && is_name) {
                k->at = at + 1;
                k->last = text;
                k->count++;
                return true;
            }
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth-- == 0) break;
        } else if (*at == ',') {
            is_name = true;
        }
    }
    k->at = NULL;
    return false;
}

static void open_keys(keys *k, const char *object, const char *name, const char *end)
{
    *k = (keys){ .object = object, .name = name, .at = object + 1 };
    while (next_key(k, end) && !weft_str_eq(k->last, wf_str(name))) {}
    k->count = 0; /* if there is none, too: it is not looked for again */
    if (!k->at) return;
    const char *value = weft_in_space(weft_in_space(k->at) + 1); /* behind the colon */
    k->at = *value == '{' ? value + 1 : NULL;
}

/* The key of a map's entry; absent when the member is a list, or its own name has escapes. A map's entries come in
 * their order, so that its keys are passed once. */
static weft_str find_key(keys *k, const rejection *it, const char *end)
{
    if (k->object != it->object || k->name != it->name || k->count > it->index + 1)
        open_keys(k, it->object, it->name, end);
    while (k->at && k->count <= it->index && next_key(k, end)) {}
    return k->at ? k->last : weft_str_of(NULL, 0);
}

static void explain_rejections(weft_json_in *in, weft_json_error *error)
{
    char text[PATH_MAX_LEN + 8];
    walk w = { .at = in->start };
    keys passed = { 0 };
    for (const weft_json_rejected *each = in->rejected; each; each = each->next) {
        rejection *it = (rejection *)(uintptr_t)each;
        line path = { text, 0, sizeof text };
        walk_to(&w, it->object);
        add_path(&path, &w);
        weft_str key = it->index == SIZE_MAX ? weft_str_of(NULL, 0) : find_key(&passed, it, in->end);
        add_member(&path, wf_str(it->name), key.ptr ? SIZE_MAX : it->index);
        if (key.ptr) add_key(&path, key);
        it->shown.path = keep(in, &path, "");
    }
    char message_text[MESSAGE_MAX_LEN];
    line message = { message_text, 0, sizeof message_text };
    add(&message, in->rejected->path.ptr, in->rejected->path.len);
    add_text(&message, in->rejected->path.len ? " " : "the value ");
    add(&message, in->rejected->reason.ptr, in->rejected->reason.len);
    if (in->rejected_count > 1) {
        add_text(&message, " (and ");
        add_number(&message, in->rejected_count - 1);
        add_text(&message, " more)");
    }
    error->rejected = in->rejected;
    error->path = in->rejected->path;
    error->message = keep(in, &message, reasons[WEFT_JSON_REJECTED]);
}

void wf_json_explain(weft_json_in *in, weft_json_error *error)
{
    wf_json_tell(in->code, error);
    if (in->code == WEFT_JSON_REJECTED)
        explain_rejections(in, error);
    else if (in->code)
        explain_failure(in, error);
}
