/* C as it is being written: indentation, lines, literals, and the room that puts need. */
#ifndef WF_TEMPLATE_GEN_WRITER_H
#define WF_TEMPLATE_GEN_WRITER_H
#include "template/gen/tree.h"

enum {
    WF_ROOM_HOLE = 784,  /* WEFT_PAGE_HOLE: of a text */
    WF_ROOM_NUMBER = 64, /* WEFT_PAGE_NUMBER: of a number or bool */
    WF_ROOM_SLACK = 16,  /* WEFT_PAGE_SLACK */
    WF_ROOM_RUN = 4096,  /* WEFT_PAGE_RUN */
    WF_LITERAL_MAX = 4000
};

typedef struct wf_writer {
    const wf_tree *tree;
    weft_buf *out;
    const char *file; /* that is written */
    uint32_t line;    /* that is being written, from 1 */
    int indent;
    size_t left;   /* bytes of room that there are at this place, whatever way it was reached */
    bool away;     /* #line said another file than this one */
    weft_buf held; /* literal text that is not written yet, so that runs become one */
} wf_writer;

/* One line of C, indented; the format's own line breaks are not counted. */
void wf_write_line(wf_writer *writer, const char *format, ...) WEFT_FORMAT(2, 3);
/* "#line" for what stands at `at` of a template; and back to the file that is written. */
void wf_write_from(wf_writer *writer, const wf_source *source, size_t at);
void wf_write_back(wf_writer *writer);
/* Words of an expression. */
void wf_write_expr(weft_buf *out, const wf_expr *expr);
weft_str wf_expr_text(wf_unit *unit, const wf_expr *expr);
/* "const item *list" */
weft_str wf_declaration(wf_unit *unit, const wf_ctype *type, weft_str name);

/* Literal text: held until wf_write_held, so that what belongs together is written together. */
void wf_hold(wf_writer *writer, weft_str text);
/* Writes what is held, with room for the straight run of `run` bytes that it begins. */
void wf_write_held(wf_writer *writer, size_t run);
/* Before a put of `cost` bytes, at the beginning of the straight run that takes `run` bytes in all. */
void wf_write_room(wf_writer *writer, size_t cost, size_t run);
#endif
