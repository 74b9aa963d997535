/* The reader of generated codecs: objects, lists, texts, and the memory that they are put in. Numbers are in number.c,
 * values nobody asked for in skip.c. */
#include "json/read.h"
#include "json/text.h"
#include "json/text_simd.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/base/utf8.h"

/* ---- Failures -------------------------------------------------------------------------------------------- */

const char *weft_in_fail(weft_json_in *in, const char *at, weft_json_code code)
{
    if (in->code) return NULL;
    in->fault = at < in->end ? at : in->end;
    in->code = code;
    return NULL;
}

/* A byte that cannot stand there; the text's end is one as well. */
static WF_COLD const char *fail_syntax(weft_json_in *in, const char *at)
{
    return weft_in_fail(in, at, at >= in->end ? WEFT_JSON_CUT : WEFT_JSON_SYNTAX);
}

weft_json_kind wf_json_kind(const char *at)
{
    switch (*at) {
    case '"': return WEFT_JSON_TEXT;
    case '{': return WEFT_JSON_OBJECT;
    case '[': return WEFT_JSON_ARRAY;
    case 't':
    case 'f': return WEFT_JSON_BOOL;
    case 'n': return WEFT_JSON_NULL;
    case '-': return WEFT_JSON_NUMBER;
    default: return *at >= '0' && *at <= '9' ? WEFT_JSON_NUMBER : WEFT_JSON_NONE;
    }
}

const char *weft_in_wrong(weft_json_in *in, const char *at, weft_json_kind wanted)
{
    weft_json_kind found = wf_json_kind(at);
    /* A value of the wanted kind that could not be read, no value at all, or none wanted. */
    if (found == wanted || found == WEFT_JSON_NONE || wanted == WEFT_JSON_NONE) return fail_syntax(in, at);
    if (!in->code) in->wanted = wanted;
    return weft_in_fail(in, at, WEFT_JSON_KIND);
}

const char *weft_in_form(weft_json_in *in, const char *at, const char *what)
{
    if (!in->code) in->detail = what;
    return weft_in_fail(in, at, WEFT_JSON_FORM);
}

const char *weft_in_missing(weft_json_in *in, const char *object, const char *name)
{
    if (!in->code) in->member = weft_str_of(name, strlen(name));
    return weft_in_fail(in, object, WEFT_JSON_REQUIRED);
}

const char *weft_in_unknown(weft_json_in *in, const char *value, weft_str name, const char *const *names,
                            size_t names_count)
{
    if (!in->code) in->detail = wf_str_nearest(name, names, names_count);
    return weft_in_fail(in, value, WEFT_JSON_UNKNOWN);
}

const char *weft_in_twice(weft_json_in *in, const char *value, weft_str name)
{
    (void)name; /* it is the path's last part */
    return weft_in_fail(in, value, WEFT_JSON_DUPLICATE);
}

bool weft_in_deep(weft_json_in *in, const char *at)
{
    weft_in_fail(in, at, WEFT_JSON_DEEP);
    return false;
}

/* ---- Memory ---------------------------------------------------------------------------------------------- */

static wf_arena *arena_of(weft_json_in *in) { return (wf_arena *)(void *)in->memory; }

/* The end of no block: what is left of memory that has none yet. */
static _Alignas(WF_ARENA_ALIGN) char nowhere[WF_ARENA_ALIGN];

void wf_json_borrow(weft_json_in *in)
{
    wf_arena *arena = arena_of(in);
    in->low = arena->at ? arena->at : nowhere;
    in->high = arena->at ? arena->end : nowhere;
    WF_UNPOISON(in->low, (size_t)(in->high - in->low));
}

void wf_json_settle(weft_json_in *in)
{
    wf_arena *arena = arena_of(in);
    if (in->high == nowhere) return;
    size_t over = (uintptr_t)in->low & (WF_ARENA_ALIGN - 1),
           under = (uintptr_t)in->high & (WF_ARENA_ALIGN - 1);
    arena->end = in->high - under;
    arena->at = over ? in->low + (WF_ARENA_ALIGN - over) : in->low;
    if (arena->at > arena->end) arena->at = arena->end;
    WF_POISON(arena->at, (size_t)(arena->end - arena->at));
}

/* Goes on in a new block that has `size` bytes; each is as large as all before, so that a list that grows moves a few
 * times only. */
