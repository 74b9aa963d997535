/* A ring of notes in memory. Handlers run on several threads, so a lock stands before it, and what is handed out is a
 * copy. Put a database here. */
#include "notes.h"
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { KEPT = 50 };

typedef struct kept {
    int64_t id, written;
    size_t text_len, author_len;
    char text[NOTE_TEXT_MAX], author[NOTE_AUTHOR_MAX];
} kept;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept ring[KEPT];
static int64_t last_id; /* ids begin with 1; note n is ring[n % KEPT] */

static size_t keep(char *to, size_t room, weft_str text)
{
    size_t len = text.len < room ? text.len : room;
    if (len) memcpy(to, text.ptr, len);
    return len;
}

static int64_t now_ms(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* false: the request has no memory left for its texts. */
static bool copy_out(weft_request *req, const kept *from, note *out)
{
    char *texts = weft_alloc(req, from->text_len + from->author_len + 1);
    if (!texts) return false;
    memcpy(texts, from->text, from->text_len);
    memcpy(texts + from->text_len, from->author, from->author_len);
    *out = (note){ .id = from->id,
                   .written = from->written,
                   .text = weft_str_of(texts, from->text_len),
                   .author = weft_str_of(texts + from->text_len, from->author_len) };
    return true;
}

note notes_add(draft it)
{
    note added = { .text = it.text, .author = it.author, .written = now_ms() };
    pthread_mutex_lock(&lock);
    added.id = ++last_id;
    kept *to = &ring[added.id % KEPT];
    *to = (kept){ .id = added.id, .written = added.written };
    to->text_len = keep(to->text, sizeof to->text, it.text);
    to->author_len = keep(to->author, sizeof to->author, it.author);
    pthread_mutex_unlock(&lock);
    return added;
}

bool notes_find(weft_request *req, int64_t id, note *out)
{
    if (id < 1) return false;
    pthread_mutex_lock(&lock);
    const kept *it = &ring[id % KEPT];
    bool found = it->id == id && copy_out(req, it, out);
    pthread_mutex_unlock(&lock);
    return found;
}

bool notes_list(weft_request *req, note_list *out)
{
    note *notes = weft_alloc(req, KEPT * sizeof *notes);
    if (!notes) return false;
    *out = (note_list){ .notes = notes };
    pthread_mutex_lock(&lock);
    bool ok = true;
    for (int64_t id = last_id; ok && id > 0 && id > last_id - KEPT; id--) {
        ok = copy_out(req, &ring[id % KEPT], &notes[out->notes_count]);
        out->notes_count += ok;
    }
    pthread_mutex_unlock(&lock);
    return ok;
}
