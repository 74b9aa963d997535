/* Every reader of parameters: each place, each kind, each way to ask, with what may be there. */
#include "tests/web/posts.h"

TestSuite(web_readers, .init = set_up, .fini = tear_down);

enum place { PATH, QUERY, FORM, INPUT, PLACES };
enum kind { TEXT, I64, F64, BOOL, ENUM, KINDS };
enum way { PLAIN_WAY, FALLBACK, NEED, WAYS }; /* typed readers have no plain way: it asks with a fallback */

static const weft_names sizes = { (const char *const[]){ "small", "large", "huge" }, 3 };

/* What the next request's handler asks. */
static struct {
    enum place place;
    enum kind kind;
    enum way way;
    const char *name;
} wanted;

typedef struct answer {
    weft_str text;
    int64_t i64;
    double f64;
    bool truth;
    int chosen;
} answer;

#define X(place)                                                                           \
    static bool ask_##place(weft_request *req, answer *out)                                \
    {                                                                                      \
        const char *name = wanted.name;                                                    \
        bool need = wanted.way == NEED;                                                    \
        switch (wanted.kind) {                                                             \
        case TEXT:                                                                         \
            if (wanted.way == PLAIN_WAY) return out->text = weft_##place(req, name), true; \
            return need ? weft_need_##place(req, name, &out->text)                         \
                        : weft_##place##_text(req, name, weft_lit("spare"), &out->text);   \
        case I64:                                                                          \
            return need ? weft_need_##place##_i64(req, name, &out->i64)                    \
                        : weft_##place##_i64(req, name, -7, &out->i64);                    \
        case F64:                                                                          \
            return need ? weft_need_##place##_f64(req, name, &out->f64)                    \
                        : weft_##place##_f64(req, name, 0.25, &out->f64);                  \
        case BOOL:                                                                         \
            return need ? weft_need_##place##_bool(req, name, &out->truth)                 \
                        : weft_##place##_bool(req, name, true, &out->truth);               \
        case ENUM:                                                                         \
            return need ? weft_need_##place##_enum(req, name, sizes, &out->chosen)         \
                        : weft_##place##_enum(req, name, sizes, 2, &out->chosen);          \
        case KINDS: break;                                                                 \
        }                                                                                  \
        return false;                                                                      \
    }
X(query)
X(form)
X(input)
#undef X

static bool ask_param(weft_request *req, answer *out)
{
    switch (wanted.kind) {
    case TEXT: return out->text = weft_param(req, wanted.name), true;
    case I64: return weft_param_i64(req, wanted.name, &out->i64);
    case F64: return weft_param_f64(req, wanted.name, &out->f64);
    case BOOL: return weft_param_bool(req, wanted.name, &out->truth);
    case ENUM: return weft_param_enum(req, wanted.name, sizes, &out->chosen);
    case KINDS: break;
    }
    return false;
}

static weft_response tell(weft_request *req, const answer *out)
{
    switch (wanted.kind) {
    case TEXT:
        if (!out->text.ptr) return weft_text(weft_lit("absent"));
        return weft_textf(req, "[%.*s]", (int)out->text.len, out->text.ptr);
    case I64: return weft_textf(req, "%lld", (long long)out->i64);
    case F64: return weft_textf(req, "%.17g", out->f64);
    case BOOL: return weft_text(out->truth ? weft_lit("true") : weft_lit("false"));
    case ENUM: return weft_textf(req, "%d", out->chosen);
    case KINDS: break;
    }
    return weft_empty(WEFT_OK);
}

static weft_response read_wanted(weft_request *req)
{
    static bool (*const askers[PLACES])(weft_request * req, answer * out) = { ask_param, ask_query, ask_form,
                                                                              ask_input };
    answer out = { .i64 = 111, .f64 = 111, .chosen = 111 };
    if (askers[wanted.place](req, &out)) return tell(req, &out);
    /* A refused call leaves *out alone. */
    cr_expect(out.i64 == 111 && out.f64 == 111 && out.chosen == 111 && !out.truth && !out.text.ptr);
    return weft_reject(req);
}

