/* Bytes that clients chose, made harmless for where they are put. */
#ifndef WF_WEB_ESCAPE_H
#define WF_WEB_ESCAPE_H
#include <weft/buf.h>

/* What is not valid UTF-8 and what is a control character (those from U+0080 to U+009F too, which terminals obey) is
 * escaped everywhere. */
typedef enum wf_escape {
    WF_ESCAPE_TEXT, /* \xHH; quotes, backslashes, tabs and line feeds stay */
    WF_ESCAPE_LOG,  /* \xHH; quotes and backslashes too, as nginx does it */
    WF_ESCAPE_JSON  /* the inside of a JSON string; a byte that is not UTF-8 becomes \u00HH */
} wf_escape;

/* Puts `text`, escaped into at most `room` bytes; "..." behind that when it was longer. */
void wf_put_escaped(weft_buf *out, weft_str text, wf_escape escape, size_t room);
/* "%C3" */
void wf_put_percent(weft_buf *out, unsigned char byte);
#endif