static WF_COLD bool take_block(weft_json_in *in, size_t size)
{
    wf_arena *arena = arena_of(in);
    wf_json_settle(in);
    size_t left = arena->budget - arena->held, roomy = arena->held < left ? arena->held : left;
    bool has_block = (size < roomy && wf_arena_next(arena, roomy)) || wf_arena_next(arena, size);
    wf_json_borrow(in);
    if (!has_block) weft_in_fail(in, in->end, WEFT_JSON_MEMORY);
    return has_block;
}

char *wf_json_bytes(weft_json_in *in, size_t size)
{
    if (in->high - in->low < (ptrdiff_t)size && !take_block(in, size)) return NULL;
    return in->high -= size;
}

void *weft_in_alloc(weft_json_in *in, size_t size)
{
    char *memory = wf_json_bytes(in, size + WF_ARENA_ALIGN - 1);
    return memory ? in->high = weft_in_aligned(memory) : NULL;
}

/* ---- Space, literals, texts ------------------------------------------------------------------------------ */

const char *weft_in_space(const char *at)
{
    /* None, or the one behind a colon or comma. */
    if (!weft_in_blank(*at)) return at;
    if (*at == ' ' && !weft_in_blank(at[1])) return at + 1;
    for (;;) {
        size_t spaces = spaces_ahead(at); /* a line break and an indent */
        at += spaces;
        if (spaces < WF_AHEAD) return at;
    }
}

