/* Cookies that are set (RFC 6265bis section 4.1): what a browser would drop in silence is an error here. */
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/http/cookie.h"
#include "src/web/failure.h"
#include "src/web/fields.h"

enum {
    PAIR_MAX = 4096,     /* bytes of name and value together, RFC 6265bis section 5.6 */
    ATTRIBUTE_MAX = 1024 /* bytes of an attribute's value, the same */
};

static bool has_prefix(weft_str name, weft_str prefix) /* in any case, as browsers compare it */
{
    return name.len >= prefix.len && wf_str_eq_nocase(weft_str_of(name.ptr, prefix.len), prefix);
}

static bool is_host_only(weft_str name) { return has_prefix(name, weft_lit("__Host-")); }
static bool is_secure_only(weft_str name)
{
    return is_host_only(name) || has_prefix(name, weft_lit("__Secure-"));
}

static bool is_path(const char *path)
{
    return *path == '/' && strlen(path) <= ATTRIBUTE_MAX && wf_is_cookie_attribute(wf_str(path));
}

static bool is_domain(const char *domain)
{
    return *domain && strlen(domain) <= ATTRIBUTE_MAX && wf_is_cookie_attribute(wf_str(domain));
}

static const char bad_name[] = "its name must be a token";
static const char bad_path[] =
    "its path must begin with a slash and hold neither semicolons nor control bytes";
static const char bad_host[] = "a __Host- cookie has no domain, and its path is \"/\"";

/* What to do instead; NULL when all is well. */
static const char *cookie_mistake(const weft_cookie *cookie)
{
    weft_str name = cookie->name, value = cookie->value;
    if (!wf_is_token(name)) return bad_name;
    if (!wf_is_cookie_value(value))
        return "its value may hold no control bytes, spaces, quotes, commas, semicolons, backslashes and "
               "nothing beyond ASCII: encode it";
    if (name.len + value.len > PAIR_MAX)
        return "browsers drop a cookie of more than 4096 bytes: keep it at the server";
    if (cookie->path && !is_path(cookie->path)) return bad_path;
    if (cookie->domain && !is_domain(cookie->domain))
        return "its domain must be a host name; NULL is the host alone";
    if (cookie->max_age < 0)
        return "its max_age is negative: weft_drop_cookie makes browsers forget a cookie";
    if ((unsigned)cookie->same_site > WEFT_CROSS_SITE) return "its same_site is none of weft_same_site";
    if (cookie->same_site == WEFT_CROSS_SITE && cookie->plain)
        return "browsers take a WEFT_CROSS_SITE cookie over TLS only: it cannot be plain";
    if (cookie->plain && is_secure_only(name))
        return "browsers take a __Secure- or __Host- cookie over TLS only: it cannot be plain";
    if (is_host_only(name) && (cookie->domain || (cookie->path && strcmp(cookie->path, "/") != 0)))
        return bad_host;
    return NULL;
}

static const char *drop_mistake(weft_str name, const char *path)
{
    if (!wf_is_token(name)) return bad_name;
    if (!is_path(path)) return bad_path;
    if (is_host_only(name) && strcmp(path, "/") != 0) return bad_host;
    return NULL;
}

static bool refuses(weft_request *req, weft_response *res, weft_str name, const char *mistake)
{
    static wf_log_gate gate;
    if (mistake) wf_mistake(req, res, &gate, "cookie \"%.*s\" refused: %s", (int)name.len, name.ptr, mistake);
    return mistake != NULL;
}

static void put_attribute(weft_buf *out, weft_str name, const char *value)
{
    weft_put_str(out, name);
    weft_put_str(out, wf_str(value));
}

static void add_cookie(weft_request *req, weft_response *res, const weft_buf *text)
{
    if (!weft_buf_ok(text) || !wf_fields_add(req, res, weft_lit("Set-Cookie"), weft_buf_str(text)))
        wf_fields_spent(req, res);
}

void weft_with_cookie(weft_request *req, weft_response *res, weft_cookie cookie)
{
    static const char *const same_sites[] = { "Lax", "Strict", "None" };
    if (refuses(req, res, cookie.name, cookie_mistake(&cookie))) return;
    weft_buf text = wf_buf_in(&req->arena, SIZE_MAX);
    weft_put_str(&text, cookie.name);
    weft_put_char(&text, '=');
    weft_put_str(&text, cookie.value);
    put_attribute(&text, weft_lit("; Path="), cookie.path ? cookie.path : "/");
    if (cookie.domain) put_attribute(&text, weft_lit("; Domain="), cookie.domain);
    if (cookie.max_age) {
        weft_put_str(&text, weft_lit("; Max-Age="));
        weft_put_i64(&text, cookie.max_age);
    }
    if (!cookie.plain) weft_put_str(&text, weft_lit("; Secure"));
    if (!cookie.scripts) weft_put_str(&text, weft_lit("; HttpOnly"));
    put_attribute(&text, weft_lit("; SameSite="), same_sites[cookie.same_site]);
    add_cookie(req, res, &text);
}

/* Secure only where the name demands it: without TLS a browser would drop the whole line, and over TLS a line without
 * it takes a Secure cookie away as well. */
void weft_drop_cookie(weft_request *req, weft_response *res, const char *name_text, const char *path)
{
    weft_str name = wf_str(name_text);
    if (!path) path = "/";
    if (refuses(req, res, name, drop_mistake(name, path))) return;
    weft_buf text = wf_buf_in(&req->arena, SIZE_MAX);
    weft_put_str(&text, name);
    put_attribute(&text, weft_lit("=; Path="), path);
    weft_put_str(&text, weft_lit("; Max-Age=0"));
    if (is_secure_only(name)) weft_put_str(&text, weft_lit("; Secure"));
    weft_put_str(&text, weft_lit("; HttpOnly; SameSite=Lax"));
    add_cookie(req, res, &text);
}
