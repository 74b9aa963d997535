/* Texts and numbers of JSON: the loops that most bytes pass through, once for each instruction set. */
#ifndef WF_JSON_TEXT_H
#define WF_JSON_TEXT_H
#include <weft/json.h>

typedef struct wf_json_text {
    const char *name;
    /* Copies the inside of a text, escaped, checked to be UTF-8; asks for its room and for `after` bytes more. */
    char *(*put)(weft_json_out *out, char *at, const char *ptr, size_t len, size_t after);
    /* The text behind whose opening quote `at` is: a view, or in memory if it has escapes. NULL after a failure. */
    const char *(*take)(weft_json_in *in, const char *at, weft_str *value);
    /* The first byte that is no plain content of a text: a quote, a backslash, a control byte, or where UTF-8 ends
     * to be valid. The text is padded. */
    const char *(*scan)(const char *at);
    /* Integers and doubles: weft_in_i64 and weft_in_f64. */
    const char *(*i64)(weft_json_in *in, const char *at, int64_t *value);
    const char *(*f64)(weft_json_in *in, const char *at, double *value);
} wf_json_text;

/* The fastest that this machine can run; by index all that it can, the plainest first, NULL behind the last. */
const wf_json_text *wf_json_text_best(void);
const wf_json_text *wf_json_text_variant(int index);

/* The byte of a text that JSON writes as an escape: up to 6 bytes; returns how many. */
size_t wf_json_put_escape(char *at, unsigned char byte);
/* Numbers, eight digits at a time in a word: any of them. */
const char *wf_json_i64(weft_json_in *in, const char *at, int64_t *value);
const char *wf_json_f64(weft_json_in *in, const char *at, double *value);

/* The escape at `at`: its length, and its code point in *code; 0 when it is none. */
size_t wf_json_escape(const char *at, uint32_t *code);
/* What follows in a text from a byte that is no plain content on, at the byte where its scan stopped. `value` may be
 * NULL: then it is only checked. Returns the byte behind the closing quote, or NULL. */
const char *wf_json_take_rest(weft_json_in *in, const char *start, const char *at, weft_str *value);
#endif
