/* Where in a URL one is (WHATWG URL), a byte at a time: what a hole there can do to it. */
#ifndef WF_TEMPLATE_GEN_URL_H
#define WF_TEMPLATE_GEN_URL_H
#include <stdbool.h>
#include <stdint.h>

typedef enum wf_url_part {
    WF_URL_START,      /* nothing yet: a hole here decides where the URL leads */
    WF_URL_SCHEME,     /* letters that may be a scheme */
    WF_URL_HOLE,       /* behind a hole that the URL began with; no "/" since */
    WF_URL_COLON,      /* right behind the scheme */
    WF_URL_ROOT,       /* right behind the first "/" */
    WF_URL_HOST_START, /* behind "//", or a "." or ":" of the host */
    WF_URL_HOST,       /* behind a letter of the host */
    WF_URL_HOST_HOLE,  /* behind a hole in the host; letters_len: something was written out before */
    WF_URL_NO_HOST,    /* behind the "/" behind a host of which nothing was written out: it may be empty */
    WF_URL_PATH,
    WF_URL_QUERY,  /* behind "?" or "#" */
    WF_URL_MIXED,  /* branches say different things */
    WF_URL_SCRIPT, /* behind "javascript:", "vbscript:" or "data:" */
    WF_URL_BROKEN  /* a scheme that a hole is part of */
} wf_url_part;

enum { WF_URL_LETTERS = 12 };

/* All zero at the beginning. Bytes alone. */
typedef struct wf_url {
    uint8_t part;
    uint8_t letters_len;
    char letters[WF_URL_LETTERS]; /* SCHEME: in lower case */
} wf_url;

void wf_url_feed(wf_url *url, char byte);
/* Behind a value that was printed. */
void wf_url_value(wf_url *url);
bool wf_url_join(wf_url *a, const wf_url *b);
#endif
