/* Buffers by thread, one descriptor, and a lock that is held for the length of a write. */
#include "src/base/logfile.h"
#include "src/base/check.h"
#include "src/base/pool.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum {
    THREADS_MAX = 1088,      /* the most workers there may be, and some */
    BUFFER_SIZE = 64 * 1024, /* of which one line may use what is beyond BUFFER_FULL */
    BUFFER_FULL = 32 * 1024,
    DELAY_MS = 1000
};
_Static_assert(BUFFER_FULL + WF_LOGFILE_LINE <= BUFFER_SIZE, "a buffer that is not full has room for a line");

typedef struct lines {
    size_t len;
    uint64_t due_ms; /* when they must be written; 0: the next tick will say */
    char bytes[BUFFER_SIZE];
} lines;

struct wf_logfile {
    const char *path;
    pthread_mutex_t lock; /* for all that follows up to the gate */
    int fd;               /* -1: not open */
    size_t rest_len;      /* of a line whose beginning is in the file already */
    char rest[WF_LOGFILE_LINE];
    uint64_t dropped;
    wf_log_gate gate;
    _Atomic unsigned opened; /* value of `reopened` when it was opened */
    _Atomic uint32_t used;   /* no thread beyond it ever had a buffer */
    _Atomic(const void *) owners[THREADS_MAX];
    lines *buffers[THREADS_MAX]; /* each its owner's alone */
};

static _Atomic unsigned reopened; /* times that wf_logfile_reopen_all was called */

void wf_logfile_reopen_all(void) { atomic_fetch_add(&reopened, 1); }

wf_logfile *wf_logfile_new(const char *path)
{
    wf_logfile *file = wf_alloc(sizeof *file);
    if (!file) return NULL;
    file->path = path;
    file->fd = -1;
    pthread_mutex_init(&file->lock, NULL);
    return file;
}

/* ---- Buffers --------------------------------------------------------------------------------------------- */

static _Thread_local char me;           /* its address tells threads apart */
static _Thread_local uint32_t my_place; /* where this thread found its buffer last, in whichever file */

/* This thread's place among the buffers; THREADS_MAX when it has none. */
static uint32_t find_place(const wf_logfile *file)
{
    uint32_t used = atomic_load(&file->used);
    if (my_place < used && atomic_load(&file->owners[my_place]) == &me) return my_place;
    for (uint32_t i = 0; i < used; i++)
        if (atomic_load(&file->owners[i]) == &me) return my_place = i;
    return THREADS_MAX;
}

static uint32_t claim_place(wf_logfile *file)
{
    for (uint32_t i = 0; i < THREADS_MAX; i++) {
        const void *nobody = NULL;
        if (!atomic_compare_exchange_strong(&file->owners[i], &nobody, &me)) continue;
        uint32_t used = atomic_load(&file->used);
        while (used <= i && !atomic_compare_exchange_weak(&file->used, &used, i + 1)) {}
        return my_place = i;
    }
    return THREADS_MAX;
}

/* This thread's buffer if it has one. */
static lines *find_lines(const wf_logfile *file)
{
    uint32_t place = find_place(file);
    return place < THREADS_MAX ? file->buffers[place] : NULL;
}

/* This thread's buffer, made if need be; NULL when memory is out. */
static lines *take_lines(wf_logfile *file)
{
    uint32_t place = find_place(file);
    if (place == THREADS_MAX) place = claim_place(file);
    if (place == THREADS_MAX) return NULL;
    if (!file->buffers[place]) file->buffers[place] = wf_alloc(sizeof(lines));
    return file->buffers[place];
}

/* ---- Writing, under the lock ------------------------------------------------------------------------------ */

