/* The notes that visitors leave, and how they look as JSON: `weft json` makes note_json, draft_read, ... of the marks. */
#ifndef NOTES_H
#define NOTES_H
#include <weft/weft.h>

typedef struct note { // weft:json
    int64_t id;
    weft_str text;
    weft_str author;
    int64_t written; // weft:time
} note;

typedef struct note_list { // weft:json
    const note *notes;     // newest first
    size_t notes_count;
} note_list;

/* What a visitor sends. A character has at most 4 bytes. */
enum { NOTE_TEXT_MAX = 280 * 4, NOTE_AUTHOR_MAX = 40 * 4 };
typedef struct draft { // weft:json unknown=refuse
    weft_str text;     // weft:length=1..280
    weft_str author;   // weft:length=..40 optional
} draft;

/* Keeps a note; the oldest makes room. What is returned borrows the draft's texts. Any thread. */
note notes_add(draft it);

/* All that are kept, in the request's memory. false: there is none left. Any thread. */
WEFT_CHECK bool notes_list(weft_request *req, note_list *out);
WEFT_CHECK bool notes_find(weft_request *req, int64_t id, note *out);
#endif
