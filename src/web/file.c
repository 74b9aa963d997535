/* Files as answers: opened by the handler, sent by the server, closed with the request's memory. */
#include "src/base/str.h"
#include "src/web/failure.h"
#include "src/web/fields.h"
#include "src/web/plan.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char no_file[] = "there is no such file";

static void close_file(void *fd) { close((int)(intptr_t)fd); }

/* Never waits: not for the writer of a FIFO, and no terminal becomes ours. */
static int open_file(const char *path)
{
    if (WF_FAULT(OPEN)) {
        errno = EMFILE;
        return -1;
    }
    int fd;
    do fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* The client's 404 would be a lie when it is the server that ran out of something. */
static weft_response not_opened(weft_request *req, const char *path)
{
    int error = errno;
    if (error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO) {
        WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_ERROR, "cannot open %s: %s", path, strerror(error));
        return weft_fail(req, WEFT_UNAVAILABLE, "the server cannot read this file now");
    }
    WF_LOG_ONCE_A_SECOND(req->log, WEFT_LOG_DEBUG, "cannot open %s: %s", path, strerror(error));
    return weft_fail(req, WEFT_NOT_FOUND, no_file);
}

weft_response weft_file(weft_request *req, const char *path)
{
    weft_response refusal = weft_empty(WEFT_INTERNAL);
    struct stat info;
    int fd = path ? open_file(path) : -1;
    if (fd < 0) return path ? not_opened(req, path) : weft_fail(req, WEFT_NOT_FOUND, no_file);
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(fd);
        return weft_fail(req, WEFT_NOT_FOUND, no_file);
    }
    if (!wf_arena_defer(&req->arena, close_file, (void *)(intptr_t)fd)) {
        close(fd);
        wf_fields_spent(req, &refusal);
        return refusal;
    }
    return (weft_response){ .status = WEFT_OK,
                            .kind = WEFT_FILE,
                            .type = wf_app_type_of(req->plan->app, wf_str(path)),
                            .as.file = { .fd = fd, .offset = 0, .length = info.st_size } };
}
