/* One representation of a file: its bytes as they were at one moment, and all that is said of them, ready to be sent.
 * It is made once for each version; answers hold it while they are sent, so that a newer version takes nothing from
 * them. */
#ifndef WF_STATIC_FORM_H
#define WF_STATIC_FORM_H
#include "src/base/clock.h"
#include "static/coding.h"
#include "static/condition.h"
#include "static/root.h"
#include "static/tag.h"

/* Bytes of the longest path below a root, its NUL and what a coding adds included; longer ones are not there. */
enum { WF_PATH_ROOM = 4096 };

/* Files up to this are kept in memory, larger ones are sent from where they lie. */
enum { WF_FORM_IN_MEMORY = 16 * 1024 };

typedef struct wf_form {
    uint32_t refs;     /* the cache's, and one for each answer that is being sent */
    int fd;            /* -1: not open */
    const char *bytes; /* all of them; NULL: they are in the file */
    bool lent;         /* `bytes` are the program's own, and so is the form: all workers share it */
    bool racy;         /* seen so shortly after a change that another one in the same moment would not show */
    wf_version version;
    weft_str type;
    wf_validators validators;
    const weft_field *fields; /* of a 200 */
    const weft_field *kept;   /* of a 304: those that guide a cache (RFC 9110 section 15.4.5) */
    weft_str lines;           /* of a 200: type, length and fields as a head has them */
    weft_str kept_lines;      /* of a 304; the end of those */
    weft_field own[4];
    char text[WF_TAG_MAX + WF_DATE_LEN];
} wf_form;

/* What a form is made of. */
typedef struct wf_form_source {
    weft_str type;
    weft_str tag; /* absent: made of the version, or of the bytes if the file's time is a build's stamp */
    const weft_field *fields;
    wf_coding coding;
} wf_form_source;

/* Of a file below a root, not opened for reading unless its tag is made of its bytes. NULL with errno: EACCES when it
 * cannot be read, ENOMEM. */
wf_form *wf_form_of_file(const wf_form_source *source, const wf_root *root, const char *path,
                         const wf_version *version);
/* Of bytes that live for ever, in `form`'s place: constant until wf_form_reset. false: memory is out. */
WEFT_CHECK bool wf_form_of_bytes(wf_form *form, const wf_form_source *source, weft_str bytes);
void wf_form_reset(wf_form *form);

static inline void wf_form_hold(wf_form *form) { form->refs += !form->lent; }
void wf_form_release(void *form);
/* Memory that it takes. */
size_t wf_form_cost(const wf_form *form);

/* Makes its bytes available: in memory or by `fd`. */
typedef enum wf_form_opened {
    WF_FORM_READY,
    WF_FORM_CHANGED, /* the path leads to another version by now, or to none */
    WF_FORM_BROKEN   /* the machine failed us, with errno */
} wf_form_opened;
wf_form_opened wf_form_open(wf_form *form, const wf_root *root, const char *path);
#endif
