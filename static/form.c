#include "static/form.h"
#include "src/base/check.h"
#include "src/base/num.h"
#include "src/base/pool.h"
#include "src/base/spool.h"
#include "src/base/str.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum {
    /* A clock that files are stamped by ticks a hundred times a second at the least. */
    TICK_NS = 20 * 1000 * 1000,
    NS = 1000 * 1000 * 1000,
    DIGEST_PIECE = 64 * 1024,
    DIGEST_MAX = 8 * 1024 * 1024 /* bytes that are read for a tag: some milliseconds */
};
/* Times before 2000 are no times: builds that are to be the same every day stamp their files 0 or 1980. */
#define STAMPED_BEFORE (INT64_C(946684800) * NS)

/* ---- Validators ------------------------------------------------------------------------------------------ */

static bool is_stamped(const wf_version *version) { return version->modified < STAMPED_BEFORE; }

static bool digest_file(int fd, int64_t size, uint64_t *digest)
{
    char *piece = wf_alloc(DIGEST_PIECE);
    int64_t at = 0;
    *digest = WF_TAG_START;
    while (piece && at < size) {
        size_t want = size - at < DIGEST_PIECE ? (size_t)(size - at) : DIGEST_PIECE;
        if (wf_spool_read(fd, piece, want, at) != (ptrdiff_t)want)
            break; /* it changes: whoever asks next sees it */
        *digest = wf_tag_digest(*digest, weft_str_of(piece, want));
        at += (int64_t)want;
    }
    wf_free(piece);
    return at >= size;
}

/* What tells a stamped file from its other versions: its bytes; of a large one, when it got here, which another host
 * would say otherwise. */
static bool digest_of(const wf_root *root, const char *path, const wf_version *version, uint64_t *digest)
{
    *digest = (uint64_t)version->changed;
    if (version->size > DIGEST_MAX) return true;
    int fd = wf_root_at(root, path, O_RDONLY);
    bool read = fd >= 0 && digest_file(fd, version->size, digest);
    if (fd >= 0) close(fd);
    return read;
}

/* Puts a field in front of `form`'s list. */
static void link_field(wf_form *form, int place, weft_str name, weft_str value)
{
    form->own[place] = (weft_field){ .next = form->fields, .name = name, .value = value };
    form->fields = &form->own[place];
}

static void link_fields(wf_form *form, const wf_form_source *source, char *date)
{
    form->fields = source->fields;
    link_field(form, 0, weft_lit("ETag"), form->validators.tag);
    form->kept = form->fields;
    if (form->validators.modified != WF_NO_DATE) {
        wf_date_put(date, form->validators.modified);
        link_field(form, 1, weft_lit("Last-Modified"), weft_str_of(date, WF_DATE_LEN));
    }
    if (source->coding != WF_CODING_PLAIN)
        link_field(form, 2, weft_lit("Content-Encoding"), wf_coding_name(source->coding));
    link_field(form, 3, weft_lit("Accept-Ranges"), weft_lit("bytes"));
}

static size_t line_size(weft_str name, weft_str value) { return name.len + value.len + 4; }

static char *put_line(char *to, weft_str name, weft_str value)
{
    to = wf_copy(to, name.ptr, name.len);
    to = wf_copy(to, ": ", 2);
    to = wf_copy(to, value.ptr, value.len);
    return wf_copy(to, "\r\n", 2);
}

/* Newest first, so that those of a 304 are the end of those of a 200. false: memory is out. */
static bool make_lines(wf_form *form)
{
    char digits[WF_U64_MAX_LEN];
    weft_str type_name = weft_lit("Content-Type"), length_name = weft_lit("Content-Length");
    weft_str length = weft_str_of(digits, wf_u64_put(digits, (uint64_t)form->version.size));
    size_t size = line_size(type_name, form->type) + line_size(length_name, length), kept = 0;
    for (const weft_field *f = form->fields; f; f = f->next) size += line_size(f->name, f->value);
    for (const weft_field *f = form->kept; f; f = f->next) kept += line_size(f->name, f->value);
    char *text = wf_alloc(size), *to = text;
    if (!text) return false;
    to = put_line(to, type_name, form->type);
    to = put_line(to, length_name, length);
    for (const weft_field *f = form->fields; f; f = f->next) to = put_line(to, f->name, f->value);
    form->lines = weft_str_of(text, size);
    form->kept_lines = weft_str_of(to - kept, kept);
    return true;
}

