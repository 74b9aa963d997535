/* Comparing answers, and telling people what is different. */
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/net/client.h"

/* Bytes shown in front of a difference, behind it, and of a body that has none. */
enum { BEFORE = 40, BEHIND = 40, BODY_SHOWN = 160 };

/* ---- Showing ----------------------------------------------------------------------------------------------- */

static size_t put_byte(weft_buf *out, unsigned char byte)
{
    static const char letters[] = "abtnvfr";
    size_t before = out->len;
    if (byte == '"' || byte == '\\')
        weft_putf(out, "\\%c", byte);
    else if (byte >= '\a' && byte <= '\r')
        weft_putf(out, "\\%c", letters[byte - '\a']);
    else if (byte < ' ' || byte > '~')
        weft_putf(out, "\\x%02x", byte);
    else
        weft_put_char(out, (char)byte);
    return out->len - before;
}

size_t wf_put_shown(weft_buf *out, weft_str text)
{
    enum { FIRST_PRINTABLE = 0xA0 }; /* behind ASCII */
    size_t columns = 0;
    for (size_t i = 0; i < text.len;) {
        uint32_t code = 0;
        size_t len = wf_utf8_take(text.ptr + i, text.len - i, &code);
        if (code >= FIRST_PRINTABLE) {
            weft_put_str(out, weft_str_of(text.ptr + i, len));
            columns++;
            i += len;
        } else {
            columns += put_byte(out, (unsigned char)text.ptr[i++]);
        }
    }
    return columns;
}

/* "...text...": `from` to `to` of a text. */
static void put_excerpt(weft_buf *out, weft_str text, size_t from, size_t to, bool ahead)
{
    weft_put_str(out, ahead ? weft_lit("\"...") : weft_lit("\""));
    wf_put_shown(out, weft_str_of(text.ptr + from, to - from));
    bool goes_on = to < text.len && (to == 0 || text.ptr[to - 1] != '\n');
    weft_put_str(out, goes_on ? weft_lit("...\"") : weft_lit("\""));
}

static void put_body(weft_buf *out, weft_str body)
{
    weft_put_str(out, weft_lit("\n  body:     "));
    weft_put_char(out, '"');
    wf_put_shown(out, weft_str_of(body.ptr, body.len < BODY_SHOWN ? body.len : BODY_SHOWN));
    weft_put_str(out, body.len > BODY_SHOWN ? weft_lit("...\"") : weft_lit("\""));
}

/* Where the line that holds the byte at `at` ends, or is cut. */
static size_t end_of_line(weft_str text, size_t at)
{
    size_t end = at;
    while (end < text.len && end - at < BEHIND && (end == at || text.ptr[end - 1] != '\n')) end++;
    return end;
}

static size_t common_prefix(weft_str a, weft_str b)
{
    size_t at = 0;
    while (at < a.len && at < b.len && a.ptr[at] == b.ptr[at]) at++;
    return at;
}

static bool is_middle(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; } /* of a UTF-8 sequence */

/* Both lines from where they begin to be different, and a caret below that place. */
static void put_difference(weft_buf *out, weft_str expected, weft_str got)
{
    size_t at = common_prefix(expected, got), from = at;
    while (from > 0 && at - from < BEFORE && got.ptr[from - 1] != '\n') from--;
    while (from > 0 && from < at && is_middle(got.ptr[from])) from++;
    bool ahead = from > 0 && got.ptr[from - 1] != '\n';
    weft_putf(out, " differs from byte %zu on", at);
    size_t line = 1;
    for (size_t i = 0; i < at; i++) line += got.ptr[i] == '\n';
    if (line > 1) weft_putf(out, ", in line %zu", line);
    weft_put_str(out, weft_lit("\n  expected: "));
    put_excerpt(out, expected, from, end_of_line(expected, at), ahead);
    weft_put_str(out, weft_lit("\n  got:      "));
    put_excerpt(out, got, from, end_of_line(got, at), ahead);
    weft_put_str(out, weft_lit("\n  "));
    size_t start = out->len;
    size_t columns = wf_put_shown(out, weft_str_of(got.ptr + from, at - from));
    if (weft_buf_ok(out)) out->len = start; /* it was put to be measured */
    weft_putf(out, "%*s^", (int)(columns + sizeof "expected: \"" - 1 + (ahead ? 3 : 0)), "");
}

/* ---- Telling ----------------------------------------------------------------------------------------------- */