static void serve_readers(void)
{
    weft_get(app, "/", read_wanted);
    weft_get(app, "/p/{x}", read_wanted);
    weft_post(app, "/", read_wanted);
    weft_put(app, "/", read_wanted);
    weft_patch(app, "/", read_wanted);
    weft_delete(app, "/", read_wanted);
    weft_add(
        app,
        (weft_route){
            .method = WEFT_POST, .path = "/file", .handler = read_wanted, .spill = true, .spill_after = 1 });
    serve((weft_server){ 0 });
}

#define URLENCODED "application/x-www-form-urlencoded"

/* Sends "x=raw" (or whatever `pairs` is) to where `way_in` says; the input's can be there in two ways. */
enum way_in { BY_PATH, BY_QUERY, BY_FORM, BY_FILED_FORM };

static const char *send_pairs(enum way_in way_in, const char *pairs)
{
    char target[1024];
    switch (way_in) {
    case BY_PATH: snprintf(target, sizeof target, "/p/%s", pairs + 2); break; /* what follows "x=" */
    case BY_QUERY: snprintf(target, sizeof target, "/?%s", pairs); break;
    case BY_FORM: return post("/", URLENCODED, wf_str(pairs));
    case BY_FILED_FORM: return post("/file", URLENCODED, wf_str(pairs));
    }
    return ask_for("GET", target);
}

/* Each place with each way a value gets there. */
static const struct {
    enum place place;
    enum way_in way_in;
    const char *missing, *subject, *broken;
} roads[] = {
    { PATH, BY_PATH, NULL, "Path variable {x}", NULL },
    { QUERY, BY_QUERY, "query parameter", "Query parameter x", "query" },
    { FORM, BY_FORM, "form field", "Form field x", "form" },
    { FORM, BY_FILED_FORM, "form field", "Form field x", "form" },
    { INPUT, BY_QUERY, "parameter", "Parameter x", "query" },
    { INPUT, BY_FORM, "parameter", "Parameter x", "form" },
    { INPUT, BY_FILED_FORM, "parameter", "Parameter x", "form" },
};

static void expect_text(const char *got, const char *text, const char *sent)
{
    cr_expect_eq(status_of(got), 200, "%s: %s", sent, got);
    cr_expect_str_eq(body_of(got), text, "%s: %s", sent, got);
}

static void expect_refusal(const char *got, const char *reason, const char *sent)
{
    char body[1024];
    snprintf(body, sizeof body, "400 Bad Request: %s\n", reason);
    cr_expect_eq(status_of(got), 400, "%s: %s", sent, got);
    cr_expect_str_eq(body_of(got), body, "%s: %s", sent, got);
}

/* ---- Present --------------------------------------------------------------------------------------------- */

typedef struct sample {
    enum kind kind;
    const char *raw;  /* as it is sent */
    const char *read; /* what is read of it; NULL: it is refused */
    const char *why;
} sample;

#define NOT_A_NUMBER "is not a number: "
#define NO_BOOL      "is neither true nor false: "
#define NO_SIZE      "is none of small, large, huge: "

