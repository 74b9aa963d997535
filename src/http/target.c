#include "src/http/target.h"
#include "src/base/num.h"
#include "src/base/str.h"
#include "src/base/utf8.h"
#include "src/http/byte.h"
#include <arpa/inet.h>

/* The value of the escape at `at`, or -1. */
static int read_escape(const char *at, const char *end)
{
    if (end - at < 3) return -1;
    int high = wf_hex_digit(at[1]), low = wf_hex_digit(at[2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

ptrdiff_t wf_percent_decode(char *out, weft_str text, bool plus)
{
    char *to = out;
    for (const char *at = text.ptr, *end = at + text.len; at < end; at++) {
        if (*at == '%') {
            int byte = read_escape(at, end);
            if (byte < 0) return -1;
            *to++ = (char)byte;
            at += 2;
        } else {
            *to++ = *at == '+' && plus ? ' ' : *at;
        }
    }
    return to - out;
}

/* ---- authority ---- */

static bool is_port(weft_str text)
{
    uint32_t port = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9') return false;
        port = port * 10 + (uint32_t)(text.ptr[i] - '0');
        if (port > 65535) return false;
    }
    return true;
}

/* Behind a reg-name (RFC 3986 section 3.2.2, which an IPv4 address is as well) at `at`; NULL for a bad escape. */
static const char *skip_reg_name(const char *at, const char *end)
{
    for (;;) {
        while (at < end && wf_byte_is(*at, WF_BYTE_HOST)) at++;
        if (at == end || *at != '%') return at;
        if (read_escape(at, end) < 0) return NULL;
        at += 3;
    }
}

static bool is_ipv6(weft_str text)
{
    char copy[INET6_ADDRSTRLEN];
    struct in6_addr address;
    if (text.len >= sizeof copy || memchr(text.ptr, 0, text.len)) return false;
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = 0;
    return inet_pton(AF_INET6, copy, &address) == 1;
}

/* Behind a bracketed IPv6 address; NULL when there is none. */
static const char *skip_ip_literal(weft_str text)
{
    const char *close = memchr(text.ptr, ']', text.len);
    if (!close || !is_ipv6(weft_str_of(text.ptr + 1, (size_t)(close - text.ptr) - 1))) return NULL;
    return close + 1;
}

/* A host is not empty (RFC 9110 section 4.2.1). */
bool wf_is_authority(weft_str text)
{
    if (text.len == 0) return false;
    const char *end = text.ptr + text.len;
    const char *at = text.ptr[0] == '[' ? skip_ip_literal(text) : skip_reg_name(text.ptr, end);
    if (!at || at == text.ptr) return false;
    return at == end || (*at == ':' && is_port(weft_str_of(at + 1, (size_t)(end - at) - 1)));
}

/* ---- path ---- */

/* Whether `at` starts a "." or ".." segment, its dots escaped or not, with or without ";parameters". */
static bool is_dot_segment(const char *at, const char *end)
{
    for (int dots = 0; dots < 3; dots++) {
        if (at == end || *at == '/' || *at == ';' || *at == '?' || *at == '#') return dots > 0;
        if (*at == '.')
            at++;
        else if (*at == '%' && read_escape(at, end) == '.')
            at += 3;
        else
            return false;
    }
    return false;
}

/* Checks the escapes that a run starts with at `*at`: one ASCII byte, or one UTF-8 sequence. NULL when fine. */
static const char *check_escapes(const char **at, const char *end)
{
    char run[4];
    size_t count = 0;
    uint32_t code;
    int byte = read_escape(*at, end);
    if (byte < 0) return "the path holds a percent sign without two hex digits";
    if (byte == 0) return "the path holds an escaped NUL";
    if (byte == '/') return "the path holds an escaped slash";
    for (const char *next = *at; count < sizeof run && byte >= 0; next += 3, byte = read_escape(next, end)) {
        if (next < end && *next != '%') break;
        run[count++] = (char)byte;
    }
    size_t used = wf_utf8_take(run, count, &code);
    if (used == 0) return "the path's escapes are not UTF-8";
    *at += 3 * used;
    return NULL;
}

/* Walks a path up to its end or a "?" or "#", where `*at` then stands. `base`: where positions count from. */
static bool check_path(wf_message *msg, const char **at, const char *end, const char *base,
                       wf_refusal *refusal)
{
    const char *reason;
    for (;;) {
        while (*at < end && wf_byte_is(**at, WF_BYTE_PLAIN)) (*at)++;
        if (*at == end || **at == '?' || **at == '#') return true;
        if (**at == '%') {
            msg->path_plain = false;
            reason = check_escapes(at, end);
            if (reason) return wf_refuse(refusal, 400, reason, (size_t)(*at - base));
            continue;
        }
        (*at)++; /* a slash, and what may not follow it */
        if (*at < end && **at == '/')
            return wf_refuse(refusal, 400, "the path holds an empty segment", (size_t)(*at - base));
        if (is_dot_segment(*at, end))
            return wf_refuse(refusal, 400, "the path holds a dot segment", (size_t)(*at - base));
    }
}

/* ---- target ---- */

/* Length of "http://" or "https://" in any case at the start of `target`, without the "://"; 0 for neither. */
static size_t scheme_len(weft_str target)
{
    size_t len = target.len > 4 && wf_lower(target.ptr[4]) == 's' ? 5 : 4;
    if (target.len < len + 3 || memcmp(target.ptr + len, "://", 3) != 0) return 0;
    return wf_str_eq_nocase(weft_str_of(target.ptr, len), weft_str_of("https", len)) ? len : 0;
}

/* Cuts scheme and authority off `*rest`, which becomes the path and query. */
static bool split_absolute(wf_message *msg, size_t scheme, weft_str *rest, wf_refusal *refusal)
{
    const char *start = rest->ptr + scheme + 3, *end = rest->ptr + rest->len, *at = start;
    while (at < end && *at != '/' && *at != '?' && *at != '#') at++;
    msg->scheme = weft_str_of(rest->ptr, scheme);
    msg->authority = weft_str_of(start, (size_t)(at - start));
    *rest = weft_str_of(at, (size_t)(end - at));
    if (wf_is_authority(msg->authority)) return true;
    return wf_refuse(refusal, 400, "the request target's authority is no host and port", scheme + 3);
}

/* Splits what follows the authority at its "?". */
static bool split_path(wf_message *msg, weft_str rest, wf_refusal *refusal)
{
    const char *base = msg->target.ptr, *at = rest.ptr, *end = rest.ptr + rest.len;
    msg->path_plain = true;
    if (!check_path(msg, &at, end, base, refusal)) return false;
    bool query = at < end && *at == '?';
    const char *fragment = query ? memchr(at, '#', (size_t)(end - at)) : at < end ? at : NULL;
    if (fragment)
        return wf_refuse(refusal, 400, "the request target holds a fragment", (size_t)(fragment - base));
    msg->path = weft_str_of(rest.ptr, (size_t)(at - rest.ptr));
    msg->query = query ? weft_str_of(at + 1, (size_t)(end - at) - 1) : weft_str_of(NULL, 0);
    if (msg->path.len == 0) msg->path = msg->method == WEFT_OPTIONS && !query ? weft_lit("*") : weft_lit("/");
    return true;
}

static bool split_target(wf_message *msg, wf_refusal *refusal)
{
    weft_str rest = msg->target;
    if (rest.len > 0 && rest.ptr[0] == '/') return split_path(msg, rest, refusal);
    if (msg->method == WF_METHOD_CONNECT) return wf_refuse(refusal, 501, "CONNECT is for proxies", 0);
    if (rest.len == 1 && rest.ptr[0] == '*') {
        if (msg->method != WEFT_OPTIONS)
            return wf_refuse(refusal, 400, "the request target * is for OPTIONS only", 0);
        msg->path = rest;
        msg->path_plain = true;
        return true;
    }
    size_t scheme = scheme_len(rest);
    if (scheme == 0)
        return wf_refuse(refusal, 400, "the request target is neither a path nor an http URI", 0);
    return split_absolute(msg, scheme, &rest, refusal) && split_path(msg, rest, refusal);
}

static bool is_known(const wf_known_host *known, weft_str host)
{
    return known && known->len == host.len && memcmp(known->text, host.ptr, host.len) == 0;
}

static void remember(wf_known_host *known, weft_str host)
{
    if (!known || host.len > sizeof known->text) return;
    memcpy(known->text, host.ptr, host.len);
    known->len = host.len;
}

static bool check_host(wf_message *msg, wf_known_host *known, wf_refusal *refusal)
{
    weft_str host = wf_message_known(msg, WF_FIELD_HOST);
    if (!host.ptr && msg->minor > 0) return wf_refuse(refusal, 400, "the Host field is missing", 0);
    if (msg->repeated >> WF_FIELD_HOST & 1) return wf_refuse(refusal, 400, "the Host field is repeated", 0);
    if (host.len > 0 && !is_known(known, host)) {
        if (!wf_is_authority(host)) return wf_refuse(refusal, 400, "the Host field is no host and port", 0);
        remember(known, host);
    }
    if (!msg->scheme.ptr) msg->authority = host.ptr ? host : weft_lit("");
    return true;
}

bool wf_target_read_again(wf_message *msg, wf_known_host *known, wf_refusal *refusal)
{
    return split_target(msg, refusal) && check_host(msg, known, refusal);
}

bool wf_target_read(wf_message *msg, wf_refusal *refusal) { return wf_target_read_again(msg, NULL, refusal); }