/* Four hex digits; -1 if they are not. */
static int read_unit(const char *at)
{
    int unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = wf_hex_digit(at[i]);
        if (digit < 0) return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

size_t wf_json_escape(const char *at, uint32_t *code)
{
    static const unsigned char letters[256] = { ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                                ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t' };
    *code = letters[(unsigned char)at[1]];
    if (*code) return 2;
    int unit = at[1] == 'u' ? read_unit(at + 2) : -1;
    if (unit < 0) return 0;
    *code = (uint32_t)unit;
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    int low = unit < 0xdc00 && at[6] == '\\' && at[7] == 'u' ? read_unit(at + 8) : -1;
    if (low < 0xdc00 || low > 0xdfff) return 0;
    *code = 0x10000 + (((uint32_t)unit & 0x3ff) << 10 | ((uint32_t)low & 0x3ff));
    return 12;
}

/* Why the escape at `at` is none. */
static WF_COLD const char *fail_escape(weft_json_in *in, const char *at)
{
    bool is_cut = at + 1 >= in->end;
    bool is_unit = at[1] == 'u' && read_unit(at + 2) >= 0;
    return weft_in_fail(in, at, is_cut ? WEFT_JSON_CUT : is_unit ? WEFT_JSON_SURROGATE : WEFT_JSON_ESCAPE);
}

/* The closing quote of a text, from a byte in it on where a scan stopped; NULL after a failure. */
static const char *find_quote(weft_json_in *in, const char *at)
{
    const char *(*scan)(const char *) = wf_json_text_best()->scan;
    uint32_t code;
    for (; *at != '"'; at = scan(at)) {
        if (*at != '\\') {
            if (at >= in->end) return weft_in_fail(in, at, WEFT_JSON_CUT);
            bool is_control = (unsigned char)*at < 0x20;
            return weft_in_fail(in, at, is_control ? WEFT_JSON_CONTROL : WEFT_JSON_UTF8);
        }
        size_t step = wf_json_escape(at, &code);
        if (step == 0) return fail_escape(in, at);
        at += step;
    }
    return at;
}

/* Writes the text between `from` and `end`, which was checked, without its escapes; returns its length. */
static size_t decode(char *to, const char *from, const char *end)
{
    char *start = to;
    for (;;) {
        const char *slash = memchr(from, '\\', (size_t)(end - from));
        size_t plain = (size_t)((slash ? slash : end) - from);
        memcpy(to, from, plain);
        to += plain;
        if (!slash) return (size_t)(to - start);
        uint32_t code = 0;
        from = slash + wf_json_escape(slash, &code);
        to += wf_utf8_put(to, code);
    }
}

const char *wf_json_take_rest(weft_json_in *in, const char *start, const char *at, weft_str *value)
{
    const char *end = find_quote(in, at);
    if (!end) return NULL;
    if (!value) return end + 1;
    char *memory = wf_json_bytes(in, (size_t)(end - start)); /* an escape is longer than what it stands for */
    if (!memory) return NULL;
    *value = weft_str_of(memory, decode(memory, start, end));
    return end + 1;
}

/* ---- Objects --------------------------------------------------------------------------------------------- */

/* A number that the compiler takes for any. */
static inline size_t constant(size_t number)
{
    __asm__("" : "+r"(number));
    return number;
}

/* Behind white space that a guess is kept for: indents of one level are of one length. */
static inline const char *skip_indent(const char *at, uint8_t *last)
{
    if (!weft_in_blank(*at)) return at;
    size_t spaces = spaces_ahead(at);
    if (WF_UNLIKELY(spaces == WF_AHEAD)) return weft_in_space(at + spaces);
    size_t guess = *last;
    if (WF_LIKELY(spaces == guess)) return at + constant(guess);
    *last = (uint8_t)spaces;
    return at + spaces;
}
/* Before a member or an item, and before what ends them, one level less. */
static inline const char *indent_in(weft_json_in *in, const char *at)
{
    return skip_indent(at, &in->indents[in->depth % 8]);
}
static inline const char *indent_out(weft_json_in *in, const char *at)
{
    return skip_indent(at, &in->outdents[in->depth % 8]);
}

/* `len`, as if it did not depend on the bytes: the processor guesses the case from those before, for names come in the
 * same order again and again, and reads on meanwhile: 8.1 -> 6.9 us for 100 records with reversed members. */
static inline size_t guessed(size_t len)
{
    switch (len) {
    case 1: return constant(1);
    case 2: return constant(2);
    case 3: return constant(3);
    case 4: return constant(4);
    case 5: return constant(5);
    case 6: return constant(6);
    case 7: return constant(7);
    case 8: return constant(8);
    case 9: return constant(9);
    case 10: return constant(10);
    case 11: return constant(11);
    case 12: return constant(12);
    case 13: return constant(13);
    case 14: return constant(14);
    case 15: return constant(15);
    default: return len;
    }
}

/* Names that are long or escaped, or have white space before their colon: `at` is behind the opening quote. */
static WF_COLD const char *take_name_slow(weft_json_in *in, const char *at, weft_str *name)
{
    at = in->text(in, at, name);
    if (!at) return NULL;
    at = weft_in_space(at);
    return *at == ':' ? weft_in_space(at + 1) : fail_syntax(in, at);
}

/* The rest of a name behind its opening quote, and the colon behind it. */
static inline const char *take_name(weft_json_in *in, const char *at, weft_str *name)
{
    uint64_t special = special_ahead(at);
    size_t plain = first_of(special);
    const char *end = at + plain;
    if (WF_UNLIKELY(*end != '"' || end[1] != ':' || plain == WF_AHEAD)) return take_name_slow(in, at, name);
    name->ptr = at;
    name->len = guessed(plain);
    at += name->len + 2;
    if (WF_LIKELY(!weft_in_blank(*at))) return at;
    return WF_LIKELY(*at == ' ' && !weft_in_blank(at[1])) ? at + 1 : weft_in_space(at);
}

static inline const char *end_object(weft_json_in *in, const char *at, weft_str *name)
{
    weft_in_leave(in);
    name->ptr = NULL;
    return at + 1;
}

const char *weft_in_object(weft_json_in *in, const char *at, weft_str *name)
{
    if (*at != '{') return weft_in_wrong(in, at, WEFT_JSON_OBJECT);
    if (!weft_in_enter(in, at)) return NULL;
    at = indent_in(in, at + 1);
    if (WF_LIKELY(*at == '"')) return take_name(in, at + 1, name);
    return *at == '}' ? end_object(in, at, name) : fail_syntax(in, at);
}

static __attribute__((noinline)) const char *take_member(weft_json_in *in, const char *at, weft_str *name)
{
    at = indent_out(in, at);
    if (*at == '}') return end_object(in, at, name);
    if (*at != ',') return fail_syntax(in, at);
    at = indent_in(in, at + 1);
    return *at == '"' ? take_name(in, at + 1, name) : fail_syntax(in, at);
}

const char *weft_in_member(weft_json_in *in, const char *at, weft_str *name)
{
    if (at[0] == ',' && at[1] == '"') return take_name(in, at + 2, name);
    return *at == '}' ? end_object(in, at, name) : take_member(in, at, name);
}

const char *weft_in_find(weft_json_in *in, const char *at, weft_str name, const char **found)
{
    weft_str member;
    const char *object = at;
    *found = NULL;
    for (at = weft_in_object(in, at, &member); at && member.ptr; at = weft_in_member(in, at, &member)) {
        if (weft_str_eq(member, name)) {
            *found = at;
            weft_in_leave(in);
            return object;
        }
        at = weft_in_skip(in, at);
        if (!at) return NULL;
    }
    return at ? object : NULL;
}

/* ---- Lists ----------------------------------------------------------------------------------------------- */

const char *weft_in_array_slow(weft_json_in *in, const char *at, weft_in_list *list)
{
    if (*at != '[') return weft_in_wrong(in, at, WEFT_JSON_ARRAY);
    if (!weft_in_enter(in, at)) return NULL;
    weft_in_open(in, list);
    at = indent_in(in, at + 1);
    if (*at != ']') return at;
    return weft_in_shut(in, at, list);
}

const char *weft_in_item_slow(weft_json_in *in, const char *at, weft_in_list *list)
{
    at = indent_out(in, at);
    if (*at == ',') return indent_in(in, at + 1);
    return *at == ']' ? weft_in_shut(in, at, list) : fail_syntax(in, at);
}

/* The list is not at the end of what is taken, or there is no room behind it: a new place for it. */
void *weft_in_add_slow(weft_json_in *in, weft_in_list *list, size_t size)
{
    size_t len = (size_t)(list->end - list->base);
    char *base = weft_in_aligned(in->low);
    if (in->high - base < (ptrdiff_t)(len + size)) {
        if (!take_block(in, 2 * len + size)) return NULL;
        base = list->floor = in->low;
    }
    if (len) memcpy(base, list->base, len);
    list->base = base;
    in->low = list->end = base + len + size;
    list->count++;
    return base + len;
}

const void *weft_in_done(weft_json_in *in, weft_in_list *list)
{
    char *items = list->base, *end = list->end;
    size_t len = (size_t)(end - items);
    bool is_inner = --in->lists > 0, is_last = end == in->low;
    if (len == 0) items = list->floor; /* of no items, so any will do, but none is not the same */
    if (is_inner && is_last) {
        /* What encloses it grows where it began, so it makes way; unless not even that fits. Both places are aligned
         * and have rubbish behind them, so most lists are a few wide moves. */
        char *place = in->high - wf_arena_round(len);
        place -= (uintptr_t)place & (WF_ARENA_ALIGN - 1);
        if (place >= end) {
            for (size_t done = 0; done < len; done += WF_ARENA_ALIGN)
                memcpy(place + done, items + done, WF_ARENA_ALIGN);
            in->high = place;
            in->low = list->floor;
            items = place;
        }
    }
    return items ? items : in->end;
}

/* ---- Maps ------------------------------------------------------------------------------------------------ */

typedef struct entries {
    const char *first;
    size_t size;
} entries;

static weft_str key_at(entries all, size_t index)
{
    weft_str key;
    memcpy(&key, all.first + index * all.size, sizeof key);
    return key;
}

static int order_keys(entries all, size_t a, size_t b)
{
    return wf_str_order(key_at(all, a), key_at(all, b));
}

/* Lets the entry at `at` sink to its place in the heap of the first `count`. */
static void sink(entries all, size_t *heap, size_t at, size_t count)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count) return;
        if (child + 1 < count && order_keys(all, heap[child], heap[child + 1]) < 0) child++;
        if (order_keys(all, heap[at], heap[child]) >= 0) return;
        size_t moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
        at = child;
    }
}

/* By heap sort: no client can make it slow, and it needs an index for each entry and no more. */
const char *weft_in_distinct(weft_json_in *in, const char *at, const void *first, size_t count, size_t size)
{
    entries all = { first, size };
    char *high = in->high;
    size_t *heap = weft_in_alloc(in, count * sizeof *heap);
    if (!heap) return NULL;
    for (size_t i = 0; i < count; i++) heap[i] = i;
    for (size_t i = count / 2; i-- > 0;) sink(all, heap, i, count);
    for (size_t left = count; left > 1; left--) {
        size_t largest = heap[0];
        heap[0] = heap[left - 1];
        sink(all, heap, 0, left - 1);
        if (order_keys(all, heap[0], largest) == 0) {
            in->member = key_at(all, largest);
            return weft_in_fail(in, at, WEFT_JSON_DUPLICATE);
        }
    }
    if (in->high == (char *)heap) in->high = high;
    return at;
}