static const sample values[] = {
    { TEXT, "a", "[a]", NULL },
    { TEXT, "a%20b", "[a b]", NULL },
    { TEXT, "%C3%A9%e2%82%ac", "[\xc3\xa9\xe2\x82\xac]", NULL },
    { TEXT, "%2B%26%3D%25", "[+&=%]", NULL },
    { TEXT, "%2541", "[%41]", NULL },
    { TEXT, "a=b", "[a=b]", NULL },
    { I64, "0", "0", NULL },
    { I64, "42", "42", NULL },
    { I64, "-5", "-5", NULL },
    { I64, "%2B5", "5", NULL },
    { I64, "%34%32", "42", NULL },
    { I64, "9223372036854775807", "9223372036854775807", NULL },
    { I64, "-9223372036854775808", "-9223372036854775808", NULL },
    { I64, "9223372036854775808", NULL, NOT_A_NUMBER "9223372036854775808" },
    { I64, "-9223372036854775809", NULL, NOT_A_NUMBER "-9223372036854775809" },
    { I64, "abc", NULL, NOT_A_NUMBER "abc" },
    { I64, "1.5", NULL, NOT_A_NUMBER "1.5" },
    { I64, "1e3", NULL, NOT_A_NUMBER "1e3" },
    { I64, "0x10", NULL, NOT_A_NUMBER "0x10" },
    { I64, "5%20", NULL, NOT_A_NUMBER "5 " },
    { I64, "%205", NULL, NOT_A_NUMBER " 5" },
    { I64, "-", NULL, NOT_A_NUMBER "-" },
    { I64, "%D9%A3", NULL, NOT_A_NUMBER "\xd9\xa3" },
    { F64, "0", "0", NULL },
    { F64, "1.5", "1.5", NULL },
    { F64, "-2.5e3", "-2500", NULL },
    { F64, ".5", "0.5", NULL },
    { F64, "0.1", "0.10000000000000001", NULL },
    { F64, "1e309", NULL, NOT_A_NUMBER "1e309" },
    { F64, "inf", NULL, NOT_A_NUMBER "inf" },
    { F64, "nan", NULL, NOT_A_NUMBER "nan" },
    { F64, "0x1p3", NULL, NOT_A_NUMBER "0x1p3" },
    { F64, "1,5", NULL, NOT_A_NUMBER "1,5" },
    { BOOL, "true", "true", NULL },
    { BOOL, "false", "false", NULL },
    { BOOL, "TRUE", "true", NULL },
    { BOOL, "fAlSe", "false", NULL },
    { BOOL, "yes", NULL, NO_BOOL "yes" },
    { BOOL, "1", NULL, NO_BOOL "1" },
    { BOOL, "on", NULL, NO_BOOL "on" },
    { BOOL, "true%20", NULL, NO_BOOL "true " },
    { BOOL, "truefalse", NULL, NO_BOOL "truefalse" },
    { ENUM, "small", "0", NULL },
    { ENUM, "large", "1", NULL },
    { ENUM, "h%75ge", "2", NULL },
    { ENUM, "Small", NULL, NO_SIZE "Small" },
    { ENUM, "smal", NULL, NO_SIZE "smal" },
    { ENUM, "smallest", NULL, NO_SIZE "smallest" },
};

static void check_value(size_t road, const sample *value)
{
    char pairs[256], reason[512];
    snprintf(pairs, sizeof pairs, "x=%s", value->raw);
    wanted.place = roads[road].place;
    wanted.kind = value->kind;
    for (int way = PLAIN_WAY; way < WAYS; way++) {
        wanted.way = (enum way)way;
        const char *got = send_pairs(roads[road].way_in, pairs);
        snprintf(reason, sizeof reason, "%s %s", roads[road].subject, value->read ? "" : value->why);
        if (value->read)
            expect_text(got, value->read, pairs);
        else
            expect_refusal(got, reason, pairs);
    }
}

Test(web_readers, a_value_is_read_or_refused_wherever_it_is)
{
    serve_readers();
    wanted.name = "x";
    for (size_t road = 0; road < COUNT(roads); road++)
        for (size_t i = 0; i < COUNT(values); i++) check_value(road, &values[i]);
}

/* An empty value is there: no fallback stands in for it. A path has none. */
Test(web_readers, an_empty_value_is_present)
{
    static const sample empty[] = {
        { TEXT, "", "[]", NULL },    { I64, "", NULL, NOT_A_NUMBER }, { F64, "", NULL, NOT_A_NUMBER },
        { BOOL, "", NULL, NO_BOOL }, { ENUM, "", NULL, NO_SIZE },
    };
    serve_readers();
    wanted.name = "x";
    for (size_t road = 1; road < COUNT(roads); road++)
        for (size_t i = 0; i < COUNT(empty); i++) check_value(road, &empty[i]);
}