static size_t count_lines(const char *ptr, size_t len)
{
    size_t count = 0;
    for (const char *at = ptr, *end = ptr + len; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        count++;
    return count;
}

static void complain(wf_logfile *file, const wf_log *log, const char *what, int error)
{
    wf_log_gated(log, &file->gate, WEFT_LOG_ERROR, "cannot %s %s: %s; %llu lines are lost so far", what,
                 file->path, strerror(error), (unsigned long long)file->dropped);
}

/* As much as goes; errno says why it is not all. */
static size_t write_some(int fd, const char *ptr, size_t len)
{
    size_t done = 0;
    while (done < len) {
        if (WF_FAULT(WRITE)) {
            errno = ENOSPC;
            break;
        }
        ssize_t written = write(fd, ptr + done, len - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        done += (size_t)written;
    }
    return done;
}

/* O_NONBLOCK means nothing to files, but a FIFO without a reader then fails, and a slow one drops lines. */
static int open_path(const char *path)
{
    if (path[0] == '-' && path[1] == '\0') return STDOUT_FILENO;
    if (WF_FAULT(OPEN)) {
        errno = EMFILE;
        return -1;
    }
    int fd;
    do fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0640);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* Open, and by its present path if it was rotated. One that cannot be opened anew is written to as it is. */
static bool be_open(wf_logfile *file, const wf_log *log)
{
    unsigned now = atomic_load(&reopened);
    if (file->fd >= 0 && atomic_load(&file->opened) == now) return true;
    int fd = open_path(file->path);
    atomic_store(&file->opened, now); /* also when it failed: once for each rotation is enough */
    if (fd < 0) {
        complain(file, log, "open", errno);
        return file->fd >= 0;
    }
    if (file->fd != fd) {
        if (file->fd >= 0) close(file->fd);
        file->dropped += file->rest_len > 0; /* its beginning is in the old file */
        file->rest_len = 0;
    }
    file->fd = fd;
    return true;
}

static bool write_rest(wf_logfile *file)
{
    size_t done = write_some(file->fd, file->rest, file->rest_len);
    file->rest_len -= done;
    memmove(file->rest, file->rest + done, file->rest_len);
    return file->rest_len == 0;
}

/* Of `len` bytes of lines the first `done` were written: the line in which that ends is completed later. */
static void keep_rest(wf_logfile *file, const char *ptr, size_t done, size_t len)
{
    if (done > 0 && ptr[done - 1] != '\n') {
        const char *end = memchr(ptr + done, '\n', len - done);
        file->rest_len = (size_t)(end - (ptr + done)) + 1;
        memcpy(file->rest, ptr + done, file->rest_len);
        done += file->rest_len;
    }
    file->dropped += count_lines(ptr + done, len - done);
}

static void write_lines(wf_logfile *file, const wf_log *log, const char *ptr, size_t len)
{
    pthread_mutex_lock(&file->lock);
    if (!be_open(file, log)) {
        file->dropped += count_lines(ptr, len);
    } else {
        size_t done = write_rest(file) ? write_some(file->fd, ptr, len) : 0;
        int error = errno;
        if (done < len) {
            keep_rest(file, ptr, done, len);
            complain(file, log, "write", error);
        }
    }
    pthread_mutex_unlock(&file->lock);
}

static void flush(wf_logfile *file, const wf_log *log, lines *mine)
{
    if (mine->len) write_lines(file, log, mine->bytes, mine->len);
    mine->len = 0;
    mine->due_ms = 0;
}

static void drop_line(wf_logfile *file, const wf_log *log)
{
    pthread_mutex_lock(&file->lock);
    file->dropped++;
    complain(file, log, "write", ENOMEM);
    pthread_mutex_unlock(&file->lock);
}

/* ---- The life of a line ----------------------------------------------------------------------------------- */

bool wf_logfile_open(wf_logfile *file, const wf_log *log)
{
    pthread_mutex_lock(&file->lock);
    bool open = be_open(file, log);
    pthread_mutex_unlock(&file->lock);
    return open;
}

weft_buf wf_logfile_begin(wf_logfile *file)
{
    enum { ROOM = WF_LOGFILE_LINE - 1 }; /* but for the line feed */
    lines *mine = take_lines(file);
    if (!mine) return (weft_buf){ .failed = true };
    return (weft_buf){ .ptr = mine->bytes + mine->len, .cap = ROOM, .limit = ROOM };
}

void wf_logfile_end(wf_logfile *file, const wf_log *log, const weft_buf *line)
{
    lines *mine = weft_buf_ok(line) ? find_lines(file) : NULL;
    if (!mine) {
        drop_line(file, log);
        return;
    }
    WF_DEBUG(line->ptr == mine->bytes + mine->len);
    mine->bytes[mine->len + line->len] = '\n';
    mine->len += line->len + 1;
    if (mine->len >= BUFFER_FULL) flush(file, log, mine);
}

int wf_logfile_tick(wf_logfile *file, const wf_log *log, uint64_t now_ms)
{
    bool rotated = atomic_load(&file->opened) != atomic_load(&reopened);
    if (rotated && !wf_logfile_open(file, log)) return -1;
    lines *mine = find_lines(file);
    if (!mine || mine->len == 0) return -1;
    if (mine->due_ms == 0) mine->due_ms = now_ms + DELAY_MS;
    if (now_ms < mine->due_ms) return (int)(mine->due_ms - now_ms);
    flush(file, log, mine);
    return -1;
}

void wf_logfile_leave(wf_logfile *file, const wf_log *log)
{
    uint32_t place = find_place(file);
    if (place == THREADS_MAX) return;
    if (file->buffers[place]) flush(file, log, file->buffers[place]);
    atomic_store(&file->owners[place], NULL);
}

void wf_logfile_free(wf_logfile *file, const wf_log *log)
{
    if (!file) return;
    for (uint32_t i = 0; i < atomic_load(&file->used); i++) {
        if (file->buffers[i]) flush(file, log, file->buffers[i]);
        wf_free(file->buffers[i]);
    }
    if (file->fd >= 0 && file->fd != STDOUT_FILENO) close(file->fd);
    pthread_mutex_destroy(&file->lock);
    wf_free(file);
}
