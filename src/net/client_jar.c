/* The cookies of a test's client (RFC 6265 section 5), for its one host. */
#include "src/base/clock.h"
#include "src/base/num.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include "src/net/client.h"

/* One allocation: the texts lie behind it. */
struct wf_kept {
    struct wf_kept *next;
    weft_str name, value, path;
    int64_t until_s; /* INT64_MAX: for ever */
};

typedef struct wf_kept kept;

/* ---- Set-Cookie -------------------------------------------------------------------------------------------- */

/* The folder of the path of a request: what a cookie without a Path is for (section 5.1.4). */
static weft_str default_path(weft_str path)
{
    size_t len = path.len;
    while (len > 1 && path.ptr[len - 1] != '/') len--;
    if (len <= 1 || path.ptr[0] != '/') return weft_lit("/");
    return weft_str_of(path.ptr, len - 1);
}

/* Max-Age: false when it is no number, and then not there. One too large to count is for ever. */
static bool read_age(weft_str seconds, int64_t now_s, int64_t *until_s)
{
    bool negative = seconds.len && seconds.ptr[0] == '-';
    uint64_t age;
    weft_str digits = negative ? weft_str_of(seconds.ptr + 1, seconds.len - 1) : seconds;
    for (size_t i = 0; i < digits.len; i++)
        if (digits.ptr[i] < '0' || digits.ptr[i] > '9') return false;
    if (digits.len == 0) return false;
    if (!wf_u64_read(digits, &age)) age = UINT64_MAX;
    if (negative)
        *until_s = INT64_MIN;
    else
        *until_s = age > (uint64_t)(INT64_MAX - now_s) ? INT64_MAX : now_s + (int64_t)age;
    return true;
}

static void read_attributes(kept *cookie, weft_str rest, int64_t now_s)
{
    bool has_age = false;
    while (rest.ptr) {
        weft_str value = wf_str_cut(&rest, ';'), name = wf_str_trim(wf_str_cut(&value, '='));
        int64_t date;
        value = wf_str_trim(value.ptr ? value : weft_lit(""));
        if (wf_str_eq_nocase(name, weft_lit("path")) && value.len && value.ptr[0] == '/') {
            cookie->path = value;
        } else if (wf_str_eq_nocase(name, weft_lit("max-age"))) {
            has_age |= read_age(value, now_s, &cookie->until_s);
        } else if (wf_str_eq_nocase(name, weft_lit("expires")) && !has_age &&
                   wf_date_read(value, now_s, &date)) {
            cookie->until_s = date;
        }
    }
}

/* ---- The jar ----------------------------------------------------------------------------------------------- */

static weft_str store(char **to, weft_str text)
{
    char *start = *to;
    if (text.len) memcpy(start, text.ptr, text.len);
    *to += text.len;
    return weft_str_of(start, text.len);
}

static kept *copy_of(const kept *cookie)
{
    kept *copy = wf_alloc(sizeof *copy + cookie->name.len + cookie->value.len + cookie->path.len);
    if (!copy) return NULL;
    char *to = (char *)(copy + 1);
    copy->until_s = cookie->until_s;
    copy->name = store(&to, cookie->name);
    copy->value = store(&to, cookie->value);
    copy->path = store(&to, cookie->path);
    return copy;
}

/* Where the cookie of this name and path is linked, or the end of the list. */
static kept **place_of(wf_jar *jar, const kept *cookie)
{
    kept **at = &jar->first;
    while (*at && !(weft_str_eq((*at)->name, cookie->name) && weft_str_eq((*at)->path, cookie->path)))
        at = &(*at)->next;
    return at;
}

/* Keeps, or forgets what has expired. */
static bool put(wf_jar *jar, const kept *cookie, int64_t now_s)
{
    kept **at = place_of(jar, cookie), *old = *at;
    bool expired = cookie->until_s <= now_s;
    kept *fresh = expired ? NULL : copy_of(cookie);
    if (!fresh && !expired) return false;
    if (fresh) {
        fresh->next = old ? old->next : NULL;
        *at = fresh;
    } else if (old) {
        *at = old->next;
    }
    wf_free(old);
    return true;
}

bool wf_jar_take(wf_jar *jar, weft_str set_cookie, weft_str path, int64_t now_s)
{
    weft_str rest = set_cookie, value = wf_str_cut(&rest, ';'), name = wf_str_trim(wf_str_cut(&value, '='));
    if (!value.ptr || name.len == 0) return true; /* no cookie: dropped, as browsers do */
    kept cookie = {
        .name = name, .value = wf_str_trim(value), .path = default_path(path), .until_s = INT64_MAX
    };
    read_attributes(&cookie, rest, now_s);
    return put(jar, &cookie, now_s);
}

bool wf_jar_set(wf_jar *jar, weft_str name, weft_str value)
{
    kept cookie = { .name = name, .value = value, .path = weft_lit("/"), .until_s = INT64_MAX };
    return put(jar, &cookie, 0);
}

/* Section 5.1.4: the same, or a folder above it. */
static bool covers(weft_str folder, weft_str path)
{
    if (!wf_str_starts(path, folder)) return false;
    return path.len == folder.len || folder.ptr[folder.len - 1] == '/' || path.ptr[folder.len] == '/';
}

static bool is_sent(const kept *cookie, weft_str path, int64_t now_s)
{
    return cookie->until_s > now_s && covers(cookie->path, path);
}

/* The longest path of a cookie that is sent and shorter than `below`; 0 when there is none. */
static size_t next_length(const wf_jar *jar, weft_str path, int64_t now_s, size_t below)
{
    size_t longest = 0;
    for (const kept *cookie = jar->first; cookie; cookie = cookie->next) {
        size_t len = cookie->path.len;
        if (len < below && len > longest && is_sent(cookie, path, now_s)) longest = len;
    }
    return longest;
}

void wf_jar_put(const wf_jar *jar, weft_str path, int64_t now_s, weft_buf *out)
{
    size_t len = SIZE_MAX;
    while ((len = next_length(jar, path, now_s, len)) > 0) {
        for (const kept *cookie = jar->first; cookie; cookie = cookie->next) {
            if (cookie->path.len != len || !is_sent(cookie, path, now_s)) continue;
            weft_put_str(out, out->len ? weft_lit("; ") : weft_lit(""));
            weft_put_str(out, cookie->name);
            weft_put_char(out, '=');
            weft_put_str(out, cookie->value);
        }
    }
}

weft_str wf_jar_find(const wf_jar *jar, weft_str name, int64_t now_s)
{
    for (const kept *cookie = jar->first; cookie; cookie = cookie->next)
        if (cookie->until_s > now_s && weft_str_eq(cookie->name, name)) return cookie->value;
    return weft_str_of(NULL, 0);
}

void wf_jar_empty(wf_jar *jar)
{
    while (jar->first) {
        kept *next = jar->first->next;
        wf_free(jar->first);
        jar->first = next;
    }
}