/* ---- Absent ---------------------------------------------------------------------------------------------- */

Test(web_readers, absence_is_absent_the_fallback_or_a_failure)
{
    static const char *const plain[KINDS] = { "absent", "-7", "0.25", "true", "2" };
    static const char *const fallback[KINDS] = { "[spare]", "-7", "0.25", "true", "2" };
    static const char *const sent[] = { "", "y=1", "X=1", "xx=1", "y=x", "&&", "=x" };
    char reason[128];
    serve_readers();
    wanted.name = "x";
    for (size_t road = 1; road < COUNT(roads); road++) {
        wanted.place = roads[road].place;
        snprintf(reason, sizeof reason, "Missing required %s: x", roads[road].missing);
        for (size_t i = 0; i < COUNT(sent) * KINDS; i++) {
            const char *pairs = sent[i / KINDS];
            wanted.kind = (enum kind)(i % KINDS);
            wanted.way = PLAIN_WAY;
            expect_text(send_pairs(roads[road].way_in, pairs), plain[wanted.kind], pairs);
            wanted.way = FALLBACK;
            expect_text(send_pairs(roads[road].way_in, pairs), fallback[wanted.kind], pairs);
            wanted.way = NEED;
            expect_refusal(send_pairs(roads[road].way_in, pairs), reason, pairs);
        }
    }
}

/* ---- Several, and broken --------------------------------------------------------------------------------- */

Test(web_readers, of_several_values_the_first_is_read)
{
    serve_readers();
    wanted.name = "x";
    wanted.kind = I64;
    for (size_t road = 1; road < COUNT(roads); road++) {
        wanted.place = roads[road].place;
        wanted.way = NEED;
        expect_text(send_pairs(roads[road].way_in, "x=1&x=2"), "1", "twice");
        expect_text(send_pairs(roads[road].way_in, "a=3&&x=1&x=z&"), "1", "twice, the second malformed");
        expect_text(send_pairs(roads[road].way_in, "%78=4&x=2"), "4", "an encoded name");
    }
}

Test(web_readers, a_broken_escape_anywhere_is_refused_whatever_is_asked)
{
    static const char *const broken[] = { "x=%",   "x=%4",  "x=%zz",     "x=1&y=%zz",   "%zz",
                                          "x=%FF", "x=%C3", "x=1&%ff=1", "x=%ED%A0%80", "a%=b" };
    char reason[128];
    serve_readers();
    wanted.name = "x";
    for (size_t road = 1; road < COUNT(roads); road++) {
        wanted.place = roads[road].place;
        snprintf(reason, sizeof reason, "The %s holds escapes that are broken or not UTF-8",
                 roads[road].broken);
        for (size_t i = 0; i < COUNT(broken) * KINDS * WAYS; i++) {
            const char *pairs = broken[i % COUNT(broken)];
            wanted.kind = (enum kind)(i / COUNT(broken) % KINDS);
            wanted.way = (enum way)(i / COUNT(broken) / KINDS);
            expect_refusal(send_pairs(roads[road].way_in, pairs), reason, pairs);
        }
    }
}

Test(web_readers, raw_bytes_of_a_form_that_are_not_utf8_are_refused)
{
    serve_readers();
    wanted.name = "x";
    wanted.kind = TEXT;
    for (int place = FORM; place <= INPUT; place++) {
        wanted.place = (enum place)place;
        expect_text(post("/", URLENCODED, wf_str("x=\xc3\xa9")), "[\xc3\xa9]", "raw UTF-8");
        expect_refusal(post("/", URLENCODED, wf_str("x=\xff")),
                       "The form holds escapes that are broken or not UTF-8", "a raw byte");
    }
}