/* `what` tells its version from others of its size, unless the source has a tag. false: memory is out. */
static bool prepare(wf_form *form, const wf_form_source *source, uint64_t what, int64_t modified)
{
    form->type = source->type;
    form->validators.modified = modified;
    form->validators.tag = source->tag;
    if (!source->tag.ptr) {
        size_t len =
            wf_tag_put(form->text, what, (uint64_t)form->version.size, wf_coding_suffix(source->coding));
        form->validators.tag = weft_str_of(form->text, len);
    }
    link_fields(form, source, form->text + WF_TAG_MAX);
    return make_lines(form);
}

/* ---- Made ------------------------------------------------------------------------------------------------ */

wf_form *wf_form_of_file(const wf_form_source *source, const wf_root *root, const char *path,
                         const wf_version *version)
{
    uint64_t what = (uint64_t)version->modified;
    bool stamped = is_stamped(version);
    /* So that a HEAD says what a GET would. It gives a yes or no only: that it is not confined does not matter. */
    if (faccessat(root->fd, path, R_OK, AT_EACCESS) != 0) return NULL;
    if (stamped && !digest_of(root, path, version, &what)) return NULL;
    wf_form *form = wf_alloc(sizeof *form);
    if (!form) {
        errno = ENOMEM;
        return NULL;
    }
    *form = (wf_form){ .refs = 1, .fd = -1, .version = *version };
    int64_t now = wf_clock_unix_ms() * (NS / 1000);
    form->racy = now - version->changed < TICK_NS;
    /* A time that is still to come is said to be now (RFC 9110 section 8.8.2.1). */
    int64_t modified = version->modified < now ? version->modified : now;
    if (prepare(form, source, what, stamped ? WF_NO_DATE : modified / NS)) return form;
    wf_form_release(form);
    errno = ENOMEM;
    return NULL;
}

bool wf_form_of_bytes(wf_form *form, const wf_form_source *source, weft_str bytes)
{
    *form = (wf_form){ .refs = 1, .fd = -1, .bytes = bytes.ptr, .lent = true };
    form->version.size = (int64_t)bytes.len;
    uint64_t what = source->tag.ptr ? 0 : wf_tag_digest(WF_TAG_START, bytes);
    return prepare(form, source, what, WF_NO_DATE);
}

void wf_form_reset(wf_form *form) { wf_free((char *)(uintptr_t)form->lines.ptr); }

void wf_form_release(void *form_)
{
    wf_form *form = form_;
    if (form->lent || --form->refs > 0) return;
    if (form->fd >= 0) close(form->fd);
    wf_free((char *)(uintptr_t)form->bytes);
    wf_form_reset(form);
    wf_free(form);
}

size_t wf_form_cost(const wf_form *form)
{
    bool holds = form->bytes && !form->lent;
    return sizeof *form + form->lines.len + (holds ? (size_t)form->version.size : 0);
}

/* ---- Its bytes ------------------------------------------------------------------------------------------- */

static bool is_version(int fd, const wf_version *version)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return false;
    wf_version now = wf_version_of(&info);
    return wf_version_eq(&now, version);
}

/* Into memory, so that no later change reaches them. They are this version's if it is still the file's when they have
 * been read. */
static wf_form_opened read_bytes(wf_form *form, int fd)
{
    size_t size = (size_t)form->version.size;
    char *bytes = wf_alloc(size);
    if (!bytes) {
        errno = ENOMEM;
        return WF_FORM_BROKEN;
    }
    ptrdiff_t got = wf_spool_read(fd, bytes, size, 0);
    int error = errno;
    if (got == (ptrdiff_t)size && is_version(fd, &form->version)) {
        form->bytes = bytes;
        return WF_FORM_READY;
    }
    wf_free(bytes);
    errno = error;
    return got < 0 ? WF_FORM_BROKEN : WF_FORM_CHANGED;
}

wf_form_opened wf_form_open(wf_form *form, const wf_root *root, const char *path)
{
    if (form->bytes || form->fd >= 0) return WF_FORM_READY;
    int fd = wf_root_at(root, path, O_RDONLY);
    if (fd < 0) return wf_error_is_ours(errno) ? WF_FORM_BROKEN : WF_FORM_CHANGED;
    if (!is_version(fd, &form->version)) {
        close(fd);
        return WF_FORM_CHANGED;
    }
    if (form->version.size > WF_FORM_IN_MEMORY) {
        form->fd = fd;
        return WF_FORM_READY;
    }
    wf_form_opened opened = read_bytes(form, fd);
    int error = errno;
    close(fd);
    errno = error;
    return opened;
}
