/* The inside of weft/markup.h. */
#ifndef WF_TEMPLATE_MARKUP_H
#define WF_TEMPLATE_MARKUP_H
#include <weft/markup.h>

/* Begins in m->own, a page that has begun. */
void wf_markup_begin(weft_markup *m, char *at);
/* An element that is still open is a mistake. */
void wf_markup_close_all(weft_markup *m);
#endif
