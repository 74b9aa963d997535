/* Names are read and sorted at once, rows are made as they are sent: a directory of a hundred thousand files takes
 * memory for its names, and no page of it is ever whole. */
#include "static/listing.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include "src/web/escape.h"
#include "src/web/failure.h"
#include "src/web/fields.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    NAMES_MAX = 1000 * 1000,     /* rows; the page says when there are more */
    TEXT_MAX = 64 * 1024 * 1024, /* bytes of names */
    PIECE = 24 * 1024            /* of the page, put at once */
};

/* In the order in which they are listed. A link's target may be either. */
typedef enum kind { A_DIRECTORY = 'd', A_FILE = 'f' } kind;

typedef struct listing {
    const wf_mount *mount;
    const wf_root *root;
    const char *path;
    weft_str key;
    DIR *folder;
    weft_buf text;      /* for each entry its kind and its name, NUL-terminated */
    const char **names; /* into text, sorted */
    size_t count, at;
    bool begun, cut_short;
} listing;

/* ---- Names ----------------------------------------------------------------------------------------------- */

/* "path/name" below the root, in `out`; false when it is too long. */
static bool join(const listing *list, const char *name, char out[WF_PATH_ROOM])
{
    bool root = strcmp(list->path, ".") == 0;
    weft_buf path = { .ptr = out, .cap = WF_PATH_ROOM, .limit = WF_PATH_ROOM };
    if (!root) weft_put_str(&path, wf_str(list->path));
    if (!root) weft_put_char(&path, '/');
    weft_put_str(&path, wf_str(name));
    weft_put_char(&path, '\0');
    return weft_buf_ok(&path);
}

/* What a name leads to if it were asked for: links out of the root, devices and their like to nothing. */
static wf_found find_name(const listing *list, const char *name, wf_version *version)
{
    char path[WF_PATH_ROOM];
    return join(list, name, path) ? wf_root_find(list->root, path, version) : WF_FOUND_NOTHING;
}

/* Whether an entry is listed, and as what. */
static bool kind_of(const listing *list, const struct dirent *entry, kind *out)
{
    wf_version version;
    bool hidden = *entry->d_name == '.' && !list->mount->options.hidden;
    if (hidden || strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) return false;
    if (strchr(entry->d_name, '\\')) return false;
    wf_found found = entry->d_type == DT_REG   ? WF_FOUND_FILE
                     : entry->d_type == DT_DIR ? WF_FOUND_DIRECTORY
                                               : WF_FOUND_NOTHING;
    if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN)
        found = find_name(list, entry->d_name, &version);
    *out = found == WF_FOUND_DIRECTORY ? A_DIRECTORY : A_FILE;
    return found == WF_FOUND_DIRECTORY || found == WF_FOUND_FILE;
}

static int order(const void *a, const void *b)
{
    const char *const *left = a, *const *right = b;
    return strcmp(*left, *right);
}

/* false when memory is out. */
static bool sort_names(listing *list)
{
    const char *at = list->text.ptr;
    list->names = wf_alloc((list->count + 1) * sizeof *list->names);
    if (!list->names) return false;
    for (size_t i = 0; i < list->count; i++, at += strlen(at) + 1) list->names[i] = at;
    qsort(list->names, list->count, sizeof *list->names, order);
    return true;
}

static bool read_names(listing *list)
{
    for (struct dirent *entry; (entry = readdir(list->folder)) != NULL;) {
        kind what;
        weft_str name = weft_str_of(entry->d_name, strlen(entry->d_name) + 1);
        if (!kind_of(list, entry, &what)) continue;
        list->cut_short = list->count == NAMES_MAX || list->text.len + name.len >= TEXT_MAX;
        if (list->cut_short) break;
        weft_put_char(&list->text, (char)what);
        weft_put_str(&list->text, name);
        list->count++;
    }
    return weft_buf_ok(&list->text) && sort_names(list);
}

/* ---- The page -------------------------------------------------------------------------------------------- */