Test(web_readers, a_plus_is_a_space_in_pairs_and_itself_in_a_path)
{
    serve_readers();
    wanted.name = "x";
    wanted.kind = TEXT;
    for (size_t road = 0; road < COUNT(roads); road++) {
        wanted.place = roads[road].place;
        expect_text(send_pairs(roads[road].way_in, "x=a+b"), road ? "[a b]" : "[a+b]", "a plus");
        expect_text(send_pairs(roads[road].way_in, "x=a+%20b"), road ? "[a  b]" : "[a+ b]", "a plus");
    }
}

/* ---- The input ------------------------------------------------------------------------------------------- */

Test(web_readers, of_the_input_the_query_comes_first)
{
    serve_readers();
    wanted.place = INPUT;
    wanted.name = "x";
    wanted.kind = TEXT;
    expect_text(post("/?x=q", URLENCODED, wf_str("x=f")), "[q]", "both");
    expect_text(post("/?y=q", URLENCODED, wf_str("x=f")), "[f]", "the form has it");
    expect_text(post("/?x=q", URLENCODED, wf_str("%zz")), "[q]", "a form that nobody looked at");
    expect_text(post("/?x=", URLENCODED, wf_str("x=f")), "[]", "an empty value is a value");
    wanted.kind = I64;
    expect_refusal(post("/?x=q", URLENCODED, wf_str("x=1")), "Parameter x is not a number: q",
                   "malformed in the query");
    /* Where one place is asked, the other does not count. */
    wanted.kind = TEXT;
    wanted.way = NEED;
    wanted.place = FORM;
    expect_refusal(post("/?x=q", URLENCODED, wf_str("y=f")), "Missing required form field: x", "query only");
    wanted.place = QUERY;
    expect_refusal(post("/?y=q", URLENCODED, wf_str("x=f")), "Missing required query parameter: x",
                   "form only");
}

Test(web_readers, a_form_is_read_of_three_methods_and_two_types)
{
    static const struct {
        const char *method, *type;
        bool form;
    } cases[] = {
        { "POST", URLENCODED, true },
        { "PUT", URLENCODED, true },
        { "PATCH", URLENCODED, true },
        { "DELETE", URLENCODED, false },
        { "GET", URLENCODED, false },
        { "POST", "Application/X-WWW-Form-URLEncoded", true },
        { "POST", URLENCODED "; charset=utf-8", true },
        { "POST", " \t" URLENCODED " ;charset=utf-8", true },
        { "POST", URLENCODED "x", false },
        { "POST", "text/plain", false },
        { "POST", "application/json", false },
        { "POST", "", false },
        { "POST", "multipart/mixed; boundary=b", false },
    };
    serve_readers();
    wanted.kind = TEXT;
    wanted.name = "x";
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int place = FORM; place <= INPUT; place++) {
            wanted.place = (enum place)place;
            expect_text(post_as(cases[i].method, "/", cases[i].type, weft_lit("x=1")),
                        cases[i].form ? "[1]" : "absent", cases[i].type);
        }
    }
}

/* ---- All values ------------------------------------------------------------------------------------------ */

static weft_response tell_all(weft_request *req)
{
    const weft_str *list = NULL;
    size_t count = 99;
    bool fine = wanted.place == QUERY  ? weft_query_all(req, "x", &list, &count)
                : wanted.place == FORM ? weft_form_all(req, "x", &list, &count)
                                       : weft_input_all(req, "x", &list, &count);
    if (!fine) return weft_reject(req);
    weft_buf out = weft_buf_new(req);
    weft_putf(&out, "%zu:", count);
    for (size_t i = 0; i < count; i++) weft_putf(&out, " [%.*s]", (int)list[i].len, list[i].ptr);
    return weft_buffer(req, weft_lit("text/plain"), &out);
}