static weft_buf *tell(wf_client *client)
{
    wf_buf_clear(&client->why);
    weft_put_str(&client->why, weft_buf_str(&client->label));
    weft_put_str(&client->why, weft_lit(": "));
    return &client->why;
}

/* What was told ends here. Returns false, so that a comparison can return it. */
static bool told(weft_buf *why)
{
    weft_put_char(why, '\0');
    return false;
}

void wf_client_tell_failure(wf_client *client)
{
    weft_buf *why = tell(client);
    weft_put_str(why, weft_lit("no answer: "));
    weft_put_str(why, wf_str(client->reading.wrong));
    told(why);
}

const char *weft_test_why(const weft_test *test)
{
    if (!test) return "there is no test: weft_test_new found mistakes, and has logged them";
    const weft_buf *why = &test->client.why;
    if (!weft_buf_ok(why)) return "there is no memory to tell why";
    return why->len ? why->ptr : "";
}

/* Whether there is an answer to compare; begins a comparison. */
static bool is_there(weft_answer answer)
{
    if (!answer.test) return false;
    wf_client *client = &answer.test->client;
    if (answer.number != client->number) {
        weft_buf *why = tell(client);
        weft_put_str(why, weft_lit("this came behind the answer that is compared, which is gone"));
        return told(why);
    }
    if (answer.status == 0)
        wf_client_tell_failure(client);
    else
        wf_buf_clear(&client->why);
    return answer.status != 0;
}

static bool has_status(weft_answer answer, int status)
{
    if (answer.status == status) return true;
    weft_buf *why = tell(&answer.test->client);
    weft_putf(why, "expected status %d, got %d", status, answer.status);
    put_body(why, answer.body);
    return told(why);
}

static bool is_whole(weft_answer answer)
{
    if (!answer.cut) return true;
    weft_buf *why = tell(&answer.test->client);
    weft_putf(why, "the answer was cut off after %zu bytes of its body", answer.body.len);
    put_body(why, answer.body);
    return told(why);
}

/* ---- Comparing --------------------------------------------------------------------------------------------- */

bool weft_answer_is_bytes(weft_answer answer, int status, weft_str body)
{
    if (!is_there(answer) || !has_status(answer, status) || !is_whole(answer)) return false;
    if (!body.ptr || weft_str_eq(answer.body, body)) return true;
    weft_buf *why = tell(&answer.test->client);
    weft_put_str(why, weft_lit("the body"));
    put_difference(why, body, answer.body);
    return told(why);
}

bool weft_answer_is(weft_answer answer, int status, const char *body)
{
    return weft_answer_is_bytes(answer, status, wf_str(body));
}

bool weft_answer_contains(weft_answer answer, const char *text)
{
    if (!is_there(answer)) return false;
    if (wf_contains(answer.body, wf_str(text))) return true;
    weft_buf *why = tell(&answer.test->client);
    weft_put_str(why, weft_lit("the body lacks what is expected\n  expected: \""));
    wf_put_shown(why, wf_str(text));
    weft_put_char(why, '"');
    put_body(why, answer.body);
    return told(why);
}

static bool has_field(weft_answer answer, weft_str name, weft_str value)
{
    weft_str rest = wf_fields_of(answer.head), found, other;
    bool wrong = false;
    while (wf_field_next(&rest, &found, &other, &wrong))
        if (wf_str_eq_nocase(found, name) && (!value.ptr || weft_str_eq(other, value))) return true;
    return false;
}

bool weft_answer_has(weft_answer answer, const char *name, const char *value)
{
    if (!is_there(answer)) return false;
    if (has_field(answer, wf_str(name), wf_str(value))) return true;
    weft_str first = weft_answer_header(answer, name);
    weft_buf *why = tell(&answer.test->client);
    weft_putf(why, first.ptr ? "the field %s" : "there is no field %s", name ? name : "(NULL)");
    if (first.ptr) put_difference(why, wf_str(value), first);
    return told(why);
}

bool weft_answer_lacks(weft_answer answer, const char *name)
{
    if (!is_there(answer)) return false;
    weft_str value = weft_answer_header(answer, name);
    if (!value.ptr) return true;
    weft_buf *why = tell(&answer.test->client);
    weft_putf(why, "expected no field %s, got \"", name);
    wf_put_shown(why, value);
    weft_put_char(why, '"');
    return told(why);
}