static const char top[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light "
    "dark\">\n"
    "<style>\n"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 "
    "1rem;overflow-wrap:anywhere}\n"
    "h1{font-size:1.25rem;font-weight:600;margin:0 0 1rem}\n"
    "table{width:100%;border-collapse:collapse}\n"
    "th{text-align:left;font-weight:500;font-size:.8rem;opacity:.6}\n"
    "td,th{padding:.3rem .5rem;border-bottom:1px solid color-mix(in srgb,currentColor 12%,transparent)}\n"
    "td:nth-child(n+2),th:nth-child(n+2){text-align:right;white-space:nowrap;width:1%;padding-left:1.5rem;"
    "font-variant-numeric:tabular-nums;opacity:.7}\n"
    "tr:hover td{background:color-mix(in srgb,currentColor 5%,transparent)}\n"
    "a{text-decoration:none}a:hover{text-decoration:underline}\n"
    "</style>\n";

static void put_html(weft_buf *out, weft_str text)
{
    for (size_t i = 0; i < text.len; i++) switch (text.ptr[i]) {
        case '&': weft_put_str(out, weft_lit("&amp;")); break;
        case '<': weft_put_str(out, weft_lit("&lt;")); break;
        case '>': weft_put_str(out, weft_lit("&gt;")); break;
        case '"': weft_put_str(out, weft_lit("&#34;")); break;
        default: weft_put_char(out, text.ptr[i]);
        }
}

/* A segment of a path; what it could be mistaken for (a scheme, a query) is escaped too. */
static void put_segment(weft_buf *out, const char *name)
{
    for (; *name; name++) {
        unsigned char byte = (unsigned char)*name, low = byte | 0x20;
        if ((low >= 'a' && low <= 'z') || (byte >= '0' && byte <= '9') || strchr("-._~", byte))
            weft_put_char(out, *name);
        else
            wf_put_percent(out, byte);
    }
}

/* "512 B", "1.5 kB", "20 MB": as many digits as people read. */
static void put_size(weft_buf *out, int64_t size)
{
    static const char *const units[] = { "B", "kB", "MB", "GB", "TB", "PB", "EB" };
    int unit = 0;
    int64_t tenths = 0;
    for (; size >= 1000; size /= 1000, unit++) tenths = size % 1000 / 100;
    weft_put_i64(out, size);
    if (unit > 0 && size < 10) weft_putf(out, ".%d", (int)tenths);
    weft_putf(out, " %s", units[unit]);
}

/* "06 Nov 1994 08:49" of an HTTP date. */
static void put_time(weft_buf *out, int64_t nanoseconds)
{
    enum { FROM = 5, LEN = 17 };
    char date[WF_DATE_LEN];
    wf_date_put(date, nanoseconds / (1000 * 1000 * 1000));
    weft_put_str(out, weft_str_of(date + FROM, LEN));
}

static void put_row(const listing *list, const char *entry, weft_buf *out)
{
    bool directory = *entry == A_DIRECTORY;
    const char *name = entry + 1;
    wf_version version;
    if (find_name(list, name, &version) == WF_FOUND_NOTHING) return; /* gone meanwhile */
    weft_put_str(out, weft_lit("<tr><td><a href=\""));
    put_segment(out, name);
    weft_put_str(out, directory ? weft_lit("/\">") : weft_lit("\">"));
    put_html(out, wf_str(name));
    weft_put_str(out, directory ? weft_lit("/</a><td>") : weft_lit("</a><td>"));
    if (!directory) put_size(out, version.size);
    weft_put_str(out, weft_lit("<td>"));
    put_time(out, version.modified);
    weft_put_char(out, '\n');
}

static void put_top(const listing *list, weft_buf *out)
{
    bool has_parent = list->key.len > list->mount->prefix.len + 1;
    weft_put_str(out, weft_str_of(top, sizeof top - 1));
    weft_put_str(out, weft_lit("<title>Index of "));
    put_html(out, list->key);
    weft_put_str(out, weft_lit("</title>\n<h1>Index of "));
    put_html(out, list->key);
    weft_put_str(out, weft_lit("</h1>\n<table>\n<tr><th>Name<th>Size<th>Modified (UTC)\n"));
    if (has_parent) weft_put_str(out, weft_lit("<tr><td><a href=\"../\">../</a><td><td>\n"));
}

static weft_pull next(weft_buf *out, void *state)
{
    listing *list = state;
    if (!list->begun) put_top(list, out);
    list->begun = true;
    while (list->at < list->count && out->len < PIECE) put_row(list, list->names[list->at++], out);
    if (list->at < list->count) return WEFT_MORE;
    weft_put_str(out, weft_lit("</table>\n"));
    if (list->cut_short) weft_put_str(out, weft_lit("<p>There are more files than can be listed.\n"));
    return WEFT_END;
}

static void close_listing(void *state, bool completed)
{
    listing *list = state;
    (void)completed;
    if (list->folder) closedir(list->folder);
    weft_buf_free(&list->text);
    wf_free(list->names);
}

static const weft_source source = { .next = next, .close = close_listing };

/* ---- Asked for ------------------------------------------------------------------------------------------- */

static const char *copy_text(weft_request *req, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = wf_arena_take(&req->arena, size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static DIR *open_folder(const wf_root *root, const char *path)
{
    int fd = wf_root_at(root, path, O_RDONLY | O_DIRECTORY);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (!folder && fd >= 0) close(fd);
    return folder;
}

weft_response wf_listing(weft_request *req, const wf_mount *mount, const wf_root *root, const char *path,
                         weft_str key)
{
    listing *list = wf_arena_take(&req->arena, sizeof *list);
    if (!list)
        return weft_fail(req, WEFT_UNAVAILABLE, "this request needs more memory than the server allows one");
    *list = (listing){ .mount = mount, .root = root, .key = key, .text = weft_buf_heap(TEXT_MAX) };
    list->path = copy_text(req, path);
    list->folder = open_folder(root, path);
    bool head = req->msg.method == WEFT_HEAD;
    if (!list->folder || !list->path || (!head && !read_names(list))) {
        bool refused = !list->folder && !wf_error_is_ours(errno);
        close_listing(list, false);
        return refused ? weft_fail(req, WEFT_NOT_FOUND, "nothing is served under this path")
                       : weft_fail(req, WEFT_UNAVAILABLE, "the server cannot read this directory now");
    }
    weft_response res = weft_stream(WF_TYPE_HTML, &source, list, -1);
    res.fields = mount->options.fields;
    weft_with(req, &res, "Cache-Control", weft_lit("no-cache"));
    return res;
}