Test(web_readers, all_values_of_a_name_in_order)
{
    static const struct {
        const char *target, *body, *query, *form, *input;
    } cases[] = {
        { "/", "", "0:", "0:", "0:" },
        { "/?x=1", "", "1: [1]", "0:", "1: [1]" },
        { "/?y=1", "y=2", "0:", "0:", "0:" },
        { "/?x=1&x=2&y=3&x=1", "", "3: [1] [2] [1]", "0:", "3: [1] [2] [1]" },
        { "/", "x=a&x=b", "0:", "2: [a] [b]", "2: [a] [b]" },
        { "/?x=1&x=2", "x=a&y=&x=1", "2: [1] [2]", "2: [a] [1]", "4: [1] [2] [a] [1]" },
        { "/?x", "x=&x", "1: []", "2: [] []", "3: [] [] []" },
        { "/?x=%41", "%78=b%2bc", "1: [A]", "1: [b+c]", "2: [A] [b+c]" },
    };
    weft_post(app, "/", tell_all);
    serve((weft_server){ 0 });
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *const expected[PLACES] = { NULL, cases[i].query, cases[i].form, cases[i].input };
        for (int place = QUERY; place <= INPUT; place++) {
            wanted.place = (enum place)place;
            expect_text(post(cases[i].target, URLENCODED, wf_str(cases[i].body)), expected[place],
                        cases[i].target);
        }
    }
    wanted.place = INPUT;
    expect_refusal(post("/?x=1", URLENCODED, wf_str("%zz")),
                   "The form holds escapes that are broken or not UTF-8", "");
    expect_refusal(post("/?%zz", URLENCODED, wf_str("x=1")),
                   "The query holds escapes that are broken or not UTF-8", "");
    wanted.place = FORM;
    expect_text(post("/?%zz", URLENCODED, wf_str("x=1")), "1: [1]", "the query was not asked");
}

/* ---- What the client is told ----------------------------------------------------------------------------- */

Test(web_readers, a_message_shows_what_was_sent_short_and_harmless)
{
#define TEN "0123456789"
#define CUT TEN TEN TEN TEN TEN
    static const struct {
        const char *raw, *shown;
    } cases[] = {
        { CUT "abcdefghij", CUT "abcdefghij" },
        { CUT "abcdefghijk", CUT "abcdefghij..." },
        { CUT "abcdefghi%C3%A9", CUT "abcdefghi..." },
        { CUT "abcdefgh%C3%A9", CUT "abcdefgh\xc3\xa9" },
        { CUT "abcdefgh%C3%A9x", CUT "abcdefgh\xc3\xa9..." },
        { CUT "abcdefg%F0%9F%90%98", CUT "abcdefg..." },
        { "a%0D%0Ab", "a\\x0d\\x0ab" },
        { "%00%1f%7f", "\\x00\\x1f\\x7f" },
        { "%22%3Cb%3E", "\"<b>" },
    };
    char pairs[256], reason[512];
    serve_readers();
    wanted.place = QUERY;
    wanted.kind = I64;
    wanted.name = "x";
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(pairs, sizeof pairs, "x=%s", cases[i].raw);
        snprintf(reason, sizeof reason, "Query parameter x is not a number: %s", cases[i].shown);
        expect_refusal(send_pairs(BY_QUERY, pairs), reason, pairs);
    }
}

static weft_response choose_of_many(weft_request *req)
{
    static const char *names[1000];
    int chosen;
    for (size_t i = 0; i < COUNT(names); i++) names[i] = "abcdefgh";
    if (!weft_need_query_enum(req, "x", (weft_names){ names, COUNT(names) }, &chosen))
        return weft_reject(req);
    return weft_empty(WEFT_OK);
}

Test(web_readers, a_message_has_an_end)
{
    serve_one(choose_of_many);
    expect_refusal(ask_for("GET", "/?x=1"), "A parameter is none of the values that it may have",
                   "too many names");
}
