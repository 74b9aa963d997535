/* Parameters of a request, cut once, when first asked for; and all else that reading on demand remembers. */
#ifndef WF_WEB_PARAMS_H
#define WF_WEB_PARAMS_H
#include <weft/weft.h>

typedef struct wf_value {
    weft_str name, value; /* decoded; spans of the request where nothing needed decoding */
} wf_value;

typedef enum wf_cut { WF_CUT_NOT_YET, WF_CUT_DONE, WF_CUT_REFUSED } wf_cut;

/* What a reader was refused with, for those that ask again. */
typedef struct wf_refused {
    uint16_t status; /* 0: nothing */
    const char *reason;
} wf_refused;

typedef struct wf_values {
    wf_value *list; /* in the order sent; in the request's memory */
    uint32_t count;
    uint8_t cut; /* a wf_cut */
    wf_refused refused;
} wf_values;

/* What a request's body was given to; a second kind of reader is the author's mistake. */
typedef enum wf_body_reader {
    WF_READER_NONE,
    WF_READER_BYTES,
    WF_READER_TEXT,
    WF_READER_FORM,
    WF_READER_LINES,
    WF_READER_INTAKE,
    WF_READER_JSON
} wf_body_reader;

/* How far a body is read by lines. Offsets count from its first byte. */
typedef struct wf_lines {
    uint64_t count;     /* lines taken or skipped so far */
    uint64_t at;        /* where the next one begins */
    uint64_t window_at; /* of a body in a file: which part of it the window holds */
    size_t window_len;
} wf_lines;

typedef struct wf_items wf_items;

/* All that reading a request on demand remembers. Zero when a request begins. */
typedef struct wf_asked {
    wf_values query, form;
    weft_upload *uploads; /* of a multipart form, cut with `form` */
    uint32_t uploads_count;
    uint16_t path_decoded; /* bit 1 << i: parameter i of the path is decoded */
    uint8_t reader;        /* a wf_body_reader */
    bool varies;           /* weft_accepts was asked: the answer varies by Accept */
    wf_refused unsaid;     /* met by a reader that has no way to say so */
    weft_str text;         /* weft_req_text's, once it was asked */
    wf_lines lines;
    struct wf_window *window;           /* what a body in a file is read through */
    wf_items *items;                    /* weft_read_item's, once it was asked */
    const struct weft_json_error *json; /* what the refusal with its message is about */
} wf_asked;

/* Forgets all. Member by member: as one assignment it is more than compilers store inline, and the string instruction
 * that they use instead takes longer than the rest of ending a request. */
static inline void wf_asked_clear(wf_asked *asked)
{
    asked->query = asked->form = (wf_values){ 0 };
    asked->uploads = NULL;
    asked->uploads_count = 0;
    asked->path_decoded = 0;
    asked->reader = WF_READER_NONE;
    asked->varies = false;
    asked->unsaid = (wf_refused){ 0 };
    asked->text = weft_str_of(NULL, 0);
    asked->lines = (wf_lines){ 0 };
    asked->window = NULL;
    asked->items = NULL;
    asked->json = NULL;
}

/* Cut what was sent, when first called. false: refused, as every later call is. Without a form `form` is empty. */
WEFT_CHECK bool wf_query_cut(weft_request *req);
WEFT_CHECK bool wf_form_cut(weft_request *req);
/* The first value of a name; absent when there is none. */
weft_str wf_values_first(const wf_values *values, weft_str name);
/* What {name} took, decoded; false: the author's mistake, the route has no such name. */
WEFT_CHECK bool wf_path_param(weft_request *req, const char *name, weft_str *out);
#endif
