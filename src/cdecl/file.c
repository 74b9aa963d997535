/* Files: each is read once, however it is named. */
#include "src/cdecl/set.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

bool wf_cfile_keep(wf_cdecl *set, const char *name, uint64_t device, uint64_t inode)
{
    wf_cfile *file = wf_cset_take(set, sizeof *file);
    if (!file) return false;
    *file = (wf_cfile){ .name = name, .device = device, .inode = inode };
    *set->files_end = file;
    set->files_end = &file->next;
    set->last_file = file;
    set->file_count++;
    return true;
}

static bool has(const wf_cdecl *set, const struct stat *info)
{
    for (const wf_cfile *file = set->files; file; file = file->next)
        if (file->inode == info->st_ino && file->device == info->st_dev) return true;
    return false;
}

/* Where a fault of a file is: at the include that asks for it, else the file itself. */
static bool refuse(wf_cdecl *set, const char *path, const wf_ctoken *include, const char *why,
                   const char *hint)
{
    if (!include) return wf_cset_fail(set, (wf_cplace){ path, 0, 0 }, why, hint);
    return wf_cset_fail(set, include->place, wf_cset_printf(set, "%s %s", path, why), hint);
}

/* All bytes of an open file; absent when they cannot be read. */
static weft_str read_all(wf_cdecl *set, FILE *file, size_t size)
{
    char *bytes = wf_cset_take(set, size + 1);
    if (!bytes) return weft_str_of(NULL, 0);
    size_t len = fread(bytes, 1, size, file);
    return ferror(file) ? weft_str_of(NULL, 0) : weft_str_of(bytes, len);
}

static bool load_open(wf_cdecl *set, FILE *file, const char *path, const wf_ctoken *include, weft_str *text,
                      const char **name, bool *fresh)
{
    struct stat info;
    if (fstat(fileno(file), &info) != 0) return refuse(set, path, include, "cannot be read", strerror(errno));
    if (!S_ISREG(info.st_mode)) return refuse(set, path, include, "is no regular file", NULL);
    *fresh = !has(set, &info);
    if (!*fresh) return true;
    size_t left = WF_CDECL_BYTES - set->bytes;
    if (info.st_size < 0 || (uintmax_t)info.st_size > left || set->file_count == WF_CDECL_FILES)
        return refuse(set, path, include, "is one too many",
                      "headers may have 16 MiB and 1,024 files in all: include less");
    *name = wf_cset_copy(set, wf_str(path)).ptr;
    *text = read_all(set, file, (size_t)info.st_size);
    set->bytes += text->len;
    if (!*name || set->failed) return false;
    if (!text->ptr) return refuse(set, path, include, "cannot be read", NULL);
    return wf_cfile_keep(set, *name, info.st_dev, info.st_ino);
}

bool wf_cfile_load(wf_cdecl *set, const char *path, const wf_ctoken *include, weft_str *text,
                   const char **name, bool *fresh)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        const char *why = strerror(errno);
        return refuse(set, path, include, wf_cset_printf(set, "cannot be opened: %s", why), NULL);
    }
    bool ok = load_open(set, file, path, include, text, name, fresh);
    fclose(file);
    return ok;
}

/* Whether folder/name is there; `path` is it. */
static bool is_there(char *path, size_t room, weft_str folder, weft_str name)
{
    bool slash = folder.len && folder.ptr[folder.len - 1] != '/';
    int len = snprintf(path, room, "%.*s%s%.*s", (int)folder.len, folder.ptr, slash ? "/" : "", (int)name.len,
                       name.ptr);
    struct stat info;
    return len > 0 && (size_t)len < room && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static weft_str folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return weft_str_of(file, slash ? (size_t)(slash - file) + 1 : 0);
}

bool wf_cfile_find(const wf_cdecl *set, const char *from, weft_str name, bool beside, char *path, size_t room)
{
    if (name.len == 0 || name.len >= room) return false;
    if (name.ptr[0] == '/') return is_there(path, room, weft_lit(""), name);
    if (beside && is_there(path, room, folder_of(from), name)) return true;
    for (size_t i = 0; i < set->folder_count; i++)
        if (is_there(path, room, wf_str(set->folders[i]), name)) return true;
    return false;
}
