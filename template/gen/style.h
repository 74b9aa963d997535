/* Where in a style sheet, or in the declarations of a style attribute, one is (CSS Syntax 3, section 4), a byte at a
 * time: strings, comments, url(...), and whether the value of a declaration is being written. */
#ifndef WF_TEMPLATE_GEN_STYLE_H
#define WF_TEMPLATE_GEN_STYLE_H
#include <stdbool.h>
#include <stdint.h>

typedef enum wf_style_mode {
    WF_STYLE_CODE,
    WF_STYLE_DOUBLE, /* "..." */
    WF_STYLE_SINGLE, /* '...' */
    WF_STYLE_COMMENT,
    WF_STYLE_URL, /* url(...) without quotes */
    WF_STYLE_LOST /* behind a string that its line ended */
} wf_style_mode;

/* All zero at the beginning, but for `attribute`. Bytes alone. */
typedef struct wf_style {
    uint8_t mode;
    uint8_t attribute; /* declarations without braces */
    uint8_t in_value;  /* between the ":" and the ";" of a declaration */
    uint8_t escaped;   /* behind a backslash */
    uint8_t last;      /* the byte before, where two make a sign */
    uint8_t word;      /* bytes of "url(" right before */
    uint8_t fresh;     /* behind "url(": a quote makes it a string */
    uint8_t in_url;    /* the string is that of url("...") */
    uint8_t braces;    /* open ones, 255 at most */
    uint8_t import;    /* bytes of "@import" right before; all of them: up to the ";" */
} wf_style;

enum { WF_STYLE_IMPORT = 7 };

void wf_style_feed(wf_style *style, char byte);
/* Behind a value that was printed. */
void wf_style_value(wf_style *style);
bool wf_style_join(wf_style *a, const wf_style *b);
#endif
