/* Where in a script one is, a byte at a time (ECMA-262, 12): enough of its grammar to know strings, template literals,
 * regular expressions and comments from code. What cannot be known (a "/" behind a "}" may divide or begin a regular
 * expression) makes the rest of the script lost, which matters only to a hole in it. JSON is read by the same rules. */
#ifndef WF_TEMPLATE_GEN_SCRIPT_H
#define WF_TEMPLATE_GEN_SCRIPT_H
#include <stdbool.h>
#include <stdint.h>

enum { WF_SCRIPT_DEPTH = 48, WF_SCRIPT_WORD = 12 };

typedef enum wf_script_mode {
    WF_SCRIPT_CODE,
    WF_SCRIPT_DOUBLE,   /* "..." */
    WF_SCRIPT_SINGLE,   /* '...' */
    WF_SCRIPT_TEMPLATE, /* `...` */
    WF_SCRIPT_REGEX,
    WF_SCRIPT_LINE,  /* a comment to the end of the line */
    WF_SCRIPT_BLOCK, /* the other kind of comment */
    WF_SCRIPT_LOST
} wf_script_mode;

/* What a "/" means that stands next in code. */
typedef enum wf_script_slash { WF_SLASH_REGEX, WF_SLASH_DIVIDES, WF_SLASH_UNKNOWN } wf_script_slash;

/* Why a script is lost. */
typedef enum wf_script_loss {
    WF_LOSS_NONE,
    WF_LOSS_SLASH,    /* it divides, or begins a regular expression */
    WF_LOSS_NEWLINE,  /* a string or regular expression that its line ends */
    WF_LOSS_BRACKETS, /* they do not match, or are too deep */
    WF_LOSS_COMMENT   /* HTML's comment marks, which begin a comment in scripts too */
} wf_script_loss;

/* All zero at the beginning of a script. Bytes alone, so that two are the same when their bytes are. */
typedef struct wf_script {
    uint8_t mode, slash, loss;
    uint8_t escaped;  /* behind a backslash; 2: behind one and a CR */
    uint8_t in_class; /* within [...] of a regular expression */
    uint8_t opened;   /* code: behind a "/"; block comment: behind a "*"; template: behind a "$" */
    uint8_t dotted;   /* behind a ".": the next word is a property */
    uint8_t sign;     /* the "+" or "-" right before, and what a "/" meant before it */
    uint8_t before_sign;
    uint8_t mark;     /* bytes of "<!--" right before */
    uint8_t dashes;   /* of "-->" at the beginning of a line */
    uint8_t mid_line; /* something but white space and comments stands before on this line */
    uint8_t
        head; /* the last word was one whose parentheses a statement follows (if, while, for, with): 1; or may be: 2 */
    uint8_t odd;       /* the word holds bytes beyond ASCII, which may be white space */
    uint8_t separator; /* bytes of U+2028 or U+2029, which end a line, right before */
    uint8_t last;      /* the byte before */
    uint8_t word_len;  /* of the word that is being read; longer ones are no keyword */
    uint8_t depth;     /* of brackets */
    char word[WF_SCRIPT_WORD];
    char stack
        [WF_SCRIPT_DEPTH]; /* "(" and "[" and "{" as they are; "h": of a head, "u": perhaps; "$": of a template */
} wf_script;

void wf_script_feed(wf_script *script, char byte);
/* Behind a value that was printed in code. */
void wf_script_value(wf_script *script);
/* After branches that ended as `a` and `b`: false when they are in different places, else `*a` is what is known. */
bool wf_script_join(wf_script *a, const wf_script *b);
#endif
