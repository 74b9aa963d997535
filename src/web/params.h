/* Parameters of a request, cut once, when first asked for. */
#ifndef WF_WEB_PARAMS_H
#define WF_WEB_PARAMS_H
#include <weft/weft.h>

typedef struct wf_value {
    weft_str name, value; /* decoded; spans of the request where nothing needed decoding */
} wf_value;

typedef enum wf_cut { WF_CUT_NOT_YET, WF_CUT_DONE, WF_CUT_REFUSED } wf_cut;

typedef struct wf_values {
    wf_value *list; /* in the order sent; in the request's memory */
    uint32_t count;
    uint8_t cut;              /* a wf_cut */
    uint16_t refusal_status;  /* WF_CUT_REFUSED: what every later reader is refused with too */
    const char *refusal_text;
} wf_values;

/* What a request's body was given to; a second kind of reader is the author's mistake. */
typedef enum wf_body_reader { WF_READER_NONE, WF_READER_BYTES, WF_READER_TEXT, WF_READER_FORM, WF_READER_LINES, WF_READER_INTAKE } wf_body_reader;

/* All that reading a request on demand remembers. Zero when a request begins. */
typedef struct wf_asked {
    wf_values query, form, cookies;
    weft_upload *uploads; /* of a multipart form, cut with `form` */
    uint32_t uploads_count;
    uint8_t reader;    /* a wf_body_reader */
    uint64_t lines;    /* wf_req_line: lines counted so far */
    uint64_t line_at;  /* where the next one begins */
    char *line_buffer; /* for lines of a body in a file */
    size_t line_room;
    weft_str accept_vary; /* not absent: weft_accepts was asked, the answer varies by Accept */
} wf_asked;
#endif
